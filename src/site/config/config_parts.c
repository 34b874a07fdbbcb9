/* SPDX-License-Identifier: MIT */
#include "site/config/config_parts.h"

#include <stddef.h>

#include "drawing/card.h"
#include "files/fs.h"

#define KEY(key) .name = STR_INIT(key)

/* --- numbers of posts --- */

static bool take_count(const struct schema_setting *setting, size_t *out)
{
    int64_t count = setting->as.number;
    if (count < 0 || count > 1000000) {
        struct diag *diag =
            diag_error(setting->schema->diags, setting->at, "bad-number",
                       "a number of posts from 0 (all of them) is wanted");
        diag_hint(diag, "write a number such as 10");
        return false;
    }
    *out = (size_t)count;
    return true;
}

bool config_take_paginate(const struct schema_setting *setting, void *config)
{
    return take_count(setting, &((struct config *)config)->paginate);
}

/* --- feeds --- */

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

const str feed_words[FEED_FORMATS] = {
    [FEED_ATOM] = STR_INIT("atom"),
    [FEED_RSS] = STR_INIT("rss"),
    [FEED_JSON] = STR_INIT("json"),
};

const str feed_files[FEED_FORMATS] = {
    [FEED_ATOM] = STR_INIT("feed.xml"),
    [FEED_RSS] = STR_INIT("rss.xml"),
    [FEED_JSON] = STR_INIT("feed.json"),
};

static bool take_formats(const struct schema_setting *setting, unsigned *out)
{
    const struct text_list *list = &setting->as.list;
    unsigned formats = 0;
    bool ok = true;
    for (size_t i = 0; i < list->n; i++) {
        size_t format = 0;
        while (format < FEED_FORMATS &&
               !str_eq_nocase(list->p[i].text, feed_words[format])) {
            format++;
        }
        if (format == FEED_FORMATS) {
            ok = bad_feed(setting->schema, list->p[i].at,
                          "feeds are written as atom, rss and json", feed_words,
                          FEED_FORMATS);
        } else {
            formats |= 1u << format;
        }
    }
    *out = ok ? formats : *out;
    return ok;
}

static bool take_site(const struct schema_setting *setting, void *feeds)
{
    return take_formats(setting, &((struct config_feeds *)feeds)->site);
}

static bool take_sections(const struct schema_setting *setting, void *feeds)
{
    return take_formats(setting, &((struct config_feeds *)feeds)->sections);
}

static bool take_terms(const struct schema_setting *setting, void *feeds)
{
    return take_formats(setting, &((struct config_feeds *)feeds)->terms);
}

static bool take_limit(const struct schema_setting *setting, void *feeds)
{
    size_t *limit = &((struct config_feeds *)feeds)->limit;
    bool ok = take_count(setting, limit);
    *limit = *limit ? *limit : SIZE_MAX;
    return ok;
}

static bool take_content(const struct schema_setting *setting, void *feeds)
{
    static const str words[] = {STR_INIT("full"), STR_INIT("summary")};
    bool summary = str_eq(setting->as.text, words[1]);
    ((struct config_feeds *)feeds)->summary = summary;
    return summary || str_eq(setting->as.text, words[0]) ||
           bad_feed(setting->schema, setting->at,
                    "the content of feeds is full or summary", words, 2);
}

bool config_take_feeds(const struct schema_setting *setting, void *config)
{
    static const struct schema_key keys[] = {
        {KEY("limit"), SCHEMA_INT, .take = take_limit},
        {KEY("formats"), SCHEMA_WORDS, .take = take_site},
        {KEY("sections"), SCHEMA_WORDS, .take = take_sections},
        {KEY("terms"), SCHEMA_WORDS, .take = take_terms},
        {KEY("content"), SCHEMA_TEXT, .take = take_content},
    };
    return schema_read_all(setting->schema, keys, sizeof keys / sizeof *keys,
                           setting->as.any.as.dict, "below \"feeds\"",
                           &((struct config *)config)->feeds);
}

/* --- languages --- */

bool config_is_language(str tag)
{
    bool good = true;
    size_t part = 0;
    for (size_t i = 0; i <= tag.n; i++) {
        if (i == tag.n || tag.p[i] == '-') {
            good = good && part > 0 && part <= 8;
            part = 0;
        } else {
            good = good && is_alnum(tag.p[i]);
            part++;
        }
    }
    return good;
}

static bool add_language(const struct schema *schema, str code, span at,
                         value words, struct config_languages *out)
{
    static const struct schema_key keys[] = {
        {KEY("title"), SCHEMA_TEXT, offsetof(struct config_language, title)},
        {KEY("description"), SCHEMA_TEXT,
         offsetof(struct config_language, description)},
        {KEY("menu"), SCHEMA_ANY, offsetof(struct config_language, menu)},
    };
    struct config_language language = {.code = code};
    if (!config_is_language(code)) {
        struct diag *diag =
            diag_error(schema->diags, at, "bad-language", "not a language tag");
        diag_hint(diag, "write en, es or pt-BR");
        return false;
    }
    bool ok = true;
    if (value_is(words, VALUE_DICT)) {
        ok = schema_read_all(schema, keys, sizeof keys / sizeof *keys,
                             words.as.dict, "of a language", &language);
    } else if (value_is(words, VALUE_STRING)) {
        language.title = value_str(words);
    }
    *VEC_PUSH(out, schema->arena) = language;
    return ok;
}

static bool take_codes(const struct schema *schema, const struct list *list,
                       struct config *config)
{
    bool ok = true;
    bool english = false;
    for (size_t i = 0; i < list->items.n; i++) {
        span at = list_item_span(list, i);
        str code = schema_text(list->items.p[i], at);
        ok = add_language(schema, code, at, value_none(), &config->languages) &&
             ok;
        english = english || str_eq(code, STR("en"));
    }
    if (!config->language.n && !english && config->languages.n) {
        config->language = config->languages.p[0].code;
    }
    return ok;
}

bool config_take_languages(const struct schema_setting *setting, void *config)
{
    const struct schema *schema = setting->schema;
    value v = setting->as.any;
    if (value_is(v, VALUE_LIST)) {
        return take_codes(schema, v.as.list, config);
    }
    if (!value_is(v, VALUE_DICT)) {
        return schema_wrong_type(schema, STR("languages"), v, setting->at,
                                 "a list of languages",
                                 "write languages: [en, es]");
    }
    bool ok = true;
    const struct dict *dict = v.as.dict;
    for (size_t i = 0; i < dict->entries.n; i++) {
        ok = add_language(schema, schema_key_text(dict, i),
                          dict_key_span(dict, i), dict->entries.p[i].val,
                          &((struct config *)config)->languages) &&
             ok;
    }
    return ok;
}

/* --- math --- */

static bool take_macros(const struct schema_setting *setting, void *math)
{
    const struct schema *schema = setting->schema;
    const struct dict *dict = setting->as.any.as.dict;
    size_t n = dict->entries.n;
    struct math_macro *macros =
        ARENA_ARRAY(schema->arena, struct math_macro, n);
    for (size_t i = 0; i < n; i++) {
        value text = dict->entries.p[i].val;
        span at = dict_value_span(dict, i);
        str name = schema_key_text(dict, i);
        if (value_is(text, VALUE_DICT) || value_is(text, VALUE_LIST)) {
            return schema_wrong_type(schema, name, text, at, "a text",
                                     "write it in quotes: '\\mathrm{RTT}'");
        }
        if (!str_starts(name, STR("\\"))) { /* it may be left out */
            name = arena_concat(schema->arena, STR("\\"), name);
        }
        macros[i] = (struct math_macro){name, schema_text(text, at)};
    }
    ((struct config_math *)math)->macros = (struct math_macros){macros, n};
    return true;
}

bool config_take_math(const struct schema_setting *setting, void *config)
{
    static const struct schema_key keys[] = {
        {KEY("macros"), SCHEMA_DICT, .take = take_macros},
    };
    struct config_math *math = &((struct config *)config)->math;
    value v = setting->as.any;
    if (value_is(v, VALUE_DICT)) {
        return schema_read_all(setting->schema, keys, 1, v.as.dict,
                               "below \"math\"", math);
    }
    if (!value_is(v, VALUE_BOOL)) {
        return schema_wrong_type(setting->schema, STR("math"), v, setting->at,
                                 "true, false or a map",
                                 "math: false turns formulas off");
    }
    math->on = v.as.b;
    return true;
}

/* --- images --- */

struct images_read {
    struct config_images *out;
    bool clean;
    bool resize;
    bool place;
};

static bool take_keep(const struct schema_setting *setting, void *images)
{
    static const str words[] = {
        [IMAGE_KEEP_CREDIT] = STR_INIT("credit"),
        [IMAGE_KEEP_NONE] = STR_INIT("none"),
        [IMAGE_KEEP_ALL] = STR_INIT("all"),
    };
    const struct text_list *list = &setting->as.list;
    for (size_t i = 0; i < sizeof words / sizeof *words && list->n == 1; i++) {
        if (str_eq(list->p[0].text, words[i])) {
            ((struct images_read *)images)->out->keep = (enum image_keep)i;
            return true;
        }
    }
    struct diag *diag =
        diag_error(setting->schema->diags, setting->at, "wrong-type",
                   "\"keep\" wants credit, none or all");
    diag_hint(diag, "write keep: [credit], or clean: false, which leaves all");
    return false;
}

static bool take_image_number(const struct schema_setting *setting,
                              const char *name, int64_t least, int64_t most,
                              int64_t *out)
{
    *out = setting->as.number;
    if (*out >= least && *out <= most) {
        return true;
    }
    diag_error(setting->schema->diags, setting->at, "wrong-type",
               "\"%s\" wants a number from %lld to %lld", name,
               (long long)least, (long long)most);
    return false;
}

static bool take_image_width(const struct schema_setting *setting, void *images)
{
    struct config_images *out = ((struct images_read *)images)->out;
    return take_image_number(setting, "width", 200, 4000, &out->width);
}

static bool take_image_quality(const struct schema_setting *setting,
                               void *images)
{
    struct config_images *out = ((struct images_read *)images)->out;
    return take_image_number(setting, "quality", 1, 100, &out->quality);
}

bool config_take_images(const struct schema_setting *setting, void *config)
{
    static const struct schema_key keys[] = {
        {KEY("clean"), SCHEMA_BOOL, .to = offsetof(struct images_read, clean)},
        {KEY("resize"), SCHEMA_BOOL,
         .to = offsetof(struct images_read, resize)},
        {KEY("place"), SCHEMA_BOOL, .to = offsetof(struct images_read, place)},
        {KEY("width"), SCHEMA_INT, .take = take_image_width},
        {KEY("quality"), SCHEMA_INT, .take = take_image_quality},
        {KEY("keep"), SCHEMA_WORDS, .take = take_keep},
    };
    struct images_read read = {&((struct config *)config)->images, true, true,
                               false};
    bool ok = schema_read_all(setting->schema, keys, 6, setting->as.any.as.dict,
                              "below \"images\"", &read);
    read.out->resize = read.resize;
    read.out->place = read.place;
    if (!read.clean) {
        read.out->keep = IMAGE_KEEP_ALL;
    }
    return ok;
}

/* --- cards --- */

static void check_cards(const struct schema_setting *setting,
                        struct config_cards *cards)
{
    struct diags *diags = setting->schema->diags;
    struct fs_stat stat;
    if (!card_can_draw()) {
        struct diag *diag = diag_warning(
            diags, setting->at, "no-cards",
            "posts get no cards: there is no FreeType on this machine, or "
            "crumb was built without it");
        diag_hint(diag, "install it and build crumb again");
        cards->on = false;
    } else if (!cards->font.n) {
        struct diag *diag =
            diag_warning(diags, setting->at, "no-cards",
                         "cards show no titles: this machine has no font that "
                         "crumb knows");
        diag_hint(diag, "install fonts-dejavu-core, or name a file: "
                        "cards: {font: fonts/bold.ttf}");
    } else if (fs_stat(cards->font, &stat) != 0 || stat.kind != FS_FILE) {
        struct diag *diag =
            diag_warning(diags, setting->at, "no-cards",
                         "cards show no titles: there is no file %.*s",
                         STR_ARG(cards->font));
        diag_hint(diag, "the path of the font counts from the site's folder");
        cards->font = STR("");
    }
}

bool config_take_cards(const struct schema_setting *setting, void *config)
{
    static const struct schema_key keys[] = {
        {KEY("font"), SCHEMA_TEXT, .to = offsetof(struct config_cards, font)},
    };
    struct config_cards *cards = &((struct config *)config)->cards;
    value v = setting->as.any;
    bool ok = true;
    if (value_is(v, VALUE_DICT)) {
        cards->on = true;
        ok = schema_read_all(setting->schema, keys, 1, v.as.dict,
                             "below \"cards\"", cards);
    } else if (value_is(v, VALUE_BOOL)) {
        cards->on = v.as.b;
    } else {
        return schema_wrong_type(setting->schema, STR("cards"), v, setting->at,
                                 "true, false or a map",
                                 "cards: true draws a card for each post");
    }
    cards->font = cards->font.n ? cards->font : card_font();
    if (ok && cards->on) {
        check_cards(setting, cards);
    }
    return ok;
}
