#!/bin/sh
# SPDX-License-Identifier: MIT
# What commands print goes through say(), which filters control characters. In
# src/cli/ nothing else formats for a stream, and what is put is a literal.
cd "$(dirname "$0")/../.." || exit 2
! grep -nE '\bv?f?printf\(|\bfwrite\(|\bf?puts\([^"]' src/cli/*.c \
    src/cli/commands/*.c |
    grep -vE '^src/cli/(say|report)\.c:'
