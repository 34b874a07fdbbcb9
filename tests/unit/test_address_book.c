/* SPDX-License-Identifier: MIT */
/* urls.txt against small sites on disk: addresses that vanished, addresses that
 * may vanish, and new ones. */
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/memory/buf.h"
#include "files/fs.h"
#include "files/path.h"
#include "plan/address_book.h"
#include "plan/plan.h"
#include "site/config/theme_files.h"
#include "site/config/words.h"
#include "site_help.h"
#include "sync_count.h"
#include "tap.h"
#include "write_file.h"

struct fixture {
    struct tap tap;
    struct arena arena;
    struct diags diags;
    struct site *site;
    struct plan plan;
    char dir[40];
};

static void put(struct fixture *f, const char *path, const char *text)
{
    str name = str_from(path);
    str dir = path_dir(name);
    CHECK(&f->tap, dir.n == 0 || fs_mkdirs(dir) == 0);
    CHECK(&f->tap, write_file(name, str_from(text)) == 0);
}

/* Loads the site in the working directory again. */
static void load(struct fixture *f)
{
    struct theme_files none;
    struct site_options options = {.jobs = 1, .now = 1767225600};
    if (f->site) {
        site_free(f->site);
    }
    diags_init(&f->diags, &f->arena);
    f->plan = (struct plan){0};
    f->site = load_whole_site(&options, &f->arena, &f->diags);
    if (!CHECK(&f->tap, f->site != NULL)) {
        exit(1);
    }
    theme_files_of_folder(&none, STR("templates"), &f->arena);
    words_load(f->site, &none, &f->diags);
    plan_make(f->site, &f->diags, &f->plan);
    CHECK(&f->tap, f->diags.errors == 0);
}

/* Checks the book; the codes, places and hints that come out are `want`. */
static void check(struct fixture *f, const char *book, bool good,
                  const char *want)
{
    struct buf said = {0};
    put(f, "urls.txt", book);
    diags_init(&f->diags, &f->arena);
    CHECK(&f->tap,
          address_book_keep(f->site, &f->plan, &f->arena, &f->diags) == good);
    for (size_t i = 0; i < f->diags.list.n; i++) {
        const struct diag *diag = f->diags.list.p[i];
        buf_printf(&said, "%.*s:%u:%u %s %.*s\n", STR_ARG(diag->at.file),
                   diag->at.line, diag->at.column, diag->code,
                   STR_ARG(diag->hint));
    }
    CHECK_STR(&f->tap, buf_str(&said), want);
    buf_free(&said);
}

static void test_check(struct fixture *f)
{
    check(f, "", true, "");
    check(f,
          "# all of it\r\n\n/baking/rye/\n  /about/  \n/old/rye/\n/baking/\n"
          "https://crumbs.test/blog/baking/rye/\n/notes.txt\n",
          true, "");
    /* Encoded or not, composed or not: one address. */
    check(f,
          "/baking/caf\xC3\xA9/\n/baking/caf%C3%A9/\n/baking/cafe\xCC\x81/\n",
          true, "");
    check(f, "/about/\n/2019/rye/\n", false,
          "urls.txt:2:1 vanished-address if content/baking/rye.md was there, "
          "add aliases: [/2019/rye/] to it\n");
    /* Nearly its name is not its name. */
    check(f, "/2019/dye/\n", false,
          "urls.txt:1:1 vanished-address add it to the aliases of the post "
          "that has its text now, or write gone /2019/dye/\n");
    check(f, "/2019/rye.html\n", false,
          "urls.txt:1:1 vanished-address if content/baking/rye.md was there, "
          "add aliases: [/2019/rye.html] to it\n");
    check(f, "/baking/unseen/\n", false,
          "urls.txt:1:1 vanished-address add it to the aliases of the post "
          "that has its text now, or write gone /baking/unseen/\n");
    check(f, "/baking/lost", false,
          "urls.txt:1:1 vanished-address add it to the aliases of the post "
          "that has its text now, or write gone /baking/lost\n");
    check(f, "gone /baking/lost/\ngone\t/other/\n", true, "");
    check(f, "gone /about/\n", true,
          "urls.txt:1:1 address-book write /about/\n");
    check(f, "/baking/draft/\n", false,
          "urls.txt:1:1 vanished-address content/baking/draft.md is held back "
          "(a draft): publish it, or write gone /baking/draft/\n");
    check(f, "/baking/over/\n/began/over/\n/baking/older.html\n", true, "");
    check(f, "/baking/planned/\n", false,
          "urls.txt:1:1 vanished-address content/baking/draft.md is held back "
          "(a draft): publish it, or write gone /baking/planned/\n");
    check(f, "baking/rye/\n", false,
          "urls.txt:1:1 address-book write /section/post/, gone "
          "/section/post/, or # and a comment\n");
    /* A folder is not a file of its name. */
    check(f, "/baking/rye\n", false,
          "urls.txt:1:1 vanished-address if content/baking/rye.md was there, "
          "add aliases: [/baking/rye] to it\n");
}

static void add(struct fixture *f, const char *text)
{
    str now;
    CHECK(&f->tap, address_book_keep(f->site, &f->plan, &f->arena, &f->diags));
    CHECK(&f->tap, fs_read(STR("urls.txt"), &f->arena, &now) == 0);
    CHECK_STR(&f->tap, now, text);
}

static void test_add(struct fixture *f)
{
    const char *all = "# mine\n/baking/rye/\n/about/\n/baking/100%/\n"
                      "/baking/caf\xC3\xA9/\n";
    put(f, "urls.txt", "# mine\n/baking/rye/");
#ifdef __linux__
    size_t before = sync_count;
    add(f, all);
    CHECK(&f->tap, sync_count > before); /* it is nowhere else */
#else
    add(f, all);
#endif
    add(f, all);
    /* An address leads to the file: its encoded bytes are those of the name. */
    for (size_t i = 0; i < f->plan.outputs.n; i++) {
        const struct address *address = f->plan.outputs.p[i].address;
        if (str_ends(address->url, STR("/100%25/"))) {
            CHECK_STR(&f->tap, address->file, "baking/100%/index.html");
        }
    }
}

/* On a disk that takes no more the book stays as it is, and that is said. */
static void test_full(struct fixture *f)
{
    const struct rlimit none = {0, RLIM_INFINITY};
    struct rlimit before;
    put(f, "urls.txt", "/baking/rye/\n");
    diags_init(&f->diags, &f->arena);
    signal(SIGXFSZ, SIG_IGN);
    CHECK(&f->tap, getrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK(&f->tap, setrlimit(RLIMIT_FSIZE, &none) == 0);
    bool good = address_book_keep(f->site, &f->plan, &f->arena, &f->diags);
    CHECK(&f->tap, setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK(&f->tap, !good && f->diags.errors == 1);
    CHECK_STR(&f->tap, f->diags.list.p[0]->at.file, "urls.txt");
    str now;
    CHECK(&f->tap, fs_read(STR("urls.txt"), &f->arena, &now) == 0);
    CHECK_STR(&f->tap, now, "/baking/rye/\n");
}

static void test_no_book(struct fixture *f)
{
    CHECK(&f->tap, fs_unlink(STR("urls.txt")) == 0);
    CHECK(&f->tap, address_book_keep(f->site, &f->plan, &f->arena, &f->diags));
    CHECK(&f->tap, fs_kind(STR("urls.txt"), false) == FS_MISSING);
}

/* A link's target is neither believed nor written. */
static void test_link(struct fixture *f)
{
    put(f, "mine.txt", "mine\n");
    CHECK(&f->tap, symlink("mine.txt", "urls.txt") == 0);
    diags_init(&f->diags, &f->arena);
    CHECK(&f->tap, !address_book_keep(f->site, &f->plan, &f->arena, &f->diags));
    CHECK_STR(&f->tap, f->diags.list.p[0]->message, "it is a symbolic link");
    str mine;
    CHECK(&f->tap, fs_read(STR("mine.txt"), &f->arena, &mine) == 0);
    CHECK_STR(&f->tap, mine, "mine\n");
    CHECK(&f->tap, fs_unlink(STR("urls.txt")) == 0);
}

/* From folders to bare addresses: each needs its old one as an alias. */
static void test_moved(struct fixture *f)
{
    put(f, "site.yaml", "title: T\nurls: bare\n");
    put(f, "content/about.md", "---\naliases: [/about/]\n---\nMe.\n");
    load(f);
    check(f, "/about/\n/about\n/baking/rye/\n", false,
          "urls.txt:3:1 vanished-address if content/baking/rye.md was there, "
          "add aliases: [/baking/rye/] to it\n");
}

int main(void)
{
    struct fixture f = {.dir = "/tmp/crumb-book-XXXXXX"};
    if (!mkdtemp(f.dir) || chdir(f.dir) != 0) {
        puts("Bail out! no temporary folder");
        return 1;
    }
    put(&f, "site.yaml", "title: T\nurl: https://crumbs.test/blog\n");
    put(&f, "static/notes.txt", "x");
    put(&f, "content/about.md", "Me.\n");
    put(&f, "content/baking/rye.md", "---\naliases: [/old/rye/]\n---\nx\n");
    put(&f, "content/baking/caf\xC3\xA9.md",
        "---\nurl: /baking/caf\xC3\xA9/\n---\n");
    put(&f, "content/baking/full.md", "---\nurl: /baking/100%25/\n---\nx\n");
    put(&f, "content/baking/unseen.md", "---\nbuild: {render: never}\n---\n");
    put(&f, "content/baking/draft.md",
        "---\ndraft: true\naliases: planned\n---\nx\n");
    put(&f, "content/baking/over.md",
        "---\nexpires: 2020-01-01\naliases: [/began//over, older.html, "
        "../../out]\n---\nx\n");
    load(&f);
    test_check(&f);
    test_add(&f);
    test_full(&f);
    test_no_book(&f);
    test_link(&f);
    test_moved(&f);
    site_free(f.site);
    if (chdir("/") == 0) {
        fs_remove_tree(str_from(f.dir));
    }
    arena_free(&f.arena);
    return tap_done(&f.tap);
}
