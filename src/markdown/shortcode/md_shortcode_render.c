/* SPDX-License-Identifier: MIT */
#include "markdown/shortcode/md_shortcode.h"

#include "markdown/markdown.h"
#include "text/html_escape.h"

/* Rendering of shortcodes, and the replacement of their tokens. */

/* --- bodies --- */

/* The line without the marks that continue the container. */
static str without_container(str line, str container)
{
    size_t i = 0;
    size_t left = container.n; /* columns after the last mark of a quote */
    for (size_t k = 0; k < container.n; k++) {
        if (container.p[k] != '>') {
            continue;
        }
        size_t at = str_skip(line, i, " ");
        if (str_at(line, at) != '>') {
            return str_from_offset(line, i);
        }
        i = at + 1;
        left = container.n - k - 1;
        if (left && str_at(line, i) == ' ') {
            i++;
            left--;
        }
    }
    while (left && is_any_of(str_at(line, i), " \t")) {
        left -= line.p[i] == '\t' && left >= 4 ? 4 : 1;
        i++;
    }
    return str_from_offset(line, i);
}

/* The source text up to the end of the shortcode's body. In quotes and lists
 * their marks are removed from the body. Line numbers stay right. */
static str text_with_body(const struct md *md, const struct md_shortcode *code)
{
    str text = str_sub(md->source->text, 0, md->body + code->body_end);
    size_t start = md->body + code->tag.to;
    str container =
        md_marks_before(str_from_offset(text, md->body), code->tag.from);
    size_t first = str_find_char(str_from_offset(text, start), '\n');
    if (container.n == 0 || first == STR_NONE) {
        return text;
    }
    struct buf out = {0};
    buf_put(&out, str_sub(text, 0, start + first));
    str rest = str_from_offset(text, start + first + 1);
    str line;
    while (str_split(&rest, '\n', &line)) {
        buf_putc(&out, '\n');
        buf_put(&out, without_container(line, container));
    }
    return buf_move(&out, md->tree);
}

/* --- HTML --- */

str md_shortcode_source(const struct md *md, const struct md_shortcode *code)
{
    return str_sub(md->source->text, md->body + code->tag.from,
                   code->to - code->tag.from);
}

/* The HTML of a tag that is left as it is, or of the tag in an escaped one. */
static str literal_html(struct md *md, const struct md_shortcode *code)
{
    struct buf out = {0};
    if (code->tag.escaped) {
        html_escape(shortcode_opener(code->tag.style), &out);
        html_escape(code->tag.args, &out);
        html_escape(shortcode_closer(code->tag.style), &out);
    } else {
        html_escape(md_shortcode_source(md, code), &out);
    }
    return buf_move(&out, md->tree);
}

/* The HTML of the text between the tags. Its headings are not in the contents
 * of the page. Within a paragraph, a single paragraph loses its <p>. */
static str render_body(struct md *md, const struct md_shortcode *code,
                       bool block)
{
    struct source part = *md->source;
    part.text = text_with_body(md, code);
    struct markdown_options options = *md->options;
    options.id_prefix = arena_printf(
        md->tree, "%.*s_%zu-", STR_ARG(options.id_prefix), code->tag.from);
    str html = md_render_part(md, &part, md->body + code->tag.to, &options);
    return block ? html : markdown_inline(html);
}

/* p == NULL: the tag stays as it is, which was reported. */
static str call_shortcode(struct md *md, const struct md_shortcode *code,
                          bool block)
{
    const struct markdown_host *host = &md->options->host;
    struct shortcode_call what = {
        .name = code->tag.name,
        .has_body = code->has_body,
        .block = block,
        .at = span_of(md->source, md->body + code->tag.from,
                      code->tag.to - code->tag.from),
    };
    str wrong;
    if (code->tag.style == SHORTCODE_COMMENT) {
        return STR("");
    }
    if (!shortcode_args_read(&code->tag, md->tree, &what.args, &wrong)) {
        struct diag *diag = diag_warning(
            md->diags, span_of_str(md->source, wrong), "shortcode-argument",
            "a value is missing, or its quote is not closed: left as it is");
        diag_hint(diag, "close the quote, or write key=\"value\"");
        return (str){NULL, 0};
    }
    if (code->fence) {
        str text = code->has_body ? text_with_body(md, code) : (str){0};
        return md_code_shortcode(
            md, &what, str_from_offset(text, md->body + code->tag.to));
    }
    if (code->has_body) {
        what.raw = str_sub(md->source->text, md->body + code->tag.to,
                           code->body_end - code->tag.to);
        what.body = code->raw ? (str){NULL, 0} : render_body(md, code, block);
    }
    return host->shortcode ? host->shortcode(host->self, &what, md->tree)
                           : STR("");
}

static str render_or_leave(struct md *md, size_t number, bool block)
{
    const struct md_shortcode *code = &md->shortcodes.p[number];
    str html = code->literal ? (str){NULL, 0} : call_shortcode(md, code, block);
    if (html.p) {
        return html;
    }
    bool alone = block && !code->literal;
    md->shortcodes.p[number].literal = true;
    html = literal_html(md, &md->shortcodes.p[number]);
    return alone ? arena_printf(md->tree, "<p>%.*s</p>", STR_ARG(html)) : html;
}

str md_shortcode_html(struct md *md, size_t number, bool block)
{
    if (!md->shortcodes.p[number].rendered) {
        str html = render_or_leave(md, number, block);
        struct md_shortcode *code = &md->shortcodes.p[number];
        code->html = html;
        code->rendered = true;
    }
    return md->shortcodes.p[number].html;
}

bool md_shortcodes_alone(const struct md *md)
{
    bool any = false;
    for (size_t i = 0; i < md->inlines.list.n; i++) {
        const struct md_inline *item = &md->inlines.list.p[i];
        bool shortcode = item->kind == MD_SHORTCODE &&
                         !md->shortcodes.p[item->number].literal;
        any = any || shortcode;
        if (!shortcode && item->kind != MD_SOFT_BREAK) {
            return false;
        }
    }
    return any;
}

/* The replacement of a token; FOR_TAGS: of those that may be text, the others
 * stay. */
enum exchange { FOR_HTML, FOR_ADDRESS, FOR_SOURCE, FOR_TAGS, FOR_WORDS };

static str token_replacement(struct md *md, size_t number, enum exchange what)
{
    if (what == FOR_WORDS) {
        return STR("");
    }
    if (what == FOR_SOURCE || what == FOR_TAGS) {
        return md_shortcode_source(md, &md->shortcodes.p[number]);
    }
    str html = md_shortcode_html(md, number, false);
    const struct md_shortcode *code = &md->shortcodes.p[number];
    return what == FOR_ADDRESS && code->literal ? md_shortcode_source(md, code)
                                                : html;
}

/* Whether the value of an attribute begins after the output so far. */
static bool in_attribute(const struct buf *out)
{
    size_t n = out->n;
    n -= n && is_any_of(out->p[n - 1], "\"'");
    return n && out->p[n - 1] == '=';
}

/* Puts the path of a tag that has one, {{ site.baseurl }}. In front of another
 * tag it is empty: each gives a whole address. root: of the site, which raw
 * HTML needs. */
static void put_path(struct md *md, str path, str root, str after,
                     struct buf *out)
{
    size_t number;
    if (after.n && md_shortcode_at(md, after, 0, &number)) {
        return;
    }
    buf_put(out, root);
    bool home = !path.n && (!after.n || is_any_of(after.p[0], "\"'#?>"));
    if (home || (path.n && path.p[0] != '/')) {
        buf_putc(out, '/');
    }
    buf_put(out, path);
}

/* A reference to a post that is not live yet. */
static bool leads_nowhere(struct md *md, size_t number)
{
    const struct md_shortcode *code = &md->shortcodes.p[number];
    return code->rendered && !code->literal && !code->html.n &&
           shortcode_is_reference(code->tag.name);
}

/* Takes an attribute that ends with the output so far off it: an <a> without an
 * address is text. Returns the offset of its end in the text after, in which
 * the value goes on at `at`; STR_NONE: there is no attribute. */
static size_t drop_attribute(struct buf *out, str text, size_t at)
{
    char quote = out->n ? out->p[out->n - 1] : '\0';
    bool quoted = quote == '"' || quote == '\'';
    size_t n = out->n - quoted;
    if (n == 0 || out->p[n - 1] != '=') {
        return STR_NONE;
    }
    while (n > 0 && !is_space(out->p[n - 1])) {
        n--;
    }
    out->n = n;
    while (at < text.n &&
           (quoted ? text.p[at] != quote
                   : !is_space(text.p[at]) && text.p[at] != '>')) {
        at++;
    }
    return at + (quoted && at < text.n);
}

static str replace_tokens(struct md *md, str text, enum exchange what)
{
    size_t at = md_shortcode_find(md, text, 0);
    if (at == text.n) {
        return text;
    }
    struct buf out = {0};
    size_t done = 0;
    for (; at < text.n; at = md_shortcode_find(md, text, done)) {
        size_t number = 0;
        md_shortcode_at(md, text, at, &number);
        buf_put(&out, str_sub(text, done, at - done));
        done = at + MD_TOKEN_LENGTH;
        const struct shortcode_tag *tag = &md->shortcodes.p[number].tag;
        bool attribute =
            what != FOR_ADDRESS && what != FOR_WORDS && in_attribute(&out);
        if (tag->path && (what == FOR_ADDRESS || attribute)) {
            put_path(md, tag->args,
                     what == FOR_ADDRESS ? STR("") : md->options->root,
                     str_from_offset(text, done), &out);
        } else if (what == FOR_TAGS && !tag->path) {
            buf_put(&out, str_sub(text, at, MD_TOKEN_LENGTH));
        } else {
            buf_put(&out, token_replacement(md, number, what));
        }
        if (what == FOR_ADDRESS && leads_nowhere(md, number)) {
            buf_free(&out);
            return STR("");
        }
        size_t end = what == FOR_HTML && leads_nowhere(md, number)
                         ? drop_attribute(&out, text, done)
                         : STR_NONE;
        done = end == STR_NONE ? done : end;
    }
    buf_put(&out, str_from_offset(text, done));
    return buf_move(&out, md->tree);
}

str md_shortcodes_expand(struct md *md, str text)
{
    return replace_tokens(md, text, FOR_HTML);
}

str md_shortcodes_address(struct md *md, str text)
{
    return replace_tokens(md, text, FOR_ADDRESS);
}

str md_shortcodes_tags(struct md *md, str text)
{
    return replace_tokens(md, text, FOR_TAGS);
}

bool md_shortcodes_resolve(const struct md *md, str text)
{
    size_t number = 0;
    bool resolve = false;
    for (size_t at = md_shortcode_find(md, text, 0); at < text.n && !resolve;
         at = md_shortcode_find(md, text, at + 1)) {
        resolve = md_shortcode_at(md, text, at, &number) &&
                  !md->shortcodes.p[number].tag.path;
    }
    return resolve;
}

str md_shortcodes_restore(struct md *md, str text)
{
    return replace_tokens(md, text, FOR_SOURCE);
}

str md_shortcodes_drop(struct md *md, str text)
{
    return replace_tokens(md, text, FOR_WORDS);
}
