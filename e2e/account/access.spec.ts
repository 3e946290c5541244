import type { Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";

import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import {
  createMember,
  newAddress,
  PASSWORD,
  signInAs,
  signInByForm,
  startSession,
} from "../support/members.ts";
import { codeIn } from "../../tests/support/outbox.ts";
import type { Site } from "../../tests/support/site.ts";
import { expect, test } from "../support/test.ts";
import { redeemLinkTo } from "../support/mailed-link.ts";

const EXPIRED = "Session expirée. Veuillez vous reconnecter.";

async function openAccount(page: Page, site: Site, name: string) {
  const member = await createMember(site, name);
  await signInAs(page, member);
  await page.goto("/account/security");
  await expect(page.getByRole("heading", { name: "Appareils connectés" })).toBeVisible();
  return member;
}

/** Changes this browser's session as time or another server would. */
async function alterSession(page: Page, change: Record<string, unknown>): Promise<void> {
  await page.evaluate((changed) => {
    const key = "maillotheque.session";
    const session = JSON.parse(localStorage.getItem(key)!);
    localStorage.setItem(key, JSON.stringify({ ...session, ...changed }));
  }, change);
}

const expiry = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("maillotheque.session")!).expires_at);

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

test("changes the password, and the address by the links of two mails", async ({ page, site }) => {
  const { user } = await openAccount(page, site, "changeante");
  const row = page.getByRole("region", { name: "Mot de passe" });
  await row.getByRole("button", { name: "Modifier" }).click();
  await row.getByLabel(/^Nouveau mot de passe/).fill(PASSWORD);
  await row.getByRole("button", { name: "Enregistrer" }).click();
  await expect(row.getByRole("alert")).toHaveText(
    "Choisissez un mot de passe différent de l’actuel.",
  );
  await row.getByLabel(/^Nouveau mot de passe/).fill("deux-maillots-par-jour");
  await row.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Mot de passe modifié")).toBeVisible();
  const { auth } = createClient(site.url, site.anonKey, { auth: { persistSession: false } });
  const { error } = await auth.signInWithPassword({
    email: user.email!,
    password: "deux-maillots-par-jour",
  });
  expect(error).toBeNull();

  const next = newAddress("nouvelle");
  const email = page.getByRole("region", { name: "Adresse e-mail" });
  const ask = async () => {
    await email.getByRole("button", { name: "Modifier" }).click();
    await email.getByLabel(/^Nouvelle adresse/).fill(next);
    await email.getByRole("button", { name: "Envoyer la confirmation" }).click();
    await expect(email.getByText(`Changement en attente : ${next}`)).toBeVisible();
  };
  await ask();
  await email.getByRole("button", { name: "Annuler le changement" }).click();
  await expect(page.getByText("Votre adresse reste la même.")).toBeVisible();
  await expect(email.getByRole("status")).toHaveCount(0);

  await ask();
  await expectAccessible(page);
  await redeemLinkTo(page, site, user.email!);
  await expect(page.getByText("ouvrez maintenant le lien envoyé à l’autre adresse")).toBeVisible();
  await expect(page).toHaveURL("/account/security");
  await redeemLinkTo(page, site, next);
  await expect(page.getByText("Votre adresse e-mail a été modifiée.")).toBeVisible();
  await expect(page).toHaveURL("/account/security");
  await expect(email.getByText(next)).toBeVisible();
});

test(
  "lists devices and signs out one, the others, or all",
  { tag: "@long" },
  async ({ page, site, browser }) => {
    const { user } = await openAccount(page, site, "partout");
    const list = page.getByRole("region", { name: "Appareils connectés" });
    const context = await browser.newContext({ baseURL: site.url, locale: "fr-FR" });
    const elsewhere = await context.newPage();
    await signInByForm(elsewhere, site, user.email!);
    await expect(elsewhere.getByText("Connexion réussie")).toBeVisible();
    await startSession(site, user.email!);
    await page.reload();
    await expect(list.getByText("Cet appareil")).toHaveCount(1);
    await list.getByRole("button", { name: "Déconnecter : Chrome, Linux" }).click();
    await expect(page.getByText("Appareil déconnecté")).toBeVisible();
    await expect(list.getByRole("button", { name: "Déconnecter : Chrome, Linux" })).toHaveCount(0);
    // The third device's session is left.
    await list.getByRole("button", { name: "Déconnecter les autres appareils" }).click();
    await expect(page.getByText("Les autres appareils sont déconnectés.")).toBeVisible();
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await elsewhere.goto("/account");
    await expect(elsewhere.getByText(EXPIRED)).toBeVisible();
    await expect(elsewhere).toHaveURL("/auth?next=%2Faccount");

    await signInByForm(elsewhere, site, user.email!);
    await expect(elsewhere.getByText("Connexion réussie")).toBeVisible();
    await page.getByRole("button", { name: "Se déconnecter partout" }).click();
    await expect(page.getByText("Déconnexion effectuée", { exact: true })).toBeVisible();
    await elsewhere.goto("/account");
    await expect(elsewhere.getByText(EXPIRED)).toBeVisible();
    await context.close();
  },
);

test(
  "synchronises signing in and out between tabs",
  { tag: "@long" },
  async ({ page, site, context }) => {
    const { user } = await createMember(site, "onglets");
    await page.goto("/competitions");
    const other = await context.newPage();
    await signInByForm(other, site, user.email!);
    await expect(other.getByText("Connexion réussie")).toBeVisible();
    await expect(page.getByRole("link", { name: "Mon compte" }).first()).toBeVisible();

    await page.goto("/account");
    await expect(page.getByText(user.email!).first()).toBeVisible();
    await other.goto("/account");
    await other.getByRole("button", { name: "Se déconnecter", exact: true }).click();
    // Nothing expired: the member signed out.
    await expect(page.getByText("Déconnexion effectuée", { exact: true })).toBeVisible();
    await expect(page).toHaveURL("/");
    await expect(page.getByText(EXPIRED)).toHaveCount(0);
  },
);

test(
  "renews a session before it ends, keeps it offline, and reports its end",
  { tag: "@long" },
  async ({ page, site }) => {
    const { user } = await createMember(site, "longue");
    await signInByForm(page, site, user.email!);
    await expect(page.getByText("Connexion réussie")).toBeVisible();
    await alterSession(page, { expires_at: inSeconds(60) });
    await page.goto("/tendances");
    await expect.poll(() => expiry(page)).toBeGreaterThan(inSeconds(1800));

    // The session has expired and the service is unreachable: the member stays signed in.
    await page.route("**/auth/v1/**", (route) => route.abort());
    await alterSession(page, { expires_at: inSeconds(-60) });
    await page.goto("/account");
    await expect(page.getByText(user.email!).first()).toBeVisible();
    await expect(page.getByText(EXPIRED)).toHaveCount(0);
    await page.unroute("**/auth/v1/**");
    await page.goto("/sports");
    await expect.poll(() => expiry(page)).toBeGreaterThan(inSeconds(1800));

    await alterSession(page, { expires_at: inSeconds(-60), refresh_token: "unknown" });
    // Simulates the return to the tab.
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(page.getByText(EXPIRED)).toBeVisible();
    await expect(page.getByRole("link", { name: "Se connecter" }).first()).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("maillotheque.session"))).toBeNull();
  },
);

test(
  "reports the outcome of a link and removes it from the address, also for errors and sessions",
  { tag: "@long" },
  async ({ page, site }) => {
    const { access_token, refresh_token, expires_at, user } = await createMember(site, "invitee");
    for (const [path, text] of [
      ["/?error=access_denied&error_code=otp_expired", "Ce lien a expiré ou a déjà servi."],
      ["/en#error=server_error&error_code=identity_already_exists", "already linked to another"],
      ["/es/auth?error=access_denied&error_description=denied", "Se ha rechazado este inicio"],
      ["/pt#access_token=only", "Sua sessão expirou."],
    ] as const) {
      // The message may go before the last file of a page is loaded.
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.getByText(text)).toBeVisible();
      await expect(page).toHaveURL(path.replace(/[?#].*/, ""));
    }
    const session = new URLSearchParams({
      access_token,
      refresh_token,
      expires_at: String(expires_at),
      expires_in: "3600",
      token_type: "bearer",
      type: "invite",
    });
    await page.goto(`/sports#${session}`);
    // Somebody else may have sent the link: it asks first, whose account it is.
    const question = page.getByRole("dialog", { name: `Continuer avec le compte ${user.email} ?` });
    await expect(question).toBeVisible();
    await expect(page).toHaveURL("/sports");
    await expectAccessible(page);
    expect(await page.evaluate(() => localStorage.getItem("maillotheque.session"))).toBeNull();
    await question.getByRole("button", { name: "Continuer", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Nouveau mot de passe" })).toBeVisible();
    await expect(page).toHaveURL("/auth?mode=password");
    const visited = await page.evaluate(() => {
      const { navigation } = window as unknown as { navigation: { entries(): { url: string }[] } };
      return navigation.entries().map(({ url }) => url);
    });
    expect(visited.join(" ")).not.toContain("token");

    // A session in an address must not replace the signed-in account either.
    const other = await createMember(site, "etrangere");
    session.set("access_token", other.access_token);
    session.set("refresh_token", other.refresh_token);
    await page.goto(`/trends#${session}`, { waitUntil: "commit" });
    await expect(page.getByText("Un autre compte est connecté dans ce navigateur.")).toBeVisible();
    await page.goto("/account");
    await expect(page.getByText(user.email!).first()).toBeVisible();
  },
);

test("signs nobody in by somebody else's link, unless they accept", async ({ page, site }) => {
  const { access_token, refresh_token, expires_at, user } = await createMember(site, "fixation");
  const session = new URLSearchParams({
    access_token,
    refresh_token,
    expires_at: String(expires_at),
    expires_in: "3600",
    token_type: "bearer",
    type: "magiclink",
  });
  const stored = () => page.evaluate(() => localStorage.getItem("maillotheque.session"));
  await page.goto(`/en/trends#${session}`);
  const question = page.getByRole("dialog", { name: `Continue as ${user.email}?` });
  await question.getByRole("button", { name: "Don’t continue" }).first().click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL("/en/trends");
  expect(await stored()).toBeNull();
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();

  // A forged text in the token counts neither as a name nor as the address this browser asked for.
  await page.evaluate((email) => {
    const flow = { email, at: Date.now() };
    localStorage.setItem("maillotheque.flow", JSON.stringify(flow));
  }, "owner@example.org");
  const [head, body, signature] = access_token.split(".") as [string, string, string];
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as object;
  const forged = Buffer.from(JSON.stringify({ ...claims, email: "owner@example.org", exp: 1 }));
  session.set("access_token", [head, forged.toString("base64url"), signature].join("."));
  await page.goto(`/es#${session}`);
  await expect(page.getByText("Su sesión ha caducado", { exact: false })).toBeVisible();
  expect(await stored()).toBeNull();
});

test(
  "signs in by mail without a password, by code or link",
  { tag: "@long" },
  async ({ page, site }) => {
    const { user } = await createMember(site, "sans-mot");
    const ask = async () => {
      await page.goto("/auth?next=%2Fsports");
      await page.getByRole("link", { name: "Se connecter sans mot de passe" }).click();
      await expect(
        page.getByRole("heading", { name: "Se connecter sans mot de passe" }),
      ).toBeVisible();
      await page.getByLabel("E-mail").fill(user.email!);
      await page.getByRole("button", { name: "Recevoir un lien" }).click();
      await expect(page.getByRole("heading", { name: "Saisissez le code" })).toBeVisible();
    };
    await ask();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByLabel("Code").fill("000000");
    await page.getByRole("button", { name: "Se connecter" }).click();
    await expect(page.getByRole("alert")).toContainText("expiré");
    await page.getByLabel("Code").fill(await codeIn(site, user.email!));
    await page.getByRole("button", { name: "Se connecter" }).click();
    await expect(page).toHaveURL("/sports");

    await page.evaluate(() => localStorage.clear());
    await ask();
    await redeemLinkTo(page, site, user.email!);
    await expect(page.getByText("Connexion réussie")).toBeVisible();
    await expect(page).toHaveURL("/sports");
  },
);
