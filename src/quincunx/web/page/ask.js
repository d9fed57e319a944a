// Questions, answered by a server or by Python in this browser. The rest of the page does not know
// which.

import { texts } from "./texts.js";
import { askServer } from "./ask_server.js";
import { Here } from "./ask_here.js";
import { Prepared } from "./prepared.js";

const IDLE = 4000; // milliseconds without questions after which the other files are cached
let here = null; // Python starts when something needs it
let wake;
const started = new Promise((resolve) => (wake = resolve));
const carrier = find();
let leaving = new AbortController();

/** The carrier: a function of a question and a signal. */
async function find() {
  let found;
  try {
    found = await (await fetch("carrier.json")).json();
  } catch {
    throw new Error(texts.errors.unreachable);
  }
  if (found.carrier === "server") return { ask: askServer, found };
  const prepared = new Prepared(found);
  const ask = async (question, signal) => {
    const known = await prepared.reply(question).catch(() => undefined);
    // A first hint is usually followed by another one, which needs Python.
    if (!known || question.ask === "hint") here ??= new Here(found, wake);
    if (known) return known;
    return here.ask(question, signal);
  };
  return { ask, found, prepared };
}
carrier.catch(() => {}); // each question reports the error

/** Whether a server answers: it can do more than Python in a browser, and begins at once. */
export const isServed = carrier.then(({ found }) => found.carrier === "server", () => false);

/** Settles when answers need no start-up: at once with a server, otherwise when Python runs. */
export const awake = isServed.then((served) => served || started);

/** Whether the puzzles of a day are available at once. */
export const isAtHand = (day) =>
  carrier.then(({ prepared }) => !prepared || prepared.days.has(day), () => false);

/** Whether numbers solve a puzzle and fill it: { solved, filled }; undefined if only Python knows.
 * */
export const verdictAtHand = (puzzle, numbers) =>
  carrier.then(({ prepared }) => prepared?.verdict(puzzle, numbers)).catch(() => undefined);

/** The reply to a question. Throws an error with a sentence for the reader if there is none, and an
 * AbortError if the signal cancels the question. */
export async function ask(question, { signal } = {}) {
  const wanted = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal;
  const { ask: answer } = await carrier;
  wanted.throwIfAborted();
  const reply = await answer(question, wanted);
  if (!reply.ok) throw Object.assign(new Error(reply.error ?? texts.errors.unreadable), { kind: reply.kind });
  return reply;
}

/** Cancels all questions without a reply, because the view that asked them is closed. */
export function callAllOff() {
  leaving.abort();
  leaving = new AbortController();
}

/** Calls back once when the site has a newer version than this page, with a function that loads it.
 * A server has no versions to wait for. */
export async function whenNewVersion(callback) {
  if ((await isServed) || !("serviceWorker" in navigator)) return;
  // What the page and Python need comes first: the same files are then in the browser's own cache.
  do await new Promise((resolve) => setTimeout(resolve, IDLE));
  while (here && !here.isReady);
  const { watchVersions } = await import("./versions.js");
  await watchVersions(callback);
}
