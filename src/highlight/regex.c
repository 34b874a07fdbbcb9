/* SPDX-License-Identifier: MIT */
#include "highlight/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/memory/buf.h"

/* struct regex is a pcre2_code. One of several patterns says by a mark which of
 * them matched: (?|(?:a)(*MARK:0)|(?:b)(*MARK:1)). */

struct matcher {
    pcre2_match_data *data;
    pcre2_match_context *context;
    const size_t *parts;
    size_t steps; /* the limit that the context has */
    int groups;   /* of the last match, with the whole */
    size_t pattern;
};

static const pcre2_code *code_of(const struct regex *regex)
{
    return (const pcre2_code *)regex;
}

static uint32_t flags_of(bool caseless)
{
    return PCRE2_MULTILINE | PCRE2_NEVER_UTF | PCRE2_NEVER_UCP |
           (caseless ? PCRE2_CASELESS : 0u);
}

static pcre2_code *compile(str pattern, uint32_t flags, int *error, size_t *off)
{
    pcre2_compile_context *context = pcre2_compile_context_create(NULL);
    if (!context) {
        arena_out_of_memory();
    }
    pcre2_set_newline(context, PCRE2_NEWLINE_ANYCRLF);
    pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern.p, pattern.n, flags,
                                     error, off, context);
    pcre2_compile_context_free(context);
    return code;
}

str regex_library(struct arena *arena)
{
    char version[64];
    pcre2_config(PCRE2_CONFIG_VERSION, version);
    return arena_str(arena, str_from(version));
}

/* --- what a pattern is like --- */

static void find_starts(const pcre2_code *code, bool starts[256])
{
    const uint8_t *bits = NULL;
    uint32_t kind = 0;
    uint32_t unit = 0;
    pcre2_pattern_info(code, PCRE2_INFO_FIRSTBITMAP, (void *)&bits);
    pcre2_pattern_info(code, PCRE2_INFO_FIRSTCODETYPE, &kind);
    pcre2_pattern_info(code, PCRE2_INFO_FIRSTCODEUNIT, &unit);
    for (size_t c = 0; c < 256; c++) {
        if (kind == 1) {
            /* PCRE2 does not tell whether the case of that unit counts. */
            starts[c] = to_lower((char)c) == to_lower((char)unit);
        } else {
            starts[c] = !bits || bits[c / 8] >> (c % 8) & 1;
        }
    }
}

/* The offset of a ^ that the pattern starts with: ^a, (^a)b, (?:(^a)b);
 * pattern.n if there is none. */
static size_t first_circumflex(str pattern)
{
    size_t i = 0;
    while (i < pattern.n && pattern.p[i] == '(') {
        str rest = str_from_offset(pattern, i);
        bool plain =
            str_starts(rest, STR("(?:")) || str_starts(rest, STR("(?="));
        i += plain ? 3 : 1;
    }
    return i < pattern.n && pattern.p[i] == '^' ? i : pattern.n;
}

/* PCRE2 finds no first bytes for a pattern that starts with ^. Without it the
 * pattern matches at more places, with the same bytes. */
static void find_line_starts(str pattern, size_t at, bool caseless,
                             struct arena *arena, bool starts[256])
{
    int error;
    size_t off;
    const str parts[] = {str_sub(pattern, 0, at),
                         str_from_offset(pattern, at + 1)};
    pcre2_code *code =
        compile(arena_join(arena, parts, 2), flags_of(caseless), &error, &off);
    for (size_t c = 0; c < 256; c++) {
        starts[c] = true;
    }
    if (code) {
        find_starts(code, starts);
    }
    pcre2_code_free(code);
}

static bool starts_line(const pcre2_code *code)
{
    uint32_t kind = 0;
    uint32_t options = 0;
    pcre2_pattern_info(code, PCRE2_INFO_FIRSTCODETYPE, &kind);
    pcre2_pattern_info(code, PCRE2_INFO_ALLOPTIONS, &options);
    return kind == 2 || options & PCRE2_ANCHORED;
}

bool regex_examine(str pattern, bool caseless, struct arena *arena,
                   struct regex_facts *facts, struct regex_mistake *mistake)
{
    static const str open = STR_INIT("(?:");
    int error;
    uint32_t empty;
    str whole = arena_join(arena, (const str[]){open, pattern, STR(")")}, 3);
    *mistake = (struct regex_mistake){0};
    /* Without the flag .* would be taken for the start of a line, too. */
    pcre2_code *code =
        compile(whole, flags_of(caseless) | PCRE2_NO_DOTSTAR_ANCHOR, &error,
                &mistake->off);
    if (!code) {
        char text[256];
        pcre2_get_error_message(error, (PCRE2_UCHAR *)text, sizeof text);
        mistake->message = arena_str(arena, str_from(text));
        size_t off = mistake->off > open.n ? mistake->off - open.n : 0;
        mistake->off = off < pattern.n ? off : pattern.n;
        return false;
    }
    pcre2_pattern_info(code, PCRE2_INFO_CAPTURECOUNT, &facts->groups);
    pcre2_pattern_info(code, PCRE2_INFO_MATCHEMPTY, &empty);
    facts->may_be_empty = empty;
    facts->starts_line = starts_line(code);
    find_starts(code, facts->starts);
    pcre2_code_free(code);
    if (facts->groups > REGEX_GROUPS) {
        mistake->message =
            arena_printf(arena, "more than %d groups", (int)REGEX_GROUPS);
        return false;
    }
    size_t circumflex = first_circumflex(pattern);
    if (circumflex < pattern.n) {
        find_line_starts(pattern, circumflex, caseless, arena, facts->starts);
    }
    return true;
}

/* --- compiling --- */

static uint32_t flags_for(enum regex_use use)
{
    return use == REGEX_USE_MATCH || use == REGEX_USE_GLANCE
               ? PCRE2_ANCHORED
               : PCRE2_USE_OFFSET_LIMIT;
}

/* Where it fails, PCRE2 interprets: slower, with the same matches. */
static void make_fast(pcre2_code *code, enum regex_use use)
{
    pcre2_jit_compile(code, use == REGEX_USE_GLANCE ? PCRE2_JIT_PARTIAL_HARD
                                                    : PCRE2_JIT_COMPLETE);
}

struct regex *regex_compile(const str *patterns, size_t n, bool caseless,
                            enum regex_use use)
{
    struct buf all = {0};
    int error;
    size_t off;
    buf_put(&all, STR("(?|"));
    for (size_t i = 0; i < n; i++) {
        buf_put(&all, i ? STR("|(?:") : STR("(?:"));
        buf_put(&all, patterns[i]);
        buf_printf(&all, ")(*MARK:%zu)", i);
    }
    buf_putc(&all, ')');
    pcre2_code *code = compile(
        buf_str(&all), flags_of(caseless) | flags_for(use), &error, &off);
    buf_free(&all);
    if (code && (use == REGEX_USE_GLANCE || use == REGEX_USE_SEARCH)) {
        make_fast(code, use);
    }
    return (struct regex *)code;
}

struct regex *regex_fast(const struct regex *regex)
{
    pcre2_code *code = pcre2_code_copy(code_of(regex));
    if (!code) {
        arena_out_of_memory();
    }
    make_fast(code, REGEX_USE_MATCH);
    return (struct regex *)code;
}

void regex_free(struct regex *regex)
{
    pcre2_code_free((pcre2_code *)regex);
}

/* --- matching --- */

struct matcher *matcher_new(struct arena *arena)
{
    struct matcher *matcher = ARENA_NEW(arena, struct matcher);
    matcher->data = pcre2_match_data_create(REGEX_GROUPS + 1, NULL);
    matcher->context = pcre2_match_context_create(NULL);
    if (!matcher->data || !matcher->context) {
        arena_out_of_memory();
    }
    matcher->parts = pcre2_get_ovector_pointer(matcher->data);
    return matcher;
}

void matcher_free(struct matcher *matcher)
{
    pcre2_match_data_free(matcher->data);
    pcre2_match_context_free(matcher->context);
}

static size_t number_of(const char *mark)
{
    size_t number = 0;
    for (; mark && is_digit(*mark); mark++) {
        number = number * 10 + (size_t)(*mark - '0');
    }
    return number;
}

static enum regex_result match(const struct regex *regex,
                               struct matcher *matcher, str subject, size_t at,
                               uint32_t options)
{
    int groups =
        pcre2_jit_match(code_of(regex), (PCRE2_SPTR)subject.p, subject.n, at,
                        options, matcher->data, matcher->context);
    if (groups == PCRE2_ERROR_JIT_BADOPTION) { /* it is not made fast */
        groups = pcre2_match(code_of(regex), (PCRE2_SPTR)subject.p, subject.n,
                             at, options, matcher->data, matcher->context);
    }
    if (groups < 0) {
        return groups == PCRE2_ERROR_NOMATCH ? REGEX_NONE : REGEX_TOO_COSTLY;
    }
    matcher->groups = groups;
    matcher->pattern = number_of((const char *)pcre2_get_mark(matcher->data));
    return REGEX_MATCH;
}

static void set_steps(struct matcher *matcher, size_t steps)
{
    if (steps != matcher->steps) {
        pcre2_set_match_limit(matcher->context, steps < UINT32_MAX
                                                    ? (uint32_t)steps
                                                    : UINT32_MAX);
        matcher->steps = steps;
    }
}

enum regex_result regex_match(const struct regex *regex,
                              struct matcher *matcher, str subject, size_t at,
                              size_t steps)
{
    set_steps(matcher, steps);
    return match(regex, matcher, subject, at, 0);
}

enum regex_result regex_glance(const struct regex *regex,
                               struct matcher *matcher, str subject, size_t at,
                               size_t steps)
{
    set_steps(matcher, steps);
    return match(regex, matcher, subject, at, PCRE2_PARTIAL_HARD);
}

enum regex_result regex_search(const struct regex *regex,
                               struct matcher *matcher, str subject, size_t at,
                               size_t end, size_t steps)
{
    set_steps(matcher, steps);
    pcre2_set_offset_limit(matcher->context, end - 1);
    enum regex_result result = match(regex, matcher, subject, at, 0);
    pcre2_set_offset_limit(matcher->context, PCRE2_UNSET);
    return result;
}

size_t matcher_pattern(const struct matcher *matcher)
{
    return matcher->pattern;
}

bool matcher_group(const struct matcher *matcher, size_t group, size_t *from,
                   size_t *to)
{
    if (group >= (size_t)matcher->groups ||
        matcher->parts[2 * group] == PCRE2_UNSET) {
        return false;
    }
    *from = matcher->parts[2 * group];
    *to = matcher->parts[2 * group + 1];
    return *from <= *to;
}
