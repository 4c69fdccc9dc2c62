// The shuffles of a game from its seed (docs/shuffle.md), to check a site's deals.

import { bytes, sha256 } from './shuffle'

const BLOCK_BYTES = 64
const WORDS = 2 ** 32
const text = (of: string): Uint8Array => new TextEncoder().encode(of)

function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** HMAC-SHA-256; keys here are never longer than a block. */
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(BLOCK_BYTES)
  padded.set(key)
  const inner = bytes(sha256(joined(padded.map((byte) => byte ^ 0x36), message)))
  return bytes(sha256(joined(padded.map((byte) => byte ^ 0x5c), inner)))
}

function number(value: number, length: number): Uint8Array {
  const found = new Uint8Array(length)
  new DataView(found.buffer).setUint32(length - 4, value)
  return found
}

/** All shuffles of one game. */
export class Chance {
  private readonly key: Uint8Array

  constructor(seed: string, contributions: string[]) {
    const mixed = contributions.map(bytes).flatMap((part) => [number(part.length, 4), part])
    this.key = hmac(bytes(seed), joined(text('tacit mix 1'), ...mixed))
  }

  shuffle<T>(label: string, items: readonly T[]): T[] {
    const words = this.words(label)
    const pool = [...items]
    for (let here = 0; here < pool.length; here++) {
      const there = here + below(pool.length - here, words)
      ;[pool[here], pool[there]] = [pool[there]!, pool[here]!]
    }
    return pool
  }

  private *words(label: string): Generator<number, never> {
    for (let block = 0; ; block++) {
      const found = hmac(this.key, joined(text(label), new Uint8Array(1), number(block, 8)))
      const view = new DataView(found.buffer)
      for (let at = 0; at < found.length; at += 4) yield view.getUint32(at)
    }
  }
}

/** A uniform number from 0 to the bound. */
function below(bound: number, words: Generator<number, never>): number {
  for (;;) {
    const word = words.next().value
    if (word < WORDS - (WORDS % bound)) return word % bound
  }
}

/** Whether two lists are equal. */
export function same(one: readonly (number | string)[], other: readonly (number | string)[] | undefined): boolean {
  return other !== undefined && one.length === other.length && one.every((item, at) => item === other[at])
}
