import { expect, test } from 'vitest'
import { clock, signed } from './points'

test.each([
  [2.5, '+2.5'],
  [-1, '−1.0'],
  [0, '0.0'],
  [-0.04, '0.0'],
])('%f points are read as %s', (points, read) => expect(signed(points)).toBe(read))

test.each([
  [725_000, '12:05'],
  [999, '0:01'],
  [-5, '0:00'],
])('%i milliseconds are read as %s', (millis, read) => expect(clock(millis)).toBe(read))
