// SPDX-License-Identifier: MIT
// validate.mjs FOLDER: every page of a finished site, by html-validate. TAP on
// standard output. See tests/run/theme.t.
import fs from "node:fs";
import path from "node:path";
import { HtmlValidate } from "html-validate";

const [, , root] = process.argv;

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    // How long a title is, its writer decides.
    "long-title": "off",
    // A heading may begin with a number.
    "valid-id": ["error", { relaxed: true }],
  },
});

const pages = fs
  .readdirSync(root, { recursive: true })
  .filter((name) => name.endsWith(".html"))
  .sort();
let failed = 0;
let count = 0;
for (const name of pages) {
  const text = fs.readFileSync(path.join(root, name), "utf8");
  const report = await validator.validateString(text, name);
  if (!report.valid) failed++;
  console.log(`${report.valid ? "ok" : "not ok"} ${++count} - ${name} is valid`);
  for (const result of report.results) {
    for (const { line, column, ruleId, message } of result.messages) {
      console.log(`# ${name}:${line}:${column}: ${ruleId}: ${message}`);
    }
  }
}
console.log(`1..${count}`);
process.exit(failed ? 1 : 0);
