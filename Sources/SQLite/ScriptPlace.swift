/// The position of a statement in a script, for its error.
struct ScriptPlace {
  /// The number of the statement, counted from 1.
  let number: Int
  /// The whole script.
  let script: [UInt8]
  /// The start of the statement, including preceding spaces and comments.
  let start: Int
  /// The index up to which SQLite has read: the end of the statement, or a syntax error.
  let end: Int

  /// The statement as written, from its first word to its semicolon.
  var sql: String {
    let first = firstWord
    guard first < script.count else { return "" }
    let rest = script[max(first, end - 1)...]
    let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) ?? script.count - 1
    let text = script[first...max(first, semicolon)]
    let last = text.lastIndex { !Self.isSpace($0) } ?? first
    return String(decoding: text[...last], as: UTF8.self)
  }

  /// The line of the statement's first word, counted from 1.
  var line: Int {
    1 + script[..<firstWord].count { $0 == UInt8(ascii: "\n") }
  }

  /// The index of the first word, after spaces, semicolons and comments.
  private var firstWord: Int {
    var index = start
    while index < script.count {
      if Self.isSpace(script[index]) || script[index] == UInt8(ascii: ";") {
        index += 1
      } else if script[index...].starts(with: "--".utf8) {
        index = script[index...].firstIndex(of: UInt8(ascii: "\n")) ?? script.count
      } else if script[index...].starts(with: "/*".utf8) {
        index = endOfComment(from: index + 2)
      } else {
        break
      }
    }
    return index
  }

  /// Returns the index after the `*/` that follows `index`.
  private func endOfComment(from index: Int) -> Int {
    var index = index
    while index < script.count, !script[index...].starts(with: "*/".utf8) { index += 1 }
    return min(index + 2, script.count)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }
}
