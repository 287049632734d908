import ScrollModel

extension MarkdownReport {
  /// A sufficient number of points for the shape of a trace.
  private static let points = 60

  /// Writes offsets over time as a Mermaid chart, which GitHub renders.
  func writePlot(_ text: inout MarkdownText) {
    let isHorizontal = document.isHorizontal
    let curves = document.tracks.prefix(3).compactMap { track in
      sampled(track.times, isHorizontal ? track.xs : track.ys)
    }
    let values = curves.flatMap { $0 }
    guard let low = values.min(), let high = values.max(), low < high else { return }
    let end = ReportNumber.text(Double(document.durationNanoseconds) / 1e9)
    text.raw("\n## Offset over time\n\n```mermaid\nxychart-beta\n")
    text.raw("  x-axis \"time (s)\" 0 --> \(end)\n")
    text.raw(
      "  y-axis \"offset (pt)\" \(ReportNumber.text(low)) --> \(ReportNumber.text(high))\n")
    for curve in curves {
      text.raw(
        "  line [\(curve.map { ReportNumber.text($0, decimals: 1) }.joined(separator: ", "))]\n")
    }
    text.raw("```\n\nLines in order: ")
    for (number, track) in document.tracks.prefix(3).enumerated() {
      if number > 0 { text.raw(", ") }
      text.code(track.name)
    }
    text.raw(".\n")
  }

  /// Returns the offset at equally spaced times, including both ends: that of the last frame before
  /// each.
  private func sampled(_ times: [Int64], _ values: [Double]) -> [Double]? {
    let count = min(times.count, values.count)
    guard count > 0 else { return nil }
    let points = Int64(Self.points)
    let (step, rest) = document.durationNanoseconds.quotientAndRemainder(dividingBy: points)
    var place = 0
    return (0...points).map { number in
      let moment = number &* step &+ number &* rest / points
      while place + 1 < count, times[place + 1] <= moment { place += 1 }
      let value = values[place]
      return value.isFinite && value.magnitude < 1e9 ? value : 0
    }
  }
}
