// Before a game: who sits where, bots, settings, and the invitation.

import { chance } from "./api.js";
import { classes, h } from "./dom.js";
import { invitation, people } from "./menu.js";
import { BOTS, BOTS_OF, GAMES, counted, nameOf } from "./words.js";

export function lobbyPage(table) {
  contribute(table);
  return h("main", { key: "lobby", class: "lobby" }, [
    h("section", { class: "panel" }, [h("h2", {}, "Invite your friends"), invitation(table.id)]),
    h("section", { class: "panel" }, [h("h2", {}, "Seats"), seats(table), starting(table)]),
    h("section", { class: "panel" }, [h("h2", {}, "Settings"), settings(table)]),
    h("section", { class: "panel" }, [h("h2", {}, "People"), people(table)]),
  ]);
}

/** Everyone adds to the shuffle, so that nobody alone can have arranged it. */
function contribute(table) {
  const { house, ui } = table;
  if (house.contributed || ui.contributedTo === house.commitment) return;
  ui.contributedTo = house.commitment;
  table.ask({ do: "contribute", contribution: chance() });
}

function seats(table) {
  const { house, isHost } = table;
  return h("ol", { class: "seats" }, house.seats.map((sitter, seat) => h("li", { key: `s${seat}`, class: classes({ free: sitter.name === null }) }, [
    h("span", { class: "who" }, sitter.name === null ? freeSeat(table) : taken(table, sitter, seat)),
    h("span", { class: "acts" }, [
      sitter.name === null && h("button", { key: "sit", onclick: () => table.ask({ do: "sit", seat }) }, house.seat === null ? "Sit here" : "Move here"),
      sitter.name === null && isHost && BOTS_OF[house.game].map((bot) =>
        h("button", { key: bot, title: BOTS[bot].manner, onclick: () => table.ask({ do: "add-bot", seat, bot }) }, `+ ${BOTS[bot].name}`)),
      sitter.bot !== null && isHost && h("button", { key: "free", onclick: () => table.ask({ do: "free", seat }) }, "Send away"),
      seat === house.seat && house.settings.spectators && h("button", { key: "stand", onclick: () => table.ask({ do: "stand" }) }, "Stand up"),
    ]),
  ])));
}

function freeSeat() {
  return h("span", { class: "quiet" }, "free");
}

function taken({ house, line }, sitter, seat) {
  const away = sitter.guest !== null && line.seats[seat]?.here === false;
  const notes = [
    seat === house.seat && "you",
    sitter.guest !== null && sitter.guest === house.host && "host",
    sitter.bot !== null && "bot",
    away && "away",
  ].filter(Boolean);
  return [h("strong", {}, nameOf(house, seat)), h("span", { class: "quiet" }, notes.length > 0 ? ` ${notes.join(", ")}` : "")];
}

function starting(table) {
  const { house, isHost } = table;
  const { least } = GAMES[house.game];
  const count = house.seats.filter((sitter) => sitter.name !== null).length;
  const missing = least - count;
  if (!isHost) return h("p", { class: "quiet" }, "The host starts the game.");
  return h("div", {}, [
    h("button", { class: "main wide", disabled: missing > 0, onclick: () => table.ask({ do: "start" }) }, `Start with ${counted(count, "player")}`),
    missing > 0 && h("p", { class: "quiet" }, `${counted(missing, "more player")} needed. Invite somebody, or add bots.`),
  ]);
}

const OBJECTIVES = [[0, "none"], [1, "1, new each round"], [2, "2, new each round"], [3, "3"], [4, "4"], [5, "5"]];
const TURNS = [[null, "no limit"], [15, "15 seconds"], [30, "30 seconds"], [60, "1 minute"], [120, "2 minutes"], [600, "10 minutes"]];

function settings(table) {
  const { house, isHost } = table;
  const now = house.settings;
  const change = async (name, value, undo) => {
    if (!(await table.ask({ do: "configure", settings: { ...now, [name]: value } }))) undo();
  };
  const tick = (name, text) => {
    const onchange = ({ target }) => change(name, target.checked, () => (target.checked = now[name]));
    return h("label", { key: name, class: "tick" }, [
      h("input", { type: "checkbox", checked: now[name], disabled: !isHost, onchange }),
      h("span", {}, text),
    ]);
  };
  const choose = (name, text, choices) => {
    const onchange = ({ target }) => change(name, JSON.parse(target.value), () => (target.value = String(now[name])));
    return h("label", { key: name, class: "choose" }, [
      h("span", {}, text),
      h("select", { value: String(now[name]), disabled: !isHost, onchange },
        choices.map(([value, words]) => h("option", { key: String(value), value: String(value) }, words))),
    ]);
  };
  return h("div", { class: "settings" }, [
    !isHost && h("p", { key: "host", class: "quiet" }, "The host chooses."),
    house.game === "mindup" && choose("objectives", "Objectives", OBJECTIVES),
    house.game === "mindup" && choose("turn_seconds", "Time for a turn", withCurrent(now.turn_seconds)),
    tick("public", "Anybody may find this table on the first page"),
    tick("spectators", "People may watch"),
    house.game === "mindup" && tick("show_known", "Show which cards an opponent is known to hold"),
  ]);
}

/** A time nobody offers here may have been set elsewhere. */
function withCurrent(seconds) {
  return TURNS.some(([offered]) => offered === seconds) ? TURNS : [...TURNS, [seconds, counted(seconds, "second")]];
}
