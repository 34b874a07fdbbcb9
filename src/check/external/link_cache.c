/* SPDX-License-Identifier: MIT */
#include "check/external/link_cache.h"

#include "base/memory/buf.h"
#include "files/replace.h"
#include "files/state_file.h"

#define HEADER "crumb-links 1"

enum { WEEK = 7 * 24 * 60 * 60 };

static void read_line(struct link_cache *cache, str line)
{
    struct cached_link link = {0};
    str status;
    str when;
    int64_t number;
    if (str_split(&line, ' ', &status) && str_to_int(status, &number) &&
        number >= 0 && number < 1000 && str_split(&line, ' ', &when) &&
        str_to_int(when, &link.time) && str_split(&line, ' ', &link.url) &&
        link.url.n) {
        link.status = (int)number;
        str_split(&line, ' ', &link.moved);
        link_cache_put(cache, link);
    }
}

void link_cache_read(struct link_cache *cache, str path, struct arena *arena)
{
    str text;
    str line;
    *cache = (struct link_cache){.arena = arena};
    if (state_file_read(path, arena, &text) != 0 ||
        !str_split(&text, '\n', &line) || !str_eq(line, STR(HEADER))) {
        return;
    }
    while (str_split(&text, '\n', &line)) {
        read_line(cache, line);
    }
}

/* A clock that was put back makes nothing fresh for ever. */
static bool is_fresh(const struct cached_link *link, int64_t now)
{
    return link->status >= 200 && link->status < 300 && link->time <= now &&
           now - link->time < WEEK;
}

const struct cached_link *link_cache_fresh(const struct link_cache *cache,
                                           str url, int64_t now)
{
    const struct cached_link *link = map_get(&cache->by_url, url);
    return link && is_fresh(link, now) ? link : NULL;
}

void link_cache_put(struct link_cache *cache, struct cached_link link)
{
    void **known = map_put(&cache->by_url, cache->arena, link.url);
    if (!*known) {
        *known = ARENA_NEW(cache->arena, struct cached_link);
        *VEC_PUSH(&cache->list, cache->arena) = *known;
    }
    *(struct cached_link *)*known = link;
}

static int compare_links(const void *a, const void *b)
{
    const struct cached_link *x = *(const struct cached_link *const *)a;
    const struct cached_link *y = *(const struct cached_link *const *)b;
    return str_cmp(x->url, y->url);
}

int link_cache_write(struct link_cache *cache, str path, int64_t now)
{
    struct buf out = {0};
    buf_put(&out, STR(HEADER "\n"));
    VEC_SORT(&cache->list, compare_links);
    for (size_t i = 0; i < cache->list.n; i++) {
        const struct cached_link *link = cache->list.p[i];
        if (is_fresh(link, now)) {
            buf_printf(&out, "%d %lld %.*s%s%.*s\n", link->status,
                       (long long)link->time, STR_ARG(link->url),
                       link->moved.n ? " " : "", STR_ARG(link->moved));
        }
    }
    int error = replace_file(path, buf_str(&out), false);
    buf_free(&out);
    return error;
}
