// Handing a text to others: by what the device has for it, else by the clipboard.

import { words } from '../../app/words/words.svelte'
import { notify } from '../notices.svelte'

export async function share(text: string): Promise<void> {
  const shares = 'share' in navigator
  if (shares) {
    await navigator.share({ text }).catch(() => {})
    return
  }
  try {
    await navigator.clipboard.writeText(text)
    notify(words().home.copied, 'good')
  } catch {
    notify(text) // plain http has no clipboard
  }
}
