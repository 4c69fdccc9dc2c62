// Synthesised sounds, quiet and off by default; and short vibrations.

import { prefs } from '../app/prefs.svelte'
import { isQuiet } from './hush'

export type Sound = 'laid' | 'reveal' | 'take' | 'mistake' | 'star' | 'passed' | 'hand' | 'together'

interface Note {
  pitch: number // hertz
  to?: number // where it glides
  at?: number // seconds after the start
  length: number
  shape?: OscillatorType
  loud?: number
  /** Seconds until it is loudest. */
  swells?: number
  /** Whether it rings on in the room. */
  echoes?: boolean
}

const SOUNDS: Record<Sound, Note[]> = {
  laid: [{ pitch: 190, to: 120, length: 0.09, shape: 'triangle' }],
  reveal: [
    { pitch: 520, to: 640, length: 0.07, loud: 0.5 },
    { pitch: 640, to: 780, at: 0.05, length: 0.09, loud: 0.5 },
  ],
  take: [{ pitch: 660, length: 0.12, loud: 0.6 }],
  mistake: [
    { pitch: 220, to: 150, length: 0.32, shape: 'triangle' },
    { pitch: 207, to: 140, length: 0.32, shape: 'triangle', loud: 0.6 },
  ],
  star: [
    { pitch: 784, length: 0.16, loud: 0.6 },
    { pitch: 1175, at: 0.09, length: 0.22, loud: 0.6 },
  ],
  passed: [
    { pitch: 392, length: 0.35, loud: 0.7 },
    { pitch: 494, at: 0.12, length: 0.35, loud: 0.7 },
    { pitch: 587, at: 0.24, length: 0.6, loud: 0.7 },
  ],
  // A palm on wood, and under it a note that waits for the others.
  hand: [
    { pitch: 118, to: 58, length: 0.16, shape: 'triangle', loud: 1.3 },
    { pitch: 220, length: 0.9, loud: 0.35, swells: 0.05, echoes: true },
  ],
  // All hands: the same wood, then a wide chord like a struck bowl, its upper notes slightly apart so that they beat.
  together: [
    { pitch: 104, to: 48, length: 0.24, shape: 'triangle', loud: 1.4 },
    { pitch: 110, length: 2.6, loud: 0.7, swells: 0.03, echoes: true },
    { pitch: 220, at: 0.01, length: 2.8, loud: 0.6, swells: 0.04, echoes: true },
    { pitch: 330, at: 0.03, length: 2.4, loud: 0.42, swells: 0.06, echoes: true },
    { pitch: 440.8, at: 0.05, length: 2.2, loud: 0.26, swells: 0.09, echoes: true },
    { pitch: 554.4, at: 0.08, length: 2, loud: 0.2, swells: 0.12, echoes: true },
    { pitch: 661.6, at: 0.11, length: 1.8, loud: 0.13, swells: 0.15, echoes: true },
    { pitch: 1210, length: 0.7, loud: 0.05, echoes: true },
  ],
}
const VOLUME = 0.09
/** A sound that could not start for so long belongs to another moment. */
const LATE_MS = 1000

let context: AudioContext | null = null
/** Whether this page sounds whatever the preferences say, and before any touch. */
let soundsHere = false

/**
 * Let this page sound for as long as it is open, and tell once the browser allows it: programs for streams do at once, most
 * browsers after the first touch. False where there is no sound at all.
 */
export async function soundHere(): Promise<boolean> {
  soundsHere = true
  try {
    context ??= new AudioContext()
    await context.resume()
    return true
  } catch {
    return false
  }
}

/** Play a sound; `rise` raises it by semitones. It starts after the next paint, which must not wait for it. */
export function sound(name: Sound, rise = 0): void {
  if (isQuiet() || document.hidden || !(soundsHere || (prefs.sound && touched()))) return
  requestAnimationFrame(() => setTimeout(() => play(name, rise)))
}

function play(name: Sound, rise: number): void {
  try {
    const on = (context ??= new AudioContext())
    const wanted = performance.now()
    const start = (): void => {
      if (performance.now() - wanted < LATE_MS) for (const note of SOUNDS[name]) ring(on, note, 2 ** (rise / 12))
    }
    if (on.state === 'running') start()
    else on.resume().then(start, () => {})
  } catch {
    // without sound the game still works
  }
}

function ring(on: AudioContext, note: Note, lift: number): void {
  const start = on.currentTime + (note.at ?? 0)
  const end = start + note.length
  const source = on.createOscillator()
  const volume = on.createGain()
  source.type = note.shape ?? 'sine'
  source.frequency.setValueAtTime(note.pitch * lift, start)
  if (note.to !== undefined) source.frequency.exponentialRampToValueAtTime(note.to * lift, end)
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(VOLUME * (note.loud ?? 1), start + (note.swells ?? 0.008))
  volume.gain.exponentialRampToValueAtTime(0.0001, end)
  source.connect(volume).connect(on.destination)
  if (note.echoes) volume.connect(roomOf(on))
  source.start(start)
  source.stop(end + 0.02)
}

let room: ConvolverNode | null = null

/** A small room of wood: noise that fades, made once. */
function roomOf(on: AudioContext): ConvolverNode {
  if (room !== null) return room
  const length = Math.round(1.4 * on.sampleRate)
  const impulse = on.createBuffer(2, length, on.sampleRate)
  for (const side of [0, 1]) {
    const samples = impulse.getChannelData(side)
    for (let at = 0; at < length; at += 1) samples[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 3
  }
  room = on.createConvolver()
  room.buffer = impulse
  const wet = on.createGain()
  wet.gain.value = 0.35
  room.connect(wet).connect(on.destination)
  return room
}

/** A short vibration, where the device supports it; on an iPhone the tap of a native switch. */
export function vibrate(pattern: number | number[]): void {
  if (!prefs.vibration || isQuiet() || !touched()) return
  if ('vibrate' in navigator) navigator.vibrate(pattern)
  else if (hasSwitch()) tapSwitch()
}

/** Safari draws `<input type="checkbox" switch>` as a switch of the system, which taps the finger when it is toggled. */
function hasSwitch(): boolean {
  return 'switch' in HTMLInputElement.prototype
}

/** Outside the page's body, so that it is in nobody's way: no layout, no focus, no guard of double taps. */
function tapSwitch(): void {
  const label = document.createElement('label')
  const toggle = document.createElement('input')
  toggle.type = 'checkbox'
  toggle.setAttribute('switch', '')
  label.append(toggle)
  document.head.append(label)
  label.click()
  label.remove()
}

/** Browsers allow neither sound nor vibration before the first touch, and warn. */
function touched(): boolean {
  return 'userActivation' in navigator ? navigator.userActivation.hasBeenActive : true
}
