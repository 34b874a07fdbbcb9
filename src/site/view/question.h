/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_QUESTION_H
#define CRUMB_SITE_VIEW_QUESTION_H

/* What is asked of the site by name, and a hash of the answer: one function
 * for who asks while a page is made, and for who wants to know later whether
 * the answer is still the same. */

#include "site/view/view.h"

/* Kinds of questions; they stand in the ledger. */
enum question {
    ASK_PATH = 'p',     /* what is at that path of content/ */
    ASK_TEXT = 'T',     /* the bytes of that file of content/ */
    ASK_FILE = 'f',     /* is that file published */
    ASK_NAMES = 'n',    /* all paths: for did-you-mean, and for `ref` */
    ASK_SECTION = 's',  /* the section of that name */
    ASK_TAXONOMY = 'x', /* the taxonomy of that name */
    ASK_IMAGE = 'i',    /* how large is that picture; "/x": or in static/ */
    ASK_WORD = 'w',     /* "es key": a word of the interface */
    ASK_WORDS = 'W',    /* all words there are: for did-you-mean */
    ASK_DATES = 'm',    /* "es": the names of months and days */
    ASK_ALERTS = 'M',   /* "es": what Markdown puts in */
    ASK_DAY = 'd',      /* which day it is */
    ASK_ZONE = 'z',     /* that time zone */
    ASK_DATA = 'D', /* "net/racks": that data file; "net/": all of a folder */
    /* builder/facts.h answers these */
    ASK_TEMPLATE = 't',   /* the template of that name */
    ASK_SHORTCODE = 'c',  /* the shortcode of that name */
    ASK_SHORTCODES = 'C', /* the names of all: for did-you-mean */
    ASK_ASSET = 'a',      /* the fingerprint of that file */
};

/* Records that it was asked, and what the answer is. Nothing to do if nobody
 * records. */
void question_ask(struct recorder *recorder, const struct site *site,
                  enum question kind, str name);
/* Where the answer's hash is to be put, by who knows it; NULL: it is there. */
uint64_t *question_open(struct recorder *recorder, const struct site *site,
                        enum question kind, str name);
/* The same for who has it already. */
void question_answered(struct recorder *recorder, const struct site *site,
                       enum question kind, str name, uint64_t answer);
/* The post at that path of content/ and its address, and records which of
 * them there is: NULL, or one that is held back (url->p == NULL), or live; an
 * empty address is that of a page that is not rendered. */
const struct post *question_post(struct recorder *recorder,
                                 const struct site *site, str path,
                                 struct arena *arena, str *url);
/* The site of the language that a question was asked in: the owner of its key
 * is that. */
const struct site *question_site(const struct site *site, uint32_t owner);
/* Of those that builder/facts.h does not answer. */
uint64_t question_answer(const struct site *site, enum question kind, str name,
                         struct arena *work);

#endif
