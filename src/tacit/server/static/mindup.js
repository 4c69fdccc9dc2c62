// Mind Up! on the page.

import { DECK } from "./deck.js";
import { classes, h, sign } from "./dom.js";
import { afterwards } from "./menu.js";
import { OBJECTIVES, counted, listed, nameOf, ordinal, plain, signed, whoIs } from "./words.js";

const TURNS = { 1: 6, 2: 7, 3: 8 };

/** Where the game is, for the bar. */
export function where(view) {
  if (view.places) return "The game is over";
  return `Round ${view.round} · turn ${Math.min(view.turn, TURNS[view.round])} of ${TURNS[view.round]}`;
}

/** Keep what is told once: who took what, and how a round ended. */
export function remember(memory, event) {
  if (event.kind === "dealt" && event.round === 1) memory.reveal = memory.ended = null;
  if (event.kind === "revealed") memory.reveal = { plays: event.plays, taken: event.taken };
  if (event.kind === "round-ended") memory.ended = { last: event.last };
}

export function gamePage(table) {
  const { view, house } = table;
  const mine = house.seat !== null;
  return h("main", { key: "mindup", class: classes("mindup-table", { watching: !mine }) }, [
    h("div", { key: "centre", class: "centre" }, [
      view.places && ranking(table),
      !view.places && roundEnd(table),
      !view.places && rowOfCards(table),
      mine && !view.places && ownColumns(table),
    ]),
    h("div", { key: "side", class: "side" }, [
      players(table),
      !view.places && objectives(view),
      view.scores.length > 0 && scores(table),
    ]),
    mine && !view.places && hand(table),
  ]);
}

// Cards

function card(number, size, more = {}) {
  const { suit, bonus } = DECK[number];
  const { key = `c${number}`, tag = "span", class: extra, ...props } = more;
  return h(tag, { key, class: classes("card", size, suit, extra), "aria-label": spoken(number), ...props }, [
    h("b", {}, number),
    size === "big" && sign(suit),
    size !== "tiny" && bonus !== 0 && h("i", {}, signed(bonus)),
  ]);
}

function spoken(number) {
  const { suit, bonus } = DECK[number];
  return `${number}, ${suit}${bonus === 0 ? "" : `, bonus ${signed(bonus)}`}`;
}

// The row

function rowOfCards(table) {
  const { view, house, memory, line } = table;
  const by = memory.reveal && lastTurn(memory.reveal, view);
  return h("section", { key: "row", class: "middle" }, [
    h("h2", {}, ["The row", line.deadline !== null && !house.paused && h("span", { class: "clock" }, countdown(line))]),
    h("ol", { class: "row-of-cards", vars: { "--players": view.players } }, view.row.map((number, at) =>
      h("li", { key: `r${number}`, class: classes({ yours: by && by[at].seat === house.seat }) }, [
        by && h("span", { class: "took" }, [
          card(by[at].taken, "small"),
          h("span", {}, whoIs(house, by[at].seat)),
        ]),
        card(number, "big"),
      ]))),
    by && h("p", { class: "quiet hint" }, "Above each card: who laid it last turn, and what it took."),
  ]);
}

/** By place in the row: who laid that card, and what he took for it. */
function lastTurn({ plays, taken }, view) {
  const turns = plays.map((play, seat) => ({ play, seat, taken: taken[seat] })).sort((a, b) => a.play - b.play);
  return turns.length === view.row.length && turns.every(({ play }, at) => play === view.row[at]) ? turns : null;
}

function countdown(line) {
  const seconds = Math.max(0, Math.ceil((line.deadline - line.now) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// Columns

function pointsOf(tableau, order) {
  const columns = tableau.map((cards, at) => cards.length * order[at]);
  const bonuses = tableau.flat().reduce((sum, number) => sum + DECK[number].bonus, 0);
  return { columns, bonuses, sum: columns.reduce((a, b) => a + b, 0) + bonuses };
}

function ownColumns(table) {
  const { view, house, memory } = table;
  const tableau = view.tableaux[house.seat];
  const { columns, bonuses, sum } = pointsOf(tableau, view.order);
  const fresh = memory.reveal?.taken[house.seat];
  return h("section", { key: "own", class: "own" }, [
    h("h2", {}, ["Your columns", h("span", { class: "quiet" }, tableau.flat().length > 0 ? ` ${plain(sum)} so far${bonuses === 0 ? "" : `, bonuses ${signed(bonuses)} included`}` : " nothing yet")]),
    h("ol", { class: "columns" }, tableau.map((cards, at) => h("li", { key: `k${at}` }, [
      h("span", { class: "value", "aria-label": `worth ${view.order[at]}` }, [`×${view.order[at]}`, cards.length > 0 && sign(DECK[cards[0]].suit)]),
      h("span", { class: "stack" }, cards.map((number) => card(number, "strip", { class: classes({ fresh: number === fresh }) }))),
      h("span", { class: "points" }, cards.length > 0 ? columns[at] : "·"),
    ]))),
  ]);
}

function players(table) {
  const { view, house } = table;
  const others = house.seats.map((_, seat) => seat).filter((seat) => seat !== house.seat || view.places);
  return h("section", { key: view.places ? "final" : "players", class: "players", "aria-label": "Players" }, others.map((seat) => player(table, seat)));
}

function player(table, seat) {
  const { view, house } = table;
  const tableau = view.tableaux[seat];
  const [state, words] = stateOf(table, seat);
  const unknown = handSize(view) - view.known[seat].length;
  const known = house.settings.show_known && !view.places ? view.known[seat] : [];
  return h("article", { key: `p${seat}`, class: classes("player", state) }, [
    h("h3", {}, [h("span", { class: "who" }, whoIs(house, seat)), h("span", { class: "state" }, words)]),
    h("ol", { class: "small-columns" }, tableau.map((cards, at) => h("li", { key: `k${at}` }, [
      h("span", { class: "value" }, view.order[at]),
      cards.map((number) => card(number, "tiny")),
    ]))),
    h("p", { class: "quiet" }, tableau.flat().length > 0 ? `${plain(pointsOf(tableau, view.order).sum)} in this round` : "nothing yet"),
    known.length > 0 && h("p", { class: "known" }, [h("span", { class: "quiet" }, "holds "), known.map((number) => card(number, "tiny")), unknown > 0 && ` and ${counted(unknown, "unknown card")}`]),
  ]);
}

/** All hands are equally large (MU-07, MU-26). */
function handSize(view) {
  return 6 + view.round - (view.turn - 1);
}

function stateOf({ view, house, line }, seat) {
  if (view.places) return ["done", ordinal(view.places[seat])];
  if (view.picked[seat]) return ["picked", "picked"];
  const sitter = house.seats[seat];
  if (sitter.guest !== null && !sitter.stand_in && line.seats[seat]?.here === false) return ["away", "away"];
  return ["thinking", "thinking"];
}

// Your hand

function hand(table) {
  const { view, line, house } = table;
  const cards = view.hand;
  const tap = (number) => {
    if (number === view.pick) line.act("take-back");
    else line.act("pick", { card: number });
  };
  return h("section", { key: "hand", class: "hand" }, [
    h("p", { class: "ask", role: "status" }, handWords(table)),
    h("div", { class: "cards", vars: { "--half": cards.length > 5 ? Math.ceil(cards.length / 2) : cards.length, "--all": cards.length } }, cards.map((number) =>
      card(number, "big", {
        tag: "button",
        class: classes({ picked: number === view.pick, asked: line.isAsked("pick", number) }),
        "aria-pressed": String(number === view.pick),
        disabled: house.paused,
        onclick: () => tap(number),
      }))),
  ]);
}

function handWords({ view, line, house }) {
  if (house.paused) return "The game is paused.";
  if (view.pick === null) return "Pick a card to lay face down.";
  const others = line.waiting.filter((seat) => seat !== house.seat).map((seat) => nameOf(house, seat));
  return `You picked ${view.pick}: tap it to take it back, or another. ${others.length > 0 ? `Waiting for ${listed(others)}.` : ""}`;
}

// Objectives, scores, the end

function objectives(view) {
  if (view.objectives.length === 0) return null;
  return h("section", { key: "objectives", class: "objectives" }, [
    h("h2", {}, "Objectives"),
    h("ul", {}, view.objectives.map((number) => {
      const [value, words] = OBJECTIVES[number];
      return h("li", { key: `o${number}` }, [h("b", {}, signed(value)), h("span", {}, withSuits(words))]);
    })),
  ]);
}

const SUIT_WORDS = { suns: "sun", petals: "petal", waves: "wave", leaves: "leaf", moons: "moon" };

/** A sentence with the drawings of the suits it names. */
function withSuits(words) {
  return words.split(/(suns|petals|waves|leaves|moons)/i).map((part, at) => {
    const suit = SUIT_WORDS[part.toLowerCase()];
    return suit ? h("span", { key: `w${at}`, class: "suit" }, [h("span", { class: `badge ${suit}` }, sign(suit)), ` ${part}`]) : part;
  });
}

function roundEnd(table) {
  const { view, memory, house } = table;
  const finished = view.scores.length;
  if (finished === 0 || view.turn > 1 || memory.seenRound === `${house.games}.${finished}`) return null;
  const go = () => {
    table.note({ seenRound: `${house.games}.${finished}` });
  };
  const rows = view.scores[finished - 1].map((score, seat) => ({ seat, ...summary(score) })).sort((a, b) => b.total - a.total);
  return h("section", { key: "round-end", class: "panel round-end" }, [
    h("h2", {}, `Round ${finished} is over`),
    memory.ended && house.seat !== null && h("p", {}, ["Your last card went into your own columns: ", card(memory.ended.last[house.seat], "tiny"), "."]),
    h("table", {}, [
      h("thead", {}, h("tr", {}, ["", "Columns", "Bonuses", view.objectives.length > 0 && "Objectives", "Points"].filter((one) => one !== false)
        .map((title, at) => h("th", { key: `h${at}` }, title)))),
      h("tbody", {}, rows.map((row) => h("tr", { key: `s${row.seat}`, class: classes({ you: row.seat === house.seat }) }, [
        h("th", {}, whoIs(house, row.seat)),
        h("td", { key: "a" }, plain(row.columns)),
        h("td", { key: "b" }, signed(row.bonuses)),
        view.objectives.length > 0 && h("td", { key: "c" }, signed(row.objectives)),
        h("td", { key: "d" }, h("b", {}, plain(row.total))),
      ]))),
    ]),
    h("button", { class: "main", onclick: go }, `On to round ${finished + 1}`),
  ]);
}

function summary(score) {
  const add = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const [columns, bonuses, objectives] = [add(score.columns), add(score.bonuses), add(score.objectives)];
  return { columns, bonuses, objectives, total: columns + bonuses + objectives };
}

function scores({ view, house }) {
  const sums = house.seats.map((_, seat) => view.scores.map((round) => summary(round[seat]).total));
  const total = (seat) => sums[seat].reduce((a, b) => a + b, 0);
  const order = house.seats.map((_, seat) => seat).sort((a, b) => (view.places ? view.places[a] - view.places[b] : total(b) - total(a)));
  return h("section", { key: "scores", class: "scores" }, [
    h("h2", {}, "Points"),
    h("table", {}, [
      h("thead", {}, h("tr", {}, [h("th", {}), view.scores.map((_, at) => h("th", { key: `r${at}` }, `Round ${at + 1}`)), h("th", { key: "sum" }, "Sum")])),
      h("tbody", {}, order.map((seat) => h("tr", { key: `s${seat}`, class: classes({ you: seat === house.seat }) }, [
        h("th", {}, whoIs(house, seat)),
        sums[seat].map((points, at) => h("td", { key: `r${at}` }, plain(points))),
        h("td", { key: "sum" }, h("b", {}, plain(total(seat)))),
      ]))),
    ]),
  ]);
}

function ranking(table) {
  const { view, house } = table;
  const order = view.places.map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place);
  const winners = order.filter(({ place }) => place === 1).map(({ seat }) => seat);
  const names = listed(winners.map((seat) => whoIs(house, seat)));
  const verb = winners.length > 1 || winners[0] === house.seat ? "win" : "wins";
  return h("section", { key: "ranking", class: "panel ranking" }, [
    h("h2", {}, `${names} ${verb}${winners.length > 1 ? " together" : ""}!`),
    h("ol", { class: "places" }, order.map(({ place, seat }) => h("li", { key: `s${seat}`, class: classes({ you: seat === house.seat, first: place === 1 }) }, [
      h("span", {}, ordinal(place)),
      h("strong", {}, whoIs(house, seat)),
      h("span", {}, counted(view.totals[seat], "point").replace("-", "−")),
    ]))),
    afterwards(table),
  ]);
}
