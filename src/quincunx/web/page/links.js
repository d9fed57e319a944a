// Addresses: the part of a link to this page after #, and the meaning of a pasted one.
//
// An address is nothing for the puzzles to choose from, IDENTIFIER for a puzzle to play, "edit" or
// "edit=IDENTIFIER" for the editor, "teach=IDENTIFIER" for the search lab, "days" for the player's home.
// After a puzzle to play may follow &grade=GRADE and &day=DAY: how hard it is, and whose day's it is.

const DAY = 86_400_000; // milliseconds; elsewhere it is tomorrow already
const QUOTES = ['""', "''", "“”", "‘’", "„“", "«»", "``"];

/** The name of the view that an address leads to, and the puzzle in it, if there is one. */
export function readAddress(hash) {
  if (hash === "" || hash === "days") return { name: hash || "choose", puzzle: "" };
  const [, rest, grade, day] = /^(.*?)(?:&grade=([a-z]+))?(?:&day=(\d{4}-\d\d-\d\d))?$/s.exec(hash);
  const [, name, puzzle = ""] = /^(edit|teach)(?:=(.*))?$/s.exec(rest) ?? [null, "play", rest];
  return { name, puzzle, ...(grade && { grade }), ...(isDay(day) && { day }) };
}

/** Whether the day exists and is not in the future: 2031-99-99 does not exist. */
export const isDay = (text) => !(Date.parse(text) > Date.now() + DAY) && !Number.isNaN(Date.parse(text));

/** The address of a puzzle to play. */
export function addressOf(puzzle, { grade, day } = {}) {
  return `#${encodeURIComponent(puzzle)}${grade ? `&grade=${grade}` : ""}${day ? `&day=${day}` : ""}`;
}

/** A text in which characters may be percent-encoded. */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The puzzle that a pasted text stands for: a link to any view of it, or the text itself, with or
 * without quotes around it. */
export function meant(text) {
  const bare = unquoted(text.trim());
  // Identifiers may contain a #, so a link is recognized by its beginning.
  const hash = /^(?:https?:[^\s#]*)?#(\S+)$/.exec(bare)?.[1];
  return hash ? readAddress(decoded(hash)).puzzle : bare;
}

function unquoted(text) {
  const isQuoted = text.length > 1 && QUOTES.includes(text[0] + text.at(-1));
  return isQuoted ? unquoted(text.slice(1, -1).trim()) : text;
}
