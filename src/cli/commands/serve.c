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

static void print_address(const struct options *options, str url, unsigned port)
{
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

static void print_outcome(const struct outcome *outcome)
{
    long long time = (long long)outcome->milliseconds;
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

/* Until Ctrl-C. False: reported. */
static bool run(struct preview *preview, struct diags *diags)
{
    struct preview_news news;
    while (preview_next(preview, &news, diags)) {
        switch (news.kind) {
        case PREVIEW_ENDS: return true;
        case PREVIEW_WALKS:
            say(stderr,
                "crumb: %s: looking at all files again and again instead\n",
                news.why);
            break;
        case PREVIEW_BUILT: print_outcome(news.outcome); break;
        }
    }
    return false;
}

static bool serve(const struct options *options,
                  const struct preview_options *settings, struct arena *arena,
                  struct diags *diags)
{
    struct preview *preview = preview_open(settings, arena, diags);
    if (!preview) {
        return false;
    }
    print_address(options, preview_url(preview), preview_port(preview));
    bool done = run(preview, diags);
    preview_close(preview);
    return done;
}

int command_serve(const struct options *options)
{
    struct arena arena = {0};
    struct diags diags;
    struct preview_options preview = {
        .bind = str_from(options->bind),
        .port = (uint16_t)wanted_port(options),
        .poll = options->poll,
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
    preview.session.now_given = options->now;
    diags_init(&diags, &arena);
    bool done = serve(options, &preview, &arena, &diags);
    report(&diags, options);
    arena_free(&arena);
    return done ? EXIT_DONE : EXIT_ERRORS;
}
