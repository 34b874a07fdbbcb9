/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PLAN_ADDRESS_BOOK_H
#define CRUMB_PLAN_ADDRESS_BOOK_H

/* The address book, urls.txt in the site's folder: the addresses under which
 * posts and pages were published, so that none vanishes unnoticed. Each line
 * has one, below the site's root and not encoded: /baking/café/. `gone` in
 * front of it: it was removed on purpose. A comment is a # and what follows,
 * at the start of a line or after a space. Without the file the function does
 * nothing. One thread. */

#include <stddef.h>

#include "base/diag/diag.h"
#include "base/memory/arena.h"

struct plan;
struct site;

/* For `crumb check`, and before `crumb deploy`. Reports each address of the
 * book at which the plan writes nothing ("vanished-address"), unless it is gone
 * or its post has expired, an alias' too, and each invalid line
 * ("address-book"). The plan must be without drafts. If there is no error,
 * appends the addresses of the plan's posts and pages that the book lacks,
 * sorted; replaces the file in one step. Returns true if there is no error, or
 * no book. */
bool address_book_keep(const struct site *site, const struct plan *plan,
                       struct arena *arena, struct diags *diags);

#endif
