extension Program {
  /// Returns the script for bash.
  ///
  /// It uses nothing newer than bash 3.2 and no helper package. Where it offers no words, bash
  /// falls back to the names of files (`-o default`), which serves all file parameters.
  func bashCompletion() -> String {
    let function = shellFunction
    var text = """
      # bash completion for \(name). Load it with: source <(\(name) completions bash)
      \(function)() {
        local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"
        local verb="" words="" i
        # bash splits '--name=value' at the '='.
        if [[ "$cur" == "=" ]]; then
          cur=""
        elif [[ "$prev" == "=" ]]; then
          prev="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        for ((i = 1; i < COMP_CWORD; i++)); do
          case "${COMP_WORDS[i]}" in

      """
    if !leadingValueOptions.isEmpty {
      text += "      \(leadingValueOptions.joined(separator: "|")))\n"
      text += "        if [[ \"${COMP_WORDS[i+1]}\" == \"=\" ]]; then ((i++)); fi\n"
      text += "        ((i++)) ;;\n"
    }
    text += """
            -*) ;;
            *) verb="${COMP_WORDS[i]}"; break ;;
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

  /// The branches for a value that follows its option.
  private func bashValues() -> [String] {
    var branches: [String] = []
    func add(_ pattern: (String) -> String, _ declaration: Declaration) {
      guard declaration.kind == .option, !declaration.isHidden else { return }
      let patterns = declaration.spellings.map { pattern($0) }.joined(separator: "|")
      let words = self.words(for: declaration.completion) ?? []
      branches.append("    \(patterns)) words=\(words.joined(separator: " ").shellQuoted) ;;\n")
    }
    for declaration in globalDeclarations { add({ "*\" \($0)\"" }, declaration) }
    for verb in visibleVerbs {
      for declaration in verb.declarations { add({ "\"\(verb.name) \($0)\"" }, declaration) }
    }
    return branches
  }

  /// The branches for a word that may be a verb, an option or an argument.
  private func bashWords() -> [String] {
    let shared = globalDeclarations.filter { !$0.isHidden }.flatMap(\.spellings)
    func branch(_ pattern: String, _ options: [String], _ others: [String]) -> String {
      let dashed = (options + shared).joined(separator: " ").shellQuoted
      let plain = others.joined(separator: " ").shellQuoted
      return "        \(pattern)) words=\(plain); [[ \"$cur\" != -* ]] || words=\(dashed) ;;\n"
    }
    let top = branch("\"\"", Declaration.version.spellings, verbNames)
    return [top]
      + visibleVerbs.map { verb in
        let own = verb.declarations.filter { !$0.isHidden }
        let options = own.filter { $0.kind != .argument }.flatMap(\.spellings)
        let values = own.filter { $0.kind == .argument }
          .flatMap { words(for: $0.completion) ?? [] }
        return branch(verb.name, options, values)
      }
  }
}
