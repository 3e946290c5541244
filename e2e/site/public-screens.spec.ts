import type { Locator, Page } from "@playwright/test";

import { type Language, LANGUAGES } from "../../app/shared/i18n/languages.ts";
import { href, type ParamsOf, type Screen } from "../../app/shared/address/paths.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { clickAlive, untilListening } from "../support/alive.ts";
import { bySlug, exampleParams } from "../../tests/support/catalogue.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

interface Shown {
  screen: Screen;
  query?: string;
  /** The main heading in two languages. */
  heading: { fr: RegExp; es: RegExp };
  /** Visible elements in any language, and the number of each. */
  counts?: Record<string, number>;
  /** Only members see this screen; visitors get an explanation in the sign-in screen. */
  forMembers?: true;
}

/** Every public screen. */
const SHOWN: Record<string, Shown> = {
  home: {
    screen: "home",
    heading: { fr: /^chaque maillot a son histoire$/i, es: /^cada camiseta tiene su historia$/i },
    counts: {
      "h1 ~ dl > div": 3,
      '[aria-labelledby="leagues"] a': 5,
      "#tendances article": 24,
      "#tendances [aria-roledescription] article": 12,
      "#tendances .card-rank": 3,
      "#tendances ~ div [aria-roledescription] article": 18,
      "#competitions a": 9,
    },
  },
  "search results": {
    screen: "search",
    query: "?q=paris",
    heading: { fr: /^résultats pour «\sparis\s»$/i, es: /^resultados de «paris»$/i },
    counts: { "main h2": 2, '[aria-labelledby="jerseys"] article': 6 },
  },
  catalogue: {
    screen: "catalogue",
    heading: { fr: /^catalogue$/i, es: /^catálogo$/i },
    counts: {
      "#maillots article": 24,
      ".filter-colors > li": 14,
      "#filters details.filter-group": 10,
    },
  },
  competitions: {
    screen: "competitions",
    heading: { fr: /^compétitions$/i, es: /^competiciones$/i },
    counts: { "[aria-roledescription] article": 12 },
  },
  competition: {
    screen: "competition",
    heading: { fr: /^ligue 1$/i, es: /^ligue 1$/i },
    counts: { '[aria-labelledby="teams"] li': 18 },
  },
  season: {
    screen: "season",
    heading: { fr: /^ligue 1 2020-2021$/i, es: /^ligue 1 2020-2021$/i },
    // The teams with a shirt, and those without, folded.
    counts: { "main .grid > div > table thead th": 4, "main tbody tr": 20 },
  },
  sports: {
    screen: "sports",
    heading: { fr: /^sports$/i, es: /^deportes$/i },
    counts: { 'main a[href*="/sport/"]': 5, '[aria-labelledby="latest"] article': 12 },
  },
  sport: {
    screen: "sport",
    heading: { fr: /^🏀 maillots de basket$/iu, es: /^🏀 camisetas de baloncesto$/iu },
    counts: {
      "h1 ~ dl > div": 2,
      '[aria-labelledby="competitions"] article': 3,
      "#maillots article": 24,
    },
  },
  trends: {
    screen: "trends",
    heading: {
      fr: /^tendances$/i,
      es: /^tendencias$/i,
    },
    counts: { "#tendances article": 24, '[aria-labelledby="sport"] ol': 5 },
  },
  today: {
    screen: "today",
    heading: { fr: /^aujourd’hui$/i, es: /^hoy$/i },
    counts: { '[aria-labelledby="shirt-of-the-day"]': 1, '[aria-labelledby="guess"]': 1 },
  },
  data: {
    screen: "data",
    heading: { fr: /^données ouvertes$/i, es: /^datos abiertos$/i },
  },
  team: {
    screen: "team",
    heading: { fr: /^paris saint-germain$/i, es: /^paris saint-germain$/i },
    counts: { "#saisons thead th": 4, "#saisons td img": 5, "main article": 0 },
  },
  variations: {
    screen: "variations",
    heading: { fr: /^paris saint-germain\s: domicile, /i, es: /^paris saint-germain: local, /i },
    counts: { "#maillots article": 1 },
  },
  jersey: {
    screen: "jersey",
    heading: {
      fr: /^Paris Saint-Germain 20\d\d-20\d\d$/,
      es: /^Paris Saint-Germain 20\d\d-20\d\d$/,
    },
    counts: { '[aria-labelledby="similar"] article': 3 },
  },
  auth: {
    screen: "auth",
    heading: { fr: /^connexion$/i, es: /^iniciar sesión$/i },
    counts: { 'input[type="email"], input[type="password"]': 2 },
  },
  submit: {
    screen: "submit",
    heading: { fr: /^proposer un maillot$/i, es: /^enviar una camiseta$/i },
    counts: { "form select[required], form input[required]": 6 },
    forMembers: true,
  },
  "not found": {
    screen: "notFound",
    heading: { fr: /^oups\s! page introuvable$/i, es: /^¡vaya! página no encontrada$/i },
  },
};

/** The widths that a screen is shown at; the first one is also checked for accessibility. */
const VIEWS = [
  { colorScheme: "light", widths: [360, 320] },
  { colorScheme: "dark", widths: [1440, 1024, 768] },
] as const;

/**
 * Checks a page at every width, in both themes. Needs no other visit: only style sheets know width
 * and theme.
 */
async function expectGoodViews(page: Page, lang: Language): Promise<void> {
  for (const { colorScheme, widths } of VIEWS) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths.toReversed()) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
    // Other languages: `npm run test:long`.
    if (lang === "fr") await expectAccessible(page);
  }
}

for (const [what, shown] of Object.entries(SHOWN)) {
  test(`${what}: shows everything, fits, and is accessible`, async ({ page, site }) => {
    const { screen, query = "", heading, counts = {}, forMembers } = shown;
    const params = (await exampleParams(site))[screen] as ParamsOf<typeof screen>;
    const title: Locator = page.getByRole("heading", { level: 1 });
    if (forMembers) {
      await page.goto(href(screen, params, "fr"));
      await expect(page).toHaveURL(/\/auth\?next=/);
      await expect(page.getByRole("alert").first()).toHaveText(/connectez-vous pour/);
      await signInAs(page, await createMember(site, "zoe"));
    }
    for (const lang of inEveryLanguage(["fr", "es"] as const satisfies Language[])) {
      await page.goto(href(screen, params, lang) + query);
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      await expect(title).toHaveText(heading[lang]);
      for (const [place, count] of Object.entries(counts)) {
        await expect(page.locator(place), place).toHaveCount(count);
      }
      await expectGoodViews(page, lang);
    }
  });
}

test("offers a way back from a missing page", async ({ page }) => {
  for (const path of ["/team/unknown", "/competition/unknown"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/introuvable/i);
    await page.getByRole("link", { name: "Retour aux compétitions" }).click();
    await expect(page).toHaveURL(/\/competitions$/);
  }
});

test("extends a list and restores it after going back", async ({ page }) => {
  await page.goto("/sport/nba");
  const cards = page.locator("#maillots article");
  await expect(cards).toHaveCount(24);
  const more = page.getByRole("link", { name: "Afficher la suite" });
  // Before hydration the link opens the rest of the list, as it does without scripts.
  await clickAlive(more);
  await expect(page).toHaveURL(/\?after=/);
  await expect(more).toBeHidden();
  const all = await cards.count();
  expect(all).toBeGreaterThan(24);
  // The keyboard focus moves to the first new item.
  await expect(cards.nth(24).getByRole("heading").getByRole("link")).toBeFocused();
  const titles = await cards.allInnerTexts();
  expect(new Set(titles).size).toBe(all);

  await cards.last().getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(/\/jersey\//);
  await page.goBack();
  await expect(cards).toHaveCount(all);

  // What one had seen is there after a reload, too; the address alone opens the rest of the list, with a link to its start.
  await page.reload();
  await expect(cards).toHaveCount(all);
  const other = await page.context().newPage();
  await other.goto(page.url());
  const rest = other.locator("#maillots article");
  await expect(rest).toHaveCount(all - 24);
  await other.getByRole("link", { name: "Revenir au début de la liste" }).click();
  await expect(rest).toHaveCount(24);
});

test("reports a list that fails to load more, and retries", async ({ page }) => {
  await page.goto("/sport/nba");
  const cards = page.locator("#maillots article");
  await page.route("**/*.data?*", (route) => route.abort());
  await clickAlive(page.getByRole("link", { name: "Afficher la suite" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/revient dans un instant/);
  await page.unrouteAll({ behavior: "wait" });
  // A busy server may refuse the first attempt, too: a reader presses again.
  const retry = page.getByRole("link", { name: "Réessayer" });
  await expect(async () => {
    if (await retry.isVisible()) await retry.click();
    await expect(cards.nth(24)).toBeVisible({ timeout: 5_000 });
  }).toPass();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("has links and forms for lists, decades and seasons", async ({ page, site }) => {
    await page.goto("/sport/nba");
    await page.getByRole("link", { name: "Afficher la suite" }).click();
    await expect(page.locator("#maillots article").first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Revenir au début de la liste" })).toBeVisible();

    const { team, competition } = await exampleParams(site);
    await page.goto(href("competition", competition, "en"));
    await page.getByLabel("Season", { exact: true }).selectOption("2012-13");
    await page.getByRole("button", { name: "Show this season" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ligue 1 2012–13");
    // It has no shirt of that season: the line of such teams unfolds.
    await page.locator("main details > summary").click();
    await expect(page.getByRole("row", { name: /^SC Bastia/ })).toBeVisible();

    await page.goto(href("team", team, "fr"));
    await page.getByRole("link", { name: /De 2010 à 2019/ }).click();
    await expect(page.getByRole("rowheader", { name: /^2012/ })).toBeVisible();

    // The menus of the bar are native.
    await page.goto("/");
    await page.getByRole("button", { name: "Catalogue" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Compétitions" }).click();
    await expect(page).toHaveURL("/competitions");
  });
});

test("reaches a team's kits of a year in two clicks", async ({ page, site }) => {
  const { team, jersey } = await exampleParams(site);
  await page.goto(href("team", team, "fr"));
  const timeline = page.getByRole("region", { name: "Maillots au fil des saisons" });
  const decade = `${jersey.year.slice(0, 3)}0`;
  await timeline.getByRole("link", { name: new RegExp(`^De ${decade} à`) }).click();
  await expect(page).toHaveURL(new RegExp(`decade=${decade}`));
  const row = timeline.getByRole("row").filter({ hasText: jersey.year });
  await row
    .getByRole("link", { name: /^Paris Saint-Germain/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/jersey/paris-saint-germain/[a-z]+/${jersey.year}/`));
});

test(
  "prefills a submission from a gap of the timeline",
  { tag: "@long" },
  async ({ page, site }) => {
    await signInAs(page, await createMember(site, "zoe"));
    // Long before the catalogue's first season with known teams; and a season without this team.
    for (const [slug, competition, year] of [
      ["paris-saint-germain", "Ligue 1", 1998],
      ["afc-bournemouth", "Premier League", 2012],
    ] as const) {
      const { id } = await bySlug(site, "teams", slug);
      await page.goto(`${href("team", { teamId: id }, "fr")}?decade=${year - (year % 10)}`);
      await page.getByRole("link", { name: `Proposer un maillot : Extérieur, ${year}` }).click();
      const chosen = (label: RegExp) => page.getByLabel(label).locator("option:checked");
      await expect(page.getByLabel(/^sport/i)).toHaveValue("SOCCER");
      await expect(chosen(/^compétition/i)).toHaveText(competition);
      await expect(chosen(/^saison/i)).toHaveText(`${year}-${year + 1}`);
      await expect(page.getByLabel(/^équipe/i)).toHaveValue(id);
      await expect(page.getByLabel(/^type/i)).toHaveValue("away");
      await expect(page.getByLabel(/^année/i)).toHaveValue(String(year));
      await expect(page).toHaveURL("/soumettre");
    }
  },
);

test(
  "home: leads to competitions, and shows the jerseys of one",
  { tag: "@long" },
  async ({ page, site }) => {
    const { id } = await bySlug(site, "competitions", "champions-league");
    await page.goto("/");
    const links = page.getByRole("navigation", { name: "Compétitions" });
    await expect(links.getByRole("link", { name: "UEFA Champions League" })).toHaveAttribute(
      "href",
      `/competition/${id}`,
    );
    await page.goto(`/?competition=${id}&league=SOCCER#tendances`);
    await expect(page.getByText("Maillots : UEFA Champions League")).toBeVisible();
    await page.getByRole("link", { name: "Retirer : UEFA Champions League" }).click();
    await expect(page).toHaveURL(`${site.url}/?league=SOCCER`);
  },
);

test(
  "navigates from sport to sport, to a competition, and to a team",
  { tag: "@long" },
  async ({ page }) => {
    await page.goto("/en/sports");
    await page
      .getByRole("link", { name: /^Ice hockey/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/ice hockey jerseys/i);
    await page
      .getByRole("navigation", { name: "Change sport" })
      .getByText("Football", { exact: true })
      .click();
    await expect(page).toHaveURL(/\/en\/sport\/soccer$/);
    await page.getByRole("link", { name: "Explore: Premier League" }).click();
    await expect(page.getByText("20 clubs have met home and away")).toBeVisible();
    await expect(page.getByRole("region", { name: "Teams" }).getByRole("listitem")).toHaveCount(20);
    await page
      .getByRole("link", { name: /^Arsenal/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Arsenal");
    await expect(page.getByRole("navigation", { name: "Breadcrumbs" })).toContainText(
      "Premier League",
    );
  },
);

test("trends: shows the best of all sports, then of one", { tag: "@long" }, async ({ page }) => {
  await page.goto("/en/trends");
  await expect(page.getByRole("heading", { name: "Most liked", exact: true })).toBeVisible();
  // In the order of the one figure on each card.
  const shown = await page.locator("#tendances .card-score").allTextContents();
  const scores = shown.map((text) => Number.parseInt(text.replace("Score ", ""), 10));
  expect(scores).toHaveLength(24);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  await expect(
    page.getByRole("region", { name: "American football" }).getByRole("listitem"),
  ).toHaveCount(5);
  await page.getByRole("link", { name: "Show more: American football" }).click();
  await expect(page).toHaveURL(/\/en\/trends\?league=NFL#tendances$/);
  await expect(page.getByRole("heading", { name: "Most liked: American football" })).toBeVisible();
});

test("reserves space for content that loads when the sport changes", async ({ page }) => {
  await page.goto("/sport/nba");
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/sport/soccer.data*", async (route) => {
    await answered;
    await route.continue();
  });
  const places = (name: string) => page.getByRole("region", { name }).getByRole("list").first();
  const card = (name: string) => places(name).locator("> li");
  await clickAlive(
    page
      .getByRole("navigation", { name: "Changer de sport" })
      .getByText("Football", { exact: true }),
  );
  const busy = page.locator('main section[aria-busy="true"]');
  await expect(busy).toHaveCount(2);
  await expect(card("Compétitions")).toHaveCount(6);
  await expect(card("Maillots")).toHaveCount(8);
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(0);
  answer();
  await expect(busy).toHaveCount(0);
  await expect(page).toHaveURL("/sport/soccer");
  await expect(card("Maillots")).toHaveCount(24);
});

test("loads no client library for visitors, and prefetches a link on intent", async ({ page }) => {
  const requested: string[] = [];
  const large: Promise<boolean>[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  page.on("response", (response) => {
    if (!response.url().endsWith(".js")) return;
    // Requests that are pending when the test ends don't count.
    const text = response.text().catch(() => "");
    large.push(text.then((code) => /GoTrueClient/.test(code)));
  });
  await page.goto("/sports");
  await page.waitForLoadState("networkidle");
  expect(large.length).toBeGreaterThan(3);
  expect(await Promise.all(large)).not.toContain(true);
  expect(requested.filter((path) => path.endsWith(".data"))).toEqual([]);
  const link = page.getByRole("main").getByRole("heading").getByRole("link").first();
  await link.hover();
  await expect.poll(() => requested).toContain(`${await link.getAttribute("href")}.data`);
  await expect(page).toHaveURL("/sports");
});

test("writes a season in one form per language", async ({ site }) => {
  const params = await exampleParams(site);
  const screens = ["home", "trends", "team", "competition", "season", "jersey"] as const;
  for (const lang of LANGUAGES) {
    for (const screen of screens) {
      const html = await (await fetch(site.url + href(screen, params[screen], lang))).text();
      const shown = html.replace(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>/g, "\n");
      const written = shown.match(/\b(?:19|20)\d\d[-–](?:\d\d|\d{4})\b(?!-)/g) ?? [];
      const form = lang === "en" ? /^\d{4}–(\d\d|2000)$/ : /^\d{4}-\d{4}$/;
      expect(
        written.filter((season) => !form.test(season)),
        `${lang} ${screen}`,
      ).toEqual([]);
    }
  }
});

test("reserves space for every picture, and prioritises only visible ones", async ({ site }) => {
  const { jersey, team, sport } = await exampleParams(site);
  const hurried: Record<string, number> = {};
  for (const path of [
    href("home", {}, "fr"),
    href("trends", {}, "fr"),
    href("sport", sport, "fr"),
    href("team", team, "fr"),
    href("jersey", jersey, "fr"),
  ]) {
    const html = await (await fetch(site.url + path)).text();
    const pictures = [...html.matchAll(/<img ([^>]*)>/g)].map(([, attributes]) => attributes!);
    expect(pictures.length, path).toBeGreaterThan(3);
    for (const attributes of pictures) {
      // Drawings are sharp at any size.
      const choice = attributes.includes('src="/shirt.svg') ? [] : ["srcset", "sizes"];
      for (const name of ["width", "height", "alt", ...choice]) {
        expect(attributes, path).toMatch(new RegExp(`\\b${name}="`, "i"));
      }
      // Either the one or the other.
      expect(attributes.match(/loading="lazy"|fetchpriority="high"/gi), path).toHaveLength(1);
    }
    hurried[path] = pictures.filter((attributes) => /fetchpriority/i.test(attributes)).length;
  }
  expect(hurried[href("jersey", jersey, "fr")]).toBe(1);
  expect(Math.max(...Object.values(hurried))).toBeLessThan(4);
});

test("preloads the texts of the first page only: a browser warns of unused files", async ({
  page,
}) => {
  await page.goto("/en/competitions");
  await untilListening(page);
  const preloaded = page.locator('link[rel="preload"][as="fetch"]');
  const count = await preloaded.count();
  expect(count).toBeGreaterThan(1);
  await page.locator('main a[href^="/en/competition/"]').first().click();
  const seasons = page.getByRole("region", { name: "Jerseys by season" });
  await seasons.getByRole("link").first().click();
  await expect(page.getByRole("table")).toBeVisible();
  await expect(preloaded).toHaveCount(count);
});
