// Modals: the bot asks the person to fill in a form.

import { spinner } from "./components/button.js";
import { h } from "./dom.js";
import { fieldsOf } from "./fields.js";
import { icon } from "./icons.js";
import { viewOf } from "./message.js";

function withProblemLine(field) {
  const line = h("p", { class: "field-problem", role: "alert" });
  field.node.append(line);
  return { ...field, line };
}

class ModalDialog {
  constructor(modal, store, actions) {
    Object.assign(this, { modal, actions, channel: store.channelId });
    this.parts = fieldsOf(modal.components, viewOf({ id: modal.interaction, mentions: [] }, store));
    this.fields = this.parts.filter((part) => part.id).map(withProblemLine);
    this.problem = h("p", { class: "modal-problem", role: "alert" });
    this.submitButton = h("button", { class: "button primary", type: "submit" }, "Submit");
    this.dialog = this.build();
    this.dialog.addEventListener("close", () => this.dialog.remove());
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.focus(this.fields[0]);
  }

  focus(field) {
    field?.node.querySelector("input, textarea, button")?.focus();
  }

  build() {
    const close = () => this.dialog.close();
    const onsubmit = (event) => {
      event.preventDefault();
      this.submit();
    };
    return h(
      "dialog",
      { class: "modal", "aria-labelledby": "modal-title" },
      h(
        "form",
        { method: "dialog", novalidate: true, onsubmit },
        h(
          "header",
          {},
          h("h2", { id: "modal-title" }, h("bdi", {}, this.modal.title)),
          this.closeButton(close),
        ),
        h(
          "div",
          { class: "modal-body" },
          this.parts.map((part) => part.node),
        ),
        this.problem,
        h(
          "footer",
          {},
          h("button", { class: "button plain", type: "button", onclick: close }, "Cancel"),
          this.submitButton,
        ),
      ),
    );
  }

  closeButton(close) {
    return h(
      "button",
      { class: "icon-button", type: "button", "aria-label": "Close", onclick: close },
      icon("close"),
    );
  }

  /** Say what is wrong beside each field; returns whether all may be sent. */
  check() {
    this.fields.forEach((field) => (field.line.textContent = field.problem() ?? ""));
    const first = this.fields.find((field) => field.line.textContent !== "");
    this.focus(first);
    return !first;
  }

  async submit() {
    if (!this.check() || this.submitButton.disabled) return;
    this.setBusy(true);
    const fields = Object.fromEntries(this.fields.map((field) => [field.id, field.read()]));
    const { interaction, custom_id } = this.modal;
    const failure = await this.actions.interact("modal", {
      channel: this.channel,
      interaction,
      custom_id,
      fields,
    });
    this.setBusy(false);
    if (failure) this.problem.textContent = failure;
    else this.dialog.close();
  }

  setBusy(isBusy) {
    this.submitButton.disabled = isBusy;
    this.submitButton.replaceChildren(isBusy ? spinner() : "Submit");
  }
}

/** Open each modal once, however often it is announced. */
export function showModals(store, actions) {
  const seen = new Set();
  store.on("modal", (modal) => {
    if (seen.has(modal.interaction)) return;
    seen.add(modal.interaction);
    new ModalDialog(modal, store, actions);
  });
}
