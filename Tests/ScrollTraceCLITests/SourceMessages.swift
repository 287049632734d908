/// The texts of errors and diagnostics in the source code.
///
/// A text consists of the string literals of one call; values inserted at run time are shown as
/// `…`. The calls are known by name: everything that makes an error or a diagnostic.
enum SourceMessages {
  /// Initializers of errors and diagnostics, and functions that make one from a sentence.
  private static let makers: Set<String> = [
    "Failure", "UsageError", "StoreError", "ValueError", "LineProblem", "DatabaseError",
    "RecordProblem", "ScriptError", "SceneError", "VectorError", "ImportError", "Diagnostic",
    "ImpressionPolicyError", "ReplayError", "MatrixError", "ConfigurationSyntaxError",
    "ProbeError", "SimulationOptionError", "problem", "error", "failure", "report", "damage",
    "note", "unexpected", "expected", "fail", "nothing", "unknown", "refusal", "outOfRange",
    "warn", "lost", "diagnostic", "missing", "badItem", "Problem", "bad", "skip", "printError",
  ]

  /// Returns the texts of one file, in its order.
  static func texts(in source: String) -> [String] {
    var scanner = Scanner(bytes: Array(source.utf8))
    var texts: [String] = []
    while let word = scanner.nextWord() {
      guard makers.contains(word), scanner.peek == UInt8(ascii: "(") else { continue }
      let text = scanner.literals()
      // A name such as `bad-line` alone is a kind, not a sentence.
      if text.contains(" ") { texts.append(text) }
    }
    return texts
  }

  /// Just enough of Swift's grammar to distinguish words, literals and comments.
  private struct Scanner {
    let bytes: [UInt8]
    var place = 0

    var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

    /// Skips to the end of the next word outside of literals and comments.
    mutating func nextWord() -> String? {
      while let byte = peek {
        if isWordByte(byte) {
          let start = place
          while let next = peek, isWordByte(next) { place += 1 }
          return String(decoding: bytes[start..<place], as: UTF8.self)
        }
        if !skipComment() {
          if byte == UInt8(ascii: "\"") { _ = literal() } else { place += 1 }
        }
      }
      return nil
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private mutating func skipComment() -> Bool {
      guard place + 1 < bytes.count, bytes[place] == UInt8(ascii: "/"),
        bytes[place + 1] == UInt8(ascii: "/")
      else { return false }
      while let byte = peek, byte != UInt8(ascii: "\n") { place += 1 }
      return true
    }

    /// Returns the literals up to the closing parenthesis; a name before them is skipped.
    mutating func literals() -> String {
      var depth = 0
      var parts: [String] = []
      while let byte = peek {
        if skipComment() { continue }
        switch byte {
        case UInt8(ascii: "\""):
          parts.append(literal())
          continue
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"): depth -= 1
        default: break
        }
        place += 1
        if depth == 0 { break }
      }
      // The kind of a diagnostic is its first literal.
      if let first = parts.first, parts.count > 1, !first.contains(" "), first.contains("-") {
        return "`\(first)` " + parts.dropFirst().joined()
      }
      return parts.joined()
    }

    /// Returns a literal with its interpolations as `…`; the position is after it afterwards.
    private mutating func literal() -> String {
      let mark: [UInt8] = Array("\"\"\"".utf8)
      let isBlock = bytes[place...].starts(with: mark)
      place += isBlock ? 3 : 1
      var text: [UInt8] = []
      while let byte = peek {
        if byte == UInt8(ascii: "\"") && (!isBlock || bytes[place...].starts(with: mark)) {
          place += isBlock ? 3 : 1
          break
        }
        guard byte == UInt8(ascii: "\\"), place + 1 < bytes.count else {
          text.append(byte)
          place += 1
          continue
        }
        place += 2
        switch bytes[place - 1] {
        case UInt8(ascii: "("):
          place -= 1
          _ = literals()
          text += Array("…".utf8)
        case UInt8(ascii: "\n"): break
        case UInt8(ascii: "n"): text.append(UInt8(ascii: " "))
        default: text.append(bytes[place - 1])
        }
      }
      return String(decoding: text, as: UTF8.self)
        .split(whereSeparator: { $0 == " " || $0 == "\n" }).joined(separator: " ")
        .padded(like: text)
    }
  }
}

extension String {
  /// The text with the spaces at its start and end restored, because parts of one text are joined.
  fileprivate func padded(like bytes: [UInt8]) -> String {
    let space = UInt8(ascii: " ")
    let isBlank = isEmpty
    return (bytes.first == space ? " " : "") + self
      + (bytes.last == space && !isBlank ? " " : "")
  }
}
