// The line to a table: a WebSocket that comes back by itself and loses nothing that was asked.

import { Problem, chance, keep, lookAt, recall } from "./api.js";

const PROTOCOL = 1;
// A card pressed longer ago is not laid any more: its moment has passed.
const OLD_PLAY = 2000;
// The server pings every few seconds: a line that is silent for longer is dead.
const SILENCE = 12_000;
// A request without an answer is asked again: under one id it is done once.
const PATIENCE = 4000;
const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;

export class Line {
  /**
   * `version` is the last one this tab has seen. `changed()` is called whenever there is something
   * new to show, `happened(events)` with events of the game, `gesture(message)` with signs people
   * make, `said(text)` with sentences.
   */
  constructor(table, version, { changed, happened, gesture, said }) {
    this.table = table;
    this.house = null;
    this.view = null;
    this.legal = {};
    this.waiting = [];
    this.version = version;
    this.seats = [];
    this.deadline = null;
    this.door = null;
    this.connected = false;
    this.goodbye = null;
    this.gone = null;
    this._tell = { changed, happened, gesture, said };
    this._asked = new Map();
    this._prefix = chance().slice(0, 12);
    this._count = 0;
    this._tries = 0;
    this._lost = false;
    this._ahead = 0;
    this._heard = performance.now();
    setInterval(() => this._check(), 1000);
    addEventListener("online", () => this._hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this._hurry());
    this._open();
  }

  /** What the table's clock shows now, in milliseconds. */
  get now() {
    return performance.now() + this._ahead;
  }

  _open() {
    clearTimeout(this._timer);
    this._timer = null;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws/${encodeURIComponent(this.table)}`);
    this._socket = socket;
    this._heard = performance.now();
    socket.onopen = () => this._hello();
    socket.onmessage = (message) => {
      this._heard = performance.now();
      if (socket === this._socket) this._take(JSON.parse(message.data));
    };
    socket.onclose = () => {
      if (socket === this._socket) this._again();
    };
  }

  _hello() {
    this._lost = true;
    this._send({ type: "hello", protocol: PROTOCOL, version: this.version });
  }

  _send(message) {
    if (this._socket.readyState === WebSocket.OPEN) this._socket.send(JSON.stringify(message));
  }

  /** Come back, a little later each time, and never all browsers at once. */
  _again() {
    if (this._timer || this.gone) return;
    this._socket = null;
    this.connected = false;
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this._tries++);
    this._timer = setTimeout(() => this._return(), wait * (0.75 + Math.random() / 2));
    this._tell.changed();
  }

  async _return() {
    if (this._tries > 2) {
      // It may be more than the line: look whether the table is there, which renews the cookie too.
      try {
        await lookAt(this.table);
      } catch (problem) {
        if (problem instanceof Problem && problem.key === "not-found") {
          this.gone = "This table does not exist any more.";
          this._tell.changed();
          return;
        }
      }
    }
    this._open();
  }

  _hurry() {
    if (this._timer) {
      this._tries = 0;
      this._open();
    } else this._check(SILENCE / 2);
  }

  _check(longest = SILENCE) {
    const now = performance.now();
    if (this._socket && now - this._heard > longest) {
      const dead = this._socket;
      this._again();
      dead.close();
    }
    if (!this.connected) return;
    for (const asked of this._asked.values()) {
      if (!isPlay(asked.request) && now - asked.sent > PATIENCE) this._ask(asked);
    }
  }

  _take(message) {
    switch (message.type) {
      case "ping":
        return this._send({ type: "pong", n: message.n });
      case "sync":
        return this._sync(message);
      case "update":
        return this._update(message);
      case "door":
        this.door = message;
        this.house = this.view = null;
        this.version = 0;
        return this._arrived();
      case "presence":
        this.seats = message.seats;
        this.deadline = message.deadline;
        this._ahead = message.now - performance.now();
        break;
      case "ack":
        return this._answered(message.id, null);
      case "refused":
        return this._answered(message.id, message);
      case "gesture":
        return this._tell.gesture(message);
      case "bye":
        return this._bye(message.reason);
    }
    this._tell.changed();
  }

  _sync(message) {
    this.door = null;
    for (const part of ["version", "house", "view", "legal", "waiting"]) this[part] = message[part];
    this._ahead = message.now - performance.now();
    this._tell.happened(message.events);
    this._arrived();
  }

  /** What nobody answered is asked again, but a card that had to be laid in time. */
  _arrived() {
    this._lost = false;
    this._tries = 0;
    if (!this.connected) {
      this.connected = true;
      this.goodbye = null;
      const now = performance.now();
      for (const asked of [...this._asked.values()]) {
        if (isPlay(asked.request) && now - asked.at > OLD_PLAY) {
          this._answered(asked.id, { key: "too-late", text: "Your card was not laid: the line was away." });
        } else this._ask(asked);
      }
    }
    this._tell.changed();
  }

  _update(message) {
    if (this._lost || !this.house) return;
    if (message.version !== this.version + 1) {
      this._hello();
      return;
    }
    this.version = message.version;
    Object.assign(this.house, message.house);
    if (message.view === null) {
      this.view = null;
      this.legal = {};
      this.waiting = [];
    } else if (message.fresh) this.view = message.view;
    else if (message.view) Object.assign(this.view, message.view);
    if (message.legal) this.legal = message.legal;
    if (message.waiting) this.waiting = message.waiting;
    this._tell.happened(message.events ?? []);
    this._tell.changed();
  }

  _bye(reason) {
    if (reason === "protocol") {
      this.gone = "This page is older than the server. Please reload it.";
      if (Date.now() - recall("reloaded") > 60_000) {
        keep("reloaded", Date.now());
        location.reload();
      }
      this._tell.changed();
    } else if (reason === "restart") {
      this.goodbye = "The server restarts. Your table comes back in a moment.";
    }
  }

  /** Ask the table for something. Returns whether it was done; a refusal has been said by then. */
  do(request) {
    return new Promise((resolve) => {
      const id = `${this._prefix}-${++this._count}`;
      const asked = { id, request, at: performance.now(), sent: 0, resolve };
      this._asked.set(id, asked);
      if (this.connected) this._ask(asked);
      this._tell.changed();
    });
  }

  act(kind, more) {
    return this.do({ do: "act", action: { kind, ...more } });
  }

  /** Whether an action of this kind, with this card, is on its way. */
  isAsked(kind, card) {
    return [...this._asked.values()].some(
      ({ request }) => request.action?.kind === kind && (card === undefined || request.action.card === card),
    );
  }

  _ask(asked) {
    asked.sent = performance.now();
    this._send({ type: "do", id: asked.id, request: asked.request });
  }

  _answered(id, refused) {
    const asked = this._asked.get(id);
    if (!asked) return;
    this._asked.delete(id);
    if (refused) this._tell.said(refused.text);
    asked.resolve(!refused);
    this._tell.changed();
  }
}

function isPlay(request) {
  return request.do === "act" && request.action.kind === "play";
}
