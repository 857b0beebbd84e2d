// A panel that floats by its anchor; on a narrow page it is a sheet at the bottom instead.

import { focusable, h } from "./dom.js";

const GAP_PX = 6;
const EDGE_PX = 8;
const NARROW = "(max-width: 480px)";

let openPopup = null;

/**
 * One floating panel; opening it closes the one that was open.
 *
 * `anchorOf()` finds the anchor, which may be another node after a redraw, or null.
 */
export class Popup {
  constructor(anchorOf, content, { className = "", onClose = () => {}, width = null } = {}) {
    openPopup?.close();
    this.anchorOf = anchorOf;
    this.onClose = onClose;
    this.width = width;
    this.panel = h("div", { class: ["popup", className] }, content);
    this.layer = h("div", { class: "popup-layer" }, this.panel);
    this.layer.addEventListener("pointerdown", (event) => event.target === this.layer && this.dismiss(event));
    this.layer.addEventListener("keydown", (event) => this.onKey(event));
    this.place = this.place.bind(this);
    window.addEventListener("resize", this.place);
    (anchorOf()?.closest("dialog") ?? document.body).append(this.layer);
    anchorOf()?.setAttribute("aria-expanded", "true");
    this.place();
    openPopup = this;
  }

  place() {
    const anchor = this.anchorOf()?.getBoundingClientRect();
    this.panel.classList.toggle("sheet", matchMedia(NARROW).matches);
    if (!anchor || matchMedia(NARROW).matches) {
      this.panel.removeAttribute("style");
      return;
    }
    const { style } = this.panel;
    style.width = `${this.width ?? Math.max(anchor.width, 220)}px`;
    const { height, width } = this.panel.getBoundingClientRect();
    const below = innerHeight - anchor.bottom - GAP_PX - EDGE_PX;
    const above = anchor.top - GAP_PX - EDGE_PX;
    const isBelow = below >= height || below >= above;
    style.maxHeight = `${Math.max(isBelow ? below : above, 120)}px`;
    style.left = `${Math.max(EDGE_PX, Math.min(anchor.left, innerWidth - width - EDGE_PX))}px`;
    style.top = isBelow ? `${anchor.bottom + GAP_PX}px` : "auto";
    style.bottom = isBelow ? "auto" : `${innerHeight - anchor.top + GAP_PX}px`;
  }

  dismiss(event) {
    event.preventDefault();
    this.close();
  }

  onKey(event) {
    if (event.key === "Tab") this.keepTab(event);
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.dismiss(event);
  }

  /** Tab leaves a popup only by closing it; within one it goes round. */
  keepTab(event) {
    const stops = focusable(this.panel);
    const edge = event.shiftKey ? stops[0] : stops.at(-1);
    if (document.activeElement === edge) this.dismiss(event);
  }

  close() {
    if (openPopup !== this) return;
    openPopup = null;
    window.removeEventListener("resize", this.place);
    this.layer.remove();
    const anchor = this.anchorOf();
    anchor?.setAttribute("aria-expanded", "false");
    anchor?.focus({ preventScroll: true });
    this.onClose();
  }
}
