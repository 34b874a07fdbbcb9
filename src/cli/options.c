/* SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include <errno.h>

#include "cli/commands.h"
#include "cli/say.h"

/* A row: an option without a value, and one with a value of that kind. */
#define FLAG(name, field, help)                                                \
    {                                                                          \
        (name), NULL, (help), OPTION_FLAG, offsetof(struct options, field)     \
    }
#define VALUE(name, operand, kind, field, help)                                \
    {                                                                          \
        (name), (operand), (help), OPTION_##kind,                              \
            offsetof(struct options, field)                                    \
    }

static const struct option general[] = {
    VALUE("-C", "DIR", TEXT, dir,
          "the site's folder (default: the current one)"),
    VALUE("--color", "auto|always|never", CHOICE, color, "of messages"),
    FLAG("--help", help, "this help, or the command's; -h, too"),
    FLAG("--version", version, "print the version; -v, too"),
};

/* The options of all commands that read the site. */
static const struct option site_options[] = {
    VALUE("--jobs", "N", NUMBER, jobs, "threads (default: one per processor)"),
    FLAG("--strict", strict, "warnings are errors"),
    FLAG("--no-sync", no_sync, "don't wait until all is safe from a power cut"),
    FLAG("--untrusted", untrusted,
         "content/ comes from strangers: run nothing in it"),
    VALUE("--base-url", "URL", TEXT, base_url, "instead of url in site.yaml"),
    VALUE("--now", "INSTANT", TEXT, now,
          "the build instant (default: SOURCE_DATE_EPOCH, now)"),
    VALUE("--format", "text|json", CHOICE, format, "of errors and warnings"),
};

static const struct option build_options[] = {
    FLAG("--drafts", drafts, "publish drafts too"),
    FLAG("--future", future, "publish posts that are not live yet"),
    FLAG("--clean", clean, "build all of it, and ignore earlier builds"),
    FLAG("--hash-all", hash_all,
         "read every file, even with the same time and size"),
    FLAG("--verify", verify, "then make the clean build too, and compare"),
    FLAG("--profile", profile, "render all, and show the slowest parts"),
    VALUE("--output", "DIR", TEXT, output,
          "where to write (default: output in site.yaml, public)"),
};

static const struct option serve_options[] = {
    VALUE("--port", "N", PORT, port, "the first port to try (default: 4000)"),
    VALUE("--bind", "ADDR", TEXT, bind,
          "for others in the network too: 0.0.0.0, or one of this machine's "
          "addresses"),
    FLAG("--no-drafts", no_drafts,
         "show only the pages that readers would see"),
    FLAG("--open", open, "open it in a browser"),
    FLAG(
        "--poll", poll,
        "compare all files again and again, for drives that report no changes"),
};

static const struct option render_options[] = {
    VALUE("--template-dir", "DIR", TEXT, template_dir, "where templates are"),
    VALUE("--context", "FILE", TEXT, context,
          "a JSON object: the template's variables"),
    FLAG("--trim-blocks", trim_blocks, "drop the line break after a block tag"),
    FLAG("--lstrip-blocks", lstrip_blocks,
         "drop white space before a block tag"),
    FLAG("--keep-trailing-newline", keep_trailing_newline,
         "keep the file's last line break"),
    VALUE("--undefined", "lenient|strict|chainable", CHOICE, undefined,
          "the behaviour of undefined names"),
    FLAG("--listing", listing, "print the compiled code instead"),
};

static const struct option markdown_options[] = {
    FLAG("--gfm", gfm, "plain GitHub Markdown, without crumb's additions"),
};

static const struct option recipe_options[] = {
    VALUE("--scale", "N", TEXT, scale, "all quantities times N: 2, 1/2, 1.5"),
    VALUE("--units", "metric|us|imperial", CHOICE, units, "the units to print"),
    VALUE("--ready", "TIME", TEXT, ready,
          "when each step begins, to be ready then"),
    VALUE("--format", "text|json", CHOICE, recipe_format, "of the recipe"),
};

static const struct option check_options[] = {
    FLAG("--external", external,
         "ask for the pages that links out of the site lead to"),
    FLAG("--include-private", include_private,
         "with --external: at loopback and private addresses, too"),
    FLAG("--hints", hints, "show hints, too: what may be better"),
    FLAG("--clean", clean, "build the site again and read every page of it"),
};

static const struct option new_options[] = {
    FLAG("--edit", edit, "open it in $VISUAL or $EDITOR"),
    VALUE("--now", "INSTANT", TEXT, now,
          "its date (default: SOURCE_DATE_EPOCH, now)"),
};

static const struct option publish_options[] = {
    VALUE("--now", "INSTANT", TEXT, now,
          "its date (default: SOURCE_DATE_EPOCH, now)"),
};

static const struct option sanitize_options[] = {
    FLAG("--dry-run", dry_run, "show the changes as a diff, and make none"),
    VALUE("--names", "LIST", TEXT, names,
          "names to replace, with commas between them"),
};

static const struct option init_options[] = {
    VALUE("--now", "INSTANT", TEXT, now,
          "the date of its posts (default: SOURCE_DATE_EPOCH, now)"),
    VALUE("--theme", "FOLDER", TEXT, theme, "with a copy of that theme"),
};

static const struct option why_options[] = {
    VALUE("--output", "DIR", TEXT, output,
          "that of the build (default: output in site.yaml, public)"),
};

static const struct option search_options[] = {
    VALUE("--format", "text|json", CHOICE, format, "of the answers"),
    VALUE("--language", "LANG", TEXT, language,
          "of the pages (default: language in site.yaml)"),
    VALUE("--output", "DIR", TEXT, output,
          "that of the build (default: output in site.yaml, public)"),
};

static const struct option deploy_options[] = {
    FLAG("--dry-run", dry_run, "only say what would be copied and removed"),
    FLAG("--no-check", no_check, "copy the site without checking it first"),
};

static const struct option clean_options[] = {
    VALUE("--output", "DIR", TEXT, output,
          "the folder to clean (default: output in site.yaml, public)"),
};

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define TABLE(table) (table), COUNT(table)

const struct command commands[] = {
    {"build", NULL, "publish the site", TABLE(build_options), true,
     command_build},
    {"serve", NULL, "preview the site while you write", TABLE(serve_options),
     true, command_serve},
    {"check", NULL, "find dead links and other mistakes in the site",
     TABLE(check_options), true, command_check},
    {"new", "SECTION TITLE", "begin a post: a draft of its section's kind",
     TABLE(new_options), false, command_new},
    {"publish", "FILE", "make a draft a post of today", TABLE(publish_options),
     false, command_publish},
    {"mv", "FROM TO", "move a post, and mend the links to it", NULL, 0, false,
     command_mv},
    {"render", "NAME", "render one template to standard output",
     TABLE(render_options), false, command_render},
    {"markdown", "[FILE]", "Markdown to HTML on standard output",
     TABLE(markdown_options), false, command_markdown},
    {"recipe", "[FILE]", "print a recipe, scaled and in other units",
     TABLE(recipe_options), false, command_recipe},
    {"sanitize", "FILE...",
     "take secrets and public addresses out of files, in place",
     TABLE(sanitize_options), false, command_sanitize},
    {"why", "[FILE]",
     "what the last build rendered and why; which pages read a file",
     TABLE(why_options), false, command_why},
    {"search", "WORDS...", "ask the search index of the last build",
     TABLE(search_options), false, command_search},
    {"deploy", NULL, "publish the site, and copy it to its server with rsync",
     TABLE(deploy_options), true, command_deploy},
    {"init", "DIR", "begin a blog of your own", TABLE(init_options), false,
     command_init},
    {"eject", "[TEMPLATE]",
     "copy a built-in template into the site, to change it", NULL, 0, false,
     command_eject},
    {"clean", NULL, "remove the files that build wrote", TABLE(clean_options),
     false, command_clean},
    {"help", "[TOPIC]",
     "a command's options; filters, tests, functions, objects", NULL, 0, false,
     command_help},
};
const size_t ncommands = COUNT(commands);

const struct command *command_find(const char *name)
{
    for (size_t i = 0; i < ncommands; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

/* Option number i of the command, its own first; NULL: no more. */
static const struct option *option_at(const struct command *command, size_t i)
{
    size_t own = command ? command->noptions : 0;
    size_t site = command && command->reads_site ? COUNT(site_options) : 0;
    if (i < own) {
        return &command->options[i];
    }
    i -= own;
    if (i < site) {
        return &site_options[i];
    }
    i -= site;
    return i < COUNT(general) ? &general[i] : NULL;
}

/* `-p`: the first name that begins so, --port; -D is --drafts. */
static str initial_of(const char *word, const str *names, size_t n)
{
    for (size_t i = 0; strlen(word) == 2 && i < n; i++) {
        if (names[i].n > 2 && names[i].p[2] == to_lower(word[1])) {
            return names[i];
        }
    }
    return (str){NULL, 0};
}

static void unknown_option(const struct command *command, const char *word)
{
    struct arena arena = {0};
    VEC(str) names = {0};
    const struct option *option;
    while ((option = option_at(command, names.n))) {
        *VEC_PUSH(&names, &arena) = str_from(option->name);
    }
    str near = initial_of(word, names.p, names.n);
    if (!near.n) {
        near = str_nearest(str_from(word), names.p, names.n);
    }
    arena_free(&arena);
    if (near.n) {
        say_error("no option %s: did you mean %.*s?", word, STR_ARG(near));
    } else {
        bool title =
            strchr(word, ' ') || (command && command->operand &&
                                  strstr(command->operand, "...")); /* -word */
        say_error("no option %s: see crumb help%s%s%s", word,
                  command && command->name[0] ? " " : "",
                  command ? command->name : "",
                  title ? ", or write -- before it" : "");
    }
}

static const struct command *unknown_command(const char *word)
{
    str names[COUNT(commands)];
    for (size_t i = 0; i < ncommands; i++) {
        names[i] = str_from(commands[i].name);
    }
    str near = str_nearest(str_from(word), names, ncommands);
    if (near.n) {
        say_error("no command %s: did you mean %.*s?", word, STR_ARG(near));
    } else {
        say_error("no command %s: see crumb help", word);
    }
    return NULL;
}

/* The option that `word` names before its '=', if it has one. Of the short
 * names there are only those that everybody tries. */
static const struct option *find_option(const struct command *command,
                                        const char *word)
{
    word = strcmp(word, "-h") == 0   ? "--help"
           : strcmp(word, "-v") == 0 ? "--version"
                                     : word;
    size_t n = strcspn(word, "=");
    const struct option *option;
    for (size_t i = 0; (option = option_at(command, i)); i++) {
        if (strlen(option->name) == n && strncmp(option->name, word, n) == 0) {
            return option;
        }
    }
    return NULL;
}

static bool is_choice(const char *choices, const char *word)
{
    str rest = str_from(choices);
    str choice;
    while (str_split(&rest, '|', &choice)) {
        if (str_eq(choice, str_from(word))) {
            return true;
        }
    }
    return false;
}

static bool set_number(const struct option *option, const char *text,
                       size_t *field)
{
    unsigned long most = option->kind == OPTION_PORT ? 65535 : 1024;
    char *end;
    errno = 0;
    if (text && is_digit(text[0])) {
        unsigned long n = strtoul(text, &end, 10);
        if (!*end && !errno && n >= 1 && n <= most) {
            *field = n;
            return true;
        }
    }
    say_error("%s: wants a number from 1 to %lu", option->name, most);
    return false;
}

static bool set_field(const struct option *option, const char *text,
                      struct options *options)
{
    char *field = (char *)options + option->field;
    switch (option->kind) {
    case OPTION_FLAG: *(bool *)(void *)field = true; return true;
    case OPTION_PORT:
    case OPTION_NUMBER:
        return set_number(option, text, (size_t *)(void *)field);
    case OPTION_CHOICE:
        if (!is_choice(option->operand, text)) {
            say_error("%s: not %s, but one of %s", option->name, text,
                      option->operand);
            return false;
        }
        break;
    case OPTION_TEXT: break;
    }
    *(const char **)(void *)field = text;
    return true;
}

/* Takes one option and its operand off argv; *i stays on the last word. */
static bool take_option(const struct command *command, int argc, char **argv,
                        int *i, struct options *options)
{
    char *word = argv[*i];
    const struct option *option = find_option(command, word);
    if (!option) {
        unknown_option(command, word);
        return false;
    }
    const char *equals = strchr(word, '=');
    const char *text = equals ? equals + 1 : NULL;
    if (!option->operand) {
        if (text) {
            say_error("%s: takes no value", option->name);
        }
        return !text && set_field(option, NULL, options);
    }
    if (!text && *i + 1 < argc) {
        text = argv[++*i];
    }
    if (!text) {
        say_error("%s: wants a value", option->name);
        return false;
    }
    return set_field(option, text, options);
}

static int run_none(const struct options *options)
{
    (void)options;
    options_help(NULL, stderr);
    return EXIT_USAGE;
}

/* For a command line that has options only: --help or --version. */
static const struct command none = {.name = "", .run = run_none};

/* Operands in the order in which they come; false: there are too many. Those of
 * "..." move to the start of argv, over words that were taken before. */
static bool take_operand(const struct command *command, char **argv, int i,
                         struct options *options)
{
    char *word = argv[i];
    bool two = command->operand && strchr(command->operand, ' ');
    bool more = command->operand && strstr(command->operand, "...");
    if (command->operand && !options->argument) {
        options->argument = word;
    } else if (two && !options->second) {
        options->second = word;
    } else if (more) {
        options->more = argv;
        argv[options->nmore++] = word;
    } else {
        say_error(two ? "%s: one word too many: put quotes around words that "
                        "belong together"
                      : "%s: one word too many",
                  word);
        return false;
    }
    return true;
}

/* The command is the first word that is neither an option nor the operand of
 * a general one. */
static const struct command *find_command(int argc, char **argv, int *at)
{
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-') {
            *at = i;
            const struct command *command = command_find(argv[i]);
            return command ? command : unknown_command(argv[i]);
        }
        const struct option *option = find_option(NULL, argv[i]);
        if (option && option->operand && !strchr(argv[i], '=')) {
            i++;
        }
    }
    *at = argc;
    return &none;
}

const struct command *options_parse(int argc, char **argv,
                                    struct options *options)
{
    int at;
    const struct command *command = find_command(argc, argv, &at);
    if (!command) {
        return NULL;
    }
    bool only_operands = false;
    for (int i = 1; i < argc; i++) {
        if (i == at) {
            continue;
        }
        bool dash = !only_operands && argv[i][0] == '-' && argv[i][1];
        if (dash && i > at && strcmp(argv[i], "--") == 0) {
            only_operands = true;
        } else if (dash ? !take_option(command, argc, argv, &i, options)
                        : !take_operand(command, argv, i, options)) {
            return NULL;
        }
    }
    return command;
}

/* Help begins there, on the next line if there is no room. */
enum { HELP_COLUMN = 26 };

static void print_options(const struct command *command, FILE *to)
{
    const struct option *option;
    for (size_t i = 0; (option = option_at(command, i)); i++) {
        size_t column = say(to, "  %s %s", option->name,
                            option->operand ? option->operand : "");
        if (column > HELP_COLUMN) {
            fputc('\n', to);
            column = 0;
        }
        say(to, "%*s %s\n", HELP_COLUMN - (int)column, "", option->help);
    }
}

void options_help(const struct command *command, FILE *to)
{
    if (command) {
        say(to, "crumb %s%s%s%s: %s\n", command->name,
            option_at(command, COUNT(general)) ? " [OPTION...]" : "",
            command->operand ? " " : "",
            command->operand ? command->operand : "", command->help);
        fputc('\n', to);
        print_options(command, to);
        return;
    }
    fputs("crumb: a static blog generator\n\n"
          "crumb COMMAND [OPTION...]\n\n",
          to);
    for (size_t i = 0; i < ncommands; i++) {
        say(to, "  %-24s %s\n", commands[i].name, commands[i].help);
    }
    fputs("\nWith any command:\n", to);
    print_options(NULL, to);
    fputs("\ncrumb help COMMAND lists its options. Exit status: 0 done, 1 the "
          "site has\nerrors, 2 wrong usage.\n",
          to);
}
