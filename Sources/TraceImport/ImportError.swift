/// The reason why a source could not be imported at all; damage inside a source is a diagnostic.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: Hashable, Sendable {
    /// The format of the source is unknown.
    case unknownFormat
    /// The source uses a newer version of the format.
    case newer
    /// The source contains no readable event.
    case nothingWhole
    /// A trace contains data that the format cannot represent.
    case unwritable
  }

  /// The kind of failure.
  public let kind: Kind
  /// The problem, its place, and the remedy.
  public let description: String

  /// Creates an error.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
