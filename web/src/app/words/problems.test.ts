import { afterEach, expect, test, vi } from 'vitest'
import { Problem } from '../../net/api'
import { notices } from '../../parts/notices.svelte'
import { problemText, refusalText } from './words.svelte'

const REFUSED = { key: 'wrong-number', text: '2 to 6 players are needed; there are 7.', details: { least: 2, most: 6, count: 7 } }

vi.stubGlobal('location', { pathname: '/', hash: '' })
vi.stubGlobal('addEventListener', () => undefined)
const { openTable } = await import('../../table/opening')

afterEach(() => notices.splice(0))

test('a table that cannot be opened is told with the details of the refusal', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ...REFUSED, text: 'told in English' }, { status: 409 })))
  await openTable('mindup', false)
  expect(notices.map(({ text }) => text)).toEqual(['2 to 6 players are needed; there are 7.'])
})

test('every failure has words', () => {
  expect(problemText(new Problem(REFUSED.key, REFUSED.text, REFUSED.details))).toBe(REFUSED.text)
  expect(problemText(new Problem('never-heard-of', 'As the server says.'))).toBe('As the server says.')
  expect(problemText(new TypeError('a bug'))).toBe('That did not work. Please try again.')
})

test('a refusal without its details is told in the words of the server, never with holes', () => {
  expect(refusalText({ key: REFUSED.key, text: REFUSED.text })).toBe(REFUSED.text)
  expect(refusalText({ key: REFUSED.key, text: REFUSED.text, details: { least: 2 } })).toBe(REFUSED.text)
})
