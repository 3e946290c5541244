import type { Locator } from "@playwright/test";

import { href } from "../../app/shared/address/paths.ts";
import { bySlug } from "../../tests/support/catalogue.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { untilListening } from "../support/alive.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { expect, test } from "../support/test.ts";

for (const {
  lang,
  width,
  height,
  competitions,
  explore,
  seasons,
  history,
  teams,
} of inEveryLanguage([
  {
    lang: "fr",
    width: 360,
    height: 740,
    competitions: "Compétitions",
    explore: /^Explorer/,
    seasons: "Maillots par saison",
    history: "Histoire",
    teams: "Équipes",
  },
  {
    lang: "en",
    width: 390,
    height: 844,
    competitions: "Competitions",
    explore: /^Explore/,
    seasons: "Jerseys by season",
    history: "History",
    teams: "Teams",
  },
] as const)) {
  test(`sport and competition pages show shirts on a phone's first screen, in ${lang}`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height });
    const expectShirtInView = async (firstShirt: Locator) => {
      const { y, height: size } = (await firstShirt.boundingBox())!;
      expect(y + size / 2).toBeLessThan(height);
      await expectNoSidewaysScroll(page);
    };

    await page.goto(href("sport", { sport: "soccer" }, lang));
    await expectShirtInView(page.locator("#maillots .jersey-frame").first());
    // The row goes on beyond the screen, and the keyboard brings the next one into view.
    const rail = page.getByRole("region", { name: competitions });
    const cards = rail.getByRole("link", { name: explore });
    await expect(cards.nth(1)).toBeInViewport();
    await expect(cards.nth(3)).not.toBeInViewport();
    await cards.first().focus();
    for (let n = 0; n < 3; n++) await page.keyboard.press("Tab");
    await expect(cards.nth(3)).toBeFocused();
    await expect(cards.nth(3)).toBeInViewport();

    const { id } = await bySlug(site, "competitions", "ligue-1");
    await page.goto(href("competition", { competitionId: id }, lang));
    const covers = page.getByRole("region", { name: seasons }).getByRole("link");
    await expectShirtInView(covers.first().locator("img"));
    await covers.last().focus();
    await expect(covers.last()).toBeInViewport();
    const text = page.getByRole("region", { name: history });
    await expect(text.getByText(/1932/)).toBeHidden();
    await text.locator("summary").press("Enter");
    await expect(text.getByText(/1932/)).toBeVisible();
    const team = page.getByRole("region", { name: teams }).getByRole("link").last();
    await team.focus();
    await expect(team).toBeInViewport();
    if (lang === "fr") await expectAccessible(page);
  });
}

for (const { home, width, longest } of inEveryLanguage([
  { home: "/", width: 390, longest: 3900 },
  { home: "/en", width: 320, longest: 3900 },
])) {
  test(`the home page is short on a phone, at ${home}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(home);
    await untilListening(page);
    const length = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(length).toBeLessThan(longest);
    await expectNoSidewaysScroll(page);
    if (home === "/") await expectAccessible(page);
  });
}
