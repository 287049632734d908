/// The cause of a change.
public enum Cause: String, CaseIterable, Hashable, Sendable {
  /// The scroll view appeared.
  case mount
  /// A finger, wheel or trackpad.
  case user
  /// A released scroll came to rest.
  case settled
  /// A programmatic scroll.
  case program
  /// Content or container changed.
  case layout
}

/// The scroll view as it is shown at one tick of the refresh clock.
public struct OutcomeFrame: Hashable, Sendable {
  /// The tick.
  public var time: TraceTime
  /// The content point at the top left of the frame, physical.
  public var offset: Point
  /// The scroll phase.
  public var phase: ScrollPhase
  /// The geometry as SwiftUI reports it.
  public var geometry: ScrollGeometry

  /// Creates a value from its parts.
  public init(time: TraceTime, offset: Point, phase: ScrollPhase, geometry: ScrollGeometry) {
    self.time = time
    self.offset = offset
    self.phase = phase
    self.geometry = geometry
  }

  /// Returns the frame with another time and another offset of the top left corner.
  public func moved(to step: FrameSample) -> OutcomeFrame {
    var frame = self
    frame.move(to: step)
    return frame
  }

  /// Changes the time and the offset of the top left corner.
  public mutating func move(to step: FrameSample) {
    time = step.time
    offset = step.offset
    geometry.place(at: step.offset)
  }

  /// The frame as a geometry observation.
  public func geometryFrame(frameSize: Size) -> GeometryFrame {
    GeometryFrame(
      offset: offset, phase: phase,
      geometry: FrameGeometry(
        contentSize: geometry.contentSize, containerSize: frameSize,
        insets: geometry.contentInsets))
  }
}

/// A change of the scroll phase as it is delivered at a tick.
public struct PhaseOutcome: Hashable, Sendable {
  /// The tick that delivers it.
  public var time: TraceTime
  /// The time of the input or of the rest that caused it.
  public var decided: TraceTime
  /// The phase before.
  public var old: ScrollPhase
  /// The phase from now on.
  public var new: ScrollPhase
  /// Velocity in points per second, if the new phase has one.
  public var velocity: Vector?
  /// The cause.
  public var cause: Cause
  /// The geometry at the tick.
  public var geometry: ScrollGeometry

  /// Creates a value from its parts.
  public init(
    time: TraceTime, decided: TraceTime, old: ScrollPhase, new: ScrollPhase,
    velocity: Vector? = nil, cause: Cause, geometry: ScrollGeometry
  ) {
    self.time = time
    self.decided = decided
    self.old = old
    self.new = new
    self.velocity = velocity
    self.cause = cause
    self.geometry = geometry
  }
}

/// A change of the reported position.
public struct PositionOutcome: Hashable, Sendable {
  /// The tick.
  public var time: TraceTime
  /// The reported id.
  public var id: TargetID?
  /// Whether the position was set by the user.
  public var isPositionedByUser: Bool
  /// The cause.
  public var cause: Cause

  /// Creates a value from its parts.
  public init(time: TraceTime, id: TargetID? = nil, isPositionedByUser: Bool, cause: Cause) {
    self.time = time
    self.id = id
    self.isPositionedByUser = isPositionedByUser
    self.cause = cause
  }
}

/// A target that became visible or stopped being so.
public struct VisibilityOutcome: Hashable, Sendable {
  /// The tick.
  public var time: TraceTime
  /// The id of the target.
  public var id: TargetID
  /// Its index in layout order.
  public var index: Int
  /// Whether the target is visible from now on.
  public var isVisible: Bool
  /// The visible fraction at the tick.
  public var fraction: Double

  /// Creates a value from its parts.
  public init(time: TraceTime, id: TargetID, index: Int, isVisible: Bool, fraction: Double) {
    self.time = time
    self.id = id
    self.index = index
    self.isVisible = isVisible
    self.fraction = fraction
  }
}

/// The targets that are visible from now on.
public struct VisibleSetOutcome: Hashable, Sendable {
  /// The tick.
  public var time: TraceTime
  /// The targets in layout order; usually a slice of all targets.
  public var targets: ArraySlice<TargetID>

  /// The targets in layout order.
  public var ids: [TargetID] { Array(targets) }

  /// Creates a value from its parts.
  public init(time: TraceTime, targets: ArraySlice<TargetID>) {
    self.time = time
    self.targets = targets
  }

  /// Creates a value from its parts.
  public init(time: TraceTime, ids: [TargetID]) {
    self.init(time: time, targets: ids[...])
  }
}

/// The transition phase of a view.
public enum TransitionPhase: Int, CaseIterable, Hashable, Sendable {
  /// At the top or leading edge.
  case topLeading = -1
  /// In the middle: no effect.
  case identity = 0
  /// At the bottom or trailing edge.
  case bottomTrailing = 1

  /// Whether the view shows no effect.
  public var isIdentity: Bool { self == .identity }

  /// The phase as a number: -1, 0 or 1.
  public var value: Double { Double(rawValue) }
}

/// A change of a view's transition phase.
public struct TransitionOutcome: Hashable, Sendable {
  /// The tick.
  public var time: TraceTime
  /// The id of the target.
  public var id: TargetID
  /// The phase before.
  public var old: TransitionPhase
  /// The phase from now on.
  public var new: TransitionPhase

  /// Creates a value from its parts.
  public init(time: TraceTime, id: TargetID, old: TransitionPhase, new: TransitionPhase) {
    self.time = time
    self.id = id
    self.old = old
    self.new = new
  }
}

/// A diagnostic of the engine.
public struct EngineDiagnostic: Hashable, Sendable {
  /// The kind of a diagnostic.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A scroll to an id that no target has.
    case unknownID = "unknown-id"
    /// An id that several targets have.
    case duplicateID = "duplicate-id"
    /// A scroll by position without a position or a target layout.
    case unboundPosition = "unbound-position"
    /// A behavior that has no registered implementation or cannot work as configured.
    case unusableBehavior = "unusable-behavior"
    /// An edit that does not fit the layout.
    case badEdit = "bad-edit"
    /// A visible target that was removed from the layout.
    case removedWhileVisible = "removed-while-visible"
  }

  /// The time.
  public var time: TraceTime
  /// The kind.
  public var kind: Kind
  /// A description in one sentence.
  public var message: String

  /// Creates a value from its parts.
  public init(time: TraceTime, kind: Kind, message: String) {
    self.time = time
    self.kind = kind
    self.message = message
  }
}
