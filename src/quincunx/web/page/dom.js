// Making elements: `h` for HTML, `s` for SVG. Texts are always text, never markup.

const SVG = "http://www.w3.org/2000/svg";

export const h = (name, properties = {}, ...children) =>
  filled(document.createElement(name), properties, children);

export const s = (name, properties = {}, ...children) =>
  filled(document.createElementNS(SVG, name), properties, children);

function filled(element, properties, children) {
  for (const [key, value] of Object.entries(properties)) set(element, key, value);
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

/** Set an attribute, or listen where the key begins with "on". Values of null or false are left
 * out. */
export function set(element, key, value) {
  if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
  else if (key === "value" || key === "checked") element[key] = value;
  else if (value === null || value === undefined || value === false) element.removeAttribute(key);
  else element.setAttribute(key, value === true ? "" : value);
}

/** Replace the children of an element. */
export function fill(element, ...children) {
  element.replaceChildren(
    ...children.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== false),
  );
  return element;
}

/** A button. */
export function button(label, onclick, properties = {}) {
  return h("button", { type: "button", onclick, ...properties }, label);
}

/** A labelled field around an input. */
export function field(label, input, help = "") {
  return h("label", { class: "field" }, h("span", { class: "label" }, label), input,
    help && h("small", {}, help));
}

let numbered = 0;

/** A new unique id for an element. */
export function newId(prefix) {
  numbered += 1;
  return `${prefix}-${numbered}`;
}
