import Analysis
import Replay
import ScrollModel
import TraceStore
import Triage

/// The reported ids over time.
struct PositionTimeline: OutcomeAnalysis {
  private static let rest: Int64 = 200_000_000

  /// A reported id; the offset counts from the leading side.
  struct Report {
    var time: TraceTime
    var id: TargetID?
    var offset: Double?
    /// The length of the pinned header over the start of the view; 0 without one.
    var header = 0.0
  }

  private(set) var reports: [Report] = []
  /// The reported ids where the content rested, each once.
  private(set) var rests: [Report] = []
  private var lastMove = TraceTime.zero

  mutating func take(_ event: TraceEvent, at time: TraceTime, on viewState: borrowing ViewState) {
    switch event {
    case .observation(.position(let report)):
      reports.append(
        Report(time: viewState.time, id: report.id, offset: MainAxis(viewState)?.offset))
    case .observation(.frame): noteRest(at: viewState.time, viewState)
    default: break
    }
  }

  private mutating func noteRest(at time: TraceTime, _ viewState: borrowing ViewState) {
    if viewState.hasMoved { lastMove = time }
    guard let axis = MainAxis(viewState), let id = reports.last?.id,
      time.nanoseconds(since: lastMove) >= Self.rest, rests.last?.offset != axis.offset
    else { return }
    let header = viewState.pinnedHeader(axis)?.length ?? 0
    rests.append(Report(time: time, id: id, offset: axis.offset, header: header))
  }

  /// The last report until a time; nil before the first one.
  func report(at time: TraceTime) -> Report? { reports.last { $0.time <= time } }

  /// The id at a time; nil before the first report.
  func id(at time: TraceTime) -> TargetID?? { report(at: time).map(\.id) }
}

/// Compares the reported ids with those at the declared anchor for the recorded offsets.
struct PositionCauses {
  let subject: Subject
  let outcome: Outcome

  struct Result {
    var count = 0
    var explained = 0
    var cause: DiagnosedCause?
  }

  /// One interpretation of the binding that could explain the ids.
  private struct Reading {
    var configuration: Configuration
    var summary: String
  }

  /// The largest delay of reports.
  private static let lateness: Int64 = 100_000_000

  func result() throws -> Result {
    let configuration = subject.configuration
    guard subject.declared != nil, case .id = configuration.position else { return Result() }
    let recorded = try outcome.analyze(PositionTimeline())
    let moments = self.moments()
    var result = Result()
    result.cause =
      notOpened(recorded) ?? turned(recorded) ?? unwritten(recorded)
      ?? early(moments, recorded) ?? belowHeader(recorded)
    guard !recorded.reports.isEmpty, !moments.isEmpty,
      let declared = try ids(under: configuration)
    else { return result }
    let judged = moments.filter { recorded.id(at: $0) != nil }
    let agreed = judged.filter { declared.id(at: $0) == recorded.id(at: $0) }
    (result.count, result.explained) = (judged.count, agreed.count)
    guard judged.count - agreed.count >= 2, agreed.count * 2 < judged.count else { return result }
    result.cause =
      try result.cause ?? other(than: configuration, judged, recorded)
      ?? stale(judged, recorded, declared)
    return result
  }

  /// The rests after gestures.
  private func moments() -> [TraceTime] {
    let rests = subject.decisions.map { $0.restTime.advanced(byNanoseconds: Self.lateness) }
    let starts = subject.decisions.map(\.time)
    // An immediately following gesture leaves no time for the report.
    return rests.enumerated().compactMap { index, time in
      index + 1 < starts.count && starts[index + 1] <= time ? nil : time
    }
  }

  private func ids(under configuration: Configuration) throws -> PositionTimeline? {
    var known = configuration
    if case .custom = configuration.behavior { known.behavior = .none }
    let contents = try outcome.store.contents(of: outcome.trace.id)
    guard
      let plan = try? ReplayPlan(
        known, of: outcome.trace.information, contents, drive: .offset)
    else { return nil }
    return try Outcome(of: outcome.trace, in: outcome.store, plan: plan).analyze(PositionTimeline())
  }

  private var isVertical: Bool { subject.scene.axis?.axis != .horizontal }

  private func readings(of configuration: Configuration) -> [Reading] {
    var readings: [Reading] = []
    let names = isVertical ? ["top", "center", "bottom"] : ["leading", "center", "trailing"]
    for (fraction, name) in zip([0.0, 0.5, 1.0], names) {
      var other = configuration
      other.positionAnchor =
        isVertical ? UnitPoint(x: 0.5, y: fraction) : UnitPoint(x: fraction, y: 0.5)
      readings.append(
        Reading(configuration: other, summary: "reports the \(subject.item) at its \(name)"))
    }
    for choice in NilAnchorChoice.allCases {
      var other = configuration
      other.positionAnchor = nil
      other.switches.nilAnchor = choice
      let what =
        switch choice {
        case .firstIntersecting: "reports the first \(subject.item) that is in view at all"
        case .nearestTop: "reports the \(subject.item) that starts nearest its edge"
        case .mostArea: "reports the \(subject.item) that shows most"
        }
      readings.append(Reading(configuration: other, summary: what))
    }
    return readings
  }

  /// Another anchor that explains the ids.
  private func other(
    than declared: Configuration, _ moments: [TraceTime], _ recorded: PositionTimeline
  ) throws -> DiagnosedCause? {
    for reading in readings(of: declared) where reading.configuration != declared {
      guard let ids = try ids(under: reading.configuration) else { continue }
      let agreed = moments.filter { ids.id(at: $0) == recorded.id(at: $0) }.count
      guard agreed * 10 >= moments.count * 9 else { continue }
      let asked = declared.positionAnchor.map { anchorText($0) } ?? "no anchor"
      return subject.cause(
        .position,
        ["The position \(reading.summary); the app declares \(asked)."],
        proof: ["\(agreed) of \(moments.count) rests report that \(subject.item)."],
        odds: moments.count >= 3 ? 300 : 50,
        effects: subject.findings(["S08"]),
        fix: (
          "set an anchor where the position is bound",
          .boundID(
            apple: ".scrollPosition(id: $id, anchor: "
              + "\(declared.positionAnchor.map { SwiftCode.anchor($0, along: subject.axis) } ?? ".top"))"
          )
        ))
    }
    return nil
  }

  private func anchorText(_ point: UnitPoint) -> String {
    switch isVertical ? point.y : point.x {
    case 0: isVertical ? "top" : "leading"
    case 0.5: "center"
    case 1: isVertical ? "bottom" : "trailing"
    default: pointsText(isVertical ? point.y : point.x)
    }
  }

  /// An id that does not change while the content moves.
  private func stale(
    _ moments: [TraceTime], _ recorded: PositionTimeline, _ declared: PositionTimeline
  ) -> DiagnosedCause? {
    guard let first = moments.first(where: { declared.id(at: $0) != recorded.id(at: $0) }),
      let held = recorded.id(at: first)
    else { return nil }
    let wrong = moments.filter { declared.id(at: $0) != recorded.id(at: $0) }
    let isHeld = wrong.allSatisfy { recorded.id(at: $0) == recorded.id(at: first) }
    guard isHeld else { return nil }
    let name = held?.displayText ?? "nothing"
    let meant = declared.id(at: first).flatMap { $0 }?.displayText ?? "nothing"
    return subject.cause(
      .position,
      [
        "The position still reports \(name) at \(momentText(first)), where \(meant) is at its anchor: "
          + "scrolling does not change the id."
      ],
      proof: ["\(wrong.count) of \(moments.count) rests report \(name)."], odds: 200,
      effects: subject.findings(["S08"]),
      fix: (
        "declare a target layout on the stack, and put no .id() between it and the items",
        .boundID(along: subject.axis)
      ))
  }
}
