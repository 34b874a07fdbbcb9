/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_SLUG_H
#define CRUMB_TEXT_SLUG_H

/* Slugs: titles and tags as parts of an address. A slug has the letters and
 * digits of any script, normalised (NFC) and in lower case; Latin letters lose
 * their accents ("Crème Brûlée" -> creme-brulee, "Straße" -> strasse), other
 * scripts keep their combining marks (a kana its dakuten). Each run of other
 * characters becomes one '-', none at the ends.
 *
 * Names that differ only in punctuation get different slugs: C++ is cpp, C#
 * csharp, .NET dotnet, Disney+ disney-plus. A text that consists of emoji
 * becomes their code points: u1f680.
 *
 * Results are copies in the arena or slices of the argument. */

#include "base/memory/arena.h"

/* The slug of a text. Empty if the text has nothing to make one of. */
str slug_make(struct arena *arena, str text);
/* The id of a heading, as GitHub makes it: lower case, each space a '-',
 * punctuation dropped except '_' and '-'. */
str slug_heading(struct arena *arena, str text);
/* A title made of a slug: "life-notes" -> "Life notes". */
str slug_title(struct arena *arena, str name);
/* Texts that differ only in case become the same: "Straße" and "STRASSE". */
str slug_fold(struct arena *arena, str text);
/* Normalises to form C (NFC). Invalid bytes stay. */
str slug_nfc(struct arena *arena, str text);

#endif
