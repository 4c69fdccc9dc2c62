import { expect, test } from 'vitest'
import { better } from './best'

test('won before lost, then levels, then lives left', () => {
  expect(better({ level: 12, lives: 1, won: true }, { level: 12, lives: 1, won: false })).toBe(true)
  expect(better({ level: 5, lives: 0, won: false }, { level: 4, lives: 0, won: false })).toBe(true)
  expect(better({ level: 12, lives: 3, won: true }, { level: 12, lives: 2, won: true })).toBe(true)
  expect(better({ level: 4, lives: 0, won: false }, { level: 4, lives: 0, won: false })).toBe(false)
})
