import type { Browser, Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";

import { clientOf, submitJersey } from "./support/jerseys.ts";
import { createMember, signInAs } from "./support/members.ts";
import type { Site } from "./support/site.ts";
import { expect, test } from "./support/test.ts";

async function createAdmin(site: Site, name: string): Promise<Session> {
  const admin = await createMember(site, name);
  await site.run("admin", "grant", admin.user.email!);
  return admin;
}

/** A browser of that member's own. */
async function deskOf(browser: Browser, site: Site, session: Session): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url, locale: "fr-FR" });
  const desk = await context.newPage();
  await signInAs(desk, session);
  return desk;
}

/** Decides on everything that waits, so that a test knows what is in the queue. */
async function emptyQueue(site: Site, admin: Session): Promise<void> {
  const client = clientOf(site, admin);
  const { data } = await client
    .from("jerseys")
    .select("id")
    .or("status.eq.pending,edited_at.not.is.null")
    .throwOnError();
  for (const { id } of data) {
    await client
      .rpc("moderate_jersey", { jersey_id: id, decision: "rejected", note: "Essai." })
      .throwOnError();
  }
}

const review = (page: Page, title: string) => page.getByRole("article", { name: title });

test("visitors sign in first, members have no business here", async ({ page, site, browser }) => {
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/auth\?next=%2Fadmin$/);

  const desk = await deskOf(browser, site, await createMember(site, "membre"));
  await desk.goto("/admin");
  await expect(desk.getByText("Accès non autorisé - Administrateur requis").first()).toBeVisible();
  await expect(desk).toHaveURL(`${site.url}/`);
  await desk.context().close();
});

test("an admin decides with the keyboard; the author learns why", async ({
  page,
  site,
  browser,
}) => {
  const admin = await createAdmin(site, "arbitre");
  const author = await createMember(site, "auteur");
  await emptyQueue(site, admin);
  await submitJersey(site, author, { title: "Premier de la file", kit_type: "home", year: 1998 });
  await submitJersey(site, author, { title: "Deuxième de la file" });

  await signInAs(page, admin);
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "2 maillots à vérifier" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveText([/Premier de la file/, /Deuxième de la file/]);
  await expect(review(page, "Premier de la file")).toBeFocused();

  await test.step("a rejection wants a reason", async () => {
    await page.keyboard.press("j");
    await expect(review(page, "Deuxième de la file")).toBeFocused();
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Deuxième de la file");
    await dialog.getByRole("button", { name: "Rejeter", exact: true }).click();
    await expect(dialog).toContainText("Indiquez une raison.");
    await dialog.getByLabel(/^raison/i).fill("Un rare exemplaire, mais l’image est floue.");
    await dialog.getByRole("button", { name: "Rejeter", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("Deuxième de la file")).toHaveCount(0);
  });

  await test.step("an approval leads to the public page", async () => {
    await expect(page.getByRole("heading", { name: "1 maillot à vérifier" })).toBeVisible();
    await review(page, "Premier de la file").focus();
    await page.keyboard.press("a");
    await expect(page.getByText("Rien à modérer")).toBeVisible();
    await page.getByRole("link", { name: "Voir la page" }).click();
    await expect(page.getByRole("heading", { name: "Premier de la file" })).toBeVisible();
  });

  const desk = await deskOf(browser, site, author);
  await desk.goto("/account");
  const row = (title: string) => desk.getByRole("row").filter({ hasText: title });
  await expect(row("Premier de la file")).toContainText("Approuvé");
  await expect(row("Deuxième de la file")).toContainText("l’image est floue");
  await desk.context().close();
});

test("the second of two admins is told what the first decided", async ({ page, site }) => {
  const first = await createAdmin(site, "premier");
  const second = await createAdmin(site, "second");
  const author = await createMember(site, "auteur");
  await emptyQueue(site, first);
  const id = await submitJersey(site, author, { title: "Maillot disputé" });

  await signInAs(page, second);
  await page.goto("/admin");
  await expect(review(page, "Maillot disputé")).toBeVisible();
  await clientOf(site, first)
    .rpc("moderate_jersey", { jersey_id: id, decision: "rejected", note: "Déjà au catalogue." })
    .throwOnError();
  await review(page, "Maillot disputé").getByRole("button", { name: "Approuver" }).click();
  await expect(page.getByText(/Trop tard.*rejeté.*Déjà au catalogue\./).first()).toBeVisible();
  await expect(page.getByText("Maillot disputé")).toHaveCount(0);
});

test("an approved jersey comes back with what its author has changed", async ({ page, site }) => {
  const admin = await createAdmin(site, "relecteur");
  const author = await createMember(site, "auteur");
  await emptyQueue(site, admin);
  const id = await submitJersey(site, author, { title: "Titre décidé" });
  await clientOf(site, admin)
    .rpc("moderate_jersey", { jersey_id: id, decision: "approved" })
    .throwOnError();
  await clientOf(site, author)
    .from("jerseys")
    .update({ title: "Titre retouché", edition: "Match" })
    .eq("id", id)
    .throwOnError();

  await signInAs(page, admin);
  await page.goto("/admin");
  const changed = review(page, "Titre retouché");
  await expect(changed).toContainText("Modifié après décision");
  await expect(changed.locator("del")).toHaveText(["vide", "Titre décidé"]);
  await expect(changed.locator("ins")).toHaveText(["Match", "Titre retouché"]);
  await changed.getByRole("button", { name: "Approuver" }).click();
  await expect(page.getByText("Rien à modérer")).toBeVisible();
});
