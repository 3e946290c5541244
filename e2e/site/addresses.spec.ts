import { type Language, LANGUAGES } from "../../app/shared/i18n/languages.ts";
import { addresses, alternates, href, type Screen } from "../../app/shared/address/paths.ts";
import { SCREEN_NAMES } from "../../app/shared/address/screens.ts";
import { exampleParams } from "../../tests/support/catalogue.ts";
import type { Site } from "../../tests/support/site.ts";
import { expect, test } from "../support/test.ts";

interface Answer {
  status: number;
  location: string | null;
  html: string;
}

async function get(site: Site, path: string): Promise<Answer> {
  const answer = await fetch(site.url + path, { redirect: "manual" });
  const location = answer.headers.get("location");
  return {
    status: answer.status,
    location: location && location.replace(site.url, ""),
    html: await answer.text(),
  };
}

function attribute(html: string, tag: RegExp, name: string): string | undefined {
  return new RegExp(`${name}="([^"]*)"`).exec(tag.exec(html)?.[0] ?? "")?.[1];
}

const langOf = (html: string) => attribute(html, /<html[^>]*>/, "lang");
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];
const canonicalOf = (html: string) => attribute(html, /<link rel="canonical"[^>]*>/, "href");
const isHidden = (html: string) => /<meta name="robots" content="noindex"/.test(html);

function alternatesOf(html: string): Record<string, string> {
  const links = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi)];
  return Object.fromEntries(links.map(([, lang, address]) => [lang, address]));
}

/** A pattern with its parameters filled in and encoded as in an address. */
function fill(pattern: string, params: Record<string, string>): string {
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!));
}

/** Screens that only redirect or answer 'not found', and search results, which are there for a query only. */
const WITHOUT_PAGE: Screen[] = ["jerseyById", "notFound", "search"];

const screens = SCREEN_NAMES.filter((screen) => !WITHOUT_PAGE.includes(screen));

for (const screen of screens) {
  test(`${screen}: shows every language under every language's address`, async ({ site }) => {
    const params = (await exampleParams(site))[screen];
    const translated = alternates(screen, params);
    const titles = new Map<Language, string | undefined>();
    for (const lang of LANGUAGES) {
      for (const pattern of addresses(screen, lang)) {
        const path = fill(pattern, params);
        const { status, html } = await get(site, path);
        expect(status, path).toBe(200);
        expect(langOf(html), path).toBe(lang);
        expect(titleOf(html), path).toMatch(/\S/);
        // All addresses of a page show the same content.
        expect(titles.get(lang) ?? titleOf(html), path).toBe(titleOf(html));
        titles.set(lang, titleOf(html));
        if (isHidden(html)) continue;
        expect(canonicalOf(html), path).toBe(site.url + translated[lang]);
        expect(alternatesOf(html), path).toEqual({
          ...Object.fromEntries(LANGUAGES.map((other) => [other, site.url + translated[other]])),
          "x-default": site.url + translated.fr,
        });
      }
    }
  });
}

test("finds pages by short or misspelt addresses", async ({ site }) => {
  const { jersey, jerseyById, variations, team } = await exampleParams(site);
  for (const lang of LANGUAGES) {
    expect(await get(site, href("jerseyById", jerseyById, lang))).toMatchObject({
      status: 301,
      location: href("jersey", jersey, lang),
    });
    // Redirects home when nothing is found (docs/product/site.md 2.7).
    expect(await get(site, href("jerseyById", { id: "unknown" }, lang))).toMatchObject({
      status: 302,
      location: href("home", {}, lang),
    });
    expect(await get(site, href("jersey", { ...jersey, teamSlug: "other" }, lang))).toMatchObject({
      status: 301,
      location: href("jersey", jersey, lang),
    });
    expect(await get(site, href("sport", { sport: "NBA" }, lang))).toMatchObject({
      status: 301,
      location: href("sport", { sport: "nba" }, lang),
    });
    expect(await get(site, href("sport", { sport: "curling" }, lang))).toMatchObject({
      status: 302,
      location: href("notFound", {}, lang),
    });
    expect(await get(site, `${href("member", { username: "Paul_1" }, lang)}?list=x`)).toMatchObject(
      {
        status: 301,
        location: `${href("member", { username: "paul_1" }, lang)}?list=x`,
      },
    );
    // Any type or year matches; upper case too, because names are compared as slugs.
    for (const wider of [
      { kitType: "maillot" },
      { year: "annee-inconnue" },
      { kitType: "maillot", year: "annee-inconnue" },
      { teamSlug: "Paris Saint-Germain" },
    ]) {
      const path = href("variations", { ...variations, ...wider }, lang);
      expect((await get(site, path)).status, path).toBe(200);
    }
  }
  for (const [sloppy, proper] of [
    ["/fr", "/"],
    ["/fr/tendances", "/tendances"],
    ["/FR/sports?league=NBA", "/sports?league=NBA"],
    ["/EN", "/en"],
    ["/Es/deportes", "/es/deportes"],
    ["/PT/team/", "/pt/team"],
    ["/sports/", "/sports"],
    ["/classements", "/tendances"],
    ["/en/leaderboard/competition/ligue-1", "/en/catalogue?competition=ligue-1"],
    ["/en/", "/en"],
    [`/team/${team.teamId}/`, `/team/${team.teamId}`],
  ] as const) {
    expect(await get(site, sloppy), sloppy).toMatchObject({ status: 301, location: proper });
  }
  expect(await get(site, "//sports")).toMatchObject({ status: 308, location: "/sports" });
});

const NOBODY = "00000000-0000-4000-8000-000000000000";

test("answers an unknown address with a translated page and status 404", async ({ site }) => {
  const { competitionId } = (await exampleParams(site)).competition;
  for (const lang of LANGUAGES) {
    for (const path of [
      href("notFound", {}, lang),
      href("team", { teamId: NOBODY }, lang),
      href("team", { teamId: "psg" }, lang),
      href("team", { teamId: `${NOBODY}'--` }, lang),
      href("competition", { competitionId: NOBODY }, lang),
      href("competition", { competitionId: "../../etc" }, lang),
      href("season", { competitionId: NOBODY, season: "2020-21" }, lang),
      href("season", { competitionId, season: "2020-2021" }, lang),
      href("season", { competitionId, season: "2099" }, lang),
      href("jersey", { teamSlug: "a", kitType: "b", year: "c", id: NOBODY }, lang),
      href("variations", { teamSlug: "nobody", kitType: "home", year: "1998" }, lang),
      href("variations", { teamSlug: "nobody", kitType: "kit-a-b", year: "1998" }, lang),
      href("variations", { teamSlug: "nobody", kitType: "socks", year: "98" }, lang),
      href("variations", { teamSlug: "日本", kitType: "home", year: "1998" }, lang),
      href("history", { type: "jersey", id: "zzz" }, lang),
      href("history", { type: "team", id: NOBODY }, lang),
      href("history", { type: "zzz", id: NOBODY }, lang),
      href("member", { username: "nobody_at_all" }, lang),
    ]) {
      const { status, html } = await get(site, path);
      expect(status, path).toBe(404);
      expect(langOf(html), path).toBe(lang);
      expect(isHidden(html), path).toBe(true);
      expect(titleOf(html), path).toMatch(/\S.* \| Maillothèque$/);
      expect(canonicalOf(html), path).toBeUndefined();
    }
  }
  const unknownKit = { teamSlug: "foo-bar", kitType: "kit-a-b", year: "2000" };
  const { html } = await get(site, href("variations", unknownKit, "fr"));
  expect(html).toContain("foo bar\u00a0: kit a b, 2000");
  expect(html).toContain("Aucun maillot ne correspond");
});

/** Accidental or deliberate additions to an address, and the expected answer. */
const AROUND: [before: string, after: string, status: 200 | 404][] = [
  ["", "?league=a&league=b&season=1&season=2&decade=1&decade=2&after=1&after=2", 200],
  ["", "?decade=%00&after=%ff&%E0%A4%A=1", 200],
  ["", `?decade=${"9".repeat(6000)}`, 200],
  ["", "?decade=-1#<script>", 200],
  ["/EN", "/", 200],
  ["/Fr", "", 200],
  ["/", "", 200],
  ["/pt/", "//", 200],
  ["", "x", 404],
  ["", "a".repeat(6000), 404],
  ["", "/extra", 404],
  ["", "%", 404],
  ["", "%00", 404],
  ["", "%E0%A4%A", 404],
  ["", "%0d%0aSet-Cookie:%20a=b", 404],
  ["", "%E2%80%AE%F0%9F%91%95", 404],
  ["", "日本", 404],
  ["", "%3Cscript%3Ealert(1)%3C/script%3E", 404],
  ["/es/es", "", 404],
];

test("finds existing pages only under their exact address", async ({ site }) => {
  const params = await exampleParams(site);
  for (const path of [
    href("team", params.team, "fr"),
    href("competition", params.competition, "fr"),
    href("season", params.season, "fr"),
    href("jersey", params.jersey, "fr"),
    href("variations", params.variations, "fr"),
  ]) {
    for (const [before, after, status] of AROUND) {
      const address = before + path + after;
      const answer = await fetch(site.url + address);
      expect(answer.status, address).toBe(status);
      expect(new URL(answer.url).origin, address).toBe(site.url);
      expect(await answer.text(), address).not.toContain("<script>alert(1)");
    }
  }
});

test("answers bad input and never returns it as markup", { tag: "@long" }, async ({ site }) => {
  const { team, competition } = await exampleParams(site);
  const attack = "<script>alert(1)</script>";
  const encoded = encodeURIComponent(attack);
  const queries = [
    `?league=${encoded}&season=${encoded}&competition=${encoded}&after=${encoded}&decade=${encoded}`,
    "?league=NBA&league=NFL&after=1&after=2&decade=1990&decade=2000&season=a&season=b",
    `?after=${"9".repeat(4000)}`,
    "?after=12_x,or(score.gt.0)&decade=-1&season=%00&league=%ff",
    "?after=-5_00000000-0000-4000-8000-000000000000&decade=1e9",
    "?%E0%A4%A&=&&&",
    `?q=${encoded}&show=-1&q=other`,
    `?q=${"a".repeat(4000)}&show=${"9".repeat(400)}`,
    "?q=pa%00ris&q[]=1&__proto__=1&_routes=x&index",
    "?q=%F0%9F%91%95%E2%80%AE&league=%E6%97%A5%E6%9C%AC",
  ];
  const paths = [
    "/",
    "/competitions",
    "/sports",
    "/tendances",
    "/recherche",
    "/sport/nba",
    `/team/${team.teamId}`,
    `/competition/${competition.competitionId}`,
    "/jersey/paris-saint-germain/maillot/annee-inconnue",
    "/soumettre",
    "/auth",
    "/tendances.data",
    "/og/site/maillotheque.fr.jpg",
    `/og/team/${team.teamId}.pt.jpg`,
    "/sitemap.xml",
    "/robots.txt",
    "/manifest/fr.webmanifest",
    "/es/offline",
  ];
  for (const path of paths) {
    for (const query of queries) {
      const { status, location, html } = await get(site, path + query);
      // Results had their address on the home page once; without words there are none.
      if (location) expect(location, path + query).toMatch(/^\/(recherche\?q=|$)/);
      expect(location ? [301, 302] : [200, 404], path + query).toContain(status);
      expect(html, path + query).not.toContain(attack);
    }
  }
  for (const path of [
    "/%",
    "/en/%E0%A4%A",
    "/team/%00",
    "/sport/%c3%28",
    `/sport/${encoded}`,
    `/jersey/${encoded}/${encoded}/${encoded}`,
    `/${"a".repeat(8000)}`,
    "/日本/チーム",
    "/.env",
    "/og/日本/%00.fr.jpg",
    "/og/team/%E0%A4%A.fr.jpg",
    "/sitemap/%00",
    "/sitemap/%E0%A4%A",
    "/manifest/%00",
    "/%2f%2fevil.example",
    "/en/%5cevil.example",
    "/en/es",
  ]) {
    const { status, html } = await get(site, path);
    expect(status, path).toBeGreaterThanOrEqual(300);
    expect(status, path).toBeLessThan(500);
    expect(html, path).not.toContain(attack);
  }
});
