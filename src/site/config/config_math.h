/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_CONFIG_MATH_H
#define CRUMB_SITE_CONFIG_CONFIG_MATH_H

/* `math` in site.yaml: false, true, or a map with `macros`, a map itself:
 *
 *     math:
 *       macros:
 *         \RTT: \mathrm{RTT}
 */

#include "math/math.h"
#include "site/config/schema.h"

struct config_math {
    bool on; /* formulas are rendered (true) */
    struct math_macros macros;
};

/* Reads it over the defaults that *out holds. False: reported. */
bool config_math_read(const struct schema *schema, value v, span at,
                      struct config_math *out);

#endif
