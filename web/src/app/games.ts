// The list of the games: the only file that a new game changes. Nothing else in the app asks which game it is.

import { plug as extreme } from '../extreme/plug'
import { plug as mindup } from '../mindup/plug'
import type { GameName } from '../net/protocol'
import type { Plug } from './plug'

const PLUGS: { [G in GameName]: Plug<G> } = { mindup, extreme }

/** Their names, in the order in which they are offered. */
export const GAMES: readonly GameName[] = ['mindup', 'extreme']

export function plugOf<G extends GameName>(game: G): Plug<G> {
  return PLUGS[game]
}
export function isGame(name: string | undefined): name is GameName {
  return name !== undefined && name in PLUGS
}
