/* SPDX-License-Identifier: MIT */
/* AVIF, HEIC and JPEG XL: boxes of  length(4) kind(4) data  that hold boxes. */
#include <string.h>

#include "images/clean.h"
#include "images/image_parts.h"

struct box {
    str kind;
    str data;
    str whole;
};

/* Length 1: eight bytes more have it; 0: the box goes to the end. */
static bool next_box(str s, size_t *at, struct box *box)
{
    size_t head = big32(s, *at) == 1 ? 16 : 8;
    size_t length = head == 16
                        ? (size_t)big32(s, *at + 8) << 32 | big32(s, *at + 12)
                        : big32(s, *at);
    length = length ? length : s.n - *at;
    if (*at + head > s.n || length < head) {
        return false;
    }
    box->kind = str_sub(s, *at + 4, 4);
    box->whole = str_sub(s, *at, length);
    box->data = str_from_offset(box->whole, head);
    *at += box->whole.n;
    return true;
}

static struct box find_box(str s, str kind)
{
    struct box box;
    for (size_t at = 0; next_box(s, &at, &box);) {
        if (str_eq(box.kind, kind)) {
            return box;
        }
    }
    return (struct box){.kind = kind};
}

void clean_jxl(str s, struct buf *out)
{
    static const str shown[] = {STR_INIT("JXL "), STR_INIT("ftyp"),
                                STR_INIT("jxlc"), STR_INIT("jxlp"),
                                STR_INIT("jxll"), STR_INIT("jxli")};
    struct box box;
    for (size_t at = 0; next_box(s, &at, &box);) {
        if (str_is_among(box.kind, shown, 6)) {
            buf_put(out, box.whole);
        }
    }
}

/* --- HEIF (ISO 23008-12): "meta" names items, and "iloc" the bytes of each,
 * counted from the start of the file. So the cleaned file has the same places:
 * items that go leave zeros, and "meta" a box "free" at its end. --- */

/* Numbers of items; larger ones are not met. */
enum { ITEMS = 1 << 16 };

struct heif {
    str bytes;
    char *copy;
    str idat; /* some items' bytes, within "meta" */
    str iinf;
    str iloc;
    str iref;
    str ipco;
    str ipma;
    bool kept[ITEMS];
    size_t left; /* bytes to copy yet: extents of a hostile file overlap */
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

/* Walks the entries of "ipma": an item, and its properties by their numbers. */
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
    struct box box;
    size_t at = 0;
    for (size_t i = 1; next_box(heif->ipco, &at, &box); i++) {
        if (i == number) {
            return str_eq(box.kind, STR("auxC")) ? str_from_offset(box.data, 4)
                                                 : (str){0};
        }
    }
    return (str){0};
}

/* Helpers with opacity stay; others are depth and gain maps. */
static bool is_alpha_plane(const struct heif *heif, size_t id)
{
    struct properties p = {.ipma = heif->ipma};
    while (next_properties(&p)) {
        for (size_t i = 0; p.id == id && i < p.list.n; i += p.wide) {
            size_t number = p.wide == 2 ? big16(p.list, i) & 0x7FFF
                                        : byte_at(p.list, i) & 0x7F;
            str kind = property(heif, number);
            if (str_starts(kind, STR("urn:mpeg:mpegB:cicp:systems:auxiliary:"
                                     "alpha")) ||
                str_starts(kind, STR("urn:mpeg:hevc:2015:auxid:1"))) {
                return true;
            }
        }
    }
    return false;
}

/* A box of "iref": from(2 or 4) count(2), to(2 or 4) of each. */
static bool keep_referred(struct heif *heif, const struct box *box, size_t wide)
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
        struct box box;
        any = false;
        for (size_t at = 4; next_box(heif->iref, &at, &box);) {
            any = keep_referred(heif, &box, wide) || any;
        }
    }
}

/* --- the new "meta" --- */

static void put_number(struct buf *out, size_t n, size_t bytes)
{
    while (bytes--) {
        buf_putc(out, (char)(n >> 8 * bytes & 0xFF));
    }
}

static size_t begin_box(struct buf *out, str kind)
{
    size_t start = out->n;
    buf_put(out, STR("\0\0\0\0"));
    buf_put(out, kind);
    return start;
}

static void set_number(struct buf *out, size_t at, size_t n, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        out->p[at + i] = (char)(n >> 8 * (bytes - 1 - i) & 0xFF);
    }
}

static void end_box(struct buf *out, size_t start)
{
    set_number(out, start, out->n - start, 4);
}

static void put_zeros(struct buf *out, size_t n)
{
    buf_reserve(out, n);
    memset(out->p + out->n, 0, n);
    out->n += n;
}

static void put_iinf(struct buf *out, const struct heif *heif)
{
    size_t wide = version(heif->iinf) ? 4 : 2;
    size_t start = begin_box(out, STR("iinf"));
    size_t n = 0;
    struct box box;
    buf_put(out, str_sub(heif->iinf, 0, 4));
    put_number(out, 0, wide);
    for (size_t at = 4 + wide; next_box(heif->iinf, &at, &box);) {
        size_t id = number_at(box.data, 4, version(box.data) > 2 ? 4 : 2);
        if (is_kept(heif, id)) {
            buf_put(out, box.whole);
            n++;
        }
    }
    set_number(out, start + 12, n, wide);
    end_box(out, start);
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
    size_t start = begin_box(out, STR("iloc"));
    size_t n = 0;
    struct places p = {.iloc = heif->iloc};
    buf_put(out, str_sub(heif->iloc, 0, 6));
    put_number(out, 0, wide);
    while (next_place(&p)) {
        if (is_kept(heif, p.id)) {
            buf_put(out, p.whole);
            n++;
        }
    }
    set_number(out, start + 14, n, wide);
    end_box(out, start);
}

static void put_reference(struct buf *out, const struct heif *heif,
                          const struct box *box, size_t wide)
{
    size_t all = number_at(box->data, wide, 2);
    size_t start = begin_box(out, box->kind);
    size_t n = 0;
    buf_put(out, str_sub(box->data, 0, wide));
    put_number(out, 0, 2);
    for (size_t i = 0; i < all && i * wide < box->data.n; i++) {
        size_t to = number_at(box->data, wide + 2 + i * wide, wide);
        if (is_kept(heif, to)) {
            put_number(out, to, wide);
            n++;
        }
    }
    set_number(out, start + 8 + wide, n, 2);
    end_box(out, start);
    out->n = n ? out->n : start;
}

static void put_iref(struct buf *out, const struct heif *heif)
{
    size_t wide = version(heif->iref) ? 4 : 2;
    size_t start = begin_box(out, STR("iref"));
    struct box box;
    buf_put(out, str_sub(heif->iref, 0, 4));
    for (size_t at = 4; next_box(heif->iref, &at, &box);) {
        if (is_kept(heif, number_at(box.data, 0, wide))) {
            put_reference(out, heif, &box, wide);
        }
    }
    end_box(out, start);
    out->n = out->n > start + 12 ? out->n : start;
}

/* Properties are known by their numbers, so one that goes leaves a place. */
static void put_property(struct buf *out, const struct box *box)
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
        size_t start = begin_box(out, box->kind);
        buf_put(out, str_sub(box->data, 0, 4));
        buf_put(out, clean);
        end_box(out, start);
    } else if (!profile &&
               str_is_among(box->kind, shown, sizeof shown / sizeof *shown)) {
        buf_put(out, box->whole);
    } else {
        size_t start = begin_box(out, STR("free"));
        put_zeros(out, box->whole.n - 8);
        end_box(out, start);
    }
    arena_free(&work);
}

static void put_iprp(struct buf *out, const struct heif *heif)
{
    size_t start = begin_box(out, STR("iprp"));
    size_t inner = begin_box(out, STR("ipco"));
    size_t n = 0;
    struct box box;
    for (size_t at = 0; next_box(heif->ipco, &at, &box);) {
        put_property(out, &box);
    }
    end_box(out, inner);
    inner = begin_box(out, STR("ipma"));
    buf_put(out, str_sub(heif->ipma, 0, 4));
    put_number(out, 0, 4);
    for (struct properties p = {.ipma = heif->ipma}; next_properties(&p);) {
        if (is_kept(heif, p.id)) {
            buf_put(out, p.whole);
            n++;
        }
    }
    set_number(out, inner + 12, n, 4);
    end_box(out, inner);
    end_box(out, start);
}

static void put_meta_box(struct buf *out, const struct heif *heif,
                         const struct box *box)
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
        size_t start = begin_box(out, box->kind);
        buf_put(out, (str){heif->copy + (heif->idat.p - heif->bytes.p),
                           heif->idat.n});
        end_box(out, start);
    } else if (str_eq(box->kind, STR("hdlr")) ||
               str_eq(box->kind, STR("pitm")) ||
               str_eq(box->kind, STR("dinf"))) {
        buf_put(out, box->whole);
    }
}

/* The new box has the length of the old one: a box "free" fills it. */
static void put_meta(struct heif *heif, const struct box *meta)
{
    struct buf out = {0};
    struct box box;
    size_t start = begin_box(&out, STR("meta"));
    buf_put(&out, str_sub(meta->data, 0, 4));
    for (size_t at = 4; next_box(meta->data, &at, &box);) {
        put_meta_box(&out, heif, &box);
    }
    size_t head = (size_t)(meta->whole.p - heif->bytes.p);
    if (out.n + 8 <= meta->whole.n) {
        size_t rest = begin_box(&out, STR("free"));
        put_zeros(&out, meta->whole.n - out.n);
        end_box(&out, rest);
    }
    end_box(&out, start);
    if (out.n == meta->whole.n) {
        memcpy(heif->copy + head, out.p, out.n);
    }
    buf_free(&out);
}

/* --- the bytes of items --- */

static void copy_items(struct heif *heif)
{
    struct places p = {.iloc = heif->iloc};
    while (next_place(&p)) {
        size_t step = p.skip + p.offset + p.length;
        for (size_t i = 0; step && is_kept(heif, p.id) && i < p.extents.n;
             i += step) {
            size_t at = p.base + number_at(p.extents, i + p.skip, p.offset);
            size_t n = number_at(p.extents, i + p.skip + p.offset, p.length);
            str bytes = str_sub(p.in_idat ? heif->idat : heif->bytes, at,
                                p.length && n ? n : SIZE_MAX);
            if (bytes.n && bytes.n <= heif->left) {
                memcpy(heif->copy + (bytes.p - heif->bytes.p), bytes.p,
                       bytes.n);
                heif->left -= bytes.n;
            }
        }
    }
}

static void name_free(char *box)
{
    str kind = STR("free");
    memcpy(box + 4, kind.p, kind.n);
}

/* A moving picture: the boxes of its tracks but for notes of their own, which
 * may be in four boxes in one another. */
static void copy_tracks(const struct heif *heif, str boxes, int deep)
{
    static const str holders[] = {STR_INIT("trak"), STR_INIT("mdia"),
                                  STR_INIT("minf"), STR_INIT("stbl")};
    static const str notes[] = {STR_INIT("udta"), STR_INIT("meta"),
                                STR_INIT("uuid"), STR_INIT("free"),
                                STR_INIT("skip")};
    struct box box;
    for (size_t at = 0; next_box(boxes, &at, &box);) {
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
        }
    }
}

/* All but the bytes of items. Returns the end of the last box that stays. */
static size_t copy_boxes(struct heif *heif)
{
    struct box box;
    size_t end = 0;
    bool moves = find_box(heif->bytes, STR("moov")).whole.n > 0;
    for (size_t at = 0; next_box(heif->bytes, &at, &box);) {
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

str clean_heif(str bytes, struct arena *arena)
{
    struct box meta = find_box(bytes, STR("meta"));
    str boxes = str_from_offset(meta.data, 4);
    str iprp = find_box(boxes, STR("iprp")).data;
    struct heif *heif = ARENA_NEW(arena, struct heif);
    *heif = (struct heif){
        .bytes = bytes,
        .copy = arena_zalloc(arena, bytes.n, 1),
        .idat = find_box(boxes, STR("idat")).data,
        .iinf = find_box(boxes, STR("iinf")).data,
        .iloc = find_box(boxes, STR("iloc")).data,
        .iref = find_box(boxes, STR("iref")).data,
        .ipco = find_box(iprp, STR("ipco")).data,
        .ipma = find_box(iprp, STR("ipma")).data,
        .left = 2 * bytes.n,
    };
    choose_items(heif, find_box(boxes, STR("pitm")).data);
    size_t end = copy_boxes(heif);
    copy_items(heif);
    if (meta.whole.n) {
        put_meta(heif, &meta);
    }
    return (str){heif->copy, end};
}
