/* SPDX-License-Identifier: MIT */
#include "check/collect/collect_access.h"

#include "base/utf8.h"

static struct finding *warn(struct collector *collector, const char *code,
                            str slice, str key)
{
    return collect_finding(collector, DIAG_WARNING, code, slice,
                           arena_str(&collector->keep, key));
}

static bool has_value(const struct html_token *token, str name)
{
    return str_trim(html_token_value(token, name)).n > 0;
}

/* --- names --- */

static bool is_named(const struct html_token *token)
{
    return has_value(token, STR("aria-label")) ||
           has_value(token, STR("aria-labelledby")) ||
           has_value(token, STR("title"));
}

static str role_of(const struct html_token *token)
{
    return str_trim(html_token_value(token, STR("role")));
}

/* A part with `tabindex` is reached by the keyboard: its role does not count.
 */
static bool is_presentation(const struct html_token *token)
{
    return str_is_word_of(role_of(token), STR("presentation none")) &&
           !html_token_attr(token, STR("tabindex"));
}

/* --- hidden parts --- */

static bool is_styled_away(str style)
{
    for (str part; str_split(&style, ';', &part);) {
        size_t colon = str_find_char_from(part, 0, ':');
        str name = str_trim(str_sub(part, 0, colon));
        str said = str_trim(str_from_offset(part, colon + 1));
        if ((str_eq_nocase(name, STR("display")) &&
             str_eq_nocase(said, STR("none"))) ||
            (str_eq_nocase(name, STR("visibility")) &&
             str_eq_nocase(said, STR("hidden")))) {
            return true;
        }
    }
    return false;
}

/* A template with a shadow root is shown. */
static bool is_hidden(const struct html_token *token)
{
    str aria = html_token_value(token, STR("aria-hidden"));
    return is_styled_away(html_token_value(token, STR("style"))) ||
           html_token_attr(token, STR("hidden")) ||
           html_token_attr(token, STR("inert")) ||
           str_eq_nocase(str_trim(aria), STR("true")) ||
           (html_token_is(token, STR("template")) &&
            !html_token_attr(token, STR("shadowrootmode")));
}

/* Whether the token is in the part. Ends it at its end tag. */
static bool is_inside(struct access_part *part, const struct html_token *token)
{
    if (!part->name.n) {
        return false;
    }
    bool same = html_token_is_tag(token) && html_token_is(token, part->name) &&
                !token->self_closing;
    part->depth += same && token->kind == HTML_START;
    part->depth -= same && token->kind == HTML_END;
    if (!part->depth) {
        part->name = (str){0};
    }
    return true;
}

static void begin_part(struct access_part *part, const struct html_token *token)
{
    bool is_void =
        token->self_closing ||
        str_is_word_of(token->name, STR("area base br col embed hr img input "
                                        "link meta source track wbr"));
    *part = (struct access_part){is_void ? (str){0} : token->name, 1};
}

/* Follows hidden parts. Returns whether the token is in one. */
static bool take_hidden(struct access *access, const struct html_token *token)
{
    bool inside = is_inside(&access->hidden, token);
    if (!inside && token->kind == HTML_START && is_hidden(token)) {
        begin_part(&access->hidden, token);
        inside = true;
    }
    return inside;
}

bool access_needs_no_alt(const struct access *access,
                         const struct html_token *token)
{
    return access->hidden.name.n || is_hidden(token) || is_named(token) ||
           is_presentation(token);
}

/* Follows a part with the role of a picture, which the <title> of an SVG names
 * if no attribute does. */
static void follow_picture(struct access *access, struct collector *collector,
                           const struct html_token *token)
{
    bool inside = is_inside(&access->picture, token);
    if (inside && token->kind == HTML_RAW && str_trim(token->body).n &&
        html_token_is(token, STR("title"))) {
        access->untitled = (str){0};
    } else if (!inside && token->kind == HTML_START &&
               str_is_word_of(role_of(token),
                              STR("img graphics-document graphics-symbol")) &&
               !is_named(token) && !html_token_is(token, STR("img"))) {
        access->untitled = token->body;
        begin_part(&access->picture, token);
    }
    if (access->untitled.n && !access->picture.name.n) {
        struct finding *finding =
            warn(collector, "missing-alt", access->untitled, access->untitled);
        finding_say(&collector->findings, finding,
                    "the picture has no alternative text");
        finding->hint =
            STR("say what it shows: aria-label=\"A loaf, cut open\"");
        finding->group = STR("pictures");
        finding->seek = finding->key;
        access->untitled = (str){0};
    }
}

/* --- headings --- */

/* 0: the element is no heading. One by its role alone is of level 2 (WAI-ARIA
 * 1.2, section 5.4). */
static int heading_level(const struct html_token *token)
{
    enum { DEFAULT = 2, MOST = 9 };
    str role = role_of(token);
    str written = str_trim(html_token_value(token, STR("aria-level")));
    bool named = token->name.n == 2 && to_lower(token->name.p[0]) == 'h' &&
                 token->name.p[1] >= '1' && token->name.p[1] <= '6';
    if (role.n ? !str_eq_nocase(role, STR("heading")) : !named) {
        return 0;
    }
    size_t level = str_take_number(&written, MOST);
    return level > 0 ? (int)level : named ? token->name.p[1] - '0' : DEFAULT;
}

static void start_heading(struct access *access, const struct html_token *token)
{
    int level = heading_level(token);
    if (level && access->heading && level > access->heading + 1) {
        access->skipping = token->body;
        access->skipped_from = access->heading;
    }
    access->heading = level ? level : access->heading;
}

/* At its text, by which readers know it. */
static void report_heading(struct access *access, struct collector *collector,
                           str text)
{
    struct finding *finding =
        warn(collector, "skipped-heading", access->skipping, text);
    finding_say(&collector->findings, finding,
                "a heading of level %d follows one of level %d",
                access->heading, access->skipped_from);
    finding->hint = arena_printf(&collector->keep, "make it one of level %d",
                                 access->skipped_from + 1);
    finding->seek = finding->key;
    access->skipping = (str){0};
}

/* --- links, frames --- */

static void end_link(struct access *access, struct collector *collector)
{
    if (access->link.n && !access->link_named) {
        struct finding *finding =
            warn(collector, "empty-link", access->link, access->link_href);
        finding_say(&collector->findings, finding,
                    "the link to %.*s has no text", STR_ARG(access->link_href));
        finding->hint = STR("say where it leads; a picture says it in its alt");
        finding->seek = finding->key;
        finding->link = true;
    }
    access->link = (str){0};
}

static void start_link(struct access *access, struct collector *collector,
                       const struct html_token *token)
{
    end_link(access, collector);
    if (html_token_attr(token, STR("href"))) {
        access->link = token->body;
        access->link_href = html_token_value(token, STR("href"));
        access->link_named = is_named(token);
    }
}

/* A frame that the keyboard does not reach needs no name. */
static void take_frame(struct collector *collector,
                       const struct html_token *token)
{
    str src = html_token_value(token, STR("src"));
    str tabindex = str_trim(html_token_value(token, STR("tabindex")));
    if (is_named(token) || is_presentation(token) ||
        str_starts(tabindex, STR("-"))) {
        return;
    }
    struct finding *finding =
        warn(collector, "untitled-frame", token->body, src);
    finding_say(&collector->findings, finding, "a frame without a title: %.*s",
                STR_ARG(src));
    finding->hint = STR("say what is in it: title=\"A map of the port\"");
    finding->seek = finding->key;
    finding->link = true;
}

/* --- tables --- */

static struct access_table *table_of(struct access *access)
{
    size_t n = access->ntables;
    return n && n <= ACCESS_TABLES ? &access->tables[n - 1] : NULL;
}

static void start_table(struct access *access, const struct html_token *token)
{
    if (access->ntables++ < ACCESS_TABLES) {
        str role = role_of(token);
        *table_of(access) = (struct access_table){
            .start = token->body,
            .has_heads =
                role.n && !str_is_word_of(role, STR("table grid treegrid"))};
    }
}

static void take_cell(struct access *access, const struct html_token *token)
{
    struct access_table *table = table_of(access);
    if (!table) {
        return;
    }
    table->rows += html_token_is(token, STR("tr"));
    table->cells += html_token_is(token, STR("td"));
    table->has_heads = table->has_heads || html_token_is(token, STR("th")) ||
                       html_token_attr(token, STR("scope")) ||
                       html_token_attr(token, STR("headers")) ||
                       html_token_attr(token, STR("role"));
}

/* A single row or column may be a list. */
static void end_table(struct access *access, struct collector *collector)
{
    const struct access_table *table = table_of(access);
    if (table && !table->has_heads && table->rows > 1 &&
        table->cells > table->rows) {
        struct finding *finding =
            warn(collector, "headless-table", table->start, table->text);
        finding_say(&collector->findings, finding,
                    "no cell of the table is a heading");
        finding->hint = STR("name its columns in the first line, or its rows");
        finding->seek = finding->key;
    }
    access->ntables -= access->ntables > 0;
}

/* --- the language --- */

/* The languages with a tag of two letters (ISO 639-1, and five that it had). */
#define SHORT_TAGS                                                             \
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce " \
    "ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr " \
    "fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io " \
    "is it iu iw ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la " \
    "lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng " \
    "nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc " \
    "sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl " \
    "tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"

/* Three letters for languages that have two, which browsers don't know. */
#define LONG_TAGS                                                              \
    "ara bul ces cze cat dan deu ger ell gre eng est eus fas per fin fra fre " \
    "heb hin hrv hun isl ita jpn kor lit lav nld dut nor pol por ron rum rus " \
    "slk slv spa srp swe tha tur ukr vie zho chi"

/* Whether browsers know the language; they pass over other parts of a tag. */
static bool is_language_tag(str tag)
{
    enum { LONG = 3 };
    str language = str_sub(tag, 0, str_find_char(tag, '-'));
    bool is_long = language.n == LONG;
    for (size_t i = 0; i < language.n; i++) {
        is_long = is_long && is_alpha(language.p[i]);
    }
    return str_is_word_of(language, STR(SHORT_TAGS)) ||
           (is_long && !str_is_word_of(language, STR(LONG_TAGS)));
}

static void report_tag(struct collector *collector, str slice, str tag,
                       str hint)
{
    struct finding *finding = warn(collector, "page-language", slice, tag);
    finding_say(&collector->findings, finding,
                tag.n ? "no language has the tag \"%.*s\""
                      : "the page does not say its language%.*s",
                STR_ARG(tag));
    finding->hint = hint;
    finding->seek = arena_str(&collector->keep, slice);
}

static void take_language(struct access *access, struct collector *collector,
                          const struct html_token *token)
{
    access->lang = str_trim(html_token_value(token, STR("lang")));
    access->has_lang = true;
    if (!is_language_tag(access->lang)) {
        report_tag(collector, token->body, access->lang,
                   STR("write <html lang=\"en\">, or whichever it is"));
        access->lang = (str){0};
    }
}

/* Code is in no language that people speak. */
static bool is_code(const struct html_token *token)
{
    return str_is_word_of(token->name, STR("code pre kbd samp"));
}

/* The language of a part, which matters if text follows. */
static void start_language(struct access *access,
                           const struct html_token *token)
{
    const struct html_attr *lang = html_token_attr(token, STR("lang"));
    if (lang && !html_token_is(token, STR("html"))) {
        access->strange_tag = str_trim(lang->value);
        access->strange = lang->value.n && !is_code(token) &&
                                  !is_language_tag(access->strange_tag)
                              ? token->body
                              : (str){0};
    }
}

static bool is_quoted(const struct html_token *token)
{
    return is_code(token) || (html_token_attr(token, STR("lang")) &&
                              !html_token_is(token, STR("html")));
}

static void count_letters(struct access *access, str text)
{
    enum { LATIN = 0x250, OTHER = 0x370 };
    for (size_t i = 0; i < text.n;) {
        uint32_t c = utf8_next(text, &i);
        bool latin = c < 0x80 ? is_alpha((char)c) : c >= 0xC0 && c < LATIN;
        access->latin += latin;
        access->letters +=
            latin || (c >= OTHER && c < 0x2000) || (c >= 0x3040 && c < 0xD7A4);
    }
}

/* Languages written in the Latin script alone. */
#define LATIN_LANGUAGES                                                        \
    "en de fr es it pt nl sv da nb nn no fi is pl cs sk sl hr hu ro tr vi id " \
    "ca eu gl ga cy et lv lt sq mt af la eo"

/* Languages written in other scripts. */
#define OTHER_LANGUAGES "ru uk be bg mk el he ar fa ur hi ja zh ko th ka hy am"

void access_end(struct access *access, struct collector *collector)
{
    enum { FEW = 400, MOSTLY = 3, HARDLY = 100 };
    str lang = str_sub(access->lang, 0, str_find_char(access->lang, '-'));
    size_t latin = access->latin;
    size_t other = access->letters - latin;
    bool romanised = str_find(access->lang, STR("-Latn")) != STR_NONE;
    bool wrong = (str_is_word_of(lang, STR(LATIN_LANGUAGES)) &&
                  latin < other / MOSTLY) ||
                 (str_is_word_of(lang, STR(OTHER_LANGUAGES)) && !romanised &&
                  other < latin / HARDLY);
    end_link(access, collector);
    if (access->letters < FEW || !wrong) {
        return;
    }
    struct finding *finding =
        warn(collector, "page-language", access->lang, access->lang);
    finding_say(&collector->findings, finding,
                "the page says that it is in \"%.*s\", whose letters it does "
                "not have",
                STR_ARG(access->lang));
    finding->hint = STR("lang: in its front matter is its language");
}

/* --- tokens --- */

static void take_text(struct access *access, struct collector *collector,
                      str text)
{
    struct access_table *table = table_of(access);
    if (!str_trim(text).n) {
        return;
    }
    access->link_named = true;
    if (!access->quoted.name.n) {
        count_letters(access, text);
    }
    if (table && !table->text.n) {
        table->text = str_trim(text);
    }
    if (access->skipping.n) {
        report_heading(access, collector, str_trim(text));
    }
    if (access->strange.n) {
        report_tag(collector, access->strange, access->strange_tag,
                   STR("write lang=\"en\", or whichever it is"));
        access->strange = (str){0};
    }
}

static void take_start(struct access *access, struct collector *collector,
                       const struct html_token *token)
{
    str alt = html_token_value(token, STR("alt"));
    start_heading(access, token);
    start_language(access, token);
    take_cell(access, token);
    if (html_token_is(token, STR("a"))) {
        start_link(access, collector, token);
    } else if (html_token_is(token, STR("area"))) {
        start_link(access, collector, token);
        access->link_named = access->link_named || alt.n;
        end_link(access, collector);
    } else if (html_token_is(token, STR("iframe"))) {
        take_frame(collector, token);
    } else if (html_token_is(token, STR("table"))) {
        start_table(access, token);
    } else if (html_token_is(token, STR("html")) && !access->has_lang) {
        take_language(access, collector, token);
    }
    /* A custom element shows what a script makes of it. */
    access->link_named = access->link_named || is_named(token) ||
                         str_find_char(token->name, '-') != STR_NONE;
    take_text(access, collector, alt);
}

void access_take(struct access *access, struct collector *collector,
                 const struct html_token *token)
{
    if (take_hidden(access, token)) {
        return;
    }
    follow_picture(access, collector, token);
    if (!is_inside(&access->quoted, token) && token->kind == HTML_START &&
        is_quoted(token)) {
        begin_part(&access->quoted, token);
    }
    switch (token->kind) {
    case HTML_START: take_start(access, collector, token); break;
    case HTML_TEXT: take_text(access, collector, token->body); break;
    case HTML_END:
        access->strange = (str){0};
        if (html_token_is(token, STR("a"))) {
            end_link(access, collector);
        } else if (html_token_is(token, STR("table"))) {
            end_table(access, collector);
        }
        break;
    case HTML_RAW: /* the <title> of a drawing */
        access->link_named =
            access->link_named ||
            (html_token_is(token, STR("title")) && str_trim(token->body).n);
        break;
    case HTML_COMMENT: break;
    }
}
