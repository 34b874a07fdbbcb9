/* SPDX-License-Identifier: MIT */
/* The search's field: "/" goes to it, and search.js is loaded for it. */
for (const form of document.querySelectorAll(".search-form")) {
    const {page, script} = form.dataset;
    form.action = page;
    form.addEventListener("focusin", () => import(script));
}
document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.(
        "input, textarea, select, [contenteditable]");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey &&
        !event.altKey) {
        event.preventDefault();
        document.querySelector(".search-form input").focus();
    }
});
