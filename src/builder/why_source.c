/* SPDX-License-Identifier: MIT */
/* Who reads a file of the site: traces, looked through from the other end. */
#include "base/diag/printable.h"
#include "builder/ledger_say.h"
#include "builder/why.h"
#include "files/path.h"
#include "site/view/question.h"

/* What a trace reads of a file. */
struct found {
    uint64_t bits;
    str list; /* where these are of all of a list */
    str ask;
};

enum known { UNKNOWN, NONE, SOME };

/* The facts that a file stands behind. */
struct target {
    const struct why *why;
    str path;
    uint32_t post; /* its object, or 0 */
    bool *asks;
    bool any;
    size_t output;       /* at hand, from 1 */
    size_t *told;        /* of bodies, by their object: the last output */
    size_t *told_shared; /* of shared traces, the same */
    /* Of shared traces, looked through once: */
    struct found *found; /* what they read */
    bool *looked;
    uint8_t *bodies; /* enum known: whether some body in them reads it */
};

/* --- what stands behind what --- */

static str after(str path, const char *folder)
{
    str start = str_from(folder);
    return str_starts(path, start) ? str_from_offset(path, start.n)
                                   : (str){NULL, 0};
}

static str without_ending(str path)
{
    return str_sub(path, 0, path.n - path_ext(path).n);
}

static bool is_of_data(str name, str path)
{
    str stem = without_ending(path);
    bool folder = !name.n || str_ends(name, STR("/"));
    return folder ? str_eq(name, STR("/")) || str_starts(stem, name)
                  : str_eq(name, stem);
}

/* "es key" of i18n/es.yaml */
static bool is_of_words(enum question kind, str name, str path)
{
    str lang = without_ending(path);
    str word = name;
    if (kind == ASK_WORDS) {
        return true;
    }
    return (kind == ASK_WORD || kind == ASK_DATES || kind == ASK_ALERTS) &&
           str_split(&name, ' ', &word) && str_eq(word, lang);
}

static bool is_of_templates(enum question kind, str name, str path)
{
    str words = after(path, "i18n/");
    str shortcode = after(path, "shortcodes/");
    if (kind == ASK_TEMPLATE) {
        return str_eq(name, path);
    }
    return (kind == ASK_SHORTCODES && shortcode.p) ||
           (words.p && is_of_words(kind, name, words));
}

static bool is_of_files(enum question kind, str name, str path, bool statics)
{
    if (statics && kind == ASK_IMAGE) {
        name = after(name, "/");
    }
    bool asked = kind == ASK_IMAGE || kind == ASK_ASSET || kind == ASK_FILE ||
                 (!statics && (kind == ASK_PATH || kind == ASK_TEXT));
    return asked && str_eq(name, path);
}

static bool is_behind(str path, str ask)
{
    enum question kind = (enum question)ask.p[0];
    str name = str_from_offset(ask, 2);
    str rest;
    if ((rest = after(path, "templates/")).p) {
        return is_of_templates(kind, name, rest);
    }
    if ((rest = after(path, "data/")).p) {
        return kind == ASK_DATA && is_of_data(name, rest);
    }
    if ((rest = after(path, "content/")).p) {
        return is_of_files(kind, name, rest, false);
    }
    rest = after(path, "static/");
    return rest.p && is_of_files(kind, name, rest, true);
}

static struct target target_of(const struct why *why, str path)
{
    const struct ledger *ledger = &why->ledger;
    struct target target = {.why = why, .path = path};
    str post = after(path, "content/");
    for (uint32_t i = 1; post.p && i < ledger->head->objects; i++) {
        if (why->bodies[i] && str_eq(ledger->objects[i].name, post)) {
            target.post = i;
        }
    }
    target.any = target.post != 0;
    size_t shared = ledger->head->shared;
    target.told =
        arena_zalloc(why->arena, ledger->head->objects, sizeof(size_t));
    target.told_shared = arena_zalloc(why->arena, shared, sizeof(size_t));
    target.found = arena_zalloc(why->arena, shared, sizeof *target.found);
    target.looked = arena_zalloc(why->arena, shared, sizeof(bool));
    target.bodies = arena_zalloc(why->arena, shared, sizeof(uint8_t));
    target.asks = arena_zalloc(why->arena, ledger->head->asks, sizeof(bool));
    for (size_t i = 0; i < ledger->head->asks; i++) {
        target.asks[i] = is_behind(path, ledger->asks[i].name);
        target.any = target.any || target.asks[i];
    }
    return target;
}

/* --- looking through traces --- */

static bool has_member(const struct ledger_object *list, uint32_t number)
{
    for (size_t i = 0; i < list->length; i++) {
        if (ledger_member(list, i) == number) {
            return true;
        }
    }
    return false;
}

static void look(const struct target *target, const struct ledger_trace *trace,
                 struct found *found);

static void look_into_shared(const struct target *target, size_t i,
                             struct found *found)
{
    struct found *known = &target->found[i];
    if (!target->looked[i]) {
        target->looked[i] = true;
        look(target, &target->why->ledger.shared[i], known);
    }
    found->bits |= known->bits;
    found->list = known->list.p ? known->list : found->list;
    found->ask = known->ask.p ? known->ask : found->ask;
}

static void look_at(const struct target *target, uint64_t number,
                    const struct sight *sight, struct found *found)
{
    const struct why *why = target->why;
    const struct ledger *ledger = &why->ledger;
    if (number >= ledger->head->objects) {
        uint64_t rest = number - ledger->head->objects;
        if (rest % 2) {
            look_into_shared(target, (size_t)rest / 2, found);
        } else if (target->asks[rest / 2]) {
            found->ask = ledger->asks[rest / 2].name;
        }
    } else if (target->post && number == target->post) {
        found->bits |= sight->bits;
    } else if (target->post && sight->first == UINT32_MAX &&
               has_member(&ledger->objects[number], target->post)) {
        found->bits |= sight->bits;
        found->list = ledger_say_object(ledger, (uint32_t)number, why->arena);
    }
}

static void look(const struct target *target, const struct ledger_trace *trace,
                 struct found *found)
{
    const struct ledger *ledger = &target->why->ledger;
    struct unpack in = unpack_of(trace->pairs);
    for (size_t i = 0; i < trace->n; i++) {
        uint64_t number = unpack_uint(&in);
        uint64_t sight = unpack_uint(&in);
        look_at(target, number, &ledger->sights[sight], found);
    }
}

static bool put_found(const struct target *target, str file,
                      const struct found *found, str through, struct buf *out)
{
    const struct why *why = target->why;
    if (!found->bits && !found->ask.p) {
        return false;
    }
    printable_printf(out, "%.*s: ", STR_ARG(file));
    if (found->bits) {
        buf_put(out, ledger_say_bits(why->classes[OBJECT_POST], found->bits,
                                     why->arena));
    }
    if (found->bits && found->list.p) {
        printable_printf(out, " (of all in %.*s)", STR_ARG(found->list));
    }
    if (found->ask.p) {
        printable_printf(out, "%s%.*s", found->bits ? ", " : "",
                         STR_ARG(ledger_say_ask(found->ask, why->arena)));
    }
    if (through.p) {
        printable_printf(out, ", through the text of content/%.*s",
                         STR_ARG(through));
    }
    buf_putc(out, '\n');
    return true;
}

/* The bodies that an output shows: each has a trace of its own. file.p ==
 * NULL: only says whether there is one. */
static bool look_into_bodies(const struct target *target,
                             const struct ledger_trace *trace, str file,
                             struct buf *out);

static bool look_into_body(const struct target *target, uint64_t number,
                           str file, struct buf *out)
{
    const struct ledger_post *body = target->why->bodies[number];
    struct found found = {0};
    look(target, &body->trace, &found);
    if (!file.p) {
        return found.bits || found.ask.p;
    }
    bool again = target->told[number] == target->output;
    target->told[number] = target->output;
    return !again && put_found(target, file, &found, body->path, out);
}

static bool look_into_shared_bodies(const struct target *target, size_t i,
                                    str file, struct buf *out)
{
    const struct ledger_trace *trace = &target->why->ledger.shared[i];
    str nowhere = {NULL, 0};
    if (target->bodies[i] == UNKNOWN) {
        bool some = look_into_bodies(target, trace, nowhere, out);
        target->bodies[i] = some ? SOME : NONE;
    }
    if (!file.p || target->bodies[i] == NONE) {
        return target->bodies[i] == SOME;
    }
    bool again = target->told_shared[i] == target->output;
    target->told_shared[i] = target->output;
    return !again && look_into_bodies(target, trace, file, out);
}

static bool look_into_bodies(const struct target *target,
                             const struct ledger_trace *trace, str file,
                             struct buf *out)
{
    const struct why *why = target->why;
    const struct ledger *ledger = &why->ledger;
    struct unpack in = unpack_of(trace->pairs);
    bool any = false;
    for (size_t i = 0; i < trace->n; i++) {
        uint64_t number = unpack_uint(&in);
        uint64_t sight = unpack_uint(&in);
        if (number < ledger->head->objects) {
            bool shows = number != target->post && why->bodies[number] &&
                         (ledger->sights[sight].bits & why->body_bits);
            any = (shows && look_into_body(target, number, file, out)) || any;
            continue;
        }
        uint64_t rest = number - ledger->head->objects;
        if (rest % 2) {
            any =
                look_into_shared_bodies(target, (size_t)rest / 2, file, out) ||
                any;
        }
    }
    return any;
}

static bool look_into(const struct target *target,
                      const struct ledger_output *output, struct buf *out)
{
    struct found found = {0};
    if (str_eq(output->from, target->path) && !output->trace.n) {
        printable_printf(out, "%.*s: made from it\n", STR_ARG(output->file));
        return true;
    }
    look(target, &output->trace, &found);
    bool any = put_found(target, output->file, &found, (str){NULL, 0}, out);
    return look_into_bodies(target, &output->trace, output->file, out) || any;
}

bool why_source(const struct why *why, str path, struct buf *out)
{
    const struct ledger *ledger = &why->ledger;
    struct target target = target_of(why, path);
    bool read = false;
    if (str_eq(path, STR("site.yaml"))) {
        buf_put(out, STR("site.yaml: a change of it makes every output\n"));
        return true;
    }
    for (size_t i = 0; i < ledger->head->outputs; i++) {
        target.output = i + 1;
        read = look_into(&target, &ledger->outputs[i], out) || read;
    }
    if (!read && (target.any || fs_kind(path, true) == FS_FILE)) {
        printable_printf(out, "%.*s: no output reads it\n", STR_ARG(path));
        read = true;
    }
    return read;
}

/* --- did you mean --- */

/* "/a/b/" of a/b/index.html */
static str address_of(const struct why *why, str file)
{
    str index = STR("index.html");
    bool folder = str_eq(path_base(file), index);
    str page = str_sub(file, 0, file.n - (folder ? index.n : 0));
    return arena_concat(why->arena, STR("/"), page);
}

str why_nearest(const struct why *why, str name)
{
    const struct ledger *ledger = &why->ledger;
    bool address = str_starts(name, STR("/"));
    size_t most =
        2 * ledger->head->outputs + ledger->head->posts + ledger->head->asks;
    str *names = ARENA_ARRAY(why->arena, str, most);
    size_t n = 0;
    for (size_t i = 0; i < ledger->head->outputs; i++) {
        const struct ledger_output *output = &ledger->outputs[i];
        names[n++] = address ? address_of(why, output->file) : output->file;
        if (output->from.n) {
            names[n++] = output->from;
        }
    }
    for (size_t i = 0; i < ledger->head->posts; i++) {
        names[n++] =
            path_join(why->arena, STR("content"), ledger->posts[i].path);
    }
    for (size_t i = 0; i < ledger->head->asks; i++) {
        str ask = ledger->asks[i].name;
        if (ask.p[0] == ASK_TEMPLATE) {
            names[n++] = path_join(why->arena, STR("templates"),
                                   str_from_offset(ask, 2));
        }
    }
    return str_nearest(name, names, n);
}
