// A game as plain data, and the pure functions that change it. Nothing here knows of the page.
//
// Vocabulary:
//   entry    what is in a cell: { number }, { candidates: [..] } or { excluded: [..] }; a number that
//            was shown, and not found, is { number, revealed: true }
//   content  the entries of all cells in which something is: { id: entry }
//   change   one step of history: { patch: { id: entry or null }, what, typing }
//   game     { puzzle, changes, at, saves, help, seconds, solved, ... }; `at` says how many of the
//            changes are made: undo and redo only move it

import { sorted } from "./numbers.js";

export const NO_HELP = Object.freeze({ checks: 0, comparisons: 0, hints: 0, steps: 0, notes: 0, reveals: 0, walks: 0, solved: false });

/** A new game. */
export function newGame(puzzle, family = "") {
  return {
    puzzle,
    family,
    changes: [],
    at: 0,
    saves: [],
    help: NO_HELP,
    seconds: 0,
    solved: false,
    grade: "",
    day: "",
  };
}

/** The content of the cells after the first `at` changes. */
export function contentOf(game, at = game.at) {
  const content = {};
  for (const { patch } of game.changes.slice(0, at)) {
    for (const [id, entry] of Object.entries(patch)) {
      if (entry === null) delete content[id];
      else content[id] = entry;
    }
  }
  return content;
}

/** The patch that makes one content from another. */
export function patchBetween(before, after) {
  const patch = {};
  for (const id of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!sameEntry(before[id], after[id])) patch[id] = after[id] ?? null;
  }
  return patch;
}

/** The game with some cells changed; undone changes are dropped. If `typing` names the cell of the
 * last change, the two become one step of history. */
export function changed(game, patch, what = "", typing = "") {
  const content = contentOf(game);
  const news = {};
  for (const [id, entry] of Object.entries(patch)) {
    const clean = cleaned(entry);
    if (!sameEntry(content[id], clean)) news[id] = clean;
  }
  if (Object.keys(news).length === 0) return game;
  const changes = game.changes.slice(0, game.at);
  const last = changes.at(-1);
  if (typing && last && last.typing === typing) {
    changes.pop();
    changes.push({ patch: { ...last.patch, ...news }, what, typing });
  } else {
    changes.push({ patch: news, what, typing });
  }
  return { ...game, changes, at: changes.length };
}

/** The game with an addition to its last change; both are undone together. */
export function amended(game, patch) {
  const last = game.changes[game.at - 1];
  if (!last || Object.keys(patch).length === 0) return game;
  const changes = game.changes.slice(0, game.at);
  changes[game.at - 1] = { ...last, patch: { ...last.patch, ...patch } };
  return { ...game, changes };
}

/** The game at another moment of its history. */
export function movedTo(game, at) {
  const inside = Math.max(0, Math.min(game.changes.length, at));
  return { ...settled(game), at: inside };
}

export const undone = (game) => movedTo(game, game.at - 1);
export const redone = (game) => movedTo(game, game.at + 1);

/** The game with typing ended: the next key begins a new step. */
export function settled(game) {
  const last = game.changes.at(-1);
  if (!last || !last.typing) return game;
  return { ...game, changes: [...game.changes.slice(0, -1), { ...last, typing: "" }] };
}

/** The game with all cells as in a content. */
export function replaced(game, content, what) {
  return changed(settled(game), patchBetween(contentOf(game), content), what);
}

export const restarted = (game, what) => replaced(game, {}, what);

/** The game with its cells remembered under a name. */
export function saved(game, name) {
  return { ...game, saves: [...game.saves, { name, content: contentOf(game) }] };
}

/** The game back at a savepoint; that can be undone. */
export function broughtBack(game, index, what) {
  return replaced(game, game.saves[index].content, what);
}

export function savepointDropped(game, index) {
  return { ...game, saves: game.saves.filter((_, at) => at !== index) };
}

/** The game with help noted. */
export function helped(game, kind) {
  if (game.solved) return game;
  const value = kind === "solved" ? true : (game.help[kind] ?? 0) + 1;
  return { ...game, help: { ...game.help, [kind]: value } };
}

export function hasHelp(game) {
  return Object.values(game.help).some(Boolean);
}

/** The cells that a game ever changed. */
export function cellsOf(game) {
  const patches = [...game.changes.map(({ patch }) => patch), ...game.saves.map(({ content }) => content)];
  return [...new Set(patches.flatMap(Object.keys))];
}

/** The numbers that are written, by cell. */
export function numbersIn(content) {
  const numbers = {};
  for (const [id, entry] of Object.entries(content)) {
    if ("number" in entry) numbers[id] = entry.number;
  }
  return numbers;
}

/** The cells whose numbers were shown. */
export function revealedIn(content) {
  return Object.keys(content).filter((id) => content[id].revealed);
}

/** A content in the form of questions to the server. */
export function stateOf(content) {
  const state = { numbers: {}, candidates: {}, excluded: {} };
  for (const [id, entry] of Object.entries(content)) {
    if ("number" in entry) state.numbers[id] = entry.number;
    else if (entry.candidates) state.candidates[id] = entry.candidates;
    else state.excluded[id] = entry.excluded;
  }
  return state;
}

/** The content with these numbers and nothing else. */
export function contentWith(numbers) {
  return Object.fromEntries(Object.entries(numbers).map(([id, number]) => [id, { number }]));
}

/** The patch that applies a step: numbers it finds, values it rules out, and candidates it leaves
 * in cells that could hold anything before. */
export function patchOf(content, { sets, removes, leaves }) {
  const patch = {};
  for (const { cell, values } of removes) {
    const entry = content[cell];
    if (entry && "number" in entry) continue;
    if (entry?.candidates) {
      patch[cell] = { candidates: entry.candidates.filter((one) => !values.includes(one)) };
    } else {
      patch[cell] = { excluded: sorted([...new Set([...(entry?.excluded ?? []), ...values])]) };
    }
  }
  for (const { cell, values } of leaves) patch[cell] = { candidates: values };
  for (const { cell, value } of sets) patch[cell] = { number: value };
  return patch;
}

/** The patch that removes candidates that the rules exclude. */
export function patchOfMarks(content, left) {
  const patch = {};
  for (const [id, entry] of Object.entries(content)) {
    if (!entry.candidates || !left[id]) continue;
    const kept = entry.candidates.filter((one) => left[id].includes(one));
    if (kept.length > 0 && kept.length < entry.candidates.length) patch[id] = { candidates: kept };
  }
  return patch;
}

function cleaned(entry) {
  if (!entry || "number" in entry) return entry;
  const values = entry.candidates ?? entry.excluded;
  return values.length > 0 ? entry : null;
}

function sameEntry(a, b) {
  return describe(a) === describe(b);
}

function describe(entry) {
  if (!entry) return "";
  const [kind, value] = Object.entries(entry)[0];
  return `${kind} ${value}`;
}
