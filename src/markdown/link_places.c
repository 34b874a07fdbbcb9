/* SPDX-License-Identifier: MIT */
#include "markdown/link_places.h"

#include <string.h>

#include "base/memory/buf.h"
#include "base/simd.h"
#include "markdown/md.h"
#include "markdown/shortcode/shortcode.h"
#include "text/html_token.h"
#include "text/splice.h"

/* --- places that look like one --- */

struct scan {
    str text;
    struct arena *arena;
    struct destinations *out;
};

static char scan_char(const struct scan *scan, size_t i)
{
    return i < scan->text.n ? scan->text.p[i] : '\0';
}

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

/* Behind the blanks, on the next line too, where quotes have their marks. */
static size_t skip_blanks_and_break(const struct scan *scan, size_t i,
                                    bool *broken)
{
    *broken = false;
    for (;; i++) {
        char c = scan_char(scan, i);
        bool end = c == '\n' || c == '\r';
        bool second = c == '\n' && i > 0 && scan_char(scan, i - 1) == '\r';
        bool blank = c == ' ' || c == '\t' || (c == '>' && *broken) ||
                     (end && (second || !*broken));
        if (!blank) {
            return i;
        }
        *broken = *broken || end;
    }
}

/* "1." and "1)" begin a list. */
static bool begins_numbered_item(const struct scan *scan, size_t i)
{
    size_t end = i;
    while (is_digit(scan_char(scan, end))) {
        end++;
    }
    return end > i &&
           (scan_char(scan, end) == '.' || scan_char(scan, end) == ')');
}

/* It has the address as its argument, or is the end of a body that would have
 * none without the mark. */
static bool is_shortcode(const struct scan *scan, size_t i)
{
    struct shortcode_tag tag;
    str rest = str_from_offset(scan->text, i);
    bool call = str_starts(rest, STR("{{")) || str_starts(rest, STR("{%"));
    return str_starts(rest, STR("{{<")) || str_starts(rest, STR("{{%")) ||
           (call && shortcode_tag_read(scan->text, i, &tag) == SHORTCODE_TAG);
}

/* What a mark in front of it can't turn into something else: at the start of a
 * line, where it may be no address at all, not what begins a block; nowhere a
 * quote, which a shortcode around it has only behind a blank. */
static bool may_take_mark(const struct scan *scan, size_t i, bool broken)
{
    char c = scan_char(scan, i);
    bool word = is_alnum(c) || c == '.' || c == '/' || c == '%' || (c & 0x80);
    return broken ? word && !begins_numbered_item(scan, i)
                  : c && !strchr("\n\r)\"'`", c) && !is_shortcode(scan, i);
}

static size_t angle_end(const struct scan *scan, size_t i)
{
    while (i < scan->text.n && scan_char(scan, i) != '>' &&
           scan_char(scan, i) != '\n') {
        i += scan_char(scan, i) == '\\' ? 2 : 1;
    }
    return i < scan->text.n ? i : scan->text.n;
}

/* Up to a blank, or a ")" that it has not opened. */
static size_t bare_end(const struct scan *scan, size_t i, bool definition)
{
    size_t open = 0;
    while (i < scan->text.n && (unsigned char)scan_char(scan, i) > ' ') {
        char c = scan_char(scan, i);
        if (c == '(') {
            open++;
        } else if (c == ')' && !definition && open-- == 0) {
            break;
        }
        i += c == '\\' && i + 1 < scan->text.n &&
                     (unsigned char)scan_char(scan, i + 1) > ' '
                 ? 2
                 : 1;
    }
    return i < scan->text.n ? i : scan->text.n;
}

static bool is_scheme_char(char c)
{
    return is_alnum(c) || c == '+' || c == '-' || c == '.';
}

/* Of text[from..]: a scheme with its slashes, if a host follows; between "<"
 * and
 * ">" any scheme. */
static size_t scheme_and_slashes(str text, size_t from, bool angle)
{
    size_t n = from;
    while (n < text.n && is_scheme_char(text.p[n])) {
        n++;
    }
    if (n == from || n == text.n || !is_alpha(text.p[from]) ||
        text.p[n] != ':') {
        return 0;
    }
    bool host = str_starts(str_from_offset(text, n), STR("://")) &&
                n + 3 < text.n && md_is_host_char(text, n + 3);
    return host ? n + 3 - from : angle ? n + 1 - from : 0;
}

/* Of what makes an address a link by itself: "www.", schemes. The second of
 * some://https:// does. */
static size_t prefix_length(str text, bool angle)
{
    size_t from = 0;
    while (str_starts(str_from_offset(text, from), STR("www."))) {
        from += 4;
    }
    size_t n = scheme_and_slashes(text, from, angle);
    while (n) {
        from += n;
        n = scheme_and_slashes(text, from, false);
    }
    return from;
}

/* Where a mark makes of the text no link, and behind a "<" no tag, that is none
 * without it, and takes none away. */
static size_t mark_of(const struct scan *scan, size_t i)
{
    char c = scan_char(scan, i);
    bool angle = i && scan_char(scan, i - 1) == '<';
    bool behind =
        angle && !is_alpha(c) && (is_scheme_char(c) || c == ':' || c == '?');
    i += behind;
    return i + prefix_length(str_from_offset(scan->text, i), angle);
}

static struct destination *add_bare(struct scan *scan, size_t i,
                                    bool definition)
{
    size_t end = bare_end(scan, i, definition);
    return end > i ? add_place(scan, i, end - i, mark_of(scan, i)) : NULL;
}

/* Behind the "<". What begins with "!" may be a comment; a quote is one for a
 * shortcode around it, as in may_start. */
static struct destination *add_angle(struct scan *scan, size_t i)
{
    while (scan_char(scan, i) == ' ' || scan_char(scan, i) == '\t') {
        i++;
    }
    size_t end = angle_end(scan, i);
    bool known = end > i && !strchr("!\"'`", scan_char(scan, i)) &&
                 !is_shortcode(scan, i);
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
    return scan_char(scan, i) == '<' ? add_angle(scan, i + 1)
                                     : add_bare(scan, i, definition);
}

/* The label of a definition, "[a]" of "[a]: here" with "]:" at i, where only
 * marks of quotes and lists stand before it. */
static str label_at(const struct scan *scan, size_t i)
{
    size_t start = i;
    while (start > 0 && scan_char(scan, start - 1) != '\n' &&
           scan_char(scan, start) != '[') {
        start--;
    }
    size_t line = start;
    while (line > 0 && scan_char(scan, line - 1) != '\n') {
        line--;
        char c = scan_char(scan, line);
        if (c != ' ' && c != '\t' && c != '>' && c != '-' && c != '*' &&
            c != '+' && c != '.' && c != ')' && !is_digit(c)) {
            return (str){NULL, 0};
        }
    }
    bool label =
        scan_char(scan, start) == '[' && scan_char(scan, start + 1) != '^';
    return label ? str_sub(scan->text, start, i + 1 - start) : (str){NULL, 0};
}

static void scan_bracket(struct scan *scan, size_t i)
{
    if (scan_char(scan, i + 1) == '(') {
        add_target(scan, i + 2, false);
    } else if (scan_char(scan, i + 1) == ':') {
        str label = label_at(scan, i);
        struct destination *place =
            label.p ? add_target(scan, i + 2, true) : NULL;
        if (place) {
            place->label = label;
        }
    }
}

/* href="here", and the like. */
static void scan_attribute(struct scan *scan, size_t i)
{
    static const str names[] = {STR_INIT("href"), STR_INIT("src"),
                                STR_INIT("poster")};
    char quote = scan_char(scan, i + 1);
    size_t start = i;
    while (start > 0 && is_alpha(scan_char(scan, start - 1))) {
        start--;
    }
    str name = str_sub(scan->text, start, i - start);
    bool known = false;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        known = known || str_eq_nocase(name, names[k]);
    }
    if (!known || (quote != '"' && quote != '\'')) {
        return;
    }
    size_t end = str_find_char(str_from_offset(scan->text, i + 2), quote);
    if (end != STR_NONE && end > 0) {
        add_place(scan, i + 2, end, mark_of(scan, i + 2))->attribute = true;
    }
}

static bool begins_line(const struct scan *scan, size_t i)
{
    while (i > 0 &&
           (scan_char(scan, i - 1) == ' ' || scan_char(scan, i - 1) == '\t' ||
            scan_char(scan, i - 1) == '>')) {
        i--;
    }
    return i == 0 || scan_char(scan, i - 1) == '\n' ||
           scan_char(scan, i - 1) == '\r';
}

/* The arguments that stand there as they are. Returns where the tag ends. */
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
        bool ours = text.n && text.p >= scan->text.p &&
                    text.p < scan->text.p + scan->text.n;
        size_t off = ours ? (size_t)(text.p - scan->text.p) : 0;
        if (ours && may_take_mark(scan, off, begins_line(scan, off))) {
            add_place(scan, off, text.n, off)->argument = true;
        }
    }
    return tag.to;
}

/* A tag, an attribute, an address or an escape. */
static bool may_be_other(str name)
{
    return str_find_char(name, '<') != STR_NONE ||
           str_find_char(name, '\\') != STR_NONE ||
           str_find(name, STR("=\"")) != STR_NONE ||
           str_find(name, STR("='")) != STR_NONE ||
           str_find(name, STR("://")) != STR_NONE;
}

/* "[[" at text[i]. Returns where to go on. A mark behind the name takes no
 * wikilink away; what might be something else itself is left alone. */
static size_t scan_wikilink(struct scan *scan, size_t i)
{
    size_t end = md_wikilink_end(scan->text, i);
    if (!end) {
        return i + 1;
    }
    size_t from = i + 2;
    size_t to = from;
    while (to < end - 2 && scan->text.p[to] != '|' && scan->text.p[to] != '#') {
        to++;
    }
    to -= to > from && scan->text.p[to] == '|' && scan->text.p[to - 1] == '\\';
    str name = str_trim(str_sub(scan->text, from, to - from));
    if (!name.n || may_be_other(name)) {
        return i + 1;
    }
    size_t off = (size_t)(name.p - scan->text.p);
    struct destination *place = add_place(scan, off, name.n, off + name.n);
    place->wiki = true;
    place->image = i > 0 && scan->text.p[i - 1] == '!';
    return off + name.n;
}

/* https://this.site/x on its own: the mark goes behind "://". */
static void scan_address(struct scan *scan, size_t i, str origin)
{
    if (!str_starts(str_from_offset(scan->text, i), origin)) {
        return;
    }
    size_t n = scan->out->list.n;
    if (n && scan->out->list.p[n - 1].off + scan->out->list.p[n - 1].len > i) {
        return;
    }
    size_t end = i;
    while ((unsigned char)scan_char(scan, end) > ' ' &&
           scan_char(scan, end) != '>' && scan_char(scan, end) != '<' &&
           scan_char(scan, end) != ')') {
        end++;
    }
    add_place(scan, i, end - i, mark_of(scan, i))->bare = true;
}

/* The characters that destinations_scan looks at, and some more: "{" and "["
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
        if (c == '[' && scan_char(&scan, i + 1) == '[') {
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

/* --- which of them are --- */

struct telling {
    struct destinations *all;
    struct arena *arena;
    str mark;                         /* a text holds it nowhere */
    str text;                         /* without marks */
    const struct markdown_host *host; /* of the body's options */
};

enum { MARK_DIGITS = 7 };

/* A word that the text has not. */
static str choose_mark(str text, struct arena *arena)
{
    str mark = STR("crumbq");
    while (str_find(text, mark) != STR_NONE) {
        mark = arena_concat(arena, mark, STR("q"));
    }
    return mark;
}

/* The place whose mark text[from..] begins with; NULL: none. */
static struct destination *place_at(const struct telling *telling, str text,
                                    size_t from)
{
    str digits = str_sub(text, from + telling->mark.n, MARK_DIGITS);
    size_t number = 0;
    for (size_t i = 0; i < digits.n; i++) {
        number = number * 10 + (size_t)(digits.p[i] - '0');
    }
    return number < telling->all->list.n ? &telling->all->list.p[number] : NULL;
}

static str without_marks(const struct telling *telling, str text)
{
    size_t from = 0;
    for (;;) {
        size_t at = str_find(str_from_offset(text, from), telling->mark);
        if (at == STR_NONE) {
            return text;
        }
        from += at;
        text = arena_concat(
            telling->arena, str_sub(text, 0, from),
            str_from_offset(text, from + telling->mark.n + MARK_DIGITS + 1));
    }
}

/* The place whose mark is in the text, and the text without marks: what looks
 * like an address may stand within one. NULL: none. */
static struct destination *marked_place(const struct telling *telling, str text,
                                        str *rest)
{
    size_t from = str_find(text, telling->mark);
    if (from == STR_NONE) {
        return NULL;
    }
    struct destination *place = place_at(telling, text, from);
    *rest = without_marks(telling, text);
    /* Elsewhere it is the name in an e-mail address that it has made. */
    return place && from == place->mark - place->off ? place : NULL;
}

static void classify_marked(const struct telling *telling, str text,
                            enum destination_kind kind, bool image)
{
    str rest;
    struct destination *place = marked_place(telling, text, &rest);
    if (place) {
        place->kind = kind;
        place->image = image;
        /* A bare address ends before the dot that ends its sentence; what
         * looks like an attribute in text is one too. */
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

/* A name that means nothing stays text, with a mark as without. */
static str on_wikilink(void *self, str target, bool embed, span at,
                       struct arena *arena)
{
    const struct telling *telling = self;
    const struct markdown_host *host = telling->host;
    str rest = target;
    struct destination *place = marked_place(telling, str_trim(target), &rest);
    str label = arena_join(arena, (str[]){STR("["), rest, STR("]:")}, 3);
    if (place && str_find(telling->text, label) != STR_NONE) {
        return (str){NULL, 0}; /* defined: without the mark it is a link */
    }
    str dest = host->wikilink(host->self, rest, embed, at, arena);
    if (place && place->wiki && dest.p) {
        place->kind = embed ? DESTINATION_EMBED : DESTINATION_WIKI;
    }
    return dest;
}

/* html[i..] begins with a mark. */
static void tell_attribute(const struct telling *telling, str html, size_t i)
{
    struct destination *place = place_at(telling, html, i);
    size_t before = place ? place->mark - place->off : 0;
    if (!place || !place->attribute || before >= i) {
        return;
    }
    i -= before;
    char quote = html.p[i - 1];
    str value = str_from_offset(html, i);
    value = str_sub(value, 0, str_find_char(value, quote));
    place->kind = DESTINATION_HTML;
    place->dest = without_marks(telling, value);
}

/* The first mark at `at` or behind it, or the end of the text. */
static size_t find_place_mark(const struct telling *telling, str html,
                              size_t at)
{
    size_t n = str_find(str_from_offset(html, at), telling->mark);
    return n == STR_NONE ? html.n : at + n;
}

/* Places in scripts and in text that looks like an attribute count too; those
 * in comments do not. */
static str on_html(void *self, str html, struct arena *arena)
{
    const struct telling *telling = self;
    struct html_token token;
    size_t at = find_place_mark(telling, html, 0);
    (void)arena;
    html_token_init(&token, html);
    while (at < html.n && html_token_next(&token)) {
        while (at < token.at) {
            if (token.kind != HTML_COMMENT) {
                tell_attribute(telling, html, at);
            }
            at = find_place_mark(telling, html, at + telling->mark.n);
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
    const struct markdown_host *host = ((const struct telling *)self)->host;
    return host->shortcode_kind(host->self, name, where);
}

/* Definitions that nothing uses are used at the end. */
static str marked_text(const struct source *source,
                       const struct telling *telling)
{
    struct arena *arena = telling->arena;
    struct splices splices = {0};
    size_t end = source->text.n;
    for (size_t i = 0; i < telling->all->list.n; i++) {
        const struct destination *place = &telling->all->list.p[i];
        splice_add(&splices, arena, place->mark, 0,
                   arena_printf(arena, "%.*s%0*zuq", STR_ARG(telling->mark),
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

bool destinations_tell(const struct source *source, size_t body,
                       const struct markdown_options *options,
                       struct arena *arena, struct destinations *all)
{
    struct telling telling = {all, arena, choose_mark(source->text, arena),
                              source->text, &options->host};
    struct source text = {.name = source->name,
                          .text = marked_text(source, &telling)};
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
        .self = &telling,
    };
    return markdown_render(&text, body, &settings, arena, &ignored,
                           &ignored_html);
}
