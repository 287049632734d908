public import ScrollModel

/// What kind of cause explains a recording.
///
/// An open set: each part of the diagnosis adds its own kinds in an extension.
public struct CauseClass: RawRepresentable, Hashable, Sendable {
  /// The kind as reports print it, such as `view-aligned`.
  public var rawValue: String

  /// Creates a kind from its printed form.
  public init(rawValue: String) { self.rawValue = rawValue }

  private init(_ rawValue: String) { self.rawValue = rawValue }

  /// No behavior chooses: content rests where its deceleration ends.
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
  /// Each gesture moves by one item or page, however fast it is.
  public static let oneAtATime = CauseClass("one-at-a-time")
  /// The page turns when the gesture has moved by a share of its length.
  public static let thresholdPaging = CauseClass("threshold-paging")
  /// The velocity of the release is multiplied before the rest is chosen.
  public static let scaledVelocity = CauseClass("scaled-velocity")
  /// Two behaviors choose rests.
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
  /// Something else than the default anchor keeps its place when sizes change.
  public static let sizeChange = CauseClass("size-change")
  /// A programmatic scroll that ends elsewhere than it was sent.
  public static let scrollTo = CauseClass("scroll-to")
  /// A reported id that is not the one at the anchor.
  public static let position = CauseClass("position")
  /// Visibility that is not counted as declared.
  public static let visibility = CauseClass("visibility")
  /// Declared numbers that do not fit the layout; the recording agrees with the declaration.
  public static let design = CauseClass("design")
  /// Two owners move the content, or nobody asked for a movement.
  public static let ownership = CauseClass("ownership")
  /// A custom behavior with a questionable answer.
  public static let customBehavior = CauseClass("custom-behavior")
  /// The recorder lost or changed what it should have recorded.
  public static let recorder = CauseClass("recorder")
  /// Offsets that count from the other end of the axis.
  public static let mirrored = CauseClass("mirrored")

  /// The rules of another toolkit.
  public static func peer(_ physics: PeerPhysics) -> CauseClass {
    CauseClass("peer:\(physics.rawValue)")
  }
}
