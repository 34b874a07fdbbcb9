/* SPDX-License-Identifier: MIT */
#include "builder/save.h"

#include "dates/zone.h"
#include "site/site_load.h"
#include "site/view/question.h"
#include "site/view/view_class.h"

/* --- the clock --- */

static void pass(struct ledger_head *head, int64_t instant)
{
    if (instant <= head->now) {
        head->from = instant > head->from ? instant : head->from;
    } else {
        head->until = instant < head->until ? instant : head->until;
    }
}

static void pass_post(struct ledger_head *head, const struct post *post)
{
    const struct frontmatter *front = post->front;
    if (front->has_publish) {
        pass(head, frontmatter_uncommon(front)->publish.instant);
    }
    if (front->has_expires) {
        pass(head, frontmatter_uncommon(front)->expires.instant);
    }
    if (post->has_date) {
        pass(head, post->date.instant);
    }
}

/* Dates that hold back a post, or a file of content/ that is none. */
static void pass_dates(struct ledger_head *head, const struct site *site)
{
    for (size_t i = 0; i < site->nall; i++) {
        pass_post(head, &site->all[i]);
    }
    for (size_t i = 0; i < site->cascade_dates.n; i++) {
        pass(head, site->cascade_dates.p[i]);
    }
}

/* Midnight before and after, in the site's zone. */
static void pass_days(struct ledger_head *head, const struct site *site)
{
    struct civil day = date_civil(site->now);
    int64_t days = civil_days(day.year, day.month, day.day);
    const struct zone *zone = site->config.zone;
    pass(head, zone_instant(zone, days * 86400));
    pass(head, zone_instant(zone, (days + 1) * 86400));
}

int64_t save_next_change(const struct site *site)
{
    struct ledger_head head = {
        .now = site->options.now, .from = INT64_MIN, .until = INT64_MAX};
    pass_dates(&head, site);
    pass_days(&head, site);
    return head.until;
}

/* Inputs other than files and the day are checked on every build: the build's
 * instant itself, other time zones, git. */
static bool has_other_inputs(const struct reachable *live)
{
    const struct site *site = live->site;
    bool more = git_dates_asked(site);
    for (size_t i = 0; i < site->languages.n; i++) {
        const struct object *object = &site->languages.p[i]->object;
        uint64_t bit = fact_bit(object, STR("build_date"));
        more = more || (live->bits[object->number] & bit);
    }
    return more;
}

static void set_clock(const struct reachable *live, struct ledger_head *head)
{
    const struct site *site = live->site;
    bool more = has_other_inputs(live);
    head->from = INT64_MIN;
    head->until = INT64_MAX;
    pass_dates(head, site);
    for (uint32_t i = 1; i < live->nkeys; i++) {
        if (reachable_question(live, i, ASK_DAY)) {
            pass_days(head, site);
        }
        more = more || reachable_question(live, i, ASK_ZONE);
    }
    if (more) {
        head->until = head->from;
    }
}

/* --- keys --- */

/* By key: the site has it, or something reads it, or its step stays. */
static bool *keys_that_stay(const struct reachable *live)
{
    const struct objects *objects = live->site->objects;
    size_t n = key_limit(&live->engine->keys);
    bool *stay = arena_zalloc(live->arena, n, sizeof *stay);
    for (uint32_t i = 1; i < n; i++) {
        switch ((enum key_class)key_get(&live->engine->keys, i)->class) {
        case KEY_OBJECT:
        case KEY_LIST: stay[i] = objects_get(objects, i) != NULL; break;
        case KEY_QUESTION: stay[i] = live->bits[i] != 0; break;
        case KEY_FRAGMENT:
        case KEY_OUTPUT: stay[i] = live->steps[i]; break;
        case KEY_FREE: break;
        }
    }
    return stay;
}

static struct fs_stat stat_of(const void *publish, size_t i)
{
    return publish_listed(publish, i).stat;
}

int save_ledger(struct reachable *live, struct site_facts *facts,
                const struct summary *summary, struct ledger_rest rest,
                str path, bool sync)
{
    const struct site *site = live->site;
    struct buf packed = {0};
    rest.head.order = facts->changed.order;
    set_clock(live, &rest.head);
    reachable_hash(live, facts);
    files_learn(live->engine, site, rest.head.seen);
    summary_pack(summary, &packed);
    rest.summary = buf_str(&packed);
    rest.stat = stat_of;
    rest.texts = site->texts;
    rest.ntexts = site->ntexts;
    struct ledger_selection selected = {live->bits, keys_that_stay(live),
                                        live->steps, live->sets};
    int error = ledger_write(live->engine, &selected, &rest, path, sync);
    buf_free(&packed);
    return error;
}
