// The gestures of the hand as a state machine: a tap lifts a card, a second tap or a swipe up lays it.
//
//   idle      no card is lifted
//   touched   a finger is down on the card it has just lifted
//   pressed   a finger is down on a card that was lifted before
//   dragging  the finger moves the card upwards
//   released  the finger that lifted the card is up; the browser's click after it is still to come
//   lifted    the card waits for its second tap
//   spent     the touch has laid its card, or the turn ended under it: its click means nothing
//
// Browsers send a click after each touch. Keys send clicks too, without a touch before them.

interface Finger {
  card: number
  pointer: number
  /** Where it came down, in pixels from the top of the page. */
  y: number
}
export type Gesture =
  | { state: 'idle' | 'spent' }
  | { state: 'released' | 'lifted'; card: number }
  | ({ state: 'touched' | 'pressed' } & Finger)
  | ({ state: 'dragging'; from: 'touched' | 'pressed'; upPx: number } & Finger)

export type GestureEvent =
  | { type: 'press'; card: number; pointer: number; y: number; playable: boolean }
  | { type: 'move'; pointer: number; y: number }
  | { type: 'release' | 'cancel'; pointer: number }
  | { type: 'click'; card: number; byKey: boolean; on: 'playable' | 'picked' | 'other' }
  /** The table puts the lifted card down, as at the end of a turn. */
  | { type: 'clear' }

export interface Outcome {
  gesture: Gesture
  /** What the player has decided. */
  act?: 'lay' | 'take-back'
}

export const IDLE: Gesture = { state: 'idle' }
const SPENT: Gesture = { state: 'spent' }
/** A finger that moves less than this is still. */
const DRAG_PX = 3
/** A swipe this long lays the card. */
const SWIPE_PX = 44

/** The card that is shown lifted. */
export function liftedCard(gesture: Gesture): number | null {
  return 'card' in gesture ? gesture.card : null
}

/** One transition: the gesture after an event, and what it decides. */
export function next(gesture: Gesture, event: GestureEvent): Outcome {
  switch (event.type) {
    case 'press':
      return { gesture: pressed(gesture, event) }
    case 'move':
      return { gesture: isDown(gesture, event.pointer) ? dragged(gesture, event.y) : gesture }
    case 'release':
      return isDown(gesture, event.pointer) ? released(gesture) : { gesture }
    case 'cancel':
      return { gesture: isDown(gesture, event.pointer) ? cancelled(gesture) : gesture }
    case 'click':
      return clicked(gesture, event)
    case 'clear':
      return { gesture: gesture.state === 'lifted' || gesture.state === 'idle' ? IDLE : SPENT }
  }
}

type Down = Extract<Gesture, Finger>

function isDown(gesture: Gesture, pointer: number): gesture is Down {
  return 'pointer' in gesture && gesture.pointer === pointer
}
function pressed(gesture: Gesture, { card, pointer, y, playable }: Extract<GestureEvent, { type: 'press' }>): Gesture {
  if (playable) return { state: liftedCard(gesture) === card ? 'pressed' : 'touched', card, pointer, y }
  return settled(gesture)
}
/** The gesture once the browser's click after a touch is no longer awaited. */
function settled(gesture: Gesture): Gesture {
  if (gesture.state === 'released') return { state: 'lifted', card: gesture.card }
  return gesture.state === 'spent' ? IDLE : gesture
}
function dragged(gesture: Down, y: number): Gesture {
  const { card, pointer } = gesture
  const upPx = Math.max(0, gesture.y - y)
  if (gesture.state !== 'dragging' && upPx <= DRAG_PX) return gesture
  return { state: 'dragging', from: origin(gesture), card, pointer, y: gesture.y, upPx }
}
function origin(gesture: Down): 'touched' | 'pressed' {
  return gesture.state === 'dragging' ? gesture.from : gesture.state
}
function released(gesture: Down): Outcome {
  if (gesture.state === 'dragging' && gesture.upPx >= SWIPE_PX) return { gesture: SPENT, act: 'lay' }
  return { gesture: { state: origin(gesture) === 'touched' ? 'released' : 'lifted', card: gesture.card } }
}
/** The touch became a scroll or a zoom: a card that it lifted goes down again. */
function cancelled(gesture: Down): Gesture {
  return origin(gesture) === 'touched' ? IDLE : { state: 'lifted', card: gesture.card }
}
function clicked(before: Gesture, { card, byKey, on }: Extract<GestureEvent, { type: 'click' }>): Outcome {
  const gesture = settled(before)
  if (!byKey && gesture !== before) return { gesture } // the touch before it has done its part
  if (on === 'picked') return { gesture, act: 'take-back' }
  if (liftedCard(gesture) === card) return { gesture: IDLE, act: 'lay' }
  return { gesture: on === 'playable' ? { state: 'lifted', card } : IDLE }
}
