/* SPDX-License-Identifier: MIT */
#include "site/view/links.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "files/path.h"
#include "files/tree/tree.h"
#include "markdown/shortcode/foreign_tag.h"
#include "site/image_sizes.h"
#include "site/names/known_names.h"
#include "site/published_files.h"
#include "site/view/other_bundle.h"
#include "site/view/question.h"
#include "site/view/view_shared.h"
#include "text/html.h"
#include "text/url.h"

/* Records that it was asked. */
static void note_question(const struct links *links, enum question kind,
                          str name)
{
    question_ask(links->view, links->site, kind, name);
}

/* Opens the gate to the answer (engine/gate.h). */
static struct gate asked(const struct links *links, enum question kind,
                         str name)
{
    return gate_asked(links->view->recorder, (char)kind, name);
}

static bool is_markdown(str path)
{
    return tree_post_ext(path).n > 0;
}

/* Relative to the folder, else from content/. */
str links_nearest(const struct site *site, str path, str folder, bool image,
                  struct arena *arena)
{
    str found =
        nearest_find(file_names_of(site->file_names, site,
                                   image ? NAMES_ASSETS : NAMES_CONTENT),
                     path);
    if (!found.n) {
        return found;
    }
    if (str_starts(found, folder) && folder.n < found.n &&
        (folder.n == 0 || found.p[folder.n] == '/')) {
        return str_from_offset(found, folder.n ? folder.n + 1 : 0);
    }
    return arena_concat(arena, STR("/"), found);
}

/* Jekyll and Hugo would put something in its place. */
bool links_hint_at_tag(struct diag *diag, str dest)
{
    bool tag = str_find(dest, STR("{{")) != STR_NONE ||
               str_find(dest, STR("{%")) != STR_NONE;
    if (tag) {
        diag_hint(diag, "template tags are text in a post: write the address");
    }
    return tag;
}

bool links_has_tag(const struct site *site, str dest)
{
    struct foreign_tag tag;
    size_t at = 0;
    return !site->config.markdown.tags_as_text &&
           foreign_tag_next(dest, &at, &tag) && !tag.part;
}

static void warn(const struct links *links, str dest, str path, bool image,
                 span at, struct arena *arena)
{
    if (links_has_tag(links->site, dest)) {
        return;
    }
    struct diag *diag =
        diag_warning(links->diags, at, image ? "missing-image" : "broken-link",
                     "there is no %s \"%.*s\"",
                     is_markdown(path) ? "post" : "file", STR_ARG(dest));
    if (!links_hint_at_tag(diag, dest)) {
        str folder = path_dir(links->post->file->path);
        enum question kind = image ? ASK_NEAR_FILE : ASK_NEAR;
        note_question(links, kind, path);
        struct gate gate = asked(links, kind, path);
        diag_did_you_mean(
            diag, links_nearest(links->site, path, folder, image, arena));
        gate_restore(gate);
    }
}

/* A file from the root that is none of content/. */
static void check_file(const struct links *links, str dest, str path,
                       bool image, span at, struct arena *arena)
{
    const struct site *site = links->site;
    if (str_ends(path, STR("/")) || links_has_tag(site, dest)) {
        return;
    }
    note_question(links, ASK_FILE, path);
    struct gate gate = asked(links, ASK_FILE, path);
    bool there = published_files_has(links->view->shared->files, path);
    gate_restore(gate);
    if (there) {
        return;
    }
    note_question(links, ASK_NAMES, STR(""));
    struct diag *diag = diag_warning(
        links->diags, at, image ? "missing-image" : "broken-link",
        "there is no file \"%.*s\" in static/ or content/", STR_ARG(dest));
    if (links_hint_at_tag(diag, dest)) {
        return;
    }
    gate = asked(links, ASK_NAMES, STR(""));
    str near = nearest_find(
        file_names_published(site->file_names, links->view->shared->files),
        path);
    gate_restore(gate);
    if (near.n) {
        diag_did_you_mean(diag, arena_concat(arena, STR("/"), near));
    }
}

static int compare_broken(const void *path, const void *post)
{
    return str_cmp(*(const str *)path,
                   (*(struct post *const *)post)->file->path);
}

/* They are in the order of the files. */
bool links_is_broken(const struct site *site, str path)
{
    return site->broken.n && bsearch(&path, site->broken.p, site->broken.n,
                                     sizeof *site->broken.p, compare_broken);
}

/* Addresses that are not files of ours: https:, ?query, empty. */
static bool is_elsewhere(str dest)
{
    return dest.n == 0 || dest.p[0] == '?' || url_is_absolute(dest);
}

/* Where the link shows. /x/ is below the site's root, which may not be its
 * host's. */
static str as_address(const struct links *links, str dest, struct arena *arena)
{
    if (dest.p[0] == '/') {
        str root = url_path(links->site->config.url);
        return root.n ? arena_concat(arena, root, dest) : dest;
    }
    return url_resolve(arena, links->post->address.url, dest);
}

/* tail: "?query#fragment" of the address. */
static void keep_use(const struct links *links, const struct post *to, str tail,
                     span at)
{
    struct link_log *log = links->log;
    if (!log || !at.source) {
        return;
    }
    size_t hash = str_find_char(tail, '#');
    str fragment = {NULL, 0};
    if (hash != STR_NONE) {
        fragment = url_decode(log->arena, str_from_offset(tail, hash + 1));
    }
    *VEC_PUSH(&log->uses, log->arena) = (struct link_use){
        .to = to,
        .fragment = fragment,
        .off = (uint32_t)at.off,
        .len = (uint32_t)at.len,
    };
}

/* Of a path that was asked for. */
static bool find_asset(const struct links *links, str path, struct arena *arena,
                       str *url)
{
    struct gate gate = asked(links, ASK_PATH, path);
    const struct asset *asset = site_asset(links->site, path, arena);
    *url = asset ? asset->address.url : (str){NULL, 0};
    gate_restore(gate);
    return asset != NULL;
}

/* The address of the post or file at that path; p == NULL if there must be no
 * link yet. */
static bool resolve_path(const struct links *links, str path, str tail, span at,
                         struct arena *arena, str *out)
{
    str url;
    const struct post *post =
        question_post(links->view, links->site, path, arena, &url);
    if (!post && !find_asset(links, path, arena, &url)) {
        return false;
    }
    if (!url.n) { /* it is held back, or has no page */
        *out = (str){NULL, 0};
        return true;
    }
    if (post) {
        keep_use(links, post, tail, at);
    }
    *out = tail.n ? arena_concat(arena, url, tail) : url;
    return true;
}

/* The path in content/ that an address of the post's file means. */
str links_content_path(const struct links *links, str path, struct arena *arena)
{
    str joined =
        str_starts(path, STR("/"))
            ? str_from_offset(path, 1)
            : path_join(arena, path_dir(links->post->file->path), path);
    str normal;
    if (!path_normal(arena, joined, &normal)) {
        return joined;
    }
    return str_starts(path, STR("/"))
               ? normal
               : other_bundle_path(links->view, links->site, links->post,
                                   normal, arena);
}

/* Of a path that was asked for: there must be no link to it yet. */
static bool is_held(const struct links *links, str path, bool file)
{
    struct gate gate = asked(links, ASK_PATH, path);
    /* A file beside a draft: no link to it before the draft is live. */
    bool held = (is_markdown(path) && links_is_broken(links->site, path)) ||
                (file && content_find(&links->site->content, path));
    gate_restore(gate);
    return held;
}

/* What "../bread/" may be here: a bundle, a section, a post. */
static const str folder_endings[] = {STR_INIT("/index.md"),
                                     STR_INIT("/_index.md"), STR_INIT(".md")};
enum { FOLDER_ENDINGS = sizeof folder_endings / sizeof *folder_endings };

/* bread/bread.md, if that is the post of the folder. */
static str named_bundle(str path, struct arena *arena)
{
    return arena_join(
        arena, (const str[]){path, STR("/"), path_base(path), STR(".md")}, 4);
}

static bool is_bundle_at(const struct site *site, str path, struct arena *arena)
{
    const struct post *post = site_post(site, path, arena);
    return post && post->file->form == CONTENT_FORM_BUNDLE;
}

static bool find_bundle(const struct links *links, str path, str tail, span at,
                        struct arena *arena, str *out)
{
    str named = named_bundle(path, arena);
    note_question(links, ASK_PATH, named);
    struct gate gate = asked(links, ASK_PATH, named);
    bool found = is_bundle_at(links->site, named, arena);
    gate_restore(gate);
    return found && resolve_path(links, named, tail, at, arena, out);
}

static bool find_folder(const struct links *links, str path, str tail, span at,
                        struct arena *arena, str *out)
{
    for (size_t i = 0; path.n && i < FOLDER_ENDINGS; i++) {
        if (resolve_path(links, arena_concat(arena, path, folder_endings[i]),
                         tail, at, arena, out)) {
            return true;
        }
    }
    return path.n && find_bundle(links, path, tail, at, arena, out);
}

/* By its ending it is a file that no template makes: it must be there. */
static bool is_download(str path)
{
    static const str endings[] = {
        STR_INIT(".pdf"),  STR_INIT(".zip"),  STR_INIT(".gz"),
        STR_INIT(".tgz"),  STR_INIT(".tar"),  STR_INIT(".png"),
        STR_INIT(".jpg"),  STR_INIT(".jpeg"), STR_INIT(".gif"),
        STR_INIT(".webp"), STR_INIT(".avif"), STR_INIT(".svg"),
        STR_INIT(".mp3"),  STR_INIT(".mp4"),  STR_INIT(".webm"),
        STR_INIT(".ogg"),  STR_INIT(".csv"),  STR_INIT(".epub"),
        STR_INIT(".docx"), STR_INIT(".xlsx"), STR_INIT(".pptx"),
    };
    return str_is_one_of(path_ext(path), endings,
                         sizeof endings / sizeof *endings);
}

str links_resolve(const struct links *links, str dest, bool image, span at,
                  struct arena *arena)
{
    str path;
    str tail;
    str found;
    if (is_elsewhere(dest)) {
        return dest;
    }
    if (dest.p[0] == '#') {
        keep_use(links, links->post, dest, at);
        return dest;
    }
    url_split(dest, &path, &tail);
    path = links_content_path(links, url_decode(arena, path), arena);
    bool rooted = dest.p[0] == '/';
    if (resolve_path(links, path, tail, at, arena, &found) ||
        (!rooted && find_folder(links, path, tail, at, arena, &found))) {
        return found;
    }
    bool markdown = is_markdown(path);
    bool file = image || is_download(path);
    if (is_held(links, path, file)) {
        return (str){NULL, 0};
    }
    if (file && rooted) {
        check_file(links, dest, path, image, at, arena);
    } else if (markdown || file) {
        warn(links, dest, path, image, at, arena);
        return dest;
    }
    return as_address(links, dest, arena);
}

/* The path in content/, as it is there; p == NULL: nothing is. */
static str path_there(const struct site *site, str path, struct arena *arena)
{
    const struct post *post = site_post(site, path, arena);
    const struct asset *asset = post ? NULL : site_asset(site, path, arena);
    return post ? post->file->path : asset ? asset->file->path : (str){NULL, 0};
}

str links_target(const struct links *links, str dest, struct arena *arena)
{
    str path;
    str tail;
    if (is_elsewhere(dest) || dest.p[0] == '#') {
        return (str){NULL, 0};
    }
    url_split(dest, &path, &tail);
    path = links_content_path(links, url_decode(arena, path), arena);
    str found = path_there(links->site, path, arena);
    bool folder = !found.p && dest.p[0] != '/';
    for (size_t i = 0; folder && path.n && !found.p && i < FOLDER_ENDINGS;
         i++) {
        found = path_there(links->site,
                           arena_concat(arena, path, folder_endings[i]), arena);
    }
    str named = folder && path.n && !found.p ? named_bundle(path, arena)
                                             : (str){NULL, 0};
    return named.p && is_bundle_at(links->site, named, arena)
               ? path_there(links->site, named, arena)
               : found;
}

bool links_is_address(str dest, struct arena *arena)
{
    str path;
    str tail;
    url_split(dest, &path, &tail);
    path = url_decode(arena, path);
    return path.n && !is_markdown(path) &&
           (dest.p[0] == '/' || url_is_absolute(dest) || !is_download(path));
}

str links_html(const struct links *links, str html, struct arena *arena)
{
    bool addressed = str_find(html, STR("src=")) != STR_NONE ||
                     str_find(html, STR("href=")) != STR_NONE;
    bool inner = str_find(html, STR("=\"#")) != STR_NONE ||
                 str_find(html, STR("='#")) != STR_NONE;
    return addressed && !inner
               ? html_absolute(arena, html, links->post->address.url)
               : html;
}

static void unreadable(const struct links *links, str file, int error)
{
    struct source source = {.name = file};
    diag_error(links->diags, span_of(&source, 0, 0), "unreadable", "%s",
               strerror(error));
}

bool links_image_size(const struct links *links, str dest,
                      struct image_size *size)
{
    struct arena work = {0};
    str path;
    str tail;
    if (is_elsewhere(dest)) {
        return false;
    }
    url_split(dest, &path, &tail);
    path = links_content_path(links, url_decode(&work, path), &work);
    bool rooted = dest.p[0] == '/';
    str name = rooted ? arena_concat(&work, STR("/"), path) : path;
    uint64_t *answer =
        question_open(links->view->recorder, links->site, ASK_IMAGE, name);
    struct gate gate = asked(links, ASK_IMAGE, name);
    str file;
    const struct image_look *look = image_sizes_find(
        links->view->shared->images, links->site, name, &file, &work);
    gate_restore(gate);
    if (answer) {
        *answer = image_look_hash(look);
    }
    if (look->error) {
        unreadable(links, file, look->error);
    }
    *size = look->size;
    arena_free(&work);
    return look->known;
}

/* --- references --- */

/* The one post whose path, with or without its ending, ends so. */
static const struct post *find_by_end(const struct site *site, str path,
                                      struct arena *arena)
{
    static const str endings[] = {STR_INIT(""), STR_INIT(".md"),
                                  STR_INIT("/index.md"),
                                  STR_INIT("/_index.md")};
    const struct nearest *names =
        file_names_of(site->file_names, site, NAMES_POSTS);
    str found = {NULL, 0};
    size_t times = 0;
    for (size_t e = 0; e < sizeof endings / sizeof *endings; e++) {
        str whole = arena_concat(arena, path, endings[e]);
        const struct post *post = site_post(site, whole, arena);
        if (post) {
            return post;
        }
        str below = arena_concat(arena, STR("/"), whole);
        times += nearest_ending(names, below, &found);
    }
    return times == 1 ? site_post(site, found, arena) : NULL;
}

str links_reference(const struct links *links, str dest, span at,
                    struct arena *arena)
{
    str path;
    str tail;
    str found;
    url_split(dest, &path, &tail);
    if (path.n == 0) {
        keep_use(links, links->post, tail, at);
        return dest;
    }
    str here = links_content_path(links, path, arena);
    if (resolve_path(links, here, tail, at, arena, &found)) {
        return found;
    }
    note_question(links, ASK_NAMES, STR(""));
    str end = str_from_offset(path, str_starts(path, STR("/")));
    struct gate gate = asked(links, ASK_NAMES, STR(""));
    const struct post *post = find_by_end(links->site, end, arena);
    str there = post ? post->file->path : (str){NULL, 0};
    gate_restore(gate);
    if (post && resolve_path(links, there, tail, at, arena, &found)) {
        return found;
    }
    warn(links, dest, here, false, at, arena);
    return (str){NULL, 0};
}

str links_reference_target(const struct links *links, str dest,
                           struct arena *arena)
{
    str path;
    str tail;
    url_split(dest, &path, &tail);
    if (!path.n) {
        return (str){NULL, 0};
    }
    str found =
        path_there(links->site, links_content_path(links, path, arena), arena);
    if (found.p) {
        return found;
    }
    str end = str_from_offset(path, str_starts(path, STR("/")));
    const struct post *post = find_by_end(links->site, end, arena);
    return post ? post->file->path : found;
}
