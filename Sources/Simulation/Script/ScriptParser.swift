import ScrollModel
import TextKit

/// Parses the words of a script to steps.
struct ScriptParser {
  /// The largest nesting depth of repeats.
  static let depthLimit = 8
  /// The largest number of repetitions.
  static let countLimit: Int64 = 1_000_000

  private let tokens: [ScriptToken]
  private var index = 0
  /// The line of the current step.
  private(set) var line = 1
  /// The usage text of the current step.
  private var usage = ""

  init(_ tokens: [ScriptToken]) {
    self.tokens = tokens
  }

  /// Parses all steps of the script.
  mutating func steps() throws(ScriptError) -> [GestureScript.Step] {
    try block(depth: 0, openedOn: nil)
  }

  /// Parses steps up to the closing brace of a repeat, or to the end of the script.
  private mutating func block(
    depth: Int, openedOn: Int?
  ) throws(ScriptError) -> [GestureScript.Step] {
    var steps: [GestureScript.Step] = []
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      line = token.line
      switch token.kind {
      case .newline: continue
      case .close:
        guard openedOn != nil else {
          throw ScriptError(line: line, message: "'}' closes nothing; take it out")
        }
        return steps
      case .open, .quoted:
        throw ScriptError(
          line: line, message: "expected a step, found '\(DisplayText.escaped(token.text))'")
      case .word:
        steps.append(try step(named: token.text, depth: depth))
      }
    }
    if let openedOn {
      throw ScriptError(line: openedOn, message: "the repeat is never closed; add a '}'")
    }
    return steps
  }

  private mutating func step(
    named name: String, depth: Int
  ) throws(ScriptError) -> GestureScript.Step {
    let start = line
    guard let form = StepForm(rawValue: name) else {
      let ending = NearestWord.ending(
        for: name, among: StepForm.allCases.map(\.rawValue), named: "the steps")
      throw ScriptError(
        line: start, message: "'\(DisplayText.escaped(name))' is not a step\(ending)")
    }
    usage = form.usage
    let action = try self.action(of: form, depth: depth)
    try endOfStep()
    return GestureScript.Step(line: start, action: action)
  }

  /// Parses the arguments of `repeat`.
  mutating func repeated(depth: Int) throws(ScriptError) -> GestureScript.Action {
    let start = line
    guard depth < Self.depthLimit else {
      throw ScriptError(line: start, message: "repeats nest at most \(Self.depthLimit) deep")
    }
    let count = try whole("a count", in: 1...Self.countLimit)
    guard next(.open) != nil else { throw expected("'{'") }
    let steps = try block(depth: depth + 1, openedOn: start)
    guard !steps.isEmpty else {
      throw ScriptError(line: start, message: "a repeat needs steps between its braces")
    }
    usage = StepForm.repeat.usage
    return .repeated(Int(truncatingIfNeeded: count), steps)
  }

  /// Checks that a step ends with its line or before a closing brace.
  private mutating func endOfStep() throws(ScriptError) {
    guard index < tokens.count else { return }
    switch tokens[index].kind {
    case .newline, .close: return
    default: throw expected("the end of the step")
    }
  }

  // MARK: Words

  /// The next token of the step, if it has a kind; does not move past the step's end.
  mutating func next(_ kind: ScriptToken.Kind) -> ScriptToken? {
    guard index < tokens.count, tokens[index].kind == kind else { return nil }
    index += 1
    return tokens[index - 1]
  }

  /// Consumes the next word if it is the given one.
  mutating func take(_ word: String) -> Bool {
    guard index < tokens.count, tokens[index].kind == .word, tokens[index].text == word else {
      return false
    }
    index += 1
    return true
  }

  /// Returns the next word, which must exist, without consuming it.
  func peekWord() -> String? {
    guard index < tokens.count, tokens[index].kind == .word else { return nil }
    return tokens[index].text
  }

  /// Moves back by one token, so that an error refers to it.
  mutating func stepBack() {
    index = max(0, index - 1)
  }

  /// Consumes a required word.
  mutating func require(_ word: String) throws(ScriptError) {
    guard take(word) else { throw expected("'\(word)'") }
  }

  /// Consumes a word that the closure can parse.
  mutating func value<Value>(
    _ name: String, _ read: (String) -> Value?
  ) throws(ScriptError) -> Value {
    guard let word = peekWord(), let value = read(word) else { throw expected(name) }
    index += 1
    return value
  }

  /// Consumes an integer in a range.
  mutating func whole(
    _ name: String, in range: ClosedRange<Int64>
  ) throws(ScriptError) -> Int64 {
    try value("\(name) from \(range.lowerBound) to \(range.upperBound)") { word in
      ScriptNumbers.whole(word).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// The error for an unexpected token.
  func expected(_ name: String) -> ScriptError {
    var found = "the end of the line"
    if index < tokens.count, tokens[index].kind != .newline {
      found = "'\(DisplayText.escaped(tokens[index].text))'"
    }
    return ScriptError(line: line, message: "expected \(name), found \(found); write '\(usage)'")
  }
}
