/* SPDX-License-Identifier: MIT */
/* Documents that are published unchanged: who wrote them, and where. */
#include "images/image.h"

#include "base/memory/buf.h"
#include "files/path.h"
#include "images/clean.h"
#include "images/image_parts.h"

enum { LONGEST = 100 };

/* A text of a PDF: (in brackets), \x for x. Behind FE FF it is UTF-16, whose
 * plain letters have a zero in front. */
static str pdf_text(str s, size_t at, struct arena *arena)
{
    struct buf out = {0};
    at = str_skip_spaces(s, at);
    if (str_at(s, at) != '(') {
        return (str){0};
    }
    for (at++; at < s.n && s.p[at] != ')' && out.n < LONGEST; at++) {
        at += s.p[at] == '\\';
        char c = str_at(s, at);
        if (c && c != '\xFE' && c != '\xFF') {
            buf_putc(&out, c);
        }
    }
    return buf_move(&out, arena);
}

/* Objects that are compressed are not searched. */
static str author_of_pdf(str s, struct arena *arena)
{
    str key = STR("/Author");
    struct image_notes notes = {.orientation = 0};
    for (size_t at = str_find_from(s, 0, key); at < s.n;
         at = str_find_from(s, at, key)) {
        at += key.n;
        str author = str_trim(pdf_text(s, at, arena));
        if (author.n) {
            return author;
        }
    }
    notes_from_xmp(&notes, s);
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
        char behind = str_at(s, end + n);
        if (n && (behind == '/' || behind == '\\')) {
            return str_sub(s, at, end + n - at);
        }
    }
    return (str){0};
}

void document_check(str file, str bytes, struct diags *diags)
{
    str ext = path_ext(file);
    bool pdf = str_starts(bytes, STR("%PDF-"));
    bool zip = str_is_word_of(ext, STR(".docx .xlsx .pptx .odt .ods .odp"));
    if (!pdf && !zip) {
        return;
    }
    str author = pdf ? author_of_pdf(bytes, diags->arena)
                     : author_of_zip(bytes, diags->arena);
    str home = home_in(bytes);
    if (!author.n && !home.n) {
        return;
    }
    struct source *source = ARENA_NEW(diags->arena, struct source);
    source->name = file;
    struct diag *diag = diag_warning(
        diags, span_of(source, 0, 0), "file-author",
        author.n ? "the file says who made it, for everybody to read: %.*s"
                 : "the file names a folder of its author: %.*s",
        STR_ARG(author.n ? author : home));
    diag_hint(diag, pdf ? "take it out: exiftool -all= FILE, then qpdf "
                          "--linearize FILE NEW"
                        : "take it out: clear the properties of the document "
                          "in its program");
    diag_group(diag, author.n ? author : home, STR(""));
}
