import { expect, test } from 'vitest'
import { dealt as extreme } from '../../extreme/dealt'
import { dealt as mindup } from '../../mindup/dealt'
import { Chance, hmac } from './chance'

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const KEPT = import.meta.glob<string>('../../../../tests/replays/*.tacit.json', { query: '?raw', import: 'default', eager: true })

test('HMAC-SHA-256 gives what RFC 4231 has', () => {
  const text = (of: string): Uint8Array => new TextEncoder().encode(of)
  const found = hmac(text('Jefe'), text('what do ya want for nothing?'))
  expect(hex(found)).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843')
})

test.each(Object.keys(KEPT))('%s was dealt from its seed, and another seed would have dealt otherwise', (name) => {
  const text = KEPT[name] ?? ''
  const { seed, contributions }: { seed: string; contributions: string[] } = JSON.parse(text)
  const dealt = name.includes('mindup') ? mindup : extreme
  expect(dealt(new Chance(seed, contributions), text)).toBe(true)
  expect(dealt(new Chance(seed, [...contributions, '00']), text)).toBe(false)
  expect(dealt(new Chance(seed, contributions), text.replace(/"(drawn|hands)":\[\[[^,\]]+,?/, '"$1":[['))).toBe(false)
})
