/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "site/frontmatter/frontmatter.h"

/* Where front matter stands. What is taken for text is published, so what
 * other generators take for front matter is taken, or named as an error: a
 * draft must not be published for its format. */

/* The line at `at`, without its break; *next is where the next one starts. */
static str line_at(str text, size_t at, size_t *next)
{
    str rest = str_from_offset(text, at);
    size_t end = str_find_char(rest, '\n');
    *next = end == STR_NONE ? text.n : at + end + 1;
    return str_sub(rest, 0, end == STR_NONE ? rest.n : end);
}

/* The line is the mark, white space behind it aside. */
static bool is_mark(str line, str mark)
{
    return str_starts(line, mark) &&
           str_trim(str_from_offset(line, mark.n)).n == 0;
}

/* Finds the closing line from `at` on. */
static bool find_end(str text, size_t at, struct frontmatter_place *out)
{
    out->off = at;
    while (at < text.n) {
        size_t next;
        str line = line_at(text, at, &next);
        if (is_mark(line, STR("---")) || is_mark(line, STR("..."))) {
            out->found = true;
            out->len = at - out->off;
            out->body = next;
            return true;
        }
        at = next;
    }
    return false;
}

/* The text begins with a rule: an empty line below the dashes, and then words
 * that are no "name: value". */
static bool is_rule(str text, size_t at)
{
    size_t next;
    str line = str_trim(line_at(text, at, &next));
    if (line.n || next == text.n) {
        return false;
    }
    while (next < text.n && !line.n) {
        line = str_trim(line_at(text, next, &next));
    }
    return line.n && str_find_char(line, ':') == STR_NONE &&
           !str_starts(line, STR("-")) && !str_starts(line, STR("{")) &&
           !str_starts(line, STR(".")) && !str_starts(line, STR("#"));
}

static bool unterminated(const struct source *source, size_t at, str line,
                         struct diags *diags)
{
    struct diag *diag =
        diag_error(diags, span_of(source, at, str_trim(line).n),
                   "frontmatter-unterminated",
                   "the front matter that starts here has no end");
    diag_hint(diag, "write --- on a line of its own before the text (a rule "
                    "at the start of a post is ***)");
    return false;
}

/* Old editors end lines with a CR alone, and the whole file is one line. */
static bool has_bare_cr(const struct source *source, size_t at,
                        struct diags *diags)
{
    str rest = str_from_offset(source->text, at);
    if (!str_starts(rest, STR("---\r")) || str_starts(rest, STR("---\r\n"))) {
        return false;
    }
    struct diag *diag =
        diag_error(diags, span_of(source, at, 3), "frontmatter-format",
                   "the lines of this file end in a carriage return alone");
    diag_hint(diag, "save it with Unix line endings (tr '\\r' '\\n')");
    return true;
}

/* "---toml": a language behind the dashes, as Eleventy has them. */
static str named_format(str line)
{
    static const str names[] = {
        STR_INIT("toml"),  STR_INIT("json"), STR_INIT("js"),
        STR_INIT("json5"), STR_INIT("cson"), STR_INIT("javascript"),
    };
    str name = str_starts(line, STR("---")) ? str_trim(str_from_offset(line, 3))
                                            : (str){NULL, 0};
    return str_is_one_of(name, names, sizeof names / sizeof *names)
               ? name
               : (str){NULL, 0};
}

/* "---", or "---yaml" as Eleventy has it. */
static bool opens_yaml(str line)
{
    return is_mark(line, STR("---")) || is_mark(line, STR("---yaml")) ||
           is_mark(line, STR("---yml"));
}

static void say_foreign(const struct source *source, size_t at, str line,
                        bool toml, struct diags *diags)
{
    struct diag *diag = diag_error(
        diags, span_of(source, at, str_trim(line).n), "frontmatter-format",
        "front matter in %s is not read", toml ? "TOML" : "JSON");
    if (toml) {
        diag_hint(diag, "write it as YAML: --- instead of +++, title: \"x\" "
                        "instead of title = \"x\" (hugo convert toYAML does "
                        "a whole site)");
    } else {
        diag_hint(diag, "put a line of --- before and behind it: YAML reads "
                        "JSON");
    }
}

/* What Hugo, Zola, Hexo and Eleventy also know. Taken as text it would
 * publish drafts. */
enum format { FORMAT_OTHER, FORMAT_TOML, FORMAT_JSON };

static enum format format_at(str text, size_t at, str line)
{
    str name = named_format(line);
    str rest = str_from_offset(text, at);
    if (is_mark(line, STR("+++")) || str_eq_nocase(name, STR("toml"))) {
        return FORMAT_TOML;
    }
    bool json = name.n || is_mark(line, STR(";;;")) ||
                (str_starts(rest, STR("{")) &&
                 str_starts(str_trim(str_from_offset(rest, 1)), STR("\"")));
    return json ? FORMAT_JSON : FORMAT_OTHER;
}

static bool is_foreign(const struct source *source, size_t at, str line,
                       struct diags *diags)
{
    enum format format = format_at(source->text, at, line);
    if (format != FORMAT_OTHER) {
        say_foreign(source, at, line, format == FORMAT_TOML, diags);
    }
    return format != FORMAT_OTHER;
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

/* Where the first line begins that is not empty, behind its blanks. */
static size_t behind_blanks(str text, size_t at)
{
    while (at < text.n && is_space(text.p[at])) {
        at++;
    }
    return at;
}

/* Behind blanks and empty lines, as Hugo takes it: it must have an end and look
 * like front matter, for `---` is also a rule. */
static void find_late(str text, size_t at, struct frontmatter_place *out)
{
    struct frontmatter_place found = *out;
    size_t next;
    str line = line_at(text, at, &next);
    if (!opens_yaml(line) || !find_end(text, next, &found)) {
        return;
    }
    if (found.len && is_pair(line_at(text, found.off, &next))) {
        *out = found;
    }
}

/* Hexo also takes four dashes or more. */
static bool is_long_mark(str line)
{
    line = str_trim(line);
    size_t n = 0;
    while (n < line.n && line.p[n] == '-') {
        n++;
    }
    return n > 3 && n == line.n;
}

static void find_long(str text, size_t at, struct frontmatter_place *out)
{
    size_t start = at;
    if (!is_pair(line_at(text, at, &at))) {
        return;
    }
    while (at < text.n) {
        size_t next;
        if (is_long_mark(line_at(text, at, &next))) {
            *out = (struct frontmatter_place){
                .found = true, .off = start, .len = at - start, .body = next};
            return;
        }
        at = next;
    }
}

/* A line that only front matter starts with. */
static bool is_known_pair(str line)
{
    static const str names[] = {
        STR_INIT("title:"),     STR_INIT("layout:"), STR_INIT("date:"),
        STR_INIT("tags:"),      STR_INIT("draft:"),  STR_INIT("categories:"),
        STR_INIT("published:"),
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (str_starts(line, names[i])) {
            return is_pair(line);
        }
    }
    return false;
}

/* What the lines before the closing one have been. */
struct unopened {
    size_t pairs;
    size_t known;
    bool sure; /* the first one is known */
    bool empty;
};

static bool is_enough(const struct unopened *seen)
{
    return seen->pairs >= 2 && seen->known >= (seen->sure ? 1 : 2) &&
           (!seen->empty || (seen->pairs > 2 && seen->known >= 2));
}

/* Hexo needs no first line of `---`. Markdown has a heading there, so every
 * line must look like YAML, with two names at least, the first one known, or
 * two others; more of both if an empty line is among them. */
static void find_unopened(str text, size_t at, struct frontmatter_place *out)
{
    struct unopened seen = {0};
    size_t start = at;
    while (at < text.n) {
        size_t next;
        str line = line_at(text, at, &next);
        bool pair = is_pair(line);
        bool empty = str_trim(line).n == 0;
        if (is_mark(line, STR("---"))) {
            if (is_enough(&seen)) {
                *out = (struct frontmatter_place){.found = true,
                                                  .off = start,
                                                  .len = at - start,
                                                  .body = next};
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

static size_t behind_mark(str text)
{
    return str_starts(text, STR("\xEF\xBB\xBF")) ? 3 : 0;
}

bool frontmatter_begins(str text)
{
    size_t next;
    size_t at = behind_blanks(text, behind_mark(text));
    str line = line_at(text, at, &next);
    return opens_yaml(line) || is_long_mark(line) || is_known_pair(line) ||
           str_starts(line, STR("---\r")) || frontmatter_is_nikola(text, at) ||
           format_at(text, at, line) != FORMAT_OTHER;
}

bool frontmatter_opens(str text)
{
    size_t next;
    str line = line_at(text, behind_mark(text), &next);
    str second = line_at(text, next, &next);
    return opens_yaml(line) && (is_pair(second) || opens_yaml(second));
}

bool frontmatter_split(const struct source *source, struct diags *diags,
                       struct frontmatter_place *out)
{
    str text = source->text;
    size_t bad = utf8_invalid(text);
    *out = (struct frontmatter_place){0};
    if (bad != STR_NONE) {
        struct diag *diag =
            diag_error(diags, span_of(source, bad, 1), "not-utf8",
                       "not UTF-8: byte 0x%02X", (unsigned char)text.p[bad]);
        diag_hint(diag, "save the file as UTF-8 (iconv -f LATIN1 -t UTF-8)");
        return false;
    }
    size_t at = behind_mark(text);
    out->body = at;
    size_t next;
    str line = line_at(text, at, &next);
    size_t late = behind_blanks(text, at);
    if (opens_yaml(line)) {
        return is_rule(text, next) || find_end(text, next, out) ||
               unterminated(source, at, line, diags);
    }
    if (has_bare_cr(source, at, diags) ||
        is_foreign(source, late, line_at(text, late, &next), diags)) {
        return false;
    }
    line = line_at(text, at, &next);
    if (late != at) {
        find_late(text, late, out);
    } else if (is_long_mark(line)) {
        find_long(text, next, out);
    } else {
        find_unopened(text, at, out);
    }
    if (!out->found) {
        frontmatter_find_header(text, at, out);
    }
    return true;
}
