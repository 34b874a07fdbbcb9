/* SPDX-License-Identifier: MIT */
#include "builder/build.h"

#include "base/clock.h"
#include "base/memory/buf.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/profile_table.h"
#include "cli/progress_line.h"
#include "cli/report.h"
#include "cli/say.h"
#include "cli/settings.h"

/* A date that was given without a time is shown without one. */
static void put_instant(struct date date, struct buf *out)
{
    date_format(date, date.date_only ? STR("%Y-%m-%d") : STR("%Y-%m-%d %H:%M"),
                out);
}

static void print_held(const struct held_post *post)
{
    struct buf why = {0};
    if (post->why == HELD_DRAFT) {
        buf_put(&why, STR("draft"));
    } else {
        buf_put(&why, post->why == HELD_EXPIRED ? STR("expired ")
                                                : STR("goes live "));
        put_instant(post->until, &why);
    }
    say(stdout, "  held back: %.*s: %.*s\n", STR_ARG(post->name),
        STR_ARG(buf_str(&why)));
    buf_free(&why);
}

static void print_result(const struct build_result *result, int64_t ms)
{
    const struct summary *summary = &result->summary;
    const struct publish_counts *counts = &result->counts;
    say(stdout, "%zu post%s, %zu page%s, %zu term%s: ", summary->posts,
        settings_plural(summary->posts), summary->pages,
        settings_plural(summary->pages), summary->terms,
        settings_plural(summary->terms));
    if (counts->written || counts->removed) {
        say(stdout, "%zu file%s written, %zu kept, %zu removed",
            counts->written, settings_plural(counts->written), counts->kept,
            counts->removed);
    } else {
        say(stdout, "nothing changed, %zu file%s kept", counts->kept,
            settings_plural(counts->kept));
    }
    say(stdout, " in %lld ms\n", (long long)ms);
    for (size_t i = 0; i < summary->nheld; i++) {
        print_held(&summary->held[i]);
    }
    for (size_t i = 0; i < summary->nreplaced; i++) {
        const struct replaced_list *list = &summary->replaced[i];
        say(stdout, "  not made: %.*s: %.*s is at %.*s\n", STR_ARG(list->name),
            STR_ARG(list->source), STR_ARG(list->url));
    }
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
        say(stderr, "%zu error%s", errors, settings_plural(errors));
    }
    if (warnings) {
        say(stderr, "%s%zu warning%s, %s because of --strict",
            errors ? " and " : "", warnings, settings_plural(warnings),
            warnings == 1 ? "an error" : "errors");
    }
    fputs(": nothing was published\n", stderr);
}

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
            files, settings_plural(files),
            (long long)(clock_milliseconds() - start));
    }
    build_free(&result);
    arena_free(&arena);
    return same;
}

static int build_site(const struct options *options, bool book)
{
    struct build_options build;
    struct progress_line line;
    int64_t start = clock_milliseconds();
    if (!output_check(options->output) || !settings_read(options, &build)) {
        return EXIT_USAGE;
    }
    build.output = str_from(options->output);
    build.book = book;
    build.need_site = book; /* which it is compared with */
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
            profile_table_print(&profile);
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
    return build_site(options, false);
}

int command_build_with_book(const struct options *options)
{
    return build_site(options, true);
}
