import type { Page } from "@playwright/test";

import { createMember, PASSWORD } from "./support/members.ts";
import { expect, test } from "./support/test.ts";

/** A page that can be read, but whose modules arrive only when told. */
async function slowly(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "domcontentloaded" });
  return resolve;
}

test("a page is painted before its modules are asked for", async ({ page }) => {
  await page.goto("/competitions");
  await expect
    .poll(() =>
      page.evaluate(() => {
        const scripts = performance
          .getEntriesByType("resource")
          .filter(({ name }) => name.endsWith(".js"));
        const [paint] = performance.getEntriesByName("first-contentful-paint");
        return (
          scripts.length > 0 && scripts.every(({ startTime }) => startTime >= paint!.startTime)
        );
      }),
    )
    .toBe(true);
});

test("a button pressed before the page listens does its work as soon as it does", async ({
  page,
}) => {
  const arrive = await slowly(page, "/competitions");
  await page.getByRole("banner").getByRole("button", { name: "Rechercher" }).click();
  arrive();
  await expect(page.getByRole("dialog", { name: /^rechercher/i })).toBeVisible();
});

test("what is typed before the page listens is kept, and can be sent", async ({ page, site }) => {
  const { user } = await createMember(site, "pressee");
  const arrive = await slowly(page, "/auth");
  await page.getByLabel("E-mail").fill(user.email!);
  await page.getByLabel(/^mot de passe/i).fill(PASSWORD);
  arrive();
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await expect(page.getByText("Connexion réussie")).toBeVisible();
  expect(page.url()).not.toContain("password");
});
