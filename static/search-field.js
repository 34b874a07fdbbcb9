/* SPDX-License-Identifier: MIT */
/* The search's field: "/" goes to it, and search.js is loaded for it. */
{
    const field = document.querySelector(".search-form input");
    const {page, script} = field.form.dataset;
    if (page) {
        field.form.action = page;
        field.addEventListener("focus", () => import(script));
    }
    document.addEventListener("keydown", (event) => {
        const typing = event.target.closest?.(
            "input, textarea, select, [contenteditable]");
        if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey &&
            !event.altKey) {
            event.preventDefault();
            field.focus();
        }
    });
}
