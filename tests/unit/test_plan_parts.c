/* SPDX-License-Identifier: MIT */
/* Parts of the plan, each alone: pages of lists, feeds, redirects, lists that
 * give way, menus, names. */
#include "base/memory/buf.h"
#include "plan/plan_parts.h"
#include "random.h"
#include "site/content/post.h"
#include "tap.h"

enum { POSTS = 30 };

struct fixture {
    struct arena arena;
    struct diags diags;
    struct site site;
    struct plan plan;
    struct frontmatter front;
    struct source source;
    struct post posts[POSTS];
};

static void set_up(struct fixture *f)
{
    *f = (struct fixture){.source = {.name = STR("content/a.md")}};
    f->site.arena = &f->arena;
    f->site.options.jobs = 1;
    f->site.config.url = STR("https://example.org/b");
    diags_init(&f->diags, &f->arena);
    for (size_t i = 0; i < POSTS; i++) {
        f->posts[i].front = &f->front;
        f->posts[i].source = &f->source;
    }
}

static void tear_down(struct fixture *f)
{
    arena_free(&f->arena);
}

static struct output *add(struct fixture *f, enum output_kind kind,
                          const char *path)
{
    return plan_add(&f->site, &f->plan, kind,
                    plan_address(&f->site, str_from(path)));
}

/* --- pages of lists --- */

/* All posts are on some page, in their order, and the only page that need not
 * be full is the last one; with numbers from the oldest post on, the first. */
static bool are_pages_right(struct fixture *f, const struct posts *of,
                            size_t per_page)
{
    size_t pages = plan_count_pages(of->n, per_page);
    size_t most = per_page ? per_page : of->n;
    size_t partial = f->site.config.stable_pages ? 1 : pages;
    size_t done = 0;
    bool right = pages == 1 || (pages - 1) * most < of->n;
    for (size_t number = 1; number <= pages; number++) {
        struct posts page =
            plan_posts_of_page(&f->site, of, per_page, number, pages);
        right = right && page.p == of->p + done && page.n <= most &&
                (number == partial ? page.n || !of->n : page.n == most);
        done += page.n;
    }
    return right && done == of->n;
}

static void test_pages(struct tap *tap)
{
    struct fixture f;
    bool right = true;
    set_up(&f);
    struct post *all[POSTS];
    for (int stable = 0; stable < 2; stable++) {
        f.site.config.stable_pages = stable;
        for (size_t n = 0; n <= POSTS; n++) {
            const struct posts of = {.p = all, .n = n};
            for (size_t per_page = 0; per_page < 8; per_page++) {
                right = right && are_pages_right(&f, &of, per_page);
            }
        }
    }
    CHECK(tap, right);
    tear_down(&f);
}

/* --- feeds --- */

/* Posts with a date and an address, as many as there is room for. */
static void test_feed_posts(struct tap *tap)
{
    struct random random = {5};
    bool right = true;
    for (int round = 0; round < 100; round++) {
        struct fixture f;
        struct posts of = {0};
        struct posts shown = {0};
        set_up(&f);
        f.site.config.feeds.limit = random_below(&random, 6);
        f.site.config.feeds.summary = round % 2;
        for (size_t i = 0; i < POSTS / 2; i++) {
            f.posts[i].has_date = random_below(&random, 3);
            f.posts[i].address.url =
                random_below(&random, 3) ? STR("/x") : STR("");
            posts_add(&of, &f.arena, &f.posts[i]);
        }
        plan_feed_posts(&f.site, &of, &shown);
        plan_feed_posts(&f.site, &of, &shown); /* begins again */
        size_t n = 0;
        for (size_t i = 0; i < of.n; i++) {
            const struct post *post = of.p[i];
            bool in = post->has_date && post->address.url.n &&
                      n < f.site.config.feeds.limit;
            right = right && post->kept == (in && round % 2 == 0) &&
                    (!in || (n < shown.n && shown.p[n] == post));
            n += in;
        }
        right = right && shown.n == n;
        tear_down(&f);
    }
    CHECK(tap, right);
}

static void test_feeds(struct tap *tap)
{
    struct fixture f;
    const struct posts none = {0};
    set_up(&f);
    f.site.config.description = STR("Ours");
    for (unsigned formats = 0; formats < 1U << FEED_FORMATS; formats++) {
        size_t before = f.plan.outputs.n;
        const struct feed_spec spec = {.formats = formats,
                                       .title = STR("T"),
                                       .description =
                                           formats % 2 ? STR("Own") : STR(""),
                                       .path = STR("x/"),
                                       .posts = &none};
        const struct feeds *feeds = plan_feeds(&f.site, &f.plan, &spec);
        size_t n = (size_t)__builtin_popcount(formats);
        CHECK(tap, feeds->n == n && f.plan.outputs.n == before + n);
        for (size_t i = 0; i < feeds->n; i++) {
            const struct feed *feed = feeds->p[i];
            const struct output *output = &f.plan.outputs.p[before + i];
            CHECK(tap, formats >> feed->format & 1);
            CHECK(tap, output->kind == OUTPUT_FEED && output->feed == feed &&
                           output->address == &feed->address);
            CHECK_STR(tap, feed->description, formats % 2 ? "Own" : "Ours");
            CHECK_STR(tap, feed->home.url, "/b/x/");
            CHECK_STR(tap, feed->address.file,
                      feed->format == FEED_ATOM  ? "x/feed.xml"
                      : feed->format == FEED_RSS ? "x/rss.xml"
                                                 : "x/feed.json");
        }
    }
    tear_down(&f);
}

/* --- aliases and redirects --- */

static void test_alias_path(struct tap *tap)
{
    static const char *const cases[][2] = {
        {"old.html", "old.html"},
        {"old.HTM", "old.HTM"},
        {"old", "old/"},
        {"old.php", "old.php/"},
        {"//a///b/", "a/b/"},
        {"a.html/b", "a.html/b/"},
        {"", ""},
        {"/", ""},
        {".html", ".html/"},
        {"a/b.htm", "a/b.htm"},
        {"old.html5", "old.html5/"},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_STR(tap, plan_alias_path(str_from(cases[i][0]), &arena),
                  cases[i][1]);
    }
    arena_free(&arena);
}

static void test_redirects(struct tap *tap)
{
    static const char *const paths[][2] = {
        /* an alias, the post that it leads to */
        {"old/", "new/"},          {"old.html", "new/"}, {"a:b*c/", "d:e*f/"},
        {"say \"it\\/", "pay$1/"}, {"bare/", "bare"},    {"caf\xC3\xA9/", "x/"},
    };
    struct fixture f;
    set_up(&f);
    f.site.config.redirects.netlify = true;
    f.site.config.redirects.nginx = true;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        f.posts[i].address = *plan_address(&f.site, str_from(paths[i][1]));
        add(&f, OUTPUT_ALIAS, paths[i][0])->post = &f.posts[i];
        add(&f, OUTPUT_POST, paths[i][1])->post = &f.posts[i];
    }
    size_t n = f.plan.outputs.n;
    plan_redirects(&f.site, &f.plan);
    CHECK(tap, f.plan.outputs.n == n + 2);
    const struct output *netlify = &f.plan.outputs.p[n];
    const struct output *nginx = &f.plan.outputs.p[n + 1];
    CHECK_STR(tap, netlify->address->file, "_redirects");
    CHECK_STR(tap, nginx->address->file, "_redirects.nginx");
    CHECK(tap, netlify->kind == OUTPUT_BYTES && nginx->kind == OUTPUT_BYTES &&
                   str_eq(netlify->from, REDIRECTS_FROM));
    CHECK_STR(tap, netlify->bytes,
              "/b/old/ /b/new/ 301\n/b/old /b/new/ 301\n"
              "/b/old.html /b/new/ 301\n"
              "/b/a%3Ab%2Ac/ /b/d%3Ae%2Af/ 301\n"
              "/b/a%3Ab%2Ac /b/d%3Ae%2Af/ 301\n"
              "/b/say%20%22it%5C/ /b/pay$1/ 301\n"
              "/b/say%20%22it%5C /b/pay$1/ 301\n"
              "/b/bare/ /b/bare 301\n"
              "/b/caf%C3%A9/ /b/x/ 301\n/b/caf%C3%A9 /b/x/ 301\n");
    CHECK_STR(
        tap, nginx->bytes,
        "\"/b/old/\" \"/b/new/\";\n\"/b/old\" \"/b/new/\";\n"
        "\"/b/old.html\" \"/b/new/\";\n"
        "\"/b/a:b*c/\" \"/b/d:e*f/\";\n\"/b/a:b*c\" \"/b/d:e*f/\";\n"
        "\"/b/say \\\"it\\\\/\" \"/b/pay%241/\";\n"
        "\"/b/say \\\"it\\\\\" \"/b/pay%241/\";\n"
        "\"/b/bare/\" \"/b/bare\";\n"
        "\"/b/caf\xC3\xA9/\" \"/b/x/\";\n\"/b/caf\xC3\xA9\" \"/b/x/\";\n");
    /* The home page has no shorter address; each file is asked for alone. */
    f.plan = (struct plan){0};
    f.site.config.url = STR("");
    f.site.config.redirects.nginx = false;
    add(&f, OUTPUT_ALIAS, "")->post = &f.posts[0];
    plan_redirects(&f.site, &f.plan);
    CHECK(tap, f.plan.outputs.n == 2);
    CHECK_STR(tap, f.plan.outputs.p[1].bytes, "/ /b/new/ 301\n");
    f.site.config.redirects.netlify = false;
    plan_redirects(&f.site, &f.plan);
    CHECK(tap, f.plan.outputs.n == 2);
    tear_down(&f);
}

/* --- menus --- */

static void test_menus(struct tap *tap)
{
    static const char *const planned[] = {"about/", "archive/2024/", "feed.xml",
                                          "st.gallen/"};
    static const struct {
        const char *file;
        const char *near; /* NULL: it is planned */
    } cases[] = {
        {"about", NULL},
        {"about/index.html", NULL},
        {"archive/2024", NULL},
        {"feed.xml", NULL},
        {"abuot", "did you mean \"/about/\"?"},
        {"feed.xmll", "did you mean \"/feed.xml\"?"},
        {"archive/2025", "did you mean \"/archive/2024/\"?"},
        {"about/index.htm", ""},
        {"abou", "did you mean \"/about/\"?"},
        {"archive", ""},
        {"nothing-of-the-kind", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f;
        set_up(&f);
        f.site.config.url = STR("");
        for (size_t k = 0; k < sizeof planned / sizeof *planned; k++) {
            add(&f, OUTPUT_LIST, planned[k]);
        }
        *VEC_PUSH(&f.site.menus.targets, &f.arena) = (struct menu_target){
            .text = str_from(cases[i].file), .file = str_from(cases[i].file)};
        plan_menus(&f.site, &f.plan, &f.diags);
        CHECK(tap, f.diags.warnings == (cases[i].near != NULL));
        if (f.diags.list.n) {
            CHECK_STR(tap, f.diags.list.p[0]->hint, cases[i].near);
        }
        /* The file in the way may be a post with errors. */
        diags_init(&f.diags, &f.arena);
        posts_add(&f.site.broken, &f.arena, &f.posts[0]);
        plan_menus(&f.site, &f.plan, &f.diags);
        CHECK(tap, f.diags.list.n == 0);
        tear_down(&f);
    }
}

/* --- names --- */

static void test_names(struct tap *tap)
{
    struct fixture f;
    set_up(&f);
    const struct listing listing = {.name = STR("life")};
    struct taxonomy taxonomy = {.as = {.name = STR("tags")}};
    const struct term term = {.as = {.name = STR("rye")},
                              .taxonomy = &taxonomy};
    const struct period period = {.month = 0};
    const struct {
        struct list_page list;
        const struct listing *listing;
        const char *name;
    } cases[] = {
        {{.kind = PAGE_HOME, .number = 1}, NULL, "the home page"},
        {{.kind = PAGE_HOME, .number = 2}, NULL, "page 2 of the home page"},
        {{.kind = PAGE_SECTION, .number = 1},
         &listing,
         "the list of section life"},
        {{.kind = PAGE_TAXONOMY, .number = 1}, &listing, "the list of life"},
        {{.kind = PAGE_TERM, .number = 3},
         &term.as,
         "page 3 of the list of \"rye\" in tags"},
        {{.kind = PAGE_ARCHIVE, .number = 1}, NULL, "the archive"},
        {{.kind = PAGE_ARCHIVE,
          .number = 1,
          .period = &period,
          .title = STR("2024")},
         NULL,
         "the archive of 2024"},
        {{.kind = PAGE_404, .number = 1}, NULL, "t.html"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct list_page list = cases[i].list;
        struct output output = {.kind = OUTPUT_LIST,
                                .list = &list,
                                .listing = cases[i].listing,
                                .template = STR("t.html")};
        CHECK_STR(tap, output_name(&output, &f.arena), cases[i].name);
        output.from = STR("from");
        CHECK_STR(tap, output_name(&output, &f.arena), "from");
    }
    struct output other = {.kind = OUTPUT_FEED, .template = STR("t.html")};
    CHECK_STR(tap, output_name(&other, &f.arena), "the feed");
    other.kind = OUTPUT_PAGES;
    CHECK_STR(tap, output_name(&other, &f.arena), "t.html");
    tear_down(&f);
}

int main(void)
{
    struct tap tap = {0};
    test_pages(&tap);
    test_feed_posts(&tap);
    test_feeds(&tap);
    test_alias_path(&tap);
    test_redirects(&tap);
    test_menus(&tap);
    test_names(&tap);
    return tap_done(&tap);
}
