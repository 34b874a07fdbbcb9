/* SPDX-License-Identifier: MIT */
#include "jinja/signature.h"

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

static str params_of(const struct jinja_builtin *builtin)
{
    size_t open = str_find_char(builtin->signature, '(');
    return open == STR_NONE ? STR("")
                            : str_from_offset(builtin->signature, open + 1);
}

size_t builtin_params(const struct jinja_builtin *builtin,
                      str names[BUILTIN_PARAMS])
{
    str rest = params_of(builtin);
    size_t n = 0;
    while (n < BUILTIN_PARAMS && next_param(&rest, &names[n])) {
        n++;
    }
    return n;
}

bool params_take(const str *params, size_t n, size_t position, str name)
{
    for (size_t i = 0; i < n; i++) {
        if (str_starts(params[i], STR("**"))) {
            if (name.n) {
                return true;
            }
        } else if (str_starts(params[i], STR("*"))) {
            if (!name.n) {
                return true;
            }
        } else if (name.n ? str_eq(params[i], name) : i == position) {
            return true;
        }
    }
    return false;
}

bool builtin_takes(const struct jinja_builtin *builtin, size_t position,
                   str name)
{
    str params[BUILTIN_PARAMS];
    size_t n = builtin_params(builtin, params);
    return params_take(params, n, position, name);
}

str builtin_lacks(const struct jinja_builtin *builtin, size_t positional,
                  const str *names, size_t nnames)
{
    str rest = params_of(builtin);
    str param;
    str before = rest;
    for (size_t i = 0; next_param(&rest, &param); i++, before = rest) {
        str text = str_sub(before, 0, before.n - rest.n);
        bool given = i < positional || str_starts(param, STR("*")) ||
                     str_find_char(text, '=') != STR_NONE;
        for (size_t k = 0; k < nnames && !given; k++) {
            given = str_eq(names[k], param);
        }
        if (!given) {
            return param;
        }
    }
    return STR("");
}
