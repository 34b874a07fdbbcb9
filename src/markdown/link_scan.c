/* SPDX-License-Identifier: MIT */
#include "markdown/link_scan.h"

#include <string.h>

#include "base/memory/buf.h"
#include "base/simd.h"
#include "markdown/md.h"
#include "markdown/shortcode/shortcode.h"
#include "text/html_token.h"
#include "text/splice.h"

/* --- places that look like addresses --- */

struct scan {
    str text;
    struct arena *arena;
    struct destinations *out;
};

static struct destination *add_place(struct scan *scan, size_t off, size_t len,
                                     size_t mark)
{
    struct destination *place = VEC_PUSH(&scan->out->list, scan->arena);
    *place = (struct destination){.off = off,
                                  .len = len,
                                  .mark = mark,
                                  .dest = str_sub(scan->text, off, len)};
    return place;
}

/* Skips blanks, and a line break with the marks of quotes after it. */
static size_t skip_blanks_and_break(const struct scan *scan, size_t i,
                                    bool *broken)
{
    *broken = false;
    for (;; i++) {
        char c = str_at(scan->text, i);
        bool end = c == '\n' || c == '\r';
        bool second = c == '\n' && i > 0 && str_at(scan->text, i - 1) == '\r';
        bool blank = c == ' ' || c == '\t' || (c == '>' && *broken) ||
                     (end && (second || !*broken));
        if (!blank) {
            return i;
        }
        *broken = *broken || end;
    }
}

/* Whether a shortcode begins here: one with the address as its argument, or the
 * closing tag of a body that would end nowhere without it. */
static bool is_shortcode(const struct scan *scan, size_t i)
{
    struct shortcode_tag tag;
    str start = str_sub(scan->text, i, 3);
    return str_eq(start, STR("{{<")) || str_eq(start, STR("{{%")) ||
           ((str_starts(start, STR("{{")) || str_starts(start, STR("{%"))) &&
            shortcode_tag_read(scan->text, i, &tag) == SHORTCODE_TAG);
}

/* Whether a mark in front of it can't turn it into something else. At the start
 * of a line it may be no address at all, so it must not begin a block, such as
 * the list "1.". A quote is part of a shortcode only after a blank. */
static bool may_take_mark(const struct scan *scan, size_t i, bool broken)
{
    char c = str_at(scan->text, i);
    if (!broken) {
        return c && !strchr("\n\r)\"'`", c) && !is_shortcode(scan, i);
    }
    size_t end = str_skip(scan->text, i, "0123456789");
    bool item = end > i && is_any_of(str_at(scan->text, end), ".)");
    return !item && (is_alnum(c) || is_any_of(c, "./%") || (c & 0x80));
}

/* The end of an address without brackets: a blank, or a ")" that it has not
 * opened. */
static size_t bare_end(const struct scan *scan, size_t i, bool definition)
{
    size_t open = 0;
    while ((unsigned char)str_at(scan->text, i) > ' ') {
        char c = scan->text.p[i];
        if (c == '(') {
            open++;
        } else if (c == ')' && !definition && open-- == 0) {
            break;
        }
        i +=
            c == '\\' && (unsigned char)str_at(scan->text, i + 1) > ' ' ? 2 : 1;
    }
    return i;
}

static bool is_scheme_char(char c)
{
    return is_alnum(c) || c == '+' || c == '-' || c == '.';
}

/* The length of a scheme with its slashes at text[from] if a host follows, or
 * of any scheme in angle brackets; else 0. */
static size_t scheme_and_slashes(str text, size_t from, bool angle)
{
    size_t n = from;
    while (is_scheme_char(str_at(text, n))) {
        n++;
    }
    if (!is_alpha(str_at(text, from)) || str_at(text, n) != ':') {
        return 0;
    }
    bool host = str_starts_at(text, n, STR("://")) && n + 3 < text.n &&
                md_is_host_char(text, n + 3);
    return host ? n + 3 - from : angle ? n + 1 - from : 0;
}

/* The length of the prefix that makes an address a link by itself: "www.",
 * schemes. In some://https:// the second one does. */
static size_t prefix_length(str text, bool angle)
{
    size_t from = 0;
    while (str_starts_at(text, from, STR("www."))) {
        from += 4;
    }
    size_t n = scheme_and_slashes(text, from, angle);
    while (n) {
        from += n;
        n = scheme_and_slashes(text, from, false);
    }
    return from;
}

/* The offset at which a mark neither makes a link of the text, or a tag after
 * a
 * "<", nor destroys one. */
static size_t mark_of(const struct scan *scan, size_t i)
{
    char c = str_at(scan->text, i);
    bool angle = i && str_at(scan->text, i - 1) == '<';
    bool after =
        angle && !is_alpha(c) && (is_scheme_char(c) || c == ':' || c == '?');
    i += after;
    return i + prefix_length(str_from_offset(scan->text, i), angle);
}

/* Adds the address after a "<". One that begins with "!" may be a comment; a
 * quote may end an argument of a shortcode around it. */
static struct destination *add_angle(struct scan *scan, size_t i)
{
    i = str_skip(scan->text, i, " \t");
    size_t end = i;
    while (end < scan->text.n && scan->text.p[end] != '>' &&
           scan->text.p[end] != '\n') {
        end += scan->text.p[end] == '\\' ? 2 : 1;
    }
    end = end < scan->text.n ? end : scan->text.n;
    char c = str_at(scan->text, i);
    bool known = end > i && c && !strchr("!\"'`", c) && !is_shortcode(scan, i);
    return known ? add_place(scan, i, end - i, mark_of(scan, i)) : NULL;
}

static struct destination *add_target(struct scan *scan, size_t i,
                                      bool definition)
{
    bool broken;
    i = skip_blanks_and_break(scan, i, &broken);
    if (!may_take_mark(scan, i, broken)) {
        return NULL;
    }
    if (str_at(scan->text, i) == '<') {
        return add_angle(scan, i + 1);
    }
    size_t end = bare_end(scan, i, definition);
    return end > i ? add_place(scan, i, end - i, mark_of(scan, i)) : NULL;
}

/* The label of a definition: "[a]" of "[a]: here", with "]:" at i and only the
 * marks of quotes and lists before it. p == NULL: there is none. */
static str label_at(const struct scan *scan, size_t i)
{
    size_t start = i;
    while (start > 0 && str_at(scan->text, start - 1) != '\n' &&
           str_at(scan->text, start) != '[') {
        start--;
    }
    bool label = str_at(scan->text, start) == '[' &&
                 str_at(scan->text, start + 1) != '^' &&
                 md_marks_before(scan->text, start).p;
    return label ? str_sub(scan->text, start, i + 1 - start) : (str){NULL, 0};
}

static void scan_bracket(struct scan *scan, size_t i)
{
    if (str_at(scan->text, i + 1) == '(') {
        add_target(scan, i + 2, false);
    } else if (str_at(scan->text, i + 1) == ':') {
        str label = label_at(scan, i);
        struct destination *place =
            label.p ? add_target(scan, i + 2, true) : NULL;
        if (place) {
            place->label = label;
        }
    }
}

/* Adds the value of an attribute, href="here". */
static void scan_attribute(struct scan *scan, size_t i)
{
    char quote = str_at(scan->text, i + 1);
    size_t start = i;
    while (start > 0 && is_alpha(str_at(scan->text, start - 1))) {
        start--;
    }
    str name = str_sub(scan->text, start, i - start);
    if (!str_is_word_of(name, STR("href src poster")) ||
        (quote != '"' && quote != '\'')) {
        return;
    }
    size_t end = str_find_char(str_from_offset(scan->text, i + 2), quote);
    if (end != STR_NONE && end > 0) {
        add_place(scan, i + 2, end, mark_of(scan, i + 2))->attribute = true;
    }
}

static bool begins_line(const struct scan *scan, size_t i)
{
    i = str_skip_back(scan->text, i, " \t>");
    return i == 0 || is_any_of(scan->text.p[i - 1], "\n\r");
}

/* Adds the arguments that are slices of the text. Returns the end of the tag.
 */
static size_t scan_shortcode(struct scan *scan, size_t i)
{
    struct shortcode_tag tag;
    struct shortcode_args args = {0};
    str wrong;
    if (shortcode_tag_read(scan->text, i, &tag) != SHORTCODE_TAG) {
        return i + 1;
    }
    bool read = shortcode_args_read(&tag, scan->arena, &args, &wrong);
    for (size_t k = 0; read && k < args.list.n; k++) {
        str text = args.list.p[k].text;
        bool ours = text.n && str_is_slice(text, scan->text);
        size_t off = ours ? (size_t)(text.p - scan->text.p) : 0;
        if (ours && may_take_mark(scan, off, begins_line(scan, off))) {
            add_place(scan, off, text.n, off)->argument = true;
        }
    }
    return tag.to;
}

/* Adds the name of a wikilink, whose "[[" is at i. A mark after the name
 * leaves it a wikilink. A name that might be a tag, an attribute, an address or
 * an escape is not added. Returns the offset to continue from. */
static size_t scan_wikilink(struct scan *scan, size_t i)
{
    size_t end = md_wikilink_end(scan->text, i);
    if (!end) {
        return i + 1;
    }
    size_t from = i + 2;
    size_t to = str_find_any(str_sub(scan->text, 0, end - 2), from, "|#");
    to -= to > from && scan->text.p[to] == '|' && scan->text.p[to - 1] == '\\';
    str name = str_trim(str_sub(scan->text, from, to - from));
    if (!name.n || str_find_char(name, '<') != STR_NONE ||
        str_find_char(name, '\\') != STR_NONE ||
        str_find(name, STR("=\"")) != STR_NONE ||
        str_find(name, STR("='")) != STR_NONE ||
        str_find(name, STR("://")) != STR_NONE) {
        return i + 1;
    }
    size_t off = (size_t)(name.p - scan->text.p);
    struct destination *place = add_place(scan, off, name.n, off + name.n);
    place->wiki = true;
    place->image = i > 0 && scan->text.p[i - 1] == '!';
    return off + name.n;
}

/* Adds https://this.site/x on its own. The mark goes after "://". */
static void scan_address(struct scan *scan, size_t i, str origin)
{
    size_t n = scan->out->list.n;
    const struct destination *last = n ? &scan->out->list.p[n - 1] : NULL;
    if (!str_starts_at(scan->text, i, origin) ||
        (last && last->off + last->len > i)) {
        return;
    }
    size_t end = i;
    while ((unsigned char)str_at(scan->text, end) > ' ' &&
           !is_any_of(scan->text.p[end], "><)")) {
        end++;
    }
    add_place(scan, i, end - i, mark_of(scan, i))->bare = true;
}

/* The characters that destinations_scan stops at, and some more: "{" and "["
 * differ by one bit, as do "}" and "]". */
static uint32_t marks_mask(simd16 x)
{
    simd16 y = x | ('{' ^ '[');
    return simd16_mask(simd16_is(y, '{') | simd16_is(y, '}') |
                       simd16_is(x, '=') | simd16_is(x, ':'));
}

void destinations_scan(const struct source *source, size_t body, str origin,
                       struct arena *arena, struct destinations *out)
{
    struct scan scan = {source->text, arena, out};
    size_t scheme = str_find(origin, STR("://"));
    size_t i = body;
    while ((i = simd16_find(scan.text, i, marks_mask)) < scan.text.n) {
        char c = scan.text.p[i];
        if (c == '{' && is_shortcode(&scan, i)) {
            i = scan_shortcode(&scan, i);
            continue;
        }
        if (c == '[' && str_at(scan.text, i + 1) == '[') {
            i = scan_wikilink(&scan, i);
            continue;
        }
        if (c == ']') {
            scan_bracket(&scan, i);
        } else if (c == '=') {
            scan_attribute(&scan, i);
        } else if (c == ':' && scheme != STR_NONE && i >= body + scheme) {
            scan_address(&scan, i - scheme, origin);
        }
        i++;
    }
}

/* --- the addresses among them --- */

struct classifier {
    struct destinations *all;
    struct arena *arena;
    str mark;                         /* a word that the text doesn't have */
    str text;                         /* without marks */
    const struct markdown_host *host; /* of the body's options */
};

enum { MARK_DIGITS = 7 };

/* The place of the mark at text[from]; NULL: none. */
static struct destination *place_at(const struct classifier *classifier,
                                    str text, size_t from)
{
    str digits = str_sub(text, from + classifier->mark.n, MARK_DIGITS);
    size_t number = str_take_number(&digits, SIZE_MAX / 16);
    return number < classifier->all->list.n ? &classifier->all->list.p[number]
                                            : NULL;
}

static str without_marks(const struct classifier *classifier, str text)
{
    size_t from = 0;
    while ((from = str_find_from(text, from, classifier->mark)) < text.n) {
        text = arena_concat(
            classifier->arena, str_sub(text, 0, from),
            str_from_offset(text, from + classifier->mark.n + MARK_DIGITS + 1));
    }
    return text;
}

/* The place whose mark is in the text, and the text without its marks, of
 * several places perhaps. NULL: none. */
static struct destination *marked_place(const struct classifier *classifier,
                                        str text, str *rest)
{
    size_t from = str_find(text, classifier->mark);
    if (from == STR_NONE) {
        return NULL;
    }
    struct destination *place = place_at(classifier, text, from);
    *rest = without_marks(classifier, text);
    /* Elsewhere the mark has become the name in an e-mail address. */
    return place && from == place->mark - place->off ? place : NULL;
}

static void classify_marked(const struct classifier *classifier, str text,
                            enum destination_kind kind, bool image)
{
    str rest;
    struct destination *place = marked_place(classifier, text, &rest);
    if (place) {
        place->kind = kind;
        place->image = image;
        /* A bare address ends before the dot that ends its sentence. Text that
         * looks like an attribute is one too. */
        bool bare =
            (place->bare || place->attribute) && str_starts(place->dest, rest);
        place->len = bare ? rest.n : place->len;
        place->dest = rest;
    }
}

static str on_link(void *self, str dest, bool image, span where,
                   struct arena *arena)
{
    (void)where;
    (void)arena;
    classify_marked(self, dest, DESTINATION_LINK, image);
    return dest;
}

/* A name without a meaning stays text, with or without a mark. */
static str on_wikilink(void *self, str target, bool embed, span at,
                       struct arena *arena)
{
    const struct classifier *classifier = self;
    const struct markdown_host *host = classifier->host;
    str rest = target;
    struct destination *place =
        marked_place(classifier, str_trim(target), &rest);
    str label = arena_join(arena, (str[]){STR("["), rest, STR("]:")}, 3);
    if (place && str_find(classifier->text, label) != STR_NONE) {
        return (str){NULL, 0}; /* a link without the mark: it is defined */
    }
    str dest = host->wikilink(host->self, rest, embed, at, arena);
    if (place && place->wiki && dest.p) {
        place->kind = embed ? DESTINATION_EMBED : DESTINATION_WIKI;
    }
    return dest;
}

/* Classifies the attribute whose mark is at html[i]. */
static void classify_attribute(const struct classifier *classifier, str html,
                               size_t i)
{
    struct destination *place = place_at(classifier, html, i);
    size_t before = place ? place->mark - place->off : 0;
    if (!place || !place->attribute || before >= i) {
        return;
    }
    i -= before;
    char quote = html.p[i - 1];
    str value = str_from_offset(html, i);
    value = str_sub(value, 0, str_find_char(value, quote));
    place->kind = DESTINATION_HTML;
    place->dest = without_marks(classifier, value);
}

/* Places in scripts and in text that looks like an attribute count too, those
 * in comments don't. */
static str on_html(void *self, str html, struct arena *arena)
{
    const struct classifier *classifier = self;
    struct html_token token;
    size_t at = str_find_from(html, 0, classifier->mark);
    (void)arena;
    html_token_init(&token, html);
    while (at < html.n && html_token_next(&token)) {
        while (at < token.at) {
            if (token.kind != HTML_COMMENT) {
                classify_attribute(classifier, html, at);
            }
            at = str_find_from(html, at + classifier->mark.n, classifier->mark);
        }
    }
    return html;
}

static str on_shortcode(void *self, const struct shortcode_call *call,
                        struct arena *arena)
{
    bool reference = shortcode_is_reference(call->name);
    (void)arena;
    for (size_t i = 0; i < call->args.list.n; i++) {
        const struct shortcode_arg *arg = &call->args.list.p[i];
        bool path = !arg->name.n || str_eq(arg->name, STR("path"));
        bool image;
        if (reference && path) {
            classify_marked(self, arg->text, DESTINATION_REFERENCE, false);
        } else if (!reference && shortcode_arg_is_address(arg->name, &image)) {
            classify_marked(self, arg->text, DESTINATION_LINK, image);
        }
    }
    return STR("");
}

static enum shortcode_kind kind_of_shortcode(void *self, str name, span where)
{
    const struct markdown_host *host = ((const struct classifier *)self)->host;
    return host->shortcode_kind(host->self, name, where);
}

/* The text with marks. Uses of all definitions follow at its end. */
static str marked_text(const struct source *source,
                       const struct classifier *classifier)
{
    struct arena *arena = classifier->arena;
    struct splices splices = {0};
    size_t end = source->text.n;
    for (size_t i = 0; i < classifier->all->list.n; i++) {
        const struct destination *place = &classifier->all->list.p[i];
        splice_add(&splices, arena, place->mark, 0,
                   arena_printf(arena, "%.*s%0*zuq", STR_ARG(classifier->mark),
                                MARK_DIGITS, i));
        if (place->label.p) {
            splice_add(
                &splices, arena, end, 0,
                arena_printf(arena, "\n\n%.*s\n", STR_ARG(place->label)));
        }
    }
    str text;
    splice_apply(&splices, source->text, arena, &text);
    return text;
}

bool destinations_classify(const struct source *source, size_t body,
                           const struct markdown_options *options,
                           struct arena *arena, struct destinations *all)
{
    struct classifier classifier = {all, arena, STR("crumbq"), source->text,
                                    &options->host};
    while (str_find(source->text, classifier.mark) != STR_NONE) {
        classifier.mark = arena_concat(arena, classifier.mark, STR("q"));
    }
    struct source text = {.name = source->name,
                          .text = marked_text(source, &classifier)};
    struct markdown_options settings = *options;
    struct markdown ignored_html = {0};
    struct diags ignored;
    diags_init(&ignored, arena);
    settings.host = (struct markdown_host){
        .link = on_link,
        .wikilink = options->host.wikilink ? on_wikilink : NULL,
        .raw_html = on_html,
        .shortcode_kind =
            options->host.shortcode_kind ? kind_of_shortcode : NULL,
        .shortcode = on_shortcode,
        .self = &classifier,
    };
    return markdown_render(&text, body, &settings, arena, &ignored,
                           &ignored_html);
}
