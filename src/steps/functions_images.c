/* SPDX-License-Identifier: MIT */
/* image: a picture in another size, for templates. */
#include "jinja/vm/ops.h"
#include "site/view/picture_html.h"
#include "steps/functions.h"

static str text_of(const struct jinja_call *call, size_t position,
                   const char *name)
{
    const value *v = jinja_arg(call, position, name);
    return v && v->kind == VALUE_STRING ? value_str(*v) : (str){0};
}

/* "#8a9f3c"; empty: it is not known. */
static str colour_of(const struct view *view, const struct picture_set *set,
                     struct arena *arena)
{
    uint32_t colour;
    return picture_store_colour(view->site->options.pictures, set->facts,
                                set->stat, &colour)
               ? arena_printf(arena, "#%06x", (unsigned)colour)
               : STR("");
}

static bool image(struct jinja_call *call, value *out)
{
    enum { WIDEST = 10000 };
    struct arena *arena = call->ctx->arena;
    const struct view *view = call->ctx->host;
    const value *width = jinja_arg(call, 1, "width");
    struct picture_options options = {0};
    struct picture_set set;
    str path = text_of(call, 0, "path");
    str url = path;
    uint32_t size[2] = {0, 0};
    str srcset = STR("");
    str colour = STR("");
    if (width && width->kind == VALUE_INT && width->as.i > 0 &&
        width->as.i < WIDEST) {
        options.width = (uint32_t)width->as.i;
    }
    picture_options_crop(&options, text_of(call, 2, "crop"),
                         text_of(call, 3, "focus"));
    const value *several = jinja_arg(call, 4, "srcset");
    options.source_only = several && !value_truth(*several, call->ctx);
    if (path.n && picture_find(view, path, &options, arena, &set)) {
        bool made = set.n && set.has_source;
        str name = made ? set.forms[set.n - 1].name : set.path;
        url = address_make(arena, &view->site->config, name).url;
        size[0] = made ? set.forms[set.n - 1].width : set.crop.width;
        size[1] = picture_height(&set.crop, size[0]);
        if (!options.source_only) {
            srcset = picture_srcset(view->site, &set, arena);
            colour = colour_of(view, &set, arena);
        }
    }
    *out = value_dict(arena);
    dict_put(out->as.dict, arena, "url", value_string(url));
    dict_put(out->as.dict, arena, "width", value_int(size[0]));
    dict_put(out->as.dict, arena, "height", value_int(size[1]));
    dict_put(out->as.dict, arena, "srcset", value_string(srcset));
    dict_put(out->as.dict, arena, "colour", value_string(colour));
    return true;
}

static const struct jinja_builtin functions[] = {
    JINJA_BUILTIN("image", "(path, width=640, crop='', focus='', srcset=true)",
                  "A picture in other sizes: url, width, height, srcset in "
                  "WebP, and colour; with srcset=false one file is made, "
                  "without the last two.",
                  image),
};

void functions_add_images(struct jinja *jinja)
{
    jinja_add(jinja, JINJA_FUNCTIONS, functions,
              sizeof functions / sizeof *functions);
}
