/* SPDX-License-Identifier: MIT */
#include "steps/why.h"

#include <errno.h>
#include <stdlib.h>

#include "base/diag/printable.h"
#include "engine/dep_walk.h"
#include "files/path.h"
#include "publish/publish.h"
#include "site/view/question.h"
#include "steps/key_check.h"
#include "steps/key_names.h"
#include "text/url.h"

static int compare_outputs(const void *a, const void *b)
{
    const struct key *const *x = a;
    const struct key *const *y = b;
    return str_cmp((*x)->name, (*y)->name);
}

/* By path. Keys are sorted, for a step does not know its own name. */
static void find_outputs(struct why *why)
{
    const struct key_table *keys = &why->engine->keys;
    VEC(const struct key *) files = {0};
    for (uint32_t i = 1; i < key_limit(keys); i++) {
        const struct key *key = key_get(keys, i);
        if (key->class == KEY_OUTPUT && step_find(&why->engine->steps, i)) {
            *VEC_PUSH(&files, why->arena) = key;
        }
    }
    VEC_SORT(&files, compare_outputs);
    for (size_t i = 0; i < files.n; i++) {
        *VEC_PUSH(&why->outputs, why->arena) =
            step_find(&why->engine->steps, key_find(keys, *files.p[i]));
    }
}

enum why_state why_open(struct why *why, str output, str state,
                        struct arena *arena)
{
    str path = publish_state_path(output, state, "ledger", arena);
    return why_open_ledger(why, output, path, arena);
}

enum why_state why_open_ledger(struct why *why, str output, str path,
                               struct arena *arena)
{
    *why = (struct why){.arena = arena, .output = output};
    int error = path.p ? ledger_map(&why->ledger, path) : ENOENT;
    if (error) {
        errno = error;
        return error == ENOENT ? WHY_NO_BUILD : WHY_UNREADABLE;
    }
    if (ledger_open(&why->ledger, arena)) {
        why->engine = ledger_read(&why->ledger, arena);
    }
    if (!why->engine || !keys_are_of_a_site(why->engine)) {
        engine_free(why->engine);
        why->engine = NULL;
        return WHY_OTHER;
    }
    objects_classes(arena, why->classes);
    why->body_bits = fact_bits_from(why->classes[OBJECT_POST], FROM_TEXT);
    find_outputs(why);
    return WHY_OPEN;
}

void why_close(struct why *why)
{
    engine_free(why->engine);
    ledger_unmap(&why->ledger);
}

/* --- files that the last build rendered --- */

void why_list(const struct why *why, struct buf *out)
{
    size_t n = why->ledger.head->idle ? 0 : why->outputs.n;
    for (size_t i = 0; i < n; i++) {
        const struct step *output = why->outputs.p[i];
        if (!output->kept) {
            printable_printf(out, "%.*s: %.*s\n",
                             STR_ARG(why_name(why, output->key)),
                             STR_ARG(output->why));
        }
    }
}

/* --- one output --- */

static const struct step *find_file(const struct why *why, str file)
{
    struct key key = {.class = KEY_OUTPUT, .name = file};
    uint32_t id = key_find(&why->engine->keys, key);
    return id ? step_find(&why->engine->steps, id) : NULL;
}

/* A page by its file, its folder, or either of them encoded. */
static const struct step *find_page_step(const struct why *why, str path)
{
    str plain = url_decode(why->arena, path);
    const struct step *found = find_file(why, path);
    found = found ? found : find_file(why, plain);
    while (str_ends(plain, STR("/"))) {
        plain = str_sub(plain, 0, plain.n - 1);
    }
    return found ? found
                 : find_file(why,
                             path_join(why->arena, plain, STR("index.html")));
}

/* path below folder, without the '/' between them; as it is if it is not. */
static str inside(str path, str folder)
{
    bool below = str_starts(path, folder) &&
                 (path.n == folder.n || path.p[folder.n] == '/');
    return below ? str_from_offset(path, folder.n + 1) : path;
}

const struct step *why_find(const struct why *why, str name)
{
    bool whole = url_is_absolute(name);
    str path = whole ? url_path(name) : name;
    path = whole || str_starts(path, STR("/")) ? inside(path, why->ledger.root)
                                               : inside(path, why->output);
    while (str_starts(path, STR("/")) || str_starts(path, STR("./"))) {
        path = str_from_offset(path, path.p[0] == '/' ? 1 : 2);
    }
    return find_page_step(why, path);
}

/* The reads of each key, by its id. */
struct seen {
    uint64_t *bits;
    uint64_t *columns; /* of lists: attributes of all that are in it */
    uint32_t *first;
};

static struct seen gather(const struct why *why, struct trace trace)
{
    size_t n = key_limit(&why->engine->keys);
    struct arena *arena = why->arena;
    struct seen seen = {
        .bits = arena_zalloc(arena, n, sizeof(uint64_t)),
        .columns = arena_zalloc(arena, n, sizeof(uint64_t)),
        .first = arena_zalloc(arena, n, sizeof(uint32_t)),
    };
    struct dep_walk walk = dep_walk_of(why->engine, arena);
    struct dep dep;
    dep_walk_begin(&walk, trace);
    while (dep_walk_next(&walk, &dep)) {
        if (dep.first == DEP_COLUMN) {
            seen.columns[dep.key] |= dep.bits;
            continue;
        }
        seen.bits[dep.key] |= dep.bits;
        if (dep.first > seen.first[dep.key]) {
            seen.first[dep.key] = dep.first;
        }
    }
    return seen;
}

/* "how many, the first 5, title of all" */
static void put_list(const struct why *why, const struct seen *seen, uint32_t i,
                     struct buf *out)
{
    const struct fact_list *list = fact_row(&why->engine->facts, i)->list;
    size_t length = list ? list->n : 0;
    const char *comma = ": ";
    if (seen->bits[i] & DEP_LENGTH) {
        printable_printf(out, "%show many", comma);
        comma = ", ";
    } else if (seen->bits[i] & DEP_EMPTY) {
        printable_printf(out, "%swhether there are any", comma);
        comma = ", ";
    }
    if (seen->first[i] >= length && seen->first[i]) {
        printable_printf(out, "%sall %zu", comma, length);
        comma = ", ";
    } else if (seen->first[i]) {
        printable_printf(out, "%sthe first %u", comma,
                         (unsigned)seen->first[i]);
        comma = ", ";
    }
    if (seen->columns[i]) {
        str names = bits_in_words(why->classes[OBJECT_POST], seen->columns[i],
                                  why->arena);
        printable_printf(out, "%s%.*s of all", comma, STR_ARG(names));
    }
}

static void put_object(const struct why *why, const struct seen *seen, size_t i,
                       struct buf *out)
{
    const struct key *key = key_get(&why->engine->keys, (uint32_t)i);
    bool list = key->class == KEY_LIST;
    if (!list && key->class != KEY_OBJECT) {
        return;
    }
    if (!seen->bits[i] && !seen->first[i] && !seen->columns[i]) {
        return;
    }
    str name = key_in_words(&why->engine->keys, (uint32_t)i, why->arena);
    printable_printf(out, "    %.*s", STR_ARG(name));
    if (list) {
        put_list(why, seen, (uint32_t)i, out);
    } else {
        str names =
            bits_in_words(why->classes[key->kind], seen->bits[i], why->arena);
        printable_printf(out, "%s%.*s", names.n ? ": " : "", STR_ARG(names));
    }
    buf_putc(out, '\n');
}

/* Counts the later posts whose reads are equal, and marks them. */
static size_t count_alike(const struct why *why, const struct seen *seen,
                          size_t post, bool *told)
{
    size_t n = 0;
    for (size_t i = post + 1; i < key_limit(&why->engine->keys); i++) {
        if (why_is_post(why, (uint32_t)i) &&
            seen->bits[i] == seen->bits[post]) {
            told[i] = true;
            n++;
        }
    }
    return n;
}

/* A page that shows all titles need not name all posts. */
static void put_posts(const struct why *why, const struct seen *seen,
                      struct buf *out)
{
    enum { FEW = 10 };
    size_t n = key_limit(&why->engine->keys);
    bool *told = arena_zalloc(why->arena, n, sizeof *told);
    bool *alike = arena_zalloc(why->arena, n, sizeof *alike);
    for (size_t i = 1; i < n; i++) {
        if (!why_is_post(why, (uint32_t)i) || !seen->bits[i] || told[i]) {
            continue;
        }
        put_object(why, seen, i, out);
        size_t more = count_alike(why, seen, i, alike);
        if (more > FEW) {
            printable_printf(out, "    the same of %zu more posts\n", more);
            count_alike(why, seen, i, told);
        }
    }
}

static int compare_names(const void *a, const void *b)
{
    const struct key *const *x = a;
    const struct key *const *y = b;
    int order = str_cmp((*x)->name, (*y)->name);
    return order ? order
                 : ((*x)->owner > (*y)->owner) - ((*x)->owner < (*y)->owner);
}

/* Questions of one kind, sorted by name: ids depend on the threads' timing. */
struct questions {
    VEC(const struct key *) all;
};

static struct questions questions_of(const struct why *why,
                                     const struct seen *seen, char kind)
{
    struct questions questions = {0};
    for (uint32_t i = 1; i < key_limit(&why->engine->keys); i++) {
        const struct key *key = key_get(&why->engine->keys, i);
        /* Whether pictures may have other forms: every output asks. */
        bool common = kind == ASK_ORIGINAL && !key->name.n;
        if (key->class == KEY_QUESTION && seen->bits[i] && !common &&
            key->kind == (uint8_t)kind) {
            *VEC_PUSH(&questions.all, why->arena) = key;
        }
    }
    VEC_SORT(&questions.all, compare_names);
    return questions;
}

/* Names that need no words around them, in one line. */
static void put_names(const struct why *why, const struct seen *seen, char kind,
                      const char *what, struct buf *out)
{
    struct questions questions = questions_of(why, seen, kind);
    for (size_t i = 0; i < questions.all.n; i++) {
        printable_printf(out, "%s %.*s", i ? "," : what,
                         STR_ARG(questions.all.p[i]->name));
    }
    if (questions.all.n) {
        buf_putc(out, '\n');
    }
}

#define QUESTION_KIND(kind, letter, sources) kind,

/* Posts, then what lists them and the rest, then questions by their kind. */
static void put_seen(const struct why *why, const struct seen *seen,
                     struct buf *out)
{
    static const char kinds[] = {QUESTIONS(QUESTION_KIND)};
    put_posts(why, seen, out);
    for (size_t i = 1; i < key_limit(&why->engine->keys); i++) {
        if (!why_is_post(why, (uint32_t)i)) {
            put_object(why, seen, i, out);
        }
    }
    put_names(why, seen, ASK_TEMPLATE, "    templates:", out);
    put_names(why, seen, ASK_SHORTCODE, "    shortcodes:", out);
    put_names(why, seen, ASK_WORD, "    words:", out);
    for (size_t k = 0; k < sizeof kinds; k++) {
        struct questions questions = questions_of(why, seen, kinds[k]);
        bool named = strchr((char[]){ASK_TEMPLATE, ASK_SHORTCODE, ASK_WORD, 0},
                            kinds[k]);
        for (size_t i = 0; !named && i < questions.all.n; i++) {
            str text = question_in_words(questions.all.p[i], why->arena);
            printable_printf(out, "    %.*s\n", STR_ARG(text));
        }
    }
}

static void put_making(const struct why *why, const struct step *output,
                       struct buf *out)
{
    buf_put(out, STR("  rendered by "));
    if (output->kept || why->ledger.head->idle) {
        buf_put(out, STR("the build of "));
        date_format((struct date){.instant = output->made},
                    STR("%Y-%m-%d %H:%M:%S UTC"), out);
    } else {
        buf_put(out, STR("the last build"));
    }
    printable_printf(out, ": %.*s\n", STR_ARG(output->why));
}

/* The reads of each body that the output shows. */
static void put_bodies(const struct why *why, struct seen *seen,
                       struct buf *out)
{
    for (size_t i = 1; i < key_limit(&why->engine->keys); i++) {
        const struct step *body = why_body(why, (uint32_t)i);
        if (!body || !(seen->bits[i] & why->body_bits) ||
            !body->trace.pairs.n) {
            continue;
        }
        struct arena_mark mark = arena_mark(why->arena);
        struct seen own = gather(why, body->trace);
        printable_printf(out, "  through the text of content/%.*s\n",
                         STR_ARG(why_name(why, body->key)));
        put_seen(why, &own, out);
        arena_reset(why->arena, mark);
    }
}

void why_templates(const struct why *why, const struct step *output,
                   struct buf *out)
{
    struct seen seen = gather(why, output->trace);
    put_names(why, &seen, ASK_TEMPLATE, "", out);
}

void why_output(const struct why *why, const struct step *output,
                struct buf *out)
{
    struct seen seen = gather(why, output->trace);
    printable_printf(out, "%.*s\n", STR_ARG(why_name(why, output->key)));
    put_making(why, output, out);
    if (output->source.n) {
        printable_printf(out, "  made from %.*s\n", STR_ARG(output->source));
    }
    struct buf reads = {0};
    put_seen(why, &seen, &reads);
    put_bodies(why, &seen, &reads);
    if (buf_str(&reads).n) {
        buf_put(out, STR("  reads\n"));
        buf_put(out, buf_str(&reads));
    }
    buf_free(&reads);
}
