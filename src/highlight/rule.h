/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_HIGHLIGHT_RULE_H
#define CRUMB_HIGHLIGHT_RULE_H

#include "highlight/definition.h"

/* Reads one rule of a definition; NULL after a report. States that it names are
 * those of definition->language, which are there by name. */
const struct rule *rule_read(struct definition *definition,
                             const struct dict *dict, span at);

#endif
