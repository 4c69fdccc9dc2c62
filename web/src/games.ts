// The games there are. Whoever adds one adds a line here; nothing else in the app asks which game it is.

import { plug as extreme } from './extreme/plug'
import { plug as mindup } from './mindup/plug'
import type { ExtremeReview } from './extreme/reviewed'
import type { MindUpReview } from './mindup/reviewed'
import type { Plug } from './plug'
import type { GameName } from './protocol'

const PLUGS: { [G in GameName]: Plug<G> } = { mindup, extreme }

/** What a review says of a game, whichever it is. */
export type Review = MindUpReview | ExtremeReview

/** Their names, in the order in which they are offered. */
export const GAMES: readonly GameName[] = ['mindup', 'extreme']

export function plugOf<G extends GameName>(game: G): Plug<G> {
  return PLUGS[game]
}
export function isGame(name: string | undefined): name is GameName {
  return name !== undefined && name in PLUGS
}
