import Foundation
import Replay
import ScrollModel
import TraceStore

/// The costs for one amount, a column for each kind of work.
private struct GrowthRow {
  let amount: Int
  let costs: [Double]
}

/// How cost grows with frames or with targets.
private struct GrowthTable {
  let title: String
  let unit: String
  let columns: [String]
  var rows: [GrowthRow] = []

  var markdown: String {
    var lines = ["| \(title) | " + columns.joined(separator: " | ") + " |"]
    lines.append("|" + String(repeating: "---:|", count: columns.count + 1))
    for row in rows {
      lines.append(
        "| \(powerOfTen(row.amount)) | "
          + row.costs.map { decimal($0) }.joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n")
  }
}

private func powerOfTen(_ amount: Int) -> String {
  let digits = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
  let exponent = String(amount).count - 1
  return "10" + (digits.indices.contains(exponent) ? digits[exponent] : "^\(exponent)")
}

/// The minimum of three runs, or of one slow run: growth is about the code, not the machine.
private func least(_ amount: Int, _ body: () throws -> Double) rethrows -> Double {
  try (0..<(amount > 1_000_000 ? 1 : 3)).map { _ in try body() }.min() ?? .nan
}

/// Nanoseconds per frame of a long session: written, loaded, replayed, analyzed.
private func costs(frames: Int) throws -> [Double] {
  let scratch = try Scratch()
  let path = scratch.file("growth.sqlite")
  let session = ScrollingSession(frames: frames, targets: 1000)
  let perFrame = 1e9 / Double(frames)
  let write = try processorSeconds(of: { try session.write(to: path) })
  let load = try least(frames) { try loadSession(path).seconds }
  let replay = try least(frames) {
    try replaySession(path, [session.configuration], workers: 1).processor
  }
  let analyze = try least(frames) { try analyzeSession(path, session.configuration) }
  return [write, load, replay, analyze].map { $0 * perFrame }
}

/// Nanoseconds of a frame and of a decision among the given number of targets, after their
/// layout.
private func costs(targets: Int) throws -> [Double] {
  let scratch = try Scratch()
  let path = scratch.file("growth.sqlite")
  let session = ScrollingSession(frames: 20_000, targets: targets)
  try session.write(to: path)
  let frame = try least(0) { try replayCost(path, session.configuration) }
  return [frame, try decisionCost(among: targets)]
}

/// Nanoseconds per frame that is replayed, compared and searched for visible targets.
private func replayCost(_ path: String, _ configuration: Configuration) throws -> Double {
  let (store, trace) = try openToRead(path)
  var events: [(time: TraceTime, event: TraceEvent)] = []
  try store.replay(trace.id) { events += $0.events }
  let plan = try ReplayPlan(
    configuration, of: trace.information, try store.contents(of: trace.id))
  try store.close()
  let replay = RecordingReplay(
    plan, tolerance: .standard, recorded: nil)
  // The first events lay out the targets; only frames from the first touch on are timed.
  let first = events.firstIndex { if case .input(.touch) = $0.event { true } else { false } }
  replay.take(EventBatch(events[..<(first ?? 0)]))
  let rest = EventBatch(events[(first ?? 0)...])
  let time = processorSeconds(of: { replay.take(rest) })
  return time * 1e9 / Double(replay.finish().tally.frames)
}

/// Measures the growth of costs and writes it as a page with a picture next to it.
func writeGrowth(to path: String, isFull: Bool) throws {
  var frames = GrowthTable(
    title: "frames", unit: "ns a frame",
    columns: ["made and written", "loaded", "loaded, replayed, compared", "all analyses too"])
  for amount in [1000, 10_000, 100_000, 1_000_000] + (isFull ? [10_000_000] : []) {
    frames.rows.append(GrowthRow(amount: amount, costs: try costs(frames: amount)))
    print(frames.rows.last.map { "\($0.amount) frames: \($0.costs.map(decimal))" } ?? "")
  }
  var targets = GrowthTable(
    title: "targets", unit: "ns",
    columns: ["frame replayed, compared, with visibility", "release that snaps"])
  for amount in [100, 1000, 10_000, 100_000, 1_000_000] {
    targets.rows.append(GrowthRow(amount: amount, costs: try costs(targets: amount)))
    print(targets.rows.last.map { "\($0.amount) targets: \($0.costs.map(decimal))" } ?? "")
  }
  let page = URL(fileURLWithPath: path)
  let images = page.deletingLastPathComponent().appendingPathComponent("images")
  try FileManager.default.createDirectory(at: images, withIntermediateDirectories: true)
  try plot(frames, targets).write(
    to: images.appendingPathComponent("growth.svg"), atomically: true, encoding: .utf8)
  try text(frames, targets, isFull: isFull).write(to: page, atomically: true, encoding: .utf8)
}

private func text(_ frames: GrowthTable, _ targets: GrowthTable, isFull: Bool) -> String {
  """
  # How cost grows

  Made by `swift run -c release --package-path Benchmarks benchmarks growth \
  \(isFull ? "--full " : "")--markdown docs/growth.md` on \(Report.machineClass). All
  numbers are nanoseconds of processor time; flat means that the whole grows as its input does. Numbers of one run on one
  machine: compare them with each other, not with those of another machine.

  ![Nanoseconds a frame by frames and by targets](images/growth.svg)

  ## Frames

  A session of drags and flings over 1000 rows, for each frame of it. *Made and written* contains the
  engine that makes the trace and the digests; every column but the first contains opening the store
  and loading. Short sessions pay for what is done once: opening, compiling statements, laying out.

  \(frames.markdown)

  ## Targets

  The same session of 20,000 frames over more and more rows, once they are laid out.

  \(targets.markdown)

  """
}

/// Two log-log plots side by side.
private func plot(_ frames: GrowthTable, _ targets: GrowthTable) -> String {
  """
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 360" font-family="sans-serif" \
  font-size="12" role="img" aria-label="Cost by amount, logarithmic">
  <rect width="860" height="360" fill="#fff"/>
  \(panel(frames, left: 60))
  \(panel(targets, left: 490))
  </svg>

  """
}

private let inks = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"]

/// One plot: amounts to the right, nanoseconds upwards, a line for each column.
private func panel(_ table: GrowthTable, left: Double) -> String {
  let (width, height, top) = (330.0, 220.0, 30.0)
  let exponents = table.rows.map { log10(Double($0.amount)) }
  let values = table.rows.flatMap(\.costs).map { log10(max($0, 1)) }
  let (lowX, highX) = (exponents.min() ?? 0, exponents.max() ?? 1)
  let lowY = (values.min() ?? 0).rounded(.down)
  let highY = max((values.max() ?? 1).rounded(.up), lowY + 1)
  func x(_ value: Double) -> String {
    decimal(left + (value - lowX) / max(highX - lowX, 1) * width)
  }
  func y(_ value: Double) -> String {
    decimal(top + height - (value - lowY) / (highY - lowY) * height)
  }
  var parts: [String] = []
  for exponent in stride(from: lowY, through: highY, by: 1) {
    let label = powerOfTen(Int(pow(10, exponent)))
    parts.append(
      "<path d=\"M\(decimal(left)) \(y(exponent))h\(decimal(width))\" stroke=\"#ddd\"/>"
        + "<text x=\"\(decimal(left - 8))\" y=\"\(y(exponent))\" dy=\"4\" text-anchor=\"end\">\(label)</text>"
    )
  }
  for row in table.rows {
    parts.append(
      "<text x=\"\(x(log10(Double(row.amount))))\" y=\"\(decimal(top + height + 18))\" "
        + "text-anchor=\"middle\">\(powerOfTen(row.amount))</text>")
  }
  parts.append(
    "<text x=\"\(decimal(left))\" y=\"\(decimal(top - 12))\">\(table.unit), by \(table.title)</text>"
  )
  for (column, name) in table.columns.enumerated() {
    let ink = inks[column % inks.count]
    let points = table.rows.map {
      "\(x(log10(Double($0.amount)))),\(y(log10(max($0.costs[column], 1))))"
    }
    parts.append(
      "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"\(ink)\" "
        + "stroke-width=\"2\"/>")
    let line = top + height + 40 + Double(column) * 16
    parts.append(
      "<text x=\"\(decimal(left))\" y=\"\(decimal(line))\" fill=\"\(ink)\">\(name)</text>")
  }
  return parts.joined(separator: "\n")
}
