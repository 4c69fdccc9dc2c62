// The Mind Extreme on the page.

import { classes, h, sign } from "./dom.js";
import { news } from "./news.js";
import { piles } from "./piles.js";
import { thumbs } from "./thumbs.js";
import { counted, nameOf } from "./words.js";

const MOST = { life: 5, star: 3 };

/** Where the game is, for the bar. */
export function where(view) {
  return view.outcome ? "The game is over" : `Level ${view.level} of ${view.last_level}`;
}

/** Keep what is told once: the last mistake, star and passed level. */
export function remember(memory, event) {
  switch (event.kind) {
    case "dealt":
      memory.mistake = memory.star = memory.passed = memory.refused = null;
      break;
    case "started":
      memory.mistake = memory.star = memory.refused = null;
      break;
    case "mistake":
      memory.mistake = { seat: event.seat, card: event.card, aside: event.aside };
      memory.star = null;
      break;
    case "play":
    case "played-blind":
      memory.refused = null;
      break;
    case "propose-star":
      memory.star = memory.mistake = memory.refused = null;
      memory.proposer = event.seat;
      break;
    case "star-refused":
      memory.refused = { seat: event.seat };
      break;
    case "star-used":
      memory.star = { discards: event.discards };
      break;
    case "level-passed":
      memory.passed = { gained: event.gained, onePileFirst: event.one_pile_first };
      break;
  }
}

export function gamePage(table) {
  const { view, house } = table;
  return h("main", { key: "extreme", class: classes("extreme-table", view.phase) }, [
    h("section", { key: "team", class: "team" }, [supply("life", view.lives), levelCard(view), supply("star", view.stars)]),
    partners(table),
    piles(table),
    h("section", { key: "news", class: "news", role: "status" }, news(table)),
    house.seat !== null && !view.outcome && view.phase !== "passed" && thumbs(table),
  ]);
}

// What the team has

function supply(kind, number) {
  const name = kind === "life" ? counted(number, "life", "lives") : counted(number, "star");
  return h("p", { key: kind, class: `supply ${kind}`, role: "img", "aria-label": name },
    Array.from({ length: MOST[kind] }, (_, at) => h("span", { key: `${kind}${at}`, class: classes({ spent: at >= number }) }, sign(kind))));
}

function levelCard(view) {
  const notes = [
    ["both open", `${view.blind[0]} is blind`, "both blind"][view.blind.length],
    view.reward && `brings a ${view.reward}`,
  ].filter(Boolean);
  return h("div", { key: "level", class: "level" }, [
    h("strong", {}, `Level ${view.level}`),
    h("span", { class: "quiet" }, notes.join(", ")),
  ]);
}

function partners(table) {
  const { view, house, line } = table;
  const seats = house.seats.map((_, seat) => seat).filter((seat) => seat !== house.seat);
  return h("ul", { key: "partners", class: "partners" }, seats.map((seat) => {
    const presence = line.seats[seat] ?? { here: true, line: "good" };
    const person = house.seats[seat].guest !== null && !house.seats[seat].stand_in;
    const away = person && !presence.here;
    return h("li", { key: `p${seat}`, class: classes({ down: view.down[seat], away }) }, [
      sign("palm", view.down[seat] ? "hand on the table" : "hand up"),
      h("span", { class: "who" }, nameOf(house, seat)),
      h("span", { class: "quiet" }, [
        away ? "away" : counted(view.cards_left[seat], "card"),
        doing(view, seat) || (person && !away && ["fair", "poor"].includes(presence.line) && `, ${presence.line} line`),
      ]),
    ]);
  }));
}

function doing(view, seat) {
  if (view.phase === "voting" && view.votes[seat] !== null) return view.votes[seat] ? ", for it" : ", against";
  if (view.phase === "choosing" && view.chosen[seat]) return ", has chosen";
  if (view.phase === "passed" && view.ready[seat]) return ", ready";
  return "";
}
