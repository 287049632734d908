/// How much a diagnostic matters.
public enum Severity: UInt8, CaseIterable, Hashable, Comparable, Sendable {
  /// Good to know.
  case info = 0
  /// Something was changed or left aside that a reader may care about.
  case notice = 1
  /// Something that was in the source is not in the trace.
  case dataLoss = 2
  /// The source could not be read on.
  case error = 3

  /// Whether one severity matters less than another.
  public static func < (first: Severity, second: Severity) -> Bool {
    first.rawValue < second.rawValue
  }
}

/// What an importer or recorder has to say about one place of its source.
///
/// Damage is a value, not an error: the import goes on and the diagnostic is kept with the capture.
public struct Diagnostic: Hashable, Sendable {
  /// How much it matters.
  public var severity: Severity
  /// What kind of thing it is: a stable name such as `bad-number`.
  public var kind: String
  /// Line of the source, from 1; nil for a source without lines.
  public var line: Int64?
  /// Column of the line in bytes, from 1.
  public var column: Int64?
  /// Byte of the source after unpacking, from 0.
  public var byte: Int64?
  /// What is wrong and what was done about it, as a sentence without its place.
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
