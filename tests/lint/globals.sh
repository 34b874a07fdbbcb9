#!/bin/sh
# SPDX-License-Identifier: MIT
# globals.sh OBJECT...: no object file has a variable of static storage that
# can change, per thread or not. nm would call a const table that holds
# pointers a variable (it is in .data.rel.ro), so objdump is asked.
#
# Allowed: the memory that cmark's allocator finds without a context pointer,
# one for each thread; what sanitizers and coverage add.
allowed='markdown/md_parse\.o memory \.tbss'
allowed="$allowed|[^ ]* __(unnamed|asan|ubsan|tsan|llvm|gcov)"
[ $# -gt 0 ] || { echo "usage: globals.sh OBJECT..." >&2; exit 2; }
objdump -t "$@" | ALLOWED=$allowed awk '
BEGIN { FS = "\t"; allowed = ENVIRON["ALLOWED"] }
/: +file format / { object = $0; sub(/: +file format .*/, "", object) }
# ADDRESS FLAGS SECTION<tab>SIZE NAME; flags are seven characters, d marks
# the section itself.
NF == 2 {
    flags = substr($1, index($1, " ") + 1, 7)
    section = substr($1, index($1, " ") + 9)
    if (flags ~ /[df]/ || section !~ /^(\.(t?bss|t?data)|\*COM\*)/) next
    if (section ~ /^\.data\.rel\.ro/) next
    name = $2
    sub(/^[0-9a-f]+ +(\.hidden )?/, "", name)
    if (object " " name " " section ~ "(^|/)(" allowed ")") next
    printf "%s: %s can change (%s)\n", object, name, section
    bad = 1
}
END { exit bad }'
