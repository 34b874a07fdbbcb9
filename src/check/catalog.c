/* SPDX-License-Identifier: MIT */
#include "check/catalog.h"

#include "builder/build.h"
#include "files/fs.h"
#include "files/path.h"
#include "publish/manifest.h"
#include "site/organise/page_address.h"
#include "steps/generation.h"
#include "steps/reachable.h"
#include "text/url.h"

static const struct {
    str ext;
    enum file_kind kind;
} kinds[] = {
    {STR_INIT(".html"), FILE_HTML}, {STR_INIT(".htm"), FILE_HTML},
    {STR_INIT(".css"), FILE_CSS},   {STR_INIT(".xml"), FILE_XML},
    {STR_INIT(".atom"), FILE_XML},  {STR_INIT(".rss"), FILE_XML},
    {STR_INIT(".opml"), FILE_XML},  {STR_INIT(".rdf"), FILE_XML},
    {STR_INIT(".json"), FILE_JSON}, {STR_INIT(".pdf"), FILE_BINARY},
};

/* Whether few of the bytes are control characters. Of those of a picture or an
 * archive one in ten is; in the text of a serial console there is a NUL now and
 * then. */
static bool is_text(str start)
{
    enum { FEW = 16 };
    size_t n = 0;
    for (size_t i = 0; i < start.n; i++) {
        char c = start.p[i];
        n += (unsigned char)c < ' ' && !is_any_of(c, "\t\n\r\f\033");
    }
    return n * FEW <= start.n;
}

/* Files of other names are text if they look so: lab.ovpn, id_rsa. */
static enum file_kind kind_of(const struct catalog *catalog,
                              const struct check_file *file, uint64_t size)
{
    enum { START = 4096, MOST = 16 << 20 };
    struct arena work = {0};
    str ext = path_ext(file->path);
    str start = {0};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (str_eq_nocase(ext, kinds[i].ext)) {
            return kinds[i].kind;
        }
    }
    fs_read_start(catalog_real(catalog, file, &work), NULL, START, &work,
                  &start);
    bool text = is_text(start) && size <= MOST;
    arena_free(&work);
    return text ? FILE_TEXT : FILE_BINARY;
}

struct check_file *catalog_find(const struct catalog *catalog, str path)
{
    return map_get(&catalog->by_path, path);
}

/* Notes where the post would be if it was published. */
static void add_unpublished(struct catalog *catalog, struct post *post)
{
    const struct config *config = &catalog->site->config;
    str path = address_path(catalog->arena, config, post);
    struct address address = address_make(catalog->arena, config, path);
    if (post->kind != PAGE_SECTION && !catalog_find(catalog, address.file)) {
        *map_put(&catalog->unpublished, catalog->arena, address.file) = post;
    }
}

/* A page whose address has no ending is found there, although its file has
 * one. */
static void set_post(struct catalog *catalog, struct check_file *file,
                     const struct post *post)
{
    str html = STR(".html");
    file->post = post;
    if (str_ends(file->path, html) && !str_ends(file->address, STR("/")) &&
        file->address.n && !str_ends(post->address.url, html)) {
        str bare = str_sub(file->path, 0, file->path.n - html.n);
        file->address = bare;
        *map_put(&catalog->by_path, catalog->arena, bare) = file;
    }
}

static void set_posts(struct catalog *catalog)
{
    const struct site *site = catalog->site;
    for (size_t i = 0; i < site->nall; i++) {
        struct post *post = &site->all[i];
        if (post->held != HELD_NOT) {
            add_unpublished(catalog, post);
        } else if (post->address.file.n) {
            struct check_file *file = catalog_find(catalog, post->address.file);
            if (file) {
                set_post(catalog, file, post);
            }
        }
    }
}

static void set_originals(struct catalog *catalog,
                          const struct build_result *build)
{
    for (size_t i = 0; i < build->nderived; i++) {
        const struct derived_file *derived = &build->derived[i];
        struct check_file *file = catalog_find(catalog, derived->file);
        if (file) {
            file->original = catalog_find(catalog, derived->original);
            file->is_form = derived->is_form;
        }
    }
}

/* Sets where copied files come from. No output of the plan has an original. */
static void set_sources(struct catalog *catalog)
{
    const struct plan *plan = catalog->plan;
    for (size_t i = 0; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        struct check_file *file = catalog_find(catalog, output->address->file);
        if (file) {
            file->original = NULL;
            file->source = output->kind == OUTPUT_FILE ? output->from : STR("");
        }
    }
}

/* Aliases that are only server redirects have no pages. */
static void add_redirects(struct catalog *catalog)
{
    for (size_t i = 0; i < catalog->site->nall; i++) {
        const struct post *post = &catalog->site->all[i];
        const struct text_list *aliases = &post->front->aliases;
        for (size_t j = 0; post->held == HELD_NOT && j < aliases->n; j++) {
            str path = path_bare(aliases->p[j].text);
            *map_put(&catalog->redirected, catalog->arena, path) = catalog;
        }
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
                                .folder = folder,
                                .output = output,
                                .origin = url_origin(url),
                                .root = url_path(url)};
    catalog->base = arena_printf(arena, "%.*s%.*s/", STR_ARG(catalog->origin),
                                 STR_ARG(catalog->root));
    catalog->files =
        arena_zalloc(arena, published->n, sizeof(struct check_file));
    map_reserve(&catalog->by_path, arena, published->n);
    for (size_t i = 0; i < published->n; i++) {
        struct check_file *file = &catalog->files[catalog->n++];
        file->path = published->entries[i].path;
        file->kind = kind_of(catalog, file, published->entries[i].size);
        str name = path_base(file->path);
        bool page = str_eq(name, STR("index.html")); /* its folder's address */
        file->address =
            str_sub(file->path, 0, file->path.n - (page ? name.n : 0));
        *map_put(&catalog->by_path, arena, file->path) = file;
    }
    set_posts(catalog);
    set_originals(catalog, build);
    set_sources(catalog);
    if (site->config.redirects.netlify || site->config.redirects.nginx) {
        add_redirects(catalog);
    }
}

str catalog_name(const struct catalog *catalog, const struct check_file *file,
                 struct arena *arena)
{
    return path_join(arena, catalog->output, file->path);
}

str catalog_real(const struct catalog *catalog, const struct check_file *file,
                 struct arena *arena)
{
    return path_join(arena, catalog->folder, file->path);
}

str catalog_url(const struct catalog *catalog, const struct check_file *file,
                struct arena *arena)
{
    return arena_concat(arena, catalog->base, url_encode(arena, file->address));
}

struct spot catalog_spot(const struct catalog *catalog,
                         const struct check_file *file, size_t off, size_t len,
                         struct arena *arena)
{
    return (struct spot){catalog_name(catalog, file, arena),
                         catalog_real(catalog, file, arena), file->post, off,
                         len};
}
