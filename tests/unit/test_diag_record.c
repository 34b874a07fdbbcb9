/* SPDX-License-Identifier: MIT */
/* base/diag/diag_pack: diagnostics read back print as those written, for each
 * shape and for all that loading the bad sites reports. */
#include <unistd.h>

#include "base/diag/diag.h"
#include "base/memory/buf.h"
#include "files/fs.h"
#include "files/path.h"
#include "identical.h"
#include "markdown/markdown.h"
#include "site/site.h"
#include "site_help.h"
#include "tap.h"
#include "unpack_archives.h"

struct fixture {
    struct tap tap;
    struct arena arena;
    struct diags diags;
    struct buf out;
};

/* --- the comparison --- */

static bool place_identical(const struct place *a, const struct place *b)
{
    return text_identical(a->file, b->file) && a->off == b->off &&
           a->line == b->line && a->column == b->column &&
           text_identical(a->text, b->text) && a->mark == b->mark &&
           a->mark_len == b->mark_len;
}

static bool prints_alike(const struct diag *a, const struct diag *b)
{
    struct buf left = {0};
    struct buf right = {0};
    diag_print(a, true, &left);
    diag_print_json(a, &left);
    diag_print(b, true, &right);
    diag_print_json(b, &right);
    bool same = str_eq(buf_str(&left), buf_str(&right));
    buf_free(&left);
    buf_free(&right);
    return same;
}

static bool diag_identical(const struct diag *a, const struct diag *b)
{
    bool same = a->severity == b->severity && strcmp(a->code, b->code) == 0 &&
                place_identical(&a->at, &b->at) &&
                text_identical(a->message, b->message) &&
                text_identical(a->hint, b->hint) &&
                text_identical(a->group, b->group) &&
                text_identical(a->group_hint, b->group_hint) &&
                a->repeats == b->repeats && a->chain.n == b->chain.n &&
                prints_alike(a, b);
    for (size_t i = 0; same && i < a->chain.n; i++) {
        same = place_identical(&a->chain.p[i], &b->chain.p[i]);
    }
    return same;
}

/* Written from `from` on, read back after one that was there. */
static bool comes_back(struct fixture *f, size_t from)
{
    const struct diags *diags = &f->diags;
    struct diags back;
    diags_init(&back, &f->arena);
    diag_warning(&back, (span){0}, "before", "it was there");
    size_t errors = 0;
    buf_clear(&f->out);
    diags_pack(diags, from, &f->out);
    struct unpack in = unpack_of(arena_str(&f->arena, buf_str(&f->out)));
    bool same = diags_unpack(&back, &in) && unpack_left(&in) == 0 &&
                back.list.n == 1 + diags->list.n - from;
    for (size_t i = from; same && i < diags->list.n; i++) {
        same = diag_identical(diags->list.p[i], back.list.p[1 + i - from]);
        errors += diags->list.p[i]->severity == DIAG_ERROR;
    }
    return same && back.errors == errors &&
           back.errors + back.warnings + back.notes == back.list.n;
}

/* --- each shape --- */

static void fill(struct fixture *f)
{
    static const struct source post = {
        .name = STR_INIT("content/a.md"),
        .text = STR_INIT("title: x\ndate: yesterday\n")};
    static const struct source empty = {.name = STR_INIT("content/e.md"),
                                        .text = STR_INIT("")};
    static const struct source unread = {.name = STR_INIT("data/x.json"),
                                         .text = {NULL, 0}};
    struct diags *diags = &f->diags;
    diags_init(diags, &f->arena);
    diag_error(diags, (span){0}, "unreadable", "no place");
    diag_error(diags, span_of(&unread, 0, 0), "unreadable", "a file alone");
    diag_warning(diags, span_of(&empty, 0, 0), "bad-date", "an empty one");
    struct diag *diag =
        diag_warning(diags, span_of(&post, 15, 9), "bad-date", "not a date");
    diag_hint(diag, "write %d", 2026);
    diag_in(diag, span_of(&post, 3, 1));
    diag_in(diag, span_of(&unread, 0, 0));
    diag_in(diag, (span){0});
    diag->repeats = 999;
    diag_group(diag, STR("dates"), STR("write them all"));
    diag_add(diags, DIAG_NOTE, span_of(&post, 0, 5), "likely-slip", "a note");
    diag_error(diags, span_of(&post, 8, 100), "wrong-type", "%s", "");
}

static void test_shapes(struct fixture *f)
{
    fill(f);
    for (size_t from = 0; from <= f->diags.list.n; from++) {
        CHECK(&f->tap, comes_back(f, from));
    }
    buf_clear(&f->out);
    diags_pack(&f->diags, 99, &f->out);
    CHECK(&f->tap, f->out.n == 1);
}

static void test_refused(struct fixture *f)
{
    struct diags back;
    diags_init(&back, &f->arena);
    fill(f);
    buf_clear(&f->out);
    diags_pack(&f->diags, 0, &f->out);
    bool refused = true;
    for (size_t n = 0; n < f->out.n; n++) {
        struct unpack in = unpack_of(str_sub(buf_str(&f->out), 0, n));
        refused = refused && !diags_unpack(&back, &in) && in.failed;
    }
    CHECK(&f->tap, refused);
    CHECK(&f->tap, back.list.n == 0 && back.errors == 0 && back.warnings == 0);
    /* A code that does not end. */
    char *nul = memchr(f->out.p, '\0', f->out.n);
    if (CHECK(&f->tap, nul != NULL)) {
        *nul = 'x';
        struct unpack in = unpack_of(buf_str(&f->out));
        CHECK(&f->tap, !diags_unpack(&back, &in));
    }
}

/* --- the bad sites --- */

static bool site_comes_back(struct fixture *f, str dir)
{
    char path[256];
    snprintf(path, sizeof path, "%.*s", STR_ARG(dir));
    if (chdir(path) != 0) {
        return false;
    }
    diags_init(&f->diags, &f->arena);
    struct site_options options = {.jobs = 1, .now = 1800000000};
    struct site *site = load_whole_site(&options, &f->arena, &f->diags);
    bool same = comes_back(f, 0);
    diags_sort(&f->diags);
    same = comes_back(f, 0) && same;
    if (site) {
        site_free(site);
    }
    return same;
}

static void test_bad_sites(struct fixture *f)
{
    char dir[] = "/tmp/crumb-diag-XXXXXX";
    struct arena arena = {0};
    struct fs_list sites = {0};
    size_t said = 0;
    if (!CHECK(&f->tap, mkdtemp(dir) != NULL) ||
        !CHECK(&f->tap, unpack_archives(dir, "tests/bad/*.txt"))) {
        return;
    }
    str top = path_join(&arena, str_from(dir), STR("tests/bad"));
    fs_list_dir(top, &arena, &sites);
    for (size_t i = 0; i < sites.n; i++) {
        str site = path_join(&arena, top, sites.entries[i].name);
        if (!site_comes_back(f, site)) {
            f->tap.failed++;
            printf("# %.*s\n", STR_ARG(site));
        }
        said += f->diags.list.n;
        arena_clear(&f->arena);
    }
    CHECK(&f->tap, said > 50);
    CHECK(&f->tap, f->tap.failed == 0);
    CHECK(&f->tap, chdir("/") == 0);
    fs_remove_tree(str_from(dir));
    arena_free(&arena);
}

int main(void)
{
    struct fixture f = {0};
    markdown_init();
    test_shapes(&f);
    test_refused(&f);
    test_bad_sites(&f);
    buf_free(&f.out);
    arena_free(&f.arena);
    return tap_done(&f.tap);
}
