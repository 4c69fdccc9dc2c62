// Verifies a replay. This device checks hashes and deal; the site checks the rules.

import { Chance } from '../table/shuffle/chance'
import { bytes, partOf, sha256 } from '../table/shuffle/shuffle'

export type Check = 'digest' | 'seed' | 'cards' | 'promise'
export interface Found {
  /** The checks made on this device. */
  here: { check: Check; ok: boolean }[]
  /** Whether this device holds a commitment from before the game. */
  promised: boolean
  /** Whether it is a what-if, which was given its beginning. */
  given: boolean
}

/** The shuffle's fields of a replay file; empty if it is none. */
function read(line: string): { seed?: string; contributions?: string[]; commitment?: string; digest?: string; settings?: { start?: object } } {
  try {
    const file: ReturnType<typeof read> | null = JSON.parse(line)
    return typeof file === 'object' ? (file ?? {}) : {}
  } catch {
    return {}
  }
}

function follows(line: string, seed: string, contributions: string[], dealt: (chance: Chance, replay: string) => boolean): boolean {
  try {
    return dealt(new Chance(seed, contributions), line)
  } catch {
    return false // not a replay
  }
}

/** Check the file's digest, the seed's commitment, the deal, and the commitment stored on this device. */
export function check(text: string, table: string, number: number, dealt: (chance: Chance, replay: string) => boolean): Found {
  const line = text.trimEnd()
  const part = table === '' ? null : partOf(table, number)
  const { seed = '', contributions = [], commitment = '', digest = '', settings } = read(line)
  const without = line.replace(`"digest":"${digest}"`, '"digest":""')
  const here: Found['here'] = [
    { check: 'digest', ok: digest !== '' && sha256(new TextEncoder().encode(without)) === digest },
    { check: 'seed', ok: /^[0-9a-f]{64}$/.test(seed) && sha256(bytes(seed)) === commitment },
    { check: 'cards', ok: follows(line, seed, contributions, dealt) },
  ]
  if (part !== null) here.push({ check: 'promise', ok: part.commitment === commitment })
  return { here, promised: part !== null, given: settings?.start !== undefined }
}
