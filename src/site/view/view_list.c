/* SPDX-License-Identifier: MIT */
/* Lists, the pages that show them, their paginators, feeds and the sitemap's
 * entries, as templates see them. */
#include "site/entry.h"
#include "site/view/view_class.h"

/* --- list page --- */

value view_kind(enum page_kind kind)
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
        [PAGE_SEARCH] = STR_INIT("search"),
    };
    return value_string(kinds[kind]);
}

static value list_month(const struct list_page *self)
{
    bool month = self->period && self->period->month;
    return month ? value_int(self->period->month) : value_undefined();
}

/* The same list in the other languages. */
static value list_translations(const struct list_page *self,
                               struct render_context *ctx)
{
    const struct list_pages *all = self->translations;
    return all ? view_objects(ctx, all->pages.p, all->pages.n, self)
               : value_list(ctx->arena);
}

#define LIST(X)                                                                \
    X(list_page, kind, FROM_ORDER, view_kind(self->kind))                      \
    X(list_page, title, FROM_ORDER | FROM_FILES, value_string(self->title))    \
    X(list_page, url, FROM_ORDER, value_string(self->address.url))             \
    X(list_page, permalink, FROM_ORDER, value_string(self->address.permalink)) \
    /* Two languages may have a list at one address, one after the other. */   \
    X(list_page, lang, FROM_ORDER, value_string(self->lang))                   \
    X(list_page, description, FROM_ORDER, value_string(self->description))     \
    X(list_page, noindex, FROM_ORDER, value_bool(self->noindex))               \
    X(list_page, content, FROM_ORDER, view_index_content(self->index, ctx))    \
    X(list_page, translations, FROM_ORDER, list_translations(self, ctx))       \
    X(list_page, feeds, FROM_ORDER, view_feeds(self->feeds, ctx))              \
    X(list_page, year, FROM_ORDER,                                             \
      self->period ? value_int(self->period->year) : value_undefined())        \
    X(list_page, month, FROM_ORDER, list_month(self))
VIEW_CLASS(list_page, "a page", LIST)

/* --- paginator --- */

/* A paginator is the member `paginator` of its page. */
struct paginator {
    struct object object;
};

static const struct list_page *page_of(const struct paginator *paginator)
{
    return (const void *)((const char *)paginator -
                          offsetof(struct list_page, paginator));
}

/* {number, url} of one page of the list; undefined if there is none. */
static value page_link(const struct list_page *page, size_t number,
                       struct render_context *ctx)
{
    if (number < 1 || number > page->pages) {
        return value_undefined();
    }
    struct arena *arena = ctx->arena;
    str url = address_of_page(arena, &view_of(ctx)->site->config, page->first,
                              number, page->pages);
    value v = value_dict(arena);
    dict_put(v.as.dict, arena, "number", value_int((int64_t)number));
    dict_put(v.as.dict, arena, "url", value_string(url));
    return v;
}

static value page_links(const struct list_page *page,
                        struct render_context *ctx)
{
    value list = value_list(ctx->arena);
    for (size_t i = 1; i <= page->pages; i++) {
        list_push(list.as.list, ctx->arena, page_link(page, i, ctx));
    }
    return list;
}

#define PAGINATOR(X)                                                           \
    X(paginator, posts, FROM_ORDER, view_posts(&page_of(self)->posts))         \
    X(paginator, number, FROM_ORDER,                                           \
      value_int((int64_t)page_of(self)->number))                               \
    X(paginator, pages, FROM_ORDER, value_int((int64_t)page_of(self)->pages))  \
    X(paginator, total, FROM_ORDER, value_int((int64_t)page_of(self)->total))  \
    X(paginator, first, FROM_ORDER, page_link(page_of(self), 1, ctx))          \
    X(paginator, prev, FROM_ORDER,                                             \
      page_link(page_of(self), page_of(self)->number - 1, ctx))                \
    X(paginator, next, FROM_ORDER,                                             \
      page_link(page_of(self), page_of(self)->number + 1, ctx))                \
    X(paginator, last, FROM_ORDER,                                             \
      page_link(page_of(self), page_of(self)->pages, ctx))                     \
    X(paginator, pages_list, FROM_ORDER, page_links(page_of(self), ctx))
VIEW_CLASS(paginator, "a paginator", PAGINATOR)

void view_init_list_page(struct list_page *page)
{
    page->object.class = &list_page_class.base;
    page->paginator.class = &paginator_class.base;
    view_init_posts(&page->posts);
}

/* --- feed --- */

static value feed_type(const struct feed *self)
{
    static const str types[FEED_FORMATS] = {
        [FEED_ATOM] = STR_INIT("application/atom+xml"),
        [FEED_RSS] = STR_INIT("application/rss+xml"),
        [FEED_JSON] = STR_INIT("application/feed+json"),
    };
    return value_string(types[self->format]);
}

/* The newest entry's; a feed without entries has not changed since the
 * beginning of time, for a clock here would change its bytes. */
static value feed_updated(const struct feed *self)
{
    struct date newest = {0};
    for (size_t i = 0; i < self->posts.n; i++) {
        struct date date;
        entry_changed(self->posts.p[i], &date);
        if (i == 0 || date_cmp(date, newest) > 0) {
            newest = date;
        }
    }
    return value_date(newest);
}

#define FEED(X)                                                                \
    X(feed, title, FROM_ORDER, value_string(self->title))                      \
    X(feed, url, FROM_ORDER, value_string(self->address.url))                  \
    X(feed, permalink, FROM_ORDER, value_string(self->address.permalink))      \
    X(feed, id, FROM_ORDER, value_string(self->id))                            \
    X(feed, format, FROM_SETTINGS, value_string(feed_words[self->format]))     \
    X(feed, type, FROM_SETTINGS, feed_type(self))                              \
    X(feed, content, FROM_SETTINGS,                                            \
      value_string(self->summary ? STR("summary") : STR("full")))              \
    X(feed, description, FROM_ORDER, value_string(self->description))          \
    X(feed, home, FROM_ORDER, value_string(self->home.permalink))              \
    X(feed, updated, FROM_ORDER | FROM_GIT, feed_updated(self))                \
    X(feed, posts, FROM_ORDER, view_posts(&self->posts))
VIEW_CLASS(feed, "a feed", FEED)

void view_init_feed(struct feed *feed)
{
    feed->object.class = &feed_class.base;
    view_init_posts(&feed->posts);
}

value view_feeds(const struct feeds *feeds, struct render_context *ctx)
{
    return feeds ? view_objects(ctx, feeds->p, feeds->n, NULL)
                 : value_list(ctx->arena);
}

/* --- sitemap --- */

#define ENTRY(X)                                                               \
    X(page_entry, url, FROM_ORDER, value_string(self->address->url))           \
    X(page_entry, permalink, FROM_ORDER,                                       \
      value_string(self->address->permalink))                                  \
    X(page_entry, lang, FROM_ORDER, value_string(self->lang))                  \
    X(page_entry, lastmod, FROM_ORDER | FROM_GIT,                              \
      self->has_lastmod ? value_date(self->lastmod) : value_undefined())       \
    X(page_entry, translations, FROM_ORDER,                                    \
      view_objects(ctx, self->translations, self->ntranslations, self))
VIEW_CLASS(page_entry, "an address", ENTRY)

/* --- lists of objects --- */

static const struct object_class posts_class;
static const struct object_class objects_class;
static const struct object_class entries_class;

#define AS_LIST(type, of) ((const struct type *)(const void *)(of))

/* A list without a class is that of a term in no taxonomy: no template can see
 * it. */
size_t view_list_length(const struct object *list)
{
    return list->class == &posts_class     ? AS_LIST(posts, list)->n
           : list->class == &objects_class ? AS_LIST(object_list, list)->n
           : list->class == &entries_class ? AS_LIST(page_entries, list)->n
                                           : 0;
}

static const struct object *list_member(const struct object *list, size_t i)
{
    return list->class == &posts_class ? &AS_LIST(posts, list)->p[i]->object
           : list->class == &objects_class
               ? AS_LIST(object_list, list)->p[i]
               : &AS_LIST(page_entries, list)->p[i]->object;
}

uint32_t view_list_member(const struct object *list, size_t i)
{
    return list_member(list, i)->number;
}

static size_t list_length(const struct object *self, struct render_context *ctx)
{
    struct gate gate = view_read(self, ctx, DEP_LENGTH);
    size_t n = view_list_length(self);
    gate_restore(gate);
    return n;
}

static size_t list_length_to(const struct object *self,
                             struct render_context *ctx, size_t most)
{
    struct gate gate = view_read_first(self, ctx, most);
    size_t n = view_list_length(self);
    gate_restore(gate);
    return n < most ? n : most;
}

static bool list_truth(const struct object *self, struct render_context *ctx)
{
    struct gate gate = view_read(self, ctx, DEP_EMPTY);
    bool any = view_list_length(self) > 0;
    gate_restore(gate);
    return any;
}

static value list_at(const struct object *self, struct render_context *ctx,
                     size_t i)
{
    struct gate gate = view_read_first(self, ctx, i + 1);
    value v = value_object(list_member(self, i));
    gate_restore(gate);
    return v;
}

#define LIST_CLASS(shown)                                                      \
    {                                                                          \
        .name = (shown), .length = list_length, .length_to = list_length_to,   \
        .truth = list_truth, .at = list_at                                     \
    }

static const struct object_class posts_class = LIST_CLASS("a list of posts");
static const struct object_class objects_class = LIST_CLASS("a list");
static const struct object_class entries_class =
    LIST_CLASS("a list of addresses");

const struct posts *view_as_posts(const struct object *object)
{
    return object && object->class == &posts_class ? AS_LIST(posts, object)
                                                   : NULL;
}

void view_init_posts(struct posts *posts)
{
    posts->object.class = &posts_class;
}

void view_init_objects(struct object_list *objects)
{
    objects->object.class = &objects_class;
}

void view_init_entries(struct page_entries *entries)
{
    entries->object.class = &entries_class;
    for (size_t i = 0; i < entries->n; i++) {
        entries->p[i]->object.class = &page_entry_class.base;
    }
}
