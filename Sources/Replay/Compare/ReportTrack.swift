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

/// What both sides said last about one kind of report.
struct ReportDifference: Sendable {
  var a: ReportValue?
  var b: ReportValue?

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
}

/// One kind of report of both sides: how long they say different things.
///
/// A side that never reports the kind is not compared.
struct ReportTrack: Sendable {
  struct Ended {
    let from: TraceTime
    let to: TraceTime
    /// What the sides said when they came to differ, and what had happened until then.
    let difference: ReportDifference
    let moment: OnsetFinder.Moment?
  }

  private var now = ReportDifference()
  private var begin: (time: TraceTime, difference: ReportDifference)?
  /// What had happened when the sides came to differ.
  var moment: OnsetFinder.Moment?

  var isDifferent: Bool { begin != nil }

  /// Sets a side's value; returns the difference that so ended.
  mutating func set(_ value: ReportValue, at time: TraceTime, of side: Side) -> Ended? {
    if side == .first { now.a = value } else { now.b = value }
    guard let a = now.a, let b = now.b, a != b else { return end(at: time) }
    if begin == nil { begin = (time, now) }
    return nil
  }

  mutating func end(at time: TraceTime) -> Ended? {
    guard let (from, difference) = begin else { return nil }
    defer { (begin, moment) = (nil, nil) }
    return Ended(from: from, to: max(from, time), difference: difference, moment: moment)
  }
}
