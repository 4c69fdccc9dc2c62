// The first page: who you are, the two games, and where people are playing.

import { myName, openTable, publicTables, rememberName, whoAmI } from "./api.js";
import { h, render } from "./dom.js";
import { say } from "./says.js";
import { GAMES, STAGES, counted } from "./words.js";

const REFRESH = 8000;

export function showHome(page) {
  const home = { name: myName(), mine: [], tables: null, busy: false };
  const draw = () => render(page, pageOf(home, draw));
  draw();
  refresh(home, draw);
  setInterval(() => document.hidden || refresh(home, draw), REFRESH);
}

async function refresh(home, draw) {
  try {
    [home.mine, home.tables] = [(await whoAmI()).tables, await publicTables()];
  } catch (problem) {
    if (home.tables === null) say(problem.message);
  }
  draw();
}

function pageOf(home, draw) {
  return h("div", { class: "home" }, [
    h("header", { class: "front" }, [
      h("h1", {}, "Tacit"),
      h("p", {}, "Two card games about what nobody says. Play with friends by a link, or with bots right now."),
    ]),
    h("main", {}, [
      h("label", { class: "name" }, [
        h("span", {}, "Your name"),
        h("input", {
          id: "name",
          value: home.name,
          maxlength: 20,
          autocomplete: "nickname",
          placeholder: "What others will see",
          oninput: (event) => {
            home.name = event.target.value;
            rememberName(home.name.trim());
          },
        }),
      ]),
      home.mine.length > 0 &&
        h("section", { class: "continue" }, [
          h("h2", {}, "Continue where you were"),
          h("ul", { class: "tables" }, home.mine.map((door) => myTable(door))),
        ]),
      h("section", { class: "games" }, Object.keys(GAMES).map((game) => gamePanel(game, home, draw))),
      h("section", {}, [h("h2", {}, "Public tables"), openTables(home)]),
    ]),
    h("footer", { class: "quiet" }, "Mind Up! is a game by Maxime Rambourg, The Mind Extreme by Wolfgang Warsch."),
  ]);
}

function gamePanel(game, home, draw) {
  const { title, by, pitch, facts, bots } = GAMES[game];
  const go = (wanted) => () => open(home, draw, { game, ...wanted });
  return h("article", { key: game, class: `panel game ${game}` }, [
    h("h2", {}, title),
    h("p", { class: "quiet" }, `${facts} · ${by}`),
    h("p", {}, pitch),
    h("button", { class: "main", disabled: home.busy, onclick: go({ bots, start: true }) }, "Play now with bots"),
    h("div", { class: "pair" }, [
      h("button", { disabled: home.busy, onclick: go({}) }, "Open a private table"),
      h("button", { disabled: home.busy, onclick: go({ settings: { public: true } }) }, "Open a public table"),
    ]),
  ]);
}

async function open(home, draw, wanted) {
  const name = home.name.trim();
  if (!name) {
    say("First tell us your name.");
    document.getElementById("name").focus();
    return;
  }
  home.busy = true;
  draw();
  try {
    location.assign((await openTable({ name, ...wanted })).url);
  } catch (problem) {
    say(problem.message);
  }
  home.busy = false;
  draw();
}

function myTable(door) {
  const state = door.stage === "lobby" ? `gathering, ${counted(door.free, "free seat")}` : STAGES[door.stage];
  return tableLink(door, state);
}

function openTables(home) {
  if (home.tables === null) return h("p", { class: "quiet" }, "Looking…");
  const mine = new Set(home.mine.map((door) => door.table));
  const others = home.tables.filter((one) => !mine.has(one.table));
  if (others.length === 0) {
    return h("p", { class: "quiet" }, "Nobody has a public table open. Open one, and others will find it here.");
  }
  return h("ul", { class: "tables" }, others.map((one) => {
    const seats = one.stage === "lobby" ? `${one.players} of ${one.seats} seats taken` : counted(one.players, "player");
    return tableLink(one, `${one.host}'s table · ${STAGES[one.stage]} · ${seats}`);
  }));
}

function tableLink(one, text) {
  return h("li", { key: one.table }, h("a", { href: `/t/${one.table}`, class: "row" }, [
    h("span", { class: `mark ${one.game}`, "aria-hidden": "true" }),
    h("strong", {}, GAMES[one.game].title),
    h("span", { class: "quiet" }, text),
  ]));
}
