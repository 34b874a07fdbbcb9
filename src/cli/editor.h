/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_EDITOR_H
#define CRUMB_CLI_EDITOR_H

/* Opens the file in $VISUAL, else in $EDITOR, and waits. Either may hold
 * arguments, quoted as for a shell: EDITOR='code --wait'. Returns the editor's
 * exit status (128 plus the signal's number, if a signal ended it); 1 if it
 * can't be started, after reporting why on standard error. */
int editor_open(const char *path);

#endif
