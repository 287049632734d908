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

/// What both sides said last about one kind of report.
struct ReportDifference: Sendable {
  var a: ReportValue?
  var b: ReportValue?
  /// Whether the last change ended a drag.
  var endsDrag = false

  /// Whether both sides said something, and not the same.
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
    /// The number of the first frame that was compared since; nil where none was.
    let frame: Int64?
  }

  private var now = ReportDifference()
  private var begin: (time: TraceTime, difference: ReportDifference)?
  /// Whether the first side tells its changes, and not only how things are now and then.
  var tellsChanges = false
  /// The last moment of the difference at which the first side said that it lasts.
  private var seen: TraceTime?
  /// What had happened when the sides came to differ.
  var moment: OnsetFinder.Moment?
  /// The number of the first frame that was compared since the sides differ.
  private var frame: Int64?

  /// Whether the sides differ.
  private var isDifferent: Bool { if case _? = begin { true } else { false } }
  /// Whether the sides have come to differ and nobody has said what had happened until then.
  var needsMoment: Bool { if case nil = moment { isDifferent } else { false } }

  /// Whether the sides differ and no frame has been compared since.
  var awaitsFrame: Bool { if case nil = frame { isDifferent } else { false } }

  /// Takes the number of the frame that is compared at a moment.
  mutating func number(_ number: Int64, at time: TraceTime) {
    guard awaitsFrame, let begin, begin.time <= time else { return }
    frame = number
  }

  /// Sets a side's value; returns the difference that so ended.
  ///
  /// A glimpse says what holds at its moment; the change lies anywhere between it and the one before,
  /// so that a difference is only certain up to the last glimpse that showed it.
  mutating func set(
    _ value: ReportValue, at time: TraceTime, of side: Side, isGlimpse: Bool = false
  ) -> Ended? {
    let old = side == .first ? now.a : now.b
    if side == .first, !isGlimpse { tellsChanges = true }
    now.endsDrag = if case .phase(.interacting)? = old { true } else { false }
    if side == .first { now.a = value } else { now.b = value }
    let isDifferent = now.isDifferent
    var ended: Ended?
    if case _? = begin, !isDifferent || !tellsChanges, value != old { ended = end(at: time) }
    if isDifferent {
      if case nil = begin { begin = (time, now) }
      if side == .first { seen = time }
    }
    return ended
  }

  /// Takes note that the first side says once more what it said last.
  mutating func repeatFirst(at time: TraceTime) {
    if case _? = begin { seen = time }
  }

  /// Ends the difference, as far as the first side was seen to stand by it.
  mutating func end(at time: TraceTime) -> Ended? {
    defer { (begin, moment, frame) = (nil, nil, nil) }
    guard let (from, difference) = begin else { return nil }
    guard let to = tellsChanges ? time : seen, tellsChanges || to > from else { return nil }
    return Ended(
      from: from, to: max(from, to), difference: difference, moment: moment, frame: frame)
  }
}
