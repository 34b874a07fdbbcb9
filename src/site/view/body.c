/* SPDX-License-Identifier: MIT */
#include "site/view/body.h"

#include "base/hash.h"
#include "base/simd.h"
#include "highlight/token_cache.h"
#include "images/clean.h"
#include "markdown/markdown.h"
#include "secrets/secrets.h"
#include "site/config/words.h"
#include "site/content/post.h"
#include "site/content/post_record.h"
#include "site/view/body_host.h"
#include "site/view/body_search.h"
#include "site/view/picture_html.h"
#include "site/view/question.h"
#include "site/view/recipe_facts.h"
#include "site/view/view.h"
#include "text/html_escape.h"
#include "text/html_token.h"
#include "text/url.h"

/* Bodies that show each other would never end. */
void body_refuse(const struct post *post, struct render_context *ctx)
{
    const struct view *view = ctx->host;
    struct diag *diag = diag_error(
        ctx->diags, view->calling, "body-in-body",
        "a shortcode can't show the text, summary or backlinks of %.*s: they "
        "may hang on this one",
        STR_ARG(post->source->name));
    diag_hint(diag, "show its title, description or words, and link to it");
}

/* The prefix of footnotes' ids, unique among the posts of the site: the
 * address, with '_' for '/' and other bytes that plain ids do not have. If two
 * addresses could become the same that way, a hash distinguishes them. */
static str id_prefix(const struct post *post, struct arena *arena)
{
    str index = STR("/index.html");
    str path = post->address.file;
    path.n -= str_ends(path, index) ? index.n : 0;
    bool exact = true;
    char *p = ARENA_ARRAY(arena, char, path.n);
    for (size_t i = 0; i < path.n; i++) {
        char c = path.p[i];
        bool plain =
            is_alnum(c) || c == '-' || c == '.' || (unsigned char)c >= 0x80;
        exact = exact && (plain || c == '/');
        p[i] = plain ? c : '_';
    }
    str id = {p, path.n};
    return exact ? arena_concat(arena, id, STR("-"))
                 : arena_printf(arena, "%.*s-%llx-", STR_ARG(id),
                                (unsigned long long)hash64(path));
}

/* The results of one rendering. */
struct rendered {
    struct markdown markdown;
    uint64_t input_hash;
    struct link_log links;
    struct diags diags;
    struct deps trace;
    struct token_cache tokens;
};

/* --- the input --- */

uint64_t body_input_hash(const struct post *post)
{
    const struct frontmatter *front = post->front; /* some is inherited */
    uint64_t toc = (uint64_t)front->has_toc << 1 | front->toc;
    uint64_t languages = post->site ? post->site->languages.n : 0;
    uint64_t search =
        post->site && post->site->config.search ? body_search_hash(post) : 0;
    uint64_t place = (uint64_t)post->file->at.language << 8 | post->file->form;
    uint64_t parts[] = {post->loaded->file_hash,
                        hash64(post->address.url),
                        hash64(post->lang),
                        place,
                        hash64(front->summary),
                        hash64(front->description),
                        toc,
                        languages,
                        post_recipe_hash(post),
                        search};
    return hash64_of(parts, sizeof parts / sizeof *parts);
}

struct markdown_options body_options(const struct post *post,
                                     const struct config *config)
{
    const struct config_markdown *settings = &config->markdown;
    return (struct markdown_options){
        .html = post->file->html,
        .smart = settings->smart,
        .raw_html = settings->raw_html || post->file->cook,
        .mark = settings->mark,
        .scripts = settings->scripts,
        .emoji = settings->emoji,
        .definition_lists = settings->definition_lists,
        .abbreviations = settings->abbreviations,
        .wikilinks = settings->wikilinks,
        .comments = settings->comments,
        .foreign_shortcodes = !settings->tags_as_text,
        .math = config->math.on,
    };
}

/* The options of the site that it is rendered for. */
static struct markdown_options options_of(const struct post *post,
                                          const struct site *site,
                                          struct markdown_host host,
                                          struct arena *arena)
{
    const struct config_markdown *config = &site->config.markdown;
    struct markdown_options options = body_options(post, &site->config);
    options.highlight = config->highlight;
    options.unset = (config->has_mark ? 0U : MARKDOWN_MARK) |
                    (config->has_scripts ? 0U : MARKDOWN_SCRIPTS) |
                    (config->has_emoji ? 0U : MARKDOWN_EMOJI) |
                    (config->has_abbreviations ? 0U : MARKDOWN_ABBREVIATIONS);
    options.formulas = site->options.math;
    options.macros = site->config.math.macros;
    options.words = words_markdown(site->words, post->lang);
    options.demote_headings = true; /* the title is the page's <h1> */
    options.id_prefix = id_prefix(post, arena);
    options.root = url_path(site->config.url);
    options.host = host;
    return options;
}

bool body_read(const struct post *post, struct render_context *ctx,
               struct diags *diags, struct source *source, size_t *body)
{
    const struct view *view = ctx->host;
    switch (post_read_body(post, ctx->arena, diags, source, body)) {
    case POST_BODY_READ: return true;
    case POST_BODY_UNREADABLE: break;
    case POST_BODY_CHANGED:
        atomic_store(&view->shared->doubts.input_changed, &post->source->name);
        break;
    }
    return false;
}

/* Of a text that another one is made from, its own measures alone: no
 * shortcode is called, nothing is said and nothing is recorded. */
static void measure(const struct post *post, struct render_context *ctx,
                    struct markdown *out)
{
    struct view *view = ctx->host;
    struct recorder *recorder = view->recorder;
    struct diags quiet;
    struct source source = {0};
    size_t body;
    diags_init(&quiet, ctx->arena);
    if (!body_read(post, ctx, &quiet, &source, &body)) {
        return;
    }
    struct body_host host = {
        .links = {view->site, post, &quiet, NULL, view},
        .shortcodes = {.links = &host.links, .ctx = ctx},
    };
    struct markdown_options options =
        options_of(post, view->site, body_host_for_measures(&host), ctx->arena);
    view->recorder = NULL;
    markdown_render(&source, body, &options, ctx->arena, &quiet, out);
    view->recorder = recorder;
}

/* The fields that body_input_hash covers: a body reads these of its own post
 * without a record. */
static void grant_own(const struct post *post)
{
    gate_grant(&post->file, sizeof post->file);
    gate_grant(post->file, sizeof *post->file);
    gate_grant(&post->source, sizeof post->source);
    gate_grant(&post->front, sizeof post->front);
    gate_grant(&post->lang, sizeof post->lang);
    gate_grant(&post->address, sizeof post->address);
    gate_grant(&post->site, sizeof post->site);
}

/* The tokens of the previous rendering, even of another text. */
static str last_tokens(const struct post *post, struct render_context *ctx)
{
    const struct view *view = ctx->host;
    struct derived old = {0};
    const struct derived *known = body_known(post, view->keep);
    const struct step *step =
        view->recorder
            ? step_find(&view->recorder->engine->steps, post->object.number)
            : NULL;
    if (!known && step) {
        known = derived_unpack(step->record, step->parts, &old, ctx->arena)
                    ? &old
                    : NULL;
    }
    return known ? derived_tokens(known) : (str){0};
}

/* Feeds and JSON escape a body's HTML, so its pictures are cleaned before. */
static str with_pictures(const struct view *view, str html, struct arena *arena)
{
    html = clean_html(html, view->site->config.images.keep, arena);
    return picture_html(view, view->site, html, false, arena);
}

/* Diagnostics and reads belong to the body, not to the page that asked for it
 * first. */
static void render(const struct post *post, struct render_context *ctx,
                   struct rendered *out)
{
    struct view *view = ctx->host;
    struct source *source = ARENA_NEW(ctx->arena, struct source);
    struct render_context inner = *ctx;
    size_t body;
    *out = (struct rendered){.links.arena = ctx->arena};
    diags_init(&out->diags, view->keep);
    inner.diags = &out->diags;
    inner.steps = 0; /* for any page */
    inner.made = 0;
    if (!body_read(post, ctx, inner.diags, source, &body)) {
        return;
    }
    out->input_hash = body_input_hash(post);
    if (secrets_tell(view->site, source, post->file->html, ctx->arena,
                     inner.diags)) {
        source->text = secrets_blank_allowed(source->text, ctx->arena);
    }
    /* A shortcode sees the site in the post's language, on any page that shows
     * it. */
    const struct site *outside = view->site;
    view->site = post->site ? post->site : outside;
    struct body_host host = {
        .links = {view->site, post, inner.diags, &out->links, view},
        .shortcodes = {.links = &host.links, .ctx = &inner},
    };
    struct markdown_options options =
        options_of(post, view->site, body_host(&host), ctx->arena);
    out->tokens.last = last_tokens(post, ctx);
    options.tokens = &out->tokens;
    struct recorder_mark mark = recorder_begin(view->recorder);
    grant_own(post);
    question_ask(view, view->site, ASK_ALERTS, post->lang);
    static const char key[] = "Markdown";
    struct profile_run run;
    if (view->profile) {
        struct profile_row *row = profile_row(view->profile, key, PROFILE_TEXT);
        row->name = STR("Markdown");
        profile_enter(view->profile, row, &run);
    }
    view->computing = post;
    view->host = &host;
    markdown_render(source, body, &options, ctx->arena, inner.diags,
                    &out->markdown);
    view->computing = NULL;
    out->markdown.html = with_pictures(view, out->markdown.html, ctx->arena);
    out->markdown.summary =
        with_pictures(view, out->markdown.summary, ctx->arena);
    if (view->profile) {
        profile_leave(view->profile, &run);
    }
    out->trace = recorder_end(view->recorder, mark, ctx->arena);
    view->site = outside;
    if (!view->site->config.markdown.tags_as_text) {
        foreign_tags_warn(&out->markdown, inner.diags);
    }
    if (!post->file->html) {
        link_spaces_check(view->site, source, body, out->markdown.html,
                          ctx->arena, inner.diags);
    }
}

/* Adds the address of the post's page to links "#part", for summaries on other
 * pages. Links that lead nowhere stay as they are written, for crumb check to
 * find once. */
static str with_page(str html, str url, struct arena *keep)
{
    struct buf out = {0};
    struct html_token token;
    size_t done = 0;
    if (str_find_char(html, '#') == STR_NONE) {
        return arena_str(keep, html);
    }
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        str href = html_token_value(&token, STR("href"));
        if (str_starts(href, STR("#"))) {
            size_t at = (size_t)(href.p - html.p);
            buf_put(&out, str_sub(html, done, at - done));
            html_escape(url, &out);
            done = at;
        }
    }
    buf_put(&out, str_from_offset(html, done));
    return buf_move(&out, keep);
}

/* A text that begins with no paragraph is described by its front matter. */
static str summary_of(const struct post *post, const struct markdown *markdown,
                      struct arena *keep)
{
    const struct frontmatter *front = post->front;
    if (!front->summary.n && (markdown->summary.n || !front->description.n)) {
        return with_page(markdown->summary, post->address.url, keep);
    }
    struct buf out = {0};
    buf_put(&out, STR("<p>"));
    html_escape(front->summary.n ? front->summary : front->description, &out);
    buf_put(&out, STR("</p>\n"));
    return buf_move(&out, keep);
}

/* The value that starts there, with quotes or without, if an attribute `id` or
 * `name` ends just before it. */
static str anchor_at(str html, size_t at)
{
    static const str names[] = {STR_INIT("id="), STR_INIT("name=")};
    bool named = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !named; i++) {
        size_t n = names[i].n;
        named = at > n && is_space(html.p[at - n - 1]) &&
                str_eq_nocase(str_sub(html, at - n, n), names[i]);
    }
    if (!named) {
        return (str){NULL, 0};
    }
    bool quoted = html.p[at] == '"' || html.p[at] == '\'';
    str rest = str_from_offset(html, at + quoted);
    size_t n = 0;
    while (n < rest.n && (quoted ? rest.p[n] != html.p[at]
                                 : !is_any_of(rest.p[n], " \t\n\"'&<>"))) {
        n++;
    }
    return str_sub(rest, 0, n);
}

/* The letter before the "=" of `id=` or `name=`; the byte after the last of
 * sixteen is not known. */
static uint32_t names_end_mask(simd16 x)
{
    uint32_t letters = simd16_mask(simd16_is(x, 'd') | simd16_is(x, 'e') |
                                   simd16_is(x, 'D') | simd16_is(x, 'E'));
    uint32_t equals = simd16_mask(simd16_is(x, '='));
    uint32_t last = UINT32_C(1) << (SIMD16 - 1);
    return letters & (equals >> 1 | last);
}

/* Appends the ids and names in the body's HTML, with a NUL after each. Without
 * those of its headings, which come in the order of the text. */
static void find_anchors(str html, const struct derived_parts *parts,
                         struct buf *out)
{
    size_t heading = 0;
    for (size_t at = simd16_find(html, 0, names_end_mask) + 2; at < html.n;
         at = simd16_find(html, at - 1, names_end_mask) + 2) {
        str anchor = anchor_at(html, at);
        if (heading < parts->nheadings &&
            str_eq(anchor, parts->headings[heading].id)) {
            heading++;
        } else if (anchor.n) {
            buf_put(out, anchor);
            buf_putc(out, '\0');
        }
    }
}

static struct derived_parts *parts_of(const struct markdown *markdown,
                                      const struct link_log *log,
                                      struct arena *arena)
{
    struct derived_parts *parts = ARENA_NEW(arena, struct derived_parts);
    parts->headings = markdown->headings.p;
    parts->nheadings = markdown->headings.n;
    parts->uses = log->uses.p;
    parts->nuses = log->uses.n;
    struct buf anchors = {0};
    find_anchors(markdown->html, parts, &anchors);
    parts->anchors = buf_move(&anchors, arena);
    return parts;
}

/* The first thread's stays. */
static const struct derived *publish_derived(const struct post *post,
                                             const struct derived *derived)
{
    const struct derived *first = NULL;
    bool done = atomic_compare_exchange_strong(post->derived, &first, derived);
    return done ? derived : first;
}

const struct derived *body_known(const struct post *post, struct arena *keep)
{
    const struct derived *known = atomic_load(post->derived);
    const struct step *body = post->body;
    if (known || !body) {
        return known;
    }
    struct derived *derived = ARENA_NEW(keep, struct derived);
    if (!derived_unpack(body->record, body->parts, derived, keep)) {
        return NULL;
    }
    derived->recalled = true;
    derived->search = body->search;
    return publish_derived(post, derived);
}

const struct derived_parts *body_parts(const struct site *site,
                                       const struct derived *derived,
                                       struct arena *arena)
{
    if (derived->parts) {
        return derived->parts;
    }
    struct derived_parts *parts = ARENA_NEW(arena, struct derived_parts);
    if (derived->record.p) {
        derived_unpack_parts(site, derived, arena, parts);
    }
    return parts;
}

/* Publishes what others need of a body that was rendered. Its texts are those
 * of the record, which the next build gets. Errors are part of the hash: pages
 * that show the text must be checked again even if its HTML is the same. */
static const struct derived *derive(const struct post *post,
                                    const struct rendered *rendered,
                                    const struct view *view, struct arena *work)
{
    const struct markdown *markdown = &rendered->markdown;
    struct arena *keep = view->keep;
    const struct derived made = {
        .summary = summary_of(post, markdown, work),
        .warnings = &rendered->diags,
        .content_hash =
            hash64_mix(hash64(markdown->html), rendered->diags.errors),
        .input_hash = rendered->input_hash,
        .words = (uint32_t)markdown->words,
        .minutes = (uint32_t)markdown->minutes,
        .has_more = markdown->has_more,
        .has_code = markdown->has_code,
    };
    struct derived_parts *parts = parts_of(markdown, &rendered->links, work);
    parts->tokens = buf_str(&rendered->tokens.now);
    struct buf record = {0};
    struct buf parts_record = {0};
    derived_pack(&made, parts, &record, &parts_record);
    struct derived *derived = ARENA_NEW(keep, struct derived);
    derived_unpack(
        text_store_put(&view->texts[KEPT_RECORDS], buf_str(&record)),
        text_store_put(&view->texts[KEPT_PARTS], buf_str(&parts_record)),
        derived, keep);
    buf_free(&record);
    buf_free(&parts_record);
    if (rendered->diags.list.n) {
        struct diags *warnings = ARENA_NEW(keep, struct diags);
        *warnings = rendered->diags;
        derived->warnings = warnings;
    }
    if (post->kept) {
        derived->content = arena_str(keep, markdown->html);
    }
    if (view->search && post->site && post->site->config.search) {
        derived->search = body_search_words(post, markdown->html, view);
    }
    struct trace trace = recorder_encode(&rendered->trace, work);
    derived->trace.pairs =
        text_store_put(&view->texts[KEPT_TRACES], trace.pairs);
    return publish_derived(post, derived);
}

static const struct derived *render_and_derive(const struct post *post,
                                               struct render_context *ctx)
{
    struct view *view = ctx->host;
    struct rendered rendered;
    render(post, ctx, &rendered);
    view->rendered = post;
    view->content = rendered.markdown.html;
    const struct derived *known = body_known(post, view->keep);
    const struct derived *derived =
        known ? known : derive(post, &rendered, view, ctx->arena);
    buf_free(&rendered.tokens.now);
    /* The first rendering has reported the mistakes in the text, but not that
     * it could not be read this time. */
    if (known && rendered.diags.errors && !known->warnings->errors) {
        diags_merge(ctx->diags, &rendered.diags);
    }
    return derived;
}

str body_content(const struct post *post, struct render_context *ctx)
{
    const struct view *view = ctx->host;
    if (view->computing) {
        body_refuse(post, ctx);
        return (str){NULL, 0};
    }
    if (view->rendered == post) {
        return view->content;
    }
    const struct derived *derived = atomic_load(post->derived);
    if (derived && derived->content.p) {
        return derived->content;
    }
    render_and_derive(post, ctx);
    return view->content;
}

static const struct derived none = {.warnings = &diags_none};

const struct derived *body_derive(const struct post *post,
                                  struct render_context *ctx)
{
    const struct view *view = ctx->host;
    if (view->computing) {
        body_refuse(post, ctx);
        return &none;
    }
    const struct derived *derived = body_known(post, view->keep);
    return derived ? derived : render_and_derive(post, ctx);
}

void body_show(const struct post *post, struct render_context *ctx)
{
    const struct view *view = ctx->host;
    if (!view->computing && !view->hashing) {
        body_derive(post, ctx);
    }
}

const struct derived *body_measure(const struct post *post,
                                   struct render_context *ctx)
{
    const struct view *view = ctx->host;
    const struct derived *derived = body_known(post, view->keep);
    if (derived || !view->computing) {
        return derived ? derived : render_and_derive(post, ctx);
    }
    struct markdown markdown = {0};
    const struct link_log links = {0};
    measure(post, ctx, &markdown);
    struct derived *measured = ARENA_NEW(ctx->arena, struct derived);
    *measured = none;
    measured->parts = parts_of(&markdown, &links, ctx->arena);
    measured->words = (uint32_t)markdown.words;
    measured->minutes = (uint32_t)markdown.minutes;
    return measured;
}
