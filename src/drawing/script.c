/* SPDX-License-Identifier: MIT */
#include "drawing/script.h"

bool script_next(struct script *script, str *line)
{
    str text = script->source->text;
    bool hopeless = (script->lines == 1 && script->mistakes) ||
                    script->mistakes >= SCRIPT_MISTAKES;
    while (!hopeless && (script->noptions || script->off < text.n)) {
        if (script->noptions) {
            *line = str_trim(*script->options++);
            script->noptions--;
        } else {
            size_t end = str_find_char_from(text, script->off, '\n');
            *line = str_trim(str_sub(text, script->off, end - script->off));
            script->off = end + 1;
        }
        if (line->n && line->p[0] != '#') {
            script->lines++;
            return true;
        }
    }
    return false;
}

struct diag *script_mistake(struct script *script, str part, const char *format,
                            ...)
{
    span at = str_is_slice(part, script->source->text)
                  ? span_of_str(script->source, part)
                  : (span){0};
    va_list args;
    va_start(args, format);
    struct diag *diag =
        diag_vadd(script->diags, DIAG_WARNING, at, "drawing", format, args);
    va_end(args);
    script->mistakes++;
    return diag;
}

bool script_wrong(struct script *script, str part, const char *message,
                  const char *cure)
{
    str text = str_from(message);
    size_t at = str_find(text, STR("{}"));
    str name = at == STR_NONE ? (str){0} : part;
    str after = at == STR_NONE ? (str){0} : str_from_offset(text, at + 2);
    str before = str_sub(text, 0, at);
    struct diag *diag =
        script_mistake(script, part, "%.*s%.*s%.*s", STR_ARG(before),
                       STR_ARG(name), STR_ARG(after));
    if (cure) {
        diag_hint(diag, "%s", cure);
    }
    return false;
}

str script_name(str *line, const char *ends)
{
    bool quoted = str_at(*line, 0) == '"';
    size_t end = quoted;
    while (end < line->n && (quoted ? line->p[end] != '"'
                                    : !is_space(line->p[end]) &&
                                          !is_any_of(line->p[end], ends))) {
        end++;
    }
    str name = str_sub(*line, quoted, end - quoted);
    *line = str_from_offset(*line, end + quoted);
    return name;
}

void script_label(str *line, const char *ends, str *label)
{
    if (str_at(*line, 0) == '=') {
        *line = str_from_offset(*line, 1);
        *label = script_name(line, ends);
    }
}

size_t script_find(str line, char sign)
{
    size_t at = 0;
    for (bool quoted = false; at < line.n; at++) {
        quoted ^= line.p[at] == '"';
        if (!quoted && line.p[at] == sign) {
            break;
        }
    }
    return at;
}

void script_blanks(str *line)
{
    *line = str_from_offset(*line, str_skip(*line, 0, " \t,"));
}

str script_word(str *line)
{
    *line = str_from_offset(*line, str_skip_spaces(*line, 0));
    str word = script_name(line, "");
    *line = str_from_offset(*line, str_skip_spaces(*line, 0));
    return word;
}

bool script_take(str *line, str word)
{
    str rest = *line;
    bool is = str_eq_nocase(script_word(&rest), word);
    *line = is ? rest : *line;
    return is;
}
