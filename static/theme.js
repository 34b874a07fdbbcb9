/* SPDX-License-Identifier: MIT */
/* The choice of light or dark, and a button that copies code. Neither is shown
   without this script. */
{
    const words = document.currentScript.dataset;
    const root = document.documentElement;

    const button = (name, text, does) => {
        const made = document.createElement("button");
        made.type = "button";
        made.className = name;
        made.textContent = text;
        made.addEventListener("click", does);
        return made;
    };

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
            const order = ["", "light", "dark"];
            const next = order[(order.indexOf(root.dataset.theme || "") + 1) % 3];
            root.dataset.theme = next;
            try {
                localStorage.theme = next;
            } catch {
                /* A reader who keeps nothing still chooses for this page. */
            }
            show();
        });
        show();
        scheme.hidden = false;
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
        let lines = [code.textContent];
        if (pre.closest("[data-language=Console]")) {
            all(".go, .gr, .gt").forEach((it) => it.remove());
            lines = [code.textContent];
        } else if (prompts.length) {
            lines = lines[0].split(/^/m).filter((it) => it.includes("\0"));
        }
        return lines.join("").replaceAll("\0", "");
    };

    for (const pre of document.querySelectorAll(".content pre")) {
        let frame = pre.closest(".code");
        if (!frame) {
            frame = document.createElement("div");
            frame.className = "code";
            pre.replaceWith(frame);
            frame.append(pre);
        }
        const copy = button("copy", words.copy, async () => {
            await navigator.clipboard.writeText(textOf(pre));
            copy.textContent = words.copied;
            setTimeout(() => { copy.textContent = words.copy; }, 2000);
        });
        if (navigator.clipboard) {
            pre.before(copy);
        }
    }
}
