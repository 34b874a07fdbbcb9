// A gallery's pictures, large: arrows, swipes, Escape. Without it: links.
// Each gallery brings the script.
for (const gallery of document.querySelectorAll(".gallery:not(:has(+ .lightbox))")) {
  const links = [...gallery.querySelectorAll("a")];
  const { before, next, close } = gallery.dataset;
  const dialog = document.createElement("dialog");
  const add = (name, words) =>
    dialog.appendChild(Object.assign(document.createElement(name), words));
  const picture = add("img");
  const caption = add("p");
  let at = 0, from;
  const show = (i) => {
    at = (i + links.length) % links.length;
    picture.src = links[at].href;
    picture.alt = dialog.ariaLabel = links[at].querySelector("img").alt;
    caption.textContent = links[at].dataset.caption;
    new Image().src = links[(at + 1) % links.length].href;
  };
  const end = () => dialog.close();
  const button = (textContent, ariaLabel, onclick) =>
    ariaLabel && add("button", { textContent, ariaLabel, onclick });
  button("×", close || "×", end);
  button("‹", before, () => show(at - 1));
  button("›", next, () => show(at + 1));
  dialog.className = "lightbox";
  gallery.after(dialog);
  gallery.onclick = (event) => {
    const link = event.target.closest("a");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    show(links.indexOf(link));
    dialog.showModal();
  };
  dialog.onkeydown = ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step) show(at + (getComputedStyle(gallery).direction === "rtl" ? -step : step));
  };
  dialog.onpointerdown = (event) => (from = event.clientX);
  dialog.onpointerup = ({ button, clientX, target }) => {
    if (button || target.onclick) return;
    const way = clientX - from;
    if (Math.abs(way) > 40) show(at + (way < 0 ? 1 : -1));
    else if (target === dialog) end();
    else show(at + 1);
  };
  dialog.ondragstart = () => false;
  dialog.onclose = () => {
    picture.removeAttribute("src");
    links[at].focus();
  };
}
