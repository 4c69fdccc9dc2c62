import { expect, test, vi } from 'vitest'
import type { House } from '../../net/protocol'
import { bytes, drawPart, judge, partOf, sha256 } from './shuffle'

const text = (words: string): Uint8Array => new TextEncoder().encode(words)

// From FIPS 180-4's examples, and the lengths around a block's end.
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1'],
])('the hash of %j', (words, hash) => expect(sha256(text(words))).toBe(hash))

test('the hash of any length is what the platform says', async () => {
  for (let length = 50; length < 140; length++) {
    const data = Uint8Array.from({ length }, (_, i) => i * 7)
    const theirs = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
    expect(sha256(data)).toBe([...theirs].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
  }
})

const SEED = '11'.repeat(32)
const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
})
const lobby = { games: 0, commitment: sha256(bytes(SEED)) } as House
const over = { ...lobby, games: 1, seat: 1, seed: SEED } as House
function published(replay: object): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(replay))))
}

test('a promise that was kept, and one that was not', async () => {
  const { contribution } = drawPart('T', lobby)
  expect(partOf('T', 1)?.commitment).toBe(lobby.commitment)
  published({ seed: SEED, contributions: ['', contribution] })
  expect(await judge('T', over)).toBe('checked')
  expect(await judge('T', { ...over, seed: '22'.repeat(32) })).toBe('wrong-seed')
  published({ seed: SEED, contributions: ['', ''] })
  expect(await judge('T', over)).toBe('left-out')
  published({ seed: '22'.repeat(32), contributions: ['', contribution] })
  expect(await judge('T', over)).toBe('wrong-seed')
})

test('a client that contributed nothing has nothing to check', async () => {
  expect(await judge('T', { ...over, games: 2 })).toBe('not-mine')
  expect(await judge('elsewhere', over)).toBe('not-mine')
})
