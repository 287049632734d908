import ScrollModel

/// The last report of a side.
enum ReportValue: Hashable, Sendable {
  case none
  case id(TargetID)
  case ids(ArraySlice<TargetID>)
  case phase(ScrollPhase)
  /// The state of views by target: visible ones, or those in a transition.
  case views([TargetID: Int], name: String)

  var text: String {
    switch self {
    case .none: "nothing"
    case .id(let id): id.displayText
    case .ids(let ids) where ids.isEmpty: "no target"
    case .ids(let ids):
      "\(ids.count) \(ids.count == 1 ? "target" : "targets") "
        + "(\(ids.prefix(4).map(\.displayText).joined(separator: ", ")))"
    case .phase(let phase): phase.word
    case .views(let states, let name): states.isEmpty ? "no \(name)" : "\(states.count) \(name)"
    }
  }
}

/// The last reports of both sides of one kind.
struct ReportDifference: Sendable {
  var a: ReportValue?
  var b: ReportValue?
  /// Whether the last change ended a drag.
  var endsDrag = false

  /// Whether both sides reported different values.
  var isDifferent: Bool {
    switch (a, b) {
    case (nil, _), (_, nil): false
    case (.ids(let a)?, .ids(let b)?): !a.isSame(as: b)
    default: a != b
    }
  }

  /// Replaces a side's value; returns whether that ended a drag, and, if `asks`, whether the value
  /// changed.
  fileprivate mutating func replace(
    _ value: ReportValue, of side: Side, asks: Bool
  ) -> (endsDrag: Bool, isOther: Bool) {
    func replace(_ old: inout ReportValue?) -> (Bool, Bool) {
      let endsDrag = if case .phase(.interacting)? = old { true } else { false }
      let isOther = asks ? old != value : false
      old = value
      return (endsDrag, isOther)
    }
    return side == .first ? replace(&a) : replace(&b)
  }

  /// The decision step that explains different phases, if the phases are sufficient.
  var phaseStage: DecisionStep? {
    guard case (.phase(let a)?, .phase(let b)?) = (a, b) else { return nil }
    let both = [a, b]
    if both.contains(.interacting) || both.contains(.tracking) {
      return endsDrag ? .releaseVelocity : .gestureRecognition
    }
    if both.contains(.animating) { return .command }
    return both.contains(.decelerating) ? .motion : nil
  }

  func sentence(_ sides: SideNames) -> String {
    "\(sides.first) reported \(a?.text ?? "nothing"), \(sides.second) reported \(b?.text ?? "nothing")"
  }
}

/// One kind of report of both sides, and the duration of their differences.
///
/// A side that never reports the kind is not compared.
struct ReportComparison: Sendable {
  struct Ended {
    let from: TraceTime
    let to: TraceTime
    /// The reports at the beginning of the difference, and the history until then.
    let difference: ReportDifference
    let moment: OnsetFinder.Moment?
    /// The reports with the longest duration during the difference.
    let longest: ReportDifference
    /// The number of the first compared frame in it; nil without one.
    let frame: Int64?
  }

  private var now = ReportDifference()
  /// Whether the sides differ.
  ///
  /// Data about the beginning is stored separately, because reading a large optional copies it.
  private(set) var isDifferent = false
  private var begin = TraceTime.zero
  private var difference = ReportDifference()
  /// The time since which both reports are unchanged.
  private var since = TraceTime.zero
  /// The reports with the longest duration during the difference so far, and that duration.
  ///
  /// The length is below zero without any.
  private var longest = (difference: ReportDifference(), length: -1 as Int64)
  /// Whether the first side reports changes, and not only samples.
  var tellsChanges = false
  /// The last time at which the first side confirmed the difference.
  private var seen: TraceTime?
  /// The history at the beginning of the difference.
  private var moment: OnsetFinder.Moment?
  /// Whether a difference has begun for which `explain` was not called yet.
  private(set) var needsMoment = false
  /// The number of the first frame that was compared since the sides differ.
  private var frame: Int64?
  /// The last confirmed difference; large, so it is only read when one ended.
  private(set) var ended: Ended?

  /// Whether the sides differ and no frame has been compared since.
  var awaitsFrame: Bool { isDifferent && frame == nil }

  /// Assigns the number of the frame that is compared at a time.
  mutating func number(_ number: Int64, at time: TraceTime) {
    guard awaitsFrame, begin <= time else { return }
    frame = number
  }

  /// Sets the history at the beginning of the difference.
  mutating func explain(_ moment: OnsetFinder.Moment) {
    self.moment = moment
    needsMoment = false
  }

  /// Sets a side's value; returns whether this ended a difference, which is then in `ended`.
  ///
  /// A sampled value is valid at its time; the change may be anywhere since the sample before. A
  /// difference is therefore only certain up to the last sample that confirmed it.
  mutating func set(
    _ value: ReportValue, at time: TraceTime, of side: Side, isGlimpse: Bool = false
  ) -> Bool {
    if side == .first, !isGlimpse { tellsChanges = true }
    if isDifferent { keepLongest(until: time) }
    let (endsDrag, isOther) = now.replace(value, of: side, asks: isDifferent && !tellsChanges)
    now.endsDrag = endsDrag
    let differs = now.isDifferent
    // A difference ends with equal values or with other values.
    let ends = isDifferent ? !differs || isOther : false
    if ends { ended = end(at: time) }
    if differs {
      if !isDifferent {
        (isDifferent, needsMoment, begin, difference) = (true, true, time, now)
        (since, longest.length) = (time, -1)
      }
      if side == .first { seen = time }
    }
    return ends
  }

  /// Records that the first side repeats its last value.
  mutating func repeatFirst(at time: TraceTime) {
    if isDifferent { seen = time }
  }

  /// Ends the difference at the last time at which the first side confirmed it.
  mutating func end(at time: TraceTime) -> Ended? {
    guard isDifferent else { return nil }
    keepLongest(until: time)
    defer { (isDifferent, needsMoment, moment, frame) = (false, false, nil, nil) }
    // Simultaneous reports of both sides are no difference, whichever came first.
    guard let to = tellsChanges ? time : seen, to > begin else { return nil }
    return Ended(
      from: begin, to: to, difference: difference, moment: moment,
      longest: longest.length < 0 ? difference : longest.difference, frame: frame)
  }

  /// Records the current reports if they lasted longest.
  ///
  /// A side may change its report slightly earlier than the other, so the first values of a
  /// difference may last only a frame or two.
  private mutating func keepLongest(until time: TraceTime) {
    let length = time.nanoseconds(since: since)
    since = time
    if length > longest.length { longest = (now, length) }
  }
}
