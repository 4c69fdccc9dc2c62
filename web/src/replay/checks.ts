// Is a replay true? What can be reckoned here is reckoned here; the rules are asked of the site.

import { bytes, partOf, sha256 } from '../table/shuffle'

export type Check = 'digest' | 'seed' | 'promise'
export interface Found {
  /** What was checked on this device, and whether it holds. */
  here: { check: Check; ok: boolean }[]
  /** Whether this device had been promised a fingerprint before the game. */
  promised: boolean
}

/** What a replay file says of its shuffle; nothing, if it is none. */
function read(line: string): { seed?: string; commitment?: string; digest?: string } {
  try {
    const file: ReturnType<typeof read> | null = JSON.parse(line)
    return typeof file === 'object' ? (file ?? {}) : {}
  } catch {
    return {}
  }
}

/** Check what needs no rules: the file's digest, the seed's fingerprint, and the promise this device was given. */
export function check(text: string, table: string, number: number): Found {
  const line = text.trimEnd()
  const part = table === '' ? null : partOf(table, number)
  const { seed = '', commitment = '', digest = '' } = read(line)
  const without = line.replace(`"digest":"${digest}"`, '"digest":""')
  const here: Found['here'] = [
    { check: 'digest', ok: digest !== '' && sha256(new TextEncoder().encode(without)) === digest },
    { check: 'seed', ok: /^[0-9a-f]{64}$/.test(seed) && sha256(bytes(seed)) === commitment },
  ]
  if (part !== null) here.push({ check: 'promise', ok: part.commitment === commitment })
  return { here, promised: part !== null }
}
