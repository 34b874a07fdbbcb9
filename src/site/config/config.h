/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_CONFIG_H
#define CRUMB_SITE_CONFIG_CONFIG_H

/* The settings of a site: site.yaml, read once and never changed. Texts are
 * slices of its source or of the arena; both outlive the configuration. */

#include "base/diag/diag.h"
#include "base/memory/vec.h"
#include "data/value.h"
#include "images/clean.h"
#include "math/math.h"

struct zone;

/* The answer to a template that prints a name that does not exist. */
enum config_undefined {
    CONFIG_UNDEFINED_ERROR,
    CONFIG_UNDEFINED_WARN,
    CONFIG_UNDEFINED_IGNORE,
};

/* Addresses end so if their patterns end in '/'. */
enum permalink_style {
    PERMALINK_SLASH, /* /baking/rye/: baking/rye/index.html */
    PERMALINK_BARE,  /* /baking/rye: baking/rye.html */
    PERMALINK_UGLY,  /* /baking/rye.html */
};

/* A field of front matter that is the author's own: {extra.abbrlink}. */
#define PERMALINK_EXTRA STR("extra.")

struct permalink_rule {
    str name; /* the folder of the section, or the taxonomy */
    str pattern;
    span at; /* of the name */
};

/* Patterns of the addresses of posts, such as /{section}/{slug}/.
 * site/organise/page_address.h makes addresses from them. */
struct permalink {
    str posts; /* "/{section}/{slug}/" */
    str pages; /* "/{slug}/" */
    VEC(struct permalink_rule) rules;
    enum permalink_style style;
};

/* A person. Settings that are missing are empty. */
struct config_author {
    str key; /* in the map `authors`; elsewhere the name */
    str name;
    str email;
    str url;
};

/* The files that are written for aliases. Defaults are in brackets. */
struct config_redirects {
    bool pages;   /* for each alias a page that sends the reader on (true) */
    bool netlify; /* the file _redirects of Netlify and Cloudflare (false) */
    bool nginx;   /* _redirects.nginx: the lines of a map (false) */
};

/* Defaults are in brackets. */
struct config_markdown {
    bool smart;     /* typographic quotes and dashes (true) */
    bool raw_html;  /* HTML in posts is passed on (true) */
    bool highlight; /* code has colours (true) */
    bool mark;      /* ==marked== (false, as those below) */
    bool scripts;   /* x^2^, H~2~O */
    bool emoji;     /* :rocket: */
    bool has_mark;  /* the setting is there */
    bool has_scripts;
    bool has_emoji;
    bool has_abbreviations;
    bool abbreviations;    /* *[BGP]: Border Gateway Protocol */
    bool definition_lists; /* (true) */
    bool wikilinks;        /* [[name]] (true) */
    bool comments;         /* %%what readers don't see%% (false) */
    bool tags_as_text;     /* no warnings of tags of other template languages */
};

/* The formats of feeds. A set of formats has the bit 1u << FEED_x for each. */
enum feed_format { FEED_ATOM, FEED_RSS, FEED_JSON, FEED_FORMATS };

extern const str feed_words[FEED_FORMATS]; /* of settings and templates */
extern const str feed_files[FEED_FORMATS]; /* their files and templates */

/* Defaults are in brackets. */
struct config_feeds {
    size_t limit;      /* entries of a feed (20); SIZE_MAX: all */
    unsigned site;     /* formats of the site's feed (all) */
    unsigned sections; /* formats of each section's feed (Atom) */
    unsigned terms;    /* formats of each term's feed (Atom) */
    bool summary;      /* entries hold summaries, not whole posts (false) */
};

/* A language of `languages`. Settings that are missing are empty. */
struct config_language {
    str code; /* a BCP 47 tag */
    str title;
    str description;
    value menu; /* undefined: the menu of the site */
};

struct config_languages {
    struct config_language *p;
    size_t n;
    size_t cap;
};

struct config_math {
    bool on; /* formulas are rendered (true) */
    struct math_macros macros;
};

struct config_images {
    enum image_keep keep; /* data that stay in published pictures (credit) */
    bool resize;          /* pictures are published in several sizes (true) */
    int64_t width;        /* of the column of text, in CSS pixels (640) */
    int64_t quality;      /* 1 to 100 (75) */
    bool place;           /* templates have the place of pictures (false) */
};

struct config_cards {
    bool on;  /* posts have cards, which crumb can draw (false) */
    str font; /* the file of their font; empty: there is none */
};

/* Defaults are in brackets. */
struct config {
    const struct source *source; /* site.yaml */
    str title;                   /* empty: missing, with a warning */
    str url; /* https://example.org/blog, no '/' at its end; empty:
                addresses are written from the root */
    span url_at;
    str description;                   /* may be empty */
    str language;                      /* a BCP 47 tag (en) */
    struct config_languages languages; /* none: found by language_find */
    str timezone;                      /* an IANA name (UTC) */
    const struct zone *zone;           /* of `timezone`; NULL: UTC */
    struct config_author author;
    VEC(struct config_author) authors; /* in the order of site.yaml */
    value params; /* a dict with settings of the author's own; may be empty */
    value menu;   /* a list or a dict, not checked (an empty list) */
    struct permalink permalink; /* patterns of addresses, checked */
    struct config_redirects redirects;
    size_t paginate;      /* posts on each page of a list (10); 0: all */
    span updated_at;      /* of `updated` */
    bool stable_pages;    /* pages are numbered from the oldest (false) */
    bool updated_git;     /* `updated` is the last commit's date (false) */
    bool hidden_unlisted; /* `hidden: true` publishes a post in no list; else it
                             holds the post back (false) */
    bool unread;          /* site.yaml is not YAML: no setting is known */
    bool search;          /* the site has a search (false) */
    bool has_taxonomies;  /* site.yaml names `taxonomies` */
    VEC(str) include;     /* folders with "_" in front that hold posts */
    VEC(str) taxonomies;  /* lower-case names, one folder each (tags) */
    span taxonomies_at;
    struct config_markdown markdown;
    enum config_undefined undefined; /* CONFIG_UNDEFINED_ERROR */
    struct config_feeds feeds;
    struct config_math math;
    struct config_images images;
    struct config_cards cards;
    str theme; /* its folder, themes/NAME; empty: the built-in one */
    const struct source *theme_source; /* its theme.yaml; NULL: it has none */
    str output; /* folder, relative to the site (public) */
    str deploy; /* destination of `crumb deploy`; empty: none */
};

/* Reads site.yaml into *source; the text lives in the arena. Returns false
 * after reporting that it can't be read, or is a link to a file outside the
 * site or to a hidden one. */
bool config_open(struct source *source, struct arena *arena,
                 struct diags *diags);
/* Reads source->text. Returns false after reporting all mistakes; *out then
 * holds the settings that could be read, and defaults for the others. */
bool config_read(const struct source *source, struct arena *arena,
                 struct diags *diags, struct config *out);

/* Reads site.yaml for a command that needs a setting before the site is loaded.
 * Reports nothing: loading does. Returns false if the file has errors or is
 * missing; *out then holds what could be read, and defaults for the rest. */
bool config_peek(struct arena *arena, struct config *out);

/* The rule of the nearest section around a folder, or of a taxonomy by its
 * name. NULL: there is none. */
const struct permalink_rule *permalink_rule(const struct permalink *permalink,
                                            str folder);
/* The author with that key or name in the settings, or NULL. */
const struct config_author *config_author(const struct config *config,
                                          str name);
/* Whether a taxonomy of that name has pages. */
bool config_has_taxonomy(const struct config *config, str name);
/* Whether the folder of content/ belongs to a taxonomy or a term: tags, or a
 * folder in it, such as tags/TERM, whose _index.md describes it. */
bool config_is_of_terms(const struct config *config, str folder);
/* Whether the folder is, or is in, one that holds the author's files or crumb's
 * own. The path is normal and relative to the site. */
bool config_is_taken(str normal);

/* Whether the absolute address is at a host reserved for examples, or at one
 * below it (RFC 2606 section 3). */
bool config_is_example(str url);

/* For "did you mean": the time zone whose city is `name` ("London" ->
 * Europe/London), else the zone, else the city, spelled most like it; empty if
 * none is. */
str timezone_nearest(str name, struct arena *arena);
/* Returns the machine's time zone: the environment variable TZ (`tz`; NULL: not
 * set), else the target of the link /etc/localtime, else the content of
 * /etc/timezone. UTC if the system has no such zone. */
str timezone_of_machine(const char *tz, struct arena *arena);

#endif
