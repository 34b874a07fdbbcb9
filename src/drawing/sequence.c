/* SPDX-License-Identifier: MIT */
#include "drawing/drawing.h"
#include "drawing/script.h"
#include "drawing/svg.h"
#include "drawing/words.h"

#include "base/memory/vec.h"

/* Messages between hosts, from the top down. A line is one of:
 *
 *     hosts client server="Web server"   their order; else that of their first
 *                                        messages
 *     client -> server: SYN              a message; --> is dashed
 *     client <- server: SYN, ACK         it goes the other way
 *     client -x server: SYN              it is lost
 *     state client: SYN-SENT             on the line of a host
 *     note client server: text           over one or more hosts
 *     loop every 3 s                     up to a line `end`; loops nest
 *     ... 3 s later                      time passes
 */

enum { MOST_HOSTS = 50, MOST_STEPS = 500, MOST_DEPTH = 8, ROW = 34, HEAD = 28 };

struct host {
    str name;
    str label;
    int x;
};

enum step_kind {
    STEP_MESSAGE,
    STEP_LOST,
    STEP_STATE,
    STEP_NOTE,
    STEP_LOOP,
    STEP_END,
    STEP_PAUSE,
};

struct step {
    enum step_kind kind;
    bool dashed;
    int from, to; /* hosts, in the order of the message */
    str text;
    int y; /* its end */
};

struct sequence {
    struct script *script;
    struct arena *arena;
    VEC(struct host) hosts;
    VEC(struct step) steps;
    struct svg svg;
    bool listed; /* the hosts are, so others are mistakes */
    int depth;   /* of loops that are open */
};

/* --- reading --- */

/* The number of a host, which is new if there is no list; -1 after a mistake.
 */
static int host_of(struct sequence *sequence, str name)
{
    name = str_trim(name);
    if (name.n > 1 && name.p[0] == '"') {
        name = script_word(&name);
    }
    for (size_t i = 0; i < sequence->hosts.n; i++) {
        if (str_eq(sequence->hosts.p[i].name, name)) {
            return (int)i;
        }
    }
    if (!name.n || sequence->listed || sequence->hosts.n == MOST_HOSTS) {
        script_wrong(sequence->script, name, "there is no host \"{}\"",
                     "name it in the line of the hosts; 50 at the most");
        return -1;
    }
    *VEC_PUSH(&sequence->hosts, sequence->arena) =
        (struct host){.name = name, .label = name};
    return (int)sequence->hosts.n - 1;
}

static void add_step(struct sequence *sequence, struct step step, str line)
{
    size_t n = sequence->steps.n;
    int above = n ? sequence->steps.p[n - 1].y : HEAD + 4;
    step.y = above + (step.kind == STEP_END ? 12 : ROW);
    if (n == MOST_STEPS) {
        script_mistake(sequence->script, line,
                       "a sequence has %d steps at the most", MOST_STEPS);
    } else if (step.from >= 0 && step.to >= 0) {
        *VEC_PUSH(&sequence->steps, sequence->arena) = step;
    }
}

static void read_hosts(struct sequence *sequence, str line)
{
    sequence->listed = false;
    for (script_blanks(&line); line.n; script_blanks(&line)) {
        int host = host_of(sequence, script_name(&line, ",="));
        if (host < 0) {
            return;
        }
        script_label(&line, ",=", &sequence->hosts.p[host].label);
    }
    sequence->listed = true;
}

/* "note client server: text", "state client: text" */
static void read_over(struct sequence *sequence, enum step_kind kind, str line)
{
    size_t colon = script_find(line, ':');
    str names = str_sub(line, 0, colon);
    struct step step = {.kind = kind, .from = -1, .to = -1};
    if (colon == line.n || !str_trim(names).n) {
        script_wrong(sequence->script, line, "a host or its text is missing",
                     "write note client: what happens, state client: LISTEN");
        return;
    }
    step.text = str_trim(str_from_offset(line, colon + 1));
    for (script_blanks(&names); names.n; script_blanks(&names)) {
        int host = host_of(sequence, script_name(&names, ",="));
        if (host < 0) {
            return;
        }
        step.from = step.from < 0 || host < step.from ? host : step.from;
        step.to = host > step.to ? host : step.to;
    }
    add_step(sequence, step, line);
}

/* The length of the arrow at that place, perhaps only of one with white space
 * around it; 0: there is none. */
static size_t arrow_at(str line, size_t at, bool spaced)
{
    static const str arrows[] = {
        STR_INIT("-->>"), STR_INIT("->>"), STR_INIT("-->"), STR_INIT("<--"),
        STR_INIT("--x"),  STR_INIT("->"),  STR_INIT("<-"),  STR_INIT("-x"),
    };
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++) {
        if (str_starts_at(line, at, arrows[i]) &&
            (!spaced || (is_space(line.p[at - 1]) &&
                         is_space(str_at(line, at + arrows[i].n))))) {
            return arrows[i].n;
        }
    }
    return 0;
}

static size_t find_arrow(str line, bool spaced, size_t *length)
{
    size_t end = script_find(line, ':');
    bool quoted = str_at(line, 0) == '"';
    for (size_t at = 1; at < end; at++) {
        quoted ^= line.p[at] == '"';
        *length = quoted ? 0 : arrow_at(line, at, spaced);
        if (*length) {
            return at;
        }
    }
    return STR_NONE;
}

static bool read_message(struct sequence *sequence, str line, struct step *out)
{
    size_t length = 0;
    size_t at = find_arrow(line, true, &length); /* names may have a '-' */
    at = at == STR_NONE ? find_arrow(line, false, &length) : at;
    if (at == STR_NONE) {
        return false;
    }
    str arrow = str_sub(line, at, length);
    str right = str_from_offset(line, at + length);
    size_t colon = script_find(right, ':');
    bool back = arrow.p[0] == '<';
    int first = host_of(sequence, str_sub(line, 0, at));
    int second = first < 0 ? -1 : host_of(sequence, str_sub(right, 0, colon));
    *out = (struct step){.kind = str_ends(arrow, STR("x")) ? STEP_LOST
                                                           : STEP_MESSAGE,
                         .dashed = str_find(arrow, STR("--")) != STR_NONE,
                         .from = back ? second : first,
                         .to = back ? first : second,
                         .text = str_trim(str_from_offset(right, colon + 1))};
    return true;
}

static void read_line(struct sequence *sequence, str line)
{
    struct script *script = sequence->script;
    struct step step = {.kind = STEP_PAUSE};
    str rest = line;
    if (script_take(&rest, STR("hosts"))) {
        read_hosts(sequence, rest);
        return;
    }
    if (script_take(&rest, STR("note"))) {
        read_over(sequence, STEP_NOTE, rest);
        return;
    }
    if (script_take(&rest, STR("state"))) {
        read_over(sequence, STEP_STATE, rest);
        return;
    }
    if (str_starts(line, STR("..."))) {
        step.text = str_trim(str_from_offset(line, 3));
    } else if (script_take(&rest, STR("loop"))) {
        step = (struct step){.kind = STEP_LOOP, .text = rest};
        if (++sequence->depth > MOST_DEPTH) {
            script_mistake(script, line, "loops are nested too deep");
        }
    } else if (str_eq_nocase(line, STR("end"))) {
        step.kind = STEP_END;
        if (--sequence->depth < 0) {
            script_mistake(script, line, "no loop ends here");
            sequence->depth = 0;
        }
    } else if (!read_message(sequence, line, &step)) {
        script_wrong(script, line, "not a step: \"{}\"",
                     "write client -> server: its message, note, state, loop, "
                     "or end");
        return;
    }
    add_step(sequence, step, line);
}

/* --- places --- */

/* Moves the hosts from `to` on so that it is that far after `from`. */
static void spread(struct sequence *sequence, int from, int to, int least)
{
    struct host *hosts = sequence->hosts.p;
    int more = least - (hosts[to].x - hosts[from].x);
    for (size_t i = (size_t)to; more > 0 && i < sequence->hosts.n; i++) {
        hosts[i].x += more;
    }
}

static int low(const struct step *step)
{
    return step->from < step->to ? step->from : step->to;
}

static int high(const struct step *step)
{
    return step->from > step->to ? step->from : step->to;
}

/* Half of the width that a step needs around its hosts. */
static int half_width(const struct step *step)
{
    return svg_width(step->text) / 2 + 12;
}

/* Whether the text is beside or over a single host. */
static bool is_single(const struct step *step)
{
    return step->kind < STEP_LOOP && step->from == step->to;
}

static void place_hosts(struct sequence *sequence)
{
    struct host *hosts = sequence->hosts.p;
    int n = (int)sequence->hosts.n;
    for (int i = 1; i < n; i++) {
        spread(sequence, i - 1, i,
               svg_width(hosts[i - 1].label) / 2 +
                   svg_width(hosts[i].label) / 2 + 44);
    }
    for (size_t i = 0; i < sequence->steps.n; i++) {
        const struct step *step = &sequence->steps.p[i];
        int half = half_width(step);
        bool to_itself = step->kind <= STEP_LOST;
        if (step->kind >= STEP_LOOP) {
            continue;
        }
        if (!is_single(step)) {
            spread(sequence, low(step), high(step), 2 * half + 16);
            continue;
        }
        if (step->to + 1 < n) {
            spread(sequence, step->to, step->to + 1,
                   to_itself ? 2 * half + 40 : half + 12);
        }
        if (step->to > 0 && !to_itself) {
            spread(sequence, step->to - 1, step->to, half + 12);
        }
    }
}

/* --- drawing --- */

static void put_message(struct sequence *sequence, const struct step *step)
{
    const struct host *hosts = sequence->hosts.p;
    struct buf *out = &sequence->svg.shapes;
    int from = hosts[step->from].x;
    int to = hosts[step->to].x;
    int y = step->y - 6;
    int back = to > from ? -1 : 1;
    const char *dashes = step->dashed ? SVG_DASHED : "";
    if (from == to) {
        buf_printf(out, "<path%s d=\"M%d %dh28v12H%d\"/>", dashes, from, y - 12,
                   to + 2);
        buf_printf(out, "<path d=\"M%d %dl-6 4 6 4\"/>", to + 8, y - 4);
        svg_label(&sequence->svg, from + 36 + svg_width(step->text) / 2, y - 6,
                  step->text);
        svg_reach(&sequence->svg, (struct svg_box){from, y, 30, 0});
        return;
    }
    int end = step->kind == STEP_LOST ? from + (to - from) * 3 / 5 : to;
    buf_printf(out, "<path%s d=\"M%d %dH%d\"/>", dashes, from, y, end);
    if (step->kind == STEP_LOST) {
        buf_printf(out,
                   "<path stroke-width=\"2\" d=\"M%d %dl10 10m0-10l-10 "
                   "10\"/>",
                   end - 5, y - 5);
    } else {
        buf_printf(out, "<path d=\"M%d %dL%d %dL%d %d\"/>", to + back * 7,
                   y - 4, to, y, to + back * 7, y + 4);
    }
    svg_label_on_line(&sequence->svg, (from + to) / 2, y - 11, step->text);
}

/* A state is round, a note has corners. */
static void put_over(struct sequence *sequence, const struct step *step)
{
    const struct host *hosts = sequence->hosts.p;
    int left = hosts[low(step)].x;
    int right = hosts[high(step)].x;
    int middle = (left + right) / 2;
    int half = half_width(step) - 4;
    half = half < (right - left) / 2 + 10 ? (right - left) / 2 + 10 : half;
    struct svg_box box = {middle - half, step->y - 24, 2 * half, 22};
    svg_rect(&sequence->svg, box, step->kind == STEP_STATE ? 11 : 0,
             SVG_SHADED);
    svg_label(&sequence->svg, middle, step->y - 13, step->text);
}

/* The loops around each other: their boxes are drawn when they end. */
static void put_steps(struct sequence *sequence)
{
    int last = sequence->hosts.p[sequence->hosts.n - 1].x;
    int open[MOST_DEPTH] = {0};
    int depth = 0;
    for (size_t i = 0; i < sequence->steps.n; i++) {
        const struct step *step = &sequence->steps.p[i];
        switch (step->kind) {
        case STEP_MESSAGE:
        case STEP_LOST: put_message(sequence, step); break;
        case STEP_STATE:
        case STEP_NOTE: put_over(sequence, step); break;
        case STEP_PAUSE:
            svg_label_on_line(&sequence->svg, last / 2, step->y - ROW / 2,
                              step->text.n ? step->text : STR("…"));
            break;
        case STEP_LOOP: {
            int left = -70 + 8 * depth;
            svg_label_on_line(&sequence->svg,
                              left + 8 + svg_width(step->text) / 2,
                              step->y - 10, step->text);
            open[depth < MOST_DEPTH ? depth++ : 0] = step->y - 22;
            break;
        }
        case STEP_END: {
            depth -= depth > 0;
            int inset = 8 * depth;
            struct svg_box box = {-70 + inset, open[depth],
                                  last + 140 - 2 * inset,
                                  step->y - 4 - open[depth]};
            svg_rect(&sequence->svg, box, 6, SVG_DOTTED);
        }
        }
    }
}

static void put_hosts(struct sequence *sequence, int bottom)
{
    for (size_t i = 0; i < sequence->hosts.n; i++) {
        const struct host *host = &sequence->hosts.p[i];
        int half = svg_width(host->label) / 2 + 8;
        struct svg_box box = {host->x - half, 0, 2 * half, HEAD};
        buf_printf(&sequence->svg.shapes,
                   "<path stroke-opacity=\".5\" d=\"M%d %dV%d\"/>", host->x,
                   HEAD, bottom);
        svg_reach(&sequence->svg, (struct svg_box){host->x, 0, 0, bottom});
        svg_rect(&sequence->svg, box, 4, SVG_SHADED);
        svg_label(&sequence->svg, host->x, HEAD / 2, host->label);
    }
}

static str describe(const struct sequence *sequence)
{
    static const str between[] = {
        [STEP_MESSAGE] = STR_INIT("to"),  [STEP_LOST] = STR_INIT("to"),
        [STEP_STATE] = STR_INIT(""),      [STEP_NOTE] = STR_INIT("and"),
        [STEP_LOOP] = STR_INIT("loop"),   [STEP_END] = STR_INIT("end"),
        [STEP_PAUSE] = STR_INIT("later"),
    };
    struct buf out = {0};
    for (size_t i = 0; i < sequence->steps.n; i++) {
        const struct step *step = &sequence->steps.p[i];
        const struct host *hosts = sequence->hosts.p;
        bool named = step->kind < STEP_LOOP;
        str space = named ? STR(" ") : STR("");
        buf_put(&out, i ? STR("; ") : STR(""));
        buf_put(&out, named ? hosts[step->from].label : space);
        if (!is_single(step)) {
            buf_put(&out, space);
            buf_put(&out, drawing_word(sequence->script, between[step->kind]));
            buf_put(&out, space);
            buf_put(&out, named ? hosts[step->to].label : space);
        }
        if (step->text.n) {
            buf_put(&out, STR(": "));
            buf_put(&out, step->text);
        }
        if (step->kind == STEP_LOST) {
            buf_put(&out, STR(", "));
            buf_put(&out, drawing_word(sequence->script, STR("lost")));
        }
    }
    return buf_move(&out, sequence->arena);
}

static void draw(struct sequence *sequence, str title, struct buf *out)
{
    place_hosts(sequence);
    put_hosts(sequence, sequence->steps.p[sequence->steps.n - 1].y + 16);
    put_steps(sequence);
    svg_put(&sequence->svg, STR("sequence"),
            title.n ? title
                    : drawing_sentence(sequence->script,
                                       STR("Messages between {hosts} hosts"),
                                       &sequence->hosts.n, 1),
            describe(sequence), out);
}

bool sequence_draw(const struct drawing *drawing, struct script *script,
                   struct buf *out)
{
    struct sequence sequence = {.script = script, .arena = script->arena};
    str line;
    while (script_next(script, &line)) {
        read_line(&sequence, line);
    }
    if (sequence.depth && !script->mistakes) {
        script_wrong(script, (str){0}, "a loop does not end",
                     "write end on a line after it");
    }
    bool empty = !sequence.steps.n || !sequence.hosts.n;
    if (script->lines && !script->mistakes && empty) {
        script_wrong(script, (str){0}, "nothing happens here",
                     "write client -> server: its message");
    }
    if (script->mistakes || empty) {
        return false;
    }
    draw(&sequence, drawing->title, out);
    return true;
}
