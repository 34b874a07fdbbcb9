/* SPDX-License-Identifier: MIT */
#include "site/organise/organise.h"

#include "base/memory/buf.h"
#include "data/yaml.h"
#include "text/slug.h"

struct list_check {
    struct site *site;
    const struct taxonomy *taxonomy;
    size_t place;
    struct diags *diags;
    bool has_items;
    struct map items; /* slugs of list items with spaces: they are one term */
};

static bool has_space(str text)
{
    return str_find_char(text, ' ') != STR_NONE;
}

static str without_quote(str text)
{
    bool quote =
        text.n && (text.p[text.n - 1] == '"' || text.p[text.n - 1] == '\'');
    return str_sub(text, 0, text.n - quote);
}

/* The text before the value is the taxonomy's own key: then the value is no
 * item of a list. *toml: the key has "=" after it. */
static bool is_whole_value(const struct taxonomy *taxonomy, span at, bool *toml)
{
    if (!at.source) {
        return false;
    }
    str text = str_sub(at.source->text, 0, at.off);
    text = str_trim(without_quote(text));
    *toml = str_ends(text, STR("="));
    if (!*toml && !str_ends(text, STR(":"))) {
        return false;
    }
    text = without_quote(str_trim(str_sub(text, 0, text.n - 1)));
    str name = taxonomy->as.name;
    size_t before = text.n - name.n - 1;
    return str_ends(text, name) &&
           (text.n == name.n ||
            (!is_alnum(text.p[before]) && !strchr("-_", text.p[before])));
}

/* The post's only term, if it is the whole of a text with spaces. */
static const struct text_item *text_of(const struct list_check *c,
                                       const struct post *post, bool *toml)
{
    struct text_list words = frontmatter_words(post->front, c->place);
    return words.n == 1 && has_space(words.p[0].text) &&
                   is_whole_value(c->taxonomy, words.p[0].at, toml)
               ? &words.p[0]
               : NULL;
}

static void note_items(struct list_check *c, const struct posts *posts)
{
    for (size_t i = 0; i < posts->n; i++) {
        bool toml;
        const struct post *post = posts->p[i];
        struct text_list words = frontmatter_words(post->front, c->place);
        for (size_t w = 0; w < words.n && !text_of(c, post, &toml); w++) {
            if (has_space(words.p[w].text)) {
                str slug = slug_make(c->site->arena, words.p[w].text);
                *map_put(&c->items, c->site->arena, slug) = &words.p[w];
            }
        }
    }
}

/* Some post has the text as an item of a list. */
static bool is_item(struct list_check *c, str text)
{
    if (!c->has_items) {
        note_items(c, &c->site->posts);
        note_items(c, &c->site->unlisted);
        c->has_items = true;
    }
    return map_get(&c->items, slug_make(c->site->arena, text)) != NULL;
}

/* The term that one part of the text is elsewhere. */
static const struct term *known_part(const struct list_check *c, str text,
                                     str *part)
{
    while (str_split(&text, ' ', part)) {
        str slug = slug_make(c->site->arena, *part);
        const struct term *term =
            slug.n ? map_get(&c->taxonomy->by_slug, slug) : NULL;
        if (term) {
            return term;
        }
    }
    return NULL;
}

/* [bread, rye], as it is written in that language. */
static str list_of(const struct list_check *c, str text, bool toml)
{
    struct arena *arena = c->site->arena;
    struct buf out = {0};
    str part;
    while (str_split(&text, ' ', &part)) {
        if (part.n) {
            buf_put(&out, out.n ? STR(", ") : STR("["));
            buf_put(&out, toml ? yaml_quote_always(arena, part)
                               : yaml_quote(arena, part));
        }
    }
    buf_putc(&out, ']');
    return buf_move(&out, arena);
}

static void check_post(struct list_check *c, const struct post *post)
{
    bool toml;
    str part;
    const struct text_item *item = text_of(c, post, &toml);
    const struct term *term = item ? known_part(c, item->text, &part) : NULL;
    if (!term || is_item(c, item->text)) {
        return;
    }
    str name = c->taxonomy->as.name;
    struct diag *diag = diag_warning(
        c->diags, item->at, "likely-list",
        "\"%.*s\" is one term of \"%.*s\" here, and \"%.*s\" is one in %.*s",
        STR_ARG(item->text), STR_ARG(name), STR_ARG(part),
        STR_ARG(term->at.source ? term->at.source->name : STR("another post")));
    str one = toml ? yaml_quote_always(c->site->arena, item->text)
                   : yaml_quote(c->site->arena, item->text);
    diag_hint(diag, "write %.*s%s%.*s if several are meant, else [%.*s]",
              STR_ARG(name), toml ? " = " : ": ",
              STR_ARG(list_of(c, item->text, toml)), STR_ARG(one));
}

void word_lists_check(struct site *site, const struct taxonomy *taxonomy,
                      size_t place, struct diags *diags)
{
    struct list_check c = {site, taxonomy, place, diags, false, {0}};
    if (!str_is_word_of(taxonomy->as.name, STR("tags categories"))) {
        return;
    }
    for (size_t i = 0; i < site->posts.n; i++) {
        check_post(&c, site->posts.p[i]);
    }
    for (size_t i = 0; i < site->unlisted.n; i++) {
        check_post(&c, site->unlisted.p[i]);
    }
}
