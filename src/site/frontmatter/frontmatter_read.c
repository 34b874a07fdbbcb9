/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "data/json.h"
#include "data/toml.h"
#include "data/yaml.h"
#include "files/path.h"
#include "site/frontmatter/frontmatter.h"
#include "site/frontmatter/visibility.h"

/* Reads the keys of front matter in any of its formats. */

static bool not_a_map(const struct source *source,
                      const struct frontmatter_place *place, value v,
                      struct diags *diags)
{
    str text = str_trim(span_text(span_of(source, place->off, place->len)));
    str line;
    str_split(&text, '\n', &line);
    line = str_trim(line);
    struct diag *diag =
        diag_error(diags, span_of_str(source, line), "wrong-type",
                   "front matter is lines of \"name: value\", and this is %s",
                   schema_kind_name(v));
    size_t colon = str_find_char(line, ':');
    size_t wide = str_find(line, STR("：")); /* of a Chinese keyboard */
    if (value_is(v, VALUE_STRING) && wide != STR_NONE && wide < colon) {
        str name = str_sub(line, 0, wide);
        str val = str_from_offset(line, wide + strlen("："));
        diag_hint(diag, "write an ASCII colon and a space: %.*s: %.*s",
                  STR_ARG(name), STR_ARG(str_trim(val)));
    } else if (value_is(v, VALUE_STRING) && colon != STR_NONE) {
        str name = str_trim(str_sub(line, 0, colon));
        str val = str_trim(str_from_offset(line, colon + 1));
        diag_hint(diag, "put a space after the colon: %.*s: %.*s",
                  STR_ARG(name), STR_ARG(val));
    } else {
        diag_hint(diag, "write title: A title");
    }
    return false;
}

/* Nikola's older word for a status. */
static void note_nikola_tags(struct diags *diags, struct frontmatter *out)
{
    size_t key = visibility_key(STR("status"));
    for (size_t i = 0; i < out->tags.n; i++) {
        struct text_item tag = out->tags.p[i];
        if (!str_is_word_of(tag.text, STR("draft private"))) {
            continue;
        }
        struct diag *diag =
            diag_warning(diags, tag.at, "not-public",
                         "the tag \"%.*s\" says that this is not public: "
                         "it is held back",
                         STR_ARG(tag.text));
        diag_hint(diag, "%s", visibility_cure(key, tag.text));
        out->says |= UINT64_C(1) << key;
        out->holds |= UINT64_C(1) << key;
        out->draft = true;
    }
}

/* "{{date}}", "<% tp.date.now() %>": Obsidian's, for notes that are made. */
static bool is_for_notes(str name, str text)
{
    text = str_trim(text);
    bool quoted = text.n > 1 && (text.p[0] == '"' || text.p[0] == '\'') &&
                  text.p[text.n - 1] == text.p[0];
    text = quoted ? str_trim(str_sub(text, 1, text.n - 2)) : text;
    if (str_is_word_of(name, STR("date created"))) {
        return (str_starts(text, STR("{{")) && str_ends(text, STR("}}"))) ||
               (str_starts(text, STR("<%")) && str_ends(text, STR("%>")));
    }
    return str_is_word_of(name, STR("title")) &&
           (str_eq_nocase(text, STR("{{title}}")) ||
            str_eq_nocase(text, STR("{{ title }}")) ||
            str_starts(text, STR("<% tp.")));
}

/* Whether the front matter is that of a template for notes, which is held back
 * with a warning. */
static bool note_template(const struct source *source,
                          const struct frontmatter_place *place,
                          struct diags *diags, struct frontmatter *out)
{
    str rest = str_sub(source->text, place->off, place->len);
    str line;
    while (rest.n && str_split(&rest, '\n', &line)) {
        size_t colon = str_find_char(line, ':');
        if (colon == STR_NONE ||
            !is_for_notes(str_sub(line, 0, colon),
                          str_from_offset(line, colon + 1))) {
            continue;
        }
        struct diag *diag = diag_warning(
            diags, span_of_str(source, str_trim(line)), "skipped-file",
            "this is a template for notes: not published");
        diag_hint(diag, "write a date and a title, if it is a post");
        out->says |= UINT64_C(1) << VISIBILITY_KEY_DRAFT;
        out->holds |= UINT64_C(1) << VISIBILITY_KEY_DRAFT;
        out->draft = true;
        return true;
    }
    return false;
}

bool frontmatter_parse(const struct source *source,
                       const struct frontmatter_place *place,
                       struct arena *arena, struct diags *diags, value *out)
{
    size_t off = place->off;
    size_t len = place->len;
    *out = value_none();
    if (!place->found) {
        return true;
    }
    switch (place->format) {
    case FRONTMATTER_TOML:
        return toml_parse(source, off, len, arena, diags, out);
    case FRONTMATTER_JSON:
        return json_parse_part(source, off, len, arena, diags, out);
    case FRONTMATTER_HEADER:
        *out =
            value_of_dict(frontmatter_read_header(source, place, arena, diags));
        return true;
    case FRONTMATTER_YAML: break;
    }
    return yaml_parse(source, off, len, arena, diags, out);
}

bool frontmatter_read(const struct source *source,
                      const struct frontmatter_place *place,
                      const struct config *config, struct arena *arena,
                      struct diags *diags, struct frontmatter *out)
{
    value v;
    *out = (struct frontmatter){.extra = value_dict(arena)};
    if (place->found && note_template(source, place, diags, out)) {
        return true;
    }
    if (!frontmatter_parse(source, place, arena, diags, &v)) {
        return false;
    }
    if (value_is(v, VALUE_NONE)) {
        return true;
    }
    if (!value_is(v, VALUE_DICT)) {
        return not_a_map(source, place, v, diags);
    }
    bool list = str_starts(path_base(source->name), STR("_index."));
    bool read =
        frontmatter_read_dict(v.as.dict, config, list, arena, diags, out);
    if (place->format == FRONTMATTER_HEADER &&
        frontmatter_is_nikola(source->text, place->off)) {
        note_nikola_tags(diags, out);
    }
    return read;
}

void frontmatter_check_copy(str file, str bytes, const struct config *config,
                            struct arena *arena, struct diags *diags)
{
    struct source source = {.name = file, .text = bytes};
    struct frontmatter_place place;
    struct frontmatter front = {0};
    struct diags unsaid;
    if (!str_is_word_of(path_ext(file), STR(".md .markdown .mdx"))) {
        return;
    }
    diags_init(&unsaid, arena);
    if (frontmatter_split(&source, &unsaid, &place) && place.found) {
        frontmatter_read(&source, &place, config, arena, &unsaid, &front);
    }
    if (front.draft || front.holds) {
        struct diag *diag =
            diag_warning(diags, span_of(&source, 0, 0), "not-public",
                         "its front matter says that it is not public, and "
                         "the file is published as it is");
        diag_hint(diag, "posts belong in content/; take this one out of here, "
                        "or its front matter, if everybody may read it");
    }
}
