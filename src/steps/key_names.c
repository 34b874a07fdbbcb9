/* SPDX-License-Identifier: MIT */
#include "steps/key_names.h"

#include "site/pictures.h"
#include "site/view/question.h"

static str say_object(const struct key_table *keys, const struct key *key,
                      struct arena *arena)
{
    str name = key->name;
    str owner = key_get(keys, key->owner)->name;
    switch ((enum object_kind)key->kind) {
    case OBJECT_NONE: break;
    case OBJECT_SITE: return STR("the site");
    case OBJECT_AUTHOR:
        return arena_printf(arena, "the author %.*s", STR_ARG(name));
    case OBJECT_MENUS: return STR("the menus");
    case OBJECT_DATA: return arena_printf(arena, "data/%.*s", STR_ARG(name));
    case OBJECT_POST: return arena_printf(arena, "content/%.*s", STR_ARG(name));
    case OBJECT_SECTION:
        return arena_printf(arena, "the section %.*s", STR_ARG(name));
    case OBJECT_TAXONOMY: return arena_printf(arena, "the %.*s", STR_ARG(name));
    case OBJECT_TERM:
        return arena_printf(arena, "%.*s/%.*s", STR_ARG(owner), STR_ARG(name));
    case OBJECT_LIST_PAGE:
    case OBJECT_FEED:
    case OBJECT_ADDRESS: return arena_printf(arena, "/%.*s", STR_ARG(name));
    case OBJECT_ADDRESSES: return STR("the addresses of the site");
    case OBJECT_PAGINATOR:
        return arena_printf(arena, "the paginator of %.*s",
                            STR_ARG(key_in_words(keys, key->owner, arena)));
    case OBJECT_LIST:
    case OBJECT_POSTS:
        return arena_printf(arena, "the %.*s of %.*s", STR_ARG(name),
                            STR_ARG(key_in_words(keys, key->owner, arena)));
    }
    return name;
}

str question_in_words(const struct key *key, struct arena *arena)
{
    static const struct {
        enum question kind;
        const char *what;
    } kinds[] = {
        {ASK_PATH, "what is at content/%.*s"},
        {ASK_TEXT, "the text of content/%.*s"},
        {ASK_FILE, "whether the file %.*s is published"},
        {ASK_NAMES, "the names of the files%.*s"},
        {ASK_NEAR, "which file has a name like content/%.*s"},
        {ASK_NEAR_FILE, "which file has a name like content/%.*s"},
        {ASK_SECTION, "whether there is a section %.*s"},
        {ASK_TAXONOMY, "whether there is a taxonomy %.*s"},
        {ASK_IMAGE, "the size of the picture %.*s"},
        {ASK_WORD, "the word %.*s"},
        {ASK_WORDS, "the words that there are%.*s"},
        {ASK_DATES, "the names of months and days in %.*s"},
        {ASK_ALERTS, "the words of alerts in %.*s"},
        {ASK_DAY, "the day of the build%.*s"},
        {ASK_DATA, "data/%.*s"},
        {ASK_ZONE, "the time zone %.*s"},
        {ASK_TEMPLATE, "the template %.*s"},
        {ASK_SHORTCODE, "the shortcode %.*s"},
        {ASK_SHORTCODES, "the shortcodes that there are%.*s"},
        {ASK_LANGUAGE, "the language %.*s of code"},
        {ASK_FILE_LANGUAGE, "the language of files named %.*s"},
        {ASK_CODE_FILE, "the file content/%.*s, shown as code"},
        {ASK_WIKILINK, "what [[%.*s]] is"},
        {ASK_WIKIFILE, "which file ![[%.*s]] is"},
        {ASK_ORIGINAL, "whether the picture %.*s is published"},
        {ASK_PICTURE, "the forms of the picture %.*s"},
        {ASK_ASSET, "the file %.*s"},
    };
    str name = key->name;
    if (key->kind == ASK_DATA && (!name.n || str_ends(name, STR("/")))) {
        return arena_printf(arena, "all of data/%.*s", STR_ARG(name));
    }
    if (key->kind == ASK_ORIGINAL && !name.n) {
        return STR("whether pictures may have other forms");
    }
    if (key->kind == ASK_PICTURE) {
        name = picture_question_path(name);
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (key->kind == kinds[i].kind) {
            str said = str_from(kinds[i].what);
            size_t at = str_find(said, STR("%.*s"));
            return arena_printf(arena, "%.*s%.*s%.*s",
                                STR_ARG(str_sub(said, 0, at)), STR_ARG(name),
                                STR_ARG(str_from_offset(said, at + 4)));
        }
    }
    return name;
}

str key_in_words(const struct key_table *keys, uint32_t id, struct arena *arena)
{
    const struct key *key = key_get(keys, id);
    switch ((enum key_class)key->class) {
    case KEY_OBJECT:
    case KEY_LIST: return say_object(keys, key, arena);
    case KEY_QUESTION: return question_in_words(key, arena);
    case KEY_OUTPUT: return key->name;
    case KEY_FRAGMENT:
    case KEY_FREE: break;
    }
    return (str){NULL, 0};
}

str bits_in_words(const struct object_class *class, uint64_t bits,
                  struct arena *arena)
{
    str said = {NULL, 0};
    for (size_t i = 0; class && i < class->nnames && i < 64; i++) {
        if (bits >> i & 1) {
            str name = class->names[i];
            said = said.p ? arena_printf(arena, "%.*s, %.*s", STR_ARG(said),
                                         STR_ARG(name))
                          : name;
        }
    }
    return said;
}

str cause_in_words(const struct objects *objects, struct cause cause,
                   struct arena *arena)
{
    const struct key_table *keys = &objects->engine->keys;
    const struct key *key = key_get(keys, cause.key);
    str name = key_in_words(keys, cause.key, arena);
    const struct object *object = objects_get(objects, cause.key);
    if (key->class == KEY_FREE) {
        return STR("its record in the ledger is damaged");
    }
    if (key->class == KEY_FRAGMENT) {
        return STR("a part that it shows changed");
    }
    if (key->class == KEY_QUESTION) {
        return arena_printf(arena, "%.*s changed", STR_ARG(name));
    }
    if (!object) {
        return arena_printf(arena, "%.*s is gone", STR_ARG(name));
    }
    str bits = bits_in_words(object->class, cause.bits, arena);
    return bits.n ? arena_printf(arena, "%.*s of %.*s changed", STR_ARG(bits),
                                 STR_ARG(name))
                  : arena_printf(arena, "%.*s changed", STR_ARG(name));
}
