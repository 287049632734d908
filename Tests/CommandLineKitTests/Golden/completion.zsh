#compdef sample
# zsh completion for sample. Load it with: source <(sample completions zsh)
_sample() {
  local context state state_descr line
  local -i ret=1
  local -a verbs
  typeset -A opt_args
  _arguments -C \
    '(-h --help)-h[Show this help and end.]' \
    '(-h --help)--help[Show this help and end.]' \
    '(--color)--color=[Use color in text.]:WHEN:(auto always never)' \
    '(--no-color)--no-color[Use no color, like '\''--color never'\''.]' \
    '(--version)--version[Show the version and end.]' \
    '1:verb:->verb' \
    '*::argument:->rest' && ret=0
  case $state in
    verb)
      verbs=(
        'replay:Replay a trace through the scroll engine.'
        'fail:Fail in one of several ways.'
        'doctor:Check that the tool'\''s surroundings are in order\: SQLite, zlib, disk.'
        'help:Show help for a verb.'
        'completions:Print a completion script for a shell.'
        'version:Show the version.'
      )
      _describe verb verbs && ret=0
      ;;
    rest)
      case $words[1] in
        replay)
          _arguments -s \
            ':TRACE:_files' \
            '*:OTHER:_files' \
            '(-f --format)-f+[How to print the result.]:FORMAT:(text json csv)' \
            '(-f --format)--format=[How to print the result.]:FORMAT:(text json csv)' \
            '(-j --jobs)-j+[Work on N traces at once.]:N: ' \
            '(-j --jobs)--jobs=[Work on N traces at once.]:N: ' \
            '(-o --offset)-o+[Shift the content by this many points.]:N: ' \
            '(-o --offset)--offset=[Shift the content by this many points.]:N: ' \
            '(--seed)--seed=[The seed of the noise.]:N: ' \
            '(--since)--since=[Leave out frames before this time, in nanoseconds.]:N: ' \
            '(--bounce)--bounce=[Whether edges bounce.]:WHETHER:(yes no)' \
            '(--output)--output=[Where to write.]:FILE:_files' \
            '*-t+[Only traces with this tag; a tag is whatever the recorder was told, compared as bytes.]:TAG: ' \
            '*--tag=[Only traces with this tag; a tag is whatever the recorder was told, compared as bytes.]:TAG: ' \
            '(-v --verbose)-v[Print every step.]' \
            '(-v --verbose)--verbose[Print every step.]' \
            '(-q --quick)-q[Skip what takes long.]' \
            '(-q --quick)--quick[Skip what takes long.]' \
            '(--json)--json[Print JSON, like '\''--format json'\''.]' \
            '(-h --help)-h[Show this help and end.]' \
            '(-h --help)--help[Show this help and end.]' \
            '(--color)--color=[Use color in text.]:WHEN:(auto always never)' \
            '(--no-color)--no-color[Use no color, like '\''--color never'\''.]' && ret=0
          ;;
        fail)
          _arguments -s \
            ':WAY: ' \
            '(-l --level)-l+[How badly.]:LEVEL:(text json csv)' \
            '(-l --level)--level=[How badly.]:LEVEL:(text json csv)' \
            '(-h --help)-h[Show this help and end.]' \
            '(-h --help)--help[Show this help and end.]' \
            '(--color)--color=[Use color in text.]:WHEN:(auto always never)' \
            '(--no-color)--no-color[Use no color, like '\''--color never'\''.]' && ret=0
          ;;
        doctor)
          _arguments -s \
            '(-h --help)-h[Show this help and end.]' \
            '(-h --help)--help[Show this help and end.]' \
            '(--color)--color=[Use color in text.]:WHEN:(auto always never)' \
            '(--no-color)--no-color[Use no color, like '\''--color never'\''.]' && ret=0
          ;;
        help)
          _arguments -s \
            '::VERB:(replay fail doctor help completions version exit-codes)' \
            '(--markdown)--markdown[Print the reference of all verbs as Markdown.]' \
            '(--man)--man[Print the manual page, in roff.]' \
            '(-h --help)-h[Show this help and end.]' \
            '(-h --help)--help[Show this help and end.]' \
            '(--color)--color=[Use color in text.]:WHEN:(auto always never)' \
            '(--no-color)--no-color[Use no color, like '\''--color never'\''.]' && ret=0
          ;;
        completions)
          _arguments -s \
            ':SHELL:(bash zsh fish)' \
            '(-h --help)-h[Show this help and end.]' \
            '(-h --help)--help[Show this help and end.]' \
            '(--color)--color=[Use color in text.]:WHEN:(auto always never)' \
            '(--no-color)--no-color[Use no color, like '\''--color never'\''.]' && ret=0
          ;;
        version)
          _arguments -s \
            '(-h --help)-h[Show this help and end.]' \
            '(-h --help)--help[Show this help and end.]' \
            '(--color)--color=[Use color in text.]:WHEN:(auto always never)' \
            '(--no-color)--no-color[Use no color, like '\''--color never'\''.]' && ret=0
          ;;
      esac
      ;;
  esac
  return ret
}
if [[ $funcstack[1] == _sample ]]; then
  _sample "$@"
else
  compdef _sample sample
fi
