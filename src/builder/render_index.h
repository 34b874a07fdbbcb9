/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_RENDER_INDEX_H
#define CRUMB_BUILDER_RENDER_INDEX_H

/* The parts of search indexes in a build: files beside the index's Output,
 * which only its making names (steps/search.h). For any other Output, these
 * functions do nothing. */

#include "builder/render_state.h"

/* Publishes the parts that the worker has just made, with the worker's number.
 */
void render_index_new_parts(const struct rendering *rendering,
                            const struct output *output, struct worker *worker,
                            size_t number);
/* Keeps the other parts of the last build, after the root is made or known to
 * be right. If one is not as that build left it, all are made again: they get
 * the same names. */
void render_index_parts(struct rendering *rendering, struct output *output);
/* Gives each part its step, and adds it to `live`. */
void render_index_to_steps(const struct rendering *rendering,
                           const struct output *output, struct reachable *live);

#endif
