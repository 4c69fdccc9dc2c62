import { afterEach, expect, test, vi } from 'vitest'

const labels: { clicked: number; removed: boolean; switches: boolean }[] = []
class Element {
  own = { clicked: 0, removed: false, switches: false }
  constructor() {
    labels.push(this.own)
  }
  append(): void {}
  setAttribute(name: string): void {
    this.own.switches = name === 'switch'
  }
  click(): void {
    this.own.clicked += 1
  }
  remove(): void {
    this.own.removed = true
  }
}

function device(navigator: object, hasSwitch: boolean): void {
  labels.length = 0
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true }, ...navigator })
  const prototype = hasSwitch ? { switch: false } : {}
  vi.stubGlobal('HTMLInputElement', { prototype })
  vi.stubGlobal('document', { createElement: () => new Element(), head: new Element() })
  labels.length = 0
}
afterEach(() => vi.unstubAllGlobals())
vi.mock('../app/prefs.svelte', () => ({ prefs: { vibration: true, sound: false } }))
const { vibrate } = await import('./sounds')

test('a device that vibrates does, and draws no switch', () => {
  const felt: unknown[] = []
  device({ vibrate: (pattern: unknown) => felt.push(pattern) }, true)
  vibrate(15)
  expect(felt).toEqual([15])
  expect(labels).toEqual([])
})

test('a device that only has native switches toggles one, and leaves nothing behind', () => {
  device({}, true)
  vibrate(15)
  const [label, toggle] = labels
  expect(label).toEqual({ clicked: 1, removed: true, switches: false })
  expect(toggle?.switches).toBe(true)
})

test('on any other device nothing happens', () => {
  device({}, false)
  vibrate(15)
  expect(labels).toEqual([])
})
