/// Makes container changes out of the sizes that geometry frames report.
///
/// Many sources tell the container's size only with the frames they observed, and a replay needs it
/// as an input. The step is pure: it looks at what comes, in order, and at nothing else. Whoever
/// uses it marks what it makes with `name` and says which frame it came from.
///
/// ```swift
/// var derivation = ContainerDerivation()
/// if let change = derivation.change(before: frame) { … }
/// ```
public struct ContainerDerivation: Hashable, Sendable {
  /// The name under which derived changes are marked.
  public static let name = "container-from-frames"
  /// The version of the rule; it goes up when the same frames would give other changes.
  public static let version: Int64 = 1

  private var size: Size?
  private var insets: Insets?
  private let declared: Configuration?

  /// Creates a derivation that knows of no container yet.
  ///
  /// Insets of frames are totals. The margins of the configuration that the trace declares are taken
  /// off, because an engine puts them on top again (MARG-5).
  public init(declared: String? = nil) {
    self.declared = declared.flatMap { try? Configuration(text: $0) }
  }

  /// Takes in a change that the source itself made, after which frames that agree say nothing new.
  public mutating func note(_ change: ContainerChange) {
    size = change.size ?? size
    insets = change.insets ?? insets
  }

  /// Returns the change that has to come before a frame, and nil if the frame says nothing new.
  ///
  /// What a frame does not know stays as it was.
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
