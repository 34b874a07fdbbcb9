/* SPDX-License-Identifier: MIT */
#include "check/findings.h"

#include "files/fs.h"
#include "files/path.h"
#include "site/content/post.h"
#include "text/html_token.h"
#include "text/url.h"

struct finding *finding_add(struct findings *findings, enum severity severity,
                            const char *code, struct spot at, str key)
{
    struct finding *finding = ARENA_NEW(findings->arena, struct finding);
    finding->severity = severity;
    finding->code = code;
    finding->at = at;
    finding->key = key;
    *VEC_PUSH(&findings->list, findings->arena) = finding;
    return finding;
}

void finding_say(struct findings *findings, struct finding *finding,
                 const char *format, ...)
{
    va_list args;
    va_start(args, format);
    finding->message = arena_vprintf(findings->arena, format, args);
    va_end(args);
}

void finding_unreadable(struct findings *findings, str name, int error)
{
    struct spot at = {name, name, NULL, 0, 0};
    finding_say(findings,
                finding_add(findings, DIAG_ERROR, "unreadable", at, name), "%s",
                strerror(error));
}

static int compare_findings(const void *a, const void *b)
{
    const struct finding *x = *(const struct finding *const *)a;
    const struct finding *y = *(const struct finding *const *)b;
    int order = strcmp(x->code, y->code);
    order = order ? order : str_cmp(x->key, y->key);
    order = order ? order : str_cmp(x->at.name, y->at.name);
    if (order) {
        return order;
    }
    if (x->at.off != y->at.off) {
        return x->at.off < y->at.off ? -1 : 1;
    }
    return str_cmp(x->message, y->message);
}

/* --- places in sources --- */

/* A diagnostic of the build about a link. */
struct link_diag {
    const struct diag *diag;
    bool again;             /* a finding says it too */
    struct link_diag *next; /* of the same line */
};

/* The file that was read last: many findings in a row are of one. */
struct cached_file {
    struct arena arena;
    struct source source;
    str file; /* its path; empty: none was read */
};

struct reporter {
    struct arena *arena;
    struct arena work; /* reset after each finding */
    struct cached_file page;
    struct cached_file post;
    const struct diags *build;
    struct diags *leaks;
    struct diags *out;
    struct link_diag *link_diags; /* one for each of the build's */
    struct map by_line; /* file and line -> the last struct link_diag of it */
};

/* The first place that is not the end of a longer address, else the first. */
static size_t find_whole(str text, str seek)
{
    size_t first = str_find(text, seek);
    size_t at = first;
    while (at && at < text.n &&
           (is_alnum(text.p[at - 1]) || is_any_of(text.p[at - 1], "/.-_%"))) {
        at = str_find_from(text, at + 1, seek);
    }
    return at == text.n ? first : at;
}

static size_t find_decoded(str text, str seek, struct arena *arena)
{
    size_t at = find_whole(text, seek);
    return at == STR_NONE ? find_whole(text, url_decode(arena, seek)) : at;
}

/* An address in a source may be a file beside the post, or another post with
 * a fragment: then the fragment or the last parts are all that is the same. */
static size_t find_link(str text, str seek, struct arena *arena, size_t *len)
{
    size_t at = find_decoded(text, seek, arena);
    size_t hash = str_find_char(seek, '#');
    if (at == STR_NONE && hash != STR_NONE && hash + 1 < seek.n) {
        seek = str_from_offset(seek, hash);
        at = find_decoded(text, seek, arena);
    } else {
        size_t slash;
        while (at == STR_NONE &&
               (slash = str_find_char(seek, '/')) != STR_NONE &&
               seek.n - slash > 3) {
            seek = str_from_offset(seek, slash + 1);
            at = find_decoded(text, seek, arena);
        }
    }
    *len = seek.n;
    return at;
}

/* The first <img> without a text whose address that is, else the address. */
static size_t find_image(str text, str seek, struct arena *arena, size_t *len)
{
    struct html_token token;
    for (size_t from = str_find_from(text, 0, STR("<img")); from < text.n;
         from = str_find_from(text, from + 1, STR("<img"))) {
        html_token_init(&token, str_from_offset(text, from));
        size_t at =
            html_token_next(&token) && !html_token_attr(&token, STR("alt"))
                ? find_link(token.body, seek, arena, len)
                : STR_NONE;
        if (at != STR_NONE) {
            return from + at;
        }
    }
    return find_link(text, seek, arena, len);
}

/* The first ![](x.jpg) of that name. */
static size_t find_wordless(str text, str name, struct arena *arena)
{
    str mark = STR("![");
    size_t next;
    for (size_t at = str_find_from(text, 0, mark); at < text.n; at = next) {
        next = str_find_from(text, at + mark.n, mark);
        str line = str_sub(text, at, next - at);
        line = str_sub(line, 0, str_find_char(line, '\n'));
        size_t found = find_decoded(line, name, arena);
        if (str_at(line, mark.n) == ']' && found > 1 && found < line.n &&
            is_any_of(line.p[found - 1], "(</")) {
            return at;
        }
    }
    return STR_NONE;
}

static bool read_cached_body(struct cached_file *cached,
                             const struct post *post)
{
    size_t body;
    if (str_eq(cached->file, post->file->path)) {
        return true;
    }
    arena_clear(&cached->arena);
    *cached = (struct cached_file){.arena = cached->arena};
    struct diags ignored = {.arena = &cached->arena};
    bool read = post_read_body(post, &cached->arena, &ignored, &cached->source,
                               &body) == POST_BODY_READ;
    cached->file = read ? post->file->path : cached->file;
    return read;
}

/* Finds the place in the post's own text that the finding is about. */
static bool locate(struct reporter *reporter, const struct finding *finding,
                   struct source *source, span *at)
{
    if (!finding->at.post || finding->seek.n == 0 ||
        !read_cached_body(&reporter->post, finding->at.post)) {
        return false;
    }
    *source = reporter->post.source;
    size_t len = finding->seek.n;
    str text = source->text;
    str seek = finding->seek;
    struct arena *work = &reporter->work;
    size_t off = finding->wordless ? find_wordless(text, path_base(seek), work)
                 : finding->image  ? find_image(text, seek, work, &len)
                 : finding->link   ? find_link(text, seek, work, &len)
                                   : str_find(text, seek);
    if (off == STR_NONE) {
        return false;
    }
    *at = span_of(source, off, len);
    return true;
}

static str line_key(struct arena *arena, str file, uint32_t line)
{
    return arena_printf(arena, "%.*s:%u", STR_ARG(file), (unsigned)line);
}

static void index_build(struct reporter *reporter)
{
    const str links = STR("broken-link missing-image broken-fragment");
    size_t n = reporter->build->list.n;
    reporter->link_diags =
        arena_zalloc(reporter->arena, n, sizeof(struct link_diag));
    for (size_t i = 0; i < n; i++) {
        const struct diag *diag = reporter->build->list.p[i];
        if (str_is_word_of(str_from(diag->code), links)) {
            str key = line_key(reporter->arena, diag->at.file, diag->at.line);
            void **last = map_put(&reporter->by_line, reporter->arena, key);
            reporter->link_diags[i] =
                (struct link_diag){.diag = diag, .next = *last};
            *last = &reporter->link_diags[i];
        }
    }
}

/* The build's diagnostic of the same link, which is then not reported twice. */
static const struct diag *find_build_diag(struct reporter *reporter, span at)
{
    uint32_t line = source_position(at.source, at.off).line;
    str key = line_key(reporter->arena, at.source->name, line);
    const struct diag *found = NULL;
    for (struct link_diag *link = map_get(&reporter->by_line, key); link;
         link = link->next) {
        const struct place *place = &link->diag->at;
        if (at.off >= place->off && at.off - place->off < place->mark_len) {
            link->again = true;
            found = link->diag;
        }
    }
    return found;
}

/* Where the finding is shown; without an offset it is about the file as a
 * whole, which then has no text. */
static span span_of_finding(struct reporter *reporter, const struct spot *spot,
                            struct source *source)
{
    struct cached_file *page = &reporter->page;
    *source = (struct source){.name = spot->name};
    if (!spot->off && !spot->len) {
        return span_of(source, 0, 0);
    }
    if (!str_eq(page->file, spot->real)) {
        arena_clear(&page->arena);
        *page = (struct cached_file){
            .arena = page->arena, .source = *source, .file = spot->real};
        fs_read(spot->real, &page->arena, &page->source.text);
        source_index(&page->source, &page->arena);
    }
    *source = page->source;
    return span_of(source, spot->off, spot->len);
}

static void report_finding(struct reporter *reporter,
                           const struct finding *finding, const span *inside)
{
    struct source source;
    span at = span_of_finding(reporter, &finding->at, &source);
    struct diags *out = finding->leak ? reporter->leaks : reporter->out;
    struct diag *diag = diag_add(out, finding->severity, at, finding->code,
                                 "%.*s", STR_ARG(finding->message));
    str hint = finding->hint;
    if (inside && finding->link) {
        const struct diag *same = find_build_diag(reporter, *inside);
        hint = same && !hint.n ? same->hint : hint;
    }
    if (hint.n) {
        diag_hint(diag, "%.*s", STR_ARG(hint));
    }
    if (finding->group.n && str_eq(hint, finding->hint)) {
        diag_group(diag, finding->group, finding->group_hint);
    }
    if (inside) {
        diag_in(diag, *inside);
    }
    arena_clear(&reporter->work);
}

/* Reports findings of the group that posts have in their sources, each place
 * once. Returns false if none has. */
static bool report_located(struct reporter *reporter, struct finding **group,
                           size_t n)
{
    struct map places = {0};
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        struct source source = {0};
        span at;
        if (!locate(reporter, group[i], &source, &at)) {
            arena_clear(&reporter->work);
            continue;
        }
        any = true;
        void **known =
            map_put(&places, reporter->arena,
                    arena_printf(reporter->arena, "%.*s %u",
                                 STR_ARG(source.name), (unsigned)at.off));
        if (!*known) {
            *known = group[i];
            report_finding(reporter, group[i], &at);
        }
    }
    return any;
}

static void report_group(struct reporter *reporter, struct finding **group,
                         size_t n)
{
    if (report_located(reporter, group, n) || group[0]->wordless) {
        return;
    }
    size_t others = 0;
    for (size_t i = 1; i < n; i++) {
        others += !str_eq(group[i]->at.name, group[i - 1]->at.name);
        group[0]->leak = group[0]->leak || group[i]->leak;
    }
    if (others) {
        group[0]->message = arena_printf(
            reporter->arena, "%.*s (and on %zu more page%s)",
            STR_ARG(group[0]->message), others, others == 1 ? "" : "s");
    }
    report_finding(reporter, group[0], NULL);
}

/* Notes of the build become warnings. */
static void report_build(struct reporter *reporter)
{
    struct diags *out = reporter->out;
    for (size_t i = 0; i < reporter->build->list.n; i++) {
        struct diag *diag = reporter->build->list.p[i];
        /* Secrets of posts are findings, too: they may be leaks. */
        bool secret = strcmp(diag->code, "secret") == 0;
        if (secret || reporter->link_diags[i].again) {
            continue;
        }
        if (diag->severity == DIAG_NOTE) {
            diag->severity = DIAG_WARNING;
        }
        *VEC_PUSH(&out->list, out->arena) = diag;
        out->errors += diag->severity == DIAG_ERROR;
        out->warnings += diag->severity == DIAG_WARNING;
    }
}

void findings_report(struct findings *findings, const struct diags *build,
                     struct arena *arena, struct diags *leaks,
                     struct diags *out)
{
    struct reporter reporter = {
        .arena = arena, .build = build, .leaks = leaks, .out = out};
    struct finding **list = findings->list.p;
    size_t n = findings->list.n;
    index_build(&reporter);
    if (n) {
        qsort(list, n, sizeof(struct finding *), compare_findings);
    }
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n && strcmp(list[i]->code, list[end]->code) == 0 &&
               str_eq(list[i]->key, list[end]->key)) {
            end++;
        }
        report_group(&reporter, list + i, end - i);
        i = end;
    }
    report_build(&reporter);
    arena_free(&reporter.work);
    arena_free(&reporter.page.arena);
    arena_free(&reporter.post.arena);
}
