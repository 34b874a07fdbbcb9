#compdef crumb
# SPDX-License-Identifier: MIT
# Completion for zsh. Commands, options and what they take are read from the
# program's help, so none is named here: this file knows how to complete a DIR,
# a FILE, a SECTION and the like.

# The help of a command as _arguments wants it, into `specs`: its options, and
# the words that it takes. Without a command: the options that all have.
_crumb_specs()
{
    local line takes text="$($crumb help "$@" 2>/dev/null)"
    local -a match mbegin mend
    specs=()
    # Help that is too long for an option's line is on the next.
    for line in ${(f)text//$'\n    '/ }; do
        if [[ $line =~ '^crumb [a-z]+( \[OPTION...\])?([^:a-z]*): ' ]]; then
            for takes in ${=match[2]//[][]/}; do
                specs+=(":$takes:->$takes")
            done
        elif [[ $line =~ '^  (-[^ ]+)( ([^ ]+))? +(.*)$' ]]; then
            line="[${${match[4]//\]/\\]}//:/\\:}]"
            takes=${match[3]:+:$match[3]:->$match[3]}
            if [[ -n $takes && $match[1] == --* ]]; then
                line="=$line" # --jobs=4 as well
            fi
            specs+=("$match[1]$line$takes")
        fi
    done
}

_crumb_commands()
{
    local line
    local -a commands
    for line in ${(M)${(f)"$($crumb help)"}:#  [a-z]*}; do
        commands+=("${${=line}[1]}:${line##  [a-z]## ##}")
    done
    _describe command commands
}

# The folders below one of content/, without those of posts that have one, into
# `sections`.
_crumb_sections()
{
    local folder
    for folder in $1/*(N/); do
        if [[ ! -e $folder/index.md ]]; then
            sections+=(${folder#$dir/content/})
            _crumb_sections $folder
        fi
    done
}

_crumb()
{
    setopt localoptions extendedglob
    local crumb=${(Q)~words[1]} context state line dir=$PWD
    local -a specs sections templates posts
    local -A opt_args
    _crumb_specs
    _arguments -C $specs '(-):command:->COMMAND' '(-)*::word:->WORDS' && return
    if [[ $state == WORDS ]]; then
        dir=${${(Q)~opt_args[-C]:-.}:a}
        _crumb_specs $words[1]
        state=
        _arguments -S $specs && return
        dir=${${(Q)~opt_args[-C]:-$dir}:a}
    fi
    case $state in
    COMMAND) _crumb_commands ;;
    TOPIC) _crumb_commands; compadd filters tests functions objects ;;
    *\|*) compadd ${(s:|:)state} ;;
    SECTION) _crumb_sections $dir/content; compadd -a sections ;;
    TEMPLATE)
        templates=(${${(f)"$($crumb -C $dir eject)"}%%  *})
        compadd -a templates
        compadd ${templates#*/}
        ;;
    DIR) _path_files -/ -W $dir ;;
    FILE | FILE... | FROM)
        if [[ $words[1] == (publish|mv|why) ]]; then
            posts=($dir/content/**/*.md(N))
            compadd -- ${posts#$dir/content/}
        fi
        _path_files -W $dir
        ;;
    TO) _path_files -W $dir ;;
    NAME) _path_files -W $dir/${(Q)~opt_args[--template-dir]:-.} ;;
    esac
}

_crumb "$@"
