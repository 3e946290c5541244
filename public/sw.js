// The site without a network: a page that says so, instead of the browser's own. Nothing else is
// touched: no page, picture or request of a member is ever answered from here.
const CACHE = "offline-2";
const LANGUAGES = ["fr", "en", "es", "pt"];

const pageFor = (path) => {
  const [, first] = path.split("/");
  return `/offline/${LANGUAGES.includes(first) ? first : "fr"}`;
};

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(LANGUAGES.map((lang) => `/offline/${lang}`));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const takeOver = async () => {
    const old = (await caches.keys()).filter((name) => name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate" || request.method !== "GET") return;
  const { pathname } = new URL(request.url);
  // A link in a mail leads through the backend: it is used once, and never twice. For the same
  // reason there is no navigation preload, which asks for a page before this line is reached.
  if (/^\/(auth|rest|storage)\/v1\//.test(pathname)) return;
  const answer = async () => {
    try {
      return await fetch(request);
    } catch {
      const cache = await caches.open(CACHE);
      return (await cache.match(pageFor(pathname))) ?? Response.error();
    }
  };
  event.respondWith(answer());
});
