/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/options.h"
#include "cli/report.h"
#include "cli/settings.h"
#include "serve/http/http_host.h"
#include "serve/preview.h"

/* --- the browser --- */

#ifdef __APPLE__
#define OPENER "open"
#else
#define OPENER "xdg-open"
#endif

/* Forks twice: init adopts the browser, and no process must wait for it. */
static void open_browser(const char *url)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (fork() == 0) {
            setsid();
            execlp(OPENER, OPENER, url, (char *)NULL);
            fputs("crumb: --open: no " OPENER " here\n", stderr);
        }
        _exit(0);
    }
    if (child > 0) {
        waitpid(child, NULL, 0);
    }
}

/* --- messages --- */

static void print_address(const struct options *options, unsigned wanted,
                          const struct preview *preview)
{
    str url = preview_url(preview);
    unsigned port = preview_port(preview);
    bool slash = url.n && url.p[url.n - 1] == '/';
    char address[256];
    snprintf(address, sizeof address, "%.*s%s", STR_ARG(url), slash ? "" : "/");
    if (port != wanted) {
        say(stdout, "port %u is taken: %u instead\n", wanted, port);
    }
    say(stdout, "serving %s (Ctrl-C ends it)\n", address);
    if (options->bind && !http_host_is_loopback(str_from(options->bind))) {
        say(stdout, "everybody who reaches %s can read it, drafts too\n",
            options->bind);
    }
    fflush(stdout);
    if (options->open) {
        open_browser(address);
    }
}

static void print_sources(const struct preview_report *report)
{
    enum { MOST = 3 };
    size_t n = report->sources.n;
    for (size_t i = 0; i < n && i < MOST; i++) {
        say(stdout, "%s%.*s", i ? ", " : "", STR_ARG(report->sources.p[i]));
    }
    if (n > MOST) {
        say(stdout, " and %zu more", n - MOST);
    }
    say(stdout, report->clock ? "a date has passed: " : n ? ": " : "");
}

static void print_update(const struct preview_report *report)
{
    long long time = (long long)report->milliseconds;
    if (report->first) {
        say(stdout, "%zu file%s, ready in %lld ms\n", PLURAL_ARG(report->pages),
            time);
        return;
    }
    print_sources(report);
    if (report->gone) {
        say(stdout, "%zu page%s made, %zu gone in %lld ms\n",
            PLURAL_ARG(report->pages), report->gone, time);
    } else {
        say(stdout, "%zu page%s made in %lld ms\n", PLURAL_ARG(report->pages),
            time);
    }
}

static void print_errors(const struct preview_report *report)
{
    static const char *const shown[] = {
        [SHOWN_BEFORE] = "the pages stay as they were",
        [SHOWN_OTHERS] = "all other pages are there",
        [SHOWN_NOTHING] = "there are no pages yet",
    };
    print_sources(report);
    say(stdout, "%zu error%s, %s\n", PLURAL_ARG(report->errors),
        shown[report->shown]);
}

static void print_report(const struct preview_report *report, FILE *diagnostics)
{
    report_text(report->diagnostics, diagnostics);
    fflush(diagnostics);
    if (report->errors) {
        print_errors(report);
    } else if (report->kind == REPORT_UPDATED) {
        print_update(report);
    } else if (report->kind == REPORT_QUIET &&
               (report->pages || report->first)) {
        say(stdout, "checked: %zu page%s made in %lld ms\n",
            PLURAL_ARG(report->pages), (long long)report->milliseconds);
    }
    fflush(stdout);
}

/* --- the command --- */

/* Runs until Ctrl-C. False: it failed, which is reported. */
static bool run(struct preview *preview, FILE *diagnostics, struct diags *diags)
{
    struct preview_notice notice;
    while (preview_next(preview, &notice, diags)) {
        switch (notice.kind) {
        case PREVIEW_ENDS: return true;
        case PREVIEW_WALKS:
            say_error("%s: looking at all files again and again instead",
                      notice.why);
            break;
        case PREVIEW_GONE:
            say_error("there is no %s any more: waiting for it", notice.why);
            break;
        case PREVIEW_OTHER:
            say(stdout, "%s is another folder now\n", notice.why);
            break;
        case PREVIEW_ADDRESS:
            say(stdout, "serving %.*s/ from now on\n",
                STR_ARG(preview_url(preview)));
            break;
        case PREVIEW_REPORT: print_report(notice.report, diagnostics); break;
        }
    }
    return false;
}

int command_serve(const struct options *options)
{
    struct arena arena = {0};
    struct diags diags;
    struct preview_options settings = {
        .bind = str_from(options->bind),
        .port = (uint16_t)(options->port ? options->port : 4000),
        .poll = options->poll,
    };
    struct build_options build;
    if (!settings_read(options, &build)) {
        return EXIT_USAGE;
    }
    build.site.drafts = !options->no_drafts;
    build.site.future = !options->no_drafts;
    settings.session.builder =
        (struct builder_options){.site = build.site,
                                 .now_given = options->now,
                                 .ledger = STR(".crumb/preview.ledger"),
                                 .clock = STR(".crumb/preview.lock")};
    settings.session.form = (struct report_form){
        .color = report_colored(options), .json = report_is_json(options)};
    diags_init(&diags, &arena);
    struct preview *preview = preview_open(&settings, &arena, &diags);
    bool done = false;
    if (preview) {
        print_address(options, settings.port, preview);
        done = run(preview, options->diagnostics, &diags);
        preview_close(preview);
    }
    report(&diags, options);
    arena_free(&arena);
    return done ? EXIT_DONE : EXIT_ERRORS;
}
