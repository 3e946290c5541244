import type { Page } from "@playwright/test";

import { inEveryLanguage } from "../support/languages.ts";
import { createMember, signInAs } from "../support/members.ts";
import type { Site } from "../../tests/support/site.ts";
import { expect, test } from "../support/test.ts";

/** The refused requests of a page. */
function refusedOn(page: Page): string[] {
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  return refused;
}

/** A member on their account page, after pages with votes and shelves. */
async function arrive(page: Page, site: Site, prefix: string) {
  await page.setViewportSize({ width: 390, height: 844 });
  const member = await createMember(site, "partante");
  await signInAs(page, member);
  await page.goto(`${prefix}/account`);
  return member;
}

for (const [prefix, action, done] of inEveryLanguage([
  ["", "Se déconnecter", "Déconnexion effectuée"],
  ["/en", "Sign out", "Signed out"],
] as const)) {
  test(`signs out without a refused request, at ${prefix || "/"}`, async ({ page, site }) => {
    await arrive(page, site, prefix);
    // Slow answers: the home page's requests for the member are under way when the session ends.
    await page.route("**/rest/v1/**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    const refused = refusedOn(page);
    await page.getByRole("button", { name: action, exact: true }).click();
    await expect(page.getByText(done, { exact: true })).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(refused).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem("maillotheque.session"))).toBeNull();
  });
}

test("deletes the account without a refused request", { tag: "@long" }, async ({ page, site }) => {
  await arrive(page, site, "");
  const refused = refusedOn(page);
  await page.goto("/account/profile");
  const username = await page.getByLabel("Nom d’utilisateur").inputValue();
  await page.goto("/account/data");
  await page.getByRole("button", { name: "Supprimer mon compte" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(username);
  await dialog.getByRole("button", { name: "Supprimer mon compte" }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  await expect(page.getByRole("link", { name: "Commencer ma collection" }).first()).toBeAttached();
  await page.waitForLoadState("networkidle");
  expect(refused).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("maillotheque.session"))).toBeNull();
});

test(
  "a sign-out that fails leaves the member signed in",
  { tag: "@long" },
  async ({ page, site }) => {
    await arrive(page, site, "");
    await page.route("**/auth/v1/logout**", (route) => route.abort());
    await page.getByRole("button", { name: "Se déconnecter", exact: true }).click();
    await expect(page.getByText("La déconnexion n’a pas abouti")).toBeVisible();
    await expect(page.getByRole("link", { name: "Ma collection" }).first()).toBeAttached();
  },
);
