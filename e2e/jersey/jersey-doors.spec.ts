import type { Page } from "@playwright/test";

import { href } from "../../app/shared/address/paths.ts";
import { bestJersey, read } from "../../tests/support/catalogue.ts";
import { jerseyParams } from "../../app/shared/domain/jersey.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { clickAlive, untilListening } from "../support/alive.ts";
import { runSql } from "../support/database.ts";
import { submitJersey } from "../support/jerseys.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { createMember, fillSignIn } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

const PHONE = { width: 320, height: 720 };

/** The words of the tests in two languages. */
const WORDS = {
  fr: {
    facts: "Fiche du maillot",
    beside: "De la même saison",
    alone: "Le même maillot, d’une saison à l’autre",
    previous: /^Plus tôt : 19/,
    next: /^Plus tard : 19/,
    share: "Partager",
    copied: "Adresse copiée",
    copy: "Copier",
    address: "Adresse de la page",
    byHand: /copiez-le à la main/,
    picture: "Enregistrer l’image",
    collectors: "Dans la collection de 3 membres",
  },
  en: {
    facts: "Jersey details",
    beside: "From the same season",
    alone: "The same jersey, season by season",
    previous: /^Earlier: 19/,
    next: /^Later: 19/,
    share: "Share",
    copied: "Link copied",
    copy: "Copy",
    address: "Link to this page",
    byHand: /copy the selected text by hand/,
    picture: "Save the image",
    collectors: "In the collections of 3 members",
  },
} as const;

const LANGUAGES = ["fr", "en"] as const;

for (const lang of inEveryLanguage(LANGUAGES)) {
  const words = WORDS[lang];

  test(`every fact is a door, on a phone and by keyboard: ${lang}`, async ({ page, site }) => {
    await page.setViewportSize(PHONE);
    const jersey = await bestJersey(site, "paris-saint-germain");
    const address = href("jersey", jerseyParams(jersey), lang);
    await page.goto(address);
    const facts = page.getByRole("region", { name: words.facts }).getByRole("link");
    await expect(facts).toHaveCount(12);
    for (const fact of await facts.all()) {
      const path = (await fact.getAttribute("href"))!;
      expect((await page.request.get(path)).status(), path).toBe(200);
      expect((await fact.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    }
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    // The fourth is the season: the team's timeline, at its row.
    await untilListening(page);
    await facts.nth(3).press("Enter");
    await expect(page).toHaveURL(/\/team\/.+\?decade=\d+#saison-\d{4}$/);
    const row = page.locator(new URL(page.url()).hash);
    await expect(row).toBeInViewport();

    for (const fact of ["brand", "member"]) {
      await page.goto(address);
      await untilListening(page);
      await page.locator(`dl a[href*="/${fact}/"]`).press("Enter");
      await expect(page).toHaveURL(new RegExp(`/${fact}/`));
      await expect(page.locator("#maillots article").first()).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    // People aren't for search engines.
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  });
}

/** Shirts of one team in three seasons: home in each, away in the second. */
const SHIRTS = `insert into jerseys (id, author_id, league, competition_id, season_id, team, title, kit_type, year, status)
  select shirt.id::uuid, (select id from profiles limit 1), 'SOCCER', competitions.id, seasons.id,
    'Red Star', title, kit, left(seasons.code, 4)::int, 'approved'
  from competitions, seasons, (values
    ('00000000-0000-4000-8000-00000000a001', '1991-92', 'Red Star 1991', 'home'),
    ('00000000-0000-4000-8000-00000000a002', '1993-94', 'Red Star 1993', 'home'),
    ('00000000-0000-4000-8000-00000000a003', '1993-94', 'Red Star 1993, away', 'away'),
    ('00000000-0000-4000-8000-00000000a004', '1994-95', 'Red Star 1994', 'home')
  ) shirt (id, code, title, kit)
  where competitions.slug = 'ligue-1' and seasons.code = shirt.code`;

const SHOWN = "00000000-0000-4000-8000-00000000a002";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("a jersey's menu leads to its correction, also by way of the sign-in", async ({
  page,
  site,
}) => {
  await page.setViewportSize(PHONE);
  const jersey = await bestJersey(site, "paris-saint-germain");
  const lou = await createMember(site, "lou");
  await page.goto(href("jersey", jerseyParams(jersey), "fr"));
  await untilListening(page);
  // No name twice: the line above the title has what the title doesn't say.
  const head = page.locator("main article header");
  const title = (await head.getByRole("heading", { level: 1 }).textContent())!;
  expect(title).toContain("Paris Saint-Germain");
  await expect(head.locator(".caption")).not.toContainText("Paris Saint-Germain");
  // The season says the year.
  const facts = page.getByRole("region", { name: "Fiche du maillot" });
  await expect(facts.getByText("Saison", { exact: true })).toBeVisible();
  await expect(facts.getByText("Année", { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  const correct = page.getByRole("link", { name: "Suggérer une correction" });
  await expect(correct).toBeHidden();
  await page.getByRole("button", { name: "Autres actions" }).press("Enter");
  await expect(page.getByRole("link", { name: "Historique" })).toBeVisible();
  await expectAccessible(page);
  await correct.click();
  await page.getByRole("main").getByRole("link", { name: "Se connecter", exact: true }).click();
  await fillSignIn(page, lou.user.email!);
  await expect(page).toHaveURL(href("suggest", { type: "jersey", id: jersey.id }, "fr"));
});

test("on a phone the first screen has the title, the figure, both votes and both shelves", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const jersey = await bestJersey(site, "paris-saint-germain");
  await page.goto(href("jersey", jerseyParams(jersey), "fr"));
  for (const seen of [
    heading(page),
    page.getByText("/5", { exact: true }),
    page.getByRole("group", { name: "Votre vote" }),
    page.getByRole("group", { name: "Collection et wishlist" }),
  ]) {
    await expect(seen).toBeInViewport({ ratio: 1 });
  }
});

test(
  "leads to the season's other kits, and from season to season by keyboard",
  { tag: "@long" },
  async ({ page, site }) => {
    await runSql(site, SHIRTS);
    await page.setViewportSize(PHONE);
    for (const lang of inEveryLanguage(LANGUAGES)) {
      const words = WORDS[lang];
      await page.goto(href("jerseyById", { id: SHOWN }, lang));
      const beside = page.getByRole("region", { name: words.beside });
      await expect(beside.getByRole("listitem").filter({ has: page.locator("img") })).toHaveCount(
        2,
      );
      await expect(beside.locator('[aria-current="true"]')).toHaveCount(1);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);

      await untilListening(page);
      await beside.getByRole("link", { name: words.next }).press("Enter");
      await expect(heading(page)).toHaveText("Red Star 1994");
      // The newest season: no other kit, and none after it.
      const alone = page.getByRole("region", { name: words.alone });
      await expect(alone.getByRole("link")).toHaveCount(1);
      await alone.getByRole("link", { name: words.previous }).press("Enter");
      await expect(heading(page)).toHaveText("Red Star 1993");
      // 1992-93 has none.
      await beside.getByRole("link", { name: words.previous }).press("Enter");
      await expect(heading(page)).toHaveText("Red Star 1991");
    }
  },
);

test("shares address and picture, and says how many own a jersey", async ({
  page,
  site,
  context,
}) => {
  // Of a team whose jerseys no other journey collects: their number is exact.
  const jersey = await bestJersey(site, "toronto-maple-leafs");
  await runSql(
    site,
    `insert into user_collections (user_id, jersey_id)
     select id, $1 from profiles order by id limit 3 - (
       select count(*) from user_collections where jersey_id = $1)`,
    [jersey.id],
  );
  for (const [n, lang] of inEveryLanguage(LANGUAGES).entries()) {
    const words = WORDS[lang];
    await page.setViewportSize(n === 0 ? PHONE : { width: 1440, height: 900 });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.url });
    await page.goto(`${href("jersey", jerseyParams(jersey), lang)}#comments`);
    await expect(page.getByText(words.collectors)).toBeVisible();
    const share = page.getByRole("button", { name: words.share, exact: true });
    const dialog = page.getByRole("dialog");
    await clickAlive(share);
    const picture = dialog.getByRole("img");
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBe(1200);
    const saved = page.waitForEvent("download");
    await dialog.getByRole("link", { name: words.picture }).click();
    expect((await saved).suggestedFilename()).toBe("maillotheque.jpg");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: words.copy }).click();
    await expect(page.getByText(words.copied)).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(share).toBeFocused();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      site.url + href("jersey", jerseyParams(jersey), lang),
    );

    await page.reload();
    // As on a page without TLS, where browsers have no clipboard.
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await clickAlive(share);
    await dialog.getByRole("button", { name: words.copy }).click();
    await expect(page.getByText(words.byHand)).toBeVisible();
    const field = page.getByLabel(words.address);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(site.url + href("jersey", jerseyParams(jersey), lang));
    await page.keyboard.press("Escape");
    // At the top: the header covers whatever is scrolled under it.
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  for (const screen of ["/tendances?league=NBA", "/en/trends"]) {
    await page.goto(screen);
    await clickAlive(page.getByRole("button", { name: /^(Partager|Share)$/ }));
    const picture = page.getByRole("dialog").getByRole("link");
    const answer = await page.request.get((await picture.getAttribute("href"))!);
    expect(answer.headers()["content-type"]).toBe("image/jpeg");
  }
});

const EMPTY_BRAND = "00000000-0000-4000-8000-00000000b001";

test("a brand without jerseys says so; a member's page says that nothing is public yet, and goes with the account", async ({
  page,
  site,
}) => {
  await runSql(site, "insert into brands (id, name) values ($1, 'Tricots Lambda')", [EMPTY_BRAND]);
  await page.goto(`/en/brand/${EMPTY_BRAND}`);
  await expect(page.getByText("No jerseys from this brand yet")).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expectAccessible(page);

  const session = await createMember(site, "lea");
  const member = session.user.id;
  const [profile] = await read<{ username: string }>(
    site,
    `profiles?select=username&id=eq.${member}`,
  );
  const status = async () => (await page.request.get(`/member/${profile!.username}`)).status();
  const id = await submitJersey(site, session, { title: "Red Star 1984" });
  expect(await status(), "nothing public").toBe(200);
  await page.goto(`/en/member/${profile!.username}`);
  await expect(
    page.getByText(/^No jerseys submitted by .+ are in the catalogue yet/),
  ).toBeVisible();
  await expect(page.getByText("Red Star 1984")).toHaveCount(0);
  await runSql(site, "update jerseys set status = 'approved' where id = $1", [id]);
  await expect.poll(status, "approved").toBe(200);
  await runSql(site, "delete from auth.users where id = $1", [member]);
  await expect.poll(status, "deleted").toBe(404);
});
