extension Program {
  /// Returns the script for zsh, which works from `$fpath` and when sourced.
  func zshCompletion() -> String {
    let function = shellFunction
    let shared = globalDeclarations.filter { !$0.isHidden }
    let top = (shared + [.version]).flatMap(zshSpecs)
    var text = """
      #compdef \(name)
      # zsh completion for \(name). Load it with: source <(\(name) completions zsh)

      """
    if asksProgram { text += zshAsk }
    text += """
      \(function)() {
        local context state state_descr line
        local -i ret=1
        local -a verbs
        typeset -A opt_args
        _arguments -C \\

      """
    for spec in top { text += "    \(spec) \\\n" }
    text += """
          '1:verb:->verb' \\
          '*::argument:->rest' && ret=0
        case $state in
          verb)
            verbs=(

      """
    for verb in visibleVerbs {
      text += "        " + "\(verb.name):\(verb.abstract.escaping(":\\"))".shellQuoted + "\n"
    }
    text += """
            )
            _describe verb verbs && ret=0
            ;;
          rest)
            case $words[1] in

      """
    for verb in visibleVerbs {
      let own = verb.declarations.filter { !$0.isHidden } + shared
      text += "        \(verb.name))\n          _arguments -s"
      for spec in own.flatMap(zshSpecs) { text += " \\\n            \(spec)" }
      text += " && ret=0\n          ;;\n"
    }
    text += """
            esac
            ;;
        esac
        return ret
      }
      if [[ $funcstack[1] == \(function) ]]; then
        \(function) "$@"
      else
        compdef \(function) \(name)
      fi

      """
    return text
  }

  /// The function that suggests the program's output, and files, called with OPTION WORD.
  private var zshAsk: String {
    """
    \(shellFunction)_ask() {
      local option="--$1"
      local -i place=${words[(I)$option]}
      local -a kept found
      shift
      (( place )) && kept=($option ${words[place+1]})
      found=(${(f)"$(\(name) "$@" $kept 2>/dev/null)"})
      compadd -a found
      _files
    }

    """
  }

  /// Returns the words that describe one parameter to `_arguments`.
  private func zshSpecs(_ declaration: Declaration) -> [String] {
    let action = zshAction(declaration.completion)
    let value = "\(declaration.valueName.escaping(":")):\(action)"
    if declaration.kind == .argument {
      let place = declaration.isRepeated ? "*:" : declaration.isRequired ? ":" : "::"
      return [(place + value).shellQuoted]
    }
    let excluded =
      declaration.isRepeated ? "*" : "(\(declaration.spellings.joined(separator: " ")))"
    let help = "[\(declaration.help.escaping("[]:\\"))]"
    return declaration.spellings.map { spelling in
      let isLong = spelling.utf8.starts(with: "--".utf8)
      guard declaration.kind == .option else { return (excluded + spelling + help).shellQuoted }
      return (excluded + spelling + (isLong ? "=" : "+") + help + ":" + value).shellQuoted
    }
  }

  private func zshAction(_ completion: ValueCompletion) -> String {
    switch completion {
    case .none: " "
    case .files: "_files"
    case .directories: "_files -/"
    // The space prevents zsh from adding its own arguments.
    case .printed(let command, let option): " \(shellFunction)_ask \(option) \(command)"
    case .verbs, .words:
      "(\((words(for: completion) ?? []).map { $0.escaping(" ():\\") }.joined(separator: " ")))"
    }
  }
}
