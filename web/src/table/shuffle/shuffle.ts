// This client's contribution to the shuffle, and the check of the server's commitment after the game.

import { api, Problem } from '../../net/api'
import { randomHex } from '../../net/connection'
import type { House } from '../../net/protocol'

/** One game's shuffle: the commitment received before this client drew its contribution. */
export interface Part {
  /** A hash of table and game, so that the device stores nothing readable about a game. */
  of: string
  commitment: string
  contribution: string
}
export type Verdict = 'checked' | 'wrong-seed' | 'left-out' | 'not-mine' | 'unread'

const KEY = 'tacit-shuffles'
const MAX_KEPT = 30

function parts(): Part[] {
  try {
    const kept: Part[] | null = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

function nameOf(table: string, game: number): string {
  return sha256(new TextEncoder().encode(`${table} ${game}`))
}

export function partOf(table: string, game: number): Part | null {
  const of = nameOf(table, game)
  return parts().find((part) => part.of === of) ?? null
}

/** Draw a contribution to the next game's shuffle after its commitment has arrived, and store both. */
export function drawPart(table: string, house: House): Part {
  const part = { of: nameOf(table, house.games + 1), commitment: house.commitment, contribution: randomHex(16) }
  const others = parts().filter((one) => one.of !== part.of)
  try {
    localStorage.setItem(KEY, JSON.stringify([part, ...others].slice(0, MAX_KEPT)))
  } catch {
    // without storage the contribution counts, but cannot be checked later
  }
  return part
}

/** Compare what was published after a game with what this client stored before it. */
export async function judge(table: string, house: House): Promise<Verdict> {
  const part = partOf(table, house.games)
  if (part === null || house.seat === null) return 'not-mine'
  if (house.seed === null || sha256(bytes(house.seed)) !== part.commitment) return 'wrong-seed'
  try {
    const replay = await api.replay(table, house.games)
    if (replay.seed !== house.seed) return 'wrong-seed'
    return replay.contributions[house.seat] === part.contribution ? 'checked' : 'left-out'
  } catch (error) {
    if (error instanceof Problem) return 'unread'
    throw error
  }
}

export function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16))
}

// Our own SHA-256: browsers have none on plain http, as in a home network.
const primes: number[] = []
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0
const START = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)))
const K = primes.map((p) => fraction(Math.cbrt(p)))
const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by))

export function sha256(data: Uint8Array): string {
  const padded = new Uint8Array(((data.length + 8) >> 6 << 6) + 64)
  padded.set(data)
  padded[data.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, data.length * 8)
  const hash = [...START]
  for (let block = 0; block < padded.length; block += 64) {
    const w: number[] = []
    for (let i = 0; i < 64; i++) {
      const x = w[i - 15] ?? 0
      const y = w[i - 2] ?? 0
      w[i] =
        i < 16
          ? view.getInt32(block + 4 * i)
          : ((w[i - 16] ?? 0) + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (w[i - 7] ?? 0) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0
    }
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + (w[i] ?? 0)) | 0
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    for (const [i, x] of [a, b, c, d, e, f, g, h].entries()) hash[i] = ((hash[i] ?? 0) + x) | 0
  }
  return hash.map((x) => (x >>> 0).toString(16).padStart(8, '0')).join('')
}
