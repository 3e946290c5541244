import type { Page } from "@playwright/test";

import { href } from "../../app/shared/address/paths.ts";
import { exampleParams } from "../../tests/support/catalogue.ts";
import { createMember, PASSWORD, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

/** Opens a readable page whose modules load only when released. */
async function slowly(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "domcontentloaded" });
  return resolve;
}

/** Waits until all earlier input has been replayed. */
async function listens(page: Page): Promise<void> {
  await page.waitForFunction(() => window.earlyInput === undefined);
}

for (const path of ["/competitions", "/nowhere"]) {
  test(`runs a button pressed before ${path} is hydrated`, async ({ page }) => {
    const arrive = await slowly(page, path);
    await page.getByRole("banner").getByRole("button", { name: "Rechercher" }).click();
    arrive();
    await expect(page.getByRole("dialog", { name: /^rechercher/i })).toBeVisible();
  });
}

test("keeps a menu open that was opened before hydration", { tag: "@long" }, async ({ page }) => {
  const arrive = await slowly(page, "/competitions");
  await page.getByRole("button", { name: "Langue" }).click();
  const choice = page.getByRole("banner").getByRole("link", { name: "English" });
  await expect(choice).toBeVisible();
  arrive();
  await listens(page);
  // A replayed click runs in a task of its own.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await expect(choice).toBeVisible();
});

test(
  "keeps focus, cursor and an unfinished letter while someone types",
  { tag: "@long" },
  async ({ page }) => {
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
  },
);

test("counts a vote once when it is pressed twice before hydration", async ({ page, site }) => {
  const member = await createMember(site, "pressee");
  await signInAs(page, member);
  const { jersey } = await exampleParams(site);
  const arrive = await slowly(page, href("jersey", jersey, "fr"));
  const up = page.getByRole("group", { name: "Votre vote" }).getByRole("button", { name: /pour/i });
  await up.dblclick();
  // The page shows a vote before it is stored.
  const stored = page.waitForResponse(
    (answer) =>
      answer.url().includes("/rest/v1/jersey_votes") && answer.request().method() === "POST",
  );
  arrive();
  await expect(up).toHaveAttribute("aria-pressed", "true");
  await listens(page);
  await stored;
  await page.reload();
  await expect(up).toHaveAttribute("aria-pressed", "true");
});

test("keeps a pressed shelf button while the member's shelves are read", async ({ page, site }) => {
  await signInAs(page, await createMember(site, "pressee"));
  const { jersey } = await exampleParams(site);
  const arrive = await slowly(page, href("jersey", jersey, "fr"));
  const button = page.getByRole("button", { name: "Je l’ai", exact: true });
  const pressed = (await button.elementHandle())!;
  await button.click();
  arrive();
  await expect(page.getByText("Maillot ajouté à votre collection !")).toBeVisible();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  expect(await pressed.evaluate((element) => element.isConnected)).toBe(true);
});

test("keeps text typed before hydration and can send it", async ({ page, site }) => {
  const { user } = await createMember(site, "pressee");
  const arrive = await slowly(page, "/auth");
  await page.getByLabel("E-mail").fill(user.email!);
  await page.getByLabel(/^mot de passe/i).fill(PASSWORD);
  arrive();
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await expect(page.getByText("Connexion réussie")).toBeVisible();
  expect(page.url()).not.toContain("password");
});

test(
  "signs a member in by Enter pressed before hydration",
  { tag: "@long" },
  async ({ page, site }) => {
    const { user } = await createMember(site, "pressee");
    const arrive = await slowly(page, "/auth");
    await page.getByLabel("E-mail").fill(user.email!);
    const password = page.getByLabel(/^mot de passe/i);
    await password.fill(PASSWORD);
    await password.press("Enter");
    arrive();
    await expect(page.getByText("Connexion réussie")).toBeVisible();
    expect(page.url()).not.toContain("password");
  },
);

test(
  "sends nothing for Enter pressed before all fields are filled in",
  { tag: "@long" },
  async ({ page }) => {
    const arrive = await slowly(page, "/auth");
    await page.evaluate(() => addEventListener("submit", () => performance.mark("sent"), true));
    const email = page.getByLabel("E-mail");
    await email.fill("pressee@example.test");
    await email.press("Enter");
    await page.getByLabel(/^mot de passe/i).fill(PASSWORD);
    arrive();
    await expect(page.getByRole("button", { name: "Se connecter", exact: true })).toBeEnabled();
    // A replayed submission runs in a task of its own.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect(await page.evaluate(() => performance.getEntriesByName("sent"))).toEqual([]);
  },
);
