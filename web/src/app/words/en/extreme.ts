import type { Role, Steady } from '../../../net/protocol'

export const extreme = {
  /** For a player who is new. They depend on nothing but what the whole table sees. */
  coach: {
    hands: 'Hold the palm when you are ready: play begins once all hands have been down.',
    soon: 'Low white or high red? Go soon. If not, wait.',
    star: 'You have a star: propose it when nobody dares, and everyone sets one card aside.',
    blind: 'In this level a pile lies face down: keep counting, it is turned over at the end.',
  },
  gotIt: 'Got it',
  level: (level: number) => `Level ${level}`,
  ofLevels: (last: number) => `of ${last}`,
  lives: (n: number) => (n === 1 ? '1 life' : `${n} lives`),
  stars: (n: number) => (n === 0 ? 'no stars' : n === 1 ? '1 star' : `${n} stars`),
  blind: { none: 'both piles open', white: 'white face down', red: 'red face down', both: 'both face down' },
  brings: { star: 'brings a star', life: 'brings a life' },
  card: { white: (n: number) => `white ${n}`, red: (n: number) => `red ${n}` },
  you: 'You',

  // Partners
  partners: 'Your partners',
  cards: (n: number) => (n === 0 ? 'no cards' : n === 1 ? '1 card' : `${n} cards`),
  handDown: 'hand down',
  handUp: 'hand up',
  ready: 'ready',
  agrees: 'agrees',
  disagrees: 'not now',
  hasChosen: 'has chosen',

  // Piles
  pile: { white: 'White pile, rising', red: 'Red pile, falling' },
  empty: 'no cards yet',
  faceDown: (n: number) => (n === 1 ? '1 card face down' : `${n} cards face down`),
  top: (card: string) => `${card} on top`,
  last: (name: string) => `last: ${name}`,
  setAside: 'Set aside',

  // Hand
  hand: 'Your hand',
  play: (card: string) => `Play ${card}`,
  none: { white: 'no white', red: 'no red' },
  rest: 'The rest of your hand',
  handEmpty: 'All your cards are played. Trust the others.',
  stop: 'Stop',
  stopHint: 'Hands down, then play goes on. It costs nothing.',
  proposeStar: 'Propose a star',
  star: 'Star',
  cameBack: (card: string) => `Play had stopped. Your ${card} is back in your hand.`,

  // Hands on the table
  palmFor: {
    dealt: 'Look at your cards. When you are ready, put your hand on the table.',
    stop: (name: string) => `${name} asked to stop. Hands on the table, then play goes on.`,
    youStop: 'You asked to stop. Hands on the table, then play goes on.',
    lost: (name: string) => `${name}’s connection was lost, so play stopped. Hands on the table, then play goes on.`,
    youLost: 'Your connection was lost, so play stopped. Hands on the table, then play goes on.',
    left: (name: string) => `${name} left the table, so play stopped. Hands on the table, then play goes on.`,
    youLeft: 'You left the table, so play stopped. Hands on the table, then play goes on.',
    again: 'Hands on the table, then play goes on.',
  },
  press: 'Press and hold',
  pressKey: 'or hold the space bar',
  holdOn: (names: string) => `Keep holding. Waiting for ${names}`,
  lift: 'All hands are down. Lift!',
  lifted: (names: string) => `Still down: ${names}`,
  keepDown: 'Hold it down for me',
  liftMine: 'Lift my hand',
  isDown: 'Your hand is down. Tap to lift it.',

  // Star
  proposes: (name: string) => `${name} would like to use a star.`,
  youPropose: 'You would like to use a star.',
  someoneProposes: 'A star has been proposed.',
  starMeans: 'Everyone gives away one card. Only if all agree.',
  agree: 'Agree',
  notNow: 'Not now',
  waitFor: (names: string) => `Waiting for ${names}`,
  starRefused: (name: string) => `${name}: not now. Play goes on.`,
  youRefused: 'Not now. Play goes on.',
  choose: 'Give one card to the star',
  chooseHint: 'Nobody sees which until all have chosen.',
  youGive: (card: string) => `You give ${card}.`,
  nothingToGive: 'You have no card to give.',
  given: 'Given to the star',
  gaveNothing: 'nothing',

  // Mistake
  overtook: (card: number, others: string) => `${card} came before ${others}`,
  overtookMany: (card: number, n: number) => `${card} came before ${n} others`,
  lifeOut: 'One light goes out.',
  practice: { short: 'Practice: no lives', mistake: 'In a game this would cost a life.', turned: (n: number) => (n === 1 ? 'One card came too early.' : `${n} cards came too early.`) },
  leftLives: (n: number) => (n === 0 ? 'None is left.' : n === 1 ? 'One is left.' : `${n} are left.`),
  behind: (ms: number) => `${ms} ms`,
  closeCall: (ms: number) => `Only ${ms} ms between the two.`,
  sameMoment: 'Both at the same moment.',
  datedBack: (ms: number) => `Their cards count as played ${ms} ms earlier, to make up for the delay of their connection.`,
  lineCounted: (ms: number) => `The delay of the connection, ${ms} ms, has been taken into account.`,
  goOn: 'Go on',

  // Blind piles turned over
  turning: { white: 'The white pile, as it was played', red: 'The red pile, as it was played' },
  turnedWell: 'Every card in its place.',
  turnedLost: (n: number) => (n === 1 ? 'One card came too early: you lose a life.' : `${n} cards came too early: you lose ${n} lives.`),
  tapToSkip: 'Tap to see it all',
  lookAgain: 'Look at the piles again',

  // Passed
  passed: (level: number) => `Level ${level} passed`,
  breathe: 'Breathe out.',
  gained: { star: 'You get a star.', life: 'You get a life.' },
  notGained: { star: 'You have three stars already.', life: 'You have five lives already.' },
  onePileFirst: 'One pile was finished before the other began.',
  readyForNext: 'Ready for the next level',
  youAreReady: 'You are ready.',
  heard: (bot: string) => `What ${bot} heard`,
  heardNothing: 'Not enough yet.',
  listening: 'One moment…',
  tempo: (seconds: string, how: string) => `about ${seconds} s a number, ${how}`,
  steady: {
    'very steady': 'very steady',
    steady: 'steady',
    'a little uneven': 'a little uneven',
    uneven: 'uneven',
    "anyone's guess": 'anyone’s guess',
  } satisfies Record<Steady, string>,
  role: { follows: 'following the others', leads: 'leading' } satisfies Record<Role, string>,

  // The end
  won: 'It is morning.',
  wonText: (levels: number) => `All ${levels} levels, without a word. You can hear each other think.`,
  lost: 'The last light is out.',
  lostText: (level: number) => `You made it to level ${level}. What you have learned about each other stays.`,
  ladder: 'The levels of this game',
  ladderKey: '● a life lost · ★ a star used',
  rung: (level: number, passed: boolean, lost: number, stars: number) =>
    [`Level ${level}`, passed ? 'passed' : 'not passed', ...(lost ? [lost === 1 ? '1 life lost' : `${lost} lives lost`] : []), ...(stars ? [stars === 1 ? '1 star used' : `${stars} stars used`] : [])].join(', '),
  firstRun: (players: number) => `Your first game with ${players} players on this device.`,
  newBest: (players: number) => `Your best game with ${players} players so far!`,
  bestSoFar: (players: number, level: number, won: boolean) => (won ? `Best so far with ${players} players: all levels.` : `Best so far with ${players} players: level ${level}.`),
  left: (things: string) => `Left over: ${things}`,

  // Read aloud
  said: {
    laid: (name: string, card: string) => `${name}: ${card}.`,
    laidBlind: { white: (name: string) => `${name}: a white card, face down.`, red: (name: string) => `${name}: a red card, face down.` },
    down: (name: string) => `${name}: hand down.`,
    withdrawn: (name: string) => `${name}: hand up again.`,
    started: 'Hands are up. Play!',
    starAgreed: 'All agree to the star.',
    dealt: (level: number, hand: string) => `Level ${level}. Your hand: ${hand}.`,
  },
  pausedText: 'The table waits. Nothing is lost.',
}
