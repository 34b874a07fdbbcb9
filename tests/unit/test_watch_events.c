/* SPDX-License-Identifier: MIT */
/* serve/watch/watch_events: what the system reports of a site that is edited in
 * ways that no page shows. */
#include "serve/watch/watch_events.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/fs.h"
#include "tap.h"
#include "write_file.h"

struct fixture {
    struct tap tap;
    struct watch_events watch;
    struct changes changes;
    struct arena arena; /* of the changes */
};

/* Forgets all that came so far. */
static void forget(struct fixture *f)
{
    watch_events_read(&f->watch, &f->changes, &f->arena);
    f->changes = (struct changes){0};
    arena_clear(&f->arena);
}

static bool is_reported(struct fixture *f, const char *path)
{
    bool read = watch_events_read(&f->watch, &f->changes, &f->arena) == 0;
    return read && changes_have(&f->changes, str_from(path));
}

static void test_chmod(struct fixture *f)
{
    forget(f);
    CHECK(&f->tap, chmod("content/a.md", 0600) == 0);
    CHECK(&f->tap, is_reported(f, "content/a.md") && !f->changes.whole);
    CHECK(&f->tap, f->changes.list.p[0].kind == CHANGE_WRITTEN);
    /* A file that is still open is not written yet. */
    forget(f);
    int fd = open("content/b.md", O_WRONLY | O_CREAT, 0600);
    CHECK(&f->tap, fd >= 0 && fchmod(fd, 0644) == 0);
    CHECK(&f->tap, is_reported(f, "content/b.md"));
    CHECK(&f->tap, f->changes.list.p[0].kind == CHANGE_BEGUN);
    close(fd);
    CHECK(&f->tap, is_reported(f, "content/b.md"));
    CHECK(&f->tap, f->changes.list.p[0].kind == CHANGE_NEW);
}

/* Files behind a link to a folder are watched from the moment that it is there.
 */
static void test_link(struct fixture *f)
{
    forget(f);
    CHECK(&f->tap, symlink("../notes", "content/notes") == 0);
    CHECK(&f->tap, is_reported(f, "content/notes") && f->changes.whole);
    forget(f);
    write_file(STR("notes/n.md"), STR("Text.\n"));
    CHECK(&f->tap, is_reported(f, "content/notes/n.md") && !f->changes.whole);
}

/* Watches do not become more, and folders keep theirs. */
static void test_folders(struct fixture *f)
{
    size_t before = f->watch.dirs.n;
    for (int i = 0; i < 20; i++) {
        forget(f);
        CHECK(&f->tap, fs_mkdirs(STR("content/new")) == 0);
        CHECK(&f->tap, is_reported(f, "content/new") && f->changes.whole);
        CHECK(&f->tap, fs_rmdir(STR("content/new")) == 0);
    }
    CHECK(&f->tap, f->watch.dirs.n <= before + 20);
    CHECK(&f->tap, rename("content/folder", "content/moved") == 0);
    forget(f);
    write_file(STR("content/moved/x.md"), STR("Text.\n"));
    CHECK(&f->tap, is_reported(f, "content/moved/x.md") && !f->changes.whole);
    /* Out of the site: no longer watched. */
    CHECK(&f->tap, rename("content/moved", "notes/moved") == 0);
    CHECK(&f->tap, unlink("content/notes") == 0);
    forget(f);
    fs_mkdirs(STR("content/again"));
    forget(f);
    write_file(STR("notes/moved/x.md"), STR("Text.\n"));
    CHECK(&f->tap, !is_reported(f, "notes/moved/x.md"));
    CHECK(&f->tap, f->changes.list.n == 0);
}

int main(void)
{
    struct fixture f = {.watch = {.fd = 0}};
    char dir[] = "/tmp/crumb-watch-XXXXXX";
    if (!mkdtemp(dir) || chdir(dir) != 0 ||
        fs_mkdirs(STR("content/folder")) != 0 || fs_mkdirs(STR("notes")) != 0) {
        return 1;
    }
    write_file(STR("content/a.md"), STR("Text.\n"));
    if (watch_events_open(&f.watch) == 0) {
        test_chmod(&f);
        test_link(&f);
        test_folders(&f);
    }
    watch_events_close(&f.watch);
    arena_free(&f.arena);
    fs_remove_tree(str_from(dir));
    return tap_done(&f.tap);
}
