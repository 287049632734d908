import ScrollModel

/// Offsets over time as a drawing without a script.
struct StaticPlot {
  private static let (width, height, left) = (900.0, 260.0, 56.0)
  /// The number of points per track in a drawing without a script.
  private static let pointLimit = 1200

  let document: ReportDocument

  func write(_ page: inout HTMLText) {
    let isHorizontal = document.isHorizontal
    let curves = document.curves.map { curve in
      let track = document.tracks[curve.track]
      return (curve: curve, points: thinned(track.times, isHorizontal ? track.xs : track.ys))
    }
    let values = curves.flatMap { $0.points.map(\.value) }
    guard let low = values.min(), let high = values.max() else { return }
    let end = Double(max(document.durationNanoseconds, 1))
    let span = max(high - low, 1)
    page.raw("<svg class=\"static\" role=\"img\" viewBox=\"0 0 900 260\" aria-label=\"")
    page.text(
      "Content offset over \(ReportNumber.seconds(document.durationNanoseconds)), from "
        + "\(ReportNumber.text(low)) to \(ReportNumber.text(high)) points")
    page.raw("\"><g font-size=\"11\" fill=\"currentColor\"><text x=\"4\" y=\"22\">")
    page.text(ReportNumber.text(high))
    page.raw("</text><text x=\"4\" y=\"236\">")
    page.text(ReportNumber.text(low))
    page.raw(
      "</text><text x=\"56\" y=\"254\">0 s</text><text x=\"896\" y=\"254\" text-anchor=\"end\">")
    page.text(ReportNumber.seconds(document.durationNanoseconds))
    page.raw("</text></g>")
    for (curve, points) in curves where !points.isEmpty {
      page.raw("<polyline class=\"k")
      page.text("\(curve.series) d\(curve.dash)")
      page.raw(
        "\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" stroke-linejoin=\"round\"")
      page.raw(" points=\"")
      for (time, value) in points {
        page.number(Self.left + Double(time) / end * (Self.width - Self.left - 4))
        page.raw(",")
        page.number(14 + (high - value) / span * (Self.height - 40))
        page.raw(" ")
      }
      page.raw("\"/>")
    }
    page.raw("</svg>")
  }

  /// The lowest and the highest value in each slice of time.
  private func thinned(_ times: [Int64], _ values: [Double]) -> [(time: Int64, value: Double)] {
    let count = min(times.count, values.count)
    guard count > Self.pointLimit else { return (0..<count).map { (times[$0], values[$0]) } }
    var points: [(time: Int64, value: Double)] = []
    let step = (count * 2 + Self.pointLimit - 1) / Self.pointLimit
    var start = 0
    while start < count {
      let range = start..<min(start + step, count)
      var (low, high) = (start, start)
      for place in range {
        if values[place] < values[low] { low = place }
        if values[place] > values[high] { high = place }
      }
      for place in low < high ? [low, high] : [high, low] {
        points.append((times[place], values[place]))
      }
      start += step
    }
    return points
  }
}

/// The choices of hypothetical releases, as colored regions.
struct PlaneDrawing {
  private static let (width, height) = (320.0, 200.0)

  let plane: ReportSettle.Plane
  let settle: ReportSettle

  /// Three shades of each color; further choices are only labeled.
  static func shade(of choice: Int) -> (opacity: Double, sign: StaticString) {
    switch choice / ReportCurve.seriesLimit % 3 {
    case 0: (0.5, "■")
    case 1: (0.25, "▨")
    default: (0.1, "□")
    }
  }

  func write(_ page: inout HTMLText) {
    guard let firstOffset = plane.offsets.first, let lastOffset = plane.offsets.last,
      let firstVelocity = plane.velocities.first, let lastVelocity = plane.velocities.last,
      plane.cells.count == plane.velocities.count
    else { return }
    page.raw(
      "<svg role=\"img\" shape-rendering=\"crispEdges\" viewBox=\"-46 -4 370 222\" aria-label=\"")
    page.text(
      "Choices for offsets from \(ReportNumber.text(firstOffset)) to "
        + "\(ReportNumber.text(lastOffset)) pt and velocities from "
        + "\(ReportNumber.text(firstVelocity)) to \(ReportNumber.text(lastVelocity)) pt/s")
    page.raw("\">")
    let rowHeight = Self.height / Double(plane.cells.count)
    for (row, cells) in plane.cells.enumerated() {
      writeRow(cells, y: Self.height - rowHeight * Double(row + 1), rowHeight, &page)
    }
    writeLabels(&page)
    writeAxes([firstOffset, lastOffset], [firstVelocity, lastVelocity], &page)
    page.raw(
      "<circle r=\"5\" shape-rendering=\"auto\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.5\" cx=\""
    )
    let across = max(lastOffset - firstOffset, 1e-9)
    page.number((settle.releaseOffset - firstOffset) / across * Self.width)
    page.raw("\" cy=\"")
    let up = max(lastVelocity - firstVelocity, 1e-9)
    page.number(Self.height - ((settle.velocity ?? 0) - firstVelocity) / up * Self.height)
    page.raw("\"/></svg>")
  }

  /// Writes the ends of both axes with their units: offsets across, velocities up.
  private func writeAxes(_ across: [Double], _ up: [Double], _ page: inout HTMLText) {
    page.raw("<g font-size=\"10\" fill=\"currentColor\">")
    let texts: [(x: Double, y: Double, anchor: String, text: String)] = [
      (-4, 8, "end", ReportNumber.text(up[1])), (-4, Self.height / 2 + 4, "end", "pt/s"),
      (-4, Self.height, "end", ReportNumber.text(up[0])),
      (0, Self.height + 13, "start", ReportNumber.text(across[0])),
      (Self.width / 2, Self.height + 13, "middle", "pt"),
      (Self.width, Self.height + 13, "end", ReportNumber.text(across[1])),
    ]
    for (x, y, anchor, text) in texts {
      page.raw("<text text-anchor=\"")
      page.text(anchor)
      page.raw("\" x=\"")
      page.number(x)
      page.raw("\" y=\"")
      page.number(y)
      page.raw("\">")
      page.text(text)
      page.raw("</text>")
    }
    page.raw("</g>")
  }

  /// Writes the label of each choice into the widest row of its region, so that colors need not be
  /// distinguished.
  private func writeLabels(_ page: inout HTMLText) {
    var widest: [Int: (row: Int, from: Int, to: Int)] = [:]
    for (row, cells) in plane.cells.enumerated() {
      var start = 0
      while start < cells.count {
        var end = start
        while end < cells.count, cells[end] == cells[start] { end += 1 }
        let known = widest[cells[start]].map { $0.to - $0.from } ?? 0
        if end - start > known { widest[cells[start]] = (row, start, end) }
        start = end
      }
    }
    page.raw("<g font-size=\"11\" fill=\"currentColor\" text-anchor=\"middle\">")
    for (number, choice) in plane.choices.map(\.text).enumerated() {
      guard let place = widest[number], let columns = plane.cells.first?.count, columns > 0 else {
        continue
      }
      let room = Double(place.to - place.from) / Double(columns) * Self.width
      guard room > Double(min(choice.count, 14)) * 6.6 + 4 else { continue }
      page.raw("<text x=\"")
      page.number(Double(place.from + place.to) / 2 / Double(columns) * Self.width)
      page.raw("\" y=\"")
      let y = Self.height * (1 - (Double(place.row) + 0.5) / Double(plane.cells.count))
      page.number(min(max(y + 4, 12), Self.height - 4))
      page.raw("\">")
      page.text(choice.count > 14 ? choice.prefix(13) + "…" : choice)
      page.raw("</text>")
    }
    page.raw("</g>")
  }

  /// Writes a row; adjacent cells with the same choice are one rectangle.
  private func writeRow(_ cells: [Int], y: Double, _ height: Double, _ page: inout HTMLText) {
    let width = Self.width / Double(max(cells.count, 1))
    var start = 0
    while start < cells.count {
      var end = start
      while end < cells.count, cells[end] == cells[start] { end += 1 }
      page.raw("<rect class=\"k")
      page.text("\(cells[start] % ReportCurve.seriesLimit)")
      page.raw("\" fill=\"currentColor\" fill-opacity=\"")
      page.number(Self.shade(of: cells[start]).opacity)
      page.raw("\" x=\"")
      page.number(Double(start) * width)
      page.raw("\" y=\"")
      page.number(y)
      page.raw("\" width=\"")
      page.number(Double(end - start) * width)
      page.raw("\" height=\"")
      page.number(height)
      page.raw("\"/>")
      start = end
    }
  }
}

/// Impressions as bars, one line per target.
struct ImpressionDrawing {
  private static let lineLimit = 60
  private static let (width, left, lineHeight) = (900.0, 150.0, 15.0)

  let policy: ReportPolicy
  let duration: Int64

  func write(_ page: inout HTMLText) {
    var lines: [String] = []
    for impression in policy.impressions where !lines.contains(impression.id) {
      if lines.count == Self.lineLimit { break }
      lines.append(impression.id)
    }
    guard !lines.isEmpty else { return }
    let height = Double(lines.count) * Self.lineHeight + 20
    page.raw("<svg class=\"static\" role=\"img\" viewBox=\"0 0 900 ")
    page.number(height)
    page.raw("\" aria-label=\"Impressions over time\"><g font-size=\"10.5\" fill=\"currentColor\">")
    for (line, id) in lines.enumerated() {
      page.raw("<text x=\"2\" y=\"")
      page.number(Double(line) * Self.lineHeight + 12)
      page.raw("\">")
      page.text(id.count > 24 ? id.prefix(23) + "…" : id)
      page.raw("</text>")
    }
    let times: [(Double, Int64, StaticString)] = [
      (0, 0, "start"), (0.5, duration / 2, "middle"), (1, duration, "end"),
    ]
    for (share, time, anchor) in times {
      page.raw("<text fill-opacity=\"0.7\" text-anchor=\"")
      page.raw(anchor)
      page.raw("\" x=\"")
      page.number(Self.left + share * (Self.width - Self.left))
      page.raw("\" y=\"")
      page.number(height - 3)
      page.raw("\">")
      page.text(ReportNumber.seconds(time))
      page.raw("</text>")
    }
    page.raw("</g>")
    for impression in policy.impressions.prefix(2000) {
      guard let line = lines.firstIndex(of: impression.id) else { continue }
      let from = min(place(impression.qualified ?? impression.from), Self.width - 2)
      page.raw("<rect class=\"")
      page.text(impression.qualified == nil ? "near" : "bar")
      page.raw("\" rx=\"2\" height=\"9\" x=\"")
      page.number(from)
      page.raw("\" y=\"")
      page.number(Double(line) * Self.lineHeight + 4)
      page.raw("\" width=\"")
      page.number(max(2, place(impression.to) - from))
      page.raw("\"/>")
    }
    page.raw("</svg>")
    let hidden = Set(policy.impressions.map(\.id)).count - lines.count
    if hidden > 0 { page.element("p", "… and \(hidden) more targets.", class: "hint") }
  }

  private func place(_ nanoseconds: Int64) -> Double {
    Self.left + Double(nanoseconds) / Double(max(duration, 1)) * (Self.width - Self.left)
  }
}
