/* SPDX-License-Identifier: MIT */
/* Files of boxes: AVIF and HEIC (HEIF, ISO 23008-12), and JPEG XL. In HEIF the
 * box "meta" names items, and "iloc" the bytes of each, counted from the start
 * of the file. So the cleaned file has the same places: it begins as zeros, and
 * the bytes that stay are copied to where they were. A box that goes is named
 * "free". */
#include <string.h>

#include "images/clean.h"
#include "images/image.h"
#include "images/image_parts.h"

enum {
    ITEMS = 1 << 16,      /* numbers of items; larger ones are not met */
    PROPERTIES = 1 << 15, /* numbers of properties */
};

struct box_file {
    str bytes;
    char *copy; /* as long */
    str idat;   /* some items' bytes, within "meta" */
    str iinf;
    str iloc;
    str iref;
    str ipco;                /* properties */
    bool opaque[PROPERTIES]; /* says that its item is the opacity of another */
    struct {
        bool alpha;
        bool kept;
    } items[ITEMS];
    const struct image_extras *extras;
};

static char *place_in_copy(const struct box_file *file, str part)
{
    return file->copy + (part.p - file->bytes.p);
}

/* Copies a part of the file. Returns true. */
static bool copy(const struct box_file *file, str part)
{
    if (part.n) {
        memcpy(place_in_copy(file, part), part.p, part.n);
    }
    return true;
}

static bool is_kept(const struct box_file *file, size_t id)
{
    return id < ITEMS && file->items[id].kept;
}

static size_t number_at(str s, size_t at, size_t bytes)
{
    return bytes == 2   ? big16(s, at)
           : bytes == 4 ? big32(s, at)
           : bytes == 8 ? (size_t)big32(s, at) << 32 | big32(s, at + 4)
                        : 0;
}

/* The number of the version of a box, its first byte. */
static uint32_t version(str box)
{
    return byte_at(box, 0);
}

/* --- which items stay --- */

static bool is_opacity(str auxiliary)
{
    str kind = str_from_offset(auxiliary, 4);
    return str_starts(kind, STR("urn:mpeg:mpegB:cicp:systems:auxiliary:"
                                "alpha")) ||
           str_starts(kind, STR("urn:mpeg:hevc:2015:auxid:1"));
}

/* "colr" is "prof" or "rICC" and a profile, or "nclx" and numbers. */
static str profile_in(str colr)
{
    return str_starts(colr, STR("prof")) || str_starts(colr, STR("rICC"))
               ? str_from_offset(colr, 4)
               : (str){0};
}

/* "ipma": an item, and the numbers of its properties. There may be several,
 * with numbers of other sizes. */
static void find_alpha_in(struct box_file *file, str ipma)
{
    size_t id_bytes = version(ipma) ? 4 : 2;
    size_t wide = byte_at(ipma, 3) & 1 ? 2 : 1;
    for (size_t at = 8; at < ipma.n;) {
        size_t id = number_at(ipma, at, id_bytes);
        size_t n = byte_at(ipma, at + id_bytes);
        at += id_bytes + 1;
        for (; n > 0 && at < ipma.n; n--, at += wide) {
            size_t number =
                wide == 2 ? big16(ipma, at) & 0x7FFF : byte_at(ipma, at) & 0x7F;
            if (id < ITEMS && file->opaque[number]) {
                file->items[id].alpha = true;
            }
        }
    }
}

static void find_alpha(struct box_file *file, str iprp)
{
    struct image_part box;
    size_t at = 0;
    file->ipco = image_box_find(iprp, STR("ipco")).data;
    for (size_t i = 1; i < PROPERTIES && image_box_next(file->ipco, &at, &box);
         i++) {
        file->opaque[i] = str_eq(box.kind, STR("auxC")) && is_opacity(box.data);
    }
    for (at = 0; image_box_next(iprp, &at, &box);) {
        if (str_eq(box.kind, STR("ipma"))) {
            find_alpha_in(file, box.data);
        }
    }
}

/* A box of "iref": from(2 or 4) count(2), to(2 or 4) of each. Parts of a grid
 * stay, and helpers with opacity; other helpers are depth and gain maps. */
static bool keep_referred(struct box_file *file, const struct image_part *box,
                          size_t wide)
{
    bool any = false;
    size_t from = number_at(box->data, 0, wide);
    size_t n = number_at(box->data, wide, 2);
    bool parts = str_eq(box->kind, STR("dimg")) && is_kept(file, from);
    bool alpha = str_eq(box->kind, STR("auxl")) && from < ITEMS &&
                 file->items[from].alpha;
    for (size_t i = 0; i < n && i * wide < box->data.n; i++) {
        size_t to = number_at(box->data, wide + 2 + i * wide, wide);
        size_t id = parts ? to : from;
        if ((parts || (alpha && is_kept(file, to))) && id < ITEMS &&
            !file->items[id].kept) {
            file->items[id].kept = true;
            any = true;
        }
    }
    return any;
}

static void choose_items(struct box_file *file, str pitm)
{
    enum { DEEPEST = 8 };
    bool any = true;
    size_t wide = version(file->iref) ? 4 : 2;
    size_t primary = number_at(pitm, 4, version(pitm) ? 4 : 2);
    if (primary < ITEMS) {
        file->items[primary].kept = true;
    }
    for (int depth = 0; any && depth < DEEPEST; depth++) {
        struct image_part box;
        any = false;
        for (size_t at = 4; image_box_next(file->iref, &at, &box);) {
            any = keep_referred(file, &box, wide) || any;
        }
    }
}

/* --- the bytes of items --- */

/* Walks "iloc": id(2 or 4) method(2) reference(2) base count(2), then extents.
 * Its head gives the bytes of the other numbers. */
struct extent {
    size_t at; /* of the next one in "iloc" */
    size_t left;
    size_t id;
    size_t base;
    bool in_idat;
    bool only; /* the item has no other */
    str bytes;
};

static bool next_extent(const struct box_file *file, struct extent *extent)
{
    str iloc = file->iloc;
    uint32_t sizes = big16(iloc, 4);
    size_t id = version(iloc) < 2 ? 2 : 4;
    size_t method = version(iloc) ? 2 : 0;
    size_t base = sizes >> 4 & 15;
    size_t index = version(iloc) ? sizes & 15 : 0;
    size_t offset = sizes >> 12;
    size_t length = sizes >> 8 & 15;
    size_t at = extent->at ? extent->at : 6 + id;
    while (!extent->left && at < iloc.n) {
        extent->id = number_at(iloc, at, id);
        extent->in_idat = method && (big16(iloc, at + id) & 15) == 1;
        at += id + method + 2;
        extent->base = number_at(iloc, at, base);
        extent->left = big16(iloc, at + base);
        extent->only = extent->left == 1;
        at += base + 2;
    }
    size_t next = at + index + offset + length;
    if (next > iloc.n || next == at) {
        return false;
    }
    size_t n = number_at(iloc, at + index + offset, length);
    extent->bytes = str_sub(extent->in_idat ? file->idat : file->bytes,
                            extent->base + number_at(iloc, at + index, offset),
                            n ? n : SIZE_MAX);
    extent->at = next;
    extent->left--;
    return true;
}

/* The bytes of an item that is in one piece; ITEMS has none. */
static str bytes_of(const struct box_file *file, size_t id)
{
    for (struct extent extent = {0}; next_extent(file, &extent);) {
        if (extent.id == id && extent.only && id < ITEMS) {
            return extent.bytes;
        }
    }
    return (str){0};
}

/* Copies items that stay, or makes zeros of all others. */
static void copy_items(const struct box_file *file, bool kept)
{
    size_t left = 2 * file->bytes.n; /* extents of a hostile file overlap */
    for (struct extent extent = {0}; next_extent(file, &extent);) {
        str bytes = extent.bytes;
        if (is_kept(file, extent.id) != kept || bytes.n > left || !bytes.n) {
            continue;
        }
        left -= bytes.n;
        if (kept) {
            copy(file, bytes);
        } else {
            memset(place_in_copy(file, bytes), 0, bytes.n);
        }
    }
}

/* --- credit --- */

/* The first item of that kind: Exif, or a text of XMP. ITEMS: there is none. */
static size_t find_note(const struct box_file *file, bool exif)
{
    struct image_part box;
    size_t at = version(file->iinf) ? 8 : 6;
    while (image_box_next(file->iinf, &at, &box)) {
        size_t number = version(box.data) > 2 ? 4 : 2;
        size_t id = number_at(box.data, 4, number);
        str kind = str_sub(box.data, 4 + number + 2, 4);
        bool xmp = str_eq(kind, STR("mime")) &&
                   str_find(box.data, STR("application/rdf+xml")) != STR_NONE;
        if (version(box.data) >= 2 && id < ITEMS && !file->items[id].kept &&
            (exif ? str_eq(kind, STR("Exif")) : xmp)) {
            return id;
        }
    }
    return ITEMS;
}

/* Puts credit in the place of what it was found among: it is shorter. Exif has
 * an offset before it, 0. False: there is none. */
static bool put_credit(const struct box_file *file, bool exif, str place)
{
    str text = exif ? file->extras->exif : file->extras->xmp;
    size_t head = exif ? 4 : 0;
    bool fits = text.n && head + text.n <= place.n;
    if (fits) {
        char *to = place_in_copy(file, place);
        memset(to, ' ', place.n);
        memset(to, 0, head);
        memcpy(to + head, text.p, text.n);
    }
    return fits;
}

static void keep_credit(struct box_file *file)
{
    for (int exif = 0; exif < 2; exif++) {
        size_t id = find_note(file, exif);
        if (put_credit(file, exif, bytes_of(file, id))) {
            file->items[id].kept = true;
        }
    }
}

/* --- boxes --- */

enum treatment {
    GOES,
    WHOLE,
    HEAD, /* the rest is the name of a program */
    DATED,
    HOLDER, /* of boxes */
    META,
    ITEM_LIST,
    ITEM,
    REFERENCES,
    BYTES, /* of items */
    COLOURS,
    AUXILIARY,
    CREDIT,
};

static enum treatment treatment_of(str kind)
{
    static const struct {
        enum treatment treatment;
        str kinds;
    } rows[] = {
        {WHOLE,
         STR_INIT(
             "ftyp pitm dinf iloc ipma JXL jxlc jxlp jxll jxli jP jp2h jp2c")},
        /* properties of items */
        {WHOLE, STR_INIT("ispe pixi av1C hvcC irot imir clap pasp a1op a1lx "
                         "lsel clli mdcv rloc")},
        {COLOURS, STR_INIT("colr")},
        {AUXILIARY, STR_INIT("auxC")},
        /* parts of tracks */
        {WHOLE, STR_INIT("stsd stts ctts cslg stsc stsz stz2 stco co64 stss "
                         "stsh sdtp subs saiz saio sbgp sgpd edts tref trgr "
                         "vmhd smhd nmhd sthd hmhd")},
        {DATED, STR_INIT("mvhd tkhd mdhd")},
        {HEAD, STR_INIT("hdlr")},
        {HOLDER, STR_INIT("iprp ipco moov trak mdia minf stbl")},
        {META, STR_INIT("meta")},
        {ITEM_LIST, STR_INIT("iinf")},
        {ITEM, STR_INIT("infe")},
        {REFERENCES, STR_INIT("iref")},
        {BYTES, STR_INIT("mdat idat")},
        {CREDIT, STR_INIT("Exif xml")},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (str_is_word_of(str_trim(kind), rows[i].kinds)) {
            return rows[i].treatment;
        }
    }
    return GOES;
}

static void name_free(char *kind)
{
    static const char name[] = {'f', 'r', 'e', 'e'};
    memcpy(kind, name, sizeof name);
}

/* id(2 or 4) protection(2) kind(4), and names. An item that goes is of no kind
 * that programs know. */
static bool copy_item(const struct box_file *file, str infe)
{
    size_t id = version(infe) > 2 ? 4 : 2;
    size_t kind = 4 + id + 2;
    bool kept = is_kept(file, number_at(infe, 4, id));
    copy(file, kept ? infe : str_sub(infe, 0, kind));
    if (!kept && infe.n >= kind + 4) {
        name_free(place_in_copy(file, infe) + kind);
    }
    return true;
}

static bool copy_references(const struct box_file *file, str iref)
{
    struct image_part box;
    copy(file, str_sub(iref, 0, 4));
    for (size_t at = 4; image_box_next(iref, &at, &box);) {
        copy(file, box.whole);
        if (!is_kept(file, number_at(box.data, 0, version(iref) ? 4 : 2))) {
            name_free(place_in_copy(file, box.whole) + 4);
        }
    }
    return true;
}

static bool copy_colours(const struct box_file *file, str data)
{
    struct arena work = {0};
    str profile = profile_in(data);
    if (!profile.n) {
        return copy(file, data);
    }
    str clean = icc_clean(profile, &work);
    bool fits = clean.n && clean.n == profile.n;
    if (fits) {
        copy(file, str_sub(data, 0, 4));
        memcpy(place_in_copy(file, profile), clean.p, clean.n);
    }
    arena_free(&work);
    return fits;
}

static size_t copy_boxes(const struct box_file *file, str boxes, int deep);

static bool copy_holder(const struct box_file *file, str data, size_t head,
                        int deep)
{
    enum { DEEPEST = 8 };
    if (deep == DEEPEST) {
        return false;
    }
    copy(file, str_sub(data, 0, head));
    copy_boxes(file, str_from_offset(data, head), deep + 1);
    return true;
}

/* Returns false if the box goes. */
static bool copy_box(const struct box_file *file, const struct image_part *box,
                     int deep)
{
    enum { NAME = 24, TIMES = 4 };
    str data = box->data;
    size_t wide = version(data) ? 8 : 4; /* a time */
    switch (treatment_of(box->kind)) {
    case GOES: break;
    case WHOLE: return copy(file, data);
    case HEAD: return copy(file, str_sub(data, 0, NAME));
    case DATED:
        copy(file, str_sub(data, 0, TIMES));
        return copy(file, str_from_offset(data, TIMES + 2 * wide));
    case HOLDER: return copy_holder(file, data, 0, deep);
    case META: /* in a track it is notes */
        return !deep && copy_holder(file, data, 4, deep);
    case ITEM_LIST: return copy_holder(file, data, version(data) ? 8 : 6, deep);
    case ITEM: return copy_item(file, data);
    case REFERENCES: return copy_references(file, data);
    case BYTES: return true; /* copied before */
    case COLOURS: return copy_colours(file, data);
    case AUXILIARY: return is_opacity(data) && copy(file, data);
    case CREDIT: return put_credit(file, str_eq(box->kind, STR("Exif")), data);
    }
    return false;
}

/* Returns the end of the last box that stays. */
static size_t copy_boxes(const struct box_file *file, str boxes, int deep)
{
    struct image_part box;
    size_t end = 0;
    for (size_t at = 0; image_box_next(boxes, &at, &box);) {
        copy(file, str_sub(box.whole, 0, box.whole.n - box.data.n));
        if (copy_box(file, &box, deep)) {
            end = at;
        } else {
            name_free(place_in_copy(file, box.whole) + 4);
        }
    }
    return end;
}

static struct box_file *open_boxes(str bytes, struct arena *arena)
{
    struct box_file *file = arena_zalloc(arena, 1, sizeof *file);
    str meta = str_from_offset(image_box_find(bytes, STR("meta")).data, 4);
    file->bytes = bytes;
    file->idat = image_box_find(meta, STR("idat")).data;
    file->iinf = image_box_find(meta, STR("iinf")).data;
    file->iloc = image_box_find(meta, STR("iloc")).data;
    file->iref = image_box_find(meta, STR("iref")).data;
    find_alpha(file, image_box_find(meta, STR("iprp")).data);
    choose_items(file, image_box_find(meta, STR("pitm")).data);
    return file;
}

/* The largest size counts: thumbnails and parts of a grid have theirs, too. */
static void read_properties(const struct box_file *file,
                            struct image_notes *notes)
{
    struct image_part box;
    bool turned = false;
    for (size_t at = 0; image_box_next(file->ipco, &at, &box);) {
        struct image_size size = image_part_size(&box);
        if (size.width && size.width >= notes->header.width) {
            notes->header.width = size.width;
            notes->header.height = size.height;
        } else if (str_eq(box.kind, STR("irot"))) {
            turned = byte_at(box.data, 0) & 1;
        } else if (!notes->profile.n && str_eq(box.kind, STR("colr"))) {
            notes->profile = profile_in(box.data);
        }
    }
    if (turned) {
        image_header_turn(&notes->header);
    }
}

void notes_from_boxes(struct image_notes *notes, str bytes, struct arena *arena)
{
    struct image_part box;
    const struct box_file *file = open_boxes(bytes, arena);
    notes_from_exif_item(notes, bytes_of(file, find_note(file, true)));
    notes_from_xmp(notes, bytes_of(file, find_note(file, false)), arena);
    for (size_t at = 0; image_box_next(bytes, &at, &box);) {
        if (str_eq(box.kind, STR("Exif"))) {
            notes_from_exif_item(notes, box.data);
        } else if (str_eq(box.kind, STR("xml "))) {
            notes_from_xmp(notes, box.data, arena);
        }
    }
    read_properties(file, notes);
    notes->header.moves =
        str_is_word_of(str_sub(bytes, 8, 4), STR("avis hevc hevx msf1"));
}

/* The frames of a moving picture are anywhere in "mdat". */
static void copy_frames(const struct box_file *file)
{
    struct image_part box;
    bool moves = image_box_find(file->bytes, STR("moov")).whole.n > 0;
    for (size_t at = 0; moves && image_box_next(file->bytes, &at, &box);) {
        if (str_eq(box.kind, STR("mdat"))) {
            copy(file, box.data);
        }
    }
}

str clean_boxes(str bytes, const struct image_extras *extras,
                struct arena *arena)
{
    struct box_file *file = open_boxes(bytes, arena);
    file->extras = extras;
    file->copy = arena_zalloc(arena, bytes.n, 1);
    copy_frames(file);
    copy_items(file, false);
    copy_items(file, true);
    keep_credit(file);
    return (str){file->copy, copy_boxes(file, bytes, 0)};
}
