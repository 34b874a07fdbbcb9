/* SPDX-License-Identifier: MIT */
#include "drawing/drawing.h"

#include "base/memory/buf.h"
#include "drawing/script.h"

static const struct {
    str kind;
    bool (*draw)(const struct drawing *drawing, struct script *script,
                 struct buf *out);
} kinds[] = {
    {STR_INIT("ascii"), ascii_draw},       {STR_INIT("packet"), packet_draw},
    {STR_INIT("sequence"), sequence_draw}, {STR_INIT("subnet"), subnet_draw},
    {STR_INIT("topology"), topology_draw},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static size_t find_kind(str kind)
{
    size_t i = 0;
    while (i < KINDS && !str_eq(kinds[i].kind, kind)) {
        i++;
    }
    return i;
}

bool drawing_is_kind(str kind)
{
    return find_kind(kind) < KINDS;
}

bool drawing_make(const struct drawing *drawing, struct arena *arena,
                  struct diags *diags, struct buf *out)
{
    struct script script = {.source = drawing->source,
                            .options = drawing->options,
                            .noptions = drawing->noptions,
                            .words = drawing->words,
                            .arena = arena,
                            .diags = diags};
    size_t before = out->n;
    size_t kind = find_kind(drawing->kind);
    bool drawn = kind < KINDS && kinds[kind].draw(drawing, &script, out);
    if (!drawn || script.mistakes) {
        out->n = before;
        return false;
    }
    return true;
}
