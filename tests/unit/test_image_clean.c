/* SPDX-License-Identifier: MIT */
/* Files of each kind with a secret wherever their format has room for one: the
 * cleaned file has none, and all else is as it was. */

#include "base/memory/arena.h"
#include "base/memory/buf.h"
#include "images/clean.h"
#include "images/image_parts.h"
#include "tap.h"

static struct arena arena;

#define SECRET "ANN WAS AT HOME"

static str join(str a, str b)
{
    return arena_concat(&arena, a, b);
}

static str number(bool little, size_t bytes, size_t n)
{
    char *p = ARENA_ARRAY(&arena, char, bytes);
    for (size_t i = 0; i < bytes; i++) {
        size_t shift = 8 * (little ? i : bytes - 1 - i);
        p[i] = (char)(n >> shift & 0xFF);
    }
    return (str){p, bytes};
}

static bool has(str text, const char *what)
{
    return str_find(text, str_from(what)) != STR_NONE;
}

/* A TIFF file with an orientation, an author and a secret. */
static str exif(size_t orientation)
{
    str tiff = STR("MM\0*\0\0\0\10\0\3"
                   "\1\x0F\0\2\0\0\0\17\0\0\0\x32"
                   "\1\x12\0\3\0\0\0\1\0");
    tiff = join(tiff, number(false, 1, orientation));
    tiff = join(tiff, STR("\0\0\1\x3B\0\2\0\0\0\4Ann\0\0\0\0\0"));
    return join(tiff, STR(SECRET "\0"));
}

static str xmp(void)
{
    return STR("<x:xmpmeta><rdf:Description exif:GPSLatitude=\"" SECRET
               "\" photoshop:Credit='The &amp; Post'><dc:rights><rdf:Alt>"
               "<rdf:li xml:lang=\"x\">(c) Ann</rdf:li></rdf:Alt></dc:rights>"
               "<xmpRights:WebStatement rdf:resource=\"https://a.example/\"/>"
               "</rdf:Description></x:xmpmeta>");
}

/* --- JPEG --- */

static str segment(const char *kind, str data)
{
    str head = join(STR("\xFF"), str_from(kind));
    return join(join(head, number(false, 2, data.n + 2)), data);
}

#define SCAN "\xFF\xDA\0\3\1ab\xFF\0c\xFF\xD0 d"

static str jpeg(str notes)
{
    str s = join(STR("\xFF\xD8"),
                 segment("\xE0", STR("JFIF\0\1\2\0\0\1\0\1\1\1" SECRET)));
    s = join(join(s, notes), segment("\xC0", STR("frame")));
    s = join(s, segment("\xEE", STR("Adobe\0\0\0\0\0\0\1" SECRET)));
    return join(s, STR(SCAN "\xFF\xFE\0\6hide" SCAN "\xFF\xD9"));
}

static str clean_jpeg_of(str notes)
{
    str s =
        join(STR("\xFF\xD8"), segment("\xE0", STR("JFIF\0\1\2\0\0\1\0\1\0\0")));
    s = join(join(s, notes), segment("\xC0", STR("frame")));
    s = join(s, segment("\xEE", STR("Adobe\0\0\0\0\0\0\1")));
    return join(s, STR(SCAN SCAN "\xFF\xD9"));
}

static void test_jpeg(struct tap *tap)
{
    str notes = segment("\xE1", join(STR("Exif\0\0"), exif(6)));
    notes = join(notes, segment("\xE1", join(STR("http://ns.adobe.com/xap/1.0/"
                                                 "\0"),
                                             xmp())));
    notes = join(notes, segment("\xE2", STR("MPF\0" SECRET)));
    notes = join(notes, segment("\xEB", STR("JP" SECRET)));
    notes = join(notes, segment("\xFE", STR(SECRET)));
    notes = join(notes, segment("\xF0", STR(SECRET))); /* of no picture */
    notes = join(notes, segment("\x02", STR(SECRET)));
    str whole = join(jpeg(notes), STR(SECRET " ftypmp42 \xFF\xD8 a film"));
    str none = image_clean(whole, IMAGE_KEEP_NONE, &arena);
    str way =
        STR("Exif\0\0MM\0*\0\0\0\10\0\1\1\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0");
    CHECK(tap, str_eq(none, clean_jpeg_of(segment("\xE1", way))));
    str credit = image_clean(whole, IMAGE_KEEP_CREDIT, &arena);
    CHECK(tap, !has(credit, SECRET) && !has(credit, "film"));
    CHECK(tap, has(credit, "The &amp; Post") && has(credit, "(c) Ann"));
    CHECK(tap, has(credit, "https://a.example/"));
    CHECK(tap, has(credit, "\1\x3B"));
    CHECK(tap, str_eq(credit, image_clean(credit, IMAGE_KEEP_CREDIT, &arena)));
    CHECK(tap, str_eq(whole, image_clean(whole, IMAGE_KEEP_ALL, &arena)));
    str plain = clean_jpeg_of(STR(""));
    CHECK(tap,
          str_eq(plain, image_clean(jpeg(STR("")), IMAGE_KEEP_CREDIT, &arena)));
}

/* IPTC's texts may be in Latin-1, and have signs that XML has not. Of several
 * creators all stay. */
static void test_credit(struct tap *tap)
{
    str record = STR("\x1C\2\x50\0\x10Jos\xE9 <Smith> & S");
    str iptc = join(STR("Photoshop 3.0\0"
                        "8BIM\4\4\0\0\0\0\0\x15"),
                    record);
    str made =
        image_clean(jpeg(segment("\xED", iptc)), IMAGE_KEEP_CREDIT, &arena);
    CHECK(tap, has(made, "Jos\xC3\xA9 &lt;Smith&gt; &amp; S<"));
    CHECK(tap, str_eq(made, image_clean(made, IMAGE_KEEP_CREDIT, &arena)));
    str creators = STR("<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li>\n<rdf:li/>"
                       "<rdf:li>Ben</rdf:li></rdf:Seq></dc:creator><dc:rights>"
                       "<rdf:Alt><rdf:li>A</rdf:li><rdf:li>B</rdf:li></rdf:Alt>"
                       "</dc:rights>");
    made = image_clean(join(STR("<?xpacket?>"), creators), IMAGE_KEEP_CREDIT,
                       &arena);
    CHECK(tap,
          has(made, ">Ann; Ben<") && has(made, ">A<") && !has(made, ">B<"));
}

/* --- chunks --- */

/* Checksums of chunks are not looked at, and stay. */
static str png_chunk(const char *kind, str data)
{
    return join(join(number(false, 4, data.n), str_from(kind)),
                join(data, STR("crc!")));
}

static void test_png(struct tap *tap)
{
    str head = join(STR("\x89PNG\r\n\x1a\n"), png_chunk("IHDR", STR("13")));
    str pixels = png_chunk("IDAT", STR("pixels"));
    str end = png_chunk("IEND", STR(""));
    str s = join(head, png_chunk("eXIf", exif(1)));
    s = join(s, png_chunk("tEXt", STR("Comment\0" SECRET)));
    s = join(s, png_chunk("tEXt", STR("Copyright\0(c) Ann, 2026, Jos\xE9")));
    s = join(s, png_chunk("iTXt", STR("XML:com.adobe.xmp\0\0\0\0\0" SECRET)));
    s = join(s, png_chunk("zTXt", STR(SECRET)));
    s = join(s, png_chunk("tIME", STR(SECRET)));
    s = join(s, png_chunk("pHYs", STR("123456789")));
    s = join(join(s, pixels), png_chunk("vpAg", STR(SECRET)));
    s = join(join(s, end), STR(SECRET));
    str want = join(join(head, png_chunk("pHYs", STR("123456789"))),
                    join(pixels, end));
    CHECK(tap, str_eq(want, image_clean(s, IMAGE_KEEP_NONE, &arena)));
    str credit = image_clean(s, IMAGE_KEEP_CREDIT, &arena);
    CHECK(tap,
          !has(credit, SECRET) && has(credit, "(c) Ann, 2026, Jos\xC3\xA9"));
    CHECK(tap, str_eq(credit, image_clean(credit, IMAGE_KEEP_CREDIT, &arena)));
    /* Browsers do not turn it by an Exif after the pixels. */
    str late = join(join(head, pixels), join(png_chunk("eXIf", exif(6)), end));
    CHECK(tap, str_eq(join(join(head, pixels), end),
                      image_clean(late, IMAGE_KEEP_NONE, &arena)));
}

static str webp_chunk(const char *kind, str data)
{
    return join(join(str_from(kind), number(true, 4, data.n)),
                join(data, str_sub(STR("\0"), 0, data.n % 2)));
}

static str webp(str chunks)
{
    return join(join(STR("RIFF"), number(true, 4, chunks.n + 4)),
                join(STR("WEBP"), chunks));
}

static void test_webp(struct tap *tap)
{
    str head = webp_chunk("VP8X", STR("\x1E\0\0\0123456"));
    str plain = webp_chunk("VP8X", STR("\x12\0\0\0123456"));
    str clean = join(STR("0123456789abcdef"), webp_chunk("VP8 ", STR("abc")));
    str frame = join(clean, webp_chunk("note", STR(SECRET)));
    str s = join(head, webp_chunk("ANMF", frame));
    s = join(s, webp_chunk("EXIF", exif(1)));
    s = join(s, webp_chunk("XMP ", STR("<x>" SECRET)));
    s = join(webp(join(s, webp_chunk("C2PA", STR(SECRET)))), STR(SECRET));
    CHECK(tap, str_eq(webp(join(plain, webp_chunk("ANMF", clean))),
                      image_clean(s, IMAGE_KEEP_NONE, &arena)));
    str credit = image_clean(s, IMAGE_KEEP_CREDIT, &arena);
    CHECK(tap, has(credit, "EXIF") && !has(credit, SECRET));
    /* A file that is cut off does not become a whole one. */
    str cut = str_sub(s, 0, 40);
    str once = image_clean(cut, IMAGE_KEEP_NONE, &arena);
    CHECK(tap, once.n == 40 && (size_t)(unsigned char)once.p[4] + 8 > once.n);
    CHECK(tap, str_eq(once, image_clean(once, IMAGE_KEEP_NONE, &arena)));
}

static void test_gif(struct tap *tap)
{
    str head = STR("GIF89a\1\0\1\0\x80\0\0colour");
    str loop = STR("!\xFF\13NETSCAPE2.0\3\1\0\0\0");
    str image = STR("!\xF9\4\0\0\0\0\0,\0\0\0\0\1\0\1\0\0\2\2\x44\1\0");
    str s = join(join(head, loop), STR("!\xFE\17" SECRET "\0"));
    s = join(s, STR("!\xFF\13XMP DataXMP\17" SECRET "\0"));
    s = join(join(s, image), STR(";" SECRET));
    CHECK(tap, str_eq(join(join(head, loop), join(image, STR(";"))),
                      image_clean(s, IMAGE_KEEP_CREDIT, &arena)));
    str trailer = STR("\1\xFF\0"); /* the file has no byte that is a length */
    s = join(join(head, STR("!\xFF\13XMP DataXMP")), xmp());
    s = join(join(s, trailer), join(image, STR(";")));
    str credit = image_clean(s, IMAGE_KEEP_CREDIT, &arena);
    CHECK(tap, !has(credit, SECRET) && has(credit, "(c) Ann"));
    CHECK(tap, str_eq(credit, image_clean(credit, IMAGE_KEEP_CREDIT, &arena)));
    CHECK(tap, !has(image_clean(s, IMAGE_KEEP_NONE, &arena), "Ann"));
    str cut = join(join(head, loop), str_sub(image, 0, image.n - 2));
    CHECK(tap, str_eq(cut, image_clean(cut, IMAGE_KEEP_NONE, &arena)));
}

/* --- boxes --- */

static str box(const char *kind, str data)
{
    return join(join(number(false, 4, data.n + 8), str_from(kind)), data);
}

static str item(size_t id, const char *kind)
{
    return box("infe",
               join(join(STR("\2\0\0\0"), number(false, 2, id)),
                    join(STR("\0\0"), join(str_from(kind), STR("\0")))));
}

static str place(size_t id, size_t at, size_t n)
{
    return join(join(number(false, 2, id), STR("\0\0\0\1")),
                join(number(false, 4, at), number(false, 4, n)));
}

#define NOTE join(STR("\0\0\0\0"), exif(1))

/* Items 1 (the picture, with an owner's name as a property), 2 (Exif), 3 (a
 * thumbnail of 1). `start` is the offset of their bytes. */
static str heif(size_t start)
{
    str meta = join(STR("\0\0\0\0"),
                    box("hdlr", STR("\0\0\0\0\0\0\0\0pict\0\0\0\0\0\0\0\0"
                                    "\0\0\0\0" SECRET "\0")));
    meta = join(meta, box("pitm", STR("\0\0\0\0\0\1")));
    meta =
        join(meta, box("iinf", join(join(STR("\0\0\0\0\0\3"), item(1, "av01")),
                                    join(item(2, "Exif"), item(3, "av01")))));
    meta =
        join(meta, box("iloc",
                       join(join(STR("\0\0\0\0\x44\0\0\3"), place(1, start, 6)),
                            join(place(2, start + 6, NOTE.n),
                                 place(3, start + 6 + NOTE.n, 3)))));
    meta =
        join(meta, box("iref", join(STR("\0\0\0\0"),
                                    join(box("cdsc", STR("\0\2\0\1\0\1")),
                                         box("thmb", STR("\0\3\0\1\0\1"))))));
    str ipco = box("ipco", join(box("ispe", STR("\0\0\0\0\0\0\0\1\0\0\0\1")),
                                box("udes", STR("\0\0\0\0en\0" SECRET))));
    str ipma = box("ipma", STR("\0\0\0\0\0\0\0\2\0\1\2\1\2\0\3\1\1"));
    meta = join(meta, box("iprp", join(ipco, ipma)));
    meta = join(meta, box("uuid", STR("0123456789abcdef" SECRET)));
    str s = join(box("ftyp", STR("avif\0\0\0\0avifmif1")), box("meta", meta));
    s = join(s, box("mdat", join(join(STR("pixels"), NOTE), STR("abc"))));
    return join(s, box("free", STR(SECRET)));
}

static void test_heif(struct tap *tap)
{
    size_t at = str_find(heif(0), STR("pixels"));
    str s = heif(at);
    str clean = image_clean(s, IMAGE_KEEP_CREDIT, &arena);
    CHECK(tap, clean.n == s.n - 8 - (sizeof SECRET - 1));
    CHECK(tap, str_starts_at(clean, at, STR("pixels\0\0\0\0MM\0*")));
    CHECK(tap, !has(clean, SECRET) && !has(clean, "abc"));
    CHECK(tap, has(clean, "Ann") && has(clean, "Exif") && has(clean, "cdsc"));
    CHECK(tap, !has(clean, "thmb"));
    str none = image_clean(s, IMAGE_KEEP_NONE, &arena);
    CHECK(tap, none.n == clean.n && !has(none, "Ann") && !has(none, "Exif"));
    CHECK(tap, !has(clean, "udes") && has(clean, "ispe"));
    CHECK(tap, has(clean, "iinf") && has(clean, "av01"));
    CHECK(tap, str_eq(clean, image_clean(clean, IMAGE_KEEP_CREDIT, &arena)));
    str jxl = join(box("JXL ", STR("\r\n\x87\n")), box("jxlc", STR("pixels")));
    CHECK(tap, str_eq(jxl, image_clean(join(jxl, box("Exif", STR(SECRET))),
                                       IMAGE_KEEP_CREDIT, &arena)));
    /* JPEG 2000 */
    str jp2 = join(box("jP  ", STR("\r\n\x87\n")),
                   join(box("jp2h", STR("sides")), box("jp2c", STR("pixels"))));
    CHECK(tap, str_eq(jp2, image_clean(join(jp2, box("uuid", STR(SECRET))),
                                       IMAGE_KEEP_CREDIT, &arena)));
    str room = arena_printf(&arena, "%.*s%600s", STR_ARG(xmp()), "");
    str noted =
        image_clean(join(jxl, join(box("Exif", NOTE), box("xml ", room))),
                    IMAGE_KEEP_CREDIT, &arena);
    CHECK(tap, !has(noted, SECRET) && has(noted, "(c) Ann"));
    CHECK(tap, has(noted, "Exif") && str_starts(noted, jxl));
}

/* Item 2 is the opacity of item 1, which the second of two lists says, and item
 * 3 a gain map, whose mark goes. */
static void test_heif_lists(struct tap *tap)
{
    str meta = join(STR("\0\0\0\0"), box("pitm", STR("\0\0\0\0\0\1")));
    str items = join(join(item(1, "av01"), item(2, "av01")), item(3, "av01"));
    meta = join(meta, box("iinf", join(STR("\0\0\0\0\0\3"), items)));
    meta =
        join(meta, box("iref", join(STR("\0\0\0\0"),
                                    join(box("auxl", STR("\0\2\0\1\0\1")),
                                         box("auxl", STR("\0\3\0\1\0\1"))))));
    str alpha = STR("\0\0\0\0urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0");
    str gain = STR("\0\0\0\0urn:com:apple:photo:2020:aux:hdrgainmap\0");
    str lists = box("ipco", join(box("ispe", STR("\0\0\0\0\0\0\0\1\0\0\0\1")),
                                 join(box("auxC", alpha), box("auxC", gain))));
    lists = join(lists, box("ipma", STR("\0\0\0\0\0\0\0\1\0\1\1\1")));
    lists = join(lists, box("ipma", STR("\0\0\0\1\0\0\0\1\0\2\1\0\2")));
    lists = join(lists, box("ipma", STR("\1\0\0\0\0\0\0\1\0\0\0\3\1\3")));
    str s = join(box("ftyp", STR("avif\0\0\0\0avifmif1")),
                 box("meta", join(meta, box("iprp", lists))));
    str clean = image_clean(s, IMAGE_KEEP_NONE, &arena);
    CHECK(tap, has(clean, "alpha") && clean.n == s.n);
    CHECK(tap, str_find(clean, STR("\0\2\1\0\2")) != STR_NONE);
    CHECK(tap, str_find(clean, STR("auxl\0\2\0\1\0\1")) != STR_NONE);
    CHECK(tap, str_find(clean, STR("auxl\0\3\0\1\0\1")) == STR_NONE);
    CHECK(tap, !has(clean, "hdrgainmap"));
    CHECK(tap, str_eq(clean, image_clean(clean, IMAGE_KEEP_NONE, &arena)));
}

/* A moving picture: its tracks have times, and the names of programs. */
static void test_heif_tracks(struct tap *tap)
{
    str head = join(STR("\0\0\0\0"), str_sub(STR(SECRET), 0, 8));
    str track = box("mdia", join(box("mdhd", join(head, STR("1234"))),
                                 box("hdlr", join(STR("\0\0\0\0\0\0\0\0pict\0\0"
                                                      "\0\0\0\0\0\0\0\0\0\0"),
                                                  STR(SECRET)))));
    str moov = box(
        "moov", join(box("mvhd", join(head, STR("1234"))), box("trak", track)));
    str s = join(box("ftyp", STR("avis\0\0\0\0avis")), moov);
    str clean = image_clean(s, IMAGE_KEEP_NONE, &arena);
    CHECK(tap, clean.n == s.n && !has(clean, SECRET) && !has(clean, "ANN WAS"));
    CHECK(tap, has(clean, "1234") && has(clean, "pict"));
}

/* The number of an item is one more than the largest that is met. */
static void test_heif_numbers(struct tap *tap)
{
    str xmp = STR("<x photoshop:Credit='Ann'/>");
    str place = join(join(STR("\0\1\0\0\0\0\0\0\0\1"), number(false, 4, 999)),
                     number(false, 4, 400));
    str meta = join(STR("\0\0\0\0"),
                    box("iloc", join(STR("\2\0\0\0\x44\0\0\0\0\1"), place)));
    str s = join(box("ftyp", STR("avif\0\0\0\0avifmif1")), box("meta", meta));
    s = join(s,
             box("xml ", arena_printf(&arena, "%.*s%1500s", STR_ARG(xmp), "")));
    str clean = image_clean(s, IMAGE_KEEP_CREDIT, &arena);
    CHECK(tap, clean.n == s.n && has(clean, "Ann"));
}

/* Boxes that end before their heads do. */
static void test_heif_short(struct tap *tap)
{
    static const char *const kinds[] = {"iinf", "iloc", "iref", "iprp", "pitm"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        str meta = join(STR("\0\0\0\0"), box(kinds[i], STR("")));
        str s = join(box("ftyp", STR("avif\0\0\0\0avifmif1")),
                     box("meta", join(meta, box("free", STR(SECRET)))));
        CHECK(tap, !has(image_clean(s, IMAGE_KEEP_CREDIT, &arena), SECRET));
    }
}

/* --- SVG --- */

static void check_svg(struct tap *tap, const char *s, const char *want)
{
    CHECK_STR(tap, image_clean(str_from(s), IMAGE_KEEP_CREDIT, &arena), want);
}

#define SVG "<svg xmlns=\"http://www.w3.org/2000/svg\""

/* Editors of Windows save in UTF-16; 𝄞 has two units there. */
/* Of three tags one is of colours, one is a display's, and one is not there. */
static void test_profile(struct tap *tap)
{
    enum { TAGS = 128, DATA = TAGS + 4 + 3 * 12, SIZE = DATA + 8 };
    char profile[SIZE] = {0};
    set_big(profile, SIZE, 4);
    memcpy(profile + 36, "acsp", 4);
    set_big(profile + TAGS, 3, 4);
    memcpy(profile + TAGS + 4, "rTRC\0\0\0\xA8\0\0\0\4", 12);
    memcpy(profile + TAGS + 16, "mmod\0\0\0\xAC\0\0\0\4", 12);
    memcpy(profile + TAGS + 28, "gTRC\xFF\xFF\xFF\0\0\0\0\4", 12);
    memcpy(profile + DATA, "goodAnn!", 8);
    str clean = icc_clean((str){profile, SIZE}, &arena);
    CHECK(tap, clean.n == SIZE && big32(clean, TAGS) == 1);
    CHECK(tap, str_starts_at(clean, TAGS + 4, STR("rTRC\0\0\0\xA8\0\0\0\4")));
    CHECK(tap, str_starts_at(clean, DATA, STR("good\0\0\0\0")));
    CHECK(tap, !has(clean, "Ann"));
}

/* Texts that the standard asks for are empty, and the date is gone. */
static void test_profile_texts(struct tap *tap)
{
    enum { TAGS = 128, DATA = TAGS + 4 + 2 * 12, SIZE = DATA + 36 };
    char profile[SIZE] = {0};
    set_big(profile, SIZE, 4);
    memcpy(profile + 24, "\7\350\0\5\0\1", 6);
    memcpy(profile + 36, "acsp", 4);
    set_big(profile + TAGS, 2, 4);
    memcpy(profile + TAGS + 4, "desc\0\0\0\x9C\0\0\0\22", 12);
    memcpy(profile + TAGS + 16, "cprt\0\0\0\xAE\0\0\0\22", 12);
    memcpy(profile + DATA, "desc\0\0\0\0\0\0\0\6Ann's", 17);
    memcpy(profile + DATA + 18, "mluc\0\0\0\0\0\0\0\1\0\0\0\14Ann", 18);
    str clean = icc_clean((str){profile, SIZE}, &arena);
    CHECK(tap, clean.n == SIZE && !has(clean, "Ann") && !big32(clean, 24));
    CHECK(tap, str_starts_at(clean, DATA, STR("desc\0\0\0\0\0\0\0\0\0")));
    CHECK(tap, str_starts_at(clean, DATA + 18,
                             STR("mluc\0\0\0\0\0\0\0\0\0\0\0\14\0")));
}

#define GIF "R0lGODlhAQABAAAAACH+A0FubgA7" /* has a comment */
#define CLEAN "R0lGODlhAQABAAAAADs="

static void test_svg_utf16(struct tap *tap)
{
    static const char wide[] = "\0<\0?\0a\0?\0>\0<\0s\0v\0g\0>\0<"
                               "\0!\0-\0-\0A\0n\0n\0-\0-\0>\xD8\x34\xDD\x1E"
                               "\0<\0/\0s\0v\0g\0>";
    const char *want = "<svg>\xF0\x9D\x84\x9E</svg>";
    str big = join(STR("\xFE\xFF"), (str){wide, sizeof wide - 1});
    struct buf little = {0};
    for (size_t i = 0; i < big.n; i += 2) {
        buf_putc(&little, big.p[i + 1]);
        buf_putc(&little, big.p[i]);
    }
    CHECK_STR(tap, image_clean(big, IMAGE_KEEP_CREDIT, &arena), want);
    CHECK_STR(tap,
              image_clean(buf_move(&little, &arena), IMAGE_KEEP_CREDIT, &arena),
              want);
    /* A picture in it. */
    struct buf inner = {0};
    buf_put(&inner, STR("\xFF\xFE"));
    for (const char *c = "<svg a='data:image/gif;base64," GIF "'/>"; *c; c++) {
        buf_putc(&inner, *c);
        buf_putc(&inner, '\0');
    }
    CHECK_STR(tap,
              image_clean(buf_move(&inner, &arena), IMAGE_KEEP_CREDIT, &arena),
              "<svg a=\"data:image/gif;base64," CLEAN "\"/>");
}

static void test_svg(struct tap *tap)
{
    /* A file with nothing to hide keeps its bytes. */
    check_svg(tap,
              "<?xml version='1.0'?>\n" SVG "><path d='M0 0'></path></svg>",
              "<?xml version='1.0'?>\n" SVG "><path d='M0 0'></path></svg>");
    check_svg(tap,
              "<?xml version=\"1.0\"?>\n<!-- Made by Ann -->\n<!DOCTYPE svg "
              "PUBLIC \"x\" \"y\">" SVG
              " xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape'"
              " inkscape:export-filename=\"/home/ann/x.png\" width='3'>"
              "<metadata><a/><b>Ann</b></metadata><inkscape:view>Ann"
              "</inkscape:view><g inkscape:label='Ann' id='a'><!-- Ann --></g>"
              "</svg>",
              SVG " width=\"3\"><g id=\"a\"/></svg>");
    check_svg(tap,
              SVG " xmlns:xlink=\"http://www.w3.org/1999/xlink\"><image "
                  "xlink:href=\"file:///home/ann/x.png\" /><use "
                  "xlink:href=\"#a\"/></svg>",
              SVG " xmlns:xlink=\"http://www.w3.org/1999/xlink\"><image/>"
                  "<use xlink:href=\"#a\"/></svg>");
    /* Rules may count elements. */
    check_svg(tap,
              SVG "><style>:nth-child(2){}</style><metadata>Ann</metadata>"
                  "<g data-name='b'/></svg>",
              SVG "><style>:nth-child(2){}</style><metadata/>"
                  "<g data-name=\"b\"/></svg>");
    /* draw.io's own file, with all of its pages. */
    check_svg(tap, SVG " content='&lt;mxfile agent=\"Ann\"&gt;'><style/></svg>",
              SVG "><style/></svg>");
    check_svg(tap, SVG "><g style='fill:red;-inkscape-x:Ann'/></svg>",
              SVG "><g style=\"fill:red;\"/></svg>");
    check_svg(tap,
              SVG "><text>a &lt; b<![CDATA[<!-- c -->]]></text><!--a--></svg>",
              SVG "><text>a &lt; b&lt;!-- c --&gt;</text></svg>");
    check_svg(tap,
              SVG
              "><a b='&#10;&#13;&#9;&quot;&amp;'>&#13;&#10;</a><!--a--></svg>",
              SVG "><a b=\"&#10;&#13;&#9;&quot;&amp;\">&#13;\n</a></svg>");
    /* A GIF with a comment, in the drawing. */
    check_svg(tap,
              SVG "><style>a{b:url(data:image/gif;base64,"
                  "R0lGODlhAQABAAAAACH+A0FubgA7)}</style></svg>",
              SVG "><style>a{b:url(data:image/gif;base64,"
                  "R0lGODlhAQABAAAAADs=)}</style></svg>");
    check_svg(tap, SVG "><g", SVG "><g");
    /* Its first element says what it is. */
    check_svg(tap, "\xEF\xBB\xBF" SVG "><!-- Ann --></svg>", SVG "/>");
    check_svg(tap,
              "<a:svg xmlns:a='http://www.w3.org/2000/svg'><a:metadata>Ann"
              "</a:metadata></a:svg>",
              "<a:svg xmlns:a=\"http://www.w3.org/2000/svg\"/>");
    check_svg(tap, "<p><svg><!-- Ann --></svg>", "<p><svg><!-- Ann --></svg>");
    check_svg(tap, "<!-- <svg><!-- Ann -->", "<!-- <svg><!-- Ann -->");
    struct buf far = {0};
    buf_put(&far, STR("<!DOCTYPE svg [\n"));
    for (int i = 0; i < 100; i++) {
        buf_printf(&far, "<!ENTITY ns_%d \"http://a.test/%d/\">\n", i, i);
    }
    buf_put(&far, STR("]>" SVG "><!-- Ann --></svg>"));
    str clean = image_clean(buf_str(&far), IMAGE_KEEP_CREDIT, &arena);
    CHECK(tap, !has(clean, "Ann"));
    buf_free(&far);
}

/* Entities become their texts; all else in a document type goes. */
static void test_svg_entities(struct tap *tap)
{
    check_svg(tap,
              "<!DOCTYPE svg [ <!-- Ann ]> --> <!ENTITY red \"#f00\"> <!ENTITY "
              "b \"]<g>&#38;#38;</g>\"> <!ATTLIST svg width CDATA \"3\"> ]>" SVG
              " fill='&red;'>&b;</svg>",
              SVG " fill=\"#f00\" width=\"3\">]<g>&amp;</g></svg>");
    /* Illustrator's. */
    check_svg(tap,
              "<!DOCTYPE svg [<!ENTITY ns_svg \"http://www.w3.org/2000/svg\">"
              "<!ENTITY ns_ai \"http://ns.adobe.com/ai/\">]><svg "
              "xmlns='&ns_svg;' xmlns:i='&ns_ai;' i:layer='Ann'><i:pgf/></svg>",
              SVG "/>");
    check_svg(tap,
              "<?xml version='1.0' encoding='ISO-8859-1'?>" SVG
              "><!--Ann-->\xE9</svg>",
              "<?xml version='1.0' encoding='ISO-8859-1'?>" SVG ">\xE9</svg>");
    check_svg(tap,
              "<?xml version='1.0' encoding='windows-1251'?>" SVG
              " id='\xE9\x80&#233;'><!--Ann-->\xFF</svg>",
              "<?xml version='1.0' encoding='windows-1251'?>" SVG
              " id=\"\xE9\x80&#233;\">\xFF</svg>");
    /* Ten times ten times ...: 10^9 letters. */
    struct buf bomb = {0};
    buf_put(&bomb, STR("<!DOCTYPE svg [<!ENTITY a0 \"lol\">"));
    for (int i = 1; i < 10; i++) {
        buf_printf(&bomb, "<!ENTITY a%d \"", i);
        for (int k = 0; k < 10; k++) {
            buf_printf(&bomb, "&a%d;", i - 1);
        }
        buf_put(&bomb, STR("\">"));
    }
    buf_put(&bomb, STR("]>" SVG ">&a9;</svg>"));
    CHECK(tap, str_eq(buf_str(&bomb),
                      image_clean(buf_str(&bomb), IMAGE_KEEP_CREDIT, &arena)));
    buf_free(&bomb);
}

static void test_svg_paths(struct tap *tap)
{
    check_svg(tap,
              "<?xml-stylesheet href=\"file:///home/ann/x.css\"?>"
              "<?xml-stylesheet href=\"x.css\"?>" SVG "/>",
              "<?xml-stylesheet href=\"x.css\"?>\n" SVG "/>");
    check_svg(tap,
              SVG "><g style='fill:url(file:///home/ann/x.png)' "
                  "fill='url(&quot;file:///home/ann/x.svg#a&quot;) red' "
                  "filter='blur(1px) URL(/home/ann/x.svg)' "
                  "mask='url(#a)'/></svg>",
              SVG "><g style=\"fill:url()\" fill=\"url(&quot;&quot;) red\" "
                  "filter=\"blur(1px) URL()\" mask=\"url(#a)\"/></svg>");
    check_svg(tap,
              SVG "><style>@import \"file:///home/ann/x.css\"; /* Ann's /home "
                  "*/ a/* Ann */b{c:url(  /home/ann/x.png );-inkscape-d:e;"
                  "f:'/*'}</style></svg>",
              SVG "><style>@import &quot;&quot;; /**/ a/**/b{c:url();"
                  "f:'/*'}</style></svg>");
    check_svg(tap,
              SVG "><desc>Made of C:\\Ann\\x.svg</desc><title>https://a.test"
                  "/home/</title><text>/home/ann</text></svg>",
              SVG "><desc/><title>https://a.test/home/</title>"
                  "<text>/home/ann</text></svg>");
    /* A link may be one of the site, and so may a file in no user's folder. */
    check_svg(tap,
              SVG
              "><a href='/home/'/><a href='file:///home/ann/'/><image "
              "href='/home/ann/x.png'/><image href='/home/logo.png'/></svg>",
              SVG "><a href=\"/home/\"/><a/><image/>"
                  "<image href=\"/home/logo.png\"/></svg>");
    /* Strings that are no addresses. */
    check_svg(tap,
              SVG "><style>[id='/home/a/b']{content:'/home/a/b'}"
                  "a:not([b='/home/a/b']){c:image-set(url('x') 1x,"
                  "'/home/a/b' 2x)}@import '/home/a/b'</style></svg>",
              SVG "><style>[id='/home/a/b']{content:'/home/a/b'}"
                  "a:not([b='/home/a/b']){c:image-set(url('x') 1x,"
                  "'' 2x)}@import ''</style></svg>");
    check_svg(tap,
              SVG "><g style=\"-inkscape-a:'b;}c';fill:red\"/>"
                  "<g style='-inkscape-a:url(b;c) d/*;*/;e:f'/>"
                  "<style>a{-inkscape-b:'}'}</style></svg>",
              SVG "><g style=\"fill:red\"/><g style=\"e:f\"/>"
                  "<style>a{}</style></svg>");
}

/* --- pictures in addresses --- */

static void check_text(struct tap *tap, const char *s, const char *want)
{
    CHECK_STR(
        tap,
        clean_data_urls(str_from(s), IMAGE_KEEP_CREDIT, IMAGE_DEEPEST, &arena),
        want);
}

static void test_drawn_urls(struct tap *tap)
{
    /* A drawing as it is, up to the quote that began it. */
    static const char *const drawn[][2] = {
        {"url(\"", "\")"},
        {"src='", "'"},
        {"{\"a\": \"b=\\\"", "\\\" c\"}"},
        {"style=\"a:url(&quot;", "&quot;)\""},
        {"srcset=\"", " 2x, b\""}};
    static const char *const drawings[] = {
        "<svg a=`b`> <!--Ann--><g/> </svg>",
        "%3Csvg a=`b`%3E%20<!--Ann--%3E<g/> %3c/svg>",
        "&lt;svg a=`b`&gt; &#60;!--Ann--><g/> &lt;/svg>"};
    for (size_t i = 0; i < 4 * 3; i++) {
        const char *const *around = drawn[i / 3];
        struct buf in = {0};
        struct buf want = {0};
        buf_printf(&in, "%sdata:image/svg+xml,", around[0]);
        for (const char *c = drawings[i % 3]; *c; c++) {
            buf_putc(&in, *c != '`' ? *c : i / 3 == 1 ? '"' : '\'');
        }
        buf_put(&in, str_from(around[1]));
        buf_printf(&want,
                   "%sdata:image/svg+xml,%%3Csvg a=%%22b%%22%%3E %%3Cg/%%3E "
                   "%%3C/svg%%3E%s",
                   around[0], around[1]);
        check_text(tap, buf_move(&in, &arena).p, buf_move(&want, &arena).p);
    }
    check_text(tap,
               "srcset=\"data:image/svg+xml,%3Csvg%3E%3C!--Ann--%3E%3C/svg%3E "
               "2x, b\"",
               "srcset=\"data:image/svg+xml,%3Csvg/%3E 2x, b\"");
    /* Names that a script replaces. */
    check_text(tap,
               "`data:image/svg+xml,<svg a='${b}' c='%s'><!--Ann--></svg>`",
               "`data:image/svg+xml,%3Csvg a=%22${b}%22 c=%22%s%22/%3E`");
    check_text(tap,
               "`data:image/svg+xml,<svg a='${f(\"b\")}'><!--Ann--></svg>`",
               "`data:image/svg+xml,<svg a='${f(\"b\")}'><!--Ann--></svg>`");
    /* Of tojson. */
    check_text(tap,
               "\"data:image/svg+xml,\\u003csvg\\u003e\\u003c!--Ann--\\u003e"
               "\\u003c/svg\\u003e\"",
               "\"data:image/svg+xml,%3Csvg/%3E\"");
    check_text(tap,
               "(data:image/svg+xml;charset=utf8,%3Csvg%3E%C3%A9%3C!--Ann--%3E"
               "%3C/svg%3E)",
               "(data:image/svg+xml;charset=utf8,%3Csvg%3E%C3%A9%3C/svg%3E)");
}

static void test_data_urls(struct tap *tap)
{
    check_text(tap, "<img src=\"data:image/gif;base64," GIF "\"> a",
               "<img src=\"data:image/gif;base64," CLEAN "\"> a");
    check_text(tap, "a{b:url(data:image/gif;base64," GIF ")}",
               "a{b:url(data:image/gif;base64," CLEAN ")}");
    /* Percent-encoded, in part or all; of JSON and XML. */
    check_text(tap,
               "'data:image/gif,GIF89a%01%00%01%00%00%00%00!%FE%03Ann%00;'",
               "'data:image/gif,GIF89a%01%00%01%00%00%00%00;'");
    /* The word and the scheme in any case, and with blanks. */
    check_text(
        tap, "(DATA:image/gif; BASE64 ," GIF ") \"data:;base64," GIF "\"",
        "(DATA:image/gif; BASE64 ," CLEAN ") \"data:;base64," CLEAN "\"");
    check_text(tap, "(data:image/gif;base64,R0lGODlhAQABAAAAACH%2bA0FubgA7)",
               "(data:image/gif;base64," CLEAN ")");
    check_text(tap,
               "{\"a\":\"data:image\\/gif;base64,R0lGODlhAQABAAAAACH+A0Fub"
               "gA7\"}",
               "{\"a\":\"data:image\\/gif;base64," CLEAN "\"}");
    check_text(
        tap,
        "='data:image/gif;base64,R0lGODlhAQABAAAAACH&#43;A0&#10;\r\n\tFubg"
        "A7'",
        "='data:image/gif;base64," CLEAN "'");
    check_text(tap,
               "\"<img src=\\\"data:image/gif;base64,R0lGODlhAQABAAAAACH+\\n"
               "A0FubgA7\\\">\"",
               "\"<img src=\\\"data:image/gif;base64," CLEAN "\\\">\"");
    /* The text after it stays. */
    check_text(tap, "\"data:image/gif;base64," GIF " 2x, b 3x\"",
               "\"data:image/gif;base64," CLEAN " 2x, b 3x\"");
    check_text(tap, "data:image/gif;base64," GIF "\nand so on, he said",
               "data:image/gif;base64," CLEAN "\nand so on, he said");
    /* A picture in a drawing in a sheet. */
    check_text(tap,
               "url(\"data:image/svg+xml,%3Csvg xmlns='x'/>\") "
               "url(data:image/svg+xml,%3Csvg%3E%3C!--Ann--%3E%3C/svg%3E)",
               "url(\"data:image/svg+xml,%3Csvg xmlns='x'/>\") "
               "url(data:image/svg+xml,%3Csvg/%3E)");
    static const char *const same[] = {
        "data:image/gif;base64," CLEAN, "data:image", "data:image/gif,",
        "data:image/gif;base64,%%%", "data:image/png;base64,AAAA",
        "\"data:image/svg+xml,\\u003csvg><!--a-->\\u00e9</svg>\"",
        "data:image/svg+xml;charset=iso-8859-1,%3Csvg%3E%E9%3C/svg%3E",
        /* &amp; of a sheet belongs to the drawing. */
        "url(\"data:image/svg+xml,<svg a='&lt;'>&amp;</svg>\")",
        "url(\"data:image/svg+xml,<svg><!--a--> b",
        "url(\"data:image/svg+xml,<svg><!--a-->#b</svg>\")",
        "\"data:image/svg+xml,<svg><!--a--> b, said he.\""};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        check_text(tap, same[i], same[i]);
    }
    /* A text between addresses that are not quoted stays. */
    check_text(tap, "data:image/gif;base64," GIF "|data:image/gif;base64," GIF,
               "data:image/gif;base64," CLEAN "|data:image/gif;base64," CLEAN);
    check_text(tap, "'data:image/gif;base64," GIF "\\n  and so on'",
               "'data:image/gif;base64," CLEAN "\\n  and so on'");
    /* No depth is too deep. */
    str deep = STR("<svg/>");
    for (int i = 0; i < 8; i++) {
        struct buf code = {0};
        buf_put(&code, STR("<svg a='data:image/svg+xml,"));
        for (size_t k = 0; k < deep.n; k++) {
            buf_printf(&code, "%%%02x", (unsigned char)deep.p[k]);
        }
        buf_put(&code, STR("'/>"));
        deep = buf_move(&code, &arena);
    }
    CHECK(tap, str_eq(deep, image_clean(deep, IMAGE_KEEP_CREDIT, &arena)));
}

static void test_sidecar(struct tap *tap)
{
    str credit = image_clean(xmp(), IMAGE_KEEP_CREDIT, &arena);
    CHECK(tap, !has(credit, SECRET) && has(credit, "(c) Ann"));
    str none = image_clean(xmp(), IMAGE_KEEP_NONE, &arena);
    CHECK(tap, !has(none, "Ann") && has(none, "<x:xmpmeta"));
}

/* Each file ends somewhere. */
static void test_cut_short(struct tap *tap)
{
    str all[] = {
        jpeg(segment("\xE1", join(STR("Exif\0\0"), exif(6)))), heif(200),
        webp(webp_chunk("VP8X", STR("\x1E\0\0\0123456"))),
        STR("GIF89a\1\0\1\0\x80\0\0colour!\xF9\4\0\0\0\0\0,\0\0\0"),
        STR(SVG "><image href=\"data:image/gif;base64,R0lG\"/></svg>")};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        bool none = true;
        for (size_t n = 0; n < all[i].n; n++) {
            str cut = arena_str(&arena, str_sub(all[i], 0, n));
            none =
                none && !has(image_clean(cut, IMAGE_KEEP_NONE, &arena), SECRET);
        }
        CHECK(tap, none);
    }
}

int main(void)
{
    struct tap tap = {0};
    test_jpeg(&tap);
    test_credit(&tap);
    test_png(&tap);
    test_webp(&tap);
    test_gif(&tap);
    test_heif(&tap);
    test_heif_lists(&tap);
    test_heif_tracks(&tap);
    test_heif_numbers(&tap);
    test_heif_short(&tap);
    test_svg(&tap);
    test_svg_entities(&tap);
    test_svg_paths(&tap);
    test_profile(&tap);
    test_profile_texts(&tap);
    test_svg_utf16(&tap);
    test_data_urls(&tap);
    test_drawn_urls(&tap);
    test_sidecar(&tap);
    test_cut_short(&tap);
    arena_free(&arena);
    return tap_done(&tap);
}
