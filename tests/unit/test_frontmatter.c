/* SPDX-License-Identifier: MIT */
/* site/frontmatter/frontmatter: where it starts and ends, the types of its
 * keys, the spellings of other generators, and the messages about mistakes. */
#include "dates/zone.h"
#include "site/config/config.h"
#include "site/frontmatter/frontmatter.h"
#include "tap.h"

struct fixture {
    struct tap tap;
    struct arena arena;
    struct diags diags;
    struct source source;
    struct frontmatter_place place;
    struct frontmatter front;
};

static bool split(struct fixture *f, str text)
{
    arena_clear(&f->arena);
    diags_init(&f->diags, &f->arena);
    f->source = (struct source){.name = STR("t.md"), .text = text};
    return frontmatter_split(&f->source, &f->diags, &f->place);
}

static bool read_in(struct fixture *f, const struct zone *zone)
{
    const struct config config = {.zone = zone};
    return frontmatter_read(&f->source, &f->place, &config, &f->arena,
                            &f->diags, &f->front);
}

static bool read(struct fixture *f, const char *text)
{
    return split(f, str_from(text)) && read_in(f, NULL);
}

static str body(const struct fixture *f)
{
    return str_from_offset(f->source.text, f->place.body);
}

static str yaml(const struct fixture *f)
{
    return str_sub(f->source.text, f->place.off, f->place.len);
}

/* The first diagnostic is this one, at this place. */
static void said(struct fixture *f, const char *code, unsigned line,
                 unsigned column)
{
    if (!CHECK(&f->tap, f->diags.list.n > 0)) {
        return;
    }
    const struct diag *diag = f->diags.list.p[0];
    CHECK_STR(&f->tap, str_from(diag->code), code);
    CHECK(&f->tap, diag->at.line == line && diag->at.column == column);
    CHECK(&f->tap, diag->hint.n > 0);
}

static void check_split(struct fixture *f)
{
    CHECK(&f->tap, split(f, STR("---\na: 1\n---\nbody\n")) && f->place.found);
    CHECK_STR(&f->tap, yaml(f), "a: 1\n");
    CHECK_STR(&f->tap, body(f), "body\n");
    CHECK(&f->tap, split(f, STR("\xEF\xBB\xBF--- \t\r\na: 1\r\n...\r\nbody")));
    CHECK_STR(&f->tap, yaml(f), "a: 1\r\n");
    CHECK_STR(&f->tap, body(f), "body");
    CHECK(&f->tap, split(f, STR("---\n---")) && f->place.found);
    CHECK_STR(&f->tap, yaml(f), "");
    CHECK_STR(&f->tap, body(f), "");
    CHECK(&f->tap, split(f, STR("")) && !f->place.found);
    CHECK(&f->tap, split(f, STR("# T\n\n---\na: 1\n---\n")) && !f->place.found);
    CHECK(&f->tap, f->place.body == 0);
    CHECK(&f->tap, split(f, STR("\xEF\xBB\xBF# T\n")) && !f->place.found);
    CHECK_STR(&f->tap, body(f), "# T\n");
    CHECK(&f->tap, split(f, STR("----\nx\n---\n")) && !f->place.found);
    CHECK(&f->tap, split(f, STR("--- x\n---\n")) && !f->place.found);
    CHECK(&f->tap, split(f, STR("---\na: |\n  ---\n---x: 1\n---\n")));
    CHECK_STR(&f->tap, yaml(f), "a: |\n  ---\n---x: 1\n");
    CHECK(&f->tap, split(f, STR("\n \n---\na: 1\n---\nx")) && f->place.found);
    CHECK_STR(&f->tap, body(f), "x");
    CHECK(&f->tap, split(f, STR("\n---\n\nrule\n\n---\n")) && !f->place.found);
    CHECK(&f->tap, split(f, STR("{{< x \"y\" >}}\n")) && !f->place.found);
    CHECK(&f->tap, split(f, STR("++++\n")) && !f->place.found);
}

static void found(struct fixture *f, str text, enum frontmatter_format format,
                  const char *front, const char *after)
{
    CHECK(&f->tap, split(f, text) && f->place.found);
    CHECK(&f->tap, f->place.format == format);
    CHECK_STR(&f->tap, yaml(f), front);
    CHECK_STR(&f->tap, body(f), after);
}

static void check_formats(struct fixture *f)
{
    found(f, STR("+++\na = 1\n+++\nx"), FRONTMATTER_TOML, "a = 1\n", "x");
    found(f, STR("\xEF\xBB\xBF+++ \t\r\na = 1\r\n+++\r\nx\n+++\n"),
          FRONTMATTER_TOML, "a = 1\r\n", "x\n+++\n");
    found(f, STR("+++\n+++"), FRONTMATTER_TOML, "", "");
    found(f, STR("+++\na = 1\n---\n...\n+++\n"), FRONTMATTER_TOML,
          "a = 1\n---\n...\n", "");
    found(f, STR("\n \n+++\na = 1\n+++\nx"), FRONTMATTER_TOML, "a = 1\n", "x");
    found(f, STR("---TOML\na = 1\n---\nx"), FRONTMATTER_TOML, "a = 1\n", "x");
    found(f, STR("---json\n{\"a\": 1}\n---\nx"), FRONTMATTER_JSON,
          "{\"a\": 1}\n", "x");
    found(f, STR("{\"a\": 1}\nx"), FRONTMATTER_JSON, "{\"a\": 1}", "x");
    found(f, STR("{\n \"a\": {\"b\": \"} \\\" {\\\\\"}\n} \r\n\r\nx"),
          FRONTMATTER_JSON, "{\n \"a\": {\"b\": \"} \\\" {\\\\\"}\n}", "\r\nx");
    found(f, STR("\n{\"a\": 1} x\n"), FRONTMATTER_JSON, "{\"a\": 1}", " x\n");
    found(f, STR("Title: x\n\ny"), FRONTMATTER_HEADER, "Title: x\n", "y");
    CHECK(&f->tap, split(f, STR("+++ x\n+++\n")) && !f->place.found);
    CHECK(&f->tap, split(f, STR("{a: 1}\nx")) && !f->place.found);
    CHECK(&f->tap, split(f, STR("{{ x }}\n")) && !f->place.found);
    CHECK(&f->tap, split(f, STR("x\n+++\na = 1\n+++\n")) && !f->place.found);
}

/* One schema for all formats; a mistake has its place in the file. */
static void check_toml(struct fixture *f)
{
    CHECK(&f->tap, read(f, "+++\ntitle = 1.10\ndate = 2026-11-21 09:30:00\n"
                           "tags = [2024, 'b']\nweight = 0x10\n"
                           "aliases = '/a/'\ncover = {src = 'x.jpg'}\n"
                           "mood = 'x'\n[extra]\ndepth = 1\n+++\n") &&
                       f->diags.list.n == 0);
    CHECK_STR(&f->tap, f->front.title, "1.10");
    CHECK(&f->tap, f->front.has_date && !f->front.date.date_only &&
                       f->front.date.instant == 1795253400);
    CHECK(&f->tap, f->front.tags.n == 2 &&
                       frontmatter_uncommon(&f->front)->weight == 16);
    CHECK_STR(&f->tap, f->front.tags.p[0].text, "2024");
    CHECK_STR(&f->tap, span_text(f->front.tags.p[1].at), "'b'");
    CHECK_STR(&f->tap, f->front.aliases.p[0].text, "/a/");
    CHECK_STR(&f->tap, frontmatter_uncommon(&f->front)->cover.image, "x.jpg");
    CHECK(&f->tap, dict_get_str(f->front.extra.as.dict, STR("depth")) &&
                       dict_get_str(f->front.extra.as.dict, STR("mood")));
    CHECK(&f->tap, read(f, "{\"draft\": true, \"date\": \"2026-11-21\"}"));
    CHECK(&f->tap, f->front.draft && f->front.date.date_only);
    CHECK(&f->tap, read(f, "+++\nstatus = 'private'\n+++\n"));
    CHECK(&f->tap, f->front.draft);
    said(f, "not-public", 2, 1);
    CHECK(&f->tap, read(f, "+++\nsumary = true\n+++\n"));
    said(f, "likely-slip", 2, 1);
    CHECK(&f->tap, !read(f, "+++\ntitle = 'x'\n\n[a\n+++\n"));
    said(f, "toml", 4, 1);
    CHECK(&f->tap, !read(f, "{\"a\": 1,\n 2}\n"));
    CHECK_STR(&f->tap, str_from(f->diags.list.p[0]->code), "json");
    CHECK(&f->tap, !read(f, "---json\n[1]\n---\n"));
    said(f, "wrong-type", 2, 1);
    CHECK(&f->tap, !read(f, "{\"a\": 1}{}\n\xFF"));
    said(f, "not-utf8", 2, 1);
}

/* Obsidian's aliases beside Hugo's. */
static void check_names(struct fixture *f)
{
    CHECK(&f->tap, read(f, "---\naliases: [EVPN note, /was/, EVPN, old-name, "
                           "\"Q&A\", \"caf\xC3\xA9\", Old.html]\n---\n") &&
                       f->diags.list.n == 0);
    CHECK(&f->tap, frontmatter_uncommon(&f->front)->names.n == 5 &&
                       f->front.aliases.n == 3);
    CHECK_STR(&f->tap, frontmatter_uncommon(&f->front)->names.p[0].text,
              "EVPN note");
    CHECK_STR(&f->tap,
              span_text(frontmatter_uncommon(&f->front)->names.p[1].at),
              "EVPN");
    CHECK_STR(&f->tap, frontmatter_uncommon(&f->front)->names.p[2].text,
              "old-name");
    CHECK_STR(&f->tap, frontmatter_uncommon(&f->front)->names.p[3].text, "Q&A");
    CHECK_STR(&f->tap, frontmatter_uncommon(&f->front)->names.p[4].text,
              "caf\xC3\xA9");
    CHECK_STR(&f->tap, f->front.aliases.p[2].text, "Old.html");
    CHECK(&f->tap,
          read(f, "---\naliases: MAC-VRF\n---\n") && f->diags.list.n == 0);
    CHECK(&f->tap, frontmatter_uncommon(&f->front)->names.n == 1 &&
                       f->front.aliases.n == 0);
    CHECK(&f->tap, read(f, "---\naliases: Old-2.Name\n---\n"));
    CHECK(&f->tap, frontmatter_uncommon(&f->front)->names.n == 1 &&
                       f->front.aliases.n == 0);
    said(f, "bad-alias", 2, 10);
}

static void check_split_errors(struct fixture *f)
{
    CHECK(&f->tap, !split(f, STR("---\na: 1\n\nbody\n")));
    said(f, "frontmatter-unterminated", 1, 1);
    CHECK(&f->tap, !split(f, STR("+++\na = 1\n+++ x\n")));
    said(f, "frontmatter-unterminated", 1, 1);
    CHECK(&f->tap, !split(f, STR("+++\na = 1\n---\n")));
    said(f, "frontmatter-unterminated", 1, 1);
    CHECK(&f->tap, !split(f, STR("---toml\na = 1\n+++\n...\n")));
    said(f, "frontmatter-unterminated", 1, 1);
    CHECK(&f->tap, !split(f, STR("{\n  \"a\": \"}\n")));
    said(f, "frontmatter-unterminated", 1, 1);
    CHECK(&f->tap, !split(f, STR("{\"a\": \"\\\"}")));
    said(f, "frontmatter-unterminated", 1, 1);
    CHECK(&f->tap, !split(f, STR("{\"a\": {}")));
    said(f, "frontmatter-unterminated", 1, 1);
    CHECK(&f->tap, !split(f, STR("{\"a\": \"\\")));
    said(f, "frontmatter-unterminated", 1, 1);
    CHECK(&f->tap, !split(f, STR("+++\ra = 1\r+++\rx")));
    said(f, "frontmatter-format", 1, 1);
    CHECK(&f->tap, !split(f, STR(";;;\n\"a\": 1\n;;;\n")));
    said(f, "frontmatter-format", 1, 1);
    CHECK(&f->tap, !split(f, STR("---cson\na: 1\n---\n")));
    said(f, "frontmatter-format", 1, 1);
    CHECK(&f->tap, !split(f, STR("---\na: 1\n---\ncaf\xE9\n")));
    said(f, "not-utf8", 4, 4);
}

static void check_text(struct fixture *f)
{
    static const char *const typed[] = {"1.10", "yes", "2024", "0123",
                                        "true", "~x",  "1e3",  "12:30"};
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        char text[80];
        snprintf(text, sizeof text, "---\ntitle: %s\nslug: %s # x\n---\n",
                 typed[i], typed[i]);
        CHECK(&f->tap, read(f, text) && f->diags.list.n == 0);
        CHECK_STR(&f->tap, f->front.title, typed[i]);
        CHECK_STR(&f->tap, f->front.slug, typed[i]);
        CHECK_STR(&f->tap, span_text(f->front.slug_at), typed[i]);
    }
    CHECK(&f->tap, read(f, "---\ntitle: null\nslug:\nseries: ''\n---\n"));
    CHECK(&f->tap, f->front.title.n == 0 && f->front.slug.n == 0);
    CHECK(&f->tap, !read(f, "---\nseries: [WIP]\nslug: {a: b}\n---\n"));
    said(f, "wrong-type", 3, 7);
    CHECK(&f->tap, !read(f, "---\ntitle: [one, two]\n---\n"));
    said(f, "wrong-type", 2, 8);
}

static void check_tags(struct fixture *f)
{
    CHECK(&f->tap,
          read(f, "---\ntags: [yes, 1.10, null, '', C#, ~, \"a, b\"]\n---\n"));
    const struct text_list *tags = &f->front.tags;
    CHECK(&f->tap, tags->n == 4);
    CHECK_STR(&f->tap, tags->p[0].text, "yes");
    CHECK_STR(&f->tap, tags->p[1].text, "1.10");
    CHECK_STR(&f->tap, tags->p[2].text, "C#");
    CHECK_STR(&f->tap, tags->p[3].text, "a, b");
    CHECK(&f->tap, read(f, "---\ntags: one, two words ,, x\n---\n"));
    CHECK(&f->tap, tags->n == 3);
    CHECK_STR(&f->tap, tags->p[1].text, "two words");
    CHECK_STR(&f->tap, span_text(tags->p[1].at), "two words");
    CHECK(&f->tap, read(f, "---\ntags: 2024\n---\n") && tags->n == 1);
    CHECK(&f->tap, read(f, "---\ntags:\n- a\n- \n- b\n---\n") && tags->n == 2);
    CHECK(&f->tap, read(f, "---\ntags:\n---\n") && tags->n == 0);
    CHECK(&f->tap, read(f, "Title: A\nTag: one; two\n\n") && tags->n == 2);
    CHECK(&f->tap, !read(f, "---\ntags: {a: 1}\n---\n"));
    said(f, "wrong-type", 2, 7);
}

static void check_dates(struct fixture *f)
{
    /* Madrid is an hour east of UTC in December. */
    struct arena arena = {0};
    const struct zone *madrid = zone_load(STR("Europe/Madrid"), &arena);
    int64_t day = 1733616000; /* 2024-12-08T00:00:00Z */
    CHECK(&f->tap,
          split(f, STR("---\ndate: 2024-12-8\n---\n")) && read_in(f, madrid));
    CHECK(&f->tap, f->front.has_date && f->front.date.date_only);
    CHECK(&f->tap, f->front.date.instant == day - (madrid ? 3600 : 0));
    CHECK_STR(&f->tap, span_text(f->front.date_at), "2024-12-8");
    CHECK(&f->tap, read(f, "---\ndate: '2024-12-08 00:00:10'\n"
                           "updated: !!timestamp 2024-12-08T01:00:00+01:00\n"
                           "---\n"));
    CHECK(&f->tap, f->front.date.instant == day + 10);
    CHECK(&f->tap, f->front.updated.instant == day);
    CHECK(&f->tap, read(f, "---\ndate:\n---\n") && !f->front.has_date);
    CHECK(&f->tap, !read(f, "---\ntitle: x\ndate: yesterday\n---\n"));
    said(f, "bad-date", 3, 7);
    CHECK_STR(&f->tap, f->diags.list.p[0]->message,
              "not a date: \"yesterday\"");
    CHECK(&f->tap, !read(f, "---\ndate: 2024-02-30\n---\n"));
    said(f, "bad-date", 2, 7);
    CHECK(&f->tap, !read(f, "---\ndate: 2024\n---\n"));
    said(f, "bad-date", 2, 7);
    arena_free(&arena);
}

static void check_bools(struct fixture *f)
{
    CHECK(&f->tap, read(f, "---\ndraft: true\n---\n") && f->front.draft);
    CHECK(&f->tap, f->diags.list.n == 0);
    CHECK(&f->tap, read(f, "---\ndraft: False\n---\n") && !f->front.draft);
    CHECK(&f->tap, read(f, "---\ndraft: yes\n---\n") && f->front.draft);
    said(f, "bool-spelling", 2, 8);
    CHECK(&f->tap, read(f, "---\ndraft: \"true\"\n---\n") && f->front.draft);
    said(f, "bool-spelling", 2, 8);
    CHECK(&f->tap, read(f, "---\ndraft: No\n---\n") && !f->front.draft);
    CHECK(&f->tap, read(f, "---\nDraft: true\n---\n") && f->front.draft);
    CHECK(&f->tap, f->diags.list.n == 0);
    CHECK(&f->tap, !read(f, "---\ndraft: perhaps\n---\n"));
    said(f, "wrong-type", 2, 8);
    CHECK(&f->tap, read(f, "---\npublished: false\n---\n") && f->front.draft);
    CHECK(&f->tap, read(f, "---\npublished: true\n---\n") && !f->front.draft);
    CHECK(&f->tap, read(f, "---\ndraft: false\npublished: false\n---\n") &&
                       f->front.draft);
    CHECK(&f->tap, read(f, "---\ntoc: false\npinned: true\n---\n"));
    CHECK(&f->tap, f->front.has_toc && !f->front.toc && f->front.pinned);
}

static void check_spellings(struct fixture *f)
{
    CHECK(&f->tap,
          read(f, "---\nlastmod: 2024-01-02\npublishDate: 2024-01-03\n"
                  "expiryDate: 2024-01-04\ncategory: One\npermalink: /a/b/\n"
                  "redirect_from: /old/\nauthor: Ann Lee\nimage: a.png\n"
                  "---\n"));
    CHECK(&f->tap,
          f->front.has_updated && f->front.has_publish && f->front.has_expires);
    CHECK_STR(&f->tap, f->front.categories.p[0].text, "One");
    CHECK_STR(&f->tap, frontmatter_uncommon(&f->front)->url, "/a/b/");
    CHECK_STR(&f->tap, f->front.aliases.p[0].text, "/old/");
    CHECK_STR(&f->tap, f->front.authors.p[0].text, "Ann Lee");
    CHECK_STR(&f->tap, frontmatter_uncommon(&f->front)->cover.image, "a.png");
    CHECK(&f->tap, f->front.extra.as.dict->entries.n == 0);
    CHECK(&f->tap, f->diags.list.n == 0);
    CHECK(&f->tap, read(f, "---\nbuild: {publishResources: no}\n---\n"));
    CHECK(&f->tap, f->front.build.unpublished);
    /* When it goes live, if that is no earlier than its date. */
    CHECK(&f->tap,
          read(f, "---\ndate: 2025-05-01\npubDate: 2025-06-01\n---\n"));
    CHECK(&f->tap, f->front.has_publish);
    CHECK(&f->tap,
          read(f, "---\ndate: 2025-05-01\npubDate: 2025-04-01\n---\n"));
    CHECK(&f->tap, !f->front.has_publish);
    /* A key's own name wins, in any order. */
    CHECK(&f->tap, read(f, "---\nupdated: 1970-01-02\nmodified: 2024-01-03\n"
                           "cover: {image: b.png, alt: B}\nimage: a.png\n"
                           "authors: [{name: B}, C]\nauthor: A\n---\n"));
    CHECK(&f->tap, f->front.updated.instant == 86400);
    CHECK_STR(&f->tap, frontmatter_uncommon(&f->front)->cover.image, "b.png");
    CHECK_STR(&f->tap, frontmatter_uncommon(&f->front)->cover.alt, "B");
    CHECK(&f->tap, f->front.authors.n == 2);
    CHECK(&f->tap, read(f, "---\ncover: false\nauthor:\n"
                           "  display_name: Ann\n  login: ann\n---\n"));
    CHECK(&f->tap, frontmatter_uncommon(&f->front)->cover.image.n == 0);
    CHECK_STR(&f->tap, f->front.authors.p[0].text, "Ann");
    CHECK(&f->tap, read(f, "---\nimage: [a.png, b.png]\n---\n"));
    CHECK_STR(&f->tap, frontmatter_uncommon(&f->front)->cover.image, "a.png");
    CHECK_STR(&f->tap, span_text(frontmatter_uncommon(&f->front)->cover.at),
              "a.png");
}

static void check_extra(struct fixture *f)
{
    CHECK(&f->tap, read(f, "---\ncolour: red\nextra: {size: 3, colour: blue}\n"
                           "weight: 7\nrecipe:\n  yield: 4\n---\n"));
    const struct dict *extra = f->front.extra.as.dict;
    CHECK(&f->tap, extra->entries.n == 2);
    CHECK_STR(&f->tap, value_str(*dict_get_str(extra, STR("colour"))), "blue");
    CHECK_STR(&f->tap, span_text(dict_value_span(extra, 0)), "blue");
    CHECK_STR(&f->tap, span_text(dict_key_span(extra, 1)), "size");
    CHECK(&f->tap, frontmatter_uncommon(&f->front)->weight == 7);
    CHECK(&f->tap,
          value_is(frontmatter_uncommon(&f->front)->recipe, VALUE_DICT));
    CHECK(&f->tap, read(f, "no front matter") &&
                       value_is(frontmatter_uncommon(&f->front)->recipe,
                                VALUE_UNDEFINED) &&
                       value_is(f->front.extra, VALUE_DICT));
}

static void check_slips(struct fixture *f)
{
    static const char *const slips[] = {"tilte", "darft", "catgories",
                                        "desciption", "serie"};
    static const char *const words[] = {
        "data",  "rate",     "links", "images", "type", "layout",
        "page",  "math",     "mood",  "site",   "time", "subtitle",
        "style", "keywords", "tag",   "Tag",    "Slug", "created"};
    char text[80];
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        snprintf(text, sizeof text, "---\n%s: x\n---\n", slips[i]);
        CHECK(&f->tap, read(f, text));
        said(f, "likely-slip", 2, 1);
        CHECK(&f->tap,
              dict_get_str(f->front.extra.as.dict, str_from(slips[i])) != NULL);
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        snprintf(text, sizeof text, "---\n%s: x\n---\n", words[i]);
        bool ok = read(f, text) && f->diags.list.n == 0;
        tap_check(&f->tap, ok, words[i], __FILE__, __LINE__);
    }
}

static void check_addresses(struct fixture *f)
{
    CHECK(&f->tap, read(f, "---\nslug: a/b\naliases: [/x, y/, /a..b/]\n---\n"));
    CHECK(&f->tap, f->front.aliases.n == 3);
    CHECK(&f->tap, !read(f, "---\nslug: ../x\n---\n"));
    said(f, "slug-escapes", 2, 7);
    CHECK(&f->tap, !read(f, "---\nslug: a/../../x\n---\n"));
    CHECK(&f->tap, read(f, "---\nslug: /etc/x\n---\n"));
    said(f, "bad-url", 2, 7);
    CHECK_STR(&f->tap, f->front.slug, "etc/x");
    CHECK(&f->tap, !read(f, "---\nslug: /../x\n---\n"));
    CHECK(&f->tap, !read(f, "---\nurl: /%2e%2E/x/\n---\n"));
    said(f, "url-escapes", 2, 6);
    CHECK(&f->tap, !read(f, "---\naliases: [/a/%2e%2e/x]\n---\n"));
    CHECK(&f->tap, read(f, "---\nurl: /%E4%BD%A0/100%/\n---\n"));
    CHECK_STR(&f->tap, frontmatter_uncommon(&f->front)->url, "/你/100%/");
    CHECK(&f->tap, read(f, "---\nurl: /%FF%0A/\n---\n"));
    CHECK_STR(&f->tap, frontmatter_uncommon(&f->front)->url, "/%FF%0A/");
    CHECK(&f->tap, !read(f, "---\nurl: /../x/\n---\n"));
    said(f, "url-escapes", 2, 6);
    CHECK(&f->tap, !read(f, "---\naliases: [/x/, /../y]\n---\n"));
    said(f, "alias-escapes", 2, 16);
    CHECK(&f->tap, f->front.aliases.n == 1);
    /* These count from the post's address, which is not known yet. */
    CHECK(&f->tap, read(f, "---\naliases: [../x/, y]\n---\n"));
    CHECK(&f->tap, f->front.aliases.n == 2);
    CHECK_STR(&f->tap, f->front.aliases.p[0].text, "../x/");
    CHECK(&f->tap, read(f, "---\nredirect_from: [x/, /y, 'https://e.org']\n"
                           "---\n"));
    CHECK(&f->tap, f->front.aliases.n == 2);
    CHECK_STR(&f->tap, f->front.aliases.p[0].text, "/x/");
    CHECK_STR(&f->tap, f->front.aliases.p[1].text, "/y");
    CHECK(&f->tap, read(f, "---\naliases: [y]\nredirect_from: [x]\n---\n"));
    CHECK_STR(&f->tap, f->front.aliases.p[0].text, "y");
    CHECK(&f->tap, read(f, "---\naliases: [/x/, 'https://e.org/', /?p=1]\n"
                           "---\n"));
    said(f, "bad-alias", 2, 16);
    CHECK(&f->tap, f->front.aliases.n == 1 && f->diags.warnings == 2);
    CHECK(&f->tap, read(f, "---\npermalink: /:year/:title/\n---\n"));
    said(f, "bad-url", 2, 12);
    CHECK(&f->tap, frontmatter_uncommon(&f->front)->url.n == 0);
    CHECK(&f->tap, read(f, "---\nurl: https://e.org/x/\n---\n"));
    said(f, "bad-url", 2, 6);
    CHECK(&f->tap, frontmatter_uncommon(&f->front)->url.n == 0);
}

/* Texts that Pelican and MultiMarkdown take for front matter, and paragraphs;
 * the body begins after the bar. */
static void check_header(struct fixture *f)
{
    static const char *const headers[][2] = {
        {"Title: a\n\nx", "x"},
        {"title: a\nb: c\n\nd: e\n---\nx", "d: e\n---\nx"},
        {"title: a\ndate: b\n\nText.\n\nc: d\n---\nx", "Text.\n\nc: d\n---\nx"},
        {"title: a\n\ntags: b\n---\nx", "tags: b\n---\nx"},
        {"title: a\nb: c d\n\nx", "x"},
        {"title: a\ntags: b\n", ""},
        {"Title: a\r\nDate: b\r\n\r\nx", "x"},
        {"DATE: 2024-01-01\nTAGS: b\n\nx", "x"},
        {"Author: A\nStatus:draft\n\nx", "x"},
        {"Title: a\n    b\n\tc\n\nx", "x"},
        {"Title: a\nDate: 2024-01-01\n---\nx", "x"},
        {"Title: a\nDate: 2024-01-01\nx: y z\nText", "Text"},
        {"Title: a\nDate: 2024-01-01\n: y\nText", ": y\nText"},
        {"\xEF\xBB\xBFTitle: a\n\nx", "x"},
        {"Cover: a.jpg\nTitle: b\nStatus: draft\n\nx", "x"},
        {" Title: a\n  Status: draft\n\nx", "x"},
        {"title: a\npublish: false\n___\nx", "x"},
        {".. title: a\n.. status: draft\n\nx", "\nx"},
        {"<!--\n.. title: a\n.. has_math:\n\n-->\n\nx", "\nx"},
        {"<!-- \r\n.. title: a\r\n-->\r\nx", "x"},
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        CHECK(&f->tap, split(f, str_from(headers[i][0])));
        CHECK(&f->tap, f->place.found);
        CHECK_STR(&f->tap, body(f), headers[i][1]);
    }
    static const char *const texts[] = {
        "Note: a\nTitle: b\n\nx",   "Date: a\n\nx",
        "Tags: a\nSummary: b\n\nx", "Title: a\nText\n",
        "Title a: b\n\nx",          " Title: a\n\nx",
        "http://example.org\n",     "Title\n",
        "<!--\ntitle: a\n-->\nx",   ".. note: a\n\nx",
        "Draft: of a b\n\nx",       "Status: on my way\n\nx",
        "Note: a\nHe: b\n\nx",      "a: b\nTitle: c\nText",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CHECK(&f->tap, split(f, str_from(texts[i])) && !f->place.found);
    }
    CHECK(&f->tap, !read(f, "Title: a\nDate: some day\n\nx"));
    said(f, "bad-date", 2, 7);
    CHECK(&f->tap, read(f, "Title: a: b\nTags: c; d, e\nTitle: f\n\nx"));
    said(f, "duplicate-key", 3, 1);
    CHECK_STR(&f->tap, f->front.title, "a: b");
    CHECK(&f->tap, f->front.tags.n == 2);
    CHECK_STR(&f->tap, f->front.tags.p[1].text, "d, e");
    /* Three blanks are no indent, four are one: this draft is a quotation. */
    CHECK(&f->tap, read(f, "Title: a\nSummary: b\n    Status: draft\n\nx"));
    CHECK(&f->tap, !f->front.draft);
    CHECK(&f->tap, read(f, "Title: a\nSummary: b\n   Status: draft\n\nx"));
    CHECK(&f->tap, f->front.draft);
    CHECK(&f->tap, read(f, "Title: a\nStatus: published\nStatus: draft\n\nx"));
    said(f, "duplicate-key", 3, 1);
    CHECK(&f->tap, f->front.draft);
    CHECK(&f->tap, read(f, "Title: a\n Status: \"draft\"\n\nx"));
    CHECK(&f->tap, f->front.draft);
    CHECK_STR(&f->tap, f->front.title, "a");
}

/* Texts that Hexo takes for front matter without `---` above it, or between
 * longer lines; and headings of Markdown. */
static void check_hexo(struct fixture *f)
{
    CHECK(&f->tap, split(f, STR("title: a\ntags:\n  - b\n---\nx")));
    CHECK(&f->tap, f->place.found && f->place.off == 0);
    CHECK_STR(&f->tap, yaml(f), "title: a\ntags:\n  - b\n");
    CHECK_STR(&f->tap, body(f), "x");
    CHECK(&f->tap, split(f, STR("date: 1\r\ntags:\r\n- b\r\n---\r\nx")));
    CHECK(&f->tap, f->place.found);
    CHECK(&f->tap, split(f, STR("-----\na: 1\n----\nx")) && f->place.found);
    CHECK_STR(&f->tap, yaml(f), "a: 1\n");
    CHECK_STR(&f->tap, body(f), "x");
    CHECK(&f->tap, split(f, STR("id: 1\ntitle: a\npublished: no\n---\nx")));
    CHECK(&f->tap, f->place.found);
    CHECK(&f->tap, split(f, STR("title: a\ndate: 1\n\ntags:\n\n- b\n---\nx")));
    CHECK_STR(&f->tap, yaml(f), "title: a\ndate: 1\n\ntags:\n\n- b\n");
    static const char *const texts[] = {
        "title: a\n---\nx",         "title: a\nb\n---\nx",
        "note: a\ntags: b\n---\nx", "titles: a\ntags: b\n---\nx",
        "----\nx\n----\n",          "----\na: 1\n",
        "note: a\nodd: b\n---\nx",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CHECK(&f->tap, split(f, str_from(texts[i])) && !f->place.found);
        CHECK(&f->tap, f->place.body == 0);
    }
    CHECK(&f->tap, !split(f, STR("- a\ntitle: b\ndate: 1\n---\nx")));
    said(f, "frontmatter-format", 2, 1);
    static const char *const rules[] = {
        "---\n\ntext\n\n---\n\nmore",
        "---\r\n\r\ntext",
        "---\n \n\n**text**\n",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        CHECK(&f->tap, split(f, str_from(rules[i])) && !f->place.found);
        CHECK(&f->tap, f->place.body == 0);
    }
    CHECK(&f->tap, split(f, STR("---\n\na: 1\n---\n")) && f->place.found);
    CHECK(&f->tap, split(f, STR("---\n\n---\nx")) && f->place.found);
    CHECK(&f->tap, split(f, STR("---\n\n# c\na: 1\n---\n")));
    CHECK(&f->tap, f->place.found);
    CHECK(&f->tap, !split(f, STR("---\n\n")));
    CHECK(&f->tap, !split(f, STR("---\n\na: 1\n")));
    CHECK(&f->tap, !split(f, STR("---json5\na = 1\n---\n")));
    said(f, "frontmatter-format", 1, 1);
    CHECK(&f->tap, !split(f, STR("\n +++\na = 1\n")));
    CHECK(&f->tap, !split(f, STR("\n{\"a\": 1\n")));
    CHECK(&f->tap, !split(f, STR("---javascript\n{a: 1}\n---\n")));
    CHECK(&f->tap, split(f, STR("---yaml\na: 1\n---\nx")) && f->place.found);
    CHECK(&f->tap, split(f, STR(" ---\na: 1\n---\nx")) && f->place.found);
    CHECK(&f->tap, !split(f, STR(";;;\n\"a\": 1\n;;;\n")));
    said(f, "frontmatter-format", 1, 1);
}

/* Keys of ours that have another type elsewhere. */
static void check_other_types(struct fixture *f)
{
    CHECK(&f->tap, read(f, "---\ntoc: {enable: false, x: 1}\n---\n"));
    CHECK(&f->tap, f->front.has_toc && !f->front.toc);
    CHECK(&f->tap, read(f, "---\ntoc: {depth: 2}\n---\n"));
    CHECK(&f->tap, f->front.toc && f->diags.list.n == 0);
    CHECK(&f->tap, !read(f, "---\ntoc: left\n---\n"));
    CHECK(&f->tap, read(f, "---\npublish: false\n---\n"));
    CHECK(&f->tap, f->front.draft && !f->front.has_publish);
    CHECK(&f->tap, read(f, "---\npublish: true\n---\n"));
    CHECK(&f->tap, !f->front.draft && !f->front.has_publish);
    CHECK(&f->tap, read(f, "---\npublish: 2024-01-02\n---\n"));
    CHECK(&f->tap, f->front.has_publish);
    CHECK(&f->tap, !read(f, "---\npublish: soon\n---\n"));
    CHECK(&f->tap, read(f, "---\ntitle: []\ntags: {}\ndate: []\n"
                           "draft: {}\naliases: []\n---\n"));
    CHECK(&f->tap, f->diags.list.n == 0 && !f->front.has_date);
    CHECK(&f->tap, read(f, "---\ncover: true\n---\n"));
    CHECK(&f->tap, frontmatter_uncommon(&f->front)->cover.image.n == 0 &&
                       f->diags.list.n == 0);
    CHECK(&f->tap, read(f, "---\nseries: [a, b]\n---\n"));
    said(f, "wrong-type", 2, 13);
    CHECK_STR(&f->tap, frontmatter_uncommon(&f->front)->series, "a");
    CHECK(&f->tap, read(f, "---\nauthor: {x: y}\n---\n"));
    said(f, "wrong-type", 2, 9);
    CHECK(&f->tap, f->front.authors.n == 0);
    CHECK(&f->tap, read(f, "---\nrecipe: yes\n---\n"));
    said(f, "wrong-type", 2, 9);
    CHECK(&f->tap,
          value_is(frontmatter_uncommon(&f->front)->recipe, VALUE_UNDEFINED));
    CHECK(&f->tap, dict_get_str(f->front.extra.as.dict, STR("recipe")) != NULL);
    CHECK(&f->tap, read(f, "---\ntags: [a, [b, [c, {name: d}]]]\n---\n"));
    CHECK(&f->tap, f->front.tags.n == 4 && f->diags.list.n == 0);
    CHECK(&f->tap, !read(f, "---\ntags: {a: b}\n---\n"));
    said(f, "wrong-type", 2, 7);
}

static void check_comments(struct fixture *f)
{
    CHECK(&f->tap, read(f, "---\ntitle: #1\n---\n"));
    said(f, "hash-comment", 2, 8);
    CHECK_STR(&f->tap, f->diags.list.p[0]->hint, "quote it: title: \"#1\"");
    CHECK(&f->tap, read(f, "---\ntitle: # one\ntags: ## x\nmood: #x\n"
                           "date: ~ #x\ndraft: #\n---\n"));
    CHECK(&f->tap, f->diags.list.n == 0);
}

static void date_hint(struct fixture *f, const char *text, const char *hint)
{
    CHECK(&f->tap, !read(f, text));
    said(f, "bad-date", 2, 7);
    CHECK_STR(&f->tap, f->diags.list.p[0]->hint, hint);
}

static void check_date_hints(struct fixture *f)
{
    date_hint(f, "---\ndate: 2025-01\n---\n",
              "the day is missing: write 2025-01-01");
    date_hint(f, "---\ndate: 12:00\n---\n",
              "the day is missing: write 2026-11-21 12:00");
    date_hint(f, "---\ndate: “2025-01-02”\n---\n", "write 2025-01-02");
}

static void check_shape(struct fixture *f)
{
    CHECK(&f->tap, !read(f, "---\ntitle:foo\n---\n"));
    said(f, "wrong-type", 2, 1);
    CHECK_STR(&f->tap, f->diags.list.p[0]->hint,
              "put a space after the colon: title: foo");
    CHECK(&f->tap, !read(f, "---\n- a\n---\n"));
    said(f, "wrong-type", 2, 1);
    CHECK(&f->tap, !read(f, "---\ntitle: a: b\n---\n"));
    said(f, "yaml", 2, 8);
    CHECK(&f->tap, read(f, "---\n1: a\nnull: b\n---\n"));
    /* Keys that equal nothing, themselves included. */
    CHECK(&f->tap, read(f, "---\n.nan: a\n.NaN: b\n---\n"));
    CHECK(&f->tap, read(f, "---\n# nothing\n---\n"));
    /* All mistakes of a file in one run. */
    CHECK(&f->tap, !read(f, "---\ndate: x\ndraft: y?\nweight: z\n---\n"));
    CHECK(&f->tap, f->diags.errors == 3);
}

int main(void)
{
    struct fixture f = {0};
    check_split(&f);
    check_formats(&f);
    check_split_errors(&f);
    check_toml(&f);
    check_names(&f);
    check_text(&f);
    check_tags(&f);
    check_dates(&f);
    check_bools(&f);
    check_spellings(&f);
    check_extra(&f);
    check_slips(&f);
    check_addresses(&f);
    check_header(&f);
    check_hexo(&f);
    check_other_types(&f);
    check_comments(&f);
    check_date_hints(&f);
    check_shape(&f);
    arena_free(&f.arena);
    return tap_done(&f.tap);
}
