/* SPDX-License-Identifier: MIT */
#include "edit/move_target.h"

#include "text/url.h"

struct link_reader link_reader_of(const struct move *move,
                                  const struct site *site, str path)
{
    const struct post *post = site_post(site, path, move->arena);
    struct link_reader reader = {.move = move};
    reader.links.post = post;
    reader.links.site = post && post->site ? post->site : site;
    return reader;
}

/* /x/, /x and /x/index.html are one page. */
static str normal(str address, struct arena *arena)
{
    address = address_shown(url_decode(arena, address));
    while (str_ends(address, STR("/"))) {
        address.n--;
    }
    return address;
}

/* The path of an address of this site as a link may write it, from the host's
 * root; p == NULL: of another site. */
static str own_address(const struct link_reader *reader, str dest, bool html)
{
    struct arena *arena = reader->move->arena;
    const struct config *config = &reader->links.site->config;
    str path;
    str tail;
    url_split(dest, &path, &tail);
    if (url_is_absolute(path)) {
        str origin = url_origin(config->url);
        bool ours = origin.n && str_starts(path, origin);
        return ours ? str_from_offset(path, origin.n) : (str){NULL, 0};
    }
    if (path.n && path.p[0] == '/') {
        return html ? path : arena_concat(arena, url_path(config->url), path);
    }
    return url_resolve(arena, reader->links.post->address.url, path);
}

bool link_is_wikilink(enum destination_kind kind)
{
    return kind == DESTINATION_WIKI || kind == DESTINATION_EMBED;
}

struct link_target link_target_of(const struct link_reader *reader,
                                  enum destination_kind kind, str dest)
{
    struct arena *arena = reader->move->arena;
    struct link_target target = {{NULL, 0}, {NULL, 0}};
    if (!dest.n) {
        return target;
    }
    if (link_is_wikilink(kind)) {
        target.path = wikilinks_target(&reader->links, dest,
                                       kind == DESTINATION_EMBED, arena);
        return target;
    }
    if (kind == DESTINATION_REFERENCE) {
        target.path = links_reference_target(&reader->links, dest, arena);
    } else if (kind == DESTINATION_LINK) {
        target.path = links_target(&reader->links, dest, arena);
    }
    bool html = kind == DESTINATION_HTML;
    bool address =
        html || (kind == DESTINATION_LINK && links_is_address(dest, arena));
    if (!target.path.p && address) {
        target.address = own_address(reader, dest, html);
    }
    return target;
}

static str url_of(const struct site *site, str path, struct arena *arena)
{
    const struct post *post = site_post(site, path, arena);
    const struct asset *asset = post ? NULL : site_asset(site, path, arena);
    return post    ? post->address.url
           : asset ? asset->address.url
                   : (str){NULL, 0};
}

struct link_target link_target_moved(const struct move *move,
                                     const struct site *after,
                                     struct link_target target)
{
    struct arena *arena = move->arena;
    if (target.path.p) {
        target.path = move_path(move, target.path);
        return target;
    }
    for (size_t i = 0; target.address.p && i < move->files.n; i++) {
        str old = url_of(move->before, move->files.p[i].from, arena);
        if (old.p &&
            str_eq(normal(old, arena), normal(target.address, arena))) {
            target.address = url_of(after, move->files.p[i].to, arena);
            break;
        }
    }
    return target;
}

bool link_target_same(struct link_target a, struct link_target b,
                      struct arena *arena)
{
    bool addresses = (a.address.p == NULL) == (b.address.p == NULL);
    return str_eq(a.path, b.path) && (a.path.p == NULL) == (b.path.p == NULL) &&
           addresses &&
           (!a.address.p ||
            str_eq(normal(a.address, arena), normal(b.address, arena)));
}
