/* SPDX-License-Identifier: MIT */
#include "site/organise/organise.h"

#include "files/path.h"
#include "files/tree/tree.h"

/* --- one site a language --- */

static const struct config_language *settings_of(const struct site *site,
                                                 str code)
{
    for (size_t i = 0; i < site->config.languages.n; i++) {
        if (str_eq(site->config.languages.p[i].code, code)) {
            return &site->config.languages.p[i];
        }
    }
    return NULL;
}

/* A site's description is in the language of the site: none is better than
 * one that readers may not know. Its title is a name. */
static void apply_settings(struct site *site, bool own)
{
    const struct config_language *settings =
        settings_of(site, site->config.language);
    struct config *config = &site->config;
    config->description = own ? config->description : (str){NULL, 0};
    if (!settings) {
        return;
    }
    config->title = settings->title.n ? settings->title : config->title;
    if (settings->description.n) {
        config->description = settings->description;
    }
    if (value_is(settings->menu, VALUE_LIST) ||
        value_is(settings->menu, VALUE_DICT)) {
        config->menu = settings->menu;
    }
}

void translation_split(struct site *site)
{
    const struct languages *languages = &site->content.languages;
    for (size_t i = 0; i < languages->codes.n; i++) {
        struct site *one = i ? ARENA_NEW(site->arena, struct site) : site;
        if (i) {
            *one = *site;
            one->language = i;
            one->config.language = languages->codes.p[i];
            one->prefix =
                arena_concat(/* pt-br/ */
                             site->arena,
                             arena_lower(site->arena, one->config.language),
                             STR("/"));
            one->root = address_make(site->arena, &site->config, one->prefix);
        }
        *VEC_PUSH(&site->languages, site->arena) = one;
    }
    for (size_t i = 0; i < site->languages.n; i++) {
        apply_settings(site->languages.p[i], i == 0);
    }
}

void translation_share(struct site *site)
{
    for (size_t i = 1; i < site->languages.n; i++) {
        struct site *one = site->languages.p[i];
        one->languages = site->languages;
        one->assets = site->assets;
        one->assets_by_path = site->assets_by_path;
    }
}

/* --- one post in several languages --- */

static bool is_shown(const struct post *post)
{
    return post->held == HELD_NOT && !post->front->unlisted &&
           post->file->kind != CONTENT_INDEX;
}

/* rye.md and rye/index.md are the same post. */
static str translation_key(const struct post *post, struct arena *arena)
{
    const struct content_file *file = post->file;
    return arena_printf(arena, "%.*s/%.*s/%.*s", STR_ARG(file->folder),
                        STR_ARG(file->date), STR_ARG(file->name));
}

void translation_join(struct site *site)
{
    struct map groups = {0};
    for (size_t i = 0; site->languages.n > 1 && i < site->nall; i++) {
        struct post *post = &site->all[i];
        if (!is_shown(post)) {
            continue;
        }
        void **group =
            map_put(&groups, site->arena, translation_key(post, site->arena));
        if (!*group) {
            *group = ARENA_NEW(site->arena, struct posts);
        }
        struct posts *posts = *group;
        posts_add(posts, site->arena, post);
        /* In the order of the languages. */
        for (size_t n = posts->n - 1;
             n && posts->p[n - 1]->file->at.language > post->file->at.language;
             n--) {
            posts->p[n] = posts->p[n - 1];
            posts->p[n - 1] = post;
        }
        post->translations = *group;
    }
}
