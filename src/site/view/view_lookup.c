/* SPDX-License-Identifier: MIT */
/* Reads of the site by name: url_for, get_page and their like. */
#include "files/path.h"
#include "site/view/question.h"
#include "site/view/view_class.h"
#include "text/url.h"

value view_get_page(struct render_context *ctx, str path)
{
    const struct site *site = view_of(ctx)->site;
    str url;
    const struct post *post =
        question_post(view_of(ctx), site, path, ctx->arena, &url);
    struct gate gate = gate_recorder(); /* its path says what it is */
    bool shown = url.p && post->file->kind != CONTENT_INDEX;
    gate_restore(gate);
    return shown ? value_object(&post->object) : value_none();
}

value view_get_section(struct render_context *ctx, str path)
{
    const struct site *site = view_of(ctx)->site;
    struct gate gate = question_gate(view_of(ctx), site, ASK_SECTION, path);
    const struct section *section = map_get(&site->sections_by_name, path);
    gate_restore(gate);
    return section ? value_object(&section->as.object) : value_none();
}

value view_get_taxonomy(struct render_context *ctx, str name)
{
    const struct site *site = view_of(ctx)->site;
    struct gate gate = question_gate(view_of(ctx), site, ASK_TAXONOMY, name);
    const struct taxonomy *taxonomy = question_taxonomy(site, name);
    gate_restore(gate);
    return taxonomy ? value_object(&taxonomy->as.object) : value_none();
}

value view_url_of_file(struct render_context *ctx, str path)
{
    const struct site *site = view_of(ctx)->site;
    str url;
    const struct post *post =
        question_post(view_of(ctx), site, path, ctx->arena, &url);
    return post ? value_string(url) : value_undefined();
}

value view_url_for(struct render_context *ctx, value of, bool absolute)
{
    str attribute = absolute ? STR("permalink") : STR("url");
    if (of.kind == VALUE_OBJECT && of.as.object->class->get) {
        return of.as.object->class->get(of.as.object, ctx, attribute);
    }
    if (of.kind != VALUE_STRING) {
        return value_undefined();
    }
    str path = value_str(of);
    if (url_is_absolute(path)) {
        return of;
    }
    const struct config *config = &view_of(ctx)->site->config;
    str root = url_path(config->url);
    if (str_starts(path, root) &&
        str_starts(str_from_offset(path, root.n), STR("/"))) {
        path = str_from_offset(path, root.n); /* an address already */
    }
    path = path_rootless(path);
    str tail;
    url_split(path, &path, &tail);
    struct address address =
        address_make(ctx->arena, config, url_decode(ctx->arena, path));
    str url = absolute ? address.permalink : address.url;
    return value_string(tail.n ? arena_concat(ctx->arena, url, tail) : url);
}
