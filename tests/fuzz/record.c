/* SPDX-License-Identifier: MIT */
/* Any bytes as a record: nothing beyond them is read, and a record that is
 * accepted is packed into one with the same contents. The first byte chooses
 * the type.
 *
 * The corpus is tests/fuzz/corpus/record: records of posts and of their bodies
 * as ledgers have them, of content/networking/evpn.md, with a link to a.md. */

#include <stdlib.h>

#include "base/diag/diag.h"
#include "data/value.h"
#include "site/content/post_record.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* Reads a record, and writes what it read. False: refused. */
typedef bool copy_record(str record, struct arena *arena, struct buf *out);

static bool copy_post(str record, struct arena *arena, struct buf *out)
{
    static const struct content_file file = {
        .path = STR_INIT("networking/evpn.md"), .name = STR_INIT("evpn")};
    struct loaded_post post = {.file = &file};
    struct unpack in = unpack_of(record);
    if (!post_unpack(&post, &in, arena)) {
        return false;
    }
    post_pack(&post, out);
    return true;
}

static bool copy_derived(str record, struct arena *arena, struct buf *out)
{
    static const struct content_file file = {.path = STR_INIT("a.md")};
    struct site site = {0};
    struct post post = {.file = &file};
    *map_put(&site.posts_by_path, arena, file.path) = &post;
    struct derived derived;
    struct derived_parts parts;
    struct unpack in = unpack_of(record);
    str own = unpack_str(&in);
    if (!derived_unpack(own, unpack_str(&in), &derived, arena) ||
        !derived_unpack_parts(&site, &derived, arena, &parts) ||
        unpack_left(&in)) {
        return false;
    }
    struct buf both[2] = {{0}, {0}};
    derived_pack(&derived, &parts, &both[0], &both[1]);
    for (size_t i = 0; i < 2; i++) {
        pack_str(out, buf_str(&both[i]));
        buf_free(&both[i]);
    }
    return true;
}

static bool copy_diags(str record, struct arena *arena, struct buf *out)
{
    struct diags diags;
    diags_init(&diags, arena);
    struct unpack in = unpack_of(record);
    bool read = diags_unpack(&diags, &in);
    for (size_t i = 0; i < diags.list.n; i++) {
        diag_print(diags.list.p[i], false, out);
    }
    buf_clear(out);
    diags_pack(&diags, 0, out);
    return read;
}

static bool copy_value(str record, struct arena *arena, struct buf *out)
{
    struct source source = {.name = STR("a.md"),
                            .text = STR("title: A title\n")};
    struct unpack in = unpack_of(record);
    value v = value_unpack(&in, &source, arena);
    value_pack(v, &source, out);
    return !in.failed;
}

static void expect(bool ok)
{
    if (!ok) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    static copy_record *const kinds[] = {copy_post, copy_derived, copy_diags,
                                         copy_value};
    if (size == 0) {
        return 0;
    }
    copy_record *copy = kinds[data[0] % (sizeof kinds / sizeof *kinds)];
    struct arena arena = {0};
    struct buf first = {0};
    struct buf second = {0};
    if (copy((str){(const char *)data + 1, size - 1}, &arena, &first)) {
        expect(copy(buf_str(&first), &arena, &second));
        expect(str_eq(buf_str(&first), buf_str(&second)));
    }
    buf_free(&first);
    buf_free(&second);
    arena_free(&arena);
    return 0;
}
