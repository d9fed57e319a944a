// The program in a web worker: Python starts, takes the program out of its archive, and then
// answers one question after the other.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const FOLDER = "/home/pyodide/quincunx-package";

let answer;

async function start(archive, buffer) {
  const fetched = fetch(new URL(archive, import.meta.url)).then((response) => {
    if (!response.ok) throw new Error(`${archive}: ${response.status}`);
    return response.arrayBuffer();
  });
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  python.unpackArchive(await fetched, "zip", { extractDir: FOLDER });
  if (buffer) python.setInterruptBuffer(buffer);
  const answerText = python.runPython(`
import sys
sys.path.insert(0, ${JSON.stringify(FOLDER)})
from quincunx.web import answer_text
answer_text
`);
  return (question) => {
    try {
      return { reply: answerText(question) };
    } catch (error) {
      if (error.type === "KeyboardInterrupt") return { stopped: true };
      return { error: String(error.message ?? error).trim().split("\n").at(-1) };
    }
  };
}

self.onmessage = async ({ data }) => {
  if (data.archive) {
    answer = start(data.archive, data.buffer);
    answer.then(
      () => self.postMessage({ ready: true }),
      () => {}, // whoever asks is told
    );
    return;
  }
  try {
    self.postMessage((await answer)(data.question));
  } catch (error) {
    self.postMessage({ error: String(error.message ?? error), broken: true });
  }
};
