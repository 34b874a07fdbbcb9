/* SPDX-License-Identifier: MIT */
/* Redirects for servers: a file in the format of each server, beside the alias
 * pages or instead of them. The files are published, so that they are deployed
 * and restored together with the site. They reveal no more than the alias
 * pages: old and new addresses. */
#include "base/memory/buf.h"
#include "plan/plan_parts.h"
#include "text/url.h"

/* The address without the '/' at its end, under which it was linked as often;
 * p == NULL: it has none, or is all of it. */
static str without_slash(str url)
{
    bool folder = url.n > 1 && url.p[url.n - 1] == '/';
    return folder ? str_sub(url, 0, url.n - 1) : (str){NULL, 0};
}

/* An address in which ':' and '*' are no placeholders. */
static void put_plain(str url, struct buf *out)
{
    for (size_t i = 0; i < url.n; i++) {
        bool hole = url.p[i] == ':' || url.p[i] == '*';
        buf_put(out, !hole             ? str_sub(url, i, 1)
                     : url.p[i] == ':' ? STR("%3A")
                                       : STR("%2A"));
    }
}

/* OLD NEW 301, addresses encoded. Cloudflare takes OLD literally, Netlify with
 * and without its last '/'. */
static void put_netlify(str from, str to, struct buf *out)
{
    put_plain(from, out);
    buf_putc(out, ' ');
    put_plain(to, out);
    buf_put(out, STR(" 301\n"));
}

/* A string in the syntax of nginx. */
static void put_quoted(str s, struct buf *out)
{
    buf_putc(out, '"');
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '"' || s.p[i] == '\\') {
            buf_putc(out, '\\');
        }
        buf_putc(out, s.p[i]);
    }
    buf_putc(out, '"');
}

/* "OLD" "NEW";, for a map of $uri, which nginx has decoded. In the new address
 * '$' would start a variable. */
static void put_nginx(str from, str to, struct buf *out)
{
    struct arena work = {0};
    struct buf target = {0};
    for (size_t i = 0; i < to.n; i++) {
        bool dollar = to.p[i] == '$';
        buf_put(&target, dollar ? STR("%24") : str_sub(to, i, 1));
    }
    put_quoted(url_decode(&work, from), out);
    buf_putc(out, ' ');
    put_quoted(buf_str(&target), out);
    buf_put(out, STR(";\n"));
    buf_free(&target);
    arena_free(&work);
}

static void add_redirects(struct site *site, struct plan *plan, str name,
                          void (*put)(str from, str to, struct buf *out))
{
    struct buf text = {0};
    for (size_t i = 0; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        if (output->kind == OUTPUT_ALIAS) {
            str from = output->address->url;
            str to = output->post->address.url;
            str short_form = without_slash(from);
            put(from, to, &text);
            /* Not where the post itself answers: it would lead to itself. */
            if (short_form.n && !str_eq(short_form, to)) {
                put(short_form, to, &text);
            }
        }
    }
    struct output *output =
        plan_add(site, plan, OUTPUT_BYTES, plan_address(site, name));
    output->bytes = arena_str(site->arena, buf_str(&text));
    output->from = REDIRECTS_FROM;
    buf_free(&text);
}

void plan_redirects(struct site *site, struct plan *plan)
{
    if (site->config.redirects.netlify) {
        add_redirects(site, plan, STR("_redirects"), put_netlify);
    }
    if (site->config.redirects.nginx) {
        add_redirects(site, plan, STR("_redirects.nginx"), put_nginx);
    }
}
