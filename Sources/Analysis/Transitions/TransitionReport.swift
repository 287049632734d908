public import ScrollModel

/// One number of a visual effect: its value at identity and on either side.
public struct TransitionEffect: Hashable, Sendable {
  /// The effect of the number on the drawn frame.
  public enum Role: String, CaseIterable, Hashable, Sendable {
    /// None, as for opacity or blur.
    case plain
    /// Scales the view about its center.
    case scale
    /// Moves the view to the right, in points.
    case offsetX = "offset-x"
    /// Moves the view down, in points.
    case offsetY = "offset-y"
  }

  /// Its name, such as `opacity`.
  public var name: String
  /// The effect on the drawn frame.
  public var role: Role
  /// The value at identity.
  public var identity: Double
  /// The value at the top or leading side.
  public var topLeading: Double
  /// The value at the bottom or trailing side.
  public var bottomTrailing: Double

  /// Creates an effect.
  public init(
    name: String, role: Role = .plain, identity: Double, topLeading: Double,
    bottomTrailing: Double
  ) {
    self.name = name
    self.role = role
    self.identity = identity
    self.topLeading = topLeading
    self.bottomTrailing = bottomTrailing
  }

  /// Returns the value at a position (TRANS-25).
  public func value(at place: TransitionPosition, _ settings: TransitionSettings) -> Double {
    let side = place.side == .topLeading ? topLeading : bottomTrailing
    return place.blended(identity: identity, side: side, settings)
  }
}

/// A computed change of a view's transition phase.
public struct TransitionChange: Hashable, Sendable {
  /// The first frame with the new phase.
  public var time: TraceTime
  /// The id of the target.
  public var id: TargetID
  /// The phase before.
  public var old: TransitionPhase
  /// The phase from now on.
  public var new: TransitionPhase
}

/// The state of a followed view in one frame.
public struct TransitionSample: Hashable, Sendable {
  /// The frame.
  public var time: TraceTime
  /// The id of the target.
  public var id: TargetID
  /// Its phase.
  public var phase: TransitionPhase
  /// Its progress to identity, 0 to 1.
  public var progress: Double
  /// The effects' values, in the order of the options.
  public var values: [Double]
}

/// The totals of one view's transitions.
public struct TransitionTarget: Hashable, Sendable {
  /// The id of the target.
  public var id: TargetID
  /// The number of the target in order of appearance, which distinguishes equal ids.
  public var target: Int
  /// The number of phase changes.
  public var changeCount: Int
  /// The duration at identity, in nanoseconds.
  public var identityNanoseconds: Int64
}

/// An interval in which only one of a view's drawn frame and layout frame is visible.
///
/// Lazy stacks load and unload by layout, so a view that an effect moves back into view disappears
/// when its layout frame leaves (TRANS-34).
public struct TransitionMismatch: Hashable, Sendable {
  /// The id of the target.
  public var id: TargetID
  /// The first frame.
  public var start: TraceTime
  /// The last frame.
  public var end: TraceTime
  /// Whether the drawn frame is visible and the layout frame is not; else the opposite.
  public var isDrawnInView: Bool
  /// The largest distance between the drawn frame and the layout frame, in points.
  public var largestOffset: Double
}

/// The result of a scroll transition over an outcome.
public struct TransitionReport: Hashable, Sendable {
  /// The settings.
  public var settings: TransitionSettings
  /// The phase changes in order, up to a limit.
  public var changes: [TransitionChange] = []
  /// The number of changes.
  public var changeCount = 0
  /// The views that were at identity or changed, in order of appearance.
  public var targets: [TransitionTarget] = []
  /// The frames of followed views, in order.
  public var samples: [TransitionSample] = []
  /// The number of frames by the number of simultaneous views with an effect, which is the index.
  public var framesByEffectCount: [Int] = []
  /// The largest number of simultaneous views with an effect.
  public var mostEffects = 0
  /// The first frame with that number.
  public var mostEffectsTime: TraceTime?
  /// The number of frames with more such views than the limit.
  public var framesOverLimit = 0
  /// The limit: more than five or six animated views at once are reported to drop frames.
  public var effectLimit: Int
  /// The number of views that crossed the whole identity zone between two frames (TRANS-36).
  public var skippedIdentityCount = 0
  /// Intervals in which drawing and layout differ.
  public var mismatches: [TransitionMismatch] = []
  /// The number of frames.
  public var frameCount = 0
  /// The reason why nothing was computed, if any.
  public var notMeasurable: String?

  /// Whether more views had an effect at once than the limit allows.
  public var exceedsLimit: Bool { mostEffects > effectLimit }
}
