import type { Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";

import { createAdministrator } from "./support/administrators.ts";
import { clientOf, decide, submitJersey } from "./support/jerseys.ts";
import { browserOf, createMember, signInAs } from "./support/members.ts";
import type { Site } from "../tests/support/site.ts";
import { expect, test } from "./support/test.ts";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const LIKENESS = "10".repeat(64);

/** Decides on everything in the queue, so that a test knows its content. */
async function emptyQueue(site: Site, admin: Session): Promise<void> {
  const client = clientOf(site, admin);
  const { data } = await client
    .from("jerseys")
    .select("id")
    .or("status.eq.pending,edited_at.not.is.null")
    .throwOnError();
  for (const { id } of data) {
    await decide(site, admin, id, "rejected", "Essai.");
  }
}

const review = (page: Page, title: string) => page.getByRole("article", { name: title });

test("sends visitors to sign-in and refuses members", async ({ page, site, browser }) => {
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/auth\?next=%2Fadmin$/);

  const desk = await browserOf(browser, site, await createMember(site, "membre"));
  await desk.goto("/admin");
  await expect(desk.getByText("Accès non autorisé - Administrateur requis").first()).toBeVisible();
  await expect(desk).toHaveURL(`${site.url}/`);
  await desk.context().close();
});

test("lets an admin decide with the keyboard; the author sees the reason", async ({
  page,
  site,
  browser,
}) => {
  const admin = await createAdministrator(site, "arbitre");
  const author = await createMember(site, "auteur");
  await emptyQueue(site, admin);
  await submitJersey(site, author, { title: "Premier de la file", kit_type: "home", year: 1998 });
  await submitJersey(site, author, { title: "Deuxième de la file" });

  await signInAs(page, admin);
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "2 maillots à vérifier" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveText([/Premier de la file/, /Deuxième de la file/]);
  await expect(review(page, "Premier de la file")).toBeFocused();

  await test.step("requires a reason for a rejection", async () => {
    await page.keyboard.press("j");
    await expect(review(page, "Deuxième de la file")).toBeFocused();
    const dialog = page.getByRole("dialog");
    await page.keyboard.press("r");
    await expect(dialog).toContainText("Deuxième de la file");
    await page.keyboard.press("Escape");
    await expect(review(page, "Deuxième de la file")).toBeFocused();
    await page.keyboard.press("r");
    await dialog.getByRole("button", { name: "Rejeter", exact: true }).click();
    await expect(dialog).toContainText("Indiquez une raison.");
    await dialog.getByLabel(/^raison/i).fill("Un rare exemplaire, mais l’image est floue.");
    await dialog.getByRole("button", { name: "Rejeter", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("Deuxième de la file")).toHaveCount(0);
  });

  await test.step("links to the public page after an approval", async () => {
    await expect(page.getByRole("heading", { name: "1 maillot à vérifier" })).toBeVisible();
    await review(page, "Premier de la file").focus();
    await page.keyboard.press("a");
    await expect(page.getByText("Rien à modérer")).toBeVisible();
    await page.getByRole("link", { name: "Voir la page" }).click();
    await expect(page.getByRole("heading", { name: "Premier de la file" })).toBeVisible();
  });

  const desk = await browserOf(browser, site, author);
  await desk.goto("/account");
  const row = (title: string) => desk.getByRole("row").filter({ hasText: title });
  await expect(row("Premier de la file")).toContainText("Approuvé");
  await expect(row("Deuxième de la file")).toContainText("l’image est floue");
  await desk.context().close();
});

test("tells the second of two admins what the first decided", async ({ page, site, browser }) => {
  const first = await createAdministrator(site, "premier");
  const author = await createMember(site, "auteur");
  await emptyQueue(site, first);
  const wanted = "Maillot disputé";
  await submitJersey(site, author, { title: wanted });
  await submitJersey(site, author, { title: "Maillot convoité" });
  const desk = await browserOf(browser, site, await createAdministrator(site, "second"));
  await signInAs(page, first);
  for (const tab of [page, desk]) {
    await tab.goto("/admin");
    await expect(tab.getByRole("heading", { name: "2 maillots à vérifier" })).toBeVisible();
  }

  const reject = async (tab: Page, title: string, note: string) => {
    await review(tab, title).getByRole("button", { name: "Rejeter" }).click();
    const dialog = tab.getByRole("dialog");
    await dialog.getByLabel(/^raison/i).fill(note);
    await dialog.getByRole("button", { name: "Rejeter", exact: true }).click();
  };
  await reject(page, wanted, "Déjà au catalogue.");
  await expect(review(page, wanted)).toHaveCount(0);
  await review(desk, wanted).getByRole("button", { name: "Approuver" }).click();
  await expect(desk.getByText(/Trop tard.*rejeté.*Déjà au catalogue\./).first()).toBeVisible();
  await expect(review(desk, wanted)).toHaveCount(0);

  await review(desk, "Maillot convoité").getByRole("button", { name: "Approuver" }).click();
  await expect(desk.getByText("Rien à modérer")).toBeVisible();
  await reject(page, "Maillot convoité", "Photo floue.");
  await expect(page.getByText(/Trop tard.*approuvé/).first()).toBeVisible();
  await expect(page.getByText("Rien à modérer")).toBeVisible();
  await desk.context().close();
});

test("points out the same picture under another name, and restores removed images", async ({
  page,
  site,
}) => {
  const admin = await createAdministrator(site, "physionomiste");
  const author = await createMember(site, "auteur");
  await emptyQueue(site, admin);
  const own = clientOf(site, author);
  const submit = async (title: string, name: string) => {
    const jersey_id = await submitJersey(site, author, { title });
    const path = `${author.user.id}/${name}.png`;
    const { error } = await own.storage
      .from("jerseys")
      .upload(path, PIXEL, { contentType: "image/png" });
    expect(error).toBeNull();
    const { publicUrl: url } = own.storage.from("jerseys").getPublicUrl(path).data;
    await own.from("jersey_images").insert({ jersey_id, url, likeness: LIKENESS }).throwOnError();
    return jersey_id;
  };
  const known = await submit("Maillot connu", "connu");
  await decide(site, admin, known);
  await submit("Le même, rebaptisé", "rebaptise");

  await signInAs(page, admin);
  await page.goto("/admin");
  const renamed = review(page, "Le même, rebaptisé");
  await expect(renamed.getByRole("listitem").filter({ hasText: "Maillot connu" })).toContainText(
    "Même photo",
  );
  await renamed.getByRole("button", { name: "Approuver" }).click();
  await expect(page.getByText("Rien à modérer")).toBeVisible();

  await own.from("jersey_images").delete().eq("jersey_id", known).throwOnError();
  await page.reload();
  await expect(review(page, "Maillot connu")).toContainText("retirée");
  await page.getByRole("button", { name: "Revenir à la version décidée" }).click();
  await expect(page.getByText("La version décidée est rétablie")).toBeVisible();
  const { data } = await own.from("jersey_images").select("id").eq("jersey_id", known);
  expect(data).toHaveLength(1);
});

test("queues an approved jersey with its author's changes", async ({ page, site }) => {
  const admin = await createAdministrator(site, "relecteur");
  const author = await createMember(site, "auteur");
  await emptyQueue(site, admin);
  const id = await submitJersey(site, author, { title: "Titre décidé" });
  await decide(site, admin, id);
  await clientOf(site, author)
    .from("jerseys")
    .update({ title: "Titre retouché", edition: "Match" })
    .eq("id", id)
    .throwOnError();

  await signInAs(page, admin);
  await page.goto("/admin");
  const changed = review(page, "Titre retouché");
  await expect(changed).toContainText("Modifié après décision");
  await expect(changed.locator("del")).toHaveText(["Titre décidé"]);
  await expect(changed.locator("ins")).toHaveText(["Match", "Titre retouché"]);
  await changed.getByRole("button", { name: "Approuver" }).click();
  await expect(page.getByText("Rien à modérer")).toBeVisible();
});
