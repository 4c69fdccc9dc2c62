import { expect, test, vi } from 'vitest'
import { en } from '../words/en'
import { fr } from '../words/fr'
import { it } from '../words/it'

vi.mock('../words/words.svelte', () => ({ words: () => en }))
const { botCard, sorted } = await import('./bots')

test('every bot has a name and a line in every language', () => {
  for (const id of Object.keys(en.table.bots)) {
    for (const { table } of [en, fr, it]) expect(table.bots[id]?.about).toBeTruthy()
  }
  expect(Object.keys(fr.table.bots)).toEqual(Object.keys(en.table.bots))
  expect(Object.keys(it.table.bots)).toEqual(Object.keys(en.table.bots))
})

test('a bot nobody has heard of goes by its own name', () => {
  expect(botCard('owl')).toEqual({ id: 'owl', name: 'Owl', about: en.table.botAbout, strength: null })
  expect(botCard('raven')).toMatchObject({ name: 'Raven', strength: 4 })
})

test('characters come first, from friendly to merciless; experts apart', () => {
  const all = ['random', 'raven', 'search', 'pebble', 'greedy', 'heron']
  expect(sorted(all)).toEqual({ characters: ['pebble', 'heron', 'raven'], experts: ['search', 'greedy', 'random'] })
})

test('where there are only experts they are simply the bots', () => {
  expect(sorted(['random', 'greedy'])).toEqual({ characters: ['greedy', 'random'], experts: [] })
})
