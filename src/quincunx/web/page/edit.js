// The editor: changes a puzzle's document cell by cell and clue by clue, and shows after every
// change how many solutions there are.

import { ask } from "./ask.js";
import { makeBoard } from "./board.js";
import { cluePanel } from "./clues.js";
import { button, field, fill, h } from "./dom.js";
import { placeIn, valueIn } from "./document.js";
import { moved } from "./arrow_keys.js";
import { whole } from "./numbers.js";
import { fitKeys, legendOf } from "./panels.js";
import { chosenParameters, parameterFields } from "./parameters.js";
import { readScene } from "./scene.js";
import { texts } from "./texts.js";
import { verdictPanel } from "./verdict.js";

/** The editor, with a board to begin with: a reply to the question "blank"; by default an empty one. */
export async function editView(given, page) {
  const box = h("div", { class: "editing" });
  const able = page.families.filter((family) => family.edits);
  if (able.length === 0) return { element: h("p", {}, texts.edit.noEditor), title: texts.edit.title };
  const begin = given ?? (await ask({ ask: "blank", family: able[0].name }));
  const element = h("article", { class: "edit" },
    h("h1", {}, texts.edit.title), h("p", {}, texts.edit.intro),
    box,
    h("details", { class: "another" },
      h("summary", {}, texts.edit.another), starter(able, begin, (reply) => start(reply), page)));
  let session = null;
  function start(reply) {
    session?.leave();
    session = editing(reply, page);
    fill(box, session.element);
    element.querySelector("details").open = false;
    window.scrollTo(0, 0);
  }
  start(begin);
  return { element, title: texts.edit.title, leave: () => session?.leave() };
}

/** The choice of an empty board. */
function starter(families, begin, start, page) {
  const select = h("select", { onchange: () => drawFields() },
    families.map(({ name, title }) => h("option", { value: name, selected: name === begin?.family }, title)));
  const size = h("div", {});
  const others = h("details", {});
  let fields = [];
  const drawFields = () => {
    const family = families.find(({ name }) => name === select.value);
    fields = parameterFields(family.parameters);
    fill(size, fields[0]?.element);
    const rest = fields.slice(1).map(({ element }) => element);
    fill(others, h("summary", {}, texts.choose.more), h("div", { class: "row wrap sizes" }, rest));
    others.hidden = rest.length === 0;
  };
  drawFields();
  const go = h("button", { type: "submit" }, texts.edit.begin);
  return h("form", {
    class: "starter",
    onsubmit: (event) => {
      event.preventDefault();
      page.busy(go, async (signal) => {
        const question = { ask: "blank", family: select.value, parameters: chosenParameters(fields) };
        start(await ask(question, { signal }));
      });
    },
  }, field(texts.edit.family, select), size, go, others);
}

/** One puzzle being edited. */
function editing(begin, page) {
  const cells = new Map(begin.fields.filter((one) => one.cell).map((one) => [one.cell, one]));
  const clues = begin.fields.filter((one) => !one.cell);
  const reachable = new Set(cells.keys());
  let documents = [begin.document];
  let at = 0;
  let shown = begin;
  let board = null;
  let view = { content: {} };
  let typing = null;
  let asking = null;
  const boardBox = h("div", { class: "board-holder" });
  const trouble = h("p", { class: "trouble", role: "status" });
  const verdict = verdictPanel(page);
  const undo = button(texts.edit.undo, () => travel(at - 1));
  const redo = button(texts.edit.redo, () => travel(at + 1));
  const fields = cluePanel(clues, { put, look });
  const pad = editPad([...cells.values()], begin.scene, (key) => press(key));

  function draw(wrong = []) {
    const focused = boardBox.contains(document.activeElement);
    const selected = board?.selected ?? [...reachable][0];
    const scene = readScene(shown.scene, reachable);
    board = makeBoard(scene, {
      label: texts.edit.board(shown.title),
      onselect: (id) => {
        if (id !== typing?.id) typing = null;
      },
    });
    board.element.addEventListener("keydown", onKey);
    board.element.addEventListener("click", onClick);
    view = { content: pendingContent(scene), wrong: new Set(wrong), look: view.look };
    board.show(view);
    fill(boardBox, board.element);
    if (selected) board.select(selected, focused);
    undo.disabled = at === 0;
    redo.disabled = at === documents.length - 1;
    fields.show(documents[at]);
  }

  /** Mark the cells that a clue is about. */
  function look(ids) {
    view = { ...view, look: new Set(ids) };
    board?.show(view);
  }

  /** A click beside the cells selects the clue there. */
  function onClick(event) {
    if (event.target.closest("[role=gridcell]")) return;
    fields.go(readScene(shown.scene), board.element, event);
  }

  /** Text in a cell is shown even if the puzzle is not valid yet. */
  function pendingContent(scene) {
    const content = {};
    for (const [id, one] of cells) {
      const value = valueIn(documents[at], one.path);
      const empty = value === null || value === undefined || value === one.empty;
      const printed = scene.byId[id]?.given ?? "";
      const mark = one.choices.length > 0 && !/^\d+$/.test(String(value));
      if (!empty && !mark && printed !== scene.text(value)) content[id] = { number: value };
    }
    return content;
  }

  function travel(to) {
    at = Math.max(0, Math.min(documents.length - 1, to));
    typing = null;
    changed();
  }

  function put(one, value) {
    const place = (document, path) => placeIn(document, path, value, begin.fields);
    const next = [one.path, ...one.also].reduce(place, documents[at]);
    if (JSON.stringify(next) === JSON.stringify(documents[at])) return;
    documents = [...documents.slice(0, at + 1), next];
    at += 1;
    changed();
  }

  async function changed() {
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    draw();
    verdict.wait();
    try {
      shown = await ask({ ask: "puzzle", puzzle: documents[at] }, { signal });
      if (signal.aborted) return;
      trouble.textContent = "";
      draw();
      page.edits(shown.puzzle);
      const clash = await verdict.judge(shown, signal);
      if (clash?.length > 0 && !signal.aborted) draw(clash);
    } catch (error) {
      if (error.name === "AbortError") return;
      trouble.textContent = `${texts.edit.invalid}: ${error.message}`;
      verdict.clear();
    }
  }

  /** A key on the selected cell: another digit, one of the choices, or nothing. */
  function press(key) {
    const one = cells.get(board.selected);
    if (!one) return;
    if (key === "Backspace" || key === "Delete") {
      const text = key === "Backspace" && typing ? typing.text.slice(0, -1) : "";
      typing = text ? { id: board.selected, text } : null;
      if (text) put(one, whole(text));
      else if (one.optional) put(one, one.empty);
      return;
    }
    const value = pressed(one, key, typing?.text ?? "");
    if (value === null) return;
    typing = { id: board.selected, text: String(value) };
    put(one, value);
  }

  function onKey(event) {
    if (event.altKey) return;
    const { key } = event;
    if (event.ctrlKey || event.metaKey) {
      const low = key.toLowerCase();
      if (low !== "z" && low !== "y") return;
      event.preventDefault();
      travel(low === "y" || event.shiftKey ? at + 1 : at - 1);
      return;
    }
    const places = readScene(shown.scene, reachable).reachable;
    const from = places.find(({ id }) => id === board.selected);
    const way = key === "Enter" ? (event.shiftKey ? "previous" : "next") : key;
    if (key.startsWith("Arrow") || ["Home", "End", "Enter"].includes(key)) {
      event.preventDefault();
      board.select(moved(places, from, way).id);
    } else if (key.length === 1 || key === "Backspace" || key === "Delete") {
      if (key === " ") event.preventDefault();
      press(key === " " ? "Delete" : key);
    }
  }

  const element = h("div", { class: "play" },
    h("div", { class: "table" }, boardBox, h("p", { class: "quiet" }, texts.edit.keysHelp), trouble, verdict.element),
    h("div", { class: "tools" },
      h("div", { class: "pad" }, pad),
      h("div", { class: "row" }, undo, redo),
      fields.element));
  changed();
  return { element, leave: () => asking?.abort() };
}

/** The content of a cell after a key, given the digits typed before; null if the key has no
 * meaning. */
export function pressed({ choices, least, most }, key, before) {
  if (choices.length > 0) return choices.find((one) => one.toLowerCase() === key.toLowerCase()) ?? null;
  if (key.toLowerCase() === "x" && least === 0) return 0;
  if (!/^\d$/.test(key)) return null;
  const fits = (text) => {
    const number = Number(text);
    return number >= (least ?? 0) && (most === null || number <= most);
  };
  const longer = before && before !== "0" ? before + key : key;
  if (fits(longer)) return whole(longer);
  return fits(key) ? whole(key) : null;
}

/** Keys for devices without a keyboard. */
function editPad(cells, { words, meanings }, press) {
  const choices = [...new Set(cells.flatMap((one) => one.choices))];
  const zero = cells.some(({ least, most }) => !(least >= 1 && most !== null && most <= 9));
  const digits = [..."123456789", ...(zero ? ["0"] : [])];
  const keys = [
    ...(choices.length > 0 ? choices : digits).map((key) =>
      button(words[key] ?? key, () => press(key), { class: "key" })),
    button(texts.keys.erase, () => press("Delete"), { class: "key wide" }),
  ];
  const pad = h("div", {
    class: "keypad long", role: "group", "aria-label": texts.keys.label,
    onmousedown: (event) => event.preventDefault(),
  }, keys);
  fitKeys(pad, keys);
  return [pad, legendOf(meanings, keys)];
}
