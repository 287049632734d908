/// An invalid command line.
///
/// Parsing throws no other error. A command may throw it too, for errors that only the command can
/// detect, such as two mutually exclusive options; its name is then filled in.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  /// The command that was parsed; nil if none was recognized.
  public var verb: String?
  /// The problem and the remedy, without the program's name.
  public let message: String

  /// Creates an error from its message.
  public init(_ message: String, verb: String? = nil) {
    self.message = message
    self.verb = verb
  }

  /// The message without the command.
  public var description: String { message }

  /// Returns the lines printed for this error.
  public func text(program: String) -> String {
    let subject = [program, verb].compactMap { $0 }.joined(separator: " ")
    let topic = ["help", verb].compactMap { $0 }.joined(separator: " ")
    return "\(subject): \(message)\nSee '\(program) \(topic)'.\n"
  }

  /// Returns a word in quotes as the user wrote it, with control characters escaped.
  static func quoted(_ word: String) -> String {
    let limit = 200
    let visible = TerminalText.visible(word)
    return "'\(TerminalText.cut(visible, to: limit))'"
  }

  /// Returns "a, b or c".
  static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
