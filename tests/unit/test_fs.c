/* SPDX-License-Identifier: MIT */
/* fs, fs_at, in a temporary folder. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory/buf.h"
#include "files/fs_at.h"
#include "files/path.h"
#include "files/replace.h"
#include "files/state_file.h"
#include "tap.h"
#include "write_file.h"

static void test_whole_files(struct tap *tap, struct arena *arena)
{
    str text;
    struct buf big = {0};
    for (size_t i = 0; i < 300000; i++) {
        buf_putc(&big, (char)(i * 7));
    }
    CHECK(tap, fs_read(STR("none"), arena, &text) == ENOENT);
    CHECK(tap, fs_read(STR("."), arena, &text) == EISDIR);
    CHECK(tap, fs_read((str){"a\0b", 3}, arena, &text) == EINVAL);
    CHECK(tap, write_file(STR("no/such/folder"), STR("x")) == ENOENT);

    CHECK(tap, write_file(STR("a"), STR("")) == 0);
    CHECK(tap, fs_read(STR("a"), arena, &text) == 0);
    CHECK(tap, text.n == 0 && text.p[0] == '\0');
    CHECK(tap, write_file(STR("a"), buf_str(&big)) == 0);
    CHECK(tap, fs_read(STR("a"), arena, &text) == 0);
    CHECK(tap, str_eq(text, buf_str(&big)) && text.p[text.n] == '\0');
    CHECK(tap, fs_same(STR("a"), buf_str(&big)));
    big.p[299999] ^= 1;
    CHECK(tap, !fs_same(STR("a"), buf_str(&big)));
    CHECK(tap, !fs_same(STR("a"), str_sub(text, 0, text.n - 1)));
    CHECK(tap, write_file(STR("a"), STR("short")) == 0);
    CHECK(tap, fs_same(STR("a"), STR("short")));
    CHECK(tap, !fs_same(STR("none"), STR("")) && !fs_same(STR("."), STR("")));
    buf_free(&big);

    /* Files that have no size: /proc, a pipe. */
    if (fs_kind(STR("/proc/self/status"), true) == FS_FILE) {
        CHECK(tap, fs_read(STR("/proc/self/status"), arena, &text) == 0);
        CHECK(tap, text.n > 100 && str_find(text, STR("Name:")) == 0);
        /* More than the first buffer holds; the next allocation must not
         * overlap it. */
        CHECK(tap, fs_read(STR("/proc/self/smaps"), arena, &text) == 0);
        arena_zalloc(arena, 10000, 1);
        CHECK(tap, text.n > 5000 && str_find_char(text, '\0') == STR_NONE);
    }

    /* Open files are closed in programs that crumb starts, as editors or git.
     */
    int root;
    CHECK(tap, fs_at_open_root(STR("."), &root) == 0);
    CHECK(tap, fcntl(root, F_GETFD) & FD_CLOEXEC);
    close(root);

    struct stat before;
    struct stat after;
    stat("a", &before);
    CHECK(tap, replace_file(STR("a"), STR("new"), true) == 0);
    stat("a", &after);
    CHECK(tap, fs_same(STR("a"), STR("new")) && before.st_ino != after.st_ino);
    CHECK(tap, replace_file(STR("no/such"), STR("new"), false) == ENOENT);
    CHECK(tap, fs_kind(STR("a.new"), false) == FS_MISSING);
    mkdir("d", 0777);
    CHECK(tap, replace_file(STR("d"), STR("x"), false) != 0);
    CHECK(tap, fs_kind(STR("d.new"), false) == FS_MISSING);
}

static void test_names(struct tap *tap, struct arena *arena)
{
    struct fs_stat st;
    str real;
    char longest[5000];
    memset(longest, 'x', sizeof longest);
    CHECK(tap, fs_mkdirs(STR("p/q/r")) == 0);
    CHECK(tap, fs_mkdirs(STR("p/q/r")) == 0);
    CHECK(tap, fs_mkdirs(STR("p//q/./s/")) == 0);
    CHECK(tap, fs_mkdirs(STR("")) == 0 && fs_mkdirs(STR("/")) == 0);
    CHECK(tap, fs_kind(STR("p/q/s"), false) == FS_DIR);
    write_file(STR("p/file"), STR("x"));
    CHECK(tap, fs_mkdirs(STR("p/file")) == ENOTDIR);
    CHECK(tap, fs_mkdirs(STR("p/new/new/../../file/x")) == ENOTDIR);
    CHECK(tap, fs_kind(STR("p/new"), false) == FS_MISSING);
    CHECK(tap, fs_mkdirs((str){longest, 5000}) == ENAMETOOLONG);
    CHECK(tap, fs_mkdirs((str){longest, 300}) == ENAMETOOLONG);

    CHECK(tap, symlink("p", "to-p") == 0 && symlink("gone", "dangling") == 0);
    CHECK(tap, fs_mkdirs(STR("dangling")) == ENOTDIR);
    CHECK(tap, fs_kind(STR("to-p"), true) == FS_DIR);
    CHECK(tap, fs_kind(STR("to-p"), false) == FS_LINK);
    CHECK(tap, fs_kind(STR("dangling"), true) == FS_MISSING);
    CHECK(tap, fs_kind(STR("p/file"), true) == FS_FILE);
    CHECK(tap, fs_stat(STR("p/file"), &st) == 0 && st.kind == FS_FILE &&
                   st.size == 1 && st.inode && st.modified && st.changed);
    CHECK(tap, fs_stat(STR("dangling"), &st) == ENOENT);
    CHECK(tap, fs_real(STR("to-p/q/../file"), arena, &real) == 0);
    CHECK(tap, str_ends(real, STR("/p/file")) && real.p[0] == '/');
    CHECK(tap, fs_real(STR("dangling"), arena, &real) == ENOENT);

    CHECK(tap, link("p/file", "p/link") == 0);
    CHECK(tap, fs_rename(STR("p/link"), STR("p/moved")) == 0);
    CHECK(tap, fs_same(STR("p/moved"), STR("x")));
    CHECK(tap, fs_unlink(STR("p/moved")) == 0);
    CHECK(tap, fs_unlink(STR("p/moved")) == ENOENT);
    CHECK(tap, fs_rmdir(STR("p/q")) != 0 && fs_rmdir(STR("p/q/s")) == 0);
}

static void check_list(struct tap *tap, const struct fs_list *list,
                       const char *want)
{
    static const char kinds[] = "?fdo";
    struct buf out = {0};
    for (size_t i = 0; i < list->n; i++) {
        const struct fs_entry *e = &list->entries[i];
        buf_put(&out, e->name);
        buf_printf(&out, ":%c%s ", kinds[e->stat.kind], e->link ? "@" : "");
    }
    CHECK_STR(tap, buf_str(&out), want);
    buf_free(&out);
}

/* A closed folder is named, and the files beside it are listed. Root may look
 * into every folder. */
static void test_closed(struct tap *tap, struct arena *arena)
{
    struct fs_list list;
    bool root = geteuid() == 0;
    fs_mkdirs(STR("c/closed"));
    fs_mkdirs(STR("c/open"));
    write_file(STR("c/open/x"), STR(""));
    chmod(".", 0755);
    chmod("c/closed", 0);
    if (root && seteuid(65534) != 0) {
        return;
    }
    CHECK(tap, fs_walk(STR("c"), arena, &list) == 0 && list.n == 2);
    CHECK_STR(tap, list.entries[0].name, "closed");
    CHECK(tap, list.entries[0].error == EACCES && list.entries[1].error == 0);
    CHECK_STR(tap, list.entries[1].name, "open/x");
    CHECK(tap, fs_walk(STR("c/closed"), arena, &list) == EACCES);
    CHECK(tap, !root || seteuid(0) == 0);
    chmod("c/closed", 0700);
}

static void test_lists(struct tap *tap, struct arena *arena)
{
    struct fs_list list;
    fs_mkdirs(STR("w/a/b"));
    fs_mkdirs(STR("w/a-b"));
    fs_mkdirs(STR("w/empty"));
    write_file(STR("w/a/b/2"), STR("22"));
    write_file(STR("w/a/b/10"), STR(""));
    write_file(STR("w/a-b/x"), STR(""));
    write_file(STR("w/a.md"), STR("12345"));
    write_file(STR("w/.hidden"), STR(""));
    write_file(STR("w/\xc3\xb1"), STR(""));
    CHECK(tap, symlink("a", "w/dir") == 0 && symlink("a.md", "w/file") == 0 &&
                   symlink("nowhere", "w/lost") == 0 &&
                   symlink(".", "w/round") == 0);
    mkfifo("w/pipe", 0600);
    CHECK(tap, fs_walk(STR("w"), arena, &list) == 0);
    check_list(tap, &list,
               ".hidden:f a-b/x:f a.md:f a/b/10:f a/b/2:f dir:d@ file:f@ "
               "lost:?@ pipe:o round:d@ \xc3\xb1:f ");
    CHECK(tap,
          list.entries[2].stat.size == 5 && list.entries[6].stat.size == 5);
    CHECK(tap, list.entries[2].stat.inode == list.entries[6].stat.inode);
    CHECK(tap, fs_list_dir(STR("w"), arena, &list) == 0);
    check_list(tap, &list,
               ".hidden:f a:d a-b:d a.md:f dir:d@ empty:d file:f@ lost:?@ "
               "pipe:o round:d@ \xc3\xb1:f ");
    CHECK(tap, fs_list_dir(STR("w/empty/"), arena, &list) == 0 && list.n == 0);
    CHECK(tap, fs_walk(STR("w/none"), arena, &list) == ENOENT);
    CHECK(tap, fs_walk(STR("w/a.md"), arena, &list) == ENOTDIR);

    fs_mkdirs(STR("keep"));
    write_file(STR("keep/me"), STR(""));
    CHECK(tap, symlink("../../keep", "w/a/keep") == 0);
    CHECK(tap, fs_remove_tree(STR("w")) == 0);
    CHECK(tap, fs_kind(STR("w"), false) == FS_MISSING);
    CHECK(tap, fs_kind(STR("keep/me"), false) == FS_FILE);
    CHECK(tap, fs_remove_tree(STR("w")) == 0);
    CHECK(tap, symlink("keep", "l") == 0 && fs_remove_tree(STR("l")) == 0);
    CHECK(tap, fs_remove_tree(STR("keep/me")) == 0);
    CHECK(tap, fs_kind(STR("keep"), false) == FS_DIR);
}

static void test_matches(struct tap *tap, int dir)
{
    struct fs_stat st;
    bool same;
    CHECK(tap, fs_at_write_new(dir, STR("f"), STR("bytes"), &st) == 0);
    CHECK(tap, fs_at_write_new(dir, STR("f"), STR("other"), &st) == EEXIST);
    CHECK(tap,
          fs_at_compare(dir, STR("f"), STR("bytes"), &st, &same) == FS_FILE &&
              same);
    CHECK(tap,
          fs_at_compare(dir, STR("f"), STR("bytez"), &st, &same) == FS_FILE &&
              !same);
    CHECK(tap,
          fs_at_compare(dir, STR("f"), STR("byte"), &st, &same) == FS_FILE &&
              !same);
    CHECK(tap,
          fs_at_compare(dir, STR("none"), STR(""), &st, &same) == FS_MISSING &&
              !same);
    CHECK(tap,
          fs_at_compare(dir, STR("f/x"), STR(""), &st, &same) == FS_MISSING &&
              !same);
    CHECK(tap,
          fs_at_compare(dir, STR("."), STR(""), &st, &same) == FS_DIR && !same);
    CHECK(tap, symlink("f", "at/l") == 0 && mkfifo("at/p", 0600) == 0);
    CHECK(tap,
          fs_at_compare(dir, STR("l"), STR("bytes"), &st, &same) == FS_LINK &&
              !same);
    CHECK(tap,
          fs_at_compare(dir, STR("p"), STR("bytes"), &st, &same) == FS_OTHER &&
              !same);
    CHECK(tap, fs_at_kind(dir, STR("l")) == FS_LINK);
    CHECK(tap, fs_at_kind(dir, STR("p")) == FS_OTHER);
    CHECK(tap, fs_at_kind(dir, STR("f")) == FS_FILE);
    CHECK(tap, fs_at_kind(dir, STR("f/x")) == FS_MISSING);
}

static void test_at(struct tap *tap, struct arena *arena)
{
    int dir;
    int other;
    str text;
    struct fs_stat st;
    bool same;
    fs_mkdirs(STR("at"));
    CHECK(tap, fs_at_open_root(STR("none"), &dir) == ENOENT);
    CHECK(tap, fs_at_open_root(STR("at"), &dir) == 0);
    test_matches(tap, dir);
    CHECK(tap, fs_at_read(dir, STR("f"), arena, &text) == 0);
    CHECK_STR(tap, text, "bytes");
    CHECK(tap, fs_at_read(dir, STR("l"), arena, &text) == ELOOP);
    CHECK(tap, fs_at_read(dir, STR("."), arena, &text) == EISDIR);

    CHECK(tap, fs_at_mkdir(dir, STR("sub")) == 0);
    CHECK(tap, fs_at_is_empty_dir(dir, STR("sub")));
    CHECK(tap, !fs_at_is_empty_dir(dir, STR("f")));
    CHECK(tap, fs_at_rename_new(dir, STR("f"), dir, STR("sub/g")) == 0);
    CHECK(tap, !fs_at_is_empty_dir(dir, STR("sub")));
    fs_at_write_new(dir, STR("f"), STR("2"), &st);
    CHECK(tap, fs_at_rename_new(dir, STR("f"), dir, STR("sub/g")) == EEXIST);
    CHECK(tap, fs_at_link(dir, STR("f"), dir, STR("h")) == 0);
    CHECK(tap, fs_at_same_file(dir, STR("f"), dir, STR("h")));
    CHECK(tap, fs_at_can_rename(dir, dir, STR("absent")));
    CHECK(tap, !fs_at_same_file(dir, STR("f"), dir, STR("sub/g")));
    CHECK(tap, fs_at_rename(dir, STR("f"), dir, STR("sub/g")) == 0);
    CHECK(tap,
          fs_at_compare(dir, STR("sub/g"), STR("2"), &st, &same) == FS_FILE &&
              same);
    CHECK(tap, fs_at_rmdir(dir, STR("sub")) != 0);
    CHECK(tap, fs_at_unlink(dir, STR("sub/g")) == 0);
    CHECK(tap, fs_at_rmdir(dir, STR("sub")) == 0);

    CHECK(tap, fs_at_lock(dir, false) == 0);
    CHECK(tap, fs_at_open_root(STR("at"), &other) == 0);
    CHECK(tap, fs_at_lock(other, false) == EWOULDBLOCK);
    fs_at_close(dir);
    CHECK(tap, fs_at_lock(other, false) == 0);
    fs_at_close(other);
}

/* Traps that a stranger may have left in .crumb/: links to files of others, in
 * place of a folder, of a file and of the names of new files; pipes. */
static void test_own(struct tap *tap, struct arena *arena)
{
    struct fs_stat stat;
    str text;
    int fd;
    fs_mkdirs(STR("own"));
    write_file(STR("victim"), STR("kept"));
    CHECK(tap, replace_file(STR("own/f"), STR("one"), false) == 0);
    CHECK(tap, symlink("../victim", "own/f.new") == 0);
    CHECK(tap, replace_file(STR("own/f"), STR("two"), true) == 0);
    CHECK(tap, state_file_read(STR("own/f"), arena, &text) == 0);
    CHECK_STR(tap, text, "two");
    CHECK(tap, symlink("../victim", "own/l") == 0);
    CHECK(tap, state_file_read(STR("own/l"), arena, &text) == ELOOP);
    CHECK(tap,
          state_file_map(STR("own/l"), 0, &text, &stat) == ELOOP && !text.p);
    CHECK(tap, state_file_patch(STR("own/l"), 0, STR("x")) == ELOOP);
    CHECK(tap, state_file_open_lock(STR("own/l"), &fd) == ELOOP);
    CHECK(tap, symlink("../made", "own/none") == 0);
    CHECK(tap, state_file_open_lock(STR("own/none"), &fd) == ELOOP);
    CHECK(tap, replace_file(STR("own/l"), STR("three"), false) == 0);
    CHECK(tap, state_file_map(STR("own/l"), 0, &text, &stat) == 0);
    CHECK_STR(tap, text, "three");
    state_file_unmap(text);
    CHECK(tap, state_file_patch(STR("own/l"), 1, STR("H")) == 0);
    CHECK(tap, link("own/l", "own/backup") == 0);
    CHECK(tap, state_file_patch(STR("own/l"), 0, STR("x")) == EMLINK);
    CHECK(tap, fs_same(STR("own/l"), STR("tHree")));

    CHECK(tap, symlink("own", "to-own") == 0);
    CHECK(tap, state_file_read(STR("to-own/f"), arena, &text) != 0);
    CHECK(tap, state_file_map(STR("to-own/f"), 0, &text, &stat) != 0);
    CHECK(tap, state_file_patch(STR("to-own/f"), 0, STR("x")) != 0);
    CHECK(tap, state_file_open_lock(STR("to-own/lock"), &fd) != 0);
    CHECK(tap, replace_file(STR("to-own/f"), STR("four"), false) != 0);
    CHECK(tap, fs_same(STR("own/f"), STR("two")));

    /* None of these waits for who writes into the pipe. */
    CHECK(tap, mkfifo("own/pipe", 0600) == 0);
    CHECK(tap, state_file_read(STR("own/pipe"), arena, &text) == EINVAL);
    CHECK(tap, state_file_map(STR("own/pipe"), 0, &text, &stat) == EINVAL);
    CHECK(tap, state_file_open_lock(STR("own/pipe"), &fd) == EINVAL);
    CHECK(tap, fs_read(STR("own/pipe"), arena, &text) == EINVAL);
    CHECK(tap, fs_read_start(STR("own/pipe"), NULL, 9, arena, &text) == EINVAL);
    CHECK(tap, !fs_same(STR("own/pipe"), STR("")));
    CHECK(tap,
          fs_read_start(STR("/dev/zero"), NULL, 9, arena, &text) == EINVAL);
    CHECK(tap, fs_read(STR("/dev/zero"), arena, &text) == EINVAL);

    CHECK(tap, fs_same(STR("victim"), STR("kept")));
    CHECK(tap, fs_kind(STR("made"), false) == FS_MISSING);
    CHECK(tap, state_file_open_lock(STR("own/lock"), &fd) == 0);
    CHECK(tap, fs_at_lock(fd, false) == 0);
    fs_at_close(fd);
}

int main(void)
{
    struct tap tap = {0};
    struct arena arena = {0};
    char dir[] = "/tmp/crumb-fs-XXXXXX";
    if (!mkdtemp(dir) || chdir(dir) != 0) {
        puts("Bail out! no temporary folder");
        return 1;
    }
    test_whole_files(&tap, &arena);
    test_names(&tap, &arena);
    test_closed(&tap, &arena);
    test_lists(&tap, &arena);
    test_at(&tap, &arena);
    test_own(&tap, &arena);
    if (chdir("/") == 0) {
        fs_remove_tree(str_from(dir));
    }
    arena_free(&arena);
    return tap_done(&tap);
}
