# SPDX-License-Identifier: MIT
# awk -v what=table|post|list -f contexts.awk: what the templates of that name
# are rendered with, as JSON on one line. The same on every machine.
#
# Three engines must print it alike. What is avoided, for nunjucks does it its
# own way: printing booleans, nulls and fractions; double quotes and backticks
# in what is escaped; an empty list as a condition (true in JavaScript);
# entities before `striptags`, which it leaves alone; a `truncate` whose cut
# hangs on the length of the dots; slices, and methods of strings and maps.

function text(key, value) {
    return "\"" key "\":\"" value "\""
}

function words(from, n,    i, s) {
    for (i = 0; i < n; i++) {
        s = s (i ? " " : "") word[(from * 7 + i * 3) % nwords + 1]
    }
    return s
}

function term(i) {
    return "{" text("name", "R&D " word[i % nwords + 1]) "," \
        text("slug", word[i % nwords + 1]) "}"
}

function tags(from, n,    i, s) {
    for (i = 0; i < n; i++) {
        s = s (i ? "," : "") "\"" word[(from + i) % nwords + 1] "\""
    }
    return s
}

# A post as lists and cards show it.
function post(i) {
    return "{" text("title", "Why " words(i, 4) (i % 5 ? "" : " <& back>")) \
        "," text("url", "/life/Post-" i "/") \
        "," text("date", sprintf("2024-%02d-%02d", i % 12 + 1, i % 28 + 1)) \
        "," text("day", sprintf("%d May 2024", i % 28 + 1)) \
        "," text("summary", words(i + 1, 30) ", isn't it?") \
        ",\"author\":{" text("name", "Ann & Bob") "}" \
        ",\"words\":" (i * 37) % 900 ",\"tags\":[" tags(i, i % 4) "]"
}

# The first hundred characters are always the same: there the engines find the
# same last space to cut at.
function html(i) {
    return "<p>Is <em>" words(0, 5) "</em>, " words(3, 20) \
        "?</p> <p>" words(i, 10) " & more</p>"
}

function menu(    i, s) {
    for (i = 1; i <= 5; i++) {
        s = s (i > 1 ? "," : "") "{" text("name", word[i]) "," \
            text("url", "/" word[i] "/") "}"
    }
    return s
}

# Numbers and words in turn, some of them to be escaped.
function cell(row, i) {
    if (i % 2) {
        return row * 10 + i
    }
    return "\"" word[(row + i) % nwords + 1] (i % 8 ? "" : " & co") "\""
}

function table(    row, i) {
    printf "{\"table\":["
    for (row = 0; row < 1000; row++) {
        printf "%s[", (row ? "," : "")
        for (i = 0; i < 10; i++) {
            printf "%s%s", (i ? "," : ""), cell(row, i)
        }
        printf "]"
    }
    print "]}"
}

function page(    i) {
    printf "{\"site\":{%s,%s,%s,\"year\":2024,\"author\":{%s},\"menu\":[%s]}",
        text("title", "Routes & Rye"), text("language", "en"),
        text("url", "https://example.org"), text("name", "Ann"), menu()
    printf ",\"section\":{%s},\"page\":%s", text("url", "/packet/"), post(7)
    printf ",\"content\":\"<p>"
    for (i = 0; i < 40; i++) {
        printf "%s<p>%s.</p>", (i ? "" : "Text.</p>"), words(i, 50)
    }
    printf "\",\"related\":["
    for (i = 20; i < 25; i++) {
        printf "%s%s}", (i == 20 ? "" : ","), post(i)
    }
    printf "],\"next\":%s}},\"terms\":[", post(8)
    for (i = 0; i < 4; i++) {
        printf "%s%s", (i ? "," : ""), term(i)
    }
    print "]}"
}

function list(    i) {
    printf "{%s,\"posts\":[", text("title", "All that we wrote")
    for (i = 0; i < 100; i++) {
        printf "%s%s,%s}", (i ? "," : ""), post(i), text("content", html(i))
    }
    print "]}"
}

BEGIN {
    nwords = split("route flour morning packet butter garden switch oven " \
        "letter fabric dough window latency yeast walk spine sugar street " \
        "buffer crust river prefix rye queue starter tunnel loaf station",
        word, " ")
    if (what == "table") {
        table()
    } else if (what == "post") {
        page()
    } else {
        list()
    }
}
