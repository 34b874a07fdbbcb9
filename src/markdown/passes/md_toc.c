/* SPDX-License-Identifier: MIT */
#include "markdown/markdown.h"
#include "markdown/md_attributes.h"

/* The contents of a page in its text, as kramdown has them: {:toc} below a
 * list, which they replace, or alone; also [TOC], alone in its paragraph.
 * Headings further down belong to them too, so they are filled in at the end.
 */

/* Each holds all headings. */
enum { MOST_TOCS = 10 };

void md_toc_place(struct md *md, cmark_node *node)
{
    bool list = node->type == CMARK_NODE_LIST;
    if (md->tocs.n == MOST_TOCS) {
        return;
    }
    *VEC_PUSH(&md->tocs, md->tree) = (struct md_toc){
        .at = md->out.n,
        .ordered = list && node->as.list.list_type == CMARK_ORDERED_LIST,
        .attributes = list ? md_attributes_of(node) : NULL,
    };
}

bool md_toc_is_word(const struct md *md)
{
    char text[8];
    size_t n = 0;
    for (size_t i = 0; i < md->inlines.list.n; i++) {
        const struct md_inline *item = &md->inlines.list.p[i];
        if (item->kind != MD_TEXT || item->text.n >= sizeof text - n) {
            return false;
        }
        for (size_t k = 0; k < item->text.n; k++) {
            text[n++] = to_lower(item->text.p[k]);
        }
    }
    return str_eq((str){text, n}, STR("[toc]"));
}

struct toc_writer {
    struct buf *out;
    str start; /* of a list in another one */
    str end;
    int open[6]; /* the levels of the lists that are open */
    size_t n;
};

static void end_entry(struct toc_writer *writer)
{
    buf_put(writer->out, STR("</li>\n"));
}

static void put_entry(struct toc_writer *writer, const struct heading *heading)
{
    while (writer->n > 1 && writer->open[writer->n - 2] >= heading->level) {
        writer->n--;
        end_entry(writer);
        buf_put(writer->out, writer->end);
    }
    if (writer->n == 0 || writer->open[writer->n - 1] < heading->level) {
        if (writer->n) {
            buf_put(writer->out, STR("\n"));
            buf_put(writer->out, writer->start);
        }
        writer->n++;
    } else {
        end_entry(writer);
    }
    writer->open[writer->n - 1] = heading->level;
    buf_put(writer->out, STR("<li><a href=\"#"));
    md_escape_href(heading->id, writer->out);
    buf_put(writer->out, STR("\">"));
    buf_put(writer->out, heading->html);
    buf_put(writer->out, STR("</a>"));
}

static void put_contents(struct md *md, const struct md_toc *toc,
                         const struct markdown *page)
{
    struct toc_writer writer = {
        .out = &md->out,
        .start = toc->ordered ? STR("<ol>\n") : STR("<ul>\n"),
        .end = toc->ordered ? STR("</ol>\n") : STR("</ul>\n"),
    };
    if (page->headings.n == 0) {
        return;
    }
    buf_put(&md->out, toc->ordered ? STR("<ol") : STR("<ul"));
    if (!md_attributes_id(toc->attributes).n) {
        buf_put(&md->out, STR(" id=\""));
        buf_put(&md->out, md_id_chosen(md, STR("markdown-toc")));
        buf_putc(&md->out, '"');
    }
    md_attributes_put(md, toc->attributes, (str){0}, (str){0}, &md->out);
    buf_put(&md->out, STR(">\n"));
    for (size_t i = 0; i < page->headings.n; i++) {
        put_entry(&writer, &page->headings.p[i]);
    }
    for (; writer.n > 1; writer.n--) {
        end_entry(&writer);
        buf_put(&md->out, writer.end);
    }
    end_entry(&writer);
    buf_put(&md->out, writer.end);
}

str md_toc_fill(struct md *md, const struct markdown *page)
{
    if (md->tocs.n == 0) {
        return buf_str(&md->out);
    }
    str text = arena_str(md->tree, buf_str(&md->out));
    size_t done = 0;
    buf_clear(&md->out);
    for (size_t i = 0; i < md->tocs.n; i++) {
        const struct md_toc *toc = &md->tocs.p[i];
        buf_put(&md->out, str_sub(text, done, toc->at - done));
        put_contents(md, toc, page);
        done = toc->at;
    }
    buf_put(&md->out, str_from_offset(text, done));
    return buf_str(&md->out);
}
