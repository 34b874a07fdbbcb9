/* SPDX-License-Identifier: MIT */
#include "serve/preview_report.h"

#include "base/json_string.h"
#include "base/memory/buf.h"
#include "files/path.h"
#include "site/content/post.h"
#include "site/site.h"
#include "text/url.h"

str address_of_file(str file, str root, struct arena *arena)
{
    const str parts[] = {root, STR("/"),
                         url_encode_path(arena, address_shown(file))};
    return arena_join(arena, parts, 3);
}

str address_file(str url, str root, struct arena *arena)
{
    str file = url_decode(arena, url);
    file = str_from_offset(file, str_starts(file, root) ? root.n : 0);
    file = path_rootless(file);
    bool folder = !file.n || file.p[file.n - 1] == '/';
    return folder ? arena_concat(arena, file, STR("index.html")) : file;
}

struct preview_report *report_new(void)
{
    struct arena arena = {0};
    struct preview_report *report = ARENA_NEW(&arena, struct preview_report);
    report->arena = arena;
    return report;
}

void report_free(struct preview_report *report)
{
    struct arena arena = report->arena;
    arena_free(&arena);
}

bool report_says(const struct preview_report *report)
{
    return report->urls.n || report->css.n || report->all ||
           report->problems_known || report->diagnostics.n;
}

void report_changed(struct preview_report *report, str file, str root)
{
    struct arena *arena = &report->arena;
    str url = address_of_file(file, root, arena);
    if (str_eq(path_ext(file), STR(".css"))) {
        *VEC_PUSH(&report->css, arena) = url;
    } else {
        *VEC_PUSH(&report->urls, arena) = url;
    }
}

void report_restyled(struct preview_report *report, str file,
                     struct hash128 version, str root)
{
    report_changed(report, file, root);
    *VEC_PUSH(&report->restyled, &report->arena) = (struct report_restyled){
        address_of_file(file, root, &report->arena), version};
}

static void put_list(const char *name, const str *urls, size_t n,
                     struct buf *out)
{
    buf_printf(out, "\"%s\":[", name);
    for (size_t i = 0; i < n; i++) {
        buf_put(out, i ? STR(",") : STR(""));
        json_put_string(out, urls[i]);
    }
    buf_put(out, STR("],"));
}

/* {"/x/": "the version that it has now"} */
static void put_restyled(const struct preview_report *report, struct buf *out)
{
    buf_put(out, STR("\"restyled\":{"));
    for (size_t i = 0; i < report->restyled.n; i++) {
        char hex[HASH128_HEX];
        hash128_hex(report->restyled.p[i].version, hex);
        buf_put(out, i ? STR(",") : STR(""));
        json_put_string(out, report->restyled.p[i].url);
        buf_printf(out, ":\"%.*s\"", HASH128_HEX, hex);
    }
    buf_put(out, STR("},"));
}

void report_put_change(const struct preview_report *report, struct buf *out)
{
    buf_putc(out, '{');
    put_list("urls", report->urls.p, report->urls.n, out);
    put_list("css", report->css.p, report->css.n, out);
    put_list("but", report->but.p, report->but.n, out);
    put_restyled(report, out);
    buf_printf(out, "\"all\":%s}", report->all ? "true" : "false");
}

void report_diags(struct preview_report *report, struct diags *diags,
                  struct report_form form)
{
    struct buf text = {0};
    diags_sort(diags);
    diags_fold(diags);
    buf_put(&text, report->diagnostics);
    for (size_t i = 0; form.json && i < diags->list.n; i++) {
        diag_print_json(diags->list.p[i], &text);
    }
    if (!form.json) {
        diags_print(diags, form.color, &text);
    }
    report->diagnostics = arena_str(&report->arena, buf_str(&text));
    report->errors += diags->errors;
    buf_free(&text);
}

/* {"diagnostics": [...], "text": "..."} */
void report_problems(struct preview_report *report,
                     const struct problems *problems)
{
    struct buf plain = {0};
    struct buf json = {0};
    struct diags diags = {.arena = &report->arena};
    problems_list(problems, &diags);
    buf_put(&json, STR("{\"diagnostics\":["));
    for (size_t i = 0; i < diags.list.n; i++) {
        diag_print(diags.list.p[i], false, &plain);
        buf_put(&json, i ? STR(",") : STR(""));
        diag_print_json(diags.list.p[i], &json);
        json.n -= json.n && json.p[json.n - 1] == '\n';
    }
    buf_put(&json, STR("],\"text\":"));
    json_put_string(&json, buf_str(&plain));
    buf_putc(&json, '}');
    report->problems_known = true;
    report->problems_text = arena_str(&report->arena, buf_str(&plain));
    report->problems_json =
        diags.list.n ? arena_str(&report->arena, buf_str(&json)) : STR("");
    buf_free(&plain);
    buf_free(&json);
}

/* "2026-11-30 09:00"; p == NULL: it is live. */
static str live_from(const struct post *post, const struct site *site,
                     struct arena *arena)
{
    const struct date *live = post_live(post);
    struct buf out = {0};
    if (!live || live->instant <= site->now.instant) {
        return (str){NULL, 0};
    }
    date_format(*live, STR("%Y-%m-%d %H:%M"), &out);
    return buf_move(&out, arena);
}

void report_drafts(struct preview_report *report, const struct site *site)
{
    struct arena *arena = &report->arena;
    report->drafts.n = 0; /* of a report that was not sent */
    for (size_t i = 0; i < site->nall; i++) {
        const struct post *post = &site->all[i];
        struct report_draft draft = {.draft = post->front->draft,
                                     .live = live_from(post, site, arena)};
        if (post->held == HELD_NOT && post->address.url.n &&
            (draft.draft || draft.live.p)) {
            draft.title = arena_str(arena, post->title);
            draft.url = arena_str(arena, post->address.url);
            draft.path = arena_str(arena, post->file->path);
            *VEC_PUSH(&report->drafts, arena) = draft;
        }
    }
    report->drafts_known = true;
}

/* The address of the post, so that its page shows the warning; empty: none. */
static str page_of(const struct site *site, str source, struct arena *arena)
{
    str path = str_from_offset(source, sizeof "content/" - 1);
    const struct post *post = source.n ? site_post(site, path, arena) : NULL;
    return post ? post->address.url : STR("");
}

/* [{"page": "/x/", ...}] */
void report_warnings(struct preview_report *report,
                     const struct problems *problems, const struct site *site)
{
    struct buf json = {0};
    size_t n = 0;
    buf_putc(&json, '[');
    for (size_t i = 0; i < problems->reported.n; i++) {
        const struct reported_warning *warning = problems->reported.p[i];
        if (warning->live) {
            buf_put(&json, n++ ? STR(",{\"page\":") : STR("{\"page\":"));
            json_put_string(&json,
                            page_of(site, warning->source, &report->arena));
            buf_putc(&json, ',');
            buf_put(&json, str_from_offset(warning->json, 1));
        }
    }
    buf_putc(&json, ']');
    report->warnings = arena_str(&report->arena, buf_str(&json));
    buf_free(&json);
}
