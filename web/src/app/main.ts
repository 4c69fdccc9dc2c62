import '@fontsource-variable/figtree'
import { mount } from 'svelte'
import App from './App.svelte'
import { hearFirst } from '../home/news.svelte'
import { keepOffline } from './offline'
import { guardTaps } from '../parts/taps'
import { route } from './route.svelte'
import './tokens.css'
import { speakWanted } from './words/words.svelte'

guardTaps()
const atHome = route.parts.length === 0
void Promise.all([speakWanted(), atHome && hearFirst()]).then(() => mount(App, { target: document.getElementById('app')! }))
if (import.meta.env.PROD) keepOffline()
