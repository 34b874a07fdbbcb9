/* SPDX-License-Identifier: MIT */
/* The site's menus, as templates see them: `site.menu` is the menu `main`, a
 * sequence, and has each menu by its name. */
#include "site/view_class.h"

#define SELF ((const struct menus *)self)

static const struct menu *find(const struct menus *menus, str name)
{
    for (size_t i = 0; i < menus->all.n; i++) {
        if (str_eq(menus->all.p[i].name, name)) {
            return &menus->all.p[i];
        }
    }
    return NULL;
}

static value menus_get(const struct object *self, struct eval *eval, str name)
{
    reads_note(view_of(eval)->reads, self->number, 1);
    const struct menu *menu = find(SELF, name);
    return menu ? menu->items : value_undefined();
}

static size_t menus_length(const struct object *self, struct eval *eval)
{
    reads_note(view_of(eval)->reads, self->number, 1);
    const struct menu *menu = find(SELF, STR("main"));
    return menu ? menu->items.as.list->items.n : 0;
}

static value menus_at(const struct object *self, struct eval *eval, size_t i)
{
    reads_note(view_of(eval)->reads, self->number, 1);
    return find(SELF, STR("main"))->items.as.list->items.p[i];
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
