/* SPDX-License-Identifier: MIT */
#include "files/record_file.h"

#include "base/hash.h"
#include "files/replace.h"
#include "files/state_file.h"

bool record_file_read(str path, str header, struct arena *arena,
                      struct unpack *out)
{
    str file;
    if (state_file_read(path, arena, &file) != 0 || !str_starts(file, header)) {
        return false;
    }
    *out = unpack_of(str_from_offset(file, header.n));
    uint64_t check = unpack_word(out);
    return !out->failed && check == hash64((str){out->p, unpack_left(out)});
}

void record_file_pack(str header, size_t n, str records, struct buf *out)
{
    struct buf counted = {0};
    pack_uint(&counted, n);
    buf_put(&counted, records);
    buf_put(out, header);
    pack_word(out, hash64(buf_str(&counted)));
    buf_put(out, buf_str(&counted));
    buf_free(&counted);
}

int record_file_write(str path, str header, size_t n, str records)
{
    struct buf out = {0};
    record_file_pack(header, n, records, &out);
    int error = replace_file(path, buf_str(&out), false);
    buf_free(&out);
    return error;
}
