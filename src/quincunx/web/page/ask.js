// Questions, answered by a server or by Python in this browser. The rest of the page does not know
// which.

import { texts } from "./texts.js";
import { askServer } from "./ask_server.js";
import { Here } from "./ask_here.js";

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
  const here = new Here(found);
  return { ask: (question, signal) => here.ask(question, signal), found };
}
carrier.catch(() => {}); // each question reports the error

/** Whether a server answers: it can do what Python in a browser cannot, and begins at once. */
export const isServed = carrier.then(({ found }) => found.carrier === "server", () => false);

/** The reply to a question. One that is not answered is an error with a sentence for the reader,
 * and one that is called off by its signal is an AbortError. */
export async function ask(question, { signal } = {}) {
  const wanted = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal;
  const { ask: answer } = await carrier;
  wanted.throwIfAborted();
  const reply = await answer(question, wanted);
  if (!reply.ok) throw new Error(reply.error ?? texts.errors.unreadable);
  return reply;
}

/** Calls all questions off that have no reply yet: who asked them has left. */
export function callAllOff() {
  leaving.abort();
  leaving = new AbortController();
}

/** Calls back once when the site has a newer version than this page, with a function that loads it.
 * A server has no versions to wait for. */
export async function whenNewVersion(callback) {
  if ((await isServed) || !("serviceWorker" in navigator)) return;
  // What Python needs comes first: the same files are then taken from the browser's own cache.
  await ask({ ask: "families" }).catch(() => {});
  const { watchVersions } = await import("./versions.js");
  await watchVersions(callback);
}
