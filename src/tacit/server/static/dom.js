// A page described as plain objects and brought up to date in place, so that a finger that is
// down, a text half written and the focus survive whatever the server tells in the meantime.
// Text only ever becomes text nodes: nothing anybody writes can become markup.

const SVG = "http://www.w3.org/2000/svg";
const known = new WeakMap();

/** Describe an element: h("p", {class: "quiet"}, "Hello ", name). Empty children are left out. */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, children: children.flat(Infinity).filter(isSomething) };
}

function isSomething(child) {
  return child !== null && child !== undefined && child !== false && child !== "";
}

/** A drawing from signs.svg. */
export function sign(name, label) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return h("svg", { class: "sign", ...spoken }, h("use", { href: `/static/signs.svg#${name}` }));
}

/** Make an element's content what is described. */
export function render(parent, children) {
  const kept = [...parent.childNodes];
  const byKey = new Map(kept.map((node) => [known.get(node)?.key, node]));
  let place = parent.firstChild;
  for (const child of [children].flat(Infinity).filter(isSomething)) {
    const old = match(child, kept, byKey);
    const node = old ?? create(child, parent);
    if (old) kept.splice(kept.indexOf(old), 1);
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
    update(node, child);
  }
  for (const node of kept) node.remove();
}

function match(child, kept, byKey) {
  if (typeof child !== "object") return kept.find((node) => node.nodeType === Node.TEXT_NODE);
  const fits = (node) => node && kept.includes(node) && node.localName === child.tag;
  if (child.props.key !== undefined) {
    const node = byKey.get(child.props.key);
    return fits(node) ? node : undefined;
  }
  return kept.find((node) => fits(node) && known.get(node)?.key === undefined);
}

function create(child, parent) {
  if (typeof child !== "object") return document.createTextNode("");
  const drawn = child.tag === "svg" || parent.namespaceURI === SVG;
  return drawn ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
}

function update(node, child) {
  if (typeof child !== "object") {
    const text = String(child);
    if (node.data !== text) node.data = text;
    return;
  }
  const before = known.get(node) ?? {};
  for (const name of Object.keys(before)) {
    if (!(name in child.props)) set(node, name, undefined, before[name]);
  }
  known.set(node, child.props);
  render(node, child.children);
  for (const [name, value] of Object.entries(child.props)) set(node, name, value, before[name]);
}

function set(node, name, value, before) {
  if (name === "key") return;
  if (name.startsWith("on") || name === "value" || name === "checked") {
    if (value !== before) node[name] = value ?? null;
  } else if (name === "vars") {
    for (const [variable, number] of Object.entries(value ?? {})) {
      node.style.setProperty(variable, number);
    }
  } else if (value === undefined || value === null || value === false) {
    node.removeAttribute(name);
  } else if (value !== before) {
    node.setAttribute(name, value === true ? "" : value);
  }
}

/** Class names of those that apply: classes("card", {down: isDown}). */
export function classes(...names) {
  const chosen = (one) =>
    typeof one === "object" ? Object.keys(one ?? {}).filter((name) => one[name]) : one;
  return names.flatMap(chosen).filter(Boolean).join(" ");
}
