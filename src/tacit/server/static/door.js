// Before the table: somebody who followed the invitation says who he is.

import { chance, myName, rememberName } from "./api.js";
import { h } from "./dom.js";
import { say } from "./says.js";
import { GAMES, counted } from "./words.js";

export function doorPage(table) {
  const { door } = table.line;
  const { title, by, pitch, facts } = GAMES[door.game];
  if (door.removed) return nowhere("The host has sent you away from this table.");
  const seats = door.stage === "lobby" && door.free > 0;
  return h("main", { class: "alone panel" }, [
    h("p", { class: "quiet" }, "You are invited to"),
    h("h1", {}, title),
    h("p", { class: "quiet" }, `${facts} · ${by}`),
    h("p", {}, pitch),
    h("form", { onsubmit: (event) => enter(table, event, false) }, [
      h("label", { class: "name" }, [
        h("span", {}, "Your name"),
        h("input", { id: "name", value: myName(), maxlength: 20, autocomplete: "nickname", required: true }),
      ]),
      h("p", { class: "quiet" }, doorWords(door, seats)),
      seats && h("button", { key: "join", class: "main" }, "Take a seat"),
      !seats && h("button", { key: "back", class: "main" }, door.spectators ? "Come in" : "Come back to your seat"),
      seats && door.spectators && h("button", { key: "watch", type: "button", onclick: (event) => enter(table, event, true) }, "Only watch"),
    ]),
    h("a", { class: "button", href: "/" }, "Not now"),
  ]);
}

function doorWords(door, seats) {
  if (seats) return `The game has not begun. ${counted(door.free, "seat")} free.`;
  if (door.stage === "lobby") return "All seats are taken.";
  return door.stage === "playing" ? "A game is going on." : "A game has just ended.";
}

function enter(table, event, watch) {
  event.preventDefault();
  const name = document.getElementById("name").value.trim();
  if (!name) {
    say("First tell us your name.");
    return;
  }
  rememberName(name);
  table.ask({ do: "join", name, contribution: chance(), watch });
}

/** There is no way to the table, and why. */
export function nowhere(text) {
  return h("main", { class: "alone panel" }, [
    h("p", {}, text),
    h("a", { class: "button main", href: "/" }, "To the first page"),
  ]);
}
