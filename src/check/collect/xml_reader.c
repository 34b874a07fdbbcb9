/* SPDX-License-Identifier: MIT */
/* expat reads, and says where it stopped. Why is put into words here: its own
 * are "not well-formed (invalid token)" for most mistakes. */
#include "check/collect/xml_reader.h"

#include <expat.h>
#include <limits.h>

#include "base/memory/arena.h"
#include "base/utf8.h"
#include "text/xml_chars.h"

/* Between a namespace and a name; no address holds a line break. */
enum { SEPARATOR = '\n' };

struct xml_reader {
    str text;
    const struct xml_handlers *handlers;
    void *context;
    XML_Parser parser;
    size_t depth; /* of open elements */
    str open[XML_DEPTH];
    enum xml_status status;
    struct xml_problem *problem;
};

/* --- slices of the document --- */

/* The tag or the piece of text that the parser reads. */
static str current_slice(const struct xml_reader *reader)
{
    XML_Index at = XML_GetCurrentByteIndex(reader->parser);
    int n = XML_GetCurrentByteCount(reader->parser);
    return str_sub(reader->text, at > 0 ? (size_t)at : 0, (size_t)n);
}

static size_t slice_offset(const struct xml_reader *reader, str slice)
{
    return (size_t)(slice.p - reader->text.p);
}

static bool ends_name(char c)
{
    return is_space(c) || c == '=' || c == '/' || c == '>' || c == '<' ||
           c == '"' || c == '\'' || c == '[';
}

/* The name at the start of s, with its prefix. */
static str name_at_start(str s)
{
    size_t n = 0;
    while (n < s.n && !ends_name(s.p[n])) {
        n++;
    }
    return str_sub(s, 0, n);
}

static str skip_space(str s, size_t off)
{
    return str_from_offset(s, str_skip_spaces(s, off));
}

static size_t find_last(str s, str needle)
{
    for (size_t at = s.n; at-- > 0;) {
        if (str_starts(str_from_offset(s, at), needle)) {
            return at;
        }
    }
    return STR_NONE;
}

/* The value in a tag that expat has accepted. */
static str attr_slice(str tag, str name)
{
    str rest = str_from_offset(tag, 1);
    rest = skip_space(rest, name_at_start(rest).n);
    while (rest.n && rest.p[0] != '>' && rest.p[0] != '/') {
        str found = name_at_start(rest);
        rest = skip_space(rest, found.n);
        rest = skip_space(rest, 1); /* = */
        char quote = rest.n ? rest.p[0] : '"';
        rest = str_from_offset(rest, 1);
        size_t end = str_find_char(rest, quote);
        if (end == STR_NONE) {
            break;
        }
        if (str_eq(found, name)) {
            return str_sub(rest, 0, end);
        }
        rest = skip_space(rest, end + 1);
    }
    return (str){NULL, 0};
}

struct xml_text xml_attr(const struct xml_element *element, const char *name)
{
    for (const char *const *attr = element->attrs; *attr; attr += 2) {
        if (strcmp(attr[0], name) == 0) {
            return (struct xml_text){str_from(attr[1]),
                                     attr_slice(element->tag, str_from(name))};
        }
    }
    return (struct xml_text){{NULL, 0}, {NULL, 0}};
}

/* --- errors --- */

static const char no_reference[] = "this '&' starts no character: write &amp;";
static const char closes_nothing[] = "this closes no element that is open here";
static const char outside[] = "this is outside of the one element at the top";

/* expat's codes that say enough. */
static const struct {
    enum XML_Error code;
    const char *what;
} words[] = {
    {XML_ERROR_UNCLOSED_TOKEN, "this has no end"},
    {XML_ERROR_SYNTAX, outside},
    {XML_ERROR_JUNK_AFTER_DOC_ELEMENT, outside},
    {XML_ERROR_BAD_CHAR_REF, no_reference},
    {XML_ERROR_DUPLICATE_ATTRIBUTE, "this attribute is there twice"},
    {XML_ERROR_UNBOUND_PREFIX, "a prefix in this tag has no xmlns"},
    {XML_ERROR_MISPLACED_XML_PI, "this is allowed only at the very start"},
};

static struct xml_problem problem_at(const struct xml_reader *reader,
                                     size_t off, size_t n, const char *what)
{
    return (struct xml_problem){.what = what,
                                .at = str_sub(reader->text, off, n)};
}

/* The first reference from here on to an entity that XML does not have. */
static size_t unknown_entity(str text, size_t off)
{
    static const str known[] = {STR_INIT("&#"),     STR_INIT("&amp;"),
                                STR_INIT("&lt;"),   STR_INIT("&gt;"),
                                STR_INIT("&quot;"), STR_INIT("&apos;")};
    for (; off < text.n; off++) {
        bool good = text.p[off] != '&';
        for (size_t i = 0; !good && i < sizeof known / sizeof *known; i++) {
            good = str_starts(str_from_offset(text, off), known[i]);
        }
        if (!good) {
            break;
        }
    }
    return off;
}

/* The '&' of a reference that is broken off at the end of `before`. */
static size_t broken_reference(str before)
{
    size_t at = str_rfind_char(before, '&');
    str name = str_from_offset(before, at == STR_NONE ? before.n : at + 1);
    bool whole = str_find_char(name, ';') != STR_NONE;
    return name_at_start(name).n == name.n && !whole ? at : STR_NONE;
}

/* `start` is the '<' before `off`. */
static struct xml_problem bad_tag(const struct xml_reader *reader, size_t start,
                                  size_t off)
{
    str tag = str_sub(reader->text, start, off - start);
    if (tag.n == 1 || tag.p[1] == '!' || tag.p[1] == '?') {
        bool closes =
            str_starts(str_from_offset(reader->text, start + 1), STR("/"));
        return problem_at(reader, start, 1,
                          closes ? closes_nothing
                                 : "a '<' that starts no tag: write &lt;");
    }
    bool less = str_starts(str_from_offset(reader->text, off), STR("<"));
    return problem_at(reader, off, 1,
                      less ? "a '<' in a tag: write &lt;"
                           : "this has no place in a tag, where attributes are "
                             "written name=\"text\"");
}

/* expat knows no more than the byte with which it can't go on. */
static struct xml_problem invalid_token(const struct xml_reader *reader,
                                        size_t off)
{
    str before = str_sub(reader->text, 0, off);
    size_t end = off;
    if (off < reader->text.n && !xml_is_char(utf8_next(reader->text, &end))) {
        return problem_at(reader, off, end - off,
                          "XML has no place for this character");
    }
    size_t reference = broken_reference(before);
    if (reference != STR_NONE) {
        return problem_at(reader, reference, 1, no_reference);
    }
    if (str_ends(before, STR("]]"))) {
        return problem_at(reader, off - 2, 3, "this ends no CDATA section");
    }
    if (str_ends(before, STR("--"))) {
        return problem_at(reader, off - 2, 2, "a comment can't hold this");
    }
    size_t start = str_rfind_char(before, '<');
    size_t close = str_rfind_char(before, '>');
    bool in_tag = start != STR_NONE && (close == STR_NONE || close < start);
    return in_tag ? bad_tag(reader, start, off)
                  : problem_at(reader, off, 1, outside);
}

static struct xml_problem problem_of(const struct xml_reader *reader)
{
    int code = (int)XML_GetErrorCode(reader->parser);
    str text = reader->text;
    size_t off = slice_offset(reader, current_slice(reader));
    switch (code) {
    case XML_ERROR_NO_MEMORY: arena_out_of_memory();
    case XML_ERROR_NO_ELEMENTS:
        if (reader->depth) {
            str open = reader->open[reader->depth - 1];
            return problem_at(reader, slice_offset(reader, open), open.n,
                              "this element is not closed");
        }
        return problem_at(reader, 0, 0, "there is no element in it");
    case XML_ERROR_INVALID_TOKEN: return invalid_token(reader, off);
    case XML_ERROR_TAG_MISMATCH: {
        size_t end = str_find_char_from(text, off, '>');
        return problem_at(reader, off - 2 /* of "</" */, end + 3 - off,
                          closes_nothing);
    }
    case XML_ERROR_UNDEFINED_ENTITY:
        return problem_at(reader, unknown_entity(text, off), 1, no_reference);
    case XML_ERROR_UNCLOSED_CDATA_SECTION:
        return problem_at(reader, find_last(text, STR("<![CDATA[")), 9,
                          "this has no end");
    default: break;
    }
    const char *what = XML_ErrorString((enum XML_Error)code);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        what = (int)words[i].code == code ? words[i].what : what;
    }
    str name = name_at_start(str_from_offset(text, off));
    return problem_at(reader, off, name.n ? name.n : 1, what);
}

/* --- reading --- */

static void stop_reading(struct xml_reader *reader, enum xml_status status,
                         struct xml_problem problem)
{
    *reader->problem = problem;
    reader->status = status;
    XML_StopParser(reader->parser, XML_FALSE);
}

static struct xml_element element_of(const struct xml_reader *reader,
                                     const char *name)
{
    str whole = str_from(name);
    size_t end = str_find_char(whole, SEPARATOR);
    size_t start = end == STR_NONE ? 0 : end + 1;
    return (struct xml_element){.space = str_sub(whole, 0, start ? end : 0),
                                .name = str_from_offset(whole, start),
                                .depth = reader->depth};
}

static void on_start_tag(void *user, const char *name, const char **attrs)
{
    struct xml_reader *reader = user;
    str tag = current_slice(reader);
    if (reader->depth == XML_DEPTH) {
        stop_reading(reader, XML_BAD,
                     problem_at(reader, slice_offset(reader, tag), 1,
                                "elements are nested too deep"));
        return;
    }
    reader->open[reader->depth++] = name_at_start(str_from_offset(tag, 1));
    struct xml_element element = element_of(reader, name);
    element.tag = tag;
    element.attrs = (const char *const *)attrs;
    reader->handlers->start(reader->context, &element);
}

static void on_end_tag(void *user, const char *name)
{
    struct xml_reader *reader = user;
    if (reader->status == XML_WHOLE) { /* <a/> ends even if it was too deep */
        struct xml_element element = element_of(reader, name);
        reader->handlers->end(reader->context, &element);
        reader->depth--;
    }
}

static void on_text(void *user, const char *p, int n)
{
    struct xml_reader *reader = user;
    reader->handlers->text(
        reader->context,
        (struct xml_text){{p, (size_t)n}, current_slice(reader)});
}

/* Called at what follows the name. */
static void on_doctype(void *user, const char *name, const char *system,
                       const char *public, int subset)
{
    struct xml_reader *reader = user;
    str before =
        str_sub(reader->text, 0, slice_offset(reader, current_slice(reader)));
    size_t start = find_last(before, STR("<!DOCTYPE"));
    struct xml_problem problem =
        problem_at(reader, start, 9, "a document type: some readers refuse it");
    problem.root = name_at_start(skip_space(reader->text, start + 9));
    (void)name;
    (void)system;
    (void)public;
    (void)subset;
    stop_reading(reader, XML_HAS_DOCTYPE, problem);
}

static void read_document(struct xml_reader *reader)
{
    reader->parser = XML_ParserCreateNS("UTF-8", SEPARATOR);
    if (!reader->parser) {
        arena_out_of_memory();
    }
    XML_SetUserData(reader->parser, reader);
    XML_SetElementHandler(reader->parser, on_start_tag, on_end_tag);
    XML_SetCharacterDataHandler(reader->parser, on_text);
    XML_SetStartDoctypeDeclHandler(reader->parser, on_doctype);
    bool good = XML_Parse(reader->parser, reader->text.p, (int)reader->text.n,
                          XML_TRUE) == XML_STATUS_OK;
    if (!good && reader->status == XML_WHOLE) {
        reader->status = XML_BAD;
        *reader->problem = problem_of(reader);
    }
    XML_ParserFree(reader->parser);
}

enum xml_status xml_read(str text, const struct xml_handlers *handlers,
                         void *context, struct xml_problem *problem)
{
    struct xml_reader reader = {.text = text,
                                .handlers = handlers,
                                .context = context,
                                .problem = problem};
    size_t invalid = utf8_invalid(text);
    if (invalid != STR_NONE) {
        *problem = problem_at(&reader, invalid, 1, "this is not UTF-8");
        return XML_BAD;
    }
    if (text.n > INT_MAX) {
        *problem = problem_at(&reader, 0, 0, "it is longer than 2 GiB");
        return XML_BAD;
    }
    read_document(&reader);
    return reader.status;
}
