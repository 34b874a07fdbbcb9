/* SPDX-License-Identifier: MIT */
/* The site, its sections, taxonomies and terms, as templates see them. */
#include "base/memory/buf.h"
#include "site/view/view_class.h"

/* --- attributes of sections, terms and taxonomies --- */

static value listing_description(const struct listing *self)
{
    const struct post *index = self->index;
    return value_string(index ? index->front->description : (str){NULL, 0});
}

static value listing_lang(const struct listing *self,
                          struct render_context *ctx)
{
    const struct post *index = self->index;
    return value_string(index && frontmatter_uncommon(index->front)->lang.n
                            ? frontmatter_uncommon(index->front)->lang
                            : view_of(ctx)->site->config.language);
}

/* The first of the feeds that a list has, by the same rules as the plan. */
static value listing_feed(const struct listing *self, unsigned formats,
                          struct render_context *ctx)
{
    const struct config *config = &view_of(ctx)->site->config;
    struct arena *arena = ctx->arena;
    if (!self->posts.n || !self->address.url.n) {
        return value_undefined();
    }
    for (unsigned format = 0; format < FEED_FORMATS; format++) {
        if (formats & 1u << format) {
            str path = address_beside(arena, &self->address);
            path = arena_concat(arena, path, feed_files[format]);
            return value_string(address_make(arena, config, path).url);
        }
    }
    return value_undefined();
}

#define LISTING(X, class)                                                      \
    X(class, name, FROM_ORDER, value_string(self->as.name))                    \
    X(class, slug, FROM_ORDER, value_string(self->as.slug))                    \
    X(class, title, FROM_ORDER | FROM_FILES, value_string(self->as.title))     \
    X(class, url, FROM_ORDER, value_string(self->as.address.url))              \
    X(class, permalink, FROM_ORDER, value_string(self->as.address.permalink))  \
    X(class, description, FROM_ORDER, listing_description(&self->as))          \
    X(class, content, FROM_ORDER, view_index_content(self->as.index, ctx))     \
    X(class, lang, FROM_ORDER, listing_lang(&self->as, ctx))                   \
    X(class, posts, FROM_ORDER, view_posts(&self->as.posts))

/* --- section, term, taxonomy --- */

/* Themes give sections their marks by it, those inside another the same. */
static value section_number(const struct section *self)
{
    while (self->parent) {
        self = self->parent;
    }
    return value_int((int64_t)self->number);
}

#define SECTION(X)                                                             \
    LISTING(X, section)                                                        \
    X(section, count, FROM_ORDER, value_int((int64_t)self->as.posts.n))        \
    X(section, number, FROM_ORDER, section_number(self))                       \
    X(section, feed, FROM_ORDER,                                               \
      listing_feed(&self->as, view_of(ctx)->site->config.feeds.sections, ctx)) \
    X(section, sections, FROM_ORDER, value_object(&self->shown.object))        \
    X(section, parent, FROM_ORDER, view_section_or_undefined(self->parent))
VIEW_CLASS_PRINTED(section, "a section", SECTION, view_print_name)

/* The size of the term in a cloud of terms, 1 to 5: the logarithm of its number
 * of posts, as a part of that of the largest term. */
static value term_weight(const struct term *self)
{
    int64_t doublings = 0;
    for (size_t n = self->as.posts.n; n && n < self->taxonomy->most; n *= 2) {
        doublings++;
    }
    return value_int(doublings < 4 ? 5 - doublings : 1);
}

#define TERM(X)                                                                \
    LISTING(X, term)                                                           \
    X(term, count, FROM_ORDER, value_int((int64_t)self->as.posts.n))           \
    X(term, taxonomy, FROM_ORDER, value_object(&self->taxonomy->as.object))    \
    X(term, feed, FROM_ORDER,                                                  \
      listing_feed(&self->as, view_of(ctx)->site->config.feeds.terms, ctx))    \
    X(term, weight, FROM_ORDER, term_weight(self))
VIEW_CLASS_PRINTED(term, "a term", TERM, view_print_name)

#define TAXONOMY(X)                                                            \
    LISTING(X, taxonomy)                                                       \
    X(taxonomy, terms, FROM_ORDER, value_object(&self->shown.object))          \
    X(taxonomy, count, FROM_ORDER, value_int((int64_t)self->terms.n))
VIEW_CLASS_PRINTED(taxonomy, "a taxonomy", TAXONOMY, view_print_name)

static void init_listing(struct listing *listing,
                         const struct view_class *class)
{
    listing->object.class = &class->base;
    view_init_posts(&listing->posts);
}

/* --- site --- */

static value site_authors(const struct site *self, struct render_context *ctx)
{
    value list = value_list(ctx->arena);
    for (size_t i = 0; i < self->config.authors.n; i++) {
        list_push(list.as.list, ctx->arena,
                  value_object(&self->authors[i].object));
    }
    return list;
}

static value site_taxonomies(const struct site *self,
                             struct render_context *ctx)
{
    value dict = value_dict(ctx->arena);
    for (size_t i = 0; i < self->taxonomies.n; i++) {
        const struct taxonomy *taxonomy = self->taxonomies.p[i];
        dict_set(dict.as.dict, ctx->arena, value_string(taxonomy->as.name),
                 value_object(&taxonomy->as.object));
    }
    return dict;
}

#define SITE(X)                                                                \
    X(site, title, FROM_SETTINGS, value_string(self->config.title))            \
    X(site, url, FROM_SETTINGS, value_string(self->root.url))                  \
    X(site, permalink, FROM_SETTINGS, value_string(self->root.permalink))      \
    X(site, description, FROM_SETTINGS,                                        \
      value_string(self->config.description))                                  \
    X(site, language, FROM_SETTINGS, value_string(self->config.language))      \
    /* The site in each of its languages, its own first. */                    \
    X(site, languages, FROM_ORDER,                                             \
      view_objects(ctx, self->languages.p, self->languages.n, NULL))           \
    X(site, timezone, FROM_SETTINGS, value_string(self->config.timezone))      \
    X(site, author, FROM_SETTINGS,                                             \
      self->config.author.name.n ? value_object(&self->author.object)          \
                                 : value_undefined())                          \
    X(site, authors, FROM_SETTINGS, site_authors(self, ctx))                   \
    X(site, params, FROM_SETTINGS, self->config.params)                        \
    X(site, menu, FROM_SETTINGS, value_object(&self->menus.object))            \
    X(site, data, FROM_SETTINGS, value_object(&self->data->object))            \
    X(site, generator, FROM_SETTINGS, value_string(STR("crumb")))              \
    X(site, search, FROM_SETTINGS, value_bool(self->config.search))            \
    X(site, posts, FROM_ORDER, view_posts(&self->posts))                       \
    X(site, pages, FROM_ORDER, view_posts(&self->pages))                       \
    /* The top level: templates reach the rest through section.sections. */    \
    X(site, sections, FROM_ORDER, value_object(&self->shown.object))           \
    X(site, taxonomies, FROM_ORDER, site_taxonomies(self, ctx))                \
    X(site, feeds, FROM_ORDER,                                                 \
      view_feeds(view_of(ctx)->shared->feeds[self->language], ctx))            \
    X(site, build_date, FROM_CLOCK, value_date(self->now))

VIEW_CLASS(site, "the site", SITE)

/* Unless its _index.md says that no list has it. */
static bool show_section(struct object_list *list,
                         const struct section *section, struct arena *arena)
{
    bool shown = !section->as.index || !section->as.index->front->unlisted;
    if (shown) {
        *VEC_PUSH(list, arena) = &section->as.object;
    }
    return shown;
}

static void init_sections(struct site *site)
{
    view_init_objects(&site->shown);
    for (size_t i = 0; i < site->sections.n; i++) {
        struct section *section = site->sections.p[i];
        init_listing(&section->as, &section_class);
        view_init_objects(&section->shown);
        for (size_t k = 0; k < section->children.n; k++) {
            show_section(&section->shown, section->children.p[k], site->arena);
        }
        if (!section->parent &&
            show_section(&site->shown, section, site->arena)) {
            section->number = site->shown.n;
        }
    }
}

static void init_taxonomy(struct taxonomy *taxonomy, struct arena *arena)
{
    init_listing(&taxonomy->as, &taxonomy_class);
    view_init_objects(&taxonomy->shown);
    for (size_t t = 0; t < taxonomy->terms.n; t++) {
        struct term *term = taxonomy->terms.p[t];
        *VEC_PUSH(&taxonomy->shown, arena) = &term->as.object;
        init_listing(&term->as, &term_class);
        view_init_posts(&term->parts);
    }
}

/* Terms of unlisted posts alone are in no taxonomy. */
static void init_terms(const struct posts *posts)
{
    for (size_t i = 0; i < posts->n; i++) {
        for (size_t t = 0; t < posts->p[i]->terms.n; t++) {
            init_listing(&posts->p[i]->terms.p[t]->as, &term_class);
        }
    }
}

/* The objects of one language. */
static void init_language(struct site *site)
{
    site->object.class = &site_class.base;
    view_init_author(&site->author);
    view_init_menus(&site->menus, site->arena);
    view_init_posts(&site->posts);
    view_init_posts(&site->pages);
    init_sections(site);
    for (size_t i = 0; i < site->taxonomies.n; i++) {
        init_taxonomy(site->taxonomies.p[i], site->arena);
    }
    for (size_t i = 0; i < site->unpublished.n; i++) {
        init_taxonomy(site->unpublished.p[i], site->arena);
    }
    init_terms(&site->unlisted);
    for (size_t i = 0; i < site->periods.n; i++) {
        view_init_posts(&site->periods.p[i]->posts);
    }
}

void view_init_site(struct site *site)
{
    init_language(site);
    for (size_t i = 1; i < site->languages.n; i++) {
        init_language(site->languages.p[i]);
    }
    view_init_data(site->data);
    for (size_t i = 0; i < site->config.authors.n; i++) {
        view_init_author(&site->authors[i]);
    }
    for (size_t i = 0; i < site->nall; i++) {
        view_init_post(&site->all[i]);
    }
}
