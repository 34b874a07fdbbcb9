/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DRAWING_SCRIPT_H
#define CRUMB_DRAWING_SCRIPT_H

/* The text of a drawing, line by line: first the options of its fence, then its
 * source. Empty lines and lines that begin with '#' are left out. */

#include "base/diag/diag.h"

struct buf;
struct drawing;
struct drawing_words;

struct script {
    const struct source *source;
    const str *options;
    size_t noptions;
    const struct drawing_words *words; /* NULL: English */
    struct arena *arena;
    struct diags *diags;
    size_t off;      /* of the next line in the source */
    size_t lines;    /* read so far */
    size_t mistakes; /* reported so far */
};

enum { SCRIPT_MISTAKES = 20 }; /* reported of a drawing at the most */

/* Sets *line to the next one, without white space at its ends. False: there are
 * no more, or no more are of use: the first line was a mistake, or too many
 * were. */
bool script_next(struct script *script, str *line);
/* Reports a mistake at a part of a line. The caller adds the cure. */
struct diag *script_mistake(struct script *script, str part, const char *format,
                            ...) __attribute__((format(printf, 3, 4)));

/* Reports a mistake with its cure, which may be NULL; the part is put in
 * place of {} in the message. Returns false. */
bool script_wrong(struct script *script, str part, const char *message,
                  const char *cure);

/* Takes the next word off the front of *line: up to white space, or a text in
 * double quotes, without them. Empty: there is none. */
str script_word(str *line);
/* Takes a name off the front: in quotes, or up to white space or one of `ends`.
 */
str script_name(str *line, const char *ends);
/* Takes the label after a name off, if there is one: ="Label". */
void script_label(str *line, const char *ends, str *label);
/* The offset of the first such sign outside of quotes; line.n: there is none.
 */
size_t script_find(str line, char sign);
/* Takes off white space and commas. */
void script_blanks(str *line);
/* Takes it off if it is that word, in any case. */
bool script_take(str *line, str word);

/* The kinds of drawings. Each reads its lines from the script, reports mistakes
 * to it, and appends the drawing. False: there is none. */
bool ascii_draw(const struct drawing *drawing, struct script *script,
                struct buf *out);
bool packet_draw(const struct drawing *drawing, struct script *script,
                 struct buf *out);
bool sequence_draw(const struct drawing *drawing, struct script *script,
                   struct buf *out);
bool subnet_draw(const struct drawing *drawing, struct script *script,
                 struct buf *out);
bool topology_draw(const struct drawing *drawing, struct script *script,
                   struct buf *out);

#endif
