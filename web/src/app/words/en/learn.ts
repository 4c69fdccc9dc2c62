type Section = { title: string; lines: string[] }

export const learn = {
  rulesOf: (game: string) => `The rules of ${game}`,
  tryIt: 'Try it yourself',
  readRules: 'Read the rules',
  playNow: 'Play',
  next: 'Next',
  leave: 'Leave the lesson',
  again: 'Try again',
  step: (n: number, all: number) => `Step ${n} of ${all}`,
  rules: {
    mindup: [
      {
        title: 'The idea',
        lines: ['Guess where your number will land among the others’ numbers: that place decides which card you get.'],
      },
      {
        title: 'The cards',
        lines: [
          'Sixty cards, 1 to 60, in five colours of twelve: sun, petal, wave, leaf and moon.',
          'A card may carry a bonus of −1, +1 or +2. Cards that add up to 61, like 1 and 60, share colour and bonus.',
          'Everyone has five Score cards worth 1 to 5. They are put in one random order, the same for the whole table.',
        ],
      },
      {
        title: 'Set-up',
        lines: [
          'Everyone gets seven secret cards. As many cards as there are players are turned up and sorted: the row.',
        ],
      },
      {
        title: 'A turn',
        lines: [
          'Everyone plays one card face down. You may change your mind until the last player has picked.',
          'The cards are turned up and laid under the row in ascending order. Only the rank counts, not the distance.',
          'You take the row card above yours. It goes onto your column of its colour; if you have none, onto your leftmost empty Score card. You cannot choose.',
          'The cards just played are the next row. You may win your own card back.',
          'When everyone has one card left, it goes straight into its owner’s columns and never into the row. The round is over.',
        ],
      },
      {
        title: 'Points',
        lines: [
          'Each column: its value times its number of cards. Then all bonuses. Then the objectives, checked for everyone when all the last cards have been placed.',
          'A round can score below zero.',
        ],
      },
      {
        title: 'The next round',
        lines: [
          'There are three rounds of 6, 7 and 8 turns. The row stays. Take your columns back as your hand and draw one card: so everyone knows your hand except for that card.',
          'A new order of the values is drawn. Nothing is ever discarded or shuffled again.',
        ],
      },
      {
        title: 'The end',
        lines: [
          'The highest total over three rounds wins. In a tie, more points in round 3 wins; if that is a tie too, the win is shared. Tied players share a place.',
        ],
      },
      {
        title: 'Bonus Objectives',
        lines: [
          'Play with 0 to 5 of them, all with different letters. One or two change every round, three or more stay all game.',
          'Everyone who meets a condition gets its points, or loses them.',
        ],
      },
    ] as Section[],
    extreme: [
      {
        title: 'The idea',
        lines: ['One team, two piles, no words. White climbs, red falls, nobody has a turn: play a card when you feel it is time.'],
      },
      {
        title: 'The team',
        lines: [
          'Two players: levels 1–⁠12 and 2 lives. Three: levels 1–⁠10 and 3 lives. Four: levels 1–⁠8 and 4 lives. Every team begins with one star. Pass the last level and you have won.',
          'In level 5 everyone has five cards, and so on. All one hundred cards are reshuffled for every level; you may well hold more of one colour.',
          'From the deal to the end of the level: no talking, no signals.',
        ],
      },
      {
        title: 'Hands down',
        lines: [
          'Put your hand down when you are ready. When all hands are down, lift them together: play begins.',
          'Anyone may stop at any time. It costs nothing: hands down, hands up, go on. The same after a mistake and after a star.',
        ],
      },
      {
        title: 'Playing',
        lines: [
          'White goes left and up, red goes right and down. You may play only your lowest white or your highest red.',
          'Keep both piles going. To finish one first and then the other is against the spirit of the game; nobody stops you, but the report mentions it.',
          'A card that arrives after a stop, a mistake or a star proposal stays in your hand.',
        ],
      },
      {
        title: 'A mistake',
        lines: [
          'You play a white card while another player holds a lower one, or a red card while another player holds a higher one: play stops and you lose exactly one life, however many cards were overtaken.',
          'Those cards, of that colour only, are set aside face up. Yours stays.',
        ],
      },
      {
        title: 'Blind piles',
        lines: [
          'In some levels a colour is played face down. Everyone sees who played and when, but not what. Nothing is checked until the level is over.',
          'Then the pile is turned over. A card that overtook later ones is one mistake and goes together with them: 7-14-28-20-25-23 is one, the 28. Two blind piles are counted separately and added up.',
        ],
      },
      {
        title: 'Stars',
        lines: [
          'Anyone may propose a star. It is used only if all agree: everyone secretly gives their lowest white or their highest red, and they are set aside.',
          'If a player does not agree, play goes on and nothing is lost.',
        ],
      },
      {
        title: 'Rewards and the end',
        lines: [
          'Levels 2, 5 and 8 bring a star, levels 3, 6 and 9 a life, after lost lives are paid. Never more than 5 lives and 3 stars.',
          'When the last life goes the team has lost, even with the last card of the last level.',
        ],
      },
    ] as Section[],
  },
  tutorial: {
    mindup: {
      hello: 'This is the row. Every turn you take one of these cards.',
      order: 'These values are the same for everyone. A column scores its value for every card in it.',
      wrong: 'For now, pick the glowing card.',
      pick: 'Here is your hand. Pick the 52, your highest: you want the last card of the row.',
      turned: 'All cards are turned over at once, each beside its player.',
      sorted: 'They slide under the row, lowest to highest: 16, 30, 52. Only the order counts. Yours is the highest.',
      taken: 'Everyone takes the card above. Yours is the last of the row: it opens your leftmost column.',
      second: 'The cards just played are the new row. Now pick the 9 to be lowest.',
      joined: 'You took another sun, and it joined its column. Two suns in the column worth 4: eight points, and their bonuses.',
      wins: 'Most points over three rounds wins: many cards under high values, and bonuses.',
      end: 'That is the whole game. After each round you take your columns back as your hand.',
    },
    extreme: {
      wrong: 'Not now: follow the glow.',
      hello: 'Two piles: white climbs on the left, red falls on the right.',
      hand: 'Only two of your cards matter now: your lowest white and your highest red.',
      palm: 'Press and hold the palm: you are ready. When all hands are down, let go together.',
      wait: 'Nobody has a turn. Your partner holds a white card too. Wait a little, then play your white 12.',
      early: 'Too early: your partner had the 5. That costs a life, and the 5 is set aside.',
      well: 'Your partner played the 5, then you the 12. That is what it feels like.',
      lives: 'These candles are your lives: two in a team of two. Each mistake puts one out. When the last is out, the game is lost.',
      stop: 'Unsure? Stop is free, at any time.',
      star: 'A star helps when nobody dares. Propose one: it is used only if all agree.',
      give: 'Your partner agrees. Now everyone gives away one card in secret. Give your red 40.',
      given: 'Both cards are set aside, so nothing can go wrong with them. The level is passed, and it brings a new star.',
      blind: 'Level 3: the white pile lies face down. You see who plays a card and when, but not which one.',
      blindPalm: 'Hands down again, and let go together. Remember: start counting now.',
      blindFirst: 'Your 9 comes early. Play it when about nine beats have passed.',
      blindWait: 'Nobody will tell you whether you are right. Your partner has a white card too: wait for it, then play your 31.',
      blindEarly: 'Only now is the pile turned over: your 31 came before your partner’s 20. That costs a life, but only at the end.',
      blindWell: 'Only now is the pile turned over: 9, 20, 31, 44. You kept the same time without seeing a card.',
      end: 'That is the whole game. Find the same silence.',
    },
  },
}
