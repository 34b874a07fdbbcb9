/* SPDX-License-Identifier: MIT */
#include "cli/progress_line.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/options.h"
#include "cli/report.h"

enum {
    FIRST_LOOK = 1000, /* ms: most builds are done by then */
    LOOK_EVERY = 100,
    RATE_AFTER = 300, /* a rate of less time than that is none */
    LONGEST = 120,
};

/* The phase that the thread has seen last. */
struct seen {
    const char *doing;
    int64_t since;
    size_t done; /* when it was first seen */
};

static bool wants_line(const struct options *options)
{
    const char *term = getenv("TERM");
    return !report_is_json(options) && isatty(STDERR_FILENO) && term &&
           term[0] && strcmp(term, "dumb") != 0;
}

static void put_terminal(const char *text)
{
    size_t n = strlen(text);
    ssize_t written = write(STDERR_FILENO, text, n);
    (void)written; /* a terminal that is gone is no reason to stop */
}

static void put_time(int64_t seconds, char *to, size_t room)
{
    if (seconds < 60) {
        snprintf(to, room, "%lld s", (long long)seconds);
    } else {
        snprintf(to, room, "%lld min %lld s", (long long)(seconds / 60),
                 (long long)(seconds % 60));
    }
}

/* Writes ", 1650 a second, 5 s left" to `to`; an empty text if that is not
 * known yet. */
static void put_rate(const struct seen *seen, size_t done, size_t total,
                     int64_t now, char *to, size_t room)
{
    int64_t ms = now - seen->since;
    int64_t more = (int64_t)(done - seen->done);
    char left[40];
    to[0] = '\0';
    if (ms >= RATE_AFTER && more > 0) {
        put_time(((int64_t)(total - done) * ms / more + 999) / 1000, left,
                 sizeof left);
        snprintf(to, room, ", %lld a second, %s left",
                 (long long)((more * 1000 + ms / 2) / ms), left);
    }
}

static void draw(struct progress *progress, struct seen *seen, int64_t now)
{
    const char *doing = atomic_load(&progress->doing);
    size_t total = atomic_load(&progress->total);
    size_t done = atomic_load(&progress->done);
    char rate[80];
    char text[LONGEST];
    char line[LONGEST + 8];
    done = done < total ? done : total;
    if (doing != seen->doing || done < seen->done) {
        *seen = (struct seen){doing, now, done};
    }
    put_rate(seen, done, total, now, rate, sizeof rate);
    if (total) {
        snprintf(text, sizeof text, "%s: %zu of %zu%s", doing, done, total,
                 rate);
    } else {
        snprintf(text, sizeof text, "%s", doing ? doing : "");
    }
    struct winsize size;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col;
    size_t most = (known ? size.ws_col : 80) - 1U;
    text[most < strlen(text) ? most : strlen(text)] = '\0';
    snprintf(line, sizeof line, "\r%s\033[K", text);
    put_terminal(line);
}

static void *watch_progress(void *argument)
{
    struct progress_line *line = argument;
    struct pollfd end = {.fd = line->ends[0], .events = POLLIN};
    struct seen seen = {NULL, 0, 0};
    bool drawn = false;
    int wait = FIRST_LOOK;
    while (poll(&end, 1, wait) == 0) {
        draw(&line->progress, &seen, clock_milliseconds());
        drawn = true;
        wait = LOOK_EVERY;
    }
    if (drawn) {
        put_terminal("\r\033[K");
    }
    return NULL;
}

struct progress *progress_line_start(struct progress_line *line,
                                     const struct options *options)
{
    *line = (struct progress_line){0};
    if (!wants_line(options) || pipe(line->ends) != 0) {
        return NULL;
    }
    if (pthread_create(&line->thread, NULL, watch_progress, line) != 0) {
        close(line->ends[0]);
        close(line->ends[1]);
        return NULL;
    }
    return &line->progress;
}

void progress_line_stop(struct progress_line *line, struct progress *progress)
{
    if (progress) {
        close(line->ends[1]);
        pthread_join(line->thread, NULL);
        close(line->ends[0]);
    }
}
