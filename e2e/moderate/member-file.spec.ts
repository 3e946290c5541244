import { createReviewer } from "../support/administrators.ts";
import { clickAlive } from "../support/alive.ts";
import { clientOf, decideOn, suggest } from "../support/jerseys.ts";
import { createMember, signInAs } from "../support/members.ts";
import { publicJersey } from "../support/public-jerseys.ts";
import { opened } from "../support/queue.ts";
import { expect, test } from "../support/test.ts";

test("a reviewer is called to the queue, shows a comment with a link, and clears up after its author in two presses each", async ({
  page,
  site,
}) => {
  const title = "Maillot à commenter";
  const id = await publicJersey(site, { title });
  const member = await createMember(site, "bavard");
  const username = `bavard_${member.user.id.slice(0, 8)}`;
  const client = clientOf(site, member);
  await client.from("profiles").update({ username }).eq("id", member.user.id).throwOnError();
  const reviewer = await createReviewer(site, "relecteur");
  await suggest(site, member, id, { year: 1999 });
  await decideOn(site, reviewer, id);
  const comments = client.from("comments");
  await comments.insert({ jersey_id: id, body: "Superbe" }).throwOnError();
  await comments.insert({ jersey_id: id, body: "Vu sur https://example.org/b" }).throwOnError();

  await signInAs(page, reviewer);
  await page.goto("/legal");
  await clickAlive(page.getByRole("link", { name: /Demandes qui attendent/ }));
  await clickAlive(page.getByRole("button", { name: "Filtrer" }));
  await page.getByRole("combobox", { name: "Type de demande" }).selectOption("comment");
  const card = opened(page, title);
  await expect(card).toContainText("Vu sur https://example.org/b");
  const file = await card.getByRole("link", { name: /^Par / }).getAttribute("href");
  await card.getByRole("button", { name: /^Afficher le commentaire/ }).click();
  await expect(page.getByText(/^Commentaire affiché sous/)).toBeVisible();

  await page.goto(file!);
  await page.getByText("Commentaires : 2", { exact: true }).click();
  await expect(page.getByRole("link", { name: "Superbe" })).toBeVisible();
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Masquer les commentaires de ce membre (2)" }).click();
  await dialog.getByRole("button", { name: "Masquer les commentaires de ce membre (2)" }).click();
  await expect(page.getByText("Commentaires : 2 · masqués : 2")).toBeVisible();
  // By mistake: the same place takes it back.
  await page
    .getByRole("button", { name: "Afficher de nouveau les commentaires de ce membre (2)" })
    .click();
  await expect(page.getByText("Commentaires : 2", { exact: true })).toBeVisible();
  await expect(
    page.getByRole("button", { name: "Masquer les commentaires de ce membre (2)" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Annuler les modifications de ce membre" }).click();
  await expect(dialog.getByText("Modifications qui seront annulées (1)")).toBeVisible();
  await dialog.getByRole("button", { name: "Confirmer l’annulation" }).click();
  await expect(page.getByText("Modifications annulées : 1")).toBeVisible();
});

test("the file of a newcomer is there for reviewers, and for nobody else", async ({
  browser,
  page,
  site,
}) => {
  const newcomer = await createMember(site, "nouveau");
  const { data } = await clientOf(site, newcomer)
    .from("profiles")
    .select("username")
    .eq("id", newcomer.user.id)
    .single()
    .throwOnError();
  const address = `/historique/member/${data.username}`;
  await signInAs(page, await createReviewer(site, "relecteur"));
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Dossier" })).toBeVisible();
  await expect(page.getByText("Maillots proposés : 0")).toBeVisible();
  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage();
  await visitor.goto(address);
  await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(visitor.getByRole("heading", { name: "Dossier" })).toHaveCount(0);
});
