// Under your thumbs in The Mind Extreme: two cards, the hand on the table, Stop and the star.

import { classes, h, sign } from "./dom.js";
import { colourOf, direction, small, spoken, valueOf } from "./piles.js";

const LONG_PRESS = 350;
// What has just slid under the finger is not pressed by the tap that was meant for something else.
const SETTLING = 250;

export function thumbs(table) {
  const { view, ui } = table;
  if (view.phase !== "playing") ui.since = {};
  const firsts = ["white", "red"].map((colour) => view.hand.find((card) => colourOf(card) === colour));
  const rest = view.hand.filter((card) => !firsts.includes(card));
  return h("section", { key: "below", class: "below" }, [
    h("div", { class: "thumbs" }, [
      thumb(table, "white", firsts[0]),
      h("div", { key: "rest", class: "rest", "aria-label": "The rest of your hand" }, rest.map(small)),
      thumb(table, "red", firsts[1]),
    ]),
    h("div", { key: "controls", class: "controls" }, [
      view.phase === "gathering" || view.phase === "lifting" ? palm(table) : stop(table),
      star(table),
    ]),
  ]);
}

function thumb(table, colour, card) {
  const { view, line, ui } = table;
  if (!card) return h("div", { key: `no-${colour}`, class: classes("thumb", "none", colour) }, direction(colour));
  const kind = line.legal.discard ? "discard" : "play";
  const may = (line.legal[kind] ?? []).includes(card);
  const asked = line.isAsked(kind, card);
  if (view.phase === "playing") ui.since[card] ??= performance.now();
  const settled = () => kind === "discard" || performance.now() - ui.since[card] > SETTLING;
  const lay = () => {
    if (may && !asked && settled()) line.act(kind, { card });
  };
  return h("button", {
    key: card,
    class: classes("thumb", colour, { asked, may }),
    "aria-label": `${kind === "play" ? "Lay" : "Put away"} ${spoken(card)}`,
    disabled: !may,
    onpointerdown: lay,
    onclick: (event) => event.detail === 0 && lay(), // the keyboard
  }, [direction(colour), h("b", {}, valueOf(card))]);
}

function palm(table) {
  const { view, house, line, ui } = table;
  const down = view.down[house.seat];
  const asked = line.isAsked("lay-hand") || line.isAsked("lift-hand");
  const press = (event) => {
    if (asked || house.paused) return;
    if (event.pointerId) event.target.setPointerCapture(event.pointerId);
    ui.laidAt = down ? null : performance.now();
    if (down && "lift-hand" in line.legal) line.act("lift-hand");
    else if (!down && "lay-hand" in line.legal) line.act("lay-hand");
  };
  // Hold and let go, or tap twice: both are a hand on the table.
  const release = () => {
    const held = ui.laidAt && performance.now() - ui.laidAt > LONG_PRESS;
    ui.laidAt = null;
    if (held && ("lift-hand" in line.legal || line.isAsked("lay-hand"))) line.act("lift-hand");
  };
  const words = down ? "Lift your hand" : view.phase === "lifting" ? "Your hand is up" : "Hand on the table";
  return h("button", {
    key: "palm",
    class: classes("palm", { down, lifting: view.phase === "lifting" }),
    disabled: view.phase === "lifting" && !down,
    "aria-pressed": String(down),
    onpointerdown: press,
    onpointerup: release,
    onpointercancel: release,
    onclick: (event) => event.detail === 0 && press(event),
    oncontextmenu: (event) => event.preventDefault(),
  }, [sign("palm"), h("span", {}, words)]);
}

function stop({ line, ui, view }) {
  if (view.phase === "playing") ui.since.stop ??= performance.now();
  const settled = () => performance.now() - ui.since.stop > SETTLING;
  const press = () => {
    if ("stop" in line.legal && !line.isAsked("stop") && settled()) line.act("stop");
  };
  return h("button", {
    key: "stop",
    class: "stop",
    disabled: !("stop" in line.legal),
    onpointerdown: press,
    onclick: (event) => event.detail === 0 && press(),
  }, "Stop");
}

function star({ line }) {
  const may = "propose-star" in line.legal && !line.isAsked("propose-star");
  return h("button", { key: "star", class: "propose", disabled: !may, onclick: () => line.act("propose-star") }, [
    sign("star"),
    h("span", {}, "Propose a star"),
  ]);
}
