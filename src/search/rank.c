/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "search/question.h"

/* Ranking, the same as in static/search.js step by step: so that both give the
 * same order, sums are made in the same order, and logarithms are rounded. */

enum {
    MOST_HITS = 64,    /* forms of a term */
    MOST_PREFIX = 16,  /* of them, forms that go on */
    MOST_CHECKED = 50, /* documents that a phrase is looked for in */
    LEAST_PREFIX = 3,  /* bytes of a word that may go on by itself */
    MOST_ALIKE = 62,   /* bytes of a word that others are like */
};

static const double folded_factor = 0.95;
static const double key_factor = 0.9;
static const double longer_factor = 0.5;
static const double part_factor = 0.6;
static const double alike_factor = 0.4;
static const double zone_factor = 0.15;
static const double weak_factor = 0.2;

/* A form that a term found. */
struct hit {
    str list;
    double factor;
};

/* A document that may be an answer. */
struct candidate {
    double sum; /* of the current term; 0: it has none of its forms */
    uint8_t zone;
    double score;
    uint8_t near[ZONES + 1]; /* terms by zone */
    uint8_t have;            /* required terms */
    bool found, excluded;
};

struct ranking {
    const struct search_question *question;
    size_t documents;
    struct search_answers *out;
    struct shard_set shards;
    struct hit hits[MOST_HITS];
    size_t nhits;
    struct candidate *candidates; /* by document */
    struct arena *arena;
};

/* Returns the shard that would have the key. */
static const struct shard *load_shard(struct ranking *ranking, str key)
{
    static const struct shard none = {0};
    const struct search_root *root = &ranking->question->index->root;
    if (!root->nshards) {
        return &none;
    }
    const struct shard *shard =
        shard_set_get(&ranking->shards, shard_find(root, key));
    ranking->out->missing = ranking->out->missing || !shard;
    return shard ? shard : &none;
}

static str fold(const struct ranking *ranking, str text)
{
    struct buf folded = {0};
    search_fold(text, &folded);
    return buf_move(&folded, ranking->arena);
}

static void add_hit(struct ranking *ranking, const struct search_entry *entry,
                    double factor)
{
    for (size_t i = 0; i < ranking->nhits; i++) {
        if (ranking->hits[i].list.p == entry->list.p) {
            return;
        }
    }
    if (ranking->nhits < MOST_HITS) {
        ranking->hits[ranking->nhits++] = (struct hit){entry->list, factor};
    }
}

/* Adds all forms with that key. */
static void add_key(struct ranking *ranking, str key, str form, str folded,
                    double factor)
{
    const struct shard *shard = load_shard(ranking, key);
    for (size_t i = 0; i < shard->entries.n; i++) {
        const struct search_entry *entry = &shard->entries.p[i];
        if (str_eq(entry->key, key)) {
            double nearness = str_eq(entry->form, form) ? 1
                              : str_eq(fold(ranking, entry->form), folded)
                                  ? folded_factor
                                  : key_factor;
            add_hit(ranking, entry, nearness * factor);
        }
    }
}

/* Finds the forms of a word: itself, without accents, and those with the same
 * key. */
static void add_form(struct ranking *ranking, str form, double factor)
{
    str folded = fold(ranking, form);
    const struct shard *shard = load_shard(ranking, folded);
    size_t n = shard->entries.n;
    str last = STR("");
    for (size_t i = 0; i < n + shard->aliases.n; i++) {
        const struct search_entry *entry =
            i < n ? &shard->entries.p[i] : &shard->aliases.p[i - n];
        bool same = str_eq(entry->key, folded) ||
                    str_eq(fold(ranking, entry->form), folded);
        if (same && !str_eq(entry->key, last)) {
            last = entry->key;
            add_key(ranking, entry->key, form, folded, factor);
        }
    }
}

/* The form of more documents first; of equal ones the first of the shard. */
static int compare_counts(const void *left, const void *right)
{
    const struct search_entry *a = *(const struct search_entry *const *)left;
    const struct search_entry *b = *(const struct search_entry *const *)right;
    size_t n = list_count(a->list);
    size_t m = list_count(b->list);
    return n != m ? (n < m) - (n > m) : (a > b) - (a < b);
}

/* Adds the forms that begin so, the most frequent ones. */
static void add_longer(struct ranking *ranking, str folded,
                       const struct shard *shard)
{
    VEC(const struct search_entry *) longer = {0};
    for (size_t i = 0; i < shard->entries.n; i++) {
        const struct search_entry *entry = &shard->entries.p[i];
        if (str_starts(fold(ranking, entry->form), folded)) {
            *VEC_PUSH(&longer, ranking->arena) = entry;
        }
    }
    VEC_SORT(&longer, compare_counts);
    for (size_t i = 0; i < longer.n && i < MOST_PREFIX; i++) {
        add_hit(ranking, longer.p[i], longer_factor);
    }
}

/* Adds the forms that are most like a word that no document has: those with the
 * longest key that it begins with, if that is more than half of it, as the
 * index has no stem for it; else those that differ by one slip, or two in a
 * long word. */
static void add_alike(struct ranking *ranking, str folded,
                      const struct shard *shard)
{
    enum { LEAST_STEM = 5, SLIP = 4, MOST_SLIPS = 2 };
    str stem = {0};
    for (size_t i = 0; i < shard->entries.n; i++) {
        str key = shard->entries.p[i].key;
        bool begins = key.n >= LEAST_STEM && str_starts(folded, key);
        stem = begins && 2 * key.n > folded.n ? key : stem;
    }
    size_t most = folded.n / SLIP < MOST_SLIPS ? folded.n / SLIP : MOST_SLIPS;
    for (size_t slips = 0; slips <= most && !ranking->nhits; slips++) {
        for (size_t i = 0; i < shard->entries.n; i++) {
            const struct search_entry *entry = &shard->entries.p[i];
            if (slips ? str_distance(fold(ranking, entry->form), folded,
                                     slips) == slips
                      : stem.n && str_eq(entry->key, stem)) {
                add_hit(ranking, entry, alike_factor);
            }
        }
    }
}

static void find_hits(struct ranking *ranking, const struct term *term)
{
    str folded = fold(ranking, term->forms[0]);
    const struct shard *shard = load_shard(ranking, folded);
    bool word = term->kind == TERM_WORD;
    ranking->nhits = 0;
    for (size_t i = 0; i < term->nforms && !ranking->nhits; i++) {
        add_form(ranking, term->forms[i], 1);
    }
    if (word && !ranking->nhits && term->forms[0].n >= LEAST_PREFIX) {
        add_longer(ranking, folded, shard);
    }
    size_t nparts = ranking->nhits ? 0 : term->nparts;
    for (size_t i = 0; i < nparts; i++) {
        add_form(ranking, term->parts[i], part_factor);
    }
    if (word && !ranking->nhits && folded.n <= MOST_ALIKE) {
        add_alike(ranking, folded, shard);
    }
}

/* --- scores --- */

/* Returns how many documents have the form, and none before. */
static size_t sum_hit(struct ranking *ranking, const struct hit *hit)
{
    struct unpack in = unpack_of(hit->list);
    struct posting posting = {0};
    size_t n = 0;
    while (list_next(&in, &posting)) {
        size_t document = (size_t)posting.document - 1;
        if (document >= ranking->documents) {
            ranking->out->missing = true;
            break;
        }
        struct candidate *one = &ranking->candidates[document];
        bool first = one->sum == 0;
        one->zone = first || one->zone == posting.zone ? posting.zone : 0;
        one->sum += hit->factor * level_weights[posting.level];
        n += first;
    }
    return n;
}

/* Rounded, as libraries differ in the last bit. */
static double idf_of(size_t documents, size_t with)
{
    double rare = ((double)documents + 1) / ((double)with + 0.5);
    return round(1024 * log(rare)) / 1024;
}

/* Adds the sums of a term, which so many documents have, to the scores. */
static void add_scores(struct ranking *ranking, const struct term *term,
                       size_t with)
{
    double idf =
        idf_of(ranking->documents, with) * (term->weak ? weak_factor : 1);
    for (size_t i = 0; i < ranking->documents; i++) {
        struct candidate *one = &ranking->candidates[i];
        double sum = one->sum;
        one->sum = 0;
        if (sum == 0) {
            continue;
        }
        if (term->kind == TERM_EXCLUDED) {
            one->excluded = true;
            continue;
        }
        one->found = one->found || term->kind != TERM_FILTER;
        one->have = (uint8_t)(one->have + (term->kind != TERM_WORD));
        if (term->kind != TERM_FILTER) {
            one->score += idf * (sum / (1 + sum));
            one->near[one->zone] =
                (uint8_t)(one->near[one->zone] + !term->weak);
        }
    }
}

static double score_of(const struct candidate *one, size_t words)
{
    uint8_t most = 1;
    for (size_t zone = 1; zone <= ZONES; zone++) {
        most = one->near[zone] > most ? one->near[zone] : most;
    }
    double score = one->score *
                   (1 + zone_factor * (most - 1) / (double)(words ? words : 1));
    return round(score * 1e6);
}

static int compare_answers(const void *left, const void *right)
{
    const struct search_answer *a = left;
    const struct search_answer *b = right;
    if (a->score != b->score) {
        return a->score > b->score ? -1 : 1;
    }
    return a->document > b->document ? -1 : a->document < b->document;
}

static bool has_phrases(const struct search_question *question,
                        const struct terms *terms, size_t document)
{
    struct arena work = {0};
    struct buf lower = {0};
    struct buf text = {0};
    search_lower(question->text(question->index->context, document, &work),
                 &lower);
    phrase_of(buf_str(&lower), &text);
    bool has = true;
    for (size_t i = 0; i < terms->phrases.n && has; i++) {
        const struct phrase *phrase = &terms->phrases.p[i];
        has = (str_find(buf_str(&text), phrase->text) == STR_NONE) ==
              phrase->excluded;
    }
    buf_free(&text);
    buf_free(&lower);
    arena_free(&work);
    return has;
}

static void keep_phrases(struct ranking *ranking, const struct terms *terms)
{
    struct search_answers *out = ranking->out;
    size_t n = 0;
    for (size_t i = 0; i < out->found.n && i < MOST_CHECKED; i++) {
        if (has_phrases(ranking->question, terms, out->found.p[i].document)) {
            out->found.p[n++] = out->found.p[i];
        }
    }
    out->found.n = n;
}

/* --- all of it --- */

static void gather(struct ranking *ranking, const struct terms *terms)
{
    size_t words = 0;
    size_t required = 0;
    bool filters = true; /* alone */
    for (size_t i = 0; i < terms->all.n; i++) {
        enum term_kind kind = terms->all.p[i].kind;
        words += (kind == TERM_WORD && !terms->all.p[i].weak) ||
                 kind == TERM_REQUIRED;
        required += kind == TERM_REQUIRED || kind == TERM_FILTER;
        filters = filters && kind != TERM_WORD && kind != TERM_REQUIRED;
    }
    for (size_t i = 0; i < ranking->documents; i++) {
        const struct candidate *one = &ranking->candidates[i];
        bool found = filters ? required > 0 : one->found;
        if (found && !one->excluded && one->have == required) {
            *VEC_PUSH(&ranking->out->found, ranking->arena) =
                (struct search_answer){(uint32_t)i, score_of(one, words)};
        }
    }
    VEC_SORT(&ranking->out->found, compare_answers);
    if (terms->phrases.n && ranking->question->text) {
        keep_phrases(ranking, terms);
    }
}

void search_ask(const struct search_question *question, struct arena *arena,
                struct search_answers *out)
{
    const struct search_root *root = &question->index->root;
    struct ranking *ranking = ARENA_NEW(arena, struct ranking);
    struct terms *terms = ARENA_NEW(arena, struct terms);
    *out = (struct search_answers){0};
    *ranking = (struct ranking){
        .question = question,
        .documents = root->documents,
        .out = out,
        .shards = shard_set_of(question->index, arena),
        .candidates = arena_zalloc(arena, root->documents + 1,
                                   sizeof *ranking->candidates),
        .arena = arena,
    };
    question_read(question->words, arena, terms);
    for (size_t i = 0; i < terms->all.n; i++) {
        struct term *term = &terms->all.p[i];
        size_t with = 0;
        term->weak = term->kind == TERM_WORD && term->nforms == 1 &&
                     str_is_word_of(term->forms[0], root->weak);
        find_hits(ranking, term);
        for (size_t k = 0; k < ranking->nhits; k++) {
            with += sum_hit(ranking, &ranking->hits[k]);
        }
        add_scores(ranking, term, with);
    }
    gather(ranking, terms);
}
