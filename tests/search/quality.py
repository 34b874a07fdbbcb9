#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""quality.py CRUMB FOLDER [EVERY [WORST]]: asks each, or each EVERYth, of the
questions in questions.txt of an index over the posts of content/ and the sections
of docs/, which it builds in FOLDER. Prints the mean nDCG@10 of crumb's answers and
of plain BM25's (whole words, small letters, no stems), and before that the WORST
questions."""
import json, math, os, re, subprocess, sys
from collections import Counter

top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
crumb, folder = sys.argv[1], sys.argv[2]
every = int(sys.argv[3]) if len(sys.argv) > 3 else 1
worst = int(sys.argv[4]) if len(sys.argv) > 4 else 0


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def slug(heading):
    return re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")


def sections(name, text):
    """Of a page: (id, title, text), divided at its headings outside of code."""
    parts, title, fence = [(name, name, [])], name, False
    for line in text.split("\n"):
        fence ^= line.startswith("```")
        heading = re.match(r"(#{1,3}) (.+)", line) if not fence else None
        if heading and heading[1] == "#" and not parts[0][2]:
            parts[0] = (name, heading[2], [])
        elif heading and len(heading[1]) > 1:
            parts.append((f"{name}#{slug(heading[2])}", heading[2], []))
        else:
            parts[-1][2].append(line)
    return [(key, title, "\n".join(lines)) for key, title, lines in parts]


documents = {}  # id: text; of a post by its path, of a section docs/FILE#HEADING
for base, _, files in sorted(os.walk(os.path.join(top, "content"))):
    for file in sorted(files):
        path = os.path.relpath(os.path.join(base, file), os.path.join(top, "content"))
        if path.endswith(".md") and not file.startswith("_"):
            text = read(os.path.join(base, file))
            write("content/" + path, text)
            documents[re.sub(r"(/index)?\.md$", "", path)] = text
for file in sorted(os.listdir(os.path.join(top, "docs"))):
    if not file.endswith(".md"):
        continue
    for n, (key, title, text) in enumerate(sections(f"docs/{file[:-3]}", read(os.path.join(top, "docs", file)))):
        while key in documents:
            key += "-2"
        write(f"content/docs/{file[:-3]}-{n}.md", f"---\ntitle: {json.dumps(title)}\n"
              f"date: 2024-01-01\nurl: /{key.replace('#', '/')}/\n---\n{text}\n")
        documents[key] = f"{title}\n{text}"
write("site.yaml", "title: Questions\nurl: https://questions.test\nsearch: true\n")
subprocess.run([crumb, "build", "-C", folder, "--now", "2026-01-01T00:00:00Z"],
               check=True, capture_output=True)

questions = []
for line in read(os.path.join(os.path.dirname(os.path.abspath(__file__)), "questions.txt")).split("\n"):
    if line and not line.startswith("#"):
        question, answers = line.split(" | ")
        answers = answers.split()
        for answer in answers:
            assert answer in documents, answer
        questions.append((question, {answer: 2 if i == 0 else 1 for i, answer in enumerate(answers)}))
questions = questions[::every]


def ndcg(found, wanted):
    gain = lambda grades: sum((2 ** grade - 1) / math.log2(i + 2) for i, grade in enumerate(grades))
    return gain([wanted.get(key, 0) for key in found[:10]]) / gain(sorted(wanted.values(), reverse=True)[:10])


def words(text):
    return re.findall(r"\w+", text.lower())


counts = {key: Counter(words(text)) for key, text in documents.items()}
frequency = Counter(word for count in counts.values() for word in count)
length = {key: sum(count.values()) for key, count in counts.items()}
mean = sum(length.values()) / len(length)


def bm25(question):
    scores = Counter()
    for word in words(question):
        n = frequency[word]
        idf = math.log(1 + (len(counts) - n + 0.5) / (n + 0.5))
        for key, count in counts.items():
            if count[word]:
                k = 1.2 * (0.25 + 0.75 * length[key] / mean)
                scores[key] += idf * count[word] * 2.2 / (count[word] + k)
    return [key for key, _ in scores.most_common(10)]


def key_of(url):
    path = url.strip("/")
    if path.startswith("docs/"):
        parts = path.split("/")
        return "/".join(parts[:2]) + ("#" + parts[2] if len(parts) > 2 else "")
    return path


def ask(question):
    lines = subprocess.run([crumb, "search", "-C", folder, "--format", "json", "--", question],
                           check=True, capture_output=True, text=True).stdout.splitlines()
    return [key_of(json.loads(line)["url"]) for line in lines]


ours, plain = [], []
for question, wanted in questions:
    ours.append((ndcg(ask(question), wanted), question, wanted))
    plain.append(ndcg(bm25(question), wanted))
for score, question, wanted in sorted(ours, key=lambda one: one[0])[:worst]:
    print(f"# {score:.2f} {question}: {ask(question)[:4]}, not {list(wanted)}")
print(f"{len(questions)} questions, {len(documents)} documents: "
      f"crumb {sum(one[0] for one in ours) / len(ours):.4f} bm25 {sum(plain) / len(plain):.4f}")
