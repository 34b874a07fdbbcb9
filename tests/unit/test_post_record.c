/* SPDX-License-Identifier: MIT */
/* site/content/post_record: what post_load makes of every Markdown file in
 * this repository and its archives comes back from its record, field by field;
 * and so does a post that has all there is. */
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include "files/fs.h"
#include "files/path.h"
#include "identical.h"
#include "markdown/markdown.h"
#include "site/content/post.h"
#include "site/content/post_record.h"
#include "tap.h"
#include "unpack_archives.h"

struct fixture {
    struct tap tap;
    struct arena arena; /* of one post */
    struct site site;
    struct buf out;
    struct buf again;
    size_t loaded;
    size_t refused; /* by post_load */
};

/* --- the comparison --- */

static bool list_identical(const struct text_list *a, const struct text_list *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++) {
        same = text_identical(a->p[i].text, b->p[i].text) &&
               span_identical(a->p[i].at, b->p[i].at);
    }
    return same;
}

enum type { BOOL, WORD, INT, DATE, TEXT, LIST, VALUE, SPAN };

#define ROW(type, field)                                                       \
    {                                                                          \
        type, #field, false, offsetof(struct loaded_post, field)               \
    }
#define UNCOMMON(type, field)                                                  \
    {                                                                          \
        type, #field, true, offsetof(struct frontmatter_uncommon, field)       \
    }

static const struct row {
    enum type type;
    const char *name;
    bool uncommon;
    size_t at;
} rows[] = {
    ROW(BOOL, has_date),
    ROW(DATE, date),
    ROW(TEXT, title),
    ROW(TEXT, slug),
    ROW(WORD, front.given),
    ROW(WORD, front.says),
    ROW(WORD, front.holds),
    ROW(TEXT, front.title),
    ROW(BOOL, front.has_date),
    ROW(BOOL, front.has_updated),
    ROW(BOOL, front.updated_git),
    ROW(BOOL, front.has_publish),
    ROW(BOOL, front.has_expires),
    ROW(DATE, front.date),
    ROW(DATE, front.updated),
    UNCOMMON(DATE, publish),
    UNCOMMON(DATE, expires),
    ROW(BOOL, front.draft),
    ROW(BOOL, front.unlisted),
    ROW(BOOL, front.pinned),
    ROW(BOOL, front.noindex),
    ROW(BOOL, front.headless),
    ROW(BOOL, front.build.unrendered),
    ROW(BOOL, front.build.linked),
    ROW(BOOL, front.build.unlisted),
    ROW(BOOL, front.build.local),
    ROW(BOOL, front.build.unpublished),
    ROW(BOOL, front.has_toc),
    ROW(BOOL, front.toc),
    ROW(BOOL, front.has_weight),
    UNCOMMON(INT, weight),
    ROW(TEXT, front.slug),
    UNCOMMON(TEXT, url),
    UNCOMMON(TEXT, series),
    ROW(TEXT, front.summary),
    ROW(TEXT, front.description),
    UNCOMMON(TEXT, lang),
    UNCOMMON(TEXT, template),
    UNCOMMON(TEXT, link),
    UNCOMMON(TEXT, date_text),
    ROW(LIST, front.tags),
    ROW(LIST, front.categories),
    ROW(LIST, front.authors),
    ROW(LIST, front.aliases),
    UNCOMMON(LIST, names),
    UNCOMMON(LIST, taxonomies),
    UNCOMMON(TEXT, cover.image),
    UNCOMMON(TEXT, cover.alt),
    UNCOMMON(TEXT, cover.caption),
    UNCOMMON(SPAN, cover.at),
    UNCOMMON(VALUE, recipe),
    UNCOMMON(VALUE, menu),
    UNCOMMON(VALUE, cascade),
    ROW(VALUE, front.extra),
    ROW(SPAN, front.title_at),
    ROW(SPAN, front.date_at),
    ROW(SPAN, front.slug_at),
    UNCOMMON(SPAN, updated_at),
    UNCOMMON(SPAN, url_at),
    UNCOMMON(SPAN, series_at),
    UNCOMMON(SPAN, lang_at),
    UNCOMMON(SPAN, template_at),
    UNCOMMON(SPAN, recipe_at),
    UNCOMMON(SPAN, menu_at),
    UNCOMMON(SPAN, cascade_at),
};

static bool field_identical(enum type type, const void *a, const void *b)
{
    switch (type) {
    case BOOL: return *(const bool *)a == *(const bool *)b;
    case WORD: return *(const uint64_t *)a == *(const uint64_t *)b;
    case INT: return *(const int64_t *)a == *(const int64_t *)b;
    case DATE:
        return date_identical(*(const struct date *)a, *(const struct date *)b);
    case TEXT: return text_identical(*(const str *)a, *(const str *)b);
    case LIST: return list_identical(a, b);
    case VALUE: return value_identical(*(const value *)a, *(const value *)b);
    case SPAN: return span_identical(*(const span *)a, *(const span *)b);
    }
    return false;
}

static const void *place_of(const struct loaded_post *post,
                            const struct row *row)
{
    const char *in = row->uncommon
                         ? (const char *)frontmatter_uncommon(&post->front)
                         : (const char *)post;
    return in + row->at;
}

/* The first field that differs, or NULL. */
static const char *difference(const struct loaded_post *a,
                              const struct loaded_post *b)
{
    if (a->file != b->file) {
        return "file";
    }
    if (!str_eq(a->source->name, b->source->name) ||
        !text_identical(a->source->text, b->source->text)) {
        return "source";
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!field_identical(rows[i].type, place_of(a, &rows[i]),
                             place_of(b, &rows[i]))) {
            return rows[i].name;
        }
    }
    return NULL;
}

/* The post from its record, and that from the record of this one. NULL: it was
 * refused. */
static struct loaded_post *round_trip(struct fixture *f,
                                      const struct loaded_post *post)
{
    struct loaded_post *back = ARENA_NEW(&f->arena, struct loaded_post);
    back->file = post->file;
    buf_clear(&f->out);
    post_pack(post, &f->out);
    str record = arena_str(&f->arena, buf_str(&f->out));
    struct unpack in = unpack_of(record);
    if (!post_unpack(back, &in, &f->arena) || unpack_left(&in)) {
        return NULL;
    }
    buf_clear(&f->again);
    post_pack(back, &f->again);
    return str_eq(buf_str(&f->again), record) ? back : NULL;
}

/* --- every file --- */

static str stem(str base)
{
    size_t dot = str_find_char(base, '.');
    return dot == STR_NONE || dot == 0 ? base : str_sub(base, 0, dot);
}

static void try_kind(struct fixture *f, str path, enum content_kind kind)
{
    size_t slash = str_rfind_char(path, '/');
    struct content_file file = {.kind = (uint8_t)kind,
                                .source =
                                    path_join(&f->arena, STR("content"), path),
                                .path = path};
    file.name = stem(str_from_offset(path, slash + 1));
    if (file.name.n > 11 && is_digit(file.name.p[0])) {
        file.date = str_sub(file.name, 0, 10);
        file.name = str_from_offset(file.name, 11);
    }
    struct arena work = {0};
    struct diags diags;
    diags_init(&diags, &f->arena);
    struct loaded_post *post = ARENA_NEW(&f->arena, struct loaded_post);
    post->file = &file;
    struct source text = {0};
    post_read(&file, NULL, &work, &diags, &text);
    if (!post_load(&f->site, post, &text, &f->arena, &work, &diags)) {
        f->refused++; /* a post with errors gets no record */
        arena_free(&work);
        return;
    }
    f->loaded++;
    struct loaded_post *back = round_trip(f, post);
    const char *field = back ? difference(post, back) : "all of it";
    if (field) {
        f->tap.failed++;
        printf("# %.*s: %s\n", STR_ARG(path), field);
    }
    arena_free(&work);
}

static void try_file(struct fixture *f, str path)
{
    static const enum content_kind kinds[] = {CONTENT_POST, CONTENT_PAGE,
                                              CONTENT_INDEX};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        try_kind(f, path, kinds[i]);
        arena_clear(&f->arena);
    }
}

/* The files below a folder; `all`, or Markdown only. */
static void try_folder(struct fixture *f, const char *folder, bool all)
{
    struct arena arena = {0};
    str top = {NULL, 0};
    struct fs_list files = {0};
    CHECK(&f->tap, fs_real(str_from(folder), &arena, &top) == 0);
    fs_walk(top, &arena, &files);
    size_t before = f->loaded;
    int failed = f->tap.failed;
    for (size_t i = 0; i < files.n; i++) {
        str name = files.entries[i].name;
        if (all || str_ends(name, STR(".md")) ||
            str_ends(name, STR(".markdown"))) {
            try_file(f, arena_printf(&arena, "%.*s/%.*s", STR_ARG(top),
                                     STR_ARG(name)));
        }
    }
    tap_check(&f->tap, f->loaded > before, folder, __FILE__, __LINE__);
    tap_check(&f->tap, f->tap.failed == failed, folder, __FILE__, __LINE__);
    arena_free(&arena);
}

/* The files of the other tests, which their archives hold. */
static void try_archives(struct fixture *f)
{
    char dir[] = "/tmp/crumb-record-XXXXXX";
    char corpus[64];
    if (!CHECK(&f->tap, mkdtemp(dir) != NULL) ||
        !CHECK(&f->tap,
               unpack_archives(dir, "tests/sites/*.txt tests/bad/*.txt "
                                    "tests/check/*.txt tests/cli/*.txt "
                                    "tests/mistakes/*.txt "
                                    "tests/fuzz/corpus/frontmatter.txt"))) {
        return;
    }
    try_folder(f, dir, false);
    snprintf(corpus, sizeof corpus, "%s/tests/fuzz/corpus/frontmatter", dir);
    try_folder(f, corpus, true);
    fs_remove_tree(str_from(dir));
}

/* --- all there is --- */

static const struct source full_source = {
    .name = STR_INIT("content/networking/evpn.md"),
    .text = STR_INIT("---\ntitle: One\ndate: 2024-03-05\ntags: [a, b]\n---\n")};

#define AT(n)                                                                  \
    {                                                                          \
        &full_source, (n), 2                                                   \
    }
#define ON(n)                                                                  \
    {                                                                          \
        1700000000 + (n), (n), true                                            \
    }

/* Every field in its place, so that a new one is a warning here: give it a
 * value that is not 0, and say in post_record.c and in `rows` how it is kept.
 * No field may be 0. */
static struct frontmatter_uncommon full_uncommon(struct text_item items[6])
{
    const struct frontmatter_uncommon uncommon = {
        STR_INIT("/url/"),
        STR_INIT("es"),
        STR_INIT("template"),
        STR_INIT("link"),
        STR_INIT("series"),
        STR_INIT("date_text"),
        ON(3),
        ON(4),
        -5,
        {&items[4], 1, 1},
        {&items[5], 1, 1},
        {STR_INIT("image"), STR_INIT("alt"), STR_INIT("caption"), AT(1)},
        {VALUE_STRING, VALUE_SAFE, 0, 6, {.p = "recipe"}},
        {VALUE_INT, 0, 0, 0, {.i = -7}},
        {VALUE_BOOL, 0, 0, 0, {.b = true}},
        AT(8),
        AT(5),
        AT(6),
        AT(7),
        AT(9),
        AT(10),
        AT(11),
        AT(12),
        AT(13),
    };
    return uncommon;
}

static struct frontmatter
full_front(struct text_item items[6],
           const struct frontmatter_uncommon *uncommon)
{
    static struct dict extra;
    struct frontmatter front = {
        7,
        3,
        1,
        STR_INIT("title"),
        true,
        true,
        true,
        true,
        true,
        ON(1),
        ON(2),
        true,
        true,
        true,
        true,
        true,
        true,
        true,
        {true, true, true, true, true},
        true,
        true,
        true,
        STR_INIT("slug"),
        STR_INIT("summary"),
        STR_INIT("description"),
        {&items[0], 1, 1},
        {&items[1], 1, 1},
        {&items[2], 1, 1},
        {&items[3], 1, 1},
        {VALUE_DICT, 0, 0, 0, {.dict = &extra}},
        AT(2),
        AT(3),
        AT(4),
        uncommon,
    };
    return front;
}

/* Where one struct has a value the other has one: no field was left out, even
 * of those that `rows` does not know. Bools share a word, and are compared. */
static bool same_words(const void *a, const void *b, size_t n)
{
    bool same = n % sizeof(uint64_t) == 0;
    for (size_t i = 0; i < n; i += sizeof(uint64_t)) {
        uint64_t x;
        uint64_t y;
        memcpy(&x, (const char *)a + i, sizeof x);
        memcpy(&y, (const char *)b + i, sizeof y);
        bool bools = (x & ~0x0101010101010101U) == 0;
        same = same && (bools ? x == y : (x != 0) == (y != 0));
    }
    return same;
}

static const struct content_file full_file = {
    .kind = CONTENT_POST,
    .source = STR_INIT("content/networking/evpn.md"),
    .path = STR_INIT("networking/evpn.md"),
    .name = STR_INIT("evpn"),
    .date = STR_INIT("2024-03-05")};

static struct loaded_post full_post(struct fixture *f)
{
    struct text_item *items = ARENA_ARRAY(&f->arena, struct text_item, 6);
    for (size_t i = 0; i < 6; i++) {
        items[i].text = str_sub(full_source.text, i, 3);
        items[i].at = span_of(&full_source, i, 3);
    }
    struct frontmatter_uncommon *uncommon =
        ARENA_NEW(&f->arena, struct frontmatter_uncommon);
    *uncommon = full_uncommon(items);
    return (struct loaded_post){
        .file = &full_file,
        .source = &full_source,
        .front = full_front(items, uncommon),
        .has_date = true,
        .date = ON(5),
        .title = STR("Title"),
        .slug = STR("post-slug"),
    };
}

static void test_full(struct fixture *f)
{
    struct loaded_post post = full_post(f);
    struct loaded_post *back = round_trip(f, &post);
    if (!CHECK(&f->tap, back != NULL)) {
        return;
    }
    CHECK(&f->tap, !difference(&post, back));
    CHECK(&f->tap, same_words(&post.front, &back->front, sizeof post.front));
    CHECK(&f->tap, same_words(post.front.uncommon, back->front.uncommon,
                              sizeof *post.front.uncommon));
    CHECK(&f->tap, back->front.title_at.source == back->source);
    CHECK(&f->tap, back->front.tags.p[0].text.p == back->source->text.p);

    str record = arena_str(&f->arena, buf_str(&f->out));
    bool refused = true;
    for (size_t n = 0; n < record.n; n++) {
        struct unpack in = unpack_of(str_sub(record, 0, n));
        *back = (struct loaded_post){.file = &full_file};
        refused = refused && !post_unpack(back, &in, &f->arena);
    }
    CHECK(&f->tap, refused);
}

/* Where the file's name or its language is read otherwise, the record is of no
 * use: `lang` is a fact that hangs on it. */
static void test_names(struct fixture *f)
{
    struct loaded_post post = full_post(f);
    struct frontmatter_uncommon uncommon = *post.front.uncommon;
    uncommon.lang = (str){NULL, 0};
    post.front.uncommon = &uncommon;
    buf_clear(&f->out);
    post_pack(&post, &f->out);
    struct content_file others[4] = {full_file, full_file, full_file,
                                     full_file};
    others[0].name = STR("evpn.es");
    others[1].date = (str){NULL, 0};
    others[2].kind = CONTENT_PAGE;
    others[3].at.language = 1;
    for (size_t i = 0; i < 4; i++) {
        struct loaded_post back = {.file = &others[i]};
        struct unpack in = unpack_of(buf_str(&f->out));
        bool read = post_unpack(&back, &in, &f->arena);
        CHECK(&f->tap, !read && in.failed);
    }
}

/* --- facts from the body --- */

static bool headings_identical(const struct derived_parts *a,
                               const struct derived_parts *b)
{
    bool same = a->nheadings == b->nheadings;
    for (size_t i = 0; same && i < a->nheadings; i++) {
        const struct heading *x = &a->headings[i];
        const struct heading *y = &b->headings[i];
        same = x->level == y->level && text_identical(x->id, y->id) &&
               text_identical(x->title, y->title) &&
               text_identical(x->html, y->html);
    }
    return same;
}

static bool links_identical(const struct derived_parts *a,
                            const struct derived_parts *b)
{
    bool same = text_identical(a->anchors, b->anchors) && a->nuses == b->nuses;
    for (size_t i = 0; same && i < a->nuses; i++) {
        const struct link_use *x = &a->uses[i];
        const struct link_use *y = &b->uses[i];
        same = x->to == y->to && text_identical(x->fragment, y->fragment) &&
               x->off == y->off && x->len == y->len;
    }
    return same;
}

static bool derived_identical(const struct derived *a, const struct derived *b)
{
    return text_identical(a->summary, b->summary) &&
           a->has_more == b->has_more && a->has_code == b->has_code &&
           a->words == b->words && a->minutes == b->minutes &&
           a->content_hash == b->content_hash &&
           a->input_hash == b->input_hash &&
           a->warnings->list.n == b->warnings->list.n &&
           a->warnings->warnings == b->warnings->warnings;
}

static bool unpack(struct fixture *f, str record, str parts_record,
                   struct derived *derived, struct derived_parts *parts)
{
    return derived_unpack(record, parts_record, derived, &f->arena) &&
           derived_unpack_parts(&f->site, derived, &f->arena, parts);
}

static void try_derived(struct fixture *f, const struct derived *derived,
                        const struct derived_parts *parts)
{
    struct derived back;
    struct derived_parts back_parts;
    buf_clear(&f->out);
    buf_clear(&f->again);
    derived_pack(derived, parts, &f->out, &f->again);
    str record = buf_str(&f->out);
    str rest = buf_str(&f->again);
    CHECK(&f->tap, unpack(f, record, rest, &back, &back_parts));
    CHECK(&f->tap, derived_identical(derived, &back));
    CHECK(&f->tap, (back.hints & 3) == derived->hints);
    CHECK(&f->tap, headings_identical(parts, &back_parts));
    CHECK(&f->tap, links_identical(parts, &back_parts));
    CHECK(&f->tap, text_identical(parts->tokens, back_parts.tokens));
    CHECK(&f->tap, text_identical(parts->tokens, derived_tokens(&back)));
    CHECK(&f->tap, !back.content.p && str_eq(back.record, record));
    CHECK(&f->tap, str_eq(back.parts_record, rest));
    bool refused = true;
    for (size_t n = 0; n < record.n; n++) {
        refused = refused &&
                  !unpack(f, str_sub(record, 0, n), rest, &back, &back_parts);
    }
    for (size_t n = 0; n < rest.n; n++) {
        refused = refused &&
                  !unpack(f, record, str_sub(rest, 0, n), &back, &back_parts);
    }
    CHECK(&f->tap, refused);
}

static uint64_t hints(struct fixture *f, const struct derived *derived,
                      const struct derived_parts *parts)
{
    struct derived back = {0};
    buf_clear(&f->out);
    buf_clear(&f->again);
    derived_pack(derived, parts, &f->out, &f->again);
    derived_unpack(buf_str(&f->out), buf_str(&f->again), &back, &f->arena);
    return back.hints;
}

static void test_derived(struct fixture *f)
{
    static const struct heading headings[] = {
        {1, STR_INIT("one"), STR_INIT("One & only"), STR_INIT("One &amp;")},
        {2, STR_INIT("two"), STR_INIT("Two"), STR_INIT("Two")},
        {6, STR_INIT(""), STR_INIT(""), STR_INIT("<em>x</em>")},
    };
    struct post post = {.file = &full_file, .source = &full_source};
    const struct link_use uses[] = {{&post, {NULL, 0}, 300, 9},
                                    {&post, STR("one"), 0, 1}};
    *map_put(&f->site.posts_by_path, &f->arena, full_file.path) = &post;
    struct diags diags;
    diags_init(&diags, &f->arena);
    const struct diags quiet = diags;
    diag_warning(&diags, span_of(&full_source, 4, 5), "x", "of its text");
    /* In its order, so that a new field is a warning here. */
    const struct derived full = {STR_INIT("<p>s</p>"),
                                 STR_INIT("content"),
                                 {NULL, 0},
                                 {NULL, 0},
                                 NULL,
                                 {{NULL, 0}},
                                 &diags,
                                 DERIVED_WARNS | DERIVED_LINKS,
                                 UINT64_MAX,
                                 7,
                                 1234,
                                 5,
                                 true,
                                 true,
                                 false,
                                 {NULL, 0}};
    const struct derived_parts parts = {headings, 3, STR_INIT("fn-1\0x\0"),
                                        uses,     2, STR_INIT("tokens")};
    const struct derived none = {.content_hash = 1, .warnings = &quiet};
    const struct derived loud = {.hints = DERIVED_LINKS, .warnings = &quiet};
    try_derived(f, &full, &parts);
    try_derived(f, &loud, &parts);
    try_derived(f, &none,
                &(const struct derived_parts){.uses = uses, .nuses = 1});
    try_derived(f, &none, &(const struct derived_parts){0});
    /* Changed ids are seen in the hints. */
    struct derived_parts others = parts;
    CHECK(&f->tap, hints(f, &full, &parts) == hints(f, &full, &others));
    others.nheadings--;
    CHECK(&f->tap, hints(f, &full, &parts) != hints(f, &full, &others));
    others = parts;
    others.anchors = STR("fn-2");
    CHECK(&f->tap, hints(f, &full, &parts) != hints(f, &full, &others));
    /* The post it links to is gone. */
    struct derived back;
    struct derived_parts back_parts;
    struct site other = {0};
    buf_clear(&f->out);
    buf_clear(&f->again);
    derived_pack(&full, &parts, &f->out, &f->again);
    CHECK(&f->tap, derived_unpack(buf_str(&f->out), buf_str(&f->again), &back,
                                  &f->arena));
    CHECK(&f->tap,
          !derived_unpack_parts(&other, &back, &f->arena, &back_parts));
    CHECK(&f->tap, !back_parts.nheadings && !back_parts.nuses);
}

int main(void)
{
    struct fixture f = {0};
    markdown_init();
    *VEC_PUSH(&f.site.content.languages.codes, &f.arena) = STR("en");
    *VEC_PUSH(&f.site.content.languages.codes, &f.arena) = STR("es");
    test_full(&f);
    test_names(&f);
    test_derived(&f);
    struct arena languages = f.arena; /* outlives the posts */
    f.arena = (struct arena){0};
    try_folder(&f, "content", false);
    try_folder(&f, "tests", false);
    try_archives(&f);
    CHECK(&f.tap, f.refused > 0);
    printf("# %zu loaded, %zu refused\n", f.loaded, f.refused);
    buf_free(&f.out);
    buf_free(&f.again);
    arena_free(&languages);
    arena_free(&f.arena);
    return tap_done(&f.tap);
}
