/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/utf8.h"
#include "data/scan.h"
#include "site/frontmatter/frontmatter.h"

/* The place of front matter. Text is published, so all that other generators
 * take for front matter is read, or reported as an error: a draft must not be
 * published for its format. */

str frontmatter_line(str text, size_t at, size_t *next)
{
    size_t end = str_find_char_from(text, at, '\n');
    *next = end < text.n ? end + 1 : text.n;
    return str_sub(text, at, end - at);
}

size_t frontmatter_skip_unseen(str text, size_t at)
{
    for (size_t next = at; at < text.n && text.p[at] & 0x80; at = next) {
        uint32_t c = utf8_next(text, &next);
        bool unseen = c == 0xA0 || c == 0xAD || c == 0x3000 || c == 0xFEFF ||
                      (c >= 0x2000 && c <= 0x200F) || c == 0x202F ||
                      (c >= 0x202A && c <= 0x202E) ||
                      (c >= 0x205F && c <= 0x2069);
        if (!unseen) {
            break;
        }
    }
    return at;
}

/* The line is the mark; blanks and invisible characters may follow. */
static bool is_mark(str line, str mark)
{
    if (!str_starts(line, mark)) {
        return false;
    }
    str rest = str_trim(str_from_offset(line, mark.n));
    return frontmatter_skip_unseen(rest, 0) == rest.n;
}

/* Front matter that ends before `end`. */
static struct frontmatter_place place_at(enum frontmatter_format format,
                                         size_t off, size_t end, size_t body)
{
    return (struct frontmatter_place){true, format, off, end - off, body};
}

/* Hexo also takes four dashes or more. */
static bool is_long_mark(str line)
{
    line = str_trim(line);
    return line.n > 3 && str_skip(line, 0, "-") == line.n;
}

/* Finds the closing line from `at` on; mark: empty for a long one. */
static bool find_close(str text, size_t at, enum frontmatter_format format,
                       str mark, struct frontmatter_place *out)
{
    size_t next;
    for (size_t off = at; at < text.n; at = next) {
        str line = frontmatter_line(text, at, &next);
        bool dots = format == FRONTMATTER_YAML && is_mark(line, STR("..."));
        if (mark.n ? is_mark(line, mark) || dots : is_long_mark(line)) {
            *out = place_at(format, off, at, next);
            return true;
        }
    }
    return false;
}

/* Finds the bracket that closes the one at `at`; brackets in texts are none. */
static size_t object_end(str text, size_t at)
{
    size_t depth = 0;
    bool quoted = false;
    for (; at < text.n; at++) {
        char c = text.p[at];
        if (quoted && c == '\\') {
            at++;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && c == '{') {
            depth++;
        } else if (!quoted && c == '}' && --depth == 0) {
            return at + 1;
        }
    }
    return STR_NONE;
}

/* The body begins on the next line, or right after the bracket. */
static bool find_object(str text, size_t at, struct frontmatter_place *out)
{
    size_t end = object_end(text, at);
    if (end == STR_NONE) {
        return false;
    }
    size_t next;
    str rest = frontmatter_line(text, end, &next);
    *out = place_at(FRONTMATTER_JSON, at, end, str_trim(rest).n ? end : next);
    return true;
}

/* The text begins with a rule: an empty line below the dashes, and then words
 * that are no "name: value". */
static bool is_rule(str text, size_t at)
{
    size_t next;
    str line = str_trim(frontmatter_line(text, at, &next));
    if (line.n || next == text.n) {
        return false;
    }
    while (next < text.n && !line.n) {
        line = str_trim(frontmatter_line(text, next, &next));
    }
    return line.n && str_find_char(line, ':') == STR_NONE &&
           !str_starts(line, STR("-")) && !str_starts(line, STR("{")) &&
           !str_starts(line, STR(".")) && !str_starts(line, STR("#"));
}

static bool unterminated(const struct source *source, size_t at, str line,
                         const char *cure, struct diags *diags)
{
    struct diag *diag =
        diag_error(diags, span_of(source, at, str_trim(line).n),
                   "frontmatter-unterminated",
                   "the front matter that starts here has no end");
    diag_hint(diag, "%s", cure);
    return false;
}

/* Old editors end lines with a CR alone, and others with a line separator of
 * Unicode: the whole file is one line. Returns its length; 0: it is none. */
static size_t other_break(str text)
{
    static const str breaks[] = {STR_INIT("\r"), STR_INIT("\xE2\x80\xA8"),
                                 STR_INIT("\xE2\x80\xA9"),
                                 STR_INIT("\xC2\x85")};
    bool marks = str_starts(text, STR("---")) || str_starts(text, STR("+++"));
    for (size_t i = 0; marks && i < sizeof breaks / sizeof *breaks; i++) {
        if (str_starts_at(text, 3, breaks[i]) &&
            !str_starts_at(text, 3, STR("\r\n"))) {
            return breaks[i].n;
        }
    }
    return 0;
}

static bool has_other_break(const struct source *source, size_t at,
                            struct diags *diags)
{
    size_t n = other_break(str_from_offset(source->text, at));
    if (!n) {
        return false;
    }
    struct diag *diag = diag_error(
        diags, span_of(source, at, 3), "frontmatter-format",
        n == 1 ? "the lines of this file end in a carriage return alone"
               : "the lines of this file end in a line separator of Unicode");
    diag_hint(diag, n == 1 ? "save it with Unix line endings (tr '\\r' '\\n')"
                           : "save it with Unix line endings");
    return true;
}

/* "---toml": a language after the dashes, as Eleventy has them. */
static str named_format(str line)
{
    str name = str_starts(line, STR("---")) ? str_trim(str_from_offset(line, 3))
                                            : (str){NULL, 0};
    return str_is_word_of(name, STR("toml json js json5 cson javascript"))
               ? name
               : (str){NULL, 0};
}

/* "---", or "---yaml" as Eleventy has it. */
static bool opens_yaml(str line)
{
    return is_mark(line, STR("---")) || is_mark(line, STR("---yaml")) ||
           is_mark(line, STR("---yml"));
}

/* Formats that Hugo, Zola, Hexo and Eleventy have beside YAML. Those that crumb
 * does not read are refused: taken as text they would publish drafts. */
enum opening {
    OPENS_NONE,
    OPENS_TOML,    /* +++ */
    OPENS_JSON,    /* { */
    OPENS_NAMED,   /* ---toml or ---json */
    OPENS_FOREIGN, /* ;;; and programs */
};

static bool is_known_name(str name)
{
    return str_is_word_of(
        name, STR("title layout date tags draft categories published"));
}

/* An object whose first name has no quotes, or those of a telephone, is
 * reported by the reader of JSON. */
static bool opens_object(str text)
{
    if (!str_starts(text, STR("{"))) {
        return false;
    }
    str name = str_from_offset(text, str_skip_spaces(text, 1));
    name = str_from_offset(name, str_starts(name, STR("“")) ? strlen("“") : 0);
    size_t n = 0;
    while (n < name.n && is_alpha(name.p[n])) {
        n++;
    }
    str rest = str_from_offset(name, n);
    return str_starts(name, STR("\"")) ||
           (is_known_name(str_sub(name, 0, n)) &&
            (str_starts(rest, STR(":")) || str_starts(rest, STR("”"))));
}

static enum opening opening_at(str text, size_t at, str line)
{
    str name = named_format(line);
    str rest = str_from_offset(text, at);
    if (is_mark(line, STR("+++"))) {
        return OPENS_TOML;
    }
    if (str_eq_nocase(name, STR("toml")) || str_eq_nocase(name, STR("json"))) {
        return OPENS_NAMED;
    }
    if (name.n || is_mark(line, STR(";;;"))) {
        return OPENS_FOREIGN;
    }
    return opens_object(rest) ? OPENS_JSON : OPENS_NONE;
}

static bool refuse_foreign(const struct source *source, size_t at, str line,
                           struct diags *diags)
{
    str name = named_format(line);
    struct diag *diag = diag_error(
        diags, span_of(source, at, str_trim(line).n), "frontmatter-format",
        name.n ? "front matter in this language is not read"
               : "front matter between lines of ;;; is not read");
    if (name.n) {
        diag_hint(diag, "write it as YAML: lines of title: x between two "
                        "lines of ---");
    } else {
        diag_hint(diag, "write { instead of ;;; in front of it, and } after "
                        "it");
    }
    return false;
}

/* Front matter that is not YAML opens at `at`. False: reported. */
static bool find_other(const struct source *source, size_t at,
                       enum opening opening, struct diags *diags,
                       struct frontmatter_place *out)
{
    str text = source->text;
    size_t next;
    str line = frontmatter_line(text, at, &next);
    if (opening == OPENS_JSON) {
        return find_object(text, at, out) ||
               unterminated(source, at, STR("{"),
                            "write } after its last line; a text ends with "
                            "the \" that it begins with",
                            diags);
    }
    if (opening == OPENS_FOREIGN) {
        return refuse_foreign(source, at, line, diags);
    }
    bool named = opening == OPENS_NAMED;
    bool json = named && str_eq_nocase(named_format(line), STR("json"));
    return find_close(text, next, json ? FRONTMATTER_JSON : FRONTMATTER_TOML,
                      named ? STR("---") : STR("+++"), out) ||
           unterminated(source, at, line,
                        named ? "write --- on a line of its own before the text"
                              : "write +++ on a line of its own before the "
                                "text",
                        diags);
}

/* "name: value", as front matter starts. */
static bool is_pair(str line)
{
    size_t n = 0;
    while (n < line.n && (is_alnum(line.p[n]) || line.p[n] == '_' ||
                          line.p[n] == '-' || line.p[n] == '"')) {
        n++;
    }
    str rest = str_from_offset(line, n);
    return n > 0 && (is_mark(rest, STR(":")) || str_starts(rest, STR(": ")) ||
                     str_starts(rest, STR(":\t")));
}

/* After blanks and empty lines, as Hugo takes it: it must have an end and look
 * like front matter, for `---` is also a rule. */
static void find_late(str text, size_t at, struct frontmatter_place *out)
{
    struct frontmatter_place found = *out;
    size_t next;
    str line = frontmatter_line(text, at, &next);
    if (!opens_yaml(line) ||
        !find_close(text, next, FRONTMATTER_YAML, STR("---"), &found)) {
        return;
    }
    if (found.len && is_pair(frontmatter_line(text, found.off, &next))) {
        *out = found;
    }
}

/* A line that only front matter starts with. */
static bool is_known_pair(str line)
{
    return is_pair(line) &&
           is_known_name(str_sub(line, 0, str_find_char(line, ':')));
}

/* The lines before the closing one. */
struct unopened {
    size_t pairs;
    size_t known;
    bool sure; /* the first one is known */
    bool empty;
};

/* Hexo needs no first line of `---`. Markdown has a heading there, so every
 * line must look like YAML, with two names at least, the first one known, or
 * two others; more of both if an empty line is among them. */
static void find_unopened(str text, size_t at, struct frontmatter_place *out)
{
    struct unopened seen = {0};
    size_t start = at;
    while (at < text.n) {
        size_t next;
        str line = frontmatter_line(text, at, &next);
        bool pair = is_pair(line);
        bool empty = str_trim(line).n == 0;
        if (is_mark(line, STR("---"))) {
            if (seen.pairs >= 2 && seen.known >= (seen.sure ? 1 : 2) &&
                (!seen.empty || (seen.pairs > 2 && seen.known >= 2))) {
                *out = place_at(FRONTMATTER_YAML, start, at, next);
            }
            return;
        }
        if (!pair && !empty && !is_space(line.p[0]) && line.p[0] != '-') {
            return;
        }
        seen.pairs += pair;
        seen.known += is_known_pair(line);
        seen.empty = seen.empty || empty;
        seen.sure = seen.sure || (at == start && seen.known > 0);
        if (seen.pairs == 0) {
            return; /* the first line was none */
        }
        at = next;
    }
}

bool frontmatter_begins(str text)
{
    size_t next;
    size_t at = str_skip_spaces(text, frontmatter_skip_unseen(text, 0));
    str line = frontmatter_line(text, at, &next);
    return opens_yaml(line) || is_long_mark(line) || is_known_pair(line) ||
           other_break(line) || frontmatter_is_nikola(text, at) ||
           opening_at(text, at, line) != OPENS_NONE ||
           frontmatter_looks_missed(text);
}

bool frontmatter_opens(str text)
{
    size_t next;
    str line = frontmatter_line(text, frontmatter_skip_unseen(text, 0), &next);
    str second = frontmatter_line(text, next, &next);
    return opens_yaml(line) && (is_pair(second) || opens_yaml(second));
}

bool frontmatter_split(const struct source *source, struct diags *diags,
                       struct frontmatter_place *out)
{
    span all = span_of(source, 0, source->text.n);
    return scan_utf8(all, diags, NULL) && frontmatter_find(source, diags, out);
}

/* Any front matter; not *out->found: there is none. False: reported. */
static bool find_any(const struct source *source, size_t at,
                     struct diags *diags, struct frontmatter_place *out)
{
    str text = source->text;
    size_t next;
    str line = frontmatter_line(text, at, &next);
    size_t late = str_skip_spaces(text, at);
    if (opens_yaml(line) && is_rule(text, next)) {
        return frontmatter_check_missed(source, at, diags);
    }
    if (opens_yaml(line)) {
        return find_close(text, next, FRONTMATTER_YAML, STR("---"), out) ||
               unterminated(source, at, line,
                            "write --- on a line of its own before the text "
                            "(a rule at the start of a post is ***)",
                            diags);
    }
    if (has_other_break(source, at, diags)) {
        return false;
    }
    enum opening opening =
        opening_at(text, late, frontmatter_line(text, late, &next));
    if (opening != OPENS_NONE) {
        return find_other(source, late, opening, diags, out);
    }
    line = frontmatter_line(text, at, &next);
    if (late != at) {
        find_late(text, late, out);
    } else if (is_long_mark(line)) {
        size_t second;
        if (is_pair(frontmatter_line(text, next, &second))) {
            find_close(text, next, FRONTMATTER_YAML, STR(""), out);
        }
    } else {
        find_unopened(text, at, out);
    }
    if (!out->found) {
        frontmatter_find_header(text, at, out);
    }
    return out->found || frontmatter_check_missed(source, at, diags);
}

bool frontmatter_find(const struct source *source, struct diags *diags,
                      struct frontmatter_place *out)
{
    size_t at = frontmatter_skip_unseen(source->text, 0);
    *out = (struct frontmatter_place){.body = at};
    bool found = find_any(source, at, diags, out);
    bool empty = !str_trim(str_sub(source->text, out->off, out->len)).n;
    return found &&
           (!out->found ||
            (frontmatter_check_second(source, out->body, diags) &&
             (!empty || frontmatter_check_missed(source, out->body, diags))));
}
