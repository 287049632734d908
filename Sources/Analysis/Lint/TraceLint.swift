public import ScrollModel

/// Problems of a trace itself, independent of the view's behavior.
public struct TraceLint: OutcomeAnalysis, Sendable {
  private var list = FindingList()
  private var last: TraceTime?
  /// The fingers that are down: when each came down, and its last sample.
  private var open: [Int64: (start: TraceTime, last: TraceTime)] = [:]
  /// A recording that ends so soon after the last sample of a finger was stopped while it was down.
  private static let stopped: Int64 = 250_000_000
  private var gestureCount = 0
  private var commandCount = 0
  private var reportCount = 0
  private let configuration: Configuration?
  private let options: FindingOptions

  /// The findings so far.
  public var findings: [Finding] { list.findings }

  /// Creates a lint.
  public init(_ configuration: Configuration? = nil, options: FindingOptions = FindingOptions()) {
    self.configuration = configuration
    self.options = options
  }

  /// Checks an event.
  public mutating func take(
    _ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState
  ) {
    if let last, time < last {
      report(
        "T02", .warning,
        "time runs backwards by \(NumberFormat.milliseconds(last.nanoseconds(since: time)))",
        viewState,
        "two clocks were mixed", structure: ["backwards"])
    }
    last = max(last ?? time, time)
    // Only NaN or a number out of range fails here: readers reject them, programs may not.
    if let problem = ModelLimits.problem(with: event, at: TraceTime.zero) {
      report(
        "T04", .error, "an event cannot be: \(problem)", viewState, "a computation made no number",
        structure: ["value"])
    }
    switch event {
    case .input(.touch(let sample)): touch(sample, at: time, viewState)
    case .input(.command(let command)): self.command(command, viewState)
    case .observation(.visibility), .observation(.visibleSet): reportCount += 1
    case .stream(.gap(let from, let to, let count)): gap(from, to, count, viewState)
    default: break
    }
  }

  /// Checks open gestures at the end.
  public mutating func finish(at time: TraceTime, on viewState: borrowing ViewState) {
    for (pointer, finger) in open.sorted(by: { $0.key < $1.key }) {
      guard time.nanoseconds(since: finger.last) > Self.stopped, viewState.phase != .interacting
      else { continue }
      let start = finger.start
      report(
        "T01", .warning,
        "finger \(pointer) touched at \(NumberFormat.milliseconds(start.nanoseconds)) and was never lifted",
        viewState, "the end of the gesture was not delivered, as when a finger leaves the window",
        since: start, structure: ["end"])
    }
    if viewState.frameCount > 0, viewState.containerSize == nil {
      report(
        "T05", .notice, "the trace has no container size", viewState,
        "without it no view can be judged as visible", structure: ["container"])
    }
    if options.waitsForInteraction, gestureCount == 0, commandCount > 0 {
      report(
        "T06", .notice,
        "the policy waits for an interaction and the trace has only programmatic scrolls",
        viewState,
        "impressions can never be counted", structure: ["interaction"])
    }
  }

  private mutating func touch(
    _ sample: TouchSample, at time: TraceTime, _ viewState: borrowing ViewState
  ) {
    guard sample.delivery != .predicted else { return }
    switch sample.phase {
    case .began:
      gestureCount += 1
      if let start = open.updateValue((time, time), forKey: sample.pointer)?.start {
        report(
          "T01", .warning,
          "the finger \(sample.pointer) comes down twice without being lifted between", viewState,
          "the end of the gesture was not delivered", since: start, structure: ["twice"])
      }
    case .moved, .stationary:
      open[sample.pointer]?.last = time
      if open[sample.pointer] == nil {
        open[sample.pointer] = (time, time)
        report(
          "T01", .notice, "the finger \(sample.pointer) moves before it came down", viewState,
          "the trace begins in mid-gesture or lost an event", structure: ["begin"])
      }
    case .ended, .cancelled: open[sample.pointer] = nil
    }
  }

  private mutating func command(_ command: Command, _ viewState: borrowing ViewState) {
    commandCount += 1
    guard let configuration, case .scroll(let destination, _, _, _, _) = command else { return }
    switch destination {
    case .point, .x, .y:
      if !configuration.effectiveBehavior.isNone {
        report(
          "L08", .notice,
          "a scroll to a coordinate is not snapped: nothing re-aligns it until the next gesture",
          viewState, "behaviors are asked at the end of gestures and on resize (SNAP-18)",
          structure: ["point"])
      }
    case .id, .edge: break
    }
    if case .value = configuration.position {
      switch destination {
      case .edge, .point, .x, .y:
        report(
          "L17", .info, "after a scroll to no id the position's id reads nil", viewState,
          "ignore nil when persisting or titling (SEED-15)", structure: ["nil"])
      case .id: break
      }
    }
    if viewState.axes == .both, configuration.switches.singleAxisScroll == .resetsOther {
      switch destination {
      case .x, .y:
        report(
          "L13", .notice, "a scroll to one coordinate takes the other axis back to its start",
          viewState,
          "`scrollTo(x:)` and `scrollTo(y:)` reset the other axis (POS-30)",
          edits: [.choice(name: "single-axis-scroll", word: "keeps-other")], structure: ["axis"])
      default: break
      }
    }
  }

  private mutating func gap(
    _ from: TraceTime, _ to: TraceTime, _ count: Int64?, _ viewState: borrowing ViewState
  ) {
    // A lift may be among what is missing.
    open.removeAll(keepingCapacity: true)
    let events = count.map { "\($0) events are" } ?? "events are"
    report(
      "T03", .notice,
      "\(events) missing over \(NumberFormat.milliseconds(to.nanoseconds(since: from)))", viewState,
      "the recorder could not keep up or was cut", since: from, structure: ["gap"])
  }

  private mutating func report(
    _ lint: String, _ severity: FindingSeverity, _ message: String,
    _ viewState: borrowing ViewState,
    _ cause: String, since start: TraceTime? = nil, edits: [ConfigurationEdit] = [],
    structure: [String]
  ) {
    let place = FindingLocation(
      start: start ?? viewState.time, end: viewState.time, firstFrame: viewState.frameCount,
      lastFrame: viewState.frameCount)
    list.add(
      Finding(lint, severity, at: place, message, cause: cause, edits: edits, structure: structure))
  }
}

extension TraceLint {
  /// The documentation of the trace lints.
  public static let entries: [DetectorEntry] = [
    lint(
      "T01", "unterminated-gesture",
      "A finger that comes down and is never lifted, although the recording continues, or moves without having come down.",
      "the end of a touch was not delivered"),
    lint(
      "T02", "time-backwards", "An event that is earlier than the one before it.",
      "two clocks were mixed"),
    lint("T03", "gap", "Events that the recorder reports as missing.", "the recorder was too slow"),
    lint(
      "T04", "impossible-value", "A value that is no number or beyond the model's limits.",
      "a computation divided by zero"),
    lint(
      "T05", "unknown-container", "A trace without a container size.",
      "the recorder did not record geometry"),
    lint(
      "T06", "never-interacts",
      "A policy that waits for interaction on a trace of programmatic scrolls (C16).",
      "impressions wait for a gesture that never comes"),
  ]

  private static func lint(
    _ id: String, _ name: String, _ looksFor: String, _ cause: String
  ) -> DetectorEntry {
    DetectorEntry(
      id, name, looksFor: looksFor, evidence: "The events of the trace.", causes: [cause],
      repairs: "No setting changes this.")
  }
}
