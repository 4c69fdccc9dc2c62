import { expect, test } from 'vitest'
import type { House } from '../protocol'
import { comings } from './comings'

function house(stage: string, ...here: number[]): House {
  const seats = ['Ann', 'Ben', 'Cleo'].map((name, guest) => ({ name, guest, bot: null, stand_in: false }))
  return { stage, you: 0, seats, guests: here.map((guest) => ({ guest, name: '', seat: guest })) } as unknown as House
}

test('the others are told who left a game and who came back', () => {
  expect(comings(house('playing', 0, 1, 2), house('playing', 0, 2))).toEqual({ left: ['Ben'], back: [] })
  expect(comings(house('playing', 0, 2), house('playing', 0, 1, 2))).toEqual({ left: [], back: ['Ben'] })
})

test('nothing is said of oneself, nor before or after a game', () => {
  expect(comings(house('playing', 0, 1), house('playing', 1))).toEqual({ left: [], back: [] })
  expect(comings(house('lobby', 0, 1), house('lobby', 0))).toEqual({ left: [], back: [] })
  expect(comings(null, house('playing', 0))).toEqual({ left: [], back: [] })
})
