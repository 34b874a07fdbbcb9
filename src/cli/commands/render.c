/* SPDX-License-Identifier: MIT */
#include "base/memory/buf.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/settings.h"
#include "data/json.h"
#include "files/fs.h"
#include "jinja/jinja.h"
#include "markdown/markdown.h"
#include "site/config/theme_files.h"
#include "steps/functions.h"

static bool read_context(const struct options *options, struct arena *arena,
                         struct diags *diags, value *out)
{
    *out = value_dict(arena);
    if (!options->context) {
        return true;
    }
    const struct source *source = settings_file(options->context, arena, diags);
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
    str dir = str_from(options->template_dir);
    struct theme_files theme;
    struct jinja_options settings = {
        .trim_blocks = options->trim_blocks,
        .lstrip_blocks = options->lstrip_blocks,
        .keep_trailing_newline = options->keep_trailing_newline,
        .undefined = undefined_mode(options->undefined)};
    value context;
    if (!read_context(options, arena, diags, &context)) {
        return false;
    }
    theme_files_of_folder(&theme, dir, arena);
    theme_files_check(&theme, diags);
    markdown_init();
    struct jinja *jinja = jinja_new(arena, settings, theme_files_host(&theme));
    functions_add_plain(jinja);
    /* A missing template has no place of its own: its name is the place. */
    struct source *source = ARENA_NEW(arena, struct source);
    *source =
        (struct source){.name = str_from(options->argument), .text = STR("")};
    const struct jinja_template *template =
        jinja_get(jinja, source->name, span_of(source, 0, 0), diags);
    bool done = template != NULL;
    if (done && options->listing) {
        jinja_listing(template, out);
    } else if (done) {
        struct render_context ctx = {.arena = arena, .diags = diags};
        done = jinja_render(jinja, template, context.as.dict, &ctx, out);
    }
    jinja_free(jinja);
    return done;
}

int command_render(const struct options *options)
{
    if (!options->argument || !options->template_dir) {
        say_error("render wants --template-dir DIR and a template's NAME");
        return EXIT_USAGE;
    }
    enum fs_kind kind = fs_kind(str_from(options->template_dir), true);
    if (kind != FS_DIR && kind != FS_UNKNOWN) {
        say_error("--template-dir: no folder %s", options->template_dir);
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
