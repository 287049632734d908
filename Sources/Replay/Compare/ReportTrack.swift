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
    case .ids(let ids) where ids.isEmpty: "no target"
    case .ids(let ids):
      "\(ids.count) \(ids.count == 1 ? "target" : "targets") "
        + "(\(ids.prefix(4).map(\.displayText).joined(separator: ", ")))"
    case .phase(let phase): "\(phase)"
    case .views(let states, let name): states.isEmpty ? "no \(name)" : "\(states.count) \(name)"
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
  private(set) var since: TraceTime?
  /// Whether the last change ended a drag.
  private var endsDrag = false
  /// Whether the first side tells its changes, and not only how things are now and then.
  var tellsChanges = false
  /// The last moment of the difference at which the first side said that it lasts.
  private var seen: TraceTime?
  var onset = Onset(stage: .position, sentence: "")

  var isDifferent: Bool { a != nil && b != nil && a != b }

  /// What made two phases differ, where the phases themselves tell.
  var phaseStage: DecisionStage? {
    guard case (.phase(let a)?, .phase(let b)?) = (a, b) else { return nil }
    let both = [a, b]
    if both.contains(.interacting) || both.contains(.tracking) {
      return endsDrag ? .releaseVelocity : .gestureRecognition
    }
    if both.contains(.animating) { return .command }
    return both.contains(.decelerating) ? .motion : nil
  }

  var sentence: String { "\(a?.text ?? "?") against \(b?.text ?? "?")" }

  /// Sets a side's value; returns the difference that so ended.
  ///
  /// A glimpse says what holds at its moment; the change lies anywhere between it and the one before,
  /// so that a difference is only certain up to the last glimpse that showed it.
  mutating func set(
    _ value: ReportValue, at time: TraceTime, of side: Side, isGlimpse: Bool = false
  ) -> Ended? {
    let old = side == .first ? a : b
    if side == .first, !isGlimpse { tellsChanges = true }
    endsDrag = old == .phase(.interacting)
    if side == .first { a = value } else { b = value }
    var ended: Ended?
    if let since, value != old, !isDifferent || !tellsChanges {
      ended = tellsChanges ? Ended(from: since, to: time, onset: onset) : certain
      self.since = nil
    }
    if isDifferent {
      since = since ?? time
      if side == .first { seen = time }
    }
    return ended
  }

  /// The difference as far as the first side was seen to stand by it.
  private var certain: Ended? {
    guard let since, let seen, seen > since else { return nil }
    return Ended(from: since, to: seen, onset: onset)
  }

  mutating func end(at time: TraceTime) -> Ended? {
    defer { since = nil }
    guard tellsChanges else { return certain }
    return since.map { Ended(from: $0, to: max($0, time), onset: onset) }
  }
}
