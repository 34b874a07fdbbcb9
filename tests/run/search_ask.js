// SPDX-License-Identifier: MIT
// search_ask.js SCRIPT DIR: reads questions from standard input, one a line, and
// asks the index in DIR with search.js, as a browser would. Prints for each the
// numbers of the documents and their scores, the best first. Phrases are
// looked for in the pages around DIR, whose address has one folder.
"use strict";
const fs = require("fs");
const path = require("path");

const [, , script, dir] = process.argv;
const root = JSON.parse(fs.readFileSync(path.join(dir, "index.json"), "utf8"));

(async () => {
  const text = encodeURIComponent(fs.readFileSync(script, "utf8"));
  const { ask, readShard } = await import(`data:text/javascript,${text}`);
  const shards = new Map();
  const load = async (name) => {
    if (!shards.has(name)) shards.set(name, readShard(fs.readFileSync(path.join(dir, `${name}.bin`))));
    return shards.get(name);
  };
  const entities = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  const textOf = async (n) => {
    const fragment = root.fragments.split(" ")[n >> 5];
    const shown = JSON.parse(fs.readFileSync(path.join(dir, `${fragment}.json`), "utf8"));
    const page = path.join(dir, "..", shown[n & 31][0].replace(/^\/[^/]*/, ""), "index.html");
    return fs.readFileSync(page, "utf8").match(/<article[^]*<\/article>/)[0]
      .replace(/<[^>]*>/g, " ").replace(/&(#39|[a-z]+);/g, (_, name) => entities[name]);
  };
  for (const line of fs.readFileSync(0, "utf8").split("\n").slice(0, -1)) {
    const { found } = await ask(root, load, textOf, line, false);
    console.log(found.slice(0, 10).map(({ document, score }) => `${document}:${score}`).join(" "));
  }
})();
