/* SPDX-License-Identifier: MIT */
#include "site/data_files.h"

#include "base/memory/map.h"
#include "data/csv.h"
#include "data/json.h"
#include "data/toml.h"
#include "data/yaml.h"
#include "files/path.h"
#include "files/source_file.h"
#include "files/tree/tree.h"
#include "text/slug.h"

typedef bool data_parser(const struct source *source, struct arena *arena,
                         struct diags *diags, value *out);

struct loading {
    str dir;
    struct arena *arena;
    struct diags *diags;
    struct data_folder *data;
    struct map taken; /* name from the top, net/racks -> its file, a str */
    bool good;
};

static bool parse_yaml(const struct source *source, struct arena *arena,
                       struct diags *diags, value *out)
{
    return yaml_parse(source, 0, source->text.n, arena, diags, out);
}

static bool parse_toml(const struct source *source, struct arena *arena,
                       struct diags *diags, value *out)
{
    return toml_parse(source, 0, source->text.n, arena, diags, out);
}

/* NULL: the ending is none of data. */
static data_parser *parser_of(str ext)
{
    static const struct {
        str ext;
        data_parser *parse;
    } known[] = {
        {STR_INIT(".yaml"), parse_yaml}, {STR_INIT(".yml"), parse_yaml},
        {STR_INIT(".json"), json_parse}, {STR_INIT(".toml"), parse_toml},
        {STR_INIT(".csv"), csv_parse},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (str_eq_nocase(ext, known[i].ext)) {
            return known[i].parse;
        }
    }
    return NULL;
}

static struct source *source_at(const struct loading *loading, str path)
{
    struct source *source = ARENA_NEW(loading->arena, struct source);
    source->name = path_join(loading->arena, loading->dir, path);
    return source;
}

static void skip(const struct loading *loading, str path)
{
    if (str_is_word_of(path_stem(path_base(path)), STR("README LICENSE"))) {
        return; /* for people */
    }
    span at = span_of(source_at(loading, path), 0, 0);
    struct diag *diag = diag_warning(loading->diags, at, "skipped-file",
                                     "no data file by its ending: not read");
    diag_hint(diag, "data files end in .yaml, .json, .toml or .csv");
}

/* --- names --- */

/* Templates could reach one of the two only, whichever came last. */
static void name_twice(struct loading *loading, str path, str other)
{
    span at = span_of(source_at(loading, path), 0, 0);
    struct diag *diag =
        diag_error(loading->diags, at, "duplicate-data",
                   "this file and %.*s/%.*s have one name in templates",
                   STR_ARG(loading->dir), STR_ARG(other));
    diag_hint(diag, "rename one of them");
    loading->good = false;
}

/* Takes the name for the file at `path`; a folder has the name of its first
 * file, which others in it may share. False: it is another file's. */
static bool take_name(struct loading *loading, str name, str path, bool folder)
{
    void **place = map_put(&loading->taken, loading->arena, name);
    if (!*place) {
        str *file = ARENA_NEW(loading->arena, str);
        *file = path;
        *place = file;
        return true;
    }
    str other = *(str *)*place;
    bool shared = folder && other.n > name.n && other.p[name.n] == '/' &&
                  str_starts(other, name);
    if (!shared) {
        name_twice(loading, path, other);
    }
    return shared;
}

struct data_folder *data_folder_find(const struct data_folder *folder, str name)
{
    for (size_t i = 0; i < folder->folders.n; i++) {
        if (str_eq(folder->folders.p[i]->name, name)) {
            return folder->folders.p[i];
        }
    }
    return NULL;
}

static struct data_folder *
add_folder(struct loading *loading, struct data_folder *in, str path, str name)
{
    struct data_folder *folder = ARENA_NEW(loading->arena, struct data_folder);
    folder->path = path;
    folder->name = name;
    folder->all = value_dict(loading->arena);
    dict_set(in->all.as.dict, loading->arena, value_string(name), folder->all);
    *VEC_PUSH(&in->folders, loading->arena) = folder;
    return folder;
}

/* The folder that the file's value goes into, made with those above it. */
static struct data_folder *folder_of(struct loading *loading, str path)
{
    struct data_folder *folder = loading->data;
    str dir = path_dir(path);
    size_t end = 0;
    while (end < dir.n) {
        size_t from = end ? end + 1 : 0;
        size_t n = str_find_char(str_from_offset(dir, from), '/');
        end = n == STR_NONE ? dir.n : from + n;
        if (!take_name(loading, str_sub(dir, 0, end), path, true)) {
            return NULL;
        }
        str name = str_sub(dir, from, end - from);
        struct data_folder *inner = data_folder_find(folder, name);
        folder = inner
                     ? inner
                     : add_folder(loading, folder, str_sub(dir, 0, end), name);
    }
    return folder;
}

static void load_file(struct loading *loading, const struct fs_entry *entry)
{
    str path = entry->name;
    data_parser *parse = parser_of(path_ext(path));
    if (!parse) {
        skip(loading, path);
        return;
    }
    struct source *source = source_at(loading, path);
    str name = slug_nfc(loading->arena, path);
    struct data_folder *folder = folder_of(loading, name);
    str stem = path_stem(name);
    if (!folder || !take_name(loading, stem, name, false)) {
        return;
    }
    value v = value_none();
    if (source_file_read_listed(source, &entry->stat, loading->arena,
                                loading->diags) &&
        parse(source, loading->arena, loading->diags, &v)) {
        dict_set(folder->all.as.dict, loading->arena,
                 value_string(path_base(stem)), v);
    } else {
        loading->good = false;
    }
}

bool data_files_list(str dir, const struct tree_site *site, struct arena *arena,
                     struct diags *diags, struct fs_list *list)
{
    *list = (struct fs_list){0};
    int error = fs_kind(dir, false) == FS_MISSING
                    ? 0
                    : tree_scan(dir, site, arena, diags, list);
    if (error) {
        struct source source = {.name = dir};
        diag_error(diags, span_of(&source, 0, 0), "unreadable", "%s",
                   strerror(error));
    }
    return !error;
}

bool data_files_load(str dir, const struct tree_site *site, struct arena *arena,
                     struct diags *diags, struct data_folder *out)
{
    struct loading loading = {
        .dir = dir, .arena = arena, .diags = diags, .data = out, .good = true};
    struct fs_list list;
    *out = (struct data_folder){.all = value_dict(arena)};
    if (!data_files_list(dir, site, arena, diags, &list)) {
        return false;
    }
    for (size_t i = 0; i < list.n; i++) {
        load_file(&loading, &list.entries[i]);
    }
    return loading.good;
}

void code_languages_load(str dir, const struct tree_site *site,
                         struct arena *arena, struct diags *diags,
                         struct language_set *languages)
{
    struct fs_list list;
    if (!data_files_list(dir, site, arena, diags, &list) || !list.n) {
        return;
    }
    for (size_t i = 0; i < list.n; i++) {
        str name = list.entries[i].name;
        struct source *source = ARENA_NEW(arena, struct source);
        source->name = path_join(arena, dir, name);
        if (parser_of(path_ext(name)) == parse_yaml &&
            source_file_read_listed(source, &list.entries[i].stat, arena,
                                    diags)) {
            language_set_add(languages, path_base(path_stem(name)), source);
        }
    }
    language_set_check(languages, diags);
}
