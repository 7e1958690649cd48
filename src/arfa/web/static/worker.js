// The service worker: the page is there also without a network, and always whole, with all of its parts of one release.
//
// A release has a name made of everything in it (release.js, which the service writes).  All its files are fetched once and
// kept if they are what they should be.  A page that came with the release that is kept gets every part from there; a page of
// any other release gets nothing from there.  What the service says of games is never kept here, nor stood in for.

/** @typedef {{version: string, files: Record<string, string[]>}} Release every file with the fingerprints that it may have */

{
  const worker = /** @type {any} */ (self);
  worker.importScripts("release.js");
  const { version, files } = /** @type {Release} */ (worker.RELEASE);

  const KEPT = `arfa-${version}`;
  const HOME = new URL("./", location.href).href;
  const PATIENCE_MS = 4000;
  const kept = () => caches.open(KEPT);
  /** Under this address it is written down that a page is of another release. @param {string} client */
  const note = (client) => `${HOME}another?${client}`;

  const keep = async () => {
    const cache = await kept();
    for (const [path, tags] of Object.entries(files)) {
      const answer = await fetch(HOME + path, { cache: "no-cache" });
      const tag = answer.headers.get("ETag") ?? "";
      if (!answer.ok || !tags.includes(tag)) {
        await caches.delete(KEPT);
        throw new Error(`${path} is of another release`);
      }
      await cache.put(HOME + path, answer);
    }
  };

  const tidy = async () => {
    const others = (await caches.keys()).filter((name) => name.startsWith("arfa-") && name !== KEPT);
    await Promise.all(others.map((name) => caches.delete(name)));
  };

  /** The page itself: as the service has it now, or else as it is kept. @param {any} event */
  const page = async (event) => {
    try {
      const answer = await fetch(event.request, { signal: AbortSignal.timeout(PATIENCE_MS) });
      if (answer.status < 500) {
        const release = answer.headers.get("Arfa-Release") ?? "";
        if (release !== version) await (await kept()).put(note(event.resultingClientId), new Response(release));
        return answer;
      }
    } catch {
      // no network, or no service
    }
    return (await (await kept()).match(HOME)) ?? Response.error();
  };

  /**
   * A page is there with everything: if it is of another release, and alone, the worker of its release may take over.  Not
   * before: a page that is still coming would be left without its worker.
   * @param {string} client
   */
  const settle = async (client) => {
    const release = await (await (await kept()).match(note(client)))?.text();
    const { waiting } = worker.registration;
    if (release && waiting && (await worker.clients.matchAll()).length <= 1) waiting.postMessage({ release });
  };

  /** A part of a page. @param {any} event @param {string} url */
  const part = async ({ request, clientId }, url) => {
    const cache = await kept();
    const own = (await cache.match(note(clientId))) ? undefined : await cache.match(url);
    return own ?? fetch(request);
  };

  worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(tidy()));
  worker.addEventListener("message", (/** @type {any} */ event) => {
    if (event.data === "settled") event.waitUntil(settle(event.source.id));
    else if (event.data.release === version) worker.skipWaiting();
  });
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { method, mode, url } = event.request;
    const [address] = url.split(/[?#]/);
    if (method !== "GET" || !address.startsWith(HOME)) return;
    if (mode === "navigate") {
      if (address === HOME) event.respondWith(page(event));
    } else if (Object.hasOwn(files, address.slice(HOME.length))) event.respondWith(part(event, address));
  });
}
