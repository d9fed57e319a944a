// The effect of a key on a cell: pure functions from a place, its content and a key to the new
// content.
//
// Vocabulary:
//   mode     "number", "candidates" or "excluded": what typing writes
//   pending  digits that are typed and do not stand for a whole entry yet; null where none are
//   short    of a place: every number it may hold is one key

import { sorted, whole } from "./numbers.js";

export const MODES = ["number", "candidates", "excluded"];

/** Whether one key determines the content of a place. */
export function isShort(scene, place) {
  return place.choices.length > 0 && place.choices.every((n) => scene.text(n).length === 1);
}

/** The number that one key stands for, where the scene has a word for it: X for 0. */
export function wordOf(scene, key) {
  const typed = plain(key);
  for (const [number, word] of Object.entries(scene.words)) {
    if (plain(word) === typed) return Number(number);
  }
  return null;
}

/** What one more key does. The reply has the cell's `entry` (null for none) and what is `pending`. */
export function typed(scene, place, mode, entry, pending, key) {
  const word = wordOf(scene, key);
  if (word !== null && allowed(place, word)) return written(mode, entry, word);
  if (isShort(scene, place)) {
    const number = /^\d$/.test(key) ? Number(key) : NaN;
    return allowed(place, number) ? written(mode, entry, number) : { entry, pending: null };
  }
  const text = withKey(place, pending ?? "", key);
  if (text === null && mode !== "number" && pending && pending !== "-" && /^\d$/.test(key)) {
    // The note is complete, so the next one begins.
    return { entry: written(mode, entry, whole(pending)).entry, pending: key };
  }
  if (text === null) return { entry, pending };
  if (mode !== "number") return { entry, pending: text };
  return { entry: text === "-" ? null : { number: whole(text) }, pending: text };
}

/** The content of a cell after the pending digits are entered. */
export function finished(place, mode, entry, pending) {
  if (mode === "number" || !pending || pending === "-") return { entry, pending: null };
  return written(mode, entry, whole(pending));
}

/** The effect of Backspace: removes the last digit or the last mark. */
export function shortened(scene, place, mode, entry, pending) {
  if (pending) {
    const text = pending.slice(0, -1);
    if (mode !== "number") return { entry, pending: text || null };
    const number = text === "" || text === "-" ? null : { number: whole(text) };
    return { entry: number, pending: text || null };
  }
  if (!entry || isShort(scene, place) || !("number" in entry)) return { entry: null, pending: null };
  const text = String(entry.number).slice(0, -1);
  if (text === "" || text === "-") return { entry: null, pending: null };
  return { entry: { number: whole(text) }, pending: text };
}

/** A number written in a mode: it becomes the entry, or it is added to the notes or taken away. */
export function written(mode, entry, number) {
  if (mode === "number") return { entry: { number }, pending: null };
  if (mode === "candidates") {
    if (entry?.excluded?.includes(number)) return note("excluded", without(entry.excluded, number));
    return note("candidates", toggled(entry?.candidates ?? [], number));
  }
  if (entry?.candidates) return note("candidates", without(entry.candidates, number));
  return note("excluded", toggled(entry?.excluded ?? [], number));
}

function note(kind, values) {
  return { entry: values.length > 0 ? { [kind]: values } : null, pending: null };
}

function toggled(values, number) {
  return values.includes(number) ? without(values, number) : sorted([...values, number]);
}

function without(values, number) {
  return values.filter((one) => one !== number);
}

function withKey(place, text, key) {
  if (key === "-" || key === "−") return text === "" && place.negative ? "-" : null;
  if (!/^\d$/.test(key)) return null;
  const longer = text === "0" ? key : text === "-" && key === "0" ? text : text + key;
  return longer.replace("-", "").length > place.longest ? null : longer;
}

function allowed(place, number) {
  return !Number.isNaN(number) && (place.choices.length === 0 || place.choices.includes(number));
}

/** A sign as on keyboards, in lower case. */
function plain(text) {
  return { "×": "x", "−": "-", "÷": "/" }[text] ?? text.toLowerCase();
}
