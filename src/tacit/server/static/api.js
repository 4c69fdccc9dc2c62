// The small HTTP API, and what this browser remembers by itself.

/** Something the server would not do; the message is a sentence for people. */
export class Problem extends Error {
  constructor(key, text) {
    super(text);
    this.key = key;
  }
}

async function call(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
    });
  } catch {
    throw new Problem("offline", "The server cannot be reached. Check your connection and try again.");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    throw new Problem(answer.key ?? "error", answer.text ?? "That did not work. Please try again.");
  }
  return answer;
}

export const lookAt = (table) => call("GET", `/api/tables/${encodeURIComponent(table)}`);
export const publicTables = () => call("GET", "/api/tables");
export const whoAmI = () => call("GET", "/api/me");
export const openTable = (wanted) => call("POST", "/api/tables", { contribution: chance(), ...wanted });
export const makeLink = () => call("POST", "/api/me/link");
export const useLink = (token) => call("POST", "/api/me/device", { token });
export const replayOf = (table, game) => `/api/tables/${encodeURIComponent(table)}/games/${game}`;

/** Sixteen random bytes in hexadecimal: what you add to a shuffle. */
export function chance() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const NAME = "tacit.name";

/** What you called yourself last. */
export function myName() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return ""; // storage is switched off
  }
}

export function rememberName(name) {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    // storage is switched off: ask again next time
  }
}

/** Something one tab keeps over a reload. */
export function recall(key) {
  try {
    return JSON.parse(sessionStorage.getItem(`tacit.${key}`));
  } catch {
    return null;
  }
}

export function keep(key, value) {
  try {
    sessionStorage.setItem(`tacit.${key}`, JSON.stringify(value));
  } catch {
    // storage is switched off or full
  }
}

/** Copy a text; false if the browser does not let us. Works without HTTPS too. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "unseen";
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
