// The tools of a recipe's page, which is complete without them.
(() => {
  const tools = document.querySelector(".recipe-tools");
  if (!tools) return;
  const page = tools.closest("article");
  const units = JSON.parse(tools.dataset.units);
  const all = (selector) => [...page.querySelectorAll(selector)];
  const make = (tag, props, ...children) => {
    const made = Object.assign(document.createElement(tag), props);
    made.append(...children);
    return made;
  };
  const copy = (item) => {
    const made = item.cloneNode(true);
    for (const node of made.querySelectorAll("*")) node.removeAttribute("id");
    for (const node of made.querySelectorAll("input, .p-ingredient > p")) node.replaceWith(...node.childNodes);
    return made.childNodes;
  };

  // Quantities are exact fractions: [numerator, denominator].
  const gcd = (a, b) => (b ? gcd(b, a % b) : a);
  const fraction = (n, d = 1) => {
    const g = gcd(n, d) || 1;
    return [n / g, d / g];
  };
  const times = (a, b) => fraction(a[0] * b[0], a[1] * b[1]);
  const parse = (text) => {
    const [, whole = 0, number, parts = 1] =
      /^\s*(?:(\d{1,6}) (?=.*\/))?(\d{1,6}(?:[.,]\d{1,3})?)(?:\/(\d{1,6}))?\s*$/.exec(text) || [];
    return number ? fraction(Math.round(number.replace(",", ".") * 1000) + whole * parts * 1000, parts * 1000) : null;
  };
  const over = (a, [n, d]) => times(a, [d, n]);
  const size = ([n, d]) => n / d;
  const glyphs = {};
  for (const glyph of "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑") glyphs[glyph.normalize("NFKD").replace("⁄", "/")] = glyph;
  const number = ([n, d], name) => {
    const metric = units.names[name]?.[2];
    const large = n / d >= 10;
    const parts = d <= 12 || d === 16;
    if (!parts || (metric && (large || 1000 % d === 0))) {
      const scale = 10 ** (metric === 3 ? 3 : metric && large ? 1 : 2);
      return String(Math.round((n * scale) / d) / scale).replace(".", tools.dataset.point);
    }
    const rest = n % d && (n % d) + "/" + d;
    const whole = Math.floor(n / d) || "";
    return rest ? whole + (glyphs[rest] || (whole && " ") + rest) : n / d;
  };

  // "3/2-2 cup": the ends times the factor, and the unit.
  const read = (value, by) => {
    const [, least, most, unit] = /^([\d/]+)-?([\d/]*) ?(.*)/.exec(value);
    return [[least, most].filter(Boolean).map((end) => times(fraction(...end.split("/").map(Number)), by)), unit];
  };
  // In another unit, that of the upper end.
  const measure = ([ends, kind], system) => {
    for (const [key, name, of, least, ...steps] of units.measures) {
      const fits = (end) => size(over(end, of)) >= size(least);
      const round = (end) =>
        steps
          .map((step) => times(step, [Math.round(size(over(over(end, of), step))), 1]))
          .find((near) => near[0] && ((!steps[1] && fits(end)) || Math.abs(size(over(times(near, of), end)) - 1) <= 0.060001));
      const rounded = ends.map(round);
      if (key === system + kind && fits(ends.at(-1)) && rounded.every(Boolean)) return [rounded, name];
    }
  };
  const show = (data, by, system) => {
    let [ends, name] = read(data.value, by);
    let { one = name, many = one, gap = " " } = data.dataset;
    const same = by[0] === by[1];
    const odd = !same && ends.some((end) => end[1] > 4 && end[1] !== 8);
    const others = measure(read(data.dataset[system] || "0", by), system + " ") || (odd && measure([ends, name], ""));
    if (others) {
      [ends, name] = others;
      [one, many] = units.names[name];
      gap = " ";
    } else if (same) return data.text;
    else if (by[1] > 4) {
      const metric = units.names[name]?.[2];
      const whole = (end) => (metric === 1 && size(end) >= 10 ? [Math.round(size(end)), 1] : end);
      ends = ends.map((end) => (metric ? whole(end) : measure([[end], ""], "metric ")?.[0][0] || end));
    }
    for (const [from, to, better, step, low, high] of units.steps) {
      const cups = [from, to].includes("cup") && (system || tools.dataset.system) !== "us";
      const fits = (end) => size(end) >= size(low) && size(end) < size(high) && (!step[0] || over(end, step)[1] === 1);
      if (name === from && gap.trim().length < 2 && !cups && ends.every(fits)) {
        ends = ends.map((end) => times(end, better));
        [one, many] = units.names[(name = to)];
      }
    }
    const last = size(ends.at(-1));
    return [...new Set(ends.map((end) => number(end, name)))].join("–") + (name && gap) + (last > 1 ? many : one);
  };

  // "egg" or "eggs".
  const nouns = all("data.noun");
  const amounts = all("data.amount");
  const heats = all("data.heat");
  for (const data of [...amounts, ...heats, ...nouns]) data.text = data.textContent;
  let factor = [1, 1];
  const form = tools.elements;
  const update = () => {
    const system = form.units.value;
    const once = factor[0] === factor[1];
    for (const data of amounts) data.textContent = show(data, factor, system);
    for (const noun of nouns) {
      const last = size(read(noun.value, factor)[0].pop());
      noun.textContent = once ? noun.text : last > 1 ? noun.dataset.many : noun.dataset.one;
    }
    for (const data of heats) data.textContent = data.dataset[system] || data.text;
    for (const button of all("[data-x]")) button.ariaPressed = size(parse(button.dataset.x)) === size(factor);
    if (form.pieces) form.pieces.value = Math.round(size(factor) * tools.dataset.pieces * 100) / 100;
    listed.replaceChildren(...ingredients.map((item) => make("li", {}, ...copy(item))));
    for (const step of steps) {
      step.uses ??= step.appendChild(make("small"));
      const uses = (step.className.match(/uses-\d+/g) || []).map((use) => ingredients[use.slice(5) - 1]);
      step.uses.replaceChildren(...uses.flatMap((item, i) => [i ? " · " : "", ...copy(item)]));
    }
    form.note.hidden = once;
    const url = new URL(location);
    if (once) url.searchParams.delete("x");
    else url.searchParams.set("x", factor[1] === 1 ? factor[0] : factor.join("/"));
    history.replaceState(null, "", url);
  };
  const scale = (to) => {
    if (to?.[0] && size(to) <= 1000 && to[1] <= 1e6) factor = fraction(...to);
    update();
  };
  tools.onclick = ({ target }) => {
    if (!target.dataset.x) return;
    form.have.value = "";
    if (form.tin) form.tin.selectedIndex = 0;
    scale(parse(target.dataset.x));
  };
  tools.onchange = ({ target }) => {
    if (target === form.units) update();
    const wanted = parse(target.value);
    if (target === form.pieces && wanted) scale(over(wanted, [+tools.dataset.pieces, 1]));
    if (target === form.tin) scale([+target.value, +tools.dataset.area]);
    const mine = parse(form.have.value);
    if ([form.have, form.of].includes(target) && mine) scale(over(mine, read(amounts[form.of.value].value, [1, 1])[0][0]));
  };
  const ingredients = all(".p-ingredient");
  for (const item of ingredients) {
    const first = item.querySelector("data.amount");
    if (first) form.of.append(new Option(item.textContent.trim(), amounts.indexOf(first)));
  }
  form.of.parentNode.hidden = !form.of[0];

  // The ingredients beside the steps.
  const steps = all(".step");
  const listed = make("ul");
  const open = matchMedia("(min-width: 75rem)").matches;
  const beside = make("details", { className: "recipe-beside", open }, make("summary", {}, tools.dataset.ingredients), listed);
  const headed = (item) => {
    let node = item.closest(".content > *");
    while (node.previousElementSibling && node.tagName !== "H2") node = node.previousElementSibling;
    return node;
  };
  headed(ingredients[0]).after(tools);
  if (steps[0]) headed(steps[0]).after(beside);

  for (const item of [...ingredients, ...steps]) {
    const onchange = ({ target }) => item.classList.toggle("done", target.checked);
    item.prepend(make("input", { type: "checkbox", ariaLabel: item.textContent.trim().slice(0, 60), onchange }));
  }

  // When each step begins.
  const ready = page.querySelector(".recipe-timeline input");
  if (ready) {
    ready.parentNode.hidden = false;
    ready.onchange = () => {
      for (const row of ready.value ? all("[data-before]") : []) {
        row.textContent = new Date(new Date(ready.value) - row.dataset.before * 1000).toLocaleString(document.documentElement.lang, { weekday: "short", hour: "2-digit", minute: "2-digit" });
      }
    };
  }

  tools.hidden = false;
  scale(parse(new URL(location).searchParams.get("x")));

  // Timers and cook mode, if there is a dialog.
  const cook = page.querySelector(".cook");
  form.cook.hidden = !cook || !steps[0];
  if (form.cook.hidden) return;
  const timers = cook.querySelector(".recipe-timers");
  page.append(timers);
  const ring = () => {
    const audio = new AudioContext();
    for (const at of [0, 0.4, 0.8]) {
      const tone = audio.createOscillator();
      tone.connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.2);
    }
    setTimeout(() => audio.close(), 2000);
  };
  document.addEventListener("click", ({ target }) => {
    const time = target.closest("time[role]");
    if (!time) return;
    const end = Date.now() + time.dataset.seconds * 1000;
    const timer = make("button", { title: tools.dataset.stop, onclick: () => timer.remove() });
    timers.append(timer);
    const tick = () => {
      if (!timer.isConnected) return;
      const left = Math.max(0, Math.round((end - Date.now()) / 1000));
      const clock = [left / 3600, (left / 60) % 60, left % 60].map((part) => String(Math.floor(part)).padStart(2, "0"));
      timer.textContent = clock.join(":") + " · " + time.textContent;
      if (left) return setTimeout(tick, 500);
      timer.className = "over";
      timers.firstChild.textContent = timers.firstChild.dataset.over + ": " + time.textContent;
      ring();
    };
    tick();
  });
  for (const time of all(".step time")) Object.assign(time, { tabIndex: 0, role: "button" });
  document.addEventListener("keydown", (event) => {
    const by = cook.open && { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) move(document.dir === "rtl" ? -by : by);
    if (![" ", "Enter"].includes(event.key) || !event.target.matches("time[role]")) return;
    event.preventDefault();
    event.target.click();
  });

  let at = 0, lock;
  const move = (by) => {
    if (steps[at + by]) at += by;
    cook.querySelector("div").replaceChildren(make("p", {}, at + 1 + " / " + steps.length), ...copy(steps[at]));
  };
  cook.onclick = ({ target }) => {
    if (target.name) cook.close();
    if (target.dataset.by) move(+target.dataset.by);
  };
  cook.onclose = () => {
    page.append(timers);
    lock?.release();
  };
  form.cook.onclick = async () => {
    cook.append(timers);
    cook.showModal();
    move(0);
    lock = await navigator.wakeLock?.request("screen").catch(() => null);
  };
})();
