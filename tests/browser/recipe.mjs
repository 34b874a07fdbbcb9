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
fs.writeFileSync(
  path.join(folder, "content/food/loose.md"),
  "---\ntitle: Loose\nrecipe: {yield: 1 bowl}\n---\n## Ingredients\n\n- 1 egg[^1]\n\n- 100 g flour\n\n" +
    "## Method\n\n1. Sieve the flour.\n\n2. Beat the egg.\n\n[^1]: Small.\n",
);
fs.writeFileSync(
  path.join(folder, "content/food/bread.md"),
  `---
title: خبز
lang: ar
toc: true
recipe: {yield: "2", prep: 20 min}
---
## Ingredients

- 500 g طحين
- ملح

## One
## Two
## Three
## Method

1. اخلط الطحين 30 minutes.
`,
);
// 1200 by 630.
fs.copyFileSync(path.join(import.meta.dirname, "../../content/card.png"), path.join(folder, "content/food/card.png"));
fs.writeFileSync(
  path.join(folder, "content/food/pie.md"),
  `---
title: Pie
cover: card.png
recipe: {tin: 20 cm}
---
## Ingredients

- 100 g of an ingredient that has a name that is longer than the window of a telephone is wide

## Method

1. Bake.

![A pie](card.png "As it should be")
`,
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
await page.addInitScript(() => {
  window.audios = [];
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      audios.push(this);
    }
  };
});
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
const timers = page.locator(".recipe-timers button");
await page.evaluate(() => {
  window.said = [];
  new MutationObserver(() => said.push(document.querySelector("[role=status]").textContent))
    .observe(document.querySelector(".recipe-timers [role=status]"), { childList: true, subtree: true, characterData: true });
});
await page.locator(".step time").first().click();
await page.locator(".recipe-timers .over").waitFor({ timeout: 4000 });
same(await timers.count(), 1, "a timer ends");
same(await page.evaluate(() => said.join("; ")), "Time is up: 1 second", "and that alone is said");
await page.waitForFunction(() => audios.length === 1 && audios[0].state === "closed", null, { timeout: 4000 })
  .then(() => same(1, 1, "its sound ends"), () => same(0, 1, "its sound ends"));
await timers.click();
same(await timers.count(), 0, "and is stopped");
await page.locator(".step time").last().focus();
const scrolled = await page.evaluate(() => scrollY);
await page.keyboard.press("Space");
await page.keyboard.press("Enter");
same(await timers.count(), 2, "Space and Enter begin one each");
same(await page.evaluate(() => scrollY), scrolled, "and do not scroll");

for (const width of [360, 768]) {
  await page.setViewportSize({ width, height: 740 });
  for (const open of [false, true]) {
    await page.locator(".recipe-beside").evaluate((bar, open) => { bar.open = open; scrollTo(0, bar.offsetTop); }, open);
    const bar = await page.locator(".recipe-beside").boundingBox();
    const timer = await timers.last().boundingBox();
    same(timer.y + timer.height <= bar.y && timer.y > 0, true, `timers are above the ${open ? "open" : "closed"} list, ${width} px`);
  }
}
await page.setViewportSize({ width: 1280, height: 720 });
await timers.first().click();
await timers.first().click();

await page.locator("[name=cook]").click();
const cook = page.getByRole("dialog", { name: "Cook" });
same(await cook.count(), 1, "one step a screen has a name");
same(await cook.getByRole("button").evaluateAll((list) => list.map((it) => it.ariaLabel ?? it.textContent).join(", ")),
  "Close, Previous step, Next step", "and so have its buttons");
same(await page.locator(".cook > div").first().getAttribute("aria-live"), "polite", "a new step is said");
same(await page.locator(".cook small").textContent(), "250g flour", "a step with what it takes, but for the amounts that it says itself");
same(await page.locator(".cook small").textContent(), await page.locator(".step > small").first().textContent(), "as the page has them");
await page.keyboard.press("ArrowRight");
same(await page.locator(".cook p").first().textContent(), "2 / 3", "the next step");
await page.keyboard.press("Shift+Tab");
await page.keyboard.press("Shift+Tab");
await page.keyboard.press("Space");
await timers.click({ timeout: 2000 });
same(await timers.count(), 0, "a timer there is in reach, by key too");
await page.locator(".cook time").focus();
await page.keyboard.press("ArrowLeft");
await page.keyboard.press("ArrowRight");
same(await page.locator(".cook p").first().textContent(), "2 / 3", "arrows lead on where the focus is gone");
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

// As a site has it that copied the partial before it had a dialog.
const older = await browser.newPage();
older.on("pageerror", ({ message }) => errors.push(message));
await older.route(base, async (route) => {
  const response = await route.fetch();
  await route.fulfill({ response, body: (await response.text()).replace(/<dialog class="cook".*?<\/dialog>/s, "") });
});
await older.goto(base);
same(await older.locator(".cook").count(), 0, "an older partial has no dialog");
await older.locator("[data-x='2']").click();
await older.locator("[name=units]").selectOption("us");
same((await older.locator(".p-ingredient").first().innerText()).trim(), "4 cups flour", "it has factors and units");
same(await older.locator("[name=cook]").isVisible(), false, "but not one step a screen");
await older.close();

const loose = await browser.newPage();
await loose.goto(base.replace("cake", "loose"));
const inside = (where) => loose.locator(where).first().evaluate((it) => it.innerHTML.replace(/ [\w-]+="[^"]*"/g, "").trim());
same(await inside(".step > small"), "<data>100 g</data> flour", "an ingredient of a loose list, below a step");
same(await inside(".recipe-beside li"), "<data>1</data> <data>egg</data><sup><a>1</a></sup>", "and beside the steps");
same(await loose.evaluate(() => {
  const ids = [...document.querySelectorAll("[id]")].map((it) => it.id);
  return ids.filter((id, i) => ids.indexOf(id) !== i).join(", ");
}), "", "and each id is there once");
await loose.close();

const bread = await browser.newPage({ viewport: { width: 1280, height: 720 } });
await bread.goto(base.replace("cake", "bread"));
const turned = () => bread.evaluate(() => {
  const left = (node, start, end) => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return range.getBoundingClientRect().left;
  };
  return ["li > data.amount", ".recipe-beside li data", ".step time", ".recipe-facts div:last-child dd"].filter((which) => {
    const text = document.querySelector(which).firstChild;
    const space = text.length - text.data.match(/ \S+$/)[0].length;
    return left(text, 0, space) > left(text, space + 1, text.length);
  }).join(", ");
});
same(await turned(), "", "from right to left, a number is before its unit");
const ends = await bread.locator(".p-ingredient").evaluateAll((list) => list.map((item) => {
  const range = document.createRange();
  range.selectNodeContents(item.querySelector("data") ?? item.lastChild);
  return Math.round(item.getBoundingClientRect().right - range.getBoundingClientRect().right);
}));
same(ends[0], ends[1], "and quantities begin where names do");
const boxes = await bread.evaluate(() => [".recipe-beside", ".toc"].map((which) => document.querySelector(which).getBoundingClientRect()));
same(boxes[0].right < boxes[1].left && boxes[0].left >= 0, true, "and the ingredients are on the other side than the contents");
await bread.close();

const pie = await browser.newPage({ viewport: { width: 320, height: 640 } });
await pie.goto(base.replace("cake", "pie"));
await pie.locator(".recipe-tools summary").click();
same(await pie.evaluate(() => document.documentElement.scrollWidth), 320, "its tools fit into 320 px");
await pie.emulateMedia({ forcedColors: "active" });
const looks = await pie.locator("[data-x]").evaluateAll((list) =>
  list.map((it) => getComputedStyle(it)).map((it) => it.textDecorationLine).join(" "));
same(looks, "none underline none none", "forced colours: which factor is chosen");
await pie.emulateMedia({ media: "print", forcedColors: "none" });
await pie.setViewportSize({ width: 700, height: 900 });
const shapes = await pie.locator(".recipe img").evaluateAll((list) =>
  list.map((it) => `${getComputedStyle(it).objectFit} ${it.offsetHeight < 153}`).join(", "));
same(shapes, "contain true, contain true", "on paper, pictures are small and keep their shape");
await pie.close();

const script = fs.readFileSync(path.join(folder, "public", "recipe.js"));
same(zlib.gzipSync(script).length <= 4096, true, "the script has at most 4 KB");

const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
same(pdf.match(/\/Type\s*\/Page\b/g).length, 1, "it prints on one page");
same(errors.join("; "), "", "no error in the script");
await browser.close();
server.close();
console.log(`1..${count}`);
process.exitCode = failed ? 1 : 0;
