# Completion of mote-sum for bash.
_mote_sum() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}

    case $before in
    -a | --algorithm | --algorithm=)
        mapfile -t COMPREPLY < <(compgen -W "$(mote-sum --list | cut -d ' ' -f 1)" -- "$word")
        return
        ;;
    -l | --length)
        return
        ;;
    esac
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "--algorithm= --list --length= --recursive --check
            --tag --binary --text --zero --ignore-missing --quiet --status --strict --warn --help
            --version" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -o filenames -F _mote_sum mote-sum
