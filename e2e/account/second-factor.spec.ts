import type { Page } from "@playwright/test";
import { createClient, type Session } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";

import { expectAccessible } from "../support/accessible.ts";
import { createAdministrator } from "../support/administrators.ts";
import { runSql } from "../support/database.ts";
import { createMember, fillSignIn, PASSWORD, signInByForm } from "../support/members.ts";
import { codeIn } from "../../tests/support/outbox.ts";
import type { Site } from "../../tests/support/site.ts";
import { expect, test } from "../support/test.ts";

/** The code of an authenticator app, now or some steps of thirty seconds later. */
function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}

async function openSecurity(page: Page, site: Site, member: Session): Promise<void> {
  await signInByForm(page, site, member.user.email!);
  await expect(page.getByText("Connexion réussie")).toBeVisible();
  await page.goto("/account/security");
  await expect(page.getByRole("heading", { name: "Double authentification" })).toBeVisible();
}

/** Adds an app as a person does; returns its secret and the recovery codes. */
async function addApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole("button", { name: "Ajouter une application" }).click();
  const dialog = page.getByRole("dialog", { name: "Application d’authentification" });
  await expect(dialog.getByRole("img", { name: /Code QR/ })).toBeVisible();
  await dialog.getByRole("button", { name: "Je ne peux pas scanner l’image" }).click();
  const secret = await dialog.locator("code").innerText();
  await dialog.getByLabel("Code de l’application").fill("000000");
  await dialog.getByRole("button", { name: "Vérifier et activer" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Ce code n’est pas le bon, ou a expiré.");
  await dialog.getByLabel("Code de l’application").fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Vérifier et activer" }).click();
  const shown = page.getByRole("dialog", { name: "Codes de secours" });
  await expect(shown.getByRole("listitem")).toHaveCount(10);
  const codes = await shown.getByRole("listitem").allInnerTexts();
  return { secret, codes };
}

async function signOut(page: Page): Promise<void> {
  await page.goto("/account");
  await page.getByRole("button", { name: "Se déconnecter", exact: true }).click();
  await expect(page.getByText("Déconnexion effectuée", { exact: true })).toBeVisible();
}

test(
  "enrols an app, asks for it at the next sign-in, and replaces it by a recovery code",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "prudente");
    await openSecurity(page, site, member);
    const { secret, codes } = await addApp(page);
    const file = page.waitForEvent("download");
    await page.getByRole("button", { name: "Télécharger" }).click();
    expect((await file).suggestedFilename()).toBe("maillotheque-codes.txt");
    await page.getByRole("button", { name: "J’ai conservé mes codes" }).click();
    await expect(page.getByText("Codes inutilisés : 10")).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("button", { name: "Renommer : Application" }).click();
    await page.getByRole("textbox", { name: "Nom", exact: true }).fill("Téléphone du salon");
    await page.getByRole("listitem").getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Téléphone du salon", { exact: true })).toBeVisible();

    await signOut(page);
    await signInByForm(page, site, member.user.email!);
    await expect(page.getByRole("heading", { name: "Double authentification" })).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByText("Connexion réussie")).toHaveCount(0);
    // The password alone is not enough: header and account keep asking for the code.
    await expect(page.getByRole("link", { name: "Se connecter" }).first()).toBeVisible();
    await page.goto("/account");
    await expect(page.getByRole("heading", { name: "Double authentification" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Se connecter" }).first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Mon compte" })).toHaveCount(0);
    await page.getByLabel("Code").fill("000000");
    await page.getByRole("button", { name: "Vérifier" }).click();
    await expect(page.getByText("Ce code n’est pas le bon, ou a expiré.")).toBeVisible();
    // Each code counts once: this is the next one.
    await page.getByLabel("Code").fill(codeOf(secret, 1));
    await page.getByRole("button", { name: "Vérifier" }).click();
    await expect(page.getByText("Connexion réussie")).toBeVisible();
    await expect(page.getByRole("link", { name: "Mon compte" })).toHaveCount(1);
    await page.goto("/account/security");
    await expect(page.getByRole("button", { name: "Renommer : Téléphone du salon" })).toBeVisible();

    await signOut(page);
    await signInByForm(page, site, member.user.email!);
    await page.getByRole("button", { name: "Utiliser un code de secours" }).click();
    await page.getByLabel("Code de secours").fill("aaaa-bbbb-cccc-dddd");
    await page.getByRole("button", { name: "Vérifier" }).click();
    await expect(
      page.getByText("Ce code de secours n’est pas valide", { exact: false }),
    ).toBeVisible();
    await page.getByLabel("Code de secours").fill(codes[4]!);
    await page.getByRole("button", { name: "Vérifier" }).click();
    await expect(page).toHaveURL("/");
    await page.goto("/account/security");
    await expect(page.getByText("Désactivée", { exact: true })).toBeVisible();
  },
);

test(
  "says that factors and codes could not be read, and creates no codes before they are",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "prevoyante");
    await openSecurity(page, site, member);
    const factors = page.getByRole("region", { name: "Double authentification" });
    const codes = page.getByRole("region", { name: "Codes de secours" });
    const failed = "Cette partie de la page n’a pas pu être chargée.";
    const broken = { status: 400, json: { code: "XX000", message: "broken" } };
    await page.route("**/rest/v1/rpc/recovery_codes_left*", (route) => route.fulfill(broken));

    await page.getByRole("button", { name: "Ajouter une application" }).click();
    const dialog = page.getByRole("dialog", { name: "Application d’authentification" });
    await dialog.getByRole("button", { name: "Je ne peux pas scanner l’image" }).click();
    await dialog
      .getByLabel("Code de l’application")
      .fill(codeOf(await dialog.locator("code").innerText()));
    await dialog.getByRole("button", { name: "Vérifier et activer" }).click();
    await expect(factors.getByRole("alert")).not.toBeEmpty();
    await expect(codes.getByText(failed)).toBeVisible();
    await expect(codes.getByRole("button", { name: "Remplacer les codes" })).toBeDisabled();

    await page.unroute("**/rest/v1/rpc/recovery_codes_left*");
    await codes.getByRole("button", { name: "Réessayer" }).click();
    await codes.getByRole("button", { name: "Créer des codes" }).click();
    await page.getByRole("button", { name: "J’ai conservé mes codes" }).click();
    await expect(codes.getByText("Codes inutilisés : 10")).toBeVisible();
    await expect(codes.getByText(failed)).toHaveCount(0);

    await page.route("**/auth/v1/user", (route) => route.fulfill(broken));
    await page.reload();
    await expect(factors.getByText(failed)).toBeVisible();
    await page.unroute("**/auth/v1/user");
    await factors.getByRole("button", { name: "Réessayer" }).click();
    await expect(factors.getByText("Activée", { exact: true })).toBeVisible();
  },
);

test(
  "lets an administrator with an app administer only after the code",
  { tag: "@long" },
  async ({ page, site }) => {
    const admin = await createAdministrator(site, "gardienne");
    await openSecurity(page, site, admin);
    const { secret } = await addApp(page);
    await page.getByRole("button", { name: "J’ai conservé mes codes" }).click();
    await page.goto("/admin");
    await expect(page.getByRole("tab", { name: "File" })).toBeVisible();

    await signOut(page);
    await page.goto("/auth?next=%2Fadmin");
    await page.getByLabel("E-mail").fill(admin.user.email!);
    await page.getByLabel(/^mot de passe/i).fill(PASSWORD);
    await page.getByRole("button", { name: "Se connecter" }).click();
    await expect(page.getByRole("heading", { name: "Double authentification" })).toBeVisible();
    await page.goto("/admin");
    await expect(page.getByRole("heading", { name: "Double authentification" })).toBeVisible();
    await expect(page.getByRole("tab")).toHaveCount(0);
    await page.getByLabel("Code").fill(codeOf(secret, 1));
    await page.getByRole("button", { name: "Vérifier" }).click();
    await expect(page.getByRole("tab", { name: "File" })).toBeVisible();
  },
);

test(
  "adds a passkey, asks for it, and removes it; another one signs in alone",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "pressee");
    // Passkeys belong to a domain; a loopback address has `localhost`.
    const local = site.url.replace("127.0.0.1", "localhost");
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const signIn = async () => {
      await page.goto(`${local}/auth?next=%2Faccount%2Fsecurity`);
      await page.getByLabel("E-mail").fill(member.user.email!);
      await page.getByLabel(/^mot de passe/i).fill(PASSWORD);
      await page.getByRole("button", { name: "Se connecter" }).click();
    };
    await signIn();
    await page.getByRole("button", { name: "Ajouter une clé d’accès" }).click();
    await page.getByRole("button", { name: "J’ai conservé mes codes" }).click();
    // The device stores one passkey per account: a second purpose must not replace it.
    const own = page.getByRole("region", { name: "Connexion par clé d’accès" });
    await own.getByRole("button", { name: "Créer une clé d’accès" }).click();
    await expect(own.getByRole("alert")).toContainText("contient déjà une clé d’accès");
    await page.goto(`${local}/account`);
    await page.getByRole("button", { name: "Se déconnecter", exact: true }).click();
    await expect(page.getByText("Déconnexion effectuée", { exact: true })).toBeVisible();

    await signIn();
    await page.getByRole("button", { name: "Utiliser une clé d’accès" }).click();
    await page.getByRole("button", { name: "Retirer : Clé d’accès" }).click();
    await page.getByRole("button", { name: "Retirer", exact: true }).click();
    await expect(page.getByText("Moyen de vérification retiré")).toBeVisible();
    await expect(page.getByText("Désactivée", { exact: true })).toBeVisible();

    // A passkey that replaces the password is listed apart and needs nothing else.
    await page.getByRole("button", { name: "Créer une clé d’accès" }).click();
    await own.getByRole("button", { name: /^Renommer/ }).click();
    await own.getByRole("textbox", { name: "Nom", exact: true }).fill("Ordinateur du salon");
    await own.getByRole("button", { name: "Enregistrer" }).click();
    await expect(own.getByText("Ordinateur du salon", { exact: true })).toBeVisible();
    await page.goto(`${local}/account`);
    await page.getByRole("button", { name: "Se déconnecter", exact: true }).click();
    await expect(page.getByText("Déconnexion effectuée", { exact: true })).toBeVisible();
    await page.goto(`${local}/auth?next=%2Faccount%2Fsecurity`);
    await page.getByRole("button", { name: "Utiliser une clé d’accès" }).click();
    await own.getByRole("button", { name: "Retirer : Ordinateur du salon" }).click();
    await page
      .getByRole("dialog", { name: "Retirer « Ordinateur du salon » ?" })
      .getByRole("button", { name: "Retirer", exact: true })
      .click();
    await expect(page.getByText("Clé d’accès retirée")).toBeVisible();
    await expect(own.getByRole("listitem")).toHaveCount(0);
  },
);

test(
  "asks for a code by mail before an old session adds a factor",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "ancienne");
    await openSecurity(page, site, member);
    await runSql(
      site,
      "update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1",
      [member.user.id],
    );
    const add = page.getByRole("button", { name: "Ajouter une application" });
    const question = page.getByRole("dialog", { name: "Confirmez que c’est bien vous" });
    await add.click();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Annuler" }).click();
    await expect(page.getByRole("alert").getByText("confirmée par un code")).toBeVisible();

    await add.click();
    await question.getByLabel("Code reçu").fill("000000");
    await question.getByRole("button", { name: "Confirmer" }).click();
    await expect(question.getByRole("alert")).toHaveText("Ce code n’est pas le bon, ou a expiré.");
    const code = await codeIn(site, member.user.email!);
    await question.getByLabel("Code reçu").fill(code);
    await question.getByRole("button", { name: "Confirmer" }).click();
    await expect(question).toBeHidden();
    const app = page.getByRole("dialog", { name: "Application d’authentification" });
    await expect(app.getByRole("img", { name: /Code QR/ })).toBeVisible();
  },
);

test(
  "asks for a factor that was added elsewhere meanwhile, and keeps what was typed",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "double");
    await openSecurity(page, site, member);
    await page.getByRole("link", { name: "Réglages", exact: true }).first().click();
    await page.getByLabel("Nom affiché").fill("Lou des Verts");

    const { auth } = createClient(site.url, site.anonKey, { auth: { persistSession: false } });
    await auth.signInWithPassword({ email: member.user.email!, password: PASSWORD });
    const { data: factor } = await auth.mfa.enroll({ factorType: "totp", friendlyName: "Bureau" });
    if (factor?.type !== "totp") throw new Error("no factor");
    const { secret } = factor.totp;
    const shown = await auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(secret) });
    expect(shown.error).toBeNull();

    // The new factor has ended this browser's session, whose token is still valid.
    await page.getByRole("button", { name: "Enregistrer", exact: true }).first().click();
    await expect(page).toHaveURL(/\/auth\?next=%2Faccount/);
    await fillSignIn(page, member.user.email!);
    await expect(page.getByRole("heading", { name: "Double authentification" })).toBeVisible();
    await page.getByLabel("Code").fill(codeOf(secret, 1));
    await page.getByRole("button", { name: "Vérifier" }).click();
    await expect(page).toHaveURL("/account/settings");
    await expect(page.getByLabel("Nom affiché")).toHaveValue("Lou des Verts");
    await page.getByRole("button", { name: "Enregistrer", exact: true }).first().click();
    await expect(page.getByText("Profil enregistré")).toBeVisible();
  },
);
