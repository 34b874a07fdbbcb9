/* SPDX-License-Identifier: MIT */
#include "site/site_change.h"

#include "base/diag/diag_pack.h"
#include "base/memory/buf.h"
#include "site/content/inherit.h"
#include "site/content/post.h"
#include "site/content/post_record.h"
#include "site/git_dates.h"
#include "site/names/known_names.h"
#include "site/names/post_names.h"
#include "site/organise/menu.h"
#include "site/organise/page_address.h"
#include "site/organise/related.h"
#include "site/organise/taxonomy.h"
#include "site/view/view_class.h"
#include "text/slug.h"

/* --- posts as most are --- */

/* Their lists are by date, and a page is in one of each. */
static bool is_plain_site(const struct site *site)
{
    bool code = false;
    for (size_t i = 0; i < site->sections.n && !code; i++) {
        code = language_is_code(site->sections.p[i]->as.name);
    }
    return site->languages.n == 1 && !code && !site->config.stable_pages &&
           !site->beside && !inherit_any(site) && !git_dates_asked(site);
}

/* Nothing in it but its date and its terms decides where it stands. */
static bool is_plain_front(const struct frontmatter *front)
{
    const struct frontmatter_build *build = &front->build;
    const struct frontmatter_rare *rare = frontmatter_rare(front);
    return front->draft == (front->holds != 0) && !front->updated_git &&
           !front->has_publish && !front->has_expires && !front->unlisted &&
           !front->headless && !build->unrendered && !build->linked &&
           !build->unlisted && !build->local && !build->unpublished &&
           !front->has_weight && !rare->series.n && !rare->lang.n &&
           !rare->template.n && !front->aliases.n && !rare->taxonomies.n &&
           value_is(rare->menu, VALUE_UNDEFINED) &&
           value_is(rare->cascade, VALUE_UNDEFINED);
}

static bool is_plain_post(const struct site *site, const struct post *post)
{
    return post->kind == PAGE_POST && post->has_date && post->section &&
           !post->own_front && !post->loaded->warnings->list.n &&
           is_plain_front(post->front) && post_held(site, post) == HELD_NOT &&
           !relist_is_sorted_otherwise(post);
}

static struct post make_post(const struct site *site, struct loaded_post *from)
{
    return (struct post){
        .kind = post_kind(from->file),
        .loaded = from,
        .file = from->file,
        .source = from->source,
        .front = &from->front,
        .has_date = from->has_date,
        .date = from->date,
        .title = from->title,
        .lang = post_language(site, &from->front, from->file),
        .slug = from->slug,
        .site = site,
        .section = map_get(&site->sections_by_name, from->file->folder),
    };
}

/* --- one more --- */

static bool has_periods(const struct site *site, const struct post *post)
{
    struct civil day = date_civil(post->date);
    return relist_period(site, day.year, 0) &&
           relist_period(site, day.year, day.month);
}

/* The same address on every system, and the page of a folder. */
static bool is_plain_path(str path)
{
    bool plain = path.n && str_ends(path, STR("/"));
    for (size_t i = 0; i < path.n && plain; i++) {
        char c = path.p[i];
        bool begins = i == 0 || path.p[i - 1] == '/';
        plain = (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '_' ||
                ((c == '.' || c == '/') && !begins);
    }
    enum { LONGEST = 200 };
    return plain && path.n <= LONGEST;
}

static bool find_address(const struct site *site, const struct post *post,
                         struct arena *arena, struct address *out)
{
    str path = address_path(arena, &site->config, post);
    bool plain = is_plain_path(path);
    if (plain) {
        *out = address_make_page(arena, &site->config, path);
    }
    return plain;
}

/* In lists that are there, but for those of its year and month. */
static bool has_lists(const struct site *site, struct post *post,
                      struct arena *arena)
{
    return is_plain_post(site, post) && post->section->as.posts.n &&
           taxonomy_find_terms(site, post, arena);
}

static bool may_join(const struct site *site, struct loaded_post *loaded,
                     struct arena *work, struct new_post *out)
{
    struct post post = make_post(site, loaded);
    return has_lists(site, &post, work) && has_periods(site, &post) &&
           find_address(site, &post, site->arena, &out->address);
}

bool site_may_add(struct site *site, str path, const struct fs_stat *stat,
                  struct new_post *out)
{
    struct arena work = {0};
    struct content_file file;
    struct diags said;
    struct loaded_post loaded = {.file = &file, .warnings = &said};
    struct source text = {0};
    bool may = false;
    *out =
        (struct new_post){.path = arena_str(site->arena, path), .stat = *stat};
    diags_init(&said, &work);
    if (site->nall < site->room && is_plain_site(site) &&
        content_is_plain_post(&site->content, path, stat, &work, &file) &&
        post_read(&file, &work, &said, &text) &&
        post_load(site, &loaded, &text, &work, &work, &said) &&
        may_join(site, &loaded, &work, out)) {
        struct buf record = {0};
        post_pack(&loaded, &record);
        out->hash = loaded.file_hash;
        out->record = arena_str(&site->workers[0], buf_str(&record));
        buf_free(&record);
        may = true;
    }
    arena_free(&work);
    return may;
}

/* Its file and its front matter, which were packed a moment ago. */
static struct loaded_post *load(struct site *site, const struct new_post *new)
{
    struct arena *keep = &site->workers[0];
    struct loaded_post *loaded = ARENA_NEW(keep, struct loaded_post);
    struct content_file file;
    content_is_plain_post(&site->content, new->path, &new->stat, site->arena,
                          &file);
    loaded->file = content_add(&site->content, &file, site->arena);
    loaded->warnings = &diags_none;
    loaded->record = new->record;
    struct unpack in = unpack_of(loaded->record);
    post_unpack(loaded, &in, keep);
    loaded->file_hash = new->hash;
    return loaded;
}

struct post *site_add(struct site *site, const struct new_post *new,
                      struct site_change *change)
{
    struct post *post = &site->all[site->nall++];
    *post = make_post(site, load(site, new));
    post->derived = arena_zalloc(site->arena, 1, sizeof *post->derived);
    post->address = new->address;
    taxonomy_find_terms(site, post, site->arena);
    str path = slug_nfc(site->arena, post->file->path);
    *map_put(&site->posts_by_path, site->arena, path) = post;
    view_init_post(post);
    relist_add(site, post, change);
    file_names_add(site->file_names, post->file->path);
    post_names_forget(site->post_names);
    return post;
}

/* --- one less --- */

static bool is_alone_in_section(const struct post *post)
{
    const struct posts *posts = &post->section->as.posts;
    size_t others = 0;
    for (size_t i = 0; i < posts->n && !others; i++) {
        others += posts->p[i] != post && posts->p[i]->section == post->section;
    }
    return !others;
}

/* A list that would be empty goes as well, and a term has the spelling of its
 * newest post. */
static bool lists_stay(const struct site *site, const struct post *post)
{
    struct civil day = date_civil(post->date);
    bool stay = relist_period(site, day.year, day.month)->n > 1 &&
                !is_alone_in_section(post);
    for (size_t i = 0; i < post->terms.n && stay; i++) {
        const struct term *term = post->terms.p[i];
        stay = term->as.posts.n > 1 && !term->respelled;
    }
    return stay;
}

bool site_may_remove(const struct site *site, const struct post *post,
                     struct arena *arena)
{
    return is_plain_site(site) && is_plain_post(site, post) &&
           post->address.url.n && post->held == HELD_NOT &&
           content_may_go(&site->content, post->file, arena) &&
           lists_stay(site, post) && !menu_has_page(site, post);
}

void site_remove(struct site *site, struct post *post,
                 struct site_change *change)
{
    str path = slug_nfc(site->arena, post->file->path);
    relist_remove(site, post, change);
    content_remove(&site->content, post->file);
    *map_put(&site->posts_by_path, site->arena, path) = NULL;
    atomic_store(post->derived, NULL);
    post->body = NULL;
    post->held = HELD_GONE;
    file_names_remove(site->file_names, post->file->path);
    post_names_forget(site->post_names);
}
