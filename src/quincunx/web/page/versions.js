// Versions of the site: the files of one version are stored for offline use, and a new version is
// announced. Two versions are never mixed.

/** Keeps the files of this version, and calls back when there is another, with a function that
 * loads it. */
export async function watchVersions(callback) {
  const registration = await navigator.serviceWorker.register("service_worker.js");
  let announced = false;
  const announce = (worker) => {
    // The first version is not announced.
    if (announced || !navigator.serviceWorker.controller) return;
    announced = true;
    callback(() => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      worker.postMessage("take over");
    });
  };
  if (registration.waiting) announce(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker.addEventListener("statechange", () => {
      if (worker.state === "installed") announce(worker);
    });
  });
}
