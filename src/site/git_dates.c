/* SPDX-License-Identifier: MIT */
#include "site/git_dates.h"

#include <errno.h>

#include "base/buf.h"
#include "base/run.h"
#include "site/post.h"

/* A commit starts with this character, which no path begins with. */
#define COMMIT_MARK "\x01"
#define COMMIT_FORMAT "--format=\x01%ct"

static bool asks(const struct site *site, const struct post *post)
{
    return post->front.updated_git ||
           (site->config.updated_git && !post->front.has_updated);
}

static const struct post *first_that_asks(const struct site *site)
{
    for (size_t i = 0; i < site->nall; i++) {
        if (asks(site, &site->all[i])) {
            return &site->all[i];
        }
    }
    return NULL;
}

/* Of the newest commit with each path. Git's order is by date, but clocks of
 * several people are not: the newest counts. */
struct dates {
    struct arena *arena;
    struct map by_path; /* "content/..." -> int64_t */
};

static void note(struct dates *dates, str path, int64_t instant)
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
            note(dates, part, instant);
        }
    }
}

/* NULL: it is read; else why not. */
static const char *ask_git(struct dates *dates)
{
    static const char *const shallow[] = {"git", "rev-parse",
                                          "--is-shallow-repository", NULL};
    static const char *const log[] = {
        "git",         "-c",           "log.showSignature=false",
        "log",         "-z",           COMMIT_FORMAT,
        "--name-only", "--no-renames", "--relative",
        "--",          "content",      NULL};
    struct buf out = {0};
    const char *why = NULL;
    int error = run_read(shallow, &out);
    if (error == ENOENT) {
        why = "there is no program git";
    } else if (error) {
        why = "the site is in no git repository";
    } else if (str_starts(buf_str(&out), STR("true"))) {
        why = "this copy of the repository has its last commits alone";
    }
    buf_clear(&out);
    if (!why && run_read(log, &out)) {
        why = "the repository has no commit that git can read";
    }
    if (!why) {
        read_log(arena_str(dates->arena, buf_str(&out)), dates);
    }
    buf_free(&out);
    return why;
}

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
    /* What was written before it appears has not changed since. */
    if (!post->has_date || date_cmp(date, post->date) > 0) {
        post->front.updated = date;
        post->front.has_updated = true;
    }
}

void git_dates_set(struct site *site, struct diags *diags)
{
    const struct post *first = first_that_asks(site);
    struct arena work = {0};
    struct dates dates = {.arena = &work};
    if (!first) {
        return;
    }
    const char *why = ask_git(&dates);
    if (why) {
        span at = first->front.updated_git ? first->front.updated_at
                                           : site->config.updated_at;
        struct diag *diag =
            diag_warning(diags, at, "git-history",
                         "posts have no date of their last commit: %s", why);
        diag_hint(diag, "fetch the whole history (git fetch --unshallow), or "
                        "write the dates");
    }
    for (size_t i = 0; !why && i < site->nall; i++) {
        if (asks(site, &site->all[i])) {
            set_date(site, &dates, &site->all[i], &work);
        }
    }
    arena_free(&work);
}
