import type { Locator, Page } from "@playwright/test";

import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { untilListening } from "../support/alive.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

/** What a card shows beside its picture and what can be pressed on it: places in the window. */
const placesOf = (card: Locator) =>
  card.evaluate((article) => {
    const place = (element: Element) => {
      const { x, y, right, bottom, width, height } = element.getBoundingClientRect();
      return { x, y, right, bottom, width, height };
    };
    const shown = [...article.querySelectorAll("button, .badge, .caption, .card-rank, h3, p")];
    return {
      picture: place(article.querySelector(".jersey-frame")!),
      texts: shown.filter((element) => element.checkVisibility()).map(place),
      buttons: [...article.querySelectorAll("button")]
        .filter((element) => element.checkVisibility())
        .map(place),
    };
  });

/** Expects a picture that nothing covers, and buttons of 44 px side by side within the window. */
async function expectGoodCards(page: Page, cards: Locator): Promise<void> {
  for (const card of (await cards.all()).slice(0, 6)) {
    const { picture, texts, buttons } = await placesOf(card);
    expect(buttons.length).toBeGreaterThanOrEqual(2);
    for (const { y, width } of texts) {
      if (width > 1) expect(y).toBeGreaterThanOrEqual(picture.bottom);
    }
    for (const [n, { x, right, width, height }] of buttons.entries()) {
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      expect(x).toBeGreaterThanOrEqual(n === 0 ? picture.x - 1 : buttons[n - 1]!.right);
      expect(right).toBeLessThanOrEqual(picture.right + 1);
    }
  }
  await expectNoSidewaysScroll(page);
}

for (const { lang, width, voteUp, voteDown, signIn, have } of inEveryLanguage([
  {
    lang: "fr",
    width: 360,
    voteUp: /^Voter pour «/,
    voteDown: /^Voter contre «/,
    signIn: "Connectez-vous pour voter.",
    have: /^Je l’ai/,
  },
  {
    lang: "en",
    width: 390,
    voteUp: /^Vote for “/,
    voteDown: /^Vote against “/,
    signIn: "Sign in to vote.",
    have: /^I have it/,
  },
])) {
  test(
    `a card covers no picture and votes on its score line, on a phone in ${lang}`,
    { tag: "@long" },
    async ({ page, site }) => {
      await page.setViewportSize({ width, height: 800 });
      const home = lang === "fr" ? "/" : `/${lang}`;
      const member = await createMember(site, "phone");
      const trends = page.locator("#tendances");
      const grid = trends.locator(".page article");

      await page.goto(home);
      await untilListening(page);
      await expectGoodCards(page, trends.getByRole("article"));
      await expectGoodCards(page, grid);

      // By keyboard: the card's link, "I have it", then its votes.
      const card = grid.first();
      await card.getByRole("heading").getByRole("link").focus();
      await page.keyboard.press("Tab");
      await expect(card.getByRole("button", { name: have })).toBeFocused();
      await page.keyboard.press("Tab");
      await expect(card.getByRole("button", { name: voteUp })).toBeFocused();
      await page.keyboard.press("Tab");
      await expect(card.getByRole("button", { name: voteDown })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByText(signIn)).toBeVisible();
      await expect(page).toHaveURL(/\/auth\?mode=signup$/);

      // A member owns it by one press, in the same place, and the card says so.
      await signInAs(page, member);
      await page.goto(home);
      const own = card.getByRole("button", { name: have });
      await expect(own).toHaveAttribute("aria-pressed", "false");
      await expectGoodCards(page, grid);
      await own.click();
      await expect(own).toHaveAttribute("aria-pressed", "true");
      // What the message tells is taken back in it.
      await page.getByRole("button", { name: lang === "fr" ? "Annuler" : "Undo" }).click();
      await expect(own).toHaveAttribute("aria-pressed", "false");
      await own.click();
      await expect(own).toHaveAttribute("aria-pressed", "true");
      await expect(card.getByRole("button", { name: voteUp })).toBeVisible();
      await expectGoodCards(page, grid);
      if (lang === "fr") await expectAccessible(page);
    },
  );
}

test("of two cards of one jersey, the pressed one opens into its page", async ({ page }) => {
  await page.goto("/en");
  await untilListening(page);
  const links = page.locator("article h3 a");
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")!));
  const second = addresses.find((path, n) => addresses.indexOf(path) < n)!;
  // Two elements of one name would cancel the transition, and fail this test by an error in the console.
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    /** Addresses of the cards that have the name, with an asterisk where the focus is. */
    const named = () =>
      [...document.querySelectorAll("[style*='view-transition-name']")].map((frame) => {
        const link = frame.closest(".card")?.querySelector("a");
        if (!link) return "page";
        return link.getAttribute("href")! + (link === document.activeElement ? "*" : "");
      });
    const seen: object[] = [];
    Object.assign(globalThis, { seen });
    document.startViewTransition = (update) => {
      const before = named();
      const transition = start(update as ViewTransitionUpdateCallback);
      void transition.ready.then(() => seen.push([before, named()]));
      return transition;
    };
  });
  const transitions = () => page.evaluate(() => (globalThis as unknown as { seen: object[] }).seen);

  await links
    .and(page.locator(`[href="${second}"]`))
    .nth(1)
    .click();
  await expect(page).toHaveURL(second);
  await expect.poll(transitions).toEqual([[[`${second}*`], ["page"]]]);
  await page.goBack();
  await expect(page).toHaveURL("/en");
  // The photo fades out where it is, so the page has no name by then.
  await expect.poll(async () => (await transitions()).at(-1)).toEqual([[], [second]]);
});
