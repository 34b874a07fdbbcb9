/* SPDX-License-Identifier: MIT */
/* plan/plan_change: whether a post may be added where the plan stands, at
 * random, beside the check of conflicts that a build makes. */
#include "plan/plan_change.h"

#include "files/path.h"
#include "plan/address_conflicts.h"
#include "random.h"
#include "site/content/post.h"
#include "tap.h"

enum { OUTPUTS = 6, ROOM = 200, ROUNDS = 20000 };

static const char *const tokens[] = {"a", "a",  "b",           "B",
                                     "/", "/",  "/index.html", ".html",
                                     "A", "/b", "/Index.html", "/page/2"};

struct fixture {
    struct random random;
    struct arena arena;
    struct site site;
    struct plan plan;
    struct map files;
    struct frontmatter front;
    struct source source;
    struct post posts[OUTPUTS + 2];
    struct list_page lists[OUTPUTS];
};

static size_t below(struct fixture *f, size_t n)
{
    return random_below(&f->random, n);
}

/* --- a plan without conflicts --- */

static struct address *new_address(struct fixture *f, str path, bool post)
{
    struct address *address = ARENA_NEW(&f->arena, struct address);
    *address = post ? address_make_page(&f->arena, &f->site.config, path)
                    : address_make(&f->arena, &f->site.config, path);
    return address;
}

static str random_path(struct fixture *f)
{
    str path = below(f, 2) ? STR("a") : STR("b");
    for (size_t n = below(f, 4); n; n--) {
        size_t which = below(f, sizeof tokens / sizeof *tokens);
        path = arena_concat(&f->arena, path, str_from(tokens[which]));
    }
    return path;
}

static bool has_conflict(struct fixture *f)
{
    struct diags diags;
    diags_init(&diags, &f->arena);
    size_t n = f->plan.outputs.n;
    struct output *outputs = ARENA_ARRAY(&f->arena, struct output, n);
    size_t left = 0;
    for (size_t i = 0; i < n; i++) {
        if (!f->plan.outputs.p[i].dropped) {
            outputs[left++] = f->plan.outputs.p[i];
        }
    }
    address_conflicts_check(outputs, left, &diags);
    return diags.errors != 0;
}

static void add_output(struct fixture *f, size_t i)
{
    enum output_kind kind = below(f, 2)   ? OUTPUT_POST
                            : below(f, 2) ? OUTPUT_FILE
                                          : OUTPUT_LIST;
    bool post = kind == OUTPUT_POST;
    struct output *output = plan_add(&f->site, &f->plan, kind,
                                     new_address(f, random_path(f), post));
    output->template = STR("other.html");
    if (post) {
        output->post = &f->posts[i];
    } else if (kind == OUTPUT_LIST) {
        output->list = &f->lists[i];
        f->lists[i] = (struct list_page){.number = 1, .pages = 1};
    }
    if (has_conflict(f)) {
        output->dropped = true;
    }
}

static void make_plan(struct fixture *f)
{
    f->site = (struct site){.arena = &f->arena};
    f->plan = (struct plan){0};
    f->files = (struct map){0};
    VEC_RESERVE(&f->plan.outputs, &f->arena, ROOM);
    for (size_t i = 0; i < OUTPUTS + 2; i++) {
        f->posts[i] = (struct post){.front = &f->front, .source = &f->source};
    }
    struct output *model = plan_add(&f->site, &f->plan, OUTPUT_POST,
                                    new_address(f, STR("model/"), true));
    model->post = &f->posts[OUTPUTS];
    model->template = STR("post.html");
    for (size_t i = below(f, OUTPUTS); i > 0; i--) {
        add_output(f, i);
    }
    for (size_t i = 0; i < f->plan.outputs.n; i++) {
        struct output *output = &f->plan.outputs.p[i];
        *map_put(&f->files, &f->arena, output->address->file) = output;
    }
}

/* --- what may be added --- */

/* A page at a.html, which some servers show at /a/, is left to a build. */
static bool is_beside(const struct fixture *f, str file,
                      const struct post *goes)
{
    str bare = str_sub(file, 0, file.n - STR("/index.html").n);
    bool found = false;
    for (size_t i = 0; i < f->plan.outputs.n; i++) {
        const struct output *output = &f->plan.outputs.p[i];
        str other = output->address->file;
        bool gone = output->kind == OUTPUT_POST &&
                    (output->dropped || output->post == goes);
        found = found ||
                (!gone && (output->dropped ||
                           (str_ends(other, STR(".html")) &&
                            str_eq_nocase(str_sub(other, 0, bare.n), bare) &&
                            other.n == bare.n + 5)));
    }
    return found;
}

/* What goes is not there any more when the post comes. */
static bool is_right(struct fixture *f)
{
    struct address address;
    str paths[] = {STR("a/"), STR("b/"), STR("a/b/"), STR("a/a/b/"),
                   STR("b/page/2/")};
    size_t which = below(f, sizeof paths / sizeof *paths);
    address = address_make_page(&f->arena, &f->site.config, paths[which]);
    struct post *goes = below(f, 3) ? NULL : &f->posts[1 + below(f, OUTPUTS)];
    bool may = plan_may_add(&f->site, &f->plan, &f->files, &address, goes);
    bool beside = is_beside(f, address.file, goes);
    for (size_t i = 0; goes && i < f->plan.outputs.n; i++) {
        struct output *output = &f->plan.outputs.p[i];
        output->dropped = output->dropped || output->post == goes;
    }
    struct output *added = plan_add(&f->site, &f->plan, OUTPUT_POST, &address);
    added->post = &f->posts[OUTPUTS + 1];
    bool conflict = has_conflict(f);
    return may ? !conflict : conflict || beside;
}

static void test_random(struct tap *tap)
{
    struct fixture f = {.random = {6}, .source = {.name = STR("a.md")}};
    bool right = true;
    for (int round = 0; right && round < ROUNDS; round++) {
        make_plan(&f);
        right = is_right(&f);
        for (size_t i = 0; !right && i < f.plan.outputs.n; i++) {
            const struct output *output = &f.plan.outputs.p[i];
            printf("# %d%s %.*s\n", (int)output->kind,
                   output->dropped ? " dropped" : "",
                   STR_ARG(output->address->file));
        }
        arena_clear(&f.arena);
    }
    arena_free(&f.arena);
    CHECK(tap, right);
}

/* --- lists that get one page more --- */

/* Full or not, of one page or of several, whose next page is taken or not. */
static void test_next_pages(struct tap *tap)
{
    static const struct {
        size_t number, pages, per_page, total;
        bool dropped;
        bool may; /* although there is a/page/N+1/ already */
    } cases[] = {
        {1, 1, 5, 4, false, true},  {1, 1, 5, 5, false, false},
        {1, 1, 5, 0, false, true},  {1, 1, 0, 5, false, true},
        {1, 2, 5, 10, false, true}, {2, 2, 5, 10, false, false},
        {2, 2, 5, 9, false, true},  {2, 2, 5, 10, true, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f = {.source = {.name = STR("a.md")}};
        f.random.state = 1;
        make_plan(&f);
        f.plan.outputs.n = 1; /* the model */
        f.files = (struct map){0};
        struct list_page list = {.path = STR("l/"),
                                 .number = cases[i].number,
                                 .pages = cases[i].pages,
                                 .per_page = cases[i].per_page,
                                 .total = cases[i].total};
        struct output *page = plan_add(&f.site, &f.plan, OUTPUT_LIST,
                                       new_address(&f, STR("l/"), false));
        page->list = &list;
        page->dropped = cases[i].dropped;
        str next = arena_printf(&f.arena, "l/page/%zu/", cases[i].pages + 1);
        const struct address address =
            address_make_page(&f.arena, &f.site.config, STR("x/"));
        CHECK(tap, plan_may_add(&f.site, &f.plan, &f.files, &address, NULL));
        struct output *taken = plan_add(&f.site, &f.plan, OUTPUT_FILE,
                                        new_address(&f, next, false));
        *map_put(&f.files, &f.arena, taken->address->file) = taken;
        CHECK(tap, plan_may_add(&f.site, &f.plan, &f.files, &address, NULL) ==
                       cases[i].may);
        arena_free(&f.arena);
    }
}

/* Not where there is no room, no post whose template is known to be good, a
 * list that gave way, or more than one sitemap. */
static void test_may_change(struct tap *tap)
{
    struct fixture f = {.source = {.name = STR("a.md")}};
    const struct address address = {.file = STR("x/index.html")};
    make_plan(&f);
    f.plan.outputs.n = 1;
    size_t cap = f.plan.outputs.cap;
    CHECK(tap, plan_may_change(&f.plan));
    f.plan.outputs.cap = 1 + 127;
    CHECK(tap, !plan_may_change(&f.plan));
    CHECK(tap, !plan_may_add(&f.site, &f.plan, &f.files, &address, NULL));
    f.plan.outputs.cap = 1 + 128;
    CHECK(tap, plan_may_change(&f.plan));
    f.plan.outputs.cap = cap;
    f.plan.outputs.p[0].template = STR("own.html");
    CHECK(tap, !plan_may_add(&f.site, &f.plan, &f.files, &address, NULL));
    f.plan.outputs.p[0].template = STR("post.html");
    *VEC_PUSH(&f.plan.replaced, &f.arena) =
        (struct replaced_list){.name = STR("the archive")};
    CHECK(tap, !plan_may_change(&f.plan));
    f.plan.replaced.n = 0;
    struct page_entries entries = {0};
    struct output *part =
        plan_add(&f.site, &f.plan, OUTPUT_PAGES,
                 new_address(&f, STR("sitemap-1.xml"), false));
    part->entries = &entries;
    CHECK(tap, !plan_may_change(&f.plan));
    arena_free(&f.arena);
}

int main(void)
{
    struct tap tap = {0};
    test_random(&tap);
    test_next_pages(&tap);
    test_may_change(&tap);
    return tap_done(&tap);
}
