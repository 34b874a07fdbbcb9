/* SPDX-License-Identifier: MIT */
#include "site/content/inherit.h"

#include "base/glob.h"
#include "base/memory/buf.h"
#include "files/path.h"
#include "files/tree/tree.h"
#include "site/content/post.h"
#include "site/frontmatter/front_keys.h"
#include "site/frontmatter/visibility.h"

/* For which of the pages below an entry is; a condition that is not given has
 * no text. */
struct cascade_target {
    str path;
    str kind;
    str lang;
    str environment;
};

struct cascade {
    struct cascade_target target;
    struct frontmatter front;
};

/* The front matter that pages inherit from one _index.md. */
struct index_defaults {
    const struct post *index;
    struct frontmatter own; /* its front matter, before it inherits itself */
    VEC(struct cascade) cascades;
};

struct inheritance {
    struct site *site;
    struct map folders; /* path in content/ -> its _index.md files,
                           a struct index_defaults * for each language */
    struct map bundles; /* path of a bundle -> struct index_defaults */
    bool any;           /* one of them hands something down */
};

/* --- reading `cascade` --- */

struct reading {
    struct site *site;
    const struct post *index;
    struct diags *diags;
};

static void read_target_key(const struct reading *reading,
                            const struct dict *dict, size_t i,
                            struct cascade *out, bool *understood)
{
    const struct {
        str name;
        str *to;
    } known[] = {
        {STR("path"), &out->target.path},
        {STR("kind"), &out->target.kind},
        {STR("lang"), &out->target.lang},
        {STR("environment"), &out->target.environment},
    };
    span at = dict_key_span(dict, i);
    str name = schema_key_text(dict, i);
    value v = dict->entries.p[i].val;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (str_eq(name, known[k].name) && value_is(v, VALUE_STRING)) {
            *known[k].to = str_trim(value_str(v));
            return;
        }
    }
    if (visibility_key(name) != VISIBILITY_KEY_NONE) {
        return; /* add_held */
    }
    *understood = false;
    struct diag *diag =
        diag_warning(reading->diags, at, "bad-cascade",
                     "\"%.*s\" is no condition that crumb understands: taken "
                     "as if it held for all below",
                     STR_ARG(name));
    diag_hint(diag, "there are path, kind, lang and environment, each a text; "
                    "or put the keys into an _index.md of their own");
}

/* A condition that is not understood must not publish what another entry holds
 * back. */
static void read_target(const struct reading *reading, const struct dict *dict,
                        size_t i, struct cascade *out, bool *understood)
{
    value v = dict->entries.p[i].val;
    if (!value_is(v, VALUE_DICT)) {
        *understood = value_is(v, VALUE_NONE);
        if (!*understood) {
            diag_hint(diag_warning(reading->diags, dict_value_span(dict, i),
                                   "bad-cascade",
                                   "a target is a map, and this is %s: taken "
                                   "as if it held for all below",
                                   schema_kind_name(v)),
                      "write target: {path: \"/blog/**\"}");
        }
        return;
    }
    for (size_t k = 0; k < v.as.dict->entries.n; k++) {
        read_target_key(reading, v.as.dict, k, out, understood);
    }
}

/* TOML's `draft = true` below [cascade.target] was meant for the cascade. */
static void add_held(const struct reading *reading, value target,
                     struct dict *to)
{
    for (size_t i = 0;
         value_is(target, VALUE_DICT) && i < target.as.dict->entries.n; i++) {
        const struct dict *dict = target.as.dict;
        str name = schema_key_text(dict, i);
        if (visibility_key(name) == VISIBILITY_KEY_NONE) {
            continue;
        }
        struct diag *diag = diag_warning(
            reading->diags, dict_key_span(dict, i), "bad-cascade",
            "\"%.*s\" is no condition: it is read as a key of the cascade",
            STR_ARG(name));
        diag_hint(diag, "%s",
                  schema_is_toml(dict, i)
                      ? "write it above the line [cascade.target]"
                      : "write it beside target:, not below it");
        front_take_entry(to, reading->site->arena, dict, i);
    }
}

/* Keys that describe one page alone. */
static bool is_single(str key)
{
    return str_is_word_of(key, STR("title slug url permalink link aliases "
                                   "redirect_from alias cascade path"));
}

static bool read_cascade_entry(const struct reading *reading,
                               const struct dict *dict, struct cascade *out)
{
    struct arena *arena = reading->site->arena;
    struct dict *rest = value_dict(arena).as.dict;
    bool understood = true;
    rest->source = reading->index->source;
    *out = (struct cascade){0};
    for (size_t i = 0; i < dict->entries.n; i++) {
        value v = dict->entries.p[i].val;
        str name = schema_key_text(dict, i);
        if (str_eq(name, STR("target")) || str_eq(name, STR("_target"))) {
            read_target(reading, dict, i, out, &understood);
            add_held(reading, v, rest);
        } else if (is_single(name) && !value_is(v, VALUE_BOOL)) {
            /* permalink: false holds back, and is inherited */
            diag_hint(diag_warning(reading->diags, dict_key_span(dict, i),
                                   "bad-cascade",
                                   "\"%.*s\" is of one page and can't be "
                                   "inherited: passed over",
                                   STR_ARG(name)),
                      "write it in the page itself");
        } else {
            front_take_entry(rest, arena, dict, i);
        }
    }
    bool good = frontmatter_read_dict(rest, &reading->site->config, false,
                                      arena, reading->diags, &out->front);
    out->front.says &= understood ? UINT64_MAX : out->front.holds;
    return good;
}

static void note_dates(struct site *site, const struct frontmatter *front)
{
    const struct frontmatter_uncommon *uncommon = frontmatter_uncommon(front);
    if (front->has_publish) {
        *VEC_PUSH(&site->cascade_dates, site->arena) =
            uncommon->publish.instant;
    }
    if (front->has_expires) {
        *VEC_PUSH(&site->cascade_dates, site->arena) =
            uncommon->expires.instant;
    }
}

static void read_cascade(const struct reading *reading,
                         struct index_defaults *defaults)
{
    struct arena *arena = reading->site->arena;
    value v = frontmatter_uncommon(&defaults->own)->cascade;
    struct cascade cascade;
    bool list = value_is(v, VALUE_LIST);
    size_t n = list ? v.as.list->items.n : value_is(v, VALUE_DICT);
    for (size_t i = 0; i < n; i++) {
        value entry = list ? v.as.list->items.p[i] : v;
        if (read_cascade_entry(reading, entry.as.dict, &cascade)) {
            *VEC_PUSH(&defaults->cascades, arena) = cascade;
            note_dates(reading->site, &cascade.front);
        }
    }
}

/* --- sources --- */

static bool holds_back(const struct site *site,
                       const struct index_defaults *defaults)
{
    struct frontmatter front = defaults->own;
    const struct post alone = {.file = defaults->index->file,
                               .front = &front,
                               .has_date = defaults->index->has_date,
                               .date = defaults->index->date};
    front.draft = front.holds != 0 || alone.file->draft;
    return front.draft || post_held(site, &alone) != HELD_NOT;
}

static void add_index(struct inheritance *all, const struct post *index,
                      struct diags *diags)
{
    struct site *site = all->site;
    struct index_defaults *defaults =
        ARENA_NEW(site->arena, struct index_defaults);
    defaults->index = index;
    defaults->own = *index->front;
    struct reading reading = {site, index, diags};
    read_cascade(&reading, defaults);
    str path = path_dir(index->file->path);
    void **place = map_put(&all->folders, site->arena, path);
    if (!*place) {
        *place = arena_zalloc(site->arena, site->content.languages.codes.n,
                              sizeof(struct index_defaults *));
    }
    ((struct index_defaults **)*place)[index->file->at.language] = defaults;
    all->any = all->any || defaults->cascades.n ||
               defaults->own.build.unpublished || holds_back(site, defaults);
}

/* Hugo's bundle is one thing: its index.md speaks for all files in its folder.
 * Elsewhere that page lists the others, and may itself be in no list. */
static bool is_whole(const struct frontmatter *front)
{
    return front->holds == 0 || visibility_is_private(front->holds);
}

static void add_bundle(struct inheritance *all, const struct post *index)
{
    struct site *site = all->site;
    struct index_defaults *defaults =
        ARENA_NEW(site->arena, struct index_defaults);
    *defaults = (struct index_defaults){.index = index, .own = *index->front};
    const struct frontmatter *own = &defaults->own;
    bool unrendered = own->headless || own->build.unrendered;
    if (unrendered || (is_whole(own) && holds_back(site, defaults))) {
        *map_put(&all->bundles, site->arena, content_bundle(index->file)) =
            defaults;
        all->any = true;
    }
}

static const struct index_defaults *defaults_at(const struct inheritance *all,
                                                str path, size_t language)
{
    struct index_defaults *const *folder = map_get(&all->folders, path);
    return !folder ? NULL : folder[language] ? folder[language] : folder[0];
}

/* --- targets --- */

static str kind_of(const struct site *site, const struct content_file *file)
{
    if (file->kind != CONTENT_INDEX) {
        return STR("page");
    }
    if (!file->folder.n) {
        return STR("home");
    }
    if (!config_is_of_terms(&site->config, file->folder)) {
        return STR("section");
    }
    return path_dir(file->folder).n ? STR("term") : STR("taxonomy");
}

/* Hugo's path of a page: /blog/rye of content/blog/rye.md and of
 * content/blog/rye/index.md. */
static str logical_path(const struct content_file *file, struct arena *work)
{
    str path = file->kind == CONTENT_ASSET
                   ? file->path
                   : path_join(work, file->folder, file->name);
    if (file->kind == CONTENT_INDEX) {
        path = file->folder;
    }
    return arena_concat(work, STR("/"), path);
}

static bool fits(str pattern, str text, struct arena *work)
{
    return !pattern.n || glob_match(pattern, text, work);
}

/* Older versions of Hugo match the file's own path. */
static bool is_for(const struct inheritance *all,
                   const struct cascade_target *target,
                   const struct content_file *file)
{
    const struct site *site = all->site;
    struct arena *work = &site->scratch[0];
    str lang = site->content.languages.codes.p[file->at.language];
    str logical = logical_path(file, work);
    str plain = arena_concat(work, STR("/"), file->path);
    bool path = fits(target->path, logical, work) ||
                fits(target->path, str_from_offset(logical, 1), work) ||
                fits(target->path, plain, work);
    bool is = path && fits(target->kind, kind_of(site, file), work) &&
              fits(target->lang, lang, work) &&
              fits(target->environment, STR("production"), work);
    arena_clear(work);
    return is;
}

/* --- inheriting --- */

/* Most posts inherit nothing and keep what was loaded: post_change_front is
 * called only where something is written. */

/* The later of two days to go live, the earlier of two to expire. */
static void inherit_dates(const struct site *site, struct post *post,
                          const struct index_defaults *from)
{
    const struct post index = {.front = &from->own,
                               .has_date = from->index->has_date,
                               .date = from->index->date};
    const struct date *theirs = post_live(&index);
    if (theirs) {
        post_put_off(post, *theirs, site->arena);
    }
    struct date end = frontmatter_uncommon(&from->own)->expires;
    bool expires =
        from->own.has_expires &&
        (!post->front->has_expires ||
         date_cmp(end, frontmatter_uncommon(post->front)->expires) < 0);
    if (expires) {
        struct frontmatter *front = post_change_front(post, site->arena);
        frontmatter_change_uncommon(front, site->arena)->expires = end;
        front->has_expires = true;
    }
}

static void inherit_from(const struct inheritance *all, struct post *post,
                         const struct index_defaults *from, bool top,
                         bool *draft)
{
    const struct site *site = all->site;
    for (size_t i = 0; i < from->cascades.n; i++) {
        const struct cascade *cascade = &from->cascades.p[i];
        if (is_for(all, &cascade->target, post->file)) {
            frontmatter_inherit(post_change_front(post, site->arena),
                                &cascade->front, site->arena);
        }
    }
    if (!top && from->index != post && holds_back(site, from)) {
        *draft = *draft || from->own.holds != 0 || from->index->file->draft;
        inherit_dates(site, post, from);
    }
}

static void inherit_bundle(const struct site *site, struct post *post,
                           const struct index_defaults *from, bool *draft)
{
    const struct frontmatter *own = &from->own;
    if (own->headless || own->build.unrendered) {
        post_change_front(post, site->arena)->build.unrendered = true;
    }
    if (is_whole(own) && holds_back(site, from)) {
        *draft = *draft || own->holds != 0 || from->index->file->draft;
        inherit_dates(site, post, from);
    }
}

/* Sets the fields that follow from the others. */
static void settle_front(const struct site *site, struct post *post, bool draft)
{
    const struct frontmatter *front = post->front;
    const struct frontmatter_build *build = &front->build;
    bool held = front->holds != 0 || draft || post->file->draft;
    bool unrendered = build->unrendered || front->headless;
    bool unlisted =
        front->unlisted || unrendered || build->unlisted || build->local;
    if (held != front->draft || unrendered != build->unrendered ||
        unlisted != front->unlisted) {
        struct frontmatter *own = post_change_front(post, site->arena);
        own->draft = held;
        own->build.unrendered = unrendered;
        own->unlisted = unlisted;
    }
    if (!post->has_date && post->front->has_date) {
        post->date = post->front->date;
        post->has_date = true;
    }
    post->lang = post_language(site, post->front, post->file);
}

static void inherit_all(const struct inheritance *all, struct post *post)
{
    bool draft = false;
    str path = post->file->path;
    beside_inherit(all->site, post);
    while (all->any && path.n) {
        path = path_dir(path);
        const struct index_defaults *from =
            defaults_at(all, path, post->file->at.language);
        if (from) {
            inherit_from(all, post, from, !path.n, &draft);
        }
        const struct index_defaults *bundle = map_get(&all->bundles, path);
        if (bundle && bundle->index->file != post->file) {
            inherit_bundle(all->site, post, bundle, &draft);
        }
    }
    settle_front(all->site, post, draft);
}

/* --- dates in numbers --- */

static void report_date(const struct post *post, struct diags *diags)
{
    str text = frontmatter_uncommon(post->front)->date_text;
    unsigned orders = date_orders(text);
    struct buf days = {0};
    for (unsigned i = DATE_DAY_FIRST; i <= DATE_MONTH_FIRST; i++) {
        struct date date;
        if (orders & i) {
            date_parse_in(text, NULL, (enum date_order)i, &date);
            buf_put(&days, buf_str(&days).n ? STR(" or ") : STR("write "));
            date_format(date, STR("%F"), &days);
        }
    }
    struct diag *diag = diag_error(diags, post->front->date_at, "bad-date",
                                   "not a date: \"%.*s\"", STR_ARG(text));
    diag_hint(diag, "%.*s", STR_ARG(buf_str(&days)));
    buf_free(&days);
}

/* 02/03/2024 is read in the order that other dates of the site prove, as
 * 21/11/2024 does. If they prove both orders or none, it is no date. */
static void settle_dates(struct site *site, struct diags *diags)
{
    unsigned proved = 0;
    bool any = false;
    for (size_t i = 0; i < site->nall; i++) {
        str text = frontmatter_uncommon(site->all[i].front)->date_text;
        unsigned orders = text.n ? date_orders(text) : 0;
        any = any || text.n;
        bool one = orders == DATE_DAY_FIRST || orders == DATE_MONTH_FIRST;
        proved |= one ? orders : 0;
    }
    bool known = proved == DATE_DAY_FIRST || proved == DATE_MONTH_FIRST;
    for (size_t i = 0; any && i < site->nall; i++) {
        struct post *post = &site->all[i];
        str text = frontmatter_uncommon(post->front)->date_text;
        if (!text.n || frontmatter_is_git_date(text)) {
            continue;
        }
        if (!known) {
            report_date(post, diags);
            continue;
        }
        date_parse_in(text, site->config.zone, (enum date_order)proved,
                      &post->date);
        post->has_date = true;
    }
}

/* --- words that hold nothing back --- */

static void warn_of_folder(const struct post *post, struct diags *diags)
{
    str rest = path_dir(post->file->path);
    str part;
    while (rest.n && str_split(&rest, '/', &part)) {
        if (str_is_word_of(part, STR("drafts draft private unpublished"))) {
            diag_hint(diag_warning(diags, span_of(post->source, 0, 0),
                                   "likely-slip",
                                   "posts in a folder \"%.*s\" are published",
                                   STR_ARG(part)),
                      "name it _drafts, or write cascade: {draft: true} into "
                      "its _index.md; {draft: false}, if everybody may read "
                      "them");
            return;
        }
    }
}

static void warn_of_words(const struct text_list *words, const char *what,
                          struct diags *diags)
{
    for (size_t i = 0; i < words->n; i++) {
        struct text_item word = words->p[i];
        if (str_is_word_of(word.text, STR("draft drafts"))) {
            diag_hint(diag_warning(diags, word.at, "likely-slip",
                                   "the %s \"%.*s\" holds nothing back: this "
                                   "is published",
                                   what, STR_ARG(word.text)),
                      "write draft: true; or draft: false, if everybody may "
                      "read this");
        }
    }
}

/* A folder of drafts, or a tag for them, is meant to hold back; `draft: false`
 * says that it is not. */
static void warn_of_drafts(const struct site *site, const struct post *post,
                           struct diags *diags)
{
    const struct frontmatter *front = post->front;
    if (post->file->kind != CONTENT_INDEX &&
        post_held(site, post) == HELD_NOT &&
        !(front->says & UINT64_C(1) << VISIBILITY_KEY_DRAFT)) {
        warn_of_folder(post, diags);
        warn_of_words(&front->tags, "tag", diags);
        warn_of_words(&front->categories, "category", diags);
    }
}

void inherit(struct site *site, struct diags *diags)
{
    struct inheritance *all = ARENA_NEW(site->arena, struct inheritance);
    all->site = site;
    site->inheritance = all;
    settle_dates(site, diags);
    beside_load(site, diags);
    for (size_t i = 0; i < site->nall; i++) {
        const struct content_file *file = site->all[i].file;
        if (file->kind == CONTENT_INDEX) {
            add_index(all, &site->all[i], diags);
        } else if (file->bundle == file) {
            add_bundle(all, &site->all[i]);
        }
    }
    for (size_t i = 0; i < site->nall; i++) {
        inherit_all(all, &site->all[i]);
        warn_of_drafts(site, &site->all[i], diags);
    }
}

/* A file in a section's folder is the section's, as its page has it. */
static bool is_unpublished(const struct inheritance *all,
                           const struct content_file *file)
{
    const struct index_defaults *index = NULL;
    str path = file->bundle ? STR("") : file->path;
    while (path.n && !index) {
        path = path_dir(path);
        index = defaults_at(all, path, file->at.language);
    }
    return index && index->own.build.unpublished &&
           (path.n || !path_dir(file->path).n);
}

bool inherit_holds_file(const struct site *site,
                        const struct content_file *file)
{
    struct frontmatter front = {.extra = value_dict(site->arena)};
    struct post post = {.file = file, .front = &front, .own_front = &front};
    if (!site->inheritance->any && !site->beside) {
        return false;
    }
    inherit_all(site->inheritance, &post);
    return post_held(site, &post) != HELD_NOT || front.build.unpublished ||
           is_unpublished(site->inheritance, file);
}
