/// A shell with a completion script.
public enum Shell: String, CaseIterable, CommandValue {
  /// GNU bash, from version 3.2, which macOS includes.
  case bash
  /// The Z shell.
  case zsh
  /// The friendly interactive shell.
  case fish
}

extension Program {
  /// Returns the completion script for commands, options, choices and file arguments.
  public func completionScript(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletion()
    case .zsh: zshCompletion()
    case .fish: fishCompletion()
    }
  }

  /// The name of the script's function, without characters that are invalid in it.
  var shellFunction: String {
    "_" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// Whether a script has to run the program for words.
  var asksProgram: Bool {
    visibleVerbs.contains { verb in
      verb.declarations.contains {
        if case .printed = $0.completion { !$0.isHidden } else { false }
      }
    }
  }

  /// The options that may precede a command and take the following word.
  var leadingValueOptions: [String] {
    globalDeclarations.filter { $0.kind == .option }.flatMap(\.spellings)
  }

  /// Returns the words suggested for a value; nil for file names and without suggestions.
  func words(for completion: ValueCompletion) -> [String]? {
    switch completion {
    case .words(let words): words
    case .verbs: verbNames + [HelpCommand.exitCodesTopic]
    case .none, .files, .directories, .printed: nil
    }
  }
}

extension Declaration {
  /// The typed forms of an option: `-f` and `--format`.
  var spellings: [String] {
    (short.map { ["-\($0)"] } ?? []) + ["--\(name)"]
  }
}

extension String {
  /// The text as one word of a POSIX shell.
  var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The text with a backslash before every one of these characters.
  func escaping(_ characters: String) -> String {
    reduce(into: "") { result, character in
      if characters.contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
