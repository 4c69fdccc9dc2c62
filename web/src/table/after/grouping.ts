// The name that a new group has until its members choose another one.

import { listed } from '../../app/words/formats'
import { words } from '../../app/words/words.svelte'

const LONGEST = 40

/** "Anna, Ben and Cleo": the players' first names, if they are not too long. */
export function groupTitle(names: string[]): string {
  const first = names.map((name) => name.trim().split(/\s+/)[0] ?? '').filter(Boolean)
  const title = listed(first)
  return first.length > 1 && [...title].length <= LONGEST ? title : words().group.titleExample
}
