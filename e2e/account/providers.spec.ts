import {
  FakeIdentityProvider,
  type FakeProvider,
  startFakeProvider,
} from "@maillotheque/backend/testing";
import { createMember, newAddress, PASSWORD, signInAs, signInByForm } from "../support/members.ts";
import { codeIn } from "../../tests/support/outbox.ts";
import { type Site, startSite } from "../../tests/support/site.ts";
import { expect, test as base } from "../support/test.ts";

/** Starts a site with sign-in by a provider, a company, or text message. */
const test = base.extend<object, { site: Site; club: FakeProvider; company: FakeIdentityProvider }>(
  {
    club: [
      async ({}, use) => {
        const club = await startFakeProvider();
        await use(club);
        await club.close();
      },
      { scope: "worker" },
    ],
    company: [
      async ({}, use) => {
        const company = new FakeIdentityProvider();
        const close = await company.serve(["salariee"]);
        await use(company);
        await close();
      },
      { scope: "worker" },
    ],
    site: [
      async ({ club, company }, use) => {
        const settings = {
          SEED: "none",
          AUTH_PHONE: "true",
          AUTH_CLUB_ISSUER: club.issuer,
          AUTH_CLUB_CLIENT_ID: "sample",
          AUTH_CLUB_SECRET: "provider-secret",
          AUTH_SAML_COMPANY_ISSUER: company.issuer,
          AUTH_SAML_COMPANY_ENTRY_POINT: company.entryPoint,
          AUTH_SAML_COMPANY_CERTIFICATE: company.publicKey,
          AUTH_SAML_COMPANY_DOMAINS: "club.example",
        };
        // The copy takes half of the time of an empty database.
        const site = await startSite(settings, { demo: true });
        await use(site);
        await site.stop();
      },
      { scope: "worker", timeout: 180_000 },
    ],
  },
);

test(
  "signs in by a provider and continues to the requested page",
  { tag: "@long" },
  async ({ page, club }) => {
    club.visitor = {
      sub: "fan-1",
      email: newAddress("supportrice"),
      verified: true,
      name: "Supportrice",
    };
    await page.goto("/en/auth?next=%2Fen%2Faccount%2Fsecurity");
    await page.getByRole("button", { name: "Continue with Club" }).click();
    await expect(page.getByText("Signed in", { exact: true })).toBeVisible();
    await expect(page).toHaveURL("/en/account/security");
    await expect(page.getByText(club.visitor.email!).first()).toBeVisible();

    // The only sign-in method of an account can't be removed.
    await page.getByRole("button", { name: "Unlink: Club" }).click();
    await expect(
      page.getByText("This account can’t be unlinked yet", { exact: false }),
    ).toBeVisible();
  },
);

test(
  "links and unlinks an account; refuses one that belongs to another member",
  { tag: "@long" },
  async ({ page, site, club }) => {
    await signInAs(page, await createMember(site, "membre"));
    club.visitor = { sub: "fan-2", email: newAddress("ailleurs"), verified: true };
    await page.goto("/account/security");
    await page.getByRole("button", { name: "Associer Club" }).click();
    await expect(
      page.getByText(
        "Le compte que vous venez de choisir est maintenant associé à votre compte Maillothèque.",
      ),
    ).toBeVisible();
    await expect(page).toHaveURL("/account/security");
    await page.getByRole("button", { name: "Dissocier : Club" }).click();
    await expect(page.getByText("Club n’est plus associé à votre compte.")).toBeVisible();

    club.visitor = { sub: "fan-3", email: newAddress("autre"), verified: true };
    const other = await page
      .context()
      .browser()!
      .newContext({ baseURL: site.url, locale: "fr-FR" });
    const theirs = await other.newPage();
    await theirs.goto("/auth");
    await theirs.getByRole("button", { name: "Continuer avec Club" }).click();
    await expect(theirs.getByText("Connexion réussie")).toBeVisible();
    await other.close();
    await page.getByRole("button", { name: "Associer Club" }).click();
    await expect(page.getByText("Ce compte est déjà associé à un autre membre.")).toBeVisible();
    await expect(page).toHaveURL("/account/security");
    await expect(page.getByRole("button", { name: "Associer Club" })).toBeVisible();
  },
);

test("signs in by text message", { tag: "@long" }, async ({ page, site }) => {
  await page.goto("/auth");
  await page.getByRole("link", { name: "Se connecter par SMS" }).click();
  await expect(page.getByRole("heading", { name: "Se connecter par SMS" })).toBeVisible();
  await page.getByLabel("Numéro de téléphone").fill("0033 6 12 34 56 78");
  await page.getByRole("button", { name: "Recevoir un code" }).click();
  await expect(page.getByText("Un code vient d’être envoyé au +33612345678.")).toBeVisible();
  await page.getByLabel("Code").fill(await codeIn(site, "+33612345678"));
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page.getByText("Connexion réussie")).toBeVisible();
  await page.goto("/account/security");
  await expect(page.getByText("+33612345678", { exact: true })).toBeVisible();
});

test(
  "signs in through a company, and reports an address without one",
  { tag: "@long" },
  async ({ page }) => {
    await page.goto("/auth?next=%2Faccount%2Fsecurity");
    await page.getByRole("link", { name: "Se connecter avec mon organisation" }).click();
    await expect(
      page.getByRole("heading", { name: "Se connecter avec mon organisation" }),
    ).toBeVisible();
    await page.getByLabel("E-mail").fill("salariee@autre.example");
    await page.getByRole("button", { name: "Continuer" }).click();
    await expect(page.getByRole("alert")).toHaveText(
      "Aucune organisation n’est enregistrée pour cette adresse.",
    );
    await page.getByLabel("E-mail").fill("salariee@CLUB.example");
    await page.getByRole("button", { name: "Continuer" }).click();
    await page.getByRole("button", { name: "salariee" }).click();
    await expect(page.getByText("Connexion réussie")).toBeVisible();
    await expect(page).toHaveURL("/account/security");
    await expect(page.getByText("salariee@club.example").first()).toBeVisible();
    // The company decides how its members sign in.
    await expect(page.getByRole("button", { name: "Associer Club" })).toHaveCount(0);
  },
);

test(
  "adds a telephone to the account, and uses another one as second factor",
  { tag: "@long" },
  async ({ page, site }) => {
    const { user } = await createMember(site, "telephones");
    await signInByForm(page, site, user.email!);
    await expect(page.getByText("Connexion réussie")).toBeVisible();
    await page.goto("/account/security");
    const own = page.getByRole("region", { name: "Téléphone", exact: true });
    await own.getByRole("button", { name: "Ajouter" }).click();
    await own.getByLabel("Numéro de téléphone").fill("+33 6 00 00 00 01");
    await own.getByRole("button", { name: "Recevoir un code" }).click();
    await own.getByLabel("Code").fill("000000");
    await own.getByRole("button", { name: "Confirmer" }).click();
    await expect(own.getByRole("alert")).not.toBeEmpty();
    await own.getByLabel("Code").fill(await codeIn(site, "+33600000001"));
    await own.getByRole("button", { name: "Confirmer" }).click();
    await expect(page.getByText("Numéro enregistré")).toBeVisible();
    await expect(own.getByText("+33600000001")).toBeVisible();

    const factors = page.getByRole("region", { name: /^Double authentification/ });
    await factors.getByRole("button", { name: "Ajouter un téléphone" }).click();
    await factors.getByLabel("Numéro de téléphone").fill("+33 6 00 00 00 02");
    await factors.getByRole("button", { name: "Recevoir un code" }).click();
    await expect(factors.getByText("Envoyé par SMS au +33600000002.")).toBeVisible();
    await factors.getByLabel("Code").fill(await codeIn(site, "+33600000002"));
    await factors.getByRole("button", { name: "Confirmer" }).click();
    await page.getByRole("button", { name: "J’ai conservé mes codes" }).click();
    await expect(factors.getByText("Activée", { exact: true })).toBeVisible();

    await page.goto("/account");
    await page.getByRole("button", { name: "Se déconnecter", exact: true }).click();
    await expect(page.getByText("Déconnexion effectuée", { exact: true })).toBeVisible();
    await page.goto("/auth?next=%2Faccount%2Fsecurity");
    await page.getByLabel("E-mail").fill(user.email!);
    await page.getByLabel(/^mot de passe/i).fill(PASSWORD);
    await page.getByRole("button", { name: "Se connecter", exact: true }).click();
    await expect(page.getByText("Un code vous sera envoyé par SMS.")).toBeVisible();
    await page.getByRole("button", { name: "Recevoir un code" }).click();
    await expect(page.getByText("Saisissez le code que vous venez de recevoir")).toBeVisible();
    await page.getByLabel("Code").fill(await codeIn(site, "+33600000002"));
    await page.getByRole("button", { name: "Vérifier" }).click();
    await expect(page).toHaveURL("/account/security");
    await expect(factors.getByText("Activée", { exact: true })).toBeVisible();
  },
);
