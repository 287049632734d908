/// An error in a scene file with its position.
public struct SceneError: Error, Equatable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The byte of the line, from 1.
  public let column: Int
  /// The problem and the expected text.
  public let message: String

  /// Creates an error.
  public init(line: Int, column: Int, message: String) {
    self.line = line
    self.column = column
    self.message = message
  }

  /// Creates an error at a byte of a text.
  init(_ message: String, at offset: Int, of text: [UInt8]) {
    var line = 1
    var lineStart = 0
    for (index, byte) in text.prefix(offset).enumerated() where byte == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    self.init(line: line, column: min(offset, text.count) - lineStart + 1, message: message)
  }
}

extension SceneError: CustomStringConvertible {
  /// The position and the message on one line.
  public var description: String { "line \(line), column \(column): \(message)" }
}
