/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_JINJA_H
#define CRUMB_JINJA_JINJA_H

/* A Jinja2 engine that knows nothing of blogs: lexer -> parser -> syntax
 * tree -> bytecode -> stack machine.
 *
 * An environment is set up by one thread: filters, tests and globals are
 * added, templates compiled. From then on it may render from many threads at
 * once, each render with its own struct eval. Values follow data/value.h. */

#include "base/buf.h"
#include "base/diag/diag.h"
#include "data/value.h"

struct jinja;
struct jinja_template;
struct profile;

enum jinja_undefined {
    JINJA_LENIENT,   /* Jinja's default: prints "", attributes of it fail */
    JINJA_CHAINABLE, /* attributes of it are undefined again */
    JINJA_STRICT,    /* any use but `is defined` and `default` fails */
    JINJA_WARN,      /* sites: as chainable, printing it warns */
    JINJA_ERROR,     /* sites: as chainable, printing it is an error */
};

/* An include or a macro call whose outcome hangs on these values alone. */
struct jinja_known {
    const void *part;    /* the template or macro, by its address... */
    uint64_t identity;   /* ...and for another run of the program: a hash of its
                            template's name, its place there, and the names that
                            the values are of */
    const value *values; /* of all that it may see, in the same order */
    size_t nvalues;
    str text;
    uint64_t steps;
    uint64_t made; /* bytes */
    void *host;    /* the host's, from find_fragment to keep_fragment */
};

struct jinja_options {
    bool trim_blocks;
    bool lstrip_blocks;
    bool keep_trailing_newline;
    enum jinja_undefined undefined;
};

/* What the engine asks of the program around it: its only calls upward. Any
 * function but load may be NULL. */
struct jinja_host {
    /* Finds the source of a template. NULL: there is none, or it can't be
     * read, which load reports. The source outlives the environment. The
     * environment calls load from one thread at a time. */
    const struct source *(*load)(void *templates, str name,
                                 struct diags *diags);
    /* Lists all template names, for "did you mean". */
    void (*names)(void *templates, struct arena *arena, const str **names,
                  size_t *n);
    void *templates; /* the first argument of load and names */

    /* The calls below come from the threads that render. `eval` is what
     * jinja_render was given. */

    /* A template is rendered, extended, included or imported. source == NULL:
     * it was asked for and is missing. */
    void (*note_template)(struct eval *eval, str name,
                          const struct source *source);
    /* Looks for a fragment that was kept. True: text, steps and made are
     * filled in. False: the engine renders it and calls keep_fragment. Set
     * both or neither. */
    bool (*find_fragment)(struct eval *eval, struct jinja_known *known);
    /* good: it was rendered without errors or warnings. The text is valid
     * until keep_fragment returns. */
    void (*keep_fragment)(struct eval *eval, const struct jinja_known *known,
                          bool good);
    /* Where this render records its time; NULL: nowhere. */
    struct profile *(*profile_of)(struct eval *eval);
};

/* A call of a filter, test or function: args[0] of a filter or test is what
 * it is applied to. Named arguments follow the positional ones. */
struct jinja_call {
    struct eval *eval;
    struct jinja_state *state; /* the render under way */
    const value *args;
    size_t nargs;
    const str *names; /* nnames names of the last nnames of all args */
    size_t nnames;
    size_t subject; /* 1 for filters and tests: args[0] is no argument */
    span at;
    bool autoescape; /* in force where the call stands */
    bool printed;    /* the result is printed and forgotten at once */
};

/* False: reported by jinja_fail. */
typedef bool jinja_function(struct jinja_call *call, value *out);

/* One parameter of a built-in, for checking calls and for the manual. */
struct jinja_builtin {
    str name;
    str signature; /* "truncate(length=255, killwords=false, end='...')" */
    str help;      /* one line */
    jinja_function *call;
};

/* Reports an error at the call and returns false. */
bool jinja_fail(struct jinja_call *call, const char *code, const char *format,
                ...) __attribute__((format(printf, 3, 4)));
/* The argument of that position (from 0, the subject not counted for filters
 * and tests) or name; NULL if it was not given. */
const value *jinja_arg(const struct jinja_call *call, size_t position,
                       const char *name);

/* The arena holds the environment and all it compiles. */
struct jinja *jinja_new(struct arena *arena, struct jinja_options options,
                        struct jinja_host host);
/* Frees what the arena does not hold. */
void jinja_free(struct jinja *jinja);
/* Tables stay the caller's. Later ones hide earlier ones. */
void jinja_add_filters(struct jinja *jinja, const struct jinja_builtin *table,
                       size_t n);
void jinja_add_tests(struct jinja *jinja, const struct jinja_builtin *table,
                     size_t n);
void jinja_add_functions(struct jinja *jinja, const struct jinja_builtin *table,
                         size_t n);
void jinja_add_global(struct jinja *jinja, str name, value v);

enum jinja_kind { JINJA_FILTERS, JINJA_TESTS, JINJA_FUNCTIONS };
/* The built-ins of a kind, sorted by name, for the manual. */
const struct jinja_builtin **jinja_builtins(const struct jinja *jinja,
                                            enum jinja_kind kind,
                                            struct arena *arena, size_t *n);

/* The template of that name, compiled once, with every template it names by
 * a constant. NULL: there is none, or it or one of those has errors; all of
 * them are reported. `from` is who asks, for a template that is missing. */
const struct jinja_template *jinja_get(struct jinja *jinja, str name, span from,
                                       struct diags *diags);
bool jinja_has(struct jinja *jinja, str name);
/* What the template was compiled from. */
const struct source *jinja_source(const struct jinja_template *template);

/* Renders into `out` (appended). `context` holds the template's variables.
 * Nothing of the result or the errors points into eval->arena when it
 * returns, which the caller resets. False: reported into eval->diags. */
bool jinja_render(struct jinja *jinja, const struct jinja_template *template,
                  const struct dict *context, struct eval *eval,
                  struct buf *out);

/* What `{{ v }}` prints. */
void jinja_print(value v, struct eval *eval, struct buf *out);

/* The code of a template as text, for people and golden tests. */
void jinja_listing(const struct jinja_template *template, struct buf *out);

#endif
