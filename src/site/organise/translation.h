/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_TRANSLATION_H
#define CRUMB_SITE_ORGANISE_TRANSLATION_H

/* A site in several languages: one struct site each, and which posts are one
 * and the same in several of them. Called by organise, in this order. */

#include "site/site.h"

/* Makes site->languages: itself, and a site for each other language, without
 * lists yet. */
void translation_split(struct site *site);
/* Connects the posts whose paths differ only in the language. */
void translation_join(struct site *site);
/* Copies the data that all languages share to each site, once it is complete.
 */
void translation_share(struct site *site);

#endif
