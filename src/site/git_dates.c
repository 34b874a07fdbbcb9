/* SPDX-License-Identifier: MIT */
#include "site/site_load.h"

#include <errno.h>

#include "base/memory/buf.h"
#include "files/fs.h"
#include "files/path.h"
#include "files/run.h"
#include "site/content/post.h"

/* A commit starts with this character, which no path begins with. */
#define COMMIT_MARK "\x01"
#define COMMIT_FORMAT "--format=\x01%ct"

/* Its date is that of its last commit. */
static bool is_dated(const struct post *post)
{
    str text = frontmatter_uncommon(post->front)->date_text;
    return text.n && frontmatter_is_git_date(text);
}

static bool asks(const struct site *site, const struct post *post)
{
    return post->front->updated_git || is_dated(post) ||
           (site->config.updated_git && !post->front->has_updated);
}

/* Of the newest commit with each path. Git's order is by date, but clocks of
 * several people are not: the newest counts. */
struct dates {
    struct arena *arena;
    struct map by_path; /* "content/..." -> int64_t */
};

static void note_git(struct dates *dates, str path, int64_t instant)
{
    int64_t **place = (int64_t **)map_put(&dates->by_path, dates->arena, path);
    if (!*place) {
        *place = ARENA_NEW(dates->arena, int64_t);
        **place = instant;
    } else if (**place < instant) {
        **place = instant;
    }
}

static int64_t to_seconds(str digits)
{
    int64_t n = 0;
    for (size_t i = 0; i < digits.n && i < 15 && is_digit(digits.p[i]); i++) {
        n = n * 10 + (digits.p[i] - '0');
    }
    return n;
}

/* MARK SECONDS NUL LF PATH NUL PATH NUL MARK ... */
static void read_log(str log, struct dates *dates)
{
    str mark = STR(COMMIT_MARK);
    str part;
    int64_t instant = 0;
    while (str_split(&log, '\0', &part)) {
        if (str_starts(part, mark)) {
            instant = to_seconds(str_from_offset(part, mark.n));
            continue;
        }
        if (str_starts(part, STR("\n"))) {
            part = str_from_offset(part, 1);
        }
        if (part.n) {
            note_git(dates, part, instant);
        }
    }
}

/* --- asking git ------------------------------------------------------------
 *
 * The repository's settings are its owner's, but files that look like a
 * repository can be committed into a folder of another one, and come with the
 * site. So no repository is taken that isn't in a .git, and nothing is
 * done for which settings may name a program: no hooks, no pager, no
 * signatures, no file system monitor, no fetching of missing objects. */

#define GIT                                                                    \
    "git", "--no-pager", "-c", "safe.bareRepository=explicit", "-c",           \
        "protocol.allow=never", "-c", "core.hooksPath=/dev/null", "-c",        \
        "core.fsmonitor=false", "-c", "log.showSignature=false"

static const char *const environment[] = {
    "GIT_ALLOW_PROTOCOL=", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0",
    "GIT_TERMINAL_PROMPT=0", NULL};

static bool is_there(str dir, const char *name, struct arena *arena)
{
    return fs_kind(path_join(arena, dir, str_from(name)), true) != FS_MISSING;
}

/* Whether git would find a repository without a .git, in the site's folder or
 * nearer to it than the next .git. Git from 2.38 on refuses it by the setting
 * above; older ones must not come so far. */
static bool is_in_bare_repository(struct arena *arena)
{
    str dir;
    if (fs_real(STR("."), arena, &dir) != 0) {
        return true;
    }
    for (;; dir = path_dir(dir)) {
        str at = dir.n ? dir : STR("/");
        if (is_there(at, "HEAD", arena) && is_there(at, "objects", arena) &&
            is_there(at, "refs", arena)) {
            return true;
        }
        if (!dir.n || is_there(at, ".git", arena)) {
            return false;
        }
    }
}

/* NULL: it is read; else why not. *failed: git has not been asked, for want of
 * memory or the like. */
static const char *ask_git(struct dates *dates, int *failed)
{
    static const char *const shallow[] = {GIT, "rev-parse",
                                          "--is-shallow-repository", NULL};
    static const char *const log[] = {GIT,
                                      "log",
                                      "-z",
                                      COMMIT_FORMAT,
                                      "--name-only",
                                      "--no-renames",
                                      "--no-ext-diff",
                                      "--no-textconv",
                                      "--relative",
                                      "--",
                                      "content",
                                      NULL};
    struct buf out = {0};
    const char *why = NULL;
    if (is_in_bare_repository(dates->arena)) {
        return "the site is in a folder that looks like a bare git repository";
    }
    int error = run_read(shallow, environment, &out);
    if (error == ENOENT) {
        why = "there is no program git";
    } else if (error == ECHILD) {
        why = "the site is in no git repository";
    } else if (str_starts(buf_str(&out), STR("true"))) {
        why = "this copy of the repository has its last commits alone";
    }
    buf_clear(&out);
    if (!why && !error) {
        error = run_read(log, environment, &out);
        why = error ? "the repository has no commit that git can read" : NULL;
    }
    if (!why && !error) {
        read_log(arena_str(dates->arena, buf_str(&out)), dates);
    }
    buf_free(&out);
    *failed = error == ENOENT || error == ECHILD ? 0 : error;
    return why;
}

/* --- the dates --- */

static void set_date(const struct site *site, const struct dates *dates,
                     struct post *post, struct arena *work)
{
    str path = arena_concat(work, STR("content/"), post->file->path);
    const int64_t *instant = map_get(&dates->by_path, path);
    if (!instant) {
        return;
    }
    struct date date =
        date_in_zone((struct date){.instant = *instant}, site->config.zone);
    if (is_dated(post)) {
        post->date = date;
        post->has_date = true;
    }
    /* A post that was written before its date has not changed since. */
    if (!post->has_date || date_cmp(date, post->date) > 0) {
        struct frontmatter *front = post_change_front(post, site->arena);
        front->updated = date;
        front->has_updated = true;
    }
}

/* Without dates that git may have pages would change for no reason of theirs.
 */
static void report_git(struct diags *diags, span at, const char *why,
                       int failed)
{
    if (failed) {
        diag_error(diags, at, "unreadable", "git can't be asked for dates: %s",
                   strerror(failed));
    } else if (why) {
        struct diag *diag =
            diag_warning(diags, at, "git-history",
                         "posts have no date of their last commit: %s", why);
        diag_hint(diag, "fetch the whole history (git fetch --unshallow), or "
                        "write the dates");
    }
}

void git_dates_set(struct site *site, struct diags *diags)
{
    const struct post *first = NULL;
    struct arena work = {0};
    struct dates dates = {.arena = &work};
    int failed = 0;
    for (size_t i = 0; i < site->nall && !first; i++) {
        first = asks(site, &site->all[i]) ? &site->all[i] : NULL;
    }
    if (!first) {
        return;
    }
    const char *why = site->options.untrusted
                          ? "no other program is asked with --untrusted"
                          : ask_git(&dates, &failed);
    report_git(diags,
               first->front->updated_git
                   ? frontmatter_uncommon(first->front)->updated_at
               : is_dated(first) ? first->front->date_at
                                 : site->config.updated_at,
               why, failed);
    for (size_t i = 0; !why && i < site->nall; i++) {
        if (asks(site, &site->all[i])) {
            set_date(site, &dates, &site->all[i], &work);
        }
    }
    arena_free(&work);
}

bool git_dates_asked(const struct site *site)
{
    bool asked = site->config.updated_git;
    for (size_t i = 0; i < site->nall && !asked; i++) {
        asked = site->all[i].front->updated_git || is_dated(&site->all[i]);
    }
    return asked;
}
