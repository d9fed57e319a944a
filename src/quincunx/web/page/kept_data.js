// Data stored by another version or imported from another browser may be anything. These pure
// functions extract the valid part; nothing else is shown or played.

import { NO_HELP } from "./game.js";

export const DEFAULTS = Object.freeze({
  theme: "auto",
  check: "demand",
  timer: true,
  autoMarks: false,
});
const CHOICES = {
  theme: ["auto", "light", "dark"],
  check: ["off", "demand", "live"],
  timer: [true, false],
  autoMarks: [true, false],
};

const isObject = (data) => typeof data === "object" && data !== null && !Array.isArray(data);
const isCell = (id) => /^\d+(-\d+)*$/.test(id);
const isFamily = (data) => typeof data === "string" && /^[a-z0-9-]*$/.test(data);
const isCount = (data) => Number.isSafeInteger(data) && data >= 0;
const isNumber = (data) =>
  Number.isSafeInteger(data) || (typeof data === "string" && /^-?[1-9]\d{15,}$/.test(data));
const isList = (data, isOne) => Array.isArray(data) && data.every(isOne);
const textOr = (data, other = "") => (typeof data === "string" ? data : other);
const countOr = (data, other = 0) => (isCount(data) ? data : other);

/** The settings in some data, with defaults for missing or unknown ones. */
export function readSettings(data) {
  const there = isObject(data) ? data : {};
  const usable = Object.keys(DEFAULTS).filter((name) => CHOICES[name].includes(there[name]));
  return { ...DEFAULTS, ...Object.fromEntries(usable.map((name) => [name, there[name]])) };
}

/** The game in some data; null if there is none that can be played. */
export function readGame(data) {
  if (!isObject(data) || typeof data.puzzle !== "string" || !isFamily(data.family ?? "")) return null;
  const { puzzle, family = "", changes, saves } = data;
  if (!isList(changes, (one) => isContent(one?.patch, true))) return null;
  if (!isList(saves, (one) => isContent(one?.content))) return null;
  return {
    puzzle,
    family,
    changes: changes.map(({ patch, what, typing }) => ({ patch, what: textOr(what), typing: textOr(typing) })),
    at: Math.min(countOr(data.at, changes.length), changes.length),
    saves: saves.map(({ name, content }) => ({ name: textOr(name), content })),
    help: readHelp(data.help),
    seconds: countOr(data.seconds),
    solved: data.solved === true,
    when: countOr(data.when),
    ...gradeAndDay(data),
  };
}

/** The record in some data; null if there is none. */
export function readRecord(data) {
  if (!isObject(data) || !isFamily(data.family) || !isCount(data.seconds)) return null;
  const { family, puzzle, seconds, helped, when } = data;
  const size = countOr(data.size);
  return { family, puzzle: textOr(puzzle), seconds, helped: helped !== false, when: countOr(when), size, ...gradeAndDay(data) };
}

/** The grade of a puzzle, and the day it belongs to. */
function gradeAndDay({ grade, day }) {
  return {
    grade: /^[a-z]+$/.test(grade) && typeof grade === "string" ? grade : "",
    day: /^\d{4}-\d\d-\d\d$/.test(day) && typeof day === "string" ? day : "",
  };
}

function readHelp(data) {
  const help = { ...NO_HELP };
  for (const [kind, usual] of Object.entries(NO_HELP)) {
    if (typeof usual === "boolean") help[kind] = data?.[kind] === true;
    else help[kind] = countOr(data?.[kind]);
  }
  return help;
}

/** Whether data holds entries by cell; in a patch, null stands for a removed entry. */
function isContent(data, isPatch = false) {
  if (!isObject(data) || !Object.keys(data).every(isCell)) return false;
  return Object.values(data).every((one) => (one === null ? isPatch : isEntry(one)));
}

function isEntry(data) {
  if (!isObject(data)) return false;
  if ("number" in data) return isNumber(data.number);
  const values = data.candidates ?? data.excluded;
  return isList(values, isNumber) && values.length > 0;
}
