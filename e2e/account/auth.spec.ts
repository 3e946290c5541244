import type { Page } from "@playwright/test";

import { expectAccessible } from "../support/accessible.ts";
import { clientOf } from "../support/jerseys.ts";
import {
  browserOf,
  createMember,
  fillSignIn,
  newAddress,
  PASSWORD,
  signInAs,
} from "../support/members.ts";
import { codeIn, linkTo } from "../../tests/support/outbox.ts";
import { expect, test } from "../support/test.ts";
import { redeemLink, redeemLinkTo } from "../support/mailed-link.ts";

async function signUp(page: Page, email: string, path = "/auth?mode=signup"): Promise<void> {
  await page.goto(path);
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.locator('button[type="submit"]').click();
}

test("disables the button until address and password are plausible", async ({ page }) => {
  await page.goto("/auth");
  const submit = page.getByRole("button", { name: "Se connecter" });
  const email = page.getByLabel("E-mail");
  const password = page.getByLabel(/^mot de passe/i);
  await email.fill("a@b");
  await password.fill("123456");
  await expect(submit).toBeDisabled();
  await email.fill("a@bc");
  await expect(submit).toBeEnabled();
  await password.fill("12345");
  await expect(submit).toBeDisabled();
  // Pressed all the same, it leads to what is missing.
  await submit.click({ force: true });
  await expect(password).toBeFocused();
  await expect
    .poll(() => password.evaluate((input: HTMLInputElement) => input.validationMessage))
    .toMatch(/^Trop court\s: 6 caractères au moins\.$/);
  await password.fill("");
  await submit.click({ force: true });
  await expect(password).toHaveJSProperty("validationMessage", "Remplissez d’abord ce champ.");
  await password.fill("123456");
  await expect(password).toHaveJSProperty("validationMessage", "");
  await expect(submit).toBeEnabled();

  await page.getByRole("link", { name: "Créer un compte" }).click();
  await expect(page).toHaveURL(/\/auth\?mode=signup$/);
  await expect(page.getByRole("heading", { name: "Créer un compte" })).toBeVisible();
});

test("a sign-up takes two optional names, checks them while they are typed, and says what the service says", async ({
  page,
  site,
}) => {
  const taken = await createMember(site, "prise");
  const [profile] = await clientOf(site, taken)
    .from("profiles")
    .update({ username: "deja_prise" })
    .eq("id", taken.user.id)
    .select("username")
    .throwOnError()
    .then(({ data }) => data);
  await page.goto("/auth?mode=signup");
  const shown = page.getByLabel("Nom affiché (facultatif)");
  const username = page.getByLabel("Nom d’utilisateur (facultatif)");
  await shown.fill("Modérateur");
  await expect(page.getByText("Ce nom est réservé à l’équipe du site.")).toBeVisible();
  await shown.fill("Zoé");
  for (const [typed, problem] of [
    ["zoé 76", "3 à 30 caractères parmi a–z, 0–9 et _."],
    ["admin", "Ce nom est réservé à l’équipe du site."],
    [profile!.username, "Ce nom est déjà pris."],
  ] as const) {
    await username.fill(typed);
    await expect(page.getByText(problem)).toBeVisible();
    await expect(username).toHaveAttribute("aria-invalid", "true");
  }
  await page.getByLabel("E-mail").fill(newAddress("zoe"));
  await page.getByLabel(/^mot de passe/i).fill(PASSWORD);
  const submit = page.locator('button[type="submit"]');
  await submit.click();
  await expect(page.getByRole("alert").getByText("Ce nom est déjà pris.")).toBeVisible();

  await username.fill("Zoe_76");
  const sent: unknown[] = [];
  await page.route("**/auth/v1/signup**", (route) => {
    sent.push(route.request().postDataJSON().data);
    return route.fulfill({ status: 400, json: { code: 400, msg: "Message du service" } });
  });
  await submit.click();
  await expect(page.getByRole("alert").getByText("Message du service")).toBeVisible();
  expect(sent).toEqual([{ lang: "fr", display_name: "Zoé", username: "zoe_76" }]);
});

test(
  "says beside the field what a new password lacks, while it is typed and when it is refused",
  { tag: "@long" },
  async ({ browser, site }) => {
    // It is refused on purpose here, so an error in the console is expected.
    const page = await browserOf(browser, site);
    await page.goto("/auth?mode=signup");
    const password = page.getByLabel(/^mot de passe/i);
    await page.getByLabel("E-mail").fill(newAddress("presse"));
    await expect(password).toHaveAccessibleDescription(/^6 caractères au moins/);
    await password.pressSequentially("maillot1998");
    await expect(password).toHaveAccessibleDescription(/c’est un mot de ce site/);
    await page.getByRole("button", { name: "Créer mon compte" }).click();
    await expect(password).toBeEnabled();
    await expect(password).toBeFocused();
    await expect(password).toHaveAttribute("aria-invalid", "true");
    await password.fill("un-maillot-par-jour");
    await expect(password).not.toHaveAttribute("aria-invalid");
    await page.getByRole("button", { name: "Créer mon compte" }).click();
    await expect(
      page.getByText("Vérifiez votre email pour confirmer votre inscription.").first(),
    ).toBeVisible();
    await page.context().close();
  },
);

test("reports a wrong password in each language", { tag: "@long" }, async ({ page }) => {
  for (const [path, text] of [
    ["/auth", "Identifiants invalides"],
    ["/en/auth", "The email or password is wrong."],
    ["/es/auth", "Correo o contraseña incorrectos"],
    ["/pt/auth", "E-mail ou senha incorretos"],
  ] as const) {
    await signUp(page, newAddress("personne"), path);
    await expect(page.getByRole("alert").getByText(text)).toBeVisible();
  }
});

test(
  "confirms by a link that was sent again, and reports a used link",
  { tag: "@long" },
  async ({ page, site, browser }) => {
    const email = newAddress("camille");
    await signUp(page, email);
    await expect(
      page.getByText("Vérifiez votre email pour confirmer votre inscription.").first(),
    ).toBeVisible();
    const first = await linkTo(site, email);

    await signUp(page, email, "/auth");
    const resend = page.getByRole("alert").getByRole("button");
    await page.route("**/auth/v1/resend**", (route) => route.abort());
    await resend.click();
    await expect(page.getByText("Le serveur ne répond pas", { exact: false })).toBeVisible();
    // No request was sent, so there is nothing to wait for.
    await expect(resend).toHaveText("Renvoyer le message");
    await page.unroute("**/auth/v1/resend**");
    await resend.click();
    await expect(page.getByText("Message envoyé")).toBeVisible();
    await expect(resend).toHaveText(/^Nouvel envoi possible dans \d+\ss$/);
    const link = await linkTo(site, email);
    expect(link).not.toBe(first);
    // Programs that look at mails open links and run scripts, which uses up nothing.
    const program = await browserOf(browser, site);
    await program.goto(link);
    await expect(program.getByRole("button", { name: "Confirmer mon adresse" })).toBeEnabled();
    await expect(
      program.getByText(`Pour ${email}. Ce lien a été demandé dans un autre`),
    ).toBeVisible();
    await program.context().close();
    const opened = await page.goto(link);
    expect(opened?.headers()["cache-control"]).toBe("private, no-store");
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    await expect(page.getByText("Ce lien a été demandé dans ce navigateur.")).toBeVisible();
    await expectAccessible(page);
    await redeemLink(page, link);
    await expect(page.getByText("Votre adresse est confirmée. Bienvenue.")).toBeVisible();
    await expect(page).toHaveURL(`${site.url}/`);
    await expect(page.getByRole("link", { name: "Mon compte" }).first()).toBeVisible();

    await redeemLink(page, link);
    await expect(
      page.getByRole("heading", { name: "Votre adresse est déjà confirmée" }),
    ).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Se connecter" }).click();
    await expect(page).toHaveURL(`${site.url}/`);
  },
);

test(
  "confirms in another browser, which asks first, and says so where the code is typed",
  { tag: "@long" },
  async ({ page, site, browser }) => {
    const email = newAddress("lou");
    await signUp(page, email, "/en/auth?mode=signup");
    await expect(page.getByText("Check your email to confirm your account.").first()).toBeVisible();
    // Somebody else may have signed up with the address.
    await expect(site.run("admin", "grant", email)).rejects.toThrow(/is not confirmed/);
    const context = await browser.newContext({ baseURL: site.url });
    const elsewhere = await context.newPage();
    const code = await codeIn(site, email);
    await redeemLinkTo(elsewhere, site, email);
    const question = elsewhere.getByRole("dialog", { name: `Continue as ${email}?` });
    await question.getByRole("button", { name: "Continue", exact: true }).click();
    await expect(elsewhere.getByText("Your email address is confirmed. Welcome.")).toBeVisible();
    await expect(elsewhere).toHaveURL(`${site.url}/en`);
    await context.close();

    await page.getByLabel("Code").fill(code);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("Your email address is already confirmed");
    await page.getByRole("alert").getByRole("link", { name: "Back to sign in" }).click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  },
);

test("replaces a forgotten password", async ({ page, site }) => {
  const { user } = await createMember(site, "distrait");
  const email = user.email!;
  await page.goto("/auth");
  await page.getByRole("link", { name: /oublié/ }).click();
  await expect(page.getByRole("heading", { name: "Mot de passe oublié ?" })).toBeVisible();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Recevoir un lien" }).click();
  await expect(page.getByRole("status").filter({ hasText: email })).toBeVisible();

  // An expired link sends another mail in one press.
  const first = await linkTo(site, email);
  await redeemLink(page, first.replace(/token_hash=[^&]+/, "token_hash=expired"));
  await expect(page.getByRole("heading", { name: "Ce lien ne fonctionne plus" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Recevoir un nouveau lien" }).click();
  await expect(page.getByRole("heading", { name: "Saisissez le code" })).toBeVisible();
  await expect.poll(() => linkTo(site, email)).not.toBe(first);
  await redeemLinkTo(page, site, email);
  await page.getByLabel(/^nouveau mot de passe/i).fill("un-autre-maillot");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Mot de passe modifié")).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/`);

  await page.getByRole("link", { name: "Mon compte" }).first().click();
  await page.getByRole("button", { name: "Se déconnecter", exact: true }).click();
  await expect(page.getByText("Déconnexion effectuée", { exact: true })).toBeVisible();
  await page.goto("/auth");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel(/^mot de passe/i).fill("un-autre-maillot");
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page.getByText("Connexion réussie")).toBeVisible();
});

test("redirects only to the site's own pages after sign-in", async ({ page, site }) => {
  const member = await createMember(site, "voyageuse");
  await signInAs(page, member);
  for (const next of ["https://example.org/", "//example.org", "/\\example.org"]) {
    await page.goto(`/auth?next=${encodeURIComponent(next)}`);
    await expect(page).toHaveURL(`${site.url}/`);
  }
  await page.goto("/en/auth?next=%2Fen%2Fsubmit");
  await expect(page).toHaveURL(`${site.url}/en/submit`);
});

test("tells a visitor why to sign in, and returns afterwards", async ({ page, site }) => {
  const { user } = await createMember(site, "pressee");
  await page.goto("/es/enviar?league=NBA");
  await expect(
    page.getByText("Para añadir una camiseta al catálogo, cree una cuenta o inicie sesión."),
  ).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Iniciar sesión" }).click();
  await fillSignIn(page, user.email!);
  await expect(page).toHaveURL(`${site.url}/es/enviar`);
  await expect(page.getByLabel(/^deporte/i)).toHaveValue("NBA");
});
