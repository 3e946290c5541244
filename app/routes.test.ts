import type { RouteConfigEntry } from "@react-router/dev/routes";
import { createStaticHandler, type RouteObject } from "react-router";
import { expect, test } from "vitest";

import { ACCOUNT_SECTIONS } from "./account/address/account-sections.ts";
import { addresses, pathsOf } from "./shared/address/paths.ts";
import { isTextScreen, type Screen, SCREEN_NAMES } from "./shared/address/screens.ts";
import { LANGUAGES } from "./shared/i18n/languages.ts";
import { loader, middleware } from "./site/language-guard.tsx";
import config from "./routes.ts";

const GUARD = "site/language-guard.tsx";

/** The table as the router takes it, with the guard's loader only; a route without an id has its file's name. */
function routesOf(entries: RouteConfigEntry[]): RouteObject[] {
  return entries.map(
    ({ id, file, path, index, children }) =>
      ({
        id: id ?? file,
        path,
        index,
        children: children && routesOf(children),
        ...(file === GUARD && { loader }),
      }) as RouteObject,
  );
}

const { query } = createStaticHandler([
  // React Router gives the root to all of them.
  {
    id: "root",
    path: "",
    ErrorBoundary: () => null,
    children: routesOf(config as RouteConfigEntry[]),
  },
] as RouteObject[]);

/** The route that answers, without the number of its path, and the status that the guard leaves. */
async function answerOf(path: string): Promise<[route: string | undefined, status: number]> {
  const answer = await query(new Request(new URL(path, "http://site")));
  if (answer instanceof Response) throw new Error(`${path} is redirected`);
  return [answer.matches.at(-1)?.route.id.replace(/\.\d+$/, ""), answer.statusCode];
}

const routeOf = (screen: Screen) => (isTextScreen(screen) ? "text" : screen);

/** The first word of each screen's paths: as a parameter, it could be taken for another screen. */
const WORDS = SCREEN_NAMES.flatMap((screen) => pathsOf(screen).map((path) => path.split("/")[1]!));

test.each(SCREEN_NAMES)("each address of %s leads to it in each language", async (screen) => {
  const values =
    screen === "accountSection" ? ACCOUNT_SECTIONS : ["1", ...WORDS.filter(Boolean), ...LANGUAGES];
  for (const lang of LANGUAGES) {
    for (const pattern of addresses(screen, lang)) {
      for (const value of pattern.includes(":") ? values : [""]) {
        const path = pattern.replaceAll(/:\w+/g, value);
        expect([path, ...(await answerOf(path))]).toEqual([path, routeOf(screen), 200]);
      }
    }
  }
});

test.each([
  ["/og/team/1.fr.jpg", "site/resources/og/og.ts"],
  ["/sitemap/team", "site/resources/sitemap/sitemap-part.ts"],
  ["/manifest/admin", "site/resources/install/manifest.ts"],
])("%s is no page", async (path, route) => {
  expect(await answerOf(path)).toEqual([route, 200]);
});

test.each(["/xx/team/1", "/xx/tendances", "/team/account/data", "/constructor/sports", "/xx/404"])(
  "an unknown language is 404: %s",
  async (path) => {
    expect(await answerOf(path)).toEqual([expect.anything(), 404]);
  },
);

test.each(["/nothing/at/all", "/en/en/team/1", "/en/team/1/2/3/4/5"])(
  "no screen: %s",
  async (path) => {
    expect(await answerOf(path)).toEqual(["site/screens/not-found/route.tsx", 200]);
  },
);

test("a redirect of a screen leads to the 404 page in an unknown language", async () => {
  const [guard] = middleware;
  const guarded = (lang: string | undefined, answer: Response) =>
    guard!({ params: { lang } } as Parameters<typeof guard & {}>[0], async () => answer);
  const moved = new Response(null, { status: 301, headers: { Location: "/sport/nba" } });
  await expect(guarded("en", moved)).resolves.toBe(moved);
  await expect(guarded(undefined, moved)).resolves.toBe(moved);
  const refused = await Promise.resolve(guarded("xx", moved)).catch((thrown: unknown) => thrown);
  expect((refused as Response).headers.get("Location")).toBe("/404");
  const page = new Response("", { status: 404 });
  await expect(guarded("xx", page)).resolves.toBe(page);
});
