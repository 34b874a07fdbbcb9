/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_OPTIONS_H
#define CRUMB_CLI_OPTIONS_H

/* The command line as a table: each command is a row, each of its options a
 * row of its own table. The same tables parse, and print the help. */

#include <stdio.h>

#include "base/diag/diag.h"

/* What every command line may say; each command reads the fields its own
 * options fill. */
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
    bool include_private;
    bool no_drafts;
    bool open;
    bool poll;
    size_t port; /* 0: the default */
    const char *bind;
    size_t jobs; /* 0: one per processor */
    const char *output;
    const char *base_url;
    const char *now;
    const char *format;
    const char *template_dir;
    const char *context;
    const char *undefined;
    bool edit;
    /* The command's operands; NULL: not given. */
    const char *argument;
    const char *second;
};

enum option_kind {
    OPTION_FLAG,
    OPTION_TEXT,
    OPTION_CHOICE, /* one of those that its operand lists */
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
    const char *operand;          /* "NAME", "FROM TO", or NULL: takes none */
    const char *help;             /* one line */
    const struct option *options; /* its own */
    size_t noptions;
    bool reads_site; /* and takes the options of all that do */
    /* Exit status: 0 done, 1 the site has errors, 2 wrong usage. */
    int (*run)(const struct options *options);
};

enum { EXIT_DONE = 0, EXIT_ERRORS = 1, EXIT_USAGE = 2 };

extern const struct command commands[];
extern const size_t ncommands;

/* NULL if there is none of that name. */
const struct command *command_find(const char *name);
/* Reads the words behind the program's name. NULL: wrong usage, said on
 * standard error. With no command: one without a name, which prints the help
 * to standard error. */
const struct command *options_parse(int argc, char **argv,
                                    struct options *options);
/* The general help, or one command's. */
void options_help(const struct command *command, FILE *to);

#endif
