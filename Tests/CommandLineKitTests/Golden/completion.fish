# fish completion for sample. Load it with: sample completions fish | source
function __sample_verb --description 'Is the verb of the line this one, or is there none'
    set -l skip 0
    set -l words (commandline -opc)
    for word in $words[2..-1]
        if test $skip -eq 1
            set skip 0
        else if contains -- $word --color
            set skip 1
        else if not string match -q -- '-*' $word
            test "$word" = "$argv[1]"
            return
        end
    end
    test -z "$argv[1]"
end
complete -c sample -n __sample_verb -f
complete -c sample -s h -l help -d 'Show this help and end.'
complete -c sample -l color -x -a 'auto always never' -d 'Use color in text.'
complete -c sample -l no-color -d 'Use no color, like \'--color never\'.'
complete -c sample -n '__sample_verb' -l version -d 'Show the version and end.'
complete -c sample -n __sample_verb -a replay -d 'Replay a trace through the scroll engine.'
complete -c sample -n __sample_verb -a fail -d 'Fail in one of several ways.'
complete -c sample -n __sample_verb -a doctor -d 'Check that the tool\'s surroundings are in order: SQLite, zlib, disk.'
complete -c sample -n __sample_verb -a help -d 'Show help for a verb.'
complete -c sample -n __sample_verb -a completions -d 'Print a completion script for a shell.'
complete -c sample -n __sample_verb -a version -d 'Show the version.'
complete -c sample -n '__sample_verb replay' -s f -l format -x -a 'text json csv' -d 'How to print the result.'
complete -c sample -n '__sample_verb replay' -s j -l jobs -x -d 'Work on N traces at once.'
complete -c sample -n '__sample_verb replay' -s o -l offset -x -d 'Shift the content by this many points.'
complete -c sample -n '__sample_verb replay' -l seed -x -d 'The seed of the noise.'
complete -c sample -n '__sample_verb replay' -l since -x -d 'Leave out frames before this time, in nanoseconds.'
complete -c sample -n '__sample_verb replay' -l bounce -x -a 'yes no' -d 'Whether edges bounce.'
complete -c sample -n '__sample_verb replay' -l output -r -F -d 'Where to write.'
complete -c sample -n '__sample_verb replay' -s t -l tag -x -d 'Only traces with this tag; a tag is whatever the recorder was told, compared as bytes.'
complete -c sample -n '__sample_verb replay' -s v -l verbose -d 'Print every step.'
complete -c sample -n '__sample_verb replay' -s q -l quick -d 'Skip what takes long.'
complete -c sample -n '__sample_verb replay' -l json -d 'Print JSON, like \'--format json\'.'
complete -c sample -n '__sample_verb fail' -f
complete -c sample -n '__sample_verb fail' -s l -l level -x -a 'text json csv' -d 'How badly.'
complete -c sample -n '__sample_verb doctor' -f
complete -c sample -n '__sample_verb help' -f
complete -c sample -n '__sample_verb help' -a 'replay fail doctor help completions version exit-codes' -d 'The verb or topic to explain.'
complete -c sample -n '__sample_verb help' -l markdown -d 'Print the reference of all verbs as Markdown.'
complete -c sample -n '__sample_verb help' -l man -d 'Print the manual page, in roff.'
complete -c sample -n '__sample_verb completions' -f
complete -c sample -n '__sample_verb completions' -a 'bash zsh fish' -d 'The shell that is to complete.'
complete -c sample -n '__sample_verb version' -f
