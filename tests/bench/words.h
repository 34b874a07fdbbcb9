/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TESTS_BENCH_WORDS_H
#define CRUMB_TESTS_BENCH_WORDS_H

/* The words that generated posts are made of. Their order matters: the first
 * ones are drawn most often. Changing any of it changes every post. */

static const char *const latin_words[] = {
    "the",       "a",        "of",        "and",        "to",      "in",
    "is",        "that",     "with",      "for",        "on",      "as",
    "it",        "from",     "each",      "by",         "at",      "we",
    "not",       "this",     "be",        "are",        "or",      "one",
    "when",      "which",    "but",       "have",       "until",   "more",
    "after",     "before",   "over",      "again",      "between", "without",
    "route",     "flour",    "morning",   "packet",     "butter",  "garden",
    "switch",    "oven",     "letter",    "fabric",     "dough",   "window",
    "latency",   "yeast",    "walk",      "spine",      "sugar",   "street",
    "buffer",    "crust",    "river",     "prefix",     "rye",     "photograph",
    "queue",     "starter",  "neighbour", "tunnel",     "loaf",    "station",
    "counter",   "salt",     "weather",   "label",      "water",   "kitchen",
    "failover",  "gluten",   "bicycle",   "multicast",  "crumb",   "harbour",
    "telemetry", "proofing", "library",   "checksum",   "vanilla", "orchard",
    "measured",  "folded",   "waited",    "advertised", "baked",   "remembered",
    "slow",      "warm",     "quiet",     "redundant",  "golden",  "early",
    "narrow",    "soft",     "ordinary",  "symmetric",  "sour",    "late",
};

/* Other scripts, accents and marks: what a slug, a word counter and a search
 * for delimiters must cope with. */
static const char *const other_words[] = {
    "café",     "crème",  "brûlée", "naïve",    "Zürich",       "Straße",
    "señal",    "años",   "ñame",   "göteborg", "Łódź",         "čeština",
    "İstanbul", "δίκτυο", "ψωμί",   "καλημέρα", "θάλασσα",      "хлеб",
    "маршрут",  "погода", "зима",   "письмо",   "ネットワーク", "パン",
    "朝ごはん", "写真",   "经路",   "面包",     "街道",         "네트워크",
    "빵",       "شبكة",   "خبز",    "צפון",     "לחם",          "नेटवर्क",
    "रोटी",     "ขนมปัง",  "½",      "naïveté",
};

static const char *const tag_first[] = {
    "bgp",   "evpn",  "optics", "sourdough", "rye",    "pastry", "travel",
    "books", "photo", "garden", "linux",     "python", "c",      "queueing",
    "café",  "сеть",  "パン",   "weather",   "music",  "home",
};

static const char *const tag_second[] = {
    "",       " notes",   " lab",   " basics", " history",
    " tools", " recipes", " talks", " 101",    " in practice",
};

#endif
