#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the C file that carries the theme in the program: every file named
# on the command line as bytes, in that order. See builtin.h.
set -eu

echo '/* Made by src/build/builtin.sh. */'
echo '#include "build/builtin.h"'
i=0
for file in "$@"; do
    echo "static const unsigned char file_$i[] = {"
    od -v -An -tu1 "$file" | sed 's/  */,/g; s/^,//; s/$/,/'
    echo '0};'
    i=$((i + 1))
done
echo 'const struct builtin builtin_files[] = {'
i=0
for file in "$@"; do
    echo "    {STR_INIT(\"$file\"),"
    echo "     {(const char *)file_$i, sizeof file_$i - 1}},"
    i=$((i + 1))
done
echo '};'
echo "const size_t builtin_count = $i;"
