/* SPDX-License-Identifier: MIT */
#include "check/checks.h"

#include "base/memory/buf.h"
#include "markdown/markdown.h"
#include "site/content/post.h"
#include "site/view/recipe_facts.h"

/* A post while its recipe is checked. */
struct recipe_check {
    const struct post *post;
    const struct source *source;
    const struct recipe *recipe;
    struct findings *findings;
};

static struct finding *add(const struct recipe_check *check, const char *code,
                           span at, str message)
{
    str name = check->post->source->name;
    struct finding *finding =
        finding_add(check->findings, DIAG_WARNING, code,
                    (struct spot){name, name, NULL, at.off, at.len}, message);
    finding->key = arena_concat(check->findings->arena, name, message);
    finding->message = message;
    return finding;
}

/* The place of `recipe:`; the post's beginning, if an _index.md has it. */
static span recipe_place(const struct recipe_check *check)
{
    span at = frontmatter_uncommon(check->post->front)->recipe_at;
    return at.source && str_eq(at.source->name, check->source->name)
               ? at
               : span_of(check->source, 0, 0);
}

/* The place of a fact of the post's own. */
static span fact_place(const struct recipe_check *check, str key)
{
    const struct dict *facts = post_recipe_facts(check->post);
    const value *fact = facts ? dict_get_str(facts, key) : NULL;
    span own = recipe_place(check);
    span at = fact
                  ? dict_value_span(facts, dict_index(facts, value_string(key)))
                  : own;
    return at.len && at.off >= own.off && at.off < own.off + own.len ? at : own;
}

/* The place of a line in the post's file, if it is written there as it is read.
 */
static span line_place(const struct recipe_check *check, str text)
{
    size_t at = str_find(check->source->text, text);
    return at == STR_NONE ? recipe_place(check)
                          : span_of(check->source, at, text.n);
}

static void report_parts(const struct recipe_check *check)
{
    const struct lexicon *known = check->recipe->words;
    struct arena *arena = check->findings->arena;
    str list = arena_printf(arena, "list them below a heading ## %.*s",
                            STR_ARG(known->ingredients));
    str write = arena_printf(arena, "write them below a heading ## %.*s",
                             STR_ARG(known->steps));
    const struct {
        unsigned problem;
        str message;
        str hint;
    } words[] = {
        {RECIPE_NO_INGREDIENTS, STR("the recipe has no ingredients"), list},
        {RECIPE_EMPTY_INGREDIENTS,
         STR("there is no list below the heading of the ingredients"), list},
        {RECIPE_NO_STEPS, STR("the recipe has no steps"), write},
        {RECIPE_EMPTY_STEPS,
         STR("there is no step below the heading of the steps"), write},
        {RECIPE_TWO_METHODS, STR("the recipe has its steps twice"),
         STR("make one of the headings a group, with one # more")},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (check->recipe->problems & words[i].problem) {
            add(check, "recipe-part", recipe_place(check), words[i].message)
                ->hint = words[i].hint;
        }
    }
}

static void check_lines(const struct recipe_check *check)
{
    struct arena *arena = check->findings->arena;
    for (size_t i = 0; i < check->recipe->ingredients.n; i++) {
        const struct ingredient *ingredient = &check->recipe->ingredients.p[i];
        if (ingredient->refused) {
            add(check, "recipe-line", line_place(check, ingredient->text),
                arena_printf(arena, "the quantity of \"%.*s\" is not clear",
                             STR_ARG(ingredient->text)))
                ->hint = STR("the line is the same at each factor: write 1/2, "
                             "1.5 or 2-3, and a unit");
        }
    }
}

/* A fact of front matter as it is written; empty if there is none. */
static str fact_text(const struct recipe_check *check, str key)
{
    value fact = post_recipe_fact(check->post, key);
    return value_is(fact, VALUE_INT)
               ? arena_printf(check->findings->arena, "%lld",
                              (long long)fact.as.i)
               : post_recipe_text(check->post, key);
}

/* A time of front matter in seconds; none if it is missing, or not clear, which
 * is reported. */
static struct fraction time_of(const struct recipe_check *check, str key)
{
    const struct fraction none = {0, 0};
    str text = fact_text(check, key);
    struct fraction seconds = duration_read(check->recipe->words, text);
    if (!text.n || seconds.den) {
        return text.n ? seconds : none;
    }
    add(check, "recipe-time", fact_place(check, key),
        arena_printf(check->findings->arena,
                     "\"%.*s\" is no time that programs can read",
                     STR_ARG(text)))
        ->hint = STR("write it as 1 h 20 min");
    return none;
}

static void check_times(const struct recipe_check *check)
{
    struct fraction prep = time_of(check, STR("prep"));
    struct fraction cook = time_of(check, STR("cook"));
    struct fraction total = time_of(check, STR("total"));
    struct fraction sum = fraction_add(prep, cook);
    if (sum.den && total.den && fraction_compare(total, sum) < 0) {
        add(check, "recipe-time", fact_place(check, STR("total")),
            STR("the total time is less than that of its parts"))
            ->hint = STR("prep and cook are part of the total");
    }
}

static void check_yield(const struct recipe_check *check)
{
    struct fraction number;
    struct cursor c = {check->recipe->words, fact_text(check, STR("yield")), 0};
    bool minus = cursor_char(c) == '-' && is_digit(str_at(c.text, 1));
    if (minus || (c.text.n && take_number(&c, &number) == SCAN_BAD)) {
        add(check, "recipe-fact", fact_place(check, STR("yield")),
            STR("the number of servings is not clear"))
            ->hint = STR("write yield: 4, or yield: 4 loaves");
    }
}

/* A tin without a number is not meant for others. */
static void check_tin(const struct recipe_check *check)
{
    str text = fact_text(check, STR("tin"));
    bool number = false;
    for (size_t i = 0; i < text.n; i++) {
        number = number || is_digit(text.p[i]);
    }
    if (number && !tin_area(check->recipe->words, text).den) {
        add(check, "recipe-fact", fact_place(check, STR("tin")),
            arena_printf(check->findings->arena, "\"%.*s\" is no size of a tin",
                         STR_ARG(text)))
            ->hint = STR("write tin: 20 cm round, 20 cm square or 30 x 20 cm");
    }
}

static void check_units(const struct recipe_check *check)
{
    str text = fact_text(check, STR("units"));
    enum unit_system system;
    if (text.n && !unit_system_find(text, &system)) {
        add(check, "recipe-fact", fact_place(check, STR("units")),
            arena_printf(check->findings->arena,
                         "\"%.*s\" is no system of units", STR_ARG(text)))
            ->hint = STR("write units: metric, us or imperial");
    }
}

/* The facts that search engines want for a rich result. A picture is the one
 * that they insist on. */
static void check_rich(const struct recipe_check *check)
{
    const struct post *post = check->post;
    const struct frontmatter *front = post->front;
    struct recipe_fact {
        bool there;
        str name;
    };
    bool total = post_recipe_text(post, STR("total")).n ||
                 (post_recipe_text(post, STR("prep")).n &&
                  post_recipe_text(post, STR("cook")).n);
    bool yield =
        !value_is(post_recipe_fact(post, STR("yield")), VALUE_UNDEFINED);
    const struct recipe_fact facts[] = {
        {frontmatter_uncommon(front)->cover.image.n > 0, STR("a cover")},
        {yield, STR("yield")},
        {total, STR("total, or prep and cook")},
        {front->summary.n || front->description.n, STR("a description")},
        {post->has_date, STR("a date")},
    };
    struct buf lacks = {0};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        if (!facts[i].there) {
            buf_put(&lacks, lacks.n ? STR("; ") : STR(""));
            buf_put(&lacks, facts[i].name);
        }
    }
    if (lacks.n) {
        str names = buf_move(&lacks, check->findings->arena);
        struct finding *finding =
            add(check, "recipe-rich", recipe_place(check),
                arena_printf(check->findings->arena,
                             "for a rich result of search engines, this "
                             "recipe lacks %.*s",
                             STR_ARG(names)));
        finding->severity = DIAG_ADVICE;
        finding->hint = STR("none of it is needed for readers");
    }
}

void recipe_check(const struct post *post, struct arena *work,
                  struct findings *findings)
{
    const struct markdown_options options = {.html = post->file->html,
                                             .raw_html = true};
    struct markdown body;
    struct source source;
    struct recipe recipe;
    size_t start;
    struct diags ignored = {.arena = work}; /* the build has said it */
    if (!post_has_recipe(post) ||
        post_read_body(post, work, &ignored, &source, &start) !=
            POST_BODY_READ ||
        !markdown_render(&source, start, &options, work, &ignored, &body)) {
        return;
    }
    const struct lexicon *words = post_recipe_words(post, work);
    post_recipe_read(post, words, body.html, work, &recipe);
    const struct recipe_check check = {post, &source, &recipe, findings};
    if (str_starts(post->lang, words->language)) {
        report_parts(&check);
    }
    check_lines(&check);
    check_times(&check);
    check_yield(&check);
    check_tin(&check);
    check_units(&check);
    if (recipe.ingredients.n && recipe.steps.n) {
        check_rich(&check);
    }
}
