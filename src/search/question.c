/* SPDX-License-Identifier: MIT */
#include "search/question.h"

#include "base/utf8.h"

enum { MOST_QUESTION = 1000 };

static struct term *add_term(struct terms *terms, enum term_kind kind)
{
    struct term *term = &terms->p[terms->n];
    if (terms->n == MOST_TERMS) {
        return NULL;
    }
    terms->n++;
    *term = (struct term){.kind = kind};
    return term;
}

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
            term = add_term(terms, kind);
        }
        if (!term) {
            return;
        }
        str text = arena_str(arena, form->text);
        if (part && !dense && term->nparts < MOST_PARTS) {
            term->parts[term->nparts++] = text;
        } else if (!part || dense) {
            term->forms[term->nforms++] = text;
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

static void add_phrase(struct terms *terms, str lower, struct arena *arena)
{
    struct buf phrase = {0};
    phrase_of(lower, &phrase);
    if (phrase.n > 2 && terms->nphrases < MOST_TERMS) {
        terms->phrases[terms->nphrases++] = buf_move(&phrase, arena);
    }
    buf_free(&phrase);
    add_words(terms, lower, TERM_REQUIRED, arena);
}

static bool add_filter(struct terms *terms, str part, str name,
                       struct arena *arena)
{
    if (!str_starts(part, name) || part.n == name.n) {
        return false;
    }
    struct term *term = add_term(terms, TERM_FILTER);
    if (term) {
        struct buf folded = {0};
        search_fold(part, &folded);
        term->forms[term->nforms++] = buf_move(&folded, arena);
    }
    return true;
}

static void add_part(struct terms *terms, str part, struct arena *arena)
{
    size_t behind = 1;
    bool minus = part.n > 1 && part.p[0] == '-' &&
                 utf8_is_letter(utf8_next(part, &behind)) && behind < part.n &&
                 utf8_is_letter(utf8_next(part, &behind)); /* not in "-v" */
    if (minus) {
        add_words(terms, str_from_offset(part, 1), TERM_EXCLUDED, arena);
    } else if (!add_filter(terms, part, STR("tag:"), arena) &&
               !add_filter(terms, part, STR("section:"), arena)) {
        add_words(terms, part, TERM_WORD, arena);
    }
}

/* At most so many bytes, and no half character. */
static str cut(str text)
{
    size_t n = text.n < MOST_QUESTION ? text.n : MOST_QUESTION;
    while (n && n < text.n && ((unsigned char)text.p[n] & 0xC0) == 0x80) {
        n--;
    }
    return str_sub(text, 0, n);
}

void question_read(str words, struct arena *arena, struct terms *terms)
{
    struct buf lower = {0};
    search_lower(cut(words), &lower);
    str text = buf_move(&lower, arena);
    terms->n = terms->nphrases = 0;
    for (size_t i = 0; i < text.n;) {
        size_t from = i;
        if (is_space(text.p[i])) {
            i++;
        } else if (text.p[i] == '"') {
            size_t end = str_find_char_from(text, i + 1, '"');
            add_phrase(terms, str_sub(text, i + 1, end - i - 1), arena);
            i = end + 1;
        } else {
            while (i < text.n && !is_space(text.p[i]) && text.p[i] != '"') {
                i++;
            }
            add_part(terms, str_sub(text, from, i - from), arena);
        }
    }
}
