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

  const reload = () => {
    const open = [...document.querySelectorAll("details")].map((d) => d.open);
    try {
      const now = { x: scrollX, y: scrollY, open };
      sessionStorage.setItem(place, JSON.stringify(now));
    } catch {
      // Without storage the page is shown from its top.
    }
    location.reload();
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

  // --- errors and drafts, shown over the page ---------------------------------

  const style = `
    :host { all: initial; color-scheme: light dark; }
    section, a {
      position: fixed; z-index: 2147483647; box-sizing: border-box;
      font: 15px/1.5 system-ui, sans-serif; color: #1f2328; background: #fff;
    }
    section {
      inset: auto 0 0 0; max-height: 75vh; overflow: auto; padding: 1rem 1.5rem;
      border-top: 4px solid #c62828; box-shadow: 0 -4px 24px #0006;
    }
    h2 { margin: 0 3rem .5rem 0; font-size: 1.1rem; color: #b71c1c; }
    ol { margin: 0; padding: 0; list-style: none; }
    li { margin: 0 0 1rem; }
    p { margin: 0; }
    code, pre { font: 13px/1.45 ui-monospace, monospace; }
    pre { margin: .25rem 0; padding: .5rem .75rem; overflow-x: auto; background: #f3f4f6; }
    .caret { color: #b71c1c; font-weight: bold; }
    button {
      position: absolute; top: .75rem; right: 1rem; font: inherit; color: inherit;
      background: none; border: 1px solid currentColor; border-radius: 4px;
      padding: 0 .6rem; min-height: 2rem; cursor: pointer;
    }
    a {
      left: 1rem; bottom: 1rem; padding: .25rem .75rem; border-radius: 999px;
      color: #3e2723; background: #ffe082; border: 1px solid #8d6e00;
      text-decoration: none; font-weight: 600;
    }
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
  const badge = layer("crumb-badge");

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

  const onErrors = ({ diagnostics = [], text = "" }) => {
    const n = diagnostics.length;
    const title = n > 1 ? `The site has ${n} problems` : "The site has an error";
    const section = make("section", "", { role: "alert", "aria-label": title });
    section.append(make("h2", title));
    if (n) {
      const list = make("ol");
      list.append(...diagnostics.map(item));
      section.append(list);
    } else {
      section.append(make("pre", text));
    }
    const button = make("button", "Close", { type: "button" });
    button.onclick = panel.hide;
    section.append(button);
    panel.show(section);
  };

  const onGood = () => {
    panel.hide();
    // A page of errors alone, and crumb's own, have something else to show now.
    if (!version) reload();
    else if (!built) listen();
  };

  let build = 0;
  let built = true; // there was a site to compare this page with
  let first = false; // what a stream says, that is

  const onHello = (hello) => {
    const { drafts: unfinished = [], scheduled = [], errors = null } = hello;
    // Sheets may have changed while there was no stream.
    built = hello.build !== 0;
    if (built) {
      if (first && build && hello.build !== build) swapAll([]);
      build = hello.build;
    }
    first = false;
    const listed = (urls) => urls.some((url) => path(url) === path(location.href));
    const kind = listed(unfinished) ? "Draft" : listed(scheduled) ? "Scheduled" : "";
    if (kind) badge.show(make("a", kind, { href: location.origin + drafts }));
    else badge.hide();
    if (errors) onErrors(errors);
    else panel.hide();
  };

  addEventListener("keydown", (event) => {
    if (event.key === "Escape") panel.hide();
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
