import ScrollModel
import TextKit

/// One word of a script with its line number.
struct ScriptToken: Equatable {
  enum Kind: Equatable {
    /// Letters without quotes.
    case word
    /// The content of a quoted text.
    case quoted
    /// `{` after the count of a repeat.
    case open
    /// `}` after the steps of a repeat.
    case close
    /// The end of a line.
    case newline
  }

  let kind: Kind
  let text: String
  let line: Int
}

/// Splits a script into words.
enum ScriptScanner {
  /// The longest script in bytes.
  static let byteLimit = 1 << 20

  static func tokens(of text: [UInt8]) throws(ScriptError) -> [ScriptToken] {
    guard text.count <= byteLimit else {
      throw ScriptError(line: 1, message: "a script has at most \(byteLimit) bytes")
    }
    var tokens: [ScriptToken] = []
    var line = 1
    for bytes in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard String(validating: bytes, as: UTF8.self) != nil else {
        throw ScriptError(line: line, message: "the line is not well-formed UTF-8")
      }
      try add(bytes, line, to: &tokens)
      tokens.append(ScriptToken(kind: .newline, text: "", line: line))
      line += 1
    }
    return tokens
  }

  private static func add(
    _ bytes: ArraySlice<UInt8>, _ line: Int, to tokens: inout [ScriptToken]
  ) throws(ScriptError) {
    var rest = bytes
    while let first = rest.first {
      switch first {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        rest = rest.dropFirst()
      case UInt8(ascii: "#"):
        return
      case UInt8(ascii: "{"), UInt8(ascii: "}"):
        let isOpen = first == UInt8(ascii: "{")
        tokens.append(
          ScriptToken(kind: isOpen ? .open : .close, text: isOpen ? "{" : "}", line: line))
        rest = rest.dropFirst()
      case UInt8(ascii: "\""):
        tokens.append(try quoted(&rest, line))
      default:
        let word = rest.prefix { !" \t\r{}\"".utf8.contains($0) }
        tokens.append(
          ScriptToken(kind: .word, text: String(decoding: word, as: UTF8.self), line: line))
        rest = rest.dropFirst(word.count)
      }
    }
  }

  /// Consumes a quoted text, which has the escapes of JSON.
  private static func quoted(
    _ rest: inout ArraySlice<UInt8>, _ line: Int
  ) throws(ScriptError) -> ScriptToken {
    var scanner = JSONScanner(rest)
    do throws(JSONError) {
      let text = try scanner.string()
      rest = rest.dropFirst(scanner.offset)
      return ScriptToken(kind: .quoted, text: text, line: line)
    } catch {
      let message =
        error.kind == .unexpectedEnd
        ? "the quoted text has no closing quote" : "in the quoted text, \(error.message)"
      throw ScriptError(line: line, message: message)
    }
  }
}
