/* SPDX-License-Identifier: MIT */
#include "render/integrity.h"

#include <string.h>

#include <nettle/base64.h>
#include <nettle/sha2.h>

str integrity_of(str bytes, struct arena *arena)
{
    static const char name[] = "sha384-";
    enum { NAME = sizeof name - 1 };
    struct sha384_ctx hash;
    uint8_t digest[SHA384_DIGEST_SIZE];
    sha384_init(&hash);
    sha384_update(&hash, bytes.n, (const uint8_t *)bytes.p);
    sha384_digest(&hash, sizeof digest, digest);
    size_t n = NAME + BASE64_ENCODE_RAW_LENGTH(sizeof digest);
    char *p = ARENA_ARRAY(arena, char, n);
    memcpy(p, name, NAME);
    base64_encode_raw(p + NAME, sizeof digest, digest);
    return (str){p, n};
}
