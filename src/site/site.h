/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_SITE_H
#define CRUMB_SITE_SITE_H

/* The site as the rest of the program knows it: posts, pages, sections,
 * terms, their order and their addresses.
 *
 *   site_load.h             makes it, step by step
 *   content/content.c       which files content/ holds
 *   content/post.c          one file's front matter
 *   organise/organise.c     sections, terms, order, neighbours, addresses
 *   view/body.c             a post's Markdown to HTML, on demand
 *   view/view_class.c       what templates see of all this
 *
 * After site_organise and the plan the site is frozen: many threads read it.
 * The data from a post's body (struct derived) is made on demand and set
 * through one atomic pointer. A preview, while no other thread reads the site,
 * exchanges a post's body, and words that the site has no copy of
 * (site_reload.h). All data lives in arenas of the site. What templates can see
 * starts with a struct object, whose class view/ sets. */

#include <stdatomic.h>

#include "base/memory/map.h"
#include "base/progress.h"
#include "data/value.h"
#include "engine/recorder.h"
#include "files/text_store.h"
#include "jinja/profile.h"
#include "site/address.h"
#include "site/config/config.h"
#include "site/content/content.h"
#include "site/content/content_change.h"
#include "site/data_files.h"
#include "site/frontmatter/frontmatter.h"

struct post;
struct section;
struct term;
struct taxonomy;
struct heading;
struct file_names;
struct post_names;
struct inheritance;
struct beside;
struct ledger_post;
struct words;

/* Posts in the order templates see them: newest first, undated ones last,
 * ties by path, unless the list has an order of its own (pinned, sort_by). */
struct posts {
    struct object object;
    struct post **p;
    size_t n;
    size_t cap;
};

/* The other lists that templates see: terms, sections. */
struct object_list {
    struct object object;
    const struct object **p;
    size_t n;
    size_t cap;
};

/* The data of one Markdown file by itself: its front matter, and its name where
 * front matter gives no date or slug. content/post.h loads it,
 * content/post_record.h keeps it from build to build. */
struct loaded_post {
    const struct content_file *file;
    const struct source *source; /* the file up to the body's start */
    struct frontmatter front;
    struct date date; /* of front matter, else of the file's name */
    str title;
    str slug;           /* empty: an _index.md has none */
    uint64_t file_hash; /* of the file's bytes */
    str record;         /* for the ledger; p == NULL: the file has errors */
    const struct diags *warnings; /* and errors; never NULL */
    bool has_date;
    bool recalled; /* the engine has the record of the file as it is now */
    bool failed;   /* the file has errors */
    bool copied;   /* the site has copies of its words: post_copied */
};

/* One link from a post to a post. */
struct link_use {
    const struct post *to;
    str fragment; /* without '#', decoded; empty: to the post as a whole */
    uint32_t off; /* in the linking post's file */
    uint32_t len;
};

/* Data of a body that is asked for seldom, or by its own page alone. */
struct derived_parts {
    const struct heading *headings;
    size_t nheadings;
    str anchors; /* ids and names not of headings, a NUL after each */
    const struct link_use *uses;
    size_t nuses;
    str tokens; /* of its code: highlight/token_cache.h */
};

/* Facts of a body that need no parts: these bits, and a hash of all that links
 * can lead to. */
enum {
    DERIVED_WARNS = 1,  /* it has warnings */
    DERIVED_LINKS = 2,  /* it has links to parts of posts */
    DERIVED_BROKEN = 4, /* some of them lead nowhere; in the ledger alone */
    DERIVED_BITS = 7,
};

/* The data that comes from a post's body; see body.h. */
struct derived {
    str summary;      /* HTML */
    str content;      /* HTML, kept only if post->kept, else p == NULL */
    str record;       /* of all of it but content and trace, and... */
    str parts_record; /* ...of its parts: see site/content/post_record.h */
    const struct derived_parts *parts; /* if there is no record */
    struct trace trace;                /* its reads of other data */
    const struct diags *warnings;      /* of its text; never NULL */
    uint64_t hints;                    /* DERIVED_* */
    uint64_t content_hash;
    uint64_t input_hash; /* body_input_hash */
    uint32_t words;
    uint32_t minutes;
    bool has_more;
    bool has_code;
    bool recalled; /* it is the last build's, which has the trace */
    str search;    /* its words: search/search.h */
};

enum page_kind {
    PAGE_HOME,
    PAGE_POST,
    PAGE_PAGE,
    PAGE_SECTION,
    PAGE_TAXONOMY,
    PAGE_TERM,
    PAGE_ARCHIVE,
    PAGE_404,
    PAGE_SEARCH,
};

/* Why a post is not published. */
enum held {
    HELD_NOT,
    HELD_DRAFT,
    HELD_FUTURE,
    HELD_EXPIRED,
};

/* A Markdown file with a page of its own: a post (in a section) or a page
 * (content/NAME.md). The body of an _index.md is one too, without a page. */
struct post {
    struct object object;
    enum page_kind kind;
    enum held held;
    bool has_date;
    bool kept;            /* a feed shows it: its content is worth keeping */
    bool broken;          /* links of its body to parts of posts lead nowhere */
    uint32_t series_part; /* from 1; 0: of no series */
    struct loaded_post *loaded;      /* the data of its file alone */
    const struct content_file *file; /* of `loaded` */
    const struct source *source;     /* of `loaded` */
    const struct frontmatter *front; /* of `loaded`, or own_front */
    struct frontmatter *own_front;   /* a copy with the keys that other files
                                        add to it, or NULL */
    struct date date;                /* of loaded; or inherited */
    str title;
    str lang; /* front matter's, else that of its file */
    str slug;
    struct address address;
    const struct site *site;          /* of its language; NULL: a broken one */
    const struct posts *translations; /* it and the others, or NULL */
    struct section *section;          /* NULL: a page */
    VEC(struct term *) terms; /* of all taxonomies, as the post lists them */
    struct post *newer;       /* neighbours among all listed posts */
    struct post *older;
    const struct asset *assets; /* of its bundle; the first by path */
    struct posts backlinks;     /* posts that link to it, if a template asks */
    _Atomic(const struct derived *) *derived; /* one place, empty at first */
    const struct step *body; /* has records of its derived data that are still
                                valid; NULL: there is none */
};

/* The common part of sections, terms and taxonomies: each lists posts, and may
 * have a title and a text in an _index.md. */
struct listing {
    struct object object;
    str name; /* section: its folder in content/, networking/evpn; term: as
                 the newest post spells it; taxonomy: tags */
    str slug;
    str title;
    struct address address;
    const struct post *index; /* its _index.md, or NULL */
    struct posts posts;       /* section: with those of the sections below it */
};

struct section {
    struct listing as;
    struct section *parent;
    VEC(struct section *) children; /* by weight, then name */
    struct object_list shown;       /* of these, those that lists may show */
    size_t number; /* in `shown` of the site, from 1; 0: it is not there */
};

struct term {
    struct listing as; /* without an address it has no page of its own */
    struct taxonomy *taxonomy;
    struct posts parts; /* of a series: its posts in the order of reading */
    VEC(uint32_t)
    places;         /* of its first posts in `posts` of their language, for
                       site/organise/related.h */
    span at;        /* a place with this spelling */
    bool respelled; /* another spelling was found and reported */
    const struct post *last; /* the last post that was added */
};

struct taxonomy {
    struct listing as; /* no posts */
    str pattern;       /* of its terms' addresses: /tags/{slug}/ */
    bool published;    /* it and its terms have pages */
    bool has_spaces;   /* a word that posts spell terms with has a space */
    struct map by_slug;
    struct map spellings;     /* by the words that posts spell terms with */
    VEC(struct term *) terms; /* by name, case aside */
    struct object_list shown; /* these terms, for templates */
    size_t most;              /* posts of the largest term */
};

/* The posts of a year, or of one month of it. */
struct period {
    int year;
    int month; /* 1..12; 0: the whole year */
    struct address address;
    struct posts posts;
};

/* A list that is not made, since something else is at its address. */
struct replaced_list {
    const struct address *list; /* its own, now that of the other */
    str name;                   /* the archive; the plan sets it */
    str source;                 /* of the other: content/archive.md */
    str url;
    bool by_list; /* the other is a list: its feeds replace this one's too */
};

/* A file of content/ that is published unchanged. */
struct asset {
    const struct content_file *file;
    struct address address;
    struct post *post;        /* the bundle it belongs to, or NULL */
    const struct asset *next; /* of that bundle, by path */
};

struct menu {
    str name;
    value items; /* a list of entries */
};

/* An address of a menu in site.yaml that is not a page. It may be another file
 * of the output: only the plan knows. */
struct menu_target {
    str text; /* as written */
    str file; /* in the output, without index.html: archive, feed.xml */
    span at;
};

/* For templates: the menu `main` as a sequence, each menu by its name. */
struct menus {
    struct object object;
    struct object_class class; /* names: of this site's menus */
    VEC(struct menu) all;
    VEC(struct menu_target) targets; /* to be checked */
};

/* A person of the configuration, as an object. */
struct site_author {
    struct object object;
    const struct config_author *config;
};

/* Texts that are kept for the ledger, each kind in a store of its own: reading
 * one kind brings nothing else into memory. */
enum {
    KEPT_RECORDS, /* of bodies */
    KEPT_PARTS,   /* of their parts */
    KEPT_TRACES,  /* and hashes of facts */
    KEPT_SEARCH,  /* words of bodies */
    KEPT_TEXTS,
};

struct site_options {
    struct content_changes changes; /* of a dry run */
    bool drafts;
    bool future;
    bool untrusted; /* the authors of content/ are not trusted: no raw HTML,
                       even if the settings allow it, and no files with code */
    size_t jobs;
    str base_url; /* instead of the configuration's; p == NULL: not given */
    int64_t now;  /* the build instant */
    struct progress *progress;      /* may be NULL */
    struct profile *profile;        /* NULL: time is not measured */
    struct math *math;              /* renders formulas; NULL: none is */
    struct picture_store *pictures; /* NULL: pictures are as they are */
    const atomic_bool *cancel; /* once true, loading may stop halfway; may be
                                  NULL */
};

struct site {
    struct object object;
    struct arena *arena;
    struct arena *workers; /* one per job, for its results */
    struct arena *scratch; /* one per job, reset after each task */
    struct arena *growing; /* lists of posts while they are made; else NULL */
    struct text_store *texts; /* KEPT_TEXTS of them per job */
    size_t ntexts;
    struct site_options options;
    struct config config;
    /* A site in several languages is a struct site for each, with the lists,
     * root, title and description of its own; all else is the same in all. The
     * first is this one, of the site's own language. */
    VEC(struct site *) languages;
    size_t language;           /* its number; of posts: file->at.language */
    str prefix;                /* of the language's addresses: "" or es/ */
    const struct words *words; /* of the interface, in all languages */
    struct site_author author;
    struct site_author *authors; /* one per config.authors */
    struct address root;         /* of the home page */
    struct address archive;      /* of the list of all posts by date */
    struct date now;             /* in the site's zone */
    struct content content;
    struct post *all; /* every Markdown file, in the order of content */
    size_t nall;
    const struct inheritance *inheritance; /* of _index.md files */
    VEC(int64_t) cascade_dates;            /* their `publish` and `expires` */
    const struct beside *beside;           /* of files beside posts */
    struct posts posts;                    /* every listed post */
    struct posts home;                     /* listed posts, pinned ones first */
    struct posts unlisted;
    struct posts pages;
    struct posts held;
    struct posts broken; /* files with errors: only their text is checked */
    VEC(struct section *) sections;     /* all, by weight, then name */
    struct object_list shown;           /* top-level ones that lists show */
    VEC(struct taxonomy *) taxonomies;  /* with pages of their own */
    VEC(struct taxonomy *) unpublished; /* shown only in posts */
    VEC(struct period *)
    periods; /* newest first, each year before its months */
    VEC(struct replaced_list) replaced;
    VEC(struct asset) assets;
    struct menus menus;
    struct data_folder *data;  /* of all languages */
    bool data_unread;          /* some of it is broken */
    struct language_set *code; /* languages of code */
    const struct secret_rules *secrets;
    struct lexicon_set *recipe_words;
    const struct post *index;      /* content/_index.md, or NULL */
    struct map posts_by_path;      /* content path in NFC -> struct post */
    struct map sections_by_name;   /* folder -> struct section */
    struct map assets_by_path;     /* content path in NFC -> struct asset */
    struct objects *objects;       /* the plan's, once all are known */
    struct file_names *file_names; /* of all languages */
    struct post_names *post_names; /* of all languages */
};

bool site_is_cancelled(const struct site *site);
/* Gives the memory of the site's texts back. Any thread. */
void site_release_texts(const struct site *site);

/* The Markdown file, or the asset, at that path in content/, in any Unicode
 * form; NULL: there is none. The arena serves for temporary data. */
struct post *site_post(const struct site *site, str path, struct arena *arena);
const struct asset *site_asset(const struct site *site, str path,
                               struct arena *arena);

/* Whether the site's search finds the post: never a draft, even in a
 * preview. */
bool post_searched(const struct post *post);

/* The file of a post's card (drawing/card.h), in the folder of its page. */
#define CARD_FILE "card.png"
/* Whether the post has a card: a post with a page in a folder of its own, and
 * without a cover. */
bool post_has_card(const struct site *site, const struct post *post);

/* Appends, keeping no order. */
void posts_add(struct posts *posts, struct arena *arena, struct post *post);
/* Compares two posts for qsort, by the order of struct posts. */
int posts_compare(const struct post *left, const struct post *right);
/* Sorts into that order. */
void posts_sort(struct posts *posts);

#endif
