#!/bin/sh
# SPDX-License-Identifier: MIT
# The output of commands goes through say(), which filters control characters. In
# src/cli/ nothing else formats for a stream, and puts() takes literals alone.
cd "$(dirname "$0")/../.." || exit 2
! grep -nE '\bv?f?printf\(|\bfwrite\(|\bf?puts\([^"]' src/cli/*.c \
    src/cli/commands/*.c |
    grep -vE '^src/cli/(say|report)\.c:'
