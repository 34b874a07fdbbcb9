// The tools of a recipe's page: other quantities and units, ticks, timers, and
// one step a screen. Without this script the page is plain and complete.
(() => {
  const tools = document.querySelector(".recipe-tools");
  if (!tools) return;
  const page = tools.closest("article");
  const words = JSON.parse(tools.dataset.words);
  const own = tools.dataset.system;
  const all = (selector, root = page) => [...root.querySelectorAll(selector)];
  const make = (tag, text, props) =>
    Object.assign(document.createElement(tag), { textContent: text }, props);

  // Quantities are exact fractions: [numerator, denominator].
  const gcd = (a, b) => (b ? gcd(b, a % b) : a);
  const fraction = (n, d = 1) => {
    const g = gcd(n, d) || 1;
    return [n / g, d / g];
  };
  const times = (a, b) => fraction(a[0] * b[0], a[1] * b[1]);
  const parse = (text) => {
    const decimal = /^\s*(\d{1,6})(?:[.,](\d{1,3}))?\s*$/.exec(text);
    if (decimal) {
      const scale = 10 ** (decimal[2] || "").length;
      return fraction(+(decimal[1] + (decimal[2] || "")), scale);
    }
    const parts = /^\s*(?:(\d{1,6}) )?(\d{1,6})\/(\d{1,6})\s*$/.exec(text);
    return parts && +parts[3] ? fraction((+parts[1] || 0) * parts[3] + +parts[2], +parts[3]) : null;
  };
  const glyphs = {};
  for (const glyph of "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞") glyphs[glyph.normalize("NFKD").replace("⁄", "/")] = glyph;
  const metric = { g: 1, kg: 3, mg: 1, ml: 1, cl: 1, dl: 1, l: 3, cm: 1, mm: 1 };
  const number = ([n, d], unit) => {
    const thirds = d <= 16 && 1000 % d && n / d < 10;
    if ((unit in metric && !thirds) || d > 16) {
      const places = metric[unit] === 3 ? 3 : unit in metric && n / d >= 10 ? 1 : 2;
      return String(Math.round((n / d) * 10 ** places) / 10 ** places).replace(".", tools.dataset.point);
    }
    const rest = n % d && (n % d) + "/" + d;
    const whole = Math.floor(n / d) || "";
    return rest ? whole + (glyphs[rest] || (whole && " ") + rest) : n / d + "";
  };

  // From, to, factor, the step and bounds within which the other unit is better.
  const better = [
    ["g", "kg", [1, 1000], 1, 1000, Infinity], ["ml", "l", [1, 1000], 1, 1000, Infinity],
    ["kg", "g", [1000, 1], 0, 0, 1], ["l", "ml", [1000, 1], 0, 0, 1],
    ["tsp", "tbsp", [1, 3], 3, 3, Infinity], ["tbsp", "cup", [1, 16], 4, 4, Infinity],
    ["tbsp", "tsp", [3, 1], 0, 0, 1], ["cup", "tbsp", [16, 1], 1 / 16, 0, 1 / 4],
    ["oz", "lb", [1, 16], 4, 16, Infinity],
  ];
  const show = (data, factor, system) => {
    const value = data.dataset[system] || data.value;
    if (factor[0] === factor[1] && value === data.value) return data.text;
    const [, least, most, unit = ""] =
      /^((?:\d+ )?\d+\/\d+|\d+)(?:-((?:\d+ )?\d+\/\d+|\d+))?(?: (.*))?$/.exec(value);
    let ends = [least, most].filter(Boolean).map((end) => times(parse(end), factor));
    let name = unit;
    for (const [from, to, by, step, low, high] of better) {
      const fits = ([n, d]) => n / d >= low && n / d < high && (!step || (n / d / step) % 1 === 0);
      const cups = (from === "cup" || to === "cup") && (system || own) === "metric";
      if (name === from && words[to] && !cups && ends.every(fits)) {
        ends = ends.map((end) => times(end, by));
        name = to;
      }
    }
    const last = ends[ends.length - 1];
    const known = words[name] || [name, name];
    const typed = value === data.value && name === unit;
    const one = (typed && data.dataset.one) || known[0];
    const many = (typed && (data.dataset.many || data.dataset.one)) || known[1];
    const tight = typed && unit in metric && !/\s/.test(data.text);
    return ends.map((end) => number(end, name)).join("–") +
      (name && (tight ? "" : " ") + (last[0] <= last[1] ? one : many));
  };

  // "egg" or "eggs".
  const nouns = all(".noun").map((noun) => [noun, noun.textContent, noun.parentElement.querySelector("data.amount")]);
  const amounts = all("data.amount");
  const heats = all("data.heat");
  for (const data of [...amounts, ...heats]) data.text = data.textContent;
  let factor = [1, 1];
  const form = tools.elements;
  const update = () => {
    const system = form.units.value;
    for (const data of amounts) data.textContent = show(data, factor, system);
    for (const [noun, typed, data] of nouns) {
      const [n, d] = times(parse(/[\d/ ]+$/.exec(data.value)[0].trim()), factor);
      noun.textContent = factor[0] === factor[1] ? typed : n <= d ? noun.dataset.one : noun.dataset.many;
    }
    for (const data of heats) data.textContent = data.dataset[system] || data.text;
    for (const button of all("button[data-x]", tools)) {
      const [n, d] = parse(button.dataset.x);
      button.setAttribute("aria-pressed", n === factor[0] && d === factor[1]);
    }
    if (form.pieces) form.pieces.value = Math.round((factor[0] / factor[1]) * tools.dataset.pieces * 100) / 100;
    listed.replaceChildren(...ingredients.map((item) => make("li", item.textContent.trim())));
    form.note.hidden = factor[0] === factor[1];
    const url = new URL(location);
    if (factor[0] === factor[1]) url.searchParams.delete("x");
    else url.searchParams.set("x", factor[1] === 1 ? factor[0] : factor.join("/"));
    history.replaceState(null, "", url);
  };
  const scale = (to) => {
    if (!to || !to[0] || to[0] / to[1] > 1000 || to[1] > 1e6) return;
    factor = to;
    update();
  };
  tools.addEventListener("click", (event) => {
    if (event.target.dataset.x) scale(parse(event.target.dataset.x));
  });
  tools.addEventListener("change", ({ target }) => {
    if (target === form.units) update();
    const wanted = parse(target.value);
    if (target === form.pieces && wanted) scale(fraction(wanted[0], wanted[1] * tools.dataset.pieces));
    if (target === form.tin && target.value) scale(fraction(+target.value, +tools.dataset.area));
    if (target === form.have || target === form.of) {
      const data = amounts[form.of.value];
      const mine = parse(form.have.value);
      const [n, d] = parse(/^((?:\d+ )?\d+\/\d+|\d+)/.exec(data.value)[0]);
      if (mine) scale(fraction(mine[0] * d, mine[1] * n));
    }
  });
  const ingredients = all(".p-ingredient");
  for (const item of ingredients) {
    const first = item.querySelector("data.amount");
    if (first) form.of.append(make("option", item.textContent.trim(), { value: amounts.indexOf(first) }));
  }

  // On wide windows the ingredients are in sight beside the steps.
  const steps = all(".step");
  const beside = make("details", "", { className: "recipe-beside" });
  const listed = make("ul", "");
  const headed = (item) => {
    let node = item.parentElement;
    while (node.previousElementSibling && node.tagName !== "H2") node = node.previousElementSibling;
    return node;
  };
  headed(ingredients[0]).after(tools);
  beside.append(make("summary", tools.dataset.ingredients), listed);
  if (steps[0]) headed(steps[0]).after(beside);
  beside.open = matchMedia("(min-width: 75rem)").matches;

  // Ticks.
  for (const item of [...ingredients, ...steps]) {
    const box = make("input", "", { type: "checkbox", ariaLabel: item.textContent.trim().slice(0, 60) });
    box.addEventListener("change", () => item.classList.toggle("done", box.checked));
    item.prepend(box, " ");
  }

  // Timers: a tap on a time begins one.
  const timers = make("div", "", { className: "recipe-timers" });
  timers.setAttribute("role", "status");
  page.append(timers);
  const seconds = (iso) => {
    let sum = 0;
    for (const [, n, unit] of iso.matchAll(/(\d+)(.)/g)) sum += n * { D: 86400, H: 3600, M: 60, S: 1 }[unit];
    return sum;
  };
  const ring = () => {
    const audio = new AudioContext();
    for (const at of [0, 0.4, 0.8]) {
      const tone = audio.createOscillator();
      tone.connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.2);
    }
  };
  const start = (time) => {
    const end = Date.now() + seconds(time.dateTime) * 1000;
    const timer = make("button", "", { type: "button" });
    timer.title = tools.dataset.stop;
    const tick = () => {
      const left = Math.max(0, Math.round((end - Date.now()) / 1000));
      const clock = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
      timer.textContent = clock.map((part) => String(part).padStart(2, "0")).join(":") + " · " + time.textContent;
      if (left) return;
      clearInterval(every);
      timer.className = "over";
      ring();
    };
    const every = setInterval(tick, 500);
    timer.addEventListener("click", () => {
      clearInterval(every);
      timer.remove();
    });
    tick();
    timers.append(timer);
  };
  document.addEventListener("click", ({ target }) => {
    const time = target.closest && target.closest(".step time, .cook time");
    if (time) start(time);
  });
  for (const time of all(".step time")) {
    time.tabIndex = 0;
    time.setAttribute("role", "button");
    time.addEventListener("keydown", (event) => event.key === "Enter" && start(time));
  }

  // One step a screen, which stays awake.
  const cook = make("dialog", "", { className: "cook" });
  const text = make("div", "");
  const uses = make("ul", "");
  const move = (by) => {
    at = Math.min(Math.max(at + by, 0), steps.length - 1);
    const step = steps[at].cloneNode(true);
    step.querySelector("input").remove();
    text.replaceChildren(make("p", at + 1 + " / " + steps.length), ...step.childNodes);
    const used = [...steps[at].classList].filter((name) => name.startsWith("uses-"));
    uses.replaceChildren(...used.map((name) => make("li", ingredients[name.slice(5) - 1].textContent.trim())));
  };
  let at = 0;
  let lock;
  const buttons = [["‹", -1], ["›", 1]].map(([sign, by]) => {
    const button = make("button", sign, { type: "button" });
    button.addEventListener("click", () => move(by));
    return button;
  });
  const close = make("button", "×", { type: "button", ariaLabel: tools.dataset.close });
  close.addEventListener("click", () => cook.close());
  cook.append(close, text, uses, ...buttons);
  cook.addEventListener("keydown", ({ key }) => {
    if (key === "ArrowRight") move(1);
    if (key === "ArrowLeft") move(-1);
  });
  cook.addEventListener("close", () => lock && lock.release());
  page.append(cook);
  form.cook.addEventListener("click", async () => {
    move(0);
    cook.showModal();
    lock = navigator.wakeLock && (await navigator.wakeLock.request("screen").catch(() => null));
  });

  // When each step begins.
  const timeline = page.querySelector(".recipe-timeline");
  if (timeline) {
    const ready = timeline.querySelector("input");
    ready.parentNode.hidden = false;
    ready.addEventListener("change", () => {
      for (const row of ready.value ? all("[data-before]", timeline) : []) {
        const begin = new Date(new Date(ready.value) - row.dataset.before * 1000);
        row.textContent = begin.toLocaleString(document.documentElement.lang, { weekday: "short", hour: "2-digit", minute: "2-digit" });
      }
    });
  }

  tools.hidden = false;
  scale(parse(new URL(location).searchParams.get("x") || "1") || [1, 1]);
})();
