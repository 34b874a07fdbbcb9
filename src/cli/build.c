/* SPDX-License-Identifier: MIT */
#include "build/build.h"

#include <errno.h>

#include "base/buf.h"
#include "base/pool.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/report.h"

static bool parse_seconds(const char *text, int64_t *out)
{
    char *end;
    errno = 0;
    long long n = strtoll(text, &end, 10);
    *out = n;
    return text[0] && !*end && !errno;
}

/* --now, else SOURCE_DATE_EPOCH (reproducible-builds.org), else the clock. */
static bool build_instant(const struct options *options, int64_t *now)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    struct date date;
    if (options->now) {
        if (date_parse(str_from(options->now), NULL, &date) != DATE_OK) {
            fprintf(stderr,
                    "crumb: --now: not an instant: %s: write "
                    "2026-11-21T09:30:00Z\n",
                    options->now);
            return false;
        }
        *now = date.instant;
        return true;
    }
    if (epoch && epoch[0]) {
        if (!parse_seconds(epoch, now)) {
            fprintf(stderr,
                    "crumb: SOURCE_DATE_EPOCH: not a number of seconds: %s\n",
                    epoch);
            return false;
        }
        return true;
    }
    *now = time(NULL);
    return true;
}

/* As strict as site.yaml's url is: every address is made of it. */
static bool is_base_url(str url)
{
    size_t scheme = str_starts(url, STR("https://"))  ? strlen("https://")
                    : str_starts(url, STR("http://")) ? strlen("http://")
                                                      : 0;
    str rest = str_from_offset(url, scheme);
    if (!scheme || !rest.n || rest.p[0] == '/') {
        return false;
    }
    for (size_t i = 0; i < rest.n; i++) {
        if ((unsigned char)rest.p[i] <= ' ' || strchr("?#\"<>\\", rest.p[i])) {
            return false;
        }
    }
    return true;
}

static bool check_base_url(const char *url)
{
    if (!url || is_base_url(str_from(url))) {
        return true;
    }
    fprintf(stderr,
            "crumb: --base-url: not a site's address: \"%s\": write "
            "https://example.org/blog\n",
            url);
    return false;
}

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

/* A date that was given without a time is shown without one. */
static void put_instant(struct date date, struct buf *out)
{
    date_format(date, date.date_only ? STR("%Y-%m-%d") : STR("%Y-%m-%d %H:%M"),
                out);
}

static void print_held(const struct post *post)
{
    struct buf line = {0};
    const struct frontmatter *front = &post->front;
    buf_put(&line, STR("  held back: "));
    buf_put(&line, post->source->name);
    if (post->held == HELD_DRAFT) {
        buf_put(&line, STR(": draft"));
    } else if (post->held == HELD_EXPIRED) {
        buf_put(&line, STR(": expired "));
        put_instant(front->expires, &line);
    } else {
        buf_put(&line, STR(": goes live "));
        put_instant(front->has_publish ? front->publish : post->date, &line);
    }
    buf_putc(&line, '\n');
    report_text(buf_str(&line), stdout);
    buf_free(&line);
}

static size_t count_terms(const struct site *site)
{
    size_t n = 0;
    for (size_t i = 0; i < site->taxonomies.n; i++) {
        n += site->taxonomies.p[i]->terms.n;
    }
    return n;
}

static void print_result(const struct build_result *result, int64_t ms)
{
    const struct site *site = result->site;
    const struct publish_counts *counts = &result->counts;
    size_t posts = site->posts.n;
    size_t pages = site->pages.n;
    size_t terms = count_terms(site);
    printf("%zu post%s, %zu page%s, %zu term%s: ", posts, plural(posts), pages,
           plural(pages), terms, plural(terms));
    if (counts->written || counts->removed) {
        printf("%zu file%s written, %zu kept, %zu removed", counts->written,
               plural(counts->written), counts->kept, counts->removed);
    } else {
        printf("nothing changed, %zu file%s kept", counts->kept,
               plural(counts->kept));
    }
    printf(" in %lld ms\n", (long long)ms);
    for (size_t i = 0; i < site->held.n; i++) {
        print_held(site->held.p[i]);
    }
}

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The last line of a build that failed; JSON's readers count for themselves. */
static void print_failure(const struct diags *diags,
                          const struct options *options)
{
    size_t errors = diags->errors;
    size_t warnings = options->strict ? diags->warnings : 0;
    if (options->format && strcmp(options->format, "json") == 0) {
        return;
    }
    if (errors || !warnings) {
        fprintf(stderr, "%zu error%s", errors, plural(errors));
    }
    if (warnings) {
        fprintf(stderr, "%s%zu warning%s, %s because of --strict",
                errors ? " and " : "", warnings, plural(warnings),
                warnings == 1 ? "an error" : "errors");
    }
    fputs(": nothing was published\n", stderr);
}

int command_build(const struct options *options)
{
    struct build_options build = {
        .site = {.drafts = options->drafts,
                 .future = options->future,
                 .untrusted = options->untrusted,
                 .jobs = options->jobs ? options->jobs : pool_default_jobs(),
                 .base_url = str_from(options->base_url)},
        .output = str_from(options->output),
        .strict = options->strict,
    };
    int64_t start = milliseconds();
    if (!check_base_url(options->base_url) || !output_check(options->output) ||
        !build_instant(options, &build.site.now)) {
        return EXIT_USAGE;
    }
    struct arena arena = {0};
    struct diags diags;
    struct build_result result;
    diags_init(&diags, &arena);
    build_run(&build, &arena, &diags, &result);
    report(&diags, options);
    if (result.done) {
        print_result(&result, milliseconds() - start);
    } else {
        print_failure(&diags, options);
    }
    int status = result.done ? EXIT_DONE : EXIT_ERRORS;
    build_free(&result);
    arena_free(&arena);
    return status;
}
