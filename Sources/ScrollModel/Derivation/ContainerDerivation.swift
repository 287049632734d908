/// Derives container changes from the sizes in geometry frames.
///
/// Many sources report the container's size only in observed frames, but a replay needs it as an
/// input. The derivation depends only on the events before, in order. The caller marks derived
/// changes with `name` and the frame they come from.
///
/// ```swift
/// var derivation = ContainerDerivation()
/// if let change = derivation.change(before: frame) { … }
/// ```
public struct ContainerDerivation: Hashable, Sendable {
  /// The name under which derived changes are marked.
  public static let name = "container-from-frames"
  /// The version of the rule, incremented when the same frames would result in other changes.
  public static let version: Int64 = 1

  private var size: Size?
  private var insets: Insets?
  private let declared: Configuration?

  /// Creates a derivation without a known container.
  ///
  /// Insets of frames are totals. The margins of the declared configuration are subtracted, because
  /// the engine adds them (MARG-5).
  public init(declared: String? = nil) {
    self.declared = declared.flatMap { try? Configuration(text: $0) }
  }

  /// Records a change from the source itself; later frames that agree with it cause no derived
  /// change.
  public mutating func note(_ change: ContainerChange) {
    size = change.size ?? size
    insets = change.insets ?? insets
  }

  /// Returns the change to insert before a frame; nil if the frame contains nothing new.
  ///
  /// Values missing in the frame are unchanged.
  public mutating func change(before frame: GeometryFrame) -> ContainerChange? {
    let geometry = frame.geometry
    let newSize = geometry.containerSize == size ? nil : geometry.containerSize
    let told = geometry.insets.map { declared?.insets(ofTotal: $0) ?? $0 }
    let newInsets = told == insets ? nil : told
    guard newSize != nil || newInsets != nil else { return nil }
    let change = ContainerChange(size: newSize, insets: newInsets)
    note(change)
    return change
  }
}
