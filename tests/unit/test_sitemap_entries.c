/* SPDX-License-Identifier: MIT */
/* The entries of the sitemap: random plans, to which pages are added and from
 * which they are removed, against the entries that they must have. */
#include "plan/plan_parts.h"
#include "random.h"
#include "site/content/post.h"
#include "tap.h"

enum { POSTS = 12, OUTPUTS = 24, ROUNDS = 400, LANGUAGES = 2 };

struct fixture {
    struct random random;
    struct arena arena;
    struct site site;
    struct plan plan;
    struct frontmatter fronts[POSTS];
    struct post posts[POSTS];
    struct posts translations[POSTS / 2]; /* each of two posts */
    struct term terms[3];
    struct taxonomy taxonomy;
    const struct output *listed[OUTPUTS + ROUNDS]; /* in their order */
    size_t nlisted;
};

static size_t below(struct fixture *f, size_t n)
{
    return random_below(&f->random, n);
}

static bool half(struct fixture *f)
{
    return below(f, 2) != 0;
}

/* --- pages --- */

static void make_posts(struct fixture *f)
{
    for (size_t i = 0; i < POSTS; i++) {
        struct post *post = &f->posts[i];
        struct frontmatter *front = &f->fronts[i];
        *front =
            (struct frontmatter){.has_updated = half(f),
                                 .updated = {.instant = (int64_t)below(f, 50)},
                                 .unlisted = below(f, 6) == 0,
                                 .noindex = below(f, 6) == 0};
        str path = arena_printf(&f->arena, "p%zu/", i);
        *post = (struct post){.front = front,
                              .lang = STR("en"),
                              .address = *plan_address(&f->site, path),
                              .has_date = half(f),
                              .date = {.instant = (int64_t)below(f, 50)}};
        struct posts *both = &f->translations[i / 2];
        post->translations = both;
        posts_add(both, &f->arena, post);
    }
    for (size_t i = 0; i < 3; i++) {
        posts_add(&f->terms[i].as.posts, &f->arena, &f->posts[i]);
        posts_add(&f->terms[i].as.posts, &f->arena, &f->posts[i + 3]);
        *VEC_PUSH(&f->taxonomy.terms, &f->arena) = &f->terms[i];
    }
}

static struct list_page *new_list(struct fixture *f, size_t i)
{
    struct list_page *list = ARENA_NEW(&f->arena, struct list_page);
    list->kind = below(f, 4) ? PAGE_HOME : PAGE_TAXONOMY;
    list->lang = STR("es");
    list->noindex = below(f, 6) == 0;
    list->index = half(f) ? &f->posts[below(f, POSTS)] : NULL;
    list->address =
        *plan_address(&f->site, arena_printf(&f->arena, "l%zu/", i));
    for (size_t n = below(f, 4); n; n--) {
        posts_add(&list->posts, &f->arena, &f->posts[below(f, POSTS)]);
    }
    return list;
}

/* A page of any kind, or a file that is none. */
static struct output *new_output(struct fixture *f, size_t i)
{
    struct output *output;
    if (i < POSTS) {
        output =
            plan_add(&f->site, &f->plan, OUTPUT_POST, &f->posts[i].address);
        output->post = &f->posts[i];
    } else if (below(f, 4)) {
        struct list_page *list = new_list(f, i);
        output = plan_add(&f->site, &f->plan, OUTPUT_LIST, &list->address);
        output->list = list;
        output->listing = &f->taxonomy.as;
    } else {
        static const enum output_kind kinds[] = {OUTPUT_FEED, OUTPUT_ALIAS,
                                                 OUTPUT_FILE, OUTPUT_BYTES};
        str path = arena_printf(&f->arena, "x%zu", i);
        output = plan_add(&f->site, &f->plan, kinds[below(f, 4)],
                          plan_address(&f->site, path));
    }
    return output;
}

/* --- the expected entries --- */

static bool is_listed(const struct output *output)
{
    switch (output->kind) {
    case OUTPUT_POST:
        return !output->post->front->unlisted && !output->post->front->noindex;
    case OUTPUT_LIST:
        return !output->list->noindex &&
               (!output->list->index || !output->list->index->front->unlisted);
    case OUTPUT_DATA:
    case OUTPUT_CARD:
    case OUTPUT_FEED:
    case OUTPUT_PAGES:
    case OUTPUT_SEARCH:
    case OUTPUT_ALIAS:
    case OUTPUT_FILE:
    case OUTPUT_BYTES: break;
    }
    return false;
}

/* The later of both dates; -1: it has none. */
static int64_t changed(const struct post *post)
{
    int64_t date = post->has_date ? post->date.instant : -1;
    int64_t updated =
        post->front->has_updated ? post->front->updated.instant : -1;
    return date > updated ? date : updated;
}

static int64_t newest(const struct posts *posts, int64_t than)
{
    for (size_t i = 0; i < posts->n; i++) {
        int64_t one = changed(posts->p[i]);
        than = one > than ? one : than;
    }
    return than;
}

static int64_t lastmod(const struct fixture *f, const struct output *output)
{
    if (output->post) {
        return changed(output->post);
    }
    const struct list_page *list = output->list;
    int64_t date = list->index ? changed(list->index) : -1;
    date = newest(&list->posts, date);
    for (size_t i = 0; list->kind == PAGE_TAXONOMY && i < 3; i++) {
        date = newest(&f->terms[i].as.posts, date);
    }
    return date;
}

/* Both posts if both are listed, else none. */
static bool are_translations_right(const struct fixture *f,
                                   const struct output *output)
{
    const struct page_entry *entry = output->entry;
    size_t n = 0;
    bool right = true;
    for (size_t i = 0; output->post && i < f->nlisted; i++) {
        const struct post *other = f->listed[i]->post;
        if (other && other->translations == output->post->translations) {
            right = right && (n >= entry->ntranslations ||
                              entry->translations[n]->address->file.p ==
                                  other->address.file.p);
            n++;
        }
    }
    return right && entry->ntranslations == (n < 2 ? 0 : n);
}

static bool is_right(const struct fixture *f, bool translated)
{
    const struct page_entries *entries = &f->plan.entries;
    bool right = entries->n == f->nlisted;
    for (size_t i = 0; right && i < f->nlisted; i++) {
        const struct output *output = f->listed[i];
        const struct page_entry *entry = entries->p[i];
        int64_t date = lastmod(f, output);
        right = entry == output->entry && entry->address == output->address &&
                str_eq(entry->lang, output->post ? STR("en") : STR("es")) &&
                entry->has_lastmod == (date >= 0) &&
                (date < 0 || entry->lastmod.instant == date) &&
                (!translated || are_translations_right(f, output));
    }
    return right;
}

static bool is_right_all_along(struct fixture *f)
{
    bool right = true;
    f->site.arena = &f->arena;
    f->site.options.jobs = 1 + below(f, 2);
    f->site.languages.n = 1 + below(f, LANGUAGES);
    f->site.config.url = STR("https://example.org");
    make_posts(f);
    VEC_RESERVE(&f->plan.outputs, &f->arena, OUTPUTS + ROUNDS);
    for (size_t i = 0; i < OUTPUTS; i++) {
        const struct output *output = new_output(f, i);
        if (is_listed(output)) {
            f->listed[f->nlisted++] = output;
        }
    }
    plan_sitemap(&f->site, &f->plan);
    right = is_right(f, f->site.languages.n > 1);
    return right;
}

int main(void)
{
    struct tap tap = {0};
    static struct fixture f;
    bool right = true;
    for (uint64_t round = 0; right && round < ROUNDS; round++) {
        f = (struct fixture){.random = {round}};
        right = is_right_all_along(&f);
        if (!right) {
            printf("# round %u\n", (unsigned)round);
        }
        arena_free(&f.arena);
    }
    CHECK(&tap, right);
    return tap_done(&tap);
}
