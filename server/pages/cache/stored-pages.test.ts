import { readFile } from "node:fs/promises";
import type { RouterContextProvider } from "react-router";
import { Hono } from "hono";
import { expect, test } from "vitest";

import { shirtUrl } from "../../../app/shared/address/shirt-url.ts";
import { screenFile } from "../../../app/shared/address/screen-file.ts";
import { SCREEN_NAMES } from "../../../app/shared/address/screens.ts";
import type { HttpEnv } from "../../http/context.ts";
import { LIMITS } from "../../http/load-shedding.ts";
import { PageCache } from "./page-cache.ts";
import { pages, type SiteBuild } from "../pages.ts";
import { READ, shareOf } from "./stored-pages.ts";

/** A cursor as links have it. */
const STEP = "12_0f8fad5b-d9cb-469f-a165-70867728950e";

test.each([
  "/",
  "/en/trends?league=NBA",
  "/en/today?month=2026-11",
  "/feed/fr.atom",
  "/feed/team/0f8fad5b-d9cb-469f-a165-70867728950e.en.json",
  "/embed/jersey/0f8fad5b-d9cb-469f-a165-70867728950e?lang=fr",
  "/?competition=0f8fad5b-d9cb-469f-a165-70867728950e&league=NBA",
  "/competition/0f8fad5b-d9cb-469f-a165-70867728950e/2024-25?page=2",
  "/team/0f8fad5b-d9cb-469f-a165-70867728950e?decade=1990",
  "/en/tendances.data?_routes=trends",
  "/en/trends.data?_routes=trends.1",
  "/en.data?league=NBA&_routes=home.1",
  "/_.data?_routes=home",
  "/en/about.data?_routes=text",
  "/jersey/paris-saint-germain/home/1995",
  "/member/_zoe_9",
  "/robots.txt",
])("stores %s", (path) => {
  expect(shareOf(path)).toBe("pages");
});

test.each([
  "/recherche?q=om",
  "/recherche?q=l%27om+%C3%A9t%C3%A9&show=48",
  "/recherche.data?q=om&_routes=search",
  `/sport/nba?after=${STEP}`,
  `/en/sport/nba.data?after=${STEP}&_routes=sport`,
  "/suggest/jersey/0f8fad5b-d9cb-469f-a165-70867728950e",
  "/shirt.svg",
  shirtUrl({ league: "NBA", kitType: "home", seed: "x", year: 1990, colors: ["#fff"], back: "9" }),
])("stores %s apart, as anybody can vary it", (path) => {
  expect(shareOf(path)).toBe("free");
});

/** Spellings of addresses that show the same page as the site's own. */
const SPELLINGS = [
  "/en?&&&",
  "/en/?",
  "/en/trends/",
  "/en/%74rends",
  "/en/%54RENDS?&",
  "/en/TRENDS",
  "/EN/trends",
  "/fr/tendances",
  "/en/trends?league=NBA&",
  "/en/trends?&league=NBA",
  "/en/trends?le%61gue=NBA",
  "/en/trends?league=%4eBA",
  "/en/trends?league=NBA&league=NBA",
  "/recherche?q=a%20b",
  "/recherche?q=%6fm",
  "/recherche?show=48&q=om",
  "/?league=NBA&competition=0f8fad5b-d9cb-469f-a165-70867728950e",
  "/?competition=0F8FAD5B-d9cb-469f-a165-70867728950e",
  "/team/0F8FAD5B-d9cb-469f-a165-70867728950e",
  "/jersey/paris--saint-germain/home/1995",
  "/jersey/paris_saint_germain/home/1995",
  "/jersey/paris-saint-germain/home-/1995",
  "/en/trends.data?_routes=trends",
  "/en/trends.data?_routes=trends.9",
  "/en/trends/_.data?_routes=trends.1",
  `/sport/nba.data?_routes=sport&after=${STEP}`,
  "/shirt.svg?kit=home&league=NBA",
  "/shirt.svg?league=NBA&year=01990",
  "/shirt.svg?league=NBA&",
  "/embed/jersey/0f8fad5b-d9cb-469f-a165-70867728950e?lang=de",
  "/embed/jersey/0f8fad5b-d9cb-469f-a165-70867728950e?lang=fr&lang=fr",
  "/embed/jersey/0F8FAD5B-d9cb-469f-a165-70867728950e?lang=fr",
];

test.each(SPELLINGS)("doesn't store another spelling: %s", (path) => {
  expect(shareOf(path)).toBeUndefined();
});

test.each([
  "/?x=1",
  "/classements?x1=1",
  "/en/sports?x2=2",
  "/en/trends?league=NBA&x=1",
  "/en/trends?league=NBA&league=x1",
  "/en/trends?_routes=x1",
  "/en/trends.data?_routes=x1",
  "/en/trends.data?_routes=trends,home",
  "/TRENDS?league=NBA",
  "/shirt.svg?league=NBA&x=1",
  "/auth?redirect=/x1",
  `/sport/nba?after=${"x".repeat(401)}`,
  // Values that the screen doesn't know, and other spellings of those that it knows.
  "/?league=x1",
  "/?league=nba",
  "/trends.data?league=x1",
  "/en/sports?league=",
  "/?season=zzz",
  "/?trends=x1",
  "/?competition=x1",
  "/?q=om",
  "/recherche?show=48",
  "/recherche?q=om&show=49",
  "/recherche?q=om&season=2024-25",
  "/recherche?q=%20om",
  "/sport/nba?after=x",
  "/competition/0f8fad5b-d9cb-469f-a165-70867728950e?season=x1",
  "/competition/0f8fad5b-d9cb-469f-a165-70867728950e/2024-25?page=x1",
  "/team/0f8fad5b-d9cb-469f-a165-70867728950e?decade=1991",
])("doesn't store %s", (path) => {
  expect(shareOf(path)).toBeUndefined();
});

test("every parameter that a loader reads is listed", async () => {
  for (const screen of SCREEN_NAMES) {
    const file = new URL(`../../../app/${screenFile(screen)}`, import.meta.url);
    const source = await readFile(file, "utf8");
    const read = [...source.matchAll(/searchParams\.get(?:All)?\("(\w+)"\)/g)].map(
      ([, name]) => name!,
    );
    if (/leagueOf\(url\.searchParams\)/.test(source)) read.push("league");
    if (screen === "competition") read.splice(read.indexOf("season"), 1);
    expect(Object.keys(READ[screen] ?? {}), screen).toEqual(expect.arrayContaining(read));
  }
});

/** A site that answers every address with this. */
function siteWith(cache: PageCache, loader: () => Response | Promise<Response>): Hono<HttpEnv> {
  const build = {
    entry: { module: { createLoadContext: () => undefined as unknown as RouterContextProvider } },
    routes: { all: { id: "all", path: "*", module: { loader } } },
    assets: { routes: {}, entry: { imports: [], module: "" }, url: "", version: "" },
    basename: "/",
    future: {},
    prerender: [],
    publicPath: "/",
    assetsBuildDirectory: "",
    ssr: true,
    isSpaMode: false,
    routeDiscovery: { mode: "initial" },
  } as unknown as SiteBuild;
  return new Hono<HttpEnv>().get(
    "*",
    pages({
      build,
      mode: "production",
      access: { url: "", anonKey: "", siteUrl: "http://site.test" },
      cache,
      policy: { origins: [] },
      trustProxy: true,
    }),
  );
}

const STORED = { headers: { "Cache-Control": "public, s-maxage=3" } };

test("the site renders a page with a parameter that it doesn't read, and stores no copy", async () => {
  let renderings = 0;
  const cache = new PageCache();
  const site = siteWith(cache, () => {
    renderings += 1;
    return new Response("page", STORED);
  });
  for (const path of ["/sports", "/sports", "/sports?x=1", "/sports?x=1"]) {
    expect(await (await site.request(path)).text()).toBe("page");
  }
  expect(renderings).toBe(3);
  expect(cache.atHand("/sports")).toBeDefined();
  expect(cache.atHand("/sports?x=1")).toBeUndefined();
});

test("an address that asks for many pages at once keeps no other one waiting", async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let begun = 0;
  const site = siteWith(new PageCache(), async () => {
    begun += 1;
    await opened;
    return new Response("page", STORED);
  });
  const ask = (address: string, n: number) =>
    site.request(`/en/trends?x=${n}`, { headers: { "x-forwarded-for": address } });
  const { total, caller, waiting } = LIMITS.renderings;
  const hostile = Array.from({ length: total }, (_, n) => ask("192.0.2.1", n));
  const refused = hostile.slice(caller + waiting);
  for (const each of refused) expect((await each).status).toBe(503);
  await expect.poll(() => begun).toBe(caller);
  const other = ask("192.0.2.2", 0);
  await expect.poll(() => begun).toBe(caller + 1);
  open();
  expect((await other).status).toBe(200);
  for (const each of hostile.slice(0, caller + waiting)) expect((await each).status).toBe(200);
});

test("420 odd requests evict no page that is visited", async () => {
  // However long they take, no page ages meanwhile.
  const cache = new PageCache({ now: () => 0 });
  // A page of the catalogue.
  const body = "shirt ".repeat(16_000);
  const site = siteWith(cache, () => new Response(body, STORED));
  const visited = [
    "/",
    "/en",
    "/en/trends",
    "/sport/nba",
    "/team/0f8fad5b-d9cb-469f-a165-70867728950e",
  ];
  for (const path of visited) expect((await site.request(path)).status).toBe(200);
  const varied = (n: number) => [
    `/en?${"&".repeat(n + 1)}`,
    `/recherche?q=${n}`,
    `/sport/nba?after=${n}_0f8fad5b-d9cb-469f-a165-70867728950e`,
    `/shirt.svg?team=${n}`,
    `/suggest/jersey/${String(n).padStart(8, "0")}-d9cb-469f-a165-70867728950e`,
    SPELLINGS[n % SPELLINGS.length]!,
  ];
  for (let n = 0; n < 70; n += 1) {
    for (const path of varied(n)) await site.request(path);
  }
  expect(visited.filter((path) => !cache.atHand(path))).toEqual([]);
  expect(cache.atHand("/recherche?q=69")).toBeDefined();
  expect(cache.atHand("/recherche?q=0")).toBeUndefined();
});
