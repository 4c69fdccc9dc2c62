// The menu of a table: people, the host's work, pausing, replays, moving to another device, leaving.

import { copy, makeLink, rememberName, replayOf } from "./api.js";
import { h } from "./dom.js";
import { say } from "./says.js";
import { nameOf } from "./words.js";

export function menu(table) {
  const { house } = table;
  return h("aside", { key: "menu", class: "sheet", "aria-label": "Menu" }, [
    h("div", { class: "head" }, [h("h2", {}, "Menu"), h("button", { onclick: () => table.open(null) }, "Close")]),
    pausing(table),
    h("section", {}, [h("h3", {}, "At the table"), people(table)]),
    h("section", {}, [h("h3", {}, "Invite"), invitation(table.id)]),
    h("section", {}, [h("h3", {}, "Your name"), renaming(table)]),
    h("section", {}, [h("h3", {}, "Another device"), moving(table)]),
    replays(table),
    h("section", {}, [
      h("h3", {}, "The shuffle"),
      h("p", { class: "quiet" }, "Promised before the game; once it is over, the seed shows that it was kept."),
      h("p", { class: "code" }, house.commitment),
      house.seed && h("p", { class: "code" }, `Seed ${house.seed}`),
    ]),
    leaving(table),
  ]);
}

function pausing(table) {
  const { house } = table;
  if (house.stage !== "playing" || house.seat === null) return null;
  const request = house.paused ? "resume" : "pause";
  return h("button", { onclick: () => table.ask({ do: request }).then(() => table.open(null)) },
    house.paused ? "Go on with the game" : "Pause the game");
}

/** Everyone at the table, and what the host may do about them. */
export function people(table) {
  const { house, isHost, line } = table;
  const hostSeat = house.guests.find((one) => one.guest === house.host)?.seat ?? null;
  const hostMayBeAway = hostSeat === null || line.seats[hostSeat]?.here === false;
  return h("div", {}, [
    h("ul", { class: "people" }, house.guests.map((one) => h("li", { key: `g${one.guest}` }, [
      h("span", {}, [
        h("strong", {}, one.guest === house.you ? `${one.name} (you)` : one.name),
        h("span", { class: "quiet" }, describe(house, one)),
      ]),
      isHost && one.guest !== house.you && h("span", { class: "acts" }, [
        h("button", { onclick: () => table.ask({ do: "pass-host", guest: one.guest }) }, "Make host"),
        (house.stage !== "playing" || one.seat === null) &&
          h("button", { onclick: () => table.ask({ do: "remove", guest: one.guest }) }, "Send away"),
      ]),
    ]))),
    !isHost && hostMayBeAway && h("button", { onclick: () => table.ask({ do: "claim-host" }) }, "The host is away: become host"),
  ]);
}

function describe(house, one) {
  const roles = [one.guest === house.host && "host", one.seat === null && "watching"].filter(Boolean);
  return roles.length > 0 ? ` ${roles.join(", ")}` : "";
}

/** The table's address, to copy. */
export function invitation(id) {
  const address = `${location.origin}/t/${id}`;
  return link(address, "Whoever has this link can come to the table.");
}

function link(address, text) {
  const done = async () => say((await copy(address)) ? "The link is copied." : "Please mark the link and copy it.");
  return h("div", { class: "link" }, [
    h("p", { class: "quiet" }, text),
    h("div", { class: "with-button" }, [
      h("input", { readonly: true, value: address, "aria-label": "Link", onfocus: (event) => event.target.select() }),
      h("button", { onclick: done }, "Copy"),
    ]),
  ]);
}

function renaming(table) {
  const { house } = table;
  const rename = (event) => {
    event.preventDefault();
    const name = event.target.elements.name.value.trim();
    rememberName(name);
    table.ask({ do: "rename", name });
  };
  const mine = house.guests.find((one) => one.guest === house.you)?.name ?? "";
  return h("form", { class: "with-button", onsubmit: rename }, [
    h("input", { name: "name", value: mine, maxlength: 20, required: true, "aria-label": "Your name" }),
    h("button", {}, "Change"),
  ]);
}

function moving(table) {
  const { ui } = table;
  const make = async () => {
    try {
      ui.device = `${location.origin}${(await makeLink()).url}`;
    } catch (problem) {
      say(problem.message);
    }
    table.draw();
  };
  if (ui.device) return link(ui.device, "Open this on the other device within ten minutes. It works once; keep it to yourself.");
  return h("button", { onclick: make }, "Move to another device");
}

function replays(table) {
  const { house, id } = table;
  const finished = house.games - (house.stage === "playing" ? 1 : 0);
  if (finished < 1) return null;
  return h("section", {}, [
    h("h3", {}, "Replays"),
    h("ul", { class: "plain" }, Array.from({ length: finished }, (_, at) =>
      h("li", { key: `r${at}` }, h("a", { class: "button", href: replayOf(id, at + 1), download: true }, `Game ${at + 1}`)))),
  ]);
}

function leaving(table) {
  const { house, ui } = table;
  const sure = async () => {
    if (await table.ask({ do: "leave" })) location.assign("/");
  };
  const stays = house.stage === "playing" && house.seat !== null;
  if (!ui.leaving) return h("button", { key: "leave", onclick: () => ((ui.leaving = true), table.draw()) }, "Leave the table");
  return h("div", { key: "sure", class: "pair" }, [
    h("p", {}, stays ? `Leave in the middle of the game? ${nameOf(house, house.seat)}'s seat is kept.` : "Leave the table?"),
    h("button", { class: "main", onclick: sure }, "Leave"),
    h("button", { onclick: () => ((ui.leaving = false), table.draw()) }, "Stay"),
  ]);
}

/** After a game: once more, or keep it. */
export function afterwards(table) {
  const { house, id, isHost } = table;
  return h("div", { class: "pair after" }, [
    (house.seat !== null || isHost) && h("button", { class: "main", onclick: () => table.ask({ do: "rematch" }) }, "Play again"),
    h("a", { class: "button", href: replayOf(id, house.games), download: true }, "Download the replay"),
  ]);
}
