// Synthesised sounds, quiet and off by default; and short vibrations.

import { prefs } from '../app/prefs.svelte'

export type Sound = 'laid' | 'reveal' | 'take' | 'mistake' | 'star' | 'passed' | 'together'

interface Note {
  pitch: number // hertz
  to?: number // where it glides
  at?: number // seconds after the start
  length: number
  shape?: OscillatorType
  loud?: number
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
  together: [
    { pitch: 330, length: 0.9, loud: 0.8 },
    { pitch: 495, length: 0.9, loud: 0.3 },
  ],
}
const VOLUME = 0.09

let context: AudioContext | null = null

/** Play a sound; `rise` raises it by semitones. It starts after the next paint, which must not wait for it. */
export function sound(name: Sound, rise = 0): void {
  if (!prefs.sound || document.hidden || !touched()) return
  requestAnimationFrame(() => setTimeout(() => play(name, rise)))
}

function play(name: Sound, rise: number): void {
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume()
    for (const note of SOUNDS[name]) ring(context, note, 2 ** (rise / 12))
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
  volume.gain.linearRampToValueAtTime(VOLUME * (note.loud ?? 1), start + 0.008)
  volume.gain.exponentialRampToValueAtTime(0.0001, end)
  source.connect(volume).connect(on.destination)
  source.start(start)
  source.stop(end + 0.02)
}

/** A short vibration, where the device supports it. */
export function vibrate(pattern: number | number[]): void {
  if (prefs.vibration && touched() && 'vibrate' in navigator) navigator.vibrate(pattern)
}

/** Browsers allow neither sound nor vibration before the first touch, and warn. */
function touched(): boolean {
  return 'userActivation' in navigator ? navigator.userActivation.hasBeenActive : true
}
