/* SPDX-License-Identifier: MIT */
/* One file of the output, by its kind. */
#include "check/collect.h"
#include "files/fs.h"

static bool is_word(str text, size_t at)
{
    return at < text.n &&
           (is_alnum(text.p[at]) || (unsigned char)text.p[at] >= 0x80);
}

static void find_leaks(struct collector *collector)
{
    str text = collector->text;
    const struct needle *needle;
    for (size_t at = 0;
         (needle = needles_next(&collector->leaks->needles, text, &at)); at++) {
        if ((at && is_word(text, at - 1)) ||
            is_word(text, at + needle->text.n)) {
            continue;
        }
        const struct post *post = collector->leaks->posts.p[needle->id];
        struct finding *finding = finding_add(
            &collector->findings, DIAG_ERROR, "leaked-draft",
            collect_spot(collector, str_sub(text, at, needle->text.n)),
            post->source->name);
        finding_say(&collector->findings, finding,
                    "this is of %.*s, which is not published",
                    STR_ARG(post->source->name));
    }
}

/* Half a million in a large site: no room for more than there are. */
static void keep_links(struct collector *collector)
{
    size_t n = collector->links.n;
    struct check_link *links =
        ARENA_ARRAY(&collector->keep, struct check_link, n);
    if (n) {
        memcpy(links, collector->links.p, n * sizeof *links);
    }
    collector->file->links.p = links;
    collector->file->links.n = collector->file->links.cap = n;
    collector->links.n = 0;
}

void collect_file(struct collector *collector, struct check_file *file)
{
    if (file->kind == FILE_BINARY) {
        return;
    }
    int error = fs_read(file->real, &collector->work, &collector->text);
    if (error) {
        finding_unreadable(&collector->findings, file->name, error);
        return;
    }
    collector->file = file;
    find_leaks(collector);
    switch (file->kind) {
    case FILE_HTML: collect_html(collector); break;
    case FILE_CSS: collect_css(collector, collector->text); break;
    case FILE_XML: collect_xml(collector); break;
    case FILE_JSON: collect_json(collector); break;
    case FILE_TEXT:
    case FILE_BINARY: break;
    }
    keep_links(collector);
    arena_clear(&collector->work);
}
