/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_SLUG_H
#define CRUMB_TEXT_SLUG_H

/* Names in addresses: letters and digits of any script (NFC), lower-case,
 * accents of Latin letters folded ("Crème Brûlée" -> creme-brulee, "Straße"
 * -> strasse), everything else one '-', none at the ends. Combining marks of
 * other scripts stay (a kana keeps its dakuten).
 *
 * Names that differ in marks alone stay apart: C++ is cpp, C# csharp, .NET
 * dotnet, Disney+ disney-plus; a text of pictures alone is their code points,
 * u1f680. */

#include "base/arena.h"

/* May be empty: there was no letter or digit. */
str slug_make(struct arena *arena, str text);
/* Of a tag: the same, the spaces around it off. */
str slug_make_term(struct arena *arena, str text);
/* GitHub's heading ids: lower-case, spaces to '-', punctuation dropped, '_'
 * and '-' kept, runs not merged. */
str slug_heading(struct arena *arena, str text);
/* The other way round, for people: "life-notes" -> "Life notes". */
str slug_title(struct arena *arena, str name);
/* Normalisation form C; invalid bytes stay. */
str slug_nfc(struct arena *arena, str text);

#endif
