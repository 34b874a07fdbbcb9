/* SPDX-License-Identifier: MIT */
#include "base/memory/buf.h"
#include "jinja/code.h"
#include "jinja/vm/ops.h"

enum operand {
    OPERAND_NONE,
    OPERAND_NUM,
    OPERAND_SLOT,
    OPERAND_CONST,
    OPERAND_NAME,
    OPERAND_TEXT,
    OPERAND_JUMP,
    OPERAND_SITE,
    OPERAND_CODE,
    OPERAND_LOOK,
};

static const uint8_t operands[] = {
#define OPCODE(name, operand, pops, pushes, meaning) OPERAND_##operand,
#include "jinja/opcodes.h"
#undef OPCODE
};

static void list_constant(value v, struct buf *out)
{
    struct render_context none = {0};
    value_repr(v, &none, out);
}

static void list_quoted(str s, struct buf *out)
{
    list_constant(value_string(str_sub(s, 0, 40)), out);
    buf_put(out, s.n > 40 ? STR("...") : STR(""));
}

static void list_call_site(const struct call_site *site, struct buf *out)
{
    str name = site->builtin ? site->builtin->name : site->name;
    buf_printf(out, "%.*s/%u", STR_ARG(name), (unsigned)site->nargs);
    for (size_t i = 0; i < site->nnames; i++) {
        buf_printf(out, " %.*s=", STR_ARG(site->names[i]));
    }
    if (site->spread) {
        buf_put(out, STR(" *"));
    }
}

static void list_lookup(const struct lookup *look, struct buf *out)
{
    if (look->block) {
        buf_put(out, look->block->s);
    } else if (look->template) {
        buf_put(out, look->template->name);
    } else {
        buf_put(out, look->constant ? STR("(missing)") : STR("(dynamic)"));
    }
    if (look->ignore_missing) {
        buf_put(out, STR(" ignore missing"));
    }
    for (size_t i = 0; i < look->nvisible; i++) {
        buf_printf(out, " %.*s", STR_ARG(look->visible[i].name->s));
    }
}

static void list_operand(const struct code *code, struct insn in,
                         struct buf *out)
{
    if (in.text) {
        list_quoted(code->texts.p[in.text], out);
        buf_putc(out, ' ');
    }
    switch ((enum operand)operands[in.op]) {
    case OPERAND_NONE: return;
    case OPERAND_NUM: buf_printf(out, "%u", in.a); break;
    case OPERAND_SLOT: buf_printf(out, "$%u", in.a); break;
    case OPERAND_CONST: list_constant(code->constants.p[in.a], out); break;
    case OPERAND_NAME: buf_put(out, code->names.p[in.a]->s); break;
    case OPERAND_TEXT: list_quoted(code->texts.p[in.a], out); break;
    case OPERAND_JUMP: buf_printf(out, "-> %u", in.a); break;
    case OPERAND_SITE: list_call_site(&code->calls.p[in.a], out); break;
    case OPERAND_CODE: buf_put(out, code->codes.p[in.a]->name); break;
    case OPERAND_LOOK: list_lookup(&code->lookups.p[in.a], out); break;
    }
    if (in.b) {
        buf_printf(out, " [%u]", (unsigned)in.b);
    }
}

static void list_code(const struct code *code, struct buf *out)
{
    static const char *const kinds[] = {"template", "block", "macro", "caller",
                                        "loop"};
    buf_printf(out, "%s %.*s(", kinds[code->kind], STR_ARG(code->name));
    for (size_t i = 0; i < code->nparams; i++) {
        buf_printf(out, "%s%.*s", i ? ", " : "", STR_ARG(code->params[i]));
        if (code->missing[i].kind != VALUE_UNDEFINED) {
            buf_putc(out, '=');
            list_constant(code->missing[i], out);
        }
    }
    buf_printf(out, ")  %zu locals%s, stack of %zu\n", code->nslots,
               code->captured ? " (captured)" : "", code->nstack);
    for (size_t pc = 0; pc < code->insns.n; pc++) {
        struct position at =
            source_position(code->template->source, code_span(code, pc).off);
        size_t from = out->n;
        buf_printf(out, "%5zu  %-15s ", pc,
                   opcode_name((enum opcode)code->insns.p[pc].op));
        list_operand(code, code->insns.p[pc], out);
        while (out->n - from < 60) {
            buf_putc(out, ' ');
        }
        buf_printf(out, " %u:%u\n", at.line, at.column);
    }
}

void jinja_listing(const struct jinja_template *template, struct buf *out)
{
    for (size_t i = 0; i < template->codes.n; i++) {
        if (i) {
            buf_putc(out, '\n');
        }
        list_code(template->codes.p[i], out);
    }
}
