/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PLAN_ADDRESS_BOOK_H
#define CRUMB_PLAN_ADDRESS_BOOK_H

/* urls.txt at the site's top: the addresses under which posts and pages were
 * published, so that none is lost without a word. One a line, below the site's
 * root and readable, /baking/café/; `gone` in front of one says that it is
 * meant to be away; # starts a comment. A site without the file has no book,
 * and nothing here does anything. One thread. */

#include <stddef.h>

#include "base/arena.h"
#include "base/diag/diag.h"

struct plan;
struct site;

/* For `crumb check`, and before `crumb deploy`: an address of the book at which
 * the plan writes nothing is an error ("vanished-address"), unless it is gone
 * or its post has expired; a line that is no address is one too
 * ("address-book"). The plan was made without drafts. True: all is well, or
 * there is no book. */
bool address_book_check(const struct site *site, const struct plan *plan,
                        struct arena *arena, struct diags *diags);

/* After both: adds the addresses of the plan's posts and pages that the book
 * has not, sorted, behind what is there. The file is replaced whole. False:
 * it can't be read or written, reported. */
bool address_book_add(const struct site *site, const struct plan *plan,
                      struct arena *arena, struct diags *diags, size_t *added);

#endif
