/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_RECALL_H
#define CRUMB_BUILDER_RECALL_H

/* What of the last build still holds. In this order:
 *
 *   recall_open     finds the ledger
 *   recall_read     reads it; posts whose files are as they were come from it
 *                   (struct site_memory)
 *   recall_compare  once the plan is made and the templates are compiled: every
 *                   fact that the last build read is compared with what it is
 *                   now. Bodies that are not what they were are made again, for
 *                   what others read of them
 *   recall_output   is this Output as it was?
 *
 * A trace holds if and only if every fact in it does. */

#include "builder/facts.h"
#include "builder/ledger.h"
#include "plan/plan.h"

/* Why a trace does not hold. */
struct culprit {
    uint32_t key; /* 0: the trace makes no sense */
    uint64_t bits;
};

/* Attributes of all that is in a list, once it was looked at. */
struct recall_column {
    uint32_t list;
    uint64_t bits;
    bool holds;
    struct culprit culprit;
};

struct recall {
    struct arena *arena;
    bool known;    /* there is a last build... */
    str none;      /* ...or there is not, for that reason */
    bool hash_all; /* no stat says that a file is as it was */
    /* Of each fact it is found out whether it is what it was, whatever its
     * sources say (site/view/fact_source.h). */
    bool compare_all;
    unsigned changed;           /* sources that may have changed */
    struct culprit unexplained; /* a fact that did though its sources did not */
    struct ledger ledger;
    str mapped;
    struct map posts;   /* path -> struct ledger_post */
    struct map outputs; /* file -> struct ledger_output */
    struct facts *facts;
    uint64_t *dirty;     /* by key: which of its facts differ; what had no hash
                            counts as such */
    size_t *differ;      /* by key: the first member of a list that does, or
                            SIZE_MAX */
    uint32_t *fragments; /* by key: whether its trace holds, once it is known */
    VEC(struct culprit) culprits; /* of those that don't */
    VEC(struct recall_column) columns;
    struct culprit said_of; /* last, and... */
    str said;               /* ...so: one change makes thousands of pages */
};

/* recall->known: there is a ledger, it is for that key and tells of what is
 * published (publish_stamp): a build that is killed between its commit and its
 * ledger leaves an older one. hash_all is the caller's. */
void recall_open(struct recall *recall, str path, struct hash128 key,
                 uint64_t stamp, struct arena *arena);
/* The ledger that this very process has just written, all of it. */
bool recall_reopen(struct recall *recall, str path, struct arena *arena);
/* The whole of it, for who has to build. */
void recall_read(struct recall *recall);
/* The keys and dep sets that it has. */
struct engine_known recall_known(const struct recall *recall);
struct ledger_post *recall_find_post(const struct recall *recall, str path);
/* The file is as it was when the ledger was written. A time that is not before
 * the clock of then says nothing: it may have been written once more. */
bool recall_is_same(const struct recall *recall, const struct fs_stat *now,
                    const struct fs_stat *then);
bool recall_post(const struct recall *recall, const struct site *site,
                 struct post *post, struct arena *keep);

/* One of each per job. */
struct recall_work {
    struct eval *evals;   /* to render with: reads are recorded */
    struct eval *hashing; /* to hash facts with */
    size_t jobs;
};

/* Compares what may have changed, but for what is made of bodies. */
void recall_compare(struct recall *recall, struct facts *facts,
                    const struct recall_work *work);
/* Instead: nothing differs from the ledger, which this very site has just
 * written. What is made of bodies may be compared later. */
void recall_assume(struct recall *recall, struct facts *facts);
/* What was found out of traces is to be found out anew. */
void recall_forget(struct recall *recall);
/* Lists once more: those of backlinks are known late. */
void recall_compare_lists(struct recall *recall);
/* The last build made the body of what it would be made of now, and what it
 * asked has the same answers. */
bool recall_has_input(const struct recall *recall, const struct post *post);
/* Puts such a body in place, if what it read holds. Any thread. */
bool recall_body(struct recall *recall, const struct post *post,
                 struct arena *keep);
/* The last build saw that attribute of some post. */
bool recall_saw(const struct recall *recall, uint64_t bit);
/* Something was made of the body. */
bool recall_was_read(const struct recall *recall, const struct post *post);
/* Compares what is made of a body that was made again. */
void recall_compare_body(struct recall *recall, const struct post *post,
                         struct eval *eval, struct arena *keep);
/* The same of one that is as it was, if all is compared. */
void recall_check_body(struct recall *recall, const struct post *post,
                       struct eval *eval, struct arena *keep);
/* An error, if a fact changed and none of its sources did. */
void recall_report_unexplained(struct recall *recall, struct diags *diags);

bool recall_holds(struct recall *recall, struct trace trace,
                  struct culprit *culprit);
/* In words: "title of content/a.md changed". */
str recall_say(struct recall *recall, const struct culprit *culprit,
               struct arena *arena);
const struct ledger_output *recall_output(const struct recall *recall,
                                          str file);

#endif
