/* SPDX-License-Identifier: MIT */
/* Which outputs read a file of the site: searches all traces for it. */
#include "base/diag/printable.h"
#include "engine/dep_walk.h"
#include "files/path.h"
#include "site/config/theme_files.h"
#include "site/config/words.h"
#include "site/pictures.h"
#include "site/view/question.h"
#include "steps/key_names.h"
#include "steps/why.h"

/* The reads of a file in a trace. */
struct found {
    uint64_t bits;
    str list; /* where these are of all of a list */
    str question;
};

/* A file of the site, and the facts that are made from it. */
struct target {
    const struct why *why;
    str path;
    str local;    /* the path below the site's or the chosen theme's folder */
    bool missing; /* no such file is there */
    struct diags unheard;
    struct words *words;
    struct theme_files templates;
    uint32_t post; /* its object, or 0 */
    bool *asked;   /* by key, of questions: about this file */
    bool any;
    struct dep_walk walk;
    bool *listed; /* by key, of bodies: see look_into */
};

/* --- facts made from a file --- */

static str after(str path, const char *folder)
{
    str start = str_from(folder);
    return str_starts(path, start) ? str_from_offset(path, start.n)
                                   : (str){NULL, 0};
}

static bool is_of_data(str name, str path)
{
    str stem = path_stem(path);
    bool folder = !name.n || str_ends(name, STR("/"));
    return folder ? str_eq(name, STR("/")) || str_starts(stem, name)
                  : str_eq(name, stem);
}

/* Questions about words: "es key", "es" (dates, what Markdown adds) or "". */
static bool is_of_words(struct target *target, enum question kind, str name)
{
    str lang;
    if (kind == ASK_WORDS || !str_split(&name, ' ', &lang)) {
        return kind == ASK_WORDS;
    }
    str keys = kind == ASK_WORD     ? name
               : kind == ASK_DATES  ? WORDS_DATES
               : kind == ASK_ALERTS ? words_markdown_keys(target->why->arena)
                                    : STR("");
    words_add_language(target->words, &target->templates, lang,
                       target->why->arena, &target->unheard);
    return words_are_from(target->words, lang, keys, target->path);
}

/* `path` is that below the folder of templates. */
static bool is_of_templates(struct target *target, enum question kind, str name,
                            str path)
{
    str words = after(path, "i18n/");
    if (kind != ASK_TEMPLATE || target->missing) {
        return kind == ASK_TEMPLATE ? str_eq(name, path)
               : kind == ASK_SHORTCODES
                   ? after(path, "shortcodes/").p != NULL
                   : words.p && is_of_words(target, kind, name);
    }
    const struct source *source =
        theme_files_load(&target->templates, name, &target->unheard);
    return source && str_eq(source->name, target->path);
}

static bool is_of_files(enum question kind, str name, str path, bool statics)
{
    if (statics && kind == ASK_IMAGE) {
        name = after(name, "/");
    }
    if (kind == ASK_PICTURE) {
        name = picture_question_path(name);
    }
    bool asked =
        kind == ASK_IMAGE || kind == ASK_PICTURE || kind == ASK_ORIGINAL ||
        kind == ASK_ASSET || kind == ASK_FILE ||
        (!statics &&
         (kind == ASK_PATH || kind == ASK_TEXT || kind == ASK_CODE_FILE));
    return asked && str_eq(name, path);
}

static bool is_after(struct target *target, const struct key *question)
{
    enum question kind = (enum question)question->kind;
    str name = question->name;
    str path = target->local;
    str rest;
    if ((rest = after(path, "templates/")).p) {
        return is_of_templates(target, kind, name, rest);
    }
    if ((rest = after(path, "data/")).p) {
        return kind == ASK_DATA && is_of_data(name, rest);
    }
    if (after(path, "languages/").p) {
        return kind == ASK_LANGUAGE || kind == ASK_FILE_LANGUAGE;
    }
    if ((rest = after(path, "content/")).p) {
        return is_of_files(kind, name, rest, false);
    }
    rest = after(path, "static/");
    return rest.p && is_of_files(kind, name, rest, true);
}

/* A theme has templates/ and static/. */
static void open_templates(struct target *target)
{
    struct arena *arena = target->why->arena;
    struct config config;
    config_peek(arena, &config);
    diags_init(&target->unheard, arena);
    theme_files_of_site(&target->templates, &config, arena);
    target->words = words_new(&target->templates, arena, &target->unheard);
    target->missing = fs_kind(target->path, true) != FS_FILE;
    target->local = path_below(target->path, config.theme);
    if (!after(target->local, "templates/").p &&
        !after(target->local, "static/").p) {
        target->local = target->path;
    }
}

static struct target target_of(const struct why *why, str path)
{
    const struct key_table *keys = &why->engine->keys;
    struct target target = {.why = why, .path = path};
    open_templates(&target);
    str post = after(path, "content/");
    size_t n = key_limit(keys);
    target.walk = dep_walk_of(why->engine, why->arena);
    target.listed = arena_zalloc(why->arena, n, sizeof *target.listed);
    target.asked = arena_zalloc(why->arena, n, sizeof *target.asked);
    for (uint32_t i = 1; i < n; i++) {
        const struct key *key = key_get(keys, i);
        if (post.p && engine_file(why->engine, i) && why_is_post(why, i) &&
            str_eq(key->name, post)) {
            target.post = i;
        }
        target.asked[i] = key->class == KEY_QUESTION && is_after(&target, key);
        target.any = target.any || target.asked[i];
    }
    target.any = target.any || target.post;
    return target;
}

/* --- looking through traces --- */

static bool has_member(const struct target *target, uint32_t list)
{
    const struct fact_list *members =
        fact_row(&target->why->engine->facts, list)->list;
    for (size_t i = 0; members && i < members->n; i++) {
        if (members->members[i] == target->post) {
            return true;
        }
    }
    return false;
}

static void match_dep(const struct target *target, const struct dep *dep,
                      struct found *found)
{
    const struct why *why = target->why;
    const struct key_table *keys = &why->engine->keys;
    if (target->asked[dep->key]) {
        found->question = key_in_words(keys, dep->key, why->arena);
    } else if (target->post && dep->key == target->post) {
        found->bits |= dep->bits;
    } else if (target->post && dep->first == DEP_COLUMN &&
               has_member(target, dep->key)) {
        found->bits |= dep->bits;
        found->list = key_in_words(keys, dep->key, why->arena);
    }
}

static bool put_found(const struct target *target, str file,
                      const struct found *found, str through, struct buf *out)
{
    const struct why *why = target->why;
    if (!found->bits && !found->question.p) {
        return false;
    }
    printable_printf(out, "%.*s: ", STR_ARG(file));
    if (found->bits) {
        buf_put(out, bits_in_words(why->classes[OBJECT_POST], found->bits,
                                   why->arena));
    }
    if (found->bits && found->list.p) {
        printable_printf(out, " (of all in %.*s)", STR_ARG(found->list));
    }
    if (found->question.p) {
        printable_printf(out, "%s%.*s", found->bits ? ", " : "",
                         STR_ARG(found->question));
    }
    if (through.p) {
        printable_printf(out, ", through the text of content/%.*s",
                         STR_ARG(through));
    }
    buf_putc(out, '\n');
    return true;
}

/* A body has a trace of its own, without fragments. */
static bool match_body(const struct target *target, const struct step *body,
                       str file, struct buf *out)
{
    struct trace_reader reader = engine_open(target->why->engine, body->trace);
    struct found found = {0};
    struct dep dep;
    while (trace_next(&reader, &dep)) {
        match_dep(target, &dep, &found);
    }
    return put_found(target, file, &found, why_name(target->why, body->key),
                     out);
}

static bool look_into(struct target *target, const struct step *output,
                      struct buf *out)
{
    const struct why *why = target->why;
    str file = why_name(why, output->key);
    struct found found = {0};
    VEC(const struct step *) bodies = {0};
    struct dep dep;
    if (str_eq(output->source, target->path) && !target->post) {
        printable_printf(out, "%.*s: made from it\n", STR_ARG(file));
        return true;
    }
    dep_walk_forget(&target->walk);
    dep_walk_begin(&target->walk, output->trace);
    while (dep_walk_next(&target->walk, &dep)) {
        const struct step *body =
            dep.bits & why->body_bits ? why_body(why, dep.key) : NULL;
        match_dep(target, &dep, &found);
        if (body && dep.key != target->post && !target->listed[dep.key]) {
            target->listed[dep.key] = true;
            *VEC_PUSH(&bodies, why->arena) = body;
        }
    }
    bool any = put_found(target, file, &found, (str){NULL, 0}, out);
    for (size_t i = 0; i < bodies.n; i++) {
        target->listed[bodies.p[i]->key] = false;
        any = match_body(target, bodies.p[i], file, out) || any;
    }
    return any;
}

bool why_source(const struct why *why, str path, struct buf *out)
{
    struct target target = target_of(why, path);
    bool read = false;
    if (str_eq(path, STR("site.yaml"))) {
        buf_put(out, STR("site.yaml: a change of it makes every output\n"));
        return true;
    }
    if (target.any && target.missing) {
        printable_printf(out, "%.*s: no such file; it would be read by\n",
                         STR_ARG(path));
    }
    for (size_t i = 0; i < why->outputs.n; i++) {
        read = look_into(&target, why->outputs.p[i], out) || read;
    }
    if (!read && (target.any || !target.missing)) {
        printable_printf(out, "%.*s: no output reads it\n", STR_ARG(path));
        read = true;
    }
    return read;
}

/* --- did you mean --- */

str why_nearest(const struct why *why, str name)
{
    const struct key_table *keys = &why->engine->keys;
    bool address = str_starts(name, STR("/"));
    VEC(str) names = {0};
    for (size_t i = 0; i < why->outputs.n; i++) {
        const struct step *output = why->outputs.p[i];
        str file = why_name(why, output->key);
        *VEC_PUSH(&names, why->arena) =
            address ? arena_concat(why->arena, STR("/"), address_shown(file))
                    : file;
        if (output->source.n) {
            *VEC_PUSH(&names, why->arena) = output->source;
        }
    }
    for (uint32_t i = 1; i < key_limit(keys); i++) {
        const struct key *key = key_get(keys, i);
        if (why_is_post(why, i) && engine_file(why->engine, i)) {
            *VEC_PUSH(&names, why->arena) =
                path_join(why->arena, STR("content"), key->name);
        } else if (key->class == KEY_QUESTION && key->kind == ASK_TEMPLATE) {
            *VEC_PUSH(&names, why->arena) =
                path_join(why->arena, STR("templates"), key->name);
        }
    }
    return str_nearest(name, names.p, names.n);
}
