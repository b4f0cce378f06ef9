#compdef mote-sum
# Completion of mote-sum for zsh.

_mote_sum_algorithms() {
    local -a names
    names=(${(f)"$(_call_program algorithms mote-sum --list | cut -d ' ' -f 1)"})
    _describe -t algorithms algorithm names
}

_arguments -s -S \
    '(-a --algorithm)'{-a+,--algorithm=}'[the hash function]:algorithm:_mote_sum_algorithms' \
    '(-l --length)'{-l+,--length=}'[bits of a digest]:bits:' \
    '(-r --recursive)'{-r,--recursive}'[every file below folders]' \
    '(-c --check)'{-c,--check}'[read digests from the files, and check them]' \
    '--tag[print the form of BSD]' \
    '(-b --binary -t --text)'{-b,--binary}'[print an asterisk before a name]' \
    '(-b --binary -t --text)'{-t,--text}'[print a space before a name]' \
    '(-z --zero)'{-z,--zero}'[end each line with NUL, and escape no names]' \
    '--ignore-missing[say nothing of files that are not there]' \
    '--quiet[do not print OK]' \
    '--status[print nothing]' \
    '--strict[fail if a line is improperly formatted]' \
    '(-w --warn)'{-w,--warn}'[say which line is improperly formatted]' \
    '(- *)--list[print all functions and the bits of their digests]' \
    '(- *)--help[print help]' \
    '(- *)--version[print the version]' \
    '*:file:_files'
