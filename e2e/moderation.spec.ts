import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { createClient, type Session } from "@supabase/supabase-js";
import sharp from "sharp";

import { QUEUE_FILTER } from "../app/data/moderation/queue-filter.ts";
import { createAdministrator } from "./support/administrators.ts";
import { clientOf, decide, submitJersey } from "./support/jerseys.ts";
import { browserOf, createMember, signInAs } from "./support/members.ts";
import type { Site } from "../tests/support/site.ts";
import { expect, test } from "./support/test.ts";

/** As small as the storage service takes it. */
const PICTURE = await sharp({
  create: { width: 400, height: 400, channels: 3, background: "#0e7a3a" },
})
  .png()
  .toBuffer();
const LIKENESS = "10".repeat(64);

/** Decides on everything in the queue, so that a test knows its content. */
async function emptyQueue(site: Site, admin: Session): Promise<void> {
  const client = clientOf(site, admin);
  const { data } = await client.from("jerseys").select("id").or(QUEUE_FILTER).throwOnError();
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
  await expect(page.getByRole("tab", { name: /^Modération/ })).toHaveText("Modération2");
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
    await dialog.getByRole("button", { name: "Refuser", exact: true }).click();
    await expect(dialog).toContainText("Indiquez un motif.");
    const reason = dialog.getByLabel(/^motif/i);
    await reason.fill("Un rare exemplaire, mais l’image est floue.");
    await reason.press("ControlOrMeta+Enter");
    await expect(dialog).toBeHidden();
    await expect(page.getByText("Deuxième de la file")).toHaveCount(0);
  });

  await test.step("links to the public page after an approval", async () => {
    await expect(page.getByRole("heading", { name: "1 maillot à vérifier" })).toBeVisible();
    await expect(page.getByRole("tab", { name: /^Modération/ })).toHaveText("Modération1");
    await review(page, "Premier de la file").focus();
    await page.keyboard.press("a");
    await expect(page.getByText("Rien à modérer")).toBeVisible();
    await page.getByRole("link", { name: "Voir la page" }).click();
    await expect(page.getByRole("heading", { name: "Premier de la file" })).toBeVisible();
  });

  const desk = await browserOf(browser, site, author);
  await desk.goto("/account");
  const row = (title: string) => desk.getByRole("row").filter({ hasText: title });
  await expect(row("Premier de la file")).toContainText("Validé");
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
    await review(tab, title).getByRole("button", { name: "Refuser" }).click();
    const dialog = tab.getByRole("dialog");
    await dialog.getByLabel(/^motif/i).fill(note);
    // The jersey leaves the list at once; the other one decides when this decision is made.
    const decided = tab.waitForResponse((answer) => answer.url().includes("moderate_jersey"));
    await dialog.getByRole("button", { name: "Refuser", exact: true }).click();
    await decided;
  };
  await reject(page, wanted, "Déjà au catalogue.");
  await expect(review(page, wanted)).toHaveCount(0);
  await review(desk, wanted).getByRole("button", { name: "Valider" }).click();
  await expect(desk.getByText(/Trop tard.*refusé.*Déjà au catalogue\./).first()).toBeVisible();
  await expect(review(desk, wanted)).toHaveCount(0);

  await review(desk, "Maillot convoité").getByRole("button", { name: "Valider" }).click();
  await expect(desk.getByText("Rien à modérer")).toBeVisible();
  await reject(page, "Maillot convoité", "Photo floue.");
  await expect(page.getByText(/Trop tard.*validé/).first()).toBeVisible();
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
      .upload(path, PICTURE, { contentType: "image/png" });
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
  await renamed.getByRole("button", { name: "Valider" }).click();
  await expect(page.getByText("Rien à modérer")).toBeVisible();

  const overruled = { jersey_id: known, decision: "rejected", note: "Essai.", overrule: true };
  await clientOf(site, admin).rpc("moderate_jersey", overruled).throwOnError();
  await own.from("jersey_images").delete().eq("jersey_id", known).throwOnError();
  await page.reload();
  await expect(review(page, "Maillot connu")).toContainText("retirée");
  await page.getByRole("button", { name: "Revenir à la version validée" }).click();
  await expect(page.getByText("La version validée est rétablie")).toBeVisible();
  const { data } = await own.from("jersey_images").select("id").eq("jersey_id", known);
  expect(data).toHaveLength(1);
});

test("shows an edit of an approved jersey to its author alone, until an admin accepts it", async ({
  page,
  site,
  browser,
}) => {
  const admin = await createAdministrator(site, "relecteur");
  const author = await createMember(site, "auteur");
  await emptyQueue(site, admin);
  const id = await submitJersey(site, author, { title: "Titre décidé" });
  await decide(site, admin, id);
  const own = clientOf(site, author);
  const { data: answer } = await own
    .from("jerseys")
    .update({ title: "Titre retouché", edition: "Match" })
    .eq("id", id)
    .select("title, edition")
    .single()
    .throwOnError();
  expect(answer).toEqual({ title: "Titre retouché", edition: "Match" });

  const desk = await browserOf(browser, site, author);
  const row = desk.getByRole("row").filter({ hasText: "Titre retouché" });
  const dialog = desk.getByRole("dialog");
  const panel = desk.getByRole("region", { name: "Vos modifications" });
  const visitor = await browserOf(browser, site);

  await test.step("the author sees it waiting; visitors see the approved version", async () => {
    await desk.goto("/account");
    await expect(row).toContainText("Modifications à vérifier");
    await row.getByRole("button", { name: "Modifier « Titre retouché »" }).click();
    await expect(dialog).toContainText("Vos modifications attendent la modération");
    await expect(dialog.getByLabel("Titre")).toHaveValue("Titre retouché");
    await dialog.getByLabel("Description").fill("En coton.");
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await expect(desk.getByText("Maillot mis à jour avec succès")).toBeVisible();

    await desk.goto(`/jersey/${id}`);
    await expect(desk.getByRole("heading", { name: "Titre décidé" })).toBeVisible();
    await expect(panel).toContainText(/en attente.*Titre retouché.*Match.*En coton\./s);
    await visitor.goto(`/jersey/${id}`);
    await expect(visitor.getByRole("heading", { name: "Titre décidé" })).toBeVisible();
    expect(await visitor.content()).not.toMatch(/retouché|En coton/);
    await expect(visitor.getByRole("region", { name: "Vos modifications" })).toHaveCount(0);
  });

  await signInAs(page, admin);
  await test.step("a refusal tells the author why", async () => {
    await page.goto("/admin");
    const changed = review(page, "Titre retouché");
    await expect(changed).toContainText("Modifié après décision");
    await expect(changed).toContainText("La version validée reste en ligne");
    await expect(changed.locator("del")).toHaveText(["Titre décidé"]);
    await expect(changed.locator("ins")).toHaveText(["Titre retouché", "Match", "En coton."]);
    await changed.getByRole("button", { name: "Refuser les modifications" }).click();
    const refusal = page.getByRole("dialog");
    await expect(refusal).toContainText("Refuser les modifications de « Titre retouché »");
    await refusal.getByLabel(/^motif/i).fill("Le coton n’existait pas.");
    await refusal.getByRole("button", { name: "Refuser les modifications" }).click();
    await expect(page.getByText(/Modifications refusées\s: la version validée/)).toBeVisible();
    await expect(page.getByText("Rien à modérer")).toBeVisible();

    await desk.reload();
    await expect(panel).toContainText(/refusées.*Le coton n’existait pas\./s);
    await desk.goto("/account");
    await expect(row).toContainText(
      /Motif\s: «\sLe coton n’existait pas\.\s».*Modifications refusées/s,
    );
    await expect(desk.getByText("ont été refusées")).toBeVisible();
  });

  await test.step("an admin approves no version that the screen doesn't show", async () => {
    await own.from("jerseys").update({ edition: "Finale" }).eq("id", id).throwOnError();
    await page.reload();
    const changed = review(page, "Titre retouché");
    await expect(changed.locator("ins")).toContainText(["Finale"]);
    await own.from("jerseys").update({ edition: "Publicité" }).eq("id", id).throwOnError();
    await changed.getByRole("button", { name: "Accepter les modifications" }).click();
    await expect(page.getByText("L’auteur vient de modifier ce maillot").first()).toBeVisible();
    await expect(changed.locator("ins")).toContainText(["Publicité"]);
    await own.from("jerseys").update({ edition: "Match" }).eq("id", id).throwOnError();
    await decide(site, admin, id, "rejected", "Le coton n’existait pas.");
    await desk.reload();
  });

  await test.step("a corrected edit is accepted, and public", async () => {
    await row.getByRole("button", { name: "Modifier « Titre retouché »" }).click();
    await expect(dialog).toContainText("Modifications refusées : « Le coton n’existait pas. »");
    await dialog.getByLabel("Description").fill("");
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await expect(row).toContainText("Modifications à vérifier");

    await page.reload();
    const changed = review(page, "Titre retouché");
    await expect(changed.locator("ins")).toHaveText(["Titre retouché", "Match"]);
    await changed.getByRole("button", { name: "Accepter les modifications" }).click();
    await expect(page.getByText(/Modifications acceptées/)).toBeVisible();
    await expect(page.getByText("Rien à modérer")).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByRole("heading", { name: "Titre retouché" })).toBeVisible();
  });

  await test.step("another one is accepted in part", async () => {
    const changes = { edition: "Coupe", description: "En laine." };
    await own.from("jerseys").update(changes).eq("id", id).throwOnError();
    await page.reload();
    const changed = review(page, "Titre retouché");
    await changed.getByRole("button", { name: "Accepter une partie" }).click();
    const parts = page.getByRole("dialog");
    await parts.getByLabel(/^motif/i).fill("La laine est une autre saison.");
    await parts.getByRole("button", { name: "Publier ce qui est coché" }).click();
    await expect(parts.getByText("Gardez au moins une modification")).toBeVisible();
    await expectAccessible(page);
    await parts.getByRole("checkbox", { name: "Description" }).uncheck();
    await parts.getByRole("button", { name: "Publier ce qui est coché" }).click();
    await expect(page.getByText(/Modifications acceptées en partie/)).toBeVisible();
    await expect(page.getByText("Rien à modérer")).toBeVisible();

    const { data } = await own.from("jersey_edits").select("status, changes").eq("jersey_id", id);
    expect(data).toEqual([{ status: "refused", changes: { description: "En laine." } }]);
    await visitor.reload();
    await expect(visitor.getByText("Coupe").first()).toBeVisible();
    expect(await visitor.content()).not.toContain("laine");
    await own.from("jersey_edits").delete().eq("jersey_id", id).throwOnError();
  });

  await test.step("the author takes back another one", async () => {
    await own.from("jerseys").update({ edition: "Finale" }).eq("id", id).throwOnError();
    await desk.reload();
    await row.getByRole("button", { name: "Modifier « Titre retouché »" }).click();
    await dialog.getByRole("button", { name: "Abandonner mes modifications" }).click();
    await expect(desk.getByText("Vos modifications sont abandonnées")).toBeVisible();
    await expect(row).not.toContainText("Modifications à vérifier");
    const { data } = await own.from("jerseys").select("edition, edited_at").eq("id", id);
    expect(data).toEqual([{ edition: "Coupe", edited_at: null }]);
  });
  await Promise.all([desk, visitor].map((tab) => tab.context().close()));
});

test("compares and accepts images of an edit, and their order", async ({ page, site }) => {
  const admin = await createAdministrator(site, "iconographe");
  const author = await createMember(site, "auteur");
  await emptyQueue(site, admin);
  const id = await submitJersey(site, author, { title: "Maillot en images" });
  const own = clientOf(site, author);
  const add = async (name: string, position: number) => {
    const path = `${author.user.id}/${name}.png`;
    await own.storage.from("jerseys").upload(path, PICTURE, { contentType: "image/png" });
    const { publicUrl: url } = own.storage.from("jerseys").getPublicUrl(path).data;
    const { data } = await own
      .from("jersey_images")
      .insert({ jersey_id: id, url, position })
      .select("id")
      .single()
      .throwOnError();
    return data.id as string;
  };
  const face = await add("face", 0);
  await add("dos", 1);
  await decide(site, admin, id);
  const third = await add("col", 2);
  await own
    .from("jersey_images")
    .delete()
    .eq("jersey_id", id)
    .like("path", "%dos.png")
    .throwOnError();
  await own.rpc("order_images", { jersey_id: id, image_ids: [third, face] }).throwOnError();

  const paths = async () => {
    const { data } = await createClient(site.url, site.anonKey)
      .from("jersey_images")
      .select("path")
      .eq("jersey_id", id)
      .order("position")
      .throwOnError();
    return data.map(({ path }) => (path as string).split("/")[1]);
  };
  expect(await paths()).toEqual(["face.png", "dos.png"]);
  await signInAs(page, admin);
  await page.goto("/admin");
  const changed = review(page, "Maillot en images");
  await expect(changed).toContainText("ajoutée");
  await expect(changed).toContainText("retirée");
  await expect(changed).toContainText(/Ordre des images.*Avant.*Après/s);
  await expect(changed.getByRole("button", { name: /^Agrandir/ })).toHaveCount(2);
  await changed.getByRole("button", { name: "Accepter les modifications" }).click();
  await expect(page.getByText("Rien à modérer")).toBeVisible();
  expect(await paths()).toEqual(["col.png", "face.png"]);
});
