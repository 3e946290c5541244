import type { Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";

import type { Site } from "../../tests/support/site.ts";
import { createAdministrator } from "../support/administrators.ts";
import { clientOf, submitJersey } from "../support/jerseys.ts";
import { browserOf, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

let admin: Session;

test.beforeAll(async ({ site }) => {
  admin = await createAdministrator(site, "saisonniere");
});

const editor = (page: Page, slug: string) => page.locator(`[data-competition="${slug}"]`);

/** A team of a line-up, by its button. */
const member = (page: Page, slug: string, team: string) =>
  editor(page, slug).getByRole("button", { name: `Retirer : ${team}`, exact: true });

/** The address of a competition's page. */
async function publicPage(site: Site, slug: string): Promise<string> {
  const { data } = await clientOf(site, admin)
    .from("competitions")
    .select("id")
    .eq("slug", slug)
    .single()
    .throwOnError();
  return `${site.url}/competition/${data.id}`;
}

async function rollOver(page: Page, code: string, competitions: RegExp[]): Promise<void> {
  await page.goto("/admin?tab=lineUps");
  // By keyboard, from the button to the new draft.
  await page.getByRole("button", { name: "Préparer une saison" }).focus();
  await page.keyboard.press("Enter");
  const season = page.getByRole("textbox", { name: /^Saison/ });
  await expect(season).toBeFocused();
  await season.fill(code);
  await page.getByRole("button", { name: "Tout décocher" }).press("Enter");
  for (const name of competitions) await page.getByRole("checkbox", { name }).press("Space");
  await page.getByRole("button", { name: "Créer le brouillon" }).press("Enter");
}

test(
  "rolls a season over: draft, change, publication, undo",
  { tag: "@long" },
  async ({ page, browser, site }) => {
    await signInAs(page, admin);
    const visitor = await browserOf(browser, site);
    const ligue1 = await publicPage(site, "ligue-1");

    await test.step("what is no season is refused beside its field", async () => {
      await rollOver(page, "2031-33", [/^Ligue 1$/]);
      await expect(page.getByText("Écrivez une année comme 2026", { exact: false })).toBeVisible();
    });

    await test.step("the draft has the last line-ups, and visitors don't see it", async () => {
      await rollOver(page, "2031-2032", [/^Ligue 1$/, /^Serie A$/, /^Bundesliga$/]);
      await expect(page.getByText("Brouillon créé", { exact: false }).first()).toBeVisible();
      await expect(page).toHaveURL(/season=2031-32/);
      await expect(
        page.getByRole("heading", { name: "Brouillon de la saison 2031-2032" }),
      ).toBeVisible();
      await expect(editor(page, "ligue-1").getByText(/^\d+ équipes$/)).toBeVisible();
      await visitor.goto(ligue1);
      await expect(visitor.getByText("2031-2032")).toHaveCount(0);
    });

    await test.step("a competition is taken out with one press", async () => {
      await editor(page, "bundesliga")
        .getByRole("button", { name: "Retirer du brouillon" })
        .click();
      await expect(editor(page, "bundesliga")).toHaveCount(0);
    });

    await test.step("a team leaves a competition, and another one comes", async () => {
      const line = editor(page, "ligue-1");
      await line.locator("summary").click();
      await member(page, "ligue-1", "Paris Saint-Germain").click();
      await line.getByLabel("Ajouter une équipe").selectOption({ label: "Juventus" });
      await line.getByRole("button", { name: "Ajouter", exact: true }).click();
      await line.getByRole("button", { name: "Enregistrer" }).click();
      await expect(page.getByText("Ligue 1 : participants enregistrés").first()).toBeVisible();
      await expect(member(page, "ligue-1", "Juventus")).toBeVisible();
      await expect(member(page, "ligue-1", "Paris Saint-Germain")).toHaveCount(0);
    });

    await test.step("another team is added, and the line-up saved before publishing", async () => {
      const line = editor(page, "ligue-1");
      await line.getByLabel("Ajouter une équipe").selectOption({ label: "Real Madrid" });
      await line.getByRole("button", { name: "Ajouter", exact: true }).click();
      await expect(page.getByRole("button", { name: "Publier la saison" })).toBeDisabled();
      await page.reload();
      await expect(line.getByText("Non enregistré")).toBeVisible();
      await line.locator("summary").click();
      // Until the answer has come, another change would be lost by it.
      const answered = Promise.withResolvers<void>();
      await page.route("**/rpc/replace_line_ups", async (route) => {
        await answered.promise;
        await route.continue();
      });
      await line.getByRole("button", { name: "Enregistrer" }).click();
      await expect(member(page, "ligue-1", "Juventus")).toBeDisabled();
      answered.resolve();
      await expect(page.getByText("Ligue 1 : participants enregistrés").first()).toBeVisible();
      await expect(member(page, "ligue-1", "Juventus")).toBeEnabled();
    });

    await test.step("publishing shows the season to visitors", async () => {
      await page.getByRole("button", { name: "Publier la saison" }).click();
      await expect(page.getByText("Saison 2031-2032 publiée").first()).toBeVisible();
      await expect(async () => {
        await visitor.goto(ligue1);
        const teams = visitor.getByRole("region", { name: "Équipes" });
        await expect(teams.getByText("2031-2032")).toBeVisible({ timeout: 1000 });
      }).toPass();
      await expect(visitor.getByRole("link", { name: /Juventus/ })).toBeVisible();
      await expect(visitor.getByRole("link", { name: /Real Madrid/ })).toBeVisible();
    });

    const dialog = page.getByRole("dialog");
    const undo = () => page.getByRole("button", { name: "Annuler la publication" }).click();

    await test.step("the history of a competition offers to undo all of it", async () => {
      await page.goto(ligue1.replace("/competition/", "/historique/competition/"));
      await page.getByRole("button", { name: /^Annuler la modification/ }).click();
      await expect(dialog.getByText("Modifications qui seront annulées (2)")).toBeVisible();
      await expect(dialog.getByRole("listitem")).toHaveText([/^Serie A/, /^Ligue 1/]);
      await page.goto("/admin?tab=lineUps&season=2031-32");
      await editor(page, "ligue-1").locator("summary").click();
    });

    await test.step("undoing explains why it is refused while a jersey refers to it", async () => {
      const client = clientOf(site, admin);
      const { data } = await client
        .from("seasons")
        .select("id")
        .eq("code", "2031-32")
        .single()
        .throwOnError();
      const id = await submitJersey(site, admin, { title: "Maillot pressé", season_id: data.id });
      await undo();
      await expect(dialog.getByText("déjà utilisé").first()).toBeVisible();
      await expect(dialog.getByRole("button", { name: "Confirmer l’annulation" })).toHaveCount(0);
      await dialog.getByRole("button", { name: "Fermer" }).first().click();
      await client.from("jerseys").delete().eq("id", id).throwOnError();
    });

    await test.step("undoing hides it at once, and keeps the draft", async () => {
      await undo();
      await dialog.getByLabel("C’est inexact").check();
      await dialog.getByLabel("Précisions").fill("Deux équipes manquent.");
      await dialog.getByRole("button", { name: "Confirmer l’annulation" }).click();
      await expect(page.getByText(/Modifications annulées/).first()).toBeVisible();
      await expect(async () => {
        await visitor.goto(ligue1);
        await expect(visitor.getByText("2031-2032")).toHaveCount(0, { timeout: 1000 });
      }).toPass();
      await expect(editor(page, "ligue-1").getByText("Brouillon", { exact: true })).toBeVisible();
      await expect(member(page, "ligue-1", "Real Madrid")).toBeVisible();
    });

    await test.step("the draft is deleted with its season", async () => {
      await page.getByRole("button", { name: "Supprimer le brouillon" }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: "Supprimer le brouillon" })
        .click();
      await expect(page.getByText("Brouillon supprimé").first()).toBeVisible();
      await expect(page.getByLabel("Saison").getByText("2031-2032")).toHaveCount(0);
    });
    await visitor.context().close();
  },
);

test(
  "copies the line-up of another season into a competition",
  { tag: "@long" },
  async ({ page }) => {
    await signInAs(page, admin);
    await page.goto("/admin?tab=lineUps&season=2009-10");
    await expect(page.getByText("Aucun participant connu pour cette saison")).toBeVisible();
    await page.getByLabel("Ajouter une compétition").selectOption({ label: "Ligue 1" });
    const line = editor(page, "ligue-1");
    await line.locator("summary").click();
    await line.getByLabel("Copier les participants de").selectOption({ label: "2024-2025" });
    await line.getByRole("button", { name: "Copier", exact: true }).click();
    await expect(line.getByText(/^\d+ équipes$/)).toBeVisible();
    await line.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Ligue 1 : participants enregistrés").first()).toBeVisible();
    await page.reload();
    await expect(line.getByText(/^\d+ équipes$/)).toBeVisible();
  },
);
