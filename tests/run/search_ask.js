// SPDX-License-Identifier: MIT
// search_ask.js SCRIPT DIR: reads questions from standard input, one a line, and
// asks the index in DIR with search.js, as a browser would. Prints for each the
// numbers of the documents and their scores, the best first.
"use strict";
const fs = require("fs");
const path = require("path");

const [, , script, dir] = process.argv;
const {ask} = require(path.resolve(script));
const root = JSON.parse(fs.readFileSync(path.join(dir, "index.json"), "utf8"));
const files = new Map();
const load = async (name) => {
    if (!files.has(name))
        files.set(name, new Uint8Array(
            fs.readFileSync(path.join(dir, `${name}.bin`))));
    return files.get(name);
};

(async () => {
    const questions = fs.readFileSync(0, "utf8").split("\n").slice(0, -1);
    for (const question of questions) {
        const {found} = await ask(root, load, question);
        console.log(found.slice(0, 10)
            .map(({document, score}) => `${document}:${score}`).join(" "));
    }
})();
