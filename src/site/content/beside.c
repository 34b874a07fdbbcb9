/* SPDX-License-Identifier: MIT */
#include "site/content/inherit.h"

#include "data/json.h"
#include "data/yaml.h"
#include "files/path.h"
#include "files/source_file.h"
#include "site/content/post.h"
#include "site/frontmatter/visibility.h"

/* The statements of one file, or of several about the same posts. */
struct held_bits {
    uint64_t says;
    uint64_t holds;
    bool has_live;
    struct date live;
};

/* By path from content/ on. */
struct beside {
    struct map posts;   /* without the file's ending */
    struct map folders; /* as they are */
};

/* --- reading --- */

struct reading {
    struct site *site;
    struct source *source;
    struct diags *diags;
    bool folder; /* it is of the posts in a folder */
};

static void warn_key(const struct reading *reading, const struct dict *dict,
                     size_t i, size_t key, str text)
{
    struct diag *diag =
        diag_warning(reading->diags, dict_key_span(dict, i), "not-public",
                     "\"%.*s\" says that the post%s not public: held back",
                     STR_ARG(value_str(dict->entries.p[i].key)),
                     reading->folder ? "s of this folder are" : " beside is");
    diag_hint(diag, "in the post%s, %s",
              reading->folder ? "s, or below cascade in _index.md" : "",
              visibility_cure(key, text));
}

static void read_eleventy(const struct reading *reading,
                          const struct dict *dict, struct held_bits *out)
{
    for (size_t i = 0; i < dict->entries.n; i++) {
        value name = dict->entries.p[i].key;
        value v = dict->entries.p[i].val;
        size_t key = visibility_is_draft_slip(value_str(name))
                         ? VISIBILITY_KEY_DRAFT
                         : visibility_key(value_str(name));
        if (key == VISIBILITY_KEY_NONE) {
            bool nested = str_eq(value_str(name), STR("eleventyComputed"));
            if (nested && value_is(v, VALUE_DICT)) {
                read_eleventy(reading, v.as.dict, out);
            }
            continue;
        }
        str text = str_trim(schema_text(v, dict_value_span(dict, i)));
        enum visibility says = visibility_of(key, v, text);
        uint64_t bit = UINT64_C(1) << key;
        out->says |= says == VISIBILITY_UNKNOWN ? 0 : bit;
        if (says == VISIBILITY_UNPUBLISHED) {
            out->holds |= bit;
            warn_key(reading, dict, i, key, text);
        }
    }
}

static void read_nikola(const struct reading *reading, struct held_bits *out)
{
    struct site *site = reading->site;
    struct frontmatter_place place;
    struct frontmatter front = {0};
    if (!frontmatter_split(reading->source, reading->diags, &place)) {
        return;
    }
    frontmatter_read(reading->source, &place, &site->config, site->arena,
                     reading->diags, &front);
    const struct post post = {
        .front = &front, .has_date = front.has_date, .date = front.date};
    const struct date *live = post_live(&post);
    out->says = front.says;
    out->holds = front.holds;
    out->has_live = live != NULL;
    out->live = live ? *live : out->live;
}

static void skip(const struct reading *reading, enum beside_kind kind)
{
    static const struct {
        const char *what;
        const char *cure;
    } words[] = {
        [BESIDE_NIKOLA] = {"front matter of Nikola beside its post: crumb "
                           "reads only what holds the post back",
                           "move its lines into the post"},
        [BESIDE_ELEVENTY] = {"Eleventy's data for posts: crumb reads only what "
                             "holds them back, and does not publish it",
                             "move its keys into the posts, or below cascade "
                             "in _index.md; rename it if it is for readers"},
        [BESIDE_LUME] = {"Lume's data for posts: crumb reads only what holds "
                         "them back, and does not publish it",
                         "move its keys below cascade in _index.md"},
        [BESIDE_PROGRAM] = {"Eleventy's data for posts as a program, which "
                            "crumb does not run: posts that it would hold "
                            "back are published",
                            "write draft: true into such posts, and remove it"},
    };
    struct diag *diag =
        diag_warning(reading->diags, span_of(reading->source, 0, 0),
                     "skipped-file", "%s", words[kind].what);
    diag_hint(diag, "%s", words[kind].cure);
}

static bool parse(const struct reading *reading, value *out)
{
    struct arena *arena = reading->site->arena;
    return str_eq(path_ext(reading->source->name), STR(".json"))
               ? json_parse(reading->source, arena, reading->diags, out)
               : yaml_parse_foreign(reading->source, arena, reading->diags,
                                    out);
}

static void read_beside(const struct reading *reading,
                        const struct beside_file *file, struct held_bits *out)
{
    const struct site *site = reading->site;
    value v = value_none();
    skip(reading, file->kind);
    if (file->kind == BESIDE_PROGRAM ||
        (!content_changes_text(&site->options.changes, file->path, site->arena,
                               &reading->source->text) &&
         !source_file_read(reading->source, site->arena, reading->diags))) {
        return;
    }
    if (file->kind == BESIDE_NIKOLA) {
        read_nikola(reading, out);
    } else if (parse(reading, &v) && value_is(v, VALUE_DICT)) {
        read_eleventy(reading, v.as.dict, out);
    }
}

/* The first one counts: x.11tydata.json before x.json, as in Eleventy. */
static void add_held(struct map *map, struct arena *arena, str key,
                     const struct held_bits *bits)
{
    void **place = map_put(map, arena, key);
    struct held_bits *all = *place;
    if (!all) {
        all = ARENA_NEW(arena, struct held_bits);
        *place = all;
    }
    all->holds |= bits->holds & ~all->says;
    all->says |= bits->says;
    if (bits->has_live) {
        all->has_live = true;
        all->live = bits->live;
    }
}

void beside_load(struct site *site, struct diags *diags)
{
    struct beside *beside = ARENA_NEW(site->arena, struct beside);
    for (size_t i = 0; i < site->content.beside.n; i++) {
        const struct beside_file *file = &site->content.beside.p[i];
        struct source *source = ARENA_NEW(site->arena, struct source);
        source->name = path_join(site->arena, STR("content"), file->path);
        str stem = path_stem(source->name);
        if (str_ends(stem, STR(".11tydata"))) {
            stem = path_stem(stem);
        }
        bool folder = file->kind == BESIDE_LUME ||
                      (file->kind != BESIDE_NIKOLA &&
                       str_eq(path_base(stem), path_base(path_dir(stem))));
        struct reading reading = {site, source, diags, folder};
        struct held_bits bits = {0};
        read_beside(&reading, file, &bits);
        if (bits.says || bits.has_live) {
            site->beside = beside;
            add_held(folder ? &beside->folders : &beside->posts, site->arena,
                     folder ? path_dir(stem) : stem, &bits);
        }
    }
}

/* --- holding back --- */

static void take_held(const struct site *site, struct post *post,
                      const struct held_bits *bits)
{
    if (!bits) {
        return;
    }
    struct frontmatter *front = post_change_front(post, site->arena);
    front->holds |= bits->holds & ~front->says;
    front->says |= bits->says;
    if (bits->has_live) {
        post_put_off(post, bits->live, site->arena);
    }
}

static void inherit_as(const struct site *site, str name, struct post *post)
{
    const struct beside *beside = site->beside;
    take_held(site, post, map_get(&beside->posts, path_stem(name)));
    for (str folder = path_dir(name); folder.n; folder = path_dir(folder)) {
        take_held(site, post, map_get(&beside->folders, folder));
    }
}

/* A translation has what the file that it translates has. */
void beside_inherit(const struct site *site, struct post *post)
{
    struct arena *work = &site->scratch[0];
    str plain = post->file->at.plain;
    if (!site->beside) {
        return;
    }
    inherit_as(site, post->file->source, post);
    if (!str_eq(plain, post->file->path)) {
        inherit_as(site, path_join(work, STR("content"), plain), post);
    }
    arena_clear(work);
}
