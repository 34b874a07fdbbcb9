/* SPDX-License-Identifier: MIT */
#include "site/view/body_host.h"

#include "site/view/shortcode_table.h"
#include "site/view/view.h"
#include "site/view/view_shared.h"
#include "site/view/wikilinks.h"

static str resolve_link(void *self, str dest, bool image, span at,
                        struct arena *arena)
{
    const struct body_host *body = self;
    return links_resolve(&body->links, dest, image, at, arena);
}

static str find_wikilink(void *self, str target, bool embed, span at,
                         struct arena *arena)
{
    const struct body_host *body = self;
    return wikilinks_find(&body->links, target, embed, at, arena);
}

static bool find_image_size(void *self, str dest, struct image_size *size)
{
    const struct body_host *body = self;
    return links_image_size(&body->links, dest, size);
}

static str resolve_html(void *self, str html, struct arena *arena)
{
    const struct body_host *body = self;
    return links_html(&body->links, html, arena);
}

static enum shortcode_kind find_kind(void *self, str name, span at)
{
    struct body_host *body = self;
    return shortcodes_kind(&body->shortcodes, name, at);
}

static str render_shortcode(void *self, const struct shortcode_call *call,
                            struct arena *arena)
{
    const struct body_host *body = self;
    return shortcodes_render(&body->shortcodes, call, arena);
}

static const struct language *find_language(void *self, str name, span at)
{
    struct body_host *body = self;
    return body_code_language(&body->links, &body->unknown_languages, name, at,
                              body->shortcodes.ctx->arena);
}

static str find_file_language(void *self, str path)
{
    const struct body_host *body = self;
    return body_code_file_language(&body->links, path);
}

static bool read_code_file(void *self, str path, span at, str *text,
                           struct arena *arena)
{
    const struct body_host *body = self;
    return body_code_file(&body->links, path, at, text, arena);
}

struct markdown_host body_host(struct body_host *body)
{
    return (struct markdown_host){
        .link = resolve_link,
        .wikilink = find_wikilink,
        .image_size = find_image_size,
        .raw_html = resolve_html,
        .shortcode_kind = find_kind,
        .shortcode = render_shortcode,
        .language = find_language,
        .file_language = find_file_language,
        .code_file = read_code_file,
        .self = body,
    };
}

static enum shortcode_kind find_kind_quietly(void *self, str name, span at)
{
    const struct body_host *body = self;
    const struct view *view = body->shortcodes.ctx->host;
    (void)at;
    return shortcode_table_kind(view->shared->shortcodes, name);
}

struct markdown_host body_host_for_measures(struct body_host *body)
{
    struct markdown_host host = body_host(body);
    host.shortcode_kind = find_kind_quietly;
    host.shortcode = NULL;
    host.language = NULL;
    host.file_language = NULL;
    host.code_file = NULL;
    return host;
}
