import type { Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";

import { createAdministrator } from "../support/administrators.ts";
import { clientOf, decide, submitJersey } from "../support/jerseys.ts";
import { browserOf, createMember, fillSignIn } from "../support/members.ts";
import type { Site } from "../../tests/support/site.ts";
import { expect, test } from "../support/test.ts";

/** Suspends a member or lifts the suspension. */
async function suspend(site: Site, admin: Session, member: Session, suspended: boolean) {
  await clientOf(site, admin)
    .rpc("suspend_member", {
      user_id: member.user.id,
      suspended,
      reason: "off_topic",
    })
    .throwOnError();
}

const expiredMessage = (page: Page) =>
  page.getByText("Session expirée. Veuillez vous reconnecter.").first();

test("loses nothing when a session ends in the middle of a form", async ({ browser, site }) => {
  const admin = await createAdministrator(site, "admin");
  const member = await createMember(site, "auteur");
  const id = await submitJersey(site, member, { title: "Maillot inachevé" });
  // Writes are refused on purpose here, so errors in the console are expected.
  const page = await browserOf(browser, site);
  await page.goto("/auth?next=%2Faccount");
  await fillSignIn(page, member.user.email!);

  await test.step("changing a jersey", async () => {
    await page.getByRole("button", { name: "Modifier : Maillot inachevé" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Titre").fill("Maillot achevé");
    await dialog.getByLabel("Description").fill("Porté une seule fois.");
    await suspend(site, admin, member, true);
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await expect(expiredMessage(page)).toBeVisible();
    await expect(page).toHaveURL("/auth?next=%2Faccount");
    await suspend(site, admin, member, false);
    await fillSignIn(page, member.user.email!);
    await expect(dialog.getByLabel("Titre")).toHaveValue("Maillot achevé");
    await expect(dialog.getByLabel("Description")).toHaveValue("Porté une seule fois.");
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Maillot mis à jour avec succès")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("link", { name: "Maillot achevé" })).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await decide(site, admin, id);
  });

  await test.step("writing a comment", async () => {
    await page.goto(`/jersey/${id}`);
    const field = page.getByLabel("Votre commentaire");
    await field.fill("Je l’ai vu au stade.");
    await suspend(site, admin, member, true);
    await page.getByRole("button", { name: "Publier" }).click();
    await expect(expiredMessage(page)).toBeVisible();
    await page.getByRole("link", { name: "Connectez-vous pour commenter" }).click();
    await suspend(site, admin, member, false);
    await fillSignIn(page, member.user.email!);
    await expect(field).toHaveValue("Je l’ai vu au stade.");
    await page.getByRole("button", { name: "Publier" }).click();
    await expect(
      page.getByRole("article", { name: /^Commentaire de/ }).filter({ hasText: "vu au stade" }),
    ).toBeVisible();
    await expect(field).toHaveValue("");
  });
  await page.context().close();
});
