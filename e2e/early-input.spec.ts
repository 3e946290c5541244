import type { Page } from "@playwright/test";

import { href } from "../app/address/paths.ts";
import { exampleParams } from "../tests/support/catalogue.ts";
import { createMember, PASSWORD, signInAs } from "./support/members.ts";
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

/** All that was done before has been done again. */
async function listens(page: Page): Promise<void> {
  await page.waitForFunction(() => window.earlyInput === undefined);
}

for (const path of ["/competitions", "/nowhere"]) {
  test(`a button pressed before ${path} listens does its work as soon as it does`, async ({
    page,
  }) => {
    const arrive = await slowly(page, path);
    await page.getByRole("banner").getByRole("button", { name: "Rechercher" }).click();
    arrive();
    await expect(page.getByRole("dialog", { name: /^rechercher/i })).toBeVisible();
  });
}

test("a menu opened before the page listens stays open when it does", async ({ page }) => {
  const arrive = await slowly(page, "/competitions");
  await page.getByRole("button", { name: "Langue" }).click();
  const choice = page.getByRole("link", { name: "English" });
  await expect(choice).toBeVisible();
  arrive();
  await listens(page);
  // What is pressed again is pressed in a task of its own.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await expect(choice).toBeVisible();
});

test("whoever is typing goes on where they are, also in the middle of a letter", async ({
  page,
}) => {
  const arrive = await slowly(page, "/");
  const field = page.getByRole("main").getByRole("searchbox");
  await field.click();
  await page.keyboard.type("ars");
  await page.keyboard.press("Home");
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send("Input.imeSetComposition", {
    text: "´",
    selectionStart: 1,
    selectionEnd: 1,
  });
  await expect(field).toHaveValue("´ars");
  arrive();
  await listens(page);
  await keyboard.send("Input.insertText", { text: "é" });
  await page.keyboard.type("t");
  await expect(field).toHaveValue("étars");
});

test("a member's vote pressed twice before the page listens counts once", async ({
  page,
  site,
}) => {
  const member = await createMember(site, "pressee");
  await signInAs(page, member);
  const { jersey } = await exampleParams(site);
  const arrive = await slowly(page, href("jersey", jersey, "fr"));
  const up = page.getByRole("group", { name: "Votre vote" }).getByRole("button", { name: /pour/i });
  await up.dblclick();
  arrive();
  await expect(up).toHaveAttribute("aria-pressed", "true");
  await listens(page);
  await page.reload();
  await expect(up).toHaveAttribute("aria-pressed", "true");
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

test("Enter pressed before the page listens signs a member in", async ({ page, site }) => {
  const { user } = await createMember(site, "pressee");
  const arrive = await slowly(page, "/auth");
  await page.getByLabel("E-mail").fill(user.email!);
  const password = page.getByLabel(/^mot de passe/i);
  await password.fill(PASSWORD);
  await password.press("Enter");
  arrive();
  await expect(page.getByText("Connexion réussie")).toBeVisible();
  expect(page.url()).not.toContain("password");
});

test("Enter pressed before all fields are filled in sends nothing", async ({ page }) => {
  const arrive = await slowly(page, "/auth");
  await page.evaluate(() => addEventListener("submit", () => performance.mark("sent"), true));
  const email = page.getByLabel("E-mail");
  await email.fill("pressee@example.test");
  await email.press("Enter");
  await page.getByLabel(/^mot de passe/i).fill(PASSWORD);
  arrive();
  await expect(page.getByRole("button", { name: "Se connecter", exact: true })).toBeEnabled();
  // What is sent again is sent in a task of its own.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await page.evaluate(() => performance.getEntriesByName("sent"))).toEqual([]);
});
