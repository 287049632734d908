import ScrollModel

/// What a side reported last.
enum ReportValue: Hashable, Sendable {
  case none
  case id(TargetID)
  case ids([TargetID])
  case phase(ScrollPhase)
  /// Views that are in a state of their own, by target: visible ones, or those in a transition.
  case views([TargetID: Int], name: String)

  var text: String {
    switch self {
    case .none: "nothing"
    case .id(let id): id.displayText
    case .ids(let ids):
      "\(ids.count) targets (\(ids.prefix(4).map(\.displayText).joined(separator: ", ")))"
    case .phase(let phase): "\(phase)"
    case .views(let states, let name): "\(states.count) \(name)"
    }
  }
}

/// One kind of report of both sides: how long they say different things.
///
/// A side that never reports the kind is not compared.
struct ReportTrack: Sendable {
  struct Ended {
    let from: TraceTime
    let to: TraceTime
    var onset: Onset
  }

  private var a: ReportValue?
  private var b: ReportValue?
  private var since: TraceTime?
  var onset = Onset(stage: .position, sentence: "")

  var isDifferent: Bool { a != nil && b != nil && a != b }

  /// What made two phases differ, where the phases themselves tell.
  var phaseStage: DecisionStage? {
    guard case (.phase(let a)?, .phase(let b)?) = (a, b) else { return nil }
    let both = [a, b]
    if both.contains(.interacting) || both.contains(.tracking) {
      return both.contains(.decelerating) ? .releaseVelocity : .gestureRecognition
    }
    if both.contains(.animating) { return .command }
    return both.contains(.decelerating) ? .motion : nil
  }

  var sentence: String { "\(a?.text ?? "?") against \(b?.text ?? "?")" }

  /// Sets a side's value; returns the difference that so ended.
  mutating func set(_ value: ReportValue, at time: TraceTime, of side: Side) -> Ended? {
    let old = since
    if side == .first { a = value } else { b = value }
    if isDifferent {
      if since == nil { since = time }
      return nil
    }
    since = nil
    return old.map { Ended(from: $0, to: time, onset: onset) }
  }

  mutating func end(at time: TraceTime) -> Ended? {
    defer { since = nil }
    return since.map { Ended(from: $0, to: max($0, time), onset: onset) }
  }
}
