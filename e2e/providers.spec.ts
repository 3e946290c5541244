import { type FakeProvider, startFakeProvider } from "../tests/contract/auth/fake-provider.ts";
import { createMember, newAddress, signInAs } from "./support/members.ts";
import { codeIn } from "./support/outbox.ts";
import { type Site, startSite } from "./support/site.ts";
import { expect, test as base } from "./support/test.ts";

/** With a site whose members may come from a club of fans, or by text message. */
const test = base.extend<object, { site: Site; club: FakeProvider }>({
  club: [
    async ({}, use) => {
      const club = await startFakeProvider();
      await use(club);
      await club.close();
    },
    { scope: "worker" },
  ],
  site: [
    async ({ club }, use) => {
      const settings = {
        SEED: "none",
        AUTH_PHONE: "true",
        AUTH_CLUB_ISSUER: club.issuer,
        AUTH_CLUB_CLIENT_ID: "maillotheque",
        AUTH_CLUB_SECRET: "provider-secret",
      };
      const site = await startSite(settings);
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

test("a provider signs in, and leads on to where one wanted to go", async ({ page, club }) => {
  club.visitor = {
    sub: "fan-1",
    email: newAddress("supportrice"),
    verified: true,
    name: "Supportrice",
  };
  await page.goto("/en/auth?next=%2Fen%2Faccount");
  await page.getByRole("button", { name: "Continue with Club" }).click();
  await expect(page.getByText("Signed in", { exact: true })).toBeVisible();
  await expect(page).toHaveURL("/en/account");
  await expect(page.getByText(club.visitor.email!).first()).toBeVisible();

  // The only way into this account can't be taken away.
  await page.getByRole("button", { name: "Unlink Club" }).click();
  await expect(page.getByText("This is your only way to sign in", { exact: false })).toBeVisible();
});

test("an account elsewhere is linked and unlinked; one of somebody else is refused", async ({
  page,
  site,
  club,
}) => {
  await signInAs(page, await createMember(site, "membre"));
  club.visitor = { sub: "fan-2", email: newAddress("ailleurs"), verified: true };
  await page.goto("/account");
  await page.getByRole("button", { name: "Associer Club" }).click();
  await expect(page.getByText("Ce compte est maintenant associé au vôtre.")).toBeVisible();
  await expect(page).toHaveURL("/account");
  await page.getByRole("button", { name: "Dissocier Club" }).click();
  await expect(page.getByText("Club n’est plus associé à votre compte.")).toBeVisible();

  club.visitor = { sub: "fan-3", email: newAddress("autre"), verified: true };
  const other = await page.context().browser()!.newContext({ baseURL: site.url, locale: "fr-FR" });
  const theirs = await other.newPage();
  await theirs.goto("/auth");
  await theirs.getByRole("button", { name: "Continuer avec Club" }).click();
  await expect(theirs.getByText("Connexion réussie")).toBeVisible();
  await other.close();
  await page.getByRole("button", { name: "Associer Club" }).click();
  await expect(page.getByText("Ce compte est déjà associé à un autre membre.")).toBeVisible();
  await expect(page).toHaveURL("/account");
  await expect(page.getByRole("button", { name: "Associer Club" })).toBeVisible();
});

test("a text message signs in", async ({ page, site }) => {
  await page.goto("/auth");
  await page.getByRole("link", { name: "Se connecter par SMS" }).click();
  await page.getByLabel("Numéro de téléphone").fill("0033 6 12 34 56 78");
  await page.getByRole("button", { name: "Recevoir un code" }).click();
  await expect(page.getByText("Un code vient d’être envoyé au +33612345678.")).toBeVisible();
  await page.getByLabel("Code").fill(await codeIn(site, "+33612345678"));
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page.getByText("Connexion réussie")).toBeVisible();
  await page.goto("/account");
  await expect(page.getByText("+33612345678", { exact: true })).toBeVisible();
});
