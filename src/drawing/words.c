/* SPDX-License-Identifier: MIT */
#include "drawing/words.h"

#include "base/memory/buf.h"
#include "drawing/script.h"

static const struct {
    str key;
    str english;
} words[] = {
    {STR_INIT("drawing_to"), STR_INIT("to")},
    {STR_INIT("drawing_and"), STR_INIT("and")},
    {STR_INIT("drawing_loop"), STR_INIT("loop")},
    {STR_INIT("drawing_end"), STR_INIT("end")},
    {STR_INIT("drawing_later"), STR_INIT("later")},
    {STR_INIT("drawing_lost"), STR_INIT("lost")},
    {STR_INIT("drawing_network"),
     STR_INIT("A network of {nodes} nodes and {links} links")},
    {STR_INIT("drawing_one_node"),
     STR_INIT("A network of 1 node and {links} links")},
    {STR_INIT("drawing_one_link"),
     STR_INIT("A network of {nodes} nodes and 1 link")},
    {STR_INIT("drawing_messages"), STR_INIT("Messages between {hosts} hosts")},
    {STR_INIT("drawing_packet"), STR_INIT("A packet")},
    {STR_INIT("drawing_characters"), STR_INIT("A drawing")},
    {STR_INIT("drawing_bits"), STR_INIT("bits {first} to {last}")},
    {STR_INIT("drawing_bytes"), STR_INIT("bytes {first} to {last}")},
    {STR_INIT("subnet_network"), STR_INIT("Network")},
    {STR_INIT("subnet_netmask"), STR_INIT("Netmask")},
    {STR_INIT("subnet_wildcard"), STR_INIT("Wildcard")},
    {STR_INIT("subnet_first_host"), STR_INIT("First host")},
    {STR_INIT("subnet_last_host"), STR_INIT("Last host")},
    {STR_INIT("subnet_first_address"), STR_INIT("First address")},
    {STR_INIT("subnet_last_address"), STR_INIT("Last address")},
    {STR_INIT("subnet_first"), STR_INIT("First")},
    {STR_INIT("subnet_last"), STR_INIT("Last")},
    {STR_INIT("subnet_broadcast"), STR_INIT("Broadcast")},
    {STR_INIT("subnet_addresses"), STR_INIT("Addresses")},
    {STR_INIT("subnet_contains"), STR_INIT("Contains")},
    {STR_INIT("subnet_answer"), STR_INIT("Answer")},
    {STR_INIT("subnet_both"), STR_INIT("In both")},
    {STR_INIT("subnet_for"), STR_INIT("For")},
    {STR_INIT("subnet_hosts"), STR_INIT("Hosts")},
    {STR_INIT("subnet_yes"), STR_INIT("yes")},
    {STR_INIT("subnet_no"), STR_INIT("no")},
    {STR_INIT("subnet_nothing"), STR_INIT("nothing")},
    {STR_INIT("subnet_free"), STR_INIT("free")},
    {STR_INIT("subnet_more"), STR_INIT("more")},
};
_Static_assert(sizeof words / sizeof *words == DRAWING_WORDS, "count them");

str drawing_word_key(size_t i)
{
    return words[i].key;
}

str drawing_word(const struct script *script, str english)
{
    for (size_t i = 0; script->words && i < DRAWING_WORDS; i++) {
        if (str_eq(words[i].english, english)) {
            str word = script->words->list[i];
            return word.n ? word : english;
        }
    }
    return english;
}

str drawing_sentence(const struct script *script, str english,
                     const size_t *numbers, size_t n)
{
    str text = drawing_word(script, english);
    struct buf out = {0};
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        size_t open = str_find_char_from(text, at, '{');
        size_t close = str_find_char_from(text, open, '}');
        if (close >= text.n) {
            break;
        }
        buf_put(&out, str_sub(text, at, open - at));
        buf_printf(&out, "%zu", numbers[i]);
        at = close + 1;
    }
    buf_put(&out, str_from_offset(text, at));
    return buf_move(&out, script->arena);
}
