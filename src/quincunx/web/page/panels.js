// Small panels beside the board: mode, keypad, history, savepoints, messages.

import { heldIn } from "./board.js";
import { button, fill, h } from "./dom.js";
import { MODES, isShort } from "./entry.js";
import * as games from "./game.js";
import { texts } from "./texts.js";

/** The mode: numbers, notes or exclusions; always visible, and changed with a click. */
export function modePanel(table, focus) {
  const buttons = MODES.map((mode) =>
    button(texts.modes[mode], () => {
      table.setMode(mode);
      focus();
    }, { "data-mode": mode, title: texts.modes[`${mode}Help`] }),
  );
  const draw = () => {
    for (const one of buttons) {
      one.setAttribute("aria-pressed", String(one.dataset.mode === table.mode));
    }
  };
  table.listen((_, why) => why === "mode" && draw());
  draw();
  return h("div", { class: "modes", role: "group", "aria-label": texts.modes.label }, buttons);
}

/** The keypad: a key for every number if there are few, or for every word if all are words;
 * otherwise digits. */
export function keypad(table) {
  const { scene } = table;
  const open = scene.reachable.filter((place) => place.open);
  const short = open.length > 0 && open.every((place) => isShort(scene, place));
  const isNamed = ({ choices }) => choices.length > 0 && choices.every((number) => number in scene.words);
  const numbers = short ? [...new Set(open.flatMap((place) => place.choices))] : [];
  const symbols = short
    ? numbers.sort((a, b) => a - b).map((number) => [scene.text(number), String(number)])
    : [...(open.every(isNamed) ? "" : "1234567890")].map((digit) => [digit, digit]);
  const words = short ? [] : Object.values(scene.words).map((word) => [word, word]);
  const keys = [...symbols, ...words].map(([label, key]) =>
    button(label, () => table.type(key), { class: "key", "data-key": key }),
  );
  if (!short) {
    if (open.some((place) => place.negative)) {
      keys.push(button("−", () => table.type("-"), { class: "key", "aria-label": texts.keys.minus }));
    }
    keys.push(button("⌫", () => table.backspace(), { class: "key", "aria-label": texts.keys.backspace }));
    keys.push(button(texts.keys.enter, () => table.enter(), { class: "key wide" }));
  }
  keys.push(button(texts.keys.erase, () => table.erase(), { class: "key wide" }));
  const pad = h("div", {
    class: `keypad ${short ? "short" : "long"}`,
    role: "group",
    "aria-label": texts.keys.label,
  }, keys);
  fitKeys(pad, keys);
  const legend = legendOf(scene.meanings, keys);
  const draw = () => {
    const choices = table.place?.choices ?? [];
    const { [table.selected]: entry = {} } = table.content;
    const noted = entry.candidates ?? entry.excluded ?? [entry.number];
    for (const key of short ? keys : []) {
      if (!key.dataset.key) continue;
      const number = Number(key.dataset.key);
      key.disabled = !choices.includes(number) && choices.length > 0;
      key.classList.toggle("written", noted.includes(number));
    }
  };
  table.listen((_, why) => ["select", "content", "travel"].includes(why) && draw());
  draw();
  return [pad, legend];
}

/** The meaning of keys other than digits. */
export function legendOf(meanings, keys) {
  const shown = keys.map((key) => key.textContent).filter((text) => text in meanings);
  return shown.length > 0 && h("p", { class: "quiet legend" }, shown.map((text) => `${text} = ${meanings[text]}`).join(" · "));
}

/** Give a keypad a number of columns that leaves no hole, few for words; wide keys span one or two.
 * */
export function fitKeys(pad, keys) {
  const isWide = (key) => key.classList.contains("wide");
  const wide = keys.filter(isWide).length;
  const most = keys.some((key) => !isWide(key) && key.textContent.length > 2) ? 4 : 7;
  const forms = [[6, 2], [5, 2], [5, 1], [6, 1], [4, 2], [4, 1], [7, 1], [6, 3], [3, 2], [3, 1]];
  const [columns, span] =
    forms.find(([many, each]) => many <= most && (keys.length - wide + wide * each) % many === 0) ?? [4, 2];
  pad.style.setProperty("--columns", columns);
  pad.style.setProperty("--span", span);
}

/** Undo, redo, restart, and the line of history. */
export function historyPanel(table) {
  const undo = button(texts.history.undo, () => table.undo());
  const redo = button(texts.history.redo, () => table.redo());
  const restart = button(texts.history.restart, () => table.restart());
  const said = h("output", { class: "quiet" });
  const slider = h("input", {
    type: "range", min: "0", "aria-label": texts.history.slider,
    oninput: () => table.travel(Number(slider.value)),
  });
  const draw = () => {
    const { at, changes } = table.game;
    slider.max = changes.length;
    slider.value = at;
    slider.disabled = changes.length === 0;
    const what = changes[at - 1]?.what ?? texts.history.start;
    slider.setAttribute("aria-valuetext", `${texts.history.at(at, changes.length)}: ${what}`);
    slider.title = what;
    undo.disabled = at === 0;
    redo.disabled = at === changes.length;
    restart.disabled = changes.length === 0;
    said.textContent = texts.history.at(at, changes.length);
  };
  table.listen((_, why) => ["content", "travel"].includes(why) && draw());
  draw();
  return h("section", { class: "history", "aria-label": texts.history.label },
    h("div", { class: "row" }, undo, redo, restart), h("div", { class: "row line" }, slider, said));
}

/** Points to come back to. */
export function savesPanel(table) {
  const list = h("ul", { class: "saves" });
  const draw = () => fill(list, table.game.saves.map((save, at) =>
    h("li", {},
      h("span", {}, save.name),
      button(texts.history.bring, () => table.bringBack(at)),
      button(texts.history.drop, () => table.setGame(games.savepointDropped(table.game, at), "saves")),
    )));
  const save = () => {
    table.finish();
    const name = texts.history.saveName(table.game.saves.length + 1);
    table.setGame(games.saved(table.game, name), "saves");
    table.say({ text: texts.history.saved(name) });
  };
  table.listen((_, why) => ["saves", "content"].includes(why) && draw());
  draw();
  return h("details", {}, h("summary", {}, texts.history.saves),
    h("p", { class: "quiet" }, texts.history.savesHelp), button(texts.history.save, save), list);
}

/** Scroll until the answer is visible, together with the board if both fit the window. */
function bringIntoView(box) {
  const all = box.parentElement;
  if (!all?.isConnected) return;
  const { top, height } = all.getBoundingClientRect();
  const pad = document.querySelector(".pad");
  const covered = pad && getComputedStyle(pad).position === "sticky" ? pad.offsetHeight : 0;
  const room = window.innerHeight - covered;
  if (height > room) box.scrollIntoView({ block: "nearest" });
  else if (top < 0 || top + height > room) all.scrollIntoView({ block: "nearest" });
}

/** A sentence in which a click on the name of a cell, a row or a column shows it. */
export function withNames(table, sentence) {
  return table.names(sentence).map((piece) =>
    typeof piece === "string" ? piece
      : button(piece.text, () => table.point(piece.cells), { class: "name", title: texts.play.show }));
}

/** The selected cell and its whole content, large enough to read. */
export function cellLine(table) {
  const line = h("p", { class: "cell-line" });
  const draw = () => {
    const { place, view, pending } = table;
    if (!place) return;
    const held = heldIn(table.scene, place, view.content[place.id], view);
    fill(line, h("strong", {}, place.short), ` ${held}`, pending && table.mode !== "number" ? `, ${pending}…` : "");
  };
  table.listen(draw);
  draw();
  return line;
}

/** The last message. It has reserved space, so that nothing moves. */
export function messagePanel(table) {
  const said = h("div", { class: "said", role: "status", tabindex: "-1" });
  const actions = h("div", { class: "row actions" });
  const box = h("div", { class: "message" }, said, actions);
  const draw = () => {
    const message = table.message ?? { text: table.game.changes.length ? "" : texts.play.empty };
    const focused = box.contains(document.activeElement);
    box.dataset.kind = message.kind ?? "quiet";
    fill(said, message.title ? h("strong", {}, `${message.title} `) : null,
      [message.text].flat().filter(Boolean).map((line) =>
        (typeof line === "string" ? h("p", {}, withNames(table, line)) : line)),
      message.note && h("p", { class: "quiet" }, message.note));
    fill(actions, (message.actions ?? []).map(({ label, act }) => button(label, act)));
    if (focused) (actions.querySelector("button") ?? said).focus();
    if (message.actions || message.kind) bringIntoView(box);
  };
  table.listen((_, why) => ["message", "content"].includes(why) && draw());
  draw();
  return box;
}
