// The peer: the same game of simultaneous secret picks on boardgame.io's own server.
//
// Matches, players and credentials come from its lobby API, moves over its socket.io transport,
// states from its in-memory store. Everything that is not needed is off, as its manual advises:
// undo history, logging. A finished game is dealt anew by the last pick, so that no match ends.
const { Server } = require('boardgame.io/server');
const { ActivePlayers, INVALID_MOVE } = require('boardgame.io/core');

const COLOURS = [
  [1, 8, 15, 16, 23, 30, 31, 38, 45, 46, 53, 60],
  [2, 6, 10, 19, 27, 29, 32, 34, 42, 51, 55, 59],
  [3, 13, 18, 21, 24, 28, 33, 37, 40, 43, 48, 58],
  [4, 5, 12, 14, 17, 25, 36, 44, 47, 49, 56, 57],
  [7, 9, 11, 20, 22, 26, 35, 39, 41, 50, 52, 54],
];
const COLOUR = new Map(COLOURS.flatMap((cards, colour) => cards.map((card) => [card, colour])));
const DECK = [...COLOUR.keys()];
const ROUNDS = 3;
const ascending = (a, b) => a - b;
const empty = () => [[], [], [], [], []];

function deal(players, random) {
  const deck = random.Shuffle(DECK);
  const hands = Array.from({ length: players }, () => deck.splice(0, 7).sort(ascending));
  return {
    deck,
    hands,
    row: deck.splice(0, players).sort(ascending),
    order: random.Shuffle([1, 2, 3, 4, 5]),
    picks: Array(players).fill(null),
    tableaux: Array.from({ length: players }, empty),
    known: Array.from({ length: players }, () => []),
    scores: [],
    round: 1,
    turn: 1,
  };
}

function place(tableau, card) {
  const column =
    tableau.find((cards) => cards.length && COLOUR.get(cards[0]) === COLOUR.get(card)) ??
    tableau.find((cards) => !cards.length);
  column.push(card);
}

function reveal(G) {
  const plays = [...G.picks].sort(ascending);
  G.picks.forEach((card, seat) => {
    place(G.tableaux[seat], G.row[plays.indexOf(card)]);
    G.hands[seat] = G.hands[seat].filter((other) => other !== card);
    G.known[seat] = G.known[seat].filter((other) => other !== card);
  });
  G.row = plays;
  G.picks.fill(null);
  G.turn += 1;
}

function endRound(G, random) {
  G.hands.forEach((hand, seat) => place(G.tableaux[seat], hand[0]));
  G.scores.push(
    G.tableaux.map((columns) => columns.map((cards, at) => cards.length * G.order[at])),
  );
  if (G.round === ROUNDS) {
    Object.assign(G, deal(G.hands.length, random));
    return;
  }
  G.known = G.tableaux.map((columns) => columns.flat().sort(ascending));
  G.hands = G.known.map((cards) => [...cards, G.deck.pop()].sort(ascending));
  G.tableaux = G.tableaux.map(empty);
  G.order = random.Shuffle(G.order);
  G.round += 1;
  G.turn = 1;
}

function pick({ G, playerID, random }, card) {
  const seat = Number(playerID);
  if (G.picks[seat] !== null || !G.hands[seat].includes(card)) return INVALID_MOVE;
  G.picks[seat] = card;
  if (!G.picks.includes(null)) {
    reveal(G);
    if (G.hands.every((hand) => hand.length === 1)) endRound(G, random);
  }
  return undefined;
}

const mindup = {
  name: 'mindup',
  setup: ({ ctx, random }) => deal(ctx.numPlayers, random),
  disableUndo: true,
  turn: { activePlayers: ActivePlayers.ALL },
  moves: { pick: { move: pick, redact: true, client: false, ignoreStaleStateID: true } },
  playerView: ({ G, playerID }) => ({
    round: G.round,
    turn: G.turn,
    order: G.order,
    row: G.row,
    hand: G.hands[playerID] ?? [],
    pick: G.picks[playerID] ?? null,
    picked: G.picks.map((card) => card !== null),
    tableaux: G.tableaux,
    known: G.known,
    scores: G.scores,
  }),
};

const server = Server({ games: [mindup], origins: [/^http:\/\/127\.0\.0\.1/] });
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, done) => listen(port, '127.0.0.1', 4096, done);
server.run({ port: 0 }).then(({ appServer }) => {
  console.log(JSON.stringify({ port: appServer.address().port }));
});
process.stdin.on('end', () => process.exit()).resume();
