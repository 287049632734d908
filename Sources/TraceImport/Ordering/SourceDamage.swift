import ScrollModel
import TextKit

/// Reports of a source that ends early, and conversions of its bytes.
enum SourceDamage {
  /// Reports a damaged gzip stream, which ends only the source; throws all other errors.
  ///
  /// `unfinished` is the number of bytes of the record that the damage cut.
  static func report<Sink: TraceSink>(
    _ error: InputError, unfinished: Int64 = 0, of record: String = "record",
    into sink: inout Sink
  ) throws {
    switch error.kind {
    case .truncatedGzip, .corruptGzip: break
    case .system, .directory, .tooLarge: throw error
    }
    try sink.report(
      Diagnostic(
        severity: .dataLoss, kind: "damaged-gzip", byte: error.offset,
        message: error.description
          + (unfinished > 0 ? "; the last \(unfinished) bytes are half a \(record)" : "")))
  }

  /// Reports bytes after a gzip stream that are no gzip.
  static func reportTrailing<Sink: TraceSink>(
    _ source: ByteSource, into sink: inout Sink
  ) throws {
    guard let offset = source.trailingGarbageOffset else { return }
    try sink.report(
      Diagnostic(
        severity: .notice, kind: "trailing-garbage", byte: offset,
        message: "what follows the gzip data is not gzip; it was left out"))
  }

  /// Returns the error for a source without data.
  static func nothing(in source: ByteSource, _ reason: String) -> ImportError {
    ImportError(
      .nothingWhole,
      source.count == 0 && source.head(1).isEmpty
        ? "'\(source.name)' is empty"
        : "'\(DisplayText.escaped(source.name))' \(reason)")
  }
}

extension String {
  /// The text truncated to a number of bytes of UTF-8, between characters.
  func shortened(to limit: Int = 200) -> String {
    guard utf8.count > limit else { return self }
    var result = ""
    var count = 0
    for scalar in unicodeScalars {
      count += UTF8.width(scalar)
      guard count <= limit - 3 else { break }
      result.unicodeScalars.append(scalar)
    }
    return result + "…"
  }

  /// The text as a JSON string.
  var jsonText: String {
    var writer = JSONWriter()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSONScanner {
  /// Returns the text of a string token with its quotes; nil if it is none.
  static func text(_ token: ArraySlice<UInt8>) -> String? {
    var scanner = JSONScanner(token)
    return try? scanner.string()
  }

  /// Returns the number of a token, or of a string token; nil if it is none.
  static func number(_ token: ArraySlice<UInt8>) -> Double? {
    var scanner = JSONScanner(unquoted(token))
    guard let value = try? scanner.double(), (try? scanner.end()) != nil else { return nil }
    return value
  }

  /// Returns the integer of a token.
  static func whole(_ token: ArraySlice<UInt8>) -> Int64? {
    var scanner = JSONScanner(unquoted(token))
    guard let value = try? scanner.int64(), (try? scanner.end()) != nil else { return nil }
    return value
  }

  /// Returns the number of a token times a power of ten, rounded to an integer.
  static func scaled(_ token: ArraySlice<UInt8>, timesTenTo power: Int) -> Int64? {
    var scanner = JSONScanner(unquoted(token))
    guard let value = try? scanner.int64(timesTenTo: power), (try? scanner.end()) != nil else {
      return nil
    }
    return value
  }

  private static func unquoted(_ token: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let quote = UInt8(ascii: "\"")
    guard token.count >= 2, token.first == quote, token.last == quote else { return token }
    return token.dropFirst().dropLast()
  }
}
