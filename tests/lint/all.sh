#!/bin/sh
# SPDX-License-Identifier: MIT
# The house rules that no compiler checks. OBJECTS is the folder of object
# files to look through (build/release).
cd "$(dirname "$0")" || exit 2
top=../..
status=0

check() {
    name=$1
    shift
    if "$@"; then
        echo "ok $name"
    else
        echo "not ok $name"
        status=1
    fi
}

check floors sh floors.sh
check sizes sh sizes.sh
check headers sh headers.sh
check lockfile sh lockfile.sh
check words perl words.pl
check comments perl comments.pl
check promises sh promises.sh
check say sh say.sh
check rooms perl rooms.pl
check docs perl docs.pl
check circles perl circles.pl
check copied sh copied.sh
check i18n perl i18n.pl
# Objects of deleted sources stay below build/, and are not checked.
objects=$(cd $top && folder=${OBJECTS:-build/release} &&
    find "$folder" -name '*.o' ! -path '*/unit/*' ! -path '*/fuzz/*' \
        2>/dev/null | while read -r object; do
        name=${object#"$folder"/}
        if [ -e "src/${name%.o}.c" ] || [ -e "${object%.o}.c" ]; then
            echo "$object"
        fi
    done)
if [ -n "$objects" ]; then
    # shellcheck disable=SC2086
    check globals sh -c 'cd ../.. && sh tests/lint/globals.sh "$@"' - $objects
fi
exit $status
