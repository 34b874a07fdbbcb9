# SPDX-License-Identifier: MIT
# paths.sh: for the scripts of this folder, which source it and then go elsewhere:
# $here, and $TOOLS and $CRUMB as whole paths.
whole() {
    (cd "$(dirname "$1")" && echo "$PWD/$(basename "$1")")
}
here=$(cd "$(dirname "$0")" && pwd)
TOOLS=$(whole "${TOOLS:-build/release/bench}")
CRUMB=$(whole "${CRUMB:-build/crumb}")
