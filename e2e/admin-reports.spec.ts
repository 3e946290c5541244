import type { Session } from "@supabase/supabase-js";

import fr from "../app/messages/fr/adminCommunity.json" with { type: "json" };
import merging from "../app/messages/fr/merging.json" with { type: "json" };
import { createAdministrator, createReviewer } from "./support/administrators.ts";
import { clientOf } from "./support/jerseys.ts";
import { browserOf, createMember, signInAs } from "./support/members.ts";
import { expect, test } from "./support/test.ts";
import type { Site } from "../tests/support/site.ts";

interface Target {
  target_type: "jersey" | "comment";
  target_id: string;
}

async function report(site: Site, member: Session, target: Target, reason: string): Promise<void> {
  const client = clientOf(site, member);
  await client
    .from("reports")
    .insert({ ...target, reporter_id: member.user.id, reason })
    .throwOnError();
}

async function jerseyOf(site: Site, member: Session, place: number) {
  const client = clientOf(site, member);
  const { data } = await client
    .from("jerseys")
    .select("id, title")
    .order("id")
    .range(place, place)
    .single()
    .throwOnError();
  return data as { id: string; title: string };
}

test("settles all reports of a jersey; the faster of two administrators wins", async ({
  page,
  browser,
  site,
}) => {
  const [ana, bob] = [await createMember(site, "ana"), await createMember(site, "bob")];
  const { id } = await jerseyOf(site, ana, 0);
  const target: Target = { target_type: "jersey", target_id: id };
  await report(site, ana, target, "La saison est fausse.");
  await report(site, bob, target, "C’est un maillot extérieur.");

  const first = await createAdministrator(site, "rapide");
  await signInAs(page, first);
  const late = await browserOf(browser, site, await createAdministrator(site, "lent"));
  for (const desk of [page, late]) {
    await desk.goto("/admin?tab=reports");
    const card = desk.getByRole("article").filter({ hasText: "La saison est fausse." });
    await expect(card.getByText("2 signalements")).toBeVisible();
    await card.getByRole("button", { name: "Retenir" }).click();
    await desk.getByLabel("Note").fill("Corrigé, merci.");
  }
  await page.getByRole("dialog").getByRole("button", { name: "Retenir" }).click();
  await expect(page.getByText("Signalement retenu").first()).toBeVisible();
  await expect(page.getByText("La saison est fausse.")).toHaveCount(0);
  await late.getByRole("dialog").getByRole("button", { name: "Retenir" }).click();
  await expect(late.getByText(/^Trop tard\s: .* l’a déjà traité .* \(retenu\)\.$/)).toBeVisible();
  await expect(late.getByText("La saison est fausse.")).toHaveCount(0);

  await late.getByLabel("Statut").selectOption("upheld");
  await expect(late.getByText(/Corrigé, merci\.$/)).toHaveCount(2);
  const client = clientOf(site, ana);
  const { data } = await client.from("reports").select("status, resolution_note");
  expect(data).toEqual([{ status: "upheld", resolution_note: "Corrigé, merci." }]);
  await late.context().close();
});

test("hides a comment, and unpublishes a jersey with a reason", async ({ page, site }) => {
  const [ana, bob] = [await createMember(site, "anna"), await createMember(site, "bill")];
  const jersey = await jerseyOf(site, ana, 1);
  const client = clientOf(site, ana);
  const { data: comment } = await client
    .from("comments")
    .insert({ jersey_id: jersey.id, author_id: ana.user.id, body: "Propos déplacés" })
    .select("id")
    .single()
    .throwOnError();
  await report(
    site,
    bob,
    { target_type: "comment", target_id: (comment as { id: string }).id },
    "Insultant",
  );
  await report(site, bob, { target_type: "jersey", target_id: jersey.id }, "Photo volée");

  await signInAs(page, await createAdministrator(site, "arbitre"));
  await page.goto("/admin?tab=reports");
  const about = (text: string) => page.getByRole("article").filter({ hasText: text });
  await about("Propos déplacés").getByRole("button", { name: "Masquer le commentaire" }).click();
  await expect(page.getByText("Commentaire masqué").first()).toBeVisible();
  await expect(about("Propos déplacés").getByText("Masqué", { exact: true })).toBeVisible();
  const asVisitor = clientOf(site, bob);
  expect(
    (await asVisitor.from("comments").select("id").eq("body", "Propos déplacés")).data,
  ).toEqual([]);

  await about("Photo volée").getByRole("button", { name: "Refuser le maillot" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Refuser le maillot" }).click();
  await expect(dialog.getByText("Indiquez un motif.")).toBeVisible();
  await dialog.getByLabel(/^Motif/).fill("Image non libre");
  await dialog.getByRole("button", { name: "Refuser le maillot" }).click();
  await expect(page.getByText("Maillot refusé").first()).toBeVisible();
  await expect(about("Photo volée").getByText("Refusé", { exact: true })).toBeVisible();
  expect((await asVisitor.from("jerseys").select("id").eq("id", jersey.id)).data).toEqual([]);
});

test("suspends a member and appoints an administrator, with audit log entries", async ({
  page,
  site,
}) => {
  const member = await createMember(site, "remuant");
  const client = clientOf(site, member);
  const username = `remuant_${member.user.id.slice(0, 8)}`;
  await client.from("profiles").update({ username }).eq("id", member.user.id).throwOnError();

  await signInAs(page, await createAdministrator(site, "chef"));
  await page.goto("/admin?tab=members");
  await page.getByLabel("Nom d’utilisateur ou nom affiché").fill(username);
  const item = page.getByRole("listitem").filter({ hasText: username });
  // Alone in the list: the search is done.
  await expect(item.locator("..").getByRole("listitem")).toHaveCount(1);
  const act = async (name: string) => {
    await item.getByRole("button", { name: new RegExp(`^${name}`) }).click();
    await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
  };
  await act("Suspendre");
  await expect(item.getByText("Suspendu", { exact: true })).toBeVisible();
  expect((await client.auth.refreshSession(member)).error).not.toBeNull();

  await act("Lever la suspension");
  await act("Nommer administrateur");
  await expect(item.getByText("Administrateur", { exact: true })).toBeVisible();
  await act("Retirer les droits d’administrateur");
  await expect(item.getByText("Administrateur", { exact: true })).toHaveCount(0);

  await page.getByRole("tab", { name: "Journal" }).click();
  await page.getByRole("combobox", { name: "Rubrique" }).selectOption("user_roles");
  await expect(page.getByText("Droits retirés").first()).toBeVisible();
  await page.getByText("Avant et après").first().click();
  await expect(page.getByRole("cell", { name: member.user.id }).first()).toBeVisible();
  // On a phone the table scrolls in a frame that ends inside its entry.
  await page.setViewportSize({ width: 360, height: 740 });
  const frame = page.locator("details[open]").getByRole("group").first();
  await expect
    .poll(async () => {
      const box = (await frame.boundingBox())!;
      return box.x + box.width;
    })
    .toBeLessThan(360);
});

test("a reviewer removes a reported jersey in place of rejecting it", async ({ page, site }) => {
  const member = await createMember(site, "vigilant");
  const { id } = await jerseyOf(site, member, 3);
  await report(site, member, { target_type: "jersey", target_id: id }, "Ce n’est pas un maillot.");
  await signInAs(page, await createReviewer(site, "relit"));
  await page.goto("/admin?tab=reports");
  const card = page.getByRole("article").filter({ hasText: "Ce n’est pas un maillot." });
  await expect(card.getByRole("button", { name: "Retenir" })).toBeVisible();
  await expect(card.getByRole("button", { name: fr.reports.reject })).toHaveCount(0);
  await card.getByRole("button", { name: fr.reports.remove }).click();
  const dialog = page.getByRole("dialog", { name: merging.removal.kind });
  await dialog.getByLabel(merging.preset).selectOption("noShirt");
  await dialog.getByRole("button", { name: merging.removal.action, exact: true }).click();
  await expect(page.getByText(merging.removal.done)).toBeVisible();
  expect((await fetch(`${site.url}/historique/jersey/${id}`)).status).toBe(410);
});
