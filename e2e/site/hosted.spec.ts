import { expect, type Page, test } from "@playwright/test";

import { runSql } from "../support/database.ts";
import { jerseysOf } from "../support/jerseys.ts";
import { createMember, newAddress, signInByForm } from "../support/members.ts";
import { mailTo } from "../../tests/support/outbox.ts";
import { type Site, startSite } from "../../tests/support/site.ts";
import { fillSubmitForm, NO_PHOTOS, photo, stateRights } from "../support/submit-form.ts";

let backend: Site;
let site: Site;

test.beforeAll(async () => {
  backend = await startSite({}, { demo: true });
  site = await startSiteOf(backend);
});
test.afterAll(async () => {
  await site?.stop();
  await backend?.stop();
});

/** A site on the services of another one. */
function startSiteOf({ url, anonKey }: Site): Promise<Site> {
  return startSite({
    SUPABASE_URL: url,
    SUPABASE_ANON_KEY: anonKey,
    OPERATOR_EMAIL: "contact@example.org",
  });
}

/** Refused and failed requests, and every address requested for rows, files or sessions. */
function watch(page: Page): { problems: string[]; services: Set<string> } {
  const seen = { problems: [] as string[], services: new Set<string>() };
  page.on("pageerror", (error) => seen.problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") seen.problems.push(message.text());
  });
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (/^\/(auth|rest|storage)\/v1\//.test(pathname)) seen.services.add(origin);
  });
  return seen;
}

test(
  "reads, signs in, votes and submits with the backend on another origin",
  { tag: "@long" },
  async ({ page }) => {
    test.skip(NO_PHOTOS !== "", NO_PHOTOS);
    const seen = watch(page);
    const member = await createMember(backend, "ana");

    await test.step("allows only the backend in the pages' content policy", async () => {
      const answer = await page.goto(site.url);
      const policy = answer!.headers()["content-security-policy"]!;
      const sources = (name: string) =>
        new RegExp(`${name} ([^;]*)`)
          .exec(policy)![1]!
          .split(" ")
          .filter((s) => s.startsWith("http"));
      expect(sources("connect-src").sort()).toEqual([backend.url, site.url].sort());
      expect(sources("img-src").sort()).toEqual([backend.url, site.url].sort());
      expect(sources("script-src")).toEqual([]);
      const photo = page.locator(`img[src^="${backend.url}/storage/v1/"]`).first();
      await expect(photo).toBeVisible();
      await expect
        .poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(0);
    });

    await test.step("signs in with the form and votes", async () => {
      await signInByForm(page, site, member.user.email!);
      await expect(page).toHaveURL(`${site.url}/`);
      await page.locator('a[href^="/jersey/"]').first().click();
      await expect(page).toHaveURL(/\/jersey\//);
      const up = page.getByRole("main").getByRole("button", { name: /pour/i }).first();
      await up.click();
      await expect(up).toHaveAttribute("aria-pressed", "true");
      await page.reload();
      await expect(up).toHaveAttribute("aria-pressed", "true");
    });

    await test.step("submits a jersey with a photo", async () => {
      await fillSubmitForm(page, "Maillot d’ailleurs", site.url);
      await page.locator('input[type="file"]').first().setInputFiles(photo("Portrait_8.jpg"));
      await stateRights(page);
      await page.getByRole("button", { name: "Proposer ce maillot" }).click();
      await expect(
        page.getByText("Maillot soumis ! Il sera visible après validation.").first(),
      ).toBeVisible();
      const [jersey] = await jerseysOf(backend, member);
      expect(jersey).toMatchObject({ title: "Maillot d’ailleurs", images: [{ position: 0 }] });
    });

    expect([...seen.services]).toEqual([backend.url]);
    expect(seen.problems).toEqual([]);
  },
);

test(
  "the backend's services answer other origins, its pages don't",
  { tag: "@long" },
  async ({ request }) => {
    const preflight = await request.fetch(`${backend.url}/rest/v1/jersey_votes`, {
      method: "OPTIONS",
      headers: {
        Origin: site.url,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "apikey,authorization,content-type,prefer,x-client-info",
      },
    });
    expect(preflight.status()).toBe(204);
    expect(preflight.headers()).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS",
    });
    // There are no cookies: callers must send the key and the token themselves.
    expect(preflight.headers()).not.toHaveProperty("access-control-allow-credentials");

    const page = await request.get(backend.url, { headers: { Origin: site.url } });
    expect(page.headers()).not.toHaveProperty("access-control-allow-origin");
  },
);

test(
  "a report without an account is a mail to the operator, filled with the address",
  { tag: "@long" },
  async () => {
    const html = await (await fetch(backend.url)).text();
    const jersey = /href="(\/jersey\/[^"]+)"/.exec(html)![1]!;
    for (const path of ["/signaler", "/en/report"]) {
      const page = await fetch(`${site.url}${path}?address=${encodeURIComponent(jersey)}`);
      const form = await page.text();
      expect(page.status).toBe(200);
      expect(form).toContain("mailto:contact@example.org?subject=");
      expect(form).toContain(encodeURIComponent(site.url + jersey));
      expect(form).not.toContain('method="post"');
    }
  },
);

test(
  "a report without an account is taken once the job runs that mails it",
  { tag: "@long" },
  async ({ page }) => {
    const html = await (await fetch(backend.url)).text();
    const jersey = /href="(\/jersey\/[^"]+)"/.exec(html)![1]!;
    // What `npm run jobs` calls. The site's server asks for it at its start, then once a minute.
    await runSql(backend, "select public.offer_visitor_reports()");
    await site.stop();
    site = await startSiteOf(backend);
    const form = `${site.url}/signaler?address=${encodeURIComponent(jersey)}`;
    const email = newAddress("ana");
    await page.goto(form);
    await page.getByLabel(/^Ce qui ne va pas/).selectOption("rights");
    await page.getByLabel(/^Précisions/).fill("Ma photo.");
    await page.getByLabel(/^Votre adresse e-mail/).fill(email);
    await page.getByRole("button", { name: "Envoyer le signalement" }).click();
    await expect(page.getByText("Indiquez votre nom, en 120 caractères au plus.")).toBeVisible();
    await page.getByLabel(/^Votre nom/).fill("Ana Lima");
    await page.getByRole("button", { name: "Envoyer le signalement" }).click();
    await expect(page.getByText("Consultez votre boîte de réception")).toBeVisible();

    // Here the backend's own server sends what the job would send.
    const mail = await mailTo(backend, email, /\?confirm=[0-9a-f]{64}/);
    expect(mail).not.toContain("Ma photo.");
    await page.goto(`${site.url}/signaler${/\?confirm=[0-9a-f]{64}/.exec(mail)![0]}`);
    await page.getByRole("button", { name: "Confirmer" }).click();
    await expect(page.getByText("Signalement confirmé")).toBeVisible();
  },
);
