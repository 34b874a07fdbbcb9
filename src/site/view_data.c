/* SPDX-License-Identifier: MIT */
/* The data files, as templates see them. Of a folder each name in it is a fact
 * of its own; what a file holds is plain data, and one fact. Whoever does more
 * with a folder than ask for a name reads all of it. */
#include "site/questions.h"
#include "site/view_class.h"

#define SELF ((const struct data_folder *)self)

/* Paths longer than this are read as the folder that they are in. */
enum { LONGEST = 400 };

static void ask(const struct data_folder *folder, struct eval *eval, str name)
{
    const struct view *view = view_of(eval);
    char path[LONGEST];
    if (!view->reads) {
        return;
    }
    size_t n = folder->path.n;
    if (n + 1 + name.n > LONGEST) {
        question_ask(view->reads, view->site, ASK_DATA, STR("/"));
        return;
    }
    if (n) {
        memcpy(path, folder->path.p, n);
        path[n++] = '/';
    }
    if (name.n) {
        memcpy(path + n, name.p, name.n);
    }
    question_ask(view->reads, view->site, ASK_DATA, (str){path, n + name.n});
}

static value data_get(const struct object *self, struct eval *eval, str name)
{
    ask(SELF, eval, name);
    const struct data_folder *folder = data_folder_find(SELF, name);
    if (folder) {
        return value_object(&folder->object);
    }
    const value *v = dict_get_str(SELF->all.as.dict, name);
    return v ? *v : value_undefined();
}

static value data_plain(const struct object *self, struct eval *eval)
{
    ask(SELF, eval, STR(""));
    return SELF->all;
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
