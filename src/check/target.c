/* SPDX-License-Identifier: MIT */
#include "check/target.h"

#include "files/fs.h"
#include "files/path.h"
#include "files/state_file.h"
#include "publish/manifest.h"
#include "text/url.h"

/* --- what it is --- */

static bool is_local_host(str host)
{
    static const str names[] = {
        STR_INIT("localhost"),
        STR_INIT("0.0.0.0"),
        STR_INIT("[::1]"),
        STR_INIT("[::]"),
    };
    size_t colon = str_rfind_char(host, ':');
    if (colon != STR_NONE && !str_ends(host, STR("]"))) {
        host = str_sub(host, 0, colon);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (str_eq_nocase(host, names[i])) {
            return true;
        }
    }
    return (str_starts(host, STR("127.")) &&
            str_find(host, STR("..")) == STR_NONE) ||
           str_ends(host, STR(".localhost"));
}

/* What is behind "//" of an origin, without a user's name. */
static str host_of(str origin)
{
    size_t slashes = str_find(origin, STR("//"));
    str host = slashes == STR_NONE ? (str){NULL, 0}
                                   : str_from_offset(origin, slashes + 2);
    size_t at = str_rfind_char(host, '@');
    return at == STR_NONE ? host : str_from_offset(host, at + 1);
}

static bool is_drive(str url)
{
    return url.n > 2 && is_alpha(url.p[0]) && url.p[1] == ':' &&
           (url.p[2] == '\\' || url.p[2] == '/');
}

enum target_kind target_kind_of(const struct catalog *catalog, str url)
{
    if (!url_is_absolute(url)) {
        return TARGET_INSIDE;
    }
    size_t colon = str_find_char(url, ':');
    str scheme = str_sub(url, 0, colon == STR_NONE ? 0 : colon);
    if (str_eq_nocase(scheme, STR("file")) || is_drive(url)) {
        return TARGET_LOCAL;
    }
    bool web = str_eq_nocase(scheme, STR("http")) ||
               str_eq_nocase(scheme, STR("https"));
    if (!web && !str_starts(url, STR("//"))) {
        return TARGET_OTHER;
    }
    str host = host_of(url_origin(url));
    if (catalog->origin.n && str_eq_nocase(host, host_of(catalog->origin))) {
        return TARGET_INSIDE;
    }
    return is_local_host(host) ? TARGET_LOCAL : TARGET_OUTSIDE;
}

bool target_is_shared(str href)
{
    return str_starts(href, STR("/")) || url_is_absolute(href);
}

/* --- where it leads --- */

/* Servers show a folder's index.html, and send readers who leave the final
 * '/' out there. */
static void look_up(const struct catalog *catalog, struct arena *arena,
                    struct target *target)
{
    str path = target->path;
    bool folder = path.n == 0 || str_ends(path, STR("/"));
    target->file = folder ? NULL : catalog_find(catalog, path);
    if (!target->file) {
        const str parts[] = {path, folder ? STR("") : STR("/"),
                             STR("index.html")};
        target->file = catalog_find(catalog, arena_join(arena, parts, 3));
    }
}

static void place_inside(const struct catalog *catalog, str path,
                         struct arena *arena, struct target *target)
{
    bool below = str_starts(path, catalog->root);
    path = str_from_offset(path, catalog->root.n);
    if (!below || (path.n && path.p[0] != '/')) {
        target->kind = TARGET_BESIDE;
        return;
    }
    target->path = url_decode(arena, str_from_offset(path, path.n > 0));
    look_up(catalog, arena, target);
}

void target_resolve(const struct catalog *catalog,
                    const struct link_address *address, struct arena *arena,
                    struct target *out)
{
    str path;
    str tail;
    *out = (struct target){.value = address->value, .kind = address->kind};
    size_t hash = str_find_char(out->value, '#');
    if (hash != STR_NONE) {
        out->fragment = str_from_offset(out->value, hash + 1);
    }
    out->url = address->url.p ? address->url
               : is_drive(address->value)
                   ? address->value
                   : url_resolve(arena, catalog->base, address->value);
    if (out->kind == TARGET_INSIDE) {
        url_split(str_from_offset(out->url, url_origin(out->url).n), &path,
                  &tail);
        place_inside(catalog, path, arena, out);
    }
}

str target_id(str fragment)
{
    return str_sub(fragment, 0, str_find(fragment, STR(":~:")));
}

bool target_is_top(str id)
{
    return str_eq_nocase(id, STR("top"));
}

/* --- what is there that no build wrote --- */

/* What earlier builds published and this one does not is going to be removed:
 * no link may count on it. */
static void read_manifests(struct catalog *catalog)
{
    catalog->ours_known = true;
    struct fs_list list;
    if (fs_list_dir(STR(".crumb"), catalog->arena, &list) != 0) {
        return;
    }
    for (size_t i = 0; i < list.n; i++) {
        str path =
            path_join(catalog->arena, STR(".crumb"), list.entries[i].name);
        struct manifest manifest;
        str text;
        if (!str_ends(path, STR(".manifest")) ||
            state_file_read(path, catalog->arena, &text) != 0 ||
            !manifest_parse(text, catalog->arena, &manifest)) {
            continue;
        }
        for (size_t j = 0; j < manifest.n; j++) {
            *map_put(&catalog->ours, catalog->arena, manifest.entries[j].path) =
                &catalog->ours;
        }
    }
}

/* Whether the output has a file there that crumb did not write. */
static bool is_foreign(const struct catalog *catalog, str path,
                       struct arena *arena)
{
    str normal;
    return path.n && path_normal(arena, path, &normal) &&
           !map_get(&catalog->ours, normal) &&
           fs_kind(path_join(arena, catalog->output, normal), true) == FS_FILE;
}

bool target_is_elsewhere(struct catalog *catalog, const struct target *target,
                         struct arena *arena)
{
    str path = target->path;
    bool folder = path.n == 0 || str_ends(path, STR("/"));
    const str page[] = {path, folder ? STR("") : STR("/"), STR("index.html")};
    if (!catalog->ours_known) {
        read_manifests(catalog);
    }
    return map_get(&catalog->moved, path_bare(path)) ||
           is_foreign(catalog, path, arena) ||
           is_foreign(catalog, arena_join(arena, page, 3), arena);
}

/* --- what was meant --- */

static str lower(struct arena *arena, str path)
{
    str copy = arena_str(arena, path);
    char *p = ARENA_ARRAY(arena, char, path.n + 1);
    for (size_t i = 0; i < copy.n; i++) {
        p[i] = to_lower(copy.p[i]);
    }
    return (str){p, copy.n};
}

/* The paths of files as addresses have them: a folder's page by the folder. */
static void list_names(struct catalog *catalog)
{
    struct arena *arena = catalog->arena;
    catalog->names = ARENA_ARRAY(arena, str, catalog->n + 1);
    for (size_t i = 0; i < catalog->n; i++) {
        const struct check_file *file = &catalog->files[i];
        catalog->names[i] = file->address;
        *map_put(&catalog->by_lower, arena, lower(arena, file->path)) =
            &catalog->files[i];
    }
}

/* The address of the file, rooted. */
static str rooted(const struct catalog *catalog, const struct check_file *file,
                  struct arena *arena)
{
    return str_from_offset(catalog_url(catalog, file, arena),
                           catalog->origin.n);
}

static struct check_file *in_other_case(const struct catalog *catalog, str path,
                                        struct arena *arena)
{
    path = lower(arena, path);
    struct check_file *file = map_get(&catalog->by_lower, path);
    if (file) {
        return file;
    }
    str slash = path.n && !str_ends(path, STR("/")) ? STR("/") : STR("");
    return map_get(&catalog->by_lower,
                   arena_printf(arena, "%.*s%.*sindex.html", STR_ARG(path),
                                STR_ARG(slash)));
}

str target_hint(struct catalog *catalog, const struct target *target,
                struct arena *arena)
{
    if (!catalog->names) {
        list_names(catalog);
    }
    struct check_file *other = in_other_case(catalog, target->path, arena);
    if (other) {
        str name = rooted(catalog, other, arena);
        return arena_printf(arena, "it differs in capitals: %.*s",
                            STR_ARG(name));
    }
    str html = arena_concat(arena, target->path, STR(".html"));
    str near = catalog_find(catalog, html)
                   ? html
                   : str_nearest(target->path, catalog->names, catalog->n);
    if (near.n == 0) {
        return near;
    }
    return arena_printf(arena, "did you mean %.*s/%.*s?",
                        STR_ARG(catalog->root),
                        STR_ARG(url_encode(arena, near)));
}
