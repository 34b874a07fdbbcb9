/* SPDX-License-Identifier: MIT */
#include "builder/build.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory/buf.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/progress_line.h"
#include "cli/report.h"
#include "cli/settings.h"

static void print_held(const struct held_post *post)
{
    struct buf why = {0};
    if (post->why == HELD_DRAFT) {
        buf_put(&why, STR("draft"));
    } else {
        buf_put(&why, post->why == HELD_EXPIRED ? STR("expired ")
                                                : STR("goes live "));
        date_format(post->until,
                    post->until.date_only ? STR("%Y-%m-%d")
                                          : STR("%Y-%m-%d %H:%M"),
                    &why);
    }
    say(stdout, "  held back: %.*s: %.*s\n", STR_ARG(post->name),
        STR_ARG(buf_str(&why)));
    buf_free(&why);
}

static void print_result(const struct build_result *result, int64_t ms)
{
    const struct summary *summary = &result->summary;
    const struct publish_counts *counts = &result->counts;
    say(stdout,
        "%zu post%s, %zu page%s, %zu term%s: ", PLURAL_ARG(summary->posts),
        PLURAL_ARG(summary->pages), PLURAL_ARG(summary->terms));
    if (counts->written || counts->removed) {
        say(stdout, "%zu file%s written, %zu kept, %zu removed",
            PLURAL_ARG(counts->written), counts->kept, counts->removed);
    } else {
        say(stdout, "nothing changed, %zu file%s kept",
            PLURAL_ARG(counts->kept));
    }
    say(stdout, " in %lld ms\n", (long long)ms);
    for (size_t i = 0; i < summary->nheld; i++) {
        print_held(&summary->held[i]);
    }
    if (summary->hidden) {
        say(stdout,
            "  %zu of these %s: hidden: unlisted in site.yaml publishes %s, in "
            "no list\n",
            summary->hidden,
            summary->hidden == 1 ? "is hidden, and no draft"
                                 : "are hidden, and no drafts",
            summary->hidden == 1 ? "it" : "them");
    }
    for (size_t i = 0; i < summary->nreplaced; i++) {
        const struct replaced_list *list = &summary->replaced[i];
        say(stdout, "  not made: %.*s: %.*s is at %.*s\n", STR_ARG(list->name),
            STR_ARG(list->source), STR_ARG(list->url));
    }
}

/* The last line of a build that failed; programs that read JSON count the
 * errors themselves. */
static void print_failure(const struct diags *diags,
                          const struct options *options)
{
    size_t errors = diags->errors;
    size_t warnings = options->strict ? diags->warnings : 0;
    if (report_is_json(options)) {
        return;
    }
    if (errors || !warnings) {
        say(stderr, "%zu error%s", PLURAL_ARG(errors));
    }
    if (warnings) {
        say(stderr, "%s%zu warning%s, %s because of --strict",
            errors ? " and " : "", PLURAL_ARG(warnings),
            warnings == 1 ? "an error" : "errors");
    }
    fputs(": nothing was published\n", stderr);
}

/* --- the profile --- */

enum { MOST_LOOPS = 20, LINE_SHOWN = 40 };

static const char *const kinds[] = {
    [PROFILE_TEMPLATE] = "template", [PROFILE_BLOCK] = "block",
    [PROFILE_MACRO] = "macro",       [PROFILE_FILTER] = "filter",
    [PROFILE_TEST] = "test",         [PROFILE_FUNCTION] = "function",
    [PROFILE_TEXT] = "texts",        [PROFILE_LOOP] = "loop",
};

/* Loops last; the slowest first, by their own time where they have one. */
static int compare_rows(const void *a, const void *b)
{
    const struct profile_row *left = *(const struct profile_row *const *)a;
    const struct profile_row *right = *(const struct profile_row *const *)b;
    bool loop = left->kind == PROFILE_LOOP;
    if (loop != (right->kind == PROFILE_LOOP)) {
        return loop ? 1 : -1;
    }
    int64_t x = loop ? left->total : left->self;
    int64_t y = loop ? right->total : right->self;
    if (x != y) {
        return x < y ? 1 : -1;
    }
    int order = str_cmp(left->file, right->file);
    order = order ? order : str_cmp(left->name, right->name);
    return order ? order
                 : (left->line > right->line) - (left->line < right->line);
}

/* The place of a loop or a call; a template's is its name. */
static void print_place(const struct profile_row *row)
{
    if (row->file.p && row->kind != PROFILE_TEMPLATE) {
        say(stdout, " %.*s:%u", STR_ARG(row->file), row->line);
    }
}

static void print_row(const struct profile_row *row)
{
    say(stdout, "%10.2f %10.2f %9llu  %-8s %.*s", (double)row->self / 1e6,
        (double)row->total / 1e6, (unsigned long long)row->count,
        kinds[row->kind], STR_ARG(row->name));
    print_place(row);
    if (row->reused) {
        say(stdout, " (reused %llu times)", (unsigned long long)row->reused);
    }
    putchar('\n');
}

static void print_loop(const struct profile_row *row)
{
    size_t end = utf8_offset(row->name, LINE_SHOWN);
    say(stdout, "%10.2f %9llu %9llu ", (double)row->total / 1e6,
        (unsigned long long)row->count, (unsigned long long)row->rounds);
    print_place(row);
    say(stdout, "  %.*s%s\n", STR_ARG(str_sub(row->name, 0, end)),
        end < row->name.n ? "..." : "");
}

/* The table of --profile: the durations of templates and the like, the slowest
 * first. Sorts the rows. */
static void print_profile(struct profile *profile)
{
    size_t n = profile->rows.n;
    size_t i = 0;
    if (n) {
        qsort(profile->rows.p, n, sizeof *profile->rows.p, compare_rows);
    }
    puts("\n   self ms   total ms     count");
    for (; i < n && profile->rows.p[i]->kind != PROFILE_LOOP; i++) {
        print_row(profile->rows.p[i]);
    }
    size_t loops = n - i;
    if (loops) {
        puts("\n  total ms     loops    rounds");
    }
    for (size_t j = 0; j < loops && j < MOST_LOOPS; j++) {
        print_loop(profile->rows.p[i + j]);
    }
    if (loops > MOST_LOOPS) {
        say(stdout, "and %zu loops that take less\n", loops - MOST_LOOPS);
    }
}

/* --- the command --- */

static bool verify(struct build_options *build, const struct options *options)
{
    struct progress_line line;
    struct arena arena = {0};
    struct diags diags;
    struct build_result result;
    int64_t start = clock_milliseconds();
    diags_init(&diags, &arena);
    build->site.progress = progress_line_start(&line, options);
    bool same = build_verify(build, &arena, &diags, &result);
    size_t files = result.counts.kept;
    progress_line_stop(&line, build->site.progress);
    report(&diags, options);
    if (same) {
        say(stdout,
            "a clean build makes the same %zu file%s, byte for byte, in "
            "%lld ms\n",
            PLURAL_ARG(files), (long long)(clock_milliseconds() - start));
    }
    build_free(&result);
    arena_free(&arena);
    return same;
}

static int build_and_report(const struct options *options, bool book)
{
    struct build_options build;
    struct progress_line line;
    int64_t start = clock_milliseconds();
    if (!settings_check_output(options) || !settings_read(options, &build)) {
        return EXIT_USAGE;
    }
    build.output = str_from(options->output);
    build.book = book;
    build.need_site = book; /* the book is compared with it */
    build.no_sync = options->no_sync;
    build.hash_all = options->hash_all;
    struct arena arena = {0};
    struct profile profile = {.arena = &arena};
    build.site.profile = options->profile ? &profile : NULL;
    struct diags diags;
    struct build_result result;
    diags_init(&diags, &arena);
    build.site.progress = progress_line_start(&line, options);
    build_run(&build, &arena, &diags, &result);
    progress_line_stop(&line, build.site.progress);
    report(&diags, options);
    if (result.done) {
        print_result(&result, clock_milliseconds() - start);
        if (options->profile) {
            print_profile(&profile);
        }
    } else {
        print_failure(&diags, options);
    }
    bool done = result.done && (!book || !diags.errors);
    build_free(&result);
    arena_free(&arena);
    done = done && (!options->verify || verify(&build, options));
    return done ? EXIT_DONE : EXIT_ERRORS;
}

int command_build(const struct options *options)
{
    return build_and_report(options, false);
}

int command_build_with_book(const struct options *options)
{
    return build_and_report(options, true);
}
