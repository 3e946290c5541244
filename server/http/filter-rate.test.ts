import { Hono } from "hono";
import { expect, test } from "vitest";

import { FILTER_RATE, FILTER_RATE_TEXTS, limitFiltering } from "./filter-rate.ts";

/** A site behind the limit, with a clock of its own. */
function siteAt(clock: { now: number }) {
  const app = new Hono();
  app.use(limitFiltering(true, FILTER_RATE, () => clock.now));
  app.get("*", (c) => c.text("page"));
  return (path: string, caller = "192.0.2.1") =>
    app.request(path, { headers: { "x-forwarded-for": caller } });
}

async function filterOften(ask: ReturnType<typeof siteAt>): Promise<void> {
  for (let n = 0; n < FILTER_RATE.most; n++) {
    // Documents and data, in any language: all are the same caller's.
    const path = ["/catalogue", "/en/catalogue.data", "/es/catalogo", "/pt/catalogue"][n % 4];
    expect((await ask(`${path}?from=${1900 + n}&color=red`)).status).toBe(200);
  }
}

test("sixty filtered pages a minute, then a notice in the reader's language until the minute is over", async () => {
  const clock = { now: 1_000_000 };
  const ask = siteAt(clock);
  await filterOften(ask);
  clock.now += 45_500;
  for (const [path, lang] of [
    ["/catalogue", "fr"],
    ["/en/catalogue", "en"],
    ["/es/catalogo", "es"],
    ["/pt/catalogo", "pt"],
  ] as const) {
    const refused = await ask(`${path}?color=blue`);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("15");
    expect(refused.headers.get("cache-control")).toBe("no-store");
    const page = await refused.text();
    expect(page).toContain(`<html lang="${lang}">`);
    expect(page).toContain(FILTER_RATE_TEXTS[lang].text(15));
  }
  const data = await ask("/catalogue.data?color=blue&_routes=x");
  expect([data.status, await data.text()]).toEqual([429, "15"]);
  clock.now += 15_000;
  expect((await ask("/catalogue?color=blue")).status).toBe(200);
});

test("pages without filters, other pages and other callers aren't counted", async () => {
  const ask = siteAt({ now: 0 });
  for (let n = 0; n < 2 * FILTER_RATE.most; n++) {
    const path = ["/catalogue", "/team/1?color=red", "/recherche?q=om"][n % 3]!;
    expect((await ask(path)).status).toBe(200);
  }
  await filterOften(ask);
  expect((await ask("/catalogue?q=om")).status).toBe(429);
  // No page but the one without parameters is stored: another order or a later step is the same work.
  expect((await ask("/catalogue?sort=newest")).status).toBe(429);
  expect((await ask("/catalogue.data?after=x")).status).toBe(429);
  expect((await ask("/catalogue")).status).toBe(200);
  expect((await ask("/catalogue?q=om", "192.0.2.2")).status).toBe(200);
});

test("every spelling that the router reads as the catalogue is counted", async () => {
  const spellings = [
    "/CATALOGUE",
    "/%63atalogue",
    "/%63atalogue.data",
    "/en/Catalogue",
    "/%65n/catalogue",
    "/es/CAT%41LOGO.data",
  ];
  for (const spelling of spellings) {
    const ask = siteAt({ now: 0 });
    await filterOften(ask);
    expect((await ask(`${spelling}?color=red`)).status, spelling).toBe(429);
  }
});

test("a malformed path goes on to the site's own answer", async () => {
  const ask = siteAt({ now: 0 });
  await filterOften(ask);
  expect((await ask("/catalogue%?color=red")).status).toBe(200);
});

test("addresses that are only redirected aren't counted", async () => {
  const ask = siteAt({ now: 0 });
  for (let n = 0; n < 2 * FILTER_RATE.most; n++) {
    const path = [
      "/catalogue?decade=1990",
      "/en/catalogue.data?color=red&brand=nike",
      "/EN/catalogue?color=red",
      "/fr/catalogue?color=red",
      "/catalogue/?color=red",
    ][n % 5]!;
    expect((await ask(path)).status).toBe(200);
  }
  await filterOften(ask);
  expect((await ask("/catalogue?color=red")).status).toBe(429);
});

test.each([
  ["one IPv6 network", (n: number) => `2001:db8:1:2::${n.toString(16)}`],
  ["one address on many ports", (n: number) => `192.0.2.1:${50_000 + n}`],
])("%s is one caller", async (_what, callerOf) => {
  const ask = siteAt({ now: 0 });
  const statuses = [];
  for (let n = 0; n <= FILTER_RATE.most; n++) {
    statuses.push((await ask("/catalogue?color=red", callerOf(n))).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(FILTER_RATE.most);
  expect(statuses.at(-1)).toBe(429);
  expect((await ask("/catalogue?color=red", "2001:db8:1:3::1")).status).toBe(200);
});
