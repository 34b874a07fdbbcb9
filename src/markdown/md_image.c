/* SPDX-License-Identifier: MIT */
/* Pictures of Markdown: the text in their place, and how large they are shown.
 */
#include "images/image.h"
#include "markdown/markdown.h"
#include "markdown/md_attributes.h"
#include "text/html.h"
#include "text/html_escape.h"

/* The text between an image's inlines, as its alternative text. */
static void put_alternative(struct md *md, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        const struct md_inline *item = &md->inlines.list.p[i];
        if (item->kind == MD_TEXT) {
            html_escape(md_unprotect(md, item->text, false), &md->out);
        } else if (item->kind == MD_CODE || item->kind == MD_MATH ||
                   item->kind == MD_HTML) {
            html_escape(item->text, &md->out);
        } else if (md_is_line_break(item)) {
            buf_putc(&md->out, ' ');
        }
    }
}

/* n in the proportion part : whole, rounded, at least 1; 0: one is not known.
 */
static uint64_t in_proportion(uint64_t n, uint64_t part, uint64_t whole)
{
    uint64_t shown = whole ? (n * part + whole / 2) / whole : 0;
    return shown || !n || !part || !whole ? shown : 1;
}

/* The length that the author chose, if any, else one that follows. */
static void put_length(struct md *md, const char *name, str chosen,
                       uint64_t follows)
{
    uint64_t n = chosen.p ? html_pixels(chosen) : follows;
    if (n) {
        buf_printf(&md->out, " %s=\"%llu\"", name, (unsigned long long)n);
    } else if (chosen.p) {
        buf_printf(&md->out, " %s=\"", name);
        html_escape(md_unprotect(md, chosen, false), &md->out);
        buf_putc(&md->out, '"');
    }
}

/* Details that are worth so many pixels can't be seen in so few. A drawing has
 * no pixels. */
static void note_shrunk(struct md *md, const struct md_inline *image,
                        uint64_t width, uint64_t shown)
{
    enum { TENTH = 10 };
    bool drawing = str_ends(image->text, STR(".svg"));
    if (!drawing && shown && width >= TENTH * shown) {
        struct diag *diag = diag_add(
            md->diags, DIAG_NOTE, md_place_of(md, image->text),
            "picture-shrunk",
            "a picture that is %llu pixels wide is shown at %llu: readers see "
            "little of it",
            (unsigned long long)width, (unsigned long long)shown);
        diag_hint(diag, "show a part of it, {crop=3:2 focus=40%%,30%%}, or all "
                        "of it in a wider place");
    }
}

/* Keeps the page from jumping when the picture arrives. */
static void image_size(struct md *md, const struct md_inline *image)
{
    const struct markdown_host *host = &md->options->host;
    const struct md_wikilink *wiki = image->wiki;
    struct image_size size = {0};
    if (!host->image_size ||
        !host->image_size(host->self, image->text, &size)) {
        size = (struct image_size){0};
    }
    str width = attributes_get(image->attributes, STR("width"));
    str height = attributes_get(image->attributes, STR("height"));
    if (wiki && !width.p && !height.p) {
        width = wiki->width;
        height = wiki->height;
    }
    bool part = attributes_get(image->attributes, STR("crop")).p;
    if (part && (width.p || height.p)) { /* of other proportions */
        size = (struct image_size){0};
    }
    note_shrunk(md, image, size.width, html_pixels(width));
    put_length(md, "width", width,
               height.p
                   ? in_proportion(html_pixels(height), size.width, size.height)
                   : size.width);
    put_length(md, "height", height,
               width.p
                   ? in_proportion(html_pixels(width), size.height, size.width)
                   : size.height);
}

size_t md_image(struct md *md, size_t i)
{
    const struct md_inline *item = &md->inlines.list.p[i];
    size_t end = i;
    for (size_t depth = 1; depth && ++end < md->inlines.list.n;) {
        const struct md_inline *inner = &md->inlines.list.p[end];
        if (inner->kind == MD_IMAGE) {
            depth += inner->closes ? (size_t)-1 : 1;
        }
    }
    str url = md_destination(md, item);
    if (!url.p) {
        put_alternative(md, i + 1, end);
        return end;
    }
    buf_put(&md->out, STR("<img src=\""));
    md_escape_href(url, &md->out);
    buf_put(&md->out, STR("\" alt=\""));
    put_alternative(md, i + 1, end);
    buf_putc(&md->out, '"');
    md_put_attribute(&md->out, STR("title"), item->title);
    if (md->options->gfm) {
        buf_put(&md->out, STR(" />"));
        return end;
    }
    image_size(md, item);
    if (!attributes_get(item->attributes, STR("loading")).p) {
        buf_put(&md->out, STR(" loading=\"lazy\""));
    }
    md_attributes_put(md, item->attributes, (str){0},
                      item->title.n ? STR("src alt width height title")
                                    : STR("src alt width height"),
                      &md->out);
    buf_putc(&md->out, '>');
    return end;
}
