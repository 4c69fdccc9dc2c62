// Chat and quick signs, when people may talk.

import { classes, h } from "./dom.js";
import { EMOTES, guestName } from "./words.js";

export function unread({ house, ui }) {
  return ui.sheet === "talk" ? 0 : house.chat.filter((said) => said.at > ui.read && said.guest !== house.you).length;
}

export function talk(table) {
  const { house, ui } = table;
  if (ui.sheet === "talk") ui.read = house.chat.at(-1)?.at ?? 0;
  return h("section", { key: "talk", class: classes("talk", { open: ui.sheet === "talk" }), "aria-label": "Talk" }, [
    h("h2", {}, "Talk"),
    h("ol", { class: "said" }, house.chat.length === 0
      ? h("li", { key: "none", class: "quiet" }, "Nobody has said anything yet.")
      : [...house.chat].reverse().map((said) => h("li", { key: `${said.at}.${said.guest}` }, [
        h("strong", {}, said.guest === house.you ? "You" : guestName(house, said.guest)),
        ` ${said.text}`,
      ]))),
    house.talk ? speaking(table) : h("p", { class: "quiet" }, "No talk and no signs until the level is over."),
  ]);
}

function speaking(table) {
  const say = (event) => {
    event.preventDefault();
    const field = event.target.elements.text;
    const text = field.value.trim();
    if (!text) return;
    field.value = "";
    table.ask({ do: "say", text });
  };
  return h("div", { class: "speaking" }, [
    h("div", { class: "emotes" }, Object.entries(EMOTES).map(([emote, face]) =>
      h("button", { key: emote, "aria-label": emote, onclick: () => table.ask({ do: "show", emote }) }, face))),
    h("form", { onsubmit: say }, [
      h("input", { name: "text", maxlength: 200, autocomplete: "off", placeholder: "Say something", "aria-label": "Say something" }),
      h("button", {}, "Say"),
    ]),
  ]);
}
