import ScrollModel

/// One reported decision about a resting offset.
struct Decision: Hashable, Sendable {
  var time: TraceTime
  /// Whether a resize of the container caused it, and not a gesture.
  var isResize = false
  var axis: Axis?
  var velocity: Double?
  var natural: Double?
  var proposed: Double?
  var chosen: Double?
  var chosenID: TargetID?
  var rule: SettleRule?
  var peerRule: PeerRule?
  var limit: Int??
  var clamp: SettleClamp?
  var curve: SettleCurve?

  init(_ settle: Settle) {
    time = settle.time
    isResize = settle.isResize
    axis = settle.axis
    velocity = settle.velocity
    natural = settle.natural
    proposed = settle.proposed
    chosen = settle.chosen
    chosenID = settle.chosenID
    rule = settle.rule
    peerRule = settle.peerRule
    limit = settle.limit
    clamp = settle.clamp
    curve = settle.curve
  }

  init(_ report: ReleaseReport, at time: TraceTime, axis: Axis) {
    self.time = time
    self.axis = axis
    velocity = report.velocity.map { axis == .vertical ? $0.dy : $0.dx }
    proposed = report.proposedOffset.map { axis == .vertical ? $0.y : $0.x }
    chosen = report.chosenOffset.map { axis == .vertical ? $0.y : $0.x }
    chosenID = report.chosenID
  }
}

/// The decisions and reports of one side that may explain the next difference.
struct DecisionHistory: Sendable {
  private(set) var decisions: [Axis: Decision] = [:]
  private(set) var lastDecision: TraceTime?
  private(set) var phase: ScrollPhase?
  private(set) var phaseTime = TraceTime.zero
  /// The number of frames in the current phase.
  private(set) var framesInPhase = 0
  /// The time of the last layout or container change after the initial scene.
  private(set) var layoutTime: TraceTime?
  private(set) var commandTime: TraceTime?
  /// Whether some frames of targets are estimates of a lazy stack.
  var hasEstimates = false

  mutating func take(_ input: Input, at time: TraceTime) {
    switch input {
    case .layout, .edit, .container:
      if time > .zero { layoutTime = time }
    case .command:
      commandTime = time
    case .touch, .wheel: break
    }
  }

  mutating func take(_ settle: Settle) {
    decisions[settle.axis] = Decision(settle)
    lastDecision = settle.time
  }

  mutating func take(_ report: ReleaseReport, at time: TraceTime, axis: Axis) {
    guard decisions[axis]?.time != time || decisions[axis]?.rule == nil else { return }
    decisions[axis] = Decision(report, at: time, axis: axis)
    lastDecision = time
  }

  mutating func enter(_ phase: ScrollPhase, at time: TraceTime) {
    guard phase != self.phase else { return }
    self.phase = phase
    phaseTime = time
    framesInPhase = 0
  }

  mutating func countFrames(_ count: Int) { framesInPhase += count }
}

/// A history with pending reports, which advances to the time of the compared frame.
///
/// A side is ahead of the comparison by up to one input, so its reports are queued here.
struct TrailQueue: Sendable {
  /// Large cases are stored indirectly, because most notes are phases.
  enum Note: Sendable {
    indirect case input(Input)
    indirect case settle(Settle)
    indirect case release(ReleaseReport, Axis)
    case phase(ScrollPhase)
    case estimates(Bool)
  }

  private(set) var trail = DecisionHistory()
  /// Whether the side has reported no decision so far, as in most recordings.
  private(set) var isSilent = true
  private var waiting = TimedQueue<Note>()

  mutating func add(_ note: Note, at time: TraceTime) {
    switch note {
    case .settle, .release: isSilent = false
    case .input, .phase, .estimates: break
    }
    waiting.append(note, at: time)
  }

  mutating func advance(to time: TraceTime) {
    while let (moment, note) = waiting.popFirst(until: time) {
      switch note {
      case .input(let input): trail.take(input, at: moment)
      case .settle(let settle): trail.take(settle)
      case .release(let report, let axis): trail.take(report, at: moment, axis: axis)
      case .phase(let phase): trail.enter(phase, at: moment)
      case .estimates(let flag): trail.hasEstimates = flag
      }
    }
  }

  /// The time of the first pending decision; the largest time if none is pending.
  @inline(__always) var nextNote: TraceTime { waiting.firstTime ?? TraceTime(nanoseconds: .max) }

  mutating func countFrames(_ count: Int) { trail.countFrames(count) }
}

/// The names of the two sides in sentences.
struct SideNames: Sendable {
  static let replay = SideNames(first: "the recording", second: "the replay")
  static let any = SideNames(first: "the first side", second: "the second side")

  let first: String
  let second: String
}

/// Finds the decision at which two outcomes diverge.
///
/// What is asked for each frame is inlined: a call would copy both histories.
struct OnsetFinder: Sendable {
  var first = TrailQueue()
  var second = TrailQueue()
  let sides: SideNames

  init(sides: SideNames) {
    self.sides = sides
  }

  mutating func advance(to time: TraceTime) {
    first.advance(to: time)
    second.advance(to: time)
  }

  /// The time of the first pending decision of either side.
  @inline(__always) var nextNote: TraceTime { min(first.nextNote, second.nextNote) }

  /// Whether both sides may be at rest, according to their phases.
  @inline(__always) var mayBeAtRest: Bool {
    first.trail.phase ?? .idle == .idle && second.trail.phase ?? .idle == .idle
  }

  /// Whether both sides report the phase idle.
  var saysRest: Bool { first.trail.phase == .idle && second.trail.phase == .idle }

  /// Whether both sides are at rest after keeping their offsets for a number of nanoseconds.
  ///
  /// The first frame of a drag may come before its phase. Without phases, two equal frames may
  /// belong to one movement.
  @inline(__always) func isAtRest(after stay: (first: Int64, second: Int64)) -> Bool {
    func rests(_ phase: ScrollPhase?, _ stay: Int64) -> Bool {
      phase == nil ? stay >= RestIntervals.shortest : phase == .idle && stay > 0
    }
    return rests(first.trail.phase, stay.first) && rests(second.trail.phase, stay.second)
  }

  /// Whether the phase of both sides is interacting.
  @inline(__always) var isDragged: Bool {
    first.trail.phase == .interacting && second.trail.phase == .interacting
  }

  /// The history of both sides; `last` is the last time at which they agreed, `isPulled` is whether
  /// the content of one is past its edge.
  func moment(after last: TraceTime?, isPulled: Bool = false) -> Moment {
    Moment(
      a: first.trail, b: second.trail, isFirstSilent: first.isSilent,
      isSecondSilent: second.isSilent, last: last, isPulled: isPulled, sides: sides)
  }
}

extension OnsetFinder {
  /// The history of both sides at a divergence; sentences are created on demand.
  ///
  /// This is a class, because a comparison reads what contains it at each frame, and a copy of both histories
  /// takes longer than a frame.
  final class Moment: Sendable {
    let a: DecisionHistory
    let b: DecisionHistory
    let isFirstSilent: Bool
    let isSecondSilent: Bool
    let last: TraceTime?
    let isPulled: Bool
    let sides: SideNames

    init(
      a: DecisionHistory, b: DecisionHistory, isFirstSilent: Bool, isSecondSilent: Bool,
      last: TraceTime?, isPulled: Bool, sides: SideNames
    ) {
      (self.a, self.b) = (a, b)
      (self.isFirstSilent, self.isSecondSilent) = (isFirstSilent, isSecondSilent)
      (self.last, self.isPulled, self.sides) = (last, isPulled, sides)
    }
  }
}

extension OnsetFinder.Moment {
  /// The decision at which the sides diverge.
  ///
  /// `grows` is whether the difference grew with the next frame of a pull. The first frame of a pull does not
  /// differ from a drag that began elsewhere, but the difference of such a drag does not grow.
  func onset(grows: Bool = false) -> DivergenceCause {
    var (stage, sentence) = cause
    if grows, stage == .gestureRecognition { (stage, sentence) = Self.pull }
    return DivergenceCause(stage: stage, sentence: sentence, chain: chain)
  }

  private static let pull = (
    DecisionStep.overscroll, "the content moved past its edge by different distances"
  )

  /// The cause: events since the sides agreed take precedence over ongoing ones.
  private var cause: (DecisionStep, String) {
    guard let last else {
      // The content may be past its edge at the first frame already.
      return isPulled && a.phase == .interacting && b.phase == .interacting
        ? Self.pull : (.initialPlacement, "the content starts at different offsets")
    }
    func isNew(_ time: TraceTime?) -> Bool { time.map { $0 > last } ?? false }
    if isNew(a.lastDecision) || isNew(b.lastDecision), let found = decision() { return found }
    if let layoutTime = [a.layoutTime, b.layoutTime].compactMap({ $0 }).max(), isNew(layoutTime) {
      return a.hasEstimates || b.hasEstimates
        ? (.estimateCorrection, "an estimated layout was corrected at \(seconds(layoutTime))")
        : (.sizeChange, "content or container changed at \(seconds(layoutTime))")
    }
    let phases = [a.phase ?? .idle, b.phase ?? .idle]
    if isNew(a.commandTime) || isNew(b.commandTime) || phases.contains(.animating) {
      return (.command, "a programmatic scroll was under way")
    }
    if phases.contains(.decelerating) || phases == [.idle, .idle] {
      return decision() ?? (.motion, "the decisions are equal, but the content moved differently")
    }
    // Missing data of a side is not a cause.
    guard let first = a.phase, let second = b.phase else {
      return decision() ?? (.motion, "the content moved differently; \(lackOfPhases)")
    }
    if first != second {
      return (
        .gestureRecognition,
        "\(sides.first) was \(first.word) while \(sides.second) was \(second.word)"
      )
    }
    // A difference within the first frames of a drag began with the drag.
    return min(a.framesInPhase, b.framesInPhase) <= 1
      ? (.gestureRecognition, "the drag began at another offset or time")
      : isPulled
        ? Self.pull : (.overscroll, "the finger moved the content by different distances")
  }

  /// The first part of the last decisions that differs.
  private func decision() -> (DecisionStep, String)? {
    for axis in [Axis.vertical, .horizontal] {
      switch (a.decisions[axis], b.decisions[axis]) {
      case (nil, nil): continue
      case (let first?, let second?):
        if first.isResize != second.isResize || (first.isResize && first.time != second.time) {
          return (.sizeChange, "only one of the two re-ran its behavior for the new size")
        }
        if let found = OnsetFinder.difference(first, second, sides) { return found }
      case (nil, let decision?) where isFirstSilent:
        return (.motion, Self.alone(decision, of: sides.second, other: sides.first))
      case (let decision?, nil) where isSecondSilent:
        return (.motion, Self.alone(decision, of: sides.first, other: sides.second))
      case (let decision?, nil): return onlyOne(decision, sides.first)
      case (nil, let decision?): return onlyOne(decision, sides.second)
      }
    }
    return nil
  }

  /// The decision of one side if the other reports none.
  private static func alone(
    _ decision: Decision, of side: String, other: String
  ) -> String {
    "\(side), released at \(OnsetFinder.text(decision.velocity)) pt/s, goes to "
      + "\(OnsetFinder.text(decision.chosen)) pt\(OnsetFinder.by(decision)); "
      + "\(other) reports no decision"
  }

  /// The decision of one side if the other made none.
  private func onlyOne(
    _ decision: Decision, _ side: String
  ) -> (DecisionStep, String) {
    decision.isResize
      ? (.sizeChange, "only \(side) re-ran its behavior for the new size")
      : (.gestureRecognition, "the gesture became a scroll only in \(side)")
  }

  private var lackOfPhases: String {
    switch (a.phase, b.phase) {
    case (nil, nil): "neither \(sides.first) nor \(sides.second) reports phases"
    case (nil, _): "\(sides.first) reports no phases"
    default: "\(sides.second) reports no phases"
    }
  }

  private func seconds(_ time: TraceTime) -> String { "\(OnsetFinder.text(time.milliseconds)) ms" }

  /// The decisions of both sides, one sentence each.
  var chain: [String] {
    var chain: [String] = []
    for (side, trail) in [("first", a), ("second", b)] {
      for axis in Axis.allCases {
        guard let decision = trail.decisions[axis] else { continue }
        // One text, because a list of parts takes several times as long.
        var text = side
        text.reserveCapacity(128)
        text += " side at "
        text += seconds(decision.time)
        func add(_ words: String, _ value: Double?, _ rest: String) {
          guard value != nil else { return }
          text += words
          text += OnsetFinder.text(value)
          text += rest
        }
        add(", released at ", decision.velocity, " pt/s")
        add(", would end at ", decision.natural, "")
        add(", was proposed ", decision.proposed, "")
        add(", chose ", decision.chosen, OnsetFinder.by(decision))
        chain.append(text)
      }
    }
    return chain
  }
}

extension OnsetFinder {
  static func difference(
    _ a: Decision, _ b: Decision, _ sides: SideNames
  ) -> (DecisionStep, String)? {
    func differ(_ first: Double?, _ second: Double?) -> Bool {
      guard let first, let second else { return false }
      // Rounding by a file format is not a different decision.
      return (first - second).magnitude > 1e-6
    }
    if differ(a.velocity, b.velocity) {
      return (
        .releaseVelocity,
        "\(sides.first) was released at \(text(a.velocity)) pt/s, \(sides.second) at "
          + "\(text(b.velocity)) pt/s"
      )
    }
    if differ(a.natural, b.natural) {
      return (
        .projection,
        "without a behavior, \(sides.first) would stop at \(text(a.natural)) pt and "
          + "\(sides.second) at \(text(b.natural)) pt"
      )
    }
    if differ(a.proposed, b.proposed) {
      return (
        .projection,
        "\(sides.first) proposed \(text(a.proposed)) pt, \(sides.second) proposed "
          + "\(text(b.proposed)) pt"
      )
    }
    let rules = (a.rule, b.rule)
    let choosesDiffer =
      differ(a.chosen, b.chosen) || (rules.0 != nil && rules.1 != nil && rules.0 != rules.1)
      || (rules.0 != nil && rules.1 != nil && a.peerRule != b.peerRule)
    if choosesDiffer {
      if a.clamp != nil, b.clamp != nil, a.clamp != b.clamp, a.chosenID == b.chosenID,
        rules.0 == rules.1
      {
        return (
          .clamp,
          "the end of the range limits \(sides.first) to \(text(a.chosen)) pt and "
            + "\(sides.second) to \(text(b.chosen)) pt"
        )
      }
      return (
        .candidateChoice,
        "\(sides.first) chose \(text(a.chosen)) pt\(by(a)), \(sides.second) chose "
          + "\(text(b.chosen)) pt\(by(b))"
      )
    }
    if let first = a.curve, let second = b.curve, first != second {
      return (
        .curve,
        "\(sides.first) moved along the curve \(first.rawValue), \(sides.second) along "
          + "\(second.rawValue)"
      )
    }
    return nil
  }

  static func by(_ decision: Decision) -> String {
    let id = decision.chosenID.map { " (\($0.displayText))" } ?? ""
    let rule = decision.peerRule?.rawValue ?? decision.rule?.rawValue
    return id + (rule.map { " by rule \($0)" } ?? "")
  }

  static func text(_ value: Double?) -> String {
    guard let value else { return "?" }
    guard value.magnitude < 1e15 else { return value.isNaN ? "nan" : "\(value)" }
    let tenths = Int64((value * 10).rounded(.toNearestOrAwayFromZero))
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return (tenths < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(rest)")
  }
}
