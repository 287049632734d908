extension String: ColumnValue {
  /// Binds the text; NUL characters are kept.
  public func bind(to statement: Statement, at index: Int32) throws(DatabaseError) {
    var text = self
    try bindText(of: &text, to: statement, at: index)
  }

  /// Reads text that is valid UTF-8; use `TextBytes` for text that may not be.
  public static func read(
    from statement: Statement, at index: Int32
  ) throws(DatabaseError) -> String {
    guard let text = String(validating: try statement.textBytes(at: index), as: UTF8.self) else {
      throw statement.mismatch(at: index, expected: "valid UTF-8")
    }
    return text
  }
}

/// Binds inside a closure, as a `String` requires; the closure cannot throw typed errors.
private func bindText(
  of text: inout String, to statement: Statement, at index: Int32
) throws(DatabaseError) {
  let result = text.withUTF8 { bytes -> Result<Void, DatabaseError> in
    Result { () throws(DatabaseError) in try statement.bindText(utf8: bytes, at: index) }
  }
  try result.get()
}

extension [UInt8]: ColumnValue {
  /// Binds the bytes as a blob.
  public func bind(to statement: Statement, at index: Int32) throws(DatabaseError) {
    let result = withUnsafeBufferPointer { bytes -> Result<Void, DatabaseError> in
      Result { () throws(DatabaseError) in try statement.bindBlob(bytes, at: index) }
    }
    try result.get()
  }

  /// Reads a blob.
  public static func read(
    from statement: Statement, at index: Int32
  ) throws(DatabaseError) -> [UInt8] {
    Array(try statement.blobBytes(at: index))
  }
}

/// Text as its bytes, for ids that are compared bytewise.
///
/// Two spellings that are equal as a `String`, such as a composed and a decomposed `é`, stay
/// different. Bytes that are not UTF-8 are returned as stored.
public struct TextBytes: Hashable, Sendable, ColumnValue {
  /// The bytes as stored.
  public var bytes: [UInt8]

  /// Creates a text from its bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Creates a text from the UTF-8 bytes of `text`.
  public init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Binds the bytes as text.
  public func bind(to statement: Statement, at index: Int32) throws(DatabaseError) {
    let result = bytes.withUnsafeBufferPointer { bytes -> Result<Void, DatabaseError> in
      Result { () throws(DatabaseError) in try statement.bindText(utf8: bytes, at: index) }
    }
    try result.get()
  }

  /// Reads the bytes of a text.
  public static func read(
    from statement: Statement, at index: Int32
  ) throws(DatabaseError) -> TextBytes {
    TextBytes(Array(try statement.textBytes(at: index)))
  }
}
