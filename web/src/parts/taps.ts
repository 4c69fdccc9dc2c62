// Guards double taps: a tap or key press within half a second of the last one does not reach a control that has appeared
// in that place since. All other taps pass at once.
//
// Cards that follow each other under one thumb are meant to be played in a row: controls with the same `data-series` count
// as one.

/** For this long after a tap, a control that appears in its place does not act. */
const SETTLES_MS = 500
/** Two taps this close are in the same place. */
const THUMB_PX = 48
/** A control that moves less than this is still where it was. */
const STILL_PX = 8
/** A finger that moves further than this does not tap. */
const SWIPE_PX = 24

const ACTS = 'button, a[href], input, select, textarea, summary, label, [role=button], [data-acts]'

interface Tap {
  at: number
  x: number
  y: number
  /** The controls that it could have meant, and where they were. */
  near: Map<Element, DOMRect>
  series: string | undefined
}
interface Press {
  at: number
  on: Element | null
  /** All controls that could have been pressed then. */
  could: Set<Element>
}

/** The control that a tap on this activates: a control, or the backdrop of a sheet, which closes it. */
function actor(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null
  return target.closest(ACTS) ?? (target instanceof HTMLDialogElement ? target : null)
}
function seriesOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-series]')?.dataset['series'] : undefined
}
/** The distance of a point from a box. */
function away({ left, top, right, bottom }: DOMRect, x: number, y: number): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
}
/** All active controls: while a sheet is open, only those on it. */
function acting(): Set<Element> {
  const sheet = [...document.querySelectorAll('dialog[open]')].at(-1)
  return new Set([...(sheet ? [sheet] : []), ...(sheet ?? document).querySelectorAll(ACTS)])
}
/** The controls around a point; the backdrop of a sheet is everywhere. */
function around(x: number, y: number): Map<Element, DOMRect> {
  const boxes = [...acting()].map((one) => [one, one.getBoundingClientRect()] as const)
  return new Map(boxes.filter(([one, box]) => one instanceof HTMLDialogElement || away(box, x, y) <= THUMB_PX))
}
/** Whether a control has appeared where the last tap was, and is tapped now. */
function cameTo(tap: Tap, one: Element, { clientX, clientY }: PointerEvent): boolean {
  if (Math.hypot(clientX - tap.x, clientY - tap.y) > THUMB_PX) return false
  if (tap.series !== undefined && seriesOf(one) === tap.series) return false
  const before = tap.near.get(one)
  if (before === undefined) return true
  if (one instanceof HTMLDialogElement || away(before, tap.x, tap.y) === 0) return false
  const { left, top } = one.getBoundingClientRect()
  return Math.hypot(left - before.left, top - before.top) > STILL_PX
}

/** Keep taps and keys from controls that have just appeared under them; returns a function that stops it. */
export function guardTaps(now: () => number = () => performance.now()): () => void {
  let tap: Tap | null = null
  let press: Press | null = null
  /** Whether the finger or key that is down is ignored until it is up. */
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
    else tap.at = now() // it acts on release
  }
  /** The touch became a scroll. */
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
      press = null // a player who moves focus knows where they are
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
