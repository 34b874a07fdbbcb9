#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# topologies.py COUNT SEED: random fences of "topology", in all layouts, with
# groups in groups, several links between two nodes, and names in other scripts.
import random
import sys

n = int(sys.argv[1])
random.seed(int(sys.argv[2]))
KINDS = "router switch firewall host server cloud node".split()
LAYOUTS = "layered spine-leaf fat-tree ring free".split()
LABELS = ["Madrid", "A rather long label", "Wj", "ge-0/0/0", "Σπάρτη", "мост",
          "路由器", "קצה", "x & <y>"]


def rows_of_nodes(layout, names, out):
    places = [(x, y) for x in range(5) for y in range(4)]
    random.shuffle(places)
    for _ in range(random.randint(1, 4)):
        words = []
        for _ in range(random.randint(1, 5)):
            word = "n%d" % len(names)
            names.append(word)
            if random.random() < 0.5:
                word += '="%s"' % random.choice(LABELS)
            if layout == "free":
                word += " @%d,%d" % places.pop()
            words.append(word)
        out.append(random.choice(KINDS) + " " + " ".join(words))


def link(names):
    a, b = random.sample(names, 2)
    left = random.choice(["", ":eth%d", ":Ethernet1/%d"])
    right = random.choice(["", ":eth%d", ":xe-0/0/%d"])
    number = random.randint(0, 48)
    return "%s%s %s %s%s %s" % (
        a, left % number if left else "", random.choice(["--", "==", "~~"]),
        b, right % number if right else "",
        random.choice(["", "10.0.%d.0/31" % number, "2001:db8::/64"]))


def topology():
    layout = random.choice(LAYOUTS)
    out = ["layout " + layout]
    names = []
    if random.random() < 0.4:
        out.append("links right-angled")
    rows_of_nodes(layout, names, out)
    for _ in range(random.randint(0, len(names) * 2) if len(names) > 1 else 0):
        out.append(link(names))
    if random.random() < 0.5 and layout not in ("ring", "free"):
        pool = random.sample(names, len(names))
        for i in range(2):
            if pool[i::3]:
                label = random.choice(["", '="A group with a long name"'])
                out.append('group "Group %d"%s: %s' % (
                    i, label, ", ".join(pool[i::3])))
        if random.random() < 0.5:
            out.append('group all: "Group 0"')
    return "```topology\n" + "\n".join(out) + "\n```\n"


print("\n".join(topology() for _ in range(n)))
