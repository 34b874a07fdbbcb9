/* SPDX-License-Identifier: MIT */
#include <errno.h>

#include "base/path.h"
#include "base/tree.h"
#include "build/move.h"
#include "cli/commands.h"
#include "cli/desk.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/settings.h"
#include "text/markdown.h"

/* What moves, and to where; paths in content/. */
struct order {
    const struct options *options;
    struct arena *arena;
    struct move *move;
    str post;   /* the file */
    bool whole; /* its folder moves, with all that is in it */
    str from;   /* the file or the folder */
    str to;
};

/* --- where to --- */

/* The extension of a post like the one that moves. */
static str post_ext(const struct order *order, str path)
{
    return tree_html_ext(path_base(order->post)).n
               ? tree_html_ext(path_base(path))
               : tree_post_ext(path_base(path));
}

static bool is_index(const struct order *order, str path)
{
    str base = path_base(path);
    str ext = post_ext(order, path);
    return ext.n && path_dir(path).n &&
           str_eq(str_sub(base, 0, base.n - ext.n), STR("index"));
}

static bool find_source(struct order *order)
{
    order->post =
        desk_post(order->move->before, order->options->argument, order->arena);
    if (!order->post.p) {
        return false;
    }
    if (str_starts(path_base(order->post), STR("_index."))) {
        fprintf(stderr,
                "crumb: content/%.*s is a section's own page: mv moves posts\n",
                STR_ARG(order->post));
        return false;
    }
    order->whole = is_index(order, order->post);
    order->from = order->whole ? path_dir(order->post) : order->post;
    return true;
}

/* Another one than the post's own. */
static size_t files_beside(const struct order *order)
{
    const struct content *content = &order->move->before->content;
    str below = arena_concat(order->arena, order->from, STR("/"));
    size_t n = 0;
    for (size_t i = 0; i < content->files.n; i++) {
        n += str_starts(content->files.p[i].path, below);
    }
    return n - 1;
}

/* rye/index.md becomes rye.md, or the other way round. */
static bool find_file(struct order *order, str to)
{
    if (order->whole && is_index(order, to)) {
        order->to = path_dir(to);
    } else if (order->whole && files_beside(order) > 0) {
        fprintf(stderr,
                "crumb: content/%.*s has files beside it: name a folder for "
                "all of them\n",
                STR_ARG(order->post));
        return false;
    } else {
        order->whole = false;
        order->from = order->post;
        order->to = to;
    }
    return true;
}

static bool find_target(struct order *order)
{
    const char *name = order->options->second;
    str to = desk_path(name, order->arena);
    if (!to.p) {
        return false;
    }
    bool folder = !to.n || str_ends(str_from(name), STR("/")) ||
                  fs_kind(desk_file(to, order->arena), true) == FS_DIR;
    if (folder && order->whole && str_eq(to, order->from)) {
        folder = false;
    }
    if (folder) {
        order->to = path_join(order->arena, to, path_base(order->from));
    } else if (post_ext(order, to).n) {
        return find_file(order, to);
    } else if (order->whole) {
        order->to = to;
    } else if (tree_post_ext(to).n || tree_html_ext(to).n) {
        str ext = path_ext(path_base(order->post));
        fprintf(stderr,
                "crumb: content/%.*s is %s: its new name ends in %.*s too\n",
                STR_ARG(order->post),
                tree_html_ext(path_base(order->post)).n ? "HTML" : "Markdown",
                STR_ARG(ext));
        return false;
    } else {
        fprintf(stderr,
                "crumb: there is no folder content/%.*s: write %.*s/ for a new "
                "section, %.*s%.*s for a new name\n",
                STR_ARG(to), STR_ARG(to), STR_ARG(to),
                STR_ARG(path_ext(path_base(order->post))));
        return false;
    }
    return true;
}

static bool check_target(const struct order *order)
{
    str name = desk_file(order->to, order->arena);
    str inside = arena_concat(order->arena, order->from, STR("/"));
    str base = path_base(order->to);
    if (str_starts(base, STR("_")) || str_starts(base, STR("."))) {
        fprintf(stderr, "crumb: %.*s is no name for a post\n", STR_ARG(name));
        return false;
    }
    if (fs_kind(name, false) != FS_MISSING) {
        fprintf(stderr, "crumb: %.*s is there already: nothing was moved\n",
                STR_ARG(name));
        return false;
    }
    if (order->whole && str_starts(order->to, inside)) {
        fprintf(stderr, "crumb: %.*s is inside of what moves\n", STR_ARG(name));
        return false;
    }
    str folder = path_dir(order->to);
    if (!order->whole && is_index(order, order->to)) {
        folder = path_dir(folder);
    }
    bool own = !order->whole && str_eq(folder, path_dir(order->post));
    return own ||
           desk_takes_posts(order->options->second, folder, order->arena);
}

/* --- what moves --- */

static void list_files(const struct order *order)
{
    const struct content *content = &order->move->before->content;
    str below = arena_concat(order->arena, order->from, STR("/"));
    for (size_t i = 0; i < content->files.n; i++) {
        str path = content->files.p[i].path;
        bool moves =
            order->whole ? str_starts(path, below) : str_eq(path, order->from);
        if (moves) {
            str to = arena_concat(order->arena, order->to,
                                  str_from_offset(path, order->from.n));
            *VEC_PUSH(&order->move->files, order->arena) =
                (struct rehearse_change){.from = path, .to = to};
        }
    }
}

/* Links in what can't be read would stay as they are. */
static bool is_sound(const struct order *order)
{
    struct diags errors;
    const struct diags *said = order->move->said;
    diags_init(&errors, order->arena);
    for (size_t i = 0; i < said->list.n; i++) {
        if (said->list.p[i]->severity == DIAG_ERROR) {
            *VEC_PUSH(&errors.list, order->arena) = said->list.p[i];
        }
    }
    report(&errors, order->options);
    if (errors.list.n) {
        fputs("crumb: mend this first: nothing was moved\n", stderr);
    }
    return errors.list.n == 0;
}

static bool is_link(const struct order *order)
{
    str real;
    str root;
    str name = desk_file(order->from, order->arena);
    bool same = fs_real(STR("."), order->arena, &root) == 0 &&
                fs_real(name, order->arena, &real) == 0 &&
                str_eq(path_join(order->arena, root, name), real);
    if (!same) {
        fprintf(stderr,
                "crumb: %.*s is a symbolic link, or in one: move what it leads "
                "to\n",
                STR_ARG(name));
    }
    return !same;
}

static bool commit(const struct order *order)
{
    struct fs_batch batch = {.arena = order->arena,
                             .journal = STR(DESK_JOURNAL)};
    str failed;
    move_write(order->move, &batch);
    fs_batch_move(&batch, desk_file(order->from, order->arena),
                  desk_file(order->to, order->arena));
    int error = fs_batch_commit(&batch, &failed);
    if (error == EWOULDBLOCK) {
        fputs("crumb: another crumb moves files here: nothing was moved\n",
              stderr);
    } else if (error) {
        fprintf(stderr, "crumb: %.*s: %s: nothing was moved\n", STR_ARG(failed),
                strerror(error));
    } else if (is_index(order, order->post) && !order->whole) {
        fs_rmdir(desk_file(path_dir(order->post), order->arena));
    }
    return !error;
}

/* --- what is told --- */

static void tell(const struct order *order)
{
    const struct move *move = order->move;
    printf("content/%.*s -> content/%.*s\n", STR_ARG(order->from),
           STR_ARG(order->to));
    for (size_t i = 0; i < move->addresses.n; i++) {
        const struct move_address *address = &move->addresses.p[i];
        printf("%.*s -> %.*s%s\n", STR_ARG(address->from), STR_ARG(address->to),
               address->alias ? ", the old address leads on" : "");
    }
    for (size_t i = 0; i < move->texts.n; i++) {
        const struct move_text *text = &move->texts.p[i];
        if (text->links) {
            str path = move_path(move, text->post->file->path);
            printf("content/%.*s: %zu link%s mended\n", STR_ARG(path),
                   text->links, settings_plural(text->links));
        }
    }
}

static bool run(struct order *order)
{
    if (!find_source(order) || !find_target(order) || !check_target(order) ||
        is_link(order) || !is_sound(order)) {
        return false;
    }
    list_files(order);
    bool planned = move_plan(order->move);
    report(order->move->diags, order->options);
    if (!planned) {
        fputs("crumb: nothing was moved\n", stderr);
        return false;
    }
    if (!commit(order)) {
        return false;
    }
    tell(order);
    return true;
}

int command_mv(const struct options *options)
{
    struct build_options build;
    if (!options->argument || !options->second) {
        fputs("crumb: mv wants a post and where it goes: crumb mv "
              "baking/rye.md bread/\n",
              stderr);
        return EXIT_USAGE;
    }
    if (!settings_read(options, &build)) {
        return EXIT_USAGE;
    }
    struct arena arena = {0};
    struct diags diags;
    struct diags said;
    struct move move = {.arena = &arena,
                        .diags = &diags,
                        .options = &build.site,
                        .said = &said};
    struct order order = {.options = options, .arena = &arena, .move = &move};
    diags_init(&diags, &arena);
    markdown_init();
    move.before = desk_open(options, &build.site, &arena, &said);
    bool done = move.before && run(&order);
    move_free(&move);
    if (move.before) {
        site_free(move.before);
    }
    arena_free(&arena);
    return done ? EXIT_DONE : EXIT_ERRORS;
}
