#!/bin/sh
# SPDX-License-Identifier: MIT
# Each promise of SECURITY.md names tests, and those exist.
cd "$(dirname "$0")/../.." || exit 2
status=0
for test in $(grep -o '`tests/[^`]*`' SECURITY.md | tr -d '`' | sort -u); do
    if [ ! -e "$test" ]; then
        echo "SECURITY.md: there is no $test"
        status=1
    fi
done
if grep -n '^| ' SECURITY.md | grep -v '`tests/[^`]*`' |
    grep -v '| promise | shown by |'; then
    echo "SECURITY.md: no test shows this"
    status=1
fi
exit $status
