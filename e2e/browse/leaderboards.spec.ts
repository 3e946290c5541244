import { href } from "../../app/shared/address/paths.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

const SHOWN = [
  {
    lang: "fr",
    width: 360,
    board: "Par compétition",
    title: "Les meilleurs maillots : Ligue 1",
    figure: /^Plaît à \d\d\s% ou plus$/,
    how: "Comment il est calculé",
    about: "L’estimation prudente",
  },
  {
    lang: "en",
    width: 1440,
    board: "By competition",
    title: "The best jerseys: Ligue 1",
    figure: /^Liked by \d\d% or more$/,
    how: "How it is calculated",
    about: "The cautious estimate",
  },
] as const;

test(
  "a leaderboard says how many like a jersey at least, and where the formula is",
  { tag: "@long" },
  async ({ page, site }) => {
    for (const { lang, width, board, title, figure, how, about } of inEveryLanguage(SHOWN)) {
      await page.setViewportSize({ width, height: 800 });
      await expect(async () => {
        await page.goto(href("leaderboards", {}, lang));
        await expect(page.getByRole("region", { name: board })).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await page
        .getByRole("region", { name: board })
        .getByRole("link", { name: "Ligue 1" })
        .click();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      const places = page
        .getByRole("main")
        .locator("ol > li")
        .filter({ hasText: /\d\s?%/ });
      await expect(places.first().getByText(figure)).toBeAttached();
      // The bound falls from place to place.
      const shares = await places.getByText(figure).allTextContents();
      const numbers = shares.map((text) => Number(/\d+/.exec(text)?.[0]));
      expect(numbers.length).toBeGreaterThan(3);
      expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

      // So does the catalogue in this order, beside the score of every card; no other order, and no jersey's page.
      const boardAt = page.url();
      await page.goto(`${href("catalogue", {}, lang)}?sort=newest`);
      const cards = page.locator("#maillots article");
      await expect(cards.first()).toBeVisible();
      await expect(cards.getByText(figure)).toHaveCount(0);
      await page.goto(href("catalogue", {}, lang));
      await expect(cards.first().getByText(figure)).toBeVisible();
      await expect(cards.first().locator(".card-score")).toHaveText(/\d/);
      await page.goto((await cards.first().getByRole("link").getAttribute("href")) ?? "");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText(figure)).toHaveCount(0);
      await page.goto(boardAt);

      const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
      const { pathname } = new URL(picture!);
      expect((await fetch(site.url + pathname)).headers.get("content-type")).toBe("image/jpeg");
      await page.getByRole("link", { name: how }).click();
      await expect(page.getByRole("heading", { name: about })).toBeVisible();
    }
  },
);

test(
  "the home page shows what rises, and a new member is told once when votes count",
  { tag: "@long" },
  async ({ page, site }) => {
    await signInAs(page, await createMember(site, "nouveau"));
    await page.goto("/?trends=rising");
    const chosen = page.getByRole("navigation", { name: "Tendances à montrer" });
    await expect(chosen.getByRole("link", { name: "En hausse" })).toHaveAttribute(
      "aria-current",
      "true",
    );
    const votes = page.getByRole("button", { name: /^Voter pour/ });
    const message = page.getByText(/Vos votes compteront pour les classements dans 24 heures/);
    await votes.nth(0).click();
    await expect(message).toBeVisible();
    await expect(votes.nth(0)).toHaveAttribute("aria-pressed", "true");
    await page.reload();
    await expect(votes.nth(0)).toHaveAttribute("aria-pressed", "true");
    const written = page.waitForResponse(/\/rest\/v1\/jersey_votes/);
    await votes.nth(1).click();
    expect((await written).ok()).toBe(true);
    await expect(votes.nth(1)).toHaveAttribute("aria-pressed", "true");
    await expect(message).toBeHidden();
  },
);
