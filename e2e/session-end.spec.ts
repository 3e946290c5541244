import type { Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";

import { clientOf, submitJersey } from "./support/jerseys.ts";
import { createMember, PASSWORD } from "./support/members.ts";
import type { Site } from "./support/site.ts";
import { expect, test } from "./support/test.ts";

/** Bars a member from the site, or lets them in again. */
async function suspend(site: Site, admin: Session, member: Session, suspended: boolean) {
  await clientOf(site, admin)
    .rpc("suspend_member", { user_id: member.user.id, suspended })
    .throwOnError();
}

async function signInAgain(page: Page, member: Session): Promise<void> {
  await page.getByLabel(/e-?mail/i).fill(member.user.email!);
  await page.getByLabel(/^mot de passe/i).fill(PASSWORD);
  await page.getByRole("button", { name: /se connecter/i }).click();
}

const told = (page: Page) => page.getByText("Session expirée. Veuillez vous reconnecter.").first();

test("a session that ends in the middle of a form loses nothing", async ({ browser, site }) => {
  const [admin, member] = [await createMember(site, "admin"), await createMember(site, "auteur")];
  await site.run("admin", "grant", admin.user.email!);
  const id = await submitJersey(site, member, { title: "Maillot inachevé" });
  await clientOf(site, admin)
    .rpc("moderate_jersey", { jersey_id: id, decision: "approved" })
    .throwOnError();
  // Writes are refused on purpose here, which the console may tell.
  const context = await browser.newContext({ baseURL: site.url, locale: "fr-FR" });
  const page = await context.newPage();
  await page.goto("/auth?next=%2Faccount");
  await signInAgain(page, member);

  await test.step("a change of a jersey", async () => {
    await page.getByRole("button", { name: "Modifier « Maillot inachevé »" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Titre").fill("Maillot achevé");
    await dialog.getByLabel("Description").fill("Porté une seule fois.");
    await suspend(site, admin, member, true);
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await expect(told(page)).toBeVisible();
    await expect(page).toHaveURL("/auth?next=%2Faccount");
    await suspend(site, admin, member, false);
    await signInAgain(page, member);
    await expect(dialog.getByLabel("Titre")).toHaveValue("Maillot achevé");
    await expect(dialog.getByLabel("Description")).toHaveValue("Porté une seule fois.");
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Maillot mis à jour avec succès")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("link", { name: "Maillot achevé" })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("a comment", async () => {
    await page.goto(`/jersey/${id}`);
    const field = page.getByLabel("Votre commentaire");
    await field.fill("Je l’ai vu au stade.");
    await suspend(site, admin, member, true);
    await page.getByRole("button", { name: "Publier" }).click();
    await expect(told(page)).toBeVisible();
    await page.getByRole("link", { name: "Connectez-vous pour commenter" }).click();
    await suspend(site, admin, member, false);
    await signInAgain(page, member);
    await expect(field).toHaveValue("Je l’ai vu au stade.");
    await page.getByRole("button", { name: "Publier" }).click();
    await expect(
      page.getByRole("article", { name: /^Commentaire de/ }).filter({ hasText: "vu au stade" }),
    ).toBeVisible();
    await expect(field).toHaveValue("");
  });
  await context.close();
});
