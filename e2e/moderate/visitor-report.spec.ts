import type { Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";

import { clickAlive } from "../support/alive.ts";
import { createAdministrator } from "../support/administrators.ts";
import { clientOf, decide, submitJersey } from "../support/jerseys.ts";
import { browserOf, createMember, newAddress } from "../support/members.ts";
import { expect, test } from "../support/test.ts";
import { mailTo } from "../../tests/support/outbox.ts";
import { type Site, startSite } from "../../tests/support/site.ts";

test.use({ viewport: { width: 360, height: 740 } });

/** The link of the newest mail to an address that leads to this step. */
async function stepIn(site: Site, address: string, step: "confirm" | "contest"): Promise<string> {
  const link = new RegExp(`https?://\\S+\\?${step}=[0-9a-f]{64}`);
  return link.exec(await mailTo(site, address, link))![0];
}

async function fillReport(page: Page, email: string): Promise<void> {
  await page.getByLabel(/^Ce qui ne va pas/).selectOption("rights");
  await page.getByLabel(/^Précisions/).fill("Cette photo est la mienne.");
  await page.getByLabel(/^Votre adresse e-mail/).fill(email);
}

test(
  "a visitor's report goes from the form to the decision, which both sides contest",
  { tag: "@long" },
  async ({ page, site, browser }) => {
    const author = await createMember(site, "author");
    const admin = await createAdministrator(site, "admin");
    const title = "Maillot signalé";
    // Somebody else decides on what is contested.
    const second = await createAdministrator(site, "admin");
    const id = await submitJersey(site, author, { title });
    await decide(site, admin, id, "approved");
    const email = newAddress("ana");

    await test.step("reports without an account, from the jersey's page", async () => {
      await page.goto(`/jersey/${id}`);
      await clickAlive(page.getByRole("button", { name: /^Un problème\s\?\s«/ }));
      await page.getByRole("link", { name: "Utilisez le formulaire de signalement" }).click();
      await expect(page.getByLabel(/^Adresse du contenu/)).toHaveValue(new RegExp(id));
      await fillReport(page, email);
      await page.getByRole("button", { name: "Envoyer le signalement" }).click();
      // A matter of rights needs a name; what was typed is still there.
      await expect(page.getByText("Indiquez votre nom, en 120 caractères au plus.")).toBeVisible();
      await expect(page.getByLabel(/^Précisions/)).toHaveValue("Cette photo est la mienne.");
      await page.getByLabel(/^Votre nom/).fill("Ana Lima");
      await page.getByRole("button", { name: "Envoyer le signalement" }).click();
      await expect(page.getByText("Consultez votre boîte de réception")).toBeVisible();
    });

    const reviewedBy = async (session: Session) => {
      const reviewPage = await browserOf(browser, site, session);
      const openReports = async () => {
        await reviewPage.goto("/admin?kind=report");
        const count = reviewPage.getByRole("heading", { name: /attend|Aucune demande/ });
        await expect(count).toBeVisible();
      };
      return {
        openReports,
        openReport: async () => {
          await openReports();
          await reviewPage.getByRole("button").filter({ hasText: title }).click();
        },
        card: reviewPage.getByRole("article", { name: title }),
        dialog: reviewPage.getByRole("dialog"),
        close: () => reviewPage.context().close(),
      };
    };
    const first = await reviewedBy(admin);

    await test.step("it counts once it is confirmed by mail", async () => {
      const { openReports, openReport, card } = first;
      await openReports();
      await expect(card).toHaveCount(0);
      await page.goto(await stepIn(site, email, "confirm"));
      await page.getByRole("button", { name: "Confirmer" }).click();
      await expect(page.getByText("Signalement confirmé")).toBeVisible();
      await openReport();
      await expect(card.getByText(`Ana Lima, ${email}`)).toBeVisible();
    });

    await test.step("the dismissal and its reason are mailed; the notifier contests it", async () => {
      const { openReport, card, dialog } = first;
      await openReport();
      const nothing = { name: "Classer sans suite" };
      await card.getByRole("button", nothing).click();
      await dialog.getByRole("button", nothing).click();
      await expect(dialog.getByText("Écrivez le motif en quelques mots.")).toBeVisible();
      await dialog.getByLabel(/^Précisions/).fill("Rien ne le montre.");
      await dialog.getByRole("button", nothing).click();
      await expect(card).toHaveCount(0);
      await mailTo(site, author.user.email!, "Rien ne le montre.");
      await page.goto(await stepIn(site, email, "contest"));
      await page.getByLabel(/^Précisions/).fill("Voici le négatif.");
      await page.getByRole("button", { name: "Contester" }).click();
      await expect(page.getByText("Contestation reçue")).toBeVisible();
      await page.goBack();
      await page.getByLabel(/^Précisions/).fill("Encore.");
      await page.getByRole("button", { name: "Contester" }).click();
      await expect(
        page.getByText("déjà été contestée ou remplacée", { exact: false }),
      ).toBeVisible();
    });

    await test.step("upheld, the author contests it once", async () => {
      await first.close();
      const { openReport, card, dialog, close } = await reviewedBy(second);
      await openReport();
      await expect(card.getByText("Voici le négatif.")).toBeVisible();
      // Its reader has no reason of their own to write: the one of the list is in the mail.
      await card.getByRole("button", { name: "Retirer" }).click();
      await dialog.getByLabel("Les droits ne sont pas clairs").check();
      await dialog.getByLabel(/^Précisions/).fill("Le négatif le prouve.");
      await dialog.getByRole("button", { name: "Retirer" }).click();
      await expect(card).toHaveCount(0);
      await mailTo(site, email, "Les droits ne sont pas clairs – Le négatif le prouve.");
      await page.goto(await stepIn(site, author.user.email!, "contest"));
      await page.getByLabel(/^Précisions/).fill("Je l’ai prise moi-même.");
      await page.getByRole("button", { name: "Contester" }).click();
      await expect(page.getByText("Contestation reçue")).toBeVisible();
      await openReport();
      await expect(card.getByText("Contesté par l’auteur du contenu")).toBeVisible();
      await close();
    });
  },
);

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the form answers a problem, a success and a bad link, and names a comment", async ({
    page,
    site,
  }) => {
    await page.goto("/");
    const jersey = await page.locator('a[href^="/jersey/"]').first().getAttribute("href");
    const jersey_id = jersey!.split("/").at(-1)!;
    const { data: comment } = await clientOf(site, await createMember(site, "rude"))
      .from("comments")
      .insert({ jersey_id, body: "Pas gentil" })
      .select("id")
      .single()
      .throwOnError();
    await page.goto("/signaler");
    await page.getByLabel(/^Adresse du contenu/).fill("https://example.org/");
    await page.getByLabel(/^Votre nom/).fill("Ana Lima");
    await fillReport(page, newAddress("ana"));
    await page.getByRole("button", { name: "Envoyer le signalement" }).click();
    await expect(
      page.getByText(
        "Cette adresse n’est pas celle d’un maillot, d’un commentaire, d’une liste ou d’un membre visible.",
      ),
    ).toBeVisible();
    await page.getByLabel(/^Adresse du contenu/).fill(jersey!);
    await page.getByRole("button", { name: "Envoyer le signalement" }).click();
    await expect(page.getByText("Consultez votre boîte de réception")).toBeVisible();

    // From a comment, which has an address of its own.
    await page.goto(`${jersey}#comment-${comment.id}`);
    const said = page.locator(":target");
    await expect(said).toContainText("Pas gentil");
    await expect(said.locator("time").locator("..")).toHaveAttribute("href", /^#comment-/);
    await said.getByRole("link", { name: /^Signaler sans compte/ }).click();
    await expect(page.getByLabel(/^Adresse du contenu/)).toHaveValue(
      `${jersey}#comment-${comment.id}`,
    );
    await page.getByLabel(/^Votre nom/).fill("Ana Lima");
    await fillReport(page, newAddress("ana"));
    await page.getByRole("button", { name: "Envoyer le signalement" }).click();
    await expect(page.getByText("Consultez votre boîte de réception")).toBeVisible();

    await page.goto("/en/report?confirm=x");
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("Nothing was sent: this link isn’t valid")).toBeVisible();
  });
});

test(
  "whoever has used up a limit is led to a mail to the operator",
  { tag: "@long" },
  async ({ page }) => {
    const site = await startSite({ OPERATOR_EMAIL: "contact@example.org" }, { demo: true });
    try {
      await page.goto(site.url);
      const jersey = await page.locator('a[href^="/jersey/"]').first().getAttribute("href");
      const form = {
        address: jersey!,
        category: "offensive",
        reason: "Une insulte",
        name: "",
      };
      for (let n = 0; n < 5; n += 1) {
        const sent = await page.request.post(`${site.url}/signaler`, {
          form: { ...form, email: newAddress("ana") },
        });
        expect(sent.status()).toBe(200);
      }
      await page.goto(`${site.url}/signaler?address=${encodeURIComponent(jersey!)}`);
      await expect(page.getByText("contact@example.org")).toHaveCount(0);
      await fillReport(page, newAddress("ana"));
      await page.getByLabel(/^Votre nom/).fill("Ana Lima");
      await page.getByRole("button", { name: "Envoyer le signalement" }).click();
      await expect(page.getByText("réessayez plus tard", { exact: false })).toBeVisible();
      await expect(page.getByRole("link", { name: "Écrire un e-mail" })).toHaveAttribute(
        "href",
        new RegExp(`^mailto:contact@example\\.org.*${jersey!.split("/").at(-1)}`),
      );
      await expect(page.getByLabel(/^Précisions/)).toHaveValue("Cette photo est la mienne.");
    } finally {
      await site.stop();
    }
  },
);
