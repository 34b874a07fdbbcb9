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

/* The names of facts beside `recipe`: those of Cooklang, of schema.org, and of
 * other generators. */
static const struct {
    str fact;
    str names[4];
} other_names[] = {
    {STR_INIT("yield"),
     {STR_INIT("servings"), STR_INIT("serves"), STR_INIT("yield"),
      STR_INIT("recipeYield")}},
    {STR_INIT("prep"),
     {STR_INIT("prep time"), STR_INIT("time.prep"), STR_INIT("prep_time"),
      STR_INIT("prepTime")}},
    {STR_INIT("cook"),
     {STR_INIT("cook time"), STR_INIT("time.cook"), STR_INIT("cook_time"),
      STR_INIT("cookTime")}},
    {STR_INIT("total"),
     {STR_INIT("time required"), STR_INIT("total_time"), STR_INIT("totalTime"),
      STR_INIT("time")}},
    {STR_INIT("total"), {STR_INIT("duration")}},
    {STR_INIT("category"), {STR_INIT("course")}},
    {STR_INIT("cuisine"), {STR_INIT("cuisine")}},
    {STR_INIT("diet"), {STR_INIT("diet")}},
};
enum { OTHER_NAMES = sizeof other_names / sizeof *other_names };

value post_recipe_fact(const struct post *post, str key)
{
    const struct dict *facts = post_recipe_facts(post);
    const value *found = facts ? dict_get_str(facts, key) : NULL;
    bool beside = post_has_recipe(post);
    for (size_t i = 0; beside && i < OTHER_NAMES; i++) {
        for (size_t k = 0; !found && str_eq(other_names[i].fact, key) && k < 4;
             k++) {
            found = dict_get_str(post->front->extra.as.dict,
                                 other_names[i].names[k]);
        }
    }
    return found ? *found : value_undefined();
}

value post_recipe_map(const struct post *post, struct arena *arena)
{
    const struct dict *facts = post_recipe_facts(post);
    value v = value_dict(arena);
    if (facts) {
        dict_merge(v.as.dict, arena, facts);
    }
    for (size_t i = 0; i < OTHER_NAMES; i++) {
        value key = value_string(other_names[i].fact);
        value fact = post_recipe_fact(post, other_names[i].fact);
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

value recipe_list_in(const struct dict *facts, const struct dict *front,
                     str names)
{
    const struct dict *const places[] = {facts, front};
    str name;
    for (size_t i = 0; i < 2; i++) {
        for (str rest = names; places[i] && str_split(&rest, ' ', &name);) {
            const value *found = dict_get_str(places[i], name);
            if (found && recipe_is_list(*found)) {
                return *found;
            }
        }
    }
    return value_undefined();
}

/* A post that could not be read has no keys. */
static value list_of(const struct post *post, str names)
{
    return recipe_list_in(post_recipe_facts(post), post->front->extra.as.dict,
                          names);
}

static bool has_list(const struct post *post, str names)
{
    return !value_is(list_of(post, names), VALUE_UNDEFINED);
}

bool post_has_recipe(const struct post *post)
{
    value recipe = frontmatter_uncommon(post->front)->recipe;
    return !value_is(recipe, VALUE_BOOL) && post->file->kind != CONTENT_INDEX &&
           (post_recipe_facts(post) || post->file->cook ||
            has_list(post, RECIPE_INGREDIENTS) ||
            has_list(post, STR("directions")));
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
        value_hash(list_of(post, RECIPE_INGREDIENTS), NULL),
        value_hash(list_of(post, RECIPE_DIRECTIONS), NULL),
        words ? words_hash(words, post->lang, STR("recipe_ingredients")) : 0,
        words ? words_hash(words, post->lang, STR("recipe_directions")) : 0};
    uint64_t hash = hash64_of(parts, sizeof parts / sizeof *parts);
    for (size_t i = 0; i < OTHER_NAMES; i++) {
        value fact = post_recipe_fact(post, other_names[i].fact);
        hash = hash64_mix(hash, value_hash(fact, NULL));
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
    recipe_read(words, html, list_of(post, RECIPE_INGREDIENTS),
                list_of(post, RECIPE_DIRECTIONS), arena, out);
}
