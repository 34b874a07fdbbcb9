/* SPDX-License-Identifier: MIT */
/* Go's template language, in which Hugo's themes are: what to write instead. */
#include "jinja/chars.h"
#include "jinja/syntax/parser.h"

/* {{ range .Pages }}: a word, and a field after a space. Jinja would read
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
    bool comment = at->kind == TOK_DIV && at[1].kind == TOK_MUL;
    bool word =
        at->kind == TOK_NAME &&
        str_is_word_of(at->text, STR("define block partial template")) &&
        at[1].kind == TOK_STRING;
    bool counted = parse_at_word(at, "range") && at[1].kind == TOK_NAME &&
                   at[2].kind == TOK_INT; /* range first 5 .Pages */
    return comment || word || counted ||
           (at->kind == TOK_DOT && is_field(ps, at)) ||
           (at->kind == TOK_NAME &&
            (is_field(ps, at + 1) ||
             (at[1].kind == TOK_NAME && is_field(ps, at + 2))));
}

/* The field's name here; empty: there is none. */
static str our_name(struct arena *arena, str path)
{
    static const struct {
        str theirs, ours;
    } names[] = {
        {STR_INIT(".Title"), STR_INIT("page.title")},
        {STR_INIT(".Content"), STR_INIT("page.content")},
        {STR_INIT(".Summary"), STR_INIT("page.summary")},
        {STR_INIT(".Description"), STR_INIT("page.description")},
        {STR_INIT(".Date"), STR_INIT("page.date")},
        {STR_INIT(".Date.Format"), STR_INIT("page.date | date(\"%Y-%m-%d\")")},
        {STR_INIT(".Lastmod"), STR_INIT("page.updated")},
        {STR_INIT(".Draft"), STR_INIT("page.draft")},
        {STR_INIT(".Permalink"), STR_INIT("page.permalink")},
        {STR_INIT(".RelPermalink"), STR_INIT("page.url")},
        {STR_INIT(".TableOfContents"), STR_INIT("page.toc")},
        {STR_INIT(".Inner"), STR_INIT("body")},
        {STR_INIT(".Site.Title"), STR_INIT("site.title")},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (str_eq(path, names[i].theirs)) {
            return names[i].ours;
        }
    }
    str params = STR(".Params.");
    if (str_starts(path, params)) {
        return arena_concat(arena, STR("page.extra."),
                            str_from_offset(path, params.n));
    }
    params = STR(".Site.Params.");
    return str_starts(path, params)
               ? arena_concat(arena, STR("site.params."),
                              str_from_offset(path, params.n))
               : (str){NULL, 0};
}

/* The path that begins at the dot; *next: the token after it. */
static str path_at(const struct parser *ps, const struct token *dot,
                   const struct token **next)
{
    const struct token *end = dot;
    while (end->kind == TOK_DOT && end[1].kind == TOK_NAME) {
        end += 2;
    }
    *next = end;
    return end == dot ? STR(".")
                      : str_sub(ps->source->text, dot->off,
                                end[-1].off + end[-1].len - dot->off);
}

static void hint_at_field(const struct parser *ps, struct diag *diag,
                          const struct token *dot)
{
    const struct token *next;
    str path = path_at(ps, dot, &next);
    str ours = our_name(ps->arena, path);
    if (ours.n) {
        diag_hint(diag, "write {{ %.*s }}", STR_ARG(ours));
    } else if (str_eq(path, STR(".Get")) && next->kind == TOK_INT) {
        diag_hint(diag, "write {{ args[%d] }}", (int)next->number.i);
    } else if (str_eq(path, STR(".Get")) && next->kind == TOK_STRING) {
        diag_hint(diag, "write {{ %.*s }}", STR_ARG(next->text));
    } else {
        diag_hint(diag, "names have no dot in front: page.title, site.posts");
    }
}

/* {{ if .Draft }}, {{ if not .Draft }}, {{ with .Params.mood }} */
static void hint_at_condition(const struct parser *ps, struct diag *diag,
                              const struct token *word)
{
    bool negated = parse_at_word(word + 1, "not");
    const struct token *dot = word + (negated ? 2 : 1);
    const struct token *next;
    str ours = our_name(ps->arena, path_at(ps, dot, &next));
    diag_hint(diag, "write {%% if %s%.*s %%}, and {%% endif %%} for {{ end }}",
              negated ? "not " : "", STR_ARG(ours.n ? ours : STR("...")));
}

static void hint_at_word(const struct parser *ps, struct diag *diag,
                         const struct token *word)
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
        hint_at_condition(ps, diag, word);
    } else if (parse_at_word(word, "partial") ||
               parse_at_word(word, "template")) {
        diag_hint(diag, "write {%% include \"partials/%.*s\" %%}",
                  STR_ARG(name));
    } else {
        diag_hint(diag, "filters come after their values: posts | length");
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
    if (!diag) {
        return;
    }
    if (at->kind == TOK_DIV) {
        diag_hint(diag, "a comment is {# ... #}");
    } else if (at->kind == TOK_DOT) {
        hint_at_field(ps, diag, at);
    } else {
        hint_at_word(ps, diag, at);
    }
}
