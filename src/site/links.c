/* SPDX-License-Identifier: MIT */
#include "site/links.h"

#include "base/path.h"
#include "text/url.h"

/* Relative to the folder, else from content/. */
str links_nearest(const struct site *site, str path, str folder,
                  struct arena *arena)
{
    size_t n = site->content.files.n;
    str *names = ARENA_ARRAY(arena, str, n);
    for (size_t i = 0; i < n; i++) {
        names[i] = site->content.files.p[i].path;
    }
    str found = str_nearest(path, names, n);
    if (!found.n) {
        return found;
    }
    if (str_starts(found, folder) && folder.n < found.n &&
        (folder.n == 0 || found.p[folder.n] == '/')) {
        return str_from_offset(found, folder.n ? folder.n + 1 : 0);
    }
    return arena_concat(arena, STR("/"), found);
}

static void warn(const struct links *links, str dest, str path, bool image,
                 span at, struct arena *arena)
{
    bool post = str_eq(path_ext(path), STR(".md"));
    struct diag *diag = diag_warning(
        links->diags, at, image ? "missing-image" : "broken-link",
        "there is no %s \"%.*s\"", post ? "post" : "file", STR_ARG(dest));
    str folder = path_dir(links->post->file->path);
    diag_did_you_mean(diag, links_nearest(links->site, path, folder, arena));
}

/* An image from the root that is none of content/. */
static void check_file(const struct links *links, str dest, str path, span at,
                       struct arena *arena)
{
    const struct site *site = links->site;
    if (map_get(&site->files_by_path, path) || str_ends(path, STR("/"))) {
        return;
    }
    struct diag *diag = diag_warning(
        links->diags, at, "missing-image",
        "there is no file \"%.*s\" in static/ or content/", STR_ARG(dest));
    str near = str_nearest(path, site->files.p, site->files.n);
    if (near.n) {
        diag_did_you_mean(diag, arena_concat(arena, STR("/"), near));
    }
}

bool links_is_broken(const struct site *site, str path)
{
    for (size_t i = 0; i < site->content.files.n; i++) {
        const struct content_file *file = &site->content.files.p[i];
        if (file->kind != CONTENT_ASSET && str_eq(file->path, path)) {
            return true;
        }
    }
    return false;
}

/* Addresses that are not files of ours: https:, #part, ?query, empty. */
static bool is_elsewhere(str dest)
{
    return dest.n == 0 || dest.p[0] == '#' || dest.p[0] == '?' ||
           url_is_absolute(dest);
}

/* /blog/x/ for /x/: the site may not live at its host's root. */
static str rooted(const struct site *site, str dest, struct arena *arena)
{
    str root = url_path(site->config.url);
    return root.n ? arena_concat(arena, root, dest) : dest;
}

/* The address of the post or file at that path in content/; p == NULL if there
 * must be no link yet. */
static bool find(const struct site *site, str path, str tail,
                 struct arena *arena, str *out)
{
    const struct post *post = map_get(&site->posts_by_path, path);
    const struct asset *asset = map_get(&site->assets_by_path, path);
    if (post && post->held != HELD_NOT) {
        *out = (str){NULL, 0};
        return true;
    }
    if (!post && !asset) {
        return false;
    }
    str url = post ? post->address.url : asset->address.url;
    *out = tail.n ? arena_concat(arena, url, tail) : url;
    return true;
}

str links_resolve(void *host, str dest, bool image, span at,
                  struct arena *arena)
{
    const struct links *links = host;
    const struct site *site = links->site;
    if (is_elsewhere(dest)) {
        return dest;
    }
    str path;
    str tail;
    str found;
    url_split(dest, &path, &tail);
    path = url_decode(arena, path);
    bool from_root = path.n && path.p[0] == '/';
    str joined =
        from_root ? str_from_offset(path, 1)
                  : path_join(arena, path_dir(links->post->file->path), path);
    str normal = joined;
    if (path_normal(arena, joined, &normal) &&
        find(site, normal, tail, arena, &found)) {
        return found;
    }
    bool markdown = str_eq(path_ext(path), STR(".md"));
    if (markdown && links_is_broken(site, normal)) {
        return (str){NULL, 0};
    }
    if (image && from_root) {
        check_file(links, dest, normal, at, arena);
    } else if (markdown || image) {
        warn(links, dest, normal, image, at, arena);
        return dest;
    }
    return from_root ? rooted(site, dest, arena) : dest;
}
