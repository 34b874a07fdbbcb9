/* SPDX-License-Identifier: MIT */
/* Publishing as its users see it: the files of the output folder after builds
 * that succeed, fail, meet other people's files and links. */
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "publish/publish_state.h"
#include "publish_help.h"
#include "write_file.h"

static struct fs_stat stat_of(const char *path)
{
    struct fs_stat st = {0};
    fs_stat(str_from(path), &st);
    return st;
}

static bool same_stat(struct fs_stat a, struct fs_stat b)
{
    return a.inode == b.inode && a.modified == b.modified &&
           a.changed == b.changed && a.size == b.size;
}

static void test_builds(struct tap *tap)
{
    struct bench bench;
    bench_open(&bench);
    CHECK(tap, bench_build(&bench, FILES("index.html=home", "a/b/x.html=x",
                                         "a/y.html=y", "a/b/empty=")));
    check_counts(tap, &bench, 4, 0, 0);
    CHECK_STR(tap, bench_show(&bench, "public"),
              "a/b/empty=\na/b/x.html=x\na/y.html=y\nindex.html=home\n");

    struct fs_stat root = stat_of("public");
    struct fs_stat home = stat_of("public/index.html");
    struct list {
        struct fs_list l;
    } before = {0};
    fs_walk(STR(".crumb"), &bench.arena, &before.l);
    CHECK(tap, bench_build(&bench, FILES("index.html=home", "a/b/x.html=x",
                                         "a/y.html=y", "a/b/empty=")));
    check_counts(tap, &bench, 0, 4, 0);
    CHECK(tap, same_stat(root, stat_of("public")));
    CHECK(tap, same_stat(home, stat_of("public/index.html")));
    struct fs_list after = {0};
    fs_walk(STR(".crumb"), &bench.arena, &after);
    CHECK(tap, after.n == before.l.n);
    for (size_t i = 0; i < after.n && i < before.l.n; i++) {
        if (str_ends(after.entries[i].name, STR(".lock"))) {
            continue; /* its time is the clock */
        }
        CHECK(tap,
              after.entries[i].stat.inode == before.l.entries[i].stat.inode &&
                  after.entries[i].stat.changed ==
                      before.l.entries[i].stat.changed);
    }

    struct fs_stat kept = stat_of("public/a/y.html");
    CHECK(tap, bench_build(&bench, FILES("index.html=home 2", "a/y.html=y")));
    check_counts(tap, &bench, 1, 1, 2);
    CHECK(tap, same_stat(kept, stat_of("public/a/y.html")));
    CHECK_STR(tap, bench_show(&bench, "public"),
              "a/y.html=y\nindex.html=home 2\n");
    CHECK(tap, bench.diags.list.n == 0);
    bench_close(&bench);
}

/* A build in a preview comes after many others: none leaves a file open. */
static int open_descriptors(void)
{
    int n = 0;
    for (int fd = 0; fd < 256; fd++) {
        n += fcntl(fd, F_GETFD) >= 0;
    }
    return n;
}

static void test_descriptors(struct tap *tap)
{
    struct bench bench;
    size_t removed;
    bench_open(&bench);
    int before = open_descriptors();
    CHECK(tap, bench_build(&bench, FILES("a/x=1", "b=1", "gone/y=1", "c=1")));
    CHECK(tap, bench_build(&bench, FILES("a/x=2", "b=2", "new/z=2", "c=1")));
    CHECK(tap, !bench_build(&bench, FILES("a/x=2", "a/x=3")));
    CHECK(tap, publish_clean(STR("public"), STR(".crumb"), &bench.arena,
                             &bench.diags, &removed));
    CHECK(tap, open_descriptors() == before);
    bench_close(&bench);
}

static void test_failed_build(struct tap *tap)
{
    struct bench bench;
    bench_open(&bench);
    struct publish *publish =
        bench_publish(STR("public"), STR(".crumb"), &bench.arena, &bench.diags);
    CHECK(tap, publish_file(publish, 0, STR("x"), STR("x"), &bench.diags));
    publish_close(publish);
    CHECK(tap, fs_kind(STR("public"), false) == FS_MISSING);

    bench_build(&bench, FILES("a/x=1"));
    publish =
        bench_publish(STR("public"), STR(".crumb"), &bench.arena, &bench.diags);
    CHECK(tap, publish_file(publish, 0, STR("a/x"), STR("2"), &bench.diags));
    CHECK(tap, publish_file(publish, 1, STR("b/y"), STR("2"), &bench.diags));
    publish_close(publish);
    CHECK_STR(tap, bench_show(&bench, "public"), "a/x=1\n");

    /* A file that failed to be staged must not count as stale. */
    publish =
        bench_publish(STR("public"), STR(".crumb"), &bench.arena, &bench.diags);
    CHECK(tap, !publish_file(publish, 0, STR("../x"), STR("2"), &bench.diags));
    CHECK(tap, !publish_commit(publish, &bench.diags, &bench.counts));
    publish_close(publish);
    CHECK_STR(tap, bench_show(&bench, "public"), "a/x=1\n");
    bench_close(&bench);
}

static void test_paths(struct tap *tap)
{
    static const char *const bad[] = {"",
                                      "/x",
                                      "../x",
                                      "a/../x",
                                      "a//x",
                                      "a/",
                                      "./x",
                                      "a/..",
                                      ".",
                                      "..",
                                      "a/./x",
                                      "/",
                                      ".crumb-stage/x",
                                      ".CRUMB-stage/0/y"};
    static const char *const good[] = {"a b=1",      "a/..b=1",
                                       "...=1",      "50%\n\x7f=1",
                                       "\xff\xfe=1", "\xc3\xb1/\xe6\x97=1"};
    struct bench bench;
    bench_open(&bench);
    struct publish *publish =
        bench_publish(STR("public"), STR(".crumb"), &bench.arena, &bench.diags);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK(tap, !publish_file(publish, 0, str_from(bad[i]), STR("x"),
                                 &bench.diags));
    }
    CHECK(tap,
          !publish_file(publish, 0, (str){"a\0b", 3}, STR("x"), &bench.diags));
    CHECK(tap, bench.diags.errors == sizeof bad / sizeof bad[0] + 1);
    CHECK(tap, strcmp(bench.diags.list.p[0]->code, "output-path") == 0);
    publish_close(publish);

    const char *files[8] = {good[0], good[1], good[2], good[3],
                            good[4], good[5], NULL};
    CHECK(tap, bench_build(&bench, files));
    CHECK(tap, bench_build(&bench, files));
    check_counts(tap, &bench, 0, 6, 0);
    files[1] = NULL;
    CHECK(tap, bench_build(&bench, files));
    check_counts(tap, &bench, 0, 1, 5);
    CHECK_STR(tap, bench_show(&bench, "public"), "a b=1\n");

    CHECK(tap, !bench_build(&bench, FILES("x=1", "y=1", "z=1", "x=1")));
    CHECK_STR(tap, bench_codes(&bench), "output-file");
    CHECK(tap, !bench_build(&bench, FILES("x=1", "x=1")));
    CHECK_STR(tap, bench_codes(&bench), "output-file");
    CHECK_STR(tap, bench_show(&bench, "public"), "a b=1\n");
    bench_close(&bench);
}

static void test_foreign(struct tap *tap)
{
    struct bench bench;
    bench_open(&bench);
    fs_mkdirs(STR("public/old"));
    write_file(STR("public/old/mine"), STR("mine"));
    write_file(STR("public/CNAME"), STR("example.org"));
    write_file(STR("public/same"), STR("same"));
    struct fs_stat same = stat_of("public/same");

    CHECK(tap, bench_build(&bench, FILES("same=same", "old/x=1")));
    check_counts(tap, &bench, 1, 1, 0);
    CHECK(tap, same_stat(same, stat_of("public/same")));

    CHECK(tap, !bench_build(&bench, FILES("CNAME=other", "old/x=2")));
    CHECK_STR(tap, bench_codes(&bench), "foreign-file");
    CHECK_STR(tap, bench.diags.list.p[0]->at.file, "public/CNAME");
    CHECK_STR(tap, bench_show(&bench, "public"),
              "CNAME=example.org\nold/mine=mine\nold/x=1\nsame=same\n");

    /* A file where a folder is wanted. */
    CHECK(tap, !bench_build(&bench, FILES("CNAME/a=1", "CNAME/b=1")));
    CHECK(tap, bench.diags.errors >= 1);
    CHECK_STR(tap, bench_show(&bench, "public"),
              "CNAME=example.org\nold/mine=mine\nold/x=1\nsame=same\n");

    /* Adopted once, it is ours and may go; the rest may not. */
    CHECK(tap, bench_build(&bench, FILES("new=1")));
    check_counts(tap, &bench, 1, 0, 2);
    CHECK_STR(tap, bench_show(&bench, "public"),
              "CNAME=example.org\nnew=1\nold/mine=mine\n");

    /* Edited by hand: it is put right, and left alone when stale. */
    write_file(STR("public/new"), STR("edited"));
    CHECK(tap, bench_build(&bench, FILES("new=1", "two=2")));
    check_counts(tap, &bench, 2, 0, 0);
    write_file(STR("public/two"), STR("edited"));
    CHECK(tap, bench_build(&bench, FILES("new=1")));
    CHECK_STR(tap, bench_codes(&bench), "changed-file");
    CHECK_STR(tap, bench_show(&bench, "public"),
              "CNAME=example.org\nnew=1\nold/mine=mine\ntwo=edited\n");
    bench_close(&bench);
}

static void test_roll_back(struct tap *tap)
{
    struct bench bench;
    bench_open(&bench);
    CHECK(tap, bench_build(&bench, FILES("a/x=1", "b=1", "gone/y=1", "d/e=1")));
    str before = bench_show(&bench, "public");
    struct fs_stat b = stat_of("public/b");
    fs_mkdirs(STR("public/z/dir"));
    write_file(STR("public/z/dir/mine"), STR("mine"));
    str with_mine = bench_show(&bench, "public");

    /* "z" can't be a file: found out late, after all else was placed. */
    CHECK(tap, !bench_build(&bench, FILES("a/x=2", "b=2", "c/new=2", "d=2",
                                          "m/n/o=2", "z=2")));
    CHECK_STR(tap, bench_codes(&bench), "foreign-file");
    CHECK(tap, str_eq(bench_show(&bench, "public"), with_mine));
    CHECK(tap, stat_of("public/b").inode == b.inode &&
                   stat_of("public/b").modified == b.modified);

    fs_remove_tree(STR("public/z"));
    CHECK(tap, str_eq(bench_show(&bench, "public"), before));
    CHECK(tap, bench_build(&bench, FILES("a/x=2", "b=2", "c/new=2", "d=2",
                                         "m/n/o=2", "z=2")));
    check_counts(tap, &bench, 6, 0, 2);
    CHECK_STR(tap, bench_show(&bench, "public"),
              "a/x=2\nb=2\nc/new=2\nd=2\nm/n/o=2\nz=2\n");
    bench_close(&bench);
}

static void test_files_and_folders(struct tap *tap)
{
    struct bench bench;
    bench_open(&bench);
    CHECK(tap, bench_build(&bench, FILES("a=1", "b/c/d=1", "b/e=1", "k=1")));
    CHECK(tap, bench_build(&bench, FILES("a/index.html=2", "b=2", "k=1")));
    check_counts(tap, &bench, 2, 1, 3);
    CHECK_STR(tap, bench_show(&bench, "public"), "a/index.html=2\nb=2\nk=1\n");
    CHECK(tap, bench_build(&bench, FILES("a=1", "b/c/d=1", "b/e=1", "k=1")));
    check_counts(tap, &bench, 3, 1, 2);
    CHECK_STR(tap, bench_show(&bench, "public"), "a=1\nb/c/d=1\nb/e=1\nk=1\n");

    /* Another's empty folder in the way of a file stays. */
    fs_mkdirs(STR("public/empty"));
    CHECK(tap, !bench_build(&bench, FILES("empty=1", "k=2")));
    CHECK_STR(tap, bench_show(&bench, "public"),
              "a=1\nb/c/d=1\nb/e=1\nempty/\nk=1\n");
    bench_close(&bench);

    /* The folders around the place stay, though nothing else is in them. */
    bench_open(&bench);
    CHECK(tap, bench_build(&bench, FILES("k=1", "x/y/z=1")));
    CHECK(tap, bench_build(&bench, FILES("k=1", "x/y/z/index.html=2")));
    CHECK_STR(tap, bench_show(&bench, "public"), "k=1\nx/y/z/index.html=2\n");
    CHECK(tap, bench_build(&bench, FILES("k=1", "x/y=3")));
    CHECK_STR(tap, bench_show(&bench, "public"), "k=1\nx/y=3\n");
    CHECK(tap, bench_build(&bench, FILES("k=1", "x/y/z=1")));
    CHECK_STR(tap, bench_show(&bench, "public"), "k=1\nx/y/z=1\n");
    bench_close(&bench);
}

static void test_links(struct tap *tap)
{
    struct bench bench;
    bench_open(&bench);
    CHECK(tap, bench_build(&bench, FILES("a/x=1", "f=1")));
    fs_mkdirs(STR("outside"));
    write_file(STR("outside/x"), STR("precious"));
    CHECK(tap, symlink("../outside", "public/l") == 0);
    CHECK(tap, !bench_build(&bench, FILES("l/x=2", "f=2")));
    CHECK_STR(tap, bench_codes(&bench), "output-link");
    CHECK(tap, !bench_build(&bench, FILES("l/deep/x=2")));
    CHECK_STR(tap, bench_codes(&bench), "output-link");

    /* The folder we wrote became a link: nothing of it is removed. */
    fs_remove_tree(STR("public/a"));
    CHECK(tap, symlink("../outside", "public/a") == 0);
    CHECK(tap, bench_build(&bench, FILES("f=2")));
    CHECK_STR(tap, bench_show(&bench, "outside"), "x=precious\n");

    /* A file we wrote became a link: the link is replaced, not followed. */
    unlink("public/f");
    CHECK(tap, symlink("../outside/x", "public/f") == 0);
    CHECK(tap, bench_build(&bench, FILES("f=3")));
    CHECK_STR(tap, bench_show(&bench, "outside"), "x=precious\n");
    CHECK(tap, fs_kind(STR("public/f"), false) == FS_FILE);
    /* Nor is it followed, or removed, once nothing is published there. */
    CHECK(tap, bench_build(&bench, FILES("f=3", "s=1")));
    unlink("public/s");
    CHECK(tap, symlink("../outside/x", "public/s") == 0);
    CHECK(tap, bench_build(&bench, FILES("f=3")));
    CHECK_STR(tap, bench_codes(&bench), "changed-file");
    CHECK(tap, fs_kind(STR("public/s"), false) == FS_LINK);
    /* A link that crumb did not make is in the way. */
    CHECK(tap, symlink("../outside/x", "public/g") == 0);
    CHECK(tap, !bench_build(&bench, FILES("f=3", "g=3")));
    CHECK_STR(tap, bench_codes(&bench), "foreign-file");
    /* So it is if it leads to the same bytes: it would not be ours. */
    CHECK(tap, !bench_build(&bench, FILES("f=3", "g=precious")));
    CHECK_STR(tap, bench_codes(&bench), "foreign-file");
    /* So is a pipe, which must not be waited for. */
    CHECK(tap, mkfifo("public/p", 0600) == 0);
    CHECK(tap, !bench_build(&bench, FILES("f=3", "p=3")));
    CHECK_STR(tap, bench_codes(&bench), "foreign-file");
    bench_close(&bench);
}

static void test_output(struct tap *tap)
{
    struct bench bench;
    bench_open(&bench);
    struct arena *arena = &bench.arena;
    fs_mkdirs(STR("site"));
    fs_mkdirs(STR("elsewhere"));
    CHECK(tap, chdir("site") == 0);
    CHECK(tap, symlink("../elsewhere", "public") == 0);
    CHECK(tap, !bench_build(&bench, FILES("x=1")));
    CHECK_STR(tap, bench_codes(&bench), "output-link");
    CHECK_STR(tap, bench_show(&bench, "../elsewhere"), "");

    unlink("public");
    fs_remove_tree(STR(".crumb"));
    CHECK(tap, symlink("../elsewhere", ".crumb") == 0);
    CHECK(tap, !bench_build(&bench, FILES("x=1")));
    CHECK_STR(tap, bench_codes(&bench), "state-link");
    unlink(".crumb");

    write_file(STR("public"), STR("a file"));
    CHECK(tap, !bench_build(&bench, FILES("x=1")));
    CHECK_STR(tap, bench_codes(&bench), "output-folder");
    unlink("public");
    CHECK(tap, symlink("nowhere", "public") == 0);
    CHECK(tap, !bench_build(&bench, FILES("x=1")));
    unlink("public");

    /* Named by itself, a folder elsewhere is what was wanted; it has a
     * manifest of its own. */
    struct publish *one = bench_publish(STR("../elsewhere/sub"), STR(".crumb"),
                                        arena, &bench.diags);
    CHECK(tap, one && publish_file(one, 0, STR("x"), STR("1"), &bench.diags));
    CHECK(tap, bench_build(&bench, FILES("x=2")));
    /* Two at once. */
    CHECK(tap, !bench_publish(STR("../elsewhere/sub"), STR(".crumb"), arena,
                              &bench.diags));
    CHECK_STR(tap, bench_codes(&bench), "output-locked");
    CHECK(tap, !bench_publish(STR("../elsewhere/sub"), STR(".other"), arena,
                              &bench.diags));
    CHECK(tap, publish_commit(one, &bench.diags, &bench.counts));
    publish_close(one);
    CHECK_STR(tap, bench_show(&bench, "../elsewhere"), "sub/x=1\n");
    CHECK_STR(tap, bench_show(&bench, "public"), "x=2\n");

    /* A site may be moved with its state. */
    CHECK(tap, chdir("..") == 0 && rename("site", "moved") == 0 &&
                   chdir("moved") == 0);
    CHECK(tap, bench_build(&bench, FILES("x=3")));
    CHECK_STR(tap, bench_show(&bench, "public"), "x=3\n");
    bench_close(&bench);
}

/* By what it is, not by its name: what people write in, with links and without.
 * */
static void test_output_of_people(struct tap *tap)
{
    static const char *const names[] = {"content", "content/sub", "l", "m",
                                        "n",       "..",          "."};
    struct bench bench;
    bench_open(&bench);
    fs_mkdirs(STR("site/content/sub"));
    fs_mkdirs(STR("site/parts/posts"));
    CHECK(tap, chdir("site") == 0);
    CHECK(tap, symlink("content", "l") == 0);
    CHECK(tap, symlink("content/sub", "m") == 0);
    CHECK(tap, symlink(".crumb", "n") == 0);
    fs_mkdirs(STR(".crumb"));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        diags_init(&bench.diags, &bench.arena);
        CHECK(tap, !bench_publish(str_from(names[i]), STR(".crumb"),
                                  &bench.arena, &bench.diags));
        CHECK_STR(tap, bench_codes(&bench), "bad-output");
    }
    /* An output that holds a source folder under another name. */
    CHECK(tap, symlink("parts/posts", "templates") == 0);
    diags_init(&bench.diags, &bench.arena);
    CHECK(tap, !bench_publish(STR("parts"), STR(".crumb"), &bench.arena,
                              &bench.diags));
    CHECK_STR(tap, bench_codes(&bench), "bad-output");
    CHECK(tap, bench_build(&bench, FILES("x=1")));
    bench_close(&bench);
}

static void test_clean(struct tap *tap)
{
    struct bench bench;
    size_t removed = 9;
    bench_open(&bench);
    CHECK(tap, publish_clean(STR("public"), STR(".crumb"), &bench.arena,
                             &bench.diags, &removed));
    CHECK(tap, removed == 0);
    CHECK(tap, fs_kind(STR("public"), false) == FS_MISSING);
    CHECK(tap, fs_kind(STR(".crumb"), false) == FS_MISSING);

    bench_build(&bench, FILES("a/b/x=1", "a/y=1", "top=1", "edited=1"));
    write_file(STR("public/a/mine"), STR("mine"));
    write_file(STR("public/edited"), STR("by hand"));
    CHECK(tap, publish_clean(STR("public"), STR(".crumb"), &bench.arena,
                             &bench.diags, &removed));
    CHECK(tap, removed == 3);
    CHECK_STR(tap, bench_codes(&bench), "changed-file");
    CHECK(tap, bench.diags.warnings == 1);
    CHECK_STR(tap, bench_show(&bench, "public"),
              "a/mine=mine\nedited=by hand\n");
    CHECK(tap, publish_clean(STR("public"), STR(".crumb"), &bench.arena,
                             &bench.diags, &removed));
    CHECK(tap, removed == 0);

    /* Not while a build is at it. */
    bench_build(&bench, FILES("top=1"));
    struct publish *other =
        bench_publish(STR("public"), STR(".crumb"), &bench.arena, &bench.diags);
    CHECK(tap, !publish_clean(STR("public"), STR(".crumb"), &bench.arena,
                              &bench.diags, &removed));
    CHECK_STR(tap, bench_codes(&bench), "output-locked");
    publish_close(other);
    CHECK_STR(tap, bench_show(&bench, "public"),
              "a/mine=mine\nedited=by hand\ntop=1\n");
    bench_close(&bench);
}

static void test_keep(struct tap *tap)
{
    struct bench bench;
    bench_open(&bench);
    bench_build(&bench, FILES("a/x=1", "b=1", "c=1", "d=1", "l/x=1"));
    struct fs_stat a = stat_of("public/a/x");
    struct fs_stat b = stat_of("public/b");
    write_file(STR("public/b"), STR("2"));
    write_file(STR("public/c"), STR("22"));
    write_file(STR("public/foreign"), STR("1"));
    fs_remove_tree(STR("public/l"));
    CHECK(tap, symlink("a", "public/l") == 0);

    struct publish *publish =
        bench_publish(STR("public"), STR(".crumb"), &bench.arena, &bench.diags);
    CHECK(tap, publish_keep(publish, 0, STR("a/x"), &a, 0));
    CHECK(tap, !publish_keep(publish, 0, STR("b"), &b, 1));
    CHECK(tap, !publish_keep(publish, 1, STR("b"), NULL, SIZE_MAX));
    CHECK(tap, !publish_keep(publish, 1, STR("c"), NULL, SIZE_MAX));
    CHECK(tap, publish_keep(publish, 1, STR("d"), NULL, SIZE_MAX));
    CHECK(tap, !publish_keep(publish, 1, STR("foreign"), NULL, SIZE_MAX));
    CHECK(tap, !publish_keep(publish, 1, STR("nothing"), NULL, SIZE_MAX));
    CHECK(tap, !publish_keep(publish, 1, STR("l/x"), NULL, SIZE_MAX));
    CHECK(tap, bench.diags.list.n == 0);
    CHECK(tap, publish_file(publish, 1, STR("b"), STR("1"), &bench.diags));
    CHECK(tap, publish_commit(publish, &bench.diags, &bench.counts));
    publish_close(publish);
    check_counts(tap, &bench, 1, 2, 0);
    CHECK_STR(tap, bench_show(&bench, "public/a"), "x=1\n");
    CHECK_STR(tap, bench_show(&bench, "public"),
              "a/x=1\nb=1\nc=22\nd=1\nforeign=1\nl->\n");
    bench_close(&bench);
}

/* --- publish_list ----------------------------------------------------------
 */

/* Longer than a tick of any file system's clock. */
static void wait_a_tick(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 30 * 1000 * 1000}, NULL);
}

/* Builds and keeps what publish_list says. Files with '!' instead of '=' are
 * to be kept, by the stat that `last` has of them. */
static const struct published *listed(struct tap *tap, struct bench *bench,
                                      const char *const *files,
                                      const struct published *last, size_t *n)
{
    struct arena *arena = &bench->arena;
    struct publish *publish =
        bench_publish(STR("public"), STR(".crumb"), arena, &bench->diags);
    for (size_t i = 0; files[i]; i++) {
        str bytes = str_from(files[i]);
        str path;
        if (str_find_char(bytes, '!') != STR_NONE) {
            str_split(&bytes, '!', &path);
            CHECK(tap, publish_keep(publish, i % 3, path, &last[i].stat, i));
        } else {
            str_split(&bytes, '=', &path);
            publish_file(publish, i % 3, path, bytes, &bench->diags);
        }
        wait_a_tick();
    }
    CHECK(tap, publish_commit(publish, &bench->diags, &bench->counts));
    wait_a_tick();
    *n = publish_list(publish);
    struct published *all = ARENA_ARRAY(arena, struct published, *n);
    for (size_t i = 0; i < *n; i++) {
        all[i] = publish_listed(publish, i);
        all[i].path = arena_str(arena, all[i].path);
        CHECK(tap, publish_place(publish, all[i].path, i / 2) == i);
    }
    CHECK(tap, publish_place(publish, STR("nothing"), 0) == SIZE_MAX);
    publish_close(publish);
    return all;
}

static bool says(struct published one, const char *path, const char *bytes)
{
    struct fs_stat now = {0};
    char full[64];
    snprintf(full, sizeof full, "public/%s", path);
    fs_stat(str_from(full), &now);
    return str_eq(one.path, str_from(path)) &&
           hash128_eq(one.hash, hash128(str_from(bytes))) &&
           one.stat.kind == FS_FILE && same_stat(one.stat, now);
}

static void test_list(struct tap *tap, bool shm)
{
    struct bench bench;
    size_t n;
    bench_open_in(&bench, shm);
    /* A whole folder, and a file renamed alone. */
    const struct published *first =
        listed(tap, &bench, FILES("a/b/x=1", "a/y=2", "top=3"), NULL, &n);
    CHECK(tap, n == 3);
    CHECK(tap, says(first[0], "a/b/x", "1"));
    CHECK(tap, says(first[1], "a/y", "2"));
    CHECK(tap, says(first[2], "top", "3"));
    /* Kept by stat, kept by its bytes, replaced, new in a folder. */
    const struct published *second = listed(
        tap, &bench, FILES("a/b/x!", "a/y=2", "a/z=4", "top=5"), first, &n);
    CHECK(tap, n == 4);
    CHECK(tap, says(second[0], "a/b/x", "1"));
    CHECK(tap, says(second[1], "a/y", "2"));
    CHECK(tap, says(second[2], "a/z", "4"));
    CHECK(tap, says(second[3], "top", "5"));
    bench_close(&bench);
}

/* A file edited after the commit, before its stat is taken: that is not the
 * stat of the published bytes. */
static void test_list_changed(struct tap *tap)
{
    struct bench bench;
    bench_open(&bench);
    CHECK(tap, bench_build(&bench, FILES("a=0", "b=0", "c=0", "d=0", "e=0")));
    struct publish *publish =
        bench_publish(STR("public"), STR(".crumb"), &bench.arena, &bench.diags);
    for (char name[] = "a"; name[0] < 'f'; name[0]++) {
        publish_file(publish, 0, arena_str(&bench.arena, str_from(name)),
                     STR("1"), &bench.diags);
    }
    CHECK(tap, publish_commit(publish, &bench.diags, &bench.counts));
    wait_a_tick();
    write_file(STR("public/a"), STR("2"));
    write_file(STR("public/b"), STR("22"));
    write_file(STR("other"), STR("1"));
    CHECK(tap, fs_rename(STR("other"), STR("public/c")) == 0);
    CHECK(tap, fs_unlink(STR("public/d")) == 0);
    wait_a_tick();
    CHECK(tap, publish_list(publish) == 5);
    for (size_t i = 0; i < 5; i++) {
        CHECK(tap, publish_listed(publish, i).stat.kind ==
                       (i < 4 ? FS_MISSING : FS_FILE));
    }
    publish_close(publish);
    bench_close(&bench);
}

static bool is_intact(struct bench *bench, const struct fs_stat *stats,
                      size_t n)
{
    struct publish *publish = bench_publish(STR("public"), STR(".crumb"),
                                            &bench->arena, &bench->diags);
    bool intact = publish_is_intact(publish, (const char *)stats, n);
    publish_close(publish);
    return intact;
}

/* Whether anybody has touched a file since, by stats alone and by bytes. */
static void test_intact(struct tap *tap)
{
    static const char *const paths[] = {"public/a", "public/b", "public/c/d"};
    struct bench bench;
    struct fs_stat stats[3];
    size_t n;
    bench_open(&bench);
    const struct published *all =
        listed(tap, &bench, FILES("a=1", "b=2", "c/d=3"), NULL, &n);
    for (size_t i = 0; i < 3; i++) {
        stats[i] = all[i].stat;
        CHECK(tap, stats[i].kind == FS_FILE);
    }
    CHECK(tap, is_intact(&bench, stats, 3));
    CHECK(tap, !is_intact(&bench, stats, 2));
    for (size_t i = 0; i < 3; i++) {
        str bytes;
        CHECK(tap, fs_read(str_from(paths[i]), &bench.arena, &bytes) == 0);
        write_file(str_from(paths[i]), STR("!"));
        CHECK(tap, !is_intact(&bench, stats, 3));
        write_file(str_from(paths[i]), bytes);
        CHECK(tap, !is_intact(&bench, stats, 3));
        stats[i].kind = FS_MISSING;
        CHECK(tap, is_intact(&bench, stats, 3));
    }
    bench_close(&bench);
}

static uint64_t stamp_of(struct bench *bench, bool commit)
{
    struct publish_counts counts;
    struct publish *publish = bench_publish(STR("public"), STR(".crumb"),
                                            &bench->arena, &bench->diags);
    if (commit) {
        publish_file(publish, 0, STR("b"), STR("4"), &bench->diags);
        publish_commit(publish, &bench->diags, &counts);
    }
    uint64_t stamp = publish_stamp(publish);
    publish_close(publish);
    return stamp;
}

static void test_stamp(struct tap *tap, bool shm)
{
    struct bench bench;
    size_t n;
    bench_open_in(&bench, shm);
    listed(tap, &bench, FILES("a=1", "b=2"), NULL, &n);
    uint64_t first = stamp_of(&bench, false);
    CHECK(tap, first == stamp_of(&bench, false));
    listed(tap, &bench, FILES("a=1", "b=3"), NULL, &n);
    uint64_t second = stamp_of(&bench, false);
    CHECK(tap, first != second);
    listed(tap, &bench, FILES("a=1", "b=2"), NULL, &n);
    CHECK(tap, first == stamp_of(&bench, false));
    uint64_t third = stamp_of(&bench, true);
    CHECK(tap, third != first && third == stamp_of(&bench, false));
    bench_close(&bench);
}

/* A file edited right after the build, to the same size, in the same tick: no
 * stat may be listed that hides it. */
static void test_list_young(struct tap *tap, bool shm)
{
    struct bench bench;
    bench_open_in(&bench, shm);
    int hidden = 0;
    for (int round = 0; round < 20; round++) {
        struct publish *publish = bench_publish(STR("public"), STR(".crumb"),
                                                &bench.arena, &bench.diags);
        char bytes[2] = {(char)('a' + round % 2), '\0'};
        publish_file(publish, 0, STR("d/x"), str_from(bytes), &bench.diags);
        publish_file(publish, 0, STR("x"), str_from(bytes), &bench.diags);
        CHECK(tap, publish_commit(publish, &bench.diags, &bench.counts));
        CHECK(tap, publish_list(publish) == 2);
        write_file(STR("public/d/x"), STR("!"));
        write_file(STR("public/x"), STR("!"));
        hidden += says(publish_listed(publish, 0), "d/x", bytes) +
                  says(publish_listed(publish, 1), "x", bytes);
        publish_close(publish);
    }
    CHECK(tap, hidden == 0);
    bench_close(&bench);
}

/* A kernel with fine clocks hides nothing in the test above. */
static void test_sure(struct tap *tap)
{
    const struct fs_stat written = {.kind = FS_FILE, .modified = 7};
    const struct fs_stat renamed = {.kind = FS_FILE, .changed = 7};
    CHECK(tap, publish_sure(written, 8).kind == FS_FILE);
    CHECK(tap, publish_sure(written, 7).kind == FS_MISSING);
    CHECK(tap, publish_sure(renamed, 8).kind == FS_FILE);
    CHECK(tap, publish_sure(renamed, 7).kind == FS_MISSING);
    CHECK(tap, publish_sure(renamed, 0).kind == FS_MISSING);
}

static str staged(struct bench *bench, const char *path)
{
    char hex[HASH128_HEX];
    hash128_hex(hash128(str_from(path)), hex);
    str new = path_join(&bench->arena,
                        publish_state_path(STR("public"), STR(".crumb"),
                                           "stage", &bench->arena),
                        STR("new"));
    fs_mkdirs(new);
    return path_join(&bench->arena, new, (str){hex, sizeof hex});
}

static void link_to(const char *target, str path, struct arena *arena)
{
    if (symlink(target, arena_str(arena, path).p) != 0) {
        perror("symlink");
    }
}

/* A forged journal and stage: nothing of it goes through a link, and no link
 * comes into the output. */
static void test_forged_journal(struct tap *tap)
{
    struct bench bench;
    bench_open(&bench);
    struct arena *arena = &bench.arena;
    CHECK(tap, bench_build(&bench, FILES("a=1")));
    fs_mkdirs(STR("outside"));
    write_file(STR("outside/mine"), STR("mine"));
    link_to("../outside", STR("public/link"), arena);
    write_file(staged(&bench, "b"), STR("good"));
    write_file(staged(&bench, "link/mine"), STR("bad"));
    write_file(staged(&bench, "link/new"), STR("bad"));
    link_to("../outside/mine", staged(&bench, "sym"), arena);
    str folder = staged(&bench, "dir");
    fs_mkdirs(folder);
    link_to("../../outside/mine", path_join(arena, folder, STR("x")), arena);
    struct manifest_entry entries[] = {
        {.path = STR("a"), .hash = hash128(STR("1")), .size = 1},
        {.path = STR("b")},
        {.path = STR("dir/x")},
        {.path = STR("link/mine")},
        {.path = STR("link/new")},
        {.path = STR("sym")},
    };
    struct buf journal = {0};
    manifest_print(&(struct manifest){entries, 6}, &journal);
    write_file(
        publish_state_path(STR("public"), STR(".crumb"), "journal", arena),
        buf_str(&journal));
    buf_free(&journal);
    publish_close(
        bench_publish(STR("public"), STR(".crumb"), arena, &bench.diags));
    CHECK_STR(tap, bench_show(&bench, "outside"), "mine=mine\n");
    CHECK_STR(tap, bench_show(&bench, "public"), "a=1\nb=good\nlink->\n");
    bench_close(&bench);
}

int main(void)
{
    struct tap tap = {0};
    test_forged_journal(&tap);
    test_sure(&tap);
    test_list(&tap, false);
    test_stamp(&tap, false);
    test_list(&tap, true);
    test_stamp(&tap, true);
    test_list_changed(&tap);
    test_intact(&tap);
    test_list_young(&tap, false);
    test_list_young(&tap, true);
    test_builds(&tap);
    test_descriptors(&tap);
    test_failed_build(&tap);
    test_paths(&tap);
    test_foreign(&tap);
    test_roll_back(&tap);
    test_files_and_folders(&tap);
    test_links(&tap);
    test_output(&tap);
    test_output_of_people(&tap);
    test_clean(&tap);
    test_keep(&tap);
    return tap_done(&tap);
}
