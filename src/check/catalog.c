/* SPDX-License-Identifier: MIT */
#include "check/catalog.h"

#include "builder/build.h"
#include "files/path.h"
#include "files/state_file.h"
#include "publish/manifest.h"
#include "render/asset_hash.h"
#include "site/organise/page_address.h"
#include "steps/generation.h"
#include "text/url.h"

struct kind_of_name {
    str ext;
    enum file_kind kind;
};

static const struct kind_of_name kinds[] = {
    {STR_INIT(".html"), FILE_HTML}, {STR_INIT(".htm"), FILE_HTML},
    {STR_INIT(".css"), FILE_CSS},   {STR_INIT(".xml"), FILE_XML},
    {STR_INIT(".atom"), FILE_XML},  {STR_INIT(".rss"), FILE_XML},
    {STR_INIT(".opml"), FILE_XML},  {STR_INIT(".rdf"), FILE_XML},
    {STR_INIT(".json"), FILE_JSON}, {STR_INIT(".js"), FILE_TEXT},
    {STR_INIT(".mjs"), FILE_TEXT},  {STR_INIT(".txt"), FILE_TEXT},
    {STR_INIT(".svg"), FILE_TEXT},  {STR_INIT(".webmanifest"), FILE_TEXT},
    {STR_INIT(".md"), FILE_TEXT},   {STR_INIT(".cfg"), FILE_TEXT},
    {STR_INIT(".conf"), FILE_TEXT}, {STR_INIT(".yaml"), FILE_TEXT},
    {STR_INIT(".yml"), FILE_TEXT},  {STR_INIT(".sh"), FILE_TEXT},
};

static enum file_kind kind_of(str path)
{
    str ext = path_ext(path);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (str_eq_nocase(ext, kinds[i].ext)) {
            return kinds[i].kind;
        }
    }
    return FILE_BINARY;
}

static str lower(struct arena *arena, str path)
{
    str copy = arena_str(arena, path);
    char *p = ARENA_ARRAY(arena, char, path.n + 1);
    for (size_t i = 0; i < copy.n; i++) {
        p[i] = to_lower(copy.p[i]);
    }
    return (str){p, copy.n};
}

static void set_address(const struct catalog *catalog, struct check_file *file,
                        str address)
{
    str encoded = url_encode(catalog->arena, address);
    file->address = address;
    file->url =
        arena_printf(catalog->arena, "%.*s%.*s/%.*s", STR_ARG(catalog->origin),
                     STR_ARG(catalog->root), STR_ARG(encoded));
}

/* A folder's page goes by the folder. */
static str address_of(str path)
{
    str name = path_base(path);
    bool page = str_eq(name, STR("index.html"));
    return str_sub(path, 0, page ? path.n - name.n : path.n);
}

static void add_output_file(struct catalog *catalog, str folder, str path)
{
    struct arena *arena = catalog->arena;
    struct check_file *file = &catalog->files[catalog->n++];
    file->path = path;
    file->name = path_join(arena, catalog->output, path);
    file->real = str_eq(folder, catalog->output)
                     ? file->name
                     : path_join(arena, folder, path);
    file->kind = kind_of(path);
    set_address(catalog, file, address_of(path));
    *map_put(&catalog->by_path, arena, file->path) = file;
    *map_put(&catalog->by_lower, arena, lower(arena, file->path)) = file;
}

static struct check_file *find_output_file(const struct catalog *catalog,
                                           str path)
{
    return map_get(&catalog->by_path, path);
}

/* Where the post would be, if it was published. */
static void name_held(struct catalog *catalog, struct post *post)
{
    const struct config *config = &catalog->site->config;
    str path = address_path(catalog->arena, config, post);
    struct address address = address_make(catalog->arena, config, path);
    if (post->kind != PAGE_SECTION &&
        !find_output_file(catalog, address.file)) {
        *map_put(&catalog->held, catalog->arena, address.file) = post;
    }
}

/* A page whose address has no ending is found there, though its file has. */
static void name_page(struct catalog *catalog, struct check_file *file,
                      const struct post *post)
{
    str html = STR(".html");
    file->post = post;
    if (str_ends(file->path, html) && !str_ends(file->address, STR("/")) &&
        file->address.n && !str_ends(post->address.url, html)) {
        str bare = str_sub(file->path, 0, file->path.n - html.n);
        set_address(catalog, file, bare);
        *map_put(&catalog->by_path, catalog->arena, bare) = file;
    }
}

/* Which file is whose page, and which are copies of what people put there. */
static void name_sources(struct catalog *catalog)
{
    const struct site *site = catalog->site;
    for (size_t i = 0; i < site->nall; i++) {
        const struct post *post = &site->all[i];
        if (post->held != HELD_NOT) {
            name_held(catalog, &site->all[i]);
        } else if (post->address.file.n) {
            struct check_file *file =
                find_output_file(catalog, post->address.file);
            if (file) {
                name_page(catalog, file, post);
            }
        }
    }
    const struct plan *plan = catalog->plan;
    for (size_t i = 0; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        struct check_file *file =
            output->kind == OUTPUT_FILE
                ? find_output_file(catalog, output->address->file)
                : NULL;
        if (file) {
            file->source = output->from;
        }
    }
}

/* Aliases have no pages where the server alone is told of them. */
static void name_moved(struct catalog *catalog, const struct post *post)
{
    const struct text_list *aliases = &post->front->aliases;
    for (size_t i = 0; post->held == HELD_NOT && i < aliases->n; i++) {
        str path = path_bare(aliases->p[i].text);
        *map_put(&catalog->moved, catalog->arena, path) = catalog;
    }
}

/* Whoever uses what asset() made of a file uses the file. */
static void name_originals(struct catalog *catalog)
{
    for (size_t i = 0; i < catalog->n; i++) {
        struct check_file *file = &catalog->files[i];
        str original = file->source.n || file->post
                           ? (str){NULL, 0}
                           : fingerprint_original(file->path, catalog->arena);
        file->original =
            original.p ? find_output_file(catalog, original) : NULL;
    }
}

/* What earlier builds published and this one does not is going to be removed:
 * no link may count on it. */
static void read_manifests(struct catalog *catalog)
{
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

/* The paths of files as addresses have them: a folder's page by the folder. */
static void list_names(struct catalog *catalog)
{
    struct arena *arena = catalog->arena;
    catalog->names = ARENA_ARRAY(arena, str, catalog->n + 1);
    for (size_t i = 0; i < catalog->n; i++) {
        catalog->names[i] = catalog->files[i].address;
    }
}

void catalog_make(struct catalog *catalog, const struct build_result *build,
                  str folder, str output, struct arena *arena)
{
    const struct site *site = build->site;
    const struct manifest *published = build->published;
    str url =
        site->options.base_url.p ? site->options.base_url : site->config.url;
    *catalog = (struct catalog){.site = site,
                                .plan = &build->built->plan,
                                .arena = arena,
                                .output = output,
                                .origin = url_origin(url),
                                .root = url_path(url)};
    catalog->files =
        arena_zalloc(arena, published->n, sizeof(struct check_file));
    map_reserve(&catalog->by_path, arena, published->n);
    map_reserve(&catalog->by_lower, arena, published->n);
    for (size_t i = 0; i < published->n; i++) {
        add_output_file(catalog, folder, published->entries[i].path);
    }
    name_sources(catalog);
    name_originals(catalog);
    bool told = site->config.redirects.netlify || site->config.redirects.nginx;
    for (size_t i = 0; told && i < site->nall; i++) {
        name_moved(catalog, &site->all[i]);
    }
    list_names(catalog);
    read_manifests(catalog);
}

/* --- addresses --- */

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

static enum target_kind kind_of_absolute(const struct catalog *catalog, str url)
{
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

/* A file of the output that somebody else put there. */
static bool is_foreign(const struct catalog *catalog, str path,
                       struct arena *arena)
{
    str normal;
    return path.n && path_normal(arena, path, &normal) &&
           !map_get(&catalog->ours, normal) &&
           fs_kind(path_join(arena, catalog->output, normal), true) == FS_FILE;
}

/* Servers show a folder's index.html, and send readers who leave the final
 * '/' out there. */
static void look_up(const struct catalog *catalog, struct arena *arena,
                    struct target *target)
{
    str path = target->path;
    bool folder = path.n == 0 || str_ends(path, STR("/"));
    if (!folder) {
        target->file = find_output_file(catalog, path);
        path = arena_concat(arena, path, STR("/"));
    }
    str page = arena_concat(arena, path, STR("index.html"));
    if (!target->file) {
        target->file = find_output_file(catalog, page);
    }
    if (!target->file) {
        target->there = map_get(&catalog->moved, path_bare(target->path)) ||
                        is_foreign(catalog, target->path, arena) ||
                        is_foreign(catalog, page, arena);
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
    target->kind = TARGET_INSIDE;
    target->path = url_decode(arena, str_from_offset(path, path.n > 0));
    look_up(catalog, arena, target);
}

void catalog_resolve(const struct catalog *catalog, struct check_file *from,
                     str address, struct arena *arena, struct target *out)
{
    str path;
    str tail;
    *out = (struct target){.value = str_trim(address)};
    size_t hash = str_find_char(out->value, '#');
    if (hash != STR_NONE) {
        out->fragment = str_from_offset(out->value, hash + 1);
    }
    if (hash == 0) { /* within the page: every footnote has two of these */
        out->kind = TARGET_INSIDE;
        out->url = from->url;
        out->path = from->path;
        out->file = from;
        return;
    }
    if (is_drive(out->value)) {
        out->kind = TARGET_LOCAL;
        out->url = out->value;
        return;
    }
    out->url = url_resolve(arena, from->url, out->value);
    if (url_is_absolute(out->url)) {
        out->kind = kind_of_absolute(catalog, out->url);
        if (out->kind != TARGET_INSIDE) {
            return;
        }
    }
    url_split(str_from_offset(out->url, url_origin(out->url).n), &path, &tail);
    place_inside(catalog, path, arena, out);
}

/* --- what was meant --- */

/* The address of the file, rooted. */
static str rooted(const struct catalog *catalog, const struct check_file *file)
{
    return str_from_offset(file->url, catalog->origin.n);
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

str catalog_hint(const struct catalog *catalog, const struct target *target,
                 struct arena *arena)
{
    struct check_file *other = in_other_case(catalog, target->path, arena);
    if (other) {
        str name = rooted(catalog, other);
        return arena_printf(arena, "it differs in capitals: %.*s",
                            STR_ARG(name));
    }
    str html = arena_concat(arena, target->path, STR(".html"));
    str near = find_output_file(catalog, html)
                   ? html
                   : str_nearest(target->path, catalog->names, catalog->n);
    if (near.n == 0) {
        return near;
    }
    return arena_printf(arena, "did you mean %.*s/%.*s?",
                        STR_ARG(catalog->root),
                        STR_ARG(url_encode(arena, near)));
}
