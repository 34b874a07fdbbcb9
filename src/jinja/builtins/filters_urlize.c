/* SPDX-License-Identifier: MIT */
/* urlize: addresses in text become links. A word is one if it reads like one
 * from its first to its last character, less the punctuation around it. */
#include <stdlib.h>

#include "base/utf8.h"
#include "jinja/builtins/builtins.h"
#include "jinja/chars.h"
#include "jinja/vm/ops.h"

struct link_writer {
    struct buf out;
    str rel;
    str target;
    int64_t limit; /* characters shown of an address; <0: all */
    value schemes; /* more of them, or none */
};

/* --- addresses --- */

/* Characters of \w from `at` on, and of `more`; where they end. */
static size_t skip_word(str s, size_t at, const char *more)
{
    for (size_t next = at; at < s.n; at = next) {
        uint32_t c = utf8_next(s, &next);
        if (!char_is_word(c) && !(c < 0x80 && is_any_of((char)c, more))) {
            break;
        }
    }
    return at;
}

static const char digits[] = "0123456789";

/* Up to three digits four times, with dots. */
static bool skip_ipv4(str s, size_t *at)
{
    size_t i = *at;
    for (int part = 0; part < 4; part++) {
        if (part && str_at(s, i++) != '.') {
            return false;
        }
        size_t from = i;
        i = str_skip(s, i, digits);
        if (i == from || i > from + 3) {
            return false;
        }
    }
    *at = i;
    return true;
}

static bool skip_ipv6(str s, size_t *at)
{
    size_t end = str_skip(s, *at + 1, "0123456789abcdefABCDEF:");
    size_t colons = str_count(str_sub(s, *at, end - *at), STR(":"));
    if (str_at(s, *at) != '[' || str_at(s, end) != ']' || colons < 2 ||
        colons > 8) {
        return false;
    }
    *at = end + 1;
    return true;
}

/* The last label of a host after a scheme: letters, or xn--... */
static bool is_top_level(str label)
{
    if (str_starts(label, STR("xn--"))) {
        return label.n > 5;
    }
    for (size_t i = 0; i < label.n; i++) {
        if (!is_alpha(label.p[i])) {
            return false;
        }
    }
    return label.n >= 2 && label.n <= 63;
}

/* a.b.c; without a scheme only what ends as most addresses do. */
static bool skip_host(str s, size_t *at, bool scheme)
{
    size_t label = *at;
    size_t end = skip_word(s, label, "%-");
    size_t labels = 1;
    bool long_ones = true;
    while (end > label && end < s.n && s.p[end] == '.') {
        long_ones &= end - label > 1;
        label = end + 1;
        end = skip_word(s, label, "%-");
        labels++;
    }
    str last = str_sub(s, label, end - label);
    *at = end;
    return scheme ? is_top_level(last)
                  : labels > 1 && long_ones &&
                        str_is_word_of(last,
                                       STR("com net int edu gov org info mil"));
}

/* :80 and /path?query#part, to the end of the word. */
static bool skip_rest(str s, size_t at)
{
    if (at < s.n && s.p[at] == ':') {
        size_t from = ++at;
        at = str_skip(s, at, digits);
        if (at == from || at > from + 5) {
            return false;
        }
    }
    return at == s.n || s.p[at] == '/' || s.p[at] == '?' || s.p[at] == '#';
}

static bool is_web(str s)
{
    size_t at = str_starts_nocase(s, STR("https://"))  ? 8
                : str_starts_nocase(s, STR("http://")) ? 7
                                                       : 0;
    size_t number = at;
    if (at && (skip_ipv4(s, &number) || skip_ipv6(s, &number)) &&
        skip_rest(s, number)) {
        return true;
    }
    bool www = !at && str_starts_nocase(s, STR("www."));
    at += www ? 4 : 0;
    return skip_host(s, &at, at > 0) && skip_rest(s, at);
}

/* x@a.b */
static bool is_mail(str s)
{
    size_t at = str_rfind_char(s, '@');
    if (at == STR_NONE || s.p[0] == '@') {
        return false;
    }
    str host = str_from_offset(s, at + 1);
    size_t dot = str_rfind_char(host, '.');
    return dot != STR_NONE && dot > 0 && dot + 1 < host.n &&
           skip_word(host, 0, "") > 0 && skip_word(host, 0, ".-") == host.n &&
           skip_word(host, dot + 1, "") == host.n;
}

/* --- punctuation around it --- */

static const str openers[] = {STR_INIT("("), STR_INIT("<"), STR_INIT("&lt;")};
static const str closers[] = {STR_INIT(")"), STR_INIT(">"),  STR_INIT("."),
                              STR_INIT(","), STR_INIT("\n"), STR_INIT("&gt;")};

/* The length of the openers that `word` starts with. */
static size_t head_of(str word)
{
    size_t n = 0;
    for (size_t i = 0; i < 3;) {
        bool there = str_starts_at(word, n, openers[i]);
        n += there ? openers[i].n : 0;
        i = there ? 0 : i + 1;
    }
    return n;
}

/* The offset of the closers that `word` ends with. */
static size_t tail_of(str word)
{
    for (size_t i = 0; i < 6;) {
        bool there = str_ends(word, closers[i]);
        word.n -= there ? closers[i].n : 0;
        i = there ? 0 : i + 1;
    }
    return word.n;
}

/* A bracket that was opened inside is closed inside. */
static size_t balanced(str word, size_t end)
{
    static const str ends[] = {STR_INIT(")"), STR_INIT(">"), STR_INIT("&gt;")};
    for (size_t i = 0; i < 3; i++) {
        size_t open = str_count(str_sub(word, 0, end), openers[i]);
        if (open <= str_count(str_sub(word, 0, end), ends[i])) {
            continue;
        }
        for (; open; open--) {
            size_t at = str_find(str_from_offset(word, end), ends[i]);
            if (at == STR_NONE) {
                break;
            }
            end += at + ends[i].n;
        }
    }
    return end;
}

/* --- links --- */

static void put_attribute(struct buf *out, const char *name, str text)
{
    if (text.n) {
        buf_printf(out, " %s=\"", name);
        html_escape_jinja(text, out);
        buf_putc(out, '"');
    }
}

/* Shows at most `limit` characters of the address; <0: all. */
static void put_anchor(struct link_writer *links, str scheme, str address,
                       bool web, int64_t limit)
{
    struct buf *out = &links->out;
    str shown = address;
    if (limit >= 0) {
        shown.n = utf8_offset(address, (size_t)limit);
    }
    buf_printf(out, "<a href=\"%.*s%.*s\"", STR_ARG(scheme), STR_ARG(address));
    if (web) {
        put_attribute(out, "rel", links->rel);
        put_attribute(out, "target", links->target);
    }
    buf_printf(out, ">%.*s%s</a>", STR_ARG(shown),
               shown.n < address.n ? "..." : "");
}

/* "tel:123", if such are wanted. */
static void put_other(struct link_writer *links, str middle)
{
    const struct list *schemes = links->schemes.as.list;
    size_t n = links->schemes.kind == VALUE_NONE ? 0 : schemes->items.n;
    for (size_t i = 0; i < n; i++) {
        str scheme = value_str(schemes->items.p[i]);
        if (middle.n > scheme.n && str_starts(middle, scheme)) {
            put_anchor(links, STR(""), middle, true, -1);
            return;
        }
    }
    buf_put(&links->out, middle);
}

/* "tel:", "web+x://" */
static bool is_scheme(str s)
{
    size_t n = 0;
    while (n < s.n && (is_alnum(s.p[n]) ||
                       str_find_char(STR("_.+-"), s.p[n]) != STR_NONE)) {
        n++;
    }
    str rest = str_from_offset(s, n);
    return n >= 2 && rest.n >= 1 && rest.n <= 3 && str_starts(STR("://"), rest);
}

static bool read_schemes(struct jinja_call *call, value *out)
{
    const value *given = jinja_arg(call, 4, "extra_schemes");
    *out = value_none();
    if (!given || !value_truth(*given, call->ctx)) {
        return true;
    }
    if (!own_list_of(call->state, *given, out)) {
        return false;
    }
    for (size_t i = 0; i < out->as.list->items.n; i++) {
        value v = out->as.list->items.p[i];
        if (v.kind != VALUE_STRING || !is_scheme(value_str(v))) {
            return jinja_fail(call, "template-type",
                              "'extra_schemes' are like 'tel:'");
        }
    }
    return true;
}

static void put_word(struct link_writer *links, str word)
{
    size_t from = head_of(word);
    str rest = str_from_offset(word, from);
    size_t end = balanced(rest, tail_of(rest));
    str middle = str_sub(rest, 0, end);
    str mail = str_starts(middle, STR("mailto:")) ? str_from_offset(middle, 7)
                                                  : middle;
    buf_put(&links->out, str_sub(word, 0, from));
    if (is_web(middle)) {
        bool scheme = str_starts(middle, STR("https://")) ||
                      str_starts(middle, STR("http://"));
        put_anchor(links, scheme ? STR("") : STR("https://"), middle, true,
                   links->limit);
    } else if ((mail.n < middle.n || str_find_char(mail, ':') == STR_NONE) &&
               !str_starts(mail, STR("www.")) && is_mail(mail)) {
        put_anchor(links, STR("mailto:"), mail, false, -1);
    } else {
        put_other(links, middle);
    }
    buf_put(&links->out, str_from_offset(rest, end));
}

static int compare_words(const void *a, const void *b)
{
    return str_cmp(*(const str *)a, *(const str *)b);
}

/* The words of `rel`, nofollow and noopener, sorted, each once. */
static str rel_of(struct jinja_call *call, str rel, bool nofollow)
{
    struct arena *arena = call->ctx->arena;
    VEC(str) words = {0};
    struct buf all = {0};
    *VEC_PUSH(&words, arena) = STR("noopener");
    if (nofollow) {
        *VEC_PUSH(&words, arena) = STR("nofollow");
    }
    for (rel = str_trim(rel); rel.n; rel = str_trim(rel)) {
        size_t end = str_find_space(rel, 0);
        *VEC_PUSH(&words, arena) = str_sub(rel, 0, end);
        rel = str_from_offset(rel, end);
    }
    qsort(words.p, words.n, sizeof *words.p, compare_words);
    for (size_t i = 0; i < words.n; i++) {
        if (i == 0 || !str_eq(words.p[i], words.p[i - 1])) {
            buf_put(&all, i ? STR(" ") : STR(""));
            buf_put(&all, words.p[i]);
        }
    }
    return buf_move(&all, arena);
}

static bool filter_urlize(struct jinja_call *call, value *out)
{
    struct link_writer links = {.limit = -1};
    bool nofollow = arg_bool(call, 1, "nofollow", false);
    if (!arg_int(call, 0, "trim_url_limit", &links.limit) ||
        !arg_str(call, 2, "target", &links.target) ||
        !arg_str(call, 3, "rel", &links.rel) ||
        !read_schemes(call, &links.schemes)) {
        return false;
    }
    links.rel = rel_of(call, links.rel, nofollow);
    str s = markup_of(call->state, call->args[0]);
    for (size_t i = 0; i < s.n && links.out.n <= LIMIT_BYTES;) {
        size_t from = i;
        size_t next = i;
        while (i < s.n && !char_is_space(utf8_next(s, &next))) {
            i = next;
        }
        put_word(&links, str_sub(s, from, i - from));
        next = i;
        for (from = i; i < s.n && char_is_space(utf8_next(s, &next));) {
            i = next;
        }
        buf_put(&links.out, str_sub(s, from, i - from));
    }
    return string_from(call->state, &links.out, call->autoescape, out);
}

static const struct jinja_builtin entries[] = {
    JINJA_BUILTIN("urlize",
                  "(trim_url_limit=none, nofollow=false, target=none, "
                  "rel=none, extra_schemes=none)",
                  "addresses in text as links", filter_urlize),
};

const struct builtin_table url_filters = BUILTIN_TABLE(entries);
