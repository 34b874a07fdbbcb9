/* SPDX-License-Identifier: MIT */
#include "images/image_parts.h"

/*     "II*\0" or "MM\0*", the order of the bytes in a number; offset of
 *     a directory: n(2), then n entries of 12 bytes, by tag:
 *         tag(2) type(2) count(4) value(4), or the value's offset
 *
 * Offsets are those of the TIFF file. */

enum {
    ORIENTATION = 0x0112,
    GPS = 0x8825, /* the offset of a directory of its own, with: */
    LATITUDE = 2, /* the entry before each says N or S, E or W */
    LONGITUDE = 4,
    MOST_ENTRIES = 200,
    ENTRY = 12,
};

struct tiff {
    str bytes;
    bool little;
};

static uint32_t read16(const struct tiff *tiff, size_t off)
{
    return tiff->little ? little16(tiff->bytes, off) : big16(tiff->bytes, off);
}

static uint32_t read32(const struct tiff *tiff, size_t off)
{
    return tiff->little ? little32(tiff->bytes, off) : big32(tiff->bytes, off);
}

/* The entry of that tag in the directory at `at`; 0: there is none. */
static size_t find_tag(const struct tiff *tiff, size_t at, uint32_t tag)
{
    size_t n = read16(tiff, at);
    for (size_t i = 0; i < n && i < MOST_ENTRIES; i++) {
        size_t entry = at + 2 + ENTRY * i;
        if (read16(tiff, entry) == tag) {
            return entry;
        }
    }
    return 0;
}

/* Opens the file and finds an entry of its first directory; 0: there is none.
 */
static size_t first_entry(str bytes, uint32_t tag, struct tiff *tiff)
{
    *tiff = (struct tiff){bytes, str_starts(bytes, STR("II*\0"))};
    return tiff->little || str_starts(bytes, STR("MM\0*"))
               ? find_tag(tiff, read32(tiff, 4), tag)
               : 0;
}

/* Reads degrees, minutes and seconds, each two numbers of 32 bits. Returns
 * false for zeros, or nothing: of a camera that does not know its place. */
static bool read_angle(const struct tiff *tiff, size_t gps, uint32_t tag,
                       double *degrees)
{
    size_t entry = find_tag(tiff, gps, tag);
    size_t side = find_tag(tiff, gps, tag - 1);
    size_t at = entry ? read32(tiff, entry + 8) : 0;
    uint32_t letter = side ? byte_at(tiff->bytes, side + 8) : 0;
    double unit = letter == 'S' || letter == 'W' ? -1 : 1;
    bool known = false;
    *degrees = 0;
    for (size_t i = 0; at && i < 3; i++) {
        double whole = read32(tiff, at + 8 * i);
        double parts = read32(tiff, at + 8 * i + 4);
        if (whole > 0 && parts > 0) {
            *degrees += unit * whole / parts;
            known = true;
        }
        unit /= 60;
    }
    return known;
}

str exif_tiff(str segment)
{
    str head = STR("Exif\0\0");
    return str_starts(segment, head) ? str_from_offset(segment, head.n)
                                     : segment;
}

uint32_t exif_orientation(str bytes)
{
    struct tiff tiff;
    size_t entry = first_entry(bytes, ORIENTATION, &tiff);
    uint32_t way = entry ? read16(&tiff, entry + 8) : 0;
    return way <= 8 ? way : 0;
}

static str text_of(const struct tiff *tiff, size_t entry)
{
    enum { ASCII = 2, UTF8 = 129 };
    uint32_t type = entry ? read16(tiff, entry + 2) : 0;
    if (type != ASCII && type != UTF8) {
        return (str){0};
    }
    size_t n = read32(tiff, entry + 4);
    str text =
        str_sub(tiff->bytes, n <= 4 ? entry + 8 : read32(tiff, entry + 8), n);
    return str_sub(text, 0, str_find_char(text, '\0'));
}

str exif_text(str bytes, uint32_t tag)
{
    struct tiff tiff;
    size_t entry = first_entry(bytes, tag, &tiff);
    return text_of(&tiff, entry);
}

str exif_detail(str bytes, uint32_t tag)
{
    enum { EXPOSURE = 0x8769 };
    struct tiff tiff;
    size_t exposure = first_entry(bytes, EXPOSURE, &tiff);
    return text_of(&tiff,
                   exposure ? find_tag(&tiff, read32(&tiff, exposure + 8), tag)
                            : 0);
}

bool exif_place(str bytes, struct image_place *place)
{
    struct tiff tiff;
    size_t entry = first_entry(bytes, GPS, &tiff);
    size_t gps = entry ? read32(&tiff, entry + 8) : 0;
    bool north = read_angle(&tiff, gps, LATITUDE, &place->latitude);
    bool east = read_angle(&tiff, gps, LONGITUDE, &place->longitude);
    return gps && (north || east);
}
