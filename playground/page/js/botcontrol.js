// The bot process: how it is, and the switches for it.

import { controlBot, expireTokens } from "./api.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { openMenu } from "./menu.js";

const WORDS = { online: "online", starting: "starting…", offline: "offline" };

/** A chip with the bot's state, a button that kills and restarts it, and a menu for the rest. */
export class BotControl {
  constructor(onProblem) {
    this.onProblem = onProblem;
    this.state = h("span", { class: "bot-state" });
    this.killButton = h(
      "button",
      {
        type: "button",
        class: "button danger small",
        "aria-label": "Kill and restart the bot",
        title: "Kill the bot's process at once (SIGKILL), then start it again",
        onclick: () => this.run(() => controlBot("restart")),
      },
      icon("bolt"),
      h("span", { class: "wide-only" }, "Kill & restart"),
    );
    const more = {
      type: "button",
      class: "icon-button",
      "aria-label": "More about the bot",
      "aria-haspopup": "menu",
    };
    this.moreButton = h("button", { ...more, onclick: () => this.openMore() }, icon("more"));
    this.node = h(
      "div",
      { class: "bot-control", role: "group", "aria-label": "Bot" },
      this.state,
      this.killButton,
      this.moreButton,
    );
  }

  /** Show the state of `bot`. */
  update({ username, status }) {
    this.state.className = `bot-state ${status}`;
    const words = h("span", {}, h("span", { class: "wide-only" }, `${username} `), WORDS[status] ?? status);
    this.state.replaceChildren(h("i", { class: "dot", "aria-hidden": "true" }), words);
    this.node.setAttribute("aria-label", `${username} is ${WORDS[status] ?? status}`);
  }

  async run(act) {
    try {
      await act();
    } catch (error) {
      this.onProblem(error.message);
    }
  }

  openMore() {
    openMenu(this.moreButton, "Bot", [
      {
        label: "Start",
        detail: "Start the bot if it is off",
        act: () => this.run(() => controlBot("start")),
      },
      {
        label: "End gently",
        detail: "SIGTERM, and leave it off",
        act: () => this.run(() => controlBot("terminate")),
      },
      {
        label: "Kill",
        detail: "SIGKILL, and leave it off",
        isDanger: true,
        act: () => this.run(() => controlBot("kill")),
      },
      {
        label: "Expire tokens",
        detail: "As if 15 minutes had passed since every press",
        act: () => this.run(expireTokens),
      },
    ]);
  }
}
