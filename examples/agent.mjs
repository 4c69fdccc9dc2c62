// A bot of Mind Up! and The Mind Extreme in JavaScript: JSON, one object a line.
//   tacit join http://localhost:8000/t/NAME --bot "node examples/agent.mjs"
// docs/client.md describes the lines.
import { createInterface } from "node:readline";

const PACE = Number(process.env.PACE ?? 333); // milliseconds a number
const POSITION = (card) => (card[0] === "W" ? +card.slice(1) : 51 - card.slice(1));
const first = (hand, letter) => hand.filter((card) => card[0] === letter).sort((a, b) => POSITION(a) - POSITION(b))[0];

const answers = {
  // Mind Up!: the card nearest to the middle of the row.
  choose: ({ view }) => {
    const middle = view.row[Math.floor(view.row.length / 2)];
    const far = (card) => Math.abs(card - middle);
    return { card: view.hand.reduce((best, card) => (far(card) < far(best) ? card : best)) };
  },
  // The Mind Extreme: lay hands down and lift them; a card when its number is due.
  plan: ({ view, now }) => {
    const polite = { gathering: "lay-hand", lifting: "lift-hand", passed: "ready" }[view.phase];
    const waits = { gathering: !view.down[view.seat], lifting: view.down[view.seat], passed: !view.ready[view.seat] };
    if (polite) return waits[view.phase] ? { at: Math.round(now + PACE / 2), action: { kind: polite } } : { at: null };
    const cards = ["W", "R"].map((letter) => first(view.hand, letter)).filter(Boolean);
    if (!cards.length) return { at: null };
    const card = cards.reduce((best, one) => (POSITION(one) < POSITION(best) ? one : best));
    const top = view.piles[card[0] === "W" ? "white" : "red"].top;
    return { at: Math.round(now + PACE * Math.max(0, POSITION(card) - (top ? POSITION(top) : 0))), action: { kind: "play", card } };
  },
  vote: () => ({ agree: true }),
  discard: ({ view }) => ({ card: first(view.hand, "W") ?? first(view.hand, "R") }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const question = JSON.parse(line);
  const answer = answers[question.type];
  if (answer) console.log(JSON.stringify({ id: question.id, ...answer(question) }));
});
