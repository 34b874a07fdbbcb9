/* SPDX-License-Identifier: MIT */
#include "edit/move.h"

#include "base/pool.h"
#include "edit/front_edit.h"
#include "files/path.h"
#include "files/source_file.h"
#include "site/config/theme_files.h"
#include "site/content/post.h"
#include "steps/functions.h"
#include "text/url.h"

/* --- shortcodes: is their body Markdown? --- */

/* A build reports the mistakes in templates. */
static void load_shortcodes(struct move *move)
{
    struct theme_files *theme = ARENA_NEW(move->arena, struct theme_files);
    struct diags ignored = {.arena = move->arena};
    theme_files_of_site(theme, &move->before->config, move->arena);
    struct jinja_options settings = {.undefined = JINJA_ERROR};
    struct jinja *jinja =
        jinja_new(move->arena, settings, theme_files_host(theme));
    functions_add(jinja);
    shortcode_table_make(&move->shortcodes, jinja, theme, move->arena,
                         &ignored);
    jinja_free(jinja);
}

/* --- the alias --- */

/* "/baking/rye/" of its url, as front matter has it. */
static str path_of(const struct move *move, const struct post *post)
{
    size_t root = url_path(move->before->config.url).n;
    return url_decode(move->arena, str_from_offset(post->address.url, root));
}

static bool same_path(str a, str b)
{
    return str_eq(path_bare(a), path_bare(b));
}

/* Removes the alias: the path is an address again. */
static void remove_alias(struct front_edit *edit, size_t entry, str path)
{
    value v = edit->dict->entries.p[entry].val;
    if (value_is(v, VALUE_STRING) && same_path(value_str(v), path)) {
        front_edit_drop(edit, entry);
    }
    for (size_t i = 0; value_is(v, VALUE_LIST) && i < v.as.list->items.n; i++) {
        value item = v.as.list->items.p[i];
        if (value_is(item, VALUE_STRING) &&
            same_path(url_decode(edit->arena, value_str(item)), path)) {
            front_edit_remove(edit, entry, i);
            return;
        }
    }
}

static bool has_alias(const struct frontmatter *front, str path)
{
    for (size_t i = 0; i < front->aliases.n; i++) {
        if (same_path(front->aliases.p[i].text, path)) {
            return true;
        }
    }
    return false;
}

static bool edit_aliases(const struct move *move, const struct post *post,
                         str add, str remove, struct move_text *text)
{
    struct source source = {.name = post->source->name, .text = text->text};
    struct front_edit edit;
    if (!front_edit_open(&edit, &source, move->arena, move->diags)) {
        return false;
    }
    static const str keys[] = {STR_INIT("aliases"), STR_INIT("alias"),
                               STR_INIT("redirect_from")};
    size_t entry = FRONT_EDIT_NONE;
    for (size_t i = 0;
         entry == FRONT_EDIT_NONE && i < sizeof keys / sizeof *keys; i++) {
        entry = front_edit_find(&edit, keys[i]);
    }
    if (add.n) {
        front_edit_append(&edit, entry, STR("aliases"), add);
    } else if (entry != FRONT_EDIT_NONE) {
        remove_alias(&edit, entry, remove);
    }
    if (front_edit_finish(&edit, &text->text)) {
        return true;
    }
    struct diag *diag = diag_error(
        move->diags, span_of(&source, edit.place.off, 0), "frontmatter-format",
        "its front matter is written in a way that crumb can't "
        "change alone");
    diag_hint(diag, "write its aliases as lines of \"- /old/address/\"");
    return false;
}

/* Aliases without a slash in front are relative to the folder, which changes:
 * their old meanings are added in full. */
static bool keep_relative_aliases(const struct move *move,
                                  const struct post *post,
                                  const struct post *then,
                                  struct move_text *text)
{
    const struct text_list *aliases = &post->front->aliases;
    bool kept = true;
    for (size_t i = 0; kept && i < aliases->n; i++) {
        str path = aliases->p[i].text;
        if (!has_alias(then->front, path) &&
            !same_path(path, path_of(move, then))) {
            kept = edit_aliases(move, post, path, (str){NULL, 0}, text);
        }
    }
    return kept;
}

/* The old address becomes an alias; the new one is none any more. */
static bool change_aliases(struct move *move, const struct post *post,
                           struct move_text *text)
{
    const struct post *then =
        site_post(move->after, move_path(move, post->file->path), move->arena);
    if (!then || post->file->kind == CONTENT_INDEX ||
        str_eq(post->address.url, then->address.url)) {
        return true;
    }
    str old = path_of(move, post);
    str now = path_of(move, then);
    bool alias = !post->front->draft;
    *VEC_PUSH(&move->addresses, move->arena) = (struct move_address){
        post->address.url, arena_str(move->arena, then->address.url), alias};
    bool back = has_alias(post->front, now);
    bool add = alias && !has_alias(post->front, old);
    return keep_relative_aliases(move, post, then, text) &&
           (!back || edit_aliases(move, post, (str){NULL, 0}, now, text)) &&
           (!add || edit_aliases(move, post, old, (str){NULL, 0}, text));
}

/* --- the plan --- */

static bool is_moved(const struct move *move, const struct post *post)
{
    return !str_eq(move_path(move, post->file->path), post->file->path);
}

/* An empty span: no link of the post is known. */
static void refuse_link(struct move *move, span at)
{
    if (!at.len) {
        diag_error(move->diags, at, "broken-link",
                   "crumb can't read the links of this post");
        return;
    }
    struct diag *diag = diag_error(move->diags, at, "broken-link",
                                   "crumb can't rewrite this link");
    diag_hint(diag, "write it in another way first: [text](other.md)");
}

/* Rewrites a post's text in an arena of its own, move->work: most texts do not
 * change, and are freed. */
static bool plan_text(struct move *move, const struct post *post)
{
    struct move one = *move;
    size_t said = move->diags->list.n;
    struct move_text text;
    one.arena = &move->work;
    if (!move_rewrite(&one, post, &text)) {
        refuse_link(move, span_of(post->source, 0, 0));
        return false;
    }
    bool moved = is_moved(move, post);
    if (moved && !change_aliases(move, post, &text)) {
        return false;
    }
    if (text.links || moved) {
        text.text = arena_str(move->arena, text.text);
        *VEC_PUSH(&move->texts, move->arena) = text;
    }
    if (move->diags->list.n == said) {
        arena_clear(&move->work);
    }
    return true;
}

/* The search for posts that must be rewritten. */
struct scan_job {
    const struct move *move;
    struct arena *works; /* one per job */
    bool *changes;       /* by number in before->all */
};

/* Ignores errors: plan_text finds them again. */
static void scan_text(void *context, size_t worker, size_t i)
{
    const struct scan_job *scan = context;
    const struct post *post = &scan->move->before->all[i];
    struct move one = *scan->move;
    struct diags ignored = {.arena = &scan->works[worker]};
    struct move_text text;
    one.arena = ignored.arena;
    one.diags = &ignored;
    scan->changes[i] = is_moved(scan->move, post) ||
                       !move_rewrite(&one, post, &text) || text.links;
    arena_clear(one.arena);
}

static bool plan_texts(struct move *move)
{
    const struct site *before = move->before;
    size_t jobs = move->options->jobs;
    struct scan_job scan = {
        .move = move,
        .works = arena_zalloc(move->arena, jobs, sizeof(struct arena)),
        .changes = ARENA_ARRAY(move->arena, bool, before->nall),
    };
    pool_run(jobs, before->nall, scan_text, &scan);
    for (size_t i = 0; i < jobs; i++) {
        arena_free(&scan.works[i]);
    }
    bool planned = true;
    for (size_t i = 0; planned && i < before->nall; i++) {
        planned = !scan.changes[i] || plan_text(move, &before->all[i]);
    }
    return planned;
}

/* The site with all the new texts. */
static struct site *dry_run_texts(struct move *move, struct diags *diags)
{
    VEC(struct content_change) all = {0};
    const struct content_changes moved =
        content_changes_of(move->files.p, move->files.n, move->arena);
    VEC_RESERVE(&all, move->arena, move->files.n + move->texts.n);
    for (size_t i = 0; i < move->files.n; i++) {
        *VEC_PUSH(&all, move->arena) = move->files.p[i];
    }
    for (size_t i = 0; i < move->texts.n; i++) {
        const struct move_text *text = &move->texts.p[i];
        str path = text->post->file->path;
        const struct content_change *file = content_changes_from(&moved, path);
        if (file) {
            all.p[file - moved.p].text = text->text;
        } else {
            *VEC_PUSH(&all, move->arena) =
                (struct content_change){path, path, text->text};
        }
    }
    const struct dry_run run = {
        .changes = content_changes_of(all.p, all.n, move->arena),
        .options = move->options,
        .before = move->before};
    struct plan plan; /* made only for its errors and warnings */
    struct arena room = {0};
    struct site *site = dry_run_site(&run, move->arena, diags);
    if (site) {
        dry_run_plan(site, &room, diags, &plan);
    }
    arena_free(&room);
    return site;
}

static bool has_message(const struct diags *diags, const struct diag *diag)
{
    for (size_t i = 0; i < diags->list.n; i++) {
        if (str_eq(diags->list.p[i]->message, diag->message)) {
            return true;
        }
    }
    return false;
}

static bool check_links(struct move *move, const struct site *final)
{
    for (size_t i = 0; i < move->texts.n; i++) {
        span at;
        if (!move_links_hold(move, final, &move->texts.p[i], &at)) {
            refuse_link(move, at);
            return false;
        }
    }
    return true;
}

static void refuse_move(struct move *move, struct diag *error)
{
    *VEC_PUSH(&move->diags->list, move->arena) = error;
    move->diags->errors++;
}

static bool check_result(struct move *move)
{
    struct diags then = {.arena = move->arena};
    move->final = dry_run_texts(move, &then);
    diags_sort(&then);
    struct diag *error = dry_run_error(move->said, &then);
    const struct post *displaced =
        move->final ? dry_run_displaced(move->before, move->final, move->arena)
                    : NULL;
    bool good = move->final && !error && !displaced;
    if (error) {
        refuse_move(move, error);
    } else if (displaced) {
        diag_error(move->diags, post_span(displaced), "duplicate-url",
                   "this post would be published at another address");
    }
    if (!good || !check_links(move, move->final)) {
        return false;
    }
    /* Warnings that the move causes: a menu that names the old place, and the
     * like. */
    for (size_t i = 0; i < then.list.n; i++) {
        if (!has_message(move->said, then.list.p[i])) {
            *VEC_PUSH(&move->diags->list, move->arena) = then.list.p[i];
        }
    }
    return true;
}

/* Reads the files that move: a dry run needs their texts. */
static bool read_moved(struct move *move)
{
    for (size_t i = 0; i < move->files.n; i++) {
        struct content_change *file = &move->files.p[i];
        str name = path_join(move->arena, STR("content"), file->from);
        struct source source = {.name = name};
        if (site_post(move->before, file->from, move->arena) &&
            !source_file_read(&source, move->arena, move->diags)) {
            return false;
        }
        file->text = source.text;
    }
    return true;
}

static void drop_after(struct move *move)
{
    if (move->after) {
        site_free(move->after);
        move->after = NULL;
    }
    arena_free(&move->room);
}

bool move_plan(struct move *move)
{
    struct diags first = {.arena = move->arena};
    load_shortcodes(move);
    if (!read_moved(move)) {
        return false;
    }
    const struct dry_run run = {.changes = content_changes_of(
                                    move->files.p, move->files.n, move->arena),
                                .options = move->options,
                                .before = move->before};
    move->after = dry_run_site(&run, &move->room, &first);
    /* The settings are gone by now, or a post is broken by its new name. */
    if (!move->after || move->after->broken.n) {
        diags_sort(&first);
        refuse_move(move, dry_run_error(move->said, &first));
        return false;
    }
    if (!plan_texts(move)) {
        return false;
    }
    drop_after(move);
    return check_result(move);
}

void move_write(const struct move *move, struct fs_batch *batch)
{
    for (size_t i = 0; i < move->texts.n; i++) {
        const struct move_text *text = &move->texts.p[i];
        str name =
            path_join(move->arena, STR("content"), text->post->file->path);
        if (!fs_same(name, text->text)) {
            fs_batch_write(batch, name, text->text);
        }
    }
}

void move_free(struct move *move)
{
    arena_free(&move->work);
    drop_after(move);
    if (move->final) {
        site_free(move->final);
    }
}
