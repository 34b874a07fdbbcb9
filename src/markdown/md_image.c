/* SPDX-License-Identifier: MIT */
/* Pictures of Markdown: the text in their place, and how large they are shown.
 */
#include "images/image.h"
#include "markdown/markdown.h"
#include "markdown/md_attributes.h"
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

/* A number of pixels, "300" or "300px"; 0: the text is none. */
static size_t pixels(str text)
{
    enum { MOST = 1000000 };
    text.n -= str_ends(text, STR("px")) ? 2 : 0;
    size_t n = str_take_number(&text, MOST);
    return n <= MOST && !text.n ? n : 0;
}

static void put_length(struct md *md, const char *name, str text)
{
    size_t n = pixels(text);
    buf_printf(&md->out, " %s=\"", name);
    if (n) {
        buf_printf(&md->out, "%zu", n);
    } else {
        html_escape(md_unprotect(md, text, false), &md->out);
    }
    buf_putc(&md->out, '"');
}

/* n in the proportion part : whole, rounded, at least 1. */
static unsigned long long in_proportion(uint64_t n, uint64_t part,
                                        uint64_t whole)
{
    uint64_t shown = (n * part + whole / 2) / whole;
    return shown ? shown : 1;
}

/* The lengths that the author chose. If the picture's size is known, a length
 * that was left out follows. */
static void chosen_size(struct md *md, const struct attributes *attributes,
                        bool known, const struct image_size *size)
{
    str width = md_attributes_get(attributes, STR("width"));
    str height = md_attributes_get(attributes, STR("height"));
    bool whole = known && size->width && size->height;
    uint64_t w = pixels(width);
    uint64_t h = pixels(height);
    if (width.p) {
        put_length(md, "width", width);
    } else if (h && whole) {
        buf_printf(&md->out, " width=\"%llu\"",
                   in_proportion(h, size->width, size->height));
    }
    if (height.p) {
        put_length(md, "height", height);
    } else if (w && whole) {
        buf_printf(&md->out, " height=\"%llu\"",
                   in_proportion(w, size->height, size->width));
    }
}

/* Details that are worth so many pixels can't be seen in so few. A drawing has
 * no pixels. */
static void note_shrunk(struct md *md, const struct md_inline *image,
                        uint64_t width, uint64_t shown)
{
    enum { TENTH = 10 };
    bool drawing = str_ends(image->text, STR(".svg"));
    bool part = md_attributes_get(image->attributes, STR("crop")).p;
    if (!drawing && !part && shown && width >= TENTH * shown) {
        struct diag *diag = diag_note(
            md->diags, md_place_of(md, image->text), "picture-shrunk",
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
    struct image_size size = {0};
    bool known =
        host->image_size && host->image_size(host->self, image->text, &size);
    uint64_t shown =
        image->wiki && image->wiki->width
            ? image->wiki->width
            : pixels(md_attributes_get(image->attributes, STR("width")));
    note_shrunk(md, image, known ? size.width : 0, shown);
    if (image->wiki && image->wiki->width) {
        uint64_t width = image->wiki->width;
        uint64_t height = image->wiki->height;
        if (!height && known && size.width) { /* keep the proportions */
            height = in_proportion(width, size.height, size.width);
        }
        size = (struct image_size){(uint32_t)width, (uint32_t)height};
        known = true;
    }
    if (md_attributes_get(image->attributes, STR("width")).p ||
        md_attributes_get(image->attributes, STR("height")).p) {
        chosen_size(md, image->attributes, known, &size);
        return;
    }
    if (known) {
        buf_printf(&md->out, " width=\"%u\"", (unsigned)size.width);
    }
    if (known && size.height) {
        buf_printf(&md->out, " height=\"%u\"", (unsigned)size.height);
    }
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
    if (!md_attributes_get(item->attributes, STR("loading")).p) {
        buf_put(&md->out, STR(" loading=\"lazy\""));
    }
    md_attributes_put(md, item->attributes, (str){0},
                      item->title.n ? STR("src alt width height title")
                                    : STR("src alt width height"),
                      &md->out);
    buf_putc(&md->out, '>');
    return end;
}
