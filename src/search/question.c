/* SPDX-License-Identifier: MIT */
#include <utf8proc.h>

#include "search/question.h"

#include "base/utf8.h"

enum { MOST_QUESTION = 1000 };

/* A token becomes one term; one of a dense script a term for each pair. */
static void add_token(struct terms *terms, const struct forms *forms,
                      enum term_kind kind, struct arena *arena)
{
    struct term *term = NULL;
    for (size_t i = 0; i < forms->n; i++) {
        const struct form *form = &forms->p[i];
        bool part = form->kind == FORM_PART;
        bool dense = part && forms->p[0].kind == FORM_PART;
        if (!term || dense) {
            term = VEC_PUSH(&terms->all, arena);
            *term = (struct term){.kind = kind};
        }
        str text = arena_str(arena, form->text);
        if (!part || dense) {
            term->forms[term->nforms++] = text;
        } else if (kind != TERM_EXCLUDED) {
            term->parts[term->nparts++] = text;
        }
    }
}

static void add_words(struct terms *terms, str lower, enum term_kind kind,
                      struct arena *arena)
{
    struct forms forms;
    size_t at = 0;
    while (tokens_next(lower, &at, &forms)) {
        add_token(terms, &forms, kind, arena);
    }
}

static void put_space(struct buf *out)
{
    if (!out->n || out->p[out->n - 1] != ' ') {
        buf_putc(out, ' ');
    }
}

void phrase_of(str lower, struct buf *out)
{
    struct buf folded = {0};
    search_fold(lower, &folded);
    str text = buf_str(&folded);
    put_space(out);
    for (size_t i = 0; i < text.n;) {
        size_t from = i;
        uint32_t c = utf8_next(text, &i);
        bool letter = utf8_is_letter(c);
        bool dense = token_is_dense(c);
        if (!letter || dense) {
            put_space(out);
        }
        if (letter) {
            buf_put(out, str_sub(text, from, i - from));
        }
        if (dense) {
            put_space(out);
        }
    }
    put_space(out);
    buf_free(&folded);
}

static void add_phrase(struct terms *terms, str lower, bool excluded,
                       struct arena *arena)
{
    struct buf phrase = {0};
    phrase_of(lower, &phrase);
    if (phrase.n > 1) {
        *VEC_PUSH(&terms->phrases, arena) =
            (struct phrase){buf_move(&phrase, arena), excluded};
    }
    buf_free(&phrase);
    if (!excluded) {
        add_words(terms, lower, TERM_REQUIRED, arena);
    }
}

static bool is_filter(str part)
{
    return (str_starts(part, STR("tag:")) && part.n > 4) ||
           (str_starts(part, STR("section:")) && part.n > 8);
}

static void add_part(struct terms *terms, str part, struct arena *arena)
{
    size_t after = 1; /* "-v" is an option: an excluded word is longer */
    bool minus = str_starts(part, STR("-")) && utf8_next(part, &after) != '-' &&
                 after < part.n;
    str wanted = str_from_offset(part, minus);
    if (!is_filter(wanted)) {
        add_words(terms, wanted, minus ? TERM_EXCLUDED : TERM_WORD, arena);
        return;
    }
    struct buf filter = {0};
    buf_putc(&filter, '#');
    search_fold(wanted, &filter);
    *VEC_PUSH(&terms->all, arena) =
        (struct term){.kind = minus ? TERM_EXCLUDED : TERM_FILTER,
                      .forms = {buf_move(&filter, arena)},
                      .nforms = 1};
}

/* The first bytes without half a character, in lower case, with plain spaces,
 * and plain quotes for those of phones. */
static str question_lower(str words, struct arena *arena)
{
    struct buf lower = {0};
    struct buf out = {0};
    search_lower(utf8_cut(words, MOST_QUESTION), &lower);
    for (size_t i = 0; i < lower.n;) {
        uint32_t c = utf8_next(buf_str(&lower), &i);
        utf8proc_category_t kind = utf8proc_category((utf8proc_int32_t)c);
        bool quote = c == 0xAB || c == 0xBB || (c >= 0x201C && c <= 0x201E);
        bool space =
            (kind >= UTF8PROC_CATEGORY_ZS && kind <= UTF8PROC_CATEGORY_ZP) ||
            c == 0xFEFF;
        utf8_put(&out, quote ? '"' : space ? ' ' : c);
    }
    buf_free(&lower);
    return buf_move(&out, arena);
}

void question_read(str words, struct arena *arena, struct terms *terms)
{
    str text = question_lower(words, arena);
    *terms = (struct terms){0};
    for (size_t i = 0; i < text.n;) {
        size_t from = i;
        bool minus = str_starts(str_from_offset(text, i), STR("-\""));
        if (is_space(text.p[i])) {
            i++;
        } else if (minus || text.p[i] == '"') {
            from += 1 + minus;
            i = str_find_char_from(text, from, '"');
            add_phrase(terms, str_sub(text, from, i++ - from), minus, arena);
        } else {
            while (i < text.n && !is_space(text.p[i]) && text.p[i] != '"') {
                i++;
            }
            add_part(terms, str_sub(text, from, i - from), arena);
        }
    }
    terms->all.n = terms->all.n < MOST_TERMS ? terms->all.n : MOST_TERMS;
}
