import { readFile } from "node:fs/promises";
import type { RouterContextProvider } from "react-router";
import { Hono } from "hono";
import { expect, test } from "vitest";

import { shirtUrl } from "../../app/address/shirt-url.ts";
import { SCREEN_NAMES, screenFolder } from "../../app/address/screens.ts";
import type { HttpEnv } from "./context.ts";
import { PageCache } from "./page-cache.ts";
import { pages, type SiteBuild } from "./pages.ts";
import { isStored, READ } from "./stored-pages.ts";

test.each([
  "/",
  "/leaderboards",
  "/?q=om&show=48",
  "/en/trends?league=NBA",
  "/sport/nba?after=x",
  "/en/sport/nba.data?after=x&_routes=en.sport",
  "/en/tendances.data?_routes=en.trends.1",
  "/en.data?league=NBA&_routes=en.home",
  "/_.data?_routes=fr.home",
  shirtUrl({ league: "NBA", kitType: "home", seed: "x", year: 1990, colors: ["#fff"], back: "9" }),
])("stores %s", (path) => {
  expect(isStored(path)).toBe(true);
});

test.each([
  "/?x=1",
  "/classements?x1=1",
  "/en/leaderboards?x2=2",
  "/en/trends?league=NBA&x=1",
  "/en/trends?league=NBA&league=x1",
  "/en/trends?_routes=x1",
  "/en/trends.data?_routes=x1",
  "/en/trends.data?_routes=en.trends,en.home",
  "/TRENDS?league=NBA",
  "/shirt.svg?league=NBA&x=1",
  "/auth?redirect=/x1",
  `/sport/nba?after=${"x".repeat(401)}`,
])("doesn't store %s", (path) => {
  expect(isStored(path)).toBe(false);
});

test("every parameter that a loader reads is listed", async () => {
  for (const screen of SCREEN_NAMES) {
    const file = new URL(`../../app/screens/${screenFolder(screen)}/route.tsx`, import.meta.url);
    const source = await readFile(file, "utf8");
    const read = [...source.matchAll(/searchParams\.get(?:All)?\("(\w+)"\)/g)].map(
      ([, name]) => name!,
    );
    if (/leagueOf\(url\.searchParams\)/.test(source)) read.push("league");
    expect(READ[screen] ?? [], screen).toEqual(expect.arrayContaining(read));
  }
});

test("the site renders a page with a parameter that it doesn't read, and stores no copy", async () => {
  let renderings = 0;
  const loader = () => {
    renderings += 1;
    return new Response("page", { headers: { "Cache-Control": "public, s-maxage=3" } });
  };
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
  const cache = new PageCache();
  const site = new Hono<HttpEnv>().get(
    "*",
    pages({
      build,
      mode: "production",
      access: { url: "", anonKey: "", siteUrl: "http://site.test" },
      cache,
      policy: { backendUrl: "", siteUrl: "http://site.test" } as never,
      trustProxy: false,
    }),
  );
  for (const path of ["/leaderboards", "/leaderboards", "/leaderboards?x=1", "/leaderboards?x=1"]) {
    expect(await (await site.request(path)).text()).toBe("page");
  }
  expect(renderings).toBe(3);
  expect(cache.atHand("/leaderboards")).toBeDefined();
  expect(cache.atHand("/leaderboards?x=1")).toBeUndefined();
});
