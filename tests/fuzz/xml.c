/* SPDX-License-Identifier: MIT */
/* Any bytes as a feed: all texts and places that the reader passes on lie
 * within it; tags end in the order in which they started.
 *
 * The corpus is tests/fuzz/corpus/xml. */

#include <stdlib.h>

#include "check/collect/xml_reader.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

struct seen {
    str document;
    size_t depth;
};

static void expect(bool ok)
{
    if (!ok) {
        abort();
    }
}

static void expect_inside(str document, str slice)
{
    expect(slice.n == 0 || (slice.p >= document.p &&
                            slice.p + slice.n <= document.p + document.n));
}

static void see_start(void *context, const struct xml_element *element)
{
    struct seen *seen = context;
    expect(element->depth == ++seen->depth && element->depth <= XML_DEPTH);
    expect(element->name.n && str_starts(element->tag, STR("<")));
    expect_inside(seen->document, element->tag);
    for (const char *const *attr = element->attrs; *attr; attr += 2) {
        struct xml_text found = xml_attr(element, *attr);
        expect(found.text.p != NULL);
        expect_inside(element->tag, found.raw);
    }
}

static void see_end(void *context, const struct xml_element *element)
{
    struct seen *seen = context;
    expect(element->depth == seen->depth--);
}

static void see_text(void *context, struct xml_text piece)
{
    struct seen *seen = context;
    expect(seen->depth > 0);
    expect_inside(seen->document, piece.raw);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    static const struct xml_handlers handlers = {see_start, see_end, see_text};
    struct seen seen = {.document = {(const char *)data, size}};
    struct xml_problem problem = {0};
    switch (xml_read(seen.document, &handlers, &seen, &problem)) {
    case XML_WHOLE: expect(seen.depth == 0); break;
    case XML_HAS_DOCTYPE: expect(problem.root.n > 0); break;
    case XML_BAD: break;
    }
    expect_inside(seen.document, problem.at);
    expect_inside(seen.document, problem.root);
    return 0;
}
