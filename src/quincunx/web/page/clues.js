// The editor's fields for clues outside the cells. A clue may be about some cells: the board shows
// which while its field is in use, and a click on the board beside them leads to the field.

import { field, h } from "./dom.js";
import { valueIn } from "./document.js";
import { whole } from "./numbers.js";
import { texts } from "./texts.js";

const NEAR = 1.5; // cells

/** A field for each clue. Calls `put(clue, value)` with what was typed, unchecked, and `look(ids)`
 * with the cells that the clue is about. */
export function cluePanel(clues, { put, look }) {
  const inputs = clues.map((clue) => clueInput(clue, (value) => put(clue, value)));
  inputs.forEach(({ input }, at) => {
    input.addEventListener("focus", () => look(clues[at].about));
    input.addEventListener("blur", () => look([]));
  });
  const fields = inputs.map(({ input }, at) => field(clues[at].name.replaceAll("_", " "), input));
  return {
    element: clues.length === 0 ? null
      : h("fieldset", { class: "clues" }, h("legend", {}, texts.edit.clues), fields),
    /** Show what a document says. */
    show(document) {
      inputs.forEach(({ show }, at) => show(valueIn(document, clues[at].path)));
    },
    /** Focus the field of the clue nearest to the pointer, if there is one. */
    go(scene, board, event) {
      const at = nearest(clues.map(({ about }) => middle(scene, about)), pointed(scene, board, event));
      inputs[at]?.input.focus();
    },
  };
}

/** The position of the pointer in a scene. */
function pointed(scene, board, { clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(board.getScreenCTM().inverse());
  const unit = board.viewBox.baseVal.width / scene.view.width;
  return [x / unit, y / unit];
}

/** The middle of some cells; null if there are none. */
function middle(scene, ids) {
  const rooms = ids.map((id) => scene.byId[id]?.room).filter(Boolean);
  if (rooms.length === 0) return null;
  const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  return [mean(rooms.map(({ x }) => x)), mean(rooms.map(({ y }) => y))];
}

/** The index of the point nearest to another one; -1 if none is near. */
function nearest(points, [x, y]) {
  const far = points.map((one) => (one ? Math.hypot(one[0] - x, one[1] - y) : Infinity));
  const least = Math.min(NEAR, ...far);
  return far.indexOf(least);
}

function clueInput(clue, put) {
  const input = clue.choices.length > 0 ? choiceInput(clue, put) : numberInput(clue, put);
  return {
    input,
    show(value) {
      const text = value === null || value === undefined ? "" : String(value);
      if (document.activeElement === input) return;
      if (input.value !== text) input.value = text;
      input.setAttribute("aria-invalid", String(!fits(clue, text)));
    },
  };
}

function choiceInput(clue, put) {
  const input = h("select", { onchange: () => put(input.value || null) },
    clue.optional && h("option", { value: "" }, texts.edit.none),
    clue.choices.map((choice) => h("option", { value: choice }, choice)));
  return input;
}

/** Text that is not a number is passed on as it is, and then refused. */
function numberInput(clue, put) {
  const input = h("input", {
    type: "text", inputmode: "numeric", size: "6", autocomplete: "off",
    oninput: () => {
      const text = input.value.trim();
      const value = /^-?\d+$/.test(text) ? whole(text) : text;
      input.setAttribute("aria-invalid", String(!fits(clue, text)));
      put(text === "" && clue.optional ? clue.empty : value);
    },
    onchange: () => {
      const text = input.value.trim();
      if (/^-?\d+$/.test(text)) input.value = String(BigInt(text));
    },
  });
  return input;
}

/** Whether a text is a number, where one is required. */
function fits({ choices, optional }, text) {
  return choices.length > 0 || (text === "" ? optional : /^-?\d+$/.test(text));
}
