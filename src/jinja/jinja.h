/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_JINJA_H
#define CRUMB_JINJA_JINJA_H

/* A Jinja2 engine that knows nothing of blogs: lexer -> parser -> syntax
 * tree -> bytecode -> stack machine.
 *
 * One thread sets an environment up: it adds filters, tests and globals and
 * compiles templates. From then on many threads may render at once, each with
 * its own struct render_context.
 *
 * All that the engine makes lives in an arena, the environment's or that of
 * the context; nothing is freed one by one. Values follow data/value.h.
 * Functions that return bool and get diags, a context or a call have reported
 * the error when they return false. */

#include "base/diag/diag.h"
#include "base/memory/buf.h"
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

/* A fragment: an include or macro call whose output depends on these values
 * alone (jinja/vm/fragment_key.c). */
struct jinja_known {
    const void *part;    /* the template or macro, by its address... */
    uint64_t identity;   /* ...and for another run of the program: a hash of its
                            template's name, its place there, and the names that
                            the values are of */
    const value *values; /* of all that it may see, always in the same order */
    size_t nvalues;
    str text;       /* its output */
    uint64_t steps; /* that rendering it took, of LIMIT_STEPS */
    uint64_t made;  /* bytes of strings and lists that it made */
    void *host;     /* the host's, from find_fragment to keep_fragment */
};

struct jinja_options {
    bool trim_blocks;
    bool lstrip_blocks;
    bool keep_trailing_newline;
    enum jinja_undefined undefined;
};

/* The functions of the program around the engine: its only calls upward. Any
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
    /* Returns the name of the template that one of this name takes the place
     * of; empty: of none. */
    str (*replaced)(void *templates, struct arena *arena, str name);
    void *templates; /* the first argument of load, names and replaced */

    /* The calls below come from the threads that render. `ctx` is what
     * jinja_render was given. */

    /* A template is rendered, extended, included or imported. source == NULL:
     * it was asked for and is missing. */
    void (*note_template)(struct render_context *ctx, str name,
                          const struct source *source);
    /* Looks for a fragment that was kept. True: text, steps and made are
     * filled in. False: the engine renders it and calls keep_fragment. Set
     * both or neither. */
    bool (*find_fragment)(struct render_context *ctx,
                          struct jinja_known *known);
    /* good: it was rendered without errors or warnings. The text is valid
     * until keep_fragment returns. */
    void (*keep_fragment)(struct render_context *ctx,
                          const struct jinja_known *known, bool good);
    /* Where this render records its time; NULL: nowhere. */
    struct profile *(*profile_of)(struct render_context *ctx);
};

/* A call of a filter, test or function, valid while it runs. args[0] of a
 * filter or test is the value that it is applied to. Named arguments follow
 * the positional ones. */
struct jinja_call {
    struct render_context *ctx;
    struct jinja_state *state; /* the render under way */
    const value *args;
    size_t nargs;
    const str *names; /* nnames names of the last nnames of all args */
    size_t nnames;
    size_t subject; /* 1 for filters and tests: args[0] is no argument */
    span at;
    int variant;     /* of the built-in */
    bool autoescape; /* the setting at the place of the call */
};

/* Sets *out. False: the function has reported why, with jinja_fail. */
typedef bool jinja_function(struct jinja_call *call, value *out);

/* A filter, test or function. Calls are checked against the signature, those of
 * filters and tests by the compiler, and the manual prints it. */
struct jinja_builtin {
    str name;
    str signature; /* "truncate(length=255, killwords=false, end='...')" */
    str help;      /* one line */
    jinja_function *call;
    int variant; /* for built-ins that share a function */
};

/* The entry of a built-in with these parameters, "(length=255)". */
#define JINJA_BUILTIN(name, params, help, call)                                \
    JINJA_VARIANT(name, params, help, call, 0)
#define JINJA_VARIANT(name, params, help, call, variant)                       \
    {                                                                          \
        STR_INIT(name), STR_INIT(name params), STR_INIT(help), (call), variant \
    }

/* Reports an error at the call and returns false. */
bool jinja_fail(struct jinja_call *call, const char *code, const char *format,
                ...) __attribute__((format(printf, 3, 4)));
/* May the value be made a text? Reports an undefined one as printing it would.
 */
bool jinja_has_text(struct jinja_call *call, value v);
/* The argument at that position or of that name; NULL if the call does not
 * give it. Position 0 is the first one after the subject of a filter or
 * test. */
const value *jinja_arg(const struct jinja_call *call, size_t position,
                       const char *name);

/* A new environment with Jinja's own filters, tests and functions. The arena
 * holds it and all that it compiles; it must outlive the environment. */
struct jinja *jinja_new(struct arena *arena, struct jinja_options options,
                        struct jinja_host host);
/* Frees what the arena does not hold. NULL is harmless. */
void jinja_free(struct jinja *jinja);
enum jinja_kind { JINJA_FILTERS, JINJA_TESTS, JINJA_FUNCTIONS };
/* Adds the n entries of a table, which must outlive the environment. A later
 * entry hides an earlier one of the same name. */
void jinja_add(struct jinja *jinja, enum jinja_kind kind,
               const struct jinja_builtin *table, size_t n);
/* Adds a variable that all templates see, imported ones too. */
void jinja_add_global(struct jinja *jinja, str name, value v);

/* Adds names of attributes that some object of the host has. With undefined
 * JINJA_WARN or JINJA_ERROR, a test of an object's attribute that is neither
 * among these nor its own gets a warning: no value can answer it. Without such
 * names there is none. */
void jinja_add_attributes(struct jinja *jinja, const str *names, size_t n);

/* All built-ins of a kind, sorted by name, as an array in the arena. */
const struct jinja_builtin **jinja_builtins(const struct jinja *jinja,
                                            enum jinja_kind kind,
                                            struct arena *arena, size_t *n);

/* The template of that name. The first call compiles it, with every template
 * that it names by a constant, and reports all errors. NULL: it is missing,
 * which is reported at `from`, or it or one of those has errors. */
const struct jinja_template *jinja_get(struct jinja *jinja, str name, span from,
                                       struct diags *diags);
/* For "did you mean": the template whose name is most like it; empty if none
 * is. One thread at a time. */
str jinja_nearest(struct jinja *jinja, str name);
/* Is there a template of that name? Reports nothing. */
bool jinja_has(struct jinja *jinja, str name);
/* The source that the template was compiled from. */
const struct source *jinja_source(const struct jinja_template *template);

/* Appends the template's output to `out`. `context` holds its variables.
 * When it returns, neither output nor errors point into ctx->arena, so the
 * caller may reset that. False: the errors are in ctx->diags, and `out` is
 * unchanged. */
bool jinja_render(struct jinja *jinja, const struct jinja_template *template,
                  const struct dict *context, struct render_context *ctx,
                  struct buf *out);

/* Appends what `{{ v }}` prints, unescaped. */
void jinja_print(value v, struct render_context *ctx, struct buf *out);

/* Appends the bytecode of a template as text, for people and tests. */
void jinja_listing(const struct jinja_template *template, struct buf *out);

#endif
