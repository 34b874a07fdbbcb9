/* SPDX-License-Identifier: MIT */
/* The choice of light or dark, and buttons that copy code and addresses of
   feeds, which only this script shows. */
{
    const words = document.currentScript.dataset;
    const root = document.documentElement;

    /* Light, dark, or as the system has it; base.html reads the choice. */
    const scheme = document.querySelector(".scheme");
    if (scheme) {
        const names = {"": scheme.textContent, ...scheme.dataset};
        const show = () => {
            const chosen = root.dataset.theme || "";
            scheme.textContent = names[chosen] || names[""];
            const paper = getComputedStyle(root).backgroundColor;
            for (const meta of document.querySelectorAll("[name=theme-color]")) {
                meta.dataset.own ??= meta.content;
                meta.content = chosen ? paper : meta.dataset.own;
            }
        };
        scheme.addEventListener("click", () => {
            const order = Object.keys(names);
            const next = order[(order.indexOf(root.dataset.theme || "") + 1) % 3];
            root.dataset.theme = next;
            try {
                localStorage.theme = next;
            } catch {
                /* Then it is for this page. */
            }
            show();
        });
        show();
        scheme.hidden = false;
    }

    /* A menu closes as a reader leaves it. */
    for (const menu of document.querySelectorAll(".site-header details")) {
        const leave = ({key, target}) => {
            if (menu.open && (key ? key === "Escape" : !menu.contains(target))) {
                menu.open = false;
                if (key) {
                    menu.querySelector("summary").focus();
                }
            }
        };
        ["click", "focusin", "keydown"].forEach((it) => addEventListener(it, leave));
    }

    /* Boxes that scroll can be reached by keyboard in every browser. */
    const boxes = new ResizeObserver((all) => {
        for (const {target} of all) {
            if (target.scrollWidth > target.clientWidth) {
                target.tabIndex = 0;
            } else {
                target.removeAttribute("tabindex");
            }
        }
    });
    document.querySelectorAll("pre, table, .math, .drawing").forEach((it) => boxes.observe(it));

    /* What a reader takes along: of a diff the text that it leads to, of a
       session the commands. Only a console knows what was printed; elsewhere
       the lines with prompts are the commands. */
    const textOf = (pre) => {
        const code = pre.cloneNode(true);
        const all = (kind) => [...code.querySelectorAll(kind)];
        if (all(".line:is(.gi, .gd)").length) {
            return all(".line:not(.gd, .gu)")
                .map((it) => it.textContent.replace(/^[+ ]/, "")).join("");
        }
        const prompts = all(".gp");
        prompts.forEach((it) => { it.textContent = "\0"; });
        const console = pre.closest("[data-language=Console]");
        if (console) {
            all(".go, .gr, .gt").forEach((it) => it.remove());
        }
        return code.textContent.split(/^/m)
            .filter((it) => console || !prompts.length || it.includes("\0"))
            .join("").replaceAll("\0", "");
    };

    const copy = (text, place) => {
        if (!navigator.clipboard) {
            return;
        }
        const button = document.createElement("button");
        button.className = "copy";
        button.textContent = words.copy;
        button.addEventListener("click", async () => {
            await navigator.clipboard.writeText(text());
            button.textContent = words.copied;
            setTimeout(() => { button.textContent = words.copy; }, 2000);
        });
        place(button);
    };

    for (const feed of document.querySelectorAll(".feeds code")) {
        copy(() => feed.textContent, (it) => feed.after(" ", it));
    }
    for (const pre of document.querySelectorAll(".content pre")) {
        let frame = pre.closest(".code");
        if (!frame) {
            frame = document.createElement("div");
            frame.className = "code";
            pre.replaceWith(frame);
            frame.append(pre);
        }
        copy(() => textOf(pre), (it) => pre.before(it));
    }
}
