#!/bin/sh
# SPDX-License-Identifier: MIT
# npm's packages are named by version and hash; where they are fetched from is
# whoever's setting it is who fetches them.
cd "$(dirname "$0")/../.." || exit 2
! grep -n '"resolved"' tests/*/package-lock.json
