/* SPDX-License-Identifier: MIT */
#include "site/view/body_host.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory/buf.h"
#include "markdown/markdown.h"
#include "site/config/schema.h"
#include "site/view/question.h"
#include "site/view/shortcode_table.h"
#include "site/view/view.h"

static const struct shortcode_table *table_of(const struct shortcodes *of)
{
    return ((const struct view *)of->ctx->host)->shared->shortcodes;
}

/* An empty name: all of them. */
static void note_shortcode(const struct shortcodes *shortcodes, str name)
{
    const struct links *links = shortcodes->links;
    question_answered(links->view->recorder, links->site,
                      name.n ? ASK_SHORTCODE : ASK_SHORTCODES, name,
                      shortcode_table_hash(table_of(shortcodes), name));
}

enum shortcode_kind shortcodes_kind(struct shortcodes *shortcodes, str name,
                                    span at)
{
    const struct shortcode_table *table = table_of(shortcodes);
    note_shortcode(shortcodes, name);
    enum shortcode_kind kind = shortcode_is_reference(name)
                                   ? SHORTCODE_MARKDOWN
                                   : shortcode_table_kind(table, name);
    if (kind != SHORTCODE_UNKNOWN || !at.source ||
        str_is_one_of(name, shortcodes->unknown.p, shortcodes->unknown.n)) {
        return kind;
    }
    *VEC_PUSH(&shortcodes->unknown, shortcodes->ctx->arena) = name;
    note_shortcode(shortcodes, STR(""));
    struct diag *diag = diag_warning(
        shortcodes->ctx->diags, at, "unknown-shortcode",
        "there is no shortcode \"%.*s\": left as it is", STR_ARG(name));
    str near = str_nearest(name, table->names.p, table->names.n);
    /* "code" is rather another theme's than a slip of "note". */
    if (near.n && str_distance(name, near, 1) <= 1) {
        diag_did_you_mean(diag, near);
    } else {
        diag_hint(diag, "write templates/shortcodes/%.*s.html", STR_ARG(name));
    }
    diag_group(diag, name, STR(""));
    return kind;
}

/* --- arguments --- */

/* Digits without a zero in front, as a number would be written. */
static bool read_number(str word, int64_t *out)
{
    size_t sign = word.n > 1 && word.p[0] == '-';
    bool zero = word.n > sign + 1 && word.p[sign] == '0';
    return word.n <= 15 && !zero && str_to_int(word, out);
}

/* A template may use any argument as an address. If authors must not write
 * HTML, no argument may run a script. */
static str defused(const struct shortcodes *shortcodes, str text, bool image)
{
    bool trusted = shortcodes->links->site->config.markdown.raw_html;
    return trusted || !markdown_is_dangerous(text, image) ? text : STR("");
}

/* Digits around a '.', as in 1.5. */
static bool read_fraction(str word, struct arena *arena, double *out)
{
    size_t dot = str_find_char(word, '.');
    int64_t whole;
    bool fraction = dot != STR_NONE && dot + 1 < word.n && word.n <= 30 &&
                    read_number(str_sub(word, 0, dot), &whole);
    for (size_t i = dot + 1; fraction && i < word.n; i++) {
        fraction = is_digit(word.p[i]);
    }
    if (fraction) {
        *out = strtod(arena_str(arena, word).p, NULL);
    }
    return fraction;
}

static value plain_value(const struct shortcodes *shortcodes,
                         const struct shortcode_arg *arg, struct arena *arena)
{
    int64_t number;
    double fraction;
    if (!arg->quoted && read_number(arg->text, &number)) {
        return value_int(number);
    }
    if (arg->typed && !arg->quoted &&
        read_fraction(arg->text, arena, &fraction)) {
        return value_float(fraction);
    }
    bool no = str_eq(arg->text, STR("false"));
    if (!arg->quoted && (no || str_eq(arg->text, STR("true")))) {
        return value_bool(!no);
    }
    return value_string(defused(shortcodes, arg->text, false));
}

/* [1, "b"]: lists do not nest. */
static value list_value(const struct shortcodes *shortcodes, str text,
                        struct arena *arena)
{
    struct shortcode_arg item;
    value list = value_list(arena);
    str rest = str_sub(text, 1, text.n - 2);
    while (shortcode_list_next(&rest, arena, &item)) {
        list_push(list.as.list, arena, plain_value(shortcodes, &item, arena));
    }
    return list;
}

/* Without quotes it is what it looks like. */
static value value_of(const struct shortcodes *shortcodes,
                      const struct shortcode_call *call,
                      const struct shortcode_arg *arg, struct arena *arena)
{
    bool image;
    if (shortcode_arg_is_address(arg->name, &image)) {
        str url =
            links_resolve(shortcodes->links, arg->text, image, call->at, arena);
        return value_string(defused(shortcodes, url, image));
    }
    bool list = arg->typed && !arg->quoted && str_starts(arg->text, STR("[")) &&
                str_ends(arg->text, STR("]"));
    return list ? list_value(shortcodes, arg->text, arena)
                : plain_value(shortcodes, arg, arena);
}

/* --- ref, relref --- */

static str reference(const struct shortcodes *shortcodes,
                     const struct shortcode_call *call, struct arena *arena)
{
    for (size_t i = 0; i < call->args.list.n; i++) {
        const struct shortcode_arg *arg = &call->args.list.p[i];
        if (arg->name.n == 0 || str_eq(arg->name, STR("path"))) {
            return links_reference(shortcodes->links, arg->text, call->at,
                                   arena);
        }
    }
    struct diag *diag =
        diag_warning(shortcodes->ctx->diags, call->at, "shortcode-argument",
                     "%.*s wants the path of a post in quotes: left as it is",
                     STR_ARG(call->name));
    diag_hint(diag, "write {{< %.*s \"other.md\" >}}", STR_ARG(call->name));
    return (str){NULL, 0};
}

/* --- templates --- */

/* A word without a value is also a name that is true: {{< figure wide >}}. */
static void put_flags(const struct shortcode_call *call, struct dict *context,
                      struct arena *arena)
{
    for (size_t i = 0; i < call->args.list.n; i++) {
        const struct shortcode_arg *arg = &call->args.list.p[i];
        bool flag = !arg->name.n && !arg->quoted && arg->text.n &&
                    (is_alpha(arg->text.p[0]) || arg->text.p[0] == '_');
        if (flag && !dict_get_str(context, arg->text)) {
            dict_set(context, arena, value_string(arg->text), value_bool(true));
        }
    }
}

/* How large the picture of a figure is, if the call does not say. */
static void put_size(const struct shortcodes *shortcodes,
                     const struct shortcode_call *call, struct dict *context,
                     struct arena *arena)
{
    struct image_size size;
    for (size_t i = 0; i < call->args.list.n; i++) {
        const struct shortcode_arg *arg = &call->args.list.p[i];
        if (str_is_word_of(arg->name, STR("src image_path")) &&
            !dict_get_str(context, STR("width")) &&
            !dict_get_str(context, STR("height")) &&
            links_image_size(shortcodes->links, arg->text, &size)) {
            dict_put(context, arena, "width", value_int(size.width));
            dict_put(context, arena, "height", value_int(size.height));
        }
    }
}

/* Arguments first: none of them hides what every shortcode sees, but for the
 * body of a call without a text of its own. */
static const struct dict *context_of(const struct shortcodes *shortcodes,
                                     const struct shortcode_call *call,
                                     struct arena *arena)
{
    struct dict *context = value_dict(arena).as.dict;
    value positional = value_list(arena);
    for (size_t i = 0; i < call->args.list.n; i++) {
        const struct shortcode_arg *arg = &call->args.list.p[i];
        if (arg->name.n) {
            dict_set(context, arena, value_string(arg->name),
                     value_of(shortcodes, call, arg, arena));
        } else {
            list_push(positional.as.list, arena,
                      value_of(shortcodes, call, arg, arena));
        }
    }
    put_flags(call, context, arena);
    put_size(shortcodes, call, context, arena);
    dict_put(context, arena, "args", positional);
    bool closed = call->has_body || dict_get_str(context, STR("body"));
    if (call->has_body || !closed) {
        dict_put(context, arena, "body", value_markup(call->body));
    }
    dict_put(context, arena, "raw", value_string(call->raw));
    dict_put(context, arena, "closed", value_bool(closed));
    dict_put(context, arena, "page",
             value_object(&shortcodes->links->post->object));
    dict_put(context, arena, "site",
             value_object(&shortcodes->links->site->object));
    return context;
}

/* The mistake is in the template, or in how the post calls it. */
static void name_call(struct diags *diags, size_t from, span at)
{
    for (size_t i = from; i < diags->list.n; i++) {
        struct diag *diag = diags->list.p[i];
        if (!str_eq(diag->at.file, at.source->name)) {
            diag_in(diag, at);
        }
    }
}

/* --- arguments that a template does not show --- */

static bool is_word_char(char c)
{
    return is_alnum(c) || c == '_';
}

/* The next word of a template's text at or after *at, which becomes the offset
 * after it. Empty: there is none. */
static str next_word(str text, size_t *at)
{
    size_t from = *at;
    while (from < text.n && !is_word_char(text.p[from])) {
        from++;
    }
    *at = from;
    while (*at < text.n && is_word_char(text.p[*at])) {
        ++*at;
    }
    return str_sub(text, from, *at - from);
}

/* A name that the template does not have, and almost has, is a slip. Others may
 * be those of another generator. */
static void warn_of_name(struct diags *diags, str text, str name, span at)
{
    str word;
    str near = STR("");
    for (size_t i = 0; (word = next_word(text, &i)).n;) {
        if (str_eq(word, name)) {
            return;
        }
        near = !near.n && key_is_typo(name, word) ? word : near;
    }
    if (near.n) {
        diag_did_you_mean(diag_warning(diags, at, "shortcode-argument",
                                       "nothing shows the argument \"%.*s\"",
                                       STR_ARG(name)),
                          near);
    }
}

/* The number of arguments without a name that the template reads; SIZE_MAX: it
 * looks at them in another way than args[0]. */
static size_t args_read(str text)
{
    size_t n = 0;
    for (size_t i = str_find_from(text, 0, STR("args")); i < text.n;
         i = str_find_from(text, i + 1, STR("args"))) {
        char digit = str_at(text, i + strlen("args["));
        if (!str_starts_at(text, i, STR("args[")) || !is_digit(digit)) {
            return SIZE_MAX;
        }
        size_t index = (size_t)(digit - '0') + 1;
        n = n > index ? n : index;
    }
    return n;
}

/* Other templates may read the arguments. */
static bool has_others(str text)
{
    str word;
    for (size_t i = 0; (word = next_word(text, &i)).n;) {
        if (str_is_word_of(word, STR("include extends import"))) {
            return true;
        }
    }
    return false;
}

/* Warns of words of the call that the template can't show. A word without
 * quotes may be a flag. */
static void warn_of_lost(struct diags *diags, const struct shortcode_call *call,
                         const struct shortcode_template *template)
{
    str text = jinja_source(template->compiled)->text;
    size_t read = args_read(text);
    size_t n = 0;
    if (has_others(text)) {
        return;
    }
    for (size_t i = 0; i < call->args.list.n; i++) {
        const struct shortcode_arg *arg = &call->args.list.p[i];
        if (arg->name.n) {
            warn_of_name(diags, text, arg->name, call->at);
        } else if (n++ >= read && arg->quoted) {
            struct diag *diag =
                diag_warning(diags, call->at, "shortcode-argument",
                             "%.*s does not show \"%.*s\"", STR_ARG(call->name),
                             STR_ARG(arg->text));
            diag_hint(diag, "write the argument's name and = in front of it");
        }
    }
    if (template->raw && str_trim(call->raw).n &&
        str_find(text, STR("raw")) == STR_NONE) {
        struct diag *diag =
            diag_warning(diags, call->at, "shortcode-argument",
                         "%.*s does not show the text between its tags",
                         STR_ARG(call->name));
        diag_hint(diag, "write it in front of the first tag, and take the "
                        "second one out");
    }
}

str shortcodes_render(const struct shortcodes *shortcodes,
                      const struct shortcode_call *call, struct arena *arena)
{
    if (shortcode_is_reference(call->name)) {
        return reference(shortcodes, call, arena);
    }
    /* A post that can't be read is no page for templates to look at. */
    if (!shortcodes->links->post->site) {
        return STR("");
    }
    const struct shortcode_table *table = table_of(shortcodes);
    const struct shortcode_template *template =
        shortcode_table_find(table, call->name);
    struct diags *diags = shortcodes->ctx->diags;
    const struct dict *context = context_of(shortcodes, call, arena);
    struct view *view = shortcodes->ctx->host;
    view->calling = call->at;
    view->left = false;
    size_t before = diags->list.n;
    struct buf out = {0};
    /* Errors of a template were reported when it was compiled. */
    if (template && template->compiled) {
        jinja_render(table->jinja, template->compiled, context, shortcodes->ctx,
                     &out);
        if (!view->left) {
            warn_of_lost(diags, call, template);
        }
    }
    name_call(diags, before, call->at);
    str html = view->left ? (str){NULL, 0} : arena_str(arena, buf_str(&out));
    buf_free(&out);
    return html;
}
