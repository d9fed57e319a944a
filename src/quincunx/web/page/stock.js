// Puzzles that were made beforehand, of grades that take long to find. stock.json lists them by family
// and grade.

import { ask } from "./ask.js";
import * as store from "./store.js";

let read = null;

/** A puzzle of a grade that is new to the player; undefined if there is none. */
export async function fromStock(family, grade, signal) {
  read ??= fetch(new URL("stock.json", import.meta.url))
    .then((response) => response.json())
    .catch(() => ({}));
  const known = new Set([...store.games(), ...store.records()].map(({ puzzle }) => puzzle));
  const left = ((await read)[family]?.[grade] ?? []).filter((puzzle) => !known.has(puzzle));
  if (left.length === 0) return undefined;
  const puzzle = left[Math.floor(Math.random() * left.length)];
  return { ...(await ask({ ask: "puzzle", puzzle }, { signal })), grade };
}
