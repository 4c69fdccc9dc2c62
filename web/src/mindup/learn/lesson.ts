// The tutorial of Mind Up!: two turns, recorded by `make tutorials`.

import { card, Lesson, shown } from '../../learn/lesson.svelte'
import { tape } from './tape'

export function lesson(): Lesson<'mindup'> {
  return new Lesson(tape.begin, [
    { says: 'hello', at: shown('row') },
    { says: 'order', at: shown('order') },
    { says: 'pick', at: card('52'), plays: tape.others1, expects: { action: { kind: 'pick', card: 52 }, causes: tape.mine1 } },
    { says: 'turned', at: shown('picks'), holds: true },
    { says: 'sorted', at: shown('lanes'), holds: true },
    { says: 'taken', at: shown('columns'), holds: true },
    { says: 'second', at: card('9'), plays: tape.others2, expects: { action: { kind: 'pick', card: 9 }, causes: tape.mine2 } },
    { says: 'joined', at: shown('columns') },
    { says: 'wins', at: shown('order') },
    { says: 'end' },
  ])
}
