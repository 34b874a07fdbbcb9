/* SPDX-License-Identifier: MIT */
#include "check/addresses.h"

#include "base/hash.h"

void addresses_init(struct addresses *addresses)
{
    *addresses = (struct addresses){0};
    for (size_t i = 0; i < ADDRESS_SHARDS; i++) {
        pthread_mutex_init(&addresses->shards[i].lock, NULL);
    }
}

void addresses_free(struct addresses *addresses)
{
    for (size_t i = 0; i < ADDRESS_SHARDS; i++) {
        pthread_mutex_destroy(&addresses->shards[i].lock);
        arena_free(&addresses->shards[i].arena);
    }
}

static struct address_shard *shard_of(struct addresses *addresses, str text)
{
    return &addresses->shards[hash64(text) >> 32 & (ADDRESS_SHARDS - 1)];
}

void addresses_restore(struct addresses *addresses, struct link_address *known,
                       size_t n)
{
    addresses->known = known;
    addresses->nknown = n;
    atomic_store(&addresses->n, n);
}

/* The text of a relative address, which its two parts are slices of. */
static str text_of(struct arena *arena, const struct link_address *address)
{
    return address->url.p
               ? arena_printf(arena, "%.*s\n%.*s", STR_ARG(address->value),
                              STR_ARG(address->url))
               : address->value;
}

void addresses_index(struct addresses *addresses)
{
    for (size_t i = 0; i < addresses->nknown && !addresses->indexed; i++) {
        struct link_address *address = &addresses->known[i];
        struct arena *any = &addresses->shards[0].arena;
        str text = text_of(any, address);
        struct address_shard *shard = shard_of(addresses, text);
        *map_put(&shard->by_text, &shard->arena, text) = address;
    }
    addresses->indexed = true;
}

struct link_address *addresses_find(struct addresses *addresses, str text)
{
    struct address_shard *shard = shard_of(addresses, text);
    pthread_mutex_lock(&shard->lock);
    struct link_address *address = map_get(&shard->by_text, text);
    pthread_mutex_unlock(&shard->lock);
    return address;
}

static struct link_address *new_address(struct addresses *addresses,
                                        struct address_shard *shard, str text,
                                        size_t length, enum target_kind kind)
{
    struct link_address *address =
        ARENA_NEW(&shard->arena, struct link_address);
    *address = (struct link_address){
        .number = (uint32_t)atomic_fetch_add(&addresses->n, 1),
        .kind = kind,
        .value = str_sub(text, 0, length)};
    if (length < text.n) {
        address->url = str_from_offset(text, length + 1);
    }
    *VEC_PUSH(&shard->list, &shard->arena) = address;
    return address;
}

struct link_address *addresses_add(struct addresses *addresses, str text,
                                   size_t length, enum target_kind kind)
{
    struct address_shard *shard = shard_of(addresses, text);
    pthread_mutex_lock(&shard->lock);
    struct link_address *address = map_get(&shard->by_text, text);
    if (!address) {
        text = arena_str(&shard->arena, text);
        address = new_address(addresses, shard, text, length, kind);
        *map_put(&shard->by_text, &shard->arena, text) = address;
    }
    pthread_mutex_unlock(&shard->lock);
    return address;
}

size_t addresses_list(struct addresses *addresses, struct arena *arena)
{
    size_t n = atomic_load(&addresses->n);
    addresses->all = ARENA_ARRAY(arena, struct link_address *, n + 1);
    for (size_t i = 0; i < addresses->nknown; i++) {
        addresses->all[i] = &addresses->known[i];
    }
    for (size_t i = 0; i < ADDRESS_SHARDS; i++) {
        const struct address_shard *shard = &addresses->shards[i];
        for (size_t j = 0; j < shard->list.n; j++) {
            addresses->all[shard->list.p[j]->number] = shard->list.p[j];
        }
    }
    return n;
}
