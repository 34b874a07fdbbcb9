/* SPDX-License-Identifier: MIT */
/* language, plural, the names in dates. */
#include "base/memory/buf.h"
#include "files/path.h"
#include "files/tree/tree.h"
#include "site/config/language.h"
#include "site/config/words.h"
#include "tap.h"

enum { MOST = 6 };

static void test_codes(struct tap *tap)
{
    static const char *const good[] = {"es", "pt-BR", "zh-Hant", "es-419"};
    static const char *const bad[] = {"",   "e",    "js",  "ES",    "eng",
                                      "2",  "es-",  "io2", "es_MX", "es-M",
                                      "md", "es.m", "e1"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        CHECK(tap, language_is_code(str_from(good[i])));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK(tap, !language_is_code(str_from(bad[i])));
    }
}

/* Files, and the languages they make of a site in English, with commas. */
static const struct {
    const char *files[MOST];
    const char *languages;
} found[] = {
    {{"a/rye.md", "about.md"}, "en"},
    {{"a/rye.md", "a/rye.es.md"}, "en,es"},
    {{"a/rye.es.md"}, "en"},
    {{"b/rye.md", "a/rye.es.md"}, "en"},
    {{"a/rye.es.md", "a/rye.de.md"}, "en,es,de"},
    {{"a/rye/index.es.md"}, "en,es"},
    {{"a/_index.fr.markdown"}, "en,fr"},
    {{"a/rye.md", "a/rye.pt-BR.md"}, "en,pt-BR"},
    {{"a/rye.md", "a/rye.en.md"}, "en"},
    {{"a/node.md", "a/node.js.md", "a/v1.md", "a/v1.2.md"}, "en"},
    {{"es/a/rye.md", "a/rye.md"}, "en,es"},
    {{"es/a/rye.md", "a/oats.md"}, "en"},
    {{"ml/_index.md", "_index.md", "ml/a.md"}, "en"},
    {{"es/a/rye.md", "en/a/oats.md"}, "en,es"},
    {{"a/es/rye.md", "a/rye.md"}, "en"},
    {{"es/rye.png", "rye.png"}, "en"},
    {{".es.md", ".md"}, "en"},
};

/* The names of the posts among these files, without their extensions. */
static size_t stems_of(const char *const *files, str *stems)
{
    size_t n = 0;
    for (size_t i = 0; i < MOST && files[i]; i++) {
        str path = str_from(files[i]);
        str ext = tree_post_ext(path_base(path));
        if (ext.n) {
            stems[n++] = str_sub(path, 0, path.n - ext.n);
        }
    }
    return n;
}

static void test_find(struct tap *tap)
{
    struct config config = {.language = STR_INIT("en")};
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        struct arena arena = {0};
        struct languages languages = {0};
        str stems[MOST];
        size_t n = stems_of(found[i].files, stems);
        language_find(&config, stems, n, &arena, &languages);
        str names = languages.codes.p[0];
        for (size_t k = 1; k < languages.codes.n; k++) {
            names = arena_printf(&arena, "%.*s,%.*s", STR_ARG(names),
                                 STR_ARG(languages.codes.p[k]));
        }
        CHECK_STR(tap, names, found[i].languages);
        arena_free(&arena);
    }
}

static void test_place(struct tap *tap)
{
    /* path, number of its language, its path without it, prefix */
    static const struct {
        const char *path;
        size_t language;
        const char *plain;
        const char *prefix;
    } rows[] = {
        {"a/rye.md", 0, "a/rye.md", ""},
        {"a/rye.es.md", 1, "a/rye.md", "es/"},
        {"a/rye.ES.md", 1, "a/rye.md", "es/"},
        {"es/a/rye.md", 1, "a/rye.md", "es/"},
        {"es/a/rye.pt-BR.md", 2, "a/rye.md", "pt-br/"},
        {"pt-br/a/x.png", 2, "a/x.png", "pt-br/"},
        {"a/x.es.png", 0, "a/x.es.png", ""},
        {"a/rye.de.md", 0, "a/rye.de.md", ""},
        {"en/a/rye.md", 0, "a/rye.md", ""},
        {"a/rye.en.md", 0, "a/rye.md", ""},
        {"a/es/rye.md", 0, "a/es/rye.md", ""},
        {"a/es.md", 0, "a/es.md", ""},
        {"es.md", 0, "es.md", ""},
        {"a/v1.2.es.markdown", 1, "a/v1.2.markdown", "es/"},
    };
    struct arena arena = {0};
    struct languages languages = {0};
    *VEC_PUSH(&languages.codes, &arena) = STR("en-GB");
    *VEC_PUSH(&languages.codes, &arena) = STR("es");
    *VEC_PUSH(&languages.codes, &arena) = STR("pt-BR");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        str path = str_from(rows[i].path);
        struct language_place place =
            language_place(&languages, path, tree_post_ext(path), &arena);
        CHECK(tap, place.language == rows[i].language);
        CHECK_STR(tap, place.plain, rows[i].plain);
        CHECK_STR(tap, place.prefix, rows[i].prefix);
    }
    arena_free(&arena);
}

/* The rules of CLDR for whole numbers. */
static void test_plural(struct tap *tap)
{
    static const struct {
        const char *lang;
        int64_t count;
        const char *form;
    } rows[] = {
        {"en", 1, "one"},    {"en", 0, "other"}, {"en", 21, "other"},
        {"es", 1, "one"},    {"es", 2, "other"}, {"fr", 0, "one"},
        {"pt-BR", 0, "one"}, {"de", 0, "other"}, {"ja", 1, "other"},
        {"ru", 1, "one"},    {"ru", 21, "one"},  {"ru", 11, "many"},
        {"ru", 3, "few"},    {"ru", 13, "many"}, {"ru", 0, "many"},
        {"ru", 112, "many"}, {"pl", 1, "one"},   {"pl", 22, "few"},
        {"pl", 21, "many"},  {"pl", 12, "many"}, {"cs", 4, "few"},
        {"cs", 5, "other"},  {"tlh", 1, "one"},  {"", 2, "other"},
        {"jam", 1, "one"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CHECK_STR(tap, plural_form(str_from(rows[i].lang), rows[i].count),
                  rows[i].form);
    }
}

static void test_date_names(struct tap *tap)
{
    struct date_names names = {0};
    struct date date = {.date_only = true};
    struct buf out = {0};
    date_parse(STR("2024-05-07"), NULL, &date); /* a Tuesday */
    names.months[4] = STR("mayo");
    names.months_short[4] = STR("may.");
    names.days[2] = STR("martes");
    names.days_short[2] = STR("mar.");
    date_format_names(date, STR("%A %a %-d %B %b %Y"), &names, &out);
    CHECK_STR(tap, buf_str(&out), "martes mar. 7 mayo may. 2024");
    buf_clear(&out);
    date_format_names(date, STR("%A %a %-d %B %b %Y"), NULL, &out);
    CHECK_STR(tap, buf_str(&out), "Tuesday Tue 7 May May 2024");
    buf_free(&out);
}

int main(void)
{
    struct tap tap = {0};
    test_codes(&tap);
    test_find(&tap);
    test_place(&tap);
    test_plural(&tap);
    test_date_names(&tap);
    return tap_done(&tap);
}
