extension Program {
  /// Returns the errors in the declarations; a test expects none.
  ///
  /// Errors are a name given twice, an argument that can never be reached, a missing sentence, and
  /// an example that does not parse.
  public func validate() -> [String] {
    var problems = duplicates(of: verbs.map(\.name)).map { "the verb '\($0)' is declared twice" }
    if name.isEmpty || abstract.isEmpty || version.isEmpty {
      problems.append("the program needs a name, an abstract and a version")
    }
    problems += mistakes(in: globalDeclarations + [.version]).map { "global options: \($0)" }
    for verb in verbs {
      let found = mistakes(in: globalDeclarations + verb.declarations) + textMistakes(in: verb)
      problems += found.map { "\(verb.name): \($0)" }
    }
    return problems
  }

  private func textMistakes(in verb: Verb) -> [String] {
    var problems: [String] = []
    if !isName(verb.name) {
      problems.append("the verb's name is not made of small letters, digits and dashes")
    }
    if verb.abstract.isEmpty { problems.append("the abstract is missing") }
    for example in verb.examples {
      let lines = ShellWords.commands(in: example.line).filter { $0.first == name }
      if lines.isEmpty { problems.append("the example '\(example.line)' never calls \(name)") }
      for words in lines {
        do {
          _ = try parse(Array(words.dropFirst()))
        } catch {
          problems.append("the example '\(example.line)' does not parse: \(error.message)")
        }
      }
    }
    return problems
  }

  private func mistakes(in declarations: [Declaration]) -> [String] {
    let options = declarations.filter { $0.kind != .argument }
    let arguments = declarations.filter { $0.kind == .argument }
    var problems = duplicates(of: options.map(\.name)).map { "'--\($0)' is declared twice" }
    problems += duplicates(of: options.compactMap(\.short).map(String.init))
      .map { "'-\($0)' is declared twice" }
    problems += duplicates(of: arguments.map(\.valueName))
      .map { "argument \($0) is declared twice" }
    for (first, second) in zip(arguments, arguments.dropFirst()) {
      if first.isRepeated {
        problems.append("\(second.subject) follows a repeated argument and is never reached")
      } else if !first.isRequired && second.isRequired {
        problems.append("\(second.subject) is required but follows an optional one")
      }
    }
    for declaration in declarations {
      if declaration.help.isEmpty { problems.append("\(declaration.subject) has no help") }
      if !isName(declaration.name) {
        problems.append("\(declaration.subject) is not made of small letters, digits and dashes")
      }
      if let short = declaration.short, !short.isASCII || !short.isLetter {
        problems.append("'-\(short)' is not a letter")
      }
    }
    return problems
  }

  private func duplicates(of names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { !seen.insert($0).inserted }
  }

  private func isName(_ name: String) -> Bool {
    let letters = "abcdefghijklmnopqrstuvwxyz0123456789-"
    return !name.isEmpty && !name.hasPrefix("-") && name.allSatisfy { letters.contains($0) }
  }
}

/// A minimal shell parser for the examples of help screens.
enum ShellWords {
  /// Returns the words of each command of a line, without the targets of redirections.
  static func commands(in line: String) -> [[String]] {
    var commands: [[String]] = [[]]
    var word: String?
    var quote: Character?
    var isRedirected = false
    func endWord() {
      guard let complete = word else { return }
      if !isRedirected { commands[commands.count - 1].append(complete) }
      isRedirected = false
      word = nil
    }
    for character in line {
      switch character {
      case quote: quote = nil
      case _ where quote != nil: word = (word ?? "") + String(character)
      case "'", "\"":
        quote = character
        word = word ?? ""
      case " ": endWord()
      case "|", ";", "&":
        endWord()
        commands.append([])
      case "<", ">":
        endWord()
        isRedirected = true
      default: word = (word ?? "") + String(character)
      }
    }
    endWord()
    return commands.filter { !$0.isEmpty }
  }
}
