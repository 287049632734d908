import ScrollModel

/// A drawing of the container with its targets at one time.
struct ViewDrawing {
  /// The largest number of targets in a drawing.
  private static let targetLimit = 80
  /// The largest size on the screen, in pixels.
  private static let (width, height) = (250.0, 210.0)

  let document: ReportDocument
  let picture: Pictures.Picture
  /// The highlighted target.
  let target: String?

  func write(_ page: inout HTMLText) {
    guard let size = size, let offset = offset else { return }
    let scale = min(Self.width / size.width, Self.height / size.height)
    page.raw("<figure><svg role=\"img\" viewBox=\"0 0 ")
    page.number(size.width)
    page.raw(" ")
    page.number(size.height)
    page.raw("\" width=\"")
    page.number(size.width * scale)
    page.raw("\" height=\"")
    page.number(size.height * scale)
    page.raw("\" aria-label=\"")
    page.text("The view, \(picture.caption)")
    page.raw("\"><g class=\"k")
    page.text("\(series)")
    page.raw("\" stroke=\"currentColor\" font-size=\"")
    page.number(11 / scale)
    page.raw("\">")
    for (id, frame) in shown(size, offset) { write(id, frame, size, 1 / scale, &page) }
    page.raw("</g></svg><figcaption class=\"k")
    page.text("\(series)")
    page.raw("\">")
    page.text(picture.caption)
    page.raw("</figcaption></figure>")
  }

  /// The series of the picture's track in the timeline.
  private var series: Int {
    document.curves.first { $0.track == picture.track }?.series ?? picture.track
  }

  private var size: Size? {
    let container =
      document.containers.last { $0.time <= picture.time } ?? document.containers.first
    guard let size = container?.size, (1...100_000).contains(size.width),
      (1...100_000).contains(size.height)
    else { return nil }
    return size
  }

  private var offset: Point? {
    guard let offset = Pictures(document: document).offset(picture.track, at: picture.time),
      offset.x.magnitude < 1e12, offset.y.magnitude < 1e12
    else { return nil }
    return offset
  }

  /// The visible targets, relative to the container.
  private func shown(_ size: Size, _ offset: Point) -> [(String, Rect)] {
    let layout = document.layouts.last { $0.time <= picture.time } ?? document.layouts.first
    var shown: [(String, Rect)] = []
    for (id, frame) in layout?.targets ?? [] {
      let (x, y) = (frame.origin.x - offset.x, frame.origin.y - offset.y)
      let (right, bottom) = (x + frame.size.width, y + frame.size.height)
      guard x < size.width, y < size.height, right > 0, right < 1e12, bottom > 0,
        bottom < 1e12, x > -1e12, y > -1e12
      else { continue }
      shown.append((id, Rect(x: x, y: y, width: frame.size.width, height: frame.size.height)))
      if shown.count == Self.targetLimit { break }
    }
    return shown
  }

  /// Writes a box, and its id if there is space; `unit` is a screen pixel.
  private func write(
    _ id: String, _ frame: Rect, _ size: Size, _ unit: Double, _ page: inout HTMLText
  ) {
    let isSpokenOf = id == target
    page.raw("<rect fill=\"currentColor\" fill-opacity=\"")
    page.raw(isSpokenOf ? "0.45" : "0.16")
    page.raw("\" stroke-width=\"")
    page.number(unit * (isSpokenOf ? 2.5 : 1))
    for (name, value): (StaticString, Double) in [
      ("\" x=\"", frame.origin.x), ("\" y=\"", frame.origin.y),
      ("\" width=\"", frame.size.width), ("\" height=\"", frame.size.height),
    ] {
      page.raw(name)
      page.number(value)
    }
    page.raw("\"/>")
    let left = max(frame.origin.x, 0)
    let top = max(frame.origin.y, 0)
    let room = min(frame.origin.x + frame.size.width, size.width) - left
    let count = Int(exactly: (min(room / unit, 1000) / 6.6 - 1).rounded(.down)) ?? 0
    guard count >= 2, min(frame.origin.y + frame.size.height, size.height) - top > 13 * unit else {
      return
    }
    page.raw("<text stroke=\"none\" x=\"")
    page.number(left + 4 * unit)
    page.raw("\" y=\"")
    page.number(top + 12 * unit)
    page.raw("\">")
    page.text(id.count > count ? id.prefix(count - 1) + "…" : id)
    page.raw("</text>")
  }
}
