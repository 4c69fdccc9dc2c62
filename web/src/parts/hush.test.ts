import { expect, test } from 'vitest'
import { hush } from './hush'
import { notices, notify, speak, spoken } from './notices.svelte'

test('while it is quiet only trouble and what is urgent are told, and afterwards everything again', () => {
  const end = hush()
  speak('A card was laid.')
  notify('A card was laid.')
  notify('The site cannot be reached.', 'bad')
  notify('Round 2 has begun.', 'good', 4500, true)
  expect([spoken.text, notices.map(({ text }) => text)]).toEqual(['', ['The site cannot be reached.', 'Round 2 has begun.']])
  end()
  speak('A card was laid.')
  notify('A card was laid.')
  expect([spoken.text, notices.length]).toEqual(['A card was laid.', 3])
})
