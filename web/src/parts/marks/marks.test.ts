import { expect, test } from 'vitest'
import type { House, Mark } from '../../net/protocol'
import { BOTS, COLOURS, FACES, SHAPES } from './art'
import { botLook, personLook, seatLook } from './marks'

const seat = (guest: number | null, bot: string | null, mark?: Mark): House['seats'][number] => ({ name: 'A', guest, bot, stand_in: false, ...(mark ? { mark } : {}) })
const house = (...seats: House['seats']): House => ({ seats }) as House
const CAT: Mark = { shape: 3, colour: 4, face: 1 }

test('a mark belongs to its person, in whatever seat', () => {
  const here = seatLook(house(seat(0, null, CAT), seat(1, null)), 0)
  const there = seatLook(house(seat(1, null), seat(null, 'raven'), seat(0, null, CAT)), 2)
  expect(here).toEqual(there)
  expect(here).toEqual({ shape: 3, colour: 4, face: FACES[1] })
})

test('a guest who chose none keeps a look through a change of seats', () => {
  expect(seatLook(house(seat(null, 'raven'), seat(1, null)), 1)).toEqual(seatLook(house(seat(1, null), seat(null, 'raven')), 0))
})

test('a bot has its own face everywhere; two of a kind differ by their shape', () => {
  const two = house(seat(null, 'linnet'), seat(0, null), seat(null, 'linnet'))
  expect(seatLook(two, 0)).toEqual(botLook('linnet'))
  expect(seatLook(two, 2)).toMatchObject({ face: botLook('linnet').face, colour: botLook('linnet').colour })
  expect(seatLook(two, 2).shape).not.toBe(seatLook(two, 0).shape)
})

test('games of earlier versions look as before: by seat, with an initial', () => {
  const three = house(seat(0, null), seat(1, null), seat(2, null))
  expect([0, 1, 2].map((number) => seatLook(three, number))).toEqual([0, 1, 2].map((number) => ({ shape: number, colour: number, face: null })))
})

test('what a later version draws is drawn as something that exists', () => {
  const look = personLook({ shape: 99, colour: 99, face: 99 })
  expect(SHAPES[look.shape]).toBeTruthy()
  expect(look.colour).toBeLessThan(COLOURS)
  const guest = botLook('a bot of a friend')
  expect(SHAPES[guest.shape]).toBeTruthy()
  expect(Object.values(BOTS).map(({ fill }) => fill)).not.toContain(guest.face?.fill)
})
