#!/bin/sh
# SPDX-License-Identifier: MIT
# compile_commands.sh COMMAND FILE...: prints for editors and their like how
# each file is compiled, as JSON.
set -eu
command=$1
shift
comma='['
for file in "$@"; do
    printf '%s{"directory": "%s", "file": "%s", "command": "%s -c %s"}\n' \
        "$comma" "$PWD" "$file" "$command" "$file"
    comma=,
done
echo ']'
