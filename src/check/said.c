/* SPDX-License-Identifier: MIT */
#include "check/said.h"

/* Of a finding: that is an index here. */
static const char *const codes[] = {
    "bad-feed",      "duplicate-id", "dead-fragment", "feed-address",
    "leaked-draft",  "likely-slip",  "local-address", "missing-alt",
    "mixed-content", "recipe-part",  "secret",        "unknown-name",
};

enum { CODES = sizeof codes / sizeof *codes };

static size_t code_index(const char *code)
{
    size_t i = 0;
    while (i < CODES && strcmp(codes[i], code) != 0) {
        i++;
    }
    return i;
}

/* --- writing --- */

/* Links stand in the order of the text, so that the distances are short. */
static void pack_links(const struct said *said, struct buf *out)
{
    uint32_t end = 0;
    pack_uint(out, said->links.n);
    for (size_t i = 0; i < said->links.n; i++) {
        const struct said_link *link = &said->links.p[i];
        pack_uint(out, (uint64_t)link->address << 1 | link->page);
        pack_int(out, (int64_t)link->off - end);
        pack_uint(out, link->len);
        end = link->off + link->len;
    }
}

static void pack_finding(const struct finding *finding, struct buf *out)
{
    pack_bool(out, finding->severity == DIAG_ERROR);
    pack_uint(out, code_index(finding->code));
    pack_uint(out, finding->at.off);
    pack_uint(out, finding->at.len);
    pack_str(out, finding->key);
    pack_str(out, finding->message);
    pack_str(out, finding->hint);
    pack_str(out, finding->seek);
    pack_bool(out, finding->link);
    pack_bool(out, finding->only_in_source);
}

void said_pack(const struct said *said, struct buf *out)
{
    pack_uint(out, said->counts.pages);
    pack_uint(out, said->counts.links);
    pack_uint(out, said->counts.images);
    pack_uint(out, said->counts.feeds);
    pack_uint(out, said->counts.fragments);
    pack_bool(out, said->redirect);
    pack_uint(out, said->ids.n);
    for (size_t i = 0; i < said->ids.n; i++) {
        pack_word(out, said->ids.p[i]);
    }
    pack_links(said, out);
    pack_uint(out, said->titles.n);
    for (size_t i = 0; i < said->titles.n; i++) {
        pack_uint(out, said->titles.p[i]);
    }
    pack_uint(out, said->findings.list.n);
    for (size_t i = 0; i < said->findings.list.n; i++) {
        pack_finding(said->findings.list.p[i], out);
    }
}

/* --- reading --- */

static void unpack_ids(struct unpack *in, struct arena *arena,
                       struct said *said)
{
    size_t n = unpack_count(in, sizeof *said->ids.p);
    VEC_RESERVE(&said->ids, arena, n);
    for (size_t i = 0; i < n; i++) {
        *VEC_PUSH(&said->ids, arena) = unpack_word(in);
    }
}

static void unpack_links(struct unpack *in, size_t naddresses,
                         struct arena *arena, struct said *said)
{
    enum { LEAST = 3 };
    uint64_t most = naddresses ? naddresses * 2 - 1 : 0;
    size_t n = unpack_count(in, LEAST);
    int64_t end = 0;
    if (n && !naddresses) {
        unpack_fail(in);
        return;
    }
    VEC_RESERVE(&said->links, arena, n);
    for (size_t i = 0; i < n; i++) {
        uint64_t address = unpack_uint_to(in, most);
        int64_t distance = unpack_int(in);
        uint32_t len = unpack_uint32(in);
        if (distance < -end || distance > UINT32_MAX - end) {
            unpack_fail(in);
            return;
        }
        *VEC_PUSH(&said->links, arena) =
            (struct said_link){.address = (uint32_t)(address >> 1),
                               .off = (uint32_t)(end + distance),
                               .len = len,
                               .page = address & 1};
        end = (int64_t)(uint32_t)(end + distance + len);
    }
}

static void unpack_finding(struct unpack *in, struct findings *findings)
{
    enum severity severity = unpack_bool(in) ? DIAG_ERROR : DIAG_WARNING;
    const char *code = codes[unpack_uint_to(in, CODES - 1)];
    struct spot at = {.off = unpack_uint32(in), .len = unpack_uint32(in)};
    struct finding *finding =
        finding_add(findings, severity, code, at, unpack_str(in));
    finding->message = unpack_str(in);
    finding->hint = unpack_str(in);
    finding->seek = unpack_str(in);
    finding->link = unpack_bool(in);
    finding->only_in_source = unpack_bool(in);
}

bool said_unpack(str record, struct said_limits limits, struct arena *arena,
                 struct said *out)
{
    enum { LEAST_FINDING = 10 };
    struct unpack in = unpack_of(record);
    *out = (struct said){.findings.arena = arena};
    out->counts.pages = unpack_uint32(&in);
    out->counts.links = unpack_uint32(&in);
    out->counts.images = unpack_uint32(&in);
    out->counts.feeds = unpack_uint32(&in);
    out->counts.fragments = unpack_uint32(&in);
    out->redirect = unpack_bool(&in);
    unpack_ids(&in, arena, out);
    unpack_links(&in, limits.addresses, arena, out);
    size_t n = unpack_count(&in, 1);
    for (size_t i = 0; i < n && !in.failed; i++) {
        *VEC_PUSH(&out->titles, arena) = (uint32_t)unpack_uint_to(
            &in, limits.titles ? limits.titles - 1 : 0);
    }
    n = unpack_count(&in, LEAST_FINDING);
    for (size_t i = 0; i < n && !in.failed; i++) {
        unpack_finding(&in, &out->findings);
    }
    return !in.failed && unpack_left(&in) == 0 &&
           (limits.titles || !out->titles.n);
}
