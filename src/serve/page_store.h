/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PAGE_STORE_H
#define CRUMB_SERVE_PAGE_STORE_H

/* The pages that the preview has made, in memory. Two threads use the store:
 * the loop, which answers requests, and the build thread, which makes pages.
 *
 * The store has the revision of the site that is shown. A page is current if it
 * was made or checked as of that revision or a later one. The loop answers a
 * request for a current page at once; for any other it asks the build thread,
 * and answers when that has checked or made the page. So after an event every
 * address answers as a clean build would.
 *
 * Memory is bounded. If the pages need more than that, the store drops those
 * that were never requested, then those that were requested longest ago. It
 * never drops pages that a browser shows and the last good version of a page
 * with errors; and a page that a request waits for only when another page is
 * made, or when browsers show other pages. A dropped page is made again on
 * request. Its name stays, so the store grows
 * with the number of the site's pages; of names that never had a page the store
 * has the last ones, so it does not grow with the number of requests.
 *
 * Every function that reads or changes the store locks it. Pages are counted
 * references and don't change, so a page can be replaced or dropped while it is
 * sent. */

#include "base/hash.h"
#include "base/str.h"

struct page;
struct page_store;

/* A new version of a page, compared with the one before. */
enum store_change {
    STORE_SAME,
    STORE_RESTYLED, /* see serve/client/client.h */
    STORE_OTHER,    /* or the store had none */
    STORE_NEW,      /* the site had none (page_store_remove), or was another one
                       (page_store_distrust) */
};

enum store_state {
    STORE_MISSING, /* never made, or dropped */
    STORE_STALE,   /* right, broken or absent in an earlier revision */
    STORE_CURRENT, /* right in this revision */
    STORE_BROKEN,  /* has errors in this revision */
    STORE_ABSENT,  /* the site does not have it in this revision */
};

/* Makes a store that holds at most that many bytes of pages. */
struct page_store *page_store_new(size_t most);
/* Frees the store. All references must be released. NULL is harmless. */
void page_store_free(struct page_store *store);

/* --- for both threads --- */

/* Requests a page. *page is its last good version, which the caller releases;
 * NULL: there is none. */
enum store_state page_store_get(struct page_store *store, str file,
                                struct page **page);
/* The bytes of a page, and their hash; valid until page_release. */
str page_bytes(const struct page *page);
struct hash128 page_hash(const struct page *page);
void page_release(struct page *page);

/* --- for the build thread --- */

/* Puts a page into the store, with a copy of the bytes. `asked`: a request
 * waits for it. */
enum store_change page_store_put(struct page_store *store, str file, str bytes,
                                 uint32_t revision, bool asked);
/* Whether the store has the page as it was made last, and of this site. */
bool page_store_has(struct page_store *store, str file);
/* Says that all pages were made of another site. They are good to compare with,
 * and to show beside errors, but must be made again before one is kept. */
void page_store_distrust(struct page_store *store);
/* Says that the page is still right in that revision. Returns false if the
 * store does not have it, or has that of another site: then it must be made. */
bool page_store_keep(struct page_store *store, str file, uint32_t revision);
/* Says that the page has errors in that revision. */
void page_store_fail(struct page_store *store, str file, uint32_t revision);
/* Says that the site does not have the page in that revision, and removes it.
 */
void page_store_remove(struct page_store *store, str file, uint32_t revision);
/* Says which pages browsers show. Pages that were never made are ignored: call
 * it again when they are. */
void page_store_show(struct page_store *store, const str *files, size_t n);
/* Makes this revision the one that is shown. */
void page_store_advance(struct page_store *store, uint32_t revision);

#endif
