# bash completion for sample. Load it with: source <(sample completions bash)
_sample() {
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
      --color)
        if [[ "${COMP_WORDS[i+1]}" == "=" ]]; then ((i++)); fi
        ((i++)) ;;
      -*) ;;
      *) verb="${COMP_WORDS[i]}"; break ;;
    esac
  done
  # The arguments before the cursor; words after options are none.
  for ((i++; i < COMP_CWORD; i++)); do
    case "$verb ${COMP_WORDS[i]}" in
      *" --color"|"replay -f"|"replay --format"|"replay -j"|"replay --jobs"|"replay -o"|"replay --offset"|"replay --seed"|"replay --since"|"replay --bounce"|"replay --output"|"replay -t"|"replay --tag"|"fail -l"|"fail --level")
        if [[ "${COMP_WORDS[i+1]}" == "=" ]]; then ((i++)); fi
        ((i++)) ;;
      *" -"*) ;;
      *) ((count++)) ;;
    esac
  done
  case "$verb $prev" in
    *" --color") words='auto always never' ;;
    "replay -f"|"replay --format") words='text json csv' ;;
    "replay -j"|"replay --jobs") words='' ;;
    "replay -o"|"replay --offset") words='' ;;
    "replay --seed") words='' ;;
    "replay --since") words='' ;;
    "replay --bounce") words='yes no' ;;
    "replay --output") words='' ;;
    "replay -t"|"replay --tag") words='' ;;
    "fail -l"|"fail --level") words='text json csv' ;;
    *)
      # Options are offered once a dash is typed.
      case "$verb" in
        "") words='replay fail doctor help completions version'; [[ "$cur" != -* ]] || words='--version -h --help --color --no-color' ;;
        replay) words=''; [[ "$cur" != -* ]] || words='-f --format -j --jobs -o --offset --seed --since --bounce --output -t --tag -v --verbose -q --quick --json -h --help --color --no-color' ;;
        fail) words=''; [[ "$cur" != -* ]] || words='-l --level -h --help --color --no-color' ;;
        doctor) words=''; [[ "$cur" != -* ]] || words='-h --help --color --no-color' ;;
        help) words=''; [[ $count -ne 0 ]] || words='replay fail doctor help completions version exit-codes'; [[ "$cur" != -* ]] || words='--markdown --man -h --help --color --no-color' ;;
        completions) words=''; [[ $count -ne 0 ]] || words='bash zsh fish'; [[ "$cur" != -* ]] || words='-h --help --color --no-color' ;;
        version) words=''; [[ "$cur" != -* ]] || words='-h --help --color --no-color' ;;
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _sample sample
