// The site without a network (docs/product/site.md 1.10 to 1.12). One rule: what is the same for everyone is stored as it
// passes by, and answers again when the network fails. Nothing else is requested but the offline page, by which the
// router opens what it has read as data. A member's own never passes here: `app/shared/browser/offline-store.ts` has it.
const VERSION = 3;
const LANGUAGES = ["fr", "en", "es", "pt"];

/** How many entries each store has. The last one in pushes the first one out. */
const MOST = {
  /** The offline page of each language that was opened. */
  offline: 4,
  /** The pages opened last: the document, or what the router read for it. */
  pages: 40,
  /** Their titles, by which the offline page lists them. */
  titles: 40,
  pictures: 300,
  /** Scripts, styles, fonts and texts; their names change with their content. */
  files: 600,
};
const nameOf = (store) => `offline-${VERSION}-${store}`;
const NAMES = Object.keys(MOST).map(nameOf);

/** Bytes of the largest answer that is stored, as it was sent. */
const LARGEST = 150_000;

/** A page or picture is shown for that long: by then it may have left the site. */
const MAX_AGE_MS = 30 * 24 * 3600 * 1000;

/** After this time the offline page is read again, so that it is of the same release as the pages. */
const RENEW_MS = 3600 * 1000;

const wordsOf = (path) => {
  const [first, ...rest] = path.split("/").filter(Boolean);
  return LANGUAGES.includes(first) ? [first, ...rest] : ["fr", first, ...rest];
};

const offlinePage = (path) => {
  const [lang] = wordsOf(path);
  return lang === "fr" ? "/offline" : `/${lang}/offline`;
};

/** The page of a request: the router reads `/trends.data` for `/trends`, and `/_.data` for `/`. */
function pageOf({ pathname, search }) {
  const path = pathname.replace(/(?:(?<=\/)_)?\.data$/, "");
  const query = new URLSearchParams(search);
  // The routes whose data is read.
  if (path !== pathname) query.delete("_routes");
  return path + (query.size > 0 ? `?${query}` : "");
}

/** Whether a page is stored: none of an account, and none at an address with a query. */
const isStoredPage = (page) =>
  !page.includes("?") && !["account", "admin", "auth", "offline"].includes(wordsOf(page)[1]);

/** The store of what a page shows. */
function storeOfFile({ pathname }) {
  if (pathname.startsWith("/assets/")) return "files";
  const isPicture =
    /^\/(?:shirt|favicon)\.svg$/.test(pathname) ||
    /^\/storage\/v1\/(object|render\/image)\/public\//.test(pathname);
  return isPicture ? "pictures" : undefined;
}

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener("activate", (event) => {
  const takeOver = async () => {
    const old = (await caches.keys()).filter((name) => !NAMES.includes(name));
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
    const open = await self.clients.matchAll({ type: "window" });
    await Promise.all(open.map(({ url }) => renewOfflinePage(new URL(url).pathname)));
  };
  event.waitUntil(takeOver());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const store = storeOfFile(url);
  if (store) return event.respondWith(answerFile(event, store));
  // A link in a mail leads through the backend: it is used once, and never twice. For the same
  // reason there is no navigation preload, which asks for a page before this line is reached. An embed is a part of another
  // site, which the offline page isn't for.
  if (/^\/(?:(?:auth|rest|storage)\/v1|embed)\//.test(url.pathname)) return;
  const isNavigation = request.mode === "navigate";
  // What is read ahead (`no-cors`) isn't opened yet.
  const isData = url.pathname.endsWith(".data") && request.mode !== "no-cors";
  if (isNavigation || isData) event.respondWith(answerPage(event, pageOf(url), isNavigation));
});

/** A page that is open says its title. Of one that isn't stored (`private, no-store`) nothing stays. */
self.addEventListener("message", (event) => {
  const { path, title } = event.data;
  const keepTitle = async () => {
    await lastPage;
    if (await stored("pages", path)) await put("titles", path, new Response(title));
  };
  if (isStoredPage(path)) event.waitUntil(keepTitle());
});

async function answerFile(event, store) {
  const { request } = event;
  const known = store === "files" && (await stored(store, request.url));
  if (known) return known;
  try {
    const response = await fetch(request);
    keep(event, store, request.url, response);
    return response;
  } catch (error) {
    return (await stored(store, request.url)) ?? Promise.reject(error);
  }
}

async function answerPage(event, page, isNavigation) {
  try {
    const response = await fetch(event.request);
    if (isStoredPage(page)) keep(event, "pages", page, response);
    event.waitUntil(renewOfflinePage(page));
    return response;
  } catch (error) {
    const known = await stored("pages", page);
    const isDocument = known?.headers.get("Content-Type")?.startsWith("text/html");
    if (known && isDocument === isNavigation) return known;
    if (!isNavigation) throw error;
    const [path] = page.split("?");
    const offline = await stored("offline", path);
    if (offline) return offline;
    // Of a language that was never open there is none: another is better than the browser's error.
    const all = await (await caches.open(nameOf("offline"))).keys();
    const paths = all.map(({ url }) => new URL(url).pathname);
    const own = offlinePage(page);
    const lead = paths.includes(own) ? own : paths[0];
    if (!lead || paths.includes(path)) throw error;
    return Response.redirect(`${lead}?from=${encodeURIComponent(page)}`);
  }
}

/** The page that is on its way into the store. */
let lastPage;

/** Stores a copy of an answer that is the same for everyone. */
function keep(event, store, address, response) {
  const { status, type, redirected, headers } = response;
  const isWhole = status === 200 && type === "basic" && !redirected;
  const isPublic = /\bpublic\b/.test(headers.get("Cache-Control"));
  const isSmall = !(headers.get("Content-Length") > LARGEST);
  if (!isWhole || !isPublic || !isSmall) return;
  const putting = put(store, address, response.clone());
  event.waitUntil(putting);
  if (store === "pages") lastPage = putting.catch(() => undefined);
}

/** Stores the offline page of a page's language, with the files that it names. */
async function renewOfflinePage(page) {
  const path = offlinePage(page);
  const known = await stored("offline", path);
  if (known && Date.now() - Date.parse(known.headers.get("Date")) < RENEW_MS) return;
  const response = await fetch(path).catch(() => undefined);
  if (response?.status !== 200) return;
  const files = new Set((await response.clone().text()).match(/\/assets\/[\w./~-]+\.\w+/g));
  await Promise.all(
    [...files].map(async (file) => {
      const address = location.origin + file;
      if (await stored("files", address)) return;
      // The browser has read most of them for the page that is open.
      const answer = await fetch(address, { cache: "force-cache" });
      if (answer.ok) await put("files", address, answer);
    }),
  );
  await put("offline", path, response);
}

async function stored(store, address) {
  const cache = await caches.open(nameOf(store));
  const found = await cache.match(address, { ignoreVary: true });
  const isOld =
    store !== "files" && Date.now() - Date.parse(found?.headers.get("Date")) > MAX_AGE_MS;
  return isOld ? undefined : found;
}

async function put(store, address, response) {
  const cache = await caches.open(nameOf(store));
  await cache.delete(address, { ignoreVary: true });
  await cache.put(address, response);
  const entries = await cache.keys();
  await Promise.all(entries.slice(0, -MOST[store]).map((entry) => cache.delete(entry)));
}
