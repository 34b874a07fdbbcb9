/* SPDX-License-Identifier: MIT */
#include "site/entry.h"

#include "base/hash.h"
#include "base/memory/buf.h"
#include "site/organise/page_address.h"
#include "text/slug.h"
#include "text/url.h"

bool entry_changed(const struct post *post, struct date *out)
{
    bool updated =
        post->front->has_updated &&
        (!post->has_date || date_cmp(post->front->updated, post->date) > 0);
    *out = updated ? post->front->updated : post->date;
    return updated || post->has_date;
}

/* RFC 9562 version 8: 122 bits of our own. They need be unlike, not secret. */
static str uuid(str of, struct arena *arena)
{
    struct hash128 hash = hash128(of);
    return arena_printf(arena, "urn:uuid:%08x-%04x-8%03x-%04x-%012llx",
                        (unsigned)(hash.high >> 32),
                        (unsigned)(hash.high >> 16 & 0xFFFF),
                        (unsigned)(hash.high & 0xFFF),
                        0x8000u | (unsigned)(hash.low >> 48 & 0x3FFF),
                        (unsigned long long)(hash.low & 0xFFFFFFFFFFFF));
}

static bool has_title_in_address(const struct site *site,
                                 const struct post *post)
{
    str pattern = address_pattern(&site->config, post);
    return post->kind == PAGE_POST &&
           !frontmatter_uncommon(post->front)->url.n &&
           str_find(pattern, STR("{title}")) != STR_NONE;
}

/* tag:example.org,2024-03-05:/blog/baking/rye.md: host names have small
 * letters and no port there. */
static str tag(const struct site *site, const struct post *post, str path,
               struct arena *arena)
{
    str url = site->config.url;
    str host = str_from_offset(url_origin(url), str_find(url, STR("//")) + 2);
    struct civil day = date_civil(post->date);
    str encoded = url_encode_path(arena, path);
    str folder = url_path(url);
    struct buf out = {0};
    buf_put(&out, STR("tag:"));
    for (size_t i = 0; i < host.n && host.p[i] != ':'; i++) {
        buf_putc(&out, to_lower(host.p[i]));
    }
    buf_printf(&out, ",%04d-%02d-%02d:%.*s/%.*s", day.year, day.month, day.day,
               STR_ARG(folder), STR_ARG(encoded));
    return buf_move(&out, arena);
}

str entry_id(const struct site *site, const struct post *post,
             struct arena *arena)
{
    bool absolute = site->config.url.n != 0;
    if (absolute && !has_title_in_address(site, post)) {
        return post->address.permalink;
    }
    /* Composed, for the same folder on another system may not be. */
    str path = slug_nfc(arena, post->file->path);
    return absolute && post->has_date ? tag(site, post, path, arena)
                                      : uuid(path, arena);
}

str entry_feed_id(const struct site *site, const struct address *address,
                  struct arena *arena)
{
    if (site->config.url.n) {
        return address->permalink;
    }
    str of = arena_printf(arena, "%.*s\n%.*s", STR_ARG(site->config.title),
                          STR_ARG(address->file));
    return uuid(of, arena);
}
