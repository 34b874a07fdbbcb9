#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the C file that carries the script of the preview's pages, client.js,
# which is named on the command line. See client.h.
set -eu

echo '/* Made by src/serve/client/client.sh. */'
echo '#include "serve/client/client.h"'
echo 'static const unsigned char bytes[] = {'
od -v -An -tu1 "$1" | sed 's/  */,/g; s/^,//; s/$/,/'
echo '0};'
echo 'const str client_script = {(const char *)bytes, sizeof bytes - 1};'
