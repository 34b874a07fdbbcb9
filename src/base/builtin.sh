#!/bin/sh
# SPDX-License-Identifier: MIT
# builtin.sh TABLE HEADER FILE...: prints the C file that carries the files in
# the program, as bytes and in that order: TABLE_files and TABLE_count, which
# HEADER declares.
set -eu
table=$1
header=$2
shift 2

echo '/* Made by src/base/builtin.sh. */'
echo "#include \"$header\""
i=0
for file in "$@"; do
    echo "static const unsigned char file_$i[] = {"
    od -v -An -tu1 "$file" | sed 's/  */,/g; s/^,//; s/$/,/'
    echo '0};'
    i=$((i + 1))
done
echo "const struct builtin ${table}_files[] = {"
i=0
for file in "$@"; do
    echo "    {STR_INIT(\"$file\"),"
    echo "     {(const char *)file_$i, sizeof file_$i - 1}},"
    i=$((i + 1))
done
echo '};'
echo "const size_t ${table}_count = $i;"
