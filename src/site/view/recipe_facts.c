/* SPDX-License-Identifier: MIT */
#include "site/view/recipe_facts.h"

#include "base/hash.h"
#include "site/config/words.h"
#include "site/content/post.h"
#include "site/site_keys.h"

const struct dict *post_recipe_facts(const struct post *post)
{
    value facts = frontmatter_uncommon(post->front)->recipe;
    return value_is(facts, VALUE_DICT) ? facts.as.dict : NULL;
}

/* The names of facts in the front matter of Cooklang. */
static const struct {
    str fact;
    str names[3];
} cook_names[] = {
    {STR_INIT("yield"),
     {STR_INIT("servings"), STR_INIT("serves"), STR_INIT("yield")}},
    {STR_INIT("prep"), {STR_INIT("prep time"), STR_INIT("time.prep")}},
    {STR_INIT("cook"), {STR_INIT("cook time"), STR_INIT("time.cook")}},
    {STR_INIT("total"),
     {STR_INIT("time required"), STR_INIT("time"), STR_INIT("duration")}},
    {STR_INIT("category"), {STR_INIT("course")}},
    {STR_INIT("cuisine"), {STR_INIT("cuisine")}},
    {STR_INIT("diet"), {STR_INIT("diet")}},
};
enum { COOK_NAMES = sizeof cook_names / sizeof *cook_names };

value post_recipe_fact(const struct post *post, str key)
{
    const struct dict *facts = post_recipe_facts(post);
    const value *found = facts ? dict_get_str(facts, key) : NULL;
    for (size_t i = 0; post->file->cook && i < COOK_NAMES; i++) {
        for (size_t k = 0; !found && str_eq(cook_names[i].fact, key) && k < 3;
             k++) {
            found = dict_get_str(post->front->extra.as.dict,
                                 cook_names[i].names[k]);
        }
    }
    return found ? *found : value_undefined();
}

value post_recipe_map(const struct post *post, struct arena *arena)
{
    const struct dict *facts = post_recipe_facts(post);
    value v = value_dict(arena);
    for (size_t i = 0; facts && i < facts->entries.n; i++) {
        dict_set(v.as.dict, arena, facts->entries.p[i].key,
                 facts->entries.p[i].val);
    }
    for (size_t i = 0; post->file->cook && i < COOK_NAMES; i++) {
        value key = value_string(cook_names[i].fact);
        value fact = post_recipe_fact(post, cook_names[i].fact);
        if (!value_is(fact, VALUE_UNDEFINED)) {
            dict_set(v.as.dict, arena, key, fact);
        }
    }
    return v;
}

str post_recipe_text(const struct post *post, str key)
{
    value v = post_recipe_fact(post, key);
    return value_is(v, VALUE_STRING) ? value_str(v) : STR("");
}

static value first_list(const struct dict *dict, const str *names, size_t n)
{
    for (size_t i = 0; dict && i < n; i++) {
        const value *found = dict_get_str(dict, names[i]);
        if (found && recipe_is_list(*found)) {
            return *found;
        }
    }
    return value_undefined();
}

/* The list of that name in `recipe:`, or as a key of its own, as Chowdown has
 * it. */
static value find_list(const struct dict *facts, const struct dict *front,
                       const str *names, size_t n)
{
    value own = first_list(facts, names, n);
    return value_is(own, VALUE_UNDEFINED) ? first_list(front, names, n) : own;
}

value recipe_ingredients_in(const struct dict *facts, const struct dict *front)
{
    static const str name = STR_INIT("ingredients");
    return find_list(facts, front, &name, 1);
}

value recipe_steps_in(const struct dict *facts, const struct dict *front)
{
    static const str names[] = {STR_INIT("directions"),
                                STR_INIT("instructions"), STR_INIT("steps"),
                                STR_INIT("method")};
    return find_list(facts, front, names, sizeof names / sizeof *names);
}

/* A post that could not be read has no keys. */
static value ingredients_of(const struct post *post)
{
    return recipe_ingredients_in(post_recipe_facts(post),
                                 post->front->extra.as.dict);
}

static value steps_of(const struct post *post)
{
    return recipe_steps_in(post_recipe_facts(post), post->front->extra.as.dict);
}

bool post_has_recipe(const struct post *post)
{
    static const str directions = STR_INIT("directions");
    value recipe = frontmatter_uncommon(post->front)->recipe;
    return !value_is(recipe, VALUE_BOOL) && post->file->kind != CONTENT_INDEX &&
           (post_recipe_facts(post) || post->file->cook ||
            recipe_is_list(ingredients_of(post)) ||
            recipe_is_list(find_list(post_recipe_facts(post),
                                     post->front->extra.as.dict, &directions,
                                     1)));
}

uint64_t post_recipe_hash(const struct post *post)
{
    const struct dict *facts = post_recipe_facts(post);
    if (!post_has_recipe(post)) {
        return 0;
    }
    const struct words *words = post->site ? post->site->words : NULL;
    uint64_t parts[] = {
        facts ? value_hash(frontmatter_uncommon(post->front)->recipe, NULL) : 1,
        value_hash(ingredients_of(post), NULL),
        value_hash(steps_of(post), NULL),
        words ? words_hash(words, post->lang, STR("recipe_ingredients")) : 0,
        words ? words_hash(words, post->lang, STR("recipe_directions")) : 0};
    uint64_t hash = hash64_of(parts, sizeof parts / sizeof *parts);
    for (size_t i = 0; post->file->cook && i < COOK_NAMES; i++) {
        hash = hash64_mix(
            hash, value_hash(post_recipe_fact(post, cook_names[i].fact), NULL));
    }
    return hash;
}

const struct lexicon *post_recipe_words(const struct post *post,
                                        struct arena *arena)
{
    struct lexicon *words = ARENA_NEW(arena, struct lexicon);
    *words = *post_lexicon(post, arena);
    words->arena = arena;
    if (post->site && post->site->words) {
        words->ingredients = words_text(post->site->words, post->lang,
                                        STR("recipe_ingredients"));
        words->steps =
            words_text(post->site->words, post->lang, STR("recipe_directions"));
    }
    unit_system_find(post_recipe_text(post, STR("units")), &words->system);
    return words;
}

void post_recipe_read(const struct post *post, const struct lexicon *words,
                      str html, struct arena *arena, struct recipe *out)
{
    recipe_read(words, html, ingredients_of(post), steps_of(post), arena, out);
}
