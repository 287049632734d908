import ScrollModel

/// A defect put into the recording of a scroll view that did nothing wrong.
///
/// Faults are pure transformations of an event stream: they know the stream and nothing about who
/// made it. Detectors are tested with them, because a right engine does not make these mistakes.
public struct InjectedFault: Hashable, Sendable {
  /// What is done to the stream.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A settle ends so many points further, and everything after it stays there.
    case moveRest = "move-rest"
    /// A settle takes no time.
    case instantSettle = "instant-settle"
    /// A settle has one speed.
    case linearSettle = "linear-settle"
    /// A settle swings about its way by so many points.
    case swingSettle = "swing-settle"
    /// A settle stops where it was let go.
    case stopSettle = "stop-settle"
    /// A settle goes back to where its gesture began.
    case undoGesture = "undo-gesture"
    /// The content leaps so many points 300 ms after a rest.
    case leapAtRest = "leap-at-rest"
    /// The content leaps so many points when the container changes.
    case leapAtResize = "leap-at-resize"
    /// A lazy stack corrects an estimate by so many points 300 ms after a rest: nothing leaps.
    case correctEstimate = "correct-estimate"
    /// A new layout in mid-gesture makes the content leap so many points.
    case leapInGesture = "leap-in-gesture"
    /// A gesture moves nothing.
    case freezeGesture = "freeze-gesture"
    /// No frame comes for so many milliseconds of a settle.
    case dropFrames = "drop-frames"
    /// The stream ends in the middle of a settle.
    case cut
    /// A phase change that does not exist comes after a rest.
    case illegalPhase = "illegal-phase"
    /// No position is reported any more from a gesture on.
    case staleID = "stale-id"
    /// During a settle the position reports one id, another, and the first again.
    case returnID = "return-id"
    /// The finger of a gesture is never lifted.
    case loseLift = "lose-lift"
    /// A target flickers at a rest.
    case flicker
    /// The most visible target of the last rest is never reported.
    case loseImpression = "lose-impression"
    /// A target that is not in view is reported visible.
    case falseImpression = "false-impression"
    /// Nothing is reported visible before the first gesture.
    case loseInitial = "lose-initial"
    /// The first visible set of several targets at rest is reported target by target, 100 ms apart.
    case splitSet = "split-set"
    /// The content's length alternates by so many points after a rest.
    case contentPingPong = "content-ping-pong"
    /// The inset at the top alternates by so many points after a rest.
    case insetPingPong = "inset-ping-pong"
    /// Inset and container are told in another convention for two frames after a rest.
    case conventionFlip = "convention-flip"
    /// Content that followed its growing end no longer does.
    case loseFollow = "lose-follow"
    /// The program asks for the first two targets in turns after a rest.
    case writeLoop = "write-loop"
    /// The animation of a command ends so many points further.
    case moveCommand = "move-command"
    /// The animation of a command sets out the wrong way.
    case wrongWay = "wrong-way"
    /// A row before the target of the last programmatic scroll grows by so many points in the same
    /// moment, and the scroll leads to where the target was.
    case staleTarget = "stale-target"
    /// An event comes with a time before the one before it.
    case timeBack = "time-back"
  }

  /// What is done.
  public var kind: Kind
  /// To which gesture, from 1; 0 does it to all.
  public var gesture: Int
  /// How much, in the unit of the kind.
  public var amount: Double

  /// Creates a fault.
  public init(_ kind: Kind, gesture: Int = 1, amount: Double = 0) {
    self.kind = kind
    self.gesture = gesture
    self.amount = amount + 0.0
  }

  /// Reads a fault from `kind gesture amount`; nil if it is none.
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

  /// Returns the stream with the defect in it; a stream that has no place for it stays as it is.
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
