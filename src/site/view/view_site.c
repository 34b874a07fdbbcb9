/* SPDX-License-Identifier: MIT */
/* The site, its sections, taxonomies and terms, as templates see them. */
#include "base/memory/buf.h"
#include "site/view/view_class.h"
#include "site/view/view_shared.h"

static value text(str s)
{
    return value_string(s);
}

/* --- what sections, terms and taxonomies share --- */

#define SELF ((const struct listing *)self)

static value listing_name(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->name);
}

static value listing_slug(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->slug);
}

static value listing_title(const struct object *self,
                           struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->title);
}

static value listing_url(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->address.url);
}

static value listing_permalink(const struct object *self,
                               struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->address.permalink);
}

static value listing_description(const struct object *self,
                                 struct render_context *ctx)
{
    (void)ctx;
    const struct post *index = SELF->index;
    return text(index ? index->front->description : (str){NULL, 0});
}

static value listing_content(const struct object *self,
                             struct render_context *ctx)
{
    return view_index_content(SELF->index, ctx);
}

static value listing_lang(const struct object *self, struct render_context *ctx)
{
    const struct post *index = SELF->index;
    return text(index && frontmatter_rare(index->front)->lang.n
                    ? frontmatter_rare(index->front)->lang
                    : view_of(ctx)->site->config.language);
}

static value listing_posts(const struct object *self,
                           struct render_context *ctx)
{
    (void)ctx;
    return view_posts(&SELF->posts);
}

static value listing_count(const struct object *self,
                           struct render_context *ctx)
{
    (void)ctx;
    return value_int((int64_t)SELF->posts.n);
}

#define LISTING(X)                                                             \
    X(listing, name, FROM_ORDER)                                               \
    X(listing, slug, FROM_ORDER)                                               \
    X(listing, title, FROM_ORDER | FROM_FILES)                                 \
    X(listing, url, FROM_ORDER)                                                \
    X(listing, permalink, FROM_ORDER)                                          \
    X(listing, description, FROM_ORDER)                                        \
    X(listing, content, FROM_ORDER)                                            \
    X(listing, lang, FROM_ORDER)                                               \
    X(listing, posts, FROM_ORDER)

#undef SELF

/* --- section, term, taxonomy --- */

static value section_sections(const struct object *self,
                              struct render_context *ctx)
{
    (void)ctx;
    return value_object(&((const struct section *)self)->shown.object);
}

static value section_parent(const struct object *self,
                            struct render_context *ctx)
{
    (void)ctx;
    return view_section_or_undefined(((const struct section *)self)->parent);
}

#define SECTION(X)                                                             \
    LISTING(X)                                                                 \
    X(listing, count, FROM_ORDER)                                              \
    X(section, sections, FROM_ORDER)                                           \
    X(section, parent, FROM_ORDER)
VIEW_CLASS(section, "a section", SECTION)

static value term_taxonomy(const struct object *self,
                           struct render_context *ctx)
{
    (void)ctx;
    return value_object(&((const struct term *)self)->taxonomy->as.object);
}

/* The size of the term in a cloud of terms, 1 to 5: the logarithm of its number
 * of posts, as a part of that of the largest term. */
static value term_weight(const struct object *self, struct render_context *ctx)
{
    const struct term *term = (const struct term *)self;
    int64_t doublings = 0;
    (void)ctx;
    for (size_t n = term->as.posts.n; n && n < term->taxonomy->most; n *= 2) {
        doublings++;
    }
    return value_int(doublings < 4 ? 5 - doublings : 1);
}

#define TERM(X)                                                                \
    LISTING(X)                                                                 \
    X(listing, count, FROM_ORDER)                                              \
    X(term, taxonomy, FROM_ORDER)                                              \
    X(term, weight, FROM_ORDER)
VIEW_CLASS(term, "a term", TERM)

static value taxonomy_terms(const struct object *self,
                            struct render_context *ctx)
{
    (void)ctx;
    return value_object(&((const struct taxonomy *)self)->shown.object);
}

static value taxonomy_count(const struct object *self,
                            struct render_context *ctx)
{
    (void)ctx;
    return value_int((int64_t)((const struct taxonomy *)self)->terms.n);
}

#define TAXONOMY(X)                                                            \
    LISTING(X) X(taxonomy, terms, FROM_ORDER) X(taxonomy, count, FROM_ORDER)
VIEW_CLASS(taxonomy, "a taxonomy", TAXONOMY)

static void init_listing(struct listing *listing,
                         const struct view_class *class)
{
    listing->object.class = &class->base;
    view_init_posts(&listing->posts);
}

/* --- site --- */

#define SELF ((const struct site *)self)

static value site_title(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->config.title);
}

static value site_url(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->root.url);
}

static value site_permalink(const struct object *self,
                            struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->root.permalink);
}

static value site_description(const struct object *self,
                              struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->config.description);
}

static value site_language(const struct object *self,
                           struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->config.language);
}

/* The site in each of its languages, its own first. */
static value site_languages(const struct object *self,
                            struct render_context *ctx)
{
    value list = value_list(ctx->arena);
    for (size_t i = 0; i < SELF->languages.n; i++) {
        list_push(list.as.list, ctx->arena,
                  value_object(&SELF->languages.p[i]->object));
    }
    return list;
}

static value site_timezone(const struct object *self,
                           struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->config.timezone);
}

static value site_author(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return SELF->config.author.name.n ? value_object(&SELF->author.object)
                                      : value_undefined();
}

static value site_authors(const struct object *self, struct render_context *ctx)
{
    value list = value_list(ctx->arena);
    for (size_t i = 0; i < SELF->config.authors.n; i++) {
        list_push(list.as.list, ctx->arena,
                  value_object(&SELF->authors[i].object));
    }
    return list;
}

static value site_params(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return SELF->config.params;
}

static value site_menu(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return value_object(&SELF->menus.object);
}

static value site_data(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return value_object(&SELF->data->object);
}

static value site_generator(const struct object *self,
                            struct render_context *ctx)
{
    (void)self, (void)ctx;
    return text(STR("crumb"));
}

static value site_posts(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return view_posts(&SELF->posts);
}

static value site_pages(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return view_posts(&SELF->pages);
}

/* The top level: templates reach the rest through section.sections. */
static value site_sections(const struct object *self,
                           struct render_context *ctx)
{
    (void)ctx;
    return value_object(&SELF->shown.object);
}

static value site_taxonomies(const struct object *self,
                             struct render_context *ctx)
{
    value dict = value_dict(ctx->arena);
    for (size_t i = 0; i < SELF->taxonomies.n; i++) {
        const struct taxonomy *taxonomy = SELF->taxonomies.p[i];
        dict_set(dict.as.dict, ctx->arena, text(taxonomy->as.name),
                 value_object(&taxonomy->as.object));
    }
    return dict;
}

static value site_feeds(const struct object *self, struct render_context *ctx)
{
    return view_feeds(view_of(ctx)->shared->feeds[SELF->language], ctx);
}

static value site_build_date(const struct object *self,
                             struct render_context *ctx)
{
    (void)ctx;
    return value_date(SELF->now);
}

#define SITE(X)                                                                \
    X(site, title, FROM_SETTINGS)                                              \
    X(site, url, FROM_SETTINGS)                                                \
    X(site, permalink, FROM_SETTINGS)                                          \
    X(site, description, FROM_SETTINGS)                                        \
    X(site, language, FROM_SETTINGS)                                           \
    X(site, languages, FROM_ORDER)                                             \
    X(site, timezone, FROM_SETTINGS)                                           \
    X(site, author, FROM_SETTINGS)                                             \
    X(site, authors, FROM_SETTINGS)                                            \
    X(site, params, FROM_SETTINGS)                                             \
    X(site, menu, FROM_SETTINGS)                                               \
    X(site, data, FROM_SETTINGS)                                               \
    X(site, generator, FROM_SETTINGS)                                          \
    X(site, posts, FROM_ORDER)                                                 \
    X(site, pages, FROM_ORDER)                                                 \
    X(site, sections, FROM_ORDER)                                              \
    X(site, taxonomies, FROM_ORDER)                                            \
    X(site, feeds, FROM_ORDER)                                                 \
    X(site, build_date, FROM_CLOCK)

VIEW_CLASS(site, "the site", SITE)

/* Unless its _index.md says that no list has it. */
static void show_section(struct object_list *list,
                         const struct section *section, struct arena *arena)
{
    if (!section->as.index || !section->as.index->front->unlisted) {
        *VEC_PUSH(list, arena) = &section->as.object;
    }
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
        if (!section->parent) {
            show_section(&site->shown, section, site->arena);
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

/* Terms of unlisted posts alone stand in no taxonomy. */
static void init_terms(const struct posts *posts)
{
    for (size_t i = 0; i < posts->n; i++) {
        for (size_t t = 0; t < posts->p[i]->terms.n; t++) {
            init_listing(&posts->p[i]->terms.p[t]->as, &term_class);
        }
    }
}

/* What each language has of its own. */
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
