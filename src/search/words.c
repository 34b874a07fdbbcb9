/* SPDX-License-Identifier: MIT */
#include "search/search_parts.h"

#include "base/simd.h"
#include "text/html.h"
#include "text/html_entity.h"
#include "text/html_token.h"

/* The weight of a form in a document is a sum over its places, in halves. */
static const uint8_t weights[] = {
    [SEARCH_TITLE] = 6, [SEARCH_TAG] = 6,  [SEARCH_HEADING] = 4,
    [SEARCH_TEXT] = 2,  [SEARCH_CODE] = 1,
};

/* A form that some document had; the table stays from document to document,
 * since most words come again. */
struct word {
    uint64_t low, high; /* the form, if it has at most 16 bytes; else a hash */
    str form;
    uint32_t document; /* the last one that has it */
    uint32_t weight;
    uint8_t zone; /* 0: several; NO_ZONE: none yet */
};

enum { NO_ZONE = ZONES + 1, MOST_WORDS = 1 << 17 };

struct search_words {
    struct arena arena; /* of words */
    struct word **table;
    size_t mask;
    size_t n;
    uint32_t document; /* the current one, from 1 */
    uint64_t tokens;
    VEC(struct word *) seen; /* of the current one, in the order of its text */
    struct arena work;       /* of `seen` */
    struct buf block;        /* text of an element */
    struct buf lower;
    struct forms forms;
    unsigned weight; /* of the current text... */
    uint8_t zone;    /* ...and where it is */
};

static void empty_table(struct search_words *words)
{
    enum { FIRST = 1 << 12 };
    arena_free(&words->arena);
    words->mask = FIRST - 1;
    words->n = 0;
    words->table = arena_zalloc(&words->arena, FIRST, sizeof *words->table);
}

struct search_words *search_words_new(void)
{
    struct search_words *words = calloc(1, sizeof *words);
    if (!words) {
        abort();
    }
    empty_table(words);
    words->document = 1;
    return words;
}

void search_words_free(struct search_words *words)
{
    if (words) {
        arena_free(&words->arena);
        arena_free(&words->work);
        buf_free(&words->block);
        buf_free(&words->lower);
        free(words);
    }
}

static size_t place_of(const struct search_words *words, uint64_t low,
                       uint64_t high)
{
    uint64_t hash = (low ^ high * UINT64_C(0x9E3779B97F4A7C15)) *
                    UINT64_C(0xD6E8FEB86659FD93);
    return (hash ^ hash >> 32) & words->mask;
}

static void grow_table(struct search_words *words)
{
    struct word **old = words->table;
    size_t size = words->mask + 1;
    words->mask = 4 * size - 1;
    words->table = arena_zalloc(&words->arena, 4 * size, sizeof *old);
    for (size_t i = 0; i < size; i++) {
        size_t at = old[i] ? place_of(words, old[i]->low, old[i]->high) : 0;
        while (old[i] && words->table[at]) {
            at = (at + 1) & words->mask;
        }
        words->table[at] = old[i] ? old[i] : words->table[at];
    }
}

static struct word *new_word(struct search_words *words, size_t at,
                             uint64_t low, uint64_t high, str form)
{
    struct word *word = ARENA_NEW(&words->arena, struct word);
    *word = (struct word){low, high, arena_str(&words->arena, form), 0, 0, 0};
    words->table[at] = word;
    if (++words->n > words->mask / 2) {
        grow_table(words);
    }
    return word;
}

/* low and high: as in struct word. */
static void add_known(struct search_words *words, uint64_t low, uint64_t high,
                      str form)
{
    size_t at = place_of(words, low, high);
    struct word *word = words->table[at];
    while (word &&
           (word->low != low || word->high != high || word->form.n != form.n ||
            (form.n > 16 && !str_eq(word->form, form)))) {
        at = (at + 1) & words->mask;
        word = words->table[at];
    }
    if (!word) {
        word = new_word(words, at, low, high, form);
    }
    if (word->document != words->document) {
        word->document = words->document;
        word->weight = 0;
        word->zone = NO_ZONE;
        *VEC_PUSH(&words->seen, &words->work) = word;
    }
    word->weight += words->weight;
    if (words->zone) {
        bool first = word->zone == NO_ZONE || word->zone == words->zone;
        word->zone = first ? words->zone : 0;
    }
}

static void add_word(struct search_words *words, str form)
{
    if (form.n <= 8) {
        add_known(words, load_u64_part(form.p, form.n), 0, form);
    } else if (form.n <= 16) {
        add_known(words, load_u64(form.p),
                  load_u64_part(form.p + 8, form.n - 8), form);
    } else {
        add_known(words, hash64(form), 1, form);
    }
}

/* A run of ASCII letters and digits becomes small letters by one bit. */
static void add_plain(struct search_words *words, str text)
{
    char lower[MOST_FORM];
    if (text.n > MOST_FORM) {
        return;
    }
    for (size_t i = 0; i < text.n; i++) {
        lower[i] = (char)(text.p[i] | 0x20);
    }
    add_word(words, (str){lower, text.n});
}

static void add_tokens(struct search_words *words, str text)
{
    size_t at = 0;
    struct forms *forms = &words->forms;
    buf_clear(&words->lower);
    search_lower(text, &words->lower);
    while (tokens_next(buf_str(&words->lower), &at, forms)) {
        words->tokens++;
        for (size_t i = 0; i < forms->n; i++) {
            add_word(words, forms->p[i].text);
        }
    }
}

/* Most tokens are plain words, perhaps with a full stop: the others are looked
 * at more closely. */
static void add_text(struct search_words *words, str text,
                     enum search_field field, uint8_t zone)
{
    words->weight = weights[field];
    words->zone = zone;
    for (size_t i = 0; i < text.n;) {
        enum byte_class class = byte_class_of(text.p[i]);
        size_t from = i;
        if (class == BYTE_END) {
            i++;
            continue;
        }
        while (i < text.n && byte_class_of(text.p[i]) == BYTE_LETTER) {
            i++;
        }
        size_t end = i;
        while (i > from && i < text.n &&
               (text.p[i] == '.' || text.p[i] == ':')) {
            i++;
        }
        if (i > from && (i == text.n || byte_class_of(text.p[i]) == BYTE_END)) {
            add_plain(words, str_sub(text, from, end - from));
            words->tokens++;
            continue;
        }
        while (i < text.n && byte_class_of(text.p[i]) != BYTE_END) {
            i++;
        }
        add_tokens(words, str_sub(text, from, i - from));
    }
}

void search_words_text(struct search_words *words, str text,
                       enum search_field field)
{
    add_text(words, text, field, 0);
}

void search_words_term(struct search_words *words, str term)
{
    if (term.n <= MOST_FORM) {
        words->weight = weights[SEARCH_TAG];
        words->zone = 0;
        add_word(words, term);
    }
}

/* --- HTML --- */

/* Of the elements that are open. */
struct place {
    unsigned code;
    unsigned heading;
    unsigned hidden; /* <math>, <svg>: no words */
};

static void end_block(struct search_words *words, const struct place *place,
                      uint8_t zone)
{
    enum search_field field = place->code      ? SEARCH_CODE
                              : place->heading ? SEARCH_HEADING
                                               : SEARCH_TEXT;
    add_text(words, buf_str(&words->block), field, zone);
    buf_clear(&words->block);
}

static void step(unsigned *depth, bool start)
{
    *depth = start ? *depth + 1 : *depth - (*depth > 0);
}

static void take_tag(const struct html_token *token, struct place *place)
{
    bool start = token->kind == HTML_START;
    str name = token->name;
    if (token->self_closing) {
        return;
    }
    if (str_eq(name, STR("pre"))) {
        step(&place->code, start);
    } else if (name.n == 2 && name.p[0] == 'h' && is_digit(name.p[1])) {
        step(&place->heading, start);
    } else if (str_eq(name, STR("svg")) || str_eq(name, STR("math"))) {
        step(&place->hidden, start);
    }
}

/* The names that come most often are compared first. */
static bool is_block(str name)
{
    static const str blocks[] = {STR_INIT("p"), STR_INIT("li"), STR_INIT("td")};
    static const str inlines[] = {STR_INIT("a"), STR_INIT("em"),
                                  STR_INIT("code"), STR_INIT("span")};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        if (str_eq(name, blocks[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof inlines / sizeof *inlines; i++) {
        if (str_eq(name, inlines[i])) {
            return false;
        }
    }
    return !html_is_inline(name);
}

static void put_text(str text, struct buf *out)
{
    if (str_find_char(text, '&') == STR_NONE) {
        buf_put(out, text);
        return;
    }
    struct arena work = {0};
    buf_put(out, html_decode(&work, text));
    arena_free(&work);
}

void search_words_html(struct search_words *words, str html)
{
    struct html_token token;
    struct place place = {0};
    uint8_t zone = 1;
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        if (token.kind == HTML_TEXT && !place.hidden) {
            put_text(token.body, &words->block);
        } else if (html_token_is_tag(&token) && is_block(token.name)) {
            end_block(words, &place, zone);
            zone = (uint8_t)(1 + token.at * ZONES / (html.n + 1));
            take_tag(&token, &place);
        }
    }
    end_block(words, &place, zone);
}

/* --- records --- */

void search_words_end(struct search_words *words, struct buf *record)
{
    pack_uint(record, words->tokens);
    for (size_t i = 0; i < words->seen.n; i++) {
        const struct word *word = words->seen.p[i];
        uint64_t zone = word->zone == NO_ZONE ? 0 : word->zone;
        pack_str(record, word->form);
        pack_uint(record, (uint64_t)word->weight * (ZONES + 1) + zone);
    }
    words->tokens = 0;
    words->document++;
    words->seen.n = 0;
    if (words->n > MOST_WORDS) {
        empty_table(words);
    }
}

struct record_reader record_open(str record)
{
    struct record_reader reader = {.in = unpack_of(record)};
    reader.tokens = unpack_uint(&reader.in);
    return reader;
}

bool record_next(struct record_reader *reader, struct record_form *out)
{
    if (!unpack_left(&reader->in)) {
        return false;
    }
    out->form = unpack_str(&reader->in);
    uint64_t packed = unpack_uint(&reader->in);
    out->weight = packed / (ZONES + 1);
    out->zone = (uint8_t)(packed % (ZONES + 1));
    return !reader->in.failed && out->form.n;
}
