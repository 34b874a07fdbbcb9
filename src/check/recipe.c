/* SPDX-License-Identifier: MIT */
#include "check/checks.h"

#include "markdown/markdown.h"
#include "site/content/post.h"
#include "text/html_token.h"
#include "text/slug.h"

enum part { PART_INGREDIENTS, PART_STEPS, PARTS };

/* Headings as slugs: in any case, with accents or without. */
static const struct {
    str slug;
    enum part part;
} names[] = {
    {STR_INIT("ingredients"), PART_INGREDIENTS},
    {STR_INIT("ingredientes"), PART_INGREDIENTS},
    {STR_INIT("method"), PART_STEPS},
    {STR_INIT("steps"), PART_STEPS},
    {STR_INIT("preparacion"), PART_STEPS},
};

/* The parts that were found so far. */
struct recipe {
    bool headed[PARTS];
    bool filled[PARTS];
    enum part part; /* at hand; PARTS: some other text */
    int level;      /* of the heading that it began with */
};

static enum part part_of(str title, struct arena *work)
{
    str slug = slug_make(work, title);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (str_eq(slug, names[i].slug)) {
            return names[i].part;
        }
    }
    return PARTS;
}

/* A heading of the same level or above ends a part, one below is a group. */
static void take_heading(struct recipe *recipe, const struct heading *heading,
                         struct arena *work)
{
    if (recipe->part != PARTS && heading->level > recipe->level) {
        return;
    }
    recipe->level = heading->level;
    recipe->part = part_of(heading->title, work);
    if (recipe->part != PARTS) {
        recipe->headed[recipe->part] = true;
    }
}

/* Headings with ids are Markdown's own, in the order that it tells them. */
static bool is_heading(const struct html_token *token)
{
    return token->name.n == 2 && to_lower(token->name.p[0]) == 'h' &&
           is_digit(token->name.p[1]) && html_token_attr(token, STR("id"));
}

/* Ingredients are items of a list; steps may be paragraphs too. */
static bool fills(const struct html_token *token, enum part part)
{
    return html_token_is(token, STR("li")) ||
           (part == PART_STEPS && html_token_is(token, STR("p")));
}

static void walk(const struct markdown *body, struct arena *work,
                 struct recipe *recipe)
{
    struct html_token token;
    size_t next = 0;
    html_token_init(&token, body->html);
    while (html_token_next(&token)) {
        if (token.kind != HTML_START) {
            continue;
        }
        if (is_heading(&token) && next < body->headings.n) {
            take_heading(recipe, &body->headings.p[next++], work);
        } else if (recipe->part != PARTS && fills(&token, recipe->part)) {
            recipe->filled[recipe->part] = true;
        }
    }
}

static void report_part(const struct post *post, const struct recipe *recipe,
                        enum part part, struct findings *findings)
{
    static const struct {
        str lacks;
        str empty;
        str hint;
    } words[PARTS] = {
        {STR_INIT("the recipe has no ingredients"),
         STR_INIT("there is no list below the heading of the ingredients"),
         STR_INIT("list them below a heading ## Ingredients or "
                  "## Ingredientes")},
        {STR_INIT("the recipe has no steps"),
         STR_INIT("there is no step below the heading of the steps"),
         STR_INIT("write them below a heading ## Method, ## Steps or "
                  "## Preparación")},
    };
    str name = post->source->name;
    span at = frontmatter_uncommon(post->front)->recipe_at;
    struct finding *finding = finding_add(
        findings, DIAG_WARNING, "recipe-part",
        (struct spot){name, name, NULL, at.off, at.len}, words[part].lacks);
    finding->key = arena_concat(findings->arena, name, words[part].lacks);
    finding->message =
        recipe->headed[part] ? words[part].empty : words[part].lacks;
    finding->hint = words[part].hint;
}

/* The theme shows what front matter lists. */
static bool is_listed(const struct post *post, str key)
{
    const value *own =
        dict_get_str(frontmatter_uncommon(post->front)->recipe.as.dict, key);
    const value *list =
        own ? own : dict_get_str(post->front->extra.as.dict, key);
    return list && value_is_sequence(*list) && list->as.list->items.n;
}

void recipe_check(const struct post *post, struct arena *work,
                  struct findings *findings)
{
    const struct markdown_options options = {.html = post->file->html,
                                             .raw_html = true};
    struct recipe recipe = {.part = PARTS};
    struct markdown body;
    struct source source;
    struct diags ignored; /* the build has said it */
    size_t start;
    diags_init(&ignored, work);
    if (!value_is(frontmatter_uncommon(post->front)->recipe, VALUE_DICT) ||
        !(str_starts(post->lang, STR("en")) ||
          str_starts(post->lang, STR("es"))) ||
        post_read_body(post, work, &ignored, &source, &start) !=
            POST_BODY_READ ||
        !markdown_render(&source, start, &options, work, &ignored, &body)) {
        return;
    }
    walk(&body, work, &recipe);
    if (is_listed(post, STR("ingredients")) &&
        is_listed(post, STR("directions"))) {
        return;
    }
    for (size_t part = 0; part < PARTS; part++) {
        if (!recipe.filled[part]) {
            report_part(post, &recipe, (enum part)part, findings);
        }
    }
}
