/* SPDX-License-Identifier: MIT */
#include "markdown/md_attributes.h"

#include "markdown/markdown.h"
#include "markdown/shortcode/md_shortcode.h"
#include "text/html_entity.h"
#include "text/html_escape.h"

/* Attributes in the page: what an element's list asks for, and what of it is
 * left out. */

str md_attributes_id(const struct attributes *attributes)
{
    str id = {0};
    for (size_t i = 0; attributes && i < attributes->list.n; i++) {
        const struct attribute *item = &attributes->list.p[i];
        if (item->kind == ATTRIBUTE_ID) {
            id = item->name;
        } else if (item->kind == ATTRIBUTE_PAIR &&
                   str_eq_nocase(item->name, STR("id"))) {
            id = item->value;
        }
    }
    return id;
}

str md_attributes_class(const struct attributes *attributes, str prefix)
{
    for (size_t i = 0; attributes && i < attributes->list.n; i++) {
        const struct attribute *item = &attributes->list.p[i];
        if (item->kind == ATTRIBUTE_CLASS && str_starts(item->name, prefix)) {
            return str_from_offset(item->name, prefix.n);
        }
    }
    return (str){NULL, 0};
}

static bool is_address_name(str name)
{
    return str_is_word_of(
        name, STR("href src srcset imagesrcset poster cite data action "
                  "formaction background longdesc ping usemap "
                  "xlink:href"));
}

/* The value as it is in the page, before it is escaped. */
static str shown_value(struct md *md, str value)
{
    return html_decode(
        md->tree, md_shortcodes_restore(md, md_unprotect(md, value, false)));
}

/* Whether an address in the value could run a script. Some have several. */
static bool is_dangerous(struct md *md, const struct attribute *item)
{
    bool several = str_is_word_of(item->name, STR("srcset imagesrcset ping"));
    str value = shown_value(md, item->value);
    size_t at = 0;
    while (at < value.n) {
        size_t end = several ? str_find_any(value, at, " \t\n\f\r,") : value.n;
        if (markdown_is_dangerous(str_sub(value, at, end - at), false)) {
            return true;
        }
        at = end + 1;
    }
    return false;
}

/* Why this attribute is left out; NULL: it is not. */
static const char *refusal_of(struct md *md, const struct attribute *item)
{
    if (str_eq_nocase(str_sub(item->name, 0, 2), STR("on")) ||
        str_eq_nocase(item->name, STR("srcdoc"))) {
        return "it would run a script";
    }
    if (!md->options->raw_html && str_eq_nocase(item->name, STR("style"))) {
        return "raw HTML is turned off";
    }
    if (is_address_name(item->name) && is_dangerous(md, item)) {
        return "such an address could run a script";
    }
    return NULL;
}

static void warn_refused(struct md *md, str name, const char *why)
{
    span place = md_place_of(md, arena_concat(md->tree, name, STR("=")));
    place.len = place.len ? (uint32_t)name.n : 0;
    struct diag *diag = diag_warning(md->diags, place, "bad-attribute",
                                     "the attribute \"%.*s\" is left out: %s",
                                     STR_ARG(name), why);
    diag_hint(diag, "take it out");
}

static void put_value(struct md *md, str value, struct buf *out)
{
    html_escape(shown_value(md, value), out);
}

/* An address as it would be in raw HTML. */
static void put_address(struct md *md, const struct attribute *item,
                        struct buf *out)
{
    const struct markdown_host *host = &md->options->host;
    struct buf tag = {0};
    buf_printf(&tag, "<img %.*s=\"", STR_ARG(item->name));
    put_value(md, item->value, &tag);
    buf_put(&tag, STR("\">"));
    str html = host->raw_html(host->self, buf_str(&tag), md->tree);
    buf_put(out, str_sub(html, 4, html.n - 5));
    buf_free(&tag);
}

static void put_pair(struct md *md, const struct attribute *item,
                     struct buf *out)
{
    if (md->options->host.raw_html && is_address_name(item->name)) {
        put_address(md, item, out);
        return;
    }
    buf_putc(out, ' ');
    buf_put(out, item->name);
    buf_put(out, STR("=\""));
    put_value(md, item->value, out);
    buf_putc(out, '"');
}

/* Whether the attribute is repeated: the last one counts. */
static bool comes_again(const struct attributes *attributes, size_t i)
{
    str name = attributes->list.p[i].name;
    for (i++; i < attributes->list.n; i++) {
        const struct attribute *item = &attributes->list.p[i];
        if (item->kind == ATTRIBUTE_PAIR && str_eq_nocase(item->name, name)) {
            return true;
        }
    }
    return false;
}

static void put_pairs(struct md *md, const struct attributes *attributes,
                      str own, struct buf *out)
{
    for (size_t i = 0; i < attributes->list.n; i++) {
        const struct attribute *item = &attributes->list.p[i];
        if (item->kind != ATTRIBUTE_PAIR ||
            str_is_word_of(item->name, STR("id class")) ||
            str_is_word_of(item->name, own) || comes_again(attributes, i)) {
            continue;
        }
        const char *why = refusal_of(md, item);
        if (!why) {
            put_pair(md, item, out);
        } else if (out == &md->out) {
            warn_refused(md, item->name, why);
        }
    }
}

static void put_classes(struct md *md, const struct attributes *attributes,
                        str classes, struct buf *out)
{
    struct buf all = {0};
    buf_put(&all, classes);
    for (size_t i = 0; attributes && i < attributes->list.n; i++) {
        const struct attribute *item = &attributes->list.p[i];
        bool pair = item->kind == ATTRIBUTE_PAIR &&
                    str_eq_nocase(item->name, STR("class"));
        str name = pair ? item->value : item->name;
        if ((pair || item->kind == ATTRIBUTE_CLASS) && name.n) {
            buf_put(&all, all.n ? STR(" ") : STR(""));
            buf_put(&all, name);
        }
    }
    if (all.n) {
        buf_put(out, STR(" class=\""));
        put_value(md, buf_str(&all), out);
        buf_putc(out, '"');
    }
    buf_free(&all);
}

void md_attributes_put(struct md *md, const struct attributes *attributes,
                       str classes, str own, struct buf *out)
{
    if (!attributes && !classes.n) {
        return;
    }
    str id = md_attributes_id(attributes);
    if (id.n && out == &md->out && !str_is_word_of(STR("id"), own)) {
        size_t from = md->out.n;
        buf_put(&md->out, STR(" id=\""));
        put_value(md, md_id_chosen(md, id), &md->out);
        buf_putc(&md->out, '"');
        /* Summaries are for other pages: they have no ids. */
        *VEC_PUSH(&md->cuts, md->tree) = (struct md_cut){from, md->out.n};
    }
    put_classes(md, attributes, classes, out);
    if (attributes) {
        put_pairs(md, attributes, own, out);
    }
}
