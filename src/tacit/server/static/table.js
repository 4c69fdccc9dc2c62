// One table: the frame around the lobby and both games.

import { keep, lookAt, recall } from "./api.js";
import { doorPage, nowhere } from "./door.js";
import { classes, h, render } from "./dom.js";
import * as extreme from "./extreme.js";
import { Line } from "./line.js";
import { lobbyPage } from "./lobby.js";
import { menu } from "./menu.js";
import * as mindup from "./mindup.js";
import { say } from "./says.js";
import { talk, unread } from "./talk.js";
import { EMOTES, GAMES, guestName, nameOf } from "./words.js";

const GAME = { mindup, extreme };
// The server tells what happened in as many versions; whoever comes later sees the table as it is.
const FORGOTTEN = 64;

export async function showTable(page, id) {
  render(page, h("p", { class: "alone quiet" }, "Coming to the table…"));
  try {
    await lookAt(id);
  } catch (problem) {
    const text = problem.key === "not-found" ? "There is no such table. Perhaps the link is not complete." : problem.message;
    render(page, nowhere(text));
    return;
  }
  new TablePage(page, id);
}

class TablePage {
  constructor(page, id) {
    this.page = page;
    this.id = id;
    // What is open, half decided or just pressed on this page; the table knows nothing of it.
    this.ui = { sheet: null, read: 0, since: {} };
    // What happened last: told once by the server, kept over a reload.
    this.memory = recall(id) ?? {};
    this.line = new Line(id, this.memory.version ?? 0, {
      changed: () => this.draw(),
      happened: (events) => this.remember(events),
      gesture: ({ guest, emote }) => say(`${guestName(this.house, guest)} ${EMOTES[emote] ?? ""}`),
      said: say,
    });
    setInterval(() => this.line.deadline !== null && this.draw(), 500);
    addEventListener("keydown", (event) => event.key === "Escape" && this.open(null));
  }

  get house() {
    return this.line.house;
  }

  get view() {
    return this.line.view;
  }

  get isHost() {
    return this.house.host === this.house.you;
  }

  ask(request) {
    return this.line.do(request);
  }

  open(sheet) {
    this.ui.sheet = this.ui.sheet === sheet ? null : sheet;
    this.draw();
  }

  remember(events) {
    const { version } = this.line;
    if (version - (this.memory.version ?? version) > FORGOTTEN) this.memory = {};
    for (const event of events) GAME[this.house.game].remember(this.memory, event);
    this.note({ version });
  }

  /** Keep something over a reload. */
  note(more) {
    Object.assign(this.memory, more);
    keep(this.id, this.memory);
    this.draw();
  }

  /** Draw once, however many things have changed. */
  draw() {
    if (this.drawing) return;
    this.drawing = true;
    queueMicrotask(() => {
      this.drawing = false;
      render(this.page, this.content());
    });
  }

  content() {
    const { line, house } = this;
    document.body.classList.toggle("night", (house ?? line.door)?.game === "extreme");
    if (line.gone) return nowhere(line.gone);
    if (line.door) return doorPage(this);
    if (!house) return h("p", { class: "alone quiet" }, line.connected ? "Coming to the table…" : "Connecting…");
    document.title = `${GAMES[house.game].title} · Tacit`;
    const inGame = house.stage !== "lobby" && this.view;
    return h("div", { class: classes("table", house.game) }, [
      this.bar(),
      this.notices(),
      inGame ? GAME[house.game].gamePage(this) : lobbyPage(this),
      talk(this),
      this.ui.sheet === "menu" && menu(this),
      this.ui.sheet && h("div", { key: "shade", class: "shade", onclick: () => this.open(null) }),
    ]);
  }

  bar() {
    const { house, view, ui } = this;
    const where = house.stage === "lobby" || !view ? "Before the game" : GAME[house.game].where(view);
    const news = unread(this);
    return h("header", { key: "bar", class: "bar" }, [
      h("a", { href: "/", class: "wordmark" }, "Tacit"),
      h("div", { class: "title" }, [h("h1", {}, GAMES[house.game].title), h("p", {}, where)]),
      house.talk && h("button", { key: "talk", class: "talk-switch", "aria-expanded": String(ui.sheet === "talk"), onclick: () => this.open("talk") }, [
        "Talk",
        news > 0 && h("span", { class: "count" }, news),
      ]),
      h("button", { key: "menu", "aria-expanded": String(ui.sheet === "menu"), onclick: () => this.open("menu") }, "Menu"),
    ]);
  }

  notices() {
    const { line, house } = this;
    const playing = house.stage === "playing";
    const away = house.seats.map((_, seat) => seat).filter((seat) => playing && isAway(this, seat));
    return h("div", { key: "notices", class: "notices" }, [
      !line.connected && h("p", { key: "line", class: "notice warn", role: "status" }, line.goodbye ?? "The line is gone. Coming back by itself…"),
      playing && house.paused && h("p", { key: "pause", class: "notice" }, [
        h("span", {}, "The game is paused."),
        house.seat !== null && h("button", { class: "main", onclick: () => this.ask({ do: "resume" }) }, "Go on"),
      ]),
      away.map((seat) => h("p", { key: `away${seat}`, class: "notice" }, [
        h("span", {}, `${nameOf(house, seat)} is away. The table waits.`),
        this.isHost && h("button", { onclick: () => this.ask({ do: "stand-in", seat }) }, "Let a bot play"),
      ])),
      house.seats.map((sitter, seat) => playing && sitter?.stand_in && h("p", { key: `bot${seat}`, class: "notice" },
        `A bot plays for ${nameOf(house, seat)} for now.`)),
      playing && house.seat === null && h("p", { key: "watch", class: "notice" }, "You are watching."),
    ]);
  }
}

/** Whether a person's seat is empty for now, with no bot standing in. */
function isAway({ house, line }, seat) {
  const sitter = house.seats[seat];
  return sitter?.guest !== null && seat !== house.seat && !sitter.stand_in && line.seats[seat]?.here === false;
}
