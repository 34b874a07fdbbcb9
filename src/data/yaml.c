/* SPDX-License-Identifier: MIT */
#include "data/yaml.h"

#include <string.h>

#include "data/yaml_text.h"

/* Events in, values out: open containers lie on a stack of frames, a finished
 * node goes into the frame around it with its place.
 *
 * libyaml's events are flat and its time is quadratic in the nesting, so the
 * cap holds while events arrive; it also bounds every recursion over values
 * that come from here. Aliases share the node they name, which costs nothing
 * here but everything to the code that prints the result: the nodes that they
 * would expand to are counted and capped. */
enum { MAX_DEPTH = 64, MAX_ALIASED = 100000 };

const char *yaml_library(void)
{
    return yaml_get_version_string();
}

/* A value on its way into the container around it. */
struct node {
    value val;
    struct locus at;
    str anchor;
    size_t nodes; /* with aliases written out */
    size_t height;
};

/* A list or map that is not closed yet. */
struct frame {
    struct node node;
    bool flow;
    bool has_key;
    value key;
    struct locus key_at; /* of the key that waits for a value */
    uint32_t end;        /* of its last part */
};

struct loader {
    struct yaml_text text;
    struct arena *arena;
    struct diags *diags;
    VEC(struct node) anchors;
    size_t aliased;
    size_t depth;
    size_t documents;
    bool merging;
    value root;
    struct frame frames[MAX_DEPTH];
};

static span locus_span(const struct loader *loader, struct locus at)
{
    return span_of(loader->text.source, at.off, at.len);
}

/* --- places --- */

/* The event's bytes. */
static span event_span(struct loader *loader, const yaml_event_t *event)
{
    size_t from = yaml_text_at(&loader->text, event->start_mark.index);
    size_t to = yaml_text_at(&loader->text, event->end_mark.index);
    return yaml_text_span(&loader->text, from, to);
}

/* The event's bytes less an anchor or tag in front and white space at the end
 * (a block scalar ends where the next line starts). */
static struct locus event_locus(struct loader *loader,
                                const yaml_event_t *event)
{
    size_t from = yaml_text_at(&loader->text, event->start_mark.index);
    size_t to = yaml_text_at(&loader->text, event->end_mark.index);
    str text = loader->text.text;
    while (from < to && (text.p[from] == '&' || text.p[from] == '!')) {
        while (from < to && !is_space(text.p[from])) {
            from++;
        }
        while (from < to && is_space(text.p[from])) {
            from++;
        }
    }
    while (to > from && is_space(text.p[to - 1])) {
        to--;
    }
    return (struct locus){.off = (uint32_t)(loader->text.off + from),
                          .len = (uint32_t)(to - from)};
}

static str anchor_of(struct loader *loader, const yaml_char_t *name)
{
    if (!name) {
        return (str){NULL, 0};
    }
    return arena_str(loader->arena, str_from((const char *)name));
}

/* --- a finished node goes into the open container --- */

/* "b" of "<<: *b". */
static str merged_name(const struct loader *loader, struct locus key)
{
    size_t end = key.off - loader->text.off + key.len;
    str rest = str_trim(str_from_offset(loader->text.text, end));
    rest = str_trim(str_from_offset(rest, str_starts(rest, STR(":"))));
    size_t n = 1;
    while (is_alnum(str_at(rest, n)) || is_any_of(str_at(rest, n), "-_")) {
        n++;
    }
    return str_starts(rest, STR("*")) ? str_sub(rest, 1, n - 1)
                                      : (str){NULL, 0};
}

static bool is_merge_key(value key)
{
    return value_is(key, VALUE_STRING) && str_eq(value_str(key), STR("<<"));
}

static bool add_key(struct loader *loader, struct frame *frame,
                    struct node node)
{
    if (value_is_sequence(node.val) || value_is(node.val, VALUE_DICT)) {
        size_t off = node.at.off - loader->text.off;
        bool outer = off > 0 && loader->text.text.p[off - 1] == '{';
        span at = span_of(loader->text.source, node.at.off - outer,
                          node.at.len + 2 * (size_t)outer);
        const char *kind = value_kind_name(node.val);
        struct diag *diag = diag_error(
            loader->diags, at, "yaml", "%s%s", outer ? "" : kind,
            outer ? "template syntax needs quotes here" : " can't be a key");
        yaml_suggest_quotes(diag, &loader->text, off - outer);
        return false;
    }
    if (is_merge_key(node.val) && !loader->merging) {
        struct diag *diag =
            diag_error(loader->diags, locus_span(loader, node.at), "yaml",
                       "merge keys are not part of YAML 1.2");
        str name = merged_name(loader, node.at);
        if (name.n) {
            diag_hint(diag, "copy the lines of &%.*s here", STR_ARG(name));
        } else {
            diag_hint(diag, "copy the lines that are meant here");
        }
        return false;
    }
    frame->has_key = true;
    frame->key = node.val;
    frame->key_at = node.at;
    return true;
}

/* Adds the entries of a map, or of several, that the open one lacks. */
static void merge(struct loader *loader, struct frame *frame, value from,
                  struct locus at)
{
    const struct list *list = value_is(from, VALUE_LIST) ? from.as.list : NULL;
    for (size_t i = 0; list && i < list->items.n; i++) {
        if (value_is(list->items.p[i], VALUE_DICT)) {
            merge(loader, frame, list->items.p[i], at);
        }
    }
    const struct dict *dict = value_is(from, VALUE_DICT) ? from.as.dict : NULL;
    for (size_t i = 0; dict && i < dict->entries.n; i++) {
        const struct entry *entry = &dict->entries.p[i];
        if (!dict_get(frame->node.val.as.dict, entry->key)) {
            dict_set_at(frame->node.val.as.dict, loader->arena, entry->key,
                        entry->val, at);
        }
    }
}

static void add_value(struct loader *loader, struct frame *frame,
                      struct node node)
{
    if (is_merge_key(frame->key)) {
        node.at.key_off = frame->key_at.off;
        node.at.key_len = frame->key_at.len;
        frame->has_key = false;
        merge(loader, frame, node.val, node.at);
        return;
    }
    node.at.key_off = frame->key_at.off;
    node.at.key_len = frame->key_at.len;
    frame->has_key = false;
    struct locus *first = dict_set_at(frame->node.val.as.dict, loader->arena,
                                      frame->key, node.val, node.at);
    if (!first) {
        return;
    }
    const struct source *source = loader->text.source;
    span at = span_of(source, node.at.key_off, node.at.key_len);
    struct diag *diag = diag_warning(
        loader->diags, at, "duplicate-key",
        "\"%.*s\" is on lines %u and %u: the last one counts",
        STR_ARG(span_text(at)), source_position(source, first->key_off).line,
        source_position(source, node.at.key_off).line);
    diag_hint(diag, "keep one of them");
    *first = node.at;
}

static bool add_node(struct loader *loader, struct node node)
{
    if (node.anchor.n) {
        *VEC_PUSH(&loader->anchors, loader->arena) = node;
    }
    if (loader->depth == 0) {
        loader->root = node.val;
        return true;
    }
    struct frame *frame = &loader->frames[loader->depth - 1];
    uint32_t end = node.at.off + node.at.len;
    frame->end = end > frame->end ? end : frame->end;
    frame->node.nodes += node.nodes;
    if (frame->node.height <= node.height) {
        frame->node.height = node.height + 1;
    }
    if (value_is(frame->node.val, VALUE_LIST)) {
        list_push_at(frame->node.val.as.list, loader->arena, node.val, node.at);
        return true;
    }
    if (!frame->has_key) {
        return add_key(loader, frame, node);
    }
    add_value(loader, frame, node);
    return true;
}

/* --- scalars --- */

/* The text of a scalar: a slice of the source if it is written there as it is,
 * else a copy. */
static str scalar_text(struct loader *loader, const yaml_event_t *event,
                       struct locus at)
{
    str text = {(const char *)event->data.scalar.value,
                event->data.scalar.length};
    str written = str_sub(loader->text.text, at.off - loader->text.off, at.len);
    yaml_scalar_style_t style = event->data.scalar.style;
    if (written.n >= 2 && (style == YAML_SINGLE_QUOTED_SCALAR_STYLE ||
                           style == YAML_DOUBLE_QUOTED_SCALAR_STYLE)) {
        written = str_sub(written, 1, written.n - 2);
    }
    return str_eq(text, written) ? written : arena_str(loader->arena, text);
}

static bool wrong_tag(struct loader *loader, const yaml_event_t *event)
{
    span at = event_span(loader, event);
    struct diag *diag = diag_error(
        loader->diags, at, "yaml",
        "\"!\" in front of a value makes it a tag, and there is none that "
        "fits");
    if (str_starts(span_text(at), STR("!"))) {
        yaml_suggest_quotes(diag, &loader->text, at.off - loader->text.off);
    }
    return false;
}

/* !!str makes a text of anything; so does !!timestamp, for a reader of dates.
 * The other tags of the core schema must fit the scalar. */
static bool tagged_scalar(struct loader *loader, const yaml_event_t *event,
                          str text, value *out)
{
    static const struct {
        const char *tag;
        enum value_kind kind;
    } tags[] = {
        {YAML_STR_TAG, VALUE_STRING},  {YAML_TIMESTAMP_TAG, VALUE_STRING},
        {"!", VALUE_STRING},           {YAML_NULL_TAG, VALUE_NONE},
        {YAML_BOOL_TAG, VALUE_BOOL},   {YAML_INT_TAG, VALUE_INT},
        {YAML_FLOAT_TAG, VALUE_FLOAT},
    };
    const char *tag = (const char *)event->data.scalar.tag;
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        if (strcmp(tag, tags[i].tag) != 0) {
            continue;
        }
        str plain = {(const char *)event->data.scalar.value,
                     event->data.scalar.length};
        value v = tags[i].kind == VALUE_STRING ? value_string(text)
                                               : yaml_plain(plain);
        if (tags[i].kind == VALUE_FLOAT && value_is(v, VALUE_INT)) {
            v = value_float((double)v.as.i);
        }
        if (value_is(v, tags[i].kind)) {
            *out = v;
            return true;
        }
    }
    return wrong_tag(loader, event);
}

static bool on_scalar(struct loader *loader, const yaml_event_t *event)
{
    struct locus at = event_locus(loader, event);
    str text = scalar_text(loader, event, at);
    value v = value_string(text);
    if (event->data.scalar.tag) {
        if (!tagged_scalar(loader, event, text, &v)) {
            return false;
        }
    } else if (event->data.scalar.plain_implicit) {
        /* libyaml's copy ends with the NUL that numbers need; text that is
         * none of the words and numbers stays ours. */
        v = yaml_plain((str){(const char *)event->data.scalar.value,
                             event->data.scalar.length});
        v = value_is(v, VALUE_STRING) ? value_string(text) : v;
    }
    str anchor = anchor_of(loader, event->data.scalar.anchor);
    return add_node(loader, (struct node){v, at, anchor, 1, 0});
}

/* --- aliases --- */

static const struct node *find_anchor(const struct loader *loader, str name)
{
    for (size_t i = loader->anchors.n; i > 0; i--) {
        if (str_eq(loader->anchors.p[i - 1].anchor, name)) {
            return &loader->anchors.p[i - 1];
        }
    }
    return NULL;
}

static bool on_alias(struct loader *loader, const yaml_event_t *event)
{
    struct locus at = event_locus(loader, event);
    str name = str_from((const char *)event->data.alias.anchor);
    const struct node *anchor = find_anchor(loader, name);
    if (!anchor) {
        struct diag *diag =
            diag_error(loader->diags, locus_span(loader, at), "yaml",
                       "\"*%.*s\" refers to nothing: no \"&%.*s\" before it",
                       STR_ARG(name), STR_ARG(name));
        yaml_suggest_quotes(diag, &loader->text, at.off - loader->text.off);
        return false;
    }
    loader->aliased += anchor->nodes;
    if (loader->aliased > MAX_ALIASED ||
        loader->depth + anchor->height > MAX_DEPTH) {
        diag_error(loader->diags, locus_span(loader, at), "yaml",
                   "the aliases (*name) of this file grow too large");
        return false;
    }
    /* The place is where the value is written, so that errors in it are shown
     * there. */
    struct node node = *anchor;
    node.anchor = (str){NULL, 0};
    return add_node(loader, node);
}

/* --- containers --- */

static bool on_open(struct loader *loader, const yaml_event_t *event,
                    bool is_list)
{
    const yaml_char_t *tag = is_list ? event->data.sequence_start.tag
                                     : event->data.mapping_start.tag;
    const char *own = is_list ? YAML_SEQ_TAG : YAML_MAP_TAG;
    if (tag && strcmp((const char *)tag, own) != 0 &&
        strcmp((const char *)tag, "!") != 0) {
        return wrong_tag(loader, event);
    }
    struct locus at = event_locus(loader, event);
    if (loader->depth == MAX_DEPTH) {
        diag_error(loader->diags, locus_span(loader, at), "yaml",
                   "nested more than %d deep", MAX_DEPTH);
        return false;
    }
    struct frame *frame = &loader->frames[loader->depth++];
    *frame = (struct frame){.node = {.at = at, .nodes = 1, .height = 1},
                            .end = at.off};
    const yaml_char_t *anchor;
    if (is_list) {
        frame->node.val = value_list(loader->arena);
        frame->node.val.as.list->source = loader->text.source;
        frame->flow =
            event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
        anchor = event->data.sequence_start.anchor;
    } else {
        frame->node.val = value_dict(loader->arena);
        frame->node.val.as.dict->source = loader->text.source;
        frame->flow =
            event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
        anchor = event->data.mapping_start.anchor;
    }
    frame->node.anchor = anchor_of(loader, anchor);
    return true;
}

static bool on_close(struct loader *loader, const yaml_event_t *event)
{
    struct frame *frame = &loader->frames[--loader->depth];
    struct locus *at = &frame->node.at;
    uint32_t end = frame->end;
    if (frame->flow) {
        /* A block has no closing bracket: it ends with its last part. */
        size_t mark = yaml_text_at(&loader->text, event->end_mark.index);
        end = (uint32_t)(loader->text.off + mark);
    }
    at->len = end > at->off ? end - at->off : 0;
    return add_node(loader, frame->node);
}

static bool on_document(struct loader *loader, const yaml_event_t *event)
{
    if (++loader->documents == 1) {
        return true;
    }
    struct diag *diag = diag_error(loader->diags, event_span(loader, event),
                                   "yaml", "a second document starts here");
    diag_hint(diag, "one file holds one: take the line of --- out");
    return false;
}

static bool on_event(struct loader *loader, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT: return on_scalar(loader, event);
    case YAML_ALIAS_EVENT: return on_alias(loader, event);
    case YAML_SEQUENCE_START_EVENT: return on_open(loader, event, true);
    case YAML_MAPPING_START_EVENT: return on_open(loader, event, false);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: return on_close(loader, event);
    case YAML_DOCUMENT_START_EVENT: return on_document(loader, event);
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_END_EVENT: break;
    }
    return true;
}

static bool load(struct loader *loader, yaml_parser_t *parser)
{
    for (bool more = true; more;) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event)) {
            yaml_report(&loader->text, parser, loader->diags);
            return false;
        }
        more = event.type != YAML_STREAM_END_EVENT;
        bool ok = on_event(loader, &event);
        yaml_event_delete(&event);
        if (!ok) {
            return false;
        }
    }
    return true;
}

static bool parse(span region, bool merging, struct arena *arena,
                  struct diags *diags, value *out)
{
    struct loader loader;
    /* Not the frames: they are set up when they are used. */
    memset(&loader, 0, offsetof(struct loader, frames));
    loader.arena = arena;
    loader.diags = diags;
    loader.root = value_none();
    loader.merging = merging;
    *out = value_none();
    if (!yaml_text_init(&loader.text, region, arena, diags)) {
        return false;
    }
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) {
        arena_out_of_memory();
    }
    str text = loader.text.text;
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(
        &parser, (const unsigned char *)(text.n ? text.p : ""), text.n);
    bool ok = load(&loader, &parser);
    yaml_parser_delete(&parser);
    *out = ok ? loader.root : value_none();
    return ok;
}

bool yaml_parse(const struct source *source, size_t off, size_t len,
                struct arena *arena, struct diags *diags, value *out)
{
    return parse(span_of(source, off, len), false, arena, diags, out);
}

bool yaml_parse_foreign(const struct source *source, struct arena *arena,
                        struct diags *diags, value *out)
{
    return parse(span_of(source, 0, source->text.n), true, arena, diags, out);
}
