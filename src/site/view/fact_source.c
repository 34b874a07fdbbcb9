/* SPDX-License-Identifier: MIT */
#include "site/view/fact_source.h"

#include "site/view/view_class.h"

unsigned fact_sources(const struct object_class *class, size_t bit)
{
    const struct view_class *view = (const struct view_class *)class;
    return class->get == view_get ? view->sources[bit] : view_menus_sources;
}

uint64_t fact_bits_from(const struct object_class *class, unsigned sources)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < class->nnames && i < 64; i++) {
        bits |= (uint64_t)((fact_sources(class, i) & sources) != 0) << i;
    }
    return bits;
}
