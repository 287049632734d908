import ScrollModel

/// What a side reported last.
enum ReportValue: Hashable, Sendable {
  case none
  case id(TargetID)
  case ids(ArraySlice<TargetID>)
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
    case .phase(let phase): phase.word
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
  var isDifferent: Bool {
    switch (a, b) {
    case (nil, _), (_, nil): false
    case (.ids(let a)?, .ids(let b)?): !a.isSame(as: b)
    default: a != b
    }
  }

  /// Puts a side's value in place of another; says whether that was a drag's phase, and whether it was
  /// another one, if that is asked.
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

  /// What made two phases differ, where the phases themselves tell.
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

/// One kind of report of both sides: how long they say different things.
///
/// A side that never reports the kind is not compared.
struct ReportComparison: Sendable {
  struct Ended {
    let from: TraceTime
    let to: TraceTime
    /// What the sides reported when they began to differ, and what had happened until then.
    let difference: ReportDifference
    let moment: OnsetFinder.Moment?
    /// What they reported for the longest time while they differed.
    let longest: ReportDifference
    /// The number of the first frame that was compared since; nil where none was.
    let frame: Int64?
  }

  private var now = ReportDifference()
  /// Whether the sides differ.
  ///
  /// What was true when they came to is kept beside it: it is asked far more often than that is, and an
  /// optional of so much is copied when it is looked at.
  private(set) var isDifferent = false
  private var begin = TraceTime.zero
  private var difference = ReportDifference()
  /// Since when both sides have reported what they report now.
  private var since = TraceTime.zero
  /// What they reported for the longest time so far while they differed, and for how long.
  private var longest: (difference: ReportDifference, length: Int64)?
  /// Whether the first side tells its changes, and not only how things are now and then.
  var tellsChanges = false
  /// The last moment of the difference at which the first side said that it lasts.
  private var seen: TraceTime?
  /// What had happened when the sides came to differ.
  private var moment: OnsetFinder.Moment?
  /// Whether the sides have come to differ and nobody has said what had happened until then.
  private(set) var needsMoment = false
  /// The number of the first frame that was compared since the sides differ.
  private var frame: Int64?
  /// The difference that ended last, if it was certain; large, and so only asked for where one did.
  private(set) var ended: Ended?

  /// Whether the sides differ and no frame has been compared since.
  var awaitsFrame: Bool { isDifferent && frame == nil }

  /// Takes the number of the frame that is compared at a moment.
  mutating func number(_ number: Int64, at time: TraceTime) {
    guard awaitsFrame, begin <= time else { return }
    frame = number
  }

  /// Says what had happened when the sides came to differ.
  mutating func explain(_ moment: OnsetFinder.Moment) {
    self.moment = moment
    needsMoment = false
  }

  /// Sets a side's value; returns whether a difference so ended, which `ended` then is.
  ///
  /// A glimpse says what holds at its moment; the change lies anywhere between it and the one before,
  /// so that a difference is only certain up to the last glimpse that showed it.
  mutating func set(
    _ value: ReportValue, at time: TraceTime, of side: Side, isGlimpse: Bool = false
  ) -> Bool {
    if side == .first, !isGlimpse { tellsChanges = true }
    if isDifferent { keepLongest(until: time) }
    let (endsDrag, isOther) = now.replace(value, of: side, asks: isDifferent && !tellsChanges)
    now.endsDrag = endsDrag
    let differs = now.isDifferent
    // Sides that differed and do not any more were told something else.
    let ends = isDifferent ? !differs || isOther : false
    if ends { ended = end(at: time) }
    if differs {
      if !isDifferent {
        (isDifferent, needsMoment, begin, difference) = (true, true, time, now)
        (since, longest) = (time, nil)
      }
      if side == .first { seen = time }
    }
    return ends
  }

  /// Takes note that the first side says once more what it said last.
  mutating func repeatFirst(at time: TraceTime) {
    if isDifferent { seen = time }
  }

  /// Ends the difference, as far as the first side was seen to stand by it.
  mutating func end(at time: TraceTime) -> Ended? {
    guard isDifferent else { return nil }
    keepLongest(until: time)
    defer { (isDifferent, needsMoment, moment, frame) = (false, false, nil, nil) }
    // Reports of both sides at one moment are no difference, whichever came first.
    guard let to = tellsChanges ? time : seen, to > begin else { return nil }
    return Ended(
      from: begin, to: to, difference: difference, moment: moment,
      longest: longest?.difference ?? difference, frame: frame)
  }

  /// Keeps what both sides report up to a moment if they reported nothing else for longer.
  ///
  /// A side may change its report while the other one still reports the old value, so the first values of
  /// a difference can be those of a frame or two.
  private mutating func keepLongest(until time: TraceTime) {
    let length = time.nanoseconds(since: since)
    since = time
    if length > longest?.length ?? -1 { longest = (now, length) }
  }
}
