/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/commands/edit_session.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/settings.h"
#include "edit/move.h"
#include "files/path.h"
#include "files/tree/tree.h"
#include "markdown/markdown.h"

/* --- where to --- */

/* The extension of a post like the one that moves. */
static str post_ext(const struct mv *mv, str path)
{
    return tree_html_ext(path_base(mv->post)).n
               ? tree_html_ext(path_base(path))
               : tree_post_ext(path_base(path));
}

/* The file's name without a post's extension. */
static str stem_of(const struct mv *mv, str path)
{
    return str_sub(path_base(path), 0,
                   path_base(path).n - post_ext(mv, path).n);
}

/* rye/index.md and rye/rye.md. */
static bool is_for_folder(const struct mv *mv, str path)
{
    str stem = stem_of(mv, path);
    return post_ext(mv, path).n && path_dir(path).n &&
           (str_eq(stem, STR("index")) ||
            str_eq(stem, path_base(path_dir(path))));
}

static bool find_source(struct mv *mv)
{
    mv->post =
        edit_session_post(mv->move->before, mv->options->argument, mv->arena);
    if (!mv->post.p) {
        return false;
    }
    const struct content_file *file =
        content_find(&mv->move->before->content, mv->post);
    if (file && file->kind == CONTENT_INDEX) {
        say_error("content/%.*s is a section's own page: mv moves posts",
                  STR_ARG(mv->post));
        return false;
    }
    mv->whole = file && path_dir(mv->post).n && edit_session_is_bundle(file);
    mv->from = mv->whole ? path_dir(mv->post) : mv->post;
    return true;
}

/* rye/index.md becomes rye.md, or the other way round. */
static bool find_file(struct mv *mv, str to)
{
    const struct content *content = &mv->move->before->content;
    str below = arena_concat(mv->arena, mv->from, STR("/"));
    size_t inside = 0; /* files of the folder that moves, with the post */
    for (size_t i = 0; mv->whole && i < content->files.n; i++) {
        inside += str_starts(content->files.p[i]->path, below);
    }
    if (mv->whole && is_for_folder(mv, to)) {
        mv->to = path_dir(to);
        mv->stem = stem_of(mv, to);
    } else if (inside > 1) {
        say_error(
            "content/%.*s has files beside it: name a folder for all of them",
            STR_ARG(mv->post));
        return false;
    } else {
        mv->whole = false;
        mv->from = mv->post;
        mv->to = to;
    }
    return true;
}

static bool find_target(struct mv *mv)
{
    const char *name = mv->options->second;
    str to = edit_session_path(name, mv->arena);
    if (!to.p) {
        return false;
    }
    bool folder = !to.n || str_ends(str_from(name), STR("/")) ||
                  fs_kind(edit_session_file(to, mv->arena), true) == FS_DIR;
    if (folder && mv->whole && str_eq(to, mv->from)) {
        folder = false;
    }
    if (folder) {
        mv->to = path_join(mv->arena, to, path_base(mv->from));
    } else if (post_ext(mv, to).n) {
        return find_file(mv, to);
    } else if (mv->whole) {
        mv->to = to;
    } else if (tree_post_ext(to).n || tree_html_ext(to).n) {
        str ext = path_ext(path_base(mv->post));
        say_error("content/%.*s is %s: its new name ends in %.*s too",
                  STR_ARG(mv->post),
                  tree_html_ext(path_base(mv->post)).n ? "HTML" : "Markdown",
                  STR_ARG(ext));
        return false;
    } else {
        say_error("there is no folder content/%.*s: write %.*s/ for a new "
                  "section, %.*s%.*s for a new name",
                  STR_ARG(to), STR_ARG(to), STR_ARG(to),
                  STR_ARG(path_ext(path_base(mv->post))));
        return false;
    }
    if (mv->whole && !mv->stem.n &&
        str_eq(stem_of(mv, mv->post), path_base(mv->from))) {
        mv->stem = path_base(mv->to); /* rye/rye.md: the two go together */
    }
    return true;
}

static bool check_target(const struct mv *mv)
{
    const struct site *before = mv->move->before;
    str name = edit_session_file(mv->to, mv->arena);
    str inside = arena_concat(mv->arena, mv->from, STR("/"));
    str base = path_base(mv->to);
    if (str_starts(base, STR("_")) || str_starts(base, STR("."))) {
        say_error("%.*s is no name for a post", STR_ARG(name));
        return false;
    }
    if (!edit_session_is_free(name, "moved")) {
        return false;
    }
    if (mv->whole && str_starts(mv->to, inside)) {
        say_error("%.*s is inside of what moves", STR_ARG(name));
        return false;
    }
    str folder = path_dir(mv->to);
    if (!mv->whole && is_for_folder(mv, mv->to)) {
        folder = path_dir(folder);
    }
    bool own = !mv->whole && str_eq(folder, path_dir(mv->post));
    return own || edit_session_takes_posts(before, folder, mv->arena);
}

/* --- the files --- */

/* Where a file of the folder is to be: rye/rye.md and rye/rye.es.md get the new
 * folder's name. */
static str name_in_folder(const struct mv *mv, const struct content_file *file)
{
    const struct content_file *post =
        content_find(&mv->move->before->content, mv->post);
    str stem = stem_of(mv, mv->post);
    str base = path_base(file->path);
    bool own = mv->stem.n && str_eq(file->at.plain, post->at.plain) &&
               str_starts(base, stem);
    return own ? arena_printf(mv->arena, "/%.*s%.*s", STR_ARG(mv->stem),
                              STR_ARG(str_from_offset(base, stem.n)))
               : str_from_offset(file->path, mv->from.n);
}

static void list_files(const struct mv *mv)
{
    const struct content *content = &mv->move->before->content;
    str below = arena_concat(mv->arena, mv->from, STR("/"));
    for (size_t i = 0; i < content->files.n; i++) {
        str path = content->files.p[i]->path;
        bool moves =
            mv->whole ? str_starts(path, below) : str_eq(path, mv->from);
        if (moves) {
            str rest =
                mv->whole ? name_in_folder(mv, content->files.p[i]) : STR("");
            str to = arena_concat(mv->arena, mv->to, rest);
            *VEC_PUSH(&mv->move->files, mv->arena) =
                (struct content_change){.from = path, .to = to};
        }
    }
}

/* Refuses a site whose files have errors: links in posts that can't be read
 * would stay. */
static bool is_sound(const struct mv *mv)
{
    struct diags errors;
    const struct diags *said = mv->move->said;
    diags_init(&errors, mv->arena);
    for (size_t i = 0; i < said->list.n; i++) {
        if (said->list.p[i]->severity == DIAG_ERROR) {
            *VEC_PUSH(&errors.list, mv->arena) = said->list.p[i];
        }
    }
    report(&errors, mv->options);
    if (errors.list.n) {
        say_error("mend this first: nothing was moved");
    }
    return errors.list.n == 0;
}

static bool is_link(const struct mv *mv)
{
    str real;
    str root;
    str name = edit_session_file(mv->from, mv->arena);
    bool same = fs_real(STR("."), mv->arena, &root) == 0 &&
                fs_real(name, mv->arena, &real) == 0 &&
                str_eq(path_join(mv->arena, root, name), real);
    if (!same) {
        say_error("%.*s is a symbolic link, or in one: move what it leads to",
                  STR_ARG(name));
    }
    return !same;
}

bool mv_commit(const struct mv *mv)
{
    struct fs_batch batch = {.arena = mv->arena};
    move_write(mv->move, &batch);
    for (size_t i = 0; mv->whole && i < mv->move->files.n; i++) {
        const struct content_change *file = &mv->move->files.p[i];
        str name =
            path_join(mv->arena, path_dir(file->from), path_base(file->to));
        if (!str_eq(name, file->from)) {
            fs_batch_move(&batch, edit_session_file(file->from, mv->arena),
                          edit_session_file(name, mv->arena));
        }
    }
    fs_batch_move(&batch, edit_session_file(mv->from, mv->arena),
                  edit_session_file(mv->to, mv->arena));
    bool done = edit_session_commit(&batch, "moved");
    if (done && is_for_folder(mv, mv->post) && !mv->whole) {
        fs_rmdir(edit_session_file(path_dir(mv->post), mv->arena));
    }
    return done;
}

/* --- the report --- */

void mv_report(const struct mv *mv)
{
    const struct move *move = mv->move;
    say(stdout, "content/%.*s -> content/%.*s\n", STR_ARG(mv->from),
        STR_ARG(mv->to));
    for (size_t i = 0; i < move->addresses.n; i++) {
        const struct move_address *address = &move->addresses.p[i];
        say(stdout, "%.*s -> %.*s%s\n", STR_ARG(address->from),
            STR_ARG(address->to),
            address->alias ? ", the old address leads on" : "");
    }
    for (size_t i = 0; i < move->texts.n; i++) {
        const struct move_text *text = &move->texts.p[i];
        if (text->links) {
            str path = move_path(move, text->post->file->path);
            say(stdout, "content/%.*s: %zu link%s mended\n", STR_ARG(path),
                PLURAL_ARG(text->links));
        }
    }
}

bool mv_plan(const struct mv *mv)
{
    struct move *move = mv->move;
    if (!check_target(mv) || is_link(mv) || !is_sound(mv)) {
        return false;
    }
    struct plan plan; /* made only for its errors and warnings */
    struct arena room = {0};
    dry_run_plan(move->before, &room, move->said, &plan);
    arena_free(&room);
    list_files(mv);
    bool planned = move_plan(move);
    report(move->diags, mv->options);
    if (!planned) {
        say_error("nothing was moved");
    }
    return planned;
}

int command_mv(const struct options *options)
{
    struct build_options build;
    if (!options->argument || !options->second) {
        say_error(
            "mv wants a post and where it goes: crumb mv baking/rye.md bread/");
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
    struct mv mv = {.options = options, .arena = &arena, .move = &move};
    diags_init(&diags, &arena);
    markdown_init();
    move.before = edit_session_open(options, &build.site, NULL, &arena, &said);
    bool done = move.before && find_source(&mv) && find_target(&mv) &&
                mv_plan(&mv) && mv_commit(&mv);
    if (done) {
        mv_report(&mv);
    }
    move_free(&move);
    if (move.before) {
        site_free(move.before);
    }
    arena_free(&arena);
    return done ? EXIT_DONE : EXIT_ERRORS;
}
