/* SPDX-License-Identifier: MIT */
/* Pages that list posts, their paginators, feeds and the sitemap's entries,
 * as templates see them. */
#include "site/entry.h"
#include "site/view/view_class.h"

static value text(str s)
{
    return value_string(s);
}

/* --- list page --- */

#define SELF ((const struct list_page *)self)

static value list_kind(const struct object *self, struct render_context *ctx)
{
    static const str kinds[] = {
        [PAGE_HOME] = STR_INIT("home"),
        [PAGE_POST] = STR_INIT("post"),
        [PAGE_PAGE] = STR_INIT("page"),
        [PAGE_SECTION] = STR_INIT("section"),
        [PAGE_TAXONOMY] = STR_INIT("taxonomy"),
        [PAGE_TERM] = STR_INIT("term"),
        [PAGE_ARCHIVE] = STR_INIT("archive"),
        [PAGE_404] = STR_INIT("404"),
    };
    (void)ctx;
    return text(kinds[SELF->kind]);
}

static value list_title(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->title);
}

static value list_url(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->address.url);
}

static value list_permalink(const struct object *self,
                            struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->address.permalink);
}

static value list_lang(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->lang);
}

static value list_description(const struct object *self,
                              struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->description);
}

static value list_noindex(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return value_bool(SELF->noindex);
}

static value list_content(const struct object *self, struct render_context *ctx)
{
    return view_index_content(SELF->index, ctx);
}

static value list_feeds(const struct object *self, struct render_context *ctx)
{
    return view_feeds(SELF->feeds, ctx);
}

static value list_year(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return SELF->period ? value_int(SELF->period->year) : value_undefined();
}

static value list_month(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    bool month = SELF->period && SELF->period->month;
    return month ? value_int(SELF->period->month) : value_undefined();
}

/* The same list in the other languages. */
static value list_translations(const struct object *self,
                               struct render_context *ctx)
{
    value list = value_list(ctx->arena);
    const struct list_pages *all = SELF->translations;
    for (size_t i = 0; all && i < all->pages.n; i++) {
        if (all->pages.p[i] != SELF) {
            list_push(list.as.list, ctx->arena,
                      value_object(&all->pages.p[i]->object));
        }
    }
    return list;
}

#define LIST(X)                                                                \
    X(list, kind, FROM_ORDER)                                                  \
    X(list, title, FROM_ORDER | FROM_FILES)                                    \
    X(list, url, FROM_ORDER)                                                   \
    X(list, permalink, FROM_ORDER)                                             \
    /* Two languages may have a list at one address, one after the other. */   \
    X(list, lang, FROM_ORDER)                                                  \
    X(list, description, FROM_ORDER)                                           \
    X(list, noindex, FROM_ORDER)                                               \
    X(list, content, FROM_ORDER)                                               \
    X(list, translations, FROM_ORDER)                                          \
    X(list, feeds, FROM_ORDER)                                                 \
    X(list, year, FROM_ORDER)                                                  \
    X(list, month, FROM_ORDER)
VIEW_CLASS(list, "a page", LIST)

/* --- paginator --- */

#undef SELF
#define SELF                                                                   \
    ((const struct list_page *)(const void *)((const char *)self -             \
                                              offsetof(struct list_page,       \
                                                       paginator)))

/* {number, url} of one page of the list; undefined if there is none. */
static value page_link(const struct list_page *page, size_t number,
                       struct render_context *ctx)
{
    if (number < 1 || number > page->pages) {
        return value_undefined();
    }
    struct arena *arena = ctx->arena;
    str url = address_url_of_page(arena, &view_of(ctx)->site->config,
                                  page->first, number, page->pages);
    value v = value_dict(arena);
    dict_set(v.as.dict, arena, text(STR("number")), value_int((int64_t)number));
    dict_set(v.as.dict, arena, text(STR("url")), text(url));
    return v;
}

static value paginator_posts(const struct object *self,
                             struct render_context *ctx)
{
    (void)ctx;
    return view_posts(&SELF->posts);
}

static value paginator_number(const struct object *self,
                              struct render_context *ctx)
{
    (void)ctx;
    return value_int((int64_t)SELF->number);
}

static value paginator_pages(const struct object *self,
                             struct render_context *ctx)
{
    (void)ctx;
    return value_int((int64_t)SELF->pages);
}

static value paginator_total(const struct object *self,
                             struct render_context *ctx)
{
    (void)ctx;
    return value_int((int64_t)SELF->total);
}

static value paginator_first(const struct object *self,
                             struct render_context *ctx)
{
    return page_link(SELF, 1, ctx);
}

static value paginator_prev(const struct object *self,
                            struct render_context *ctx)
{
    return page_link(SELF, SELF->number - 1, ctx);
}

static value paginator_next(const struct object *self,
                            struct render_context *ctx)
{
    return page_link(SELF, SELF->number + 1, ctx);
}

static value paginator_last(const struct object *self,
                            struct render_context *ctx)
{
    return page_link(SELF, SELF->pages, ctx);
}

static value paginator_pages_list(const struct object *self,
                                  struct render_context *ctx)
{
    value list = value_list(ctx->arena);
    for (size_t i = 1; i <= SELF->pages; i++) {
        list_push(list.as.list, ctx->arena, page_link(SELF, i, ctx));
    }
    return list;
}

#define PAGINATOR(X)                                                           \
    X(paginator, posts, FROM_ORDER)                                            \
    X(paginator, number, FROM_ORDER)                                           \
    X(paginator, pages, FROM_ORDER)                                            \
    X(paginator, total, FROM_ORDER)                                            \
    X(paginator, first, FROM_ORDER)                                            \
    X(paginator, prev, FROM_ORDER)                                             \
    X(paginator, next, FROM_ORDER)                                             \
    X(paginator, last, FROM_ORDER)                                             \
    X(paginator, pages_list, FROM_ORDER)
VIEW_CLASS(paginator, "a paginator", PAGINATOR)

void view_init_list_page(struct list_page *page)
{
    page->object.class = &list_class.base;
    page->paginator.class = &paginator_class.base;
    view_init_posts(&page->posts);
}

/* --- feed --- */

#undef SELF
#define SELF ((const struct feed *)self)

static value feed_title(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->title);
}

static value feed_format(const struct object *self, struct render_context *ctx)
{
    static const str names[FEED_FORMATS] = {
        [FEED_ATOM] = STR_INIT("atom"),
        [FEED_RSS] = STR_INIT("rss"),
        [FEED_JSON] = STR_INIT("json"),
    };
    (void)ctx;
    return text(names[SELF->format]);
}

static value feed_type(const struct object *self, struct render_context *ctx)
{
    static const str types[FEED_FORMATS] = {
        [FEED_ATOM] = STR_INIT("application/atom+xml"),
        [FEED_RSS] = STR_INIT("application/rss+xml"),
        [FEED_JSON] = STR_INIT("application/feed+json"),
    };
    (void)ctx;
    return text(types[SELF->format]);
}

static value feed_content(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->summary ? STR("summary") : STR("full"));
}

static value feed_description(const struct object *self,
                              struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->description);
}

static value feed_id(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->id);
}

static value feed_url(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->address.url);
}

static value feed_permalink(const struct object *self,
                            struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->address.permalink);
}

static value feed_home(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->home.permalink);
}

/* The newest entry's; a feed without entries has not changed since the
 * beginning of time, for a clock here would change its bytes. */
static value feed_updated(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    struct date newest = {0};
    for (size_t i = 0; i < SELF->posts.n; i++) {
        struct date date;
        entry_changed(SELF->posts.p[i], &date);
        if (i == 0 || date_cmp(date, newest) > 0) {
            newest = date;
        }
    }
    return value_date(newest);
}

static value feed_posts(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return view_posts(&SELF->posts);
}

#define FEED(X)                                                                \
    X(feed, title, FROM_ORDER)                                                 \
    X(feed, url, FROM_ORDER)                                                   \
    X(feed, permalink, FROM_ORDER)                                             \
    X(feed, id, FROM_ORDER)                                                    \
    X(feed, format, FROM_SETTINGS)                                             \
    X(feed, type, FROM_SETTINGS)                                               \
    X(feed, content, FROM_SETTINGS)                                            \
    X(feed, description, FROM_ORDER)                                           \
    X(feed, home, FROM_ORDER)                                                  \
    X(feed, updated, FROM_ORDER | FROM_GIT)                                    \
    X(feed, posts, FROM_ORDER)
VIEW_CLASS(feed, "a feed", FEED)

void view_init_feed(struct feed *feed)
{
    feed->object.class = &feed_class.base;
    view_init_posts(&feed->posts);
}

value view_feeds(const struct feeds *feeds, struct render_context *ctx)
{
    value list = value_list(ctx->arena);
    for (size_t i = 0; feeds && i < feeds->n; i++) {
        list_push(list.as.list, ctx->arena, value_object(&feeds->p[i]->object));
    }
    return list;
}

/* --- sitemap --- */

#undef SELF
#define SELF ((const struct page_entry *)self)

static value entry_url(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->address->url);
}

static value entry_permalink(const struct object *self,
                             struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->address->permalink);
}

static value entry_lastmod(const struct object *self,
                           struct render_context *ctx)
{
    (void)ctx;
    return SELF->has_lastmod ? value_date(SELF->lastmod) : value_undefined();
}

static value entry_lang(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->lang);
}

static value entry_translations(const struct object *self,
                                struct render_context *ctx)
{
    value list = value_list(ctx->arena);
    for (size_t i = 0; i < SELF->ntranslations; i++) {
        const struct page_entry *other = SELF->translations[i];
        if (other != SELF) {
            list_push(list.as.list, ctx->arena, value_object(&other->object));
        }
    }
    return list;
}

#define ENTRY(X)                                                               \
    X(entry, url, FROM_ORDER)                                                  \
    X(entry, permalink, FROM_ORDER)                                            \
    X(entry, lang, FROM_ORDER)                                                 \
    X(entry, lastmod, FROM_ORDER | FROM_GIT)                                   \
    X(entry, translations, FROM_ORDER)
VIEW_CLASS(entry, "an address", ENTRY)

static size_t entries_length(const struct object *self,
                             struct render_context *ctx)
{
    struct gate gate = view_read(self, ctx, DEP_LENGTH);
    size_t n = ((const struct page_entries *)self)->n;
    gate_restore(gate);
    return n;
}

static value entries_at(const struct object *self, struct render_context *ctx,
                        size_t i)
{
    struct gate gate = view_read_first(self, ctx, i + 1);
    value v = value_object(&((const struct page_entries *)self)->p[i]->object);
    gate_restore(gate);
    return v;
}

static const struct object_class entries_class = {
    .name = "a list of addresses",
    .length = entries_length,
    .at = entries_at,
};

static const struct page_entries *as_entries(const struct object *object)
{
    return object->class == &entries_class ? (const struct page_entries *)object
                                           : NULL;
}

/* The lists of a term that is in no taxonomy have no class: no template can see
 * them. */
size_t view_list_length(const struct object *object)
{
    const struct posts *posts = view_as_posts(object);
    const struct object_list *objects = view_as_objects(object);
    const struct page_entries *entries = as_entries(object);
    return posts ? posts->n : objects ? objects->n : entries ? entries->n : 0;
}

uint32_t view_list_member(const struct object *object, size_t i)
{
    const struct posts *posts = view_as_posts(object);
    const struct object_list *objects = view_as_objects(object);
    const struct page_entries *entries = as_entries(object);
    return posts     ? posts->p[i]->object.number
           : objects ? objects->p[i]->number
           : entries ? entries->p[i]->object.number
                     : 0;
}

void view_init_entries(struct page_entries *entries)
{
    entries->object.class = &entries_class;
    for (size_t i = 0; i < entries->n; i++) {
        entries->p[i]->object.class = &entry_class.base;
    }
}
