/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_CONFIG_H
#define CRUMB_SITE_CONFIG_CONFIG_H

/* The settings of a site: site.yaml, read once and never changed. Texts are
 * slices of its source or of the arena; both outlive the configuration. */

#include "base/diag/diag.h"
#include "base/vec.h"
#include "data/value.h"
#include "site/config/config_feeds.h"
#include "site/config/config_languages.h"
#include "site/config/permalink.h"

struct zone;

/* What printing a name that does not exist does. */
enum config_undefined {
    CONFIG_UNDEFINED_ERROR,
    CONFIG_UNDEFINED_WARN,
    CONFIG_UNDEFINED_IGNORE,
};

/* A person; texts that were not given are empty. */
struct config_author {
    str key; /* under which `authors` holds it; the name for `author` */
    str name;
    str email;
    str url;
};

/* What becomes of aliases. */
struct config_redirects {
    bool pages;   /* a page each that leads on (true) */
    bool netlify; /* _redirects, which Netlify and Cloudflare read */
    bool nginx;   /* _redirects.nginx, lines of a map */
};

struct config_markdown {
    bool smart;    /* typographic quotes and dashes (true) */
    bool raw_html; /* HTML in posts is passed on (true) */
    bool mark;     /* ==marked== (false, as those below) */
    bool scripts;  /* x^2^, H~2~O */
    bool emoji;    /* :rocket: */
    bool definition_lists;
    bool tags_as_text; /* those of other template languages are meant so */
};

struct config {
    const struct source *source; /* site.yaml */
    bool unread;                 /* it is not YAML: no setting is known */
    str title;                   /* empty: missing, warned of */
    str url; /* https://example.org/blog, no '/' at its end; empty:
                addresses are written from the root */
    span url_at;
    str description;                   /* empty */
    str language;                      /* a BCP 47 tag (en) */
    struct config_languages languages; /* none: those content/ shows */
    str timezone;                      /* an IANA name (UTC) */
    const struct zone *zone;           /* of `timezone`; NULL: UTC */
    struct config_author author;
    VEC(struct config_author) authors; /* in the order of site.yaml */
    value params; /* a dict, the author's own; empty if not given */
    value menu;   /* a list or a dict, as it is; an empty list */
    struct permalink permalink; /* patterns of addresses, checked */
    struct config_redirects redirects;
    size_t paginate;     /* posts a list page holds (10); 0: all */
    bool stable_pages;   /* later pages count from the oldest (false) */
    bool updated_git;    /* `updated` is the last commit's date (false) */
    span updated_at;     /* of `updated` */
    VEC(str) taxonomies; /* lower-case names, one folder each (tags) */
    bool has_taxonomies; /* they were given */
    struct config_feeds feeds;
    struct config_markdown markdown;
    enum config_undefined undefined; /* CONFIG_UNDEFINED_ERROR */
    str output;                      /* folder, relative to the site (public) */
    str deploy; /* where rsync copies it to; empty: nowhere */
};

/* Reads site.yaml into *source, in the arena. False: it can't be read, or is a
 * link that leads out of the site or to what is hidden in it; reported. */
bool config_open(struct source *source, struct arena *arena,
                 struct diags *diags);
/* Reads the whole of source->text. False: something is wrong, all of it
 * reported; *out then holds what could be read and the defaults. */
bool config_read(const struct source *source, struct arena *arena,
                 struct diags *diags, struct config *out);

/* Reads site.yaml before the site is loaded. Sets what can be read, else the
 * defaults; reports nothing, as loading will do that. False: the file has
 * errors, or is missing. */
bool config_peek(struct arena *arena, struct config *out);

/* The author of that key or name; NULL: the settings have none. */
const struct config_author *config_author(const struct config *config,
                                          str name);
/* A taxonomy of that name has pages. */
bool config_has_taxonomy(const struct config *config, str name);
/* content/tags or content/tags/TERM: the place for words about terms. */
bool config_is_of_terms(const struct config *config, str folder);
/* Whether the folder, normal and relative to the site, is or is in one that
 * holds the author's files or crumb's own. */
bool config_is_taken(str normal);

/* Whether the address is at a host reserved for examples (RFC 2606). */
bool config_is_nobodys(str url);

#endif
