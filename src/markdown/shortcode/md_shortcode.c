/* SPDX-License-Identifier: MIT */
#include "markdown/shortcode/md_shortcode.h"

#include "base/utf8.h"
#include "markdown/md_parse.h"
#include "text/html.h"
#include "text/html_token.h"

enum {
    FIRST_TOKEN = 0x10E000, /* in a private use plane */
    MOST_TOKENS = 4096,
    MOST_NESTED = 32, /* each has a copy of its body */
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
    off = md->shortcodes.n ? str_find_from(text, off, token_start) : text.n;
    while (off < text.n && !md_shortcode_at(md, text, off, &number)) {
        off = str_find_from(text, off + 1, token_start);
    }
    return off;
}

struct diag *md_shortcode_warn(struct md *md, size_t from, size_t to,
                               const char *message)
{
    return diag_warning(md->diags,
                        span_of(md->source, md->body + from, to - from),
                        "shortcode-syntax", "%s", message);
}

/* --- tags --- */

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

struct tag_scan {
    struct md *md;
    str body;
    unsigned styles;
    size_t blocks; /* {% name() %} without {% end %} so far */
    size_t sought; /* bytes that were searched in vain */
};

/* A tag in another language's style is a shortcode only if there is one of that
 * name. */
static bool is_ours(struct tag_scan *find, const struct shortcode_tag *tag)
{
    const struct markdown_host *host = &find->md->options->host;
    str name = tag->name;
    bool zola = tag->style == SHORTCODE_BLOCK && !tag->liquid;
    bool escaped = (tag->liquid || tag->path) && tag->from &&
                   find->body.p[tag->from - 1] == '\\';
    if (tag->style == SHORTCODE_ANGLE || tag->style == SHORTCODE_COMMENT) {
        return true;
    }
    if (escaped || tag->path) {
        return !escaped;
    }
    if (zola && tag->closes) {
        bool open = find->blocks > 0;
        find->blocks -= open;
        return open;
    }
    name = tag->escaped ? shortcode_inner_name(tag) : name;
    bool known =
        host->shortcode_kind(host->self, name, (span){0}) != SHORTCODE_UNKNOWN;
    find->blocks += known && zola;
    return known;
}

/* Takes the tag at `at`. Returns the offset to continue from. */
static size_t find_tag(struct tag_scan *find, size_t at)
{
    enum { MOST_ROUNDS = 16, SOME_BYTES = 1 << 20 };
    struct shortcode_tag tag;
    switch (shortcode_tag_read(find->body, at, &tag)) {
    case SHORTCODE_NONE: break;
    case SHORTCODE_TAG:
        if (is_ours(find, &tag)) {
            *VEC_PUSH(&find->md->shortcodes,
                      find->md->tree) = (struct md_shortcode){
                .tag = tag, .to = tag.to, .literal = tag.escaped || tag.path};
            return tag.to;
        }
        find->sought += tag.to - tag.from;
        break;
    case SHORTCODE_UNCLOSED:
        if (tag.style == SHORTCODE_ANGLE) {
            /* Kept until it is known whether it is in code. */
            tag.to = at + 3;
            *VEC_PUSH(&find->md->shortcodes,
                      find->md->tree) = (struct md_shortcode){
                .tag = tag, .to = tag.to, .literal = true, .unclosed = true};
            return tag.to;
        }
        find->sought += SHORTCODE_LONGEST;
        break;
    }
    if (find->sought > MOST_ROUNDS * find->body.n + SOME_BYTES) {
        find->styles &= 1u << SHORTCODE_ANGLE | 1u << SHORTCODE_COMMENT;
    }
    return at + 1;
}

/* Finds tags up to a limit. Returns the offset of the next one, or STR_NONE. */
static size_t find_tags(struct md *md, str body)
{
    struct tag_scan find = {.md = md, .body = body, .styles = styles_in(md)};
    size_t at = shortcode_find(body, 0, find.styles);
    while (at != STR_NONE && md->shortcodes.n < MOST_TOKENS) {
        at = shortcode_find(body, find_tag(&find, at), find.styles);
    }
    return at;
}

/* --- code --- */

/* The body with a token for each tag, and for each comment that is paired. */
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
        utf8_put(&out, FIRST_TOKEN + (uint32_t)i);
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

/* Marks tags in raw HTML that is shown as it is, or not at all. */
static void mark_html(struct md *md, str html)
{
    struct html_token token;
    size_t open = 0; /* elements around the token */
    if (md_shortcode_find(md, html, 0) == html.n) {
        return;
    }
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        bool code = html_token_is_tag(&token) && md_holds_code(token.name);
        if (code && token.kind == HTML_START) {
            open++;
        } else if (code && open) {
            open--;
        }
        if (open || str_starts(token.body, STR("<!--"))) {
            mark_code(md, token.body);
        }
    }
}

static void find_shortcodes_in_code(struct md *md, str body)
{
    struct md trial = *md;
    bool code = false; /* within <code> as raw HTML, up to its end */
    trial.page = &trial;
    trial.trial = true;
    trial.text = md_protect(&trial, with_tokens(md, body), &trial.protected);
    md_parse(&trial);
    cmark_iter *iter = cmark_iter_new(trial.root);
    cmark_event_type event;
    while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(iter);
        cmark_node_type type = node->type;
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
            struct html_token token;
            mark_html(md, literal);
            html_token_init(&token, literal);
            if (html_token_next(&token) && html_token_is(&token, STR("code"))) {
                code = token.kind == HTML_START;
            }
        }
    }
    cmark_iter_free(iter);
}

/* --- pairs --- */

/* {% end %} and comments have no names. */
static bool is_pair(const struct shortcode_tag *opener,
                    const struct shortcode_tag *closer)
{
    return opener->style == closer->style && opener->liquid == closer->liquid &&
           ((closer->style == SHORTCODE_BLOCK && !closer->liquid) ||
            str_eq(opener->name, closer->name));
}

/* The last open tag before number `i` that it closes, or STR_NONE. The tags
 * between the two are in its body. */
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

/* Whether a tag before number i has its name: one that is unknown, or closed.
 */
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
            const struct shortcode_tag *tag = &code->tag;
            if (tag->name.n && !is_named_before(md, i)) {
                struct diag *diag = md_shortcode_warn(
                    md, tag->from, tag->to, "nothing opens what this closes");
                diag_hint(diag, "write %.*s %.*s %.*s before it",
                          STR_ARG(shortcode_opener(tag->style)),
                          STR_ARG(tag->name),
                          STR_ARG(shortcode_closer(tag->style)));
            }
            code->literal = true;
        }
    }
}

/* A comment holds no code, and begins none. So comments are paired from the
 * first one on, and removed before the text after them is examined. Returns
 * false if that takes too long. */
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

/* --- tags that are text --- */

static void find_kind(struct md *md, size_t i)
{
    const struct markdown_host *host = &md->options->host;
    struct md_shortcode *code = &md->shortcodes.p[i];
    const struct shortcode_tag *tag = &code->tag;
    enum shortcode_kind kind = host->shortcode_kind(
        host->self, tag->name,
        span_of(md->source, md->body + tag->from, tag->to - tag->from));
    code->literal = kind == SHORTCODE_UNKNOWN;
    code->fence = kind == SHORTCODE_CODE;
    code->raw = kind == SHORTCODE_RAW || code->fence;
    /* The first closing tag ends a raw body. */
    size_t closer = code->raw ? closer_of(md, i) : STR_NONE;
    if (closer != STR_NONE) {
        md_shortcodes_pair(md, i, closer);
    }
    /* A block of code that shows a file needs no body. */
    if (code->fence && !code->has_body && !tag->alone &&
        str_find(tag->args, STR("file")) == STR_NONE) {
        code->literal = true;
        struct diag *diag = md_shortcode_warn(
            md, tag->from, tag->to,
            "this block of code has no end: the tag is left as it is");
        diag_hint(diag, "write %.*s %s%.*s %.*s after the code",
                  STR_ARG(shortcode_opener(tag->style)),
                  tag->liquid ? "end" : "/", STR_ARG(tag->name),
                  STR_ARG(shortcode_closer(tag->style)));
    }
}

static void find_unknown(struct md *md)
{
    bool warned = false; /* once: a missing end makes others seem missing */
    bool comment_warned = false;
    for (size_t i = 0; i < md->shortcodes.n; i++) {
        struct md_shortcode *code = &md->shortcodes.p[i];
        if (code->code || code->inside) {
            continue;
        }
        if (code->tag.style == SHORTCODE_COMMENT) {
            code->literal = !code->has_body;
            if (code->literal && !comment_warned) {
                struct diag *diag = md_shortcode_warn(
                    md, code->tag.from, code->tag.to,
                    "this comment has no end: readers see it");
                diag_hint(diag, "close it with %%%%; two percent signs alone "
                                "are &#37;%%");
                comment_warned = true;
            }
        } else if (code->unclosed) {
            if (!warned) {
                size_t from = code->tag.from;
                struct diag *diag = md_shortcode_warn(
                    md, from, from + 3,
                    "this shortcode has no end: left as it is");
                diag_hint(diag, "close it with >}}");
            }
            warned = true;
        } else if (!code->literal && !code->tag.closes) {
            /* A closing tag is handled with its opening one. */
            find_kind(md, i);
        }
    }
}

/* --- the text for cmark --- */

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
        utf8_put(&out, FIRST_TOKEN + (uint32_t)i);
        lines += str_count_char(before, '\n');
        code->line = (int)lines;
        code->hidden = (int)str_count_char(
            str_sub(body, code->tag.from, code->to - code->tag.from), '\n');
        done = code->to;
    }
    buf_put(&out, str_from_offset(body, done));
    return buf_move(&out, md->tree);
}

/* Whether the tags from `at` on may be left as text. A comment may not: readers
 * would see it. Then an error is reported. */
static bool may_leave_tags(struct md *md, str body, size_t at)
{
    unsigned comment = styles_in(md) & 1u << SHORTCODE_COMMENT;
    at = at < body.n ? shortcode_find(body, at, comment) : STR_NONE;
    if (at == STR_NONE) {
        return true;
    }
    struct diag *diag = diag_error(
        md->diags, span_of(md->source, md->body + at, 2), "markdown-hostile",
        "this text is not rendered: it is not clear which "
        "comments end where");
    diag_hint(diag, "split the text into several files, with fewer comments "
                    "and shortcodes");
    return false;
}

bool md_shortcodes_take(struct md *md, str body, str *text)
{
    *text = body;
    if (shortcode_find(body, 0, styles_in(md)) == STR_NONE) {
        return true;
    }
    if (md_holds(body, token_start)) { /* no shortcodes then */
        return may_leave_tags(md, body, 0);
    }
    if (md->depth >= MOST_NESTED) {
        if (!may_leave_tags(md, body, 0)) {
            return false;
        }
        size_t at = shortcode_find(body, 0, styles_in(md));
        char message[64];
        snprintf(message, sizeof message,
                 "shortcodes within %d others are left as they are",
                 MOST_NESTED);
        diag_hint(md_shortcode_warn(md, at, at + 3, message),
                  "close those before it");
        return true;
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
