/// What a scroll view does, as SwiftUI names it.
public enum ScrollPhase: UInt8, CaseIterable, Hashable, Sendable {
  /// At rest.
  case idle = 0
  /// A finger is down, nothing moves yet.
  case tracking = 1
  /// The user moves the content.
  case interacting = 2
  /// The user let go and the content heads for its rest.
  case decelerating = 3
  /// The program moves the content with an animation.
  case animating = 4

  /// The phase in one word, in logs and for people; looking up a case's name takes a hundred times as long.
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

/// The sizes around a scroll position, as far as the source gives them.
public struct FrameGeometry: Hashable, Sendable {
  /// Size of the content.
  public var contentSize: Size?
  /// Size of the scroll view's frame, insets included.
  public var containerSize: Size?
  /// Insets of the content.
  public var insets: Insets?

  /// Nothing known.
  public static let unknown = FrameGeometry()

  /// Creates a set of sizes.
  public init(contentSize: Size? = nil, containerSize: Size? = nil, insets: Insets? = nil) {
    self.contentSize = contentSize
    self.containerSize = containerSize
    self.insets = insets
  }
}

/// Where the scroll view was at one moment.
public struct GeometryFrame: Hashable, Sendable {
  /// The content point at the top left of the container's frame.
  public var offset: Point
  /// The scroll phase, where the source says so.
  public var phase: ScrollPhase?
  /// The sizes at that moment.
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
  /// The phase before, where the source says so.
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

/// What the position binding reported.
public struct PositionReport: Hashable, Sendable {
  /// The reported id; nil means that the binding held nothing.
  public var id: TargetID?
  /// Whether the user, not the program, is said to have positioned the view.
  public var isPositionedByUser: Bool?

  /// Creates a report.
  public init(id: TargetID?, isPositionedByUser: Bool? = nil) {
    self.id = id
    self.isPositionedByUser = isPositionedByUser
  }
}

/// One target became visible or stopped being so, as the real system reported it.
public struct VisibilityEvent: Hashable, Sendable {
  /// Which target.
  public var id: TargetID
  /// Whether it counts as visible from now on.
  public var isVisible: Bool
  /// The fraction from which it counts, where known.
  public var threshold: Double?
  /// The reported visible fraction, where known.
  public var fraction: Double?

  /// Creates an event.
  public init(id: TargetID, isVisible: Bool, threshold: Double? = nil, fraction: Double? = nil) {
    self.id = id
    self.isVisible = isVisible
    self.threshold = threshold.map { $0 + 0.0 }
    self.fraction = fraction.map { $0 + 0.0 }
  }
}

/// The targets that count as visible, in the order in which the real system reported them.
public struct VisibleSet: Hashable, Sendable {
  /// The visible targets.
  public var ids: [TargetID]
  /// The fraction from which a target counts, where known.
  public var threshold: Double?

  /// Creates a set.
  public init(ids: [TargetID], threshold: Double? = nil) {
    self.ids = ids
    self.threshold = threshold.map { $0 + 0.0 }
  }
}

/// The end of a gesture as the real system reported it.
public struct ReleaseReport: Hashable, Sendable {
  /// Velocity of the content offset in points per second.
  public var velocity: Vector?
  /// Where the content would come to rest by itself.
  public var proposedOffset: Point?
  /// Where the behavior decided that it comes to rest.
  public var chosenOffset: Point?
  /// The target that was chosen, where the source names one.
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

  /// Adds the decision on one axis to that on the other: a release is one, its velocity a vector.
  ///
  /// Where both name a target, the one of the vertical axis stays.
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

/// Something worth knowing beside the scrolling: app state, marks, hitches.
public struct Annotation: Hashable, Sendable {
  /// What kind of thing it is, such as `app-state` or `mark`.
  public var kind: String
  /// What it says, such as `background`.
  public var text: String?
  /// How long it lasted in nanoseconds; nil for a moment.
  public var duration: Int64?

  /// The kind of a note that says who made the request behind it or, in front of a frame, who moves the
  /// content from there on.
  public static let origin = "origin"

  /// Creates an annotation.
  public init(kind: String, text: String? = nil, duration: Int64? = nil) {
    self.kind = kind
    self.text = text
    self.duration = duration
  }
}
