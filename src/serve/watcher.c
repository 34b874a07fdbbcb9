/* SPDX-License-Identifier: MIT */
#include "serve/watcher.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/map.h"
#include "base/path.h"
#include "base/tree.h"

/* --- names --- */

static const str roots[] = {STR_INIT("content"), STR_INIT("templates"),
                            STR_INIT("static"), STR_INIT("data")};

enum { NROOTS = sizeof roots / sizeof *roots };

static bool is_root(str name)
{
    return str_is_one_of(name, roots, NROOTS);
}

/* A build may look at it. */
static bool is_wanted(str dir, str name)
{
    if (!dir.n) {
        return is_root(name) || str_eq(name, STR("site.yaml"));
    }
    return !tree_is_passed_over(name);
}

static bool has_path(const struct changes *changes, str path)
{
    for (size_t i = 0; i < changes->paths.n; i++) {
        if (str_eq(changes->paths.p[i], path)) {
            return true;
        }
    }
    return false;
}

/* A branch checked out, say: more than that need no names. */
enum { MOST_NAMED = 1000 };

static void add_change(struct changes *changes, str dir, str name,
                       struct arena *arena)
{
    if (changes->paths.n == MOST_NAMED) {
        changes->whole = true;
        return;
    }
    str path = dir.n ? path_join(arena, dir, name) : arena_str(arena, name);
    if (!has_path(changes, path)) {
        *VEC_PUSH(&changes->paths, arena) = path;
    }
}

/* --- the watcher --- */

struct watcher {
    int fd;             /* of inotify; -1: it walks */
    struct arena arena; /* of the folders' names */
    VEC(str)
    dirs; /* by watch descriptor; "" is the site's folder, p == NULL:
             none */
    /* Of the last walk, by turns, so that one can be dropped: */
    struct arena walks[2];
    struct fs_list seen[NROOTS];
    struct fs_stat settings;
    size_t walk;
};

/* --- events --- */

enum {
    /* IN_MODIFY is no change yet, and a sign of one to come: what reads files
     * meanwhile had better stop. */
    EVENTS = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE |
             IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_MODIFY | IN_ONLYDIR,
    DEEPEST = 64,
};

/* *known: under another name; there may be links in a circle. */
static int watch_one(struct watcher *watcher, str dir, bool *known)
{
    str path = arena_concat(&watcher->arena, dir.n ? dir : STR("."), STR(""));
    int number = inotify_add_watch(watcher->fd, path.p, EVENTS);
    if (number < 0) {
        return errno == ENOENT || errno == ENOTDIR ? 0 : errno;
    }
    while (watcher->dirs.n <= (size_t)number) {
        *VEC_PUSH(&watcher->dirs, &watcher->arena) = (str){NULL, 0};
    }
    *known = watcher->dirs.p[number].p;
    if (!*known) {
        watcher->dirs.p[number] = str_sub(path, 0, dir.n);
    }
    return 0;
}

/* The watch first, then the look: what comes in between is seen twice. */
static int watch_tree(struct watcher *watcher, str dir, int depth)
{
    bool known = false;
    int error = watch_one(watcher, dir, &known);
    DIR *open = error || known || depth == DEEPEST ? NULL : opendir(dir.p);
    struct dirent *entry;
    while (open && !error && (entry = readdir(open))) {
        str name = str_from(entry->d_name);
        struct stat stat;
        bool folder = entry->d_type == DT_DIR || entry->d_type == DT_LNK ||
                      entry->d_type == DT_UNKNOWN;
        if (!folder || tree_is_passed_over(name)) {
            continue;
        }
        if (fstatat(dirfd(open), entry->d_name, &stat, 0) == 0 &&
            S_ISDIR(stat.st_mode)) {
            error = watch_tree(watcher, path_join(&watcher->arena, dir, name),
                               depth + 1);
        }
    }
    if (open) {
        closedir(open);
    }
    return error;
}

static int watch_all(struct watcher *watcher)
{
    bool known;
    int error = watch_one(watcher, STR(""), &known);
    for (size_t i = 0; i < NROOTS && !error; i++) {
        error = watch_tree(watcher, roots[i], 0);
    }
    return error;
}

static void unwatch(struct watcher *watcher)
{
    for (size_t i = 0; i < watcher->dirs.n; i++) {
        if (watcher->dirs.p[i].p) {
            inotify_rm_watch(watcher->fd, (int)i);
        }
    }
    arena_free(&watcher->arena);
    watcher->dirs.n = watcher->dirs.cap = 0;
    watcher->dirs.p = NULL;
}

/* What came and went is a step of some editor's. */
static bool drop_change(struct changes *changes, str dir, str name,
                        struct arena *arena)
{
    str path = dir.n ? path_join(arena, dir, name) : name;
    for (size_t i = 0; i < changes->paths.n; i++) {
        if (str_eq(changes->paths.p[i], path)) {
            changes->paths.p[i] = changes->paths.p[--changes->paths.n];
            return true;
        }
    }
    return false;
}

/* A link, or a second name for a file: nobody writes and closes those. */
static bool is_there_at_once(str dir, str name, struct arena *arena)
{
    struct stat stat;
    str path = dir.n ? path_join(arena, dir, name) : name;
    return lstat(arena_str(arena, path).p, &stat) == 0 &&
           (S_ISLNK(stat.st_mode) || stat.st_nlink > 1);
}

/* True: the folders have to be looked for again. */
static bool take_event(struct watcher *watcher,
                       const struct inotify_event *event,
                       struct changes *changes, struct changes *born,
                       struct arena *arena)
{
    if (event->mask & IN_Q_OVERFLOW) {
        changes->whole = true;
        return true;
    }
    if (event->wd < 0 || (size_t)event->wd >= watcher->dirs.n ||
        !watcher->dirs.p[event->wd].p) {
        return false;
    }
    str dir = watcher->dirs.p[event->wd];
    str name = event->len ? str_from(event->name) : (str){NULL, 0};
    if (event->mask & (IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF)) {
        bool gone = event->mask & IN_IGNORED;
        watcher->dirs.p[event->wd] = gone ? (str){NULL, 0} : dir;
        changes->whole = changes->whole || dir.n;
        return event->mask & IN_MOVE_SELF;
    }
    if (!name.n || !is_wanted(dir, name) || (event->mask & IN_MODIFY)) {
        return false;
    }
    if (event->mask & IN_ISDIR) {
        changes->whole = true;
        return event->mask & (IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM);
    }
    if (event->mask & IN_CREATE) {
        add_change(born, dir, name, arena);
    } else if ((event->mask & (IN_DELETE | IN_MOVED_FROM)) &&
               drop_change(born, dir, name, arena)) {
        drop_change(changes, dir, name, arena);
        return false;
    }
    if (!(event->mask & IN_CREATE) || is_there_at_once(dir, name, arena)) {
        add_change(changes, dir, name, arena);
    }
    return false;
}

/* An error: it sees no longer all of the folders. */
static int read_events(struct watcher *watcher, struct changes *changes,
                       struct arena *arena)
{
    _Alignas(struct inotify_event) char bytes[64 * 1024];
    struct changes born = {0}; /* files that were not there before */
    bool again = false;
    ssize_t n;
    while ((n = read(watcher->fd, bytes, sizeof bytes)) > 0) {
        for (char *p = bytes; p < bytes + n;) {
            const struct inotify_event *event = (const void *)p;
            again = take_event(watcher, event, changes, &born, arena) || again;
            p += sizeof *event + event->len;
        }
    }
    if (!again) {
        return 0;
    }
    changes->whole = true;
    unwatch(watcher);
    return watch_all(watcher);
}

/* --- walks --- */

static void compare_lists(str root, const struct fs_list *then,
                          const struct fs_list *now, struct changes *changes,
                          struct arena *arena)
{
    size_t i = 0;
    size_t j = 0;
    while (i < then->n || j < now->n) {
        int order = i == then->n ? 1
                    : j == now->n
                        ? -1
                        : str_cmp(then->entries[i].name, now->entries[j].name);
        struct fs_stat left = {0};
        struct fs_stat right = {0};
        str name = order <= 0 ? then->entries[i].name : now->entries[j].name;
        if (order <= 0) {
            left = fs_stat_of_entry(&then->entries[i++]);
        }
        if (order >= 0) {
            right = fs_stat_of_entry(&now->entries[j++]);
        }
        if (!fs_stat_same(&left, &right) &&
            !tree_is_passed_over(path_base(name))) {
            add_change(changes, root, name, arena);
        }
    }
}

static void walk(struct watcher *watcher, struct changes *changes,
                 struct arena *arena)
{
    struct arena *keep = &watcher->walks[watcher->walk % 2];
    struct fs_stat settings = {0};
    for (size_t i = 0; i < NROOTS; i++) {
        struct fs_list now = {0};
        fs_walk(roots[i], keep, &now);
        if (changes) {
            compare_lists(roots[i], &watcher->seen[i], &now, changes, arena);
        }
        watcher->seen[i] = now;
    }
    fs_stat(STR("site.yaml"), &settings);
    if (changes && !fs_stat_same(&settings, &watcher->settings)) {
        add_change(changes, STR(""), STR("site.yaml"), arena);
    }
    watcher->settings = settings;
    watcher->walk++;
    arena_clear(&watcher->walks[watcher->walk % 2]);
}

/* --- all of it --- */

static const char *start_walking(struct watcher *watcher, int error)
{
    if (watcher->fd >= 0) {
        close(watcher->fd);
        watcher->fd = -1;
    }
    walk(watcher, NULL, NULL);
    return !error            ? NULL
           : error == ENOSPC ? "the system's limit of watched folders "
                               "(fs.inotify.max_user_watches) is reached"
                             : strerror(error);
}

struct watcher *watcher_open(struct arena *arena, bool poll, const char **why)
{
    struct watcher *watcher = ARENA_NEW(arena, struct watcher);
    watcher->fd = poll ? -1 : inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    int error = poll || watcher->fd >= 0 ? 0 : errno;
    if (!poll && !error) {
        error = watch_all(watcher);
    }
    *why = poll || error ? start_walking(watcher, error) : NULL;
    return watcher;
}

void watcher_close(struct watcher *watcher)
{
    if (watcher->fd >= 0) {
        close(watcher->fd);
    }
    arena_free(&watcher->arena);
    arena_free(&watcher->walks[0]);
    arena_free(&watcher->walks[1]);
}

int watcher_fd(const struct watcher *watcher)
{
    return watcher->fd;
}

const char *watcher_read(struct watcher *watcher, struct changes *changes,
                         struct arena *arena)
{
    if (watcher->fd < 0) {
        walk(watcher, changes, arena);
        return NULL;
    }
    int error = read_events(watcher, changes, arena);
    return error ? start_walking(watcher, error) : NULL;
}
