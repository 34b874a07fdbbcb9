/* SPDX-License-Identifier: MIT */
#include "check/last_check.h"

#include "base/pack.h"
#include "files/replace.h"
#include "files/state_file.h"

#define RECORD STR(".crumb/check.record")

/* What follows the head is hashed in pieces of that size, each hash with the
 * one before. */
enum { PIECE = 1 << 18 };

struct record_head {
    char magic[8];
    uint64_t check; /* of the key, and of all that follows */
    struct hash128 key;
    uint64_t bytes; /* of what follows */
};

static const char magic[8] = {'c', 'r', 'm', 'b', 'c', 'h', 'k', '1'};

static uint64_t mix_key(struct hash128 key, uint64_t check)
{
    const uint64_t parts[] = {key.low, key.high, check};
    return hash64_of(parts, 3);
}

/* --- reading --- */

static bool is_whole(str mapped, struct hash128 key, struct unpack *in)
{
    struct record_head head;
    uint64_t check = 0;
    if (mapped.n < sizeof head) {
        return false;
    }
    memcpy(&head, mapped.p, sizeof head);
    str rest = str_from_offset(mapped, sizeof head);
    if (memcmp(head.magic, magic, sizeof magic) != 0 ||
        !hash128_eq(head.key, key) || head.bytes != rest.n) {
        return false;
    }
    for (size_t i = 0; i < rest.n; i += PIECE) {
        check = hash64_mix(check, hash64(str_sub(rest, i, PIECE)));
    }
    *in = unpack_of(rest);
    return head.check == mix_key(key, check);
}

static void read_addresses(struct last_check *last, struct unpack *in,
                           struct arena *arena)
{
    enum { LEAST = 3 };
    last->naddresses = unpack_count(in, LEAST);
    last->addresses =
        ARENA_ARRAY(arena, struct link_address, last->naddresses + 1);
    for (size_t i = 0; i < last->naddresses; i++) {
        struct link_address *address = &last->addresses[i];
        address->number = (uint32_t)i;
        address->kind =
            (enum target_kind)unpack_uint_to(in, (uint64_t)TARGET_OTHER);
        address->value = unpack_str(in);
        address->url = unpack_str(in);
    }
}

static size_t read_files(const struct last_check *last, struct map *files,
                         struct unpack *in, struct arena *arena)
{
    enum { LEAST = 19, RELEASE = 4096 };
    size_t n = unpack_count(in, LEAST);
    struct kept_file *list = ARENA_ARRAY(arena, struct kept_file, n + 1);
    map_reserve(files, arena, n);
    for (size_t i = 0; i < n; i++) {
        list[i].path = unpack_str(in);
        list[i].hash = unpack_hash(in);
        list[i].said = unpack_str(in);
        list[i].named = unpack_str(in);
        *map_put(files, arena, list[i].path) = &list[i];
        if (i % RELEASE == 0) { /* what files say is read later, if at all */
            state_file_release(last->mapped);
        }
    }
    return n;
}

void last_check_read(struct last_check *last, struct hash128 key,
                     struct arena *arena)
{
    struct unpack in;
    *last = (struct last_check){0};
    if (state_file_map(RECORD, &last->mapped) != 0 ||
        !is_whole(last->mapped, key, &in)) {
        return;
    }
    last->titles = unpack_word(&in);
    read_addresses(last, &in, arena);
    last->nnames = unpack_count(&in, 1);
    last->names = ARENA_ARRAY(arena, str, last->nnames + 1);
    for (size_t i = 0; i < last->nnames; i++) {
        last->names[i] = unpack_str(&in);
    }
    last->nfiles = read_files(last, &last->files, &in, arena);
    last->nsources = read_files(last, &last->sources, &in, arena);
    last->known = !in.failed;
}

void last_check_close(struct last_check *last)
{
    state_file_unmap(last->mapped);
}

/* --- writing --- */

struct check_writer {
    struct buf out;
    struct replacement file;
    struct record_head head;
};

/* What is whole pieces goes to the file; at the end all of it. */
static void flow(struct check_writer *writer, size_t least)
{
    struct record_head *head = &writer->head;
    str rest = buf_str(&writer->out);
    while (rest.n >= least && rest.n) {
        str piece = str_sub(rest, 0, PIECE);
        head->check = hash64_mix(head->check, hash64(piece));
        head->bytes += piece.n;
        replace_put(&writer->file, piece);
        rest = str_from_offset(rest, piece.n);
    }
    memmove(writer->out.p, rest.p, rest.n);
    writer->out.n = rest.n;
}

struct check_writer *last_check_begin(struct hash128 key, uint64_t titles,
                                      struct arena *arena)
{
    struct check_writer *writer = ARENA_NEW(arena, struct check_writer);
    memset(&writer->head, 0, sizeof writer->head);
    memcpy(writer->head.magic, magic, sizeof magic);
    writer->head.key = key;
    replace_open(&writer->file, RECORD, arena);
    replace_put(&writer->file,
                (str){(const char *)&writer->head, sizeof writer->head});
    pack_word(&writer->out, titles);
    return writer;
}

void last_check_count(struct check_writer *writer, size_t n)
{
    pack_uint(&writer->out, n);
}

void last_check_address(struct check_writer *writer,
                        const struct link_address *address)
{
    pack_uint(&writer->out, address->kind);
    pack_str(&writer->out, address->value);
    pack_str(&writer->out, address->url);
    if (writer->out.n >= PIECE) {
        flow(writer, PIECE);
    }
}

void last_check_name(struct check_writer *writer, str name)
{
    pack_str(&writer->out, name);
}

void last_check_file(struct check_writer *writer, const struct kept_file *file)
{
    pack_str(&writer->out, file->path);
    pack_hash(&writer->out, file->hash);
    pack_str(&writer->out, file->said);
    pack_str(&writer->out, file->named);
    if (writer->out.n >= PIECE) {
        flow(writer, PIECE);
    }
}

void last_check_end(struct check_writer *writer)
{
    struct record_head *head = &writer->head;
    if (writer->out.n) {
        flow(writer, 1);
    }
    head->check = mix_key(head->key, head->check);
    replace_put_start(&writer->file, (str){(const char *)head, sizeof *head});
    buf_free(&writer->out);
    replace_finish(&writer->file, false);
}
