/* SPDX-License-Identifier: MIT */
#include "highlight/tokens.h"

#define TOKEN(name, meaning)                                                   \
    {                                                                          \
        STR_INIT(name), STR_INIT(meaning),                                     \
            STR_INIT("<span class=\"" name "\">")                              \
    }
/* A token that style sheets leave alone. */
#define NO_ELEMENT(name, meaning)                                              \
    {                                                                          \
        STR_INIT(name), STR_INIT(meaning),                                     \
        {                                                                      \
            0                                                                  \
        }                                                                      \
    }

const struct token_name token_names[] = {
    NO_ELEMENT("", "plain text"),
    TOKEN("err", "an error"),
    TOKEN("k", "keyword"),
    TOKEN("kc", "keyword: a constant"),
    TOKEN("kd", "keyword: a declaration"),
    TOKEN("kn", "keyword: a namespace, import"),
    TOKEN("kp", "keyword, pseudo"),
    TOKEN("kr", "keyword, reserved"),
    TOKEN("kt", "keyword: a type"),
    NO_ELEMENT("n", "name"),
    TOKEN("na", "name of an attribute, a key"),
    TOKEN("nb", "name that is built in"),
    TOKEN("bp", "name that is built in: self"),
    TOKEN("nc", "name of a class"),
    TOKEN("no", "name of a constant"),
    TOKEN("nd", "name of a decorator"),
    TOKEN("ne", "name of an exception"),
    TOKEN("nf", "name of a function"),
    TOKEN("fm", "name of a function with a meaning"),
    TOKEN("ni", "name of an entity"),
    TOKEN("nl", "name of a label"),
    TOKEN("nn", "name of a namespace, a module"),
    TOKEN("nt", "name of a tag"),
    TOKEN("nv", "name of a variable"),
    TOKEN("vc", "variable of a class"),
    TOKEN("vg", "variable, global"),
    TOKEN("vi", "variable of an instance"),
    TOKEN("vm", "variable with a meaning"),
    TOKEN("nx", "name, other"),
    TOKEN("py", "name of a property"),
    TOKEN("l", "literal"),
    TOKEN("ld", "literal: a date"),
    TOKEN("s", "string"),
    TOKEN("s1", "string in single quotes"),
    TOKEN("s2", "string in double quotes"),
    TOKEN("sa", "string: its prefix"),
    TOKEN("sb", "string in backquotes"),
    TOKEN("sc", "string: a character"),
    TOKEN("sd", "string that documents"),
    TOKEN("dl", "string: its delimiter"),
    TOKEN("se", "string: an escape"),
    TOKEN("sh", "here-document"),
    TOKEN("si", "string: an interpolation"),
    TOKEN("sr", "regular expression"),
    TOKEN("ss", "symbol"),
    TOKEN("sx", "string, other"),
    TOKEN("m", "number"),
    TOKEN("mb", "number, binary"),
    TOKEN("mf", "number, floating point"),
    TOKEN("mh", "number, hexadecimal"),
    TOKEN("mi", "number, integer"),
    TOKEN("il", "number, a long integer"),
    TOKEN("mo", "number, octal"),
    TOKEN("o", "operator"),
    TOKEN("ow", "operator that is a word"),
    NO_ELEMENT("p", "punctuation"),
    TOKEN("c", "comment"),
    TOKEN("c1", "comment to the end of the line"),
    TOKEN("ch", "comment: the line #!"),
    TOKEN("cm", "comment over several lines"),
    TOKEN("cp", "comment: a preprocessor's line"),
    TOKEN("cpf", "comment: a preprocessor's file"),
    TOKEN("cs", "comment that is special"),
    TOKEN("gd", "line that was deleted"),
    TOKEN("ge", "emphasis"),
    TOKEN("gh", "heading"),
    TOKEN("gi", "line that was inserted"),
    TOKEN("go", "output"),
    TOKEN("gp", "prompt: Copy leaves it out"),
    TOKEN("gr", "error message"),
    TOKEN("gs", "strong"),
    TOKEN("gt", "traceback"),
    TOKEN("gu", "subheading"),
    TOKEN("ip", "network: an address, IPv4 or IPv6"),
    TOKEN("px", "network: a prefix, 192.0.2.0/24"),
    TOKEN("ma", "network: a MAC address"),
    TOKEN("as", "network: an AS number"),
    TOKEN("co", "network: a BGP community"),
    TOKEN("if", "network: an interface"),
    TOKEN("vl", "network: a VLAN"),
};
const size_t token_count = sizeof token_names / sizeof *token_names;

uint8_t token_find(str name)
{
    for (size_t i = 0; i < token_count; i++) {
        if (str_eq(token_names[i].name, name)) {
            return (uint8_t)i;
        }
    }
    return TOKEN_UNKNOWN;
}

str token_nearest(str name)
{
    str names[sizeof token_names / sizeof *token_names];
    for (size_t i = 0; i < token_count; i++) {
        names[i] = token_names[i].name;
    }
    return str_nearest(name, names + 1, token_count - 1);
}
