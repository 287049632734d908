/// The severity of a diagnostic.
public enum Severity: UInt8, CaseIterable, Hashable, Comparable, Sendable {
  /// Information.
  case info = 0
  /// A change or an omission of possible interest to the user.
  case notice = 1
  /// Data of the source is missing in the trace.
  case dataLoss = 2
  /// The rest of the source could not be read.
  case error = 3

  /// Whether one severity is lower than another.
  public static func < (first: Severity, second: Severity) -> Bool {
    first.rawValue < second.rawValue
  }
}

/// A message of an importer or recorder about one position of its source.
///
/// Damage is a value, not an error: the import continues and the capture keeps the diagnostic.
public struct Diagnostic: Hashable, Sendable {
  /// The severity.
  public var severity: Severity
  /// The kind: a stable name such as `bad-number`.
  public var kind: String
  /// Line of the source, from 1; nil for a source without lines.
  public var line: Int64?
  /// Column of the line in bytes, from 1.
  public var column: Int64?
  /// Byte of the source after unpacking, from 0.
  public var byte: Int64?
  /// The problem and how it was handled, as a sentence without the position.
  public var message: String

  /// Creates a diagnostic.
  public init(
    severity: Severity, kind: String, line: Int64? = nil, column: Int64? = nil,
    byte: Int64? = nil, message: String
  ) {
    self.severity = severity
    self.kind = kind
    self.line = line
    self.column = column
    self.byte = byte
    self.message = message
  }
}
