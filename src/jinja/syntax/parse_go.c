/* SPDX-License-Identifier: MIT */
/* Go's template language, in which Hugo's themes are: what to write instead. */
#include "jinja/chars.h"
#include "jinja/syntax/parser.h"

/* {{ range .Pages }}: a word, and a field behind a space. Jinja would read
 * `range.Pages`. */
static bool is_field(const struct parser *ps, const struct token *dot)
{
    const struct token *name = dot + 1;
    return dot->kind == TOK_DOT && dot->off > 0 &&
           is_space(ps->source->text.p[dot->off - 1]) &&
           (name->kind == TOK_PRINT_END ||
            (name->kind == TOK_NAME && name->text.p[0] >= 'A' &&
             name->text.p[0] <= 'Z'));
}

static bool is_go(const struct parser *ps, const struct token *at)
{
    static const str words[] = {STR_INIT("define"), STR_INIT("block"),
                                STR_INIT("partial"), STR_INIT("template")};
    bool comment = at->kind == TOK_DIV && at[1].kind == TOK_MUL;
    bool word = at->kind == TOK_NAME &&
                str_is_one_of(at->text, words, sizeof words / sizeof *words) &&
                at[1].kind == TOK_STRING;
    return comment || word || (at->kind == TOK_DOT && is_field(ps, at)) ||
           (at->kind == TOK_NAME &&
            (is_field(ps, at + 1) ||
             (at[1].kind == TOK_NAME && is_field(ps, at + 2))));
}

static void hint_at_field(struct diag *diag, str path, const struct token *next)
{
    static const struct {
        str theirs, ours;
    } names[] = {
        {STR_INIT(".Title"), STR_INIT("page.title")},
        {STR_INIT(".Content"), STR_INIT("page.content")},
        {STR_INIT(".Summary"), STR_INIT("page.summary")},
        {STR_INIT(".Description"), STR_INIT("page.description")},
        {STR_INIT(".Date"), STR_INIT("page.date")},
        {STR_INIT(".Lastmod"), STR_INIT("page.updated")},
        {STR_INIT(".Permalink"), STR_INIT("page.permalink")},
        {STR_INIT(".RelPermalink"), STR_INIT("page.url")},
        {STR_INIT(".TableOfContents"), STR_INIT("page.toc")},
        {STR_INIT(".Inner"), STR_INIT("body")},
        {STR_INIT(".Site.Title"), STR_INIT("site.title")},
    };
    str params = STR(".Params.");
    str of_site = STR(".Site.Params.");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (str_eq(path, names[i].theirs)) {
            diag_hint(diag, "write {{ %.*s }}", STR_ARG(names[i].ours));
            return;
        }
    }
    if (str_eq(path, STR(".Get")) && next->kind == TOK_INT) {
        diag_hint(diag, "write {{ args[%d] }}", (int)next->number.i);
    } else if (str_eq(path, STR(".Get")) && next->kind == TOK_STRING) {
        diag_hint(diag, "write {{ %.*s }}", STR_ARG(next->text));
    } else if (str_starts(path, params)) {
        diag_hint(diag, "write {{ page.extra.%.*s }}",
                  STR_ARG(str_from_offset(path, params.n)));
    } else if (str_starts(path, of_site)) {
        diag_hint(diag, "write {{ site.params.%.*s }}",
                  STR_ARG(str_from_offset(path, of_site.n)));
    } else {
        diag_hint(diag, "names have no dot in front: page.title, site.posts");
    }
}

static void hint_at_word(struct diag *diag, const struct token *word)
{
    str name = word[1].kind == TOK_STRING ? word[1].text : STR("main");
    if (parse_at_word(word, "define") || parse_at_word(word, "block")) {
        diag_hint(diag,
                  "write {%% block %.*s %%}, and {%% endblock %%} for "
                  "{{ end }}",
                  STR_ARG(name));
    } else if (parse_at_word(word, "range")) {
        diag_hint(diag, "write {%% for post in posts %%}, and {%% endfor %%} "
                        "for {{ end }}");
    } else if (parse_at_word(word, "if") || parse_at_word(word, "with")) {
        diag_hint(diag, "write {%% if page.title %%}, and {%% endif %%} for "
                        "{{ end }}");
    } else if (parse_at_word(word, "partial") ||
               parse_at_word(word, "template")) {
        diag_hint(diag, "write {%% include \"partials/%.*s\" %%}",
                  STR_ARG(name));
    } else {
        diag_hint(diag, "filters are behind their values: posts | length");
    }
}

void parse_go(struct parser *ps)
{
    const struct token *at = parse_peek(ps);
    if (!is_go(ps, at)) {
        return;
    }
    struct diag *diag =
        parse_error(ps, at,
                    "this is in Go's language for templates, as Hugo "
                    "has them; crumb has Jinja's");
    const struct token *end = at;
    while (end->kind == TOK_DOT && end[1].kind == TOK_NAME) {
        end += 2;
    }
    if (!diag) {
        return;
    }
    if (at->kind == TOK_DIV) {
        diag_hint(diag, "a comment is {# ... #}");
    } else if (at->kind == TOK_DOT) {
        hint_at_field(diag,
                      str_sub(ps->source->text, at->off,
                              end[-1].off + end[-1].len - at->off),
                      end);
    } else {
        hint_at_word(diag, at);
    }
}
