/* SPDX-License-Identifier: MIT */
/* One file of the output, by its kind. */
#include "base/memory/buf.h"
#include "check/collect/collect.h"
#include "check/target.h"
#include "files/fs.h"
#include "text/url.h"

static bool is_word(str text, size_t at)
{
    return at < text.n &&
           (is_alnum(text.p[at]) || (unsigned char)text.p[at] >= 0x80);
}

static void find_leaks(struct collector *collector)
{
    str text = collector->text;
    const struct search_text *found;
    for (size_t at = 0;
         (found = multi_search_next(&collector->leaks->search, text, &at));
         at++) {
        if ((at && is_word(text, at - 1)) ||
            is_word(text, at + found->text.n)) {
            continue;
        }
        const struct post *post = collector->leaks->posts.p[found->id];
        struct finding *finding = finding_add(
            &collector->said.findings, DIAG_ERROR, "leaked-draft",
            collect_spot(collector, str_sub(text, at, found->text.n)),
            post->source->name);
        finding_say(&collector->said.findings, finding,
                    "this is of %.*s, which is not published",
                    STR_ARG(post->source->name));
    }
}

/* Links to parts of the page itself need no other file. */
static void check_own(struct collector *collector)
{
    struct said *said = &collector->said;
    for (size_t i = 0; i < collector->own.n; i++) {
        const struct own_link *link = &collector->own.p[i];
        str id = target_id(str_from_offset(link->href, 1));
        if (collector->file->kind != FILE_HTML || id.n == 0) {
            continue;
        }
        said->counts.fragments++;
        if (!target_is_top(id) && !map_get(&collector->ids, id) &&
            !map_get(&collector->ids, url_decode(&collector->work, id))) {
            collect_bad_fragment(
                collector->catalog, &said->findings,
                collect_spot(collector, link->raw),
                &(struct missing_part){collector->file, link->href,
                                       collector->names.p, collector->names.n});
        }
    }
}

/* False: the file can't be read. */
static bool read_file(struct collector *collector, struct check_file *file)
{
    const struct catalog *catalog = collector->catalog;
    struct arena *work = &collector->work;
    int error =
        fs_read(catalog_real(catalog, file, work), work, &collector->text);
    if (error) {
        finding_unreadable(&collector->unread,
                           catalog_name(catalog, file, &collector->keep),
                           error);
        return false;
    }
    collector->file = file;
    collector->said = (struct said){.findings.arena = work};
    collector->ids = (struct map){0};
    collector->names.n = collector->names.cap = 0;
    collector->own.n = collector->own.cap = 0;
    find_leaks(collector);
    switch (file->kind) {
    case FILE_HTML: collect_html(collector); break;
    case FILE_CSS: collect_css(collector, collector->text); break;
    case FILE_XML: collect_xml(collector); break;
    case FILE_JSON: collect_json(collector); break;
    case FILE_TEXT:
    case FILE_BINARY: break;
    }
    check_own(collector);
    return true;
}

void collect_file(struct collector *collector, struct check_file *file)
{
    struct buf record = {0};
    if (file->kind != FILE_BINARY && read_file(collector, file)) {
        said_pack(&collector->said, &record);
        file->said = text_store_put(&collector->records, buf_str(&record));
        file->sure = hash128_eq(hash128(collector->text), file->hash);
    }
    buf_free(&record);
    arena_clear(&collector->work);
}

void collect_ids(struct collector *collector, struct check_file *file,
                 struct arena *arena, const str **names, size_t *n)
{
    str *copy = NULL;
    *n = 0;
    if (read_file(collector, file)) {
        *n = collector->names.n;
        copy = ARENA_ARRAY(arena, str, *n + 1);
        for (size_t i = 0; i < *n; i++) {
            copy[i] = arena_str(arena, collector->names.p[i]);
        }
    }
    *names = copy;
    arena_clear(&collector->work);
}
