/* SPDX-License-Identifier: MIT */
/* docs/search.md: tokens and ranking are those of src/search, step by step. */

const MOST_FORM = 96, MOST_TERMS = 32, FRAGMENT = 32;
const LEVELS = [0.3, 0.5, 0.85, 1.45, 2.5, 4.3, 7.5, 13];
const PLAIN = {ß: "ss", æ: "ae", ð: "d", đ: "d", ø: "o", þ: "th", ħ: "h",
  ı: "i", ł: "l", œ: "oe"};
const MARKS = /[\u0300-\u036F\u0591-\u05C7\u064B-\u065F]/g;
const encoder = new TextEncoder(), decoder = new TextDecoder();
const LETTER = "\\p{L}\\p{N}\\p{M}", SIGN = ".:/\\-_+#@$%&*=~^\\\\";
const DENSE = "\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF" +
  "\u3005-\u3007\u3040-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF" +
  "\uAC00-\uD7A3\uF900-\uFAFF\u{20000}-\u{3FFFF}";
const regexp = (source) => new RegExp(source, "gu");
const letters = regexp(`[${LETTER}]+`), others = regexp(`[^${LETTER}]+`);
const runs = regexp(`[${DENSE}]+|[^${DENSE}]+`);
const dense = new RegExp(`[${DENSE}]`, "u"), eachDense = regexp(`[${DENSE}]`);
const sign = new RegExp(`[${SIGN}]`);
const joints = new RegExp(`[${SIGN.replace("\\-_", "")}]`);
const outside = new RegExp(`^([${SIGN}]*)(.*?)([+#]*)[${SIGN}]*$`, "su");
const size = (s) => encoder.encode(s).length;

const plain = (s) => s.replace(/\xAD/g, ""); /* without soft hyphens */
const lower = (s) => plain(s).normalize("NFC").replace(/[^]/gu, (c) =>
  c === "İ" ? "i" : c.toLowerCase()).replace(/ς/g, "σ");
const fold = (s) => s.replace(/[^\0-\x7f]/gu, (c) => PLAIN[c] ??
  (c >= "\uAC00" && c <= "\uD7A3" ? c
    : c.normalize("NFD").replace(MARKS, "")));

/* [is it a part?, text] */
function formsOf(token) {
  const forms = [];
  const add = (kind, text) => {
    if (text && size(text) <= MOST_FORM && forms.length < 64)
      forms.push([kind, text]);
  };
  const isDense = dense.test(token);
  if (!isDense && !sign.test(token)) {
    add(0, token);
    return forms;
  }
  const [, lead, inner, plus] = outside.exec(token);
  if (!inner) return forms;
  const core = inner + plus;
  const [dashes] = /-{0,2}$/.exec(lead);
  if (dashes && /^[a-z]/.test(core)) add(0, dashes + core);
  if (!isDense) {
    add(0, core);
    for (const part of core.split(joints))
      if (part !== core && /^[a-z0-9].*[_-].*[a-z0-9]$/u.test(part))
        add(1, part);
  }
  for (const run of core.match(letters).flatMap((run) => run.match(runs))) {
    const chars = [...run];
    if (!dense.test(run)) {
      if (run !== core && !/^\d{1,2}$/.test(run)) add(1, run);
    } else if (chars.length === 1) {
      add(1, run);
    } else {
      chars.slice(1).forEach((c, i) => add(1, chars[i] + c));
    }
  }
  return forms;
}

const token = regexp(`[${LETTER}${SIGN}]+`);
const between = regexp(`([^${LETTER}${SIGN}]+|[.:]+(?![${LETTER}${SIGN}]))`);
const tokens = (text) => (text.match(token) ?? []).map(formsOf);

const phraseOf = (text) =>
  ` ${fold(text).replace(eachDense, " $& ")} `.replace(others, " ");

function parse(words) {
  const terms = [], phrases = [];
  const add = (kind) => {
    if (terms.length < MOST_TERMS)
      return terms[terms.push({kind, forms: [], parts: []}) - 1];
  };
  const addWords = (text, kind) => {
    for (const forms of tokens(text)) {
      const alone = forms[0]?.[0];
      let term;
      for (const [part, form] of forms) {
        if (!term || alone) term = add(kind);
        if (!term) return;
        if (!part || alone) term.forms.push(form);
        else if (term.parts.length < 16) term.parts.push(form);
      }
    }
  };
  const cut = decoder.decode(encoder.encode(words).slice(0, 1000))
    .replace(/\uFFFD+$/, "");
  for (const [part] of lower(cut).matchAll(/"[^"]*"?|[^\s"]+/g)) {
    if (part[0] === '"') {
      const text = part.replace(/"/g, "");
      if (phraseOf(text).length > 2) phrases.push(phraseOf(text));
      addWords(text, "required");
    } else if (regexp(`^-[${LETTER}]{2}`).test(part)) {
      addWords(part.slice(1), "excluded");
    } else if (/^(tag|section):./.test(part)) {
      add("filter")?.forms.push(fold(part));
    } else {
      addWords(part, "word");
    }
  }
  return {terms, phrases};
}

function reader(bytes) {
  let at = 0;
  const left = () => bytes.length - at;
  const take = (n) => {
    if (n > left()) throw Error("damaged");
    return bytes.subarray(at, at += n);
  };
  const uint = () => {
    for (let n = 0, scale = 1; left(); scale *= 128) {
      const byte = bytes[at++];
      n += (byte & 127) * scale;
      if (byte < 128) return n;
    }
    take(1);
  };
  return {take, uint, left};
}

function readShard(bytes) {
  const {take, uint, left} = reader(bytes);
  let last;
  const join = (n) => Uint8Array.of(...last.subarray(0, n), ...take(uint()));
  const form = () => {
    last = join(uint());
    const text = decoder.decode(last);
    return {form: text, folded: fold(text),
      key: decoder.decode(join(last.length - uint()))};
  };
  const all = (read) => {
    last = new Uint8Array();
    return Array.from({length: uint()}, read);
  };
  if (decoder.decode(take(8)) !== "crumb-s1") take(Infinity);
  uint();
  const shard = {
    entries: all(() => {
      const entry = form(), head = uint();
      return {...entry, common: head % 2, bytes: take(head >> 1)};
    }),
    aliases: all(form),
  };
  if (left()) take(Infinity);
  return shard;
}

function eachPosting({bytes, common}, call) {
  if (common) {
    for (let i = 0; i < 8 * bytes.length; i++)
      if (bytes[i >> 3] >> (i & 7) & 1) call(i, 2, 0);
    return;
  }
  const {uint, left} = reader(bytes);
  for (let document = -1; left();) {
    const n = uint();
    call(document += Math.floor(n / 64), (n >> 3) & 7, n & 7);
  }
}

/* 3: more. */
function slipsOf(a, b) {
  if (Math.abs(a.length - b.length) > 2 || a.length > 64) return 3;
  const d = [];
  for (let i = 0; i <= a.length; i++) {
    d.push([i]);
    for (let j = 1; j <= b.length; j++)
      d[i][j] = !i ? j : Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1,
        d[i - 1][j - 1] + (a[i - 1] !== b[j - 1]),
        i > 1 && j > 1 && a[i - 1] === b[j - 2] &&
          a[i - 2] === b[j - 1] ? d[i - 2][j - 2] + 1 : 99);
  }
  return d[a.length][b.length];
}

/* load(name): bytes of a file; textOf(n): text of a document. */
export async function ask(root, load, words, {typing, textOf} = {}) {
  const N = root.documents, weakWords = root.weak.split(" ");
  const names = root.shards.split(" ");
  const shardOf = async (key) => {
    const wanted = Array.from(encoder.encode(key),
      (b) => b.toString(16).padStart(2, "0")).join("");
    const bytes = names[0] && await load(names.findLast((name, i) =>
      !i || name.slice(1).split("-")[0] <= wanted));
    return bytes ? bytes.shard ??= readShard(bytes) : {entries: [], aliases: []};
  };
  let hits;
  const addHit = (entry, factor) => {
    if (hits.length < 64 && !hits.some((hit) => hit.entry === entry))
      hits.push({entry, factor});
  };
  const addForm = async (form, factor) => {
    const folded = fold(form);
    const addKey = async (key) => {
      for (const entry of (await shardOf(key)).entries)
        if (entry.key === key)
          addHit(entry, factor * (entry.form === form ? 1
            : entry.folded === folded ? 0.95 : 0.9));
    };
    const shard = await shardOf(folded);
    let last = "";
    for (const {key, folded: other} of shard.entries)
      if ((key === folded || other === folded) && key !== last)
        await addKey(last = key);
    for (const alias of shard.aliases)
      if (alias.folded === folded) await addKey(alias.key);
  };
  const addLonger = async (folded) => {
    (await shardOf(folded)).entries
      .filter((entry) => entry.folded.startsWith(folded))
      .map((entry) => {
        let n = 0;
        eachPosting(entry, () => n++);
        return {entry, n};
      })
      .sort((a, b) => b.n - a.n).slice(0, 16)
      .forEach(({entry}) => addHit(entry, 0.5));
  };
  const addSlips = async (folded) => {
    const wanted = encoder.encode(folded), n = wanted.length;
    const most = n < 4 ? 0 : n < 8 ? 1 : 2;
    for (let slips = 1; slips <= most && !hits.length; slips++)
      for (const entry of (await shardOf(folded)).entries)
        if (slipsOf(encoder.encode(entry.folded), wanted) === slips)
          addHit(entry, 0.4);
  };
  const {terms, phrases} = parse(words);
  const documents = new Map(), marked = new Set();
  let scoring = 0, required = 0;
  await Promise.all(terms.map(({forms: [form]}) =>
    form && shardOf(fold(form))));
  for (const [i, {kind, forms, parts}] of terms.entries()) {
    hits = [];
    const [first] = forms, folded = fold(first ?? "");
    const word = kind === "word", filter = kind === "filter";
    const last = typing && i + 1 === terms.length;
    const weak = word && !forms[1] && !last && weakWords.includes(first);
    const counts = kind === "required" || word && !weak;
    scoring += counts;
    required += kind === "required" || filter;
    for (const form of forms) if (!hits.length) await addForm(form, 1);
    if (word && first && (last || !hits.length && size(first) >= 3))
      await addLonger(folded);
    for (const part of parts) if (!hits.length) await addForm(part, 0.6);
    if (word && first && !hits.length) await addSlips(folded);
    const touched = new Map();
    for (const {entry, factor} of hits)
      eachPosting(entry, (n, level, zone) => {
        const one = touched.get(n) ?? {sum: 0, zone};
        touched.set(n, one);
        one.sum += factor * LEVELS[level];
        if (one.zone !== zone) one.zone = 0;
      });
    const df = touched.size;
    const idf = Math.floor(1024 * Math.log(
      1 + (N - df + 0.5) / (df + 0.5)) + 0.5) / 1024 * (weak ? 0.2 : 1);
    for (const [n, {sum, zone}] of touched) {
      const one = documents.get(n) ??
        {document: n, score: 0, have: 0, near: Array(8).fill(0)};
      documents.set(n, one);
      if (kind === "excluded") one.have = NaN;
      one.have += !word;
      if (filter || kind === "excluded") continue;
      one.score += idf * (sum / (1 + sum));
      one.near[zone] += !weak;
    }
    if (counts) hits.forEach(({entry}) => marked.add(entry.folded));
  }
  let found = [...documents.values()].filter(({have}) => have === required)
    .map(({document, score, near}) => ({document, score: Math.floor(1e6 *
      score * (1 + 0.15 * (Math.max(1, ...near.slice(1)) - 1) /
        (scoring || 1)) + 0.5)}))
    .sort((a, b) => b.score - a.score || b.document - a.document);
  if (phrases.length && textOf) {
    const texts = await Promise.all(found.slice(0, 50).map(
      async ({document}) => phraseOf(lower(await textOf(document)))));
    found = found.filter((_, i) => phrases.every(
      (phrase) => texts[i]?.includes(phrase)));
  }
  return {found, marked};
}

/* No part of the text; the number of a footnote is none of the word before it. */
const ASIDE = "sup:has(a),annotation,script,style,.permalink," +
  '.footnote-backref,[hidden]:not([hidden="until-found"])';
const BLOCKS = "p,li,pre,td,th,dd,dt,blockquote,figcaption,h1,h2,h3,h4,h5,h6";

const get = async (url, cache = "default") => {
  const answer = await fetch(url, {cache, signal: AbortSignal.timeout(2e4)});
  if (!answer.ok) throw Error(url);
  return answer;
};

const memo = (make) => {
  const known = new Map();
  return (name) => {
    if (!known.has(name)) {
      known.set(name, make(name));
      known.get(name).catch(() => known.delete(name));
    }
    return known.get(name);
  };
};

const pageOf = memo(async (url) => {
  const page = new DOMParser().parseFromString(await (await get(url)).text(),
    "text/html");
  page.querySelectorAll(ASIDE).forEach((element) => element.remove());
  return page.querySelector("main") ?? page.body;
});

const openIndex = async (address, cache) => {
  const root = await (await get(address, cache)).json();
  if (root.version !== 1) throw Error("version");
  const load = memo(async (name) => {
    const json = name[0] === "f";
    const answer = await get(
      new URL(name + (json ? ".json" : ".bin"), address), cache);
    return json ? answer.json() : new Uint8Array(await answer.arrayBuffer());
  });
  const show = async (n) => (await load(root.fragments.split(" ")[
    Math.floor(n / FRAGMENT)]))[n % FRAGMENT];
  const textOf = async (n) =>
    pageOf((await show(n))[0]).then((page) => page.textContent, () => "");
  return async (words, few, typing) => {
    /* A phrase is looked for in many pages, so when it is whole. */
    const {found, marked} = await ask(root, load, words,
      {typing, textOf: (!typing || words.split('"').length % 2) && textOf});
    const answers = await Promise.all(
      found.slice(0, few).map(({document}) => show(document)));
    return {answers, marked, total: found.length};
  };
};

const isMarked = (word, marked) => tokens(lower(word)).some((forms) =>
  forms.some(([, form]) => marked.has(fold(form))));

/* Words and what is between them; characters of dense scripts. */
function piecesOf(text, marked) {
  const pieces = [];
  for (const run of plain(text).trim().split(between)
    .flatMap((part) => part.match(runs) ?? [])) {
    let before;
    (dense.test(run) ? [...run] : [run]).forEach((text, i, parts) => {
      const starts = isMarked(text + (parts[i + 1] ?? ""), marked);
      const hit = starts || before;
      if (hit && before !== undefined && pieces.at(-1).hit)
        pieces.at(-1).text += text;
      else pieces.push({text, hit});
      before = starts;
    });
  }
  return pieces;
}

function bestPlace(content, marked) {
  let best = {most: 0}, heading = "";
  for (const block of content.querySelectorAll(BLOCKS)) {
    if (/^H\d$/.test(block.tagName)) heading = block.id || heading;
    if (block.querySelector(BLOCKS)) continue;
    const pieces = piecesOf(block.textContent, marked);
    const most = new Set(pieces.filter(({hit}) => hit)
      .map(({text}) => fold(lower(text)))).size;
    if (most > best.most) best = {most, pieces, heading};
  }
  return best;
}

const make = (name, text, attributes) => Object.assign(
  document.createElement(name), {textContent: text}, attributes);

async function addExcerpt([url], marked, item) {
  const page = await pageOf(url);
  const {most, pieces, heading} =
    bestPlace(page.querySelector(".content") ?? page, marked);
  if (!most) return;
  const first = pieces.findIndex(({hit}) => hit);
  const from = Math.max(0, first - 16), to = first + 48;
  /* With the words behind it: there may be others on the page. */
  const [line] = pieces.slice(first, first + 6).map(({text}) => text)
    .join("").split("\n");
  item.querySelector("a").href = `${url}#${heading}:~:text=` +
    encodeURIComponent(line.trim()).replace(/-/g, "%2D");
  const excerpt = make("p", from ? "… " : "", {dir: "auto"});
  for (const {text, hit} of pieces.slice(from, to))
    excerpt.append(hit ? make("mark", text) : text);
  excerpt.append(to < pieces.length ? " …" : "");
  item.append(excerpt);
}

function itemOf([url, title, date, section]) {
  const item = make("li", "");
  const place = make("small", section && date ? section + " · " : section);
  place.append(make("time", date, {dir: "ltr"}));
  item.append(make("a", title, {href: url, dir: "auto"}), place);
  return item;
}

function connect(form) {
  const field = form.querySelector("input");
  const status = form.querySelector("[role=status]");
  const list = form.querySelector("ol");
  const words = form.dataset, whole = !words.page;
  const address = new URL(words.index, location.href).href;
  const more = form.querySelector("[type=button]");
  let serial = 0, few, typing, index;
  const show = (said, items = [], total = 0) => {
    status.textContent = said;
    list.replaceChildren(...items);
    if (more) more.hidden = items.length >= total;
  };
  const run = async () => {
    const turn = ++serial, question = field.value.trim();
    const isOld = () => turn !== serial;
    if (!question) return show("");
    const search = async (cache) => {
      index ??= openIndex(address, cache);
      return (await index)(question, few, typing);
    };
    const wait = setTimeout(() => isOld() || show(words.wait), 800);
    try {
      /* A new version of the site has other files. */
      const {answers, marked, total} = await search().catch(() => {
        index = undefined;
        return search("reload");
      });
      if (isOld()) return;
      const items = answers.map(itemOf);
      const said = !total ? words.none
        : total === 1 ? words.foundOne : words.foundOther;
      show(said.replace("{count}", total), items, total);
      /* Pages are not loaded for each letter. */
      setTimeout(() => isOld() || answers.forEach((answer, i) =>
        addExcerpt(answer, marked, items[i]).catch(() => {})),
      typing ? 200 : 0);
    } catch {
      if (!isOld()) show(words.failed);
    } finally {
      clearTimeout(wait);
    }
  };
  const start = (isTyping) => {
    few = whole ? 10 : 5;
    typing = isTyping;
    run();
  };
  field.addEventListener("input", () => start(true));
  more?.addEventListener("click", async () => {
    const next = few;
    few += 10;
    await run();
    list.children[next]?.querySelector("a").focus();
  });
  form.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
    const stops = [field, ...form.querySelectorAll(
      "li a, [type=button]:not([hidden])")];
    const to = by && stops[stops.indexOf(document.activeElement) + by];
    if (to) {
      event.preventDefault();
      to.focus();
    } else if (event.key === "Escape") {
      field.value = "";
      start();
      field.focus();
    }
  });
  if (whole) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      start();
    });
    field.addEventListener("change", () => history.replaceState(
      null, "", "?q=" + encodeURIComponent(field.value)));
    field.value ||= new URLSearchParams(location.search).get("q") ?? "";
  }
  start(!whole);
}

globalThis.document?.querySelectorAll("form[data-index]").forEach(connect);
