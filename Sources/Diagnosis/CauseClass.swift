public import ScrollModel

/// The kind of a cause.
///
/// An open set: each part of the diagnosis adds its own kinds in an extension.
public struct CauseClass: RawRepresentable, Hashable, Sendable {
  /// The kind in reports, such as `view-aligned`.
  public var rawValue: String

  /// Creates a kind from its printed form.
  public init(rawValue: String) { self.rawValue = rawValue }

  private init(_ rawValue: String) { self.rawValue = rawValue }

  /// No behavior: content rests at the end of its deceleration.
  public static let none = CauseClass("none")
  /// Pages.
  public static let paging = CauseClass("paging")
  /// Targets aligned with the container.
  public static let viewAligned = CauseClass("view-aligned")
  /// Multiples of a length.
  public static let interval = CauseClass("interval")
  /// Listed offsets, or a grid from another origin.
  public static let offsets = CauseClass("offsets")
  /// The scroll snap of a page.
  public static let scrollSnap = CauseClass("scroll-snap")
  /// Each gesture moves by one item or page, regardless of its velocity.
  public static let oneAtATime = CauseClass("one-at-a-time")
  /// The page turns when the gesture has moved by a fraction of its length.
  public static let thresholdPaging = CauseClass("threshold-paging")
  /// The velocity of the release is multiplied before the choice.
  public static let scaledVelocity = CauseClass("scaled-velocity")
  /// Two behaviors choose resting offsets.
  public static let conflict = CauseClass("conflict")
  /// The declared behavior with another deceleration.
  public static let deceleration = CauseClass("deceleration")
  /// Targets of an earlier layout.
  public static let staleLayout = CauseClass("stale-layout")
  /// The declared alignment at another edge.
  public static let anchor = CauseClass("anchor")
  /// The declared alignment with another limit for one gesture.
  public static let limit = CauseClass("limit")
  /// Insets that are counted twice or not at all.
  public static let insets = CauseClass("insets")
  /// Device pixels where points are declared, or the reverse.
  public static let units = CauseClass("units")
  /// A size change keeps another part in place than the default anchor declares.
  public static let sizeChange = CauseClass("size-change")
  /// Another of several nested views takes a drag than should.
  public static let nested = CauseClass("nested")
  /// A programmatic scroll that ends elsewhere than it was sent.
  public static let scrollTo = CauseClass("scroll-to")
  /// A reported id that differs from the id at the anchor.
  public static let position = CauseClass("position")
  /// Visibility that is not measured as declared.
  public static let visibility = CauseClass("visibility")
  /// Declared numbers that do not fit the layout, although the recording agrees with the
  /// declaration.
  public static let design = CauseClass("design")
  /// Two causes of movement, or movement without a request.
  public static let ownership = CauseClass("ownership")
  /// A custom behavior with a questionable result.
  public static let customBehavior = CauseClass("custom-behavior")
  /// Data that the recorder lost or changed.
  public static let recorder = CauseClass("recorder")
  /// Offsets that count from the opposite end of the axis.
  public static let mirrored = CauseClass("mirrored")

  /// The rules of another toolkit.
  public static func peer(_ physics: PeerPhysics) -> CauseClass {
    CauseClass("peer:\(physics.rawValue)")
  }
}
