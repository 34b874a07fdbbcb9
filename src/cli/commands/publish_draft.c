/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/commands/edit_session.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/settings.h"
#include "edit/draft.h"
#include "edit/move.h"
#include "files/fs_batch.h"
#include "files/path.h"
#include "files/source_file.h"
#include "markdown/markdown.h"
#include "site/content/post.h"

static void say_when(const char *what, const struct date *date)
{
    struct buf text = {0};
    date_format(*date,
                date->date_only ? STR("%Y-%m-%d") : STR("%Y-%m-%d %H:%M"),
                &text);
    say_error("%s %.*s", what, STR_ARG(buf_str(&text)));
    buf_free(&text);
}

/* The draft that becomes a post, and its new place. */
struct order {
    const struct options *options;
    const struct site_options *settings;
    struct arena *arena;
    struct site *site;
    struct diags said; /* of the site */
    struct diags diags;
    str path; /* in content/ */
    struct draft draft;
};

static const struct content_file *file_of(const struct order *order)
{
    return content_find(&order->site->content, order->path);
}

static bool edit(struct order *order, const struct source *source)
{
    const struct content_file *file = file_of(order);
    struct draft_when when = {.folder = file && file->draft,
                              .day = file ? file->date : STR(""),
                              .now = order->site->now,
                              .zone = order->site->config.zone};
    enum draft_status status = draft_release(source, &when, order->arena,
                                             &order->diags, &order->draft);
    if (status == DRAFT_RELEASED) {
        return true;
    }
    const struct post *post = site_post(order->site, order->path, order->arena);
    str name = edit_session_file(order->path, order->arena);
    if (status == DRAFT_NONE && post && post->front->draft) {
        say_error(
            "%.*s is no draft by itself: an _index.md above it holds it back",
            STR_ARG(name));
    } else if (status == DRAFT_NONE) {
        say_error("%.*s is no draft: nothing to do", STR_ARG(name));
    } else if (status == DRAFT_MANUAL) {
        say_error("%.*s: its front matter is written in a way that crumb can't "
                  "change alone: take out what makes it a draft by hand",
                  STR_ARG(name));
    }
    return false;
}

/* --- out of _drafts --- */

/* Beside _drafts in the folder above, or in its _posts, if there is one; at the
 * top a post is none without that. */
static str target_of(const struct order *order, str from)
{
    struct arena *arena = order->arena;
    const struct content_file *file = file_of(order);
    str rest = from;
    str to = {NULL, 0};
    str part;
    while (rest.n && str_split(&rest, '/', &part)) {
        if (!str_eq(part, STR("_drafts"))) {
            to = path_join(arena, to, part);
            continue;
        }
        bool top =
            !to.n || (file->at.folder && str_find_char(to, '/') == STR_NONE);
        str posts = path_join(arena, to, STR("_posts"));
        bool there = fs_kind(edit_session_file(posts, arena), true) == FS_DIR;
        to = top || there ? posts : to;
    }
    return to;
}

static bool move_out(struct order *order)
{
    struct arena *arena = order->arena;
    struct diags moved;
    struct move move = {.arena = arena,
                        .diags = &moved,
                        .options = order->settings,
                        .said = &order->said,
                        .before = order->site};
    bool whole = file_of(order)->form == CONTENT_FORM_BUNDLE;
    struct mv mv = {.options = order->options,
                    .arena = arena,
                    .move = &move,
                    .post = order->path,
                    .whole = whole,
                    .from = whole ? path_dir(order->path) : order->path};
    mv.to = target_of(order, mv.from);
    diags_init(&moved, arena);
    bool done = mv_plan(&mv);
    for (size_t i = 0; done && i < move.texts.n; i++) {
        struct move_text *text = &move.texts.p[i];
        if (str_eq(text->post->file->path, order->path)) {
            struct source source = {.name =
                                        edit_session_file(order->path, arena),
                                    .text = text->text};
            done = edit(order, &source);
            text->text = order->draft.text;
        }
    }
    if (done && (done = mv_commit(&mv))) {
        mv_report(&mv);
        order->path = move_path(&move, order->path);
    }
    move_free(&move);
    return done;
}

static bool release(struct order *order)
{
    struct arena *arena = order->arena;
    struct source source = {.name = edit_session_file(order->path, arena)};
    const struct content_file *file = file_of(order);
    if (file && file->draft) {
        return move_out(order);
    }
    if (!source_file_read(&source, arena, &order->diags) ||
        !edit(order, &source)) {
        return false;
    }
    struct fs_batch batch = {.arena = arena};
    fs_batch_write(&batch, source.name, order->draft.text);
    return edit_session_commit(&batch, "changed");
}

/* Says why the post is not public yet. */
static void say_held(const struct post *post)
{
    const struct date *live = post_live(post);
    if (post->front->draft) {
        say_error("it is held back: an _index.md above it, or a file beside "
                  "it, makes it a draft");
    } else if (post->held == HELD_EXPIRED) {
        say_when("it is held back: it expired",
                 &frontmatter_uncommon(post->front)->expires);
    } else if (live && live->instant > post->site->options.now) {
        say_when("it is held back: it goes live", live);
    }
}

/* An expired post has no address, nor has one without a page; that of a draft
 * is of no use yet. */
static void say_post(const struct post *post, str name)
{
    str address = post->address.permalink;
    if (address.n && !post->front->draft) {
        say(stdout, "%.*s: %.*s\n", STR_ARG(name), STR_ARG(address));
    } else {
        say(stdout, "%.*s\n", STR_ARG(name));
    }
    say_held(post);
}

/* Reads the site again: it has the address, and all that holds the post back.
 * False: it can't be read. */
static bool say_result(const struct order *order)
{
    struct diags said;
    struct arena *arena = order->arena;
    struct site *site =
        edit_session_open(order->options, order->settings, NULL, arena, &said);
    const struct post *post = site ? site_post(site, order->path, arena) : NULL;
    str name = edit_session_file(order->path, arena);
    if (order->draft.other.n) {
        say_error("\"%.*s\" was taken out: everybody will read it",
                  STR_ARG(order->draft.other));
    }
    if (post) {
        say_post(post, name);
    } else {
        say(stdout, "%.*s\n", STR_ARG(name));
        say_error("%.*s is no draft any more, but its address is unknown, as "
                  "the site can't be read: crumb build says why",
                  STR_ARG(name));
    }
    if (site) {
        site_free(site);
    }
    return post != NULL;
}

int command_publish(const struct options *options)
{
    struct build_options build;
    if (!options->argument) {
        say_error("publish wants a draft's FILE, content/baking/rye.md");
        return EXIT_USAGE;
    }
    if (!settings_read(options, &build)) {
        return EXIT_USAGE;
    }
    struct arena arena = {0};
    struct order order = {
        .options = options, .settings = &build.site, .arena = &arena};
    diags_init(&order.diags, &arena);
    markdown_init();
    order.site =
        edit_session_open(options, &build.site, NULL, &arena, &order.said);
    if (order.site) {
        order.path = edit_session_post(order.site, options->argument, &arena);
    }
    bool done = order.path.p && release(&order);
    if (order.diags.errors) {
        report(&order.diags, options);
    }
    done = done && say_result(&order);
    if (order.site) {
        site_free(order.site);
    }
    arena_free(&arena);
    return done ? EXIT_DONE : EXIT_ERRORS;
}
