/* SPDX-License-Identifier: MIT */
#include "steps/functions.h"

#include <string.h>

#include "base/hash.h"
#include "dates/zone.h"
#include "drawing/strand.h"
#include "files/path.h"
#include "files/tree/tree.h"
#include "jinja/vm/ops.h"
#include "markdown/markdown.h"
#include "site/config/words.h"
#include "site/view/body_host.h"
#include "site/view/links.h"
#include "site/view/question.h"
#include "site/view/view.h"
#include "steps/asset_hash.h"
#include "steps/template_host.h"
#include "text/html.h"
#include "text/slug.h"
#include "text/url.h"
#include "text/xml_chars.h"

static const struct site *site_of(const struct jinja_call *call)
{
    return ((const struct view *)call->ctx->host)->site;
}

/* NULL where templates are rendered without a site, with what
 * functions_add_plain adds. */
static const struct site *site_if_any(const struct jinja_call *call)
{
    return call->ctx->host ? site_of(call) : NULL;
}

/* The text of a value as a template would print it. */
static str to_text(const struct jinja_call *call, value v)
{
    if (v.kind == VALUE_STRING) {
        return value_str(v);
    }
    struct buf out = {0};
    jinja_print(v, call->ctx, &out);
    return buf_move(&out, call->ctx->arena);
}

/* --- filters --- */

static bool to_date(struct jinja_call *call, value v, struct date *out)
{
    if (v.kind == VALUE_DATE) {
        *out = value_to_date(v);
        return true;
    }
    const struct site *site = site_if_any(call);
    const struct zone *zone = site ? site->config.zone : NULL;
    if (v.kind == VALUE_STRING &&
        date_parse(value_str(v), zone, out) == DATE_OK) {
        return true;
    }
    if (v.kind == VALUE_STRING) {
        return jinja_fail(call, "template-type", "not a date: \"%.*s\"",
                          STR_ARG(value_str(v)));
    }
    return jinja_fail(call, "template-type",
                      "date wants a date, and this is %s", value_kind_name(v));
}

/* An argument that is none by itself. NULL: none is given. */
static const value *given(const struct jinja_call *call, size_t position,
                          const char *name)
{
    const value *v = jinja_arg(call, position, name);
    return v && v->kind != VALUE_NONE ? v : NULL;
}

/* NULL: English ones. */
static const struct date_names *names_of(const struct jinja_call *call,
                                         const value *lang)
{
    const struct view *view = call->ctx->host;
    if (!view || (!lang && view->plain_dates)) {
        return NULL;
    }
    str language = lang ? to_text(call, *lang) : view_lang(view);
    struct gate gate = question_gate(view, view->site, ASK_DATES, language);
    const struct date_names *names = words_dates(view->site->words, language);
    gate_restore(gate);
    return names;
}

static bool filter_date(struct jinja_call *call, value *out)
{
    const value *format = jinja_arg(call, 0, "format");
    const value *tz = given(call, 1, "tz");
    struct date date = {0};
    struct buf text = {0};
    if (call->args[0].kind == VALUE_UNDEFINED) {
        *out = value_string(STR(""));
        return jinja_has_text(call, call->args[0]);
    }
    if (!to_date(call, call->args[0], &date)) {
        return false;
    }
    if (tz) {
        str name = to_text(call, *tz);
        const struct view *view = call->ctx->host;
        const struct zone *zone = zone_load(name, call->ctx->arena);
        question_answered(view ? view->recorder : NULL,
                          view ? view->site : NULL, ASK_ZONE, name,
                          zone_hash(zone));
        if (!zone) {
            return jinja_fail(call, "template-type",
                              "date: no time zone \"%.*s\"", STR_ARG(name));
        }
        date = date_in_zone(date, zone);
    }
    date_format_names(date, format ? to_text(call, *format) : STR("%Y-%m-%d"),
                      names_of(call, given(call, 2, "lang")), &text);
    *out = value_string(buf_move(&text, call->ctx->arena));
    return true;
}

static bool filter_slugify(struct jinja_call *call, value *out)
{
    *out =
        value_string(slug_make(call->ctx->arena, to_text(call, call->args[0])));
    return true;
}

static bool filter_plain(struct jinja_call *call, value *out)
{
    *out = value_string(
        html_plain(call->ctx->arena, to_text(call, call->args[0])));
    return true;
}

static bool filter_heading_links(struct jinja_call *call, value *out)
{
    value html = call->args[0];
    const value *label = jinja_arg(call, 0, "label");
    bool safe = html.kind == VALUE_STRING && (html.flags & VALUE_SAFE);
    *out = safe ? value_markup(html_link_headings(
                      call->ctx->arena, to_text(call, html),
                      label ? to_text(call, *label) : STR("")))
                : html;
    return true;
}

static bool filter_strand(struct jinja_call *call, value *out)
{
    struct strand strand;
    struct buf svg = {0};
    strand_draw(to_text(call, call->args[0]), &strand);
    strand_svg(&strand, &svg);
    *out = value_markup(buf_move(&svg, call->ctx->arena));
    return true;
}

static bool filter_markdownify(struct jinja_call *call, value *out)
{
    struct arena *arena = call->ctx->arena;
    struct source source = {.name = STR("markdownify"),
                            .text = to_text(call, call->args[0])};
    const struct site *site = site_if_any(call);
    const struct view *view = call->ctx->host;
    struct markdown_options options = {
        .smart = !site || site->config.markdown.smart,
        .raw_html = !site || site->config.markdown.raw_html,
        .math = site && site->config.math.on,
        .formulas = site ? site->options.math : NULL,
        .macros = site ? site->config.math.macros : (struct math_macros){0}};
    if (view && view->computing) {
        options.host = body_host_for_calls(view->host);
    }
    struct markdown markdown = {0};
    struct diags said = {.arena = arena};
    if (!markdown_render(&source, 0, &options, arena, &said, &markdown)) {
        const struct diag *why = said.list.p[0];
        return jinja_fail(call, why->code, "%.*s", STR_ARG(why->message));
    }
    const value *inside = jinja_arg(call, 0, "inline");
    bool inlined = inside && value_truth(*inside, call->ctx);
    *out =
        value_markup(inlined ? markdown_inline(markdown.html) : markdown.html);
    return true;
}

static bool filter_truncate_words(struct jinja_call *call, value *out)
{
    const value *count = jinja_arg(call, 0, "count");
    str text = to_text(call, call->args[0]);
    int64_t left = count && count->kind == VALUE_INT ? count->as.i : 50;
    size_t i = 0;
    while (i < text.n && left > 0) {
        i = str_skip_spaces(text, i);
        while (i < text.n && !is_space(text.p[i])) {
            i++;
        }
        left--;
    }
    str kept = str_trim(str_sub(text, 0, i));
    bool all = str_trim(text).n == kept.n;
    *out = value_string(all ? text
                            : arena_concat(call->ctx->arena, kept, STR("…")));
    return true;
}

/* HTML: every address in it; plain text: the address itself. Both as seen
 * from the page whose address `base` is, else from the site's root. */
static bool filter_absolute_url(struct jinja_call *call, value *out)
{
    const value *base = given(call, 0, "base");
    struct arena *arena = call->ctx->arena;
    value subject = call->args[0];
    str text = to_text(call, subject);
    str from = site_of(call)->root.permalink;
    if (base) {
        from = url_resolve(arena, from, to_text(call, *base));
    }
    bool html = subject.kind == VALUE_STRING && (subject.flags & VALUE_SAFE);
    *out = html ? value_markup(html_absolute(arena, text, from))
                : value_string(url_resolve(arena, from, text));
    return true;
}

/* The host of https://example.org is not that of https://example.organic. */
static bool filter_relative_url(struct jinja_call *call, value *out)
{
    str text = to_text(call, call->args[0]);
    str origin = url_origin(site_of(call)->config.url);
    str rest = str_from_offset(text, origin.n);
    bool ours = origin.n && str_starts(text, origin) &&
                (rest.n == 0 || strchr("/?#", rest.p[0]));
    if (ours && (rest.n == 0 || rest.p[0] != '/')) {
        rest = arena_concat(call->ctx->arena, STR("/"), rest);
    }
    *out = value_string(ours ? rest : text);
    return true;
}

static bool filter_xml_safe(struct jinja_call *call, value *out)
{
    value of = call->args[0];
    bool markup = of.kind == VALUE_STRING && (of.flags & VALUE_SAFE);
    str text = xml_clean(call->ctx->arena, to_text(call, of));
    *out = markup ? value_markup(text) : value_string(text);
    return true;
}

/* --- functions --- */

static bool text_arg(struct jinja_call *call, const char *function,
                     const char *name, str *out)
{
    const value *v = jinja_arg(call, 0, name);
    if (!v || v->kind != VALUE_STRING) {
        return jinja_fail(call, "template-call", "%s wants a %s in quotes",
                          function, name);
    }
    *out = value_str(*v);
    return true;
}

static bool names_post(value of)
{
    str path;
    str tail;
    if (of.kind != VALUE_STRING || url_is_absolute(value_str(of))) {
        return false;
    }
    url_split(value_str(of), &path, &tail);
    return tree_post_ext(path).n != 0;
}

/* "life/post.md#part": as a link in a post would have it. A missing one is a
 * warning as it is there. */
static bool url_of_post(struct jinja_call *call, str dest, value *out)
{
    struct arena *arena = call->ctx->arena;
    str path;
    str tail;
    url_split(dest, &path, &tail);
    path = path_rootless(path);
    value url = view_url_of_file(call->ctx, path);
    if (url.kind == VALUE_STRING) {
        *out = value_string(arena_concat(arena, value_str(url), tail));
        return true;
    }
    const struct site *site = site_of(call);
    struct gate gate = question_gate(call->ctx->host, site, ASK_NAMES, STR(""));
    if (!links_is_broken(site, path)) {
        struct diag *diag =
            diag_warning(call->ctx->diags, call->at, "broken-link",
                         "there is no post \"%.*s\"", STR_ARG(dest));
        diag_did_you_mean(diag,
                          links_nearest(site, path, STR(""), false, arena));
    }
    gate_restore(gate);
    *out = value_string(dest);
    return true;
}

/* A style sheet, script, picture or the like must be a file: no template makes
 * one. */
static void check_url_file(struct jinja_call *call, str dest, str url)
{
    const struct view *view = call->ctx->host;
    struct links links = {view->site, NULL, call->ctx->diags, NULL, view};
    struct arena *arena = call->ctx->arena;
    str path;
    str tail;
    url_split(url, &path, &tail);
    path = str_from_offset(path, url_path(view->site->config.url).n);
    path = path_rootless(path);
    if (str_is_word_of(path_ext(path), STR(".css .js .ico .woff .woff2")) ||
        links_is_download(path)) {
        links_check_file(&links, dest, url_decode(arena, path), false, call->at,
                         arena);
    }
}

static bool url_for(struct jinja_call *call, value *out)
{
    const value *of = jinja_arg(call, 0, "x");
    if (of && names_post(*of)) {
        return url_of_post(call, value_str(*of), out);
    }
    *out = of ? view_url_for(call->ctx, *of, false) : value_undefined();
    if (out->kind == VALUE_UNDEFINED) {
        return jinja_fail(call, "template-type",
                          "url_for wants a page, a section, a term or a path");
    }
    /* The built-in theme's files are there. */
    bool built_in =
        call->at.source && str_starts(call->at.source->name, STR("theme/"));
    if (!built_in && of && of->kind == VALUE_STRING &&
        !url_is_absolute(value_str(*of))) {
        check_url_file(call, value_str(*of), value_str(*out));
    }
    return true;
}

static bool look_up(struct jinja_call *call, const char *function,
                    const char *name,
                    value (*find)(struct render_context *ctx, str name),
                    value *out)
{
    str text = {NULL, 0};
    bool named = text_arg(call, function, name, &text);
    if (named) {
        *out = find(call->ctx, text);
    }
    return named;
}

static bool get_page(struct jinja_call *call, value *out)
{
    return look_up(call, "get_page", "path", view_get_page, out);
}

static bool get_section(struct jinja_call *call, value *out)
{
    return look_up(call, "get_section", "path", view_get_section, out);
}

static bool get_taxonomy(struct jinja_call *call, value *out)
{
    return look_up(call, "get_taxonomy", "name", view_get_taxonomy, out);
}

/* Finds the file that a call names. A missing file would be missing on the
 * page: an error. */
static bool file_of(struct jinja_call *call, const char *function,
                    const struct fingerprinted **out)
{
    struct render_context *ctx = call->ctx;
    const struct template_host *host = ctx->host;
    const struct view *view = &host->view;
    str path = {NULL, 0};
    *out = NULL;
    if (!text_arg(call, function, "path", &path)) {
        return false;
    }
    str file = path_rootless(path);
    size_t before = ctx->diags->errors;
    uint64_t *answer =
        question_open(view->recorder, view->site, ASK_ASSET, file);
    struct gate gate = gate_asked(view->recorder, ASK_ASSET, file);
    *out = fingerprint_of(host->fingerprints, file, view->keep, ctx->diags);
    gate_restore(gate);
    if (answer) {
        *answer = *out ? hash64((*out)->integrity) : 0;
    }
    if (!*out && ctx->diags->errors == before) {
        struct diag *diag = diag_error(
            ctx->diags, call->at, "missing-asset",
            "there is no file \"%.*s\" in static/ or content/", STR_ARG(path));
        diag_did_you_mean(
            diag, fingerprint_nearest(host->fingerprints, file, ctx->arena));
    }
    return true;
}

static bool asset(struct jinja_call *call, value *out)
{
    const struct fingerprinted *file;
    bool called = file_of(call, "asset", &file);
    *out = value_string(file ? file->address.url : STR(""));
    return called;
}

static bool asset_integrity(struct jinja_call *call, value *out)
{
    const struct fingerprinted *file;
    bool called = file_of(call, "asset_integrity", &file);
    *out = value_string(file ? file->integrity : STR(""));
    return called;
}

/* The civil date of the build in the site's zone. */
static bool today(struct jinja_call *call, value *out)
{
    const struct site *site = site_of(call);
    struct gate gate = question_gate(call->ctx->host, site, ASK_DAY, STR(""));
    struct civil day = date_civil(site->now);
    gate_restore(gate);
    int64_t midnight = civil_days(day.year, day.month, day.day) * 86400;
    int64_t instant = zone_instant(site->config.zone, midnight);
    *out = value_date((struct date){
        .instant = instant,
        .offset = zone_offset(site->config.zone, instant),
        .date_only = true,
    });
    return true;
}

/* Says that the shortcode at hand can't be rendered: its tag stays. */
static bool leave(struct jinja_call *call, value *out)
{
    struct view *view = call->ctx->host;
    str why = {NULL, 0};
    if (!text_arg(call, "leave", "why", &why)) {
        return false;
    }
    if (!view->computing) {
        return jinja_fail(call, "template-call", "leave() is for shortcodes");
    }
    const value *cure = jinja_arg(call, 1, "cure");
    struct diag *diag =
        diag_warning(call->ctx->diags, view->calling, "shortcode-argument",
                     "%.*s: left as it is", STR_ARG(why));
    if (cure && cure->kind == VALUE_STRING) {
        diag_hint(diag, "%.*s", STR_ARG(value_str(*cure)));
    }
    view->left = true;
    *out = value_string(STR(""));
    return true;
}

static const struct jinja_builtin plain_filters[] = {
    JINJA_BUILTIN("date", "(format='%Y-%m-%d', tz=none, lang=none)",
                  "A date as text, by strftime's letters; %+ is RFC 3339.",
                  filter_date),
    JINJA_BUILTIN("slugify", "", "The text as part of an address.",
                  filter_slugify),
    JINJA_BUILTIN("markdownify", "(inline=false)",
                  "The text as Markdown, to HTML, in a shortcode with "
                  "addresses as the post has them; `inline`: without the tags "
                  "of a single paragraph.",
                  filter_markdownify),
    JINJA_BUILTIN("strand", "",
                  "A drawing of the text, its own: the inside of an <svg> "
                  "with the viewBox 0 0 240 80.",
                  filter_strand),
    JINJA_BUILTIN("plain", "", "HTML as plain text on one line.", filter_plain),
    JINJA_BUILTIN(
        "heading_links", "(label)",
        "HTML whose headings end in a link to themselves; the label says "
        "what it is.",
        filter_heading_links),
    JINJA_BUILTIN("truncate_words", "(count=50)",
                  "The first words, with an ellipsis if there are more.",
                  filter_truncate_words),
    JINJA_BUILTIN("xml_safe", "", "Without the characters that XML forbids.",
                  filter_xml_safe),
};

static const struct jinja_builtin site_filters[] = {
    JINJA_BUILTIN("absolute_url", "(base=none)",
                  "An address with scheme and host; in HTML, every address.",
                  filter_absolute_url),
    JINJA_BUILTIN("relative_url", "",
                  "An address of this site without scheme and host.",
                  filter_relative_url),
};

static const struct jinja_builtin functions[] = {
    JINJA_BUILTIN("url_for", "(x)",
                  "The address of a page, section, term or path of the site.",
                  url_for),
    JINJA_BUILTIN("get_page", "(path)",
                  "The page of that file in content/; none if there is none.",
                  get_page),
    JINJA_BUILTIN("get_section", "(path)",
                  "The section of that folder in content/, or none.",
                  get_section),
    JINJA_BUILTIN("get_taxonomy", "(name)",
                  "The taxonomy of that name, or none.", get_taxonomy),
    JINJA_BUILTIN(
        "asset", "(path)",
        "The address of a published file, with a fingerprint in it that "
        "changes when the file does.",
        asset),
    JINJA_BUILTIN(
        "asset_integrity", "(path)",
        "What the integrity attribute says of that file: its SHA-384.",
        asset_integrity),
    JINJA_BUILTIN("leave", "(why, cure='')",
                  "In a shortcode: warns at its tag, which stays as it is.",
                  leave),
    JINJA_BUILTIN("today", "()",
                  "The date of the build in the site's time zone.", today),
};

void functions_add_plain(struct jinja *jinja)
{
    jinja_add(jinja, JINJA_FILTERS, plain_filters,
              sizeof plain_filters / sizeof *plain_filters);
}

void functions_add(struct jinja *jinja)
{
    functions_add_plain(jinja);
    jinja_add(jinja, JINJA_FILTERS, site_filters,
              sizeof site_filters / sizeof *site_filters);
    jinja_add(jinja, JINJA_FUNCTIONS, functions,
              sizeof functions / sizeof *functions);
    functions_add_words(jinja);
    functions_add_images(jinja);
}
