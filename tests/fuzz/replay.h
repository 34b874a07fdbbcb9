/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TESTS_FUZZ_REPLAY_H
#define CRUMB_TESTS_FUZZ_REPLAY_H

/* Feeds the files, and the files of the folders, that the arguments name to a
 * fuzzer's function: so that the corpus is a test without clang. TAP on
 * standard output; the status is that of main. */
#include <stddef.h>
#include <stdint.h>

typedef int fuzzer(const uint8_t *data, size_t n);

int replay(fuzzer *fuzz, int argc, char **argv);

#endif
