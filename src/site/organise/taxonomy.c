/* SPDX-License-Identifier: MIT */
#include "site/organise/organise.h"

#include "base/utf8.h"
#include "files/path.h"
#include "site/content/post.h"
#include "site/organise/related.h"
#include "text/slug.h"

/* A term without a page: of a taxonomy that has none, or of no listed post. */
static struct term *new_term(struct site *site, struct taxonomy *taxonomy,
                             const struct text_item *word, str slug)
{
    struct term *term = ARENA_NEW(site->arena, struct term);
    term->taxonomy = taxonomy;
    term->as.name = word->text;
    term->as.title = word->text;
    term->at = word->at;
    term->as.slug = slug;
    return term;
}

/* One term, one spelling: readers see the newest post's. */
static void note_spelling(struct term *term, const struct text_item *word,
                          struct diags *diags)
{
    if (term->respelled || str_eq(term->as.name, word->text)) {
        return;
    }
    term->respelled = true;
    struct diag *diag = diag_add(
        diags, DIAG_NOTE, word->at, "term-spelling",
        "\"%.*s\" is spelled \"%.*s\" in %.*s: one term for both",
        STR_ARG(word->text), STR_ARG(term->as.name),
        STR_ARG(term->at.source ? term->at.source->name : STR("another post")));
    diag_hint(diag, "write %.*s", STR_ARG(term->as.name));
}

/* A word's slug and term: the same few words are in thousands of posts. */
struct spelling {
    str slug;
    struct term *term; /* NULL: not looked up yet, or there is none */
};

static struct spelling *spelling_of(struct site *site,
                                    struct taxonomy *taxonomy, str word)
{
    void **known = map_put(&taxonomy->spellings, site->arena, word);
    if (!*known) {
        struct spelling *spelling = ARENA_NEW(site->arena, struct spelling);
        spelling->slug = slug_make(site->arena, word);
        taxonomy->has_spaces =
            taxonomy->has_spaces || str_find_char(word, ' ') != STR_NONE;
        *known = spelling;
    }
    return *known;
}

static const str term_field = STR_INIT("{slug}");

static str term_path(const struct site *site, str pattern, str slug)
{
    size_t field = str_find(pattern, term_field);
    const str parts[] = {site->prefix, str_sub(pattern, 0, field), slug,
                         str_from_offset(pattern, field + term_field.n)};
    return address_collapse(site->arena, arena_join(site->arena, parts, 4));
}

static struct term *term_of(struct site *site, struct taxonomy *taxonomy,
                            const struct text_item *word, str slug)
{
    void **place = map_put(&taxonomy->by_slug, site->arena, slug);
    if (*place) {
        return *place;
    }
    struct term *term = new_term(site, taxonomy, word, slug);
    if (taxonomy->published) {
        str path = term_path(site, taxonomy->pattern, slug);
        term->as.address = address_make(site->arena, &site->config, path);
    }
    *place = term;
    *VEC_PUSH(&taxonomy->terms, site->arena) = term;
    return term;
}

/* Whether the slug can name a folder. */
static bool is_name(str slug, const struct text_item *word, struct diags *diags)
{
    enum { LONGEST = 255 };
    if (slug.n > 0 && slug.n <= LONGEST) {
        return true;
    }
    struct diag *diag = diag_warning(
        diags, word->at, "empty-slug", "\"%.*s%s: passed over",
        STR_ARG(utf8_cut(word->text, slug.n ? 20 : word->text.n)),
        slug.n ? "...\" is too long to make an address of"
               : "\" has no letter or digit to make an address of");
    diag_hint(diag, "use a word");
    return false;
}

/* A post names its authors by their keys or names in site.yaml: either way they
 * are one term, with the name for a title and the key for an address. */
static str resolve_author(const struct site *site,
                          const struct taxonomy *taxonomy,
                          struct text_item *word)
{
    str key = word->text;
    if (str_is_word_of(taxonomy->as.name, STR("authors author"))) {
        const struct config_author *author = config_author(&site->config, key);
        word->text = author ? author->name : key;
        key = author ? author->key : key;
    }
    return key;
}

/* As many as most posts have. */
enum { FEW_TERMS = 4 };

/* Posts in lists make a term; an unlisted one only shows it. place: the post's
 * in its list. */
static void add_term(struct site *site, struct taxonomy *taxonomy,
                     struct post *post, size_t place, struct text_item *word,
                     struct diags *diags)
{
    struct spelling *spelling =
        spelling_of(site, taxonomy, resolve_author(site, taxonomy, word));
    if (!is_name(spelling->slug, word, diags)) {
        return;
    }
    if (!spelling->term) {
        spelling->term = post->front->unlisted
                             ? map_get(&taxonomy->by_slug, spelling->slug)
                             : term_of(site, taxonomy, word, spelling->slug);
    }
    struct term *term = spelling->term
                            ? spelling->term
                            : new_term(site, taxonomy, word, spelling->slug);
    note_spelling(term, word, diags);
    if (term->last == post) {
        return;
    }
    term->last = post;
    if (!post->terms.cap) {
        VEC_RESERVE(&post->terms, site->arena, FEW_TERMS);
    }
    *VEC_PUSH(&post->terms, site->arena) = term;
    if (!post->front->unlisted) {
        related_add(term, place, site->growing);
        posts_add(&term->as.posts, site->growing, post);
        if (term->as.posts.n > taxonomy->most) {
            taxonomy->most = term->as.posts.n;
        }
    }
}

/* A key of the author's own: `people` of `taxonomies: [tags, people]`. */
static struct text_list words_of_extra(const struct post *post, str taxonomy,
                                       struct arena *arena, struct diags *diags)
{
    const struct dict *extra = post->front->extra.as.dict;
    const struct schema_key key = {.name = taxonomy, .type = SCHEMA_WORDS};
    const struct schema schema = {.arena = arena, .diags = diags};
    struct text_list words = {0};
    size_t i = dict_index(extra, value_string(taxonomy));
    if (i < extra->entries.n) {
        schema_read(&schema, &key, extra, i, &words);
    }
    return words;
}

/* The post's words for the taxonomy. place: of frontmatter_words_place. */
static struct text_list words_of(const struct post *post, str taxonomy,
                                 size_t place, struct arena *arena,
                                 struct diags *diags)
{
    if (place != SIZE_MAX) {
        return frontmatter_words(post->front, place);
    }
    if (!str_eq(taxonomy, STR("series"))) {
        return words_of_extra(post, taxonomy, arena, diags);
    }
    struct text_list one = {0};
    const struct frontmatter_uncommon *uncommon =
        frontmatter_uncommon(post->front);
    if (uncommon->series.n) {
        one.p = ARENA_NEW(arena, struct text_item);
        *one.p = (struct text_item){uncommon->series, uncommon->series_at};
        one.n = 1;
    }
    return one;
}

/* Posts are in the order of their dates, and their front matter in that of
 * loading: without prefetching, waiting for memory takes most of the time. */
static void fetch_ahead(const struct posts *posts, size_t i, size_t place)
{
    const size_t step = 6;
    if (i + 3 * step < posts->n) {
        const struct post *post = posts->p[i + 3 * step];
        __builtin_prefetch(&post->front);
        __builtin_prefetch(&post->terms, 1);
    }
    if (place != SIZE_MAX && i + 2 * step < posts->n) {
        const struct frontmatter *front = posts->p[i + 2 * step]->front;
        __builtin_prefetch((const char *)front + place);
        __builtin_prefetch(&front->unlisted);
    }
    if (place != SIZE_MAX && i + step < posts->n) {
        struct text_list words =
            frontmatter_words(posts->p[i + step]->front, place);
        __builtin_prefetch(words.p);
    }
}

static void add_terms(struct site *site, struct taxonomy *taxonomy,
                      const struct posts *posts, struct diags *diags)
{
    str name = taxonomy->as.name;
    size_t place = frontmatter_words_place(name);
    for (size_t i = 0; i < posts->n; i++) {
        struct post *post = posts->p[i];
        fetch_ahead(posts, i, place);
        struct text_list words =
            words_of(post, name, place, site->arena, diags);
        for (size_t w = 0; w < words.n; w++) {
            struct text_item word = words.p[w];
            add_term(site, taxonomy, post, i, &word, diags);
        }
    }
}

/* A series is read from its oldest post on; what has no date comes last there
 * too. */
static void number_parts(struct site *site, struct taxonomy *series)
{
    for (size_t t = 0; t < series->terms.n; t++) {
        struct term *term = series->terms.p[t];
        const struct posts *posts = &term->as.posts;
        size_t dated = 0;
        while (dated < posts->n && posts->p[dated]->has_date) {
            dated++;
        }
        for (size_t i = 0; i < posts->n; i++) {
            struct post *post = posts->p[i < dated ? dated - 1 - i : i];
            posts_add(&term->parts, site->growing, post);
            post->series_part = (uint32_t)term->parts.n;
        }
    }
}

static int compare_terms(const void *a, const void *b)
{
    const struct term *left = *(struct term *const *)a;
    const struct term *right = *(struct term *const *)b;
    str x = left->as.name;
    str y = right->as.name;
    for (size_t i = 0; i < x.n && i < y.n; i++) {
        int order =
            (unsigned char)to_lower(x.p[i]) - (unsigned char)to_lower(y.p[i]);
        if (order) {
            return order;
        }
    }
    return x.n == y.n ? str_cmp(x, y) : x.n < y.n ? -1 : 1;
}

/* content/tags/_index.md and content/tags/TERM/_index.md. */
static void place_words(struct site *site, struct taxonomy *taxonomy,
                        struct diags *diags)
{
    for (size_t i = 0; i < site->nall; i++) {
        struct post *post = &site->all[i];
        str folder = post->file->folder;
        if (post->file->kind != CONTENT_INDEX || post->held != HELD_NOT ||
            post->file->at.language != site->language ||
            !str_eq(str_sub(folder, 0, str_find_char(folder, '/')),
                    taxonomy->as.name)) {
            continue;
        }
        struct listing *listing = &taxonomy->as;
        if (folder.n > taxonomy->as.name.n) {
            str name = path_base(folder);
            str slug = slug_make(site->arena, name);
            struct term *term = map_get(&taxonomy->by_slug, slug);
            listing = term ? &term->as : NULL;
        }
        if (listing) {
            listing->index = post;
            if (post_copied(post)->front->title.n) {
                listing->title = post_copied(post)->front->title;
            }
            if (post->front->build.unrendered) {
                listing->address = (struct address){STR(""), STR(""), STR("")};
            }
            post->address = listing->address;
            aliases_resolve_index(site, post, diags);
        }
    }
}

/* Whether a post may have words for the taxonomy. Few sites have series, and
 * posts are gone through faster as they lie in memory than by their dates. */
static bool any_words(const struct site *site, str name, size_t place)
{
    bool series = str_eq(name, STR("series"));
    bool any = place == SIZE_MAX && !series;
    for (size_t i = 0; i < site->nall && !any; i++) {
        const struct frontmatter *front = site->all[i].front;
        any = series ? frontmatter_uncommon(front)->series.n
                     : frontmatter_words(front, place).n;
    }
    return any;
}

static void add_all_terms(struct site *site, struct taxonomy *taxonomy,
                          struct diags *diags)
{
    str name = taxonomy->as.name;
    size_t place = frontmatter_words_place(name);
    if (!any_words(site, name, place)) {
        return;
    }
    add_terms(site, taxonomy, &site->posts, diags);
    add_terms(site, taxonomy, &site->unlisted, diags);
    if (taxonomy->has_spaces) {
        word_lists_check(site, taxonomy, place, diags);
    }
}

/* Lists are folders, of posts of all times and sections. */
static str term_pattern(const struct site *site, str name, struct diags *diags)
{
    str usual = arena_printf(site->arena, "/%.*s/{slug}/", STR_ARG(name));
    const struct permalink_rule *rule =
        permalink_rule(&site->config.permalink, name);
    if (!rule) {
        return usual;
    }
    if (str_find(rule->pattern, term_field) == STR_NONE ||
        str_count_char(rule->pattern, '{') > 1 ||
        !str_ends(rule->pattern, STR("/"))) {
        struct diag *diag =
            diag_warning(diags, rule->at, "bad-permalink",
                         "the address of a term is made of {slug} alone, and "
                         "ends with a /: passed over");
        diag_hint(diag, "write %.*s: %.*s", STR_ARG(name), STR_ARG(usual));
        return usual;
    }
    return rule->pattern;
}

static void organise_one(struct site *site, str name, bool published,
                         struct diags *diags)
{
    struct taxonomy *taxonomy = ARENA_NEW(site->arena, struct taxonomy);
    taxonomy->published = published;
    taxonomy->as.name = name;
    taxonomy->as.slug = name;
    taxonomy->as.title = slug_title(site->arena, name);
    if (published) {
        taxonomy->pattern = term_pattern(site, name, diags);
        taxonomy->as.address =
            address_make(site->arena, &site->config,
                         arena_printf(site->arena, "%.*s%.*s/",
                                      STR_ARG(site->prefix), STR_ARG(name)));
        *VEC_PUSH(&site->taxonomies, site->arena) = taxonomy;
    } else {
        *VEC_PUSH(&site->unpublished, site->arena) = taxonomy;
    }
    add_all_terms(site, taxonomy, diags);
    if (published) {
        place_words(site, taxonomy, diags);
    }
    VEC_SORT(&taxonomy->terms, compare_terms);
    if (str_eq(name, STR("series"))) {
        number_parts(site, taxonomy);
    }
}

static void warn_left_out(const struct site *site, size_t nposts,
                          struct diags *diags)
{
    const struct config *config = &site->config;
    struct diag *diag =
        diag_warning(diags, config->taxonomies_at, "unknown-taxonomy",
                     "%zu %s categories, which have no pages", nposts,
                     nposts == 1 ? "post has" : "posts have");
    str names = STR("categories");
    for (size_t i = config->taxonomies.n; i-- > 0;) {
        names = arena_printf(site->arena, "%.*s, %.*s",
                             STR_ARG(config->taxonomies.p[i]), STR_ARG(names));
    }
    diag_hint(diag, "write taxonomies: [%.*s]", STR_ARG(names));
}

void taxonomy_settle(struct site *site, struct diags *diags)
{
    struct config *config = &site->config;
    size_t nposts = 0;
    bool series = false;
    for (size_t i = 0; i < site->nall; i++) {
        const struct post *post = &site->all[i];
        if (post->held == HELD_NOT) {
            nposts += post->front->categories.n > 0;
            series |= frontmatter_uncommon(post->front)->series.n > 0;
        }
    }
    if (series && !config->has_taxonomies) {
        *VEC_PUSH(&config->taxonomies, site->arena) = STR("series");
    }
    if (nposts && !config->has_taxonomies) {
        *VEC_PUSH(&config->taxonomies, site->arena) = STR("categories");
    } else if (nposts && config->taxonomies.n && /* [] is meant */
               !config_has_taxonomy(config, STR("categories"))) {
        warn_left_out(site, nposts, diags);
    }
}

void taxonomy_organise(struct site *site, struct diags *diags)
{
    static const str known[] = {STR_INIT("tags"), STR_INIT("categories"),
                                STR_INIT("series")};
    for (size_t i = 0; i < site->config.taxonomies.n; i++) {
        organise_one(site, site->config.taxonomies.p[i], true, diags);
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!config_has_taxonomy(&site->config, known[i])) {
            organise_one(site, known[i], false, diags);
        }
    }
}
