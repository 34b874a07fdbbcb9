/* SPDX-License-Identifier: MIT */
#include <unistd.h>

#include "serve/dev_pages.h"
#include "serve/preview_state.h"

/* Reports of the build thread, for browsers and for the terminal. */

static str current_problems(const struct preview *preview)
{
    return preview->problems ? preview->problems->problems_json : STR("");
}

static str current_warnings(const struct preview *preview)
{
    return preview->warnings ? preview->warnings->warnings : STR("[]");
}

void preview_set_hello(struct preview *preview)
{
    buf_clear(&preview->hello);
    pages_hello(preview->site, current_problems(preview),
                current_warnings(preview), preview->good ? preview->build : 0,
                &preview->hello);
    http_set_hello(preview->http, buf_str(&preview->hello));
}

static bool are_same_drafts(const struct preview_report *a,
                            const struct preview_report *b)
{
    bool same = a && a->drafts.n == b->drafts.n;
    for (size_t i = 0; same && i < a->drafts.n; i++) {
        same = str_eq(a->drafts.p[i].url, b->drafts.p[i].url) &&
               a->drafts.p[i].draft == b->drafts.p[i].draft;
    }
    return same;
}

static void drop_report(const struct preview *preview,
                        struct preview_report *report)
{
    if (report && report != preview->problems && report != preview->site &&
        report != preview->warnings && report != preview->printed) {
        report_free(report);
    }
}

static void replace_report(const struct preview *preview,
                           struct preview_report **place,
                           struct preview_report *report)
{
    struct preview_report *before = *place;
    *place = report;
    drop_report(preview, before);
}

/* Keeps the report if later answers are made of it, and sends its events to
 * browsers. */
static void take_report(struct preview *preview, struct preview_report *report)
{
    bool had_problems = current_problems(preview).n > 0;
    bool first = !preview->good && report->drafts_known;
    bool other_drafts =
        report->drafts_known && !are_same_drafts(preview->site, report);
    bool other_warnings = report->warnings.n &&
                          !str_eq(report->warnings, current_warnings(preview));
    bool changed = report->all || report->urls.n || report->css.n;
    preview->good = preview->good || report->drafts_known;
    preview->builds = preview->builds && report->kind != REPORT_BAD;
    preview->build += changed || first || other_drafts;
    if (report->problems_known) {
        replace_report(preview, &preview->problems, report);
    }
    if (report->drafts_known) {
        replace_report(preview, &preview->site, report);
        preview->until = report->until;
        preview_wait_for_date(preview);
    }
    if (other_warnings) {
        replace_report(preview, &preview->warnings, report);
    }
    /* Most reports are of pages that were only checked: hello stays. */
    if (changed || other_warnings || report->drafts_known ||
        report->problems_known) {
        preview_set_hello(preview);
    }
    bool problems = current_problems(preview).n > 0;
    if (first || (had_problems && !problems)) {
        http_send(preview->http, STR("good"), STR("{}"));
    }
    if (changed) {
        struct buf data = {0};
        report_put_change(report, &data);
        http_send(preview->http, STR("change"), buf_str(&data));
        buf_free(&data);
    }
    if (other_drafts || other_warnings) {
        http_send(preview->http, STR("hello"), buf_str(&preview->hello));
    }
    if (report->problems_known && problems) {
        http_send(preview->http, STR("errors"), current_problems(preview));
    }
    http_again(preview->http);
}

/* Only wakes the loop: preview_next takes the reports. */
void preview_on_reports(evutil_socket_t fd, short what, void *context)
{
    char bytes[64];
    (void)what, (void)context;
    while (read(fd, bytes, sizeof bytes) > 0) {
    }
}

static bool is_for_terminal(const struct preview_report *report)
{
    /* Most midnights change nothing. */
    bool updated = report->kind == REPORT_UPDATED &&
                   (!report->clock || report->gone || report_says(report));
    return updated || report->kind == REPORT_BAD || report->diagnostics.n ||
           (report->kind == REPORT_QUIET && (report->pages || report->first));
}

const struct preview_report *preview_take_reports(struct preview *preview)
{
    struct preview_report *report;
    while ((report = build_thread_take(preview->thread))) {
        take_report(preview, report);
        if (is_for_terminal(report)) {
            replace_report(preview, &preview->printed, report);
            return report;
        }
        drop_report(preview, report);
    }
    return NULL;
}

void preview_drop_reports(struct preview *preview)
{
    replace_report(preview, &preview->problems, NULL);
    replace_report(preview, &preview->site, NULL);
    replace_report(preview, &preview->warnings, NULL);
    replace_report(preview, &preview->printed, NULL);
}
