public import SQLite
import TextKit

/// Why a store refused.
///
/// The message says what happened, where, and what to do; the kind lets callers choose an exit code.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of refusal it is.
  public enum Kind: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// The file is not a scrolltrace store, or holds foreign objects under our names.
    case foreign
    /// The file was made by a newer version.
    case newer
    /// The file or a value in it is damaged.
    case damaged
    /// Another writer holds the file.
    case locked
    /// The file cannot be made.
    case cannotCreate
    /// Reading or writing failed.
    case inputOutput
    /// A value that the model does not allow was offered.
    case invalid
    /// No capture or trace fits what was asked for.
    case notFound
  }

  /// What kind of refusal it is.
  public let kind: Kind
  /// What happened, where, and what to do.
  public let description: String

  /// Creates an error.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// Creates an error from what the database said about a file, or about a place in it.
  public init(_ error: DatabaseError, path: String, place: String? = nil) {
    let code = error.code.primary
    let kind: Kind =
      switch code {
      case .corrupt, .notADatabase, .mismatch, .tooBig: .damaged
      case .busy, .locked: .locked
      case .cannotOpen: .missing
      default: .inputOutput
      }
    let hint: String =
      switch kind {
      // Of a text file nothing can be recovered; a store that lost its first page is named so, too.
      case .damaged where error.code.primary == .notADatabase:
        "; name another file, or if it was one, try 'scrolltrace recover \(path)'"
      case .damaged: "; run 'scrolltrace recover \(path)' to keep the part that is whole"
      case .locked: "; another program is writing to it, try again when it is done"
      default: ""
      }
    let subject = place.map { "\($0) of '\(path)': " } ?? "'\(path)': "
    let message = error.message.includes(path) ? error.message : subject + error.message
    self.init(kind, message + hint)
  }
}
