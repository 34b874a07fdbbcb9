/* SPDX-License-Identifier: MIT */
#include "site/config/language.h"

#include "base/memory/map.h"
#include "files/path.h"

/* ISO 639-1. */
static const str codes = STR_INIT(
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce "
    "ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr "
    "fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is "
    "it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln "
    "lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv "
    "ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk "
    "sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw "
    "ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu");

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

bool language_is_code(str code)
{
    if (code.n < 2 || !is_small(code.p[0]) || !is_small(code.p[1])) {
        return false;
    }
    str rest = str_from_offset(code, 2);
    if (rest.n && (rest.p[0] != '-' || rest.n < 3 || rest.n > 5)) {
        return false; /* as most words are */
    }
    for (size_t i = 1; i < rest.n; i++) {
        if (!is_alnum(rest.p[i])) {
            return false;
        }
    }
    return str_is_word_of(str_sub(code, 0, 2), codes);
}

/* --- languages by names of files --- */

/* A file es.md is also one of a site in es-MX. */
static size_t find_code(const struct languages *languages, str code)
{
    for (size_t i = 0; i < languages->codes.n; i++) {
        if (str_eq_nocase(languages->codes.p[i], code)) {
            return i;
        }
    }
    str own = languages->codes.p[0];
    bool same = code.n == 2 && str_at(own, 2) == '-' &&
                str_eq_nocase(str_sub(own, 0, 2), code);
    return same ? 0 : STR_NONE;
}

static void add_language(struct languages *languages, str code,
                         struct arena *arena)
{
    if (find_code(languages, code) == STR_NONE) {
        *VEC_PUSH(&languages->codes, arena) = code;
    }
}

/* The es of baking/rye.es, or nothing. */
static str suffix_of(str stem)
{
    size_t dot = str_rfind_char(path_base(stem), '.');
    return dot == STR_NONE || dot == 0
               ? (str){NULL, 0}
               : str_from_offset(path_base(stem), dot + 1);
}

static str without_suffix(str stem, str code)
{
    return str_sub(stem, 0, stem.n - code.n - 1);
}

static str top_folder(str path)
{
    size_t slash = str_find_char(path, '/');
    return slash == STR_NONE ? (str){NULL, 0} : str_sub(path, 0, slash);
}

static bool is_index(str stem)
{
    str base = path_base(stem);
    return str_eq(base, STR("index")) || str_eq(base, STR("_index"));
}

struct search {
    struct languages *out;
    struct arena *arena;
    struct map stems;    /* of all posts */
    struct map suffixed; /* baking/rye -> a stem with a code after that */
    bool own_folder;     /* there is a folder of the site's own language */
};

/* Is there anything that could be in another language? */
static bool any_candidate(const str *stems, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (language_is_code(suffix_of(stems[i])) ||
            language_is_code(top_folder(stems[i]))) {
            return true;
        }
    }
    return false;
}

static void note_stem(struct search *search, str stem)
{
    *map_put(&search->stems, search->arena, stem) = search;
    search->own_folder =
        search->own_folder || str_eq(top_folder(stem), search->out->codes.p[0]);
    str code = suffix_of(stem);
    if (language_is_code(code)) {
        str *kept = ARENA_NEW(search->arena, str);
        *kept = code;
        void **other = map_put(&search->suffixed, search->arena,
                               without_suffix(stem, code));
        if (*other && !str_eq(*(str *)*other, code)) {
            add_language(search->out, *(str *)*other, search->arena);
            add_language(search->out, code, search->arena);
        }
        *other = kept;
    }
}

/* rye.es is a translation if there is a rye. */
static void judge_suffix(struct search *search, str stem)
{
    str code = suffix_of(stem);
    if (!language_is_code(code)) {
        return;
    }
    str plain = without_suffix(stem, code);
    if (is_index(plain) || map_get(&search->stems, plain)) {
        add_language(search->out, code, search->arena);
        search->out->own_named =
            search->out->own_named || find_code(search->out, code) == 0;
    }
}

/* es/baking/rye is one if there is a baking/rye. Every folder may have an
 * index: that says nothing. */
static void judge_folder(struct search *search, str stem)
{
    str code = top_folder(stem);
    if (!language_is_code(code)) {
        return;
    }
    str plain = str_from_offset(stem, code.n + 1);
    bool index = is_index(plain) && path_dir(plain).n == 0;
    if (search->own_folder || (!index && map_get(&search->stems, plain))) {
        add_language(search->out, code, search->arena);
    }
}

void language_find(const struct config *config, const str *stems, size_t n,
                   struct arena *arena, struct languages *out)
{
    *VEC_PUSH(&out->codes, arena) = config->language;
    for (size_t i = 0; i < config->languages.n; i++) {
        add_language(out, config->languages.p[i].code, arena);
    }
    if (config->languages.n || !any_candidate(stems, n)) {
        return;
    }
    struct search search = {.out = out, .arena = arena};
    for (size_t i = 0; i < n; i++) {
        note_stem(&search, stems[i]);
    }
    for (size_t i = 0; i < n; i++) {
        judge_suffix(&search, stems[i]);
        judge_folder(&search, stems[i]);
    }
}

/* --- places --- */

struct language_place language_place(const struct languages *languages,
                                     str path, str ext, struct arena *arena)
{
    struct language_place place = {.plain = path};
    if (languages->codes.n < 2 && !languages->own_named) {
        return place;
    }
    str folder = top_folder(path);
    size_t found = folder.n ? find_code(languages, folder) : STR_NONE;
    if (found != STR_NONE) {
        place.language = (uint32_t)found;
        place.folder = true;
        place.plain = str_from_offset(path, folder.n + 1);
    }
    str stem = str_sub(place.plain, 0, place.plain.n - ext.n);
    str code = ext.n ? suffix_of(stem) : (str){NULL, 0};
    found = code.n ? find_code(languages, code) : STR_NONE;
    if (found != STR_NONE) {
        place.language = (uint32_t)found;
        place.plain = arena_concat(arena, without_suffix(stem, code),
                                   str_from_offset(place.plain, stem.n));
    }
    if (place.language) {
        str name = arena_lower(arena, languages->codes.p[place.language]);
        place.prefix = arena_concat(arena, name, STR("/"));
    }
    return place;
}
