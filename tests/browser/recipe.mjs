// SPDX-License-Identifier: MIT
// recipe.mjs CRUMB FOLDER: the tools of a recipe's page in a real browser. Builds
// a site in FOLDER. TAP on standard output. See tests/run/browser.t.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import zlib from "node:zlib";
import { chromium } from "playwright-core";

const [, , crumb, folder] = process.argv;
fs.mkdirSync(path.join(folder, "content/food"), { recursive: true });
fs.writeFileSync(path.join(folder, "site.yaml"), "title: R\n");
fs.writeFileSync(
  path.join(folder, "content/food/cake.md"),
  `---
title: Cake
recipe: {yield: 4 pieces, tin: 20 cm}
---
## Ingredients

- 250g flour
- 1 egg
- 4 tbsp sugar
- 1 ½ cups milk
- 1/0 cups salt
- =1 tsp baking powder

## Method

1. Mix the flour, 2 tbsp of the sugar and half of the milk.
2. Bake for 1 second at 180 °C in a 20 cm tin.
3. Let it rest for 12 hours.
`,
);
fs.writeFileSync(
  path.join(folder, "content/food/dal.md"),
  `---
title: Dal
recipe: {yield: Serves 4, ingredients: [250g/9oz lentils, 1 heaped teaspoon salt]}
---
## Method

Simmer the lentils.
`,
);
fs.writeFileSync(
  path.join(folder, "content/food/salad.md"),
  "---\ntitle: Salad\nrecipe: {yield: 1 bowl}\n---\n## Ingredients\n\n- salt\n- oil to taste\n",
);
execFileSync(crumb, ["build"], { cwd: folder, stdio: "ignore" });

let count = 0;
let failed = 0;
const same = (got, want, name) => {
  const right = got === want;
  if (!right) failed++;
  console.log(`${right ? "ok" : "not ok"} ${++count} - ${name}`);
  if (!right) console.log(`# got ${got}, want ${want}`);
};

const server = http.createServer((request, response) => {
  let file = path.join(folder, "public", new URL(request.url, "http://x").pathname);
  if (file.endsWith("/")) file += "index.html";
  if (!fs.existsSync(file)) return response.writeHead(404).end();
  const type = { ".css": "text/css", ".js": "text/javascript" }[path.extname(file)];
  response.writeHead(200, { "Content-Type": type ?? "text/html; charset=utf-8" });
  response.end(fs.readFileSync(file));
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const base = `http://127.0.0.1:${server.address().port}/food/cake/`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox"],
});

const plain = await browser.newPage({ javaScriptEnabled: false });
await plain.goto(base);
same(await plain.locator(".recipe-tools").isVisible(), false, "without a script there are no tools");
same(await plain.locator(".p-ingredient").first().textContent(), "250g flour", "and the line is the author's");
await plain.close();

const page = await browser.newPage();
const errors = [];
page.on("pageerror", ({ message }) => message.includes("ViewTransition") || errors.push(message));
await page.goto(base);
const line = async (i) => (await page.locator(".p-ingredient").nth(i).textContent()).trim();
const lines = async () => {
  const list = [];
  for (let i = 0; i < 6; i++) list.push(await line(i));
  return list.join("; ");
};
/* Without the ingredients that are named below it. */
const step = (i) => page.locator(".step").nth(i).evaluate((item) =>
  [...item.childNodes].filter((node) => node.nodeName !== "SMALL").map((node) => node.textContent).join("").trim());
const written = await lines();
same(
  written,
  "250g flour; 1 egg; 4 tbsp sugar; 1 ½ cups milk; 1/0 cups salt; 1 tsp baking powder",
  "at once all is as written",
);

await page.locator("[data-x='2']").click();
same(
  await lines(),
  "500g flour; 2 eggs; ½ cup sugar; 3 cups milk; 1/0 cups salt; 1 tsp baking powder",
  "twice as much",
);
same(
  await step(0),
  "Mix the flour, ¼ cup of the sugar and half of the milk (1½ cups).",
  "in the steps, too",
);
same(await step(1), "Bake for 1 second at 180 °C in a 20 cm tin.", "but neither times nor tins");
same(new URL(page.url()).search, "?x=2", "and in the address");
same(await page.locator("[name=pieces]").inputValue(), "8", "eight pieces");
await page.goto(`${base}?x=1/2`);
same(await line(1), "½ egg", "half, by the address");
await page.locator("[data-x='1']").click();
same(await lines(), written, "once is as written again");

await page.locator("[name=pieces]").fill("6");
await page.locator("[name=pieces]").blur();
same(await line(0), "375g flour", "by the number of pieces");
await page.locator(".recipe-tools summary").click();
await page.locator("[name=have]").fill("100");
await page.locator("[name=have]").blur();
same(await line(2), "1⅔ tbsp sugar", "by what there is of an ingredient");
await page.locator("[name=tin]").selectOption({ label: "⌀ 28 cm" });
same(await line(0), "490g flour", "by the tin's area");
await page.locator("[data-x='1']").click();
same(await page.locator("[name=tin] option:checked").textContent(), "20 cm", "once is its own tin");
same(await page.locator("[name=have]").inputValue(), "", "and nothing that there is");

await page.locator("[name=units]").selectOption("us");
same(await line(0), "2 cups flour", "cups");
same(await page.locator("data.heat").textContent(), "355 °F", "degrees Fahrenheit");
await page.locator("[name=units]").selectOption("metric");
same(await line(3), "355 ml milk", "grams");
await page.locator("[name=units]").selectOption("");
same(await lines(), written, "and as written again");

await page.locator(".p-ingredient input").first().check();
same(await page.locator(".p-ingredient.done").count(), 1, "a tick");
await page.locator(".step time").first().click();
await page.locator(".recipe-timers .over").waitFor({ timeout: 4000 });
same(await page.locator(".recipe-timers button").count(), 1, "a timer ends");
await page.locator(".recipe-timers button").click();
same(await page.locator(".recipe-timers button").count(), 0, "and is stopped");

await page.locator("[name=cook]").click();
same(await page.locator(".cook small").textContent(), "250g flour", "a step with what it takes, but for the amounts that it says itself");
same(await page.locator(".cook small").textContent(), await page.locator(".step > small").first().textContent(), "as the page has them");
await page.keyboard.press("ArrowRight");
same(await page.locator(".cook p").first().textContent(), "2 / 3", "the next step");
await page.locator(".cook time").click();
await page.locator(".recipe-timers button").click({ timeout: 2000 });
same(await page.locator(".recipe-timers button").count(), 0, "a timer there is in reach");
await page.keyboard.press("Escape");
same(await page.locator(".cook").isVisible(), false, "and back to the page");

await page.locator(".recipe-timeline summary").click();
await page.locator(".recipe-timeline input").fill("2025-06-01T18:30");
await page.locator(".recipe-timeline input").blur();
same(
  (await page.locator(".recipe-timeline th").last().textContent()).replace(/\s/g, " "),
  "Sun 06:30 AM",
  "when to begin",
);

const dal = await browser.newPage();
await dal.goto(base.replace("cake", "dal"));
same(await dal.locator(".recipe-beside").evaluate((beside) => beside.previousElementSibling.tagName), "H2", "the ingredients are beside steps that are paragraphs");
await dal.locator("[name=pieces]").fill("8");
await dal.locator("[name=pieces]").blur();
same((await dal.locator(".p-ingredient").first().innerText()).trim(), "500g/18oz lentils", "an ingredient of the front matter scales by servings");
await dal.close();

const salad = await browser.newPage();
await salad.goto(base.replace("cake", "salad"));
same(await salad.locator(".recipe-tools").isVisible(), true, "a recipe of two names has tools");
same(await salad.locator("[name=cook]").isVisible(), false, "but no step to show");
await salad.locator(".recipe-tools summary").click();
same(await salad.locator("[name=have]").isVisible(), false, "nor an amount to have");
await salad.close();

const script = fs.readFileSync(path.join(folder, "public", "recipe.js"));
same(zlib.gzipSync(script).length <= 4096, true, "the script has at most 4 KB");

const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
same(pdf.match(/\/Type\s*\/Page\b/g).length, 1, "it prints on one page");
same(errors.join("; "), "", "no error in the script");
await browser.close();
server.close();
console.log(`1..${count}`);
process.exitCode = failed ? 1 : 0;
