/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_TRANSLATION_H
#define CRUMB_SITE_ORGANISE_TRANSLATION_H

/* A site in several languages: one struct site each, and which posts are one
 * and the same in several of them. Called by organise, in this order. */

#include "site/site.h"

/* Makes site->languages: itself, and a site for each other language, without
 * lists yet. */
void translation_split(struct site *site);
/* Finds the posts whose paths differ in what names the language alone. */
void translation_join(struct site *site);
/* Once more is known of what all languages share. */
void translation_share(struct site *site);

#endif
