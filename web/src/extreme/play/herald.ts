// Sounds, vibrations and screen reader messages for what happens at the table.

import { listed } from '../../app/words/formats'
import { words } from '../../app/words/words.svelte'
import type { House } from '../../net/protocol'
import { notify, speak } from '../../parts/notices.svelte'
import { sound, vibrate } from '../../parts/sounds'
import type { Scene } from '../../table/table.svelte'
import { COLOURS, numberOf } from '../cards/cards'
import { calledBy } from '../cards/names'
import { practised } from '../practice'
import type { Colour, Sight, View } from '../records'
import { cardName } from './hand.svelte'
import { whyHands } from './stopped'

/** Events worth telling after a reconnect. */
const LASTING = new Set<Sight['kind']>(['dealt', 'mistake', 'star-used', 'level-passed', 'game-ended'])

export function herald(scene: Scene<'extreme'>, house: House, recorded: boolean): void {
  const after = scene.after
  if (after === null) return
  const said: string[] = []
  for (const sight of scene.events) {
    if (scene.missed && !LASTING.has(sight.kind)) continue
    if (!scene.missed) ring(sight, after, house)
    const text = sentence(sight, after, house, recorded)
    if (text !== '') said.push(text)
    if (sight.kind === 'star-refused') notify(text, 'plain', 2500)
  }
  if (said.length > 0) speak(said.join(' '))
}

/** The state of the table in words: what everyone sees, and the player's own hand. */
export function describe(view: View, house: House): string {
  const w = words().extreme
  const piles = COLOURS.map((colour) => `${w.pile[colour]}: ${pileText(view, colour)}.`)
  const begun = view.hand.length === 0 ? `${w.level(view.level)}.` : w.said.dealt(view.level, listed(view.hand.map(cardName)))
  return [begun, supplies(view, house), ...piles].join(' ')
}

const supplies = ({ lives, stars }: View, house: House): string =>
  `${practised(house) > 0 ? words().extreme.practice.short : words().extreme.lives(lives)}, ${words().extreme.stars(stars)}.`

/** What lies on a pile, in words. */
export function pileText(view: View, colour: Colour): string {
  const w = words().extreme
  const laid = view.events.filter((one) => one.colour === colour)
  const top = laid.at(-1)?.card
  if (laid.length === 0) return w.empty
  if (view.blind.includes(colour)) return w.faceDown(laid.length)
  return top ? w.top(cardName(top)) : ''
}

function ring(sight: Sight, after: View, house: House): void {
  switch (sight.kind) {
    case 'play':
    case 'played-blind':
      if (sight.seat !== house.seat) sound('laid')
      break
    case 'mistake':
      sound('mistake')
      vibrate([60, 50, 60])
      break
    case 'lay-hand':
      // Each hand that comes down is heard a step higher; the finger feels its own, and the last one.
      sound('hand', 2 * (after.down.filter(Boolean).length - 1))
      if (after.phase === 'lifting') vibrate(40)
      break
    case 'started':
      sound('together')
      break
    case 'propose-star':
    case 'star-used':
      sound('star')
      break
    case 'level-passed':
      if (after.turned.length === 0) sound('passed')
      break
  }
}

function sentence(sight: Sight, after: View, house: House, recorded: boolean): string {
  const w = words().extreme
  const name = 'seat' in sight ? calledBy(house, sight.seat) : ''
  switch (sight.kind) {
    case 'dealt':
      return sight.hand.length === 0 ? w.level(sight.level) : w.said.dealt(sight.level, listed(sight.hand.map(cardName)))
    case 'lay-hand':
      return after.phase === 'lifting' ? w.lift : w.said.down(name)
    case 'lift-hand':
      return after.phase === 'gathering' ? w.said.withdrawn(name) : ''
    case 'started':
      return w.said.started
    case 'play':
      return w.said.laid(name, cardName(sight.card))
    case 'played-blind':
      return w.said.laidBlind[sight.colour](name)
    case 'mistake': {
      const others = listed(sight.aside.map(([seat, card]) => `${numberOf(card)} (${calledBy(house, seat)})`))
      return `${w.overtook(numberOf(sight.card), others)}. ${practised(house) > 0 ? w.practice.mistake : `${w.lifeOut} ${w.leftLives(sight.lives)}`}`
    }
    case 'stop':
      return whyHands(house, sight, recorded)
    case 'propose-star':
      return sight.seat === house.seat ? w.youPropose : w.proposes(name)
    case 'vote':
      return `${name}: ${sight.agree ? w.agrees : w.disagrees}.`
    case 'star-agreed':
      return w.said.starAgreed
    case 'star-refused':
      return sight.seat === house.seat ? w.youRefused : w.starRefused(name)
    case 'chosen':
      return `${name}: ${w.hasChosen}.`
    case 'discard':
      return w.youGive(cardName(sight.card))
    case 'star-used':
      return sight.discards
        .flatMap((card, seat) => (card === null ? [] : [w.said.laid(calledBy(house, seat), cardName(card))]))
        .join(' ')
    case 'turned':
      return ''
    case 'level-passed':
      return `${w.passed(sight.level)}. ${supplies(after, house)}`
    case 'ready':
      return `${name}: ${w.ready}.`
    case 'game-ended':
      return sight.outcome === 'won' ? w.won : w.lost
  }
}
