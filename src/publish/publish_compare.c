/* SPDX-License-Identifier: MIT */
/* Staged files and stale files are the differences. Nothing is put into place.
 */
#include "base/utf8.h"
#include "files/path.h"
#include "publish/publish.h"
#include "publish/publish_steps.h"

/* The first byte in which they differ, or where the shorter one ends. */
static size_t first_difference(str a, str b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    size_t i = 0;
    while (i < n && a.p[i] == b.p[i]) {
        i++;
    }
    return i;
}

/* With the line, if it is one that people can read. */
static struct diag *report_bytes(const struct publish *publish,
                                 const struct publish_item *item,
                                 struct diags *diags)
{
    struct arena *arena = publish->arena;
    struct source there = {
        .name = path_join(diags->arena, publish->output, item->entry.path)};
    str clean =
        path_join(arena, path_join(arena, publish->stage_path, STR("new")),
                  publish_staged_path(item->entry.path, item->unit, arena));
    if (fs_read(there.name, arena, &there.text) != 0 ||
        fs_read(clean, arena, &clean) != 0) {
        return publish_error(publish, item->entry.path, diags, "unlike-clean",
                             "is no file that a clean build would leave there");
    }
    size_t off = first_difference(there.text, clean);
    if (utf8_invalid(there.text) != STR_NONE) {
        there.text = (str){NULL, 0};
    }
    return diag_error(
        diags, there.text.n ? span_of(&there, off, 1) : span_of(&there, 0, 0),
        "unlike-clean", "is not what a clean build makes, from byte %zu on",
        off + 1);
}

static struct diag *report_item(const struct publish *publish,
                                const struct publish_item *item,
                                struct diags *diags)
{
    str path = item->entry.path;
    return fs_at_kind(publish->root, path) == FS_MISSING
               ? publish_error(publish, path, diags, "unlike-clean",
                               "is not there, and a clean build makes it")
               : report_bytes(publish, item, diags);
}

bool publish_compare(struct publish *publish, struct diags *diags,
                     size_t *files)
{
    struct publish_steps steps = {.publish = publish};
    struct manifest next;
    if (!publish_check(publish, diags) ||
        !publish_gather(publish, diags, &next)) {
        return false;
    }
    publish_steps_find_stale(&steps, &next);
    *files = next.n;
    size_t differ = steps.nstale;
    const struct publish_item *first = NULL;
    for (size_t i = 0; i < publish->nitems; i++) {
        bool differs = publish->items[i]->unit != 0;
        differ += differs;
        first = differs && !first ? publish->items[i] : first;
    }
    if (!differ) {
        return true;
    }
    struct diag *diag =
        first ? report_item(publish, first, diags)
              : publish_error(publish, steps.stale[0].entry->path, diags,
                              "unlike-clean",
                              "is there, and a clean build makes no such file");
    str others = differ > 1 ? arena_printf(publish->arena, " and %zu other%s",
                                           differ - 1, differ == 2 ? "" : "s")
                            : STR("");
    diag_hint(diag,
              "crumb build --clean mends it%.*s; please report it: builds must "
              "not differ",
              STR_ARG(others));
    return false;
}
