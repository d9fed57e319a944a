// What this browser keeps: games, best times and settings, each under a key of its own, so that a
// tab that crashes loses nothing. Where the browser keeps nothing, all goes on without.

const GAME = "quincunx.game.";
const RECORDS = "quincunx.records";
const SETTINGS = "quincunx.settings";

export const DEFAULTS = Object.freeze({
  theme: "auto",
  check: "demand",
  timer: true,
  autoMarks: false,
});

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

export const settings = () => ({ ...DEFAULTS, ...read(SETTINGS) });
export const keepSettings = (chosen) => write(SETTINGS, chosen);

/** The game on a puzzle, or null. */
export function game(puzzle) {
  const found = read(GAME + puzzle);
  return isGame(found) ? found : null;
}

/** Keep a game, unless nothing has happened in it. */
export function keepGame(one) {
  if (one.changes.length === 0 && one.saves.length === 0) return true;
  return write(GAME + one.puzzle, { ...one, when: Date.now() });
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
      if (key.startsWith(GAME)) found.push(read(key));
    }
  } catch {
    return [];
  }
  return found.filter(isGame).sort((a, b) => (b.when ?? 0) - (a.when ?? 0));
}

export const records = () => (Array.isArray(read(RECORDS)) ? read(RECORDS) : []);

/** Note that a puzzle was solved. */
export function keepRecord(record) {
  return write(RECORDS, [...records(), record]);
}

/** The best times without help, by family. */
export function bestTimes(all = records()) {
  const best = {};
  for (const { family, seconds, helped } of all) {
    if (!helped && !(seconds >= best[family])) best[family] = seconds;
  }
  return best;
}

/** Everything as text for another browser. */
export function exported() {
  return JSON.stringify({ quincunx: 1, games: games(), records: records(), settings: settings() }, null, 1);
}

/** Take in what another browser exported. Games that are further here stay. Says how many came. */
export function imported(text) {
  const data = JSON.parse(text);
  if (data?.quincunx !== 1 || !Array.isArray(data.games)) throw new Error("not an export");
  let count = 0;
  for (const one of data.games.filter(isGame)) {
    const here = game(one.puzzle);
    if (here && here.changes.length >= one.changes.length) continue;
    write(GAME + one.puzzle, one);
    count += 1;
  }
  const known = new Set(records().map((one) => JSON.stringify(one)));
  const news = (Array.isArray(data.records) ? data.records : []).filter((one) => !known.has(JSON.stringify(one)));
  write(RECORDS, [...records(), ...news]);
  return count;
}

function isGame(data) {
  return Boolean(
    data && typeof data.puzzle === "string" && Number.isInteger(data.at) && data.help &&
      Array.isArray(data.changes) && data.changes.every((change) => isContent(change?.patch)) &&
      Array.isArray(data.saves) && data.saves.every((save) => isContent(save?.content)) &&
      Array.isArray(data.revealed),
  );
}

/** Whether data holds entries, or nothing, by cell. */
function isContent(data) {
  const isEntry = (one) =>
    one === null ||
    (typeof one === "object" &&
      ("number" in one || Array.isArray(one.candidates) || Array.isArray(one.excluded)));
  return Boolean(data) && typeof data === "object" && Object.values(data).every(isEntry);
}
