/* SPDX-License-Identifier: MIT */
/* search: tokens, folding, an index that is updated as it is built, answers. */
#include "random.h"
#include "search/search_parts.h"
#include "tap.h"

/* --- tokens --- */

/* The forms of a text, with spaces between them. */
static str forms_of(str text, struct arena *arena)
{
    struct buf lower = {0};
    struct buf out = {0};
    struct forms forms;
    size_t at = 0;
    search_lower(text, &lower);
    while (tokens_next(buf_str(&lower), &at, &forms)) {
        for (size_t i = 0; i < forms.n; i++) {
            buf_put(&out, out.n ? STR(" ") : STR(""));
            buf_put(&out, forms.p[i].text);
        }
    }
    buf_free(&lower);
    return buf_move(&out, arena);
}

static void check_tokens(struct tap *tap)
{
    static const struct {
        str text;
        const char *forms;
    } cases[] = {
        {STR_INIT("Show BGP, please."), "show bgp please"},
        {STR_INIT("10.0.0.0/8"), "10.0.0.0/8"},
        {STR_INIT("(802.1Q)"), "802.1q 802 1q"},
        {STR_INIT("C++ and C#"), "c++ c and c# c"},
        {STR_INIT("use --dry-run:"), "use --dry-run dry-run dry run"},
        {STR_INIT("net.ipv4.rp_filter"),
         "net.ipv4.rp_filter rp_filter net ipv4 rp filter"},
        {STR_INIT("e1-1"), "e1-1 e1"},
        {STR_INIT("/etc/hosts"), "etc/hosts etc hosts"},
        {STR_INIT("=> -- ..."), ""},
        {STR_INIT("Cr\xc3\xa8me br\xc3\xbbl\xc3\xa9\x65"),
         "cr\xc3\xa8me br\xc3\xbbl\xc3\xa9\x65"},
        {STR_INIT("\xe6\x9d\xb1\xe4\xba\xac\xe9\x83\xbd"),
         "\xe6\x9d\xb1\xe4\xba\xac \xe4\xba\xac\xe9\x83\xbd"},
        {STR_INIT("\xe6\x9d\xb1"), "\xe6\x9d\xb1"},
        {STR_INIT("\xe1\x88\x80\xe1\x88\x81"), "\xe1\x88\x80\xe1\x88\x81"},
        {STR_INIT("router\xe2\x80\x99s"), "router s"},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_STR(tap, forms_of(cases[i].text, &arena), cases[i].forms);
    }
    struct buf folded = {0};
    search_fold(
        STR("stra\xc3\x9f\x65 caf\xc3\xa9 \xd7\xa9\xd7\x81\xd6\xb8\xd7\x9c "
            "\xd9\x85\xd9\x8e\xd9\x82"),
        &folded);
    CHECK_STR(tap, buf_str(&folded),
              "strasse cafe \xd7\xa9\xd7\x9c \xd9\x85\xd9\x82");
    buf_free(&folded);
    arena_free(&arena);
}

static void check_lists(struct tap *tap)
{
    str two = str_sub(STR("\x81\x01\x02\x03"), 0, 3);
    CHECK(tap, list_count(two) == 2); /* and not the number after it */
}

/* --- an index in memory --- */

enum { DOCUMENTS = 300, WORDS = 4000, MOST_TEXT = 60 };

struct library {
    struct arena arena;
    str records[DOCUMENTS];
    size_t n;
    struct search_files files;
};

static str record(void *context, size_t document)
{
    return ((struct library *)context)->records[document];
}

static void show(void *context, size_t document, struct buf *out)
{
    buf_printf(out, "\"%zu %zu\"", document,
               ((struct library *)context)->records[document].n);
}

static bool load(void *context, str name, struct arena *arena, str *bytes)
{
    const struct search_files *files = &((struct library *)context)->files;
    (void)arena;
    for (size_t i = 0; i < files->files.n; i++) {
        if (str_eq(files->files.p[i].name, name)) {
            *bytes = files->files.p[i].bytes;
            return true;
        }
    }
    return false;
}

static struct search_source source_of(struct library *library)
{
    return (struct search_source){.context = library,
                                  .record = record,
                                  .show = show,
                                  .documents = library->n,
                                  .order = library->n};
}

/* Words like w17, the first ones often, and endings that stems drop. */
static str random_record(struct search_words *words, struct arena *arena,
                         struct random *seed)
{
    static const char *const endings[] = {"", "s", "ing", "ed", "ation"};
    struct buf text = {0};
    struct buf out = {0};
    size_t n = 1 + random_below(seed, MOST_TEXT);
    for (size_t i = 0; i < n; i++) {
        size_t most = 1 + random_below(seed, WORDS);
        size_t word = random_below(seed, most);
        buf_printf(&text, "%c%c%c%s ", 'a' + (int)(word % 26),
                   'a' + (int)(word / 26 % 26), 'a' + (int)(word / 676),
                   endings[random_below(seed, 5)]);
    }
    search_words_text(words, buf_str(&text), SEARCH_TEXT);
    search_words_end(words, random_below(seed, 5) ? STR("en-GB") : STR("es"),
                     &out);
    buf_free(&text);
    return buf_move(&out, arena);
}

static bool same_files(const struct library *a, const struct search_files *b)
{
    bool same =
        str_eq(a->files.root, b->root) && a->files.files.n == b->files.n;
    for (size_t i = 0; same && i < b->files.n; i++) {
        same = str_eq(a->files.files.p[i].name, b->files.p[i].name) &&
               str_eq(a->files.files.p[i].bytes, b->files.p[i].bytes);
    }
    return same;
}

/* Updates the index, builds it again, and compares. Counts the updates. */
static bool updates_alike(struct library *library,
                          const struct search_change *changes, size_t n,
                          size_t *updates)
{
    struct search_index last = {.load = load, .context = library};
    struct search_files files;
    struct search_source source = source_of(library);
    search_open(library->files.root, &library->arena, &last.root);
    bool done =
        search_update(&source, &last, changes, n, &library->arena, &files);
    /* Files that did not change have the bytes of before. */
    for (size_t i = 0; done && i < files.files.n; i++) {
        struct search_file *file = &files.files.p[i];
        if (!file->bytes.p) {
            load(library, file->name, &library->arena, &file->bytes);
        }
    }
    search_build(&source, &library->arena, &library->files);
    *updates += done;
    return !done || same_files(library, &files);
}

/* Changes documents again and again: the files are always those of an index
 * that is built again. */
static void check_updates(struct tap *tap)
{
    enum { ROUNDS = 60, MOST_CHANGES = 3 };
    struct library library = {.n = DOCUMENTS - ROUNDS};
    struct search_words *words = search_words_new();
    struct random seed = {1};
    size_t updates = 0;
    bool same = true;
    for (size_t i = 0; i < library.n; i++) {
        library.records[i] = random_record(words, &library.arena, &seed);
    }
    struct search_source source = source_of(&library);
    search_build(&source, &library.arena, &library.files);
    for (size_t round = 0; round < ROUNDS && same; round++) {
        struct search_change changes[MOST_CHANGES + 1];
        size_t n = 0;
        size_t first = random_below(&seed, library.n - MOST_CHANGES);
        for (size_t i = 0; i < random_below(&seed, MOST_CHANGES + 1); i++) {
            size_t document = first + n;
            str before = library.records[document];
            str after = random_record(words, &library.arena, &seed);
            library.records[document] = after;
            changes[n++] = (struct search_change){document, before, after};
        }
        if (round % 3 == 0) {
            str after = random_record(words, &library.arena, &seed);
            library.records[library.n] = after;
            changes[n++] =
                (struct search_change){library.n++, {NULL, 0}, after};
        }
        same = updates_alike(&library, changes, n, &updates);
    }
    CHECK(tap, same);
    CHECK(tap, updates > ROUNDS / 2);
    CHECK(tap, library.files.files.n > 12); /* it has several shards */
    search_words_free(words);
    arena_free(&library.arena);
}

/* Words that begin so: as many different ones, of `n` words. */
static str numbered_record(struct search_words *words, char begin, size_t n,
                           size_t different, struct arena *arena)
{
    struct buf text = {0};
    struct buf out = {0};
    for (size_t i = 0; i < n; i++) {
        buf_printf(&text, "%c%05zu ", begin, i % different);
    }
    search_words_text(words, buf_str(&text), SEARCH_TEXT);
    search_words_end(words, STR("tlh"), &out);
    buf_free(&text);
    return buf_move(&out, arena);
}

/* A record has the words of its document alone, however many the one before it
 * had. */
static void check_many(struct tap *tap)
{
    static const size_t many[] = {10, 900, 5000, 20000};
    struct arena arena = {0};
    struct search_words *fresh = search_words_new();
    struct search_words *words = search_words_new();
    str alone = numbered_record(fresh, 'a', 10, 10, &arena);
    for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
        str record = numbered_record(words, 'a', many[i], many[i], &arena);
        struct record_reader reader = record_open(record);
        struct record_form form;
        size_t n = 0;
        while (record_next(&reader, &form)) {
            n++;
        }
        CHECK(tap, n == many[i]);
        record = numbered_record(words, 'a', 10, 10, &arena);
        CHECK(tap, str_eq(record, alone));
    }
    search_words_free(fresh);
    search_words_free(words);
    arena_free(&arena);
}

/* Either half of what was divided loses so much that both are one shard again:
 * the index must be built. */
static void check_joins(struct tap *tap)
{
    enum { N = 1200, LESS = 100 };
    static const char begins[] = {'a', 'x'};
    struct search_words *words = search_words_new();
    for (size_t half = 0; half < 2; half++) {
        struct library library = {.n = 2};
        struct search_index last = {.load = load, .context = &library};
        struct search_files files;
        for (size_t i = 0; i < 2; i++) {
            library.records[i] =
                numbered_record(words, begins[i], N, N, &library.arena);
        }
        struct search_source source = source_of(&library);
        search_build(&source, &library.arena, &library.files);
        search_open(library.files.root, &library.arena, &last.root);
        CHECK(tap, last.root.nshards == 2);
        for (size_t different = N - 1; different > 0; different -= LESS) {
            str before = library.records[half];
            library.records[half] = numbered_record(words, begins[half], N,
                                                    different, &library.arena);
            struct search_change change = {half, before, library.records[half]};
            bool done = search_update(&source, &last, &change, 1,
                                      &library.arena, &files);
            search_build(&source, &library.arena, &library.files);
            search_open(library.files.root, &library.arena, &last.root);
            if (last.root.nshards == 1) {
                CHECK(tap, !done);
                break;
            }
            CHECK(tap, done);
        }
        CHECK(tap, last.root.nshards == 1);
        arena_free(&library.arena);
    }
    search_words_free(words);
}

/* --- answers --- */

static void add_in(struct library *library, struct search_words *words,
                   str language, const char *html)
{
    struct buf out = {0};
    search_words_html(words, str_from(html));
    search_words_end(words, language, &out);
    library->records[library->n++] = buf_move(&out, &library->arena);
}

static void add(struct library *library, struct search_words *words,
                const char *html)
{
    add_in(library, words, STR("en"), html);
}

/* The numbers of the documents, the best first. */
static str answers_of(struct library *library, str question)
{
    struct search_index index = {.load = load, .context = library};
    struct search_answers answers;
    struct buf out = {0};
    search_open(library->files.root, &library->arena, &index.root);
    search_ask(&(struct search_question){.index = &index, .words = question},
               &library->arena, &answers);
    for (size_t i = 0; i < answers.found.n; i++) {
        buf_printf(&out, "%s%u", i ? " " : "", answers.found.p[i].document);
    }
    return buf_move(&out, &library->arena);
}

/* Gives a document the words of the last one, which there is no more. */
static bool changes_alike(struct library *library, size_t document)
{
    size_t updates = 0;
    str after = library->records[--library->n];
    struct search_source source = source_of(library);
    search_build(&source, &library->arena, &library->files);
    struct search_change change = {document, library->records[document], after};
    library->records[document] = after;
    return updates_alike(library, &change, 1, &updates) && updates;
}

/* One form with two keys, in other shards than its own, whose aliases come in
 * another order. */
static void check_aliases(struct tap *tap)
{
    enum { N = 3500 };
    struct library library = {0};
    struct search_words *words = search_words_new();
    struct buf text = {0};
    for (size_t i = 0; i < N; i++) {
        buf_printf(&text, "zebrationk%04zu ", i);
    }
    buf_putc(&text, '\0');
    add_in(&library, words, STR("tlh"), text.p);
    add_in(&library, words, STR("de"), "<p>zebrations</p>");
    add_in(&library, words, STR("en"), "<p>zebrated</p>");
    add_in(&library, words, STR("en"), "<p>zebrated zebrations</p>");
    CHECK(tap, changes_alike(&library, 2));
    buf_free(&text);
    search_words_free(words);
    arena_free(&library.arena);
}

/* A form that has the same key in a language without stems. */
static void check_same_key(struct tap *tap)
{
    struct library library = {0};
    struct search_words *words = search_words_new();
    add_in(&library, words, STR("en"), "<p>one two</p>");
    add_in(&library, words, STR("tlh"), "<p>two</p>");
    add_in(&library, words, STR("tlh"), "<p>three</p>");
    CHECK(tap, changes_alike(&library, 1));
    search_words_free(words);
    arena_free(&library.arena);
}

/* A form that folding makes three times as long. */
static void check_long_key(struct tap *tap)
{
    struct library library = {0};
    struct search_words *words = search_words_new();
    struct buf text = {0};
    for (size_t i = 0; i < MOST_FORM / 3; i++) {
        buf_put(&text, STR("\xe0\xb3\x8b"));
    }
    buf_putc(&text, '\0');
    add(&library, words, "<p>one</p>");
    add(&library, words, text.p);
    add(&library, words, "<p>two</p>");
    struct search_source source = source_of(&library);
    search_build(&source, &library.arena, &library.files);
    CHECK_STR(tap, answers_of(&library, str_from(text.p)), "1");
    CHECK(tap, changes_alike(&library, 1));
    CHECK_STR(tap, answers_of(&library, str_from(text.p)), "");
    buf_free(&text);
    search_words_free(words);
    arena_free(&library.arena);
}

static void check_answers(struct tap *tap)
{
    struct library library = {0};
    struct search_words *words = search_words_new();
    search_words_text(words, STR("Timers of BGP"), SEARCH_TITLE);
    search_words_term(words, STR("#tag:bgp"));
    add(&library, words, "<p>Keepalive and hold.</p>");
    add(&library, words, "<p>A bread that routers bake, with caf&eacute;.</p>");
    add(&library, words, "<p>timers</p><p>x</p><p>of</p><p>ovens</p>");
    add(&library, words,
        "<pre>show bgp <span>10.0</span>.0.0/8</pre><p>routing</p>");
    add(&library, words, "<p>cafe</p>");
    struct search_source source = source_of(&library);
    search_build(&source, &library.arena, &library.files);
    CHECK_STR(tap, answers_of(&library, STR("timers bgp")), "0 2 3");
    CHECK_STR(tap, answers_of(&library, STR("tag:bgp")), "0");
    CHECK_STR(tap, answers_of(&library, STR("bgp -keepalive")), "3");
    CHECK_STR(tap, answers_of(&library, STR("10.0.0.0/8")), "3");
    CHECK_STR(tap, answers_of(&library, STR("cafe")), "4 1");
    CHECK_STR(tap, answers_of(&library, STR("caf\xc3\xa9")), "4 1");
    CHECK_STR(tap, answers_of(&library, STR("keep")), "0");
    CHECK_STR(tap, answers_of(&library, STR("kepealive")), "0");
    CHECK_STR(tap, answers_of(&library, STR("breadless")), "1");
    CHECK_STR(tap, answers_of(&library, STR("ovens/keepalive")), "2 0");
    CHECK_STR(tap, answers_of(&library, STR("nothing")), "");
    CHECK_STR(tap, answers_of(&library, STR("")), "");
    search_words_free(words);
    arena_free(&library.arena);
}

/* Filters find the tags of a document, not its text; a name is excluded as a
 * whole. */
static void check_filters(struct tap *tap)
{
    struct library library = {0};
    struct search_words *words = search_words_new();
    search_words_term(words, STR("#tag:bgp"));
    add(&library, words, "<p>A route.</p>");
    add(&library, words, "<p>A route: tag:bgp, section:labs</p>");
    add(&library, words, "<p>A route of the section, a tag, tag-less.</p>");
    struct search_source source = source_of(&library);
    search_build(&source, &library.arena, &library.files);
    CHECK_STR(tap, answers_of(&library, STR("tag:bgp")), "0");
    CHECK_STR(tap, answers_of(&library, STR("section:labs")), "");
    CHECK_STR(tap, answers_of(&library, STR("route -tag:bgp")), "1 2");
    CHECK_STR(tap, answers_of(&library, STR("route -section:zzz")), "1 0 2");
    CHECK_STR(tap, answers_of(&library, STR("route -no-tag")), "1 0 2");
    CHECK_STR(tap, answers_of(&library, STR("route -tag-less")), "1 0");
    search_words_free(words);
    arena_free(&library.arena);
}

/* Adds a document with so many words about a command. */
static void add_long(struct library *library, struct search_words *words,
                     const char *title, size_t n)
{
    struct buf html = {0};
    buf_put(&html, STR("git-rebase is a command"));
    for (size_t i = 0; i < n; i++) {
        buf_printf(&html, " w%zu", i);
    }
    buf_putc(&html, '\0');
    search_words_text(words, str_from(title), SEARCH_TITLE);
    add(library, words, html.p);
    buf_free(&html);
}

/* A long document is the first answer to its own name. */
static void check_title(struct tap *tap)
{
    struct library library = {0};
    struct search_words *words = search_words_new();
    add_long(&library, words, "git-rebase", 4000);
    add_long(&library, words, "Notes on git-rebase and its kin", 200);
    add_long(&library, words, "Other ways", 200);
    struct search_source source = source_of(&library);
    search_build(&source, &library.arena, &library.files);
    CHECK_STR(tap, answers_of(&library, STR("git-rebase")), "0 1 2");
    search_words_free(words);
    arena_free(&library.arena);
}

/* Stems are those of each document's language; words that say little count
 * little. */
static void check_languages(struct tap *tap)
{
    struct library library = {0};
    struct search_words *words = search_words_new();
    add_in(&library, words, STR("es"), "<p>Hablando de caf\xc3\xa9.</p>");
    add_in(&library, words, STR("es-MX"), "<p>Para hablar de pan.</p>");
    add_in(&library, words, STR("en"), "<p>One would say hablar.</p>");
    add_in(&library, words, STR("tlh"), "<p>hablando of the</p>");
    struct search_source source = source_of(&library);
    source.weak = STR("of the");
    search_build(&source, &library.arena, &library.files);
#ifdef CRUMB_STEMMER
    CHECK_STR(tap, answers_of(&library, STR("hablando")), "3 0 1");
    CHECK_STR(tap, answers_of(&library, STR("hablar")), "2 1 0");
#endif
    CHECK_STR(tap, answers_of(&library, STR("of the pan")), "1 3");
    CHECK_STR(tap, answers_of(&library, STR("the")), "3");
    search_words_free(words);
    arena_free(&library.arena);
}

/* HTML: what the quick reader leaves to the tokenizer has the same words. */
static void check_html(struct tap *tap)
{
    static const struct {
        const char *html;
        const char *forms;
    } cases[] = {
        {"a<b>b</b>c<p>d", "abc d"},
        {"<P CLASS=x title='a>b'>one<Br>two</P >three", "one two three"},
        {"<p title=\"a > b\">one</p><img src=\"a\" alt='b'>two", "one two"},
        {"x<script>no()</script>y<style>no</style >z", "x y z"},
        {"<textarea><p>no</textarea>yes<title>no</title>", "yes"},
        {"<svg><title>no</title><g>no</g></svg>yes<math>no</math>", "yes"},
        {"a &lt;b&gt; caf&eacute; &amp; &nosuch; 1<2 <3", "a b caf\xc3\xa9 "
                                                          "nosuch 1 2 3"},
        {"<!-- no <p>no -->yes<!doctype no>", "yes"},
        {"MTP<sup class=x><a href=y>1</a></sup> x<sup>2</sup>y", "mtp x2y"},
        {"<div hidden>no<div>no</div>no</div>one<template><p>no</p></template>"
         "two<p\nclass=x hidden=''>no</P><p hidden='until-found'>three",
         "one two three"},
        {"<input hidden>one<p hidden>two<p data-x=' hidden' aria-hidden=true>"
         "three</p><p title=hidden>four",
         "one two three four"},
        {"so&shy;ft-ware so\xc2\xad\xc2\xad\x66t", "soft-ware soft ware"},
        {"<p", ""},
        {"<a href=\"x", ""},
        {"it\xe2\x80\x99s \xe2\x80\x9cquoted\xe2\x80\x9d a\xe2\x80\x94z",
         "it s quoted a z"},
        {"abcdefghijklmnop abcdefghijklmnopq "
         "abcdefghijklmnopqabcdefghijklmnopqabcdefghijklmnopqabcdefghijklmnop"
         "qabcdefghijklmnopqabcdefghijklmnopq",
         "abcdefghijklmnop abcdefghijklmnopq"},
    };
    struct search_words *words = search_words_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf record = {0};
        struct buf out = {0};
        search_words_html(words, str_from(cases[i].html));
        search_words_end(words, STR("en"), &record);
        struct record_reader reader = record_open(buf_str(&record));
        struct record_form form;
        while (record_next(&reader, &form)) {
            buf_put(&out, out.n ? STR(" ") : STR(""));
            buf_put(&out, form.form);
        }
        CHECK_STR(tap, buf_str(&out), cases[i].forms);
        buf_free(&out);
        buf_free(&record);
    }
    search_words_free(words);
}

/* Damaged shards are said to be missing. */
static void check_damage(struct tap *tap)
{
    struct library library = {0};
    struct search_words *words = search_words_new();
    add(&library, words, "<p>one two three four</p>");
    struct search_source source = source_of(&library);
    search_build(&source, &library.arena, &library.files);
    str whole = library.files.files.p[0].bytes;
    struct search_index index = {.load = load, .context = &library};
    bool said = true;
    search_open(library.files.root, &library.arena, &index.root);
    for (size_t n = 0; n < whole.n; n++) {
        struct search_answers answers;
        library.files.files.p[0].bytes.n = n;
        search_ask(
            &(struct search_question){.index = &index, .words = STR("two")},
            &library.arena, &answers);
        said = said && answers.missing && !answers.found.n;
    }
    CHECK(tap, said);
    CHECK(tap, !search_open(STR("{}"), &library.arena, &index.root));
    CHECK(tap, !search_open(STR("not JSON"), &library.arena, &index.root));
    search_words_free(words);
    arena_free(&library.arena);
}

/* An index that lacks the alias of a form is none of these documents: without
 * the form it must be built. */
static void check_lost_alias(struct tap *tap)
{
    enum { N = 1200 };
    struct library library = {0};
    struct search_words *words = search_words_new();
    struct search_index last = {.load = load, .context = &library};
    struct search_files files;
    struct buf text = {0};
    for (size_t i = 0; i < N; i++) {
        buf_printf(&text, "happi%05zu happy%05zu ", i, i);
    }
    buf_putc(&text, '\0');
    add(&library, words, text.p);
    add(&library, words, "<p>Happy days.</p>"); /* its key: happi */
    add(&library, words, "<p>Days.</p>");
    struct search_source source = source_of(&library);
    search_build(&source, &library.arena, &library.files);
    search_open(library.files.root, &library.arena, &last.root);
    struct search_change change = {1, library.records[1], library.records[2]};
    CHECK(tap,
          search_update(&source, &last, &change, 1, &library.arena, &files));
    for (size_t i = 0; i < last.root.nshards; i++) {
        struct search_file *file = &library.files.files.p[i];
        struct shard shard;
        CHECK(tap, shard_read(file->bytes, &library.arena, &shard));
        shard.aliases.n = 0;
        *file = shard_file(&shard, &library.arena);
        last.root.shards[i] = file->name;
    }
#ifdef CRUMB_STEMMER
    CHECK(tap,
          !search_update(&source, &last, &change, 1, &library.arena, &files));
#endif
    buf_free(&text);
    search_words_free(words);
    arena_free(&library.arena);
}

/* Shards of any bytes: an answer has documents that there are. */
static void check_forged(struct tap *tap)
{
    enum { TRIES = 500, FORGED = 40 };
    struct library library = {.n = FORGED};
    struct search_words *words = search_words_new();
    struct random seed = {2};
    struct search_index index = {.load = load, .context = &library};
    bool right = true;
    for (size_t i = 0; i < library.n; i++) {
        library.records[i] = random_record(words, &library.arena, &seed);
    }
    struct search_source source = source_of(&library);
    search_build(&source, &library.arena, &library.files);
    search_open(library.files.root, &library.arena, &index.root);
    struct search_file *file = &library.files.files.p[0];
    str whole = file->bytes;
    for (size_t i = 0; i < TRIES && right; i++) {
        struct arena work = {0};
        struct search_answers answers;
        char *bytes = malloc(whole.n); /* its end is that of the memory */
        memcpy(bytes, whole.p, whole.n);
        for (size_t k = 1 + random_below(&seed, 4); k-- > 0;) {
            size_t at = 8 + random_below(&seed, whole.n - 8);
            bytes[at] =
                (char)(random_below(&seed, 2) ? random_below(&seed, 256)
                                              : 0xFF * random_below(&seed, 2));
        }
        file->bytes = (str){bytes, whole.n};
        search_ask(&(struct search_question){.index = &index,
                                             .words = STR("aaa baas caaed d")},
                   &work, &answers);
        for (size_t k = 0; k < answers.found.n; k++) {
            right = right && answers.found.p[k].document < index.root.documents;
        }
        free(bytes);
        arena_free(&work);
    }
    CHECK(tap, right);
    search_words_free(words);
    arena_free(&library.arena);
}

int main(void)
{
    struct tap tap = {0};
    check_tokens(&tap);
    check_lists(&tap);
    check_updates(&tap);
    check_many(&tap);
    check_joins(&tap);
    check_html(&tap);
    check_aliases(&tap);
    check_same_key(&tap);
    check_long_key(&tap);
    check_answers(&tap);
    check_filters(&tap);
    check_title(&tap);
    check_languages(&tap);
    check_damage(&tap);
    check_lost_alias(&tap);
    check_forged(&tap);
    return tap_done(&tap);
}
