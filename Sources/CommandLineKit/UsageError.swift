/// A command line that could not be understood.
///
/// Parsing throws nothing else. A command may throw it too, for what only it can see, such as two
/// options that exclude each other; the verb is then filled in.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  /// The verb that was being parsed; nil when none was recognized.
  public var verb: String?
  /// What is wrong and what to do, without the program's name in front.
  public let message: String

  /// Makes an error from its message.
  public init(_ message: String, verb: String? = nil) {
    self.message = message
    self.verb = verb
  }

  /// The message alone.
  public var description: String { message }

  /// Returns the lines printed for this error.
  public func text(program: String) -> String {
    let subject = [program, verb].compactMap { $0 }.joined(separator: " ")
    let topic = ["help", verb].compactMap { $0 }.joined(separator: " ")
    return "\(subject): \(message)\nSee '\(program) \(topic)'.\n"
  }

  /// Returns a word between quotes as the user wrote it, unable to steer the terminal.
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
