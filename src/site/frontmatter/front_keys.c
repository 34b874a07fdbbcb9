/* SPDX-License-Identifier: MIT */
#include "site/frontmatter/front_keys.h"

#include "base/utf8.h"
#include "files/path.h"

str front_key_letters(str name, char letters[FRONT_KEY_LONGEST])
{
    static const str quotes[] = {STR_INIT("“"), STR_INIT("”")};
    size_t n = 0;
    for (size_t i = 0; i < name.n && name.n <= FRONT_KEY_LONGEST;) {
        size_t seen = frontmatter_skip_unseen(name, i);
        bool quote = str_starts_at(name, i, quotes[0]) ||
                     str_starts_at(name, i, quotes[1]);
        char c = name.p[i];
        if (seen > i) {
            i = seen;
        } else if (quote) {
            i += quotes[0].n;
        } else if (c & 0x80) {
            utf8_next(name, &i);
            letters[n++] = '?';
        } else {
            letters[n] = to_lower(c);
            n += is_alnum(c);
            i++;
        }
    }
    return name.n <= FRONT_KEY_LONGEST ? (str){letters, n} : name;
}

#define KEY(key) .name = STR_INIT(key)
#define MEANS(key) .means = STR_INIT(key)

/* A date under another name. Beside one it says when the post goes live, as in
 * Hugo, unless it would be earlier. */
static void take_date(struct front_reader *reader, struct date date, span at)
{
    struct frontmatter *out = &reader->whole->front;
    const struct dict *dict = reader->dict;
    struct date own;
    size_t i = dict_index(dict, value_string(STR("date")));
    if (i == dict->entries.n || !schema_is_given(dict, i)) {
        out->date = date;
        out->date_at = at;
        out->has_date = true;
        return;
    }
    str text = schema_text(dict->entries.p[i].val, dict_value_span(dict, i));
    if (!dict_get_str(dict, STR("publish")) &&
        date_parse(str_trim(text), reader->schema.zone, &own) == DATE_OK &&
        date_cmp(date, own) > 0) {
        reader->whole->uncommon.publish = date;
        out->has_publish = true;
    }
}

/* Astro's. */
static bool read_pub_date(struct front_reader *reader, size_t i, value v)
{
    (void)v;
    static const struct schema_key key = {KEY("pubDate"), SCHEMA_DATE};
    span at = dict_value_span(reader->dict, i);
    struct date date;
    if (!schema_read(&reader->schema, &key, reader->dict, i, &date)) {
        return false;
    }
    take_date(reader, date, at);
    return true;
}

/* Jekyll has a boolean here, others a date. */
static bool read_published(struct front_reader *reader, size_t i, value v)
{
    static const struct schema_key flag = {KEY("published"), SCHEMA_BOOL};
    span at = dict_value_span(reader->dict, i);
    str text = str_trim(schema_text(v, at));
    struct date date;
    if (date_parse(text, reader->schema.zone, &date) == DATE_OK) {
        take_date(reader, date, at);
        return true;
    }
    bool published;
    return schema_read(&reader->schema, &flag, reader->dict, i, &published);
}

/* A date, or the `publish: false` of those who write notes in Obsidian. */
static bool read_publish(struct front_reader *reader, size_t i, value v)
{
    static const struct schema_key flag = {KEY("publish"), SCHEMA_BOOL};
    static const struct schema_key date = {KEY("publish"), SCHEMA_DATE,
                                           FRONT_TO(uncommon.publish),
                                           FRONT_HAS(front.has_publish)};
    str text = schema_text(v, dict_value_span(reader->dict, i));
    bool publish;
    if (value_is(v, VALUE_BOOL) || schema_bool_word(str_trim(text), &publish)) {
        return schema_read(&reader->schema, &flag, reader->dict, i, &publish);
    }
    return schema_read(&reader->schema, &date, reader->dict, i, reader->whole);
}

/* A date, or `git` for that of the file's last commit. */
static bool read_updated(struct front_reader *reader, size_t i, value v)
{
    static const struct schema_key date = {KEY("updated"), SCHEMA_DATE,
                                           FRONT_TO(front.updated),
                                           FRONT_HAS(front.has_updated)};
    span at = dict_value_span(reader->dict, i);
    if (value_is(v, VALUE_STRING) &&
        str_eq(str_trim(value_str(v)), STR("git"))) {
        reader->whole->front.updated_git = true;
        reader->whole->uncommon.updated_at = at;
        return true;
    }
    return schema_read(&reader->schema, &date, reader->dict, i, reader->whole);
}

#define IN_COVER(field) .to = offsetof(struct frontmatter_cover, field)

static bool read_cover_map(struct front_reader *reader, const struct dict *dict)
{
    static const struct schema_key cover_keys[] = {
        {KEY("image"), SCHEMA_TEXT, IN_COVER(image),
         .at = offsetof(struct frontmatter_cover, at)},
        {KEY("path"), SCHEMA_TEXT, IN_COVER(image), MEANS("image"),
         .at = offsetof(struct frontmatter_cover, at)},
        {KEY("src"), SCHEMA_TEXT, IN_COVER(image), MEANS("image"),
         .at = offsetof(struct frontmatter_cover, at)},
        {KEY("alt"), SCHEMA_TEXT, IN_COVER(alt)},
        {KEY("caption"), SCHEMA_TEXT, IN_COVER(caption)},
    };
    struct schema schema = reader->schema;
    schema.keys = cover_keys;
    schema.nkeys = sizeof cover_keys / sizeof *cover_keys;
    bool ok = true;
    for (size_t i = 0; i < dict->entries.n; i++) {
        const struct schema_key *key =
            schema_find(&schema, schema_key_text(dict, i));
        ok = (!key || schema_read(&schema, key, dict, i,
                                  &reader->whole->uncommon.cover)) &&
             ok;
    }
    return ok;
}

/* A path, a list of paths whose first one counts, or a map, in which other
 * generators have other names; in some themes `cover: true` shows one that is
 * named elsewhere. */
static bool read_cover(struct front_reader *reader, size_t i, value v)
{
    struct text_list images;
    struct schema_key whole = {KEY("cover"), SCHEMA_TEXTS};
    if (value_is(v, VALUE_DICT)) {
        return read_cover_map(reader, v.as.dict);
    }
    if (value_is(v, VALUE_BOOL)) {
        return true;
    }
    if (!schema_read(&reader->schema, &whole, reader->dict, i, &images)) {
        return false;
    }
    if (images.n) {
        reader->whole->uncommon.cover.image = images.p[0].text;
        reader->whole->uncommon.cover.at = images.p[0].at;
    }
    return true;
}

/* The text of the first key that is among the names, of small letters alone,
 * and ends with one of the endings, if any. SIZE_MAX: there is none. */
static size_t find_text(const struct dict *dict, str names, str endings)
{
    char room[FRONT_KEY_LONGEST];
    for (size_t i = 0; i < dict->entries.n; i++) {
        value v = dict->entries.p[i].val;
        if (value_is(v, VALUE_STRING) &&
            (!endings.n || str_is_word_of(path_ext(value_str(v)), endings)) &&
            str_is_word_of(front_key_letters(schema_key_text(dict, i), room),
                           names)) {
            return i;
        }
    }
    return SIZE_MAX;
}

/* Only a picture's path: `hero` may also be a map of a theme's own. */
static void take_cover(struct front_reader *reader, const struct dict *dict,
                       str names)
{
    struct frontmatter_cover *cover = &reader->whole->uncommon.cover;
    str pictures = STR(".jpg .jpeg .png .gif .webp .avif .svg");
    size_t i = cover->image.n ? SIZE_MAX : find_text(dict, names, pictures);
    if (i != SIZE_MAX) {
        cover->image = value_str(dict->entries.p[i].val);
        cover->at = dict_value_span(dict, i);
        reader->whole->front.given |=
            UINT64_C(1) << (schema_find(&reader->schema, STR("cover")) -
                            reader->schema.keys);
    }
}

void front_other_cover(struct front_reader *reader)
{
    const struct dict *dict = reader->dict;
    struct frontmatter_cover *cover = &reader->whole->uncommon.cover;
    const value *header = dict_get_str(dict, STR("header"));
    take_cover(reader, dict,
               STR("hero heroimage coverimage featuredimage featureimage "
                   "feature"));
    take_cover(reader, dict, STR("thumbnail"));
    if (header && value_is(*header, VALUE_DICT)) {
        take_cover(reader, header->as.dict, STR("ogimage"));
    }
    if (cover->image.n && !cover->alt.n) {
        size_t i = find_text(dict,
                             STR("heroimagealt coverimagealt imagealt "
                                 "featuredimagealt featureimagealt"),
                             STR(""));
        cover->alt =
            i == SIZE_MAX ? STR("") : value_str(dict->entries.p[i].val);
    }
}

void front_take_entry(struct dict *to, struct arena *arena,
                      const struct dict *from, size_t i)
{
    const struct entry *entry = &from->entries.p[i];
    struct locus at = from->loci ? from->loci[i] : (struct locus){0};
    struct locus *before = dict_set_at(to, arena, entry->key, entry->val, at);
    if (before) {
        *before = at;
    }
}

void front_keep_extra(struct front_reader *reader, const struct dict *dict,
                      size_t i)
{
    front_take_entry(reader->whole->front.extra.as.dict, reader->schema.arena,
                     dict, i);
}

static bool read_extra(struct front_reader *reader, size_t i, value v)
{
    if (!value_is(v, VALUE_DICT)) {
        struct diag *diag = diag_warning(
            reader->schema.diags, dict_value_span(reader->dict, i),
            "wrong-type", "\"extra\" wants a map, and this is %s: passed over",
            schema_kind_name(v));
        diag_hint(diag, "write extra: {name: value}");
        return true;
    }
    for (size_t k = 0; k < v.as.dict->entries.n; k++) {
        front_keep_extra(reader, v.as.dict, k);
    }
    return true;
}

/* Themes of other generators have a map of settings here, or a list of
 * headings. */
static bool read_toc(struct front_reader *reader, size_t i, value v)
{
    static const struct schema_key flag = {KEY("toc"), SCHEMA_BOOL};
    struct frontmatter *out = &reader->whole->front;
    bool on = true;
    if (value_is(v, VALUE_DICT)) {
        const value *enable = dict_get_str(v.as.dict, STR("enable"));
        on = !enable || !value_is(*enable, VALUE_BOOL) || enable->as.b;
    } else if (!value_is_sequence(v) &&
               !schema_read(&reader->schema, &flag, reader->dict, i, &on)) {
        return false;
    }
    out->toc = on;
    out->has_toc = true;
    return true;
}

/* A fact of a recipe that the theme shows, with an example. */
struct recipe_fact {
    str name;
    const char *example; /* NULL: it may be a map */
};

/* Other keys are the author's own: templates see them. */
static void warn_of_fact(const struct front_reader *reader,
                         const struct dict *recipe, size_t i,
                         const struct recipe_fact *fact)
{
    str name = schema_key_text(recipe, i);
    struct diags *diags = reader->schema.diags;
    if (!str_eq(name, fact->name)) {
        if (key_is_typo(name, fact->name) &&
            !dict_get_str(recipe, fact->name)) {
            diag_did_you_mean(diag_warning(diags, dict_key_span(recipe, i),
                                           "likely-slip",
                                           "no page shows \"%.*s\" of a recipe",
                                           STR_ARG(name)),
                              fact->name);
        }
    } else if (fact->example &&
               value_is(recipe->entries.p[i].val, VALUE_DICT)) {
        diag_hint(diag_warning(diags, dict_value_span(recipe, i), "wrong-type",
                               "\"%.*s\" of a recipe wants a text, and this "
                               "is a map",
                               STR_ARG(name)),
                  "write %s", fact->example);
    }
}

/* In {tin: 20 cm, 5 cm deep} the last one is a key without a value. */
static void warn_of_recipe(const struct front_reader *reader,
                           const struct dict *recipe, span at)
{
    static const struct recipe_fact facts[] = {
        {STR_INIT("yield"), "1 loaf"},   {STR_INIT("prep"), "20 min"},
        {STR_INIT("cook"), "1 h"},       {STR_INIT("total"), "1 h 20 min"},
        {STR_INIT("oven"), "180 °C"},    {STR_INIT("tin"), "20 cm round"},
        {STR_INIT("units"), "metric"},   {STR_INIT("category"), "Dessert"},
        {STR_INIT("cuisine"), "French"}, {STR_INIT("diet"), "VegetarianDiet"},
        {STR_INIT("equipment"), NULL},   {STR_INIT("nutrition"), NULL},
        {STR_INIT("ingredients"), NULL}, {STR_INIT("directions"), NULL},
    };
    bool flow = str_starts(span_text(at), STR("{"));
    for (size_t i = 0; i < recipe->entries.n; i++) {
        str name = schema_key_text(recipe, i);
        if (flow && value_is(recipe->entries.p[i].val, VALUE_NONE) &&
            str_find_char(name, ' ') != STR_NONE) {
            diag_hint(diag_warning(reader->schema.diags,
                                   dict_key_span(recipe, i), "likely-slip",
                                   "\"%.*s\" of a recipe has no value",
                                   STR_ARG(name)),
                      "quote a text that has a comma: \"one, two\"");
        }
        for (size_t k = 0; k < sizeof facts / sizeof *facts; k++) {
            warn_of_fact(reader, recipe, i, &facts[k]);
        }
    }
}

/* `recipe: true` is a setting of another theme, and kept in `extra`. `recipe:
 * false` is no recipe, also below an _index.md that makes one of each post. */
static bool read_recipe(struct front_reader *reader, size_t i, value v)
{
    if (value_is(v, VALUE_BOOL) && !v.as.b) {
        reader->whole->uncommon.recipe = v;
        return true;
    }
    if (value_is(v, VALUE_DICT)) {
        reader->whole->uncommon.recipe = v;
        reader->whole->uncommon.recipe_at = dict_value_span(reader->dict, i);
        warn_of_recipe(reader, v.as.dict, reader->whole->uncommon.recipe_at);
        return true;
    }
    struct diag *diag = diag_warning(
        reader->schema.diags, dict_value_span(reader->dict, i), "wrong-type",
        "\"recipe\" wants a map, and this is %s: kept in page.extra",
        schema_kind_name(v));
    diag_hint(diag, "%s",
              schema_is_toml(reader->dict, i)
                  ? "write a line [recipe], and yield = \"1 loaf\" below it"
                  : "put lines such as \"yield: 1 loaf\" below it, indented");
    front_keep_extra(reader, reader->dict, i);
    return true;
}

/* The name of a menu, a list of names, or a map from names to the keys of an
 * entry. `menu: true` is a setting of another theme. */
static bool read_menu(struct front_reader *reader, size_t i, value v)
{
    span at = dict_value_span(reader->dict, i);
    if (value_is(v, VALUE_BOOL)) {
        front_keep_extra(reader, reader->dict, i);
        return true;
    }
    for (size_t k = 0; value_is(v, VALUE_LIST) && k < v.as.list->items.n; k++) {
        value item = v.as.list->items.p[k];
        if (value_is(item, VALUE_DICT) || value_is(item, VALUE_LIST)) {
            return schema_wrong_type(&reader->schema, STR("menu"), item,
                                     list_item_span(v.as.list, k),
                                     "names of menus",
                                     schema_is_toml(reader->dict, i)
                                         ? "write menu = [\"main\", \"footer\"]"
                                         : "write menu: [main, footer]");
        }
    }
    reader->whole->uncommon.menu = v;
    reader->whole->uncommon.menu_at = at;
    return true;
}

static bool read_cascade(struct front_reader *reader, size_t i, value v)
{
    span at = dict_value_span(reader->dict, i);
    bool maps = value_is(v, VALUE_DICT) || value_is(v, VALUE_LIST);
    for (size_t k = 0; value_is(v, VALUE_LIST) && k < v.as.list->items.n; k++) {
        maps = maps && value_is(v.as.list->items.p[k], VALUE_DICT);
    }
    if (!maps) {
        return schema_wrong_type(
            &reader->schema, STR("cascade"), v, at, "a map, or a list of maps",
            schema_is_toml(reader->dict, i)
                ? "write a line [cascade], and draft = true below it"
                : "put lines such as \"draft: true\" below it, indented");
    }
    reader->whole->uncommon.cascade = v;
    reader->whole->uncommon.cascade_at = at;
    return true;
}

/* always, never and one more; Hugo has booleans for the first two. */
static bool read_build_word(const struct front_reader *reader,
                            const struct dict *dict, str name, str third,
                            bool *never, bool *other)
{
    size_t i = dict_index(dict, value_string(name));
    if (i == dict->entries.n || !schema_is_given(dict, i)) {
        return true;
    }
    value v = dict->entries.p[i].val;
    span at = dict_value_span(dict, i);
    str word = str_trim(schema_text(v, at));
    bool always = str_eq_nocase(word, STR("always"));
    *other = str_eq_nocase(word, third);
    *never = str_eq_nocase(word, STR("never"));
    if (!always && !*other && !*never && schema_bool_word(word, &always)) {
        *never = !always;
        always = true;
    }
    return always || *other || *never ||
           schema_wrong_type(&reader->schema, name, v, at,
                             str_eq(third, STR("link"))
                                 ? "always, never or link"
                                 : "always, never or local",
                             NULL);
}

/* A map without any of Hugo's keys is the author's own. */
static bool read_build(struct front_reader *reader, size_t i, value v)
{
    struct frontmatter_build *build = &reader->whole->front.build;
    const struct dict *dict = value_is(v, VALUE_DICT) ? v.as.dict : NULL;
    const value *files =
        dict ? dict_get_str(dict, STR("publishResources")) : NULL;
    if (!dict || (!files && !dict_get_str(dict, STR("render")) &&
                  !dict_get_str(dict, STR("list")))) {
        front_keep_extra(reader, reader->dict, i);
        return true;
    }
    bool publish = true;
    if (files && value_is(*files, VALUE_STRING)) {
        schema_bool_word(str_trim(value_str(*files)), &publish);
    }
    build->unpublished =
        !publish || (files && value_is(*files, VALUE_BOOL) && !files->as.b);
    bool render = read_build_word(reader, dict, STR("render"), STR("link"),
                                  &build->unrendered, &build->linked);
    return read_build_word(reader, dict, STR("list"), STR("local"),
                           &build->unlisted, &build->local) &&
           render;
}

/* Jekyll's old addresses count from the site's root, also without a slash. */
static bool read_redirect_from(struct front_reader *reader,
                               const struct schema_key *key, size_t i)
{
    struct text_list *aliases = &reader->whole->front.aliases;
    if (dict_get_str(reader->dict, key->means)) {
        return true;
    }
    bool read =
        schema_read(&reader->schema, key, reader->dict, i, reader->whole);
    for (size_t a = 0; a < aliases->n; a++) {
        str *text = &aliases->p[a].text;
        if (!str_starts(*text, STR("/")) &&
            str_find(*text, STR("://")) == STR_NONE) {
            *text = arena_concat(reader->schema.arena, STR("/"), *text);
        }
    }
    return read;
}

bool front_key_read(struct front_reader *reader, const struct schema_key *key,
                    size_t i)
{
    static const struct {
        str name;
        bool (*read)(struct front_reader *reader, size_t i, value v);
    } readers[] = {
        {STR_INIT("published"), read_published},
        {STR_INIT("pubDate"), read_pub_date},
        {STR_INIT("publish"), read_publish},
        {STR_INIT("updated"), read_updated},
        {STR_INIT("toc"), read_toc},
        {STR_INIT("recipe"), read_recipe},
        {STR_INIT("menu"), read_menu},
        {STR_INIT("menus"), read_menu},
        {STR_INIT("build"), read_build},
        {STR_INIT("_build"), read_build},
        {STR_INIT("cascade"), read_cascade},
        {STR_INIT("extra"), read_extra},
    };
    if (str_eq(key->name, STR("redirect_from"))) {
        return read_redirect_from(reader, key, i);
    }
    value v = reader->dict->entries.p[i].val;
    bool dates = str_eq(key->name, STR("pubDate"));
    if (!schema_is_given(reader->dict, i) ||
        (key->means.n && !dates && dict_get_str(reader->dict, key->means))) {
        return true;
    }
    for (size_t k = 0; k < sizeof readers / sizeof *readers; k++) {
        if (str_eq(key->name, readers[k].name)) {
            return readers[k].read(reader, i, v);
        }
    }
    return read_cover(reader, i, v);
}
