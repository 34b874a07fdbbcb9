/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SECRETS_TOKEN_H
#define CRUMB_SECRETS_TOKEN_H

/* Tokens of services, and other texts of a published form. A form is literal
 * texts and classes of characters with their number, with a space between them:
 * "ghp_ W{36}", "SG. T{22} . T{43}", "glpat- T{20,}".
 *
 *   D digits   H hexadecimal   U capitals and digits   L small letters and
 *   digits   W letters and digits   T W, - and _   B base64: W, + and /
 *   C the base64 of crypt: W, . and /   J that of Junos: C and -
 *   P signs, letters and digits, but for quotes   ...x all up to the last x
 *   before a blank */

#include "base/str.h"

/* Whether the character is one of that class. */
bool form_class_has(char class, char c);
/* The length of the text at text[at..] that has the form; 0: it has not. */
size_t form_length(str form, str text, size_t at);
/* Whether the last six of the characters after the first '_' are the CRC-32
 * of those before them, in base 62: GitHub's and npm's tokens. */
bool token_checksum_holds(str token);
/* The end of a private key whose first line ends at `start`: after its last
 * line, or where the bytes of one that is cut off end; `start`: it has none.
 * Old keys have headers. */
size_t private_key_end(str text, size_t start);

#endif
