import { expect, test } from 'vitest'
import { overlap, placeBubble, roomFor, type Box } from './place'

const phone = { left: 0, top: 0, right: 390, bottom: 844 }
const size = { width: 200, height: 60 }
const chip = (left: number, top: number): Box => ({ left, top, right: left + 40, bottom: top + 40 })
const taken = (place: { left: number; top: number }): Box => ({
  left: place.left,
  top: place.top,
  right: place.left + size.width,
  bottom: place.top + size.height,
})

test('a bubble is below who speaks where nothing is in its way', () => {
  expect(placeBubble(chip(170, 100), size, phone, [])).toEqual({ left: 90, top: 148, side: 'below' })
})

test('a bubble moves to the side that covers the least', () => {
  const row = { left: 0, top: 140, right: 390, bottom: 300 }
  expect(placeBubble(chip(170, 100), size, phone, [row]).side).toBe('above')
})

test('a bubble rather covers the table than what another player says', () => {
  const said = { left: 60, top: 145, right: 260, bottom: 205 }
  const row = { left: 0, top: 0, right: 390, bottom: 99 }
  expect(placeBubble(chip(170, 100), size, phone, [row], [said]).side).toBe('above')
})

test('a bubble stays in the window at every edge, and beside who speaks', () => {
  for (let left = 0; left <= 350; left += 35)
    for (let top = 0; top <= 804; top += 67) {
      const box = taken(placeBubble(chip(left, top), size, phone, []))
      expect([box.left >= 0, box.top >= 0, box.right <= 390, box.bottom <= 844]).toEqual([true, true, true, true])
      expect(overlap(box, chip(left, top)), `${left} ${top}`).toBe(0)
    }
})

test('a bubble never covers the hand at the lower edge of a phone', () => {
  const hand = { left: 0, top: 640, right: 390, bottom: 844 }
  const room = roomFor(390, 844, [hand])
  for (let top = 0; top <= 640; top += 40) {
    const place = placeBubble(chip(10, top), size, room, [{ left: 0, top: 0, right: 390, bottom: 639 }])
    expect(overlap(taken(place), hand)).toBe(0)
  }
})

test('cards beside the table, on a wide screen, leave the room as it is', () => {
  expect(roomFor(844, 390, [{ left: 0, top: 100, right: 100, bottom: 240 }]).bottom).toBe(390)
})
