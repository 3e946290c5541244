import type { Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";

import { createAdministrator } from "../support/administrators.ts";
import { browserOf, createMember, newAddress, PASSWORD } from "../support/members.ts";
import { href } from "../../app/shared/address/paths.ts";
import { jerseyParams } from "../../app/shared/domain/jersey.ts";
import type { Site } from "../../tests/support/site.ts";
import { fillSubmitForm, NO_PHOTOS, photo, stateRights } from "../support/submit-form.ts";
import { expect, test } from "../support/test.ts";
import { redeemLinkTo } from "../support/mailed-link.ts";

const TITLE = "Maillot domicile du centenaire";

test("a jersey goes from a member's camera to the public home page", async ({
  page,
  site,
  browser,
}) => {
  test.skip(NO_PHOTOS !== "", NO_PHOTOS);
  const email = newAddress("camille");

  await test.step("a visitor opens a jersey from the home page", async () => {
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    await page.locator('a[href^="/jersey/"]').first().click();
    await expect(page).toHaveURL(/\/jersey\/[^/]+\/[^/]+\/[^/]+\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

  await test.step("signs up, and confirms by the link in the outbox", async () => {
    await page.goto("/auth?mode=signup");
    await page.getByLabel(/e-?mail/i).fill(email);
    await page.getByLabel(/^mot de passe/i).fill(PASSWORD);
    await page.getByRole("button", { name: /inscri|créer/i }).click();
    await expect(
      page.getByText("Vérifiez votre email pour confirmer votre inscription.").first(),
    ).toBeVisible();
    await redeemLinkTo(page, site, email);
    await expect(page.getByText("Votre adresse est confirmée. Bienvenue.")).toBeVisible();
    await expect(page).toHaveURL(`${site.url}/`);
  });

  const jersey = await test.step("submits a jersey with two photos", async () => {
    await fillSubmitForm(page, TITLE);
    await page.getByLabel(/^année/i).fill("2019");
    await page.getByLabel(/type de maillot/i).selectOption("home");
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles([photo("Portrait_8.jpg"), photo("Landscape_6.jpg")]);
    await expect(page.getByText("entrent dans le domaine public, sous CC0")).toBeVisible();
    await page.getByRole("button", { name: /^proposer ce maillot$/i }).click();
    await expect(page.getByText("Confirmez que vous pouvez partager ces photos.")).toBeVisible();
    await stateRights(page);
    await page.getByLabel("Licence des photos").selectOption("CC-BY-SA-4.0");
    await page.getByRole("button", { name: /^proposer ce maillot$/i }).click();
    await expect(
      page.getByText("Maillot soumis ! Il sera visible après validation.").first(),
    ).toBeVisible();
    const rows = await ownJerseys(page, site);
    expect(rows).toHaveLength(1);
    return rows[0]!;
  });

  await test.step("sees it pending on its page; nobody else does", async () => {
    const answer = await page.goto(jersey.path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: TITLE })).toBeVisible();
    await expect(page.getByText(/en attente/i).first()).toBeVisible();

    const stranger = await browser.newPage({ baseURL: site.url });
    await stranger.goto(jersey.path);
    await expect(stranger.getByText("Maillot introuvable").first()).toBeVisible();
    await expect(stranger.getByText(TITLE)).toHaveCount(0);
    await stranger.close();
  });

  await test.step("an admin approves it", async () => {
    const reviewPage = await browserOf(browser, site, await createAdministrator(site, "admin"));
    await reviewPage.goto("/admin");
    // Other members' submissions may be in the queue too.
    await reviewPage.getByRole("button").filter({ hasText: TITLE }).click();
    const review = reviewPage.getByRole("article", { name: TITLE });
    await expect(review.getByText("CC BY-SA 4.0 · droit de partage déclaré").first()).toBeVisible();
    await review.getByRole("button", { name: "Accepter" }).click();
    await expect(review).toHaveCount(0);
    await reviewPage.context().close();
  });

  await test.step("another member votes up, switches to down, removes", async () => {
    const view = await browserOf(browser, site, await createMember(site, "fan"));
    const up = view.getByRole("main").getByRole("button", { name: /pour/i }).first();
    const down = view
      .getByRole("main")
      .getByRole("button", { name: /contre/i })
      .first();
    const score = () => publicScore(site, jersey.id);

    await expect(async () => {
      const answer = await view.goto(jersey.path);
      expect(answer?.status()).toBe(200); // the page cache lets go of the old 404 within 10 s
    }).toPass();

    await up.click();
    await expect(up).toHaveAttribute("aria-pressed", "true");
    await expect.poll(score).toBe(1);
    await down.click();
    await expect(down).toHaveAttribute("aria-pressed", "true");
    await expect.poll(score).toBe(-1);
    await view.reload();
    await expect(down).toHaveAttribute("aria-pressed", "true");
    await down.click();
    await expect(down).toHaveAttribute("aria-pressed", "false");
    await expect.poll(score).toBe(0);
    await up.click();
    await expect.poll(score).toBe(1);
    await view.reload();
    await expect(up).toHaveAttribute("aria-pressed", "true");
    await view.context().close();
  });

  await test.step("its photos are credited, for people and for search engines", async () => {
    await page.goto(jersey.path);
    await expect(page.getByText(/^Photo partagée par \S/)).toBeVisible();
    await expect(page.getByRole("link", { name: "CC BY-SA 4.0" })).toHaveAttribute(
      "href",
      "https://creativecommons.org/licenses/by-sa/4.0/deed.fr",
    );
    const markup = await page.locator('script[type="application/ld+json"]').allTextContents();
    const photos = markup.map((text) => JSON.parse(text)).find((data) => data["@graph"]);
    expect(photos["@graph"]).toHaveLength(2);
    for (const image of photos["@graph"]) {
      expect(image).toMatchObject({
        license: "https://creativecommons.org/licenses/by-sa/4.0/",
        acquireLicensePage: `${site.url}/licences`,
        creditText: expect.stringMatching(/./),
      });
      expect((await page.request.get(image.contentUrl)).status()).toBe(200);
    }
  });

  await test.step("appears on the home page", async () => {
    await expect(async () => {
      await page.goto("/");
      await expect(page.getByText(TITLE).first()).toBeAttached({ timeout: 1_000 });
    }).toPass();
  });

  for (const [prefix, kit] of [
    ["/es", /local/i],
    ["/en", /home/i],
    ["/pt", /titular/i],
  ] as const) {
    await test.step(`shows the same page in ${prefix.slice(1)}`, async () => {
      const answer = await page.goto(prefix + jersey.path);
      expect(answer?.status()).toBe(200);
      await expect(page.locator("html")).toHaveAttribute("lang", prefix.slice(1));
      await expect(page.getByRole("heading", { name: TITLE })).toBeVisible();
      await expect(page.getByRole("main").getByText(kit).first()).toBeVisible();
    });
  }
});

interface OwnJersey {
  id: string;
  path: string;
}

/** The signed-in member's submissions, requested from the page with its session. */
async function ownJerseys(page: Page, site: Site): Promise<OwnJersey[]> {
  const stored = await page.evaluate(() => localStorage.getItem("maillotheque.session"));
  const { access_token, user } = JSON.parse(stored ?? "{}") as Session;
  const answer = await fetch(
    `${site.url}/rest/v1/jerseys?author_id=eq.${user.id}&select=id,team_slug,kit_type_slug,year`,
    { headers: { apikey: site.anonKey, authorization: `Bearer ${access_token}` } },
  );
  const rows = (await answer.json()) as Parameters<typeof jerseyParams>[0][];
  return rows.map((row) => ({ id: row.id, path: href("jersey", jerseyParams(row), "fr") }));
}

/** A jersey's score as a visitor reads it. */
async function publicScore(site: Site, id: string): Promise<number> {
  const answer = await fetch(`${site.url}/rest/v1/jerseys?id=eq.${id}&select=score`, {
    headers: { apikey: site.anonKey },
  });
  const [row] = (await answer.json()) as { score: number }[];
  return row!.score;
}
