/* SPDX-License-Identifier: MIT */
#include "builder/facts.h"

#include "base/hash.h"
#include "render/asset_hash.h"
#include "site/organise/organise.h"
#include "site/view/question.h"
#include "site/view/value_hash.h"

void facts_init(struct facts *facts, const struct site *site,
                struct theme_files *theme,
                const struct shortcode_table *shortcodes)
{
    *facts = (struct facts){
        .site = site,
        .objects = site->objects,
        .order = organise_hash(site),
        .theme = theme,
        .shortcodes = shortcodes,
        .rows = arena_zalloc(site->arena, site->objects->of.n,
                             sizeof(struct fact_row)),
    };
    if (site->nall) {
        facts->body_bits = fact_bits_from(site->all[0].object.class, FROM_TEXT);
    }
}

void facts_hold(struct facts *facts, uint32_t object,
                const struct ledger_key *last, uint64_t bits)
{
    struct fact_row *row = &facts->rows[object];
    row->last = last;
    row->held |= bits & last->bits;
}

/* Where the bit's hash stands among those of `bits`. */
static size_t rank_of(uint64_t bits, unsigned bit)
{
    return (size_t)__builtin_popcountll(bits & ((UINT64_C(1) << bit) - 1));
}

void facts_want(struct facts *facts, uint32_t object, uint64_t bits,
                struct eval *eval, struct arena *keep)
{
    struct fact_row *row = &facts->rows[object];
    const struct object *self = facts->objects->of.p[object];
    struct fact_row old = *row;
    bits &= ~(row->held | row->bits);
    if (!bits) {
        return;
    }
    row->bits |= bits;
    row->hash = ARENA_ARRAY(keep, uint64_t, rank_of(row->bits, 63) + 1);
    size_t n = 0;
    for (uint64_t rest = row->bits; rest; rest &= rest - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(rest);
        row->hash[n++] = old.bits >> bit & 1
                             ? old.hash[rank_of(old.bits, bit)]
                             : value_hash_attribute(self, bit, eval);
    }
}

uint64_t facts_hash(const struct facts *facts, uint32_t object, unsigned bit)
{
    const struct fact_row *row = &facts->rows[object];
    return row->bits >> bit & 1
               ? row->hash[rank_of(row->bits, bit)]
               : ledger_hash(row->last, rank_of(row->last->bits, bit));
}

uint64_t facts_body_bits(const struct facts *facts, uint32_t object)
{
    return objects_kind(facts->objects, object) == OBJECT_POST
               ? facts->body_bits
               : 0;
}

uint64_t facts_bit(const struct object *object, str name)
{
    for (size_t i = 0; i < object->class->nnames; i++) {
        if (str_eq(object->class->names[i], name)) {
            return UINT64_C(1) << i;
        }
    }
    return 0;
}

uint64_t facts_template(const struct source *source)
{
    return source ? hash64(source->name) ^ hash64(source->text) : 0;
}

static uint64_t answer_template(const struct facts *facts, str name,
                                struct arena *work)
{
    struct diags quiet;
    diags_init(&quiet, work);
    return facts_template(theme_files_load(facts->theme, name, &quiet));
}

static uint64_t answer_asset(const struct facts *facts, str name,
                             struct arena *work)
{
    struct diags quiet;
    str near;
    diags_init(&quiet, work);
    const struct fingerprinted *file = fingerprint_of(
        facts->site->fingerprints, name, facts->site->arena, &quiet, &near);
    return file ? hash64(file->integrity) : 0;
}

uint64_t facts_answer(const struct facts *facts, const struct key *question,
                      struct arena *work)
{
    enum question kind = (enum question)question->kind;
    str name = question->name;
    if (kind == ASK_TEMPLATE) {
        return answer_template(facts, name, work);
    }
    if (kind == ASK_SHORTCODE || kind == ASK_SHORTCODES) {
        return shortcode_table_hash(facts->shortcodes, name);
    }
    if (kind == ASK_ASSET) {
        return answer_asset(facts, name, work);
    }
    return question_answer(question_site(facts->site, question->owner), kind,
                           name, work);
}
