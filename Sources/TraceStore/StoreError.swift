public import SQLite
import TextKit

/// An error of a store.
///
/// The message contains the problem, its place and the remedy; the kind determines the exit code.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Kind: Hashable, Sendable {
    /// The file does not exist.
    case missing
    /// The file is no scrolltrace store, or contains foreign objects with our names.
    case foreign
    /// The file was made by a newer version.
    case newer
    /// The file or a value in it is damaged.
    case damaged
    /// Another writer holds the lock of the file.
    case locked
    /// The file cannot be created.
    case cannotCreate
    /// Reading or writing failed.
    case inputOutput
    /// A value is outside the model's limits.
    case invalid
    /// No capture or trace matches the request.
    case notFound
  }

  /// The kind of error.
  public let kind: Kind
  /// The problem, its place, and the remedy.
  public let description: String

  /// Creates an error.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// Creates an error from a database error about a file, or a place in it.
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
      // A text file cannot be recovered; a store without its first page has the same error.
      case .damaged where error.code.primary == .notADatabase:
        "; name another file, or if it was one, try 'scrolltrace recover \(path)'"
      case .damaged: "; run 'scrolltrace recover \(path)' to keep the intact part"
      case .locked: "; another program is writing to it, try again when it is done"
      default: ""
      }
    let subject = place.map { "\($0) of '\(path)': " } ?? "'\(path)': "
    let message = error.message.includes(path) ? error.message : subject + error.message
    self.init(kind, message + hint)
  }
}
