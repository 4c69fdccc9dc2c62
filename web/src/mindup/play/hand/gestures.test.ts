import { expect, test } from 'vitest'
import { IDLE, liftedCard, next, type Gesture, type GestureEvent } from './gestures'

const [CARD, OTHER] = [22, 40]
const press = (card = CARD, playable = true): GestureEvent => ({ type: 'press', card, pointer: 1, y: 500, playable })
const move = (up: number, pointer = 1): GestureEvent => ({ type: 'move', pointer, y: 500 - up })
const release: GestureEvent = { type: 'release', pointer: 1 }
const cancel: GestureEvent = { type: 'cancel', pointer: 1 }
const clear: GestureEvent = { type: 'clear' }
type On = Extract<GestureEvent, { type: 'click' }>['on']
const click = (card = CARD, on: On = 'playable'): GestureEvent => ({ type: 'click', card, byKey: false, on })
const key = (card = CARD, on: On = 'playable'): GestureEvent => ({ type: 'click', card, byKey: true, on })

const finger = { card: CARD, pointer: 1, y: 500 }
const spent: Gesture = { state: 'spent' }
const touched: Gesture = { state: 'touched', ...finger }
const pressed: Gesture = { state: 'pressed', ...finger }
const released: Gesture = { state: 'released', card: CARD }
const lifted: Gesture = { state: 'lifted', card: CARD }
const dragging = (upPx: number, from: 'touched' | 'pressed' = 'touched'): Gesture => ({ state: 'dragging', from, upPx, ...finger })

test.each<[Gesture, string, GestureEvent, Gesture, ('lay' | 'take-back')?]>([
  [IDLE, 'press', press(), touched],
  [IDLE, 'press on a card that cannot be laid', press(CARD, false), IDLE],
  [IDLE, 'key', key(), lifted],
  [IDLE, 'key on a card that cannot be laid', key(CARD, 'other'), IDLE],
  [IDLE, 'click on the picked card', click(CARD, 'picked'), IDLE, 'take-back'],
  [IDLE, 'move', move(50), IDLE],
  [IDLE, 'clear', clear, IDLE],
  [touched, 'move a little', move(3), touched],
  [touched, 'move of another finger', move(50, 2), touched],
  [touched, 'move up', move(4), dragging(4)],
  [touched, 'release', release, released],
  [touched, 'release of another finger', { type: 'release', pointer: 2 }, touched],
  [touched, 'cancel', cancel, IDLE],
  [touched, 'clear', clear, spent],
  [pressed, 'move up', move(10), dragging(10, 'pressed')],
  [pressed, 'release', release, lifted],
  [pressed, 'cancel', cancel, lifted],
  [pressed, 'clear', clear, spent],
  [dragging(30), 'move back', move(-20), dragging(0)],
  [dragging(43), 'release too early', release, released],
  [dragging(44), 'release far enough', release, spent, 'lay'],
  [dragging(44, 'pressed'), 'release far enough', release, spent, 'lay'],
  [dragging(43, 'pressed'), 'release too early', release, lifted],
  [dragging(90), 'cancel', cancel, IDLE],
  [dragging(90, 'pressed'), 'cancel', cancel, lifted],
  [dragging(90), 'clear', clear, spent],
  [released, 'its click', click(), lifted],
  [released, 'key', key(), IDLE, 'lay'],
  [released, 'press', press(), pressed],
  [released, 'press on a card that cannot be laid', press(OTHER, false), lifted],
  [released, 'clear', clear, spent],
  [lifted, 'click', click(), IDLE, 'lay'],
  [lifted, 'key', key(), IDLE, 'lay'],
  [lifted, 'click on another', click(OTHER), { state: 'lifted', card: OTHER }],
  [lifted, 'click on one that cannot be laid', click(OTHER, 'other'), IDLE],
  [lifted, 'click on the picked card', click(OTHER, 'picked'), lifted, 'take-back'],
  [lifted, 'press', press(), pressed],
  [lifted, 'press on another', press(OTHER), { ...touched, card: OTHER }],
  [lifted, 'clear', clear, IDLE],
  [spent, 'its click', click(), IDLE],
  [spent, 'key', key(), lifted],
  [spent, 'press', press(), touched],
  [spent, 'release', release, spent],
])('$state: %s', (before, _, event, after, act) => {
  const outcome = next(before, event)
  expect(outcome.gesture).toEqual(after)
  expect(outcome.act).toBe(act)
})

/** Everything decided on the way through some events. */
function decided(...events: GestureEvent[]): string[] {
  let gesture = IDLE
  return events.flatMap((event) => {
    const card = liftedCard(gesture)
    const outcome = next(gesture, event)
    gesture = outcome.gesture
    return outcome.act ? [`${outcome.act} ${card}`] : []
  })
}

test('two taps lay a card, one tap does not', () => {
  expect(decided(press(), release, click())).toEqual([])
  expect(decided(press(), release, click(), press(), release, click())).toEqual(['lay 22'])
})
test('a swipe lays one card, and its click lays no second one', () => {
  expect(decided(press(), move(20), move(60), release, click(), click())).toEqual(['lay 22'])
})
test('a turn that ends under the finger spends the touch', () => {
  expect(decided(press(), move(30), clear, move(80), release, click())).toEqual([])
})
