import ScrollModel

/// A defect injected into the recording of a correct scroll view.
///
/// Faults are pure transformations of an event stream, independent of its source. They test
/// detectors, because a correct engine does not make these mistakes.
public struct InjectedFault: Hashable, Sendable {
  /// The kind of transformation.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A settle ends this many points farther, and so do all later offsets.
    case moveRest = "move-rest"
    /// A settle takes no time.
    case instantSettle = "instant-settle"
    /// A settle has constant velocity.
    case linearSettle = "linear-settle"
    /// A settle oscillates around its path by this many points.
    case swingSettle = "swing-settle"
    /// A settle stops at its release offset.
    case stopSettle = "stop-settle"
    /// A settle returns to the start of its gesture.
    case undoGesture = "undo-gesture"
    /// The content jumps by this many points, 300 ms after a rest.
    case leapAtRest = "leap-at-rest"
    /// The content jumps by this many points when the container changes.
    case leapAtResize = "leap-at-resize"
    /// A lazy stack corrects an estimate by this many points, 300 ms after a rest, without a
    /// visible jump.
    case correctEstimate = "correct-estimate"
    /// A new layout during a gesture makes the content jump by this many points.
    case leapInGesture = "leap-in-gesture"
    /// A gesture moves nothing.
    case freezeGesture = "freeze-gesture"
    /// Frames are missing for this many milliseconds of a settle.
    case dropFrames = "drop-frames"
    /// The stream ends in the middle of a settle.
    case cut
    /// An invalid phase change comes after a rest.
    case illegalPhase = "illegal-phase"
    /// No position is reported from a gesture on.
    case staleID = "stale-id"
    /// During a settle the position reports one id, another, and the first again.
    case returnID = "return-id"
    /// The finger of a gesture is never lifted.
    case loseLift = "lose-lift"
    /// A target flickers at a rest.
    case flicker
    /// The most visible target of the last rest is never reported.
    case loseImpression = "lose-impression"
    /// A target outside the viewport is reported visible.
    case falseImpression = "false-impression"
    /// Nothing is reported visible before the first gesture.
    case loseInitial = "lose-initial"
    /// The first visible set of several targets at rest is reported target by target, 100 ms apart.
    case splitSet = "split-set"
    /// The content's length alternates by this many points after a rest.
    case contentPingPong = "content-ping-pong"
    /// The top inset alternates by this many points after a rest.
    case insetPingPong = "inset-ping-pong"
    /// Inset and container are reported in another convention for two frames after a rest.
    case conventionFlip = "convention-flip"
    /// Content that followed its growing end no longer does.
    case loseFollow = "lose-follow"
    /// The program scrolls alternately to the first two targets after a rest.
    case writeLoop = "write-loop"
    /// The animation of a command ends this many points farther.
    case moveCommand = "move-command"
    /// The animation of a command starts in the wrong direction.
    case wrongWay = "wrong-way"
    /// A row before the target of the last programmatic scroll grows by this many points at the
    /// same time. The scroll ends at the old position of the target.
    case staleTarget = "stale-target"
    /// An event has an earlier time than the previous one.
    case timeBack = "time-back"
  }

  /// The kind.
  public var kind: Kind
  /// The gesture, from 1; 0 for all.
  public var gesture: Int
  /// The amount, in the unit of the kind.
  public var amount: Double

  /// Creates a fault.
  public init(_ kind: Kind, gesture: Int = 1, amount: Double = 0) {
    self.kind = kind
    self.gesture = gesture
    self.amount = amount + 0.0
  }

  /// Parses a fault from `kind gesture amount`; nil if it is invalid.
  public init?(_ text: String) {
    let words = text.split(separator: " ")
    guard let name = words.first, let kind = Kind(rawValue: String(name)), words.count <= 3 else {
      return nil
    }
    self.init(kind)
    if words.count > 1 {
      guard let number = Int(words[1]), number >= 0 else { return nil }
      gesture = number
    }
    if words.count > 2 {
      guard let number = Double(words[2]), number.magnitude <= ModelLimits.coordinate else {
        return nil
      }
      amount = number
    }
  }

  /// Returns the stream with the defect; a stream without a suitable position is unchanged.
  public func applied(to events: [SimulationRun.Moment]) -> [SimulationRun.Moment] {
    var stream = FaultyStream(events)
    switch kind {
    case .moveRest, .instantSettle, .linearSettle, .swingSettle, .stopSettle, .undoGesture:
      stream.settles(of: gesture) { stream, settle in stream.bend(settle, kind, amount) }
    case .leapAtRest, .contentPingPong, .insetPingPong, .conventionFlip, .illegalPhase,
      .writeLoop, .flicker, .falseImpression, .timeBack:
      stream.settles(of: gesture) { stream, settle in stream.add(kind, amount, after: settle) }
    case .correctEstimate:
      stream.settles(of: gesture) { stream, settle in stream.correctEstimate(after: settle, amount)
      }
    case .leapAtResize: stream.leapAtResize(amount)
    case .leapInGesture: stream.leapInGesture(gesture, amount)
    case .freezeGesture: stream.freeze(gesture)
    case .dropFrames:
      stream.settles(of: gesture) { stream, settle in stream.dropFrames(of: settle, amount) }
    case .returnID: stream.settles(of: gesture) { stream, settle in stream.returnID(in: settle) }
    case .cut: stream.settles(of: gesture) { stream, settle in stream.cut(settle) }
    case .staleID: stream.dropReports(from: gesture)
    case .loseLift: stream.dropLift(of: gesture)
    case .loseImpression: stream.dropLastImpression()
    case .loseInitial: stream.dropInitialImpressions()
    case .splitSet: stream.splitSets()
    case .loseFollow: stream.dropFollowing()
    case .staleTarget: stream.moveTargetAway(amount)
    case .moveCommand, .wrongWay: stream.bendCommands(kind, amount)
    }
    return stream.events
  }
}
