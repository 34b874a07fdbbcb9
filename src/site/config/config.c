/* SPDX-License-Identifier: MIT */
#include "site/config/config.h"

#include <errno.h>

#include "files/fs.h"
#include "files/source_file.h"
#include "files/tree/tree.h"
#include "files/tree/tree_link.h"
#include "text/url.h"

bool config_is_example(str url)
{
    static const str domains[] = {
        STR_INIT("example.org"),    STR_INIT("example.com"),
        STR_INIT("example.net"),    STR_INIT("your.host"),
        STR_INIT("yourdomain.com"), STR_INIT("yoursite.com")};
    str host = url_host(url);
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++) {
        str before = str_sub(host, 0, host.n - domains[i].n);
        if (str_ends(host, domains[i]) &&
            (!before.n || str_ends(before, STR(".")))) {
            return true;
        }
    }
    return false;
}

bool config_is_taken(str normal)
{
    str first = str_sub(normal, 0, str_find_char(normal, '/'));
    return str_is_one_of(first, tree_folders,
                         TREE_FOLDERS); /* macOS knows no case */
}

const struct config_author *config_author(const struct config *config, str name)
{
    for (size_t i = 0; i < config->authors.n; i++) {
        const struct config_author *author = &config->authors.p[i];
        if (str_eq(author->key, name) || str_eq(author->name, name)) {
            return author;
        }
    }
    return str_eq(config->author.name, name) ? &config->author : NULL;
}

/* Mistakes in settings are shown with their lines, which may be secret in a
 * file that is none of the site's. */
static bool may_read(const struct source *source, struct arena *arena,
                     struct diags *diags)
{
    const struct tree_site site = {.root = STR(".")};
    struct tree_links links;
    str real;
    bool is_link = fs_kind(source->name, false) != FS_FILE &&
                   fs_kind(source->name, true) == FS_FILE;
    if (!is_link) {
        return true;
    }
    int error = fs_real(source->name, arena, &real);
    if (error) {
        diag_error(diags, span_of(source, 0, 0), "unreadable", "%s",
                   strerror(error));
        return false;
    }
    tree_links_open(&links, &site, site.root, arena);
    return tree_links_allow(&links, real, span_of(source, 0, 0), true, diags);
}

static void hint_at_settings(struct diag *diag)
{
    static const char *const others[] = {
        "hugo.toml", "hugo.yaml",   "config.toml",    "config.yaml",
        "zola.toml", "_config.yml", "pelicanconf.py", "eleventy.config.js",
        "hugo.yml",  "config.yml",
    };
    if (fs_kind(STR("site.yml"), true) == FS_FILE) {
        diag_hint(diag, "rename the settings: mv site.yml site.yaml");
        return;
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (fs_kind(str_from(others[i]), true) == FS_FILE) {
            diag_hint(diag,
                      "%s is another generator's: write site.yaml beside it, "
                      "with a line title: My blog",
                      others[i]);
            return;
        }
    }
    diag_hint(diag, "a site is a folder with site.yaml and content/: "
                    "go there, or use -C DIR");
}

bool config_open(struct source *source, struct arena *arena,
                 struct diags *diags)
{
    *source = (struct source){.name = STR("site.yaml")};
    if (!may_read(source, arena, diags)) {
        return false;
    }
    int error = fs_read(source->name, arena, &source->text);
    if (error) {
        source->text = (str){NULL, 0};
        struct diag *diag =
            error == ENOENT
                ? diag_error(diags, (span){0}, "unreadable",
                             "there is no site.yaml")
                : diag_error(diags, span_of(source, 0, 0), "unreadable", "%s",
                             source_file_problem(source->name, error));
        hint_at_settings(diag);
        return false;
    }
    source_index(source, arena);
    return true;
}

bool config_peek(struct arena *arena, struct config *out)
{
    struct source *source = ARENA_NEW(arena, struct source);
    struct diags unheard;
    diags_init(&unheard, arena);
    bool read = config_open(source, arena, &unheard);
    return config_read(source, arena, &unheard, out) && read;
}

bool config_has_taxonomy(const struct config *config, str name)
{
    return str_is_one_of(name, config->taxonomies.p, config->taxonomies.n);
}

bool config_is_of_terms(const struct config *config, str folder)
{
    str part;
    return str_split(&folder, '/', &part) && config_has_taxonomy(config, part);
}
