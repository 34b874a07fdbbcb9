/* SPDX-License-Identifier: MIT */
#include "builder/facts.h"

#include "base/hash.h"
#include "render/asset_hash.h"
#include "site/view/question.h"
#include "site/view/value_hash.h"

static uint64_t bits_of(const struct object_class *class, const str *names,
                        size_t n)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < class->nnames; i++) {
        bits |= (uint64_t)str_is_one_of(class->names[i], names, n) << i;
    }
    return bits;
}

uint64_t facts_of_bodies(const struct object_class *class)
{
    static const str names[] = {
        STR_INIT("summary"),    STR_INIT("content"),      STR_INIT("toc"),
        STR_INIT("headings"),   STR_INIT("has_toc"),      STR_INIT("has_more"),
        STR_INIT("word_count"), STR_INIT("reading_time"),
    };
    return bits_of(class, names, sizeof names / sizeof *names);
}

/* Not what hangs on the post's address (its kind, whether it is unlisted, its
 * aliases): a new neighbour may change that. Nor whether it is a draft: the
 * index.md of its bundle may say so. */
static uint64_t own_bits_of(const struct object_class *class)
{
    static const str names[] = {
        STR_INIT("title"),   STR_INIT("date"),     STR_INIT("lang"),
        STR_INIT("path"),    STR_INIT("noindex"),  STR_INIT("description"),
        STR_INIT("authors"), STR_INIT("edit_url"), STR_INIT("pinned"),
        STR_INIT("weight"),  STR_INIT("recipe"),   STR_INIT("extra"),
    };
    return bits_of(class, names, sizeof names / sizeof *names);
}

void facts_init(struct facts *facts, const struct site *site,
                struct jinja_loader loader,
                struct shortcode_templates shortcodes)
{
    *facts = (struct facts){
        .site = site,
        .objects = site->objects,
        .loader = loader,
        .shortcodes = shortcodes,
        .rows = arena_zalloc(site->arena, site->objects->of.n,
                             sizeof(struct fact_row)),
    };
    if (site->nall) {
        facts->body_bits = facts_of_bodies(site->all[0].object.class);
        facts->own_bits = own_bits_of(site->all[0].object.class);
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

uint64_t facts_own_bits(const struct facts *facts, uint32_t object)
{
    const void *post = objects_kind(facts->objects, object) == OBJECT_POST
                           ? facts->objects->of.p[object]
                           : NULL;
    return post && ((const struct post *)post)->recalled ? facts->own_bits : 0;
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
    return facts_template(facts->loader.load(facts->loader.host, name, &quiet));
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
        return facts->shortcodes.hash(facts->shortcodes.host, name);
    }
    if (kind == ASK_ASSET) {
        return answer_asset(facts, name, work);
    }
    return question_answer(question_site(facts->site, question->owner), kind,
                           name, work);
}
