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

    for (const box of document.querySelectorAll("pre, table")) {
        /* Boxes that scroll can be reached by keyboard in every browser. */
        if (box.scrollWidth > box.clientWidth) {
            box.tabIndex = 0;
        }
    }

    for (const pre of document.querySelectorAll(".content pre")) {
        let frame = pre.closest(".code");
        if (!frame) {
            frame = document.createElement("div");
            frame.className = "code";
            pre.replaceWith(frame);
            frame.append(pre);
        }
        const copy = button("copy", words.copy, async () => {
            const code = pre.cloneNode(true);
            code.querySelectorAll(".gp").forEach((prompt) => prompt.remove());
            await navigator.clipboard.writeText(code.textContent);
            copy.textContent = words.copied;
            setTimeout(() => { copy.textContent = words.copy; }, 2000);
        });
        if (navigator.clipboard) {
            pre.before(copy);
        }
    }
}
