/* SPDX-License-Identifier: MIT */
#include "site/content/content.h"

#include <errno.h>
#include <string.h>

#include "base/memory/map.h"
#include "files/path.h"
#include "files/tree/ignored_names.h"
#include "files/tree/tree.h"
#include "site/content/content_change.h"
#include "site/content/content_pick.h"

/* --- names with a "_" in front --- */

/* Jekyll's folders of posts: their files are as if in the folder above. */
static bool is_drafts(str part)
{
    return str_eq(part, STR("_drafts"));
}

static bool is_transparent(str part)
{
    return str_eq(part, STR("_posts")) || is_drafts(part);
}

/* Includes, data and the like of other generators, which publish none of it. */
static bool is_ignored(str part)
{
    return str_starts(part, STR("_")) && !is_transparent(part);
}

/* The folder as far as its first part that holds no content, or "". config:
 * NULL: none is included. */
static str ignored_folder(const struct config *config, str folder)
{
    str rest = folder;
    str part;
    while (rest.n && str_split(&rest, '/', &part)) {
        bool included =
            config && str_is_one_of(part, config->include.p, config->include.n);
        if (is_ignored(part) && !included) {
            return str_sub(folder, 0, (size_t)(part.p - folder.p) + part.n);
        }
    }
    return (str){NULL, 0};
}

bool content_is_ignored(const struct config *config, str folder)
{
    return ignored_folder(config, folder).n != 0;
}

/* Astro and Jekyll publish no page of such a name. Pictures are another
 * matter: cameras write _MG_1234.jpg. */
static bool is_ignored_post(str path)
{
    str base = path_base(path);
    bool post = tree_post_ext(base).n || tree_html_ext(base).n;
    return post && str_starts(base, STR("_")) &&
           !str_starts(base, STR("_index."));
}

/* A folder that is passed over. */
struct ignored_files {
    str path;
    size_t posts;
};

struct sorting {
    const struct config *config;
    struct arena *arena;
    struct diags *diags;
    struct map by_path;
    VEC(struct ignored_files *) folders;
};

static struct diag *pass_over(struct sorting *sorting, str path, str what)
{
    struct source *source = ARENA_NEW(sorting->arena, struct source);
    source->name = path_join(sorting->arena, STR("content"), path);
    struct diag *diag =
        diag_warning(sorting->diags, span_of(source, 0, 0), "skipped-file",
                     "%.*s: not published", STR_ARG(what));
    diag_hint(diag, "name it without the \"_\" if it is; posts that are not "
                    "ready go to _drafts/");
    return diag;
}

static bool is_content(struct sorting *sorting, str path)
{
    str folder = ignored_folder(sorting->config, path_dir(path));
    if (!folder.n) {
        bool post = is_ignored_post(path);
        if (post) {
            pass_over(sorting, path,
                      STR("a post whose name begins with \"_\" is not public"));
        }
        return !post;
    }
    void **place = map_put(&sorting->by_path, sorting->arena, folder);
    if (!*place) {
        struct ignored_files *ignored =
            ARENA_NEW(sorting->arena, struct ignored_files);
        ignored->path = folder;
        *VEC_PUSH(&sorting->folders, sorting->arena) = ignored;
        *place = ignored;
    }
    struct ignored_files *ignored = *place;
    ignored->posts += tree_post_ext(path_base(path)).n != 0;
    return false;
}

/* Jekyll's collections are such folders; its parts of pages are no posts. */
static void report_folders(struct sorting *sorting)
{
    for (size_t i = 0; i < sorting->folders.n; i++) {
        const struct ignored_files *ignored = sorting->folders.p[i];
        str name = path_base(ignored->path);
        str what = STR("a folder whose name begins with \"_\" is no content");
        if (!ignored->posts ||
            str_is_word_of(name, STR("_includes _layouts _data _sass"))) {
            pass_over(sorting, ignored->path, what);
            continue;
        }
        what = arena_printf(sorting->arena, "%.*s (it holds %zu post%s)",
                            STR_ARG(what), ignored->posts,
                            ignored->posts == 1 ? "" : "s");
        diag_hint(pass_over(sorting, ignored->path, what),
                  "write include: [%.*s] in site.yaml if it is; posts that are "
                  "not ready go to _drafts/",
                  STR_ARG(name));
    }
}

/* Takes Jekyll's folders out of the path; *last is the innermost one. */
static str without_transparent(str path, struct arena *arena, str *last)
{
    str rest = path_dir(path);
    str made = {NULL, 0};
    str part;
    *last = made;
    while (rest.n && str_split(&rest, '/', &part)) {
        if (is_transparent(part)) {
            *last = is_drafts(*last) ? *last : part;
        }
    }
    if (!last->n) {
        return path;
    }
    rest = path;
    while (rest.n && str_split(&rest, '/', &part)) {
        if (!is_transparent(part)) {
            made = path_join(arena, made, part);
        }
    }
    return made;
}

/* --- kinds --- */

/* Reads at most `most` digits at s[i] and a '-' after them. Returns the offset
 * after the '-'; 0: there are none. */
static size_t digits_end(str s, size_t i, size_t least, size_t most)
{
    size_t n = 0;
    while (n < most && i + n < s.n && is_digit(s.p[i + n])) {
        n++;
    }
    bool ends = n >= least && i + n < s.n && s.p[i + n] == '-';
    return ends ? i + n + 1 : 0;
}

size_t name_date_length(str name)
{
    size_t year = digits_end(name, 0, 4, 4);
    size_t month = year ? digits_end(name, year, 1, 2) : 0;
    size_t day = month ? digits_end(name, month, 1, 2) : 0;
    return day < name.n ? day : 0;
}

bool name_is_day(str name)
{
    enum { YEAR = sizeof "2024-" - 1, MONTH = sizeof "2024-03-" - 1 };
    return name.n == MONTH + 2 && digits_end(name, 0, 4, 4) &&
           digits_end(name, YEAR, 2, 2) && is_digit(name.p[MONTH]) &&
           is_digit(name.p[MONTH + 1]);
}

str content_bundle(const struct content_file *file)
{
    return file->bundle ? path_dir(file->bundle->path) : (str){NULL, 0};
}

/* Of several languages the first one counts for the bundle. */
static void add_bundle(struct map *bundles, struct content_file *file,
                       struct arena *arena)
{
    void **place = map_put(bundles, arena, path_dir(file->path));
    const struct content_file *other = *place;
    if (!other || file->at.language <= other->at.language) {
        *place = file;
    }
}

static void classify(const struct map *bundles, struct arena *arena,
                     struct content_file *file)
{
    str jekyll;
    str path = without_transparent(file->at.plain, arena, &jekyll);
    for (str dir = path_dir(file->path); dir.n && !file->bundle;
         dir = path_dir(dir)) {
        file->bundle = map_get(bundles, dir);
    }
    file->draft = is_drafts(jekyll);
    if (!file->ext.n) {
        file->kind = CONTENT_ASSET;
        file->folder = path_dir(path);
        file->name = path_base(path);
        return;
    }
    if (file->form == CONTENT_FORM_INDEX) {
        file->kind = CONTENT_INDEX;
        file->folder = path_dir(path);
        file->name = path_base(file->folder);
        return;
    }
    bool bundle = file->form == CONTENT_FORM_BUNDLE;
    str place = bundle ? path_dir(path) : path;
    file->folder = path_dir(place);
    file->name = path_base(place);
    if (!bundle) {
        file->name.n -= file->ext.n;
    }
    size_t dated = name_date_length(file->name);
    if (dated) {
        file->date = str_sub(file->name, 0, dated - 1);
        file->name = str_from_offset(file->name, dated);
    }
    file->kind = file->folder.n || jekyll.n ? CONTENT_POST : CONTENT_PAGE;
}

static void no_content(str dir, int error, struct diags *diags)
{
    struct source source = {.name = dir};
    struct diag *diag =
        error == ENOENT ? diag_error(diags, (span){0}, "unreadable",
                                     "there is no folder %.*s/", STR_ARG(dir))
                        : diag_error(diags, span_of(&source, 0, 0),
                                     "unreadable", "%s", strerror(error));
    diag_hint(diag, "posts are content/SECTION/NAME.md");
}

static void find_languages(const struct config *config, struct arena *arena,
                           struct content *out)
{
    struct arena work = {0};
    str *stems = ARENA_ARRAY(&work, str, out->files.n);
    size_t n = 0;
    for (size_t i = 0; i < out->files.n; i++) {
        const struct content_file *file = out->files.p[i];
        if (file->ext.n) {
            stems[n++] = str_sub(file->path, 0, file->path.n - file->ext.n);
        }
    }
    language_find(config, stems, n, arena, &out->languages);
    arena_free(&work);
}

/* Sets the kind of each file. */
static void sort_out(const struct content_from *from,
                     const struct config *config, struct arena *arena,
                     struct content *out)
{
    struct map bundles = {0};
    for (size_t i = 0; i < out->files.n; i++) {
        struct content_file *file = out->files.p[i];
        file->at =
            language_place(&out->languages, file->path, file->ext, arena);
    }
    content_find_forms(from, config, out);
    for (size_t i = 0; i < out->files.n; i++) {
        if (out->files.p[i]->form == CONTENT_FORM_BUNDLE) {
            add_bundle(&bundles, out->files.p[i], arena);
        }
    }
    for (size_t i = 0; i < out->files.n; i++) {
        classify(&bundles, arena, out->files.p[i]);
    }
}

/* A symbolic link would make a file public that is held back where it is: by
 * its front matter, by that of its section, or by the name of its folder. */
static bool is_source_of_post(str path, str name, struct arena *arena)
{
    bool held = false;
    str part;
    for (str rest = path_dir(name); rest.n && str_split(&rest, '/', &part);) {
        held = held || is_ignored(part) || is_drafts(part);
    }
    return held || content_is_post_source(path, name, arena);
}

struct tree_site content_tree(const struct config *config, bool no_links)
{
    return (struct tree_site){.root = STR("."),
                              .output = config->output,
                              .is_source = is_source_of_post,
                              .no_links = no_links};
}

bool content_scan(const struct content_from *from, const struct config *config,
                  struct arena *arena, struct diags *diags, struct content *out)
{
    struct fs_list walked = {0};
    struct fs_list list;
    struct arena work = {0};
    int error = from->walked ? 0 : fs_walk(from->dir, arena, &walked);
    if (error) {
        no_content(from->dir, error, diags);
        return false;
    }
    out->walked = walked;
    walked = from->walked ? *from->walked : walked;
    content_changes_list(from->changes, &walked, &work);
    struct tree_site tree = content_tree(config, from->untrusted);
    tree_pick(from->dir, &tree, &walked, &work, diags, &list);
    struct sorting sorting = {.config = config, .arena = &work, .diags = diags};
    size_t n = 0;
    for (size_t i = 0; i < list.n; i++) {
        if (is_content(&sorting, list.entries[i].name)) {
            list.entries[n++] = list.entries[i];
        }
    }
    list.n = n;
    report_folders(&sorting);
    content_pick(from, config, &list, arena, diags, out);
    arena_free(&work);
    find_languages(config, arena, out);
    sort_out(from, config, arena, out);
    return true;
}

size_t content_find_first(const struct content *content, str path)
{
    size_t low = 0;
    size_t high = content->files.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (str_cmp(content->files.p[middle]->path, path) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const struct content_file *content_find(const struct content *content, str path)
{
    size_t i = content_find_first(content, path);
    bool found =
        i < content->files.n && str_eq(content->files.p[i]->path, path);
    return found ? content->files.p[i] : NULL;
}
