/* SPDX-License-Identifier: MIT */
#include "site/view/links.h"

#include "base/memory/buf.h"
#include "files/path.h"
#include "files/tree/tree.h"
#include "site/names/file_names.h"
#include "site/names/post_names.h"
#include "site/view/question.h"
#include "text/slug.h"
#include "text/url.h"

/* The text in the brackets. */
struct wanted {
    str name;     /* empty: the post itself */
    str fragment; /* with '#'; empty: there is none */
    bool embed;
};

/* "#part": of "name#chapter#part" the last one. "#^paragraph" is a mark in the
 * text of a note, which no page has: its page must do. */
static struct wanted read_target(str target, bool embed, struct arena *arena)
{
    struct wanted wanted = {.name = target, .embed = embed};
    size_t hash = str_find_char(target, '#');
    if (hash == STR_NONE) {
        return wanted;
    }
    wanted.name = str_sub(target, 0, hash);
    str part = str_from_offset(target, str_rfind_char(target, '#') + 1);
    str id = slug_heading(arena, part);
    if (id.n && !str_starts(str_trim(part), STR("^"))) {
        wanted.fragment = arena_concat(arena, STR("#"), id);
    }
    return wanted;
}

static void warn_ambiguous(const struct links *links, str name,
                           const struct named_posts *found, span at)
{
    enum { MOST = 5 };
    struct buf all = {0};
    size_t n = found->list.n;
    for (size_t i = 0; i < n && i < MOST; i++) {
        buf_printf(&all, "%scontent/%.*s", i ? ", " : "",
                   STR_ARG(found->list.p[i]));
    }
    if (n > MOST) {
        buf_printf(&all, " and %zu more", n - MOST);
    }
    struct diag *diag =
        diag_warning(links->diags, at, "ambiguous-link",
                     "%zu posts are called \"%.*s\": %.*s", n,
                     STR_ARG(str_trim(name)), STR_ARG(buf_str(&all)));
    str path = post_names_path(found->list.p[0]);
    diag_hint(diag, "say which one: [[%.*s|%.*s]]", STR_ARG(path),
              STR_ARG(str_trim(name)));
    buf_free(&all);
}

/* Whether it was meant to name something: not so the [[ -f x ]] of a shell, the
 * [[:alpha:]] of a pattern, and lists of numbers. */
static bool reads_as_name(str name)
{
    bool digits = true;
    for (size_t i = 0; i < name.n; i++) {
        digits = digits && (is_digit(name.p[i]) || is_any_of(name.p[i], ",. "));
        if (is_any_of(name.p[i], "[]\"\n")) {
            return false;
        }
    }
    return !digits && !is_space(name.p[0]) && !is_any_of(name.p[0], "^:-!$");
}

/* The name of a post beside this one, without its ending: it reads almost so.
 */
static str find_near(const struct links *links, str name, struct arena *arena)
{
    str folder = path_dir(links->post->file->path);
    str path = arena_concat(arena, path_join(arena, folder, name), STR(".md"));
    struct gate gate = question_gate(links->view, links->site, ASK_NEAR, path);
    str near = links_nearest(links->site, path, folder, false, arena);
    gate_restore(gate);
    near = path_rootless(near);
    return str_sub(near, 0, near.n - tree_post_ext(near).n);
}

static void warn_unknown(const struct links *links, str name, span at,
                         struct arena *arena)
{
    str near =
        path_ext(name).n ? (str){NULL, 0} : find_near(links, name, arena);
    struct diag *diag =
        diag_warning(links->diags, at, "unknown-name",
                     "[[%.*s]] is shown as text: no post or file has this name",
                     STR_ARG(name));
    if (near.n) {
        diag_did_you_mean(diag, near);
        return;
    }
    diag_hint(diag, "write the name of a post's file, its title, or a path");
    diag_group(diag, STR("names"), STR("")); /* notes that were not copied */
}

static void find_posts(const struct links *links, str name, struct arena *arena,
                       struct named_posts *out)
{
    const struct site *site = links->site;
    str folder = links->post->file->folder;
    str question = post_names_question(folder, name, arena);
    struct gate gate = question_gate(links->view, site, ASK_WIKILINK, question);
    post_names_find(site->post_names, site, folder, name, arena, out);
    gate_restore(gate);
}

static str find_file(const struct links *links, str name, struct arena *arena)
{
    const struct site *site = links->site;
    str folder = path_dir(links->post->file->path);
    str question = post_names_question(folder, name, arena);
    struct gate gate = question_gate(links->view, site, ASK_WIKIFILE, question);
    const struct published_files *published =
        links->view ? links->view->shared->files : NULL;
    str found = named_file_find(site, published, folder, name, arena);
    gate_restore(gate);
    return found;
}

/* With a '/' in front; p == NULL: there is none, or *several. */
static str find_path(const struct links *links, const struct wanted *wanted,
                     struct arena *arena, struct named_posts *several)
{
    /* A file that is no post has an ending. */
    str base = path_base(str_trim(wanted->name));
    bool file = path_ext(base).n > 1 && !tree_post_ext(base).n;
    str found = {NULL, 0};
    *several = (struct named_posts){0};
    if (!str_trim(wanted->name).n) {
        return found;
    }
    if (file && wanted->embed) {
        found = find_file(links, wanted->name, arena);
    }
    if (found.p) {
        return found;
    }
    find_posts(links, wanted->name, arena, several);
    if (several->list.n == 1) {
        return arena_concat(arena, STR("/"), several->list.p[0]);
    }
    return file && !wanted->embed && !several->list.n
               ? find_file(links, wanted->name, arena)
               : found;
}

str wikilinks_find(const struct links *links, str target, bool embed, span at,
                   struct arena *arena)
{
    struct wanted wanted = read_target(target, embed, arena);
    struct named_posts several;
    if (!str_trim(wanted.name).n) {
        return wanted.fragment;
    }
    str path = find_path(links, &wanted, arena, &several);
    if (path.p) {
        return arena_concat(arena, url_encode_path(arena, path),
                            wanted.fragment);
    }
    if (several.list.n && at.source) {
        warn_ambiguous(links, wanted.name, &several, at);
    } else if (at.source && reads_as_name(wanted.name)) {
        warn_unknown(links, wanted.name, at, arena);
    }
    return (str){NULL, 0};
}

str wikilinks_target(const struct links *links, str target, bool embed,
                     struct arena *arena)
{
    struct wanted wanted = read_target(target, embed, arena);
    struct named_posts several;
    str path = find_path(links, &wanted, arena, &several);
    return path.p ? str_from_offset(path, 1) : path;
}
