import type { Page } from "@playwright/test";

import { untilListening } from "../support/alive.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

/** A page outside the fixtures: the browser reports every failed request. */
async function phone(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.setViewportSize({ width: 390, height: 844 });
  return other;
}

for (const { prefix, voteFor, vote, wish, wishFailed, stay, submit, field } of inEveryLanguage([
  {
    prefix: "",
    voteFor: /^Voter pour «/,
    vote: "Vous êtes hors ligne : votre vote n’est pas compté.",
    wish: "Je le veux",
    wishFailed: "Erreur lors de l'ajout à la wishlist",
    stay: "Vous êtes hors ligne : la page demandée ne peut pas s’ouvrir.",
    submit: "/soumettre",
    field: /^titre/i,
  },
  {
    prefix: "/en",
    voteFor: /^Vote for “/,
    vote: "You are offline: your vote could not be counted.",
    wish: "I want it",
    wishFailed: "The jersey could not be added to your wishlist",
    stay: "You are offline: the page you chose can’t be opened.",
    submit: "/en/submit",
    field: /^title/i,
  },
])) {
  test(`says offline what did not work and leaves the page open, at ${prefix || "/"}`, async ({
    page,
    site,
    context,
  }) => {
    const tab = await phone(page);
    await signInAs(tab, await createMember(site, "tunnel"));
    const html = await (await fetch(`${site.url}${prefix}/`)).text();
    const jersey = /href="((?:\/\w\w)?\/jersey\/[^"]+)"/.exec(html)![1]!;

    const votes = tab.waitForResponse(/\/rest\/v1\/jerseys\?.*jersey_votes/);
    const shelves = tab.waitForResponse(/\/rest\/v1\/jerseys\?.*user_wishlists/);
    await tab.goto(site.url + jersey);
    await Promise.all([votes, shelves]);
    // What a press needs is loaded after what is seen.
    await tab.waitForLoadState("networkidle");
    await context.setOffline(true);
    // No toast was shown before, so its library isn't there.
    await tab.getByRole("button", { name: voteFor }).first().click();
    await expect(tab.getByText(vote.replace(" :", " :"))).toBeVisible();
    const button = tab.getByRole("button", { name: wish, exact: true });
    await button.click();
    await expect(tab.getByText(wishFailed)).toBeVisible();
    await expect(button).toHaveAttribute("aria-pressed", "false");
    await context.setOffline(false);

    // A form that is being filled stays, too.
    await tab.goto(site.url + submit);
    await untilListening(tab);
    await tab.getByLabel(field).fill("Maillot du tunnel");
    await context.setOffline(true);
    await tab.getByRole("contentinfo").getByRole("link").first().click();
    await expect(tab.getByText(stay.replace(" :", " :"))).toBeVisible();
    await expect(tab).toHaveURL(site.url + submit);
    await expect(tab.getByLabel(field)).toHaveValue("Maillot du tunnel");
    await context.setOffline(false);
    await tab.getByRole("contentinfo").getByRole("link").first().click();
    await expect(tab).not.toHaveURL(site.url + submit);
  });
}

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("a phone's catalogue says so, too", { tag: "@long" }, async ({ page, site, context }) => {
    const tab = await phone(page);
    await tab.goto(site.url);
    await tab.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await tab.goto(`${site.url}/catalogue`);
    await untilListening(tab);
    await context.setOffline(true);
    await tab.getByRole("article").getByRole("link").nth(2).click();
    await expect(
      tab.getByText("Vous êtes hors ligne : la page demandée ne peut pas s’ouvrir."),
    ).toBeVisible();
    await expect(tab).toHaveURL(`${site.url}/catalogue`);
    await context.setOffline(false);
  });
});
