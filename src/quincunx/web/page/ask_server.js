// Questions to a server. It calls the work off when the connection is closed, as a signal does.

import { texts } from "./texts.js";

/** The reply of the server. */
export async function askServer(question, signal) {
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
  try {
    return await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error(texts.errors.unreadable);
  }
}
