/* SPDX-License-Identifier: MIT */
/* Where the entries of menus lead. */
#include "files/path.h"
#include "files/tree/tree.h"
#include "site/content/post.h"
#include "site/organise/menu.h"
#include "site/view/links.h"
#include "text/url.h"

static struct menu_link to_listing(const struct listing *listing)
{
    return (struct menu_link){.url = listing->address.url,
                              .title = listing->title,
                              .page = &listing->object};
}

/* Capitals aside: a list that gave way has the address of another page. */
static struct menu_link listing_at(const struct site *site, str url)
{
    for (size_t i = 0; i < site->sections.n; i++) {
        const struct listing *listing = &site->sections.p[i]->as;
        if (str_eq_nocase(listing->address.url, url)) {
            return to_listing(listing);
        }
    }
    for (size_t i = 0; i < site->taxonomies.n; i++) {
        const struct taxonomy *taxonomy = site->taxonomies.p[i];
        if (str_eq_nocase(taxonomy->as.address.url, url)) {
            return to_listing(&taxonomy->as);
        }
        for (size_t t = 0; t < taxonomy->terms.n; t++) {
            const struct listing *listing = &taxonomy->terms.p[t]->as;
            if (str_eq_nocase(listing->address.url, url)) {
                return to_listing(listing);
            }
        }
    }
    return (struct menu_link){0};
}

/* The post in the site's language, or itself. */
static const struct post *translated(const struct site *site,
                                     const struct post *post)
{
    const struct posts *all = post->translations;
    for (size_t i = 0; all && i < all->n; i++) {
        if (all->p[i]->site == site) {
            return all->p[i];
        }
    }
    return post;
}

/* The list with that _index.md in the site's language; url.n == 0: none. */
static struct menu_link index_in(const struct site *site,
                                 const struct post *index)
{
    str below = str_from_offset(index->address.url, index->site->root.url.n);
    str url = arena_concat(site->arena, site->root.url, below);
    return below.n ? listing_at(site, url) : (struct menu_link){.url = url};
}

struct menu_link menu_to_post(const struct site *site, const struct post *post)
{
    post = translated(site, post);
    struct menu_link link = {.url = post->address.url,
                             .title = post_copied(post)->title};
    if (post->file->kind != CONTENT_INDEX) {
        link.page = &post->object;
        return link;
    }
    if (post->site != site) {
        struct menu_link other = index_in(site, post);
        if (other.url.n) {
            other.title = other.title.n ? other.title : link.title;
            return other;
        }
    }
    link.page = listing_at(post->site, link.url).page;
    return link;
}

/* Posts are left out: menus name them by their file, if at all, and there may
 * be a hundred thousand of them. */
static struct menu_link page_at(const struct site *site, str url)
{
    for (size_t i = 0; i < site->pages.n; i++) {
        if (str_eq(site->pages.p[i]->address.url, url)) {
            return menu_to_post(site, site->pages.p[i]);
        }
    }
    return listing_at(site, url);
}

/* The archives and feeds of a language, which have no object. */
static bool has_extra(const struct site *site, str path, str url)
{
    bool has = str_eq(site->archive.url, url);
    for (size_t i = 0; !has && i < site->periods.n; i++) {
        has = str_eq(site->periods.p[i]->address.url, url);
    }
    for (unsigned i = 0; !has && i < FEED_FORMATS; i++) {
        has =
            (site->config.feeds.site & 1u << i) && str_eq(path, feed_files[i]);
    }
    return has;
}

/* A site's menu serves all languages that have none of their own. */
static bool has_shared_menu(const struct site *site)
{
    const struct site *first = site->languages.p[0];
    return site != first &&
           site->config.menu.as.list == first->config.menu.as.list;
}

/* The translation of the first language's page at that path; url.n == 0: there
 * is none. */
static struct menu_link translation_at(const struct site *site, str path)
{
    struct arena *arena = site->arena;
    const struct site *first = site->languages.p[0];
    str bare = path_bare(path);
    str folder = bare.n ? arena_concat(arena, bare, STR("/")) : bare;
    str url = address_make(arena, &site->config, folder).url;
    const struct posts *const kinds[] = {&first->pages, &first->posts};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        for (size_t i = 0; i < kinds[k]->n; i++) {
            const struct post *post = kinds[k]->p[i];
            if (str_eq(post->address.url, url) &&
                translated(site, post) != post) {
                return menu_to_post(site, post);
            }
        }
    }
    folder = arena_concat(arena, site->prefix, folder);
    url = address_make(arena, &site->config, folder).url;
    if (!bare.n || has_extra(site, bare, url)) {
        bool file = address_is_file(bare);
        str own = file ? arena_concat(arena, site->prefix, bare) : folder;
        return (struct menu_link){
            .url = address_make(arena, &site->config, own).url};
    }
    return listing_at(site, url);
}

/* The rest of an address of this very site; p == NULL: it is elsewhere. */
static str below_site(const struct site *site, str url)
{
    str root = site->config.url;
    str rest = str_from_offset(url, root.n);
    bool ours = root.n && str_starts(url, root) &&
                (rest.n == 0 || rest.p[0] == '/' || rest.p[0] == '#' ||
                 rest.p[0] == '?');
    return ours ? (str){url.p + root.n, rest.n} : (str){NULL, 0};
}

static struct menu_link to_file(struct site *site, str path, str tail, span at,
                                struct diags *diags)
{
    struct arena *arena = site->arena;
    struct menu_link link = {0};
    str normal;
    if (path_normal(arena, path, &normal)) {
        path = normal;
    }
    const struct post *post = site_post(site, path, arena);
    if (post && (post->held != HELD_NOT || !post->address.url.n)) {
        link.held = true;
        return link;
    }
    if (post) {
        link = menu_to_post(site, post);
        link.url = arena_concat(arena, link.url, tail);
        return link;
    }
    link.url = address_make(arena, &site->config, path).url;
    if (!links_is_broken(site, path)) {
        struct diag *diag =
            diag_warning(diags, at, "menu-target", "there is no post \"%.*s\"",
                         STR_ARG(path));
        if (!links_hint_at_path(diag, path)) {
            str near = links_nearest(site, path, STR(""), false, arena);
            diag_did_you_mean(diag, path_rootless(near));
        }
    }
    return link;
}

static struct menu_link to_path(struct site *site, str path, str tail, str text,
                                span at)
{
    struct arena *arena = site->arena;
    if (has_shared_menu(site)) {
        struct menu_link other = translation_at(site, path);
        if (other.url.n) {
            other.url = arena_concat(arena, other.url, tail);
            return other;
        }
    }
    struct address address = address_make(arena, &site->config, path);
    str folder = address.url;
    if (!str_ends(folder, STR("/"))) {
        folder = arena_concat(arena, folder, STR("/"));
    }
    struct menu_link link = page_at(site, folder);
    str url = link.page ? link.url : address.url;
    link.url = arena_concat(arena, url, tail);
    str bare = path_bare(path);
    if (!link.page && bare.n) { /* each language has a home page */
        *VEC_PUSH(&site->menus.targets, arena) =
            (struct menu_target){text, bare, at};
    }
    return link;
}

struct menu_link menu_resolve(struct site *site, str url, span at,
                              struct diags *diags)
{
    struct arena *arena = site->arena;
    str path = url;
    str tail;
    if (url_is_absolute(url)) {
        path = below_site(site, url);
        if (!path.p) {
            return (struct menu_link){.url = url, .external = true};
        }
    } else if (!url.n || url.p[0] == '#' || url.p[0] == '?') {
        return (struct menu_link){.url = url};
    }
    url_split(path, &path, &tail);
    path = path_rootless(url_decode(arena, path));
    if (tree_post_ext(path).n) {
        return to_file(site, path, tail, at, diags);
    }
    return to_path(site, path, tail, url, at);
}
