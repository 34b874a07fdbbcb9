/* SPDX-License-Identifier: MIT */
/* files/fs_batch: all or none, and journals that a stranger has written. Real
 * kills are in tests/run/move_faults.t. */
#include "files/fs_batch.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/pack.h"
#include "files/fs.h"
#include "files/fs_at.h"
#include "files/state_file.h"
#include "tap.h"
#include "write_file.h"

#define JOURNAL STR("state/journal")

/* As fs_batch.c writes it: one step, and the hash of the new bytes. */
static void write_step(enum fs_batch_kind kind, const char *path,
                       const char *to, const char *bytes)
{
    struct hash128 hash = hash128(str_from(bytes));
    struct buf steps = {0};
    struct buf out = {0};
    pack_bool(&steps, false);
    pack_uint(&steps, 1);
    pack_uint(&steps, kind);
    pack_str(&steps, str_from(path));
    pack_str(&steps, str_from(to));
    pack_str(&steps, STR(""));
    pack_word(&steps, hash.low);
    pack_word(&steps, hash.high);
    pack_word(&out, hash64(buf_str(&steps)));
    buf_put(&out, buf_str(&steps));
    write_file(JOURNAL, buf_str(&out));
    buf_free(&steps);
    buf_free(&out);
}

/* A move that was done, from one path to the other. */
static void write_journal(const char *from, const char *to)
{
    write_step(FS_BATCH_MOVE, from, to, "");
}

/* If the last step fails, a folder moved into itself, all files are as before.
 */
static void test_all_or_none(struct tap *t, struct arena *arena)
{
    struct fs_batch batch = {.arena = arena, .journal = JOURNAL};
    struct fs_list left = {0};
    str failed;
    fs_mkdirs(STR("b"));
    write_file(STR("b/one"), STR("old"));
    fs_batch_write(&batch, STR("b/one"), STR("new"));
    fs_batch_create(&batch, STR("b/made/two"), STR("two"));
    fs_batch_move(&batch, STR("b"), STR("b/itself/b"));
    CHECK(t, fs_batch_commit(&batch, &failed) == EINVAL);
    CHECK(t, str_eq(failed, STR("b")));
    CHECK(t, fs_same(STR("b/one"), STR("old")));
    CHECK(t, fs_walk(STR("b"), arena, &left) == 0 && left.n == 1);
    CHECK(t, fs_kind(STR("b/made"), false) == FS_MISSING);
    CHECK(t, fs_kind(JOURNAL, false) == FS_MISSING);
}

/* Without a journal, no file has the old bytes: none is left by a kill. */
static void test_no_journal(struct tap *t, struct arena *arena)
{
    struct fs_batch batch = {.arena = arena};
    struct fs_list left = {0};
    struct stat st;
    str failed;
    fs_mkdirs(STR("n"));
    write_file(STR("n/one"), STR("old"));
    CHECK(t, chmod("n/one", 0640) == 0);
    fs_batch_write(&batch, STR("n/one"), STR("new"));
    fs_batch_move(&batch, STR("n/.one.crumb-old"), STR("n/two"));
    CHECK(t, fs_batch_commit(&batch, &failed) == ENOENT);
    CHECK_STR(t, failed, "n/.one.crumb-old");
    CHECK(t, !batch.stuck.n && fs_same(STR("n/one"), STR("old")));
    CHECK(t, stat("n/one", &st) == 0 && (st.st_mode & 0777) == 0640);
    CHECK(t, fs_walk(STR("n"), arena, &left) == 0 && left.n == 1);
}

/* Leftovers of a killed write, and edits that people make to them. */
static void test_written(struct tap *t, struct arena *arena)
{
    str changed = {NULL, 0};
    write_file(STR("w"), STR("new"));
    write_file(STR(".w.crumb-old"), STR("old"));
    write_step(FS_BATCH_WRITE, "w", "", "new");
    CHECK(t, fs_batch_recover(JOURNAL, arena, &changed) == FS_BATCH_UNDONE);
    CHECK(t, fs_same(STR("w"), STR("old")));
    CHECK(t, fs_kind(STR(".w.crumb-old"), false) == FS_MISSING);

    /* Killed before it began: nothing is kept, and nothing was changed. */
    write_step(FS_BATCH_WRITE, "w", "", "new");
    CHECK(t, fs_batch_recover(JOURNAL, arena, &changed) == FS_BATCH_UNDONE);
    CHECK(t, fs_same(STR("w"), STR("old")));

    /* Killed while the old file had two names: it is as it was. */
    write_file(STR(".w.crumb-old"), STR("old"));
    write_step(FS_BATCH_WRITE, "w", "", "new");
    CHECK(t, fs_batch_recover(JOURNAL, arena, &changed) == FS_BATCH_UNDONE);
    CHECK(t, fs_same(STR("w"), STR("old")));

    write_file(STR("w"), STR("mine"));
    write_file(STR(".w.crumb-old"), STR("old"));
    write_step(FS_BATCH_WRITE, "w", "", "new");
    CHECK(t, fs_batch_recover(JOURNAL, arena, &changed) == FS_BATCH_CHANGED);
    CHECK(t, str_eq(changed, STR("w")) && fs_same(STR("w"), STR("mine")));

    write_file(STR("w"), STR("new"));
    write_step(FS_BATCH_CREATE, "w", "", "new");
    CHECK(t, fs_batch_recover(JOURNAL, arena, &changed) == FS_BATCH_UNDONE);
    CHECK(t, fs_kind(STR("w"), false) == FS_MISSING);
    write_file(STR("w"), STR("mine"));
    write_step(FS_BATCH_CREATE, "w", "", "new");
    CHECK(t, fs_batch_recover(JOURNAL, arena, &changed) == FS_BATCH_CHANGED);
    CHECK(t, fs_same(STR("w"), STR("mine")));
}

/* A step that can't be undone keeps its old bytes and the journal. */
static void test_stuck(struct tap *t, struct arena *arena)
{
    struct fs_batch batch = {.arena = arena, .journal = JOURNAL};
    str failed;
    str changed = {NULL, 0};
    fs_mkdirs(STR("s/.x.crumb-old"));
    write_file(STR("s/x"), STR("old"));
    /* The old bytes of the third step go where the first one's folder was. The
     * step fails, for its new bytes are gone. */
    fs_batch_move(&batch, STR("s/.x.crumb-old"), STR("s/moved"));
    fs_batch_move(&batch, STR("s/.x.crumb-new"), STR("s/new"));
    fs_batch_write(&batch, STR("s/x"), STR("new"));
    CHECK(t, fs_batch_commit(&batch, &failed) == ENOENT);
    CHECK_STR(t, batch.stuck, "s/moved");
    CHECK(t, fs_kind(JOURNAL, false) == FS_FILE);
    CHECK(t, fs_same(STR("s/x"), STR("old")));

    /* A folder has come into the place of the file. */
    fs_mkdirs(STR("s/y"));
    write_file(STR("s/.y.crumb-old"), STR("old"));
    write_step(FS_BATCH_WRITE, "s/y", "", "new");
    CHECK(t, fs_batch_recover(JOURNAL, arena, &changed) == FS_BATCH_STUCK);
    CHECK_STR(t, changed, "s/y");
    CHECK(t, fs_same(STR("s/.y.crumb-old"), STR("old")));
    batch = (struct fs_batch){.arena = arena, .journal = JOURNAL};
    fs_batch_write(&batch, STR("s/x"), STR("new"));
    CHECK(t, fs_batch_commit(&batch, &failed) == EALREADY);
    CHECK(t, fs_same(STR("s/x"), STR("old")));
    CHECK(t, fs_rmdir(STR("s/y")) == 0);
    CHECK(t, fs_batch_recover(JOURNAL, arena, &changed) == FS_BATCH_UNDONE);
    CHECK(t, fs_same(STR("s/y"), STR("old")));
    CHECK(t, fs_kind(JOURNAL, false) == FS_MISSING);
}

static void test_undone(struct tap *t, struct arena *arena)
{
    str changed;
    write_journal("from", "to");
    write_file(STR("to"), STR("text"));
    CHECK(t, fs_batch_recover(JOURNAL, arena, &changed) == FS_BATCH_UNDONE);
    CHECK(t, fs_same(STR("from"), STR("text")));
    CHECK(t, fs_kind(JOURNAL, false) == FS_MISSING);
}

static void test_foreign(struct tap *t, struct arena *arena, const char *path)
{
    str changed;
    write_journal(path, "from");
    CHECK(t, fs_batch_recover(JOURNAL, arena, &changed) == FS_BATCH_NOTHING);
    CHECK(t, fs_same(STR("from"), STR("text")));
    CHECK(t, fs_kind(str_from(path), false) == FS_MISSING);
    CHECK(t, fs_kind(JOURNAL, false) == FS_MISSING);
}

static void test_torn(struct tap *t, struct arena *arena)
{
    str bytes;
    str changed;
    write_journal("to", "from");
    fs_read(JOURNAL, arena, &bytes);
    for (size_t n = 0; n < bytes.n; n++) {
        write_file(JOURNAL, str_sub(bytes, 0, n));
        if (fs_batch_recover(JOURNAL, arena, &changed) != FS_BATCH_NOTHING) {
            CHECK(t, n == bytes.n);
        }
    }
    CHECK(t, fs_same(STR("from"), STR("text")));
}

static void test_locked(struct tap *t, struct arena *arena)
{
    struct fs_batch batch = {.arena = arena, .journal = JOURNAL};
    str failed;
    str changed;
    int lock;
    CHECK(t, state_file_open_lock(STR("state/journal.lock"), &lock) == 0);
    CHECK(t, fs_at_lock(lock, false) == 0);
    write_journal("to", "from");
    CHECK(t, fs_batch_recover(JOURNAL, arena, &changed) == FS_BATCH_NOTHING);
    CHECK(t, fs_kind(JOURNAL, false) == FS_FILE);
    fs_batch_move(&batch, STR("from"), STR("to"));
    CHECK(t, fs_batch_commit(&batch, &failed) == EWOULDBLOCK);
    CHECK(t, fs_same(STR("from"), STR("text")));
    /* The other process may be about to move the file away. */
    batch = (struct fs_batch){.arena = arena, .journal = JOURNAL};
    fs_batch_create(&batch, STR("from"), STR("new"));
    CHECK(t, fs_batch_commit(&batch, &failed) == EWOULDBLOCK);
    fs_at_close(lock);
    CHECK(t, fs_batch_recover(JOURNAL, arena, &changed) == FS_BATCH_UNDONE);
    CHECK(t, fs_same(STR("to"), STR("text")));
}

/* A state that is a link may have come with the site. */
static void test_linked(struct tap *t, struct arena *arena)
{
    struct fs_batch batch = {.arena = arena, .journal = STR("link/journal")};
    str failed;
    fs_batch_move(&batch, STR("to"), STR("from"));
    CHECK(t, fs_batch_commit(&batch, &failed) == ENOTDIR);
    CHECK(t, fs_kind(STR("state/journal"), false) == FS_MISSING);
    CHECK(t, fs_same(STR("to"), STR("text")));
}

int main(void)
{
    struct tap t = {0};
    struct arena arena = {0};
    char dir[] = "/tmp/crumb-batch-XXXXXX";
    static const char *const foreign[] = {
        "../crumb-mine", "/tmp/crumb-mine", "a/../mine", ".git/hooks/mine",
        "link/mine",     "state/../mine",   "./mine",    "a//mine"};
    CHECK(&t, mkdtemp(dir) && chdir(dir) == 0);
    CHECK(&t,
          fs_mkdirs(STR("state")) == 0 && fs_mkdirs(STR(".git/hooks")) == 0);
    CHECK(&t, fs_mkdirs(STR("a")) == 0 && symlink("state", "link") == 0);
    test_undone(&t, &arena);
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        test_foreign(&t, &arena, foreign[i]);
    }
    test_torn(&t, &arena);
    test_locked(&t, &arena);
    test_linked(&t, &arena);
    test_all_or_none(&t, &arena);
    test_no_journal(&t, &arena);
    test_written(&t, &arena);
    test_stuck(&t, &arena);
    CHECK(&t, chdir("/") == 0 && fs_remove_tree(str_from(dir)) == 0);
    arena_free(&arena);
    return tap_done(&t);
}
