/* SPDX-License-Identifier: MIT */
#include "highlight/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/memory/buf.h"

/* struct regex is a pcre2_code. A mark names the alternative that matched:
 * (?|(?:a)(*MARK:0)|(?:b)(*MARK:1)). */

struct matcher {
    pcre2_match_data *data;
    pcre2_match_context *context;
    const size_t *parts;
    size_t steps; /* the limit that the context has */
    int groups;   /* of the last match, with the whole */
    size_t pattern;
};

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

/* --- facts --- */

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
            /* PCRE2 doesn't say whether the unit's case counts. */
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
        bool mark =
            str_starts(rest, STR("(?:")) || str_starts(rest, STR("(?="));
        i += mark ? 3 : 1;
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

static bool refuse(int error, size_t off, str pattern, struct arena *arena,
                   struct regex_mistake *mistake)
{
    char text[256];
    pcre2_get_error_message(error, (PCRE2_UCHAR *)text, sizeof text);
    mistake->message = arena_str(arena, str_from(text));
    mistake->off = off < pattern.n ? off : pattern.n;
    return false;
}

bool regex_compiles(str pattern, struct arena *arena,
                    struct regex_mistake *mistake)
{
    int error;
    size_t off;
    pcre2_code *code = compile(pattern, flags_of(false), &error, &off);
    pcre2_code_free(code);
    return code || refuse(error, off, pattern, arena, mistake);
}

bool regex_examine(str pattern, bool caseless, struct arena *arena,
                   struct regex_facts *facts, struct regex_mistake *mistake)
{
    static const str open = STR_INIT("(?:");
    int error;
    size_t off;
    uint32_t empty;
    uint32_t kind = 0;
    uint32_t options = 0;
    str whole = arena_join(arena, (const str[]){open, pattern, STR(")")}, 3);
    *mistake = (struct regex_mistake){0};
    /* Without the flag .* would count as the start of a line. */
    pcre2_code *code = compile(
        whole, flags_of(caseless) | PCRE2_NO_DOTSTAR_ANCHOR, &error, &off);
    if (!code) {
        off = off > open.n ? off - open.n : 0;
        return refuse(error, off, pattern, arena, mistake);
    }
    pcre2_pattern_info(code, PCRE2_INFO_CAPTURECOUNT, &facts->groups);
    pcre2_pattern_info(code, PCRE2_INFO_MATCHEMPTY, &empty);
    facts->may_be_empty = empty;
    pcre2_pattern_info(code, PCRE2_INFO_FIRSTCODETYPE, &kind);
    pcre2_pattern_info(code, PCRE2_INFO_ALLOPTIONS, &options);
    facts->starts_line = kind == 2 || options & PCRE2_ANCHORED;
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

/* --- verbs --- */

struct verb_search {
    str pattern;
    size_t found;
};

/* An item of a pattern. What looks like a verb within a class, a comment or
 * \Q...\E is none, or a part of one. */
static int note_item(pcre2_callout_enumerate_block *item, void *data)
{
    struct verb_search *search = data;
    str text = str_sub(search->pattern, item->pattern_position,
                       item->next_item_length);
    if (str_starts(text, STR("(*"))) {
        search->found = item->pattern_position;
        return 1;
    }
    return 0;
}

size_t regex_find_verb(str pattern)
{
    struct verb_search search = {pattern, pattern.n};
    int error;
    size_t off;
    size_t first = str_find(pattern, STR("(*"));
    if (first == STR_NONE) {
        return pattern.n;
    }
    if (first == 0) { /* verbs at the start are no items */
        return 0;
    }
    pcre2_code *code =
        compile(pattern, flags_of(false) | PCRE2_AUTO_CALLOUT, &error, &off);
    if (!code) { /* too long with a callout for each item */
        return first;
    }
    pcre2_callout_enumerate(code, note_item, &search);
    pcre2_code_free(code);
    return search.found;
}

/* --- compiling --- */

struct regex *regex_compile(const str *patterns, size_t n, bool caseless,
                            enum regex_use use, bool jit)
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
    uint32_t place =
        use == REGEX_USE_MATCH ? PCRE2_ANCHORED : PCRE2_USE_OFFSET_LIMIT;
    pcre2_code *code =
        compile(buf_str(&all), flags_of(caseless) | place, &error, &off);
    buf_free(&all);
    if (code && jit) {
        /* If this fails, PCRE2 interprets: slower, with the same matches. */
        pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
    }
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

enum regex_result regex_match(const struct regex *regex,
                              struct matcher *matcher, str subject, size_t at,
                              size_t steps)
{
    const pcre2_code *code = (const pcre2_code *)regex;
    PCRE2_SPTR text = (PCRE2_SPTR)subject.p;
    if (steps != matcher->steps) {
        pcre2_set_match_limit(matcher->context, steps < UINT32_MAX
                                                    ? (uint32_t)steps
                                                    : UINT32_MAX);
        matcher->steps = steps;
    }
    int groups = pcre2_jit_match(code, text, subject.n, at, 0, matcher->data,
                                 matcher->context);
    if (groups == PCRE2_ERROR_JIT_BADOPTION) { /* no machine code */
        groups = pcre2_match(code, text, subject.n, at, 0, matcher->data,
                             matcher->context);
    }
    if (groups < 0) {
        return groups == PCRE2_ERROR_NOMATCH ? REGEX_NONE : REGEX_TOO_COSTLY;
    }
    str mark = str_from((const char *)pcre2_get_mark(matcher->data));
    matcher->groups = groups;
    matcher->pattern = str_take_number(&mark, SIZE_MAX / 16);
    return REGEX_MATCH;
}

enum regex_result regex_search(const struct regex *regex,
                               struct matcher *matcher, str subject, size_t at,
                               size_t end, size_t steps)
{
    pcre2_set_offset_limit(matcher->context, end - 1);
    enum regex_result result = regex_match(regex, matcher, subject, at, steps);
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
