import { expect, test } from 'vitest'
import { dealt as extreme } from '../extreme/dealt'
import { dealt as mindup } from '../mindup/dealt'
import { check } from './checks'

const KEPT = import.meta.glob<string>('../../../tests/replays/*.tacit.json', { query: '?raw', import: 'default', eager: true })
const FILES = Object.keys(KEPT)
const read = (name: string): string => KEPT[name] ?? ''
const oks = (text: string): boolean[] => check(text, '', 0, text.includes('"game":"mindup"') ? mindup : extreme).here.map(({ ok }) => ok)

test.each(FILES)('%s is as it was written', (name) => {
  expect(oks(read(name))).toEqual([true, true, true])
})

test('what a game was given by another is told', () => {
  const given = FILES.filter((name) => check(read(name), '', 0, mindup).given)
  expect(given.map((name) => name.split('/').at(-1))).toEqual(['v2-mindup-what-if.tacit.json'])
})

test('a changed card, a changed seed and what is no replay at all are found', () => {
  const text = read(FILES.find((name) => name.includes('v1-mindup')) ?? '')
  expect(oks(text.replace('"card":', '"card": '))).toEqual([false, true, true])
  const seed = /"seed":"(\w{2})/.exec(text)?.[1] ?? ''
  expect(oks(text.replace(`"seed":"${seed}`, `"seed":"${seed === '00' ? '01' : '00'}`))).toEqual([false, false, false])
  expect(oks('{}')).toEqual([false, false, false])
  expect(oks('no')).toEqual([false, false, false])
})
