// Questions to a server. It calls the work off when the connection is closed, and when the same tab
// asks the same kind of question again.

import { texts } from "./texts.js";

const TAB = crypto.randomUUID?.() ?? String(Math.random()).slice(2);

/** The reply of the server. */
export async function askServer(question, signal) {
  let response;
  try {
    response = await fetch("answer", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Quincunx-Tab": TAB },
      body: JSON.stringify(question),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error(texts.errors.unreachable);
  }
  try {
    return await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error(texts.errors.unreadable);
  }
}
