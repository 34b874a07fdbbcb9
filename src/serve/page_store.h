/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PAGE_STORE_H
#define CRUMB_SERVE_PAGE_STORE_H

/* Pages that the preview has made, in memory. Two threads meet here: the loop,
 * which answers requests, and the build thread, which makes pages.
 *
 * The store has the revision of the site that is shown. A page is current if it
 * was made or checked as of that revision or a later one. The loop answers a
 * request for a current page at once; for any other it asks the build thread,
 * and answers when that has checked or made the page. So after an event every
 * address answers as a clean build would.
 *
 * Memory is bounded: where pages are more than the store may hold, the one that
 * was asked for longest ago is dropped, and those that nobody has asked for
 * before all others. Never dropped are pages that a browser shows, the last
 * good version of a page with errors, and, until the next is made, a page that
 * somebody waits for. A dropped page is made again when it is
 * asked for. What stays of it is its name, so the store grows with the number
 * of the site's pages, not with that of requests.
 *
 * Every function locks. Bytes are handed out as a counted reference, so a page
 * can be replaced or dropped while it is being sent. */

#include "base/hash.h"
#include "base/str.h"

struct page;
struct page_store;

enum store_state {
    STORE_MISSING, /* never made, dropped, or not of this site */
    STORE_STALE,   /* right as of an earlier revision */
    STORE_CURRENT,
    STORE_BROKEN, /* has errors as of this revision */
};

/* most: bytes of pages to hold. */
struct page_store *page_store_new(size_t most);
/* Every reference has been released. NULL is fine. */
void page_store_free(struct page_store *store);

/* --- the loop, and who wants to know what there is --- */

/* *page: the last good version, to be released; NULL: there is none. This is
 * what counts as asking. */
enum store_state page_store_get(struct page_store *store, str file,
                                struct page **page);
str page_bytes(const struct page *page);
struct hash128 page_hash(const struct page *page);
void page_release(struct page *page);
/* Browsers show these files, and no others. Those that the store has no page of
 * are not noted: say it again once they were made. */
void page_store_show(struct page_store *store, const str *files, size_t n);

/* --- the build thread --- */

/* The bytes are copied. asked: somebody waits for it. True: it has had the same
 * bytes before. */
bool page_store_put(struct page_store *store, str file, str bytes,
                    uint32_t revision, bool asked);
/* It is as it was before. False: it is not there, and has to be made. */
bool page_store_keep(struct page_store *store, str file, uint32_t revision);
void page_store_fail(struct page_store *store, str file, uint32_t revision);
/* The site has no such page any more. */
void page_store_remove(struct page_store *store, str file);
/* From now on this revision is shown. */
void page_store_advance(struct page_store *store, uint32_t revision);

#endif
