// The cards of The Mind Extreme, and the two piles they are laid on.

import { classes, h, sign } from "./dom.js";
import { counted, whoIs } from "./words.js";

export function colourOf(card) {
  return card.startsWith("W") ? "white" : "red";
}

export function valueOf(card) {
  return card.slice(1);
}

export function spoken(card) {
  return `${colourOf(card)} ${valueOf(card)}`;
}

export function direction(colour) {
  return sign(colour === "white" ? "rise" : "fall");
}

export function small(card) {
  return h("span", { key: card, class: classes("mini", colourOf(card)), "aria-label": spoken(card) }, valueOf(card));
}

export function piles(table) {
  return h("section", { key: "piles", class: "piles" }, ["white", "red"].map((colour) => pile(table, colour)));
}

function pile({ view, house }, colour) {
  const { count, top } = view.piles[colour];
  const blind = view.blind.includes(colour);
  const last = view.events.findLast((laid) => laid.colour === colour);
  const way = colour === "white" ? "rises" : "falls";
  const face = count === 0 ? "empty" : top === null ? "back" : "face";
  return h("figure", { key: colour, class: "pile" }, [
    h("div", { key: `${colour}${count}`, class: classes("laid", colour, face) }, [
      direction(colour),
      h("b", {}, top === null ? (count > 0 ? sign("blind", "face down") : "") : valueOf(top)),
    ]),
    h("figcaption", {}, [
      h("strong", {}, `${colour} ${way}${blind ? ", blind" : ""}`),
      h("span", { class: "quiet" }, count === 0 ? "empty" : [counted(count, "card"), last && `, last ${whoIs(house, last.seat, "you")}`]),
    ]),
  ]);
}
