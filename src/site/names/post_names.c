/* SPDX-License-Identifier: MIT */
#include "site/names/post_names.h"

#include <pthread.h>

#include "base/hash.h"
#include "files/path.h"
#include "files/tree/tree.h"
#include "site/site.h"
#include "text/slug.h"

enum name_kind { NAME_FILE, NAME_TITLE, NAME_OTHER, NAME_KINDS };

struct name_entry {
    const struct post *post;
    str text; /* as it is spelled */
};

struct name_entries {
    VEC(struct name_entry) list;
};

struct post_names {
    pthread_mutex_t mutex; /* of the making */
    bool made;
    struct arena arena;
    struct map by_name[NAME_KINDS]; /* folded -> struct name_entries */
};

struct post_names *post_names_new(struct arena *arena)
{
    struct post_names *names = ARENA_NEW(arena, struct post_names);
    pthread_mutex_init(&names->mutex, NULL);
    return names;
}

void post_names_free(struct post_names *names)
{
    pthread_mutex_destroy(&names->mutex);
    arena_free(&names->arena);
}

void post_names_forget(struct post_names *names)
{
    arena_clear(&names->arena);
    memset(names->by_name, 0, sizeof names->by_name);
    names->made = false;
}

/* --- the index --- */

static void add_name(struct post_names *names, enum name_kind kind,
                     const struct post *post, str text)
{
    text = str_trim(text);
    if (!text.n) {
        return;
    }
    str key = slug_fold(&names->arena, text);
    void **place = map_put(&names->by_name[kind], &names->arena, key);
    struct name_entries *entries = *place;
    if (!entries) {
        entries = ARENA_NEW(&names->arena, struct name_entries);
        *place = entries;
    }
    *VEC_PUSH(&entries->list, &names->arena) = (struct name_entry){post, text};
}

/* The path of a bundle is its folder, that of an _index.md its section. */
static str without_ending(str path, str ext)
{
    path.n -= ext.n;
    str base = path_base(path);
    bool whole = str_eq(base, STR("index")) || str_eq(base, STR("_index"));
    return whole ? path_dir(path) : path;
}

str post_names_path(str path)
{
    str ext = tree_post_ext(path);
    return without_ending(path, ext.n ? ext : tree_html_ext(path));
}

/* With the date in front, and with the code of its language after. */
static void add_names(struct post_names *names, const struct post *post)
{
    const struct content_file *file = post->file;
    str dated = path_base(without_ending(file->at.plain, file->ext));
    str whole = path_base(without_ending(file->path, file->ext));
    add_name(names, NAME_FILE, post, file->name);
    if (!str_eq(dated, file->name)) {
        add_name(names, NAME_FILE, post, dated);
    }
    if (!str_eq(whole, dated)) {
        add_name(names, NAME_FILE, post, whole);
    }
    add_name(names, NAME_TITLE, post, post->title);
    for (size_t i = 0; i < frontmatter_uncommon(post->front)->names.n; i++) {
        add_name(names, NAME_OTHER, post,
                 frontmatter_uncommon(post->front)->names.p[i].text);
    }
}

/* --- a search --- */

struct search {
    const struct site *site;
    str folder;
    str name; /* without .md */
    str last; /* the part after its last '/' */
    struct arena *arena;
    struct name_entries found;
};

static str path_in_folder(const struct search *search)
{
    str normal;
    str path = path_join(search->arena, search->folder, search->name);
    return path_normal(search->arena, path, &normal) ? normal : (str){NULL, 0};
}

static bool same_folded(const struct search *search, str a, str b)
{
    return str_eq(slug_fold(search->arena, a), slug_fold(search->arena, b));
}

/* The path, or the end of it. */
static bool ends_path(const struct search *search, str path)
{
    str whole = slug_fold(search->arena, path);
    str end = slug_fold(search->arena, search->name);
    return str_ends(whole, end) &&
           (whole.n == end.n || whole.p[whole.n - end.n - 1] == '/');
}

/* The paths that a post has for its readers: in its section, and in content/
 * with its language and its date. */
static void paths_of(const struct post *post, struct arena *arena, str out[3])
{
    const struct content_file *file = post->file;
    out[0] = file->kind == CONTENT_INDEX
                 ? file->folder
                 : path_join(arena, file->folder, file->name);
    out[1] = without_ending(file->at.plain, file->ext);
    out[2] = without_ending(file->path, file->ext);
}

static bool has_path(const struct search *search, const struct name_entry *of)
{
    str paths[3];
    paths_of(of->post, search->arena, paths);
    if (str_starts(search->name, STR("./")) ||
        str_starts(search->name, STR("../"))) { /* from the folder on */
        str path = path_in_folder(search);
        return path.p && (same_folded(search, path, paths[0]) ||
                          same_folded(search, path, paths[1]));
    }
    return ends_path(search, paths[0]) || ends_path(search, paths[1]) ||
           ends_path(search, paths[2]);
}

static bool is_at(const struct search *search, const struct name_entry *of,
                  str path)
{
    str paths[3];
    paths_of(of->post, search->arena, paths);
    return path.p && (str_eq(path, paths[0]) || str_eq(path, paths[1]));
}

enum condition {
    HAS_PATH,
    IS_LIVE,
    IS_SPELLED_SO,
    IS_OF_LANGUAGE,
    IS_IN_FOLDER,
    IS_FROM_CONTENT,
};

static bool fits(const struct search *search, const struct name_entry *of,
                 enum condition condition)
{
    const struct post *post = of->post;
    switch (condition) {
    case HAS_PATH: return has_path(search, of);
    case IS_LIVE: return post->site && post->held == HELD_NOT;
    case IS_SPELLED_SO: return str_eq(of->text, search->last);
    case IS_OF_LANGUAGE:
        return post->file->at.language == search->site->language;
    case IS_IN_FOLDER: return is_at(search, of, path_in_folder(search));
    case IS_FROM_CONTENT: return is_at(search, of, search->name);
    }
    return false;
}

/* Keeps those that fit; all, if none does and `must` is not set. */
static void keep(struct search *search, enum condition condition, bool must)
{
    struct name_entries kept = {0};
    for (size_t i = 0; i < search->found.list.n; i++) {
        const struct name_entry *of = &search->found.list.p[i];
        if (fits(search, of, condition)) {
            *VEC_PUSH(&kept.list, search->arena) = *of;
        }
    }
    if (kept.list.n || must) {
        search->found = kept;
    }
}

static void find_kind(struct search *search, const struct post_names *names,
                      enum name_kind kind)
{
    str key = slug_fold(search->arena, search->last);
    const struct name_entries *all = map_get(&names->by_name[kind], key);
    search->found = all ? *all : (struct name_entries){0};
    if (kind == NAME_FILE && search->last.n < search->name.n) {
        keep(search, HAS_PATH, true);
    }
    if (search->found.list.n < 2) {
        return;
    }
    keep(search, IS_LIVE, false);
    keep(search, IS_SPELLED_SO, false);
    keep(search, IS_OF_LANGUAGE, false);
    if (kind == NAME_FILE) {
        keep(search, IS_IN_FOLDER, false);
    }
    if (kind == NAME_FILE && search->found.list.n > 1) {
        keep(search, IS_FROM_CONTENT, false);
    }
}

void post_names_find(struct post_names *names, const struct site *site,
                     str folder, str name, struct arena *arena,
                     struct named_posts *out)
{
    name = str_trim(name);
    struct search search = {.site = site,
                            .folder = folder,
                            .name = path_rootless(name),
                            .arena = arena};
    *out = (struct named_posts){0};
    pthread_mutex_lock(&names->mutex);
    for (size_t i = 0; !names->made && i < site->nall; i++) {
        add_names(names, &site->all[i]);
    }
    names->made = true;
    pthread_mutex_unlock(&names->mutex);
    search.name = post_names_path(search.name);
    search.last = path_base(search.name);
    for (int kind = 0; kind < NAME_KINDS && !search.found.list.n; kind++) {
        if (kind == NAME_TITLE) {
            search.last = name;
        }
        find_kind(&search, names, (enum name_kind)kind);
    }
    for (size_t i = 0; i < search.found.list.n; i++) {
        str path = search.found.list.p[i].post->file->path;
        /* a post may have a name twice */
        if (!out->list.n || !str_eq(out->list.p[out->list.n - 1], path)) {
            *VEC_PUSH(&out->list, arena) = path;
        }
    }
}

/* A name has no '|', which ends it in a wikilink. */
str post_names_question(str folder, str name, struct arena *arena)
{
    return arena_join(arena, (str[]){folder, STR("|"), str_trim(name)}, 3);
}

uint64_t post_names_hash(struct post_names *names, const struct site *site,
                         str folder, str name, struct arena *work)
{
    struct named_posts found;
    uint64_t hash = 0;
    post_names_find(names, site, folder, name, work, &found);
    for (size_t i = 0; i < found.list.n; i++) {
        hash = hash64_mix(hash + 1, hash64(found.list.p[i]));
    }
    return hash;
}
