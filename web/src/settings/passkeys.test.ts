import { expect, test } from 'vitest'
import { toBytes, toText } from './passkeys'

test('bytes survive the way to text and back', () => {
  for (const bytes of [[], [0], [255, 254], [62, 63, 251, 255]]) {
    const text = toText(Uint8Array.from(bytes).buffer)
    expect(text).toMatch(/^[\w-]*$/)
    expect([...toBytes(text)]).toEqual(bytes)
  }
})
