/* SPDX-License-Identifier: MIT */
#include "base/diag/diag.h"

#include <string.h>

#include "base/pack.h"

/* A place is at least its seven numbers and heads of texts; a diagnostic has
 * one, and as many again of its own. */
enum { LEAST_PLACE = 7, LEAST_DIAG = LEAST_PLACE + 8 };

/* --- writing --- */

static void pack_place(struct buf *out, const struct place *place)
{
    pack_str(out, place->file);
    pack_uint(out, place->off);
    pack_uint(out, place->line);
    pack_uint(out, place->column);
    pack_str(out, place->text);
    pack_uint(out, place->mark);
    pack_uint(out, place->mark_len);
}

static void pack_diag(struct buf *out, const struct diag *diag)
{
    pack_uint(out, diag->severity);
    pack_str(out, (str){diag->code, strlen(diag->code) + 1});
    pack_place(out, &diag->at);
    pack_str(out, diag->message);
    pack_str(out, diag->hint);
    pack_str(out, diag->group);
    pack_str(out, diag->group_hint);
    pack_uint(out, diag->repeats);
    pack_uint(out, diag->chain.n);
    for (size_t i = 0; i < diag->chain.n; i++) {
        pack_place(out, &diag->chain.p[i]);
    }
}

void diags_pack(const struct diags *diags, size_t from, struct buf *out)
{
    size_t n = from < diags->list.n ? diags->list.n - from : 0;
    pack_uint(out, n);
    for (size_t i = 0; i < n; i++) {
        pack_diag(out, diags->list.p[from + i]);
    }
}

/* --- reading --- */

static struct place unpack_place(struct unpack *in)
{
    struct place place = {.file = unpack_str(in)};
    place.off = unpack_uint32(in);
    place.line = unpack_uint32(in);
    place.column = unpack_uint32(in);
    place.text = unpack_str(in);
    place.mark = (uint32_t)unpack_uint_to(in, place.text.n);
    place.mark_len = (uint32_t)unpack_uint_to(in, place.text.n - place.mark);
    return place;
}

/* With the NUL that it was written with. */
static const char *unpack_code(struct unpack *in)
{
    str code = unpack_str(in);
    if (code.n && code.p[code.n - 1] == '\0') {
        return code.p;
    }
    unpack_fail(in);
    return "";
}

static struct diag *unpack_diag(struct unpack *in, struct arena *arena)
{
    struct diag *diag = ARENA_NEW(arena, struct diag);
    diag->arena = arena;
    diag->severity = (enum severity)unpack_uint_to(in, DIAG_NOTE);
    diag->code = unpack_code(in);
    diag->at = unpack_place(in);
    diag->message = unpack_str(in);
    diag->hint = unpack_str(in);
    diag->group = unpack_str(in);
    diag->group_hint = unpack_str(in);
    diag->repeats = (size_t)unpack_uint(in);
    size_t n = unpack_count(in, LEAST_PLACE);
    for (size_t i = 0; i < n; i++) {
        *VEC_PUSH(&diag->chain, arena) = unpack_place(in);
    }
    return diag;
}

bool diags_unpack(struct diags *diags, struct unpack *in)
{
    struct diags read;
    diags_init(&read, diags->arena);
    size_t n = unpack_count(in, LEAST_DIAG);
    for (size_t i = 0; i < n && !in->failed; i++) {
        struct diag *diag = unpack_diag(in, diags->arena);
        *VEC_PUSH(&read.list, diags->arena) = diag;
        read.errors += diag->severity == DIAG_ERROR;
        read.warnings += diag->severity == DIAG_WARNING;
        read.notes += diag->severity == DIAG_NOTE;
    }
    if (in->failed) {
        return false;
    }
    diags_merge(diags, &read);
    return true;
}

void diags_copy(const struct diags *said, struct diags *diags)
{
    struct buf record = {0};
    if (!said->list.n) {
        return;
    }
    diags_pack(said, 0, &record);
    struct unpack in = unpack_of(arena_str(diags->arena, buf_str(&record)));
    diags_unpack(diags, &in);
    diags->moving = diags->moving || said->moving;
    buf_free(&record);
}
