// The data in this browser: games, best times and settings, each under its own key, so that a tab
// that crashes loses nothing. The page also works if the browser stores nothing.

import { readGame, readRecord, readSettings } from "./kept_data.js";

const GAME = "quincunx.game.";
const RECORDS = "quincunx.records";
const SETTINGS = "quincunx.settings";
const SEEN = "quincunx.seen";

function read(key) {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function write(key, data) {
  try {
    localStorage.setItem(key, JSON.stringify(data));
    return true;
  } catch {
    return false;
  }
}

export const settings = () => readSettings(read(SETTINGS));
export const keepSettings = (chosen) => write(SETTINGS, chosen);

const seen = () => [read(SEEN)].flat().filter((one) => typeof one === "string");

/** Whether a puzzle of a family was shown before. */
export const isSeen = (family) => seen().includes(family);
export const see = (family) => isSeen(family) || write(SEEN, [...seen(), family]);

/** The game on a puzzle, or null. */
export const game = (puzzle) => readGame(read(GAME + puzzle));

/** The stored text of the game on a puzzle, to find out whether it has changed. */
export function textOf(puzzle) {
  try {
    return localStorage.getItem(GAME + puzzle);
  } catch {
    return null;
  }
}

/** Store a game. A game without changes is not stored, and removes a stored one. */
export function keepGame(one) {
  if (one.changes.length > 0 || one.saves.length > 0) {
    return write(GAME + one.puzzle, { ...one, when: Date.now() });
  }
  dropGame(one.puzzle);
  return true;
}

export function dropGame(puzzle) {
  try {
    localStorage.removeItem(GAME + puzzle);
  } catch {
    // Nothing was kept.
  }
}

/** All games, the latest first. */
export function games() {
  const found = [];
  try {
    for (let at = 0; at < localStorage.length; at += 1) {
      const key = localStorage.key(at);
      if (key.startsWith(GAME)) found.push(readGame(read(key)));
    }
  } catch {
    return [];
  }
  return found.filter(Boolean).sort((a, b) => b.when - a.when);
}

export const records = () => recordsIn(read(RECORDS));
const recordsIn = (data) => (Array.isArray(data) ? data.map(readRecord).filter(Boolean) : []);

/** Note that a puzzle was solved. */
export function keepRecord(record) {
  return write(RECORDS, [...records(), record]);
}

/** Everything as text for another browser. */
export function exported() {
  return JSON.stringify({ quincunx: 1, games: games(), records: records(), settings: settings() }, null, 1);
}

/** Import the games and settings that another browser exported. Games that are further here stay.
 * Returns the number of imported games. */
export function imported(text) {
  const data = JSON.parse(text);
  if (data?.quincunx !== 1 || !Array.isArray(data.games)) throw new Error("not an export");
  let count = 0;
  for (const one of data.games.map(readGame).filter(Boolean)) {
    const here = game(one.puzzle);
    if (here && here.changes.length >= one.changes.length) continue;
    if (write(GAME + one.puzzle, one)) count += 1;
  }
  const known = new Set(records().map((one) => JSON.stringify(one)));
  const news = recordsIn(data.records).filter((one) => !known.has(JSON.stringify(one)));
  write(RECORDS, [...records(), ...news]);
  if (data.settings) keepSettings(readSettings(data.settings));
  return count;
}
