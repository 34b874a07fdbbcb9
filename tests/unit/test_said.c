/* SPDX-License-Identifier: MIT */
/* Records of what a check reads in a file: what is packed comes back, and of
 * records with wrong bytes no number leads out of its table. */
#include "check/said.h"
#include "tap.h"

static const struct said_limits limits = {.addresses = 300, .titles = 4};

static struct said example(struct arena *arena)
{
    struct said said = {
        .counts = {1, 40, 2, 0, 3}, .redirect = true, .findings.arena = arena};
    *VEC_PUSH(&said.ids, arena) = UINT64_MAX;
    *VEC_PUSH(&said.ids, arena) = 7;
    *VEC_PUSH(&said.links, arena) = (struct said_link){299, 5000, 12, true};
    *VEC_PUSH(&said.links, arena) = (struct said_link){0, 3, 0, false};
    *VEC_PUSH(&said.links, arena) =
        (struct said_link){1, UINT32_MAX, UINT32_MAX, false};
    *VEC_PUSH(&said.titles, arena) = 3;
    struct finding *finding =
        finding_add(&said.findings, DIAG_ERROR, "duplicate-id",
                    (struct spot){.off = 9, .len = 2}, STR("key"));
    finding->message = STR("twice");
    finding->hint = STR("once");
    finding->seek = STR("id");
    finding->only_in_source = true;
    finding_add(&said.findings, DIAG_WARNING, "secret", (struct spot){0},
                STR(""));
    return said;
}

static void check_same(struct tap *tap, const struct said *said)
{
    CHECK(tap, said->counts.links == 40 && said->counts.fragments == 3);
    CHECK(tap, said->redirect);
    CHECK(tap, said->ids.n == 2 && said->ids.p[0] == UINT64_MAX);
    CHECK(tap, said->links.n == 3 && said->links.p[0].address == 299);
    CHECK(tap, said->links.p[0].off == 5000 && said->links.p[0].len == 12);
    CHECK(tap, said->links.p[0].page && !said->links.p[1].page);
    CHECK(tap, said->links.p[1].off == 3 && said->links.p[1].len == 0);
    CHECK(tap, said->links.p[2].off == UINT32_MAX);
    CHECK(tap, said->titles.n == 1 && said->titles.p[0] == 3);
    CHECK(tap, said->findings.list.n == 2);
    const struct finding *first = said->findings.list.p[0];
    CHECK(tap, first->severity == DIAG_ERROR && first->at.off == 9);
    CHECK(tap, strcmp(first->code, "duplicate-id") == 0);
    CHECK_STR(tap, first->key, "key");
    CHECK_STR(tap, first->message, "twice");
    CHECK_STR(tap, first->hint, "once");
    CHECK_STR(tap, first->seek, "id");
    CHECK(tap, !first->link && first->only_in_source);
    CHECK(tap, strcmp(said->findings.list.p[1]->code, "secret") == 0);
}

static bool is_within(const struct said *said)
{
    for (size_t i = 0; i < said->links.n; i++) {
        if (said->links.p[i].address >= limits.addresses) {
            return false;
        }
    }
    for (size_t i = 0; i < said->titles.n; i++) {
        if (said->titles.p[i] >= limits.titles) {
            return false;
        }
    }
    return true;
}

/* Each byte with each value. */
static void check_wrong(struct tap *tap, str record, struct arena *arena)
{
    struct said said;
    bool within = true;
    char *bytes = ARENA_ARRAY(arena, char, record.n);
    for (size_t i = 0; i < record.n * 256; i++) {
        struct arena_mark mark = arena_mark(arena);
        memcpy(bytes, record.p, record.n);
        bytes[i / 256] = (char)(i % 256);
        str wrong = {bytes, record.n};
        within = within && (!said_unpack(wrong, limits, arena, &said) ||
                            is_within(&said));
        arena_reset(arena, mark);
    }
    CHECK(tap, within);
    size_t read = 0;
    for (size_t n = 0; n < record.n; n++) {
        read += said_unpack(str_sub(record, 0, n), limits, arena, &said);
    }
    CHECK(tap, read == 0);
    str longer = arena_concat(arena, record, STR("x"));
    CHECK(tap, !said_unpack(longer, limits, arena, &said));
}

int main(void)
{
    struct tap tap = {0};
    struct arena arena = {0};
    struct buf record = {0};
    struct said back;
    struct said said = example(&arena);
    said_pack(&said, &record);
    CHECK(&tap, said_unpack(buf_str(&record), limits, &arena, &back));
    check_same(&tap, &back);
    CHECK(&tap,
          !said_unpack(buf_str(&record),
                       (struct said_limits){.addresses = 299, .titles = 4},
                       &arena, &back));
    CHECK(&tap,
          !said_unpack(buf_str(&record), (struct said_limits){.addresses = 300},
                       &arena, &back));
    check_wrong(&tap, buf_str(&record), &arena);
    buf_free(&record);
    arena_free(&arena);
    return tap_done(&tap);
}
