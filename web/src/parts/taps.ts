// Nothing that acts may appear where a finger just was. A player who taps twice means what was there both times: a tap, or a
// key, within half a second of the one before it does not reach what has come to its place meanwhile. All other taps
// pass untouched and at once.
//
// Cards that follow each other under one thumb are meant to be played in a row: what has the same `data-series` counts
// as one thing.

/** Milliseconds after a tap in which what appears in its place does not act. */
const SETTLES_MS = 500
/** Pixels within which two taps are in the same place. */
const THUMB_PX = 48
/** Pixels by which something may move and still be where it was. */
const STILL_PX = 8
/** Pixels after which a finger that moves is no tap. */
const SWIPE_PX = 24

const ACTS = 'button, a[href], input, select, textarea, summary, label, [role=button], [data-acts]'

interface Tap {
  at: number
  x: number
  y: number
  /** What could have been meant by it, and where that was. */
  near: Map<Element, DOMRect>
  series: string | undefined
}
interface Press {
  at: number
  on: Element | null
  /** All that could have been pressed then. */
  could: Set<Element>
}

/** What a tap on this would set off: a control, or the cloth around a sheet, which closes it. */
function actor(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null
  return target.closest(ACTS) ?? (target instanceof HTMLDialogElement ? target : null)
}
function seriesOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-series]')?.dataset['series'] : undefined
}
/** How far a place is from a box. */
function away({ left, top, right, bottom }: DOMRect, x: number, y: number): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
}
/** All that acts now: while a sheet lies over the page, only what is on it. */
function acting(): Set<Element> {
  const sheet = [...document.querySelectorAll('dialog[open]')].at(-1)
  return new Set([...(sheet ? [sheet] : []), ...(sheet ?? document).querySelectorAll(ACTS)])
}
/** What acts around a place; the cloth around a sheet lies everywhere. */
function around(x: number, y: number): Map<Element, DOMRect> {
  const boxes = [...acting()].map((one) => [one, one.getBoundingClientRect()] as const)
  return new Map(boxes.filter(([one, box]) => one instanceof HTMLDialogElement || away(box, x, y) <= THUMB_PX))
}
/** Whether something has come where a tap was since then, and is tapped in the same place. */
function cameTo(tap: Tap, one: Element, { clientX, clientY }: PointerEvent): boolean {
  if (Math.hypot(clientX - tap.x, clientY - tap.y) > THUMB_PX) return false
  if (tap.series !== undefined && seriesOf(one) === tap.series) return false
  const before = tap.near.get(one)
  if (before === undefined) return true
  if (one instanceof HTMLDialogElement || away(before, tap.x, tap.y) === 0) return false
  const { left, top } = one.getBoundingClientRect()
  return Math.hypot(left - before.left, top - before.top) > STILL_PX
}

/** Keep taps and keys from what has only just come under them; returns what ends it. */
export function guardTaps(now: () => number = () => performance.now()): () => void {
  let tap: Tap | null = null
  let press: Press | null = null
  /** Whether what a finger, or a key, does goes nowhere until it is up. */
  let stray: 'finger' | 'key' | null = null

  const stop = (event: Event): void => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const down = (event: PointerEvent): void => {
    if (!event.isTrusted || !event.isPrimary) return
    const on = actor(event.target)
    const soon = tap !== null && now() - tap.at < SETTLES_MS
    stray = on !== null && soon && tap !== null && cameTo(tap, on, event) ? 'finger' : null
    if (stray !== null) return stop(event)
    press = null
    const { clientX: x, clientY: y } = event
    tap = { at: now(), x, y, near: around(x, y), series: seriesOf(event.target) }
  }
  const up = (event: PointerEvent): void => {
    if (!event.isTrusted || !event.isPrimary) return
    if (stray !== null) return stop(event)
    if (tap === null) return
    if (Math.hypot(event.clientX - tap.x, event.clientY - tap.y) > SWIPE_PX) tap = null
    else tap.at = now() // it acts when the finger leaves
  }
  /** It was no tap: the page scrolls. */
  const cancel = (event: PointerEvent): void => {
    if (event.isPrimary) tap = null
  }
  const click = (event: MouseEvent): void => {
    if (!event.isTrusted || stray !== (event.detail === 0 ? 'key' : 'finger')) return
    stop(event)
    if (stray === 'finger') stray = null
  }
  const keydown = (event: KeyboardEvent): void => {
    if (!event.isTrusted || event.key === 'Shift') return
    if (event.key !== 'Enter' && event.key !== ' ') {
      press = null // a player who moves on by keys knows where they are
      return
    }
    const on = actor(event.target)
    const came = press !== null && on !== null && on !== press.on && !press.could.has(on)
    if (came && press !== null && (event.repeat || now() - press.at < SETTLES_MS)) {
      stray = 'key'
      return stop(event)
    }
    if (!event.repeat) press = { at: now(), on, could: acting() }
  }
  const keyup = (event: KeyboardEvent): void => {
    if (stray !== 'key' || (event.key !== 'Enter' && event.key !== ' ')) return
    stop(event)
    stray = null
  }
  const own = { capture: true }
  const heard = [
    ['pointerdown', down],
    ['pointerup', up],
    ['pointercancel', cancel],
    ['click', click],
    ['keydown', keydown],
    ['keyup', keyup],
  ] as [string, EventListener][]
  for (const [name, hear] of heard) addEventListener(name, hear, own)
  return () => {
    for (const [name, hear] of heard) removeEventListener(name, hear, own)
  }
}
