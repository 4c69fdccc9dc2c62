import { expect, test } from 'vitest'
import { marksAhead, minutesToSay } from './minutes'

/** What is said on the way, looked at with this many seconds left. */
function said(...seconds: number[]): (number | null)[] {
  const [first = 0, ...rest] = seconds
  let ahead = marksAhead(first * 1000)
  return rest.map((left) => {
    const minutes = minutesToSay(ahead, left * 1000)
    ahead = marksAhead(left * 1000)
    return minutes
  })
}
test('five minutes and one minute are said in their time, and once', () => {
  expect(said(302, 301, 300, 299, 61, 60, 59, 0, -1)).toEqual([null, 5, null, null, 1, null, null, null])
  expect(said(301, 299.4, 60.5, 59.6)).toEqual([5, null, 1])
})
test('who comes later hears only what is still ahead', () => {
  expect(said(200, 199, 60)).toEqual([null, 1])
  expect(said(30, 29, 0)).toEqual([null, null])
})
test('after a sleep the time that is left is said, once, and nothing once it is up', () => {
  expect(said(400, 150, 149)).toEqual([3, null])
  expect(said(400, 20, 19)).toEqual([1, null])
  expect(said(400, -5, -6)).toEqual([null, null])
})
