extension Program {
  /// Returns the script for fish.
  func fishCompletion() -> String {
    let finder = "_\(shellFunction)_verb"
    let leading = leadingValueOptions.map { " \($0)" }.joined()
    var text = """
      # fish completion for \(name). Load it with: \(name) completions fish | source
      function \(finder) --description 'Is the verb of the line this one, or is there none'
          set -l skip 0
          set -l words (commandline -opc)
          for word in $words[2..-1]
              if test $skip -eq 1
                  set skip 0
              else if contains -- $word\(leading)
                  set skip 1
              else if not string match -q -- '-*' $word
                  test "$word" = "$argv[1]"
                  return
              end
          end
          test -z "$argv[1]"
      end
      complete -c \(name) -n \(finder) -f

      """
    if asksProgram { text += fishAsk }
    for declaration in globalDeclarations { text += fishLine(declaration, condition: nil) }
    text += fishLine(.version, condition: finder)
    for verb in visibleVerbs {
      text += "complete -c \(name) -n \(finder) -a \(verb.name) -d \(fishQuoted(verb.abstract))\n"
    }
    for verb in visibleVerbs {
      let condition = "\(finder) \(verb.name)"
      let takesFiles = verb.declarations.contains {
        guard $0.kind == .argument else { return false }
        if case .printed = $0.completion { return true }
        return $0.completion == .files
      }
      if !takesFiles { text += "complete -c \(name) -n \(fishQuoted(condition)) -f\n" }
      for declaration in verb.declarations { text += fishLine(declaration, condition: condition) }
    }
    return text
  }

  /// The function that prints the program's suggestions, called with OPTION WORD.
  private var fishAsk: String {
    """
    function \(shellFunction)_ask
        set -l option --$argv[1]
        set -l words (commandline -opc)
        set -l kept
        if set -l place (contains -i -- $option $words)
            set kept $option $words[(math $place + 1)]
        end
        \(name) $argv[2..-1] $kept 2>/dev/null
    end

    """
  }

  private func fishLine(_ declaration: Declaration, condition: String?) -> String {
    guard !declaration.isHidden else { return "" }
    var line = "complete -c \(name)"
    if let condition { line += " -n \(fishQuoted(condition))" }
    if declaration.kind != .argument {
      line += (declaration.short.map { " -s \($0)" } ?? "") + " -l \(declaration.name)"
    }
    if declaration.kind == .option { line += declaration.completion == .files ? " -r" : " -x" }
    switch declaration.completion {
    case .files:
      // fish suggests files by default; '-F' would suggest them for every option's value too.
      if declaration.kind == .argument { return "" }
      line += " -F"
    case .directories: line += " -a '(__fish_complete_directories)'"
    case .verbs, .words:
      let words = self.words(for: declaration.completion) ?? []
      line += " -a \(fishQuoted(words.joined(separator: " ")))"
    case .printed(let command, let option):
      line += " -a \(fishQuoted("(\(shellFunction)_ask \(option) \(command))"))"
    case .none:
      if declaration.kind == .argument { return "" }
    }
    return line + " -d \(fishQuoted(declaration.help))\n"
  }

  /// Returns the text as one word of fish, where a backslash escapes within quotes too.
  private func fishQuoted(_ text: String) -> String {
    "'\(text.escaping("\\'"))'"
  }
}
