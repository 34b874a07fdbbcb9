/* SPDX-License-Identifier: MIT */
#include "serve/watch/watch_events.h"

#include <errno.h>
#include <unistd.h>

#ifdef __linux__

#include <dirent.h>
#include <sys/inotify.h>
#include <sys/stat.h>

#include "files/fs.h"
#include "files/path.h"
#include "files/tree/ignored_names.h"
#include "files/tree/tree.h"

enum {
    /* IN_ATTRIB: chmod may let the file be read. */
    EVENTS = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE |
             IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB | IN_ONLYDIR,
    DEEPEST = 64,
};

/* *known: under another name; there may be links in a circle. */
static int watch_one(struct watch_events *watch, str dir, bool *known)
{
    str path = arena_concat(&watch->arena, dir.n ? dir : STR("."), STR(""));
    int number = inotify_add_watch(watch->fd, path.p, EVENTS);
    if (number < 0) {
        return errno == ENOENT || errno == ENOTDIR ? 0 : errno;
    }
    while (watch->dirs.n <= (size_t)number) {
        *VEC_PUSH(&watch->dirs, &watch->arena) = (str){NULL, 0};
    }
    *known = watch->dirs.p[number].p;
    if (!*known) {
        watch->dirs.p[number] = str_sub(path, 0, dir.n);
    }
    return 0;
}

/* Returns an errno value if it can't find out. An entry that has vanished, and
 * a link to something that may not be read, is no folder. */
static int is_folder(int dir, const struct dirent *entry, bool *folder)
{
    struct stat stat;
    *folder = entry->d_type == DT_DIR || entry->d_type == DT_LNK ||
              entry->d_type == DT_UNKNOWN;
    if (!*folder || path_is_ignored(str_from(entry->d_name))) {
        *folder = false;
        return 0;
    }
    int error = fstatat(dir, entry->d_name, &stat, 0) == 0 ? 0 : errno;
    *folder = !error && S_ISDIR(stat.st_mode);
    bool hidden = error == EACCES && entry->d_type == DT_LNK;
    return fs_is_missing(error) || hidden ? 0 : error;
}

/* Watches a folder before it reads it: changes in between are seen twice, not
 * missed. */
static int watch_tree(struct watch_events *watch, str dir, int depth)
{
    bool known = false;
    int error = watch_one(watch, dir, &known);
    if (error || known || depth == DEEPEST) {
        return error;
    }
    DIR *open = opendir(dir.p);
    if (!open) {
        return fs_is_missing(errno) ? 0 : errno;
    }
    struct dirent *entry = NULL;
    while (!error && (errno = 0, entry = readdir(open))) {
        bool folder;
        error = is_folder(dirfd(open), entry, &folder);
        if (folder) {
            str name = str_from(entry->d_name);
            error = watch_tree(watch, path_join(&watch->arena, dir, name),
                               depth + 1);
        }
    }
    error = entry ? error : errno;
    closedir(open);
    return error;
}

static int watch_all(struct watch_events *watch)
{
    bool known;
    int error = watch_one(watch, STR(""), &known);
    for (size_t i = 0; i < TREE_SOURCES && !error; i++) {
        error = watch_tree(watch, tree_folders[i], 0);
    }
    return error;
}

/* A folder that is still there keeps its number: the system gives none
 * twice. */
static int watch_again(struct watch_events *watch)
{
    struct watch_events before = *watch;
    watch->arena = (struct arena){0};
    VEC_CLEAR(&watch->dirs);
    int error = watch_all(watch);
    for (size_t i = 0; i < before.dirs.n; i++) {
        bool stays = i < watch->dirs.n && watch->dirs.p[i].p;
        if (before.dirs.p[i].p && !stays) {
            inotify_rm_watch(watch->fd, (int)i);
        }
    }
    arena_free(&before.arena);
    return error;
}

/* A symbolic link, or a second name for a file: no event follows that says that
 * it was written. */
static bool is_there_at_once(str path)
{
    struct stat stat;
    return lstat(path.p, &stat) == 0 &&
           (S_ISLNK(stat.st_mode) || stat.st_nlink > 1);
}

static void add_file(const struct inotify_event *event, str dir, str name,
                     str path, struct changes *changes, struct arena *arena)
{
    if (event->mask & IN_CREATE) {
        changes_add(changes, dir, name, CHANGE_BEGUN, arena);
        if (!is_there_at_once(path)) {
            return;
        }
    }
    if (event->mask & IN_ATTRIB && changes_have(changes, path)) {
        return; /* one of the steps in which the file is saved */
    }
    bool gone = event->mask & (IN_DELETE | IN_MOVED_FROM);
    changes_add(changes, dir, name, gone ? CHANGE_GONE : CHANGE_WRITTEN, arena);
}

static bool leads_to_folder(str path)
{
    return fs_kind(path, false) == FS_LINK && fs_kind(path, true) == FS_DIR;
}

/* True: the folders must be searched again. */
static bool take_event(struct watch_events *watch,
                       const struct inotify_event *event,
                       struct changes *changes, struct arena *arena)
{
    if (event->mask & IN_Q_OVERFLOW) {
        changes->whole = true;
        return true;
    }
    if (event->wd < 0 || (size_t)event->wd >= watch->dirs.n ||
        !watch->dirs.p[event->wd].p) {
        return false;
    }
    str dir = watch->dirs.p[event->wd];
    str name = event->len ? str_from(event->name) : (str){NULL, 0};
    if (event->mask & (IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF)) {
        bool gone = event->mask & IN_IGNORED;
        watch->dirs.p[event->wd] = gone ? (str){NULL, 0} : dir;
        changes->whole = changes->whole || dir.n;
        return event->mask & IN_MOVE_SELF;
    }
    if (!name.n || !changes_are_wanted(dir, name)) {
        return false;
    }
    if (event->mask & IN_ISDIR) {
        changes->whole = true;
        return event->mask & (IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM);
    }
    str path = path_join(arena, dir, name);
    add_file(event, dir, name, path, changes, arena);
    return leads_to_folder(path);
}

int watch_events_read(struct watch_events *watch, struct changes *changes,
                      struct arena *arena)
{
    _Alignas(struct inotify_event) char bytes[64 * 1024];
    bool again = false;
    ssize_t n;
    while ((n = read(watch->fd, bytes, sizeof bytes)) > 0) {
        for (char *p = bytes; p < bytes + n;) {
            const struct inotify_event *event = (const void *)p;
            again = take_event(watch, event, changes, arena) || again;
            p += sizeof *event + event->len;
        }
    }
    if (!again) {
        return 0;
    }
    changes->whole = true;
    return watch_again(watch);
}

int watch_events_open(struct watch_events *watch)
{
    watch->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    return watch->fd >= 0 ? watch_all(watch) : errno;
}

#else

int watch_events_open(struct watch_events *watch)
{
    watch->fd = -1;
    return ENOSYS;
}

int watch_events_read(struct watch_events *watch, struct changes *changes,
                      struct arena *arena)
{
    (void)watch, (void)changes, (void)arena;
    return ENOSYS;
}

#endif

void watch_events_close(struct watch_events *watch)
{
    if (watch->fd >= 0) {
        close(watch->fd);
        watch->fd = -1;
    }
    arena_free(&watch->arena);
}
