/* SPDX-License-Identifier: MIT */
/* People, as templates see them: a name that prints, with an address. */
#include "base/buf.h"
#include "site/view_class.h"

#define SELF (((const struct site_author *)self)->config)

static value author_name(const struct object *self, struct eval *eval)
{
    (void)eval;
    return value_string(SELF->name);
}

static value author_email(const struct object *self, struct eval *eval)
{
    (void)eval;
    return value_string(SELF->email);
}

static value author_url(const struct object *self, struct eval *eval)
{
    (void)eval;
    return value_string(SELF->url);
}

static void author_print(const struct object *self, struct eval *eval,
                         struct buf *out)
{
    buf_put(out, value_str(view_get(self, eval, STR("name"))));
}

#define AUTHOR(X) X(author, name) X(author, email) X(author, url)
VIEW_CLASS_PRINTED(author, "an author", AUTHOR, author_print)

void view_init_author(struct site_author *author)
{
    author->object.class = &author_class.base;
}

/* The site's author of that key or name, or NULL. */
static const struct site_author *find_author(const struct site *site, str name)
{
    for (size_t i = 0; i < site->config.authors.n; i++) {
        const struct config_author *author = &site->config.authors.p[i];
        if (str_eq(author->key, name) || str_eq(author->name, name)) {
            return &site->authors[i];
        }
    }
    return str_eq(site->config.author.name, name) ? &site->author : NULL;
}

value view_author(struct eval *eval, str name)
{
    const struct site_author *known = find_author(view_of(eval)->site, name);
    if (known) {
        return value_object(&known->object);
    }
    struct config_author *config = ARENA_NEW(eval->arena, struct config_author);
    struct site_author *author = ARENA_NEW(eval->arena, struct site_author);
    config->name = name;
    author->config = config;
    view_init_author(author);
    return value_object(&author->object);
}
