/* SPDX-License-Identifier: MIT */
/* Documents, sounds and films that are published unchanged: who made them, and
 * where. */
#include "images/image.h"

#include "base/memory/buf.h"
#include "base/utf8.h"
#include "files/path.h"
#include "images/clean.h"
#include "images/image_parts.h"

enum {
    LONGEST = 100,
    LONGEST_WIDE = 200, /* in UTF-16 */
    TAGS = 64 << 10,    /* bytes of a sound in which they begin */
};

/* The text without zeros; of UTF-16, if its mark is there, in UTF-8. */
static str letters(str text, struct arena *arena)
{
    struct buf out = {0};
    bool wide = utf16_has_mark(text);
    bool little = byte_at(text, 0) == 0xFF;
    for (size_t i = wide ? 2 : 0; i < text.n && out.n < LONGEST; i++) {
        if (wide) {
            utf8_put(&out, little ? little16(text, i) : big16(text, i));
            i++;
        } else if (text.p[i]) {
            buf_putc(&out, text.p[i]);
        }
    }
    return str_trim(buf_move(&out, arena));
}

/* The byte that a text of a PDF begins with: x, \x, \170, or of <78> 78.
 * Returns its length. */
static size_t pdf_byte(str s, bool hex, char *c)
{
    unsigned digits[3];
    bool escaped = !hex && str_at(s, 0) == '\\';
    for (size_t i = 0; i < 3; i++) {
        digits[i] = digit_value(str_at(s, i + escaped));
    }
    bool octal = escaped && digits[0] < 8;
    *c = hex     ? (char)(digits[0] << 4 | digits[1])
         : octal ? (char)(digits[0] << 6 | digits[1] << 3 | digits[2])
                 : str_at(s, escaped);
    return octal ? 4 : hex || escaped ? 2 : 1;
}

/* A text of a PDF: (in brackets), <in digits>, or 14 0 R, in that object. */
static str pdf_text(str s, size_t at, struct arena *arena)
{
    enum { NUMBERS = 20 };
    struct buf out = {0};
    at = str_skip_spaces(s, at);
    if (is_digit(str_at(s, at))) {
        str numbers = str_sub(s, at, NUMBERS);
        numbers = str_sub(numbers, 0, str_find_char(numbers, 'R'));
        str object = arena_printf(arena, "\n%.*sobj", STR_ARG(numbers));
        at = str_skip_spaces(s, str_find_from(s, 0, object) + object.n);
    }
    bool hex = str_at(s, at) == '<';
    char end = hex ? '>' : ')';
    if (!hex && str_at(s, at) != '(') {
        return (str){0};
    }
    for (at++; at < s.n && s.p[at] != end && out.n < LONGEST_WIDE;) {
        char c;
        at += pdf_byte(str_from_offset(s, at), hex, &c);
        buf_putc(&out, c);
    }
    return letters(buf_move(&out, arena), arena);
}

/* Objects that are compressed are not searched. */
static str author_of_pdf(str s, struct arena *arena)
{
    str key = STR("/Author");
    struct image_notes notes = {.orientation = 0};
    for (size_t at = str_find_from(s, 0, key); at < s.n;
         at = str_find_from(s, at, key)) {
        at += key.n;
        str author = pdf_text(s, at, arena);
        if (author.n) {
            return author;
        }
    }
    notes_from_xmp(&notes, s, arena);
    return notes.terms[TERM_CREATOR];
}

/* --- documents of offices: ZIP, with a part about the document --- */

/* "PK" 3 4, version(2) flags(2) method(2) time(4) check(4) length(4) size(4)
 * name's length(2) extra's length(2) name extra, the part */
static void part_of_zip(str s, str name, struct buf *out)
{
    enum { HEAD = 30, MOST = 64 * 1024, DEFLATED = 8 };
    str mark = STR("PK\3\4");
    for (size_t at = str_find_from(s, 0, mark); at < s.n;
         at = str_find_from(s, at + 4, mark)) {
        size_t start = at + HEAD + little16(s, at + 26);
        if (str_eq(str_sub(s, at + HEAD, start - at - HEAD), name)) {
            str part = str_from_offset(s, start + little16(s, at + 28));
            if (little16(s, at + 8) == DEFLATED) {
                image_inflate(part, PACKED_BARE, out->n + MOST, out);
            } else {
                buf_put(out, str_sub(part, 0, little32(s, at + 18)));
            }
            return;
        }
    }
}

static str element(str xml, str start)
{
    size_t at = str_find(xml, start);
    size_t from = at == STR_NONE ? xml.n : str_find_char_from(xml, at, '>') + 1;
    str text = str_from_offset(xml, from);
    size_t end = str_find_char(text, '<');
    return str_trim(str_sub(text, 0, end < LONGEST ? end : LONGEST));
}

static str author_of_zip(str s, struct arena *arena)
{
    struct buf xml = {0};
    part_of_zip(s, STR("docProps/core.xml"), &xml);
    part_of_zip(s, STR("meta.xml"), &xml);
    str text = buf_move(&xml, arena);
    str author = element(text, STR("<dc:creator"));
    author = author.n ? author : element(text, STR("<cp:lastModifiedBy"));
    return author.n ? author : element(text, STR("<meta:initial-creator"));
}

/* --- sounds and films: the artist, and who keeps the file --- */

/* ID3 in front of MP3:  kind(4) length(4) flags(2) encoding(1) text */
static str author_of_mp3(str s)
{
    static const str kinds[] = {STR_INIT("TPE1"), STR_INIT("TOWN"),
                                STR_INIT("TCOM")};
    str tag = str_sub(s, 0, TAGS);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t at = str_find(tag, kinds[i]);
        if (at != STR_NONE && big32(tag, at + 4)) {
            return str_sub(tag, at + 11, big32(tag, at + 4) - 1);
        }
    }
    return (str){0};
}

/* WAVE:  IART length(4) text. Ogg and FLAC:  length(4) ARTIST=text, in any case
 * of letters. */
static str author_of_sound(str s)
{
    str name = STR("artist=");
    size_t at = str_find_from(s, 0, STR("IART"));
    if (str_starts(s, STR("RIFF"))) {
        return at < s.n ? str_sub(s, at + 8, little32(s, at + 4)) : (str){0};
    }
    str head = str_sub(s, 0, TAGS);
    at = str_find_nocase(head, name);
    size_t whole = at >= 4 && at != STR_NONE ? little32(head, at - 4) : 0;
    return whole > name.n ? str_sub(head, at + name.n, whole - name.n)
                          : (str){0};
}

/* Boxes:  (c)ART  length(4) "data" kind(4) locale(4) text,  or QuickTime's
 * (c)aut  length(2) language(2) text.  Matroska:  length(1), with its first
 * bit, text. */
static str author_of_film(str s)
{
    enum { DATA = 16 };
    static const str kinds[] = {STR_INIT("\251ART"), STR_INIT("\251aut")};
    str tag = STR("ARTISTD\x87");
    size_t text = str_find_from(s, 0, tag) + tag.n;
    if (text < s.n) {
        return str_sub(s, text + 1, byte_at(s, text) & 0x7F);
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t at = str_find_from(s, 0, kinds[i]) + 4;
        if (str_eq(str_sub(s, at + 4, 4), STR("data"))) {
            return str_sub(s, at + DATA, big32(s, at) - DATA);
        }
        if (at < s.n) {
            return str_sub(s, at + 4, big16(s, at));
        }
    }
    return (str){0};
}

static str author_of_medium(str s, struct arena *arena)
{
    return letters(image_kind(s) == IMAGE_FILM ? author_of_film(s)
                   : str_starts(s, STR("ID3")) ? author_of_mp3(s)
                                               : author_of_sound(s),
                   arena);
}

/* --- folders --- */

/* /Users/ann: up to the end of the name. */
static str home_in(str s)
{
    static const str roots[] = {STR_INIT("/Users/"), STR_INIT("/home/"),
                                STR_INIT(":\\Users\\")};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        size_t at = str_find(s, roots[i]);
        size_t end = at == STR_NONE ? 0 : at + roots[i].n;
        size_t n = 0;
        while (n < LONGEST && (is_alnum(str_at(s, end + n)) ||
                               is_any_of(str_at(s, end + n), "._-"))) {
            n++;
        }
        char after = str_at(s, end + n);
        if (n && (after == '/' || after == '\\')) {
            return str_sub(s, at, end + n - at);
        }
    }
    return (str){0};
}

void document_check(str file, str bytes, struct diags *diags)
{
    static const str media =
        STR_INIT(".mp3 .m4a .ogg .oga .opus .flac .wav .mp4 .m4v .mov .3gp "
                 ".webm .mkv .ogv .avi");
    static const char *const cures[] = {
        "take it out: exiftool -all= FILE, then qpdf --linearize FILE NEW",
        "take it out: clear the properties of the document in its program",
        "take it out: ffmpeg -i FILE -map_metadata -1 -c copy NEW",
    };
    str ext = path_ext(file);
    bool pdf = str_starts(bytes, STR("%PDF-"));
    bool zip = str_is_word_of(ext, STR(".docx .xlsx .pptx .odt .ods .odp"));
    bool medium = str_is_word_of(ext, media);
    if (!pdf && !zip && !medium) {
        return;
    }
    str author = pdf   ? author_of_pdf(bytes, diags->arena)
                 : zip ? author_of_zip(bytes, diags->arena)
                       : author_of_medium(bytes, diags->arena);
    str home = home_in(bytes);
    if (!author.n && !home.n) {
        return;
    }
    str found = author.n ? author : home;
    const char *what = author.n
                           ? "the file says who made it, for everybody to read"
                           : "the file names a folder of its author";
    str says = arena_printf(diags->arena, "%s: %.*s", what, STR_ARG(found));
    diag_group(image_warn(file, diags, "file-author", says,
                          cures[medium + (zip || medium)]),
               found, STR(""));
}
