import { expect, test, vi } from 'vitest'
import { words as en } from '../app/words/en'
import type { House } from '../net/protocol'
import type { View } from './records'

vi.mock('../app/words/words.svelte', () => ({ words: () => en }))
const { calls, tab } = await import('./tab')

const seats = ['Ann', 'Ben', 'Cleo'].map((name) => ({ name, bot: null, guest: 0 }))
const house = (change: Partial<House> = {}): House => ({ seats, seat: 0, paused: false, ...change }) as unknown as House
const view = (change: Partial<View> = {}): View => ({ places: null, ...change }) as View

test('the tab says whose pick the table waits for', () => {
  expect(tab(view(), house(), [0, 1])).toBe('Your pick')
  expect(tab(view(), house(), [1])).toBe('Waiting for Ben')
  expect(tab(view(), house(), [1, 2])).toBe('Waiting for 2 players')
  expect(tab(view(), house({ seat: null }), [0, 1, 2])).toBe('Waiting for 3 players')
})

test('the tab of a finished game does not tell who won', () => {
  expect(tab(view({ places: [1, 2, 3] }), house(), [])).toBe(tab(view({ places: [3, 2, 1] }), house(), []))
  expect(tab(view(), house({ paused: true }), [0])).toBe('Paused')
})

test('the icon calls a player whose pick is missing, and no one else', () => {
  expect(calls(view(), house(), [0, 1])).toBe(true)
  expect(calls(view(), house(), [1])).toBe(false)
  expect(calls(view(), house({ seat: null }), [0, 1, 2])).toBe(false)
  expect(calls(view(), house({ paused: true }), [0])).toBe(false)
  expect(calls(view({ places: [1, 2, 3] }), house(), [0])).toBe(false)
})
