/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SEARCH_SEARCH_PARTS_H
#define CRUMB_SEARCH_SEARCH_PARTS_H

/* Declarations that the files of this room share. */

#include "base/pack.h"
#include "search/search.h"

/* --- tokens (tokens.c) --- */

enum {
    MOST_FORM = 48, /* bytes; longer words are left out */
    MOST_FORMS = 64 /* of a token */
};

/* The kinds of forms of one token, the most exact first: --dry-run, dry-run,
 * dry. A plain word has a whole form alone. */
enum form_kind {
    FORM_OPTION,
    FORM_WHOLE,
    FORM_PART,
};

struct form {
    enum form_kind kind;
    str text;
};

struct forms {
    struct form p[MOST_FORMS];
    size_t n;
};

/* The part of a byte in a token: none, a letter or digit, a sign that may be
 * inside, a part of a wide character. */
enum byte_class { BYTE_END, BYTE_LETTER, BYTE_SIGN, BYTE_WIDE };

extern const uint8_t byte_classes[128];

static inline enum byte_class byte_class_of(char c)
{
    unsigned char byte = (unsigned char)c;
    return byte < 0x80 ? (enum byte_class)byte_classes[byte] : BYTE_WIDE;
}

/* Moves to the next token of a text in lower case, from *at on, and sets its
 * forms, slices of the text. Returns false at the end. */
bool tokens_next(str lower, size_t *at, struct forms *forms);
/* Whether the character is a letter, a digit or a mark; and whether it is of a
 * script without spaces between words. */
bool token_is_letter(uint32_t c);
bool token_is_dense(uint32_t c);

/* --- stems (stem.c) --- */

struct stemmer;

/* NULL: the language has none. */
struct stemmer *stemmer_new(str language);
void stemmer_free(struct stemmer *stemmer);
/* Appends the key of a form. */
void stemmer_key(struct stemmer *stemmer, str form, struct buf *key);

/* --- postings (shard.c) --- */

enum { ZONES = 7, LEVELS = 8 };

/* The weight of a form in a document, by its level; docs/search.md explains
 * it. */
extern const double level_weights[LEVELS];

struct posting {
    uint32_t document;
    uint8_t level;
    uint8_t zone; /* 0: several */
};

/* How the weights of one document become levels. */
struct scale {
    double unit;
};

/* `pivot`: the length of a middling document. */
struct scale scale_of(uint64_t tokens, uint64_t pivot);
uint64_t pivot_of(uint64_t tokens, size_t documents);
uint8_t scale_level(struct scale scale, uint64_t weight);

/* Reads a record (words.c). */
struct record_reader {
    struct unpack in;
    uint64_t tokens;
};

struct record_form {
    str form;
    uint64_t weight;
    uint8_t zone;
};

struct record_reader record_open(str record);
bool record_next(struct record_reader *reader, struct record_form *out);

/* A form with its postings: varints of distance, level and zone. */
struct search_entry {
    str form;
    str key;
    str list;
    bool common; /* its list was a bitmap: levels and zones are lost */
};

struct alias {
    str form;
    str key;
};

struct shard {
    VEC(struct search_entry) entries; /* by key, then form */
    VEC(struct alias)
    aliases;        /* forms whose key is in another shard, in
                       order */
    uint64_t depth; /* bits of the keys that all share */
    uint64_t weight;
};

enum { SHARD_MOST = 24 * 1024 }; /* weight; one key may have more */

uint64_t entry_weight(const struct search_entry *entry);
/* Appends a posting to a list whose last document was `last`, -1: none. */
void list_add(struct buf *list, int64_t last, struct posting posting);
/* Reads a list. posting->document begins at 0, and is the number plus one. */
bool list_next(struct unpack *in, struct posting *posting);
/* Returns how many documents a list has; *last: the last one, plus one. */
size_t list_count(str list, uint32_t *last);
/* Whether it is written as a bitmap. */
bool list_is_common(str list);

/* Sorts the aliases. */
void shard_write(struct shard *shard, struct buf *out);
/* Lists of very common forms are unpacked. Returns false if the bytes are
 * damaged. */
bool shard_read(str bytes, struct arena *arena, struct shard *out);
/* Compares two entries for qsort. */
int entry_compare(const void *left, const void *right);

static inline bool key_bit(str key, uint64_t bit)
{
    unsigned char byte = (unsigned char)str_at(key, (size_t)bit / 8);
    return byte >> (7 - bit % 8) & 1;
}
/* The first `depth` bits of a key, and no zeros behind them: the first key that
 * a shard could have. */
str shard_low(str key, uint64_t depth, struct arena *arena);
/* The name of a shard: w, its low key as hexadecimal digits, a dash, and a hash
 * of its bytes. */
str shard_name(str key, uint64_t depth, str bytes, struct arena *arena);
/* Returns the shard that would have the key; nshards > 0. */
size_t shard_find(const struct search_root *root, str key);

str fragment_name(size_t number, str bytes, struct arena *arena);
/* Appends the root file. */
void root_write(const struct search_root *root, struct buf *out);
/* Makes the fragment with that number. */
str fragment_make(const struct search_source *source, size_t number,
                  struct arena *arena);

#endif
