/* SPDX-License-Identifier: MIT */
#include "jinja/env.h"

/* The next parameter of "f(a, b='x, y', *rest)", without its default value. */
static bool next_param(str *rest, str *param)
{
    *rest = str_trim(*rest);
    if (!rest->n || rest->p[0] == ')') {
        return false;
    }
    size_t depth = 0;
    char quote = '\0';
    size_t end = 0;
    for (; end < rest->n; end++) {
        char c = rest->p[end];
        if (quote) {
            quote = c == quote ? '\0' : quote;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else if (c == '(' || c == '[' || c == '{') {
            depth++;
        } else if (depth && (c == ')' || c == ']' || c == '}')) {
            depth--;
        } else if (!depth && (c == ',' || c == ')')) {
            break;
        }
    }
    *param = str_sub(*rest, 0, end);
    size_t equals = str_find_char(*param, '=');
    *param = str_trim(str_sub(*param, 0, equals));
    *rest =
        str_from_offset(*rest, end + (end < rest->n && rest->p[end] == ','));
    return true;
}

struct params params_of(const struct jinja_builtin *builtin)
{
    struct params params = {.n = 0};
    size_t open = str_find_char(builtin->signature, '(');
    str rest = str_from_offset(builtin->signature, open);
    rest = str_from_offset(rest, 1);
    str before = rest;
    str name;
    while (params.n < MAX_PARAMS && next_param(&rest, &name)) {
        str text = str_sub(before, 0, before.n - rest.n);
        params.required[params.n] =
            !str_starts(name, STR("*")) && str_find_char(text, '=') == STR_NONE;
        params.names[params.n++] = name;
        before = rest;
    }
    return params;
}

bool params_take(const struct params *params, size_t position, str name)
{
    for (size_t i = 0; i < params->n; i++) {
        str param = params->names[i];
        if (str_starts(param, STR("*"))
                ? str_starts(param, STR("**")) == (name.n > 0)
            : name.n ? str_eq(param, name)
                     : i == position) {
            return true;
        }
    }
    return false;
}
