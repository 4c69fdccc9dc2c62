// The words of the training page, loaded with it: most visits do not need them.

import type { training } from '../../app/words/en/training'
import { language } from '../../app/words/words.svelte'

export type Training = typeof training
const ALL = import.meta.glob<Training>('../../app/words/*/training.ts', { import: 'training' })

/** Give the words in the app's language as soon as they are there; for an effect, which takes it back for another language. */
export function trainingWords(take: (words: Training) => void, fail: () => void = () => undefined): () => void {
  const load = ALL[`../../app/words/${language()}/training.ts`]
  let gone = false
  load?.().then(
    (words) => gone || take(words),
    () => gone || fail(), // offline: those of before stay
  )
  return () => (gone = true)
}
