/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_ORGANISE_H
#define CRUMB_SITE_ORGANISE_ORGANISE_H

/* Makes the site from its loaded files: decides which posts are held back, and
 * makes sections, terms, order, neighbours and addresses. Addresses are made on
 * several threads, all else on one and in the order of content, so that the
 * number of threads has no effect. */

#include "base/diag/diag.h"
#include "site/site.h"

/* Calls the functions of this folder, except for menus and backlinks. */
void organise(struct site *site, struct diags *diags);
/* A hash of the input of organise and the plan, except posts' records and
 * settings: the files of content/, which posts and files are held back, and
 * dates that git or other posts decide. The same hash and the same records give
 * the same order. */
uint64_t organise_hash(const struct site *site);

/* Sets every post's backlinks, the posts that link to it, newest first. Call it
 * once, when all bodies are made, and before a page that shows backlinks is
 * rendered. */
void backlinks_join(struct site *site);

/* --- slugs with dates --- */

/* 2024-01-01-post.md has the slug `post`. If another file would get the same
 * address, each of the two whose name begins with a date keeps it in its slug,
 * with a warning ("slug-date"). A post with a date in front matter gets that,
 * if the pattern of addresses leaves out its section. This does not apply to
 * addresses that have the date anyway, or no slug. Call it before posts get
 * addresses. Drafts count too, so that no published post moves when a draft is
 * published. */
void slug_date_keep(struct site *site, struct diags *diags);

/* --- aliases --- */

/* Returns an alias, which front matter has as it was typed, as a path from the
 * site's root, with a '/' in front. As in Hugo, one that was typed without it
 * counts from the folder that the post's address is in: of /a/x/, `old` is
 * /a/old/, and `../was/` is /was/. `own` is the path of the address, without a
 * '/' in front. p == NULL: it leads out of the site. */
str alias_path(str alias, str own, struct arena *arena);
/* Makes the post's aliases such paths. Leaves out the post's own address and
 * repetitions, which say nothing new, and reports those that lead out of the
 * site as errors. */
void aliases_resolve(const struct site *site, struct post *post, str own,
                     struct diags *diags);
/* Resolves the aliases of a list's _index.md, if the list has an address. Warns
 * of a `url`, which says another one. */
void aliases_resolve_index(const struct site *site, struct post *index,
                           struct diags *diags);

/* --- taxonomies --- */

/* Which posts have which tag. Spellings with the same slug are one term.
 *
 * The taxonomies that site.yaml names have pages. Without that setting these
 * are tags, and categories if a post has any. A post shows its tags, categories
 * and series in any case. */

/* Decides which taxonomies have pages. Call it when it is known which posts are
 * held back. Warns ("unknown-taxonomy") of categories that `taxonomies` in
 * site.yaml leaves out: no page lists them. */
void taxonomy_settle(struct site *site, struct diags *diags);
/* Makes the terms of all listed posts, and finds the _index.md files that
 * describe them. site->posts must be sorted. A tag without a letter or digit
 * can have no address: it gets a warning and is ignored. */
void taxonomy_organise(struct site *site, struct diags *diags);
/* Warns ("likely-list") of terms that are probably several, if the taxonomy is
 * `tags` or `categories`. Jekyll splits the text of `tags: bread rye` at its
 * spaces; crumb takes it for one tag, and this is a mistake if another post has
 * the tag `bread`. Nothing is found unless a word of the taxonomy has a space.
 * The taxonomy has its terms already; place: of frontmatter_words_place. */
void word_lists_check(struct site *site, const struct taxonomy *taxonomy,
                      size_t place, struct diags *diags);

/* --- lists at the address of another page --- */

/* Finds the lists that give way to a post or to another list at their address,
 * of any capitals and with or without "/" at its end: they get that address,
 * and are in `replaced` of their site. Of several lists one with an _index.md
 * is made, else a section, else a taxonomy or term. Call it when all have
 * addresses. With --untrusted an error ("bad-url") refuses posts whose `url` is
 * that of a list, or none of a page for readers. */
void lists_drop_conflicts(struct site *site, struct diags *diags);

/* --- languages --- */

/* Makes site->languages: the site itself, and a site for each other language,
 * whose lists are still empty. */
void translation_split(struct site *site);
/* Connects translations: posts whose paths differ only in the language. */
void translation_join(struct site *site);
/* Copies the data that all languages share to each site, once it is complete.
 */
void translation_share(struct site *site);

#endif
