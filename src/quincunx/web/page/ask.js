// Questions to whoever answers them. The page asks nothing anywhere else.

import { texts } from "./texts.js";

/** The reply to a question. One that is not answered is an error with a sentence for the reader. */
export async function ask(question, { signal } = {}) {
  let response;
  try {
    response = await fetch("answer", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(question),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error(texts.errors.unreachable);
  }
  let reply;
  try {
    reply = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error(texts.errors.unreadable);
  }
  if (!reply.ok) throw new Error(reply.error ?? texts.errors.unreadable);
  return reply;
}
