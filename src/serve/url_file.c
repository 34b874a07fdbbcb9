/* SPDX-License-Identifier: MIT */
#include "serve/url_file.h"

#include "files/path.h"
#include "text/url.h"

static const str index_html = STR_INIT("index.html");

str address_of_file(str file, str root, struct arena *arena)
{
    if (str_eq(path_base(file), index_html)) {
        file = str_sub(file, 0, file.n - index_html.n);
    }
    const str parts[] = {root, STR("/"), url_encode_path(arena, file)};
    return arena_join(arena, parts, 3);
}

str address_file(str url, str root, struct arena *arena)
{
    str file = url_decode(arena, url);
    file = str_from_offset(file, str_starts(file, root) ? root.n : 0);
    file = str_from_offset(file, str_starts(file, STR("/")));
    bool folder = !file.n || file.p[file.n - 1] == '/';
    return folder ? arena_join(arena, (const str[]){file, index_html}, 2)
                  : file;
}
