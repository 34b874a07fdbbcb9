/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/options.h"
#include "cli/report.h"
#include "cli/say.h"
#include "cli/settings.h"
#include "serve/preview.h"

/* --- the browser --- */

#ifdef __APPLE__
#define OPENER "open"
#else
#define OPENER "xdg-open"
#endif

/* Forked twice: init adopts it, and no process has to wait for it. */
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

/* --- what is told --- */

static unsigned wanted_port(const struct options *options)
{
    return options->port ? (unsigned)options->port : 4000;
}

static void ready(void *host, str url, uint16_t port)
{
    const struct options *options = host;
    bool slash = url.n && url.p[url.n - 1] == '/';
    char address[256];
    snprintf(address, sizeof address, "%.*s%s", STR_ARG(url), slash ? "" : "/");
    if (port != wanted_port(options)) {
        say(stdout, "port %u is taken: %u instead\n", wanted_port(options),
            port);
    }
    say(stdout, "serving %s (Ctrl-C ends it)\n", address);
    if (options->bind) {
        say(stdout, "everybody who reaches %s can read it, drafts too\n",
            options->bind);
    }
    fflush(stdout);
    if (options->open) {
        open_browser(address);
    }
}

static void walks(void *host, const char *why)
{
    (void)host;
    say(stderr, "crumb: %s: looking at all files again and again instead\n",
        why);
}

static void print_sources(const struct outcome *outcome)
{
    enum { MOST = 3 };
    size_t n = outcome->sources.n;
    for (size_t i = 0; i < n && i < MOST; i++) {
        say(stdout, "%s%.*s", i ? ", " : "", STR_ARG(outcome->sources.p[i]));
    }
    if (n > MOST) {
        say(stdout, " and %zu more", n - MOST);
    }
    say(stdout, n ? ": " : outcome->settled ? "checked: " : "");
}

static void built(void *host, const struct outcome *outcome)
{
    long long time = (long long)outcome->milliseconds;
    (void)host;
    report_text(outcome->diagnostics, stderr);
    print_sources(outcome);
    if (outcome->kind == OUTCOME_BAD) {
        say(stdout, "%zu error%s, the pages stay as they were\n",
            outcome->errors, settings_plural(outcome->errors));
    } else if (outcome->removed) {
        say(stdout, "%zu file%s written, %zu removed in %lld ms\n",
            outcome->rendered, settings_plural(outcome->rendered),
            outcome->removed, time);
    } else {
        say(stdout, "%zu file%s written in %lld ms\n", outcome->rendered,
            settings_plural(outcome->rendered), time);
    }
    fflush(stdout);
}

/* --- the command --- */

static int64_t now(void)
{
    return time(NULL);
}

int command_serve(const struct options *options)
{
    struct arena arena = {0};
    struct diags diags;
    struct preview_options preview = {
        .bind = str_from(options->bind),
        .port = (uint16_t)wanted_port(options),
        .poll = options->poll,
        .host = (void *)(uintptr_t)options,
        .ready = ready,
        .walks = walks,
        .built = built,
    };
    struct build_options *build = &preview.session.build;
    if (!settings_read(options, build)) {
        return EXIT_USAGE;
    }
    build->site.drafts = !options->no_drafts;
    build->site.future = !options->no_drafts;
    build->output = STR(".crumb/preview");
    build->no_sync = true;
    preview.session.form = (struct outcome_form){
        .color = report_colored(options),
        .json = options->format && strcmp(options->format, "json") == 0};
    preview.session.now = options->now ? NULL : now;
    diags_init(&diags, &arena);
    bool done = preview_run(&preview, &arena, &diags);
    report(&diags, options);
    arena_free(&arena);
    return done ? EXIT_DONE : EXIT_ERRORS;
}
