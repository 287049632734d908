/// A progress line for long work, redrawn in place on the error stream.
///
/// It is not shown unless messages go to a terminal, and not in the first tenth of a second. It is
/// drawn at most ten times a second, and removed when the work ends. A closure provides the time,
/// so that a test can control it.
public struct ProgressLine {
  private let label: String
  private let unit: String
  private let total: Int64?
  private let width: Int
  private let isSilent: Bool
  private let clock: () -> Duration
  private let start: Duration
  private var lastDrawn: Duration
  private var isVisible = false

  /// Ten times a second: more flickers and costs time, less appears to hang.
  private static let interval = Duration.milliseconds(100)

  /// Creates a line that is not shown yet.
  ///
  /// `unit` is the plural noun of the counted items, as in "frames". Without a total there is no
  /// percentage and no remaining time.
  public init(
    _ label: String, unit: String, total: Int64? = nil, console: Console,
    clock: @escaping () -> Duration = ProgressLine.monotonicClock()
  ) {
    self.label = TerminalText.visible(label)
    self.unit = unit
    self.total = total
    self.width = console.width
    self.isSilent = !console.isErrorTerminal
    self.clock = clock
    start = clock()
    lastDrawn = start
  }

  /// Returns a clock that counts from now and never decreases.
  public static func monotonicClock() -> () -> Duration {
    let origin = ContinuousClock.now
    return { origin.duration(to: .now) }
  }

  /// Records the number of completed units, and redraws if the interval has passed.
  public mutating func advance(to done: Int64, _ console: inout Console) {
    guard !isSilent else { return }
    let now = clock()
    guard now - lastDrawn >= Self.interval else { return }
    lastDrawn = now
    isVisible = true
    // The last column stays empty: a full line makes some terminals scroll.
    let text = TerminalText.cut(text(done: done, after: now - start), to: max(width - 1, 1))
    console.writeError("\r\(text)\u{1B}[K")
  }

  /// Removes the line; the next advance may show it again.
  ///
  /// Call it before printing other text, and at the end of the work, failed or not.
  public mutating func erase(_ console: inout Console) {
    guard isVisible else { return }
    isVisible = false
    console.writeError("\r\u{1B}[K")
  }

  /// Returns the text of the line.
  func text(done: Int64, after elapsed: Duration) -> String {
    let seconds = elapsed / .seconds(1)
    let rate = seconds > 0 ? Double(done) / seconds : 0
    var parts = [label]
    if let total, total > 0 {
      let share = min(max(Double(done) / Double(total), 0), 1)
      parts.append("\(Int((share * 100).rounded(.down)))%")
    }
    parts.append("\(Self.count(rate)) \(unit)/s")
    if let total, rate > 0, total > done {
      parts.append("\(Self.time((Double(total) - Double(done)) / rate)) left")
    }
    return parts.joined(separator: "  ")
  }
}

extension ProgressLine {
  /// Returns a number short enough for a line: `950`, `1.2k`, `3.4M`.
  static func count(_ value: Double) -> String {
    var value = max(value, 0)
    for suffix in ["", "k", "M"] {
      // 999.95 would round to "1000.0k".
      if value < (suffix.isEmpty ? 999.5 : 999.95) { return tenths(value, suffix) }
      value /= 1000
    }
    return tenths(min(value, 1e9), "G")
  }

  private static func tenths(_ value: Double, _ suffix: String) -> String {
    if suffix.isEmpty { return String(Int(value.rounded())) }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)\(suffix)"
  }

  /// Returns a time in its two largest units, rounded up, so that the estimate is not too short.
  static func time(_ seconds: Double) -> String {
    // A year: a longer estimate has no meaning.
    let whole = Int(min(max(seconds, 0), 31_536_000).rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
