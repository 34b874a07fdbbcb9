/* SPDX-License-Identifier: MIT */
#include "site/links.h"

#include "base/path.h"
#include "text/url.h"

/* The content path most like the one that is missing, as the post would
 * write it: relative to its folder, else from content/. */
static str nearest(const struct links *links, str path, struct arena *arena)
{
    size_t n = links->site->content.files.n;
    str *names = ARENA_ARRAY(arena, str, n);
    for (size_t i = 0; i < n; i++) {
        names[i] = links->site->content.files.p[i].path;
    }
    str found = str_nearest(path, names, n);
    str folder = path_dir(links->post->file->path);
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
    diag_did_you_mean(diag, nearest(links, path, arena));
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

/* The address of the post or file at that path in content/. `dest` as it was
 * written if there is none; p == NULL if there must be no link yet. */
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
    if (markdown || (image && !from_root)) {
        warn(links, dest, normal, image, at, arena);
        return dest;
    }
    return from_root ? rooted(site, dest, arena) : dest;
}
