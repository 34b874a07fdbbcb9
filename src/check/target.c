/* SPDX-License-Identifier: MIT */
#include "check/target.h"

#include "base/hash.h"
#include "files/fs.h"
#include "files/path.h"
#include "files/state_file.h"
#include "publish/manifest.h"
#include "text/url.h"

/* --- the kind of an address --- */

static bool is_local_host(str host)
{
    size_t colon = str_rfind_char(host, ':');
    if (colon != STR_NONE && !str_ends(host, STR("]"))) {
        host = str_sub(host, 0, colon);
    }
    return str_is_word_of(host, STR("localhost 0.0.0.0 [::1] [::]")) ||
           (str_starts(host, STR("127.")) &&
            str_find(host, STR("..")) == STR_NONE) ||
           str_ends(host, STR(".localhost"));
}

/* The host and port of an origin, without a user's name. */
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
    return url.p && url.n > 2 && is_alpha(url.p[0]) && url.p[1] == ':' &&
           (url.p[2] == '\\' || url.p[2] == '/');
}

static enum target_kind kind_of(const struct catalog *catalog, str url)
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
    return is_local_host(host) ? TARGET_LOCAL : TARGET_EXTERNAL;
}

bool target_is_shared(str href)
{
    return str_starts(href, STR("/")) || url_is_absolute(href);
}

/* --- where it leads --- */

static bool is_folder(str path)
{
    return path.n == 0 || str_ends(path, STR("/"));
}

/* The path of a folder's page. */
static str index_path(str path, struct arena *arena)
{
    return arena_printf(arena, "%.*s%sindex.html", STR_ARG(path),
                        is_folder(path) ? "" : "/");
}

/* The file at a path, or else the index.html of the folder there: servers show
 * it, with or without the final '/'. */
static struct check_file *find_served_file(const struct catalog *catalog,
                                           str path, struct arena *arena)
{
    struct check_file *file =
        is_folder(path) ? NULL : catalog_find(catalog, path);
    return file ? file : catalog_find(catalog, index_path(path, arena));
}

void target_resolve(const struct catalog *catalog,
                    const struct link_address *address, struct arena *arena,
                    struct target *out)
{
    str path;
    str tail;
    *out = (struct target){.value = address->value};
    size_t hash = str_find_char(out->value, '#');
    if (hash != STR_NONE) {
        out->fragment = str_from_offset(out->value, hash + 1);
    }
    out->url = address->url.p ? address->url
               : is_drive(address->value)
                   ? address->value
                   : url_resolve(arena, catalog->base, address->value);
    out->kind = kind_of(catalog, out->url);
    if (out->kind != TARGET_INSIDE) {
        return;
    }
    url_split(str_from_offset(out->url, url_origin(out->url).n), &path, &tail);
    bool below = str_starts(path, catalog->root);
    path = str_from_offset(path, catalog->root.n);
    if (!below || (path.n && path.p[0] != '/')) {
        out->kind = TARGET_OUTSIDE_BASE;
        return;
    }
    out->path = url_decode(arena, str_from_offset(path, path.n > 0));
    out->file = find_served_file(catalog, out->path, arena);
}

str target_id(str fragment)
{
    return str_sub(fragment, 0, str_find(fragment, STR(":~:")));
}

/* --- the different addresses --- */

void addresses_init(struct addresses *addresses)
{
    memset(addresses, 0, sizeof *addresses);
    for (size_t i = 0; i < ADDRESS_SHARDS; i++) {
        pthread_mutex_init(&addresses->shards[i].lock, NULL);
    }
}

void addresses_free(struct addresses *addresses)
{
    for (size_t i = 0; i < ADDRESS_SHARDS; i++) {
        pthread_mutex_destroy(&addresses->shards[i].lock);
        arena_free(&addresses->shards[i].arena);
    }
}

static struct link_address *new_address(const struct catalog *catalog, str text,
                                        size_t length, struct arena *arena,
                                        struct arena *work)
{
    struct link_address *address = ARENA_NEW(arena, struct link_address);
    struct target target;
    address->value = str_sub(text, 0, length);
    if (length < text.n) {
        address->url = str_from_offset(text, length + 1);
    }
    target_resolve(catalog, address, work, &target);
    address->kind = target.kind;
    address->file = target.file;
    address->has_fragment = target.file && target.file->kind == FILE_HTML &&
                            target_id(target.fragment).n;
    address->requestable =
        (target.kind == TARGET_EXTERNAL || target.kind == TARGET_LOCAL) &&
        (str_eq_nocase(str_sub(target.url, 0, 4), STR("http")) ||
         str_starts(target.url, STR("//")));
    return address;
}

struct link_address *addresses_get(struct addresses *addresses,
                                   const struct catalog *catalog, str text,
                                   size_t length, struct arena *work)
{
    struct address_shard *shard =
        &addresses->shards[hash64(text) >> 32 & (ADDRESS_SHARDS - 1)];
    pthread_mutex_lock(&shard->lock);
    struct link_address *address = map_get(&shard->by_text, text);
    if (!address) {
        text = arena_str(&shard->arena, text);
        address = new_address(catalog, text, length, &shard->arena, work);
        *map_put(&shard->by_text, &shard->arena, text) = address;
    }
    pthread_mutex_unlock(&shard->lock);
    return address;
}

/* --- addresses that no page of the site has --- */

/* Files of earlier builds that this build has no longer are going to be
 * removed: no link may count on them. */
static void read_manifests(struct catalog *catalog)
{
    catalog->manifests_read = true;
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
            *map_put(&catalog->published, catalog->arena,
                     manifest.entries[j].path) = &catalog->published;
        }
    }
}

/* Whether the output has a file there that crumb did not write. */
static bool is_foreign(const struct catalog *catalog, str path,
                       struct arena *arena)
{
    str normal;
    return path.n && path_normal(arena, path, &normal) &&
           !map_get(&catalog->published, normal) &&
           fs_kind(path_join(arena, catalog->output, normal), true) == FS_FILE;
}

bool target_is_elsewhere(struct catalog *catalog, const struct target *target,
                         struct arena *arena)
{
    str path = target->path;
    if (!catalog->manifests_read) {
        read_manifests(catalog);
    }
    return map_get(&catalog->redirected, path_bare(path)) ||
           is_foreign(catalog, path, arena) ||
           is_foreign(catalog, index_path(path, arena), arena);
}

bool target_lacks_base(const struct catalog *catalog,
                       const struct target *target, struct arena *arena)
{
    str path;
    str tail;
    url_split(str_from_offset(target->url, url_origin(target->url).n), &path,
              &tail);
    path = str_from_offset(path, 1);
    return catalog_find(catalog, path) ||
           catalog_find(catalog, arena_concat(arena, path, STR("index.html")));
}

const struct post *target_unpublished(const struct catalog *catalog,
                                      const struct target *target,
                                      struct arena *arena)
{
    const struct post *post = map_get(&catalog->unpublished, target->path);
    return post ? post
                : map_get(&catalog->unpublished,
                          index_path(target->path, arena));
}

/* The paths of files as addresses have them: a folder's page by the folder. */
static void list_names(struct catalog *catalog)
{
    struct arena *arena = catalog->arena;
    str *names = ARENA_ARRAY(arena, str, catalog->n + 1);
    for (size_t i = 0; i < catalog->n; i++) {
        struct check_file *file = &catalog->files[i];
        names[i] = file->address;
        *map_put(&catalog->by_lower, arena, arena_lower(arena, file->path)) =
            file;
    }
    nearest_make(&catalog->names, names, catalog->n, arena);
}

str target_hint(struct catalog *catalog, const struct target *target,
                struct arena *arena)
{
    str path = target->path;
    if (!catalog->names.names) {
        list_names(catalog);
    }
    str lower = arena_lower(arena, path);
    const struct check_file *other = map_get(&catalog->by_lower, lower);
    other =
        other ? other : map_get(&catalog->by_lower, index_path(lower, arena));
    if (other) {
        str url = catalog_url(catalog, other, arena);
        return arena_printf(arena, "it differs in capitals: %.*s",
                            STR_ARG(str_from_offset(url, catalog->origin.n)));
    }
    size_t host = str_find(path, STR("www."));
    if (host != STR_NONE && (host == 0 || path.p[host - 1] == '/')) {
        return arena_printf(arena, "write https://%.*s if it is another site",
                            STR_ARG(str_from_offset(path, host)));
    }
    str html = arena_concat(arena, path, STR(".html"));
    str near = catalog_find(catalog, html)
                   ? html
                   : nearest_find(&catalog->names, path);
    return near.n ? arena_printf(arena, "did you mean %.*s/%.*s?",
                                 STR_ARG(catalog->root),
                                 STR_ARG(url_encode(arena, near)))
                  : near;
}
