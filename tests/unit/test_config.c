/* SPDX-License-Identifier: MIT */
/* site/config/config: defaults, the types of the settings, and the messages
 * about bad ones. */
#include <stdlib.h>
#include <unistd.h>

#include "dates/zone.h"
#include "files/fs.h"
#include "files/replace.h"
#include "site/config/config.h"
#include "tap.h"

struct fixture {
    struct tap tap;
    struct arena arena;
    struct diags diags;
    struct source source;
    struct config config;
};

static bool reads(struct fixture *f, const char *text)
{
    arena_clear(&f->arena);
    diags_init(&f->diags, &f->arena);
    f->source =
        (struct source){.name = STR("site.yaml"), .text = str_from(text)};
    return config_read(&f->source, &f->arena, &f->diags, &f->config);
}

static void check_defaults(struct fixture *f)
{
    CHECK(&f->tap, reads(f, "title: Only a title\n"));
    const struct config *c = &f->config;
    CHECK(&f->tap, f->diags.list.n == 0);
    CHECK_STR(&f->tap, c->title, "Only a title");
    CHECK_STR(&f->tap, c->url, "");
    CHECK_STR(&f->tap, c->language, "en");
    CHECK_STR(&f->tap, c->timezone, "UTC");
    CHECK_STR(&f->tap, c->permalink.posts, "/{section}/{slug}/");
    CHECK_STR(&f->tap, c->output, "public");
    CHECK(&f->tap, !c->zone && c->paginate == 10 && c->feeds.limit == 20);
    CHECK(&f->tap, c->markdown.smart && c->markdown.raw_html);
    CHECK(&f->tap, c->undefined == CONFIG_UNDEFINED_ERROR);
    CHECK(&f->tap, c->taxonomies.n == 1);
    CHECK_STR(&f->tap, c->taxonomies.p[0], "tags");
    CHECK(&f->tap, value_is(c->params, VALUE_DICT));
    CHECK(&f->tap, value_is(c->menu, VALUE_LIST));
    CHECK(&f->tap, c->author.name.n == 0 && c->authors.n == 0);
    CHECK(&f->tap, reads(f, "") && f->diags.warnings == 1);
}

static void check_all(struct fixture *f)
{
    CHECK(&f->tap,
          reads(f, "title: 2024\n"
                   "url: https://crumbs.test/blog//\n"
                   "description: yes\n"
                   "language: pt-BR\n"
                   "timezone: Europe/Madrid\n"
                   "author: {name: Ann, email: a@example.org, url: /ann/}\n"
                   "authors:\n  ann: {name: Ann Lee}\n  bob: Bob\n"
                   "permalink: /{year}/{month}/{day}/{title}.html\n"
                   "paginate: 0\n"
                   "taxonomies: [tags, places]\n"
                   "feeds: {limit: 5}\n"
                   "markdown: {smart: false}\n"
                   "menu: [{name: A, url: /a/}]\n"
                   "undefined: warn\n"
                   "output: ./build/site/\n"
                   "params: {colour: red}\n"));
    const struct config *c = &f->config;
    CHECK(&f->tap, f->diags.list.n == 0);
    CHECK_STR(&f->tap, c->title, "2024");
    CHECK_STR(&f->tap, c->url, "https://crumbs.test/blog");
    CHECK_STR(&f->tap, c->description, "yes");
    CHECK_STR(&f->tap, c->language, "pt-BR");
    CHECK(&f->tap, zone_offset(c->zone, 1733616000) == 60);
    CHECK_STR(&f->tap, c->author.name, "Ann");
    CHECK_STR(&f->tap, c->author.email, "a@example.org");
    CHECK(&f->tap, c->authors.n == 2);
    CHECK_STR(&f->tap, c->authors.p[0].key, "ann");
    CHECK_STR(&f->tap, c->authors.p[0].name, "Ann Lee");
    CHECK_STR(&f->tap, c->authors.p[1].name, "Bob");
    CHECK_STR(&f->tap, c->permalink.posts,
              "/{year}/{month}/{day}/{title}.html");
    CHECK(&f->tap, c->paginate == 0 && c->feeds.limit == 5);
    CHECK(&f->tap, c->taxonomies.n == 2);
    CHECK(&f->tap, !c->markdown.smart && c->markdown.raw_html);
    CHECK(&f->tap, c->menu.as.list->items.n == 1);
    CHECK(&f->tap, c->undefined == CONFIG_UNDEFINED_WARN);
    CHECK_STR(&f->tap, c->output, "build/site");
    CHECK(&f->tap, dict_get_str(c->params.as.dict, STR("colour")) != NULL);
    CHECK(&f->tap, reads(f, "title: x\nfeeds: {limit: 0}\n") &&
                       c->feeds.limit == SIZE_MAX);
    unsigned atom = 1u << FEED_ATOM;
    unsigned rss = 1u << FEED_RSS;
    CHECK(&f->tap, reads(f, "title: x\n") && !c->feeds.summary &&
                       c->feeds.site == (atom | rss | 1u << FEED_JSON) &&
                       c->feeds.sections == atom && c->feeds.terms == atom);
    CHECK(&f->tap, reads(f, "title: x\nfeeds: {formats: 'RSS, atom', "
                            "sections: [], terms: rss, content: summary}\n") &&
                       c->feeds.summary && c->feeds.site == (atom | rss) &&
                       c->feeds.sections == 0 && c->feeds.terms == rss);
    CHECK(&f->tap, reads(f, "title: x\nauthor: Ann\ntaxonomies: []\n"));
    CHECK_STR(&f->tap, c->author.name, "Ann");
    CHECK(&f->tap, c->taxonomies.n == 0);
}

/* The settings after a title, on line 2, are wrong there. */
static void refuse(struct fixture *f, const char *text, const char *code,
                   unsigned column, const char *hint)
{
    char lines[200];
    snprintf(lines, sizeof lines, "title: x\n%s\n", text);
    bool ok = !reads(f, lines) && f->diags.list.n == 1;
    if (!tap_check(&f->tap, ok, text, __FILE__, __LINE__)) {
        return;
    }
    const struct diag *diag = f->diags.list.p[0];
    CHECK_STR(&f->tap, str_from(diag->code), code);
    CHECK(&f->tap, diag->at.line == 2 && diag->at.column == column);
    CHECK(&f->tap, str_find(diag->hint, str_from(hint)) != STR_NONE);
}

static void check_refused(struct fixture *f)
{
    refuse(f, "langauge: en", "unknown-key", 1, "\"language\"");
    refuse(f, "zzzzzz: en", "unknown-key", 1, "params:");
    refuse(f, "url: example.org", "bad-url", 6, "https://example.org");
    refuse(f, "url: https://", "bad-url", 6, "https://");
    refuse(f, "url: https:///x", "bad-url", 6, "https://");
    refuse(f, "url: https://e.org/?x", "bad-url", 6, "https://");
    refuse(f, "language: en_US", "bad-language", 11, "en-US");
    refuse(f, "timezone: london", "unknown-timezone", 11, "Europe/London");
    refuse(f, "timezone: Mars/Base", "unknown-timezone", 11, "Europe/");
    refuse(f, "timezone: ../../etc/passwd", "unknown-timezone", 11, "UTC");
    refuse(f, "paginate: many", "wrong-type", 11, "10");
    refuse(f, "paginate: -1", "bad-number", 11, "10");
    refuse(f, "permalink: /{slg}/", "bad-permalink", 12, "{slug}");
    refuse(f, "permalink: '{slug}/'", "bad-permalink", 12, "/{section}");
    refuse(f, "permalink: /{year}/", "bad-permalink", 12, "{slug}");
    refuse(f, "permalink: /:year/:title/", "bad-permalink", 12, "{year}");
    refuse(f, "permalink: /{slug/", "bad-permalink", 12, "{slug}");
    refuse(f, "permalink: /../{slug}/", "bad-permalink", 12, "{slug}");
    refuse(f, "markdown: {smrt: true}", "unknown-key", 12, "smart");
    refuse(f, "markdown: true", "wrong-type", 11, "below");
    refuse(f, "feeds: {limit: -1}", "bad-number", 16, "10");
    refuse(f, "feeds: {format: [atom]}", "unknown-key", 9, "formats");
    refuse(f, "feeds: {formats: [rrs]}", "bad-feed", 19, "rss");
    refuse(f, "feeds: {content: none}", "bad-feed", 18, "full");
    refuse(f, "feeds: [atom]", "wrong-type", 8, "below");
    refuse(f, "undefined: maybe", "wrong-type", 12, "warn");
    refuse(f, "output: ../public", "bad-output", 9, "public");
    refuse(f, "output: /tmp/x", "bad-output", 9, "--output");
    refuse(f, "output: .", "bad-output", 9, "public");
    refuse(f, "output: content", "bad-output", 9, "public");
    refuse(f, "taxonomies: [Big Words]", "bad-taxonomy", 14, "tags");
    refuse(f, "params: []", "wrong-type", 9, "below");
    refuse(f, "menu: 3", "wrong-type", 7, "- {name");
    refuse(f, "author: [Ann]", "wrong-type", 9, "authors:");
    refuse(f, "author: {nmae: Ann}", "unknown-key", 10, "name");
    refuse(f, "description: a: b", "yaml", 14, "\"a: b\"");
    CHECK(&f->tap, !reads(f, "- a\n- b\n"));
    CHECK(&f->tap, !reads(f, "hello\n"));
    /* All mistakes in one run. */
    CHECK(&f->tap, !reads(f, "titel: x\nurl: x\npaginate: y\n"));
    CHECK(&f->tap, f->diags.errors == 3);
}

/* The source lives as long as the settings that name it. */
static void check_peek(struct fixture *f)
{
    char dir[] = "/tmp/crumb-config-XXXXXX";
    str text = STR("url: https://a.test\n");
    if (!mkdtemp(dir) || chdir(dir) != 0 ||
        replace_file(STR("site.yaml"), text, false) != 0) {
        CHECK(&f->tap, false);
        return;
    }
    struct arena arena = {0};
    struct config config;
    CHECK(&f->tap, config_peek(&arena, &config));
    CHECK(&f->tap, reads(f, "title: Other settings\n"));
    CHECK_STR(&f->tap, config.source->name, "site.yaml");
    CHECK_STR(&f->tap, span_text(config.url_at), "https://a.test");
    arena_free(&arena);
    fs_remove_tree(str_from(dir));
}

int main(void)
{
    struct fixture f = {0};
    check_defaults(&f);
    check_all(&f);
    check_refused(&f);
    check_peek(&f);
    arena_free(&f.arena);
    return tap_done(&f.tap);
}
