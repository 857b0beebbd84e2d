// A picture in full size over the page, with its description.

import { h } from "../dom.js";
import { icon } from "../icons.js";

/** Show a picture until it is clicked away. */
export function openPicture(url, alt) {
  const close = () => dialog.close();
  const closeButton = h(
    "button",
    { type: "button", class: "icon-button", "aria-label": "Close", onclick: close },
    icon("close"),
  );
  const dialog = h(
    "dialog",
    { class: "lightbox", "aria-label": "Picture", onclick: close },
    closeButton,
    h("img", { src: url, alt }),
    alt ? h("p", {}, alt) : null,
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
