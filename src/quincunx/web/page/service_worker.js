// Keeps the files of one version of the site, all of them, and answers from there. A new version
// waits until the reader wants it, or until no page of the old one is open.

const SITE = { version: "", files: {}, headers: {} }; // filled in when a site is made

const PREFIX = "quincunx ";
const NAME = PREFIX + SITE.version;

/** A file as it was when the site was made: other bytes are refused. */
async function fetched(path, integrity) {
  const request = (cache) => new Request(path, { integrity, cache, credentials: "same-origin" });
  try {
    return await fetch(request("default"));
  } catch {
    return fetch(request("reload")); // the browser's cache may hold another version
  }
}

/** A reply with the headers that allow pages to share memory, which the host may lack. */
async function isolated(response) {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(SITE.headers)) headers.set(name, value);
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(await response.blob(), { status: response.status, headers });
}

async function install() {
  const cache = await caches.open(NAME);
  for (const [path, integrity] of Object.entries(SITE.files)) {
    const response = await fetched(path, integrity);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    await cache.put(path, await isolated(response));
  }
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
  }
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(NAME);
  const found = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
  if (found) return found;
  const folder = new URL(self.registration.scope).pathname;
  if (request.mode === "navigate" && new URL(request.url).pathname === folder) {
    const page = await cache.match("index.html");
    if (page) return page;
  }
  return fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const own = event.request.url.startsWith(self.registration.scope);
  if (own && event.request.method === "GET") event.respondWith(answer(event.request));
});
