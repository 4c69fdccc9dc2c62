// What the page says, apart from the sentences that stand where they are used.

export const GAMES = {
  mindup: {
    title: "Mind Up!",
    by: "by Maxime Rambourg",
    least: 3,
    most: 6,
    pitch: "Guess where your number will land among the others'. The place decides what you get.",
    facts: "3–6 players · 20 minutes",
    bots: ["greedy", "greedy", "greedy"],
  },
  extreme: {
    title: "The Mind Extreme",
    by: "by Wolfgang Warsch",
    least: 2,
    most: 4,
    pitch: "One team, two piles, no words. White climbs, red falls, and you feel when it is time.",
    facts: "2–4 players · together · 20 minutes",
    bots: ["metronome", "metronome"],
  },
};

export const BOTS = {
  greedy: { name: "Greedy", manner: "takes what pays now" },
  metronome: { name: "Metronome", manner: "counts about three numbers a second" },
  random: { name: "Random", manner: "does anything" },
};
export const BOTS_OF = { mindup: ["greedy", "random"], extreme: ["metronome", "random"] };

export const EMOTES = { wave: "👋", clap: "👏", laugh: "😄", think: "🤔", heart: "❤️", oops: "😬" };

/** The objectives: value, and when you meet them. */
export const OBJECTIVES = {
  1: [+2, "You have 1 or 3 suns"],
  2: [-2, "Your suns are in the column worth 1 or 2"],
  3: [+2, "You have 2 or 4 waves"],
  4: [+2, "No suit of yours has more cards than waves"],
  5: [-2, "Nobody has fewer petals than you"],
  6: [+2, "Nobody has more petals than you"],
  7: [+2, "Leaves are your rightmost column in use"],
  8: [+2, "Your leaves are in the column worth 4 or 5"],
  9: [+2, "You have at least as many moons as suns"],
  10: [-2, "Nobody has more moons than you"],
  11: [+2, "You have all five suits"],
  12: [+2, "You have exactly three suits"],
  13: [-2, "A suit of yours has exactly 3 cards"],
  14: [+2, "A suit of yours has exactly 4 cards"],
};

export const STAGES = { lobby: "gathering", playing: "playing", over: "finished" };

/** 2 → "+2", −1 → "−1", 0 → "0". */
export function signed(number) {
  return number > 0 ? `+${number}` : String(number).replace("-", "−");
}

/** A number with a real minus sign. */
export function plain(number) {
  return String(number).replace("-", "−");
}

/** counted(1, "card") → "1 card". */
export function counted(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

/** listed(["a", "b", "c"]) → "a, b and c". */
export function listed(things) {
  return things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} and ${things.at(-1)}`;
}

export function ordinal(place) {
  return ["1st", "2nd", "3rd"][place - 1] ?? `${place}th`;
}

/** What a player is called: bots of one kind are numbered. */
export function nameOf(house, seat) {
  const sitter = house.seats[seat];
  if (!sitter || sitter.name === null) return "Nobody";
  if (sitter.bot === null) return sitter.name;
  const name = BOTS[sitter.bot]?.name ?? sitter.bot;
  const alike = house.seats.flatMap((other, at) => (other.bot === sitter.bot ? [at] : []));
  return alike.length > 1 ? `${name} ${alike.indexOf(seat) + 1}` : name;
}

/** The same, but you are "you". */
export function whoIs(house, seat, you = "You") {
  return seat === house.seat ? you : nameOf(house, seat);
}

export function guestName(house, guest) {
  return house.guests.find((one) => one.guest === guest)?.name ?? "Somebody who left";
}
