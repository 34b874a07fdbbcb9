/* SPDX-License-Identifier: MIT */
#include "site/organise/organise.h"

#include "base/hash.h"
#include "base/pool.h"
#include "files/path.h"
#include "site/content/inherit.h"
#include "site/content/post.h"
#include "site/organise/page_address.h"
#include "text/slug.h"

/* --- sections --- */

/* The section of that folder, made with all above it if it is new. */
static struct section *section_of(struct site *site, str folder)
{
    if (folder.n == 0) {
        return NULL;
    }
    struct section *section = map_get(&site->sections_by_name, folder);
    if (section) {
        return section;
    }
    struct section *parent = section_of(site, path_dir(folder));
    section = ARENA_NEW(site->arena, struct section);
    section->parent = parent;
    section->as.name = folder;
    section->as.slug = path_base(folder);
    section->as.title = slug_title(site->arena, section->as.slug);
    section->as.address =
        address_make(site->arena, &site->config,
                     arena_concat(site->arena, site->prefix,
                                  address_folder(site->arena, folder)));
    *map_put(&site->sections_by_name, site->arena, folder) = section;
    *VEC_PUSH(&site->sections, site->arena) = section;
    if (parent) {
        *VEC_PUSH(&parent->children, site->arena) = section;
    }
    return section;
}

/* Sections and posts without a weight come last. */
static int64_t weight_of(const struct post *post)
{
    return post && post->front->has_weight
               ? frontmatter_uncommon(post->front)->weight
               : INT64_MAX;
}

static int compare_sections(const void *a, const void *b)
{
    const struct section *const *left = a;
    const struct section *const *right = b;
    int64_t x = weight_of((*left)->as.index);
    int64_t y = weight_of((*right)->as.index);
    int order = (x > y) - (x < y);
    return order ? order : str_cmp((*left)->as.name, (*right)->as.name);
}

static void sort_sections(struct site *site)
{
    for (size_t i = 0; i < site->sections.n; i++) {
        VEC_SORT(&site->sections.p[i]->children, compare_sections);
    }
    VEC_SORT(&site->sections, compare_sections);
}

/* --- posts --- */

static bool is_kind(const struct post *post, enum content_kind kind)
{
    return post->file->kind == kind;
}

/* A page that is not rendered has no address either, as in Hugo. */
static bool has_address(const struct post *post)
{
    return !post->front->build.unrendered;
}

/* The address of posts that are held back. It is empty, as templates may get
 * such a post and must not reveal where it will be. */
static const struct address no_address = {STR_INIT(""), STR_INIT(""),
                                          STR_INIT("")};

/* An _index.md belongs to the home page, a term or a section. */
static void place_index(struct site *site, struct post *post,
                        struct diags *diags)
{
    struct listing *listing = NULL;
    if (post->file->folder.n == 0) {
        site->index = post;
        post->address = site->root;
        aliases_resolve_index(site, post, diags);
        return;
    }
    if (config_is_of_terms(&site->config, post->file->folder)) {
        return; /* taxonomy_organise takes it, once the terms are known */
    }
    listing = &section_of(site, post->file->folder)->as;
    listing->index = post;
    if (!has_address(post)) {
        listing->address = no_address;
    }
    if (post_copied(post)->front->title.n) {
        listing->title = post_copied(post)->front->title;
    }
    post->address = listing->address;
    aliases_resolve_index(site, post, diags);
}

/* A folder with an index.md that is a post belongs to that post: other files in
 * it are in the section around it. */
static str section_folder(const struct site *site, const struct post *post,
                          struct arena *work)
{
    str folder = post->file->folder;
    while (folder.n) {
        const struct post *index = map_get(
            &site->posts_by_path, path_join(work, folder, STR("index.md")));
        if (!index || is_kind(index, CONTENT_INDEX)) {
            break;
        }
        folder = path_dir(folder);
    }
    return folder;
}

/* A 404 page of the author's own is in no list and no index. */
static bool is_missing_page(const struct site *site, const struct post *post)
{
    str file = post->address.file;
    return str_starts(file, site->prefix) &&
           str_eq(str_from_offset(file, site->prefix.n), ADDRESS_MISSING);
}

/* Gives an address to a post. Sections and terms get theirs elsewhere. */
static void give_address(void *context, size_t worker, size_t i)
{
    const struct site *all = context;
    struct post *post = &all->all[i];
    struct arena *work = &all->scratch[worker];
    post->site = all->languages.p[post->file->at.language];
    if (post->held != HELD_NOT || is_kind(post, CONTENT_INDEX)) {
        return;
    }
    const struct config *config = &post->site->config;
    post->address = has_address(post)
                        ? address_make_page(&all->workers[worker], config,
                                            address_path(work, config, post))
                        : no_address;
    arena_clear(work);
}

static void place_post(struct site *site, struct post *post,
                       struct diags *diags)
{
    if (post->held != HELD_NOT) {
        posts_add(&site->languages.p[0]->held, site->arena, post);
        return;
    }
    if (is_kind(post, CONTENT_INDEX)) {
        place_index(site, post, diags);
        return;
    }
    struct arena *work = &site->scratch[0];
    if (has_address(post) && post->front->aliases.n) {
        str path = address_path(work, &site->config, post);
        aliases_resolve(site, post, path, diags);
    }
    if (is_missing_page(site, post)) {
        post->kind = PAGE_404;
        post_change_front(post, site->arena)->unlisted = true;
    }
    if (post->front->unlisted) {
        posts_add(&site->unlisted, site->arena, post);
    } else if (post->kind == PAGE_PAGE) {
        posts_add(&site->pages, site->arena, post);
    } else {
        posts_add(&site->posts, site->growing, post);
    }
    bool local = post->front->build.local;
    if (post->kind == PAGE_POST && (has_address(post) || local)) {
        post->section = section_of(site, section_folder(site, post, work));
    }
    arena_clear(work);
}

/* The home page's order: pinned posts first, each group newest first. */
static void fill_home(struct site *site)
{
    VEC_RESERVE(&site->home, site->arena, site->posts.n);
    for (int pinned = 1; pinned >= 0; pinned--) {
        for (size_t i = 0; i < site->posts.n; i++) {
            struct post *post = site->posts.p[i];
            if (post->front->pinned == (pinned == 1)) {
                posts_add(&site->home, site->arena, post);
            }
        }
    }
}

/* A post that is listed locally is only in its own section. */
static void fill_sections(struct site *site)
{
    bool local = false;
    for (size_t i = 0; i < site->unlisted.n; i++) {
        struct post *post = site->unlisted.p[i];
        if (post->front->build.local && post->section) {
            posts_add(&post->section->as.posts, site->growing, post);
            local = true;
        }
    }
    for (size_t i = 0; i < site->posts.n; i++) {
        struct post *post = site->posts.p[i];
        for (struct section *s = post->section; s; s = s->parent) {
            posts_add(&s->as.posts, site->growing, post);
        }
    }
    for (size_t i = 0; local && i < site->sections.n; i++) {
        posts_sort(&site->sections.p[i]->as.posts);
    }
}

/* By weight, posts without one last; then as posts_compare. */
static int compare_weights(const void *a, const void *b)
{
    const struct post *left = *(struct post *const *)a;
    const struct post *right = *(struct post *const *)b;
    int64_t x = weight_of(left);
    int64_t y = weight_of(right);
    return x < y ? -1 : x > y ? 1 : posts_compare(left, right);
}

/* Warns of an order that only other generators have. */
static void refuse_order(span at, struct diags *diags)
{
    struct diag *diag =
        diag_warning(diags, at, "wrong-type",
                     "\"sort_by\" wants weight or date: the posts are by date");
    diag_hint(diag, "write sort_by: weight, and weight: 1 in the post that is "
                    "to be the first");
}

/* `sort_by: weight` in a section's _index.md. */
static void sort_by_weight(struct site *site, struct diags *diags)
{
    for (size_t i = 0; i < site->sections.n; i++) {
        struct listing *listing = &site->sections.p[i]->as;
        if (!listing->index) {
            continue;
        }
        const struct dict *extra = listing->index->front->extra.as.dict;
        size_t at = dict_index(extra, value_string(STR("sort_by")));
        if (at == extra->entries.n) {
            continue;
        }
        value by = extra->entries.p[at].val;
        str order = value_is(by, VALUE_STRING) ? value_str(by) : STR("");
        if (str_eq(order, STR("weight"))) {
            VEC_SORT(&listing->posts, compare_weights);
        } else if (!str_eq(order, STR("date"))) {
            refuse_order(dict_value_span(extra, at), diags);
        }
    }
}

/* A month by its number; 0: the whole year. */
static struct period *period_of(struct site *site, int year, int month)
{
    for (size_t i = site->periods.n; i-- > 0;) {
        struct period *period = site->periods.p[i];
        if (period->year == year && period->month == month) {
            return period;
        }
    }
    struct period *period = ARENA_NEW(site->arena, struct period);
    *period = (struct period){.year = year, .month = month};
    str path = arena_printf(site->arena, "%.*sarchive/%04d/",
                            STR_ARG(site->prefix), year);
    if (month) {
        path = arena_printf(site->arena, "%.*s%02d/", STR_ARG(path), month);
    }
    period->address = address_make(site->arena, &site->config, path);
    *VEC_PUSH(&site->periods, site->arena) = period;
    return period;
}

static int compare_periods(const void *a, const void *b)
{
    const struct period *left = *(struct period *const *)a;
    const struct period *right = *(struct period *const *)b;
    if (left->year != right->year) {
        return left->year > right->year ? -1 : 1;
    }
    bool whole = left->month == 0 || right->month == 0;
    return whole ? left->month - right->month : right->month - left->month;
}

/* Posts are in order of their instants, and each is in the month of its own
 * zone: near midnight the months of two that follow may go back and forth. */
static void fill_periods(struct site *site)
{
    for (size_t i = 0; i < site->posts.n; i++) {
        struct post *post = site->posts.p[i];
        if (!post->has_date) {
            break;
        }
        struct civil day = date_civil(post->date);
        posts_add(&period_of(site, day.year, 0)->posts, site->growing, post);
        posts_add(&period_of(site, day.year, day.month)->posts, site->growing,
                  post);
    }
    VEC_SORT(&site->periods, compare_periods);
}

/* --- assets --- */

/* x/ of x.md and x.es.md: Hexo's folder for the files of that post. */
static str own_folder(const struct content_file *file, struct arena *work)
{
    str path = path_join(work, path_dir(file->path), path_base(file->at.plain));
    return str_sub(path, 0, path.n - file->ext.n);
}

static bool has_posts(const struct content *content, str folder,
                      struct arena *work)
{
    str below = arena_concat(work, folder, STR("/"));
    for (size_t i = content_find_first(content, below); i < content->files.n;
         i++) {
        const struct content_file *file = content->files.p[i];
        if (!str_starts(file->path, below)) {
            return false;
        }
        if (file->kind != CONTENT_ASSET) {
            return true;
        }
    }
    return false;
}

/* The folders of posts that are held back in all languages. One that has posts
 * of its own is a section. */
static void find_held_folders(const struct site *site, struct map *held,
                              struct arena *work)
{
    for (size_t i = 0; i < site->held.n; i++) {
        str folder = own_folder(site->held.p[i]->file, work);
        if (!has_posts(&site->content, folder, work)) {
            *map_put(held, work, folder) = site->held.p[i];
        }
    }
    for (size_t i = 0; held->n && i < site->nall; i++) {
        const struct post *post = &site->all[i];
        str folder = own_folder(post->file, work);
        if (post->held == HELD_NOT && map_get(held, folder)) {
            *map_put(held, work, folder) = NULL;
        }
    }
}

static bool is_in(const struct map *folders, str path)
{
    str folder = path_dir(path);
    while (folder.n && !map_get(folders, folder)) {
        folder = path_dir(folder);
    }
    return folder.n > 0;
}

/* Files of a bundle go beside its page, others where their folder's page is.
 */
static void place_asset(struct site *site, const struct map *held,
                        const struct content_file *file)
{
    struct post *post = NULL;
    if ((file->draft && !site->options.drafts) || is_in(held, file->path) ||
        inherit_holds_file(site, file)) {
        return;
    }
    if (file->bundle) {
        post = site_post(site, file->bundle->path, site->arena);
        if (post && (post->held != HELD_NOT || !has_address(post) ||
                     post->front->build.unpublished)) {
            return; /* a draft's pictures are part of the draft */
        }
    }
    str base = post ? address_beside(site->arena, &post->address)
                    : arena_concat(site->arena, file->at.prefix,
                                   address_folder(site->arena, file->folder));
    str below = post ? str_from_offset(file->path, content_bundle(file).n + 1)
                     : path_base(file->path);
    struct asset *asset = VEC_PUSH(&site->assets, site->arena);
    asset->file = file;
    asset->post = post;
    asset->address = address_make(site->arena, &site->config,
                                  arena_concat(site->arena, base, below));
}

static void place_assets(struct site *site)
{
    struct arena work = {0};
    struct map held = {0};
    find_held_folders(site, &held, &work);
    for (size_t i = 0; i < site->content.files.n; i++) {
        const struct content_file *file = site->content.files.p[i];
        if (file->kind == CONTENT_ASSET) {
            place_asset(site, &held, file);
        }
    }
    arena_free(&work);
    for (size_t i = site->assets.n; i-- > 0;) {
        struct asset *asset = &site->assets.p[i];
        str path = slug_nfc(site->arena, asset->file->path);
        *map_put(&site->assets_by_path, site->arena, path) = asset;
        if (asset->post) {
            asset->next = asset->post->assets;
            asset->post->assets = asset;
        }
    }
}

/* The lists of one language; its posts are placed. */
static void organise_lists(struct site *site, struct diags *diags)
{
    posts_sort(&site->posts);
    posts_sort(&site->pages);
    posts_sort(&site->unlisted);
    struct posts *posts = &site->posts;
    for (size_t i = 1; i < posts->n; i++) {
        posts->p[i]->newer = posts->p[i - 1];
        posts->p[i - 1]->older = posts->p[i];
    }
    fill_home(site);
    fill_sections(site);
    sort_by_weight(site, diags);
    sort_sections(site);
    fill_periods(site);
    site->archive =
        address_make(site->arena, &site->config,
                     arena_concat(site->arena, site->prefix, STR("archive/")));
    taxonomy_organise(site, diags);
}

static void settle_terms(const struct site *site,
                         const struct taxonomy *taxonomy)
{
    for (size_t i = 0; i < taxonomy->terms.n; i++) {
        struct term *term = taxonomy->terms.p[i];
        VEC_SETTLE(&term->as.posts, site->arena);
        VEC_SETTLE(&term->parts, site->arena);
        VEC_SETTLE(&term->places, site->arena);
    }
}

/* Copies the finished lists into the site's arena, at their exact size. */
static void settle_lists(struct site *site)
{
    VEC_SETTLE(&site->posts, site->arena);
    for (size_t i = 0; i < site->sections.n; i++) {
        VEC_SETTLE(&site->sections.p[i]->as.posts, site->arena);
    }
    for (size_t i = 0; i < site->periods.n; i++) {
        VEC_SETTLE(&site->periods.p[i]->posts, site->arena);
    }
    for (size_t i = 0; i < site->taxonomies.n; i++) {
        settle_terms(site, site->taxonomies.p[i]);
    }
    for (size_t i = 0; i < site->unpublished.n; i++) {
        settle_terms(site, site->unpublished.p[i]);
    }
    site->growing = NULL;
}

/* A permalink pattern is for a section, or for the terms of a taxonomy. */
static void check_permalinks(const struct site *site, struct diags *diags)
{
    const struct permalink *permalink = &site->config.permalink;
    VEC(str) names = {0};
    *VEC_PUSH(&names, site->arena) = STR("posts");
    *VEC_PUSH(&names, site->arena) = STR("pages");
    for (size_t i = 0; i < site->config.taxonomies.n; i++) {
        *VEC_PUSH(&names, site->arena) = site->config.taxonomies.p[i];
    }
    for (size_t i = 0; permalink->rules.n && i < site->sections.n; i++) {
        *VEC_PUSH(&names, site->arena) = site->sections.p[i]->as.name;
    }
    for (size_t i = 0; i < permalink->rules.n; i++) {
        const struct permalink_rule *rule = &permalink->rules.p[i];
        if (!map_get(&site->sections_by_name, rule->name) &&
            !config_has_taxonomy(&site->config, rule->name)) {
            struct diag *diag = diag_warning(
                diags, rule->at, "bad-permalink",
                "there is no section \"%.*s\", nor such a taxonomy",
                STR_ARG(rule->name));
            diag_did_you_mean(diag, str_nearest(rule->name, names.p, names.n));
        }
    }
}

/* A page outside the blog needs no date and no tags: this is a post that no
 * list and no feed has. */
static bool is_stray_post(const struct post *post)
{
    const struct frontmatter *front = post->front;
    return post->kind == PAGE_PAGE && is_kind(post, CONTENT_PAGE) &&
           post->held == HELD_NOT && !front->unlisted &&
           post->loaded->has_date && (front->tags.n || front->categories.n);
}

static void check_pages(const struct site *site, struct diags *diags)
{
    const struct post *first = NULL;
    size_t n = 0;
    for (size_t i = 0; i < site->nall; i++) {
        if (is_stray_post(&site->all[i])) {
            first = first ? first : &site->all[i];
            n++;
        }
    }
    if (!n) {
        return;
    }
    str more =
        n == 1 ? STR("") : arena_printf(site->arena, " (and %zu more)", n - 1);
    struct diag *diag = diag_warning(
        diags, post_span(first), "stray-post",
        "this has a date and tags, and is a page outside the blog: in no list "
        "and no feed%.*s",
        STR_ARG(more));
    str bundle = content_bundle(first->file);
    str moves = bundle.n ? bundle : first->file->path;
    diag_hint(diag, "posts are in folders: move it to content/blog/%.*s",
              STR_ARG(path_base(moves)));
}

void organise(struct site *site, struct diags *diags)
{
    struct arena growing = {0};
    slug_date_keep(site, diags);
    map_reserve(&site->posts_by_path, site->arena, site->nall);
    for (size_t i = 0; i < site->nall; i++) {
        struct post *post = &site->all[i];
        str path = slug_nfc(site->arena, post->file->path);
        post->held = post_held(site, post);
        *map_put(&site->posts_by_path, site->arena, path) = post;
    }
    taxonomy_settle(site, diags);
    translation_split(site);
    for (size_t i = 0; i < site->languages.n; i++) {
        site->languages.p[i]->growing = &growing;
    }
    pool_run(site->options.jobs, site->nall, give_address, site);
    for (size_t i = 0; i < site->nall; i++) {
        struct post *post = &site->all[i];
        place_post(site->languages.p[post->file->at.language], post, diags);
    }
    for (size_t i = 0; i < site->languages.n; i++) {
        organise_lists(site->languages.p[i], diags);
        settle_lists(site->languages.p[i]);
    }
    arena_free(&growing);
    check_pages(site, diags);
    if (site->languages.n == 1) { /* others may have other sections */
        check_permalinks(site, diags);
    }
    lists_drop_conflicts(site, diags);
    translation_join(site);
    place_assets(site);
    translation_share(site);
}

/* Data beside a post may hold it back, or files of its folder: that shows in
 * `held`, `draft` and the assets. */
uint64_t organise_hash(const struct site *site)
{
    uint64_t hash = site->content.files.n;
    for (size_t i = 0; i < site->content.files.n; i++) {
        const struct content_file *file = site->content.files.p[i];
        hash = hash64_mix(hash, hash64(file->path) + file->kind);
    }
    for (size_t i = 0; i < site->nall; i++) {
        const struct post *post = &site->all[i];
        uint64_t held = (uint64_t)post->held << 1 | post->front->draft;
        hash = hash64_mix(hash, held);
        if (frontmatter_uncommon(post->front)->date_text.n) {
            hash = hash64_mix(hash, (uint64_t)post->date.instant);
        }
    }
    for (size_t i = 0; i < site->assets.n; i++) {
        hash = hash64_mix(hash, hash64(site->assets.p[i].file->path));
    }
    return hash;
}
