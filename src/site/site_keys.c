/* SPDX-License-Identifier: MIT */
#include "site/site_keys.h"

/* One for each key that there is. */
static void add_places(struct objects *objects, struct arena *arena)
{
    while (objects->of.n < key_limit(&objects->engine->keys)) {
        *VEC_PUSH(&objects->of, arena) = NULL;
        *VEC_PUSH(&objects->kinds, arena) = OBJECT_NONE;
    }
}

/* In a site with mistakes two objects may have the same key: then they are
 * distinguished by their order. */
static uint32_t objects_add(struct objects *objects, struct arena *arena,
                            struct object *object, enum object_kind kind,
                            uint32_t owner, str name)
{
    struct key key = {(uint8_t)objects_key_class(kind), (uint8_t)kind, owner,
                      name};
    if (object->number) {
        return object->number; /* an object that several languages share */
    }
    uint32_t number = key_intern(&objects->engine->keys, key);
    while (number < objects->of.n && objects->of.p[number]) {
        key.owner = number;
        number = key_intern(&objects->engine->keys, key);
    }
    add_places(objects, arena);
    objects->of.p[number] = object;
    objects->kinds.p[number] = key.kind;
    object->number = number;
    return number;
}

static void objects_add_posts(struct objects *objects, struct arena *arena,
                              struct posts *posts, uint32_t owner, str name)
{
    objects_add(objects, arena, &posts->object, OBJECT_POSTS, owner, name);
}

static uint32_t add_listing(struct objects *objects, struct arena *arena,
                            struct listing *listing, enum object_kind kind,
                            uint32_t owner, str name)
{
    uint32_t number =
        objects_add(objects, arena, &listing->object, kind, owner, name);
    objects_add_posts(objects, arena, &listing->posts, number, STR("posts"));
    return number;
}

static void add_term(struct objects *objects, struct arena *arena,
                     struct term *term)
{
    uint32_t number =
        add_listing(objects, arena, &term->as, OBJECT_TERM,
                    term->taxonomy->as.object.number, term->as.slug);
    objects_add_posts(objects, arena, &term->parts, number, STR("parts"));
}

static void add_taxonomy(struct objects *objects, struct arena *arena,
                         struct taxonomy *taxonomy, uint32_t site)
{
    uint32_t number = add_listing(objects, arena, &taxonomy->as,
                                  OBJECT_TAXONOMY, site, taxonomy->as.slug);
    objects_add(objects, arena, &taxonomy->shown.object, OBJECT_LIST, number,
                STR("terms"));
    for (size_t i = 0; i < taxonomy->terms.n; i++) {
        add_term(objects, arena, taxonomy->terms.p[i]);
    }
}

static void add_sections(struct objects *objects, struct site *site,
                         uint32_t owner)
{
    for (size_t i = 0; i < site->sections.n; i++) {
        struct section *section = site->sections.p[i];
        uint32_t number = add_listing(objects, site->arena, &section->as,
                                      OBJECT_SECTION, owner, section->as.name);
        objects_add(objects, site->arena, &section->shown.object, OBJECT_LIST,
                    number, STR("sections"));
    }
    objects_add(objects, site->arena, &site->shown.object, OBJECT_LIST, owner,
                STR("sections"));
}

static void add_author(struct objects *objects, struct arena *arena,
                       struct site_author *author, uint32_t site)
{
    objects_add(objects, arena, &author->object, OBJECT_AUTHOR, site,
                author->config->key);
}

static void add_data(struct objects *objects, struct arena *arena,
                     struct data_folder *data)
{
    objects_add(objects, arena, &data->object, OBJECT_DATA, 0, data->path);
    for (size_t i = 0; i < data->folders.n; i++) {
        add_data(objects, arena, data->folders.p[i]);
    }
}

static void add_language(struct objects *objects, struct site *site)
{
    struct arena *arena = site->arena;
    uint32_t number = objects_add(objects, arena, &site->object, OBJECT_SITE, 0,
                                  site->config.language);
    objects_add(objects, arena, &site->menus.object, OBJECT_MENUS, number,
                (str){NULL, 0});
    objects_add_posts(objects, arena, &site->posts, number, STR("posts"));
    objects_add_posts(objects, arena, &site->pages, number, STR("pages"));
    add_author(objects, arena, &site->author, number);
    add_sections(objects, site, number);
    for (size_t i = 0; i < site->taxonomies.n; i++) {
        add_taxonomy(objects, arena, site->taxonomies.p[i], number);
    }
    for (size_t i = 0; i < site->unpublished.n; i++) {
        add_taxonomy(objects, arena, site->unpublished.p[i], number);
    }
}

/* --- posts --- */

/* Unlisted posts may have terms that are in no taxonomy. */
static void add_post(struct objects *objects, struct site *site,
                     struct post *post, bool backlinks)
{
    uint32_t number = objects_add(objects, site->arena, &post->object,
                                  OBJECT_POST, 0, post->file->path);
    if (backlinks) {
        objects_add_posts(objects, site->arena, &post->backlinks, number,
                          STR("backlinks"));
    }
    for (size_t t = 0; t < post->terms.n; t++) {
        if (!post->terms.p[t]->as.object.number) {
            add_term(objects, site->arena, post->terms.p[t]);
        }
    }
}

/* In the order in which their pages are made, so that texts of posts whose keys
 * are neighbours lie side by side. */
static void add_posts(struct objects *objects, struct site *site,
                      bool backlinks)
{
    for (size_t i = 0; i < site->languages.n; i++) {
        const struct posts *posts = &site->languages.p[i]->posts;
        for (size_t p = 0; p < posts->n; p++) {
            add_post(objects, site, posts->p[p], backlinks);
        }
    }
    for (size_t i = 0; i < site->nall; i++) {
        add_post(objects, site, &site->all[i], backlinks);
    }
}

struct objects *objects_new(struct site *site, struct engine *engine,
                            bool backlinks)
{
    struct objects *objects = ARENA_NEW(site->arena, struct objects);
    /* Posts with their backlinks; as many again for lists and terms. */
    size_t most = key_limit(&engine->keys) + 6 * site->nall + 256;
    objects->engine = engine;
    VEC_RESERVE(&objects->of, site->arena, most);
    VEC_RESERVE(&objects->kinds, site->arena, most);
    add_places(objects, site->arena);
    add_language(objects, site);
    for (size_t i = 1; i < site->languages.n; i++) {
        add_language(objects, site->languages.p[i]);
    }
    for (size_t i = 0; i < site->config.authors.n; i++) {
        add_author(objects, site->arena, &site->authors[i], 0);
    }
    add_data(objects, site->arena, site->data);
    add_posts(objects, site, backlinks);
    return objects;
}

void objects_add_list_page(struct objects *objects, struct arena *arena,
                           struct list_page *page)
{
    uint32_t number = objects_add(objects, arena, &page->object,
                                  OBJECT_LIST_PAGE, 0, page->address.file);
    objects_add(objects, arena, &page->paginator, OBJECT_PAGINATOR, number,
                (str){NULL, 0});
    objects_add_posts(objects, arena, &page->posts, number, STR("posts"));
}

void objects_add_feed(struct objects *objects, struct arena *arena,
                      struct feed *feed)
{
    uint32_t number = objects_add(objects, arena, &feed->object, OBJECT_FEED, 0,
                                  feed->address.file);
    objects_add_posts(objects, arena, &feed->posts, number, STR("posts"));
}

void objects_add_entries(struct objects *objects, struct arena *arena,
                         struct page_entries *entries, str name)
{
    objects_add(objects, arena, &entries->object, OBJECT_ADDRESSES, 0, name);
    for (size_t i = 0; i < entries->n; i++) {
        struct page_entry *entry = entries->p[i];
        objects_add(objects, arena, &entry->object, OBJECT_ADDRESS, 0,
                    entry->address->file);
    }
}

/* An empty site has the classes of a full one. */
void objects_classes(struct arena *arena,
                     const struct object_class *classes[OBJECT_KINDS])
{
    struct site *site = ARENA_NEW(arena, struct site);
    struct post *post = ARENA_NEW(arena, struct post);
    struct section *section = ARENA_NEW(arena, struct section);
    struct taxonomy *taxonomy = ARENA_NEW(arena, struct taxonomy);
    struct term *term = ARENA_NEW(arena, struct term);
    struct list_page *list = ARENA_NEW(arena, struct list_page);
    struct feed *feed = ARENA_NEW(arena, struct feed);
    struct page_entry *entry = ARENA_NEW(arena, struct page_entry);
    struct data_folder *data = ARENA_NEW(arena, struct data_folder);
    struct page_entries entries = {.p = &entry, .n = 1};
    *site = (struct site){.arena = arena, .data = data, .all = post, .nall = 1};
    *VEC_PUSH(&site->sections, arena) = section;
    *VEC_PUSH(&site->taxonomies, arena) = taxonomy;
    *VEC_PUSH(&taxonomy->terms, arena) = term;
    view_init_site(site);
    view_init_list_page(list);
    view_init_feed(feed);
    view_init_entries(&entries);
    const struct object_class *all[OBJECT_KINDS] = {
        [OBJECT_SITE] = site->object.class,
        [OBJECT_AUTHOR] = site->author.object.class,
        [OBJECT_POST] = post->object.class,
        [OBJECT_SECTION] = section->as.object.class,
        [OBJECT_TAXONOMY] = taxonomy->as.object.class,
        [OBJECT_TERM] = term->as.object.class,
        [OBJECT_LIST_PAGE] = list->object.class,
        [OBJECT_PAGINATOR] = list->paginator.class,
        [OBJECT_FEED] = feed->object.class,
        [OBJECT_ADDRESS] = entry->object.class,
    };
    memcpy(classes, all, sizeof all);
}
