// What has just happened in The Mind Extreme, and what is asked of everybody.

import { classes, h, sign } from "./dom.js";
import { afterwards } from "./menu.js";
import { colourOf, small } from "./piles.js";
import { counted, listed, whoIs } from "./words.js";

export function news(table) {
  const { view, house, memory } = table;
  const said = [];
  if (memory.mistake) said.push(mistake(table, memory.mistake));
  if (memory.star) said.push(starShown(table, memory.star));
  if (memory.refused) said.push(h("p", { key: "refused" }, `${whoIs(house, memory.refused.seat)} would rather keep the star. Go on.`));
  if (view.phase === "passed") said.push(passed(table));
  if (view.outcome) said.push(ended(table));
  if (view.phase === "gathering") said.push(h("p", { key: "phase", class: "ask" }, gathering(table)));
  if (view.phase === "lifting") said.push(h("p", { key: "phase", class: "ask" }, lifting(table)));
  if (view.phase === "playing") said.push(h("p", { key: "phase", class: "quiet" }, view.hand.length > 0 || house.seat === null ? "No words. Lay a card when you feel it is time." : "Your hand is empty. Hold your breath."));
  if (view.phase === "voting") said.push(voting(table));
  if (view.phase === "choosing") said.push(choosing(table));
  if (view.aside.length > 0 && view.phase !== "over") said.push(h("p", { key: "aside", class: "aside quiet" }, ["Set aside: ", view.aside.map(([, card]) => small(card))]));
  if (house.paused) return [h("p", { key: "paused", class: "quiet" }, "Paused.")];
  return said;
}

function names(house, seats) {
  return listed([...new Set(seats)].map((seat) => whoIs(house, seat, "you")));
}

function gathering({ view, house }) {
  const missing = house.seats.map((_, seat) => seat).filter((seat) => !view.down[seat]);
  if (house.seat !== null && !view.down[house.seat]) return "Hands on the table when you are ready.";
  return `Waiting for ${names(house, missing)}.`;
}

function lifting({ view, house }) {
  if (house.seat !== null && view.down[house.seat]) return "All hands are down. Lift yours and begin!";
  return `Waiting for ${names(house, house.seats.map((_, seat) => seat).filter((seat) => view.down[seat]))} to lift.`;
}

function mistake({ house }, { seat, card, aside }) {
  const owners = aside.map(([owner, late]) => [small(late), ` ${whoIs(house, owner, "you")} `]);
  return h("div", { key: "mistake", class: "event mistake" }, [
    h("p", {}, [h("strong", {}, "Too early, one life. "), small(card), ` (${whoIs(house, seat, "you")}) came before `, owners]),
    house.close && h("p", { class: "quiet" }, [
      "So close: ", small(house.close.card), ` was pressed ${house.close.behind} milliseconds later.`,
    ]),
  ]);
}

function starShown({ house }, { discards }) {
  const given = discards.flatMap((card, seat) => (card === null || card === undefined ? [] : [[small(card), ` ${whoIs(house, seat, "you")} `]]));
  return h("p", { key: "star", class: "event" }, [h("strong", {}, "A star was used. "), given.length > 0 ? given : "Nobody had a card left."]);
}

function turnedOver({ view, house }) {
  if (view.turned.length === 0) return null;
  return h("div", { key: "turned", class: "turned" }, ["white", "red"].map((colour) => {
    const cards = view.turned.filter((one) => colourOf(one.card) === colour);
    const wrong = cards.filter((one) => one.overtook.length > 0);
    return cards.length > 0 && h("div", { key: colour }, [
      h("p", { class: "quiet" }, `The ${colour} pile, turned over: ${wrong.length === 0 ? "all in order" : `it costs ${counted(wrong.length, "life", "lives")}`}`),
      h("p", { class: "cards" }, cards.map((one) => h("span", { key: one.card, class: classes("turn", { tilted: one.overtook.length > 0 }) }, small(one.card)))),
      wrong.map((one) => h("p", { key: one.card, class: "quiet" }, [
        small(one.card), ` (${whoIs(house, one.seat, "you")}) came before `, one.overtook.map(([, late]) => small(late)),
      ])),
    ]);
  }));
}

function passed(table) {
  const { view, house, memory, line } = table;
  const reward = view.reward && memory.passed ? (memory.passed.gained ? ` and brings a ${view.reward}` : `, but you have all the ${view.reward === "life" ? "lives" : "stars"} there are`) : "";
  const missing = house.seats.map((_, seat) => seat).filter((seat) => !view.ready[seat]);
  return h("div", { key: "passed", class: "event passed" }, [
    h("h2", {}, `Level ${view.level} is passed${reward}.`),
    turnedOver(table),
    memory.passed?.onePileFirst && h("p", { class: "quiet" }, "All of one colour came before the other. It is nicer to keep both piles going."),
    "ready" in line.legal
      ? h("button", { class: "main wide", onclick: () => line.act("ready") }, `Ready for level ${view.level + 1}`)
      : h("p", { class: "quiet" }, `Waiting for ${names(house, missing)}.`),
  ]);
}

function ended(table) {
  const { view } = table;
  const won = view.outcome === "won";
  return h("div", { key: "ended", class: classes("event", "ended", view.outcome) }, [
    h("h2", {}, won ? "You have won, all of you." : `Level ${view.level} was too much this time.`),
    h("p", {}, won ? `All ${view.last_level} levels, without a word.` : "The last life is gone. The next try begins at level 1."),
    afterwards(table),
    turnedOver(table),
  ]);
}

function voting(table) {
  const { view, house, line, memory } = table;
  const proposer = memory.proposer ?? view.votes.indexOf(true);
  const vote = (agree) => () => line.act("vote", { agree });
  return h("div", { key: "voting", class: "event" }, [
    h("p", {}, [sign("star"), h("strong", {}, ` ${whoIs(house, proposer)} proposed a star.`), " Everyone would put away a lowest white or a highest red."]),
    "vote" in line.legal
      ? h("div", { class: "pair" }, [h("button", { class: "main", onclick: vote(true) }, "Use it"), h("button", { onclick: vote(false) }, "Rather not")])
      : h("p", { class: "quiet" }, `Waiting for ${names(house, line.waiting)}.`),
  ]);
}

function choosing(table) {
  const { view, house, line } = table;
  return h("div", { key: "choosing", class: "event" }, [
    h("p", {}, h("strong", {}, line.legal.discard ? "Choose the card you put away." : `Waiting for ${names(house, line.waiting)}.`)),
    view.choice && h("p", { class: "quiet" }, ["You put away ", small(view.choice)]),
  ]);
}
