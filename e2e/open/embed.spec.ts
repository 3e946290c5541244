import { createServer } from "node:http";

import { embedCode, embedPath, oembedPath } from "../../app/jersey/address/embed.ts";
import { shareImagePath } from "../../app/shared/head/share-image.ts";
import { LANGUAGES } from "../../app/shared/i18n/languages.ts";
import { freePort } from "@maillotheque/backend/testing";
import { expectAccessible, expectReadable } from "../support/accessible.ts";
import { createAdministrator } from "../support/administrators.ts";
import { runSql } from "../support/database.ts";
import { clientOf, decide, seededJerseys, submitJersey } from "../support/jerseys.ts";
import { createMember } from "../support/members.ts";
import { addPhoto, publicJersey } from "../support/public-jerseys.ts";
import { expect, test } from "../support/test.ts";

/** In words that no visitor may read. */
const MARKER = "zzembedsecret";
const MOST_BYTES = 20_000;

test("the share dialog has the code, and it shows the jersey on a page of another origin", async ({
  page,
  site,
  context,
  browser,
}) => {
  const member = await createMember(site, "framer");
  const [jersey] = await seededJerseys(clientOf(site, member), 1);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/en${jersey!.path}`);
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Embed" }).click();
  const field = dialog.getByLabel("Code to paste into your page");
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Copy" }).last().click();
  await expect(page.getByText("Code copied")).toBeVisible();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toContain(`src="${site.url}${embedPath(jersey!.id, "en")}"`);

  const port = await freePort();
  const other = createServer((_, answer) => {
    answer.setHeader("Content-Type", "text/html; charset=utf-8");
    answer.end(
      `<!doctype html><html lang="en"><title>Another site</title><h1>Mine</h1>${code}</html>`,
    );
  }).listen(port);
  // Somebody who has never been on the site.
  const reader = await browser.newPage();
  try {
    const answered = reader.waitForResponse((answer) => answer.url().includes("/embed/jersey/"));
    // Another host: another origin, and other cookies.
    await reader.goto(`http://localhost:${port}/`);
    const answer = await answered;
    const frame = reader.frameLocator("iframe");
    await expect(frame.getByRole("heading", { level: 1 })).toHaveText(title!);
    const link = frame.getByRole("link", { name: "View this jersey on Maillothèque" });
    await expect(link).toHaveAttribute("href", `${site.url}/en${jersey!.path}`);
    await expect
      .poll(() =>
        frame.locator("img").evaluate((image) => (image as HTMLImageElement).naturalWidth),
      )
      .toBeGreaterThan(0);
    const headers = await answer.allHeaders();
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
    );
    expect(Object.keys(headers)).not.toContain("x-frame-options");
    expect(Object.keys(headers)).not.toContain("set-cookie");
    expect((await answer.body()).length).toBeLessThan(MOST_BYTES);
    expect(await answer.text()).not.toContain("<script");
    // Asked of the browser: a frame whose storage is blocked can't even be asked.
    expect(await reader.context().storageState()).toMatchObject({ cookies: [], origins: [] });
  } finally {
    await reader.close();
    other.close();
  }
});

test("an embed credits its photo, and shows none that only this site may show", async ({
  page,
  site,
}) => {
  const author = await createMember(site, "credited");
  const rights = { licence: "CC-BY-SA-4.0", rights_stated: true };
  const free = await submitJersey(site, author, { title: "Free <i>& easy</i>", year: 1998 });
  await addPhoto(site, author, free, { position: 0 }, "navy");
  await addPhoto(site, author, free, { position: 1, ...rights }, "teal");
  await decide(site, await createAdministrator(site, "admin"), free);
  const hereOnly = await publicJersey(site, { title: "Here only" }, { author, photos: ["red"] });

  await page.goto(embedPath(free, "fr"));
  await expect(page.getByRole("heading")).toHaveText("Free <i>& easy</i> – Red Star");
  await expect(page.getByText(/^Photo partagée par /)).toBeVisible();
  await expect(page.getByRole("link", { name: "CC BY-SA 4.0" })).toHaveAttribute("rel", /license/);
  await expect(page.locator("img")).toHaveAttribute("src", /teal/);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectReadable(page);
  await page.goto(embedPath(hereOnly, "fr"));
  await expect(page.getByText("Dessin : Maillothèque")).toBeVisible();
  await expect(page.locator("img")).toHaveAttribute("src", /^\/shirt\.svg/);
  expect(await page.content()).not.toMatch(/\/red-[0-9a-f]{8}/);
});

test("what isn't public is not embedded, and a merged jersey leads on", async ({ page, site }) => {
  const author = await createMember(site, "hidden");
  const pending = await submitJersey(site, author, { title: `Pending ${MARKER}`, year: 1998 });
  const hidden = await publicJersey(site, { title: `Off ${MARKER}` }, { author });
  await runSql(site, "update jerseys set is_active = false where id = $1", [hidden]);
  for (const id of [pending, hidden, crypto.randomUUID(), "1"]) {
    for (const lang of LANGUAGES) {
      const answer = await page.request.get(embedPath(id, lang));
      expect(answer.status(), id).toBe(404);
      expect(answer.headers()["content-security-policy"]).toContain("frame-ancestors *");
      const text = await answer.text();
      expect(text).toContain(`<html lang="${lang}">`);
      expect(text).not.toContain(MARKER);
      expect(text.length).toBeLessThan(3_000);
    }
    const told = await page.request.get(oembedPath(`${site.url}/en/jersey/${id}`));
    expect(told.status(), id).toBe(404);
    expect(await told.text()).not.toContain(MARKER);
  }

  const kept = await publicJersey(site, { title: "Kept" }, { author });
  const gone = await publicJersey(site, { title: "Twice" }, { author });
  await clientOf(site, await createAdministrator(site, "admin"))
    .rpc("merge_jerseys", { from_id: gone, into_id: kept, reason: "duplicate" })
    .throwOnError();
  await page.goto(embedPath(gone, "es"));
  await expect(page).toHaveURL(embedPath(kept, "es"));
  const told = await page.request.get(oembedPath(`${site.url}/es/jersey/${gone}`));
  expect(await told.json()).toMatchObject({ title: "Kept – Red Star" });
});

test("a jersey's page tells programs how to embed it", async ({ page, site }) => {
  const member = await createMember(site, "told");
  const [jersey] = await seededJerseys(clientOf(site, member), 1);
  const path = `/pt${jersey!.path}`;
  await page.goto(path);
  const discovered = page.locator('link[type="application/json+oembed"]');
  await expect(discovered).toHaveAttribute("href", site.url + oembedPath(site.url + path));
  const address = (await discovered.getAttribute("href"))!;
  const answer = await page.request.get(address);
  expect(answer.headers()).toMatchObject({
    "content-type": "application/json",
    "access-control-allow-origin": "*",
  });
  const { title, ...told } = (await answer.json()) as Record<string, unknown> & { title: string };
  expect(told).toEqual({
    version: "1.0",
    type: "rich",
    provider_name: "Maillothèque",
    provider_url: `${site.url}/pt`,
    cache_age: 3600,
    width: 400,
    height: 560,
    html: embedCode(site.url, { id: jersey!.id, title }, "pt"),
    thumbnail_url: site.url + shareImagePath("jersey", jersey!.id, "pt"),
    thumbnail_width: 1200,
    thumbnail_height: 630,
  });
  const small = await page.request.get(`${address}&maxwidth=320&maxheight=400`);
  const inSmall = (await small.json()) as Record<string, unknown>;
  expect(inSmall).toMatchObject({ width: 320, height: 400 });
  expect(inSmall.html).toContain('width="320" height="400"');
  expect(inSmall).not.toHaveProperty("thumbnail_url");

  const status = async (query: string) => (await page.request.get(`/oembed${query}`)).status();
  expect(await status("")).toBe(400);
  expect(await status("?url=%00")).toBe(400);
  expect(await status(`?url=${encodeURIComponent(site.url + path)}&format=xml`)).toBe(501);
  expect(await status(`?url=${encodeURIComponent(`https://other.example${path}`)}`)).toBe(404);
  expect(await status(`?url=${encodeURIComponent(`${site.url}/pt/catalogo`)}`)).toBe(404);
});
