/* SPDX-License-Identifier: MIT */
#include "base/fs.h"
#include "base/path.h"
#include "base/source_file.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/options.h"
#include "cli/report.h"
#include "data/json.h"
#include "jinja/jinja.h"

struct folder {
    str dir;
    struct arena *arena;
};

/* The loader of a plain folder of templates. */
static const struct source *load(void *host, str name, struct diags *diags)
{
    struct folder *folder = host;
    str normal;
    if (!path_normal(folder->arena, name, &normal)) {
        return NULL;
    }
    struct source *source = ARENA_NEW(folder->arena, struct source);
    source->name = path_join(folder->arena, folder->dir, normal);
    if (fs_kind(source->name, true) != FS_FILE) {
        return NULL;
    }
    return source_file_read(source, folder->arena, diags) ? source : NULL;
}

static void names(void *host, struct arena *arena, const str **out, size_t *n)
{
    struct folder *folder = host;
    struct fs_list list = {0};
    fs_walk(folder->dir, arena, &list);
    str *all = ARENA_ARRAY(arena, str, list.n);
    for (size_t i = 0; i < list.n; i++) {
        all[i] = list.entries[i].name;
    }
    *out = all;
    *n = list.n;
}

static bool read_context(const struct options *options, struct arena *arena,
                         struct diags *diags, value *out)
{
    *out = value_dict(arena);
    if (!options->context) {
        return true;
    }
    const struct source *source = input_read(options->context, arena, diags);
    if (!source || !json_parse(source, arena, diags, out)) {
        return false;
    }
    if (out->kind != VALUE_DICT) {
        diag_error(diags, span_of(source, 0, 1), "wrong-type",
                   "the context must be an object, not %s",
                   value_kind_name(*out));
        return false;
    }
    return true;
}

static enum jinja_undefined undefined_mode(const char *name)
{
    if (name && strcmp(name, "strict") == 0) {
        return JINJA_STRICT;
    }
    if (name && strcmp(name, "chainable") == 0) {
        return JINJA_CHAINABLE;
    }
    return JINJA_LENIENT;
}

static bool render(const struct options *options, struct arena *arena,
                   struct diags *diags, struct buf *out)
{
    struct folder folder = {str_from(options->template_dir), arena};
    struct jinja_options settings = {
        .trim_blocks = options->trim_blocks,
        .lstrip_blocks = options->lstrip_blocks,
        .keep_trailing_newline = options->keep_trailing_newline,
        .undefined = undefined_mode(options->undefined)};
    value context;
    if (!read_context(options, arena, diags, &context)) {
        return false;
    }
    struct jinja *jinja =
        jinja_new(arena, settings, (struct jinja_loader){load, names, &folder});
    const struct jinja_template *template =
        jinja_get(jinja, str_from(options->argument), (span){0}, diags);
    bool done = template != NULL;
    if (done && options->listing) {
        jinja_listing(template, out);
    } else if (done) {
        struct eval eval = {arena, diags, NULL};
        done = jinja_render(jinja, template, context.as.dict, &eval, out);
    }
    jinja_free(jinja);
    return done;
}

int command_render(const struct options *options)
{
    if (!options->argument || !options->template_dir) {
        fputs("crumb: render wants --template-dir DIR and a template's NAME\n",
              stderr);
        return EXIT_USAGE;
    }
    struct arena arena = {0};
    struct diags diags;
    struct buf out = {0};
    diags_init(&diags, &arena);
    /* Nothing but the whole text reaches standard output. */
    if (render(options, &arena, &diags, &out)) {
        report_text(buf_str(&out), stdout);
    }
    report(&diags, options);
    int status = report_status(&diags, options);
    buf_free(&out);
    arena_free(&arena);
    return status;
}
