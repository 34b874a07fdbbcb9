// SPDX-License-Identifier: MIT
// recipe_amounts.mjs CRUMB FOLDER: the script of a recipe's page and `crumb recipe` write
// the same amounts, for the recipes of this blog and all lines of tests/recipe/. Builds
// a site in FOLDER. TAP on standard output. See tests/run/browser.t. LARGE=1: more
// factors and units.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const [, , crumb, folder] = process.argv;
const top = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const content = path.join(folder, "content/food");
fs.mkdirSync(content, { recursive: true });
fs.writeFileSync(path.join(folder, "site.yaml"), "title: R\nmarkdown: {smart: false}\n");
for (const name of fs.readdirSync(path.join(top, "content/baking"))) {
  const file = [name, `${name}/index.md`]
    .map((file) => path.join(top, "content/baking", file))
    .find((file) => file.endsWith(".md") && fs.existsSync(file));
  const text = file ? fs.readFileSync(file, "utf8") : "";
  if (/^recipe:/m.test(text)) {
    fs.writeFileSync(path.join(content, `${name.replace(/\.md$/, "")}.md`), text);
  }
}
for (const [lang, units] of [["en", "us"], ["en", "imperial"], ["de", "metric"], ["es", "metric"]]) {
  const rows = fs.readFileSync(path.join(top, "tests/recipe", `${lang}.txt`), "utf8").split("\n");
  const lines = rows.filter((row) => row && !row.startsWith("#")).map((row) => `- ${row.split("|")[0]}\n`);
  const [list, steps] = { en: ["Ingredients", "Method"], de: ["Zutaten", "Zubereitung"], es: ["Ingredientes", "Elaboración"] }[lang];
  const front = `---\ntitle: ${lang} ${units}\nlang: ${lang}\nrecipe: {units: ${units}}\n---\n`;
  fs.writeFileSync(path.join(content, `${lang}-${units}.md`), `${front}## ${list}\n\n${lines.join("")}\n## ${steps}\n\n1. Mix.\n`);
}
execFileSync(crumb, ["build"], { cwd: folder, stdio: "ignore" });

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.route("**/*", (route) => {
  let file = path.join(folder, "public", decodeURIComponent(new URL(route.request().url()).pathname));
  if (file.endsWith("/")) file += "index.html";
  const script = file.endsWith("index.html") || file.endsWith("recipe.js");
  return script && fs.existsSync(file) ? route.fulfill({ path: file }) : route.abort();
});

const plain = (text) => text.replace(/\s+/g, " ").trim();
const typed = (name, x, units) => {
  const order = ["recipe", "--format", "json", "--scale", x, `content/food/${name}.md`];
  const out = execFileSync(crumb, units ? [...order, "--units", units] : order, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  const { groups, steps } = JSON.parse(out);
  return [...groups.flatMap((group) => group.ingredients), ...steps].map((part) => plain(part.text));
};
const shown = () =>
  page.$$eval(".p-ingredient, .step", (items) => items.map((item) => item.textContent.slice(0, -item.uses?.textContent.length || undefined)));

let count = 0;
for (const file of fs.readdirSync(content)) {
  const name = file.replace(/\.md$/, "");
  const wrong = [];
  for (const x of process.env.LARGE ? ["1", "2", "3", "1/2", "1/3", "3/2", "5/12"] : ["1/3", "1.69"]) {
    await page.goto(`http://localhost/food/${name}/?x=${x}`);
    for (const units of process.env.LARGE ? ["", "metric", "us", "imperial"] : ["", "metric", "us"]) {
      await page.locator("[name=units]").selectOption(units);
      const got = (await shown()).map(plain);
      const want = typed(name, x, units);
      want.forEach((text, i) => text === got[i] || wrong.push(`${x} ${units}: got ${got[i]}, want ${text}`));
      if (got.length !== want.length) wrong.push(`${got.length} lines, want ${want.length}`);
    }
  }
  console.log(`${wrong.length ? "not ok" : "ok"} ${++count} - ${name}: as crumb recipe`);
  for (const line of wrong.slice(0, 5)) console.log(`# ${line}`);
}
await browser.close();
console.log(`1..${count}`);
