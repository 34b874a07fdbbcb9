/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_HTML_ENTITY_H
#define CRUMB_TEXT_HTML_ENTITY_H

#include "base/str.h"

/* The character of a named entity ("eacute"), 0 if it is none. */
uint32_t html_entity(str name);

#endif
