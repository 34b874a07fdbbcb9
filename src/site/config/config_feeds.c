/* SPDX-License-Identifier: MIT */
#include "site/config/config_feeds.h"

#include <stddef.h>

#define KEY(key) .name = STR_INIT(key)

bool config_count(const struct schema *schema, int64_t count, span at,
                  size_t *out)
{
    if (count < 0 || count > 1000000) {
        struct diag *diag =
            diag_error(schema->diags, at, "bad-number",
                       "a number of posts from 0 (all of them) is wanted");
        diag_hint(diag, "write a number such as 10");
        return false;
    }
    *out = (size_t)count;
    return true;
}

/* The settings below `feeds`, as they are written. */
struct feed_settings {
    int64_t limit;
    span limit_at;
    struct text_list formats;
    struct text_list sections;
    struct text_list terms;
    bool has_formats;
    bool has_sections;
    bool has_terms;
    str content;
    span content_at;
};

static bool bad_feed(const struct schema *schema, span at, const char *message,
                     const str *words, size_t n)
{
    struct diag *diag =
        diag_error(schema->diags, at, "bad-feed", "%s", message);
    str near = str_nearest(span_text(at), words, n);
    if (near.n) {
        diag_hint(diag, "did you mean %.*s?", STR_ARG(near));
    } else {
        diag_hint(diag, "write %.*s", STR_ARG(words[0]));
    }
    return false;
}

static bool read_formats(const struct schema *schema,
                         const struct text_list *list, unsigned *out)
{
    static const str words[FEED_FORMATS] = {
        [FEED_ATOM] = STR_INIT("atom"),
        [FEED_RSS] = STR_INIT("rss"),
        [FEED_JSON] = STR_INIT("json"),
    };
    unsigned formats = 0;
    bool ok = true;
    for (size_t i = 0; i < list->n; i++) {
        size_t format = 0;
        while (format < FEED_FORMATS &&
               !str_eq_nocase(list->p[i].text, words[format])) {
            format++;
        }
        if (format == FEED_FORMATS) {
            ok = bad_feed(schema, list->p[i].at,
                          "feeds are written as atom, rss and json", words,
                          FEED_FORMATS);
        } else {
            formats |= 1u << format;
        }
    }
    *out = ok ? formats : *out;
    return ok;
}

static bool read_feed_content(const struct schema *schema, str word, span at,
                              bool *summary)
{
    static const str words[] = {STR_INIT("full"), STR_INIT("summary")};
    *summary = str_eq(word, words[1]);
    return word.n == 0 || *summary || str_eq(word, words[0]) ||
           bad_feed(schema, at, "the content of feeds is full or summary",
                    words, 2);
}

#define TO_FEEDS(field) .to = offsetof(struct feed_settings, field)
#define HAS_FEEDS(field) .has = offsetof(struct feed_settings, has_##field)

static const struct schema_key feed_keys[] = {
    {KEY("limit"), SCHEMA_INT, TO_FEEDS(limit),
     offsetof(struct feed_settings, limit_at)},
    {KEY("formats"), SCHEMA_WORDS, TO_FEEDS(formats), HAS_FEEDS(formats)},
    {KEY("sections"), SCHEMA_WORDS, TO_FEEDS(sections), HAS_FEEDS(sections)},
    {KEY("terms"), SCHEMA_WORDS, TO_FEEDS(terms), HAS_FEEDS(terms)},
    {KEY("content"), SCHEMA_TEXT, TO_FEEDS(content),
     offsetof(struct feed_settings, content_at)},
};

bool config_feeds_read(const struct schema *schema, const struct dict *dict,
                       struct config_feeds *out)
{
    struct feed_settings feeds = {.limit = (int64_t)out->limit};
    struct schema own = *schema;
    own.keys = feed_keys;
    own.nkeys = sizeof feed_keys / sizeof *feed_keys;
    bool ok = schema_read_all(&own, dict, "below \"feeds\"", &feeds);
    ok = config_count(schema, feeds.limit, feeds.limit_at, &out->limit) && ok;
    out->limit = out->limit ? out->limit : SIZE_MAX;
    const struct {
        bool given;
        const struct text_list *list;
        unsigned *out;
    } lists[] = {{feeds.has_formats, &feeds.formats, &out->site},
                 {feeds.has_sections, &feeds.sections, &out->sections},
                 {feeds.has_terms, &feeds.terms, &out->terms}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        ok = (!lists[i].given ||
              read_formats(schema, lists[i].list, lists[i].out)) &&
             ok;
    }
    return read_feed_content(schema, feeds.content, feeds.content_at,
                             &out->summary) &&
           ok;
}
