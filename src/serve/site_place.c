/* SPDX-License-Identifier: MIT */
#include "serve/site_place.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/fs.h"
#include "files/fs_at.h"
#include "files/state_file.h"
#include "files/tree/ignored_names.h"
#include "publish/publish.h"

/* Two of them would write their own addresses into the same pages. Where files
 * can't be locked, both may run. */
static bool take_lock(struct site_place *place, struct diags *diags)
{
    str path = STR(".crumb/preview.lock");
    if (!publish_check_state(STR(".crumb"), diags)) {
        return false;
    }
    if (fs_mkdirs(STR(".crumb")) == 0 &&
        state_file_open_lock(path, &place->lock) == 0 &&
        fs_at_lock(place->lock, false) == EWOULDBLOCK) {
        diag_hint(diag_error(diags, (span){0}, "preview-running",
                             "another crumb serve shows this site"),
                  "end that one, or use the address that it serves");
        return false;
    }
    return true;
}

/* An older crumb wrote its pages into a folder. It goes if it is that: a list
 * of what was published into it says so. */
static void remove_old_pages(void)
{
    static const char *const names[] = {"manifest", "ledger", "lock"};
    struct arena arena = {0};
    str folder = STR(".crumb/preview");
    str state = STR(".crumb");
    str manifest = publish_state_path(folder, state, names[0], &arena);
    if (manifest.p && fs_kind(folder, false) == FS_DIR &&
        fs_kind(manifest, false) == FS_FILE) {
        str paths[sizeof names / sizeof *names];
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            paths[i] = publish_state_path(folder, state, names[i], &arena);
        }
        fs_remove_tree(folder);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            fs_unlink(paths[i]);
        }
    }
    arena_free(&arena);
}

static bool fails(int error, struct diags *diags)
{
    diag_error(diags, (span){0}, "listen", "the preview can't run: %s",
               strerror(error));
    return false;
}

bool site_place_open(struct site_place *place, struct arena *arena,
                     struct diags *diags)
{
    *place = (struct site_place){.lock = -1};
    int error = fs_real(STR("."), arena, &place->path);
    if (error) {
        return fails(error, diags);
    }
    place->folder = place->path;
    bool taken = take_lock(place, diags);
    if (taken) {
        remove_old_pages();
    }
    return taken;
}

enum place_state site_place_look(const struct site_place *place)
{
    struct stat there;
    struct stat here;
    if (stat(place->path.p, &there) != 0 || !S_ISDIR(there.st_mode)) {
        return PLACE_GONE;
    }
    bool same = stat(".", &here) == 0 && there.st_dev == here.st_dev &&
                there.st_ino == here.st_ino;
    return same ? PLACE_SAME : PLACE_OTHER;
}

void site_place_follow(struct site_place *place, struct arena *arena)
{
    fs_real(STR("."), arena, &place->folder);
}

bool site_place_enter(struct site_place *place, struct arena *arena,
                      struct diags *diags)
{
    site_place_close(place);
    if (chdir(place->path.p) != 0) {
        return fails(errno, diags);
    }
    site_place_follow(place, arena);
    return take_lock(place, diags);
}

str site_place_file(const struct site_place *place, str path,
                    struct arena *arena)
{
    str file = path;
    str real;
    size_t n = place->folder.n;
    int error = fs_real(path, arena, &real);
    bool inside = !error && str_starts(real, place->folder) && real.n > n &&
                  real.p[n] == '/';
    if (inside) {
        file = str_from_offset(real, n + 1);
    }
    /* Other errors are left to the server, which opens the file. */
    bool known = !error || fs_is_missing(error);
    return known && (!inside || path_is_ignored(file)) ? (str){NULL, 0} : file;
}

void site_place_close(struct site_place *place)
{
    if (place->lock >= 0) {
        fs_at_close(place->lock);
        place->lock = -1;
    }
}
