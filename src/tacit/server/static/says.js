// Short sentences that come up at the edge of the page and go by themselves.

import { h, render } from "./dom.js";

const SECONDS = 5;
const place = document.getElementById("says");
let said = [];

export function say(text) {
  const one = { text, key: `${performance.now()}` };
  said = [...said.filter((other) => other.text !== text), one].slice(-3);
  show();
  setTimeout(() => {
    said = said.filter((other) => other !== one);
    show();
  }, SECONDS * 1000);
}

function show() {
  render(place, said.map((one) => h("p", { key: one.key }, one.text)));
}
