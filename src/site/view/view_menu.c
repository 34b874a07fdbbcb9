/* SPDX-License-Identifier: MIT */
/* The site's menus, as templates see them: `site.menu` is the menu `main`, a
 * sequence, and has each menu by its name. */
#include "site/view/view_class.h"

#define SELF ((const struct menus *)self)

/* Settings, and titles, addresses and `menu` of posts. */
const uint16_t view_menus_sources = FROM_ORDER;

static value menus_get(const struct object *self, struct render_context *ctx,
                       str name)
{
    struct gate gate = view_read(self, ctx, 1);
    value v = value_undefined();
    for (size_t i = 0; i < SELF->all.n; i++) {
        v = str_eq(SELF->all.p[i].name, name) ? SELF->all.p[i].items : v;
    }
    gate_restore(gate);
    return v;
}

static size_t menus_length(const struct object *self,
                           struct render_context *ctx)
{
    value menu = menus_get(self, ctx, STR("main"));
    return value_is(menu, VALUE_LIST) ? menu.as.list->items.n : 0;
}

static value menus_at(const struct object *self, struct render_context *ctx,
                      size_t i)
{
    value menu = menus_get(self, ctx, STR("main"));
    return value_is(menu, VALUE_LIST) ? menu.as.list->items.p[i] : menu;
}

void view_init_menus(struct menus *menus, struct arena *arena)
{
    str *names = ARENA_ARRAY(arena, str, menus->all.n);
    for (size_t i = 0; i < menus->all.n; i++) {
        names[i] = menus->all.p[i].name;
    }
    menus->class = (struct object_class){
        .name = "the site's menus",
        .get = menus_get,
        .length = menus_length,
        .at = menus_at,
        .names = names,
        .nnames = menus->all.n,
    };
    menus->object.class = &menus->class;
}
