/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RECIPE_LEXICON_H
#define CRUMB_RECIPE_LEXICON_H

/* The words of recipes in a language, from a file of src/recipe/words/: units,
 * numbers, names of headings, and the small words between them. A further
 * language is a further file. */

#include <pthread.h>

#include "base/builtin.h"
#include "base/memory/map.h"
#include "base/memory/vec.h"
#include "recipe/units.h"

extern const struct builtin recipe_words_files[];
extern const size_t recipe_words_count;

/* Meanings of words, in the order of role_keys in lexicon.c. Many words have
 * several. */
enum word_role {
    WORD_UNIT = 1 << 0,
    WORD_NUMBER = 1 << 1,       /* one, a, half */
    WORD_TO = 1 << 2,           /* between the ends of a range: to, or */
    WORD_AND = 1 << 3,          /* 1 and 1/2 */
    WORD_PLUS = 1 << 4,         /* a second quantity comes: plus, or */
    WORD_OF = 1 << 5,           /* 2 cloves of garlic */
    WORD_ABOUT = 1 << 6,        /* about, roughly */
    WORD_SIZE = 1 << 7,         /* large, heaped */
    WORD_VAGUE = 1 << 8,        /* no quantity: a few, some */
    WORD_PREPARED = 1 << 9,     /* chopped */
    WORD_ADVERB = 1 << 10,      /* finely */
    WORD_NOTE = 1 << 11,        /* a note begins: for, to taste */
    WORD_OPTIONAL = 1 << 12,    /* optional */
    WORD_EACH = 1 << 13,        /* a size of one piece, not an amount */
    WORD_SHARE = 1 << 14,       /* a part of an ingredient: half, a third */
    WORD_ARTICLE = 1 << 15,     /* the */
    WORD_INGREDIENTS = 1 << 16, /* a heading */
    WORD_STEPS = 1 << 17,       /* a heading */
    WORD_FLOUR = 1 << 18,
    WORD_WATER = 1 << 19,
    WORD_PREFERMENT = 1 << 20, /* half flour, half water */
    WORD_SMALL = 1 << 21,      /* part of no name: in, with */
    WORD_DENSITY = 1 << 22,
    WORD_NOUN = 1 << 23,      /* a thing that is counted: egg, eggs */
    WORD_CONTAINER = 1 << 24, /* 200 g bag of spinach */
    WORD_LOOSE = 1 << 25,     /* pinch salt: a unit without a number */
    WORD_YEAST = 1 << 26,
    WORD_PRODUCT = 1 << 27, /* made of an ingredient: juice, mixture */
    WORD_WITHIN = 1 << 28,  /* beside a time that is a part of another one:
                               every, the last; before, less */
    WORD_AFTER = 1 << 29,   /* after 20 minutes */
    WORD_LAST = 1 << 30,    /* a unit that may come after: garlic cloves */
};
/* An ingredient before it is not used yet: out of the fridge. Constants of an
 * enum end at 1 << 30. */
#define WORD_FETCHED (1U << 31)

struct word {
    unsigned roles; /* enum word_role */
    const struct unit *unit;
    str one; /* of a unit or noun, as it is written for one and for many */
    str many;
    struct fraction number; /* its value, share or density in g/ml */
    struct fraction density;
    bool liquid; /* it is measured by volume: "1.03 ml" is its density */
    bool alone;  /* a noun that adjectives before it change with: großes Ei */
    bool elsewhere; /* it is a heading of another language alone */
};

struct lexicon {
    str language;    /* of the file: "en" */
    str ingredients; /* headings, as crumb writes them */
    str steps;
    str fan; /* of ovens with a fan, and of British gas ovens; "": none */
    str gas;
    str endings;     /* letters that a word's end may have, one after another */
    str objects;     /* "the it": the word before one of them is a verb */
    str purpose;     /* "for": of the name after it nothing is taken */
    str looks;       /* "golden": of a name, but alone they name nothing */
    str by;          /* between two sides: 9 by 13 inches */
    str point;       /* of decimals: "." or "," */
    bool noun_first; /* queso rallado */
    bool compounds;  /* Schlagsahne is Sahne */
    enum unit_system system;
    struct map map; /* from a phrase in lower case to a struct word */
    VEC(struct unit *) units;
    struct arena *arena;
};

/* The words of the language of that tag ("es-MX"); those of English if there is
 * no file of it. They live in the arena. */
struct lexicon *lexicon_load(str tag, struct arena *arena);
/* The language of the file recipe_words_files[i]: "es". */
str lexicon_language(size_t i);
/* The words of the languages of a site. Each is loaded when it is first used.
 */
struct lexicon_set {
    pthread_mutex_t lock;
    struct arena arena;
    struct map tags; /* from a tag to its struct lexicon */
};

void lexicon_set_init(struct lexicon_set *set);
void lexicon_set_free(struct lexicon_set *set);
/* As lexicon_load(). They live in the set. Any thread. */
const struct lexicon *lexicon_set_get(struct lexicon_set *set, str tag);
/* The word for a whole text, in any case; NULL: there is none. */
const struct word *lexicon_find(const struct lexicon *words, str text,
                                unsigned roles);
/* The unit of that id in this language; NULL: it has none. */
const struct unit *lexicon_unit(const struct lexicon *words, str id);
/* The end of the word that begins at text[at]: of its letters and digits, and
 * of marks within it ("d'", "all-purpose"). */
size_t word_end(str text, size_t at);
/* The word that begins there; empty: there is none. */
static inline str word_at(str text, size_t at)
{
    return str_sub(text, at, word_end(text, at) - at);
}

/* The offset after white space. */
size_t skip_blanks(str text, size_t at);
/* The offset of the next word after `at`; text.n: there is none. */
size_t word_next(str text, size_t at);

/* --- reading --- */

/* A place in a text, and the words that it is read with. What begins with
 * "take" reads one thing, which white space may precede, and moves the cursor
 * after it. If it is not there, the cursor stays. */
struct cursor {
    const struct lexicon *words;
    str text;
    size_t at;
};

/* The byte at the cursor; '\0' at the end. */
static inline char cursor_char(struct cursor c)
{
    return str_at(c.text, c.at);
}

static inline void take_blanks(struct cursor *c)
{
    c->at = skip_blanks(c->text, c->at);
}

/* The longest phrase that begins and ends where words do, with one of those
 * roles; NULL: there is none. */
const struct word *take_word(struct cursor *c, unsigned roles);
/* All phrases of those roles. */
void take_words(struct cursor *c, unsigned roles);
/* Moves to the next phrase of those roles, and returns it; NULL, at the end of
 * the text: there is none. */
const struct word *find_word(struct cursor *c, unsigned roles);
/* One of the characters of `signs`. */
bool take_sign(struct cursor *c, const char *signs);
/* As take_sign(), without white space before it. */
bool take_char(struct cursor *c, const char *signs);

static inline bool peek_char(struct cursor c, const char *signs)
{
    return take_char(&c, signs);
}

/* Whether a phrase of that role ends where text[at] begins; words like "about"
 * and "for" may be between. Phrases are short. */
bool is_after(const struct lexicon *words, str text, size_t at, unsigned role);

/* Moves past the word at the cursor, to the next one. */
static inline void take_next(struct cursor *c)
{
    c->at = word_next(c->text, word_end(c->text, c->at));
}

/* Moves past the word at the cursor, or else after the character. */
void take_any(struct cursor *c);

static inline const struct word *peek_word(struct cursor c, unsigned roles)
{
    return take_word(&c, roles);
}

/* Reads a whole text in digits: "3", "1/2", "1 1/2", "2.5"; none for any other
 * one. It is in number.c. */
struct fraction number_parse(str text);

#endif
