/* SPDX-License-Identifier: MIT */
/* HEIF (ISO 23008-12): "meta" names items, and "iloc" the bytes of each,
 * counted from the start of the file. So the cleaned file has the same places:
 * items that go leave zeros, and "meta" a box "free" at its end. */
#include <string.h>

#include "images/clean.h"
#include "images/image_parts.h"

/* Numbers of items; larger ones are not met. */
enum { ITEMS = 1 << 16 };
/* Bytes of "hdlr" before a name, mostly that of a program. */
enum { HANDLER = 24 };

struct heif {
    str bytes;
    char *copy;
    str idat; /* some items' bytes, within "meta" */
    str iinf;
    str iloc;
    str iref;
    str iprp;
    str ipco;
    bool kept[ITEMS];
    bool replaced[ITEMS]; /* kept, with credit alone in them */
};

static bool is_kept(const struct heif *heif, size_t id)
{
    return id < ITEMS && heif->kept[id];
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

/* Walks the entries of an "ipma": an item, and its properties by their numbers.
 * There may be several, with numbers of other sizes. */
struct properties {
    str ipma;
    size_t at;
    size_t id;
    str whole;
    str list;
    size_t wide; /* bytes of a number in `list` */
};

static bool next_properties(struct properties *p)
{
    size_t id = version(p->ipma) < 1 ? 2 : 4;
    size_t start = p->at ? p->at : 8;
    if (start + id + 1 > p->ipma.n) {
        return false;
    }
    p->wide = byte_at(p->ipma, 3) & 1 ? 2 : 1;
    size_t n = byte_at(p->ipma, start + id) * p->wide;
    p->id = number_at(p->ipma, start, id);
    p->list = str_sub(p->ipma, start + id + 1, n);
    p->at = start + id + 1 + n;
    p->whole = str_sub(p->ipma, start, p->at - start);
    return true;
}

static str property(const struct heif *heif, size_t number)
{
    struct image_box box;
    size_t at = 0;
    for (size_t i = 1; image_box_next(heif->ipco, &at, &box); i++) {
        if (i == number) {
            return str_eq(box.kind, STR("auxC")) ? str_from_offset(box.data, 4)
                                                 : (str){0};
        }
    }
    return (str){0};
}

static bool says_alpha(const struct heif *heif, const struct properties *p)
{
    for (size_t i = 0; i < p->list.n; i += p->wide) {
        size_t number = p->wide == 2 ? big16(p->list, i) & 0x7FFF
                                     : byte_at(p->list, i) & 0x7F;
        str kind = property(heif, number);
        if (str_starts(kind, STR("urn:mpeg:mpegB:cicp:systems:auxiliary:"
                                 "alpha")) ||
            str_starts(kind, STR("urn:mpeg:hevc:2015:auxid:1"))) {
            return true;
        }
    }
    return false;
}

/* Helpers with opacity stay; others are depth and gain maps. */
static bool is_alpha_plane(const struct heif *heif, size_t id)
{
    struct image_box box;
    bool alpha = false;
    for (size_t at = 0; image_box_next(heif->iprp, &at, &box);) {
        struct properties p = {.ipma = box.data};
        while (str_eq(box.kind, STR("ipma")) && next_properties(&p)) {
            alpha = alpha || (p.id == id && says_alpha(heif, &p));
        }
    }
    return alpha;
}

/* A box of "iref": from(2 or 4) count(2), to(2 or 4) of each. */
static bool keep_referred(struct heif *heif, const struct image_box *box,
                          size_t wide)
{
    bool any = false;
    size_t from = number_at(box->data, 0, wide);
    size_t n = number_at(box->data, wide, 2);
    bool parts = str_eq(box->kind, STR("dimg")) && is_kept(heif, from);
    bool alpha = str_eq(box->kind, STR("auxl")) && from < ITEMS &&
                 !heif->kept[from] && is_alpha_plane(heif, from);
    for (size_t i = 0; i < n && i * wide < box->data.n; i++) {
        size_t to = number_at(box->data, wide + 2 + i * wide, wide);
        size_t id = parts ? to : from;
        if ((parts || (alpha && is_kept(heif, to))) && id < ITEMS &&
            !heif->kept[id]) {
            heif->kept[id] = true;
            any = true;
        }
    }
    return any;
}

static void choose_items(struct heif *heif, str pitm)
{
    enum { DEEPEST = 8 };
    bool any = true;
    size_t wide = version(heif->iref) ? 4 : 2;
    size_t primary = number_at(pitm, 4, version(pitm) ? 4 : 2);
    if (primary < ITEMS) {
        heif->kept[primary] = true;
    }
    for (int depth = 0; any && depth < DEEPEST; depth++) {
        struct image_box box;
        any = false;
        for (size_t at = 4; image_box_next(heif->iref, &at, &box);) {
            any = keep_referred(heif, &box, wide) || any;
        }
    }
}

/* --- the new "meta" --- */

static void put_zeros(struct buf *out, size_t n)
{
    buf_reserve(out, n);
    memset(out->p + out->n, 0, n);
    out->n += n;
}

/* The first n bytes; zeros where a broken box ends before. */
static void put_head(struct buf *out, str box, size_t n)
{
    str head = str_sub(box, 0, n);
    buf_put(out, head);
    put_zeros(out, n - head.n);
}

static void put_iinf(struct buf *out, const struct heif *heif)
{
    size_t wide = version(heif->iinf) ? 4 : 2;
    size_t start = put_box_start(out, STR("iinf"));
    size_t n = 0;
    struct image_box box;
    put_head(out, heif->iinf, 4);
    put_big(out, 0, wide);
    for (size_t at = 4 + wide; image_box_next(heif->iinf, &at, &box);) {
        size_t id = number_at(box.data, 4, version(box.data) > 2 ? 4 : 2);
        if (is_kept(heif, id)) {
            buf_put(out, box.whole);
            n++;
        }
    }
    set_big(out->p + start + 12, n, wide);
    put_box_end(out, start);
}

/* Walks "iloc". Its head gives the bytes of each number in it. */
struct places {
    str iloc;
    size_t at;
    size_t id;
    str whole;
    bool in_idat;
    size_t base;
    str extents;
    size_t skip; /* bytes of an extent before its offset */
    size_t offset;
    size_t length;
};

static bool next_place(struct places *p)
{
    uint32_t sizes = big16(p->iloc, 4);
    size_t id = version(p->iloc) < 2 ? 2 : 4;
    size_t method = version(p->iloc) ? 2 : 0;
    size_t base = sizes >> 4 & 15;
    size_t start = p->at ? p->at : 6 + id;
    size_t at = start + id + method + 2;
    if (at + base + 2 > p->iloc.n) {
        return false;
    }
    p->offset = sizes >> 12;
    p->length = sizes >> 8 & 15;
    p->skip = version(p->iloc) ? sizes & 15 : 0;
    p->id = number_at(p->iloc, start, id);
    p->in_idat = method && (big16(p->iloc, start + id) & 15) == 1;
    p->base = number_at(p->iloc, at, base);
    size_t n = big16(p->iloc, at + base);
    p->extents =
        str_sub(p->iloc, at + base + 2, n * (p->skip + p->offset + p->length));
    p->at = at + base + 2 + p->extents.n;
    p->whole = str_sub(p->iloc, start, p->at - start);
    return true;
}

static void put_iloc(struct buf *out, const struct heif *heif)
{
    size_t wide = version(heif->iloc) < 2 ? 2 : 4;
    size_t start = put_box_start(out, STR("iloc"));
    size_t n = 0;
    struct places p = {.iloc = heif->iloc};
    put_head(out, heif->iloc, 6);
    put_big(out, 0, wide);
    while (next_place(&p)) {
        if (is_kept(heif, p.id)) {
            buf_put(out, p.whole);
            n++;
        }
    }
    set_big(out->p + start + 14, n, wide);
    put_box_end(out, start);
}

static void put_reference(struct buf *out, const struct heif *heif,
                          const struct image_box *box, size_t wide)
{
    size_t all = number_at(box->data, wide, 2);
    size_t start = put_box_start(out, box->kind);
    size_t n = 0;
    put_head(out, box->data, wide);
    put_big(out, 0, 2);
    for (size_t i = 0; i < all && i * wide < box->data.n; i++) {
        size_t to = number_at(box->data, wide + 2 + i * wide, wide);
        if (is_kept(heif, to)) {
            put_big(out, to, wide);
            n++;
        }
    }
    set_big(out->p + start + 8 + wide, n, 2);
    put_box_end(out, start);
    out->n = n ? out->n : start;
}

static void put_iref(struct buf *out, const struct heif *heif)
{
    size_t wide = version(heif->iref) ? 4 : 2;
    size_t start = put_box_start(out, STR("iref"));
    struct image_box box;
    put_head(out, heif->iref, 4);
    for (size_t at = 4; image_box_next(heif->iref, &at, &box);) {
        if (is_kept(heif, number_at(box.data, 0, wide))) {
            put_reference(out, heif, &box, wide);
        }
    }
    put_box_end(out, start);
    out->n = out->n > start + 12 ? out->n : start;
}

/* Properties are known by their numbers, so one that goes leaves a place. */
static void put_property(struct buf *out, const struct image_box *box)
{
    static const str shown[] = {
        STR_INIT("ispe"), STR_INIT("pixi"), STR_INIT("av1C"), STR_INIT("hvcC"),
        STR_INIT("irot"), STR_INIT("imir"), STR_INIT("clap"), STR_INIT("pasp"),
        STR_INIT("auxC"), STR_INIT("a1op"), STR_INIT("a1lx"), STR_INIT("lsel"),
        STR_INIT("clli"), STR_INIT("mdcv"), STR_INIT("rloc"), STR_INIT("colr"),
    };
    struct arena work = {0};
    bool profile =
        str_eq(box->kind, STR("colr")) && (str_starts(box->data, STR("prof")) ||
                                           str_starts(box->data, STR("rICC")));
    str clean =
        profile ? icc_clean(str_from_offset(box->data, 4), &work) : (str){0};
    if (clean.n && clean.n + 4 == box->data.n) {
        size_t start = put_box_start(out, box->kind);
        buf_put(out, str_sub(box->data, 0, 4));
        buf_put(out, clean);
        put_box_end(out, start);
    } else if (!profile &&
               str_is_among(box->kind, shown, sizeof shown / sizeof *shown)) {
        buf_put(out, box->whole);
    } else {
        size_t start = put_box_start(out, STR("free"));
        put_zeros(out, box->whole.n - 8);
        put_box_end(out, start);
    }
    arena_free(&work);
}

static void put_ipma(struct buf *out, const struct heif *heif, str ipma)
{
    size_t start = put_box_start(out, STR("ipma"));
    size_t n = 0;
    put_head(out, ipma, 4);
    put_big(out, 0, 4);
    for (struct properties p = {.ipma = ipma}; next_properties(&p);) {
        if (is_kept(heif, p.id)) {
            buf_put(out, p.whole);
            n++;
        }
    }
    set_big(out->p + start + 12, n, 4);
    put_box_end(out, start);
}

static void put_iprp(struct buf *out, const struct heif *heif)
{
    size_t start = put_box_start(out, STR("iprp"));
    size_t inner = put_box_start(out, STR("ipco"));
    struct image_box box;
    for (size_t at = 0; image_box_next(heif->ipco, &at, &box);) {
        put_property(out, &box);
    }
    put_box_end(out, inner);
    for (size_t at = 0; image_box_next(heif->iprp, &at, &box);) {
        if (str_eq(box.kind, STR("ipma"))) {
            put_ipma(out, heif, box.data);
        }
    }
    put_box_end(out, start);
}

static void put_meta_box(struct buf *out, const struct heif *heif,
                         const struct image_box *box)
{
    if (str_eq(box->kind, STR("iinf"))) {
        put_iinf(out, heif);
    } else if (str_eq(box->kind, STR("iloc"))) {
        put_iloc(out, heif);
    } else if (str_eq(box->kind, STR("iref"))) {
        put_iref(out, heif);
    } else if (str_eq(box->kind, STR("iprp"))) {
        put_iprp(out, heif);
    } else if (str_eq(box->kind, STR("idat"))) {
        size_t start = put_box_start(out, box->kind);
        buf_put(out, (str){heif->copy + (heif->idat.p - heif->bytes.p),
                           heif->idat.n});
        put_box_end(out, start);
    } else if (str_eq(box->kind, STR("hdlr"))) {
        size_t start = put_box_start(out, box->kind);
        put_head(out, str_sub(box->data, 0, HANDLER), box->data.n);
        put_box_end(out, start);
    } else if (str_eq(box->kind, STR("pitm")) ||
               str_eq(box->kind, STR("dinf"))) {
        buf_put(out, box->whole);
    }
}

/* The new box has the length of the old one: a box "free" fills it. */
static void put_meta(struct heif *heif, const struct image_box *meta)
{
    struct buf out = {0};
    struct image_box box;
    size_t start = put_box_start(&out, STR("meta"));
    put_head(&out, meta->data, 4);
    for (size_t at = 4; image_box_next(meta->data, &at, &box);) {
        put_meta_box(&out, heif, &box);
    }
    size_t head = (size_t)(meta->whole.p - heif->bytes.p);
    if (out.n + 8 <= meta->whole.n) {
        size_t rest = put_box_start(&out, STR("free"));
        put_zeros(&out, meta->whole.n - out.n);
        put_box_end(&out, rest);
    }
    put_box_end(&out, start);
    if (out.n == meta->whole.n) {
        memcpy(heif->copy + head, out.p, out.n);
    }
    buf_free(&out);
}

/* --- the bytes of items --- */

/* The bytes of an item that is in one piece. */
static str bytes_of(const struct heif *heif, size_t id)
{
    struct places p = {.iloc = heif->iloc};
    while (id < ITEMS && next_place(&p)) {
        if (p.id == id && p.extents.n == p.skip + p.offset + p.length) {
            size_t at = p.base + number_at(p.extents, p.skip, p.offset);
            size_t n = number_at(p.extents, p.skip + p.offset, p.length);
            return str_sub(p.in_idat ? heif->idat : heif->bytes, at, n);
        }
    }
    return (str){0};
}

/* The first item of that kind: Exif, or a text of XMP. ITEMS: there is none. */
static size_t find_note(const struct heif *heif, bool exif)
{
    size_t wide = version(heif->iinf) ? 4 : 2;
    struct image_box box;
    for (size_t at = 4 + wide; image_box_next(heif->iinf, &at, &box);) {
        size_t number = version(box.data) > 2 ? 4 : 2;
        size_t id = number_at(box.data, 4, number);
        str kind = str_sub(box.data, 4 + number + 2, 4);
        bool xmp = str_eq(kind, STR("mime")) &&
                   str_find(box.data, STR("application/rdf+xml")) != STR_NONE;
        if (version(box.data) >= 2 && id < ITEMS && !heif->kept[id] &&
            (exif ? str_eq(kind, STR("Exif")) : xmp)) {
            return id;
        }
    }
    return ITEMS;
}

static void take_notes(const struct heif *heif, struct image_notes *notes)
{
    notes_from_exif_item(notes, bytes_of(heif, find_note(heif, true)));
    notes_from_xmp(notes, bytes_of(heif, find_note(heif, false)));
}

/* Puts credit in the place of what it was found among: it is shorter. */
static void keep_credit(struct heif *heif)
{
    struct image_notes notes = {.orientation = 0};
    take_notes(heif, &notes);
    for (int exif = 0; exif < 2; exif++) {
        struct buf credit = {0};
        size_t id = find_note(heif, exif);
        str place = bytes_of(heif, id);
        (exif ? notes_put_exif_item : notes_put_xmp)(&notes, &credit);
        if (credit.n && credit.n <= place.n) {
            char *to = heif->copy + (place.p - heif->bytes.p);
            memset(to, ' ', place.n);
            memcpy(to, credit.p, credit.n);
            heif->kept[id] = heif->replaced[id] = true;
        }
        buf_free(&credit);
    }
}

/* Copies the bytes of the item at `p`, or makes zeros of them. */
static void copy_item(const struct heif *heif, const struct places *p,
                      bool kept, size_t *left)
{
    size_t step = p->skip + p->offset + p->length;
    for (size_t i = 0; step && i < p->extents.n; i += step) {
        size_t at = p->base + number_at(p->extents, i + p->skip, p->offset);
        size_t n = number_at(p->extents, i + p->skip + p->offset, p->length);
        str bytes = str_sub(p->in_idat ? heif->idat : heif->bytes, at,
                            p->length && n ? n : SIZE_MAX);
        if (!bytes.n || bytes.n > *left) {
            continue;
        }
        char *to = heif->copy + (bytes.p - heif->bytes.p);
        *left -= bytes.n;
        if (kept) {
            memcpy(to, bytes.p, bytes.n);
        } else {
            memset(to, 0, bytes.n);
        }
    }
}

/* Items that stay, or all others. */
static void copy_items(struct heif *heif, bool kept)
{
    struct places p = {.iloc = heif->iloc};
    size_t left = 2 * heif->bytes.n; /* extents of a hostile file overlap */
    while (next_place(&p)) {
        bool replaced = p.id < ITEMS && heif->replaced[p.id];
        if (is_kept(heif, p.id) == kept && !replaced) {
            copy_item(heif, &p, kept, &left);
        }
    }
}

static void name_free(char *box)
{
    static const char kind[] = {'f', 'r', 'e', 'e'};
    memcpy(box + 4, kind, sizeof kind);
}

static void blank(struct heif *heif, str part)
{
    if (part.n) {
        memset(heif->copy + (part.p - heif->bytes.p), 0, part.n);
    }
}

/* A moving picture: the boxes of its tracks but for notes of their own, which
 * may be in four boxes in one another. */
static void copy_tracks(struct heif *heif, str boxes, int deep)
{
    static const str holders[] = {STR_INIT("trak"), STR_INIT("mdia"),
                                  STR_INIT("minf"), STR_INIT("stbl")};
    static const str notes[] = {STR_INIT("udta"), STR_INIT("meta"),
                                STR_INIT("uuid"), STR_INIT("free"),
                                STR_INIT("skip")};
    static const str dated[] = {STR_INIT("mvhd"), STR_INIT("tkhd"),
                                STR_INIT("mdhd")};
    struct image_box box;
    for (size_t at = 0; image_box_next(boxes, &at, &box);) {
        size_t head = box.whole.n - box.data.n;
        char *to = heif->copy + (box.whole.p - heif->bytes.p);
        if (str_is_among(box.kind, notes, 5)) {
            memcpy(to, box.whole.p, head);
            name_free(to);
        } else if (deep > 0 && str_is_among(box.kind, holders, 4)) {
            memcpy(to, box.whole.p, head);
            copy_tracks(heif, box.data, deep - 1);
        } else {
            memcpy(to, box.whole.p, box.whole.n);
            if (str_is_among(box.kind, dated, 3)) {
                blank(heif, str_sub(box.data, 4, version(box.data) ? 16 : 8));
            } else if (str_eq(box.kind, STR("hdlr"))) {
                blank(heif, str_from_offset(box.data, HANDLER));
            }
        }
    }
}

/* All but the bytes of items. Returns the end of the last box that stays. */
static size_t copy_boxes(struct heif *heif)
{
    struct image_box box;
    size_t end = 0;
    bool moves = image_box_find(heif->bytes, STR("moov")).whole.n > 0;
    for (size_t at = 0; image_box_next(heif->bytes, &at, &box);) {
        size_t start = (size_t)(box.whole.p - heif->bytes.p);
        size_t head = box.whole.n - box.data.n;
        bool data = str_eq(box.kind, STR("mdat"));
        bool whole = str_eq(box.kind, STR("ftyp")) || (data && moves);
        bool meta = str_eq(box.kind, STR("meta"));
        bool tracks = str_eq(box.kind, STR("moov"));
        memcpy(heif->copy + start, box.whole.p, whole ? box.whole.n : head);
        if (tracks) {
            copy_tracks(heif, box.data, 4);
        } else if (!whole && !data && !meta) {
            name_free(heif->copy + start);
            continue;
        }
        end = at;
    }
    return end;
}

static struct heif *open_heif(str bytes, struct image_box *meta,
                              struct arena *arena)
{
    *meta = image_box_find(bytes, STR("meta"));
    str boxes = str_from_offset(meta->data, 4);
    str iprp = image_box_find(boxes, STR("iprp")).data;
    struct heif *heif = ARENA_NEW(arena, struct heif);
    *heif = (struct heif){
        .bytes = bytes,
        .idat = image_box_find(boxes, STR("idat")).data,
        .iinf = image_box_find(boxes, STR("iinf")).data,
        .iloc = image_box_find(boxes, STR("iloc")).data,
        .iref = image_box_find(boxes, STR("iref")).data,
        .iprp = iprp,
        .ipco = image_box_find(iprp, STR("ipco")).data,
    };
    choose_items(heif, image_box_find(boxes, STR("pitm")).data);
    return heif;
}

void notes_from_heif(struct image_notes *notes, str bytes, struct arena *arena)
{
    struct image_box meta;
    take_notes(open_heif(bytes, &meta, arena), notes);
}

str clean_heif(str bytes, enum image_keep keep, struct arena *arena)
{
    struct image_box meta;
    struct heif *heif = open_heif(bytes, &meta, arena);
    heif->copy = arena_zalloc(arena, bytes.n, 1);
    size_t end = copy_boxes(heif);
    copy_items(heif, false); /* that copied all of a moving picture's data */
    if (keep == IMAGE_KEEP_CREDIT) {
        keep_credit(heif);
    }
    copy_items(heif, true);
    if (meta.whole.n) {
        put_meta(heif, &meta);
    }
    return (str){heif->copy, end};
}
