/* SPDX-License-Identifier: MIT */
/* The search (docs/search.md): tokens and ranking as in src/search, step by
   step, so that the order is the same; then the form. */
(() => {
    "use strict";
    const ZONES = 7, FRAGMENT = 32, MOST_FORM = 48, MOST_TERMS = 32;
    const LEVELS = [0.30, 0.48, 0.77, 1.23, 1.97, 3.15, 5.00, 8.00];
    const PLAIN = {ß: "ss", æ: "ae", ð: "d", đ: "d", ø: "o", þ: "th", ħ: "h",
                   ı: "i", ł: "l", œ: "oe"};
    const encoder = new TextEncoder();
    const decoder = new TextDecoder();
    const letter = /^[\p{L}\p{N}\p{M}]$/u;
    const dense = new RegExp("^[\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF" +
        "\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u31F0-\u31FF\u3400-\u4DBF" +
        "\u4E00-\u9FFF\uAC00-\uD7A3\uF900-\uFAFF\u{20000}-\u{3FFFF}]$", "u");
    const size = (s) => encoder.encode(s).length;

    const lower = (s) => Array.from(s.normalize("NFC"), (c) =>
        c === "İ" ? "i" : c === "Σ" || c === "ς" ? "σ" : c.toLowerCase()
    ).join("");
    const fold = (s) => /^[\0-\x7f]*$/.test(s) ? s : Array.from(s, (c) =>
        PLAIN[c] ?? (/[\uAC00-\uD7A3]/.test(c) ? c
            : c.normalize("NFD").replace(/[\u0300-\u036F]/g, ""))).join("");

    // --- tokens ---

    const sign = (c) => c !== undefined && ".:/-_+#@$%&*=~^\\".includes(c);

    /* Of runs of letters: [run, is it of a dense script?]. */
    function* runs(token) {
        let run = "", isDense = false;
        for (const c of [...token, " "]) {
            if (run && (!letter.test(c) || dense.test(c) !== isDense)) {
                yield [run, isDense];
                run = "";
            }
            if (letter.test(c)) {
                isDense = dense.test(c);
                run += c;
            }
        }
    }

    function formsOf(token, isDense) {
        const forms = [];
        const add = (kind, text) => {
            if (text && size(text) <= MOST_FORM && forms.length < 64)
                forms.push([kind, text]);
        };
        const core = token.replace(/^[.:/\-_+#@$%&*=~^\\]+/, "")
            .replace(/([+#]*)[.:/\-_+#@$%&*=~^\\]*$/, (all, kept, at, s) =>
                at ? kept : "");
        if (!core) return forms;
        const lead = token.slice(0, token.indexOf(core));
        const dashes = /-{1,2}$/.exec(lead);
        if (dashes && /^[a-z]/.test(core)) add("option", dashes[0] + core);
        if (!isDense) {
            add("whole", core);
            for (const part of core.split(/[.:/+#@$%&*=~^\\]/))
                if (/[_-]/.test(part) && part !== core &&
                    /^[a-z0-9]/.test(part) && /[a-z0-9]$/.test(part))
                    add("part", part);
        }
        for (const [run, runDense] of runs(core)) {
            const chars = Array.from(run);
            if (runDense) {
                if (chars.length === 1) add("part", run);
                for (let i = 1; i < chars.length; i++)
                    add("part", chars[i - 1] + chars[i]);
            } else if (run !== core && !/^[0-9]{1,2}$/.test(run)) {
                add("part", run);
            }
        }
        return forms;
    }

    function* tokens(text) {
        let token = "", signs = false, isDense = false;
        for (const c of [...text, " "]) {
            if (letter.test(c) || sign(c)) {
                token += c;
                signs = signs || sign(c);
                isDense = isDense || dense.test(c);
            } else if (token) {
                yield signs || isDense ? formsOf(token, isDense)
                    : size(token) <= MOST_FORM ? [["whole", token]] : [];
                token = "";
                signs = isDense = false;
            }
        }
    }

    // --- questions ---

    const phraseOf = (text) => (" " + fold(text) + " ")
        .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ");

    function parse(words) {
        const terms = [], phrases = [];
        const add = (kind) => {
            const term = {kind, forms: [], parts: []};
            if (terms.length === MOST_TERMS) return null;
            terms.push(term);
            return term;
        };
        const addWords = (text, kind) => {
            for (const forms of tokens(text)) {
                let term = null;
                for (const [what, form] of forms) {
                    const part = what === "part";
                    const alone = part && forms[0][0] === "part";
                    if (!term || alone) term = add(kind);
                    if (!term) return;
                    if (part && !alone) {
                        if (term.parts.length < 16) term.parts.push(form);
                    } else {
                        term.forms.push(form);
                    }
                }
            }
        };
        const cut = decoder.decode(encoder.encode(words).slice(0, 1000))
            .replace(/\uFFFD+$/, "");
        for (const [part] of lower(cut).matchAll(/"[^"]*"?|[^\s"]+/g)) {
            if (part[0] === '"') {
                const text = part.replace(/"/g, "");
                const phrase = phraseOf(text);
                if (phrase.length > 2) phrases.push(phrase);
                addWords(text, "required");
            } else if (/^-[\p{L}\p{N}\p{M}]/u.test(part)) {
                addWords(part.slice(1), "excluded");
            } else if (/^(tag|section):./.test(part)) {
                add("filter")?.forms.push(fold(part));
            } else {
                addWords(part, "word");
            }
        }
        return {terms, phrases};
    }

    // --- shards ---

    function reader(bytes) {
        let at = 0;
        const take = (n) => bytes.subarray(at, at += n);
        const uint = () => {
            for (let n = 0, scale = 1; at < bytes.length; scale *= 128) {
                const byte = bytes[at++];
                n += (byte & 127) * scale;
                if (byte < 128) return n;
            }
            throw new Error("damaged");
        };
        return {take, uint, left: () => at < bytes.length};
    }

    function readShard(bytes) {
        const {take, uint} = reader(bytes);
        const join = (a, n, b) => Uint8Array.of(...a.subarray(0, n), ...b);
        let last;
        const form = () => {
            last = join(last, uint(), take(uint()));
            const key = join(last, last.length - uint(), take(uint()));
            const text = decoder.decode(last);
            return {form: text, folded: fold(text), key: decoder.decode(key)};
        };
        const all = (read) => {
            last = new Uint8Array();
            return Array.from({length: uint()}, read);
        };
        if (decoder.decode(take(8)) !== "crumb-s1") throw new Error("damaged");
        uint();
        uint();
        return {
            entries: all(() => {
                const entry = form();
                const head = uint();
                return {...entry, common: head % 2, bytes: take(head >> 1)};
            }),
            aliases: all(form),
        };
    }

    /* Calls with each document's number, level and zone. */
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

    const countOf = (entry) => {
        let n = 0;
        eachPosting(entry, () => n++);
        return n;
    };

    /* How often bytes were added, left out, exchanged or swapped; 3: more. */
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

    // --- ranking ---

    /* `load(name)`: bytes of a file; `textOf(n)`: the text of a document. */
    async function ask(root, load, words, {typing = false, textOf} = {}) {
        const names = root.shards ? root.shards.split(" ") : [];
        const lows = names.map((name) => name.slice(1, name.lastIndexOf("-")));
        const hex = (s) => Array.from(encoder.encode(s),
            (b) => b.toString(16).padStart(2, "0")).join("");
        const shardOf = (key) => {
            const wanted = hex(key);
            let low = 0, high = names.length;
            while (high - low > 1) {
                const middle = (low + high) >> 1;
                if (lows[middle] <= wanted) low = middle;
                else high = middle;
            }
            const name = names[low];
            return name ? load(name).then((bytes) =>
                bytes.shard ??= readShard(bytes)) : {entries: [], aliases: []};
        };
        let hits;
        const addHit = (entry, factor) => {
            if (hits.length < 64 && !hits.some((hit) => hit.entry === entry))
                hits.push({entry, factor});
        };
        const addKey = async (key, form, folded, factor) => {
            for (const entry of (await shardOf(key)).entries)
                if (entry.key === key)
                    addHit(entry, factor * (entry.form === form ? 1
                        : entry.folded === folded ? 0.95 : 0.9));
        };
        const addForm = async (form, factor) => {
            const folded = fold(form);
            const shard = await shardOf(folded);
            let last = "";
            for (const entry of shard.entries)
                if ((entry.key === folded || entry.folded === folded) &&
                    entry.key !== last)
                    await addKey(last = entry.key, form, folded, factor);
            for (const alias of shard.aliases)
                if (alias.folded === folded)
                    await addKey(alias.key, form, folded, factor);
        };
        const addLonger = async (form) => {
            const folded = fold(form);
            (await shardOf(folded)).entries
                .filter((entry) => entry.folded.startsWith(folded))
                .map((entry, i) => ({entry, i, n: countOf(entry)}))
                .sort((a, b) => b.n - a.n || a.i - b.i).slice(0, 16)
                .forEach(({entry}) => addHit(entry, 0.5));
        };
        const addSlips = async (form) => {
            const folded = fold(form);
            const wanted = encoder.encode(folded), n = wanted.length;
            const most = n < 4 ? 0 : n < 8 ? 1 : 2;
            const {entries} = await shardOf(folded);
            for (let slips = 1; slips <= most && !hits.length; slips++)
                for (const entry of entries)
                    if (slipsOf(encoder.encode(entry.folded), wanted) === slips)
                        addHit(entry, 0.4);
        };
        const N = root.documents, weakWords = root.weak.split(" ");
        const {terms, phrases} = parse(words);
        const scores = new Float64Array(N), sums = new Float64Array(N);
        const zones = new Uint8Array(N), near = new Uint8Array(N * 8);
        const have = new Uint8Array(N), state = new Uint8Array(N);
        const marked = new Set();
        let scoring = 0;
        const count = (...kinds) =>
            terms.filter(({kind}) => kinds.includes(kind)).length;
        // The shards of all words at once.
        await Promise.all(terms.flatMap(({forms}) => forms.slice(0, 1))
            .map((form) => shardOf(fold(form))));
        for (const [i, term] of terms.entries()) {
            hits = [];
            const last = typing && i + 1 === terms.length;
            const weak = term.kind === "word" && term.forms.length === 1 &&
                !last && weakWords.includes(term.forms[0]);
            scoring += term.kind === "required" || term.kind === "word" && !weak;
            for (const form of term.forms)
                if (!hits.length) await addForm(form, 1);
            const first = term.forms[0];
            if (term.kind === "word" && first &&
                (last || !hits.length && size(first) >= 3))
                await addLonger(first);
            for (const part of term.parts)
                if (!hits.length) await addForm(part, 0.6);
            if (term.kind === "word" && first && !hits.length)
                await addSlips(first);
            const touched = [];
            for (const {entry, factor} of hits)
                eachPosting(entry, (document, level, zone) => {
                    if (sums[document] === 0) {
                        touched.push(document);
                        zones[document] = zone;
                    } else if (zones[document] !== zone) {
                        zones[document] = 0;
                    }
                    sums[document] += factor * LEVELS[level];
                });
            const df = touched.length;
            const idf = Math.floor(1024 *
                Math.log(1 + (N - df + 0.5) / (df + 0.5)) + 0.5) / 1024 *
                (weak ? 0.2 : 1);
            for (const document of touched) {
                const sum = sums[document];
                sums[document] = 0;
                if (term.kind === "excluded") {
                    state[document] |= 2;
                    continue;
                }
                state[document] |= 1;
                if (term.kind !== "word") have[document]++;
                if (term.kind !== "filter") {
                    scores[document] += idf * (sum / (1 + sum));
                    near[document * 8 + zones[document]] += !weak;
                }
            }
            if (!weak && (term.kind === "word" || term.kind === "required"))
                hits.forEach(({entry}) => marked.add(entry.folded));
        }
        const required = count("required", "filter");
        let found = [];
        for (let document = 0; document < N; document++) {
            if (state[document] !== 1 || have[document] !== required) continue;
            let most = 1;
            for (let zone = 1; zone <= ZONES; zone++)
                most = Math.max(most, near[document * 8 + zone]);
            const score = scores[document] * (1 + 0.15 * (most - 1) / (scoring || 1));
            found.push({document, score: Math.floor(score * 1e6 + 0.5)});
        }
        found.sort((a, b) => b.score - a.score || b.document - a.document);
        if (phrases.length && textOf) {
            const texts = await Promise.all(found.slice(0, 50).map(
                async ({document}) => phraseOf(lower(await textOf(document)))));
            found = found.filter((_, i) => texts[i] !== undefined &&
                phrases.every((phrase) => texts[i].includes(phrase)));
        }
        return {found, marked};
    }

    if (typeof module !== "undefined") {
        module.exports = {ask};
        return;
    }
    // --- the form ---

    const BLOCKS = "p,li,pre,td,th,dd,dt,blockquote,figcaption,h1,h2,h3,h4,h5,h6";

    const get = async (url, options) => {
        const answer = await fetch(url, options);
        if (!answer.ok) throw new Error(answer.status);
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
        const text = await (await get(url)).text();
        const page = new DOMParser().parseFromString(text, "text/html");
        return page.querySelector("main .content") ??
            page.querySelector("main") ?? page.body;
    });

    const indexAt = memo(async (address) => {
        const load = memo(async (name) => {
            const json = name[0] === "f";
            const url = new URL(name + (json ? ".json" : ".bin"), address);
            const answer = await get(url);
            return json ? answer.json()
                : new Uint8Array(await answer.arrayBuffer());
        });
        const open = async (options) =>
            (await get(address, options)).json();
        let root = await open();
        const show = async (n) => (await load(root.fragments.split(" ")[
            Math.floor(n / FRAGMENT)]))[n % FRAGMENT];
        const textOf = async (n) => (await pageOf((await show(n))[0]))
            .textContent;
        const search = async (words, few, typing) => {
            const {found, marked} = await ask(root, load, words,
                {typing, textOf});
            const answers = await Promise.all(found.slice(0, few)
                .map(({document}) => show(document)));
            return {answers, marked, total: found.length};
        };
        /* A new version of the site has files of other names. */
        return (...question) => search(...question).catch(async () => {
            root = await open({cache: "reload"});
            return search(...question);
        });
    });

    const isMarked = (word, marked) => [...tokens(lower(word))].some((forms) =>
        forms.some(([, form]) => marked.has(fold(form))));

    /* The block that has most of the words, and the heading above it. */
    function bestPlace(content, marked) {
        let best = {most: 0}, heading = "";
        for (const block of content.querySelectorAll(BLOCKS)) {
            if (/^H\d$/.test(block.tagName)) heading = block.id || heading;
            if (block.querySelector(BLOCKS)) continue;
            const pieces = block.textContent.trim().split(/\s+/)
                .map((text) => ({text, hit: isMarked(text, marked)}));
            const most = new Set(pieces.filter(({hit}) => hit)
                .map(({text}) => fold(lower(text)))).size;
            if (most > best.most) best = {most, pieces, heading};
        }
        return best;
    }

    function make(name, text, attributes) {
        const element = document.createElement(name);
        element.textContent = text;
        return Object.assign(element, attributes);
    }

    async function addExcerpt([url], marked, item) {
        const {most, pieces, heading} = bestPlace(await pageOf(url), marked);
        if (!most) return;
        const first = pieces.findIndex(({hit}) => hit);
        const from = Math.max(0, first - 8), to = first + 24;
        const word = pieces[first].text
            .replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, "");
        item.querySelector("a").href = url + "#" + heading + ":~:text=" +
            encodeURIComponent(word).replace(/-/g, "%2D");
        const excerpt = make("p", from ? "… " : "");
        for (const {text, hit} of pieces.slice(from, to))
            excerpt.append(hit ? make("mark", text) : text, " ");
        excerpt.append(to < pieces.length ? "…" : "");
        item.append(excerpt);
    }

    function itemOf([url, title, date, section]) {
        const item = make("li", "");
        item.append(make("a", title, {href: url}),
            make("small", [section, date].filter(Boolean).join(" · ")));
        return item;
    }

    function connect(form) {
        const field = form.querySelector("input");
        const status = form.querySelector("[role=status]");
        const list = form.querySelector("ol");
        const words = form.dataset;
        const whole = !words.page;
        const address = new URL(words.index, location.href).href;
        let serial = 0;
        const show = (said, items) => {
            status.textContent = said;
            list.replaceChildren(...items);
        };
        const run = async (typing) => {
            const turn = ++serial;
            const question = field.value.trim();
            if (!question) return show("", []);
            try {
                const search = await indexAt(address);
                const {answers, marked, total} =
                    await search(question, whole ? 10 : 5, typing);
                if (turn !== serial) return;
                const items = answers.map(itemOf);
                const said = total === 0 ? words.none
                    : total === 1 ? words.foundOne : words.foundOther;
                show(said.replace("{count}", total), items);
                answers.forEach((answer, i) =>
                    addExcerpt(answer, marked, items[i]).catch(() => {}));
            } catch {
                if (turn === serial) show(words.failed, []);
            }
        };
        field.addEventListener("input", () => run(true));
        form.addEventListener("keydown", (event) => {
            const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
            const stops = [field, ...list.querySelectorAll("a")];
            const to = by && stops[stops.indexOf(document.activeElement) + by];
            if (to) {
                event.preventDefault();
                to.focus();
            } else if (event.key === "Escape") {
                field.value = "";
                run();
                field.focus();
            }
        });
        form.addEventListener("submit", (event) => {
            if (!whole) return;
            event.preventDefault();
            history.replaceState(null, "",
                "?q=" + encodeURIComponent(field.value));
            run();
        });
        if (whole) field.value ||=
            new URLSearchParams(location.search).get("q") ?? "";
        run(!whole);
    }

    document.querySelectorAll("form[data-index]").forEach(connect);
})();
