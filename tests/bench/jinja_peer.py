#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""jinja_peer.py ACTION TEMPLATES CONTEXT NAME: as jinja.c, with Jinja2.

    time     prints `compile render`, nanoseconds each
    text     prints what the template makes
    version  prints the version

A render ends with the bytes of the text, which is what crumb makes and what
everybody needs in the end.
"""

import json
import sys
import time

import jinja2

BATCHES = 5
BATCH = 0.1


def best(action):
    """Seconds that one call takes in the best of a few batches."""
    action()
    fastest = float("inf")
    for _ in range(BATCHES):
        start = time.perf_counter()
        n = 0
        while time.perf_counter() - start < BATCH:
            action()
            n += 1
        fastest = min(fastest, (time.perf_counter() - start) / n)
    return fastest


def main():
    action, folder, context, name = sys.argv[1:]
    if action == "version":
        print("Jinja2", jinja2.__version__)
        return
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        autoescape=True,
        auto_reload=False,
        keep_trailing_newline=True,
        cache_size=-1,
    )
    with open(context, encoding="utf-8") as file:
        variables = json.load(file)
    template = env.get_template(name)
    if action == "text":
        sys.stdout.write(template.render(variables))
        return
    source, path, _ = env.loader.get_source(env, name)
    rendering = best(lambda: template.render(variables).encode())
    compiling = best(lambda: env.compile(source, name, path))
    print(f"{compiling * 1e9:.0f} {rendering * 1e9:.0f}")


main()
