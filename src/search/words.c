/* SPDX-License-Identifier: MIT */
#include "base/memory/map.h"
#include "search/search_parts.h"

/* The weight of a form in a document is a sum over its places, in halves. A
 * title has a length of its own (scale_of). */
static const uint8_t weights[] = {
    [SEARCH_TITLE] = 0, [SEARCH_TAG] = 6,  [SEARCH_HEADING] = 4,
    [SEARCH_TEXT] = 2,  [SEARCH_CODE] = 1,
};

/* A form of the current document. */
struct word {
    uint64_t low, high; /* of its id */
    uint32_t weight;
    uint32_t place; /* of a long form, in `longs` */
    uint8_t n;      /* bytes of the form */
    uint8_t zones;  /* a bit for each */
};

/* The forms of a token that is no plain word: such ones come again, too. */
struct token_memo {
    size_t tokens;
    str forms; /* each after its number of bytes */
};

enum {
    FIRST_SLOTS = 1 << 11,
    MANY_SLOTS = 1 << 14,
    MOST_MEMOS = 1 << 11,
    LONG_TOKEN = 1 << 8, /* bytes */
};

struct search_words {
    struct word *all; /* of one document, in the order of the text */
    size_t n;
    uint32_t *slots; /* by hash: numbers of words, from 1; 0: it is free */
    size_t mask;
    uint64_t tokens;
    size_t titles; /* forms of the title, the first ones */
    uint64_t title_tokens;
    struct buf longs;   /* forms longer than an id */
    struct map memos;   /* of tokens */
    struct arena arena; /* of the memos */
    struct buf texts;   /* whose words are not taken yet: all of one place */
    struct buf lower, buf;
    struct forms forms;
    unsigned weight; /* of the words that are added next... */
    uint8_t zones;   /* ...and their zones, as in struct word */
};

static void *allocated(void *p)
{
    if (!p) {
        arena_out_of_memory();
    }
    return p;
}

/* With room for half as many words, and one in front of them. */
static void make_slots(struct search_words *words, size_t n)
{
    free(words->slots);
    words->mask = n - 1;
    words->slots = allocated(calloc(n, sizeof *words->slots));
    words->all =
        allocated(realloc(words->all, (n / 2 + 2) * sizeof *words->all));
    words->all[0] = (struct word){0};
}

struct search_words *search_words_new(void)
{
    struct search_words *words = allocated(calloc(1, sizeof *words));
    make_slots(words, FIRST_SLOTS);
    return words;
}

void search_words_free(struct search_words *words)
{
    if (words) {
        free(words->slots);
        free(words->all);
        buf_free(&words->longs);
        arena_free(&words->arena);
        buf_free(&words->texts);
        buf_free(&words->lower);
        buf_free(&words->buf);
        free(words);
    }
}

static inline uint32_t *find_slot(const struct search_words *words,
                                  struct form_id id)
{
    size_t at = form_id_hash(id) & words->mask;
    for (;; at = (at + 1) & words->mask) {
        const struct word *word = &words->all[words->slots[at]];
        if ((word->low == id.low && word->high == id.high) || !word->low) {
            return &words->slots[at];
        }
    }
}

static void grow(struct search_words *words)
{
    make_slots(words, 4 * (words->mask + 1));
    for (size_t i = 1; i <= words->n; i++) {
        const struct word *word = &words->all[i];
        *find_slot(words, (struct form_id){word->low, word->high, word->n}) =
            (uint32_t)i;
    }
}

/* `form`: of a long one. */
static inline void add_id(struct search_words *words, struct form_id id,
                          str form)
{
    uint32_t *slot = find_slot(words, id);
    struct word *word = &words->all[*slot];
    if (!*slot) {
        *slot = (uint32_t)++words->n;
        word = &words->all[words->n];
        *word = (struct word){.low = id.low,
                              .high = id.high,
                              .place = (uint32_t)words->longs.n,
                              .n = (uint8_t)id.n};
        if (id.n > FORM_ID) {
            buf_put(&words->longs, form);
        }
        if (words->n > words->mask / 2) {
            grow(words);
            word = &words->all[words->n];
        }
    }
    word->weight += words->weight;
    word->zones |= words->zones;
}

static void add_word(struct search_words *words, str form)
{
    add_id(words, form_id_of(form), form);
}

static struct token_memo *read_tokens(struct search_words *words, str text)
{
    struct token_memo *memo = ARENA_NEW(&words->arena, struct token_memo);
    struct forms *forms = &words->forms;
    size_t at = 0;
    buf_clear(&words->lower);
    buf_clear(&words->buf);
    search_lower(text, &words->lower);
    while (tokens_next(buf_str(&words->lower), &at, forms)) {
        memo->tokens++;
        for (size_t i = 0; i < forms->n; i++) {
            buf_putc(&words->buf, (char)forms->p[i].text.n);
            buf_put(&words->buf, forms->p[i].text);
        }
    }
    memo->forms = arena_str(&words->arena, buf_str(&words->buf));
    return memo;
}

static void add_tokens(struct search_words *words, str text)
{
    const struct token_memo *memo = map_get(&words->memos, text);
    if (!memo) {
        if (words->memos.n == MOST_MEMOS || text.n > LONG_TOKEN) {
            words->memos = (struct map){0};
            arena_clear(&words->arena);
        }
        memo = *map_put(&words->memos, &words->arena,
                        arena_str(&words->arena, text)) =
            read_tokens(words, text);
    }
    words->tokens += memo->tokens;
    const char *p = memo->forms.p;
    for (const char *end = p + memo->forms.n; p < end; p += 1 + *p) {
        add_word(words, (str){p + 1, (size_t)*p});
    }
}

static inline uint32_t letters_of(simd16 x)
{
    return simd16_mask(simd16_between(x | 0x20, 'a', 'z') |
                       simd16_between(x, '0', '9'));
}

static inline bool ends_word(char c)
{
    return byte_class_of(c) == BYTE_END;
}

/* Bytes that end a word: one of ASCII, or U+2000 to U+203F, which are spaces,
 * dashes and quotes. */
static inline size_t end_bytes(const char *p)
{
    bool wide = (unsigned char)p[0] == 0xE2 && (unsigned char)p[1] == 0x80;
    return wide && p[2] ? 3 : ends_word(p[0]);
}

/* Moves to the next word, over single signs, too. */
static inline const char *skip_to_word(const char *p, const char *end)
{
    while (p < end && (ends_word(p[0]) ||
                       (byte_class_of(p[0]) == BYTE_SIGN && ends_word(p[1])))) {
        p++;
    }
    return p;
}

/* Takes the words up to `end`, which zeros follow, so many that SIMD16 bytes
 * after can be read. Most tokens are plain words of up to sixteen bytes,
 * perhaps with a full stop, and become an id in a few steps; the others are
 * looked at more closely. */
static void take_words(struct search_words *words, const char *p,
                       const char *end)
{
    while ((p = skip_to_word(p, end)) < end) {
        simd16 x = simd16_load(p);
        size_t n = (size_t)__builtin_ctz(~letters_of(x));
        size_t stop = p[n] == '.' || p[n] == ':';
        if (n && (ends_word(p[n]) || end_bytes(p + n + stop))) {
            words->tokens++;
            add_id(words, form_id_load(x | 0x20, n), (str){NULL, 0});
            p += n;
            continue;
        }
        const char *from = p;
        while (!end_bytes(p)) {
            p++;
        }
        if (p > from) {
            add_tokens(words, (str){from, (size_t)(p - from)});
        }
        p += end_bytes(p);
    }
}

/* Takes the words of the texts that were added since the last time. */
static void take_texts(struct search_words *words)
{
    struct buf *texts = &words->texts;
    if (texts->n) {
        enum { ROOM = 2 * SIMD16 };
        buf_reserve(texts, ROOM);
        memset(texts->p + texts->n, 0, ROOM);
        take_words(words, texts->p, texts->p + texts->n);
        buf_clear(texts);
    }
}

void words_begin_block(struct search_words *words, enum search_field field,
                       uint8_t zone)
{
    uint8_t zones = (uint8_t)(zone ? 1U << zone : 0);
    buf_putc(&words->texts, ' ');
    if (words->weight != weights[field] || words->zones != zones) {
        take_texts(words);
        words->weight = weights[field];
        words->zones = zones;
    }
}

void words_add(struct search_words *words, str text)
{
    struct buf *texts = &words->texts;
    buf_reserve(texts, text.n);
    if (text.n <= SIMD16) {
        copy16(texts->p + texts->n, text.p, text.n);
    } else {
        memcpy(texts->p + texts->n, text.p, text.n);
    }
    texts->n += text.n;
}

void search_words_text(struct search_words *words, str text,
                       enum search_field field)
{
    words_begin_block(words, field, 0);
    words_add(words, text);
    if (field == SEARCH_TITLE) {
        take_texts(words);
        words->titles = words->n;
        words->title_tokens = words->tokens;
    }
}

void search_words_term(struct search_words *words, str term)
{
    if (term.n <= MOST_FORM) {
        take_texts(words);
        words->weight = weights[SEARCH_TAG];
        words->zones = 0;
        add_word(words, term);
    }
}

/* --- records --- */

void search_words_end(struct search_words *words, str language,
                      struct buf *record)
{
    take_texts(words);
    pack_str(record, language);
    pack_uint(record, words->tokens);
    pack_uint(record, words->title_tokens);
    pack_uint(record, words->titles);
    for (size_t i = 1; i <= words->n; i++) {
        const struct word *word = &words->all[i];
        bool one = !(word->zones & (word->zones - 1)); /* or none */
        uint64_t zone =
            word->zones && one ? (uint64_t)__builtin_ctz(word->zones) : 0;
        uint64_t packed = (uint64_t)word->weight * (ZONES + 1) + zone;
        buf_reserve(record, MOST_FORM + SIMD16);
        record->p[record->n++] = (char)word->n;
        if (word->n <= FORM_ID) {
            memcpy(record->p + record->n, word, FORM_ID);
        } else {
            memcpy(record->p + record->n, words->longs.p + word->place,
                   word->n);
        }
        record->n += word->n;
        pack_uint(record, packed);
    }
    words->tokens = words->title_tokens = 0;
    words->n = words->titles = 0;
    buf_clear(&words->longs);
    if (words->mask >= MANY_SLOTS) {
        make_slots(words, FIRST_SLOTS);
    } else {
        memset(words->slots, 0, (words->mask + 1) * sizeof *words->slots);
    }
}

struct record_reader record_open(str record)
{
    struct record_reader reader = {.in = unpack_of(record)};
    reader.language = unpack_str(&reader.in);
    reader.tokens = unpack_uint(&reader.in);
    reader.title_tokens = unpack_uint(&reader.in);
    reader.titles = unpack_uint(&reader.in);
    return reader;
}

bool record_next(struct record_reader *reader, struct record_form *out)
{
    struct unpack *in = &reader->in;
    size_t left = unpack_left(in);
    size_t n = left ? (size_t)*in->p : 0;
    if (n == 0 || n >= left) {
        return false;
    }
    out->form = (str){in->p + 1, n};
    out->id = n <= FORM_ID && left > FORM_ID
                  ? form_id_load(simd16_load(in->p + 1), n)
                  : form_id_of(out->form);
    in->p += n + 1;
    uint64_t packed = unpack_uint(in);
    out->weight = packed / (ZONES + 1);
    out->zone = (uint8_t)(packed % (ZONES + 1));
    out->in_title = reader->titles > 0;
    reader->titles -= out->in_title;
    return !in->failed;
}
