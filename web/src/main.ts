import '@fontsource-variable/figtree'
import { mount } from 'svelte'
import App from './App.svelte'
import { keepOffline } from './offline'
import './tokens.css'
import { speakWanted } from './words/words.svelte'

void speakWanted().then(() => mount(App, { target: document.getElementById('app')! }))
if (import.meta.env.PROD) keepOffline()
