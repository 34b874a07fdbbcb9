/* SPDX-License-Identifier: MIT */
#include <utf8proc.h>

#include "base/utf8.h"
#include "search/search_parts.h"

/* A token is a run of letters, digits and the signs that names of engineers
 * have inside: 10.0.0.0/8, rp_filter, C++, 802.1q, --dry-run. */

#define SIGN(c) [c] = BYTE_SIGN
#define LETTER(c) [c] = BYTE_LETTER
#define LETTERS(c)                                                             \
    LETTER(c), LETTER((c) + 1), LETTER((c) + 2), LETTER((c) + 3),              \
        LETTER((c) + 4)
#define WIDE(c) [c] = BYTE_WIDE
#define WIDES(c)                                                               \
    WIDE(c), WIDE((c) + 1), WIDE((c) + 2), WIDE((c) + 3), WIDE((c) + 4),       \
        WIDE((c) + 5), WIDE((c) + 6), WIDE((c) + 7)

const uint8_t byte_classes[256] = {
    SIGN('.'),    SIGN(':'),    SIGN('/'),    SIGN('-'),    SIGN('_'),
    SIGN('+'),    SIGN('#'),    SIGN('@'),    SIGN('$'),    SIGN('%'),
    SIGN('&'),    SIGN('*'),    SIGN('='),    SIGN('~'),    SIGN('^'),
    SIGN('\\'),   LETTERS('0'), LETTERS('5'), LETTERS('a'), LETTERS('f'),
    LETTERS('k'), LETTERS('p'), LETTERS('u'), LETTER('z'),  LETTERS('A'),
    LETTERS('F'), LETTERS('K'), LETTERS('P'), LETTERS('U'), LETTER('Z'),
    WIDES(0x80),  WIDES(0x88),  WIDES(0x90),  WIDES(0x98),  WIDES(0xA0),
    WIDES(0xA8),  WIDES(0xB0),  WIDES(0xB8),  WIDES(0xC0),  WIDES(0xC8),
    WIDES(0xD0),  WIDES(0xD8),  WIDES(0xE0),  WIDES(0xE8),  WIDES(0xF0),
    WIDES(0xF8),
};

bool token_is_dense(uint32_t c)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0x0E00, 0x0EFF},   {0x1000, 0x109F}, {0x1100, 0x11FF},
        {0x1780, 0x17FF},   {0x3005, 0x9FFF}, {0xAC00, 0xFAFF},
        {0x20000, 0x3FFFF},
    };
    for (size_t i = 0; c >= 0xE00 && i < sizeof ranges / sizeof *ranges; i++) {
        if (c >= ranges[i].first && c <= ranges[i].last) {
            return true;
        }
    }
    return false;
}

static void add_form(struct forms *forms, enum form_kind kind, str text)
{
    if (text.n && text.n <= MOST_FORM && forms->n < MOST_FORMS) {
        forms->p[forms->n++] = (struct form){kind, text};
    }
}

/* Adds pairs of neighbours; of a single character itself. */
static void add_dense(struct forms *forms, str run)
{
    size_t first = 0;
    size_t second = 0;
    utf8_next(run, &second);
    if (second == run.n) {
        add_form(forms, FORM_PART, run);
    }
    while (second < run.n) {
        size_t end = second;
        utf8_next(run, &end);
        add_form(forms, FORM_PART, str_sub(run, first, end - first));
        first = second;
        second = end;
    }
}

/* Octets and the like find nothing. */
static bool is_small_number(str run)
{
    bool digits = run.n < 3;
    for (size_t i = 0; digits && i < run.n; i++) {
        digits = is_digit(run.p[i]);
    }
    return digits;
}

/* Adds the runs of letters of a token, those of dense scripts as pairs. */
static void add_runs(struct forms *forms, str token)
{
    size_t at = 0;
    while (at < token.n) {
        size_t end = at;
        uint32_t c = utf8_next(token, &end);
        size_t from = at;
        at = end;
        if (!utf8_is_letter(c)) {
            continue;
        }
        bool dense = token_is_dense(c);
        while (end < token.n) {
            c = utf8_next(token, &end);
            if (!utf8_is_letter(c) || token_is_dense(c) != dense) {
                break;
            }
            at = end;
        }
        str run = str_sub(token, from, at - from);
        if (dense) {
            add_dense(forms, run);
        } else if (!is_small_number(run) && run.n < token.n) {
            add_form(forms, FORM_PART, run);
        }
    }
}

/* Adds the parts with "_" and "-" of a longer token: rp_filter of
 * net.ipv4.rp_filter. */
static void add_joined(struct forms *forms, str token)
{
    for (size_t at = 0; at < token.n;) {
        size_t from = at;
        bool joined = false;
        while (at < token.n && (byte_class_of(token.p[at]) != BYTE_SIGN ||
                                is_any_of(token.p[at], "_-"))) {
            joined = joined || is_any_of(token.p[at], "_-");
            at++;
        }
        str part = str_sub(token, from, at - from);
        if (joined && part.n < token.n && is_alnum(part.p[0]) &&
            is_alnum(part.p[part.n - 1])) {
            add_form(forms, FORM_PART, part);
        }
        at++;
    }
}

/* Takes signs off both ends, but for "++" and "#" after a letter. */
static str core_of(str token)
{
    while (token.n && byte_class_of(token.p[0]) == BYTE_SIGN) {
        token = str_from_offset(token, 1);
    }
    size_t n = token.n;
    while (n && byte_class_of(token.p[n - 1]) == BYTE_SIGN) {
        n--;
    }
    while (n && n < token.n && is_any_of(token.p[n], "+#")) {
        n++;
    }
    return str_sub(token, 0, n);
}

/* With signs inside, or characters of dense scripts. */
static void add_token(struct forms *forms, str token, bool dense)
{
    str core = core_of(token);
    if (!core.n) {
        return;
    }
    size_t lead = (size_t)(core.p - token.p);
    size_t dashes = 0;
    while (dashes < 2 && dashes < lead && core.p[-1 - (int)dashes] == '-') {
        dashes++;
    }
    if (dashes && is_alpha(core.p[0])) {
        add_form(forms, FORM_OPTION, (str){core.p - dashes, core.n + dashes});
    }
    if (!dense) {
        add_form(forms, FORM_WHOLE, core);
        add_joined(forms, core);
    }
    add_runs(forms, core);
}

bool tokens_next(str lower, size_t *at, struct forms *forms)
{
    size_t i = *at;
    size_t from = STR_NONE;
    bool signs = false;
    bool dense = false;
    size_t end = i;
    forms->n = 0;
    while (i < lower.n) {
        enum byte_class class = byte_class_of(lower.p[i]);
        size_t here = i++;
        if (class == BYTE_WIDE) {
            i = here;
            uint32_t c = utf8_next(lower, &i);
            class = utf8_is_letter(c) ? BYTE_LETTER : BYTE_END;
            dense = dense || token_is_dense(c);
        }
        if (class != BYTE_END) {
            from = from == STR_NONE ? here : from;
            signs = signs || class == BYTE_SIGN;
            end = i;
        } else if (from != STR_NONE) {
            break;
        }
    }
    *at = i;
    if (from == STR_NONE) {
        return false;
    }
    str token = str_sub(lower, from, end - from);
    if (signs || dense) {
        add_token(forms, token, dense);
    } else {
        add_form(forms, FORM_WHOLE, token);
    }
    return true;
}
