# SPDX-License-Identifier: MIT
# Completion for bash. Commands, options and what they take are read from the
# program's help, so none is named here: this file knows how to complete a DIR,
# a FILE, a SECTION and the like. `crumb`, `dir` (of -C), `templates` and `cur`
# are those of _crumb, which calls the rest.

# The words that a command takes, and each of its options with what it takes,
# into `operands` and `takes`; without a command, the options that all have.
_crumb_read_help()
{
    local line
    while IFS= read -r line; do
        if [[ $line =~ ^crumb\ [a-z]+(\ \[OPTION...\])?([^:a-z]*):\  ]]; then
            read -ra operands <<<"${BASH_REMATCH[2]//[][]/}"
        elif [[ $line =~ ^\ \ (-[^ ]+)(\ ([^ ]+))? ]]; then
            takes[${BASH_REMATCH[1]}]=${BASH_REMATCH[3]}
        fi
    done < <("$crumb" help "$@" 2>/dev/null)
}

_crumb_commands()
{
    "$crumb" help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'
}

# The folders below one of content/, without those of posts that have one.
_crumb_sections()
{
    local folder
    for folder in "$1"/*/; do
        folder=${folder%/}
        if [[ -d $folder && ! -e $folder/index.md ]]; then
            echo "${folder#content/}"
            _crumb_sections "$folder"
        fi
    done
}

# The posts, by their paths in content/, for the commands that take one.
_crumb_posts()
{
    [[ $command != @(publish|mv|why) ]] || (cd content && find . -name '*.md') |
        cut -c 3-
}

# FOLDER COMMAND...
_crumb_in()
{
    (CDPATH='' cd -- "$1" && shift && "$@")
}

# The words that a placeholder of the help may be.
_crumb_values()
{
    case $1 in
    *\|*) tr '|' '\n' <<<"$1" ;;
    COMMAND) _crumb_commands ;;
    OPTION) printf '%s\n' "${!takes[@]}" ;;
    TOPIC)
        _crumb_commands
        printf '%s\n' filters tests functions objects
        ;;
    TEMPLATE) "$crumb" -C "$dir" eject | sed 's/  .*//; p; s,^[a-z]*/,,' ;;
    SECTION) _crumb_in "$dir" _crumb_sections content ;;
    DIR) _crumb_in "$dir" compgen -d -- "$cur" ;;
    FILE | FILE... | FROM)
        _crumb_in "$dir" _crumb_posts
        _crumb_in "$dir" compgen -f -- "$cur"
        ;;
    TO) _crumb_in "$dir" compgen -f -- "$cur" ;;
    NAME) _crumb_in "$dir" _crumb_in "$templates" find . -type f | cut -c 3- ;;
    esac
}

_crumb()
{
    local crumb=${1/#\~\//$HOME/} cur=${COMP_WORDS[COMP_CWORD]}
    local dir=. templates=. word option kind command only value n=0 IFS=$' \t\n'
    local -a operands=(COMMAND)
    local -A takes=()
    _crumb_read_help
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ $kind && $word == = ]]; then # --format=json is three words
            continue
        elif [[ $kind ]]; then
            case $option in
            -C) dir=${word/#\~\//$HOME/} ;;
            --template-dir) templates=$word ;;
            esac
            kind=
        elif [[ $word == -- ]]; then
            only=1
        elif [[ $word == -?* && ! $only ]]; then
            option=$word kind=${takes[$word]}
        elif [[ ! $command ]]; then
            command=$word operands=()
            _crumb_read_help "$command"
        else
            [[ ${operands[n]} == *... ]] || n=$((n + 1))
        fi
    done
    [[ ! $kind || $cur != = ]] || cur=
    if [[ ! $kind ]]; then
        kind=${operands[n]:-OPTION}
        [[ $cur != -* ]] || kind=OPTION
        [[ ! $only ]] || kind=${operands[n]}
    fi
    COMPREPLY=()
    while IFS= read -r value; do
        [[ $value != "$cur"* ]] || COMPREPLY+=("$value")
    done < <(_crumb_values "$kind" 2>/dev/null)
    case $kind in
    DIR | FILE | FILE... | FROM | TO | SECTION | NAME) compopt -o filenames 2>/dev/null ;;
    esac
}

complete -F _crumb crumb
