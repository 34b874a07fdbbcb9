/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_TRANSLATION_H
#define CRUMB_SITE_ORGANISE_TRANSLATION_H

/* Sites in several languages have a struct site for each language. organise()
 * calls these functions in this order. */

#include "site/site.h"

/* Makes site->languages: the site itself, and a site for each other language,
 * whose lists are still empty. */
void translation_split(struct site *site);
/* Connects translations: posts whose paths differ only in the language. */
void translation_join(struct site *site);
/* Copies the data that all languages share to each site, once it is complete.
 */
void translation_share(struct site *site);

#endif
