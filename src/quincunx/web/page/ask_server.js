// Questions to a server. A signal closes the connection, which cancels the work. A busy server says
// when to try again.

import { texts } from "./texts.js";

const TOO_MANY = 429;
const MOST_TRIES = 4;

/** The reply of the server. */
export async function askServer(question, signal) {
  try {
    let response = await post(question, signal);
    for (let tries = 1; response.status === TOO_MANY && tries < MOST_TRIES; tries += 1) {
      await pause(Number(response.headers.get("Retry-After")), signal);
      response = await post(question, signal);
    }
    return await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error(error.name === "SyntaxError" ? texts.errors.unreadable : texts.errors.unreachable);
  }
}

function post(question, signal) {
  return fetch("answer", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(question),
    signal,
  });
}

/** Waits for some seconds, unless the signal comes first. */
function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, 1000 * seconds);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
