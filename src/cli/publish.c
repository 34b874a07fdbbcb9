/* SPDX-License-Identifier: MIT */
#include "base/fs_batch.h"
#include "base/source_file.h"
#include "cli/commands.h"
#include "cli/desk.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/settings.h"
#include "site/draft.h"
#include "text/markdown.h"

static void say_when(const struct draft *draft)
{
    struct buf text = {0};
    date_format(draft->date,
                draft->date.date_only ? STR("%Y-%m-%d") : STR("%Y-%m-%d %H:%M"),
                &text);
    fprintf(stderr, "crumb: its date is kept: it goes live %.*s\n",
            STR_ARG(buf_str(&text)));
    buf_free(&text);
}

static bool refuse(enum draft_status status, str name)
{
    if (status == DRAFT_NONE) {
        fprintf(stderr, "crumb: %.*s is no draft: nothing to do\n",
                STR_ARG(name));
    } else if (status == DRAFT_MANUAL) {
        fprintf(stderr,
                "crumb: %.*s: its front matter is written in a way that crumb "
                "can't change alone: take out what makes it a draft by hand\n",
                STR_ARG(name));
    }
    return false;
}

static bool release(const struct site *site, str path, struct arena *arena,
                    struct diags *diags, struct draft *draft)
{
    struct source source = {.name = desk_file(path, arena)};
    const struct content_file *file = content_find(&site->content, path);
    if (!source_file_read(&source, arena, diags)) {
        return false;
    }
    struct draft_when when = {file ? file->date : STR(""), site->now,
                              site->config.zone};
    enum draft_status status =
        draft_release(&source, &when, arena, diags, draft);
    if (status != DRAFT_RELEASED) {
        return refuse(status, source.name);
    }
    struct fs_batch batch = {.arena = arena};
    fs_batch_write(&batch, source.name, draft->text);
    str failed;
    int error = fs_batch_commit(&batch, &failed);
    if (error) {
        fprintf(stderr, "crumb: %.*s: %s\n", STR_ARG(failed), strerror(error));
    }
    return !error;
}

/* The date may be a part of the address: the site is read again. */
static void tell(const struct options *options,
                 const struct site_options *settings, str path,
                 const struct draft *draft, struct arena *arena)
{
    struct diags ignored;
    struct site *site = desk_open(options, settings, arena, &ignored);
    const struct post *post = site ? site_post(site, path, arena) : NULL;
    str name = desk_file(path, arena);
    if (post) {
        printf("%.*s: %.*s\n", STR_ARG(name), STR_ARG(post->address.permalink));
    } else {
        printf("%.*s\n", STR_ARG(name));
    }
    if (draft->scheduled) {
        say_when(draft);
    }
    if (site) {
        site_free(site);
    }
}

int command_publish(const struct options *options)
{
    struct build_options build;
    if (!options->argument) {
        fputs("crumb: publish wants a draft's FILE, content/baking/rye.md\n",
              stderr);
        return EXIT_USAGE;
    }
    if (!settings_read(options, &build)) {
        return EXIT_USAGE;
    }
    struct arena arena = {0};
    struct diags diags;
    struct diags others;
    struct draft draft;
    diags_init(&diags, &arena);
    markdown_init();
    struct site *site = desk_open(options, &build.site, &arena, &others);
    str path =
        site ? desk_post(site, options->argument, &arena) : (str){NULL, 0};
    bool done = path.p && release(site, path, &arena, &diags, &draft);
    if (diags.errors) {
        report(&diags, options);
    }
    if (done) {
        tell(options, &build.site, path, &draft, &arena);
    }
    if (site) {
        site_free(site);
    }
    arena_free(&arena);
    return done ? EXIT_DONE : EXIT_ERRORS;
}
