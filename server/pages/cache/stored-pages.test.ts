import { readFile } from "node:fs/promises";
import type { RouterContextProvider } from "react-router";
import { Hono } from "hono";
import { expect, test } from "vitest";

import { shirtUrl } from "../../../app/shared/address/shirt-url.ts";
import { screenFile } from "../../../app/shared/address/screen-file.ts";
import { SCREEN_NAMES } from "../../../app/shared/address/screens.ts";
import type { HttpEnv } from "../../http/context.ts";
import { PageCache } from "./page-cache.ts";
import { pages, type SiteBuild } from "../pages.ts";
import { isStored, READ } from "./stored-pages.ts";

/** A cursor as links have it. */
const STEP = "12_0f8fad5b-d9cb-469f-a165-70867728950e";

test.each([
  "/",
  "/leaderboards",
  "/?q=om&show=48",
  "/en/trends?league=NBA",
  `/sport/nba?after=${STEP}`,
  `/en/sport/nba.data?after=${STEP}&_routes=sport`,
  "/?league=NBA&competition=0f8fad5b-d9cb-469f-a165-70867728950e",
  "/?season=2024-25&trends=rising",
  "/competition/0f8fad5b-d9cb-469f-a165-70867728950e/2024-25?page=2",
  `/team/0f8fad5b-d9cb-469f-a165-70867728950e?decade=1990&after=${STEP}`,
  "/en/tendances.data?_routes=trends.1",
  "/en.data?league=NBA&_routes=home",
  "/_.data?_routes=home",
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
  "/?show=48",
  "/?q=om&show=49",
  "/?q=om&season=2024-25",
  "/?q=%20om",
  "/sport/nba?after=x",
  "/competition/0f8fad5b-d9cb-469f-a165-70867728950e?season=x1",
  "/competition/0f8fad5b-d9cb-469f-a165-70867728950e/2024-25?page=x1",
  "/team/0f8fad5b-d9cb-469f-a165-70867728950e?decade=1991",
])("doesn't store %s", (path) => {
  expect(isStored(path)).toBe(false);
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
