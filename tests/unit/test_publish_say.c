/* SPDX-License-Identifier: MIT */
/* The messages of publishing: the place, the error and its cure. */
#include <errno.h>
#include <sys/stat.h>

#include "publish/publish_state.h"
#include "publish_help.h"
#include "write_file.h"

static struct publish *open_published(struct bench *bench)
{
    diags_init(&bench->diags, &bench->arena);
    return bench_publish(STR("public"), STR(".crumb"), &bench->arena,
                         &bench->diags);
}

/* "public/a: message | hint", one a line. */
static str said(struct bench *bench)
{
    str all = STR("");
    for (size_t i = 0; i < bench->diags.list.n; i++) {
        const struct diag *diag = bench->diags.list.p[i];
        all = arena_printf(&bench->arena, "%.*s%.*s:%u: %.*s | %.*s\n",
                           STR_ARG(all), STR_ARG(diag->at.file), diag->at.line,
                           STR_ARG(diag->message), STR_ARG(diag->hint));
    }
    return all;
}

static void test_hints(struct tap *tap)
{
    static const struct {
        int error;
        const char *folder;
        size_t needed;
        const char *hint;
    } cases[] = {
        {EACCES, "a/b", 7,
         "give yourself the right to write in the folder a/b"},
        {EPERM, "", 0, "give yourself the right to write in the folder ."},
        {EROFS, "a", 0,
         "a is mounted read-only: mount it for writing, or choose another "
         "folder with --output"},
        {ENOSPC, "a", 0, "make room on the disk of a"},
        {ENOSPC, "a", 1, "free at least 1 bytes on the disk of a"},
        {EDQUOT, "", 123, "free at least 123 bytes on the disk of ."},
        {EDQUOT, "", 0, "make room on the disk of ."},
        {EIO, "a", 9,
         "the disk of a may be failing: look into the system's log"},
        {ENOENT, "a", 9, ""},
        {0, "a", 9, ""},
    };
    struct arena arena = {0};
    struct diags diags;
    const struct source place = {.name = STR("x")};
    diags_init(&diags, &arena);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct diag *diag =
            diag_error(&diags, span_of(&place, 0, 0), "output-file", "x");
        publish_hint(diag, str_from(cases[i].folder), cases[i].error,
                     cases[i].needed);
        CHECK_STR(tap, diag->hint, cases[i].hint);
    }
    arena_free(&arena);
}

static void test_errors(struct tap *tap)
{
    struct bench bench;
    bench_open(&bench);
    struct publish *publish = open_published(&bench);
    publish_error_foreign(publish, STR("a/b"), &bench.diags);
    publish_error_link(publish, STR("a"), &bench.diags);
    publish_error_system(publish, STR("a/b"), &bench.diags, ENOSPC);
    publish_error_system(publish, STR("a"), &bench.diags, EACCES);
    CHECK_STR(
        tap, said(&bench),
        "public/a/b:0: is in the way, and not of crumb's making | move it "
        "away or delete it, then build again\n"
        "public/a:0: is a symbolic link: files below it would land "
        "elsewhere | remove the link\n"
        "public/a/b:0: No space left on device | make room on the disk of "
        "public/a\n"
        "public/a:0: Permission denied | give yourself the right to write in "
        "the folder public\n");
    CHECK_STR(tap, bench_codes(&bench),
              "foreign-file output-link output-file output-file");
    publish_close(publish);
    bench_close(&bench);
}

static void test_removal(struct tap *tap)
{
    struct bench bench;
    char longest[300];
    memset(longest, 'x', sizeof longest);
    struct manifest_entry file = {.path = STR("a"), .hash = hash128(STR("1"))};
    struct manifest_entry unread = {.path = {longest, sizeof longest}};
    bool may;
    bench_open(&bench);
    struct publish *publish = open_published(&bench);
    CHECK(tap, publish_may_remove(publish, &file, &bench.diags, &may) && !may);
    write_file(STR("public/a"), STR("1"));
    CHECK(tap, publish_may_remove(publish, &file, &bench.diags, &may) && may);
    CHECK(tap, bench.diags.list.n == 0);
    write_file(STR("public/a"), STR("2"));
    CHECK(tap, publish_may_remove(publish, &file, &bench.diags, &may) && !may);
    CHECK_STR(tap, said(&bench),
              "public/a:0: was changed after crumb wrote it, and is left alone "
              "| delete it yourself if you don't need it\n");
    CHECK(tap, !publish_may_remove(publish, &unread, &bench.diags, &may));
    CHECK_STR(tap, bench.diags.list.p[1]->hint,
              "it has to go, and can't be compared with what crumb wrote: let "
              "yourself read it, or delete it");
    CHECK_STR(tap, bench_codes(&bench), "changed-file output-file");
    publish_close(publish);
    bench_close(&bench);
}

/* --- comparison with a clean build --- */

static bool compare(struct bench *bench, const char *const *files, size_t *n)
{
    struct publish *publish = open_published(bench);
    for (size_t i = 0; files[i]; i++) {
        str bytes = str_from(files[i]);
        str path;
        str_split(&bytes, '=', &path);
        publish_file(publish, i % 3, path, bytes, &bench->diags);
    }
    bool same = publish_compare(publish, &bench->diags, n);
    publish_close(publish);
    return same;
}

#define MENDS "crumb build --clean mends it"
#define REPORT "; please report it: builds must not differ\n"

static void test_compare(struct tap *tap)
{
    static const struct {
        const char *files[5];
        const char *want;
    } cases[] = {
        {{"a=one\ntwo\n", "b=\xFF", "d/c=3"}, ""},
        {{"a=one\ntwX\n", "b=\xFF", "d/c=3"},
         "public/a:2: is not what a clean build makes, from byte 7 on | " MENDS
             REPORT},
        {{"a=Xne\ntwo\n", "b=\xFF", "d/c=3"},
         "public/a:1: is not what a clean build makes, from byte 1 on | " MENDS
             REPORT},
        {{"a=one\ntwo\nthree", "b=\xFF", "d/c=3"},
         "public/a:3: is not what a clean build makes, from byte 9 on | " MENDS
             REPORT},
        {{"a=one", "b=\xFF", "d/c=3"},
         "public/a:1: is not what a clean build makes, from byte 4 on | " MENDS
             REPORT},
        {{"a=one\ntwo\n", "b=\xFE", "d/c=3"},
         "public/b:0: is not what a clean build makes, from byte 1 on | " MENDS
             REPORT},
        {{"a=one\ntwo\n", "b=X", "d/c=X"},
         "public/b:0: is not what a clean build makes, from byte 1 on | " MENDS
         " and 1 other" REPORT},
        {{"a=one\ntwo\n"},
         "public/b:0: is there, and a clean build makes no such file | " MENDS
         " and 1 other" REPORT},
        {{"a=one\ntwo\n", "b=\xFF"},
         "public/d/c:0: is there, and a clean build makes no such file | " MENDS
             REPORT},
        {{"a=one\ntwo\n", "d/c=3", "e/f=1"},
         "public/e/f:0: is not there, and a clean build makes it | " MENDS
         " and 1 other" REPORT},
        {{"e=1"},
         "public/e:0: is not there, and a clean build makes it | " MENDS
         " and 3 others" REPORT},
        {{"a=one\ntwo\n", "d/c=4", "e/f=1"},
         "public/d/c:1: is not what a clean build makes, from byte 1 on "
         "| " MENDS " and 2 others" REPORT},
    };
    struct bench bench;
    bench_open(&bench);
    CHECK(tap, bench_build(&bench, FILES("a=one\ntwo\n", "b=\xFF", "d/c=3")));
    str before = bench_show(&bench, "public");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t n = 0;
        size_t given = 0;
        while (cases[i].files[given]) {
            given++;
        }
        bool same = compare(&bench, cases[i].files, &n);
        CHECK_STR(tap, said(&bench), cases[i].want);
        CHECK(tap, same == !cases[i].want[0] && n == given);
    }
    CHECK(tap, str_eq(bench_show(&bench, "public"), before));
    /* A folder, or a link, where a file was. */
    size_t n;
    fs_unlink(STR("public/b"));
    fs_mkdirs(STR("public/b"));
    CHECK(tap, !compare(&bench, FILES("a=one\ntwo\n", "b=\xFF", "d/c=3"), &n));
    CHECK_STR(tap, said(&bench),
              "public/b:0: is no file that a clean build would leave there "
              "| " MENDS REPORT);
    /* Nor is a file compared that was not staged. */
    CHECK(tap, !compare(&bench, FILES("../x=1"), &n));
    CHECK_STR(tap, bench_codes(&bench), "output-path");
    CHECK(tap, !compare(&bench, FILES("x=1", "x=1"), &n));
    CHECK_STR(tap, bench_codes(&bench), "output-file");
    bench_close(&bench);
}

/* --- the state of a file --- */

static bool is_unchanged(struct bench *bench, struct publish *publish,
                         const char *path, const char *bytes)
{
    const struct manifest_entry entry = {.path = str_from(path),
                                         .hash = hash128(str_from(bytes))};
    bool unchanged = true;
    int error =
        publish_is_unchanged(publish, &bench->arena, &entry, &unchanged);
    return error == 0 && unchanged;
}

static void test_unchanged(struct tap *tap)
{
    static const char *const others[] = {"gone",   "gone/x", "file/x",
                                         "folder", "link",   "nowhere",
                                         "pipe",   "circle", "edited"};
    struct bench bench;
    bench_open(&bench);
    struct publish *publish = open_published(&bench);
    fs_mkdirs(STR("public/folder"));
    write_file(STR("public/file"), STR("1"));
    write_file(STR("public/edited"), STR("2"));
    CHECK(tap, symlink("file", "public/link") == 0);
    CHECK(tap, symlink("nothing", "public/nowhere") == 0);
    CHECK(tap, symlink("circle", "public/circle") == 0);
    CHECK(tap, mkfifo("public/pipe", 0600) == 0);
    CHECK(tap, is_unchanged(&bench, publish, "file", "1"));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const struct manifest_entry entry = {.path = str_from(others[i]),
                                             .hash = hash128(STR("1"))};
        bool unchanged = true;
        CHECK(tap, publish_is_unchanged(publish, &bench.arena, &entry,
                                        &unchanged) == 0);
        CHECK(tap, !unchanged);
    }
    publish_close(publish);
    bench_close(&bench);
}

/* Whether each folder on the way is one, as far as that is known. */
static void test_direct(struct tap *tap)
{
    static const struct {
        const char *path;
        bool direct;
    } cases[] = {
        {"x", true},         {"link", true},      {"a/x", true},
        {"a/b/x", true},     {"a/none/x", false}, {"a/file/x", false},
        {"link/x", false},   {"link/b/x", false}, {"a/file", true},
        {"none/b/x", false}, {"a/b/c/d", false},
    };
    struct bench bench;
    bench_open(&bench);
    struct publish *publish = open_published(&bench);
    fs_mkdirs(STR("public/a/b"));
    write_file(STR("public/a/file"), STR("1"));
    CHECK(tap, symlink("a", "public/link") == 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(tap, publish_is_direct(publish, str_from(cases[i].path)) ==
                       cases[i].direct);
    }
    publish_close(publish);
    bench_close(&bench);
}

/* --- folders that may be empty --- */

struct removal {
    struct arena *arena;
    str tried;
    const char *fails; /* the folder... */
    int error;         /* ...and why it can't be removed */
};

static int try_remove(void *context, str dir)
{
    struct removal *removal = context;
    removal->tried = arena_printf(removal->arena, "%.*s %.*s",
                                  STR_ARG(removal->tried), STR_ARG(dir));
    return removal->fails && str_eq(dir, str_from(removal->fails))
               ? removal->error
               : 0;
}

static void test_empty_folders(struct tap *tap)
{
    const str paths[] = {STR("a/b/c/x"), STR("a/b/c/y"), STR("a/b/z"),
                         STR("d/x"), STR("top")};
    static const struct {
        const char *fails;
        int error;
        const char *tried;
        int result;
    } cases[] = {
        {NULL, 0, " d a/b a a/b/c a/b a", 0},
        {"a/b/c", ENOTEMPTY, " d a/b a a/b/c", 0},
        {"a/b/c", EEXIST, " d a/b a a/b/c", 0},
        {"a/b/c", EBUSY, " d a/b a a/b/c", 0},
        {"a/b/c", EXDEV, " d a/b a a/b/c", 0},
        {"a/b/c", ENOENT, " d a/b a a/b/c a/b a", 0},
        {"a/b", ENOTEMPTY, " d a/b a/b/c a/b", 0},
        {"a/b/c", EACCES, " d a/b a a/b/c", EACCES},
        {"d", EIO, " d a/b a a/b/c a/b a", EIO},
    };
    struct bench bench;
    bench_open(&bench);
    struct publish *publish = open_published(&bench);
    fs_mkdirs(STR("public/a/b/c"));
    fs_mkdirs(STR("public/d"));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct removal removal = {.arena = &bench.arena,
                                  .fails = cases[i].fails,
                                  .error = cases[i].error};
        CHECK(tap, publish_empty_folders(
                       publish, paths, sizeof paths / sizeof *paths, try_remove,
                       &removal) == cases[i].result);
        CHECK_STR(tap, removal.tried, cases[i].tried);
    }
    /* Nothing is removed through a link. */
    struct removal removal = {.arena = &bench.arena};
    CHECK(tap, fs_rename(STR("public/a"), STR("public/elsewhere")) == 0);
    CHECK(tap, symlink("elsewhere", "public/a") == 0);
    CHECK(tap,
          publish_empty_folders(publish, paths, 3, try_remove, &removal) == 0);
    CHECK_STR(tap, removal.tried, " a a");
    publish_close(publish);
    bench_close(&bench);
}

/* Only for reading: nothing is made, and nothing is said. */
static void test_look(struct tap *tap)
{
    const struct publish_options options = {.output = STR("public"),
                                            .state = STR(".crumb")};
    struct bench bench;
    bench_open(&bench);
    struct arena *arena = &bench.arena;
    CHECK(tap, !publish_open_reading(&options, arena));
    CHECK(tap, fs_kind(STR("public"), false) == FS_MISSING &&
                   fs_kind(STR(".crumb"), false) == FS_MISSING);
    fs_mkdirs(STR("public"));
    struct publish *publish = publish_open_reading(&options, arena);
    CHECK(tap, publish && !publish_read(publish, &bench.diags));
    publish_close(publish);
    CHECK(tap, fs_kind(STR("public"), false) == FS_DIR);
    CHECK(tap, bench_build(&bench, FILES("a=1", "b=2")));
    struct publish *other = open_published(&bench);
    uint64_t stamp = publish_stamp(other);
    publish = publish_open_reading(&options, arena); /* while another builds */
    CHECK(tap, publish && publish_read(publish, &bench.diags));
    CHECK(tap, publish_manifest(publish)->n == 2);
    CHECK(tap, publish_stamp(publish) == stamp);
    publish_close(publish);
    publish_close(other);
    str journal =
        publish_state_path(STR("public"), STR(".crumb"), "journal", arena);
    CHECK(tap, write_file(journal, STR("torn")) == 0);
    CHECK(tap, !publish_open_reading(&options, arena));
    CHECK(tap, fs_unlink(journal) == 0);
    CHECK(tap, bench_build(&bench, FILES(NULL)));
    publish = publish_open_reading(&options, arena);
    CHECK(tap, publish && !publish_read(publish, &bench.diags));
    publish_close(publish);
    CHECK(tap, bench.diags.list.n == 0);
    bench_close(&bench);
}

/* A journal that was never written to its end is as none: nothing was put into
 * place before. */
static void test_torn_journal(struct tap *tap)
{
    struct bench bench;
    bench_open(&bench);
    CHECK(tap, bench_build(&bench, FILES("a=1", "b=2")));
    str journal = publish_state_path(STR("public"), STR(".crumb"), "journal",
                                     &bench.arena);
    CHECK(tap, write_file(journal, STR("crumb-manifest 1\n")) == 0);
    CHECK(tap, bench_build(&bench, FILES("a=1", "c=3")));
    CHECK(tap, bench.diags.list.n == 0);
    CHECK(tap, fs_kind(journal, false) == FS_MISSING);
    check_counts(tap, &bench, 1, 1, 1);
    CHECK_STR(tap, bench_show(&bench, "public"), "a=1\nc=3\n");
    bench_close(&bench);
}

/* As many threads as are asked for, and one if that is none. */
static void test_jobs(struct tap *tap)
{
    for (size_t jobs = 0; jobs < 4; jobs++) {
        const struct publish_options options = {
            .output = STR("public"), .state = STR(".crumb"), .jobs = jobs};
        struct fs_stat none[3] = {{.kind = FS_MISSING}};
        struct bench bench;
        bench_open(&bench);
        CHECK(tap, bench_build(&bench, FILES("a=1", "b=2", "c/d=3")));
        struct publish *publish =
            publish_open(&options, &bench.arena, &bench.diags);
        CHECK(tap, publish && publish_read(publish, &bench.diags));
        CHECK(tap, publish_is_intact(publish, (const char *)none, 3));
        write_file(STR("public/c/d"), STR("4"));
        CHECK(tap, !publish_is_intact(publish, (const char *)none, 3));
        publish_close(publish);
        bench_close(&bench);
    }
}

/* A folder became a link: the files that it leads to stay, and are named. */
static void test_behind_link(struct tap *tap)
{
    struct bench bench;
    bench_open(&bench);
    CHECK(tap, bench_build(&bench, FILES("a/two/x=1", "b=1")));
    CHECK(tap, rename("public/a/two", "two") == 0);
    CHECK(tap, symlink("../../two", "public/a/two") == 0);
    CHECK(tap, bench_build(&bench, FILES("b=1")));
    check_counts(tap, &bench, 0, 1, 0);
    CHECK_STR(tap, bench_codes(&bench), "changed-file");
    CHECK_STR(tap, bench.diags.list.p[0]->at.file, "public/a/two/x");
    CHECK_STR(tap, bench_show(&bench, "two"), "x=1\n");
    bench_close(&bench);
}

/* On a file system that ignores case, a.txt is A.TXT too: links to one file are
 * like that. */
static void test_case(struct tap *tap)
{
    struct bench bench;
    bench_open(&bench);
    CHECK(tap, bench_build(&bench, FILES("Dir/Logo=1")));
    CHECK(tap, mkdir("public/dIR", 0777) == 0 &&
                   mkdir("public/dir", 0777) == 0 &&
                   mkdir("public/DIR", 0777) == 0);
    CHECK(tap, link("public/Dir/Logo", "public/dIR/lOGO") == 0 &&
                   link("public/Dir/Logo", "public/dir/logo") == 0 &&
                   link("public/Dir/Logo", "public/DIR/LOGO") == 0);
    /* Renamed: the file stays. */
    CHECK(tap, bench_build(&bench, FILES("dir/logo=1")));
    check_counts(tap, &bench, 0, 1, 0);
    CHECK(tap, fs_kind(STR("public/Dir/Logo"), false) == FS_FILE);
    /* Renamed and edited: the file is crumb's. */
    CHECK(tap, bench_build(&bench, FILES("Dir/Logo=2")));
    CHECK_STR(tap, bench_codes(&bench), "");
    /* Files that are not the same are another's. */
    write_file(STR("public/DIR/logo"), STR("theirs"));
    CHECK(tap, !bench_build(&bench, FILES("DIR/logo=2")));
    CHECK_STR(tap, bench_codes(&bench), "foreign-file");
    bench_close(&bench);
}

/* Names that the system refuses are no files of other people. */
static void test_unknown(struct tap *tap)
{
    struct bench bench;
    static const char *const ends[] = {"=1", "/x=1"};
    char name[320];
    bench_open(&bench);
    memset(name, 'n', sizeof name);
    for (size_t i = 0; i < 2; i++) {
        snprintf(name + 300, sizeof name - 300, "%s", ends[i]);
        CHECK(tap, !bench_build(&bench, FILES("a/x=1", name)));
        CHECK_STR(tap, bench_codes(&bench), "output-file");
        CHECK_STR(tap, bench.diags.list.p[0]->message, "File name too long");
    }
    bench_close(&bench);
}

int main(void)
{
    struct tap tap = {0};
    test_hints(&tap);
    test_errors(&tap);
    test_removal(&tap);
    test_compare(&tap);
    test_unchanged(&tap);
    test_direct(&tap);
    test_empty_folders(&tap);
    test_look(&tap);
    test_torn_journal(&tap);
    test_jobs(&tap);
    test_behind_link(&tap);
    test_unknown(&tap);
    test_case(&tap);
    return tap_done(&tap);
}
