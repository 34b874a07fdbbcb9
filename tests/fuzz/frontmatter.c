/* SPDX-License-Identifier: MIT */
/* Any bytes as the front matter of a post and as site.yaml: no crash, every
 * place that is complained about is in the file, texts are UTF-8, and no
 * address climbs out, but for aliases, which are relative. What was refused was
 * said; what was taken has no error.
 *
 * The corpus is tests/fuzz/corpus/frontmatter. */

#include <stdlib.h>

#include "base/utf8.h"
#include "site/config/config.h"
#include "site/frontmatter/frontmatter.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void expect(bool ok)
{
    if (!ok) {
        abort();
    }
}

static void check_span(span at)
{
    expect(!at.source || (size_t)at.off + at.len <= at.source->text.n);
}

static bool climbs(str path)
{
    str part;
    while (str_split(&path, '/', &part)) {
        if (str_eq(part, STR(".."))) {
            return true;
        }
    }
    return false;
}

static void check_list(const struct text_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        expect(list->p[i].text.n > 0);
        expect(utf8_invalid(list->p[i].text) == STR_NONE);
        check_span(list->p[i].at);
    }
}

static void check_front(const struct frontmatter *front)
{
    const struct frontmatter_uncommon *uncommon = frontmatter_uncommon(front);
    const str texts[] = {
        front->title,       front->slug,        uncommon->url,
        uncommon->series,   front->summary,     uncommon->lang,
        uncommon->template, front->description, uncommon->link};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        expect(utf8_invalid(texts[i]) == STR_NONE);
    }
    const span places[] = {front->title_at,   front->date_at,
                           front->slug_at,    uncommon->url_at,
                           uncommon->lang_at, uncommon->cover.at};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        check_span(places[i]);
    }
    check_list(&front->tags);
    check_list(&front->categories);
    check_list(&front->authors);
    check_list(&front->aliases);
    expect(value_is(front->extra, VALUE_DICT));
}

/* The front matter is refused if and only if there is an error. */
static void check_told(const struct diags *diags, bool ok)
{
    expect(ok == (diags->errors == 0));
}

static void post(const struct source *source)
{
    struct arena arena = {0};
    struct diags diags;
    diags_init(&diags, &arena);
    struct frontmatter_place place;
    bool ok = frontmatter_split(source, &diags, &place);
    check_told(&diags, ok);
    if (ok) {
        struct frontmatter front;
        const struct config config = {.title = STR("")};
        expect(place.body <= source->text.n);
        expect(!place.found || place.off + place.len <= place.body);
        ok = frontmatter_read(source, &place, &config, &arena, &diags, &front);
        check_told(&diags, ok);
        check_front(&front);
        expect(!ok || (!climbs(front.slug) &&
                       !climbs(frontmatter_uncommon(&front)->url)));
    }
    arena_free(&arena);
}

static void settings(const struct source *source)
{
    struct arena arena = {0};
    struct diags diags;
    diags_init(&diags, &arena);
    struct config config;
    bool ok = config_read(source, &arena, &diags, &config);
    check_told(&diags, ok);
    expect(config.output.n > 0 && !climbs(config.output));
    expect(utf8_invalid(config.title) == STR_NONE);
    arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct source source = {.name = STR("a.md"),
                            .text = {(const char *)data, size}};
    post(&source);
    settings(&source);
    return 0;
}
