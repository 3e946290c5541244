import type { Page } from "@playwright/test";

import { createAdministrator } from "../support/administrators.ts";
import { clickAlive } from "../support/alive.ts";
import { clientOf } from "../support/jerseys.ts";
import { browserOf, createMember, signInAs } from "../support/members.ts";
import type { Site } from "../../tests/support/site.ts";
import { expect, test } from "../support/test.ts";

/** A public jersey of the catalogue, a different one for each `n`. */
async function jerseyNumber(site: Site, n: number): Promise<string> {
  const html = await (await fetch(site.url)).text();
  const addresses = new Set(
    [...html.matchAll(/href="(\/jersey\/[^"]+)"/g)].map(([, path]) => path!),
  );
  return [...addresses][n]!;
}

const commentsOf = (page: Page) => page.getByRole("article", { name: /^Commentaire de/ });

const report = (page: Page) => page.getByRole("button", { name: /^Un problème\s\?\s«/ }).first();

test("sends a visitor who reports to sign-in, with an explanation", async ({ page, site }) => {
  const jersey = await jerseyNumber(site, 0);
  await page.goto(jersey);
  await clickAlive(report(page));
  await expect(page.getByText("Connectez-vous pour signaler.")).toBeVisible();
  await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(jersey)}&mode=signup`);

  // The form for reports without an account is named there, in both modes, filled with the jersey.
  await page.getByRole("main").getByRole("link", { name: "Se connecter" }).click();
  await expect(page).not.toHaveURL(/mode=signup/);
  await page.getByRole("link", { name: "Utilisez le formulaire de signalement" }).click();
  await expect(page.getByRole("textbox", { name: /^Adresse du/ })).toHaveValue(
    new RegExp(jersey.split("/").at(-1)!),
  );
  // Who wants to do something else isn't told of it.
  await page.goto("/auth");
  await expect(page.getByLabel("E-mail")).toBeVisible();
  await expect(
    page.getByRole("link", { name: "Utilisez le formulaire de signalement" }),
  ).toHaveCount(0);
});

test("accepts one report per jersey and shows it in the account", async ({ page, site }) => {
  const member = await createMember(site, "watcher");
  await signInAs(page, member);
  await page.goto(await jerseyNumber(site, 0));
  await expect(page.getByLabel("Votre commentaire")).toBeVisible();
  await report(page).click();
  const dialog = page.getByRole("dialog");
  const somethingElse = dialog.getByRole("button", { name: "Autre chose" });
  await test.step("three of four answers lead to what mends it", async () => {
    await dialog.getByRole("button", { name: "La photo n’est pas la bonne" }).click();
    await expect(page).toHaveURL(/\/suggest\/jersey\/[0-9a-f-]+#photos$/);
    await page.goBack();
    await clickAlive(report(page));
    await dialog.getByRole("button", { name: "C’est un doublon" }).click();
    await expect(dialog.getByRole("combobox", { name: /^Maillot à conserver/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await report(page).click();
  });
  await somethingElse.click();
  await dialog.getByLabel("Contenu offensant").check();
  await dialog.getByLabel("Précisions").fill("Ce n’est pas la bonne saison.");
  await dialog.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expect(page.getByText("Signalement envoyé : un admin va vérifier.")).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await report(page).click();
  await somethingElse.click();
  await dialog.getByLabel("Contenu offensant").check();
  await dialog.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expect(
    page.getByText(
      "Vous avez déjà signalé ce contenu : votre premier signalement attend encore, et celui-ci n’a pas été envoyé.",
    ),
  ).toBeVisible();

  const { data } = await clientOf(site, member)
    .from("reports")
    .select("category, reason, status")
    .throwOnError();
  expect(data).toEqual([
    { category: "offensive", reason: "Ce n’est pas la bonne saison.", status: "open" },
  ]);
  await page.goto("/account/contributions");
  await expect(page.getByText("Contenu offensant")).toBeVisible();
  await expect(page.getByText("À traiter")).toBeVisible();
});

test("reports a failure and can be sent again", { tag: "@long" }, async ({ browser, site }) => {
  const page = await browserOf(browser, site, await createMember(site, "watcher"));
  await page.route(/\/rest\/v1\/reports/, (route) => route.abort());
  await page.goto(await jerseyNumber(site, 0));
  await expect(page.getByLabel("Votre commentaire")).toBeVisible();
  await report(page).click();
  const send = page.getByRole("button", { name: "Envoyer le signalement" });
  await page.getByRole("button", { name: "Autre chose" }).click();
  await page.getByRole("dialog").getByLabel("Contenu offensant").check();
  await send.click();
  await expect(page.getByText("Échec du signalement")).toBeVisible();
  await page.unroute(/\/rest\/v1\/reports/);
  // The second click of a double click sends nothing.
  await send.dblclick();
  await expect(page.getByText("Signalement envoyé : un admin va vérifier.")).toBeVisible();
  await page.context().close();
});

test("writes, edits and deletes a comment with safe links", async ({ page, site }) => {
  const member = await createMember(site, "writer");
  await signInAs(page, member);
  await page.goto(await jerseyNumber(site, 1));
  await page
    .getByLabel("Votre commentaire")
    .fill("Vu sur https://example.org/a. <b>Beau</b> javascript:alert(1)");
  await page.getByRole("button", { name: "Publier" }).click();
  const comment = commentsOf(page);
  await expect(comment).toHaveAttribute("aria-busy", "false");
  await expect(comment).toContainText("<b>Beau</b> javascript:alert(1)");
  // The address in the text, and the comment's own in its date.
  await expect(comment.getByRole("link")).toHaveCount(2);
  // The first one with a link waits, and says so to its author.
  await expect(comment).toContainText("En attente de relecture");
  const link = comment.getByRole("link", { name: /example/ });
  await expect(link).toHaveAttribute("href", "https://example.org/a");
  await expect(link).toHaveAttribute("rel", /nofollow ugc/);

  await comment.getByRole("button", { name: "Modifier" }).click();
  await page.getByLabel("Modifier votre commentaire").fill("Corrigé.");
  await comment.getByRole("button", { name: "Enregistrer" }).click();
  await expect(comment).toContainText("Corrigé.");
  await expect(comment).toContainText("modifié");
  await page.reload();
  await expect(comment).toContainText("Corrigé.");

  await comment.getByRole("button", { name: "Supprimer" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
  await expect(page.getByText("Commentaire supprimé")).toBeVisible();
  await expect(comment).toHaveCount(0);
});

test(
  "loads more comments for visitors, and limits the rate of new ones",
  { tag: "@long" },
  async ({ browser, page, site }) => {
    const jersey = await jerseyNumber(site, 2);
    const id = jersey.split("/").at(-1)!;
    for (const name of ["first", "second"]) {
      const client = clientOf(site, await createMember(site, name));
      const bodies = Array.from({ length: 6 }, (_, n) => `${name} ${n}`);
      await client
        .from("comments")
        .insert(bodies.map((body) => ({ jersey_id: id, body })))
        .throwOnError();
    }
    await page.goto(jersey);
    await expect(page.getByText("12 commentaires")).toBeVisible();
    const comments = commentsOf(page);
    await expect(comments).toHaveCount(10);
    await clickAlive(page.getByRole("button", { name: "Afficher la suite" }));
    await expect(comments).toHaveCount(12);

    // A link to one of the older comments leads there, for visitors and members.
    const oldest = comments.last();
    const link = `${jersey}#${await oldest.getAttribute("id")}`;
    const reader = await browserOf(browser, site, await createMember(site, "lectrice"));
    for (const tab of [page, reader]) {
      await tab.goto("/trends");
      await tab.goto(link);
      await expect(commentsOf(tab)).toHaveCount(12);
      await expect(commentsOf(tab).last()).toBeInViewport();
    }
    await reader.context().close();

    const member = await createMember(site, "chatter");
    await clientOf(site, member)
      .from("comments")
      .insert(Array.from({ length: 10 }, () => ({ jersey_id: id, body: "Encore" })))
      .throwOnError();
    const tab = await browserOf(browser, site, member);
    await tab.goto(jersey);
    await tab.getByLabel("Votre commentaire").fill("Un de trop");
    await tab.getByRole("button", { name: "Publier" }).click();
    await expect(tab.getByText(/dix commentaires au plus en cinq minutes/)).toBeVisible();
    await expect(tab.getByLabel("Votre commentaire")).toHaveValue("Un de trop");
    await expect(commentsOf(tab).filter({ hasText: "Un de trop" })).toHaveCount(0);
    await tab.context().close();
  },
);

test("hides a comment from all but its author", async ({ browser, page, site }) => {
  const jersey = await jerseyNumber(site, 3);
  const author = await createMember(site, "rude");
  const admin = await createAdministrator(site, "admin");
  await clientOf(site, author)
    .from("comments")
    .insert({ jersey_id: jersey.split("/").at(-1)!, body: "Pas gentil" })
    .throwOnError();
  await signInAs(page, admin);
  await page.goto(jersey);
  const comment = commentsOf(page).filter({ hasText: "Pas gentil" });
  await comment.getByRole("button", { name: "Masquer" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Masquer le commentaire" }).click();
  await expect(comment).toContainText("Masqué par les relecteurs");
  await expect(comment.getByRole("button", { name: "Afficher de nouveau" })).toBeVisible();

  const seen = async (as?: typeof author) => {
    const tab = await browserOf(browser, site, as);
    const first = tab.waitForResponse(/\/rest\/v1\/comments/);
    await tab.goto(jersey);
    if (as) await first;
    const count = commentsOf(tab).filter({ hasText: "Pas gentil" });
    await expect(count).toHaveCount(as === author ? 1 : 0);
    // Its author reads why, and whom to ask.
    if (as === author) {
      await expect(count).toContainText("Motif : Hors sujet ou contraire aux règles");
      await expect(count.getByRole("link", { name: /notifications/i })).toBeVisible();
    }
    await tab.context().close();
  };
  await seen(author);
  await seen(await createMember(site, "stranger"));
});
