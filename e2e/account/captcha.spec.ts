import type { Page } from "@playwright/test";
import { join } from "node:path";

import { newAddress, PASSWORD } from "../support/members.ts";
import { linkTo } from "../../tests/support/outbox.ts";
import { type Site, startSite } from "../../tests/support/site.ts";
import { expect, test as base } from "../support/test.ts";
import { redeemLinkTo } from "../support/mailed-link.ts";

const ORIGIN = "https://challenges.cloudflare.com";

/** A provider's script: a frame of its origin with a button that gives the proof. */
const WIDGET = `
  let last = 0;
  globalThis.turnstile = {
    render(element, options) {
      const id = "widget" + ++last;
      element.innerHTML = '<div id="' + id + '"><iframe title="captcha" src="${ORIGIN}/frame" width="300" height="20"></iframe><button type="button">' + options.sitekey + "</button></div>";
      element.querySelector("button").onclick = () => options.callback("person-" + crypto.randomUUID());
      return id;
    },
    remove: (id) => document.getElementById(id).remove(),
  };
  captchaReady();
`;

/** Starts a site that requires a captcha. */
const test = base.extend<object, { site: Site }>({
  site: [
    async ({}, use) => {
      const site = await startSite(
        {
          SEED: "none",
          CAPTCHA_PROVIDER: "turnstile",
          CAPTCHA_SITE_KEY: "site-key",
          CAPTCHA_SECRET: "secret",
          NODE_OPTIONS: `--import ${join(import.meta.dirname, "../support/fake-siteverify.ts")}`,
        },
        // The copy takes half of the time of an empty database.
        { demo: true },
      );
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

async function fill(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="password"]').fill(password);
}

test(
  "signs a person up and in; each proof counts once",
  { tag: "@long" },
  async ({ page, site }) => {
    const requested: string[] = [];
    await page.route(`${ORIGIN}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      requested.push(pathname);
      if (pathname.endsWith("/api.js")) {
        await route.fulfill({ contentType: "text/javascript", body: WIDGET });
      } else {
        await route.fulfill({ contentType: "text/html", body: "widget" });
      }
    });
    const person = page.getByRole("button", { name: "site-key" });
    const submit = page.locator('button[type="submit"]');
    await page.goto("/");
    expect(requested).toEqual([]);

    const email = newAddress("humaine");
    await page.goto("/auth?mode=signup");
    await fill(page, email);
    await expect(page.frameLocator('iframe[title="captcha"]').getByText("widget")).toBeVisible();
    await expect(submit).toBeDisabled();
    await person.click();
    await submit.click();
    await expect(
      page.getByText(`Un message vient d’être envoyé à ${email}.`, { exact: false }),
    ).toBeVisible();
    await linkTo(site, email);

    // The address is unconfirmed: the failure uses up the proof, and the message needs another one.
    await page.goto("/auth");
    await fill(page, email);
    await person.click();
    await submit.click();
    await expect(
      page.getByRole("alert").getByText("pas encore confirmée", { exact: false }),
    ).toBeVisible();
    await expect(submit).toBeDisabled();
    await redeemLinkTo(page, site, email);
    await expect(page.getByText("Votre adresse est confirmée. Bienvenue.")).toBeVisible();
    await page.goto("/account");
    await page.getByRole("button", { name: "Se déconnecter", exact: true }).click();
    await expect(page.getByText("Déconnexion effectuée", { exact: true })).toBeVisible();

    await page.goto("/auth");
    await fill(page, email, "ce-n-est-pas-lui");
    await person.click();
    await submit.click();
    await expect(page.getByText("Identifiants invalides")).toBeVisible();
    await expect(submit).toBeDisabled();
    await fill(page, email);
    await person.click();
    await submit.click();
    await expect(page.getByText("Connexion réussie")).toBeVisible();
  },
);

test(
  "asks for a proof for a forgotten password, and retries a widget that fails to load",
  { tag: "@long" },
  async ({ page }) => {
    let isBlocked = true;
    await page.route(`${ORIGIN}/**`, (route) =>
      isBlocked
        ? route.abort("failed")
        : route.fulfill({ contentType: "text/javascript", body: WIDGET }),
    );
    for (const [path, text] of [
      ["/en/auth", "We could not check that you are human."],
      ["/es/auth", "No se ha podido mostrar la verificación antirrobots."],
      ["/pt/auth", "Não foi possível mostrar a verificação contra robôs."],
    ]) {
      await page.goto(path!);
      await expect(page.getByRole("alert").getByText(text!, { exact: false })).toBeVisible();
    }
    await page.goto("/auth?mode=recover");
    await page.getByLabel("E-mail").fill(newAddress("bloquee"));
    await expect(
      page.getByText("La vérification anti-robots n’a pas pu s’afficher.", { exact: false }),
    ).toBeVisible();
    const submit = page.getByRole("button", { name: "Recevoir un lien" });
    await expect(submit).toBeDisabled();
    isBlocked = false;
    await page.getByRole("button", { name: "Réessayer" }).click();
    await page.getByRole("button", { name: "site-key" }).click();
    await submit.click();
    await expect(page.getByText("Si un compte existe", { exact: false })).toBeVisible();
  },
);
