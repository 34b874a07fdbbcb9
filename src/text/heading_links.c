/* SPDX-License-Identifier: MIT */
#include "text/heading_links.h"

#include "text/html.h"
#include "text/html_tag.h"

/* A heading that is open; its name is empty if there is none. */
struct heading_open {
    str name;
    str id; /* as it is written */
    size_t from;
};

static bool is_linked_heading(str name)
{
    return name.n == 2 && (name.p[0] | 0x20) == 'h' && name.p[1] >= '2' &&
           name.p[1] <= '4';
}

/* A shortcode or raw HTML may have made one. */
static bool has_link(str inside, str id)
{
    size_t at = str_find(inside, STR("href=\"#"));
    str rest = at == STR_NONE ? STR("") : str_from_offset(inside, at + 7);
    return str_starts(rest, id) && rest.n > id.n && rest.p[id.n] == '"';
}

static void put_heading_link(str inside, str id, str label, struct arena *arena,
                             struct buf *out)
{
    buf_put(out, STR(" <a class=\"permalink\" href=\"#"));
    buf_put(out, id);
    buf_put(out, STR("\" aria-label=\""));
    html_escape(label, out);
    buf_put(out, STR(": "));
    html_escape(html_plain(arena, inside), out);
    buf_put(out, STR("\">#</a>"));
}

str heading_links(struct arena *arena, str html, str label)
{
    struct heading_open open = {{NULL, 0}, {NULL, 0}, 0};
    struct html_tag tag;
    struct buf out = {0};
    size_t copied = 0;
    size_t at = 0;
    while (html_tag_next(html, &at, &tag)) {
        if (!is_linked_heading(tag.name)) {
            continue;
        }
        if (!tag.closing) {
            str id = html_tag_attribute(html, &tag, STR("id"));
            open = (struct heading_open){tag.name, id, tag.end};
            continue;
        }
        str inside = str_sub(html, open.from, tag.from - open.from);
        if (open.id.n && str_eq_nocase(open.name, tag.name) &&
            !has_link(inside, open.id)) {
            buf_put(&out, str_sub(html, copied, tag.from - copied));
            put_heading_link(inside, open.id, label, arena, &out);
            copied = tag.from;
        }
        open.id.n = 0;
    }
    if (copied) {
        buf_put(&out, str_from_offset(html, copied));
        html = arena_str(arena, buf_str(&out));
    }
    buf_free(&out);
    return html;
}
