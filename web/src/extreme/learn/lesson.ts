// The tutorial of The Mind Extreme: an open level and a blind one, recorded by `make tutorials`.

import { card, Lesson, shown } from '../../learn/lesson.svelte'
import { tape } from './tape'

export function lesson(): Lesson<'extreme'> {
  const { blind } = tape
  return new Lesson(tape.begin, [
    { says: 'hello', at: `${shown('pile')}, ${shown('level')}` },
    { says: 'hand', at: shown('hand') },
    {
      says: 'palm',
      at: shown('palm'),
      plays: tape.partnerDown,
      expects: { action: { kind: 'lay-hand' }, causes: [...tape.down, ...tape.partnerUp] },
    },
    { says: 'palm', at: shown('palm'), expects: { action: { kind: 'lift-hand' }, causes: tape.up } },
    {
      says: 'wait',
      at: card('W12'),
      expects: { action: { kind: 'play', card: 'W12' }, causes: tape.early.mine },
      later: { ms: 2500, plays: tape.well.partner, then: { causes: tape.well.mine, says: 'well' } },
    },
    { says: 'early', at: shown('moment'), back: 2 },
    { says: 'well', at: `${shown('pile')}, ${shown('level')}` },
    { says: 'lives', at: shown('lives') },
    { says: 'stop', at: shown('stop') },
    { says: 'star', at: shown('star'), expects: { action: { kind: 'propose-star' }, causes: [...tape.well.propose, ...tape.well.partnerGives] } },
    { says: 'give', at: card('R40'), expects: { action: { kind: 'discard', card: 'R40' }, causes: tape.well.give } },
    { says: 'given', at: shown('moment') },
    { says: 'blind', at: shown('level'), begins: blind.begin },
    {
      says: 'blindPalm',
      at: shown('palm'),
      plays: blind.partnerDown,
      expects: { action: { kind: 'lay-hand' }, causes: blind.down },
    },
    { says: 'blindPalm', at: shown('palm'), expects: { action: { kind: 'lift-hand' }, causes: blind.up } },
    { says: 'blindFirst', at: card('W9'), expects: { action: { kind: 'play', card: 'W9' }, causes: blind.mine } },
    {
      says: 'blindWait',
      at: card('W31'),
      expects: { action: { kind: 'play', card: 'W31' }, causes: blind.early },
      later: { ms: 3300, plays: blind.partner, then: { causes: blind.well, says: 'blindWell' } },
    },
    { says: 'blindEarly', at: shown('moment'), to: 'end' },
    { says: 'blindWell', at: shown('moment') },
    { says: 'end' },
  ])
}
