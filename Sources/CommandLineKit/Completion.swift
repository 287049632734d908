/// A shell that completion scripts exist for.
public enum Shell: String, CaseIterable, CommandValue {
  /// GNU bash, from 3.2 on, which is the one macOS has.
  case bash
  /// The Z shell.
  case zsh
  /// The friendly interactive shell.
  case fish
}

extension Program {
  /// Returns the script that teaches a shell the verbs, options, choices and file arguments.
  public func completionScript(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletion()
    case .zsh: zshCompletion()
    case .fish: fishCompletion()
    }
  }

  /// The name of the script's function, which may hold no other characters.
  var shellFunction: String {
    "_" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// Whether a script has to ask the program for words.
  var asksProgram: Bool {
    visibleVerbs.contains { verb in
      verb.declarations.contains {
        if case .printed = $0.completion { !$0.isHidden } else { false }
      }
    }
  }

  /// The options that may stand in front of a verb and take the word behind them.
  var leadingValueOptions: [String] {
    globalDeclarations.filter { $0.kind == .option }.flatMap(\.spellings)
  }

  /// Returns the words offered for a value; nil for names of files and for nothing.
  func words(for completion: ValueCompletion) -> [String]? {
    switch completion {
    case .words(let words): words
    case .verbs: verbNames + [HelpCommand.exitCodesTopic]
    case .none, .files, .directories, .printed: nil
    }
  }
}

extension Declaration {
  /// An option as it may be typed: `-f` and `--format`.
  var spellings: [String] {
    (short.map { ["-\($0)"] } ?? []) + ["--\(name)"]
  }
}

extension String {
  /// The text as one word of a POSIX shell.
  var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The text with a backslash in front of every one of these characters.
  func escaping(_ characters: String) -> String {
    reduce(into: "") { result, character in
      if characters.contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
