/* SPDX-License-Identifier: MIT */
/* Pictures are cleaned, and those in the addresses of a text. A clean one stays
 * as it is: if it changes again, something was left. Code that shows an
 * address keeps it. */

#include <stdlib.h>

#include "images/clean.h"
#include "images/image_parts.h"
#include "text/html.h"
#include "text/html_escape.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct arena arena = {0};
    str bytes = {(const char *)data, size};
    str once = image_clean(bytes, IMAGE_KEEP_CREDIT, &arena);
    str twice = image_clean(once, IMAGE_KEEP_CREDIT, &arena);
    if (image_kind(bytes) == IMAGE_PNG && !str_eq(once, twice)) {
        abort();
    }
    image_clean(bytes, IMAGE_KEEP_NONE, &arena);
    clean_data_urls(bytes, IMAGE_KEEP_CREDIT, IMAGE_DEEPEST, &arena);
    clean_html(bytes, IMAGE_KEEP_CREDIT, &arena);
    struct buf escaped = {0};
    html_escape(bytes, &escaped);
    str code = buf_move(&escaped, &arena);
    str kept = clean_html(code, IMAGE_KEEP_CREDIT, &arena);
    if (!str_eq(html_plain(&arena, kept), html_plain(&arena, code)) ||
        !str_eq(kept, clean_data_urls(kept, IMAGE_KEEP_CREDIT, IMAGE_DEEPEST,
                                      &arena))) {
        abort();
    }
    arena_free(&arena);
    return 0;
}
