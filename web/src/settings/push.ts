// Messages of the site to this device, by web push. The browser asks its owner; nothing is asked before a tap.
//
// The browser and the site both keep the subscription, and either may lose it: after a new identity, after *Delete my data*,
// when the push service has ended it. A device is called only if both have it.

import { prefs } from '../app/prefs.svelte'
import { language } from '../app/words/words.svelte'
import { api } from '../net/api'

/** "none": the browser or the site cannot; "blocked": its owner has said no in the browser. */
export type Calling = 'none' | 'off' | 'on' | 'blocked'

async function worker(): Promise<ServiceWorkerRegistration | null> {
  if (!('PushManager' in window) || !('Notification' in window)) return null
  return (await navigator.serviceWorker?.ready) ?? null // never, while the app is developed
}

/** The site's key; empty if it cannot call. */
let key = ''

export async function calling(): Promise<Calling> {
  const registered = await worker()
  if (registered === null) return 'none'
  key ||= (await api.push()).key // known before the owner is asked
  if (!key) return 'none'
  if (Notification.permission === 'denied') return 'blocked'
  const made = Notification.permission === 'granted' ? await registered.pushManager.getSubscription() : null
  return made !== null && (await api.isPushKnown(made.endpoint)).known ? 'on' : 'off'
}

/** Ask the browser's owner, and have this device called. */
export async function callMe(): Promise<Calling> {
  const registered = await worker()
  if (registered === null || !key) return 'none'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  return subscribe(registered)
}

/** Subscribe, with a new endpoint if the site does not know the one that the browser has: its push service may have ended it. */
async function subscribe(registered: ServiceWorkerRegistration): Promise<Calling> {
  key ||= (await api.push()).key
  if (!key) return 'none'
  const old = await registered.pushManager.getSubscription()
  if (old !== null && (await api.isPushKnown(old.endpoint)).known) return 'on'
  await old?.unsubscribe()
  const made = await registered.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys } = made.toJSON()
  try {
    await api.subscribePush({ endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }, language: language() })
  } catch (error) {
    await made.unsubscribe() // else the switch would show that the site calls
    throw error
  }
  return 'on'
}

/** When the app opens: a device whose owner wants to be called is called by the site, for the guest that it is now. */
export async function stayCalled(): Promise<void> {
  if (prefs.uncalled || !('Notification' in window) || Notification.permission !== 'granted') return
  const registered = await worker()
  if (registered === null || (await registered.pushManager.getSubscription()) === null) return
  await subscribe(registered)
}

export async function callMeNot(): Promise<Calling> {
  const made = await (await worker())?.pushManager.getSubscription()
  if (made) {
    await api.unsubscribePush(made.endpoint)
    await made.unsubscribe()
  }
  return 'off'
}

/** After *Delete my data*: the site has forgotten the subscription, and the browser forgets it, too. */
export async function forgetCalls(): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return // there is none, and perhaps no worker
  await (await (await worker())?.pushManager.getSubscription())?.unsubscribe()
}
