/* SPDX-License-Identifier: MIT */
/* The data files, as templates see them. Each name in a folder is a fact of its
 * own; the content of a file is plain data, and one fact. A template that does
 * more with a folder than look up a name reads all of it. */
#include "site/view/question.h"
#include "site/view/view_class.h"

#define SELF ((const struct data_folder *)self)

/* Paths longer than this are read as the folder that they are in. */
enum { LONGEST = 400 };

/* No fact: a template that has the folder knows which one it is. */
static str path_in(const struct data_folder *folder, str name,
                   char path[static LONGEST])
{
    struct gate gate = gate_recorder();
    size_t n = folder->path.n;
    if (n + 1 + name.n > LONGEST) {
        gate_restore(gate);
        return STR("/");
    }
    if (n) {
        memcpy(path, folder->path.p, n);
        path[n++] = '/';
    }
    gate_restore(gate);
    if (name.n) {
        memcpy(path + n, name.p, name.n);
    }
    return (str){path, n + name.n};
}

static struct gate ask_data(const struct data_folder *folder,
                            struct render_context *ctx, str name)
{
    const struct view *view = view_of(ctx);
    char text[LONGEST];
    str path = view->recorder ? path_in(folder, name, text) : name;
    return question_gate(view, view->site, ASK_DATA, path);
}

static value data_get(const struct object *self, struct render_context *ctx,
                      str name)
{
    struct gate gate = ask_data(SELF, ctx, name);
    const struct data_folder *folder = data_folder_find(SELF, name);
    const value *file = dict_get_str(SELF->all.as.dict, name);
    gate_restore(gate);
    if (folder) {
        return value_object(&folder->object);
    }
    return file ? *file : value_undefined();
}

static value data_plain(const struct object *self, struct render_context *ctx)
{
    struct gate gate = ask_data(SELF, ctx, STR(""));
    value all = SELF->all;
    gate_restore(gate);
    return all;
}

static const struct object_class data_class = {
    .name = "a map",
    .get = data_get,
    .plain = data_plain,
};

void view_init_data(struct data_folder *data)
{
    data->object.class = &data_class;
    for (size_t i = 0; i < data->folders.n; i++) {
        view_init_data(data->folders.p[i]);
    }
}
