/* SPDX-License-Identifier: MIT */
/* t: the words of the interface in templates. */
#include "base/memory/buf.h"
#include "site/config/words.h"
#include "site/view/question.h"
#include "site/view/view.h"
#include "steps/functions.h"
#include "text/html_escape.h"

static bool is_markup(value v)
{
    return v.kind == VALUE_STRING && (v.flags & VALUE_SAFE);
}

static void put_text(str text, bool escape, struct buf *out)
{
    if (escape) {
        html_escape(text, out);
    } else {
        buf_put(out, text);
    }
}

static void put_value(const struct jinja_call *call, value v, bool markup,
                      struct buf *out)
{
    if (v.kind == VALUE_STRING) {
        put_text(value_str(v), markup && !is_markup(v), out);
    } else {
        jinja_print(v, call->ctx, out);
    }
}

/* The value of {name} in a word, or NULL. */
static const value *named(const struct jinja_call *call, str name)
{
    size_t first = call->nargs - call->nnames;
    for (size_t i = 0; i < call->nnames; i++) {
        if (str_eq(call->names[i], name)) {
            return &call->args[first + i];
        }
    }
    return str_eq(name, STR("count")) ? jinja_arg(call, 1, "count") : NULL;
}

/* One value that is markup makes the whole markup: the rest is escaped. */
static bool any_markup(const struct jinja_call *call)
{
    for (size_t i = 0; i < call->nnames; i++) {
        if (is_markup(call->args[call->nargs - 1 - i])) {
            return true;
        }
    }
    return false;
}

/* Puts the values of a call into its word. Braces that name none stay. */
static value fill(const struct jinja_call *call, str word)
{
    struct buf out = {0};
    bool markup = any_markup(call);
    for (;;) {
        size_t open = str_find_char(word, '{');
        put_text(str_sub(word, 0, open), markup, &out);
        if (open == STR_NONE) {
            break;
        }
        str rest = str_from_offset(word, open + 1);
        size_t n = str_find_char(rest, '}');
        const value *v =
            n == STR_NONE ? NULL : named(call, str_sub(rest, 0, n));
        if (v) {
            put_value(call, *v, markup, &out);
            rest = str_from_offset(rest, n + 1);
        } else {
            buf_putc(&out, '{');
        }
        word = rest;
    }
    str text = buf_move(&out, call->ctx->arena);
    return markup ? value_markup(text) : value_string(text);
}

static void unknown(const struct jinja_call *call, str key)
{
    const struct view *view = call->ctx->host;
    struct diag *diag =
        diag_warning(call->ctx->diags, call->at, "unknown-word",
                     "no language has a word \"%.*s\"", STR_ARG(key));
    struct gate gate = question_gate(view, view->site, ASK_WORDS, STR(""));
    str near = words_nearest(view->site->words, key, call->ctx->arena);
    gate_restore(gate);
    if (near.n) {
        diag_did_you_mean(diag, near);
    } else {
        diag_hint(diag, "put it into templates/i18n/en.yaml");
    }
}

/* "es archive": as the question is named. */
static struct gate ask_word(const struct jinja_call *call, str lang, str key)
{
    const struct view *view = call->ctx->host;
    struct arena *arena = call->ctx->arena;
    str name = {NULL, 0};
    if (view->recorder) {
        name = arena_join(arena, (const str[]){lang, STR(" "), key}, 3);
    }
    return question_gate(view, view->site, ASK_WORD, name);
}

static bool t(struct jinja_call *call, value *out)
{
    const struct view *view = call->ctx->host;
    const value *key = jinja_arg(call, 0, "key");
    const value *count = jinja_arg(call, 1, "count");
    const value *lang = jinja_arg(call, 2, "lang");
    if (!key || key->kind != VALUE_STRING) {
        return jinja_fail(call, "template-call", "t wants a key in quotes");
    }
    if (count && count->kind == VALUE_STRING && !lang) {
        lang = count; /* t('home', 'es') */
    }
    str language =
        lang && lang->kind == VALUE_STRING ? value_str(*lang) : view_lang(view);
    bool found;
    struct gate gate = ask_word(call, language, value_str(*key));
    str word =
        words_get(view->site->words, language, value_str(*key),
                  count && count->kind == VALUE_INT ? count->as.i : -1, &found);
    gate_restore(gate);
    if (!found) {
        unknown(call, value_str(*key));
        word = value_str(*key);
    }
    bool plain = str_find_char(word, '{') == STR_NONE;
    *out = plain ? value_string(word) : fill(call, word);
    return true;
}

static const struct jinja_builtin words_table[] = {
    JINJA_BUILTIN("t", "(key, count=none, lang=none, **kwargs)",
                  "A word of templates/i18n/ in the page's language.", t),
};

void functions_add_words(struct jinja *jinja)
{
    jinja_add(jinja, JINJA_FUNCTIONS, words_table,
              sizeof words_table / sizeof *words_table);
}
