/* SPDX-License-Identifier: MIT */
/* All unit tests and fuzzers are one program, so that a change is linked once.
 * It does what the name says by which it is called: build/release/unit/test_fs
 * and its like are links to it. The Makefile compiles each file with its main
 * renamed to NAME_main (of a fuzzer, LLVMFuzzerTestOneInput to NAME_fuzz), and
 * gives the names here: of what takes no arguments, of what does, of fuzzers.
 *
 *     -DTESTS='TEST(test_date) TEST(test_fs) ...'
 *     -DTOOLS='TOOL(httpd) ...'
 *     -DFUZZERS='FUZZER(http) FUZZER(markdown) ...' */
#include <stdio.h>
#include <string.h>

#include "tests/fuzz/replay.h"

/* clang-format off */
#define TEST(name) int name##_main(void);
#define TOOL(name) int name##_main(int argc, char **argv);
#define FUZZER(name) fuzzer name##_fuzz;
TESTS TOOLS FUZZERS
#undef TEST
#undef TOOL
#undef FUZZER

#define TEST(name) {#name, .test = name##_main},
#define TOOL(name) {#name, .tool = name##_main},
#define FUZZER(name) {#name, .fuzz = name##_fuzz},

static const struct {
    const char *name;
    int (*test)(void);
    int (*tool)(int argc, char **argv);
    fuzzer *fuzz;
} programs[] = {TESTS TOOLS FUZZERS};
/* clang-format on */

int main(int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/');
    const char *name = slash ? slash + 1 : argv[0];
    size_t i = 0;
    while (i < sizeof programs / sizeof *programs &&
           strcmp(programs[i].name, name) != 0) {
        i++;
    }
    if (i == sizeof programs / sizeof *programs) {
        fprintf(stderr, "%s: no test has this name\n", name);
        return 2;
    }
    /* So that what was said is there if it dies. */
    setvbuf(stdout, NULL, _IOLBF, 0);
    return programs[i].test   ? programs[i].test()
           : programs[i].tool ? programs[i].tool(argc, argv)
                              : replay(programs[i].fuzz, argc, argv);
}
