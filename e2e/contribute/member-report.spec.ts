import { clickAlive } from "../support/alive.ts";
import { createAdministrator } from "../support/administrators.ts";
import { clientOf, decide, submitJersey } from "../support/jerseys.ts";
import { browserOf, createMember, newAddress, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";
import { mailTo } from "../../tests/support/outbox.ts";

test(
  "a member is reported on their page, with and without an account; the name is replaced",
  { tag: "@long" },
  async ({ page, site, browser }) => {
    const [author, reporter] = [
      await createMember(site, "auteur"),
      await createMember(site, "bea"),
    ];
    const admin = await createAdministrator(site, "arbitre");
    await decide(site, admin, await submitJersey(site, author, { title: "Maillot" }), "approved");
    const username = `insulte_${author.user.id.slice(0, 8)}`;
    await clientOf(site, author)
      .from("profiles")
      .update({ username, display_name: "Vilain Mot" })
      .eq("id", author.user.id)
      .throwOnError();
    const email = newAddress("ana");

    await test.step("by a visitor", async () => {
      await page.goto(`/member/${username}`);
      await clickAlive(page.getByRole("button", { name: "Signaler Vilain Mot" }));
      await page.getByRole("link", { name: "Utilisez le formulaire de signalement" }).click();
      await expect(page.getByLabel(/^Adresse du contenu/)).toHaveValue(`/member/${username}`);
      await page.getByLabel(/^Ce qui ne va pas/).selectOption("name");
      await page.getByLabel(/^Précisions/).fill("Ce nom est une insulte.");
      await page.getByLabel(/^Votre adresse e-mail/).fill(email);
      await page.getByRole("button", { name: "Envoyer le signalement" }).click();
      await expect(page.getByText("Consultez votre boîte de réception")).toBeVisible();
      const mail = await mailTo(site, email, /Vous avez signalé le membre «\s?Vilain Mot\s?»/);
      await page.goto(/https?:\/\/\S+\?confirm=[0-9a-f]{64}/.exec(mail)![0]);
      await page.getByRole("button", { name: "Confirmer" }).click();
      await expect(page.getByText("Signalement confirmé")).toBeVisible();
    });

    await test.step("by a member, once", async () => {
      await signInAs(page, reporter);
      await page.goto(`/member/${username}`);
      for (const answer of [/^Signalement envoyé/, /^Vous avez déjà signalé ce contenu/]) {
        await page.getByRole("button", { name: "Signaler Vilain Mot" }).click();
        const dialog = page.getByRole("dialog", { name: "Signaler ce membre" });
        await expect(dialog.getByRole("radio")).toHaveCount(4);
        await dialog.getByRole("radio", { name: "Nom de membre inapproprié" }).check();
        await dialog.getByRole("button", { name: "Envoyer le signalement" }).click();
        await expect(page.getByText(answer)).toBeVisible();
      }
      await page.goto("/account/contributions?kind=report");
      await expect(page.getByRole("link", { name: "Vilain Mot" })).toHaveAttribute(
        "href",
        `/member/${username}`,
      );
    });

    const reviewPage = await browserOf(browser, site, admin);
    await reviewPage.goto("/admin?tab=reports");
    const row = reviewPage.getByRole("button").filter({ hasText: "Vilain Mot" });
    const card = reviewPage.getByRole("article", { name: "Vilain Mot" });
    const members = await reviewPage.context().newPage();
    let neutral = "";
    /** An action on the member, in the list of members. */
    const act = async (name: string, reason?: string) => {
      await members.getByRole("button", { name: new RegExp(`^${name}`) }).click();
      const dialog = members.getByRole("dialog");
      if (reason) await dialog.getByLabel(/^Motif/).fill(reason);
      else await dialog.getByRole("radio").first().check();
      await dialog.getByRole("button", { name, exact: true }).click();
    };

    await test.step("the name is replaced with a reason, which the member reads", async () => {
      await row.click();
      await expect(card.getByText("Signalements : 2")).toBeVisible();
      await expect(card.getByRole("link", { name: "Voir la page" })).toHaveAttribute(
        "href",
        `/member/${username}`,
      );
      const link = card.getByRole("link", { name: "Gérer ce membre" });
      await members.goto((await link.getAttribute("href"))!);
      await expect(members.getByRole("listitem").filter({ hasText: username })).toHaveCount(1);
      await act("Remplacer le nom", "Un nom n’insulte personne.");
      await expect(members.getByText(/^Modification enregistrée/)).toBeVisible();
      const { data } = await clientOf(site, admin)
        .from("profiles")
        .select("username")
        .eq("id", author.user.id)
        .single()
        .throwOnError();
      neutral = data.username;
      expect(neutral).toMatch(/^member_[0-9a-f]{12}$/);
      await mailTo(site, author.user.email!, "Un nom n’insulte personne.");
    });

    await test.step("which settles the reports, and all three parties read it", async () => {
      await reviewPage.reload();
      await expect(row).toHaveCount(0);
      await mailTo(site, email, /signalement du membre «\s?Vilain Mot\s?» et y a donné suite/);
      await mailTo(site, reporter.user.email!, /signalé le membre «\s?Vilain Mot\s?»/);
      await mailTo(site, author.user.email!, /a signalé votre compte «\s?Vilain Mot\s?»/);
    });

    await test.step("the account is suspended", async () => {
      await members.goto(`/admin?tab=members&q=${neutral}`);
      await expect(members.getByRole("listitem").filter({ hasText: neutral })).toHaveCount(1);
      await act("Suspendre");
      await expect(members.getByText("Compte suspendu").first()).toBeVisible();
      expect((await clientOf(site, author).auth.refreshSession(author)).error).not.toBeNull();
    });
    await reviewPage.context().close();
  },
);
