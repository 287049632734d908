public import ScrollModel

/// One number of a visual effect: its value at identity and at either side.
public struct TransitionEffect: Hashable, Sendable {
  /// What the number does to where the view is drawn.
  public enum Role: String, CaseIterable, Hashable, Sendable {
    /// Nothing, as opacity or blur.
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
  /// What it does to the place of the view.
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

  /// Returns the value at a place (TRANS-25).
  public func value(at place: TransitionPosition, _ settings: TransitionSettings) -> Double {
    let side = place.side == .topLeading ? topLeading : bottomTrailing
    return place.blended(identity: identity, side: side, settings)
  }
}

/// A change of a view's transition phase, as computed.
public struct TransitionChange: Hashable, Sendable {
  /// The frame that shows it.
  public var time: TraceTime
  /// Which target.
  public var id: TargetID
  /// The phase before.
  public var old: TransitionPhase
  /// The phase from now on.
  public var new: TransitionPhase
}

/// What a followed view looked like in one frame.
public struct TransitionSample: Hashable, Sendable {
  /// The frame.
  public var time: TraceTime
  /// Which target.
  public var id: TargetID
  /// Its phase.
  public var phase: TransitionPhase
  /// How far it is to identity, 0 to 1.
  public var progress: Double
  /// The effects' values, in the order of the options.
  public var values: [Double]
}

/// How one view fared in its transitions.
public struct TransitionTarget: Hashable, Sendable {
  /// Which target.
  public var id: TargetID
  /// The number of the target in order of appearance, which tells equal ids apart.
  public var target: Int
  /// How often its phase changed.
  public var changeCount: Int
  /// How long it was at identity, in nanoseconds.
  public var identityNanoseconds: Int64
}

/// A stretch in which a view is drawn where its layout is not, or the other way round.
///
/// Lazy stacks load and unload by layout, so a view that an effect moves back into view vanishes when
/// its frame leaves (TRANS-34).
public struct TransitionMismatch: Hashable, Sendable {
  /// Which target.
  public var id: TargetID
  /// The first frame.
  public var start: TraceTime
  /// The last frame.
  public var end: TraceTime
  /// Whether it would be drawn in view while its layout is out of view; else the opposite.
  public var isDrawnInView: Bool
  /// How far the drawn frame is from the layout frame at most, in points.
  public var largestOffset: Double
}

/// What a scroll transition did over an outcome.
public struct TransitionReport: Hashable, Sendable {
  /// The settings.
  public var settings: TransitionSettings
  /// The changes of phase, in order; the first so many that are kept.
  public var changes: [TransitionChange] = []
  /// How many changes there were.
  public var changeCount = 0
  /// The views that were at identity or changed, in order of appearance.
  public var targets: [TransitionTarget] = []
  /// The frames of followed views, in order.
  public var samples: [TransitionSample] = []
  /// How many frames had so many views with an effect at once; the index is the number of views.
  public var framesByEffectCount: [Int] = []
  /// The largest number of views with an effect at once.
  public var mostEffects = 0
  /// The first frame that had it.
  public var mostEffectsTime: TraceTime?
  /// How many frames had more views with an effect than the limit.
  public var framesOverLimit = 0
  /// The limit: more than five or six animated views at once are said to drop frames.
  public var effectLimit: Int
  /// How many views crossed the whole identity zone between two frames (TRANS-36).
  public var skippedIdentityCount = 0
  /// Where drawing and layout part.
  public var mismatches: [TransitionMismatch] = []
  /// How many frames were looked at.
  public var frameCount = 0
  /// Why nothing was computed, if nothing was.
  public var notMeasurable: String?

  /// Whether more views had an effect at once than the limit.
  public var exceedsLimit: Bool { mostEffects > effectLimit }
}
