/// Why a source could not be imported at all; damage inside a source is a diagnostic instead.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Kind: Hashable, Sendable {
    /// Nothing in the source is in a format we know.
    case unknownFormat
    /// The source was made for a newer version of the format.
    case newer
    /// The source holds no event that could be read.
    case nothingWhole
    /// A trace holds something that the format has no room for.
    case unwritable
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// What happened, where, and what to do.
  public let description: String

  /// Creates an error.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
