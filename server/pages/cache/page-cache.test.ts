import { beforeEach, expect, test } from "vitest";

import { PageCache } from "./page-cache.ts";
import { Page } from "../page.ts";

let now: number;
let renderings: number;
let cache: PageCache;

beforeEach(() => {
  now = 1_000_000;
  renderings = 0;
  cache = new PageCache({ now: () => now });
});

const PUBLIC = "public, max-age=0, s-maxage=3, stale-while-revalidate=2";

function rendering(control = PUBLIC, status = 200) {
  return async () => {
    renderings += 1;
    const headers = new Headers({ "cache-control": control });
    return new Page(status, headers, Buffer.from(`rendering ${renderings}`));
  };
}

const failing = async (): Promise<Page> => {
  throw new Error("the database is away");
};

async function read(render = rendering(), key = "/"): Promise<string> {
  return (await cache.get(key, render)).body.toString();
}

/** Waits for work in the background. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("renders a fresh page once", async () => {
  expect(await read()).toBe("rendering 1");
  now += 9_999;
  expect(await read()).toBe("rendering 1");
  expect(await read(rendering(), "/en")).toBe("rendering 2");
});

test("keeps a page fresh for ten seconds, whatever it tells other caches", async () => {
  await read(rendering("public, s-maxage=31536000"));
  now += 9_999;
  expect(cache.atHand("/")).toBeDefined();
  now += 1;
  expect(cache.atHand("/")).toBeUndefined();
});

test("sends a stale page while it is rendered again", async () => {
  await read();
  now += 30_000;
  expect(await read()).toBe("rendering 1");
  await settled();
  expect(await read()).toBe("rendering 2");
});

test.each(["2026-11-26T23:00:00Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"])(
  "renders all pages again when a day begins in Paris, at %s",
  async (midnight) => {
    now = Date.parse(midnight) - 5_000;
    expect(await read()).toBe("rendering 1");
    now += 4_999;
    expect(await read()).toBe("rendering 1");
    now += 1;
    expect(await read()).toBe("rendering 2");
    now += 9_999;
    expect(await read()).toBe("rendering 2");
  },
);

test("sends a page for five seconds while write events are not received", async () => {
  let following = true;
  cache = new PageCache({ now: () => now, isFollowing: () => following });
  await read();
  following = false;
  now += 4_999;
  expect(await read()).toBe("rendering 1");
  now += 1;
  expect(await read()).toBe("rendering 2");
  // An old page is better than none.
  now += 30_000;
  expect(await read(failing)).toBe("rendering 2");
});

test("keeps a stale page only while it is rendered again", async () => {
  await read();
  expect(cache.atHand("/")?.body.toString()).toBe("rendering 1");
  now += 30_000;
  expect(cache.atHand("/")).toBeUndefined();
  const { promise, resolve } = Promise.withResolvers<Page>();
  await read(() => promise);
  expect(cache.atHand("/")?.body.toString()).toBe("rendering 1");
  cache.invalidate();
  expect(cache.atHand("/")).toBeUndefined();
  resolve(await rendering()());
  await settled();
  now += 1;
  expect(cache.atHand("/")?.body.toString()).toBe("rendering 2");
});

test("keeps the compressed forms of a page that did not change", async () => {
  const same = async () =>
    new Page(200, new Headers({ "cache-control": PUBLIC }), Buffer.from("shirts"));
  const first = await cache.get("/", same);
  now += 30_000;
  await cache.get("/", same);
  await settled();
  expect(cache.atHand("/")).toBe(first);
  now += 30_000;
  await read();
  await settled();
  expect(cache.atHand("/")?.body.toString()).toBe("rendering 1");
});

test("waits for a page that is too old to be stale", async () => {
  await read();
  now += 70_001;
  expect(await read()).toBe("rendering 2");
});

test("shares one rendering among simultaneous requests", async () => {
  const render = rendering();
  expect(new Set(await Promise.all([read(render), read(render), read(render)])).size).toBe(1);
  expect(renderings).toBe(1);
});

test("keeps sending a page while rendering fails", async () => {
  await read();
  now += 24 * 3_600_000;
  expect(await read(failing)).toBe("rendering 1");
  expect(await read(rendering("no-store", 503))).toBe("rendering 1");
  expect(await read()).toBe("rendering 3");
});

test("passes on the failure of a first rendering", async () => {
  await expect(read(failing)).rejects.toThrow("the database is away");
  expect((await cache.get("/", rendering("no-store", 503))).status).toBe(503);
  expect(await read()).toBe("rendering 2");
});

test("waits for a page after a write, at most once a second", async () => {
  await read();
  now += 2_000;
  cache.invalidate();
  expect(await read()).toBe("rendering 2");
  now += 500;
  cache.invalidate();
  expect(await read()).toBe("rendering 2");
  now += 500;
  expect(await read()).toBe("rendering 3");
});

test("makes a page stale by a write during its rendering", async () => {
  const render = rendering();
  await cache.get("/", () => {
    now += 100;
    cache.invalidate();
    return render();
  });
  now += 1_000;
  expect(await read()).toBe("rendering 2");
});

test("keeps only complete answers that are the same for everyone", async () => {
  for (const render of [
    rendering("private, s-maxage=10"),
    rendering("public"),
    rendering("no-store"),
    rendering(PUBLIC, 404),
    rendering(PUBLIC, 500),
  ]) {
    const first = await read(render);
    expect(await read(render)).not.toBe(first);
  }
});

test("does not send a deleted page from memory", async () => {
  await read();
  now += 80_000;
  expect((await cache.get("/", rendering("no-store", 404))).status).toBe(404);
  now += 1;
  expect((await cache.get("/", rendering("no-store", 404))).status).toBe(404);
});

test("limits memory and evicts the least recently used page", async () => {
  cache = new PageCache({ now: () => now, maxBytes: 25_000 });
  for (let page = 0; page < 20; page += 1) await read(rendering(), `/${page}`);
  expect(await read(rendering(), "/19")).toBe("rendering 20");
  expect(await read(rendering(), "/0")).toBe("rendering 21");
});

const SHIRT = "5f0c7c9e-8f5e-4a56-9a0e-0d6f2a3b4c5d";
const OTHER = "00000000-8f5e-4a56-9a0e-0d6f2a3b4c5d";

function showing(id: string) {
  return async () => {
    renderings += 1;
    const headers = new Headers({ "cache-control": PUBLIC });
    return new Page(200, headers, Buffer.from(`>${renderings}<`), new Set([id]));
  };
}

test("invalidates exactly the pages for which a changed row was read", async () => {
  await read(showing(SHIRT), "/shirt");
  await read(showing(OTHER), "/other");
  now += 2_000;
  cache.touch([SHIRT]);
  expect(await read(showing(OTHER), "/other")).toContain(">2<");
  expect(await read(showing(SHIRT), "/shirt")).toContain(">3<");
  expect(await read(showing(SHIRT), "/shirt")).toContain(">3<");
});

test("keeps the rows of the last rendering, even if the page is the same", async () => {
  const reading = (...ids: string[]) =>
    read(async () => {
      renderings += 1;
      const headers = new Headers({ "cache-control": PUBLIC });
      return new Page(200, headers, Buffer.from("none yet"), new Set(ids));
    });
  await reading(SHIRT);
  now += 2_000;
  cache.touch([SHIRT]);
  await reading(SHIRT, OTHER);
  now += 2_000;
  cache.touch([OTHER]);
  await reading();
  expect(renderings).toBe(3);
});

test("invalidates a page whose row changes during rendering", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = read(() => promise.then(showing(SHIRT)));
  cache.touch([SHIRT]);
  resolve();
  expect(await slow).toContain(">1<");
  now += 2_000;
  expect(await read(showing(SHIRT))).toContain(">2<");
});

const SHORT = `/jersey/${SHIRT}`;

/** The redirect of a short address, as its loader answers, which read the row, and the one that it was merged into. */
function redirecting(target: string, status = 301, control = PUBLIC) {
  return async () => {
    renderings += 1;
    const headers = new Headers({ location: target, "cache-control": control });
    const ids = new Set([SHIRT, ...(target.includes(OTHER) ? [OTHER] : [])]);
    return new Page(status, headers, Buffer.alloc(0), ids);
  };
}

async function follow(render: () => Promise<Page>): Promise<string | null> {
  return (await cache.get(SHORT, render)).headers.get("location");
}

test("keeps a permanent redirect while rendering fails", async () => {
  for (const status of [301, 308]) {
    cache = new PageCache({ now: () => now });
    await follow(redirecting("/jersey/red-star/home/1998/x", status));
    now += 3_600_000;
    expect(await follow(failing)).toBe("/jersey/red-star/home/1998/x");
  }
});

test("keeps no redirect that is temporary or that caches mustn't store", async () => {
  await follow(redirecting("/", 302));
  await follow(redirecting("/jersey/a", 301, "public, max-age=0, must-revalidate"));
  expect(await follow(redirecting("/jersey/b"))).toBe("/jersey/b");
});

test("a renamed, merged or hidden jersey's redirect is asked for again", async () => {
  await follow(redirecting(`/jersey/red-star/home/1998/${SHIRT}`));
  now += 2_000;
  cache.touch([SHIRT]); // renamed: the address names the row
  const merged = redirecting(`/jersey/red-star-fc/home/1998/${OTHER}`);
  expect(await follow(merged)).toContain("red-star-fc");
  now += 2_000;
  cache.touch([OTHER]); // the jersey that it was merged into is renamed
  expect(await follow(redirecting(`/jersey/etoile/home/1998/${OTHER}`))).toContain("etoile");
  now += 2_000;
  cache.touch([SHIRT]); // the short address is that of a row, too
  expect(await follow(redirecting("/", 302))).toBe("/");
  expect((await cache.get(SHORT, redirecting("/", 302))).status, "and not kept").toBe(302);
});
