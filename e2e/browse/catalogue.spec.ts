import type { Locator, Page } from "@playwright/test";

import { href } from "../../app/shared/address/paths.ts";
import type { Language } from "../../app/shared/i18n/languages.ts";
import { bySlug } from "../../tests/support/catalogue.ts";
import { clickAlive, untilListening } from "../support/alive.ts";
import { expectAccessible } from "../support/accessible.ts";
import { runSql } from "../support/database.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

interface Words {
  heading: string;
  filtered: string;
  found: (count: number) => string;
  none: string;
  football: string;
  home: string;
  /** The home kit, removed. */
  remove: string;
  clear: string;
  colors: string[];
}

const WORDS: Record<Language, Words> = {
  fr: {
    heading: "Catalogue",
    filtered: "Maillots : Football",
    found: (count) => `${count} maillots`,
    none: "Aucun maillot",
    football: "Football",
    home: "Domicile",
    remove: "Retirer : Domicile",
    clear: "Tout effacer",
    colors: ["Blanc", "Bordeaux", "Bleu ciel"],
  },
  en: {
    heading: "Catalogue",
    filtered: "Jerseys: Football",
    found: (count) => `${count} jerseys`,
    none: "No jerseys",
    football: "Football",
    home: "Home",
    remove: "Remove: Home",
    clear: "Clear all",
    colors: ["White", "Burgundy", "Sky blue"],
  },
  es: {
    heading: "Catálogo",
    filtered: "Camisetas: Fútbol",
    found: (count) => `${count} camisetas`,
    none: "Ninguna camiseta",
    football: "Fútbol",
    home: "Local",
    remove: "Quitar: Local",
    clear: "Quitar todos los filtros",
    colors: ["Blanco", "Granate", "Celeste"],
  },
  pt: {
    heading: "Catálogo",
    filtered: "Camisas: Futebol",
    found: (count) => `${count} camisas`,
    none: "Nenhuma camisa",
    football: "Futebol",
    home: "Titular",
    remove: "Remover: Titular",
    clear: "Limpar tudo",
    colors: ["Branco", "Grená", "Azul-celeste"],
  },
};

const filters = (page: Page) => page.locator("#filters");

/** A value of a filter: its name and its count. */
const value = (page: Page, name: string) =>
  filters(page)
    .getByRole("link", { name: new RegExp(`^${name} [\\d\\s+]+$`) })
    .first();

async function countOf(link: Locator): Promise<number> {
  return Number(/(\d+)$/.exec((await link.innerText()).replaceAll(/\s/g, " "))![1]);
}

const found = (page: Page) => page.locator("#maillots-found");

test("each value shows what it counts, and the address says everything", async ({ page }) => {
  for (const [lang, words] of inEveryLanguage(Object.entries(WORDS) as [Language, Words][])) {
    const start = href("catalogue", {}, lang);
    await page.goto(start);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.heading);
    await expect(filters(page).locator(".filter-colors a, .filter-colors span[role]")).toHaveCount(
      14,
    );
    for (const color of words.colors) {
      await expect(filters(page).locator(".filter-colors")).toContainText(color);
    }
    await untilListening(page);
    // The same document, the same place: a mark would be lost with another one.
    await page.evaluate(() => Object.assign(window, { isSame: true }));

    const football = value(page, words.football);
    const footballs = await countOf(football);
    await football.click();
    await expect(page).toHaveURL(`${start}?sport=soccer`);
    await expect(found(page)).toHaveText(words.found(footballs));
    await expect(football).toBeFocused();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.filtered);

    const home = value(page, words.home);
    await home.scrollIntoViewIfNeeded();
    const placeOf = async () => Math.round((await home.boundingBox())!.y);
    const place = await placeOf();
    const both = await countOf(home);
    await home.click();
    await expect(page).toHaveURL(`${start}?sport=soccer&kit=home`);
    await expect(found(page)).toHaveText(words.found(both));
    expect(Math.abs((await placeOf()) - place)).toBeLessThan(3);
    await expect(home).toBeFocused();
    expect(await page.evaluate(() => "isSame" in window)).toBe(true);
    const shown = await page.locator("#maillots h3").allInnerTexts();

    await page.reload();
    await expect(found(page)).toHaveText(words.found(both));
    expect(await page.locator("#maillots h3").allInnerTexts()).toEqual(shown);
    await page.goBack();
    await expect(found(page)).toHaveText(words.found(footballs));
    await page.goForward();
    await clickAlive(page.getByRole("link", { name: words.remove }));
    await expect(page).toHaveURL(`${start}?sport=soccer`);
    await expect(page.locator(".filter-chip").last()).toBeFocused();
  }
  // The footer's languages keep the filters.
  const english = page.getByRole("contentinfo").getByRole("link", { name: "English" });
  await expect(english).toHaveAttribute("href", "/en/catalogue?sport=soccer");
  await english.click();
  await expect(page).toHaveURL("/en/catalogue?sport=soccer");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(WORDS.en.filtered);
});

test("a club is found by typing its name, and removed by its chip", async ({ page }) => {
  await page.goto("/catalogue?sort=owned");
  await untilListening(page);
  const clubs = page
    .getByRole("group")
    .filter({ has: page.getByRole("heading", { name: "Équipe" }) });
  await clubs.getByRole("searchbox").fill("lens");
  await clubs
    .getByRole("link", { name: /^RC Lens/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/catalogue\?team=[\w-]*lens[\w-]*&sort=owned$/);
  const chip = page.locator(".filter-chip");
  await expect(chip).toHaveText(/Lens/);
  await chip.click();
  await expect(page).toHaveURL("/catalogue?sort=owned");
});

test("orders, steps, a dense list, and the way back to the place", async ({ page }) => {
  await page.goto("/catalogue");
  await untilListening(page);
  await page.getByLabel("Trier par").selectOption({ label: "Ajoutés récemment" });
  await expect(page).toHaveURL("/catalogue?sort=newest");
  const cards = page.locator("#maillots article");
  await expect(cards).toHaveCount(24);
  const more = page.getByRole("link", { name: "Afficher la suite" });
  // The address changes a moment before the list does.
  await expect(more).toHaveAttribute("href", /sort=newest/);
  await more.click();
  await expect(cards).toHaveCount(48);
  await expect(page).toHaveURL(/\/catalogue\?sort=newest&after=/);
  expect(new Set(await cards.getByRole("heading").allInnerTexts()).size).toBeGreaterThan(40);
  const after = new URL(page.url()).searchParams.get("after");

  await page.getByRole("button", { name: "Liste compacte" }).click();
  const heights = () => cards.first().evaluate((card) => card.getBoundingClientRect().height);
  expect(await heights()).toBeLessThan(120);
  const place = () =>
    cards.nth(40).evaluate((card) => Math.round(card.getBoundingClientRect().top));
  await cards.nth(40).scrollIntoViewIfNeeded();
  const left = await place();
  await cards.nth(40).getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(/\/jersey\//);
  await page.goBack();
  await expect(cards).toHaveCount(48);
  await expect.poll(place).toBe(left);
  // A reload, of the list and of the jersey, as by a phone that has dropped the tab.
  await page.reload();
  await expect(cards).toHaveCount(48);
  await expect.poll(place).toBe(left);
  await untilListening(page);
  await cards.nth(40).getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(/\/jersey\//);
  await page.reload();
  await untilListening(page);
  await page.goBack();
  await expect(cards).toHaveCount(48);
  await expect.poll(place).toBe(left);
  expect(await heights()).toBeLessThan(120);

  // A cursor of another order is not an error: the list begins.
  await page.goto(`/catalogue?sort=oldest&after=${after}`);
  await expect(cards).toHaveCount(24);
  await expect(page.getByRole("link", { name: "Revenir au début de la liste" })).toHaveCount(0);
});

test("nothing found: each filter that is in the way, with what its removal brings", async ({
  page,
}) => {
  await page.goto("/catalogue?sport=esport&from=1900&to=1950");
  await expect(found(page)).toHaveText("Aucun maillot");
  const offer = page.locator("#maillots-found ~ *, .catalogue-list");
  await expect(offer.getByText("Aucun maillot ne correspond à tous ces filtres")).toBeVisible();
  await expect(page.getByRole("link", { name: "Retirer : 1900–1950", exact: true })).toBeVisible();
  await expect(page.locator(".catalogue-list").getByText("Sans « 1900–1950 »")).toBeVisible();
  const without = page.locator(".catalogue-list li a").first();
  const brings = await countOf(without);
  expect(brings).toBeGreaterThan(0);
  await clickAlive(without);
  await expect(found(page)).toHaveText(new RegExp(`^${brings}\\s`));
  await expectAccessible(page);

  await page.goto("/catalogue?q=saint+eti");
  await clickAlive(page.getByRole("link", { name: "Rechercher « saint eti »" }));
  await expect(page).toHaveURL(/\/recherche\?q=saint\+eti$/);
  await expect(page.getByRole("link", { name: /^AS Saint-Étienne/ }).first()).toBeVisible();
});

test("on a phone the button of the filters rests below the result and covers nothing that follows", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/catalogue");
  const button = page.locator(".filter-open");
  await expect(button).toBeInViewport();
  await page.locator("footer").getByRole("link").last().scrollIntoViewIfNeeded();
  await expect(button).not.toBeInViewport();
  const list = (await page.locator(".catalogue-list").boundingBox())!;
  expect((await button.boundingBox())!.y).toBeGreaterThanOrEqual(list.y + list.height);
});

test.describe("in another language", () => {
  test.use({ locale: "en-GB" });

  test(
    "the offer of it and the button of the filters don't cover each other",
    { tag: "@long" },
    async ({ page }) => {
      for (const width of [360, 768]) {
        await page.setViewportSize({ width, height: 740 });
        await page.goto("/catalogue");
        const offer = page.locator(".language-offer");
        await expect(offer).toBeVisible();
        const button = (await page.locator(".filter-open").boundingBox())!;
        expect(button.y + button.height).toBeLessThan((await offer.boundingBox())!.y);
      }
    },
  );
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("links and forms filter, and what is wrong is named", async ({ page }) => {
    await page.goto("/catalogue");
    const home = value(page, "Domicile");
    const homes = await countOf(home);
    await home.click();
    await expect(page).toHaveURL("/catalogue?kit=home");
    await expect(found(page)).toHaveText(`${homes} maillots`);

    await page.getByLabel("De", { exact: true }).fill("2020");
    await page.getByLabel("à", { exact: true }).fill("2012");
    await page.getByRole("button", { name: "Appliquer" }).press("Enter");
    await expect(page).toHaveURL("/catalogue?kit=home&from=2012&to=2020");
    await page.getByLabel("Trier par").selectOption({ label: "Année, les plus anciens d’abord" });
    await page.getByRole("button", { name: "Trier" }).press("Enter");
    await expect(page).toHaveURL("/catalogue?kit=home&from=2012&to=2020&sort=oldest");
    const count = Number(/^\d+/.exec(await found(page).innerText())![0]);
    expect(count).toBeGreaterThan(24);
    const jerseys = page.locator("#maillots h3 a");
    const seen: string[] = [];
    for (let left = count; left > 0; left -= 24) {
      await expect(jerseys).toHaveCount(Math.min(left, 24));
      seen.push(
        ...(await jerseys.evaluateAll((links) => links.map((link) => link.getAttribute("href")!))),
      );
      const more = page.getByRole("link", { name: "Afficher la suite" });
      if (left <= 24) await expect(more).toHaveCount(0);
      else await more.click();
    }
    expect(new Set(seen).size).toBe(count);

    await page.goto("/es/catalogo?color=azulado&kit=home&from=99&team=no-such-team&sort=x");
    await expect(page.locator(".catalogue-dropped")).toHaveText(
      "Valores sin aplicar, porque no están en el catálogo: azulado (Color), 99 (Época), x (Ordenar por), no-such-team (Equipo).",
    );
    await page.goto("/catalogue?decade=2010&q=");
    await expect(page).toHaveURL("/catalogue?from=2010&to=2019");
  });

  test("the sheet opens on a phone", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/catalogue");
    await page.getByRole("button", { name: "Filtrer" }).click();
    await value(page, "Domicile").click();
    await expect(page).toHaveURL("/catalogue?kit=home");
  });
});

test(
  "a value that is chosen while another is on its way adds to it",
  { tag: "@long" },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/catalogue");
    await untilListening(page);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let requests = 0;
    await page.route(/catalogue\.data/, async (route) => {
      requests++;
      await released;
      await route.continue().catch(() => undefined); // the page has given up the first one
    });
    await value(page, "Domicile").click();
    await expect.poll(() => requests).toBe(1);
    await value(page, "Football").click();
    await expect.poll(() => requests).toBe(2);
    release();
    await expect(page).toHaveURL("/catalogue?sport=soccer&kit=home");
  },
);

test("on a phone the filters are a sheet with the count on its button, by keyboard too", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/catalogue");
  await untilListening(page);
  const open = page.getByRole("button", { name: /^Filtrer/ });
  await open.focus();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Filtres" });
  await expect(sheet).toBeVisible();
  await expectAccessible(page);
  // Nothing behind the sheet gets the focus.
  for (let n = 0; n < 6; n++) {
    await page.keyboard.press("Tab");
    await expect(sheet.locator(":focus")).toHaveCount(1);
  }
  const home = value(page, "Domicile");
  const homes = await countOf(home);
  await home.focus();
  await page.keyboard.press("Space");
  await expect(page).toHaveURL("/catalogue?kit=home");
  await expect(home).toBeFocused();
  const show = sheet.getByRole("button", { name: `Voir ${homes} maillots` });
  await expect(show).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("button", { name: "Filtrer (1)" })).toBeFocused();
  await page.keyboard.press("Enter");
  await show.click();
  await expect(sheet).toBeHidden();
  await expect(page.locator("#maillots article").first()).toBeVisible();

  // Back closes the sheet first; what was chosen in it is one page.
  await page.getByRole("button", { name: "Filtrer (1)" }).click();
  await value(page, "Football").click();
  await expect(page).toHaveURL("/catalogue?sport=soccer&kit=home");
  await value(page, "Domicile").click();
  await expect(page).toHaveURL("/catalogue?sport=soccer");
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL("/catalogue?sport=soccer");
  await expect(page.getByRole("button", { name: "Filtrer (1)" })).toBeFocused();

  // A long list has a field of its own.
  await page.setViewportSize({ width: 1440, height: 900 });
  // Years fit their fields, which keep the focus.
  const from = page.getByLabel("De", { exact: true });
  await from.fill("2012");
  expect(await from.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
  await from.press("Enter");
  await expect(page).toHaveURL("/catalogue?sport=soccer&from=2012");
  await expect(page.getByRole("link", { name: "Retirer : Depuis 2012" })).toBeVisible();
  await expect(from).toBeFocused();

  const search = page.getByLabel("Rechercher : Compétition");
  await search.fill("ligue");
  await expect(filters(page).getByRole("link", { name: /^Ligue 1 / })).toBeVisible();
  await expect(filters(page).getByRole("link", { name: /^Basket \d/ })).toHaveCount(1);
});

test(
  "a member's own side is laid over; others don't see it",
  { tag: "@long" },
  async ({ page, site }) => {
    const session = await createMember(site, "zoe");
    await runSql(
      site,
      `with mine as (select id from public.jerseys where status = 'approved' and is_active order by id limit 3)
     insert into public.user_collections (user_id, jersey_id) select $1, id from mine`,
      [session.user.id],
    );
    await page.goto("/catalogue?own=collection");
    await expect(page.locator("#maillots article")).toHaveCount(24);
    await expect(page.getByText("Dans ma collection")).toHaveCount(0);
    await expect(
      page.getByRole("link", { name: "Connectez-vous pour appliquer ce filtre" }),
    ).toBeVisible();
    await signInAs(page, session);
    await page.goto("/catalogue");
    const mine = value(page, "Dans ma collection");
    await expect(mine).toHaveText(/3$/);
    await mine.click();
    await expect(page).toHaveURL("/catalogue?own=collection");
    await expect(found(page)).toHaveText("3 maillots");
    await expect(page.locator("#maillots article")).toHaveCount(3);
    await page.route("**/rest/v1/rpc/catalogue_page*", (route) => route.abort());
    await page.reload();
    await expect(page.getByText("Cette partie de la page n’a pas pu être chargée.")).toBeVisible();
    await page.unroute("**/rest/v1/rpc/catalogue_page*");
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(page.locator("#maillots article")).toHaveCount(3);
    await clickAlive(page.getByRole("link", { name: "Retirer : Dans ma collection" }));
    await expect(page.locator("#maillots article")).toHaveCount(24);
  },
);

test(
  "who filters too often waits, is told so, and goes on by themselves",
  { tag: "@long" },
  async ({ page }) => {
    await page.goto("/en/catalogue");
    await untilListening(page);
    await page.route("**/catalogue.data?*", (route) =>
      route.fulfill({ status: 429, headers: { "retry-after": "4" }, body: "4" }),
    );
    await value(page, "Home").click();
    await expect(page.getByRole("alert")).toContainText(
      /Too many filters in one minute\. .* in 4\ss/,
    );
    // The page stays as it was.
    await expect(value(page, "Home")).toBeVisible();
    await expect(page.locator("#maillots article").first()).toBeVisible();
    await expect(page).toHaveURL("/en/catalogue");
    await page.unrouteAll({ behavior: "wait" });
    await expect(page.locator("#maillots article").first()).toBeVisible();
    await expect(page).toHaveURL("/en/catalogue?kit=home");
    await expect(page.getByRole("alert")).toHaveCount(0);
  },
);

test(
  "lists lead into the catalogue with their filter set",
  { tag: "@long" },
  async ({ page, site }) => {
    for (const [path, query] of [
      ["/sport/nba", /\/catalogue\?sport=nba$/],
      ["/en/sport/nhl", /\/en\/catalogue\?sport=nhl$/],
    ] as const) {
      await page.goto(path);
      await page.getByRole("main").locator('a[href*="/catalogue?"]').first().click();
      await expect(page).toHaveURL(query);
      await expect(page.locator("#maillots article").first()).toBeVisible();
    }
    const { id } = await bySlug(site, "competitions", "champions-league");
    await page.goto(`/?competition=${id}&league=SOCCER`);
    const open = page.getByRole("region", { name: "Filtres" });
    const home = open.getByRole("link", { name: /^Domicile \d+$/ });
    const homes = await countOf(home);
    await home.click();
    await expect(page).toHaveURL(`${site.url}/catalogue?competition=champions-league&kit=home`);
    await expect(found(page)).toHaveText(new RegExp(`^${homes}\\s`));
  },
);
