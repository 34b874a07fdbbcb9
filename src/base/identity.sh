#!/bin/sh
# SPDX-License-Identifier: MIT
# identity.sh FILE...: prints a checksum of what the files mean to the program.
# In C sources comments do not count, nor white space that separates nothing;
# of other files every byte counts. A change of it makes ledgers stale.
set -eu

# One line for each literal and preprocessor directive, one for the code between
# them, with one space where there were some and none at a bracket or comma.
squeeze() {
    awk '
    function code(text) {
        gsub(/[ \t]+/, " ", text)
        printf "%s", text
    }
    FNR == 1 { comment = directive = 0; print "" }
    !comment && !directive && /^[ \t]*#/ { directive = 1; print "" }
    {
        rest = $0
        continued = sub(/\\$/, "", rest)
        while (rest != "") {
            if (comment) {
                at = index(rest, "*/")
                comment = !at
                rest = at ? substr(rest, at + 2) : ""
            } else if (!match(rest, /["\047]|\/\*|\/\//)) {
                code(rest)
                rest = ""
            } else {
                code(substr(rest, 1, RSTART - 1))
                rest = substr(rest, RSTART)
                if (match(rest, /^\/\*/)) {
                    comment = 1
                    rest = substr(rest, 3)
                    code(" ")
                } else if (match(rest, /^\/\//)) {
                    rest = ""
                } else if (match(rest, /^("([^"\\]|\\.)*"|\047([^\047\\]|\\.)*\047)/)) {
                    printf "\n%s\n", substr(rest, 1, RLENGTH)
                    rest = substr(rest, RLENGTH + 1)
                } else {
                    printf "%s", substr(rest, 1, 1)
                    rest = substr(rest, 2)
                }
            }
        }
        if (directive && !continued && !comment) {
            directive = 0
            print ""
        } else {
            code(" ")
        }
    }' "$@" | sed -e '/^["'"'"']/b' -e 's/  */ /g' \
        -e 's/^ //' -e 's/ $//' -e '/^#/b' -e 's/ *\([][(),;{}]\) */\1/g' \
        -e '/^$/d'
}

# Sources and then the others: file names have no blanks here, nor in make.
sources=
others=
for file in "$@"; do
    case $file in
    *.[ch]) sources="$sources $file" ;;
    *) others="$others $file" ;;
    esac
done
{
    squeeze $sources </dev/null
    cat $others </dev/null
} | cksum
