/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SEARCH_SEARCH_PARTS_H
#define CRUMB_SEARCH_SEARCH_PARTS_H

/* Declarations that the files of this room share. */

#include "base/pack.h"
#include "base/simd.h"
#include "search/search.h"

/* --- tokens (tokens.c) --- */

enum {
    MOST_FORM = 96, /* bytes; longer words are left out */
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

extern const uint8_t byte_classes[256];

static inline enum byte_class byte_class_of(char c)
{
    return (enum byte_class)byte_classes[(unsigned char)c];
}

/* Moves to the next token of a text in lower case, from *at on, and sets its
 * forms, slices of the text. Returns false at the end. */
bool tokens_next(str lower, size_t *at, struct forms *forms);
/* Whether the character is of a script without spaces between words. */
bool token_is_dense(uint32_t c);

/* --- forms as numbers --- */

/* A form that is compared at once: its bytes, with zeros after them; if there
 * are more than FORM_ID of them, a hash. No form has a zero. */
struct form_id {
    uint64_t low, high; /* low: not 0 */
    uint32_t n;         /* bytes of the form */
};

enum { FORM_ID = 16 };

/* Of the first n bytes of x; 0 < n <= FORM_ID. */
static inline struct form_id form_id_load(simd16 x, size_t n)
{
    static const char ones[2 * SIMD16] = {
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    };
    struct form_id id = {.n = (uint32_t)n};
    x &= simd16_load(ones + SIMD16 - n);
    memcpy(&id, &x, sizeof x);
    return id;
}

static inline struct form_id form_id_of(str form)
{
    if (form.n <= FORM_ID) {
        char bytes[FORM_ID] = {0};
        copy16(bytes, form.p, form.n);
        return form_id_load(simd16_load(bytes), form.n);
    }
    struct hash128 hash = hash128(form);
    return (struct form_id){hash.low | 1, hash.high, (uint32_t)form.n};
}

static inline size_t form_id_hash(struct form_id id)
{
    uint64_t hash = (id.low ^ id.high * UINT64_C(0x9E3779B97F4A7C15)) *
                    UINT64_C(0xD6E8FEB86659FD93);
    return (size_t)(hash ^ hash >> 32);
}

/* --- words of a block of text (words.c) --- */

/* Begins a block, which ends where the next one begins. */
void words_begin_block(struct search_words *words, enum search_field field,
                       uint8_t zone);
/* Adds a text to the block: its last word may go on in the next one. */
void words_add(struct search_words *words, str text);

/* --- stems (stem.c) --- */

/* The stemmers of all languages of an index. Frees with stemmers_free. */
struct stemmers;

struct stemmers *stemmers_new(void);
void stemmers_free(struct stemmers *stemmers);
/* The number of a language's stemmer (en, pt-BR); 0: it has none. */
size_t stemmers_find(struct stemmers *stemmers, str language);
/* All numbers are below. */
size_t stemmers_count(const struct stemmers *stemmers);
/* Writes the key of a form, MOST_FORM bytes at most, into an empty buffer. */
void stemmers_key(struct stemmers *stemmers, size_t number, str form,
                  struct buf *key);

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

/* Reads a record (words.c). */
struct record_reader {
    struct unpack in;
    str language;
    uint64_t tokens;
    uint64_t title_tokens;
    uint64_t titles; /* forms of the title that are still to come */
};

struct record_form {
    str form;
    struct form_id id;
    uint64_t weight;
    uint8_t zone;
    bool in_title;
};

struct record_reader record_open(str record);
bool record_next(struct record_reader *reader, struct record_form *out);

/* How the weights of one document become levels. */
struct scale {
    uint64_t limits[LEVELS - 1]; /* a level is the number of those below */
    uint64_t title;              /* the weight of its title's words */
};

/* `pivot`: the length of a middling document. */
struct scale scale_of(const struct record_reader *record, uint64_t pivot);
uint64_t pivot_of(uint64_t tokens, size_t documents);
static inline uint8_t scale_level(const struct scale *scale,
                                  const struct record_form *form)
{
    uint64_t weight = form->weight + (form->in_title ? scale->title : 0);
    unsigned level = 0;
    for (size_t i = 0; i < LEVELS - 1; i++) {
        level += weight > scale->limits[i];
    }
    return (uint8_t)level;
}

/* A form with its postings: varints of distance, level and zone. */
struct search_entry {
    str form;
    str key;
    str list;
    bool common; /* it is written as a bitmap: levels and zones are lost */
};

struct shard {
    VEC(struct search_entry) entries; /* by key, then form */
    /* Forms whose key is in another shard: by form, then key; no lists. */
    VEC(struct search_entry) aliases;
    uint64_t depth;  /* bits of the keys that all share */
    uint64_t before; /* weight of the file */
    bool changed;
};

/* The shards of an index, which are read when they are asked for. */
struct shard_set {
    const struct search_index *index;
    struct shard **read; /* by number; NULL: not read yet */
    struct arena *arena;
};

struct shard_set shard_set_of(const struct search_index *index,
                              struct arena *arena);
/* Returns NULL if it is missing or damaged. */
struct shard *shard_set_get(struct shard_set *set, size_t number);

enum { SHARD_MOST = 24 * 1024 }; /* weight; one key may have more */

/* Of a form and its list, by their bytes. */
static inline uint64_t weight_of(size_t form, size_t list)
{
    enum { HEAD = 6 };
    return form + HEAD + list;
}
uint64_t shard_weight(const struct shard *shard);
enum { MOST_POSTING = 6 }; /* bytes */

/* The number that is written for a posting. `next`: the document after the
 * list's last one; 0: it has none. */
static inline uint64_t posting_pack(uint32_t next, struct posting posting)
{
    uint64_t distance = (uint64_t)posting.document + 1 - next;
    return distance << 6 | (unsigned)posting.level << 3 | posting.zone;
}
/* Reads the next posting. Zero *posting first; while reading, documents are
 * numbered from 1. */
bool list_next(struct unpack *in, struct posting *posting);
/* Returns how many documents a list has. */
size_t list_count(str list);
/* Whether it is written as a bitmap. `next`: the document after its last one,
 * plus one. */
bool list_is_common(str list, uint32_t next);

/* Makes the file of a shard, which has entries. Sorts its aliases. */
struct search_file shard_file(struct shard *shard, struct arena *arena);
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
static inline bool keys_share(str a, str b, uint64_t bits)
{
    uint64_t n = 0;
    while (n < bits && key_bit(a, n) == key_bit(b, n)) {
        n++;
    }
    return n == bits;
}
/* The name of a shard: w, the first key that it could have, which is the first
 * bits of one of its keys and no zeros after them, as hexadecimal digits, a
 * dash, and a hash of its bytes. */
str shard_name(str key, uint64_t depth, str bytes, struct arena *arena);
/* Returns the shard that would have the key; nshards > 0. */
size_t shard_find(const struct search_root *root, str key);

str fragment_name(size_t number, str bytes, struct arena *arena);
/* Appends the root file. */
void root_write(const struct search_root *root, struct buf *out);
/* Ends an index whose shards are made: adds the root and the fragments. Those
 * stay that root has, of the last index, and that have no change. */
void index_end(const struct search_source *source,
               const struct search_change *changes, size_t nchanges,
               struct search_root *root, struct arena *arena,
               struct search_files *out);

#endif
