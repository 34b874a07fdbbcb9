/* SPDX-License-Identifier: MIT */
#include "base/memory/buf.h"
#include "data/yaml.h"
#include "edit/move_target.h"
#include "files/path.h"
#include "files/source_file.h"
#include "files/tree/tree.h"
#include "site/names/post_names.h"
#include "site/view/body.h"
#include "site/view/links.h"
#include "text/splice.h"
#include "text/url.h"

str move_path(const struct move *move, str path)
{
    for (size_t i = 0; i < move->files.n; i++) {
        if (str_eq(move->files.p[i].from, path)) {
            return move->files.p[i].to;
        }
    }
    return path;
}

/* --- spelling --- */

/* The path as a file in that folder writes it. */
static str relative(str folder, str path, struct arena *arena)
{
    struct buf out = {0};
    size_t common = 0; /* of both, after a '/' */
    for (size_t i = 0; i < path.n && i <= folder.n; i++) {
        char c = i < folder.n ? folder.p[i] : '/';
        if (path.p[i] != c) {
            break;
        }
        common = c == '/' ? i + 1 : common;
    }
    str up = str_from_offset(folder, common);
    str part;
    while (up.n && str_split(&up, '/', &part)) {
        buf_put(&out, STR("../"));
    }
    buf_put(&out, str_from_offset(path, common));
    return buf_move(&out, arena);
}

/* A byte that would end an address in Markdown or begin something else; raw: in
 * <>, quotes or YAML, where fewer do. */
static bool is_unsafe(char c, bool raw)
{
    return c == '<' || c == '>' || c == '"' || c == '\\' || c == '\n' ||
           (!raw && c && strchr(" \t()'`&|[]{}*", c));
}

/* tail: the path is a query or fragment, where %, ? and # keep their meaning.
 */
static str escaped(str path, bool raw, bool tail, struct arena *arena)
{
    struct buf out = {0};
    for (size_t i = 0; i < path.n; i++) {
        char c = path.p[i];
        if (tail && c == '&' && !raw) {
            buf_put(&out, STR("&amp;")); /* %26 would be another query */
        } else if (is_unsafe(c, raw) ||
                   (!tail && (c == '%' || c == '?' || c == '#'))) {
            url_put_encoded(str_sub(path, i, 1), "", &out);
        } else {
            buf_putc(&out, path.p[i]);
        }
    }
    return buf_move(&out, arena);
}

/* How a link is written, without its query and fragment. */
struct spelling {
    const struct link_reader
        *after; /* the post with the link, after the move */
    enum destination_kind kind;
    bool raw;
    str old; /* the decoded spelling before */
};

static str written(const struct spelling *spelling, str path)
{
    struct arena *arena = spelling->after->move->arena;
    str folder = path_dir(spelling->after->links.post->file->path);
    bool reference = spelling->kind == DESTINATION_REFERENCE;
    bool rooted = spelling->old.p[0] == '/';
    str text = rooted ? arena_concat(arena, STR("/"), path)
                      : relative(folder, path, arena);
    bool dot = str_starts(spelling->old, STR("./")) || url_is_absolute(text);
    if (!rooted && dot && !str_starts(text, STR("../"))) {
        text = arena_concat(arena, STR("./"), text);
    }
    return reference ? text : escaped(text, spelling->raw, false, arena);
}

static bool reaches(const struct spelling *spelling, str text, str path)
{
    struct link_target want = {path, {NULL, 0}};
    return link_target_same(
        link_target_of(spelling->after, spelling->kind, text), want,
        spelling->after->move->arena);
}

/* ref and relref also take the whole path in content/, or its end. */
static str spell_reference(const struct spelling *spelling, str path)
{
    static const str endings[] = {STR_INIT("/index.md"), STR_INIT(".md"),
                                  STR_INIT("")};
    bool bare = !tree_post_ext(spelling->old).n;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        str stem = str_sub(path, 0, path.n - endings[i].n);
        if (str_ends(path, endings[i]) && bare == (endings[i].n > 0) &&
            reaches(spelling, stem, path)) {
            return stem;
        }
    }
    return written(spelling, path);
}

/* Keeps the style of the old spelling: "../rye/" and "rye" get no ending. */
static str spell_path(const struct spelling *spelling, str path)
{
    static const str endings[] = {STR_INIT("/index.md"), STR_INIT("/_index.md"),
                                  STR_INIT(".md")};
    struct arena *arena = spelling->after->move->arena;
    str old = url_decode(arena, spelling->old);
    str base = path_base(old);
    bool bare = !str_ends(base, path_ext(path)) || !path_ext(path).n;
    for (size_t i = 0; bare && i < sizeof endings / sizeof *endings; i++) {
        if (!str_ends(path, endings[i]) || path.n == endings[i].n) {
            continue;
        }
        str stem = str_sub(path, 0, path.n - endings[i].n);
        str text = written(spelling, stem);
        text = str_ends(old, STR("/")) ? arena_concat(arena, text, STR("/"))
                                       : text;
        if (reaches(spelling, text, path)) {
            return text;
        }
    }
    return written(spelling, path);
}

/* The file's name alone if the old link was so and the name is unambiguous,
 * else the path from content/. p == NULL: no wikilink can have that name. */
static str spell_wikilink(const struct spelling *spelling, str path)
{
    str ext = path_ext(path);
    bool post = tree_post_ext(path).n > 0;
    str stem = path;
    if (post && !str_ends(spelling->old, ext)) {
        stem = post_names_path(path);
    }
    str base = path_base(stem);
    bool rooted = str_find_char(spelling->old, '/') != STR_NONE;
    for (size_t i = 0; i < stem.n; i++) {
        if (strchr("[]|#^\n", stem.p[i])) {
            return (str){NULL, 0};
        }
    }
    return !rooted && reaches(spelling, base, path) ? base : stem;
}

static str spell_address(const struct spelling *spelling, str address)
{
    struct arena *arena = spelling->after->move->arena;
    const struct config *config = &spelling->after->links.site->config;
    if (url_is_absolute(spelling->old)) {
        return arena_concat(arena, url_origin(config->url), address);
    }
    size_t root =
        spelling->kind == DESTINATION_HTML ? 0 : url_path(config->url).n;
    return str_from_offset(address, root);
}

/* --- rewriting --- */

/* One post's links, before and after the move. */
struct link_rewriter {
    const struct move *move;
    struct link_reader before;
    struct link_reader after;
    bool stays; /* the post does not move */
};

static struct link_rewriter rewriter_of(const struct move *move,
                                        const struct post *post,
                                        const struct site *after)
{
    str path = post->file->path;
    str then = move_path(move, path);
    return (struct link_rewriter){
        move, link_reader_of(move, move->before, path),
        link_reader_of(move, after, then), then.p == path.p};
}

/* Whether neither the post nor the file that the link names moves, so that the
 * link needs no check. A link that ends in index.md may mean a folder's. */
static bool is_fixed(const struct link_rewriter *rewriter,
                     const struct destination *place, str path)
{
    static const str indexes[] = {STR_INIT("index.md"), STR_INIT("_index.md")};
    str base = path_base(path);
    return rewriter->stays && place->kind == DESTINATION_LINK &&
           tree_post_ext(base).n && str_ends(place->dest, base) &&
           !str_is_one_of(base, indexes, 2) &&
           move_path(rewriter->move, path).p == path.p;
}

/* The new address of a link, without query and fragment; p == NULL: none can be
 * written. False: it stays. */
static bool rewrite(const struct link_rewriter *rewriter,
                    const struct destination *place, bool raw, str *out)
{
    const struct move *move = rewriter->move;
    const struct site *after = rewriter->after.links.site;
    struct link_target now =
        link_target_of(&rewriter->before, place->kind, place->dest);
    if (is_fixed(rewriter, place, now.path)) {
        return false;
    }
    struct link_target want = link_target_moved(move, after, now);
    struct link_target then =
        link_target_of(&rewriter->after, place->kind, place->dest);
    if ((!now.path.p && !now.address.p) ||
        link_target_same(want, then, move->arena)) {
        return false;
    }
    struct spelling spelling = {&rewriter->after, place->kind, raw, {NULL, 0}};
    str tail;
    if (link_is_wikilink(place->kind)) {
        spelling.old = place->dest;
        *out = spell_wikilink(&spelling, want.path);
        return true;
    }
    url_split(place->dest, &spelling.old, &tail);
    bool dots = spelling.old.n && spelling.old.p[0] == '.';
    bool reference = place->kind == DESTINATION_REFERENCE && !dots &&
                     str_find_char(spelling.old, '/') != STR_NONE &&
                     spelling.old.p[0] != '/';
    *out = reference     ? spell_reference(&spelling, want.path)
           : want.path.p ? spell_path(&spelling, want.path)
                         : spell_address(&spelling, want.address);
    return true;
}

/* Rewrites a link in the body. The bytes of a query or fragment stay, if it is
 * clear where they begin. A link that can't be written counts, and stays:
 * move_links_hold reports it. */
static bool rewrite_place(const struct link_rewriter *rewriter, str text,
                          const struct destination *place,
                          struct splices *splices)
{
    str path;
    str tail;
    str fresh;
    bool angle = place->off > 0 && text.p[place->off - 1] == '<';
    if (place->kind == DESTINATION_NONE ||
        !rewrite(rewriter, place, angle, &fresh)) {
        return false;
    }
    struct arena *arena = rewriter->move->arena;
    str raw = str_sub(text, place->off, place->len);
    if (link_is_wikilink(place->kind)) {
        if (fresh.p) {
            splice_add(splices, arena, place->off, place->len, fresh);
        }
        return true;
    }
    url_split(raw, &path, &tail);
    if (str_find_char(path, '\\') != STR_NONE ||
        str_find_char(path, '&') != STR_NONE) {
        str old;
        url_split(place->dest, &old, &tail);
        fresh = arena_concat(arena, fresh, escaped(tail, angle, true, arena));
        path = raw;
    }
    splice_add(splices, arena, place->off, path.n, fresh);
    return true;
}

/* Every YAML parser reads the path as the same text. */
static bool is_simple(str path)
{
    bool letter = false;
    for (size_t i = 0; i < path.n; i++) {
        char c = path.p[i];
        letter = letter || is_alpha(c);
        if (!is_alnum(c) && c != '/' && c != '.' && c != '_' && c != '-') {
            return false;
        }
    }
    return letter && path.p[0] != '-';
}

/* `cover` and `link`: scalars of YAML. */
static bool rewrite_front(const struct link_rewriter *rewriter, str dest,
                          span at, struct splices *splices)
{
    struct arena *arena = rewriter->move->arena;
    struct destination place = {.kind = DESTINATION_LINK, .dest = dest};
    str fresh;
    str path;
    str tail;
    /* An inherited link is in an _index.md, and relative to that. */
    if (!dest.n || at.source != rewriter->before.links.post->source ||
        !rewrite(rewriter, &place, true, &fresh)) {
        return false;
    }
    url_split(dest, &path, &tail);
    str whole = arena_concat(arena, fresh, tail);
    str raw = span_text(at);
    if (str_starts(raw, STR("\"")) || str_starts(raw, STR("'"))) {
        whole = yaml_quote_always(arena, whole);
    } else if (!is_simple(whole)) {
        whole = yaml_quote(arena, whole);
    }
    splice_add(splices, arena, at.off, at.len, whole);
    return true;
}

/* --- reading --- */

/* A post's text and the places in it. */
struct reading {
    struct source source;
    bool html;
    size_t body;
    struct destinations all;
};

/* As in post_read_body, a heading that is the title is not part of the body. */
static bool open_text(const struct move *move, const struct post *post,
                      struct reading *reading)
{
    struct frontmatter_place place;
    const struct source *source = &reading->source;
    size_t end;
    if (!frontmatter_split(source, move->diags, &place)) {
        return false;
    }
    reading->body = place.body;
    reading->html = post->file->html;
    if (!post->front->title.n && !reading->html &&
        markdown_title(source, place.body, move->arena, &end).n) {
        reading->body = end;
    }
    destinations_scan(source, reading->body,
                      url_origin(move->before->config.url), move->arena,
                      &reading->all);
    return true;
}

static bool read_source(const struct move *move, const struct post *post,
                        struct reading *reading)
{
    *reading = (struct reading){.source.name = post->file->source};
    return source_file_read(&reading->source, move->arena, move->diags) &&
           open_text(move, post, reading);
}

/* The context of the callbacks of Markdown. */
struct callback_ctx {
    const struct shortcode_table *shortcodes;
    const struct link_reader *reader;
};

static enum shortcode_kind kind_of_shortcode(void *self, str name, span at)
{
    const struct callback_ctx *ctx = self;
    (void)at;
    return shortcode_is_reference(name)
               ? SHORTCODE_MARKDOWN
               : shortcode_table_kind(ctx->shortcodes, name);
}

static str find_wikilink(void *self, str target, bool embed, span at,
                         struct arena *arena)
{
    const struct callback_ctx *ctx = self;
    struct links links = ctx->reader->links;
    (void)at;
    return wikilinks_find(&links, target, embed, (span){0}, arena);
}

static bool find_destinations(const struct link_reader *reader,
                              struct reading *reading)
{
    const struct move *move = reader->move;
    struct callback_ctx ctx = {&move->shortcodes, reader};
    struct markdown_options options =
        body_options(reader->links.post, &move->before->config);
    options.html = reading->html;
    options.host = (struct markdown_host){.shortcode_kind = kind_of_shortcode,
                                          .wikilink = find_wikilink,
                                          .self = &ctx};
    return destinations_classify(&reading->source, reading->body, &options,
                                 move->arena, &reading->all);
}

/* --- one post --- */

static bool may_change_as(const struct link_rewriter *rewriter,
                          struct destination place, enum destination_kind kind)
{
    str ignored;
    place.kind = kind;
    return rewrite(rewriter, &place, false, &ignored);
}

/* Whether the link may have to change. Most posts have no such link, and need
 * not be rendered. A backslash or an entity may hide one. */
static bool may_change(const struct link_rewriter *rewriter,
                       const struct destination *place)
{
    if (str_find_char(place->dest, '\\') != STR_NONE ||
        str_find_char(place->dest, '&') != STR_NONE || place->bare) {
        return true;
    }
    str origin = url_origin(rewriter->move->before->config.url);
    if (!place->argument && !place->wiki && url_is_absolute(place->dest) &&
        !(origin.n && str_starts(place->dest, origin))) {
        return false; /* to another site */
    }
    if (place->attribute) {
        return may_change_as(rewriter, *place, DESTINATION_HTML);
    }
    if (place->wiki) {
        return may_change_as(rewriter, *place,
                             place->image ? DESTINATION_EMBED
                                          : DESTINATION_WIKI);
    }
    return may_change_as(rewriter, *place, DESTINATION_LINK) ||
           (place->argument &&
            may_change_as(rewriter, *place, DESTINATION_REFERENCE));
}

bool move_rewrite(const struct move *move, const struct post *post,
                  struct move_text *out)
{
    struct link_rewriter rewriter = rewriter_of(move, post, move->after);
    struct splices splices = {0};
    struct reading reading;
    *out = (struct move_text){.post = post};
    if (!rewriter.after.links.post || !read_source(move, post, &reading)) {
        return false;
    }
    const struct frontmatter *front = post->front;
    out->links +=
        rewrite_front(&rewriter, frontmatter_uncommon(front)->cover.image,
                      frontmatter_uncommon(front)->cover.at, &splices);
    out->links += rewrite_front(&rewriter, frontmatter_uncommon(front)->link,
                                frontmatter_uncommon(front)->link_at, &splices);
    bool any = false;
    for (size_t i = 0; i < reading.all.list.n && !any; i++) {
        any = may_change(&rewriter, &reading.all.list.p[i]);
    }
    if (any) {
        if (!find_destinations(&rewriter.before, &reading)) {
            return false;
        }
        for (size_t i = 0; i < reading.all.list.n; i++) {
            out->links += rewrite_place(&rewriter, reading.source.text,
                                        &reading.all.list.p[i], &splices);
        }
    }
    out->text = reading.source.text;
    return !splices.list.n ||
           splice_apply(&splices, reading.source.text, move->arena, &out->text);
}

/* --- the check of the result --- */

bool move_links_hold(const struct move *move, const struct site *after,
                     const struct move_text *text, span *at)
{
    struct link_rewriter rewriter = rewriter_of(move, text->post, after);
    struct reading old;
    struct reading new = {
        .source = {.name = text->post->source->name, .text = text->text}};
    *at = span_of(text->post->source, 0, 0);
    if (!rewriter.after.links.post || !read_source(move, text->post, &old) ||
        !open_text(move, text->post, &new) ||
        !find_destinations(&rewriter.before, &old) ||
        !find_destinations(&rewriter.after, &new) ||
        old.all.list.n != new.all.list.n) {
        return false;
    }
    for (size_t i = 0; i < old.all.list.n; i++) {
        const struct destination *was = &old.all.list.p[i];
        const struct destination *is = &new.all.list.p[i];
        struct link_target want = link_target_moved(
            move, after,
            link_target_of(&rewriter.before, was->kind, was->dest));
        struct link_target got =
            link_target_of(&rewriter.after, is->kind, is->dest);
        str path;
        str tails[2];
        url_split(was->dest, &path, &tails[0]);
        url_split(is->dest, &path, &tails[1]);
        if (was->kind != is->kind ||
            (!link_is_wikilink(was->kind) && !str_eq(tails[0], tails[1])) ||
            !link_target_same(want, got, move->arena)) {
            struct source *source = ARENA_NEW(move->arena, struct source);
            *source = old.source;
            *at = span_of(source, was->off, was->len);
            return false;
        }
    }
    return true;
}
