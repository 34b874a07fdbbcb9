// SPDX-License-Identifier: MIT
// The script of a page in the preview: it listens for events (http.h lists
// them), shows the page again when it has changed, and shows errors while there
// are any. It is never part of a published page.
(() => {
  "use strict";
  const events = "/__crumb/events";
  const drafts = "/__crumb/drafts";
  const { also } = document.currentScript.dataset;
  let { version } = document.currentScript.dataset;

  // --- addresses ------------------------------------------------------------

  // The path of an address of this site, decoded, without what may be left away.
  const path = (address) => {
    try {
      const url = new URL(address, location.origin);
      if (url.origin !== location.origin) return address;
      return decodeURI(url.pathname).replace(/(^|\/)index\.html$/, "$1");
    } catch {
      return address;
    }
  };

  // css/main.1a2b3c4d.css and css/main.css are one.
  const plain = (address) => path(address).replace(/\.[0-9a-f]{8,}(?=\.\w+$)/, "");

  // --- reloading, and staying where one was ------------------------------------

  const place = "crumb:" + location.pathname + location.search;

  // Drawings of a kind, and fences that are shown as code for a mistake in them.
  const fences = (kind) => [
    ...document.querySelectorAll(`div.${kind}, pre > code.language-${kind}`),
  ];
  const isDrawn = (fence) => fence.localName === "div";

  const drawings = () => {
    const drawn = {};
    for (const one of document.querySelectorAll("div:is(.drawing, .subnet)")) {
      const kind = one.classList.item(one.classList.length - 1);
      drawn[kind] ??= fences(kind).map((f) => (isDrawn(f) ? f.outerHTML : ""));
    }
    return drawn;
  };

  const reload = () => {
    const open = [...document.querySelectorAll("details")].map((d) => d.open);
    try {
      const now = { x: scrollX, y: scrollY, open, drawn: drawings() };
      sessionStorage.setItem(place, JSON.stringify(now));
    } catch {
      // Without storage the page is shown from its top.
    }
    location.reload();
  };

  // The last good drawing stays in the place of a fence with a mistake.
  const keepDrawn = ([kind, drawn]) => {
    const now = fences(kind);
    if (now.length !== drawn.length) return;
    now.forEach((fence, i) => {
      if (isDrawn(fence) || !drawn[i]) return;
      (fence.closest("figure.code") || fence.parentElement).outerHTML = drawn[i];
    });
  };

  const restore = () => {
    let then;
    try {
      then = JSON.parse(sessionStorage.getItem(place));
      sessionStorage.removeItem(place);
    } catch {
      return;
    }
    if (!then) return;
    document.querySelectorAll("details").forEach((d, i) => {
      if (i < then.open.length) d.open = then.open[i];
    });
    Object.entries(then.drawn).forEach(keepDrawn);
    const scroll = () =>
      scrollTo({ left: then.x, top: then.y, behavior: "instant" });
    scroll();
    // Images push the text down when they come.
    if (document.readyState !== "complete") {
      addEventListener("load", scroll, { once: true });
    }
  };

  // --- changed pages and sheets -----------------------------------------------

  // The new style sheet is beside the old one until it is loaded.
  const swap = (link, address) => {
    const fresh = link.cloneNode();
    const url = new URL(address || link.href, location.href);
    url.searchParams.set("crumb", Date.now());
    fresh.href = url.href;
    fresh.removeAttribute("integrity");
    fresh.onload = () => link.remove();
    fresh.onerror = () => fresh.remove();
    link.after(fresh);
  };

  const sheets = () =>
    [...document.querySelectorAll('link[rel~="stylesheet"]')].filter((link) =>
      link.href.startsWith(location.origin + "/"),
    );

  // A sheet that no link names is imported by one: then all are read again.
  // Whether there was a link.
  const swapAll = (changed) => {
    const all = sheets();
    const pairs = all.flatMap((link) => {
      const address = changed.find((css) => plain(css) === plain(link.href));
      return address ? [[link, address]] : [];
    });
    if (pairs.length) pairs.forEach(([link, address]) => swap(link, address));
    else all.forEach((link) => swap(link));
    return pairs.length > 0;
  };

  // Images and scripts count as parts of the page.
  const parts = () =>
    [...document.querySelectorAll("[src], [srcset], [poster]")].flatMap((e) => [
      e.src,
      e.poster,
      ...(e.srcset || "").split(/[\s,]+/),
    ]);

  const shows = (urls) => {
    const changed = new Set(urls.map(path));
    return [location.href, also, ...parts()].some((a) => a && changed.has(path(a)));
  };

  // A page that names its sheets with their fingerprints is another one with each
  // sheet: it stays, and has the version of that one from now on.
  const onChange = ({ urls = [], css = [], all = false, but = [], restyled = {} }) => {
    const own = location.pathname.startsWith("/__crumb/");
    const everything = all && !but.some((url) => path(url) === path(location.href));
    const same = Object.keys(restyled).find((url) => shows([url]));
    const others = urls.filter((url) => url !== same);
    if (everything || own || shows(others)) reload();
    else if (same) {
      if (swapAll(css)) version = restyled[same];
      else reload();
    } else if (css.length) swapAll(css);
  };

  // --- errors, warnings and drafts, shown over the page -----------------------

  const style = `
    :host { all: initial; color-scheme: light dark; }
    section, nav {
      position: fixed; z-index: 2147483647; box-sizing: border-box;
      font: 15px/1.5 system-ui, sans-serif; color: #1f2328; background: #fff;
    }
    section {
      inset: auto 0 0 0; max-height: 75vh; overflow: auto; padding: 1rem 1.5rem;
      border-top: 4px solid #c62828; box-shadow: 0 -4px 24px #0006;
    }
    section.warnings { border-top-color: #b26a00; }
    h2 { margin: 0 4rem .5rem 0; font-size: 1.1rem; color: #b71c1c; }
    .warnings h2 { color: inherit; }
    ol { margin: 0; padding: 0; list-style: none; }
    li { margin: 0 0 1rem; }
    p { margin: 0; }
    code, pre { font: 13px/1.45 ui-monospace, monospace; }
    pre { margin: .25rem 0; padding: .5rem .75rem; overflow-x: auto; background: #f3f4f6; }
    .caret { color: #b71c1c; font-weight: bold; }
    section button {
      position: absolute; top: .75rem; right: 1rem; font: inherit; color: inherit;
      background: none; border: 1px solid currentColor; border-radius: 4px;
      padding: 0 .6rem; min-height: 2rem; cursor: pointer;
    }
    nav { left: 1rem; bottom: 1rem; display: flex; gap: .5rem; background: none; }
    nav a, nav button {
      padding: .25rem .75rem; border-radius: 999px; font: inherit; font-weight: 600;
      color: #3e2723; background: #ffe082; border: 1px solid #8d6e00;
      text-decoration: none; cursor: pointer;
    }
    nav .elsewhere { background: #fff8e1; font-weight: 400; }
    :focus-visible { outline: 3px solid #1565c0; outline-offset: 2px; }
    @media (prefers-color-scheme: dark) {
      section { color: #e6e6e6; background: #1b1d21; border-top-color: #ef5350; }
      h2, .caret { color: #ff8a80; }
      pre { background: #2a2d33; }
      :focus-visible { outline-color: #90caf9; }
    }
    @media print { :host { display: none; } }
  `;

  const make = (name, text = "", attributes = {}) => {
    const element = document.createElement(name);
    element.textContent = text;
    for (const [key, value] of Object.entries(attributes)) {
      element.setAttribute(key, value);
    }
    return element;
  };

  // One thing over the page, apart from the page's own style.
  const layer = (name) => {
    const host = make(name);
    const root = host.attachShadow({ mode: "open" });
    // Not an element of style, which a policy of the page might forbid.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
    return {
      show: (element) => {
        root.replaceChildren(element);
        document.documentElement.append(host);
      },
      hide: () => host.remove(),
    };
  };

  const panel = layer("crumb-errors");
  const badges = layer("crumb-badge");

  const item = (d) => {
    const li = make("li");
    const where = [d.file, d.line, d.column].filter(Boolean).join(":");
    const kind = `${d.severity || "error"}[${d.code}]`;
    li.append(make("code", where ? `${where}: ${kind}` : kind));
    li.append(make("p", d.message));
    if (d.source) {
      const pre = make("pre", d.source + "\n");
      pre.append(make("span", d.caret || "", { class: "caret" }));
      li.append(pre);
    }
    if (d.hint) li.append(make("p", d.hint));
    for (const step of d.in || []) li.append(make("p", `in ${step}`));
    return li;
  };

  const hideList = () => {
    listed = "";
    panel.hide();
  };

  let listed = ""; // kind of the list that was shown last

  // A list over the page, which a button closes.
  const list = (title, kind, contents) => {
    listed = kind;
    const section = make("section", "", { class: kind, "aria-label": title });
    const button = make("button", "Close", { type: "button" });
    button.onclick = hideList;
    section.append(make("h2", title), ...contents, button);
    panel.show(section);
    return section;
  };

  const items = (diagnostics) => {
    const ol = make("ol");
    ol.append(...diagnostics.map(item));
    return ol;
  };

  const onErrors = ({ diagnostics = [], text = "" }) => {
    const n = diagnostics.length;
    const title = n > 1 ? `The site has ${n} problems` : "The site has an error";
    const section = list(title, "errors", [n ? items(diagnostics) : make("pre", text)]);
    section.setAttribute("role", "alert");
  };

  const here = (address) => path(address) === path(location.href);
  const many = (n) => (n === 1 ? "1 warning" : `${n} warnings`);

  // Those of this page come first.
  const showWarnings = (own, others) => {
    const contents = own.length ? [items(own)] : [];
    if (own.length && others.length) contents.push(make("h2", "On other pages"));
    if (others.length) contents.push(items(others));
    const title = own.length
      ? `${many(own.length)} on this page`
      : `${many(others.length)}, none on this page`;
    list(title, "warnings", contents).querySelector("button").focus();
  };

  const warningBadge = (warnings) => {
    const own = warnings.filter(({ page }) => page && here(page));
    const others = warnings.filter((warning) => !own.includes(warning));
    const text = own.length ? many(own.length) : `${many(others.length)} elsewhere`;
    const button = make("button", text, {
      type: "button",
      class: own.length ? "own" : "elsewhere",
    });
    button.onclick = () => showWarnings(own, others);
    return button;
  };

  const onGood = () => {
    hideList();
    // A page of errors alone, and crumb's own, have something else to show now.
    if (!version) reload();
    else if (!built) listen();
  };

  let build = 0;
  let built = true; // there was a site to compare this page with
  let first = false; // what a stream says, that is

  const onHello = (hello) => {
    const { drafts: unfinished = [], scheduled = [], warnings = [] } = hello;
    const { errors = null } = hello;
    // Sheets may have changed while there was no stream.
    built = hello.build !== 0;
    if (built) {
      if (first && build && hello.build !== build) swapAll([]);
      build = hello.build;
    }
    first = false;
    const kind = unfinished.some(here) ? "Draft" : scheduled.some(here) ? "Scheduled" : "";
    const nav = make("nav", "", { "aria-label": "Preview" });
    if (kind) nav.append(make("a", kind, { href: location.origin + drafts }));
    if (warnings.length) nav.append(warningBadge(warnings));
    if (nav.firstChild) badges.show(nav);
    else badges.hide();
    if (errors) onErrors(errors);
    else if (listed !== "warnings" || !warnings.length) hideList();
    else nav.querySelector("button").click();
  };

  addEventListener("keydown", (event) => {
    if (event.key === "Escape") hideList();
  });

  // --- the stream -------------------------------------------------------------

  // Browsers open six connections to one server. So that tabs which listen do
  // not keep the next one from loading, the server lets the oldest streams of a
  // browser rest, which it knows by this.
  const browser = () => {
    try {
      localStorage.crumb ||= Math.random().toString(36).slice(2);
      return localStorage.crumb;
    } catch {
      return "";
    }
  };

  let source = null;
  let again = 0;

  const close = () => {
    clearTimeout(again);
    source?.close();
    source = null;
  };

  const listen = () => {
    close();
    // The server compares the version with what it has now, also when it was
    // started again in between.
    const query = new URLSearchParams({
      page: location.pathname,
      version,
      browser: browser(),
    });
    source = new EventSource(`${location.origin}${events}?${query}`);
    source.onopen = () => {
      first = true;
    };
    const on = (name, act) =>
      source.addEventListener(name, (e) => act(JSON.parse(e.data)));
    on("hello", onHello);
    on("change", onChange);
    on("errors", onErrors);
    on("good", onGood);
    on("rest", () => {
      close();
      if (!document.hidden) again = setTimeout(listen, 2000);
    });
    // Some browsers give up for good if the preview does not answer.
    source.onerror = () => {
      if (source?.readyState === EventSource.CLOSED) {
        close();
        again = setTimeout(listen, 1000);
      }
    };
  };

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && !source) listen();
  });
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && listen());
  history.scrollRestoration = "auto";
  restore();
  listen();
})();
