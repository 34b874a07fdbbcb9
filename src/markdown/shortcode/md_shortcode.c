/* SPDX-License-Identifier: MIT */
#include "markdown/shortcode/md_shortcode.h"

#include "base/utf8.h"
#include "markdown/md_parse.h"
#include "markdown/shortcode/md_comment.h"
#include "text/html_escape.h"
#include "text/html_token.h"

enum {
    FIRST_TOKEN = 0x10E000, /* in a private use plane that nobody uses */
    MOST_TOKENS = 4096,
    MOST_NESTED = 32, /* each holds a copy of what is inside */
};

/* The start of all tokens in UTF-8. */
static const str token_start = STR_INIT("\xF4\x8E");

bool md_shortcode_at(const struct md *md, str text, size_t off, size_t *number)
{
    if (!md->shortcodes.n || (unsigned char)text.p[off] != 0xF4) {
        return false;
    }
    uint32_t c = utf8_next(text, &off);
    *number = c - FIRST_TOKEN;
    return c >= FIRST_TOKEN && *number < md->shortcodes.n;
}

size_t md_shortcode_find(const struct md *md, str text, size_t off)
{
    size_t number;
    while (md->shortcodes.n && off < text.n) {
        size_t at = str_find(str_from_offset(text, off), token_start);
        if (at == STR_NONE) {
            break;
        }
        off += at;
        if (md_shortcode_at(md, text, off, &number)) {
            return off;
        }
        off++;
    }
    return text.n;
}

static span span_in(const struct md *md, size_t from, size_t to)
{
    return span_of(md->source, md->body + from, to - from);
}

/* --- which tags there are --- */

static void warn_unclosed(struct md *md, const struct shortcode_tag *tag)
{
    struct diag *diag = diag_warning(
        md->diags, span_in(md, tag->from, tag->from + 3), "shortcode-syntax",
        "this shortcode has no end: left as it is");
    diag_hint(diag, "close it with >}}");
}

static void warn_unopened(struct md *md, const struct shortcode_tag *tag)
{
    struct diag *diag =
        diag_warning(md->diags, span_in(md, tag->from, tag->to),
                     "shortcode-syntax", "nothing opens what this closes");
    diag_hint(diag, "write %.*s %.*s %.*s before it",
              STR_ARG(shortcode_opener(tag->style)), STR_ARG(tag->name),
              STR_ARG(shortcode_closer(tag->style)));
}

static void add_tag(struct md *md, const struct shortcode_tag *tag)
{
    *VEC_PUSH(&md->shortcodes, md->tree) = (struct md_shortcode){
        .tag = *tag, .to = tag->to, .literal = tag->escaped};
}

/* Kept until it is known whether it stands in code. */
static void add_unclosed(struct md *md, struct shortcode_tag tag)
{
    tag.to = tag.from + 3;
    *VEC_PUSH(&md->shortcodes, md->tree) = (struct md_shortcode){
        .tag = tag, .to = tag.to, .literal = true, .unclosed = true};
}

/* The styles of tags that the text may have. */
static unsigned styles_in(const struct md *md)
{
    unsigned styles = 0;
    if (md->options->host.shortcode_kind) {
        styles |= 1u << SHORTCODE_ANGLE;
    }
    if (styles && md->options->foreign_shortcodes) {
        styles |= 1u << SHORTCODE_PERCENT | 1u << SHORTCODE_VALUE |
                  1u << SHORTCODE_BLOCK;
    }
    if (md->options->comments && !md->options->html) {
        styles |= 1u << SHORTCODE_COMMENT;
    }
    return styles;
}

struct finding_tags {
    struct md *md;
    str body;
    unsigned styles;
    size_t blocks; /* {% name() %} without {% end %} so far */
    size_t sought; /* bytes that were looked through in vain */
};

/* What looks like a tag of another language is one if there is such a
 * shortcode; otherwise its text is read as if there were no shortcodes. */
static bool is_ours(struct finding_tags *find, const struct shortcode_tag *tag)
{
    const struct markdown_host *host = &find->md->options->host;
    str name = tag->name;
    if (tag->style == SHORTCODE_ANGLE || tag->style == SHORTCODE_COMMENT) {
        return true;
    }
    if (tag->style == SHORTCODE_BLOCK && tag->closes) {
        bool open = find->blocks > 0;
        find->blocks -= open;
        return open;
    }
    if (tag->escaped) {
        name = shortcode_inner_name(tag);
    }
    bool known =
        host->shortcode_kind(host->self, name, (span){0}) != SHORTCODE_UNKNOWN;
    find->blocks += known && tag->style == SHORTCODE_BLOCK;
    return known;
}

/* Takes the tag at `at`; where to go on. */
static size_t find_tag(struct finding_tags *find, size_t at)
{
    enum { MOST_ROUNDS = 16, SOME_BYTES = 1 << 20 };
    struct shortcode_tag tag;
    switch (shortcode_tag_read(find->body, at, &tag)) {
    case SHORTCODE_NONE: break;
    case SHORTCODE_TAG:
        if (is_ours(find, &tag)) {
            add_tag(find->md, &tag);
            return tag.to;
        }
        find->sought += tag.to - tag.from;
        break;
    case SHORTCODE_UNCLOSED:
        if (tag.style == SHORTCODE_ANGLE) {
            add_unclosed(find->md, tag);
            return at + 3;
        }
        find->sought += SHORTCODE_LONGEST;
        break;
    }
    if (find->sought > MOST_ROUNDS * find->body.n + SOME_BYTES) {
        find->styles &= 1u << SHORTCODE_ANGLE | 1u << SHORTCODE_COMMENT;
    }
    return at + 1;
}

/* Where tags are left from `at` on. */
static size_t find_tags(struct md *md, str body)
{
    struct finding_tags find = {
        .md = md, .body = body, .styles = styles_in(md)};
    size_t at = shortcode_find(body, 0, find.styles);
    while (at != STR_NONE && md->shortcodes.n < MOST_TOKENS) {
        at = shortcode_find(body, find_tag(&find, at), find.styles);
    }
    return at;
}

/* --- which of them are no code --- */

static void put_token(struct buf *out, size_t number)
{
    utf8_put(out, FIRST_TOKEN + (uint32_t)number);
}

/* Each tag is a token, and so is each comment that was paired before. */
static str with_tokens(struct md *md, str body)
{
    struct buf out = {0};
    size_t done = 0;
    for (size_t i = 0; i < md->shortcodes.n; i++) {
        struct md_shortcode *code = &md->shortcodes.p[i];
        if (code->inside) {
            continue;
        }
        code->code = false;
        buf_put(&out, str_sub(body, done, code->tag.from - done));
        put_token(&out, i);
        done = code->to;
    }
    buf_put(&out, str_from_offset(body, done));
    return buf_move(&out, md->tree);
}

static void mark_code(struct md *md, str text)
{
    size_t number;
    for (size_t at = md_shortcode_find(md, text, 0); at < text.n;
         at = md_shortcode_find(md, text, at + 1)) {
        if (md_shortcode_at(md, text, at, &number)) {
            md->shortcodes.p[number].code = true;
        }
    }
}

static bool holds_code(const struct html_token *token)
{
    static const str names[] = {STR_INIT("code"), STR_INIT("pre"),
                                STR_INIT("script"), STR_INIT("style")};
    return str_is_one_of(token->name, names, sizeof names / sizeof *names);
}

/* In raw HTML: what is shown as it stands, or not at all. */
static void mark_html(struct md *md, str html)
{
    struct html_token token;
    size_t open = 0; /* elements around the token */
    if (md_shortcode_find(md, html, 0) == html.n) {
        return;
    }
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        if (token.kind == HTML_START && holds_code(&token)) {
            open++;
        } else if (token.kind == HTML_END && holds_code(&token) && open) {
            open--;
        }
        if (open || str_starts(token.body, STR("<!--"))) {
            mark_code(md, token.body);
        }
    }
}

/* <code> as raw HTML within a line: what follows is code up to its end. */
static bool stays_code(str html, bool code)
{
    struct html_token token;
    html_token_init(&token, html);
    if (html_token_next(&token) && html_token_is(&token, STR("code"))) {
        code = token.kind == HTML_START;
    }
    return code;
}

static void find_shortcodes_in_code(struct md *md, str body)
{
    struct md trial = *md;
    bool code = false; /* within <code> */
    trial.page = &trial;
    trial.trial = true;
    trial.text = md_mask(&trial, with_tokens(md, body), &trial.masked);
    md_parse(&trial);
    cmark_iter *iter = cmark_iter_new(trial.root);
    cmark_event_type event;
    while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(iter);
        cmark_node_type type = cmark_node_get_type(node);
        str literal = str_from(cmark_node_get_literal(node));
        if (event != CMARK_EVENT_ENTER) {
            continue;
        }
        code = code && ((unsigned)type & CMARK_NODE_TYPE_MASK) ==
                           CMARK_NODE_TYPE_INLINE;
        if (type == CMARK_NODE_CODE_BLOCK) {
            mark_code(md, str_from(cmark_node_get_fence_info(node)));
        }
        if (type == CMARK_NODE_CODE || type == CMARK_NODE_CODE_BLOCK ||
            (type == CMARK_NODE_TEXT && code)) {
            mark_code(md, literal);
        } else if (type == CMARK_NODE_HTML_BLOCK) {
            mark_html(md, literal);
        } else if (type == CMARK_NODE_HTML_INLINE) {
            mark_html(md, literal);
            code = stays_code(literal, code);
        }
    }
    cmark_iter_free(iter);
}

/* --- pairs --- */

/* {% end %} has no name, nor have comments. */
static bool is_pair(const struct shortcode_tag *opener,
                    const struct shortcode_tag *closer)
{
    return opener->style == closer->style &&
           (closer->style == SHORTCODE_BLOCK ||
            str_eq(opener->name, closer->name));
}

/* The open tag that comes last before number `i` and that it closes, or
 * STR_NONE. Those between the two are in its body. */
static size_t opener_of(const struct md *md, size_t i)
{
    const struct shortcode_tag *closer = &md->shortcodes.p[i].tag;
    while (i-- > 0) {
        const struct md_shortcode *code = &md->shortcodes.p[i];
        bool open = !code->literal && !code->code && !code->inside &&
                    !code->tag.closes && !code->tag.alone && !code->has_body;
        if (open && is_pair(&code->tag, closer)) {
            return i;
        }
    }
    return STR_NONE;
}

/* The tag that closes number `opener`, or STR_NONE. */
static size_t closer_of(const struct md *md, size_t opener)
{
    const struct shortcode_tag *tag = &md->shortcodes.p[opener].tag;
    for (size_t i = opener + 1; i < md->shortcodes.n; i++) {
        const struct shortcode_tag *closer = &md->shortcodes.p[i].tag;
        if (closer->closes && is_pair(tag, closer)) {
            return i;
        }
    }
    return STR_NONE;
}

/* The first closing tag ends a raw body, which is text whatever it looks
 * like. */
static void pair_raw(struct md *md, size_t opener)
{
    size_t closer = closer_of(md, opener);
    if (closer != STR_NONE) {
        md_shortcodes_pair(md, opener, closer);
    }
}

/* Some tag before number i has its name: one that is unknown, or closed. */
static bool is_named_before(const struct md *md, size_t i)
{
    str name = md->shortcodes.p[i].tag.name;
    while (i-- > 0) {
        if (str_eq(md->shortcodes.p[i].tag.name, name)) {
            return true;
        }
    }
    return false;
}

static void pair_all(struct md *md)
{
    for (size_t i = 0; i < md->shortcodes.n; i++) {
        struct md_shortcode *code = &md->shortcodes.p[i];
        if (!code->tag.closes || code->code || code->inside) {
            continue;
        }
        size_t opener = opener_of(md, i);
        if (opener != STR_NONE) {
            md_shortcodes_pair(md, opener, i);
        } else {
            if (code->tag.name.n && !is_named_before(md, i)) {
                warn_unopened(md, &code->tag);
            }
            code->literal = true;
        }
    }
}

/* What stands in a comment is no code, and begins none. So comments are paired
 * from the first one on, and taken out before what follows them is looked at.
 * Returns false if that takes too long. */
static bool find_code(struct md *md, str body)
{
    enum { MOST_ROUNDS = 64 };
    size_t from = 0;
    for (int i = 0; i < MOST_ROUNDS && from != STR_NONE; i++) {
        find_shortcodes_in_code(md, body);
        from = md_comments_pair(md, from);
    }
    return from == STR_NONE;
}

/* --- which of the others are text --- */

/* A block that shows a file has its text from there. */
static bool lacks_code(const struct md_shortcode *code)
{
    const struct shortcode_tag *tag = &code->tag;
    return code->fence && !code->has_body && !tag->alone &&
           str_find(tag->args, STR("file")) == STR_NONE;
}

static void warn_endless(struct md *md, const struct shortcode_tag *tag)
{
    struct diag *diag = diag_warning(
        md->diags, span_in(md, tag->from, tag->to), "shortcode-syntax",
        "this block of code has no end: the tag is left as it is");
    diag_hint(diag, "write %.*s /%.*s %.*s behind the code",
              STR_ARG(shortcode_opener(tag->style)), STR_ARG(tag->name),
              STR_ARG(shortcode_closer(tag->style)));
}

static void find_kind(struct md *md, size_t i)
{
    const struct markdown_host *host = &md->options->host;
    struct md_shortcode *code = &md->shortcodes.p[i];
    const struct shortcode_tag *tag = &code->tag;
    enum shortcode_kind kind = host->shortcode_kind(
        host->self, tag->name, span_in(md, tag->from, tag->to));
    code->literal = kind == SHORTCODE_UNKNOWN;
    code->fence = kind == SHORTCODE_CODE;
    code->raw = kind == SHORTCODE_RAW || code->fence;
    if (code->raw) {
        pair_raw(md, i);
    }
    if (lacks_code(code)) {
        code->literal = true;
        warn_endless(md, tag);
    }
}

static void find_unknown(struct md *md)
{
    bool told = false; /* an end that is missing makes others look so */
    bool comment_told = false;
    for (size_t i = 0; i < md->shortcodes.n; i++) {
        struct md_shortcode *code = &md->shortcodes.p[i];
        if (code->code || code->inside) {
            continue;
        }
        if (code->tag.style == SHORTCODE_COMMENT) {
            code->literal = !code->has_body;
            if (code->literal && !comment_told) {
                md_comment_warn(md, &code->tag);
                comment_told = true;
            }
        } else if (code->unclosed) {
            if (!told) {
                warn_unclosed(md, &code->tag);
            }
            told = true;
        } else if (!code->literal && !code->tag.closes) {
            /* A closing tag is judged with the one that opens it. */
            find_kind(md, i);
        }
    }
}

/* --- the text that counts --- */

static size_t count_newlines(str text)
{
    size_t n = 0;
    for (size_t i = 0; i < text.n; i++) {
        n += text.p[i] == '\n';
    }
    return n;
}

static str with_calls(struct md *md, str body)
{
    struct buf out = {0};
    size_t done = 0;
    size_t lines = 1;
    for (size_t i = 0; i < md->shortcodes.n; i++) {
        struct md_shortcode *code = &md->shortcodes.p[i];
        if (code->code || code->inside || code->unclosed) {
            continue;
        }
        str before = str_sub(body, done, code->tag.from - done);
        buf_put(&out, before);
        put_token(&out, i);
        lines += count_newlines(before);
        code->line = (int)lines;
        code->hidden = (int)count_newlines(
            str_sub(body, code->tag.from, code->to - code->tag.from));
        done = code->to;
    }
    buf_put(&out, str_from_offset(body, done));
    return buf_move(&out, md->tree);
}

static bool is_too_deep(const struct md *md)
{
    return md->depth >= MOST_NESTED;
}

static void warn_too_deep(struct md *md, str body)
{
    size_t at = shortcode_find(body, 0, styles_in(md));
    struct diag *diag = diag_warning(
        md->diags, span_in(md, at, at + 3), "shortcode-syntax",
        "shortcodes within %d others are left as they are", MOST_NESTED);
    diag_hint(diag, "close those before it");
}

/* Other tags are left as text, but a comment is not for readers. True: there is
 * none from `at` on. */
static bool may_leave_tags(struct md *md, str body, size_t at)
{
    unsigned comment = styles_in(md) & 1u << SHORTCODE_COMMENT;
    at = at < body.n ? shortcode_find(body, at, comment) : STR_NONE;
    if (at == STR_NONE) {
        return true;
    }
    struct diag *diag =
        diag_error(md->diags, span_in(md, at, at + 2), "markdown-hostile",
                   "this text is not rendered: it is not clear which "
                   "comments end where");
    diag_hint(diag, "split the text into several files, with fewer comments "
                    "and shortcodes");
    return false;
}

/* A text that has such characters itself has no shortcodes. */
bool md_shortcodes_take(struct md *md, str body, str *text)
{
    *text = body;
    if (shortcode_find(body, 0, styles_in(md)) == STR_NONE) {
        return true;
    }
    if (str_find(body, token_start) != STR_NONE) {
        return may_leave_tags(md, body, 0);
    }
    if (is_too_deep(md)) {
        bool none_hidden = may_leave_tags(md, body, 0);
        if (none_hidden) {
            warn_too_deep(md, body);
        }
        return none_hidden;
    }
    size_t left = find_tags(md, body);
    if (left != STR_NONE && !may_leave_tags(md, body, left)) {
        return false;
    }
    if (md->shortcodes.n == 0) {
        return true;
    }
    if (md->options->html) {
        mark_html(md, with_tokens(md, body));
    } else if (!find_code(md, body)) {
        return may_leave_tags(md, body, 0);
    }
    find_unknown(md);
    pair_all(md);
    *text = with_calls(md, body);
    return true;
}

int md_shortcodes_hidden(const struct md *md, int line)
{
    int hidden = 0;
    for (size_t i = 0; i < md->shortcodes.n; i++) {
        const struct md_shortcode *code = &md->shortcodes.p[i];
        if (code->line && code->line < line) {
            hidden += code->hidden;
        }
    }
    return hidden;
}

/* --- rendering --- */

static str shortcode_source(const struct md *md,
                            const struct md_shortcode *code)
{
    return str_sub(md->source->text, md->body + code->tag.from,
                   code->to - code->tag.from);
}

/* What is left as it is; of an escaped one the tag that was meant. */
static str literal_html(struct md *md, const struct md_shortcode *code)
{
    struct buf out = {0};
    if (code->tag.escaped) {
        html_escape(shortcode_opener(code->tag.style), &out);
        html_escape(code->tag.args, &out);
        html_escape(shortcode_closer(code->tag.style), &out);
    } else {
        html_escape(shortcode_source(md, code), &out);
    }
    return buf_move(&out, md->tree);
}

/* A paragraph that is all of it, taken out of its <p>. */
static str without_paragraph(str html)
{
    str inside = str_trim(html);
    if (!str_starts(inside, STR("<p>")) || !str_ends(inside, STR("</p>"))) {
        return html;
    }
    inside = str_sub(inside, 3, inside.n - 7);
    return str_find(inside, STR("<p>")) == STR_NONE ? inside : html;
}

/* What stands between the tags, as Markdown of its own: its headings are not in
 * the page's contents. */
static str render_body(struct md *md, const struct md_shortcode *code,
                       bool block)
{
    struct source part = *md->source;
    part.text = md_shortcode_body(md, code);
    struct markdown_options options = *md->options;
    options.id_prefix = arena_printf(
        md->tree, "%.*s_%zu-", STR_ARG(options.id_prefix), code->tag.from);
    str html = md_render_part(md, &part, md->body + code->tag.to, &options);
    return block ? html : without_paragraph(html);
}

/* p == NULL: it stays what it is, which was reported. */
static str call_shortcode(struct md *md, const struct md_shortcode *code,
                          bool block)
{
    const struct markdown_host *host = &md->options->host;
    struct shortcode_call what = {
        .name = code->tag.name,
        .has_body = code->has_body,
        .block = block,
        .at = span_in(md, code->tag.from, code->tag.to),
    };
    str wrong;
    if (code->tag.style == SHORTCODE_COMMENT) {
        return STR("");
    }
    if (!shortcode_args_read(&code->tag, md->tree, &what.args, &wrong)) {
        struct diag *diag = diag_error(
            md->diags, span_of_str(md->source, wrong), "shortcode-argument",
            "a value is missing, or its quote is not closed");
        diag_hint(diag, "close the quote, or write key=\"value\"");
        return (str){NULL, 0};
    }
    if (code->fence) {
        str text = code->has_body ? md_shortcode_body(md, code) : (str){0};
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
    for (size_t i = 0; i < md->pieces.list.n; i++) {
        const struct md_piece *piece = &md->pieces.list.p[i];
        bool shortcode = piece->kind == MD_SHORTCODE &&
                         !md->shortcodes.p[piece->number].literal;
        any = any || shortcode;
        if (!shortcode && piece->kind != MD_SOFT_BREAK) {
            return false;
        }
    }
    return any;
}

/* What comes in the place of a token. */
enum exchange { FOR_HTML, FOR_ADDRESS, FOR_SOURCE };

static str token_replacement(struct md *md, size_t number, enum exchange what)
{
    if (what == FOR_SOURCE) {
        return shortcode_source(md, &md->shortcodes.p[number]);
    }
    str html = md_shortcode_html(md, number, false);
    const struct md_shortcode *code = &md->shortcodes.p[number];
    return what == FOR_ADDRESS && code->literal ? shortcode_source(md, code)
                                                : html;
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
        buf_put(&out, token_replacement(md, number, what));
        done = at + MD_TOKEN_LENGTH;
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

str md_shortcodes_restore(struct md *md, str text)
{
    return replace_tokens(md, text, FOR_SOURCE);
}
