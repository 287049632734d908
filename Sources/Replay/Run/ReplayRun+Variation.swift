public import ScrollEngine
public import ScrollModel

/// The result of a release: its decision, and the actual resting offset.
public struct ReleaseOutcome: Hashable, Sendable {
  /// The decision.
  public var settle: Settle
  /// The offset after the motion, from the leading side; nil if the motion was not simulated.
  public var rest: Double?
}

extension ReplayRun {
  /// Longer than any deceleration of the engine, in seconds.
  private static var patience: Double { 30 }

  /// Returns the decision of a hypothetical release in the current state, which is unchanged.
  ///
  /// With `plays`, the motion is simulated to its end.
  public func answer(to variation: ReleaseVariation, plays: Bool = false) -> ReleaseOutcome? {
    started { engine in
      var (settle, copy) = engine.released(variation)
      guard let settle else { return nil }
      return ReleaseOutcome(
        settle: settle, rest: plays ? Self.rest(of: &copy, variation.axis) : nil)
    }
  }

  /// Returns the decision along an axis after some inputs; the state is unchanged.
  public func answer(
    after inputs: [(time: TraceTime, input: Input)], _ axis: Axis, plays: Bool = false
  ) -> ReleaseOutcome? {
    started { engine in
      var copy = engine
      var collector = LastSettle(axis: axis)
      for (time, input) in inputs { copy.handle(input, at: time, to: &collector) }
      // A release is decided at the following tick.
      copy.advance(to: copy.now.advanced(byNanoseconds: 50_000_000), to: &collector)
      guard let settle = collector.settle else { return nil }
      return ReleaseOutcome(settle: settle, rest: plays ? Self.rest(of: &copy, axis) : nil)
    }
  }

  /// The current lengths along an axis.
  public func lengths(along axis: Axis) -> AxisLengths { started { $0.lengths(along: axis) } }

  private static func rest(of engine: inout ScrollEngine, _ axis: Axis) -> Double {
    var ignored = LastSettle(axis: axis)
    engine.settle(within: patience, to: &ignored)
    return engine.place(along: axis)
  }
}

/// Collects the last decision along an axis.
private struct LastSettle: OutcomeConsumer {
  let axis: Axis
  var settle: Settle?

  mutating func consume(_ settle: Settle) {
    if settle.axis == axis, !settle.isResize { self.settle = settle }
  }
}
