#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Fills in the expectations of tests/jinja/*.txt from the reference Jinja2.

    tests/jinja/regenerate.py [--show PROGRAM] FILE...
    tests/jinja/regenerate.py --check FILE...

Every case is rendered with Jinja2 (3.1.2 was used: Debian's python3-jinja2)
and its output written under `+++`. Where the reference fails, the case gets
`!!!` and the full text of our own diagnostics, taken from `PROGRAM --show
FILE` (the test program itself): their place and wording are read before they
are committed. That such a case fails at all is what the reference says.

A case with a line `ours: REASON` in its head differs on purpose, and is taken
from our program if it has no expectation yet. `>>>` (listings) come from our
own program alone. --check writes nothing: it says which cases the reference
renders otherwise, and is false if there are any.
"""

import json
import re
import subprocess
import sys

import jinja2

MARK = re.compile(r"^(=== |--- |\+\+\+$|!!!$|>>>$)")
AUTOESCAPE = (".html", ".htm", ".xml")


def read(path):
    cases = []
    with open(path, encoding="utf-8", newline="\n") as f:
        lines = f.read().split("\n")
    part = None
    for line in lines:
        if line.startswith("=== "):
            cases.append({"name": line[4:], "head": [], "templates": [],
                          "mark": "+++", "wanted": []})
            part = cases[-1]["head"]
        elif line.startswith("--- "):
            cases[-1]["templates"].append((line[4:], []))
            part = cases[-1]["templates"][-1][1]
        elif MARK.match(line):
            cases[-1]["mark"] = line
            part = cases[-1]["wanted"]
        elif part is not None:
            part.append(line)
    for case in cases:
        if case["wanted"] and case["wanted"][-1] == "":
            case["wanted"].pop()
    return cases


def head(case, key):
    for line in case["head"]:
        if line.startswith(key + ":"):
            return line[len(key) + 1:].strip()
    return ""


def reference(case):
    options = head(case, "options").split()
    undefined = jinja2.Undefined
    if "strict" in options:
        undefined = jinja2.StrictUndefined
    elif "chainable" in options:
        undefined = jinja2.ChainableUndefined
    env = jinja2.Environment(
        loader=jinja2.DictLoader(
            {n: "\n".join(t) for n, t in case["templates"]}),
        autoescape=lambda n: n is None or n.lower().endswith(AUTOESCAPE),
        trim_blocks="trim_blocks" in options,
        lstrip_blocks="lstrip_blocks" in options,
        keep_trailing_newline="keep_trailing_newline" in options,
        undefined=undefined,
        extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols"])
    context = json.loads(head(case, "context") or "{}")
    return env.get_template(case["templates"][0][0]).render(context)


def ours(program, path):
    out = subprocess.run([program, "--show", path], check=True,
                         stdout=subprocess.PIPE).stdout.decode()
    parts = re.split(r"^=== (.*)\n", out, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def check(paths):
    """The cases that the reference does not render as they are committed."""
    wrong = []
    for path in paths:
        for case in read(path):
            if head(case, "ours") or case["mark"] == ">>>" or any(
                    o in ("warn", "error")
                    for o in head(case, "options").split()):
                continue
            try:
                found = ("+++", reference(case))
            except Exception:  # any failure of the reference is one
                found = ("!!!", None)
            wanted = "\n".join(case["wanted"])
            if found[0] != case["mark"] or found[1] not in (
                    None, wanted, wanted + "\n"):
                wrong.append("%s: %s" % (path, case["name"]))
    print("\n".join(wrong))
    return wrong


def main():
    args = sys.argv[1:]
    if args[:1] == ["--check"]:
        sys.exit(bool(check(args[1:])))
    program = None
    if args[:1] == ["--show"]:
        program, args = args[1], args[2:]
    for path in args:
        cases = read(path)
        shown = ours(program, path) if program else {}
        for case in cases:
            own = head(case, "ours") and not "".join(case["wanted"])
            if head(case, "ours") and not own:
                continue
            if case["mark"] == ">>>" or own:
                text = shown.get(case["name"])
                if text is not None:
                    case["wanted"] = text.rstrip("\n").split("\n")
                continue
            try:
                case["wanted"] = reference(case).split("\n")
                case["mark"] = "+++"
            except Exception as e:  # any failure of the reference is one
                case["mark"] = "!!!"
                text = shown.get(case["name"])
                if text is not None:
                    case["wanted"] = text.rstrip("\n").split("\n")
                    if "error[" not in text:
                        print("%s: %s: the reference fails: %s" %
                              (path, case["name"], e))
        with open(path, "w", encoding="utf-8", newline="\n") as f:
            for case in cases:
                f.write("=== %s\n" % case["name"])
                f.writelines(line + "\n" for line in case["head"])
                for name, text in case["templates"]:
                    f.write("--- %s\n%s\n" % (name, "\n".join(text)))
                f.write("%s\n%s\n" % (case["mark"], "\n".join(case["wanted"])))


if __name__ == "__main__":
    main()
