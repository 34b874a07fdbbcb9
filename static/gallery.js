// Pictures of a gallery, large: arrows, swipes, Escape. Without it they are links.
// Each gallery of a page brings the script.
for (const gallery of document.querySelectorAll(".gallery:not(:has(+ .lightbox))")) {
  const links = [...gallery.querySelectorAll("a")];
  const dialog = document.createElement("dialog");
  const picture = document.createElement("img");
  const close = document.createElement("button");
  let at = 0;
  let from = 0;
  const show = (i) => {
    at = (i + links.length) % links.length;
    const small = links[at].querySelector("img");
    picture.src = links[at].href;
    picture.alt = dialog.ariaLabel = small.alt;
    new Image().src = links[(at + 1) % links.length].href;
  };
  dialog.className = "lightbox";
  close.textContent = "×";
  close.ariaLabel = gallery.dataset.close;
  close.addEventListener("click", () => dialog.close());
  dialog.append(picture, close);
  gallery.after(dialog);
  gallery.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    show(links.indexOf(link));
    dialog.showModal();
  });
  dialog.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) show(at + (getComputedStyle(gallery).direction === "rtl" ? -step : step));
  });
  dialog.addEventListener("pointerdown", (event) => (from = event.clientX));
  dialog.addEventListener("pointerup", (event) => {
    if (event.button || event.target === close) return;
    const way = event.clientX - from;
    if (Math.abs(way) > 40) show(at + (way < 0 ? 1 : -1));
    else if (event.target === dialog) dialog.close();
    else show(at + 1);
  });
  dialog.addEventListener("dragstart", (event) => event.preventDefault());
  dialog.addEventListener("close", () => {
    picture.removeAttribute("src");
    links[at].focus();
  });
}
