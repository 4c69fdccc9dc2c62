import { expect, test } from 'vitest'
import { groupTitle } from './grouping'

test.each([
  [['Anna', 'Ben'], 'Anna and Ben'],
  [['Anna Maria', ' Ben  Otto', 'Cleo'], 'Anna, Ben and Cleo'],
  [['Maximiliana', 'Bartholomäus', 'Konstantinopel'], 'Friday table'],
  [['Anna', ''], 'Friday table'],
])('%j become "%s"', (names, title) => {
  expect(groupTitle(names)).toBe(title)
  expect([...groupTitle(names)].length).toBeLessThanOrEqual(40)
})
