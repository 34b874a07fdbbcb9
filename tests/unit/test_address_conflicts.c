/* SPDX-License-Identifier: MIT */
/* plan/address_conflicts: plans at random, with few names, beside what its
 * header says of them. */
#include "plan/plan_parts.h"

#include "files/path.h"
#include "random.h"
#include "site/content/post.h"
#include "tap.h"

enum { MOST = 8, TOKENS = 5, ROUNDS = 20000 };

/* Parts of file names. */
static const char *const tokens[] = {"a",           "a",        "A",
                                     "b",           "/",        "/",
                                     "/index.html", ".html",    "index.html",
                                     "/INDEX.html", ".",        "..",
                                     "/.",          "\xC3\xA9", "e\xCC\x81",
                                     "?",           "#",        "\\",
                                     "\x01",        "\x7F",     "_",
                                     "0",           "9",        "z",
                                     "-",           "~",        ".crumb-stage",
                                     "-Stage"};

struct fixture {
    struct random random;
    struct arena arena;
    struct output outputs[MOST];
    struct address addresses[MOST];
    struct list_page lists[MOST];
    struct post posts[MOST];
    struct frontmatter front;
    struct source source;
    size_t n;
};

static size_t below(struct fixture *f, size_t n)
{
    return random_below(&f->random, n);
}

static str random_file(struct fixture *f)
{
    str file = STR("");
    size_t n = 1 + below(f, TOKENS);
    for (size_t i = 0; i < n; i++) {
        size_t which = below(f, sizeof tokens / sizeof *tokens);
        /* Mostly letters and slashes, so that names meet. */
        which = below(f, 3) ? which % 10 : which;
        file = arena_concat(&f->arena, file, str_from(tokens[which]));
    }
    return file;
}

/* With .html in its name, half of the time at the address without it. */
static str random_url(struct fixture *f, str file)
{
    str url = arena_concat(&f->arena, STR("/"), file);
    str html = STR(".html");
    if (str_ends(url, STR("/index.html"))) {
        url = str_sub(url, 0, url.n - STR("index.html").n);
    } else if (str_ends(url, html) && below(f, 2)) {
        url = str_sub(url, 0, url.n - html.n);
    }
    return url;
}

static void add_output(struct fixture *f)
{
    static const enum output_kind kinds[] = {
        OUTPUT_POST,  OUTPUT_POST,  OUTPUT_LIST, OUTPUT_FEED,
        OUTPUT_PAGES, OUTPUT_ALIAS, OUTPUT_FILE, OUTPUT_BYTES};
    size_t i = f->n++;
    struct output *output = &f->outputs[i];
    str file = random_file(f);
    f->addresses[i] =
        (struct address){.file = file, .url = random_url(f, file)};
    f->lists[i] = (struct list_page){.kind = below(f, 2) ? PAGE_404 : PAGE_HOME,
                                     .number = 1};
    f->posts[i] = (struct post){.front = &f->front, .source = &f->source};
    *output =
        (struct output){.kind = kinds[below(f, sizeof kinds / sizeof *kinds)],
                        .address = &f->addresses[i],
                        .template = STR("t.html"),
                        .from = STR("from")};
    if (output->kind == OUTPUT_POST) {
        output->post = &f->posts[i];
    } else if (output->kind == OUTPUT_ALIAS) {
        output->post = &f->posts[below(f, f->n)];
    } else if (output->kind == OUTPUT_LIST) {
        output->list = &f->lists[i];
    }
}

/* --- the rules in its header --- */

static bool is_bad(const struct output *output)
{
    bool made = output->kind != OUTPUT_FILE && output->kind != OUTPUT_BYTES;
    str file = output->address->file;
    str rest = file;
    str part;
    for (bool first = true; str_split(&rest, '/', &part); first = false) {
        if (part.n == 0 || part.n > 255 || str_eq(part, STR(".")) ||
            str_eq(part, STR("..")) ||
            (first && str_eq_nocase(part, STR(".crumb-stage")))) {
            return true;
        }
    }
    for (size_t i = 0; made && i < file.n; i++) {
        unsigned char c = (unsigned char)file.p[i];
        if (c < ' ' || c == 127 || strchr("?#\\", c)) {
            return true;
        }
    }
    return file.n > 3000;
}

/* Small letters, and accents in the form of one character. */
static str fold(struct fixture *f, str file)
{
    str folded = STR("");
    for (size_t i = 0; i < file.n; i++) {
        str accent = STR("e\xCC\x81");
        char c = to_lower(file.p[i]);
        bool two = str_starts(str_from_offset(file, i), accent);
        folded = arena_concat(&f->arena, folded,
                              two ? STR("\xC3\xA9") : (str){&c, 1});
        i += two ? accent.n - 1 : 0;
    }
    return folded;
}

static bool replaces(const struct output *own, const struct output *extra)
{
    bool missing = extra->kind == OUTPUT_LIST && extra->list->kind == PAGE_404;
    bool given = extra->kind == OUTPUT_FEED || extra->kind == OUTPUT_PAGES;
    return (own->kind == OUTPUT_FILE || own->kind == OUTPUT_POST) &&
           (given || missing) &&
           str_eq(own->address->file, extra->address->file);
}

struct verdict {
    bool dropped[MOST];
    size_t bad;
    size_t duplicate;
};

/* The earlier output that has that place; MOST: none. */
static size_t claimed_by(const size_t *claim, const str *folded, size_t n,
                         str file)
{
    for (size_t i = 0; i < n; i++) {
        if (claim[i] != MOST && str_eq(folded[i], file)) {
            return claim[i];
        }
    }
    return MOST;
}

static bool is_bare_clash(struct fixture *f, const struct output *output,
                          const size_t *claim, const str *folded)
{
    str html = STR(".html");
    str file = output->address->file;
    str url = output->address->url;
    if (output->kind != OUTPUT_POST || !str_ends(file, html) ||
        str_ends(url, html) || str_ends(url, STR("/"))) {
        return false;
    }
    str index = arena_concat(&f->arena, str_sub(file, 0, file.n - html.n),
                             STR("/index.html"));
    size_t other = claimed_by(claim, folded, f->n, fold(f, index));
    return other != MOST && f->outputs[other].post != output->post;
}

static struct verdict judge(struct fixture *f)
{
    struct verdict v = {.bad = 0};
    str folded[MOST];
    size_t claim[MOST]; /* of the place that this one was first at */
    for (size_t i = 0; i < f->n; i++) {
        const struct output *output = &f->outputs[i];
        folded[i] = fold(f, output->address->file);
        claim[i] = MOST;
        if (is_bad(output)) {
            v.dropped[i] = true;
            v.bad++;
            continue;
        }
        size_t first = claimed_by(claim, folded, i, folded[i]);
        size_t slot = 0;
        while (first != MOST && claim[slot] != first) {
            slot++;
        }
        if (first == MOST) {
            claim[i] = i;
        } else if (replaces(&f->outputs[first], output)) {
            v.dropped[i] = true;
        } else if (replaces(output, &f->outputs[first])) {
            v.dropped[first] = true;
            claim[slot] = i;
        } else {
            v.dropped[i] = true;
            v.duplicate++;
        }
    }
    for (size_t i = 0; i < f->n; i++) {
        if (v.dropped[i]) {
            continue;
        }
        bool in_file = false;
        for (str dir = path_dir(folded[i]); dir.n; dir = path_dir(dir)) {
            in_file = in_file || claimed_by(claim, folded, f->n, dir) != MOST;
        }
        bool bare = is_bare_clash(f, &f->outputs[i], claim, folded);
        v.dropped[i] = in_file || bare;
        v.duplicate += in_file;
        v.duplicate += bare;
    }
    return v;
}

/* --- both --- */

static bool is_as_judged(struct fixture *f)
{
    struct verdict want = judge(f);
    struct diags diags;
    size_t bad = 0;
    size_t duplicate = 0;
    bool same = true;
    diags_init(&diags, &f->arena);
    address_conflicts_check(f->outputs, f->n, &diags);
    for (size_t i = 0; i < diags.list.n; i++) {
        bad += strcmp(diags.list.p[i]->code, "bad-address") == 0;
        duplicate += strcmp(diags.list.p[i]->code, "duplicate-url") == 0;
    }
    for (size_t i = 0; i < f->n; i++) {
        same = same && f->outputs[i].dropped == want.dropped[i];
    }
    return same && bad == want.bad && duplicate == want.duplicate &&
           bad + duplicate == diags.list.n;
}

static void test_random(struct tap *tap)
{
    struct fixture f = {.random = {4}, .source = {.name = STR("post.md")}};
    bool same = true;
    for (int round = 0; same && round < ROUNDS; round++) {
        f.n = 0;
        size_t n = 1 + below(&f, MOST);
        while (f.n < n) {
            add_output(&f);
        }
        same = is_as_judged(&f);
        for (size_t i = 0; !same && i < f.n; i++) {
            printf("# %d %.*s %.*s\n", (int)f.outputs[i].kind,
                   STR_ARG(f.addresses[i].file), STR_ARG(f.addresses[i].url));
        }
        arena_clear(&f.arena);
    }
    CHECK(tap, same);
    arena_free(&f.arena);
}

/* --- messages --- */

static void test_limits(struct tap *tap)
{
    static const struct {
        size_t part;
        size_t parts;
        const char *what; /* NULL: nothing */
    } cases[] = {
        {255, 1, NULL},
        {256, 1,
         "the address of post.md has a part that is too long for a "
         "file's name"},
        {254, 3, NULL},
        {256, 2,
         "the address of post.md has a part that is too long for a "
         "file's name"},
        {199, 15, NULL}, /* 15 * 200 */
        {249, 12, NULL},
        {99, 30, NULL},
        {100, 30, "the address of post.md is too long"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f = {.source = {.name = STR("post.md")}};
        struct diags diags;
        size_t n = (cases[i].part + 1) * cases[i].parts;
        char *p = ARENA_ARRAY(&f.arena, char, n);
        memset(p, 'x', n);
        for (size_t k = 1; k < cases[i].parts; k++) {
            p[k * (cases[i].part + 1) - 1] = '/';
        }
        f.posts[0] = (struct post){.front = &f.front, .source = &f.source};
        f.addresses[0].file = (str){p, n - 1};
        f.addresses[0].url = STR("/x");
        f.outputs[0] = (struct output){.kind = OUTPUT_POST,
                                       .address = &f.addresses[0],
                                       .post = &f.posts[0],
                                       .from = STR("post.md")};
        diags_init(&diags, &f.arena);
        address_conflicts_check(f.outputs, 1, &diags);
        CHECK_STR(tap, diags.list.n ? diags.list.p[0]->message : STR(""),
                  cases[i].what ? cases[i].what : "");
        CHECK(tap, f.outputs[0].dropped == (cases[i].what != NULL));
        arena_free(&f.arena);
    }
}

int main(void)
{
    struct tap tap = {0};
    test_random(&tap);
    test_limits(&tap);
    return tap_done(&tap);
}
