import ScrollEngine
public import ScrollModel

/// The state of the engine in a replay, and what it would decide.
extension ReplayRun {
  /// Whether the content still moves by itself, as when a log ends at the lift of the finger.
  public var isUnderWay: Bool {
    switch session.withEngineIfStarted({ $0.phase }) {
    case .decelerating, .animating: true
    case .idle, .tracking, .interacting, nil: false
    }
  }

  /// The current range of resting offsets.
  public func restRange(_ axis: Axis) -> ClosedRange<Double> { started { $0.restRange(axis) } }

  /// The engine's offset at a time between ticks; at a tick, a frame contains it.
  func offsetBetweenTicks(_ time: TraceTime) -> Point? {
    session.withEngineIfStarted { $0.isTick(time) ? nil : $0.currentOffset } ?? nil
  }

  /// The current offset along an axis, from the leading side.
  public func place(along axis: Axis) -> Double { started { $0.place(along: axis) } }

  /// The decision of a configuration if the content were released on an axis now; the state is
  /// unchanged.
  ///
  /// All values count from the leading side. `place` first moves the content; `original` is the
  /// origin of the gesture, or nil if unchanged; `waits` is whether Chromium handles a movement first
  /// (WEB-12); `isTurn` is whether a wheel's turn ends, whose notch is the velocity (WEB-16). Another
  /// configuration may be given: its behavior, deceleration, physics and switches are used in the
  /// current layout.
  public func decide(
    _ axis: Axis, velocity: Double, from place: Double? = nil, original: Double? = nil,
    waits: Bool? = nil, isTurn: Bool = false, under other: Configuration? = nil
  ) -> Settle? {
    started { engine in
      var copy = other.map { engine.deciding(under: $0) } ?? engine
      var decisions = DecisionCollector()
      let start = original.map { copy.physical(place: $0, along: axis) } ?? copy.gestureOrigin
      if let place {
        copy.follow(
          copy.physical(place: place, along: axis), phase: .interacting, at: copy.now,
          to: &decisions)
      }
      decisions.settles.removeAll()
      copy.release(
        velocity: copy.physical(movement: velocity, along: axis), original: start, waits: waits,
        isTurn: isTurn, at: copy.now, to: &decisions)
      return decisions.settles.first { $0.axis == axis }
    }
  }

  /// Reads the engine, starting it first if necessary.
  func started<Result>(_ body: (ScrollEngine) -> Result) -> Result {
    session.withEngine { body($0) }
  }
}

/// Collects only decisions.
private struct DecisionCollector: OutcomeConsumer {
  var settles: [Settle] = []

  mutating func consume(_ settle: Settle) { settles.append(settle) }
}
