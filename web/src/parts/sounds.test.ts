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
const { sound, soundHere, vibrate } = await import('./sounds')

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

test('a page that shall sound does so without a touch and without the preference, and rings nothing late', async () => {
  vi.useFakeTimers()
  device({ userActivation: { hasBeenActive: false } }, false)
  let allow: () => void = () => undefined
  const rung: number[] = []
  const value = { setValueAtTime: (pitch: number) => void rung.push(pitch), linearRampToValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined }
  const node = { frequency: value, gain: { ...value, setValueAtTime: () => undefined }, connect: () => node, start: () => undefined, stop: () => undefined }
  class Blocked {
    state = 'suspended'
    currentTime = 0
    private allowed = new Promise<void>((done) => (allow = () => ((this.state = 'running'), done())))
    resume(): Promise<void> {
      return this.allowed
    }
    createOscillator(): object {
      return node
    }
    createGain(): object {
      return node
    }
  }
  vi.stubGlobal('AudioContext', Blocked)
  vi.stubGlobal('requestAnimationFrame', (paint: () => void) => paint())
  const plays = async (): Promise<void> => {
    sound('take')
    await vi.advanceTimersByTimeAsync(10)
  }
  await plays()
  const allowed = soundHere()
  await plays() // before the browser allows it
  await vi.advanceTimersByTimeAsync(5000)
  allow()
  expect(await allowed).toBe(true)
  expect(rung).toEqual([])
  await plays()
  expect(rung).toEqual([660])
  vi.useRealTimers()
})
