/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_OPTIONS_H
#define CRUMB_CLI_OPTIONS_H

/* The command line in tables: one of all commands, and for each command one of
 * its options. Both the parser and the help use them. */

#include <stdio.h>

#include "base/diag/diag.h"

/* All options of all commands. A command reads the fields of its own options.
 */
struct options {
    const char *dir;   /* -C: already entered when the command runs */
    const char *color; /* auto, always, never */
    bool help;
    bool version;
    bool dry_run;
    bool drafts;
    bool future;
    bool clean;
    bool hash_all;
    bool verify;
    bool profile;
    bool strict;
    bool no_sync;
    bool untrusted;
    bool gfm;
    bool trim_blocks;
    bool lstrip_blocks;
    bool keep_trailing_newline;
    bool listing;
    bool external;
    bool hints;
    bool include_private;
    bool no_drafts;
    bool no_check;
    bool open;
    bool poll;
    size_t port; /* 0: the default */
    const char *bind;
    size_t jobs; /* 0: one per processor */
    const char *output;
    const char *language; /* of search */
    const char *base_url;
    const char *now;
    const char *format;
    const char *recipe_format; /* of the recipe, not of diagnostics */
    const char *scale;
    const char *names;
    const char *ready;
    const char *units;
    FILE *diagnostics; /* where they are printed: see report_begin */
    const char *theme; /* a folder */
    const char *template_dir;
    const char *context;
    const char *undefined;
    bool edit;
    /* The command's operands; NULL: not given. */
    const char *argument;
    const char *second;
    char **more; /* of an operand that ends in "..." */
    size_t nmore;
};

enum option_kind {
    OPTION_FLAG,
    OPTION_TEXT,
    OPTION_CHOICE, /* one of the words that its operand lists */
    OPTION_NUMBER,
    OPTION_PORT
};

struct option {
    const char *name;    /* "--jobs" */
    const char *operand; /* "N", "text|json"; NULL for a flag */
    const char *help;
    enum option_kind kind;
    size_t field; /* offset in struct options */
};

struct command {
    const char *name;
    const char *operand;          /* "NAME", "FROM TO"; NULL: takes none */
    const char *help;             /* one line */
    const struct option *options; /* its own */
    size_t noptions;
    bool reads_site; /* it also takes the options common to such commands */
    /* Exit status: 0 done, 1 the site has errors, 2 wrong usage. */
    int (*run)(const struct options *options);
};

enum { EXIT_DONE = 0, EXIT_ERRORS = 1, EXIT_USAGE = 2 };

extern const struct command commands[];
extern const size_t ncommands;

/* The command of that name; NULL: there is none. */
const struct command *command_find(const char *name);
/* Parses the arguments of the program. Returns NULL after reporting wrong usage
 * on standard error. If no command is given, returns one without a name, which
 * prints the help to standard error. */
const struct command *options_parse(int argc, char **argv,
                                    struct options *options);
/* Prints the help of a command, or the general help. */
void options_help(const struct command *command, FILE *to);

#endif
