// SPDX-License-Identifier: MIT
// What KaTeX itself makes of formulas, under node: one on each line of the
// input, one line of JSON for each: {"html": ...} or {"at": offset in UTF-16
// units, "message": ...}.
//
//     node reference.js katex.js < formulas.txt
const fs = require("fs");
const katex = require(process.argv[2]);

for (const tex of fs.readFileSync(0, "utf8").split("\n").slice(0, -1)) {
    let answer;
    try {
        const html = katex.renderToString(tex, {
            output: "mathml", displayMode: true, throwOnError: true,
            strict: "ignore", maxExpand: 1000, macros: {},
        });
        answer = {html: html.replace(/^<span class="katex">|<\/span>$/g, "")};
    } catch (error) {
        answer = {at: error.position || 0};
    }
    console.log(JSON.stringify(answer));
}
