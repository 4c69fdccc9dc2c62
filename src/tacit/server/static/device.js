// Somebody opened a link that moves him to this device.

import { useLink } from "./api.js";
import { h, render } from "./dom.js";
import { say } from "./says.js";

export function showDevice(page, token) {
  const move = async () => {
    try {
      const { tables } = await useLink(token);
      location.replace(tables.length === 1 ? `/t/${tables[0].table}` : "/");
    } catch (problem) {
      say(problem.message);
    }
  };
  render(page, h("main", { class: "alone panel" }, [
    h("h1", {}, "Go on here?"),
    h("p", {}, "This device becomes the one the link was made on: your tables and your seats come along."),
    h("p", { class: "quiet" }, "The link works once, within ten minutes."),
    h("button", { class: "main", onclick: move }, "Go on on this device"),
    h("a", { class: "button", href: "/" }, "No, take me to the first page"),
  ]));
}
