#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh SECONDS FUZZER...: runs each fuzzer for that long, from its corpus on.
# New inputs go to build/corpus/.
set -eu
seconds=$1
shift
rm -rf build/corpus/tests
perl tests/run/unpack.pl build/corpus tests/fuzz/corpus/*.txt
for fuzzer in "$@"; do
    mkdir -p "build/corpus/$fuzzer"
    "build/fuzz/fuzz/$fuzzer" -max_total_time="$seconds" -timeout=10 \
        -rss_limit_mb=2048 "build/corpus/$fuzzer" \
        "build/corpus/tests/fuzz/corpus/${fuzzer%%_*}"
done
