import { createHash } from "node:crypto";

import type { Manifest } from "../../app/open/domain/manifest.ts";
import { href } from "../../app/shared/address/paths.ts";
import { startSite } from "../../tests/support/site.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { runSql } from "../support/database.ts";
import { expect, test } from "../support/test.ts";

const WIDTHS = [320, 390, 820, 1440];

test(
  "the files of a dump are offered, described, and are what the manifest says",
  { tag: "@long" },
  async ({ page, site }) => {
    await page.goto("/data");
    await expect(page.getByText("Les premiers fichiers seront créés cette nuit.")).toBeVisible();
    await site.run("dump");
    await site.run("dump");
    await page.goto("/data");
    await expect(page).toHaveTitle("Données ouvertes | Maillothèque");
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute(
      "href",
      site.url + href("data", {}, "fr"),
    );
    await expect(page.locator("main a[download]")).toHaveCount(24);
    await expect(page.getByText(/^id, jersey_id, position,/)).toBeVisible();
    await expect(page.getByRole("link", { name: /^Fichiers du / })).toHaveCount(1);
    const manifest = (await (await page.request.get("/data/manifest.json")).json()) as Manifest;
    const jerseys = manifest.files.find(
      (file) => file.name === "jerseys" && file.format === "csv",
    )!;
    await expect(page.locator("main a[download]").first()).toHaveAttribute("href", jerseys.url);
    const content = await (await page.request.get(jerseys.url)).body();
    expect(createHash("sha256").update(content).digest("hex")).toBe(jerseys.sha256);
    expect(jerseys.rows).toBeGreaterThan(100);

    const described = await page.locator('script[type="application/ld+json"]').allTextContents();
    const [dataset] = described
      .map((text) => JSON.parse(text))
      .filter((one) => one["@type"] === "Dataset");
    expect(dataset).toMatchObject({ isAccessibleForFree: true, dateModified: manifest.takenAt });
    expect(dataset.distribution).toHaveLength(24);

    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
        if (process.env.PICTURES) {
          await page.screenshot({
            path: `${process.env.PICTURES}/${width}-${colorScheme}.png`,
            fullPage: true,
          });
        }
      }
    }
  },
);

test("changes go on from a number; another address is refused in words", async ({ page, site }) => {
  const read = (query: string, headers = {}) =>
    page.request.get(`/data/changes${query}`, { headers });
  for (const query of [
    "?after=-1",
    "?after=x",
    "?after=1.5",
    "?after=",
    "?after=99999999999999999",
  ]) {
    const answer = await read(query);
    expect(answer.status(), query).toBe(400);
    expect(await answer.json()).toEqual({ message: "after: expected a whole number from 0 on" });
  }
  for (const limit of ["0", "1001", "many"]) {
    expect((await read(`?limit=${limit}`)).status(), limit).toBe(400);
  }
  const first = await read("?after=0&limit=5");
  expect(first.headers()["access-control-allow-origin"]).toBe("*");
  const { next, isLast, changes } = await first.json();
  expect(changes).toHaveLength(5);
  expect([next, isLast]).toEqual([changes[4].number, false]);
  const same = await read("?after=0&limit=5", { "if-none-match": first.headers()["etag"] });
  expect(same.status()).toBe(304);

  const [photo] = await runSql(
    site,
    `update jersey_images set licence = 'CC-BY-SA-4.0', rights_stated = true
     where id = (select id from jersey_images where suggestion_id is null limit 1) returning id`,
  );
  const found = await page.request.get(`/data/photos/${photo!["id"]}`, { maxRedirects: 0 });
  expect(found.status()).toBe(302);
  expect((await page.request.get(found.headers()["location"]!)).status()).toBe(200);
  for (const id of ["x", "00000000-0000-4000-8000-000000000000"]) {
    expect((await page.request.get(`/data/photos/${id}`)).status()).toBe(404);
  }
});

test("a dump that is too old is said in red, and measured", { tag: "@long" }, async ({ page }) => {
  const token = "a-token-for-measures";
  const site = await startSite({ METRICS_TOKEN: token }, { demo: true });
  try {
    await site.run("dump");
    const age = async () => {
      const headers = { authorization: `Bearer ${token}` };
      const text = await (await page.request.get(`${site.url}/metrics`, { headers })).text();
      return Number(/^dump_age_seconds (.+)$/m.exec(text)![1]);
    };
    const late = page.getByText("Ces fichiers datent de plus de 26 heures");
    const grow = (interval: string) =>
      runSql(site, "update dumps set taken_at = taken_at - $1::interval", [interval]);
    await grow("25 hours 50 minutes");
    await page.goto(`${site.url}/data`);
    await expect(page.getByText("il y a 1 jour")).toBeVisible();
    await expect(late).toHaveCount(0);
    expect(await age()).toBeLessThan(26 * 3600);
    await grow("11 minutes");
    await page.reload();
    await expect(late).toBeVisible();
    await expectAccessible(page);
    expect(await age()).toBeGreaterThan(26 * 3600);
  } finally {
    await site.stop();
  }
});
