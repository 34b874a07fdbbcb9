#!/bin/sh
# SPDX-License-Identifier: MIT
# `make lighthouse`. Its packages are many, and nothing else needs them: they go
# below build/.
set -eu
mkdir -p build/lighthouse
cp tests/lighthouse/* build/lighthouse/
[ -d build/lighthouse/node_modules ] ||
    (cd build/lighthouse && npm ci --loglevel=error --no-fund)
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-headless-shell)}
export CHROMIUM
exec node build/lighthouse/run.mjs build/crumb .
