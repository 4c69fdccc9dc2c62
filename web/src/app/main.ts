import '@fontsource-variable/figtree'
import { mount } from 'svelte'
import App from './App.svelte'
import { answerWorker } from './called'
import { hearFirst } from '../home/news.svelte'
import { keepOffline } from './offline'
import { guardTaps } from '../parts/taps'
import { clearBadge } from '../parts/page/title.svelte'
import { route } from './route.svelte'
import './tokens.css'
import { speakWanted } from './words/words.svelte'

guardTaps()
const whenIdle = window.requestIdleCallback ?? setTimeout // which Safari lacks
const atHome = route.parts.length === 0
void Promise.all([speakWanted(), atHome && hearFirst()]).then(() => {
  mount(App, { target: document.getElementById('app')! })
  if (atHome) whenIdle(() => void import('../table/TablePage.svelte').catch(() => undefined)) // where most go next
})
if (import.meta.env.PROD) {
  keepOffline()
  addEventListener('load', () => void stayCalled().catch(() => undefined))
}
clearBadge()
answerWorker()

/** A device that may be called, and only such a one, loads what it needs to stay so. */
async function stayCalled(): Promise<void> {
  if ('Notification' in window && Notification.permission === 'granted') await (await import('../settings/push')).stayCalled()
}
