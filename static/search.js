/* SPDX-License-Identifier: MIT */
/* As src/search: docs/search.md. */

const LEVELS = [0.3, 0.5, 0.85, 1.45, 2.5, 4.3, 7.5, 13];
const PLAIN = {ß: "ss", æ: "ae", ð: "d", đ: "d", ø: "o", þ: "th", ħ: "h",
  ı: "i", ł: "l", œ: "oe"};
const MARKS = /[\u0300-\u036F\u0591-\u05C7\u064B-\u065F]/g;
const LETTER = "\\p{L}\\p{N}\\p{M}", SIGN = ".:/\\-_+#@$%&*=~^\\\\";
const DENSE = "\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF" +
  "\u3005-\u9FFF\uAC00-\uFAFF\u{20000}-\u{3FFFF}";
const regexp = (s) => new RegExp(s, "gu");
const token = regexp(`[${LETTER}${SIGN}]+`);
const between = regexp(
  `((?:[^${LETTER}${SIGN}]|[.:]+(?![${LETTER}${SIGN}]))+)`);
const others = regexp(`[^${LETTER}]+`);
const runs = regexp(`[${DENSE}]+|[^${DENSE}]+`);
const dense = regexp(`[${DENSE}]`);
const joints = regexp(`[${SIGN.replace("\\-_", "")}]`);
const inside = regexp(
  `^[${SIGN}]*?(-{1,2}(?=[a-z]))?([^${SIGN}].*?[+#]*)[${SIGN}]*$`);
const decoder = new TextDecoder();
const encode = (s) => new TextEncoder().encode(s);
const decode = (bytes) => decoder.decode(bytes);

const plain = (s) => s.replace(/\xAD/g, "");
const lower = (s) => plain(s).normalize("NFC").replace(/İ/g, "i").toLowerCase()
  .replace(/ς/g, "σ");
const fold = (s) => s.replace(/[^\0-\x7F\uAC00-\uD7A3]/gu, (c) =>
  PLAIN[c] ?? c.normalize("NFD").replace(MARKS, ""));
const phraseOf = (text) =>
  ` ${fold(text).replace(dense, " $& ")} `.replace(others, " ");

const runsOf = (s) => s.match(runs) ?? [];

/* A word with its parts, or pairs of dense characters. */
function termsOf(token) {
  const forms = [], parts = [];
  const add = (list, text) => {
    if (encode(text).length <= 96 && forms.length + parts.length < 64)
      list.push(text);
  };
  const [[, dashes, core] = []] = token.matchAll(inside);
  if (!core) return [];
  if (dashes) add(forms, dashes + core);
  if (!token.match(dense)) {
    add(forms, core);
    for (const part of core.split(joints))
      if (part !== core && /^[a-z0-9].*[_-].*[a-z0-9]$/u.test(part))
        add(parts, part);
  }
  for (const run of core.split(others).flatMap(runsOf)) {
    const chars = [...run];
    if (run.match(dense))
      (chars[1] ? chars.slice(1) : [""])
        .forEach((c, i) => add(parts, chars[i] + c));
    else if (run !== core && !/^\d\d?$/.test(run))
      add(parts, run);
  }
  return forms[0] ? [{forms, parts}]
    : parts.map((part) => ({forms: [part], parts: []}));
}

const tokens = (text) => (text.match(token) ?? []).flatMap(termsOf);

function parse(words, typing) {
  const terms = [], phrases = [];
  const add = (kind, text) => terms.push(
    ...tokens(text).map((term) => ({...term, kind})));
  for (const [, minus, phrase, end, not, text, filter] of
    lower(decode(encode(words).slice(0, 1000))).replace(/[“-„«»]/g, '"')
      .matchAll(regexp('(-?)"([^"]*)("?)|(-(?=[^-][^\\s"]))?' +
        '(((tag|section):(?=[^\\s"]))?[^\\s"]+)'))) {
    if (phrase !== undefined) {
      const text = phraseOf(phrase);
      if (text !== " " && (end || !typing)) phrases.push([text, !minus]);
      if (!minus) add("required", phrase);
    } else {
      const kind = not ? "excluded" : filter ? "filter" : "word";
      if (filter) terms.push({forms: ["#" + fold(text)], parts: [], kind});
      else add(kind, text);
    }
  }
  return {terms: terms.slice(0, 32), phrases};
}

function reader(bytes) {
  let at = 0;
  const left = () => bytes.length - at;
  const take = (n) => {
    if (n > left()) throw Error();
    return bytes.subarray(at, at += n);
  };
  const uint = () => {
    const byte = bytes[at++] ?? take(1);
    return byte < 128 ? byte : byte - 128 + 128 * uint();
  };
  return {take, uint, left};
}

function postingsOf(bytes, common) {
  const {uint, left} = reader(bytes), postings = [];
  if (common)
    for (let i = 0; i < 8 * bytes.length; i++)
      if (bytes[i >> 3] >> (i & 7) & 1) postings.push(64 * i + 16);
  for (let last = -64; !common && left();)
    postings.push(last = (last & -64) + uint());
  return postings;
}

export function readShard(bytes) {
  const {take, uint, left} = reader(bytes);
  const all = (more) => {
    let form = new Uint8Array();
    const join = (n) => Uint8Array.of(...form.subarray(0, n), ...take(uint()));
    return Array.from({length: uint()}, () => {
      form = join(uint());
      const text = decode(form);
      return {form: text, folded: fold(text),
        key: decode(join(form.length - uint())), list: more?.()};
    });
  };
  const list = () => {
    const head = uint(), bytes = take(head >> 1);
    let list;
    return () => list ??= postingsOf(bytes, head % 2);
  };
  const magic = decode(take(8));
  uint();
  const shard = {entries: all(list), aliases: all()};
  if (magic !== "crumb-s1" || left()) throw Error();
  return shard;
}

const isNear = (a, b, slips, i = 0, j = 0) => a[i] === b[j]
  ? !a[i] || isNear(a, b, slips, i + 1, j + 1)
  : slips > 0 && (isNear(a, b, slips - 1, i + 1, j + 1) ||
    isNear(a, b, slips - 1, i + 1, j) || isNear(a, b, slips - 1, i, j + 1) ||
    a[i] === b[j + 1] && a[i + 1] === b[j] &&
      isNear(a, b, slips - 1, i + 2, j + 2));

const at = (map, key, make) => map.get(key) ?? map.set(key, make()).get(key);

/* textOf(n): of a document. */
export async function ask(root, load, textOf, words, typing) {
  const names = root.shards.split(" ");
  const {terms, phrases} = parse(words, typing), typed = typing && terms.at(-1);
  const shardOf = async (key) => {
    const hex = Array.from(encode(key),
      (byte) => (256 + byte).toString(16).slice(1)).join("");
    const name = names.findLast((name, i) => !i || name < `w${hex}.`);
    return name ? load(name) : {entries: [], aliases: []};
  };
  const hitsOf = async (term) => {
    const {kind, forms, parts} = term, folded = fold(forms[0]);
    const hits = new Map();
    const add = (entry, factor) => {
      if (hits.size < 64 && !hits.has(entry)) hits.set(entry, factor);
    };
    const addForm = async (form, factor) => {
      const folded = fold(form), {entries, aliases} = await shardOf(folded);
      const keys = new Set([...entries, ...aliases].filter((one) =>
        one.key === folded || one.folded === folded).map(({key}) => key));
      for (const key of keys)
        for (const entry of (await shardOf(key)).entries)
          if (entry.key === key)
            add(entry, factor * (entry.form === form ? 1
              : entry.folded === folded ? 0.95 : 0.9));
    };
    for (const form of forms) if (!hits.size) await addForm(form, 1);
    const word = kind === "word", {entries} = await shardOf(folded);
    if (word && (term === typed || !hits.size && encode(forms[0]).length >= 3))
      entries.filter((entry) => entry.folded.startsWith(folded))
        .sort((a, b) => b.list().length - a.list().length).slice(0, 16)
        .forEach((entry) => add(entry, 0.5));
    if (!hits.size && kind !== "excluded")
      for (const part of parts) await addForm(part, 0.6);
    const wanted = encode(folded), n = wanted.length;
    const stem = entries.findLast(({key}) => folded.startsWith(key) &&
      encode(key).length > Math.max(4, n / 2))?.key;
    for (let slips = 0;
      word && n < 63 && slips < 3 && slips <= n / 4 && !hits.size; slips++)
      for (const entry of entries)
        if (slips ? isNear(encode(entry.folded), wanted, slips)
          : entry.key === stem) add(entry, 0.4);
    return hits;
  };
  const hits = await Promise.all(terms.map(hitsOf));
  const documents = new Map(), marked = new Set(), conditions = [];
  const worded = terms.some(({kind}) => /^[wr]/.test(kind));
  let scoring = 0;
  for (const [i, term] of terms.entries()) {
    const {kind, forms: [form, other]} = term, word = kind === "word";
    const weak = word && !other && term !== typed &&
      root.weak.split(" ").includes(form);
    const scores = word || kind === "required", counts = scores && !weak;
    const sums = new Map();
    for (const [{folded, list}, factor] of hits[i]) {
      for (const n of list()) {
        const zone = n & 7, one = at(sums, n >> 6, () => ({sum: 0, zone}));
        one.sum += factor * LEVELS[n >> 3 & 7];
        if (one.zone !== zone) one.zone = 0;
      }
      if (counts) marked.add(folded);
    }
    const idf = Math.round(1024 * Math.log((root.documents + 1) /
      (sums.size + 0.5))) / 1024 * (weak ? 0.2 : 1);
    if (scores || !worded) for (const [document, {sum, zone}] of sums) {
      const one = at(documents, document,
        () => ({document, score: 0, near: Array(8).fill(0)}));
      one.score += scores && idf * (sum / (1 + sum));
      one.near[zone] += counts;
    }
    scoring += counts;
    if (!word) conditions.push([sums, kind !== "excluded"]);
  }
  let found = [...documents.values()]
    .filter(({document}) => conditions.every(
      ([sums, wanted]) => sums.has(document) === wanted))
    .map(({document, score, near}) => ({document, score: Math.round(score *
      (1 + 0.15 * (Math.max(1, ...near.slice(1)) - 1) / (scoring || 1)) *
      1e6)}))
    .sort((a, b) => b.score - a.score || b.document - a.document);
  if (phrases[0]) {
    const texts = await Promise.all(found.slice(0, 50).map(
      async ({document}) => phraseOf(lower(await textOf(document)))));
    found = found.filter((_, i) => phrases.every(
      ([phrase, wanted]) => texts[i]?.includes(phrase) === wanted));
  }
  return {found, marked};
}

const NO_TEXT = "sup:has(a),annotation,script,style,.permalink," +
  ".footnote-backref,[hidden]:not([hidden=until-found])";
const BLOCKS = "p,li,pre,td,th,dd,dt,div,blockquote,summary," +
  "figcaption,h1,h2,h3,h4,h5,h6";

const get = async (url, cache) => {
  const answer = await fetch(url, {cache, signal: AbortSignal.timeout(2e4)});
  if (!answer.ok) throw Error();
  return answer;
};

const memo = (make) => {
  const known = new Map();
  return (name) => at(known, name, () => {
    const made = make(name);
    made.catch(() => known.delete(name));
    return made;
  });
};

const pageOf = memo(async (url) => {
  const page = new DOMParser().parseFromString(await (await get(url)).text(),
    "text/html");
  page.querySelectorAll(NO_TEXT).forEach((one) => one.remove());
  page.querySelectorAll("br," + BLOCKS).forEach(
    (one) => one.replaceWith(" ", one, " "));
  return page.querySelector("article,main:not(:has(article))") ?? page.body;
});

const openIndex = async (address, cache) => {
  const root = await (await get(address, cache)).json();
  if (root.version !== 1) throw Error();
  const file = (name) => get(new URL(name, address), cache);
  const load = memo(async (name) =>
    readShard(new Uint8Array(await (await file(name + ".bin")).arrayBuffer())));
  const fragment = memo(async (name) => (await file(name + ".json")).json());
  const show = async (n) =>
    (await fragment(root.fragments.split(" ")[n >> 5]))[n & 31];
  const textOf = async (n) => (await pageOf((await show(n))[0])).textContent;
  return async (words, few, typing) => {
    const {found, marked} = await ask(root, load, textOf, words, typing);
    const items = await Promise.all(found.slice(0, few).map(
      async ({document}) => itemOf(await show(document))));
    return {items, marked, total: found.length};
  };
};

/* Words, and what is between. */
function piecesOf(text, marked) {
  const isMarked = (s) => tokens(lower(s)).some(({forms, parts}) =>
    [...forms, ...parts].some((one) => marked.has(fold(one))));
  const pieces = [];
  for (const run of plain(text).trim().split(between).flatMap(runsOf)) {
    const chars = run.match(dense) ? [...run] : [run];
    chars.forEach((text, i) => {
      const hit = isMarked(text + (chars[i + 1] ?? "")) ||
        i > 0 && isMarked(chars[i - 1] + text);
      if (i && hit && pieces.at(-1).hit) pieces.at(-1).text += text;
      else pieces.push({text, hit});
    });
  }
  return pieces;
}

function bestPlace(content, marked) {
  let best = {most: -1}, id = "", name = "";
  for (const block of content.querySelectorAll(BLOCKS)) {
    const heading = /^H/.test(block.tagName);
    const own = block.cloneNode(true);
    own.querySelectorAll(BLOCKS).forEach((one) => one.remove());
    const text = own.textContent;
    id = block.id || id;
    if (heading) name = text;
    for (const line of block.matches("pre") ? text.split("\n") : [text]) {
      const pieces = piecesOf(line, marked);
      const most = new Set(pieces.filter(({hit}) => hit)
        .map(({text}) => fold(lower(text)))).size;
      if (most > best.most && pieces[0])
        best = {most, pieces, id, name: heading ? "" : name};
    }
  }
  return best;
}

const make = (name, text, attributes) => Object.assign(
  document.createElement(name), {textContent: text}, attributes);

const addTo = (place, s) =>
  place.append(place.textContent && s && " · ", make("bdi", s));

async function addExcerpt(item, marked) {
  const {href, children: [link, place]} = item, page = await pageOf(href);
  const {most, pieces, id, name} =
    bestPlace(page.querySelector(".content") ?? page, marked);
  if (!pieces) return;
  const first = pieces.findIndex(({hit}) => hit);
  const from = Math.max(0, first - 16), to = first + 48;
  const textOf = (from, to) =>
    pieces.slice(from, to).map(({text}) => text).join("");
  if (most) {
    /* Browsers look for whole words. */
    link.href = `${href}#${id}:~:text=` +
      encodeURIComponent(textOf(0, first).split(/[\s、。]/).pop() +
        textOf(first).match(/^[^\s、。]+(?: \S+){0,2}/)).replace(/-/g, "%2D");
    addTo(place, name);
  }
  const excerpt = make("p", from ? "… " : "", {dir: "auto"});
  excerpt.append(...pieces.slice(from, to).map(
    ({text, hit}) => hit ? make("mark", text) : text),
  to < pieces.length ? " …" : "");
  item.append(excerpt);
}

function itemOf([href, title, , section, date]) {
  const item = make("li", "", {href}), place = make("small");
  item.append(make("a", title, {href, dir: "auto"}), place);
  addTo(place, section);
  addTo(place, date);
  return item;
}

function connect(form) {
  const [field, status, list, more] =
    ["input", "[role=status]", "ol", "[type=button]"]
      .map((selector) => form.querySelector(selector) ?? {});
  const words = form.dataset, whole = form.closest(".search-page");
  let turn = 0, index, timer;
  const show = (said, items = [], total = 0) => {
    clearTimeout(timer);
    status.textContent = said;
    list.replaceChildren(...items);
    more.hidden = items.length >= total;
  };
  const run = async (typing, few = whole ? 10 : 5) => {
    const mine = ++turn, question = field.value.trim();
    if (!question) return show("");
    const search = async (cache) => {
      if (cache || !index)
        index = openIndex(new URL(words.index, location), cache);
      return (await index)(question, few, typing);
    };
    clearTimeout(timer);
    timer = setTimeout(show, 800, words.wait);
    const {items, marked, total} = await search()
      .catch(() => search("reload")).catch(() => ({}));
    if (mine !== turn) return;
    if (!items) return show(words.failed);
    show((total > 1 ? words.foundOther : total ? words.foundOne : words.none)
      .replace("{count}", total), items, total);
    more.onclick = async () => {
      await run(typing, few + 10);
      list.children[few]?.querySelector("a").focus();
    };
    timer = setTimeout(() => items.forEach(
      (item) => addExcerpt(item, marked).catch(() => {})), typing ? 200 : 0);
  };
  field.oninput = () => run(true);
  form.onkeydown = (event) => {
    if (event.isComposing) return;
    const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
    const stops = [...form.querySelectorAll(
      "input,li a,[type=button]:not([hidden])")];
    const to = by && stops[stops.indexOf(event.target) + by];
    if (to) {
      event.preventDefault();
      to.focus();
    } else if (event.key === "Escape") {
      field.value = "";
      run();
      field.focus();
    }
  };
  if (whole) {
    form.onsubmit = (event) => run(event.preventDefault());
    field.onchange = () => history.replaceState(
      null, "", "?" + new URLSearchParams({q: field.value}));
    field.value ||= new URL(location).searchParams.get("q");
  }
  run(!whole);
}

globalThis.document?.querySelectorAll("form[data-index]").forEach(connect);
