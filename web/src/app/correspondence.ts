// Tables by correspondence: days for a turn.

import type { Settings } from '../net/protocol'

export const DAY_S = 86_400
export const byCorrespondence = (settings: Settings): boolean => (settings.turn_seconds ?? 0) >= DAY_S
