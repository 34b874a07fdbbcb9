/* SPDX-License-Identifier: MIT */
#include "check/check.h"

#include "base/clock.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/settings.h"

static void print_external(const struct external_counts *counts)
{
    if (counts->no_libcurl) {
        fputs("outside links were not checked: there is no libcurl, or crumb "
              "was built without libcurl\n",
              stderr);
        return;
    }
    say(stdout, "%zu outside link%s, %zu of them asked for",
        PLURAL_ARG(counts->links), counts->asked);
    if (counts->unclear) {
        say(stdout, ", %zu without a clear answer", counts->unclear);
    }
    putchar('\n');
}

/* They are still counted. */
static void drop_hints(struct diags *diags)
{
    size_t kept = 0;
    for (size_t i = 0; i < diags->list.n; i++) {
        struct diag *diag = diags->list.p[i];
        if (diag->severity != DIAG_ADVICE) {
            diags->list.p[kept++] = diag;
        }
    }
    diags->list.n = kept;
}

/* The last line. */
static void print_result(const struct check_result *result,
                         const struct diags *diags, bool hints, int64_t ms)
{
    const struct check_counts *counts = &result->counts;
    say(stdout,
        "%zu page%s, %zu link%s, %zu fragment%s, %zu image%s, %zu feed%s "
        "checked: ",
        PLURAL_ARG(counts->pages), PLURAL_ARG(counts->links),
        PLURAL_ARG(counts->fragments), PLURAL_ARG(counts->images),
        PLURAL_ARG(counts->feeds));
    if (diags->errors + diags->warnings) {
        say(stdout, "%zu error%s, %zu warning%s", PLURAL_ARG(diags->errors),
            PLURAL_ARG(diags->warnings));
    } else {
        fputs("nothing is wrong", stdout);
    }
    if (diags->advice && !hints) {
        say(stdout, ", %zu hint%s: --hints shows %s", PLURAL_ARG(diags->advice),
            diags->advice == 1 ? "it" : "them");
    }
    say(stdout, ", in %lld ms\n", (long long)ms);
}

int command_check(const struct options *options)
{
    struct check_options check = {.external = options->external,
                                  .include_private = options->include_private};
    int64_t start = clock_milliseconds();
    if (!settings_read(options, &check.build)) {
        return EXIT_USAGE;
    }
    check.build.no_sync = options->no_sync;
    check.build.book = true;
    struct arena arena = {0};
    struct diags diags;
    struct diags external;
    struct check_result result;
    diags_init(&diags, &arena);
    diags_init(&external, &arena);
    check_run(&check, &arena, &diags, &external, &result);
    diags_merge(&diags, &result.leaks);
    diags_sort(&diags);
    /* Answers of other hosts are reported, but are no reason to fail. */
    int status = report_status(&diags, options);
    diags_merge(&diags, &external);
    if (!options->hints) {
        drop_hints(&diags);
    }
    report(&diags, options);
    if (result.done && options->external) {
        print_external(&result.external);
    }
    if (result.done) {
        print_result(&result, &diags, options->hints,
                     clock_milliseconds() - start);
    } else if (!report_is_json(options)) {
        fputs("the site can't be built: nothing was checked\n", stderr);
    }
    check_free(&result);
    arena_free(&arena);
    return result.done ? status : EXIT_ERRORS;
}
