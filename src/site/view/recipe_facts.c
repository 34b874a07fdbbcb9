/* SPDX-License-Identifier: MIT */
#include "site/view/recipe_facts.h"

#include "base/hash.h"
#include "site/site_keys.h"

const struct dict *post_recipe_facts(const struct post *post)
{
    value facts = frontmatter_uncommon(post->front)->recipe;
    return value_is(facts, VALUE_DICT) ? facts.as.dict : NULL;
}

value post_recipe_fact(const struct post *post, str key)
{
    const struct dict *facts = post_recipe_facts(post);
    const value *found = facts ? dict_get_str(facts, key) : NULL;
    return found ? *found : value_undefined();
}

str post_recipe_text(const struct post *post, str key)
{
    value v = post_recipe_fact(post, key);
    return value_is(v, VALUE_STRING) ? value_str(v) : STR("");
}

/* A list of `recipe:`, or a key of its own, as Chowdown has it. A post that
 * could not be read has no keys. */
static value list_of(const struct post *post, str key)
{
    value own = post_recipe_fact(post, key);
    const struct dict *front = post->front->extra.as.dict;
    const value *extra = front ? dict_get_str(front, key) : NULL;
    return value_is_sequence(own)               ? own
           : extra && value_is_sequence(*extra) ? *extra
                                                : value_undefined();
}

bool post_recipe_is_listed(const struct post *post)
{
    return value_is_sequence(list_of(post, STR("ingredients"))) &&
           value_is_sequence(list_of(post, STR("directions")));
}

bool post_has_recipe(const struct post *post)
{
    value recipe = frontmatter_uncommon(post->front)->recipe;
    return !value_is(recipe, VALUE_BOOL) &&
           (post_recipe_facts(post) || post_recipe_is_listed(post));
}

uint64_t post_recipe_hash(const struct post *post)
{
    const struct dict *facts = post_recipe_facts(post);
    if (!post_has_recipe(post)) {
        return 0;
    }
    uint64_t parts[] = {
        facts ? value_hash(frontmatter_uncommon(post->front)->recipe, NULL) : 1,
        value_hash(list_of(post, STR("ingredients")), NULL),
        value_hash(list_of(post, STR("directions")), NULL)};
    return hash64_of(parts, sizeof parts / sizeof *parts);
}

const struct lexicon *post_recipe_words(const struct post *post,
                                        const struct lexicon *known,
                                        struct arena *arena)
{
    struct lexicon *words = ARENA_NEW(arena, struct lexicon);
    *words = known ? *known : *lexicon_load(post->lang, arena);
    words->arena = arena;
    unit_system_find(post_recipe_text(post, STR("units")), &words->system);
    return words;
}

/* Numbers among the lines are texts, too. */
static value texts_of(value list, struct arena *arena)
{
    value out = value_list(arena);
    for (size_t i = 0; value_is_sequence(list) && i < list.as.list->items.n;
         i++) {
        value item = list.as.list->items.p[i];
        if (value_is(item, VALUE_INT)) {
            item =
                value_string(arena_printf(arena, "%lld", (long long)item.as.i));
        } else if (value_is(item, VALUE_FLOAT)) {
            item = value_string(arena_printf(arena, "%g", item.as.f));
        }
        list_push(out.as.list, arena, item);
    }
    return out;
}

void post_recipe_read(const struct post *post, const struct lexicon *words,
                      str html, struct arena *arena, struct recipe *out)
{
    if (!post_recipe_is_listed(post)) {
        recipe_read(words, html, arena, out);
        return;
    }
    recipe_read_lists(words, texts_of(list_of(post, STR("ingredients")), arena),
                      texts_of(list_of(post, STR("directions")), arena), arena,
                      out);
}
