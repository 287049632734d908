/// The phase of a scroll view, named as in SwiftUI.
public enum ScrollPhase: UInt8, CaseIterable, Hashable, Sendable {
  /// At rest.
  case idle = 0
  /// A finger is down, and the content has not moved yet.
  case tracking = 1
  /// The user moves the content.
  case interacting = 2
  /// The user released the content and it moves to its resting offset.
  case decelerating = 3
  /// The program moves the content with an animation.
  case animating = 4

  /// The phase as a word for logs and people; Swift's reflection of case names is a hundred times
  /// slower.
  public var word: String {
    switch self {
    case .idle: "idle"
    case .tracking: "tracking"
    case .interacting: "interacting"
    case .decelerating: "decelerating"
    case .animating: "animating"
    }
  }
}

/// The sizes around a scroll position, as far as the source reports them.
public struct FrameGeometry: Hashable, Sendable {
  /// Size of the content.
  public var contentSize: Size?
  /// Size of the scroll view's frame, insets included.
  public var containerSize: Size?
  /// Insets of the content.
  public var insets: Insets?

  /// No known sizes.
  public static let unknown = FrameGeometry()

  /// Creates a set of sizes.
  public init(contentSize: Size? = nil, containerSize: Size? = nil, insets: Insets? = nil) {
    self.contentSize = contentSize
    self.containerSize = containerSize
    self.insets = insets
  }
}

/// The state of the scroll view at one time.
public struct GeometryFrame: Hashable, Sendable {
  /// The content point at the top left of the container's frame.
  public var offset: Point
  /// The scroll phase, if known.
  public var phase: ScrollPhase?
  /// The sizes at that time.
  public var geometry: FrameGeometry

  /// Creates a frame.
  public init(offset: Point, phase: ScrollPhase? = nil, geometry: FrameGeometry = .unknown) {
    self.offset = offset
    self.phase = phase
    self.geometry = geometry
  }
}

/// A change of the scroll phase.
public struct PhaseChange: Hashable, Sendable {
  /// The phase before, if known.
  public var old: ScrollPhase?
  /// The phase from now on.
  public var new: ScrollPhase
  /// Velocity in points per second that was reported with the change.
  public var velocity: Vector?

  /// Creates a change.
  public init(old: ScrollPhase? = nil, new: ScrollPhase, velocity: Vector? = nil) {
    self.old = old
    self.new = new
    self.velocity = velocity
  }
}

/// The report of a position binding.
public struct PositionReport: Hashable, Sendable {
  /// The reported id; nil if the binding contained nil.
  public var id: TargetID?
  /// Whether the position was reported as set by the user.
  public var isPositionedByUser: Bool?

  /// Creates a report.
  public init(id: TargetID?, isPositionedByUser: Bool? = nil) {
    self.id = id
    self.isPositionedByUser = isPositionedByUser
  }
}

/// A reported change of the visibility of one target.
public struct VisibilityEvent: Hashable, Sendable {
  /// The id of the target.
  public var id: TargetID
  /// Whether the target is visible from now on.
  public var isVisible: Bool
  /// The visibility threshold, if known.
  public var threshold: Double?
  /// The reported visible fraction, if known.
  public var fraction: Double?

  /// Creates an event.
  public init(id: TargetID, isVisible: Bool, threshold: Double? = nil, fraction: Double? = nil) {
    self.id = id
    self.isVisible = isVisible
    self.threshold = threshold.map { $0 + 0.0 }
    self.fraction = fraction.map { $0 + 0.0 }
  }
}

/// The visible targets, in the reported order.
public struct VisibleSet: Hashable, Sendable {
  /// The visible targets.
  public var ids: [TargetID]
  /// The visibility threshold, if known.
  public var threshold: Double?

  /// Creates a set.
  public init(ids: [TargetID], threshold: Double? = nil) {
    self.ids = ids
    self.threshold = threshold.map { $0 + 0.0 }
  }
}

/// The reported end of a gesture.
public struct ReleaseReport: Hashable, Sendable {
  /// Velocity of the content offset in points per second.
  public var velocity: Vector?
  /// The offset at which the deceleration alone would end.
  public var proposedOffset: Point?
  /// The resting offset that the behavior chose.
  public var chosenOffset: Point?
  /// The chosen target, if known.
  public var chosenID: TargetID?

  /// Creates a report.
  public init(
    velocity: Vector? = nil, proposedOffset: Point? = nil, chosenOffset: Point? = nil,
    chosenID: TargetID? = nil
  ) {
    self.velocity = velocity
    self.proposedOffset = proposedOffset
    self.chosenOffset = chosenOffset
    self.chosenID = chosenID
  }

  /// Merges the decisions on two axes: a release has one record, and its velocity is a vector.
  ///
  /// If both contain a target, that of the vertical axis is kept.
  public mutating func join(_ other: ReleaseReport, on axis: Axis) {
    let isVertical = axis == .vertical
    if let added = other.velocity {
      velocity = Vector(
        dx: isVertical ? velocity?.dx ?? 0 : added.dx, dy: isVertical ? added.dy : velocity?.dy ?? 0
      )
    }
    func joined(_ point: Point?, _ added: Point?) -> Point? {
      guard let point, let added else { return point ?? added }
      return isVertical ? Point(x: point.x, y: added.y) : Point(x: added.x, y: point.y)
    }
    proposedOffset = joined(proposedOffset, other.proposedOffset)
    chosenOffset = joined(chosenOffset, other.chosenOffset)
    if chosenID == nil || (isVertical && other.chosenID != nil) { chosenID = other.chosenID }
  }
}

/// An annotation of the recording: app state, marks, hitches.
public struct Annotation: Hashable, Sendable {
  /// The kind, such as `app-state` or `mark`.
  public var kind: String
  /// The text, such as `background`.
  public var text: String?
  /// The duration in nanoseconds; nil for a point in time.
  public var duration: Int64?

  /// The kind of an annotation with the origin of the following request or, before a frame, with
  /// the cause of movement from then on.
  public static let origin = "origin"

  /// Creates an annotation.
  public init(kind: String, text: String? = nil, duration: Int64? = nil) {
    self.kind = kind
    self.text = text
    self.duration = duration
  }
}
