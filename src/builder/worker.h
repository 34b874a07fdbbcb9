/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_WORKER_H
#define CRUMB_BUILDER_WORKER_H

/* One thread's part of rendering: its own memory, and how one Output becomes
 * bytes. */

#include "steps/generation.h"
#include "steps/template_host.h"

struct worker {
    struct generation *built;
    struct arena *work; /* reset after each Output */
    struct arena *keep; /* diagnostics, derived text: as long as the site */
    struct arena pages; /* the last results of render_pages */
    struct arena memo;  /* fragments: of a whole build, or of a revision */
    struct diags diags;
    struct recorder recorder;
    struct template_host host;    /* to render with */
    struct template_host hashing; /* to hash facts with: records nothing */
    struct diags unheard;         /* of hashing: not reported */
    struct buf out;
    struct search_words *search; /* of the view; NULL: not needed yet */
};

/* Sets up the worker of thread `number`; *worker is zeroed. */
void worker_init(struct worker *worker, struct generation *built,
                 size_t number);
/* Makes the bytes of an Output. They last until `work` is cleared or this
 * worker makes the next one; its trace and its record of warnings go to `keep`.
 * Returns false if it has errors. */
bool worker_make(struct worker *worker, struct output *output,
                 struct diags *warnings, struct arena *keep, str *bytes);
/* Makes the page of this Output the one that templates and bodies see. */
void worker_enter(struct worker *worker, const struct output *output);

#endif
