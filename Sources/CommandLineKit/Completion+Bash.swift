extension Program {
  /// Returns the script for bash.
  ///
  /// It requires only bash 3.2 and no helper package. Without words, bash falls back to file names
  /// (`-o default`), which covers all file parameters.
  func bashCompletion() -> String {
    let function = shellFunction
    var text = "# bash completion for \(name). Load it with: source <(\(name) completions bash)\n"
    if asksProgram { text += bashAsk }
    text += """
      \(function)() {
        local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"
        local verb="" words="" i count=0
        # bash splits '--name=value' at the '='.
        if [[ "$cur" == "=" ]]; then
          cur=""
        elif [[ "$prev" == "=" ]]; then
          prev="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        for ((i = 1; i < COMP_CWORD; i++)); do
          case "${COMP_WORDS[i]}" in

      """
    text += bashSkip(leadingValueOptions)
    text += """
            -*) ;;
            *) verb="${COMP_WORDS[i]}"; break ;;
          esac
        done
        # The arguments before the cursor; words after options are none.
        for ((i++; i < COMP_CWORD; i++)); do
          case "$verb ${COMP_WORDS[i]}" in

      """
    text += bashSkip(valuePatterns)
    text += """
            *" -"*) ;;
            *) ((count++)) ;;
          esac
        done
        case "$verb $prev" in
      \(bashValues().joined())    *)
            # Options are offered once a dash is typed.
            case "$verb" in
      \(bashWords().joined())      esac
            ;;
        esac
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
      }
      complete -o default -F \(function) \(name)

      """
    return text
  }

  /// The function that prints the program's suggestions, called with OPTION WORD.
  private var bashAsk: String {
    """
    \(shellFunction)_ask() {
      local option="--$1" kept="" i
      shift
      for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ "${COMP_WORDS[i]}" == "$option" ]]; then
          kept="${COMP_WORDS[i+1]}"
          if [[ "$kept" == "=" ]]; then kept="${COMP_WORDS[i+2]}"; fi
        fi
      done
      \(name) "$@" ${kept:+"$option" "$kept"} 2>/dev/null
    }

    """
  }

  /// The shell words whose value is suggested; empty for file names and without suggestions.
  private func bashOffer(_ completion: ValueCompletion) -> String? {
    if case .printed(let command, let option) = completion {
      return "\"$(\(shellFunction)_ask \(option) \(command))\""
    }
    return words(for: completion).map { $0.joined(separator: " ").shellQuoted }
  }

  /// The options with a value, each with the pattern that matches a command and the option.
  private var valueOptions: [(pattern: String, declaration: Declaration)] {
    func options(_ declarations: [Declaration], _ verb: String?) -> [(String, Declaration)] {
      declarations.filter { $0.kind == .option && !$0.isHidden }.map { declaration in
        let patterns = declaration.spellings.map { spelling in
          verb.map { "\"\($0) \(spelling)\"" } ?? "*\" \(spelling)\""
        }
        return (patterns.joined(separator: "|"), declaration)
      }
    }
    return options(globalDeclarations, nil)
      + visibleVerbs.flatMap { options($0.declarations, $0.name) }
  }

  private var valuePatterns: [String] { valueOptions.map(\.pattern) }

  /// The branch that skips the value of an option, which may be split at its '='.
  private func bashSkip(_ patterns: [String]) -> String {
    guard !patterns.isEmpty else { return "" }
    return "      \(patterns.joined(separator: "|")))\n"
      + "        if [[ \"${COMP_WORDS[i+1]}\" == \"=\" ]]; then ((i++)); fi\n"
      + "        ((i++)) ;;\n"
  }

  /// The branches for a value that follows its option.
  private func bashValues() -> [String] {
    valueOptions.map { pattern, declaration in
      "    \(pattern)) words=\(bashOffer(declaration.completion) ?? "''") ;;\n"
    }
  }

  /// Sets the words of the next argument; a repeated argument remains the next one.
  private func bashArguments(_ arguments: [Declaration]) -> String {
    var text = "words=''"
    for (place, argument) in arguments.enumerated() {
      guard let offer = bashOffer(argument.completion), offer != "''" else { continue }
      let isOver = argument.isRepeated ? "-lt" : "-ne"
      text += "; [[ $count \(isOver) \(place) ]] || words=\(offer)"
    }
    return text
  }

  /// The branches for a word that may be a command, an option or an argument.
  private func bashWords() -> [String] {
    let shared = globalDeclarations.filter { !$0.isHidden }.flatMap(\.spellings)
    func branch(_ pattern: String, _ options: [String], _ plain: String) -> String {
      let dashed = (options + shared).joined(separator: " ").shellQuoted
      return "        \(pattern)) \(plain); [[ \"$cur\" != -* ]] || words=\(dashed) ;;\n"
    }
    let verbs = "words=\(verbNames.joined(separator: " ").shellQuoted)"
    let top = branch("\"\"", Declaration.version.spellings, verbs)
    return [top]
      + visibleVerbs.map { verb in
        let own = verb.declarations.filter { !$0.isHidden }
        let options = own.filter { $0.kind != .argument }.flatMap(\.spellings)
        return branch(verb.name, options, bashArguments(own.filter { $0.kind == .argument }))
      }
  }
}
