/* SPDX-License-Identifier: MIT */
#include "recipe/recipe.h"

#include "base/memory/buf.h"
#include "recipe/cooklang.h"
#include "text/html.h"
#include "text/html_entity.h"
#include "text/html_escape.h"
#include "text/html_token.h"

enum part { PART_OTHER, PART_INGREDIENTS, PART_STEPS };

enum { MOST_DEPTH = 8 };

/* Of the headings of lists that front matter has, in any language. */
static const str ingredients_id = STR_INIT("recipe-ingredients");
static const str steps_id = STR_INIT("recipe-directions");

/* The page while it is read. */
struct reader {
    struct recipe *recipe;
    struct html_token token;
    enum part part;
    int level;    /* of the heading that began the part */
    size_t depth; /* of lists */
    size_t aside; /* of quotes and alerts, which have no steps */
    struct item open[MOST_DEPTH + 1]; /* the paragraph outside of lists, then
                                         the items of the lists around. A start
                                         of 0: it is not open. An end: a list in
                                         it begins there */
    bool listed; /* a list has steps: paragraphs are none */
    size_t methods;
    size_t method; /* the place of the first heading of the steps */
    bool has_ingredients;
};

static size_t offset(const struct reader *reader)
{
    return (size_t)(reader->token.body.p - reader->recipe->html.p);
}

static str inside(const struct reader *reader, const struct item *item)
{
    return str_sub(reader->recipe->html, item->start, item->end - item->start);
}

static str colon_off(str name)
{
    name = str_trim(name);
    return str_ends(name, STR(":")) ? str_trim(str_sub(name, 0, name.n - 1))
                                    : name;
}

static void begin_group(struct reader *reader, str name)
{
    struct recipe *recipe = reader->recipe;
    str *group = reader->part == PART_INGREDIENTS
                     ? VEC_PUSH(&recipe->groups, recipe->arena)
                     : VEC_PUSH(&recipe->step_groups, recipe->arena);
    *group = colon_off(name);
}

/* --- headings --- */

/* "Ingredients", "Ingredients for the cream", "Syrup ingredients:". The
 * rest of the title names the group. `whole`: the word that the title is. */
static enum part part_of(const struct lexicon *words, str title,
                         const struct word *whole, str *group)
{
    if (whole) {
        return whole->roles & WORD_INGREDIENTS ? PART_INGREDIENTS : PART_STEPS;
    }
    struct cursor c = {words, title, 0};
    size_t last = 0;
    for (c.at = word_next(title, 0); c.at < title.n; take_next(&c)) {
        last = c.at;
    }
    if (lexicon_find(words, str_from_offset(title, last), WORD_INGREDIENTS)) {
        *group = str_trim(str_sub(title, 0, last));
        return PART_INGREDIENTS;
    }
    c.at = 0;
    const struct word *first = take_word(&c, WORD_INGREDIENTS | WORD_STEPS);
    take_blanks(&c);
    if (first && (is_any_of(cursor_char(c), "(:") || peek_word(c, WORD_NOTE))) {
        *group = str_trim(str_from_offset(title, c.at));
        return first->roles & WORD_INGREDIENTS ? PART_INGREDIENTS : PART_STEPS;
    }
    return PART_OTHER;
}

/* A heading of the same level or above ends a part, one below is a group. So is
 * "For the cream" beside "Ingredients". */
static void take_heading(struct reader *reader, int level, str id, str title)
{
    struct recipe *recipe = reader->recipe;
    str group = STR("");
    title = colon_off(title);
    const struct cursor c = {recipe->words, title, 0};
    const struct word *whole =
        lexicon_find(recipe->words, title, WORD_INGREDIENTS | WORD_STEPS);
    enum part part = str_eq(id, ingredients_id) ? PART_INGREDIENTS
                     : str_eq(id, steps_id)
                         ? PART_STEPS
                         : part_of(recipe->words, title, whole, &group);
    recipe->elsewhere = recipe->elsewhere || (whole && whole->elsewhere);
    bool beside = reader->part == PART_INGREDIENTS && level == reader->level &&
                  peek_word(c, WORD_NOTE);
    if (part == PART_OTHER && reader->part != PART_OTHER &&
        (level > reader->level || beside)) {
        begin_group(reader, title);
        return;
    }
    reader->part = part;
    reader->level = level;
    reader->has_ingredients |= part == PART_INGREDIENTS;
    reader->methods += part == PART_STEPS;
    if (part != PART_OTHER) {
        begin_group(reader, group);
    }
}

/* The title is the text up to the end tag. */
static void read_heading(struct reader *reader)
{
    int level = reader->token.name.p[1] - '0';
    size_t tag = offset(reader);
    size_t start = tag + reader->token.body.n;
    str id = html_token_value(&reader->token, STR("id"));
    while (html_token_next(&reader->token)) {
        if (reader->token.kind == HTML_END && reader->token.name.n == 2 &&
            to_lower(reader->token.name.p[0]) == 'h') {
            break;
        }
    }
    str title =
        html_plain(reader->recipe->arena, str_sub(reader->recipe->html, start,
                                                  offset(reader) - start));
    reader->method = reader->methods ? reader->method : tag;
    take_heading(reader, level, id, title);
}

/* --- items --- */

static void add_ingredient(struct reader *reader, struct item *item)
{
    struct recipe *recipe = reader->recipe;
    struct arena *arena = recipe->arena;
    struct html_token token;
    item_read_text(item, recipe->html, arena);
    if (!item->text.n) {
        return;
    }
    struct ingredient *ingredient = VEC_PUSH(&recipe->ingredients, arena);
    ingredient_read(recipe->words, item->text, arena, ingredient);
    ingredient->group = recipe->groups.n - 1;
    ingredient->item = *item;
    html_token_init(&token, inside(reader, item));
    while (html_token_next(&token) && !ingredient->link.n) {
        if (token.kind == HTML_START && html_token_is(&token, STR("a")) &&
            !html_token_attr(&token, STR("role"))) {
            ingredient->link =
                html_decode(arena, html_token_value(&token, STR("href")));
        }
    }
}

static void add_step(struct reader *reader, struct item *item)
{
    struct recipe *recipe = reader->recipe;
    item_read_text(item, recipe->html, recipe->arena);
    if (item->text.n) {
        *VEC_PUSH(&recipe->steps, recipe->arena) =
            (struct recipe_step){.item = *item,
                                 .html = str_trim(inside(reader, item)),
                                 .group = recipe->step_groups.n - 1};
    }
}

/* A paragraph of steps is one, if no list has them. Among ingredients it is a
 * group's name, if it ends with a colon or is bold. */
static void take_paragraph(struct reader *reader, struct item *item)
{
    struct recipe *recipe = reader->recipe;
    str html = str_trim(inside(reader, item));
    if (reader->part == PART_STEPS) {
        if (!reader->listed) {
            add_step(reader, item);
        }
        return;
    }
    str text = html_plain(recipe->arena, html);
    bool bold = str_starts(html, STR("<strong>")) &&
                str_ends(html, STR("</strong>")) &&
                str_find(str_from_offset(html, 1), STR("<strong>")) == STR_NONE;
    if (bold || str_ends(text, STR(":"))) {
        begin_group(reader, text);
    }
}

static struct item *open_item_of(struct reader *reader)
{
    size_t depth = reader->depth;
    return depth <= MOST_DEPTH && reader->open[depth].start
               ? &reader->open[depth]
               : NULL;
}

/* An item with a list in it names the group of that list. */
static void close_item(struct reader *reader)
{
    struct item *open = open_item_of(reader);
    if (!open) {
        return;
    }
    struct item item = *open;
    item.end = offset(reader);
    open->start = 0;
    if (!reader->depth) {
        take_paragraph(reader, &item);
    } else if (reader->part == PART_INGREDIENTS && !open->end) {
        add_ingredient(reader, &item);
    } else if (reader->part == PART_STEPS && reader->depth == 1) {
        if (!reader->listed) {
            reader->recipe->steps.n = 0;
        }
        reader->listed = true;
        add_step(reader, &item);
    }
}

static void open_item(struct reader *reader)
{
    size_t at = offset(reader);
    close_item(reader);
    if (reader->depth <= MOST_DEPTH) {
        reader->open[reader->depth] =
            (struct item){.tag = at, .start = at + reader->token.body.n};
    }
}

static void take_list(struct reader *reader, bool start)
{
    if (!reader->depth) {
        close_item(reader);
    }
    struct item *around = open_item_of(reader);
    if (start) {
        reader->depth++;
    } else if (reader->depth) {
        close_item(reader);
        reader->depth--;
    }
    if (start && around && reader->part == PART_INGREDIENTS && !around->end) {
        around->end = offset(reader);
        begin_group(reader,
                    html_plain(reader->recipe->arena, inside(reader, around)));
    }
}

/* Quotes, alerts, tables and footnotes are beside the steps. In one of them,
 * any <div> counts, so that its end is found. */
static bool is_aside(const struct reader *reader)
{
    const struct html_token *token = &reader->token;
    if (str_is_word_of(token->name, STR("div section"))) {
        str class = html_token_value(token, STR("class"));
        return reader->aside || str_starts(class, STR("alert")) ||
               str_eq(class, STR("footnotes"));
    }
    return str_is_word_of(token->name,
                          STR("blockquote figure table details aside"));
}

static void take_tag(struct reader *reader)
{
    const struct html_token *token = &reader->token;
    bool start = token->kind == HTML_START;
    if (is_aside(reader)) {
        reader->aside += start;
        reader->aside -= !start && reader->aside;
    }
    if (reader->aside) {
        return;
    }
    if (start && !reader->depth && token->name.n == 2 &&
        to_lower(token->name.p[0]) == 'h' && is_digit(token->name.p[1])) {
        close_item(reader);
        read_heading(reader);
    } else if (html_token_is(token, STR("ul")) ||
               html_token_is(token, STR("ol"))) {
        take_list(reader, start);
    } else if (html_token_is(token, reader->depth ? STR("li") : STR("p")) &&
               (reader->depth || reader->part != PART_OTHER)) {
        if (start) {
            open_item(reader);
        } else {
            close_item(reader);
        }
    }
}

static unsigned problems_of(const struct reader *reader)
{
    const struct recipe *recipe = reader->recipe;
    unsigned ingredients = recipe->ingredients.n     ? 0
                           : reader->has_ingredients ? RECIPE_EMPTY_INGREDIENTS
                                                     : RECIPE_NO_INGREDIENTS;
    unsigned steps = recipe->steps.n   ? 0
                     : reader->methods ? RECIPE_EMPTY_STEPS
                                       : RECIPE_NO_STEPS;
    return ingredients | steps | (reader->methods > 1 ? RECIPE_TWO_METHODS : 0);
}

/* --- lists in front matter, as the HTML that a page would have --- */

/* "flour: 200 g" reads as a map to YAML. */
static void put_text(value v, struct buf *out)
{
    if (value_is(v, VALUE_STRING)) {
        html_escape(str_trim(value_str(v)), out);
    } else if (value_is(v, VALUE_INT)) {
        buf_printf(out, "%lld", (long long)v.as.i);
    } else if (value_is(v, VALUE_FLOAT)) {
        buf_printf(out, "%g", v.as.f);
    }
    for (size_t i = 0; value_is(v, VALUE_DICT) && i < v.as.dict->entries.n;
         i++) {
        buf_put(out, i ? STR(", ") : STR(""));
        put_text(v.as.dict->entries.p[i].key, out);
        buf_put(out, STR(": "));
        put_text(v.as.dict->entries.p[i].val, out);
    }
}

/* Appends a value after a sign, unless it is empty or the first. */
static void put_part(value v, str sign, size_t from, struct buf *out)
{
    size_t before = out->n;
    buf_put(out, before > from ? sign : STR(""));
    size_t start = out->n;
    put_text(v, out);
    out->n = out->n == start ? before : out->n;
}

/* A map as other generators have it: "500 g flour, sifted", with all other keys
 * at its end. False: it is another map. */
static bool put_map(const struct dict *dict, struct buf *out)
{
    static const str names = STR_INIT("name item ingredient text step");
    str keys = STR("quantity amount qty unit name item ingredient text step");
    size_t from = out->n;
    bool named = false;
    str rest = keys;
    str key;
    while (str_split(&rest, ' ', &key)) {
        const value *v = dict_get_str(dict, key);
        named = named || (v && str_is_word_of(key, names));
        put_part(v ? *v : value_none(), STR(" "), from, out);
    }
    for (size_t i = 0; i < dict->entries.n; i++) {
        const struct entry *entry = &dict->entries.p[i];
        bool done = value_is(entry->key, VALUE_STRING) &&
                    str_is_word_of(value_str(entry->key), keys);
        put_part(done ? value_none() : entry->val, STR(", "), from, out);
    }
    out->n = named ? out->n : from;
    return named;
}

/* The elements of a list, each between <tag> and </tag>. */
static void put_items(const struct list *items, const char *tag,
                      struct buf *out)
{
    buf_printf(out, "<%s>\n", tag);
    for (size_t i = 0; i < items->items.n; i++) {
        buf_put(out, STR("<li>"));
        value item = items->items.p[i];
        if (!value_is(item, VALUE_DICT) || !put_map(item.as.dict, out)) {
            put_text(item, out);
        }
        buf_put(out, STR("</li>\n"));
    }
    buf_printf(out, "</%s>\n", tag);
}

bool recipe_is_list(value v)
{
    bool lists = value_is(v, VALUE_DICT) && v.as.dict->entries.n;
    for (size_t i = 0; lists && i < v.as.dict->entries.n; i++) {
        lists = value_is_sequence(v.as.dict->entries.p[i].val);
    }
    return lists || value_is_sequence(v);
}

/* A heading and the list; empty if the value is none. */
static str list_html(str heading, str id, const char *tag, value v,
                     struct arena *arena)
{
    struct buf out = {0};
    if (!recipe_is_list(v)) {
        return STR("");
    }
    buf_printf(&out, "<h2 id=\"%.*s\">", STR_ARG(id));
    html_escape(heading, &out);
    buf_put(&out, STR("</h2>\n"));
    if (value_is_sequence(v)) {
        put_items(v.as.list, tag, &out);
        return buf_move(&out, arena);
    }
    for (size_t i = 0; i < v.as.dict->entries.n; i++) {
        const struct entry *group = &v.as.dict->entries.p[i];
        buf_put(&out, STR("<h3>"));
        put_text(group->key, &out);
        buf_put(&out, STR("</h3>\n"));
        put_items(group->val.as.list, tag, &out);
    }
    return buf_move(&out, arena);
}

static void read_page(const struct lexicon *words, str html,
                      struct arena *arena, struct reader *reader)
{
    struct recipe *out = reader->recipe;
    *out = (struct recipe){.words = words, .arena = arena, .html = html};
    *reader = (struct reader){.recipe = out};
    html_token_init(&reader->token, html);
    while (html_token_next(&reader->token)) {
        if (html_token_is_tag(&reader->token)) {
            take_tag(reader);
        }
    }
}

void recipe_read(const struct lexicon *words, str html, value ingredients,
                 value steps, struct arena *arena, struct recipe *out)
{
    struct reader *reader = arena_zalloc(arena, 1, sizeof *reader);
    str marks;
    str list =
        list_html(words->ingredients, ingredients_id, "ul", ingredients, arena);
    str method = list_html(words->steps, steps_id, "ol", steps, arena);
    reader->recipe = out;
    html = cooklang_take(words, html, arena, &marks);
    read_page(words, html, arena, reader);
    list = list.n || !reader->methods ? list : marks;
    list = reader->has_ingredients ? STR("") : list;
    method = reader->methods ? STR("") : method;
    if (list.n || method.n) {
        size_t at = reader->methods ? reader->method : html.n;
        const str parts[] = {str_sub(html, 0, at), list,
                             str_from_offset(html, at), method};
        read_page(words, arena_join(arena, parts, 4), arena, reader);
    }
    out->problems = problems_of(reader);
    recipe_read_steps(out);
}

void recipe_read_cooklang(const struct lexicon *words, str text,
                          struct arena *arena, struct recipe *out)
{
    struct reader *reader = arena_zalloc(arena, 1, sizeof *reader);
    struct recipe marks;
    reader->recipe = out;
    read_page(words, cooklang_steps(words, text, arena, &marks), arena, reader);
    *VEC_PUSH(&out->groups, arena) = STR("");
    out->ingredients = marks.ingredients;
    out->cookware = marks.cookware;
    recipe_read_steps(out);
}
