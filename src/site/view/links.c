/* SPDX-License-Identifier: MIT */
#include "site/view/links.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "files/path.h"
#include "files/tree/tree.h"
#include "markdown/shortcode/foreign_tag.h"
#include "site/names/file_names.h"
#include "site/pictures.h"
#include "site/view/question.h"
#include "text/html.h"
#include "text/slug.h"
#include "text/url.h"

/* Records a question and opens the gate to its answer (engine/gate.h). */
static struct gate ask(const struct links *links, enum question kind, str name)
{
    return question_gate(links->view, links->site, kind, name);
}

static bool is_there(const struct links *links, str path, struct arena *arena)
{
    struct gate gate = ask(links, ASK_PATH, path);
    bool there = site_post(links->site, path, arena) ||
                 site_asset(links->site, path, arena);
    gate_restore(gate);
    return there;
}

static bool is_markdown(str path)
{
    return tree_post_ext(path).n > 0;
}

/* Whether it names a file that is no post: only published ones are like it. */
static bool is_file(str path, bool image)
{
    return image || (path_ext(path).n && !is_markdown(path));
}

/* Relative to the folder, else from content/. */
str links_nearest(const struct site *site, str path, str folder, bool image,
                  struct arena *arena)
{
    str found = nearest_find(
        file_names_of(site, is_file(path, image) ? NAMES_ASSETS : NAMES_CONTENT,
                      NULL),
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

/* Marks of addresses that are paths of files: those of Zola and Pelican, and
 * the folders on the disk. */
static const str marks[] = {STR_INIT("@/"),         STR_INIT("{filename}"),
                            STR_INIT("|filename|"), STR_INIT("{static}"),
                            STR_INIT("{attach}"),   STR_INIT("content/"),
                            STR_INIT("static/")};
enum { MARKS = sizeof marks / sizeof *marks, FOLDERS = 2 };

/* The path in an address as Zola and Pelican have it: @/life/x.md is
 * /life/x.md, {static}x.png is x.png. */
static str without_mark(str dest)
{
    for (size_t i = 0; i < MARKS - FOLDERS; i++) {
        if (str_starts(dest, marks[i])) {
            return str_from_offset(dest, i == 0 ? 1 : marks[i].n);
        }
    }
    return dest;
}

bool links_hint_at_path(struct diag *diag, str dest)
{
    str path = dest;
    while (str_starts(path, STR("../"))) {
        path = str_from_offset(path, strlen("../"));
    }
    path = path_rootless(path);
    for (size_t i = 0; i < MARKS; i++) {
        if (str_starts(path, marks[i])) {
            bool root = str_ends(marks[i], STR("/"));
            str rest = str_from_offset(path, marks[i].n);
            diag_hint(diag, "write %s%.*s", root ? "/" : "", STR_ARG(rest));
            diag_group(diag, marks[i],
                       root ? STR("paths begin with / in content/ and static/: "
                                  "/life/post.md, /picture.jpg")
                            : STR("write the path alone"));
            return true;
        }
    }
    return false;
}

/* One cause for many: the folder was not copied. */
static void group_by_folder(struct diag *diag, str dest, struct arena *arena)
{
    str folder = url_first_folder(dest);
    str hint = STR("");
    if (diag->hint.n || !folder.n) {
        return;
    }
    if (folder.p[0] == '/') {
        hint = arena_printf(arena, "are files of %.*s missing in static/?",
                            STR_ARG(folder));
    }
    diag_group(diag, folder, hint);
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
    if (!links_hint_at_tag(diag, dest) && !links_hint_at_path(diag, dest)) {
        str folder = path_dir(links->post->file->path);
        enum question kind = is_file(path, image) ? ASK_NEAR_FILE : ASK_NEAR;
        struct gate gate = ask(links, kind, path);
        diag_did_you_mean(
            diag, links_nearest(links->site, path, folder, image, arena));
        gate_restore(gate);
        if (!diag->hint.n && is_markdown(path)) { /* is it from content/? */
            str from_root =
                url_decode(arena, str_sub(dest, 0, str_find_char(dest, '#')));
            if (is_there(links, from_root, arena)) {
                diag_hint(diag, "write /%.*s", STR_ARG(dest));
            }
        } else if (!diag->hint.n) { /* is it in static/? */
            gate = ask(links, ASK_NAMES, STR(""));
            diag_did_you_mean(
                diag, named_file_find(links->site, links->view->shared->files,
                                      STR(""), path_base(path), arena));
            gate_restore(gate);
        }
    }
    group_by_folder(diag, dest, arena);
}

void links_check_file(const struct links *links, str dest, str path, bool image,
                      span at, struct arena *arena)
{
    if (str_ends(path, STR("/")) || links_has_tag(links->site, dest)) {
        return;
    }
    struct gate gate = ask(links, ASK_FILE, path);
    const struct published_files *files = links->view->shared->files;
    bool there = published_files_find(files, path);
    gate_restore(gate);
    if (there) {
        return;
    }
    struct diag *diag = diag_warning(
        links->diags, at, image ? "missing-image" : "broken-link",
        "there is no file \"%.*s\" in static/ or content/", STR_ARG(dest));
    gate = ask(links, ASK_NAMES, STR(""));
    if (!links_hint_at_tag(diag, dest) && !links_hint_at_path(diag, dest)) {
        str near = nearest_find(
            file_names_of(links->site, NAMES_PUBLISHED, files), path);
        near = near.n ? arena_concat(arena, STR("/"), near)
                      : named_file_find(links->site, files, STR(""),
                                        path_base(path), arena);
        diag_did_you_mean(diag, near);
    }
    gate_restore(gate);
    group_by_folder(diag, dest, arena);
}

static int compare_broken(const void *path, const void *post)
{
    return str_cmp(*(const str *)path,
                   (*(struct post *const *)post)->file->path);
}

bool links_is_broken(const struct site *site, str path)
{
    /* Sorted by path. */
    return site->broken.n && bsearch(&path, site->broken.p, site->broken.n,
                                     sizeof *site->broken.p, compare_broken);
}

/* Addresses that are not files of ours: https:, ?query, empty. */
static bool is_elsewhere(str dest)
{
    return dest.n == 0 || dest.p[0] == '?' || url_is_absolute(dest);
}

/* The address as the page has it: "/x/" is below the site's root, which need
 * not be the host's. */
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

/* The path of a file beside the post's text, which may be in the folder that
 * another language has for the same bundle: trip/ and es/trip/. If it is in
 * none, `path` is returned. */
static str bundle_path(const struct links *links, str path, struct arena *arena)
{
    const struct content_file *file = links->post->file;
    const struct site *site = links->site;
    str bundle = path_dir(file->path);
    size_t n = site->languages.n;
    if (n < 2 || file->form != CONTENT_FORM_BUNDLE ||
        !path_is_in(path, bundle) || path.n == bundle.n ||
        tree_post_ext(path).n || is_there(links, path, arena)) {
        return path;
    }
    str name = str_from_offset(path, bundle.n + 1);
    str plain = path_join(arena, path_dir(file->at.plain), name);
    for (size_t i = 0; i <= n; i++) {
        str folder = i ? site->languages.p[i - 1]->config.language : STR("");
        str other = path_join(arena, folder, plain);
        if (!str_eq(other, path) && is_there(links, other, arena)) {
            return other;
        }
    }
    return path;
}

/* The path of a file beside the post's text, which may be in the post's own
 * folder, x/ of x.md, as Hexo has it. */
static str own_path(const struct links *links, str path, struct arena *arena)
{
    const struct content_file *file = links->post->file;
    str folder = path_dir(file->path);
    str own = path_stem(file->path);
    if (file->form == CONTENT_FORM_BUNDLE || !path_ext(path).n ||
        is_markdown(path) || !path_is_in(path, folder) ||
        path_is_in(path, own) || is_there(links, path, arena)) {
        return path;
    }
    str name = str_from_offset(path, folder.n ? folder.n + 1 : 0);
    str there = path_join(arena, own, name);
    return is_there(links, there, arena) ? there : path;
}

str links_content_path(const struct links *links, str path, struct arena *arena)
{
    bool rooted = str_starts(path, STR("/"));
    str joined =
        rooted ? str_from_offset(path, 1)
               : path_join(arena, path_dir(links->post->file->path), path);
    str normal;
    if (!path_normal(arena, joined, &normal)) {
        return joined;
    }
    return rooted ? normal
                  : own_path(links, bundle_path(links, normal, arena), arena);
}

/* --- the post or file that a link leads to --- */

struct found {
    const struct post *post;
    const struct asset *asset; /* if post is NULL */
    str url;                   /* empty: it is held back, or has no page */
};

static bool find_path(const struct links *links, str path, struct arena *arena,
                      struct found *out)
{
    *out = (struct found){0};
    out->post = question_post(links->view, links->site, path, arena, &out->url);
    if (!out->post) {
        struct gate gate = ask(links, ASK_PATH, path);
        out->asset = site_asset(links->site, path, arena);
        out->url = out->asset ? out->asset->address.url : out->url;
        gate_restore(gate);
    }
    return out->post || out->asset;
}

/* Finds the post that has its text in that folder: a bundle, a section, a post
 * beside the folder, or bread/bread.md if that is a bundle. */
static bool find_folder(const struct links *links, str folder,
                        struct arena *arena, struct found *out)
{
    static const str endings[] = {STR_INIT("/index.md"), STR_INIT("/_index.md"),
                                  STR_INIT(".md")};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (find_path(links, arena_concat(arena, folder, endings[i]), arena,
                      out)) {
            return true;
        }
    }
    const str named[] = {folder, STR("/"), path_base(folder), STR(".md")};
    str path = arena_join(arena, named, 4);
    struct gate gate = ask(links, ASK_PATH, path);
    const struct post *post = site_post(links->site, path, arena);
    bool bundle = post && post->file->form == CONTENT_FORM_BUNDLE;
    gate_restore(gate);
    return bundle && find_path(links, path, arena, out);
}

/* `path` is that of the address `dest`, in content/. b.md may have become
 * b/index.md. */
static bool find(const struct links *links, str dest, str path,
                 struct arena *arena, struct found *out)
{
    bool text = is_markdown(path);
    str folder = str_sub(path, 0, path.n - tree_post_ext(path).n);
    return find_path(links, path, arena, out) ||
           ((dest.p[0] != '/' || text) && folder.n &&
            find_folder(links, folder, arena, out));
}

/* The address to show; p == NULL: the link becomes text. */
static str address_of(const struct links *links, const struct found *found,
                      str tail, span at, struct arena *arena)
{
    if (!found->url.n) {
        return (str){NULL, 0};
    }
    if (found->post) {
        tail = links_tail(links, found->post, tail, arena);
        keep_use(links, found->post, tail, at);
    }
    return tail.n ? arena_concat(arena, found->url, tail) : found->url;
}

static str path_of(const struct found *found)
{
    return found->post    ? found->post->file->path
           : found->asset ? found->asset->file->path
                          : (str){NULL, 0};
}

/* Takes the mark off *dest, and sets *path to its path in content/ and *tail to
 * its "?query#fragment". False: it is no path, but elsewhere or a part of this
 * page. */
static bool read_path(const struct links *links, str *dest, struct arena *arena,
                      str *path, str *tail)
{
    *dest = without_mark(*dest);
    if (is_elsewhere(*dest) || dest->p[0] == '#') {
        return false;
    }
    url_split(*dest, path, tail);
    *path = links_content_path(links, url_decode(arena, *path), arena);
    return true;
}

bool links_is_held(const struct links *links, str path, bool file)
{
    struct gate gate = ask(links, ASK_PATH, path);
    bool held = (is_markdown(path) && links_is_broken(links->site, path)) ||
                (file && content_find(&links->site->content, path));
    gate_restore(gate);
    return held;
}

bool links_is_download(str path)
{
    return str_is_word_of(
        path_ext(path),
        STR(".pdf .zip .gz .tgz .tar .png .jpg .jpeg .gif .webp .avif .svg "
            ".mp3 .mp4 .webm .ogg .csv .epub .docx .xlsx .pptx"));
}

/* www.rye.example/flour, github.com/rye: "https://" was left out. */
static bool begins_with_host(str dest)
{
    str first = str_sub(dest, 0, str_find_char(dest, '/'));
    return str_starts(first, STR("www.")) ||
           str_is_word_of(path_ext(first), STR(".com .org .net .io .dev"));
}

/* Pelican's marks of pages that lists have. False: it is none. */
static bool warn_of_pelican(const struct links *links, str dest, span at,
                            struct arena *arena)
{
    static const struct {
        str mark, list;
    } rows[] = {
        {STR_INIT("{tag}"), STR_INIT("/tags/")},
        {STR_INIT("{category}"), STR_INIT("/categories/")},
        {STR_INIT("{author}"), STR_INIT("/authors/")},
        {STR_INIT("{index}"), STR_INIT("/")},
    };
    for (size_t i = 0; at.source && i < sizeof rows / sizeof *rows; i++) {
        if (str_starts(dest, rows[i].mark)) {
            str name = str_from_offset(dest, rows[i].mark.n);
            name = slug_make(arena, url_decode(arena, name));
            diag_hint(diag_warning(links->diags, at, "broken-link",
                                   "there is no page \"%.*s\"", STR_ARG(dest)),
                      "write its address, as %.*s%.*s%s", STR_ARG(rows[i].list),
                      STR_ARG(name), name.n ? "/" : "");
            return true;
        }
    }
    return false;
}

str links_resolve(const struct links *links, str dest, bool image, span at,
                  struct arena *arena)
{
    str path;
    str tail;
    struct found found;
    if (!read_path(links, &dest, arena, &path, &tail)) {
        if (str_starts(dest, STR("#"))) {
            dest = links_tail(links, links->post, dest, arena);
            keep_use(links, links->post, dest, at);
        }
        return dest;
    }
    if (find(links, dest, path, arena, &found)) {
        return address_of(links, &found, tail, at, arena);
    }
    bool file = image || links_is_download(path);
    if (links_is_held(links, path, file)) {
        return (str){NULL, 0};
    }
    if (file && dest.p[0] == '/') {
        links_check_file(links, dest, path, image, at, arena);
    } else if (file || is_markdown(path)) {
        warn(links, dest, path, image, at, arena);
        return dest;
    }
    if (warn_of_pelican(links, dest, at, arena)) {
        return dest;
    }
    if (begins_with_host(dest) && at.source) {
        struct diag *diag =
            diag_warning(links->diags, at, "broken-link",
                         "\"%.*s\" is an address in this site", STR_ARG(dest));
        diag_hint(diag, "write https://%.*s", STR_ARG(dest));
    }
    return as_address(links, dest, arena);
}

str links_target(const struct links *links, str dest, struct arena *arena)
{
    str path;
    str tail;
    struct found found = {0};
    if (read_path(links, &dest, arena, &path, &tail)) {
        find(links, dest, path, arena, &found);
    }
    return path_of(&found);
}

bool links_is_address(str dest, struct arena *arena)
{
    str path;
    str tail;
    dest = without_mark(dest);
    url_split(dest, &path, &tail);
    path = url_decode(arena, path);
    return path.n && !is_markdown(path) &&
           (dest.p[0] == '/' || url_is_absolute(dest) ||
            !links_is_download(path));
}

str links_html(const struct links *links, str html, struct arena *arena)
{
    bool addressed = str_find_char(html, '=') != STR_NONE;
    bool inner = str_find(html, STR("=\"#")) != STR_NONE ||
                 str_find(html, STR("='#")) != STR_NONE;
    return addressed && !inner
               ? html_absolute(arena, html, links->post->address.url)
               : html;
}

bool links_image_size(const struct links *links, str dest,
                      struct image_size *size)
{
    struct arena work = {0};
    str path;
    str tail;
    if (!read_path(links, &dest, &work, &path, &tail)) {
        return false;
    }
    str name = dest.p[0] == '/' ? arena_concat(&work, STR("/"), path) : path;
    struct gate gate = ask(links, ASK_IMAGE, name);
    struct view_shared *shared = links->view->shared;
    const struct picture_facts *known =
        picture_at(links->site, shared->files, name, &work);
    gate_restore(gate);
    arena_free(&work);
    if (known && known->error == ESTALE) {
        atomic_store(&shared->doubts.input_changed, &known->file);
    } else if (known && known->error) {
        struct source source = {.name = known->file};
        diag_error(links->diags, span_of(&source, 0, 0), "unreadable", "%s",
                   strerror(known->error));
    }
    *size = (struct image_size){0};
    if (known && !known->error) {
        *size = (struct image_size){known->header.width, known->header.height};
    }
    return size->width > 0;
}

/* --- references --- */

/* The one post whose path, with or without its ending, ends so. */
static const struct post *find_by_end(const struct site *site, str path,
                                      struct arena *arena)
{
    static const str endings[] = {STR_INIT(""), STR_INIT(".md"),
                                  STR_INIT(".markdown"), STR_INIT("/index.md"),
                                  STR_INIT("/_index.md")};
    const struct nearest *names = file_names_of(site, NAMES_POSTS, NULL);
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

static bool find_reference(const struct links *links, str path,
                           struct arena *arena, struct found *out)
{
    if (find_path(links, links_content_path(links, path, arena), arena, out)) {
        return true;
    }
    str end = path_rootless(path);
    end = str_sub(end, 0, end.n - str_ends(end, STR("/")));
    struct gate gate = ask(links, ASK_NAMES, STR(""));
    const struct post *post = find_by_end(links->site, end, arena);
    if (!post && is_markdown(end)) { /* b.md may have become b/index.md */
        end = str_sub(end, 0, end.n - tree_post_ext(end).n);
        post = find_by_end(links->site, end, arena);
    }
    str there = post ? post->file->path : (str){NULL, 0};
    gate_restore(gate);
    return post && find_path(links, there, arena, out);
}

str links_reference(const struct links *links, str dest, span at,
                    struct arena *arena)
{
    str path;
    str tail;
    struct found found;
    url_split(dest, &path, &tail);
    if (path.n == 0) {
        keep_use(links, links->post, tail, at);
        return dest;
    }
    if (find_reference(links, path, arena, &found)) {
        str url = address_of(links, &found, tail, at, arena);
        return url.p ? url : STR("");
    }
    warn(links, dest, links_content_path(links, path, arena), false, at, arena);
    return (str){NULL, 0};
}

str links_reference_target(const struct links *links, str dest,
                           struct arena *arena)
{
    str path;
    str tail;
    struct found found = {0};
    url_split(dest, &path, &tail);
    if (path.n) {
        find_reference(links, path, arena, &found);
    }
    return path_of(&found);
}
