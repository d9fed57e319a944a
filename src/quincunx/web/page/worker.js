// The program in a web worker: Python starts, takes the program out of its archive, and then
// answers one question after the other.
//
// Starting Python takes seconds. So a snapshot of its memory, taken when the program is ready, is
// stored beside the files of the same version; the next visit starts from it.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const FOLDER = "/home/pyodide/quincunx-package";
const MEMORY = "memory";
const FIRST = `
import sys
sys.path.insert(0, ${JSON.stringify(FOLDER)})
from quincunx.web import answer_text
answer_text('{"ask": "families"}')
`;
const AGAIN = "import importlib; importlib.invalidate_caches()";

// The largest file is packed: not every host compresses what it sends.
const fetched = self.fetch.bind(self);
self.fetch = async (resource, options) => {
  const address = String(resource.url ?? resource);
  if (!address.endsWith(".wasm")) return fetched(resource, options);
  const response = await fetched(`${address}.packed`);
  if (!response.ok) return response;
  const unpacked = response.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked, { headers: { "Content-Type": "application/wasm" } });
};

const indexURL = new URL("pyodide/", import.meta.url).href;
let answer;

/** Report the share of the start that is done. */
const tell = (part) => self.postMessage({ part });

/** The cache of this version's files; none if the browser allows no cache for such pages. */
const shelf = (version) => self.caches?.open(`quincunx ${version}`).catch(() => undefined);

async function kept(version) {
  const found = await (await shelf(version))?.match(MEMORY);
  return found && new Uint8Array(await found.arrayBuffer());
}

async function keep(version, memory) {
  await (await shelf(version))?.put(MEMORY, new Response(memory));
}

/** Python with the program, from the snapshot of an earlier visit; nothing if there is none. */
async function resumed(site, archive) {
  try {
    const memory = await kept(site.version);
    if (!memory) return undefined;
    const python = await loadPyodide({ indexURL, _loadSnapshot: memory });
    tell(0.7);
    python.unpackArchive(await archive, "zip", { extractDir: FOLDER });
    python.runPython(AGAIN);
    return python;
  } catch {
    await (await shelf(site.version))?.delete(MEMORY);
    return undefined;
  }
}

/** Python with the program, started from scratch. */
async function begun(site, archive) {
  const python = await loadPyodide({ indexURL, _makeSnapshot: Boolean(self.caches) });
  tell(0.6);
  python.unpackArchive(await archive, "zip", { extractDir: FOLDER });
  tell(0.7);
  python.runPython(FIRST);
  try {
    if (self.caches) keep(site.version, python.makeMemorySnapshot()).catch(() => {});
  } catch {
    // Not an error: the next visit takes as long as this one.
  }
  return python;
}

async function start(site, buffer) {
  const archive = fetch(new URL(site.package, import.meta.url)).then((response) => {
    if (!response.ok) throw new Error(`${site.package}: ${response.status}`);
    return response.arrayBuffer();
  });
  const python = (await resumed(site, archive)) ?? (await begun(site, archive));
  if (buffer) python.setInterruptBuffer(buffer);
  const answerText = python.globals.get("answer_text");
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
  if (data.site) {
    answer = start(data.site, data.buffer);
    answer.then(
      () => tell(1),
      () => {}, // each question reports the error
    );
    return;
  }
  try {
    self.postMessage((await answer)(data.question));
  } catch (error) {
    self.postMessage({ error: String(error.message ?? error), broken: true });
  }
};
