// The sixty cards of Mind Up!: suit and bonus by number.

const SUITS = {
  sun: "1- 8 15+ 16++ 23+ 30 31 38+ 45++ 46+ 53 60-",
  petal: "2 6 10++ 19- 27+ 29+ 32+ 34+ 42- 51++ 55 59",
  wave: "3+ 13- 18 21+ 24 28++ 33++ 37 40+ 43 48- 58+",
  leaf: "4++ 5+ 12 14 17+ 25- 36- 44+ 47 49 56+ 57++",
  moon: "7- 9+ 11+ 20 22++ 26 35 39++ 41 50+ 52+ 54-",
};

const BONUS = { "": 0, "-": -1, "+": 1, "++": 2 };

/** DECK[16] is {suit: "sun", bonus: 2}. */
export const DECK = Object.fromEntries(
  Object.entries(SUITS).flatMap(([suit, cards]) =>
    cards.split(" ").map((card) => {
      const number = parseInt(card, 10);
      return [number, { suit, bonus: BONUS[card.slice(String(number).length)] }];
    }),
  ),
);
