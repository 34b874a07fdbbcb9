/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_IMAGES_IMAGE_BYTES_H
#define CRUMB_IMAGES_IMAGE_BYTES_H

/* Reads numbers from image files, which may be broken or hostile: every read is
 * checked, and bytes beyond the end are 0. */

#include "base/str.h"

static inline uint32_t byte_at(str s, size_t off)
{
    return off < s.n ? (unsigned char)s.p[off] : 0;
}

static inline uint32_t big16(str s, size_t off)
{
    return byte_at(s, off) << 8 | byte_at(s, off + 1);
}

static inline uint32_t big32(str s, size_t off)
{
    return big16(s, off) << 16 | big16(s, off + 2);
}

static inline uint32_t little16(str s, size_t off)
{
    return byte_at(s, off + 1) << 8 | byte_at(s, off);
}

static inline uint32_t little24(str s, size_t off)
{
    return byte_at(s, off + 2) << 16 | little16(s, off);
}

static inline uint32_t little32(str s, size_t off)
{
    return little16(s, off + 2) << 16 | little16(s, off);
}

static inline bool is_at(str s, size_t off, str what)
{
    return str_starts(str_from_offset(s, off), what);
}

#endif
