#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Random templates, rendered by Jinja2 and by us: the output must be equal.

    tests/jinja/differential.py --show PROGRAM [--count N] [--seed N]
                                [--only expressions|programs] [--keep DIR]

PROGRAM is the test program of tests/unit/test_jinja.c, whose --show renders a
file of cases. What differs is cut down, as long as it goes on to differ, and
printed as a case for tests/jinja. Differences that docs/jinja-differences.md
names are not counted: see `on_purpose`.

Variables carry their type in the first letter, so that most of what is made
here means something: s string, n number, l list, p list of people, d dict.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import warnings

import jinja2

import grammar

warnings.simplefilter("ignore")
FAILED = object()
AUTOESCAPE = (".html", ".htm", ".xml")
BATCH = 250


class Slow(BaseException):
    pass


def reference(case):
    """The output of Jinja2, or FAILED and why."""
    options = case["options"]
    undefined = jinja2.Undefined
    if "strict" in options:
        undefined = jinja2.StrictUndefined
    elif "chainable" in options:
        undefined = jinja2.ChainableUndefined
    env = jinja2.Environment(
        loader=jinja2.DictLoader(dict(case["templates"])),
        autoescape=lambda n: n is None or n.lower().endswith(AUTOESCAPE),
        trim_blocks="trim_blocks" in options,
        lstrip_blocks="lstrip_blocks" in options,
        keep_trailing_newline="keep_trailing_newline" in options,
        undefined=undefined, cache_size=20,
        extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols"])
    try:
        template = env.get_template(case["templates"][0][0])
        return template.render(json.loads(json.dumps(case["context"]))), ""
    except (Exception, RecursionError) as e:
        return FAILED, "%s: %s" % (type(e).__name__, e)


def write_cases(cases, path):
    with open(path, "w", encoding="utf-8", errors="surrogatepass",
              newline="") as f:
        for i, case in enumerate(cases):
            f.write("=== case-%d\noptions: %s\ncontext: %s\n" % (
                i, " ".join(case["options"]), json.dumps(case["context"])))
            for name, text in case["templates"]:
                f.write("--- %s\n%s\n" % (name, text))
            f.write("+++\n\n")


def ours(program, cases, folder):
    """What PROGRAM makes of the cases: a list of (output or FAILED, why)."""
    path = os.path.join(folder, "cases.txt")
    write_cases(cases, path)
    try:
        run = subprocess.run([program, "--show", path], timeout=60,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        died = run.returncode
        out = run.stdout.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        died, out = "timeout", ""
    if died and len(cases) > 1:
        half = len(cases) // 2
        return (ours(program, cases[:half], folder) +
                ours(program, cases[half:], folder))
    if died:
        return [("CRASH %s" % died, run.stderr.decode()[-2000:])]
    parts = re.split(r"^=== case-\d+\n", out, flags=re.M)[1:]
    found = []
    for text in parts:
        text = re.sub(r"^\S+: warning\[.*\n(   .*\n|  in .*\n)*", "", text[:-1],
                      flags=re.M)
        failed = re.search(r"^.*: error\[([a-z-]+)\]: (.*)", text, re.M)
        found.append((FAILED, failed.group(0)) if failed else (text, ""))
    if len(found) != len(cases):
        sys.exit("%s: %d results for %d cases" % (path, len(found),
                                                  len(cases)))
    return found


def on_purpose(wanted, got):
    """Differences that docs/jinja-differences.md explains, and what can't be
    compared: addresses of Python's objects."""
    (ref, why), (our, reason) = wanted, got
    if ref is FAILED and our is FAILED:
        return True
    if our is FAILED and re.search(
            r"error\[template-limit\]|larger than 64 bits|a range has no|64-bit|"
            r"template-missing|expected an index|has no parts|"
            r"whole number from 1|truncate takes|has no slices|"
            r"a group has no order|name of an attribute|'\w+' does not take|"
            r"'\w+' wants a", reason):
        return True
    if our is FAILED and re.match(r"part\.\w+:.*template-syntax", reason):
        return True  # a constant name: compiled even if it never runs
    if ref is FAILED and re.search(r"(str|tuple) object has no element -?\d+$",
                                    why):
        return True  # of a constant, in code that never runs
    if ref is FAILED:
        # a generator is a list here, and a view of a dict, too
        return bool(re.search(r"generator|dict_(keys|items|values)|Undefined.* "
                              r"not JSON serial|too many values to unpack"
                              r"|RecursionError|not JSON serializable|unhashable|sequence item|"
                              r"object cannot be interpreted", why))
    return bool(re.search(r" object at 0x|&lt;function|<function|"
                          r"built-in method|&lt;bound|<bound|nan\b|generator object",
                          ref, re.I))


def differs(program, case, folder, kind=None):
    wanted = reference(case)
    got = ours(program, [case], folder)[0]
    if wanted[0] == got[0] or on_purpose(wanted, got):
        return None
    found = (wanted[0] is FAILED, got[0] is FAILED)
    return found if kind in (None, found) else None


# --- cutting down ------------------------------------------------------------

TOKEN = re.compile(r"\{%[-+]?\s*raw.*?endraw\s*[-+]?%\}|'(?:\\.|[^'\\])*'|"
                   r"\"(?:\\.|[^\"\\])*\"|\w+|\s+|\{[%{#][-+]?|[-+]?[%}#]\}|.",
                   re.S)


def shrink_tokens(program, case, at, folder, kind):
    name, text = case["templates"][at]
    tokens = TOKEN.findall(text)
    size = max(1, len(tokens) // 2)
    while size:
        i = 0
        while i < len(tokens):
            fewer = tokens[:i] + tokens[i + size:]
            smaller = dict(case, templates=list(case["templates"]))
            smaller["templates"][at] = (name, "".join(fewer))
            if differs(program, smaller, folder, kind):
                tokens, case = fewer, smaller
            else:
                i += size
        size //= 2
    return case


def shrink(program, case, folder):
    kind = differs(program, case, folder)
    if not kind:
        return case
    for name in list(case["templates"][1:]):
        fewer = dict(case, templates=[t for t in case["templates"]
                                      if t != name])
        if differs(program, fewer, folder, kind):
            case = fewer
    for at in range(len(case["templates"])):
        case = shrink_tokens(program, case, at, folder, kind)
    for key in list(case["context"]):
        context = {k: v for k, v in case["context"].items() if k != key}
        if differs(program, dict(case, context=context), folder, kind):
            case = dict(case, context=context)
    for option in case["options"]:
        options = [o for o in case["options"] if o != option]
        if differs(program, dict(case, options=options), folder, kind):
            case = dict(case, options=options)
    return case


def show(program, case, folder):
    print("=== differs")
    if case["options"]:
        print("options: " + " ".join(case["options"]))
    if case["context"]:
        print("context: " + json.dumps(case["context"]))
    for name, text in case["templates"]:
        print("--- %s\n%s" % (name, text.replace("\r", "<CR>")))
    for who, (text, why) in (("# reference", reference(case)),
                             ("# ours", ours(program, [case], folder)[0])):
        print("%s: %s" % (who, "fails: " + why[:300] if text is FAILED
                          else repr(text)[:400]))
    print(flush=True)


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--show", required=True, metavar="PROGRAM")
    args.add_argument("--count", type=int, default=1000)
    args.add_argument("--seed", type=int, default=None)
    args.add_argument("--only", choices=["expressions", "programs"])
    args.add_argument("--most", type=int, default=12,
                      help="so many differences are shown")
    args = args.parse_args()
    seed = args.seed if args.seed is not None else random.randrange(1 << 32)
    print("# Jinja2 %s, seed %d" % (jinja2.__version__, seed), flush=True)
    rng = random.Random(seed)
    compared = failed = differing = 0
    with tempfile.TemporaryDirectory() as folder:
        for start in range(0, args.count, BATCH):
            n = min(BATCH, args.count - start)
            cases = [grammar.case(rng, args.only) for _ in range(n)]
            for case, got in zip(cases, ours(args.show, cases, folder)):
                wanted = reference(case)
                compared += 1
                failed += wanted[0] is FAILED
                if wanted[0] == got[0] or on_purpose(wanted, got):
                    continue
                differing += 1
                if differing <= args.most:
                    show(args.show, shrink(args.show, case, folder), folder)
    print("# %d cases, of which %d fail in Jinja2; %d differ" %
          (compared, failed, differing))
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
