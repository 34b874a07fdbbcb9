/* SPDX-License-Identifier: MIT */
/* People, as templates see them: a name that prints, with an address. */
#include "site/view/view_class.h"

/* A path is one of this site, as in menus. */
static value author_url(const struct site_author *self,
                        struct render_context *ctx)
{
    value url = value_string(self->config->url);
    return self->config->url.n ? view_url_for(ctx, url, false) : url;
}

#define AUTHOR(X)                                                              \
    X(site_author, key, FROM_SETTINGS, value_string(self->config->key))        \
    X(site_author, name, FROM_SETTINGS, value_string(self->config->name))      \
    X(site_author, email, FROM_SETTINGS, value_string(self->config->email))    \
    X(site_author, url, FROM_SETTINGS, author_url(self, ctx))
VIEW_CLASS_PRINTED(site_author, "an author", AUTHOR, view_print_name)

void view_init_author(struct site_author *author)
{
    author->object.class = &site_author_class.base;
}

value view_author(struct render_context *ctx, str name)
{
    const struct site *site = view_of(ctx)->site;
    const struct config_author *known = config_author(&site->config, name);
    if (known) {
        const struct site_author *author =
            known == &site->config.author
                ? &site->author
                : &site->authors[known - site->config.authors.p];
        return value_object(&author->object);
    }
    struct config_author *config = ARENA_NEW(ctx->arena, struct config_author);
    struct site_author *author = ARENA_NEW(ctx->arena, struct site_author);
    config->key = config->name = name;
    author->config = config;
    view_init_author(author);
    return value_object(&author->object);
}
