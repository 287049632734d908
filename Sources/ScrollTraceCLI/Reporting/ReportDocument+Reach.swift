import Report
import ScrollModel

extension ReportDocument {
  /// The largest number of separate parts of the content; the last one is extended by further ones.
  private static let partLimit = 100

  /// The parts of the content that are visible in any track; a jump leads to another part.
  var reach: [Rect] {
    // Without a container nothing is drawn, and any size combines the frames of one movement.
    let width = max(containers.map(\.size.width).max() ?? 0, 1000)
    let height = max(containers.map(\.size.height).max() ?? 0, 1000)
    var parts: [Rect] = []
    for track in tracks {
      for (x, y) in zip(track.xs, track.ys) {
        let view = Rect(x: x, y: y, width: width, height: height)
        if let place = parts.lastIndex(where: { $0.touches(view) }) {
          parts[place] = parts[place].joined(with: view)
        } else if let last = parts.last, parts.count == Self.partLimit {
          parts[parts.count - 1] = last.joined(with: view)
        } else {
          parts.append(view)
        }
      }
    }
    return parts
  }
}

extension Rect {
  private var right: Double { origin.x + size.width }
  private var bottom: Double { origin.y + size.height }

  /// Whether two rectangles intersect or touch.
  func touches(_ other: Rect) -> Bool {
    other.origin.x <= right && other.right >= origin.x
      && other.origin.y <= bottom && other.bottom >= origin.y
  }

  /// The smallest rectangle around two.
  fileprivate func joined(with other: Rect) -> Rect {
    let (x, y) = (min(origin.x, other.origin.x), min(origin.y, other.origin.y))
    return Rect(
      x: x, y: y, width: max(right, other.right) - x, height: max(bottom, other.bottom) - y)
  }
}
