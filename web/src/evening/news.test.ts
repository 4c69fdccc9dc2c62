import { expect, test } from 'vitest'
import { evening as words } from '../app/words/en/evening'
import type { EveningAnswer } from '../net/protocol'
import { newsOf, pointOf, soundOf } from './news'

const evening = (more: object): EveningAnswer => ({ ended: false, finished: 0, round: null, ...more }) as EveningAnswer
const on = evening({ round: { number: 1, over: false } })

test('every change of an evening is said once, and how it was found is not', () => {
  const points = [
    pointOf(evening({}), null),
    pointOf(on, 60_000),
    pointOf(on, 59_000),
    pointOf(on, 0),
    pointOf(evening({ finished: 1, round: { number: 1, over: true } }), null),
    pointOf(evening({ finished: 1, round: { number: 2, over: false } }), 60_000),
    pointOf(evening({ finished: 2, ended: true }), null),
  ]
  expect(points.map((now, number) => newsOf(points[number - 1] ?? null, now, words))).toEqual([
    '',
    'Round 1 has begun.',
    '',
    words.timeUp,
    'Round 1 is over. The board is there.',
    'Round 2 has begun.',
    words.over,
  ])
})

test('a screen rings when a round begins, in its last minute, when its time is up and when there is a board', () => {
  const over = evening({ finished: 1, round: { number: 1, over: true } })
  const moments = ([[evening({}), null], [on, 300_500], [on, 299_500], [on, 60_500], [on, 59_500], [on, 59_000], [on, 0], [on, -500], [over, null], [over, null]] as const).map(
    ([told, left]) => ({ ...pointOf(told, left), left }),
  )
  expect(moments.map((now, number) => soundOf(moments[number - 1] ?? null, now))).toEqual([null, 'together', null, null, 'star', null, 'hand', null, 'passed', null])
})
