/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/utf8.h"
#include "images/clean.h"
#include "images/image.h"
#include "images/image_parts.h"
#include "text/html_escape.h"

/* Longer texts are ignored: no name or address is that long. */
enum { LONGEST = 2000 };

static const struct {
    str name;
    str uri;
    const char *list; /* whose first item counts */
} terms[IMAGE_TERMS] = {
    [TERM_CREATOR] = {STR_INIT("dc:creator"),
                      STR_INIT("http://purl.org/dc/elements/1.1/"), "Seq"},
    [TERM_RIGHTS] = {STR_INIT("dc:rights"),
                     STR_INIT("http://purl.org/dc/elements/1.1/"), "Alt"},
    [TERM_CREDIT] = {STR_INIT("photoshop:Credit"),
                     STR_INIT("http://ns.adobe.com/photoshop/1.0/"), NULL},
    [TERM_USAGE] = {STR_INIT("xmpRights:UsageTerms"),
                    STR_INIT("http://ns.adobe.com/xap/1.0/rights/"), "Alt"},
    [TERM_STATEMENT] = {STR_INIT("xmpRights:WebStatement"),
                        STR_INIT("http://ns.adobe.com/xap/1.0/rights/"), NULL},
    [TERM_LICENSOR] = {STR_INIT("plus:LicensorURL"),
                       STR_INIT("http://ns.useplus.org/ldf/xmp/1.0/"), NULL},
    [TERM_LICENSE] = {STR_INIT("cc:license"),
                      STR_INIT("http://creativecommons.org/ns#"), NULL},
};

void notes_take(str *note, str text)
{
    text = str_trim(text);
    bool fits = text.n && text.n <= LONGEST && utf8_invalid(text) == STR_NONE;
    for (size_t i = 0; fits && i < text.n; i++) {
        fits = (unsigned char)text.p[i] >= ' ' || is_space(text.p[i]);
    }
    if (fits && !note->n) {
        *note = text;
    }
}

static void notes_from_exif(struct image_notes *notes, str tiff)
{
    enum { ARTIST = 0x013B, COPYRIGHT = 0x8298 };
    struct image_place place;
    if (!notes->exif.n && image_kind(tiff) == IMAGE_TIFF) {
        notes->exif = tiff;
    }
    notes->place = notes->place || exif_place(tiff, &place);
    if (!notes->orientation) {
        notes->orientation = exif_orientation(tiff);
    }
    notes_take(&notes->artist, exif_text(tiff, ARTIST));
    notes_take(&notes->copyright, exif_text(tiff, COPYRIGHT));
}

/* An Exif item or box begins with the offset of the TIFF file after these four
 * bytes. The way up of a picture is in other boxes. */
void notes_from_exif_item(struct image_notes *notes, str item)
{
    enum { OFFSET = 4 };
    str tiff = str_from_offset(item, OFFSET + (size_t)big32(item, 0));
    notes_from_exif(notes, exif_tiff(tiff));
    notes->orientation = 0;
}

/* --- XMP: a property is an attribute, or an element, with a list in it or
 * rdf:resource="..." --- */

/* The value of name="value" whose '=' is at *at, but for blanks; moves past
 * it. p == NULL: there is none. */
static str xml_value(str s, size_t *at)
{
    size_t start = str_skip_spaces(s, *at);
    char quote = '\0';
    if (str_at(s, start) == '=') {
        start = str_skip_spaces(s, start + 1);
        quote = str_at(s, start);
    }
    if (quote != '"' && quote != '\'') {
        return (str){0};
    }
    size_t end = str_find_char_from(s, start + 1, quote);
    *at = end + 1;
    return end < s.n ? str_sub(s, start + 1, end - start - 1) : (str){0};
}

/* The text of the element whose name ends at `at`: its first that has no tag in
 * it, or all of a list. */
static str text_of_element(str xmp, size_t at, str name, bool list,
                           struct arena *arena)
{
    enum { TAGS = 100 };
    str all = {0};
    for (int tags = 0; tags < TAGS; tags++) {
        size_t end = str_find_char_from(xmp, at, '>');
        str tag = str_sub(xmp, at, end - at);
        size_t resource = str_find(tag, STR("rdf:resource"));
        if (resource != STR_NONE) {
            resource += STR("rdf:resource").n;
            return xml_value(tag, &resource);
        }
        size_t next = str_find_char_from(xmp, end, '<');
        str text = str_trim(str_sub(xmp, end + 1, next - end - 1));
        bool ends = str_at(xmp, next + 1) == '/' &&
                    (!list || str_starts_at(xmp, next + 2, name));
        all = all.n && text.n ? arena_printf(arena, "%.*s; %.*s", STR_ARG(all),
                                             STR_ARG(text))
              : all.n         ? all
                              : text;
        if ((all.n && !list) || ends || next >= xmp.n || all.n > LONGEST) {
            break;
        }
        at = next + 1;
    }
    return all;
}

/* exif:GPSLatitude="36,43.2N", or an element of that name. */
static bool xmp_has_place(str text)
{
    str name = STR("GPSLatitude");
    for (size_t at = str_find(text, name); at != STR_NONE;
         at = str_find(text, name)) {
        text = str_from_offset(text, at + name.n);
        size_t i = str_skip(text, 0, " \t\r\n=>\"'");
        if (i > 0 && i <= 8 && is_digit(str_at(text, i))) {
            return true;
        }
    }
    return false;
}

void notes_from_xmp(struct image_notes *notes, str xmp, struct arena *arena)
{
    notes->place = notes->place || xmp_has_place(xmp);
    for (size_t i = 0; i < IMAGE_TERMS; i++) {
        str name = terms[i].name;
        for (size_t at = str_find_from(xmp, 0, name);
             at < xmp.n && !notes->terms[i].n;
             at = str_find_from(xmp, at, name)) {
            char before = at ? xmp.p[at - 1] : ' ';
            at += name.n;
            size_t value = at;
            bool list = i == TERM_CREATOR;
            str text = before == '<'
                           ? text_of_element(xmp, at, name, list, arena)
                       : is_space(before) ? xml_value(xmp, &value)
                                          : (str){0};
            if (str_find_char(text, '<') == STR_NONE) {
                notes_take(&notes->terms[i], text);
            }
        }
    }
}

/* --- Photoshop: "8BIM" number(2) name length(4) data, name and data up to an
 * even place; number 0x0404 has IPTC's records: 1C record(1) set(1) length(2)
 * data --- */

/* As UTF-8: a text that is none is in Latin-1. */
static str to_utf8(str text, struct arena *arena)
{
    struct buf out = {0};
    if (utf8_invalid(text) == STR_NONE) {
        return text;
    }
    for (size_t i = 0; i < text.n; i++) {
        utf8_put(&out, (unsigned char)text.p[i]);
    }
    return buf_move(&out, arena);
}

static void from_records(struct image_notes *notes, str s, struct arena *arena)
{
    enum { BYLINE = 80, CREDIT = 110, COPYRIGHT = 116 };
    size_t n;
    for (size_t at = 0; byte_at(s, at) == 0x1C; at += 5 + n) {
        n = big16(s, at + 3);
        str text = str_sub(s, at + 5, n);
        uint32_t set = byte_at(s, at + 2);
        size_t term = set == BYLINE      ? TERM_CREATOR
                      : set == CREDIT    ? TERM_CREDIT
                      : set == COPYRIGHT ? TERM_RIGHTS
                                         : IMAGE_TERMS;
        if (byte_at(s, at + 1) == 2 && term < IMAGE_TERMS) {
            struct buf xml = {0};
            html_escape(to_utf8(text, arena), &xml);
            notes_take(&notes->terms[term], buf_move(&xml, arena));
        }
    }
}

static void from_photoshop(struct image_notes *notes, str s,
                           struct arena *arena)
{
    str head = STR("Photoshop 3.0\0");
    s = str_starts(s, head) ? str_from_offset(s, head.n) : (str){0};
    for (size_t at = 0; str_starts_at(s, at, STR("8BIM"));) {
        size_t name = byte_at(s, at + 6) + 1;
        size_t data = at + 6 + name + name % 2;
        size_t n = big32(s, data);
        if (big16(s, at + 4) == 0x0404) {
            from_records(notes, str_sub(s, data + 4, n), arena);
        }
        at = data + 4 + n + n % 2;
    }
}

/* "+36.7201-004.4203/", of ISO 6709: after a length and a language, and in
 * Apple's way elsewhere. Of 3GPP a box, version 0; of Matroska a tag. */
static bool film_has_place(str bytes)
{
    char sign = str_at(bytes, str_find_from(bytes, 0, STR("\xA9xyz")) + 8);
    return sign == '+' || sign == '-' ||
           str_find(bytes, STR("com.apple.quicktime.location.ISO6709")) !=
               STR_NONE ||
           str_find(bytes, STR("LOCATIOND\x87")) != STR_NONE ||
           str_find(bytes, STR("loci\0\0\0\0")) != STR_NONE;
}

/* --- files --- */

struct reading {
    struct image_notes *notes;
    struct buf profile;
    size_t left; /* bytes that texts of a PNG may have when they are unpacked */
    bool pixels; /* the walk came to those of a PNG */
    struct arena *arena;
};

static str unpack(struct reading *reading, str packed)
{
    struct buf plain = {0};
    image_inflate(packed, PACKED_ZLIB_OR_GZIP, reading->left, &plain);
    reading->left -= plain.n;
    return buf_move(&plain, reading->arena);
}

/* tEXt: a key, NUL, text. zTXt: a key, NUL, 0, packed text. iTXt: a key, NUL, 1
 * if it is packed, 0, two more texts that end with NUL, text. */
static void from_png_text(struct reading *reading,
                          const struct image_part *part)
{
    struct image_notes *notes = reading->notes;
    str text = part->data;
    str key = {0};
    str skipped;
    str_split(&text, '\0', &key);
    bool packed = str_eq(part->kind, STR("zTXt"));
    if (packed) {
        text = str_from_offset(text, 1);
    } else if (str_eq(part->kind, STR("iTXt"))) {
        packed = str_at(text, 0) == 1;
        text = str_from_offset(text, 2);
        str_split(&text, '\0', &skipped); /* a language */
        str_split(&text, '\0', &skipped); /* the key in it */
    }
    bool xmp = str_eq(key, STR("XML:com.adobe.xmp"));
    if (xmp) {
        text = packed ? unpack(reading, text) : text;
        notes_from_xmp(notes, text, reading->arena);
    } else if (!packed && str_eq_nocase(key, STR("Author"))) {
        notes_take(&notes->artist, to_utf8(text, reading->arena));
    } else if (!packed && str_eq_nocase(key, STR("Copyright"))) {
        notes_take(&notes->copyright, to_utf8(text, reading->arena));
    }
}

/* Browsers follow Exif before the pixels of a PNG. */
static void from_exif_part(struct reading *reading, str data)
{
    struct image_notes *notes = reading->notes;
    uint32_t before = notes->orientation;
    notes_from_exif(notes, exif_tiff(data));
    if (reading->pixels) {
        notes->orientation = before;
    }
}

static void from_profile_part(struct reading *reading, str kind, str data)
{
    str icc = STR("ICC_PROFILE\0");
    if (str_eq(kind, STR("\xE2")) && str_starts(data, icc)) {
        /* number and count, a byte each, then a part of the profile */
        buf_put(&reading->profile, str_from_offset(data, icc.n + 2));
    } else if (str_eq(kind, STR("ICCP")) && !reading->profile.n) {
        buf_put(&reading->profile, data);
    } else if (str_eq(kind, STR("iCCP")) && !reading->profile.n) {
        /* a name, NUL, 0, the profile compressed */
        str name;
        str_split(&data, '\0', &name);
        buf_put(&reading->profile, unpack(reading, str_from_offset(data, 1)));
    }
}

static void set_size(struct image_header *header, struct image_size size)
{
    header->width = size.width;
    header->height = size.height;
}

static void read_header(struct reading *reading, const struct image_part *part)
{
    enum { MOVES = 2 };
    struct image_header *header = &reading->notes->header;
    if (!header->width) {
        set_size(header, image_part_size(part));
    }
    reading->pixels = reading->pixels || str_eq(part->kind, STR("IDAT"));
    header->moves =
        header->moves ||
        (str_eq(part->kind, STR("acTL")) && !reading->pixels) ||
        (str_eq(part->kind, STR("VP8X")) && (byte_at(part->data, 0) & MOVES));
}

/* A part of a PNG, WebP or JPEG: their kinds have different names. */
static void from_part(struct reading *reading, const struct image_part *part)
{
    struct image_notes *notes = reading->notes;
    str xmp = STR("http://ns.adobe.com/xap/1.0/\0");
    str data = part->data;
    read_header(reading, part);
    from_profile_part(reading, part->kind, data);
    if (str_is_word_of(part->kind, STR("tEXt zTXt iTXt"))) {
        from_png_text(reading, part);
    } else if (str_eq(part->kind, STR("\xE1")) && str_starts(data, xmp)) {
        notes_from_xmp(notes, str_from_offset(data, xmp.n), reading->arena);
    } else if (str_is_word_of(part->kind, STR("eXIf EXIF \xE1"))) {
        from_exif_part(reading, data);
    } else if (str_eq(part->kind, STR("XMP "))) {
        notes_from_xmp(notes, data, reading->arena);
    } else if (str_eq(part->kind, STR("\xED"))) {
        from_photoshop(notes, data, reading->arena);
    }
}

/* The next segment before the pixels. */
static bool jpeg_head_next(str bytes, size_t *off, struct image_part *part)
{
    return image_jpeg_next(bytes, off, part) &&
           byte_at(part->kind, 0) != SEGMENT_SCAN &&
           byte_at(part->kind, 0) != SEGMENT_END;
}

static void from_parts(struct reading *reading, str bytes, size_t at,
                       bool (*next)(str, size_t *, struct image_part *))
{
    struct image_part part;
    while (next(bytes, &at, &part)) {
        from_part(reading, &part);
    }
}

void image_header_turn(struct image_header *header)
{
    uint32_t width = header->width;
    header->width = header->height;
    header->height = width;
}

static void turn_by_exif(struct image_notes *notes)
{
    enum { QUARTER = 5 };
    notes->header.orientation = notes->orientation;
    if (notes->orientation >= QUARTER) {
        image_header_turn(&notes->header);
    }
}

void image_notes_read(str bytes, struct image_notes *notes, struct arena *arena)
{
    enum {
        MOST = 8 << 20,
        PNG_HEAD = 8,
        JPEG_HEAD = 2,
        WEBP_HEAD = 12,
        GIF_SIZE = 10
    };
    struct reading reading = {.notes = notes, .left = MOST, .arena = arena};
    struct image_header *header = &notes->header;
    struct image_size drawing;
    header->kind = image_kind(bytes);
    switch (header->kind) {
    case IMAGE_JPEG:
        from_parts(&reading, bytes, JPEG_HEAD, jpeg_head_next);
        turn_by_exif(notes);
        break;
    case IMAGE_PNG:
        from_parts(&reading, bytes, PNG_HEAD, image_png_next);
        turn_by_exif(notes);
        break;
    case IMAGE_WEBP:
        from_parts(&reading, bytes, WEBP_HEAD, image_webp_next);
        break;
    case IMAGE_AVIF:
    case IMAGE_HEIC:
    case IMAGE_JXL: notes_from_boxes(notes, bytes, arena); break;
    case IMAGE_TIFF:
        notes_from_exif(notes, bytes);
        notes_from_xmp(notes, bytes, arena);
        break;
    case IMAGE_GIF:
        if (bytes.n >= GIF_SIZE) {
            set_size(header, (struct image_size){little16(bytes, 6),
                                                 little16(bytes, 8)});
        }
        header->moves = true;
        notes_from_xmp(notes, bytes, arena);
        break;
    case IMAGE_NONE:
        if (svg_size(bytes, &drawing)) {
            set_size(header, drawing);
            notes_from_xmp(notes, bytes, arena);
        }
        break;
    case IMAGE_FILM: notes->place = film_has_place(bytes); break;
    }
    if (!header->width || !header->height) {
        set_size(header, (struct image_size){0, 0});
    }
    if (reading.profile.n) {
        notes->profile = buf_move(&reading.profile, arena);
    }
}

bool image_header_read(str bytes, struct image_header *header)
{
    struct arena work = {0};
    struct image_notes notes = {.place = false};
    image_notes_read(bytes, &notes, &work);
    *header = notes.header;
    arena_free(&work);
    return header->width > 0;
}

/* --- writing --- */

static void put_entry(struct buf *out, size_t tag, size_t type, size_t count,
                      size_t value)
{
    put_big(out, tag, 2);
    put_big(out, type, 2);
    put_big(out, count, 4);
    put_big(out, value, 4);
}

/* Texts are after the directory. Those of up to four bytes would be in their
 * entries, so they end in more zeros. */
static void put_exif(const struct image_notes *notes, struct buf *out)
{
    enum { HEAD = 8, ENTRY = 12, ASCII = 2, SHORT = 3, LEAST = 5 };
    const struct {
        size_t tag;
        str text;
    } texts[] = {{0x013B, notes->artist}, {0x8298, notes->copyright}};
    size_t n = (size_t)(notes->orientation > 1) + (notes->artist.n > 0) +
               (notes->copyright.n > 0);
    size_t after = HEAD + 2 + ENTRY * n + 4;
    struct buf data = {0};
    if (!n) {
        return;
    }
    buf_put(out, STR("MM\0*\0\0\0\10"));
    put_big(out, n, 2);
    if (notes->orientation > 1) {
        put_entry(out, 0x0112, SHORT, 1, (size_t)notes->orientation << 16);
    }
    for (size_t i = 0; i < 2; i++) {
        str text = texts[i].text;
        size_t length = text.n + 1 < LEAST ? LEAST : text.n + 1;
        if (text.n) {
            put_entry(out, texts[i].tag, ASCII, length, after + data.n);
            buf_put(&data, text);
            put_big(&data, 0, length - text.n);
        }
    }
    put_big(out, 0, 4);
    buf_put(out, buf_str(&data));
    buf_free(&data);
}

static void put_xmp(const struct image_notes *notes, struct buf *out)
{
    str start = STR("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
                    "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-"
                    "syntax-ns#\"><rdf:Description rdf:about=\"\">");
    for (size_t i = 0; i < IMAGE_TERMS; i++) {
        str name = terms[i].name;
        const char *list = terms[i].list;
        str prefix = str_sub(name, 0, str_find_char(name, ':'));
        if (!notes->terms[i].n) {
            continue;
        }
        buf_put(out, out->n ? STR("") : start);
        buf_printf(out, "<%.*s xmlns:%.*s=\"%.*s\">", STR_ARG(name),
                   STR_ARG(prefix), STR_ARG(terms[i].uri));
        if (list) {
            buf_printf(out, "<rdf:%s><rdf:li%s>", list,
                       *list == 'A' ? " xml:lang=\"x-default\"" : "");
        }
        buf_put(out, notes->terms[i]);
        if (list) {
            buf_printf(out, "</rdf:li></rdf:%s>", list);
        }
        buf_printf(out, "</%.*s>", STR_ARG(name));
    }
    if (out->n) {
        buf_put(out, STR("</rdf:Description></rdf:RDF></x:xmpmeta>"));
    }
}

struct image_extras notes_extras(const struct image_notes *notes,
                                 enum image_keep keep, struct arena *arena)
{
    struct image_notes kept = *notes;
    struct buf exif = {0};
    struct buf xmp = {0};
    if (keep == IMAGE_KEEP_NONE) {
        kept = (struct image_notes){.orientation = notes->orientation};
    }
    put_exif(&kept, &exif);
    put_xmp(&kept, &xmp);
    return (struct image_extras){.exif = buf_move(&exif, arena),
                                 .xmp = buf_move(&xmp, arena),
                                 .profile = icc_clean(notes->profile, arena)};
}
