/* SPDX-License-Identifier: MIT */
#include "site/content/post.h"

#include "base/hash.h"
#include "files/path.h"
#include "files/source_file.h"
#include "markdown/markdown.h"
#include "recipe/cooklang.h"
#include "site/frontmatter/visibility.h"
#include "text/html_entity.h"
#include "text/slug.h"

bool post_read(const struct content_file *file, const struct fs_stat *listed,
               struct arena *arena, struct diags *diags, struct source *text)
{
    *text = (struct source){.name = file->source};
    bool read = source_file_read_listed(text, listed, arena, diags);
    if (!read) {
        text->text = (str){NULL, 0};
    }
    return read;
}

/* Without front matter the text may begin with its title, "# Title". The body
 * then begins after it. */
static str leading_heading(const struct source *source, size_t *body,
                           struct arena *arena)
{
    size_t end;
    str title = markdown_title(source, *body, arena, &end);
    *body = title.n ? end : *body;
    return title;
}

/* The front matter, with the line that may be the title, outlives the file's
 * text: all places that are complained about later are in it. */
static const struct source *keep_front(const struct source *file, size_t body,
                                       struct arena *keep)
{
    struct source *source = ARENA_NEW(keep, struct source);
    source->name = file->name;
    size_t line = str_find_char(file->text, '\n');
    if (body == 0) {
        body = line == STR_NONE ? file->text.n : line; /* to be shown */
    }
    source->text = arena_str(keep, str_sub(file->text, 0, body));
    source->text.p = source->text.p ? source->text.p : "";
    source_index(source, keep);
    return source;
}

static span span_of_title(const struct source *source,
                          const struct frontmatter *front)
{
    if (!source->text.n) {
        return span_of(source, 0, 0);
    }
    return front->title.n ? front->title_at : span_of(source, 0, 1);
}

/* `created` of Obsidian and Dendron, `dateCreated` of wikis; they are kept in
 * page.extra, too. */
static void set_created(const struct site *site, struct loaded_post *post)
{
    const struct dict *extra = post->front.extra.as.dict;
    for (size_t i = 0; !post->has_date && i < extra->entries.n; i++) {
        value v = extra->entries.p[i].val;
        if (!str_is_word_of(schema_key_text(extra, i),
                            STR("created dateCreated"))) {
            continue;
        }
        if (value_is(v, VALUE_DATE)) {
            post->date = value_to_date(v);
            post->has_date = true;
        } else if (value_is(v, VALUE_STRING)) {
            post->has_date =
                date_parse(str_trim(value_str(v)), site->config.zone,
                           &post->date) == DATE_OK;
        }
    }
}

static bool set_date(const struct site *site, struct loaded_post *post,
                     struct diags *diags)
{
    if (post->front.has_date) {
        post->has_date = true;
        post->date = post->front.date;
        return true;
    }
    bool diary = name_is_day(post->file->name);
    str date = diary ? post->file->name : post->file->date;
    post->has_date =
        date.n && date_parse(date, site->config.zone, &post->date) == DATE_OK;
    if (!date.n) {
        set_created(site, post);
    }
    if (!date.n || post->has_date || diary) {
        return true;
    }
    struct diag *diag = diag_error(
        diags, span_of_title(post->source, &post->front), "bad-date",
        "the file's name starts with a day that there is not: \"%.*s\"",
        STR_ARG(date));
    diag_hint(diag, "rename the file, or add date: 2026-11-21");
    return false;
}

/* Capitals and spaces, which no address should hold. */
static bool is_title(str part)
{
    for (size_t i = 0; i < part.n; i++) {
        if (part.p[i] == ' ' || (part.p[i] >= 'A' && part.p[i] <= 'Z')) {
            return true;
        }
    }
    return false;
}

/* The author's slug stays, unless it is a title: each part of a/b by itself. */
static str typed_slug(str slug, struct arena *keep)
{
    str made = {NULL, 0};
    str part;
    while (str_split(&slug, '/', &part)) {
        str clean = is_title(part) ? slug_make(keep, part) : part;
        if (made.p && clean.n) {
            made =
                arena_printf(keep, "%.*s/%.*s", STR_ARG(made), STR_ARG(clean));
        } else if (clean.n) {
            made = clean;
        }
    }
    return made;
}

static bool set_slug(struct loaded_post *post, struct arena *keep,
                     struct diags *diags)
{
    if (post->file->kind == CONTENT_INDEX) {
        return true;
    }
    post->slug = post->front.slug.n ? typed_slug(post->front.slug, keep)
                                    : slug_make(keep, post->file->name);
    if (post->slug.n) {
        return true;
    }
    struct diag *diag = diag_error(
        diags, span_of_title(post->source, &post->front), "empty-slug",
        "the file's name has no letter or digit to make an address of");
    diag_hint(diag, "rename the file, or add slug: a-name");
    return false;
}

enum page_kind post_kind(const struct content_file *file)
{
    return file->kind == CONTENT_POST ? PAGE_POST : PAGE_PAGE;
}

str post_language(const struct site *site, const struct frontmatter *front,
                  const struct content_file *file)
{
    return frontmatter_uncommon(front)->lang.n
               ? frontmatter_uncommon(front)->lang
               : site->content.languages.codes.p[file->at.language];
}

/* Zola's `taxonomies` may name any. */
static void check_taxonomies(const struct site *site,
                             const struct loaded_post *post,
                             struct diags *diags)
{
    const struct frontmatter_uncommon *uncommon =
        frontmatter_uncommon(&post->front);
    for (size_t i = 0; i < uncommon->taxonomies.n; i++) {
        struct text_item named = uncommon->taxonomies.p[i];
        const str *known = site->config.taxonomies.p;
        size_t n = site->config.taxonomies.n;
        if (str_is_one_of(named.text, known, n)) {
            continue;
        }
        struct diag *diag = diag_warning(
            diags, named.at, "unknown-taxonomy",
            "the site has no taxonomy \"%.*s\": kept in page.extra",
            STR_ARG(named.text));
        str near = str_nearest(named.text, known, n);
        if (near.n) {
            diag_did_you_mean(diag, near);
        } else {
            diag_hint(diag, "add it to \"taxonomies\" in site.yaml");
        }
    }
}

/* Jekyll publishes nothing in _posts/ that has neither front matter nor a day
 * in its name: it is a note, or not begun. */
static void hold_notes(struct loaded_post *post,
                       const struct frontmatter_place *place,
                       struct diags *diags)
{
    str path = post->file->path;
    bool in_posts = str_starts(path, STR("_posts/")) ||
                    str_find(path, STR("/_posts/")) != STR_NONE;
    if (place->found || post->file->date.n || !in_posts) {
        return;
    }
    uint64_t bit = UINT64_C(1) << VISIBILITY_KEY_DRAFT;
    post->front.says |= bit;
    post->front.holds |= bit;
    post->front.draft = true;
    struct diag *diag =
        diag_warning(diags, span_of(post->source, 0, 0), "not-public",
                     "no front matter and no day in the name, as posts in "
                     "_posts have: it is held back");
    diag_hint(diag, "write a title in front matter, if it is a post");
}

/* A reference as WordPress exports them: &#8217;, &amp;. Its length is *n. */
static size_t find_reference(str title, size_t *n)
{
    size_t at = str_find_char(title, '&');
    for (; at < title.n; at = str_find_char_from(title, at + 1, '&')) {
        uint32_t c;
        str rest = str_from_offset(title, at);
        *n = html_reference(rest, &c);
        str name = *n ? str_sub(rest, 1, *n - 2) : (str){NULL, 0};
        if (*n && rest.p[*n - 1] == ';' &&
            (name.p[0] == '#' || str_is_word_of(name, STR("amp quot apos")))) {
            return at;
        }
    }
    return STR_NONE;
}

static void check_title(const struct loaded_post *post, struct arena *work,
                        struct diags *diags)
{
    size_t n;
    str title = post->front.title;
    size_t at = find_reference(title, &n);
    if (at == STR_NONE) {
        return;
    }
    struct diag *diag = diag_warning(
        diags, span_of_title(post->source, &post->front), "title-entity",
        "readers see \"%.*s\": a title is text, no HTML", (int)n, title.p + at);
    diag_hint(diag, "write %.*s", STR_ARG(html_decode(work, title)));
    diag_group(diag, STR("entity"), STR("write the characters themselves"));
}

bool post_load(const struct site *site, struct loaded_post *post,
               const struct source *file, struct arena *keep,
               struct arena *work, struct diags *diags)
{
    struct frontmatter_place place;
    bool read = file->text.p != NULL;
    post->file_hash = read ? hash64(file->text) : 0;
    size_t body = 0;
    bool split = read && frontmatter_split(file, diags, &place);
    str heading = {NULL, 0};
    if (split) {
        body = place.body;
    }
    if (split && !post->file->html) {
        heading = leading_heading(file, &body, work);
    }
    post->source = keep_front(file, split ? body : 0, keep);
    if (!split || !frontmatter_read(post->source, &place, &site->config, keep,
                                    diags, &post->front)) {
        return false;
    }
    if (!heading.n) {
        hold_notes(post, &place, diags);
    }
    check_taxonomies(site, post, diags);
    check_title(post, work, diags);
    post->title = post->front.title;
    if (!post->title.n && heading.n) {
        post->title = arena_str(keep, heading);
    }
    if (!post->title.n && post->file->kind != CONTENT_INDEX) {
        str name = post->file->name;
        post->title = name_is_day(name) ? name : slug_title(keep, name);
    }
    bool dated = set_date(site, post, diags);
    return set_slug(post, keep, diags) && dated;
}

const struct lexicon *post_lexicon(const struct post *post, struct arena *arena)
{
    return post->site ? lexicon_set_get(post->site->recipe_words, post->lang)
                      : lexicon_load(post->lang, arena);
}

enum post_body post_read_body(const struct post *post, struct arena *arena,
                              struct diags *diags, struct source *source,
                              size_t *body)
{
    struct frontmatter_place place;
    bool known = post->site;
    if (!post_read(post->file, NULL, arena, diags, source)) {
        bool gone = fs_kind(post->file->source, true) == FS_MISSING;
        return known && gone ? POST_BODY_CHANGED : POST_BODY_UNREADABLE;
    }
    if (known && hash64(source->text) != post->loaded->file_hash) {
        return POST_BODY_CHANGED;
    }
    /* a post that was loaded from the same bytes is UTF-8 */
    if (known ? !frontmatter_find(source, diags, &place)
              : !frontmatter_split(source, diags, &place)) {
        return POST_BODY_UNREADABLE;
    }
    *body = place.body;
    if (post->file->cook) {
        str html = cooklang_html(post_lexicon(post, arena),
                                 str_from_offset(source->text, *body), arena);
        source->text =
            arena_concat(arena, str_sub(source->text, 0, *body), html);
    } else if (!post->front->title.n && !post->file->html) {
        leading_heading(source, body, arena);
    }
    return POST_BODY_READ;
}

span post_span(const struct post *post)
{
    return span_of_title(post->source, post->front);
}

const struct post *post_copied(const struct post *post)
{
    post->loaded->copied = true;
    return post;
}

const struct date *post_live(const struct post *post)
{
    return post->front->has_publish
               ? &frontmatter_uncommon(post->front)->publish
           : post->has_date ? &post->date
                            : NULL;
}

enum held post_held(const struct site *site, const struct post *post)
{
    const struct frontmatter *front = post->front;
    int64_t now = site->options.now;
    if (front->draft && !site->options.drafts) {
        return HELD_DRAFT;
    }
    if (front->has_expires &&
        frontmatter_uncommon(front)->expires.instant <= now) {
        return HELD_EXPIRED;
    }
    const struct date *live = post_live(post);
    bool later = live && live->instant > now;
    return later && !site->options.future ? HELD_FUTURE : HELD_NOT;
}

struct frontmatter *post_change_front(struct post *post, struct arena *arena)
{
    if (!post->own_front) {
        post->own_front = ARENA_NEW(arena, struct frontmatter);
        *post->own_front = *post->front;
        post_copied(post);
        post->front = post->own_front;
    }
    return post->own_front;
}

void post_put_off(struct post *post, struct date live, struct arena *arena)
{
    const struct date *own = post_live(post);
    if (!own || date_cmp(live, *own) > 0) {
        struct frontmatter *front = post_change_front(post, arena);
        frontmatter_change_uncommon(front, arena)->publish = live;
        front->has_publish = true;
    }
}
