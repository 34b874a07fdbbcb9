/* SPDX-License-Identifier: MIT */
#include "steps/changed_sources.h"

#include "base/diag/diag.h"
#include "files/path.h"
#include "site/content/post_record.h"
#include "site/site_load.h"
#include "site/site_reload.h"
#include "site/view/fact_source.h"

const struct post *changed_sources_post(const struct changed_sources *changed,
                                        uint32_t id)
{
    bool post = objects_kind(changed->objects, id) == OBJECT_POST;
    return post ? (const void *)objects_get(changed->objects, id) : NULL;
}

/* The post's file gave an equal record in the last build. */
static bool has_same_record(const struct changed_sources *changed,
                            const struct post *post)
{
    const struct file_record *file =
        engine_file(changed->engine, post->object.number);
    return post->loaded->recalled ||
           (file && str_eq(file->record, post->loaded->record));
}

static bool is_index(str path)
{
    return str_starts(path_base(path), STR("_index."));
}

static size_t count_indexes_then(const struct engine *engine)
{
    size_t n = 0;
    for (uint32_t i = 1; i < engine->files.n; i++) {
        n +=
            engine_file(engine, i) && is_index(key_get(&engine->keys, i)->name);
    }
    return n;
}

/* No change since the last build moves the post in any list. */
static bool keeps_order(const struct changed_sources *changed,
                        const struct post *post)
{
    const struct file_record *file =
        engine_file(changed->engine, post->object.number);
    struct arena work = {0};
    struct diags said = {.arena = &work};
    struct loaded_post then = {.file = post->file, .warnings = &said};
    bool keeps = false;
    if (file && file->record.p) {
        struct unpack record = unpack_of(file->record);
        struct unpack warnings = unpack_of(file->warnings);
        keeps = post_unpack(&then, &record, &work) &&
                diags_unpack(&said, &warnings) && site_keeps_order(post, &then);
    }
    arena_free(&work);
    return keeps;
}

/* Finds the sources that changed for the whole site. A post depends on its own
 * file alone unless an _index.md that it may inherit from has changed. */
static unsigned find_sources(struct changed_sources *changed,
                             const struct last_build *last)
{
    const struct site *site = changed->site;
    if (!last->known) {
        return ~0U;
    }
    bool order = changed->order != last->order;
    bool indexes = false;
    bool titles = false;
    size_t left = count_indexes_then(changed->engine);
    for (size_t i = 0; i < site->nall; i++) {
        const struct post *post = &site->all[i];
        bool index = is_index(post->file->path);
        bool same = has_same_record(changed, post);
        left -= index;
        titles = titles || !same;
        order = order || (!same && !keeps_order(changed, post));
        indexes = indexes || (index && !same);
    }
    return FROM_CLOCK | FROM_FILES | FROM_TEMPLATES |
           (titles ? FROM_TITLES : 0U) | (order ? FROM_ORDER : 0U) |
           (indexes || left ? FROM_FRONT : 0U) |
           (git_dates_asked(site) ? FROM_GIT : 0U);
}

/* Dates of other posts, or commits, may give the post another date. */
static bool may_be_redated(const struct changed_sources *changed,
                           const struct post *post)
{
    return changed->all & (FROM_ORDER | FROM_GIT) &&
           frontmatter_uncommon(post->front)->date_text.n;
}

static bool is_same(const struct changed_sources *changed,
                    const struct post *post)
{
    return has_same_record(changed, post) && !may_be_redated(changed, post);
}

/* Marks the terms of posts that changed. */
static void find_saved_terms(struct changed_sources *changed)
{
    const struct site *site = changed->site;
    changed->saved =
        arena_zalloc(site->arena, changed->objects->of.n, sizeof(bool));
    for (size_t i = 0; i < site->nall; i++) {
        const struct post *post = &site->all[i];
        size_t n = is_same(changed, post) ? 0 : post->terms.n;
        for (size_t t = 0; t < n; t++) {
            changed->saved[post->terms.p[t]->as.object.number] = true;
        }
    }
}

void changed_sources_find(struct changed_sources *changed,
                          const struct last_build *last)
{
    changed->scale = false;
    changed->all = find_sources(changed, last);
    find_saved_terms(changed);
}

/* An unchanged post keeps its terms, and each of them has a list in the table;
 * but one that is in no list loses a term with the last of the others. A saved
 * post with another date may keep its place in each of two lists, and
 * get another one where they are merged. */
static bool terms_changed(const struct changed_sources *changed,
                          const struct post *post)
{
    const struct fact_table *table = &changed->engine->facts;
    bool may = changed->scale || post->front->unlisted;
    for (size_t i = 0; i < post->terms.n && !may; i++) {
        const struct listing *term = &post->terms.p[i]->as;
        may = changed->saved[term->object.number] ||
              fact_list_changed(table, term->posts.object.number,
                                table->revision - 1);
    }
    return may;
}

unsigned changed_sources_of(const struct changed_sources *changed, uint32_t id)
{
    const struct post *post = changed_sources_post(changed, id);
    bool same = !post || is_same(changed, post);
    bool terms =
        post && (changed->all & FROM_ORDER) && terms_changed(changed, post);
    return changed->all | (same ? 0U : FROM_FRONT) | (terms ? FROM_TERMS : 0U);
}
