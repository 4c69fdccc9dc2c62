import { expect, test } from 'vitest'
import type { House } from '../net/protocol'
import { playerChanges } from './changes'

const NOTHING = { left: [], back: [], declined: [], host: null }

function house(stage: string, here: number[], { host = 0, sitting = [0, 1, 2] } = {}): House {
  const names = ['Ann', 'Ben', 'Cleo']
  const seats = sitting.map((guest) => ({ name: names[guest], guest, bot: null, stand_in: false }))
  return { stage, you: 0, host, seats, guests: here.map((guest) => ({ guest, name: '', seat: guest })) } as unknown as House
}

test('the others are told who left a game and who came back', () => {
  expect(playerChanges(house('playing', [0, 1, 2]), house('playing', [0, 2]))).toEqual({ ...NOTHING, left: ['Ben'] })
  expect(playerChanges(house('playing', [0, 2]), house('playing', [0, 1, 2]))).toEqual({ ...NOTHING, back: ['Ben'] })
})

test('nothing is said of the player who reads, nor before or after a game', () => {
  expect(playerChanges(house('playing', [0, 1]), house('playing', [1]))).toEqual(NOTHING)
  expect(playerChanges(house('lobby', [0, 1]), house('lobby', [0], { sitting: [0] }))).toEqual(NOTHING)
  expect(playerChanges(null, house('playing', [0]))).toEqual(NOTHING)
})

test('after a game the others are told who does not play the next one', () => {
  const over = house('over', [0, 1, 2])
  expect(playerChanges(over, house('lobby', [0, 2], { sitting: [0, 2] }))).toEqual({ ...NOTHING, declined: ['Ben'] })
  expect(playerChanges(over, house('over', [0, 2], { sitting: [0, 2] }))).toEqual({ ...NOTHING, declined: ['Ben'] })
  expect(playerChanges(over, house('lobby', [0, 1, 2]))).toEqual(NOTHING)
})

test('a new host is told, and so are the others', () => {
  expect(playerChanges(house('lobby', [0, 1], { host: 1 }), house('lobby', [0, 1])).host).toBe(0)
  expect(playerChanges(house('playing', [0, 1]), house('playing', [0, 1], { host: 1 })).host).toBe(1)
})
