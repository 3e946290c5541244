import { href } from "../../app/shared/address/paths.ts";
import { LANGUAGES } from "../../app/shared/i18n/languages.ts";
import { createReviewer } from "../support/administrators.ts";
import { untilListening } from "../support/alive.ts";
import { expectAccessible } from "../support/accessible.ts";
import { runSql } from "../support/database.ts";
import { signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

const TODAY = "(now() at time zone 'Europe/Paris')::date";

test("a shirt a day, the same for everyone, and those of the days before", async ({
  page,
  site,
  browser,
}) => {
  await runSql(site, "select draw_days()");
  await runSql(
    site,
    `do $$ begin
       for n in reverse 70..1 loop
         perform private.set_day(${TODAY} - n, private.choose_jersey('shown', ${TODAY} - n));
       end loop;
     end $$`,
  );
  // The page that another test has seen may still be stored.
  await expect
    .poll(async () => (await page.request.get("/aujourdhui")).text())
    .toContain('id="days-before"');
  // Two readers at the same instant, with half a day between their clocks.
  const titles = await Promise.all(
    ["Asia/Tokyo", "America/Sao_Paulo"].map(async (timezoneId) => {
      const reader = await browser.newPage({ baseURL: site.url, timezoneId });
      await reader.goto("/aujourdhui");
      // The duel has sides of its own for each; its test compares the shirts.
      const text = await reader
        .getByRole("main")
        .locator('article, time, section:not([aria-labelledby="duel"])')
        .allInnerTexts();
      await reader.close();
      return text;
    }),
  );
  expect(titles[0]).toEqual(titles[1]);

  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Aujourd’hui" }).click();
  await expect(page).toHaveURL("/aujourdhui");
  await expect(page.getByRole("heading", { name: "Maillot du jour" })).toBeVisible();
  await expectAccessible(page);
  // The page is still open when the next day begins.
  await untilListening(page);
  await expect(page.getByText("Une nouvelle journée a commencé")).toBeHidden();
  await page.clock.setFixedTime(new Date(Date.now() + 25 * 3_600_000));
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByText("Une nouvelle journée a commencé")).toBeVisible();
  await page.clock.setFixedTime(new Date());
  await page.getByRole("link", { name: "Voir la page d’aujourd’hui" }).click();
  await expect(page.getByText("Une nouvelle journée a commencé")).toBeHidden();
  await page.getByRole("button", { name: "Autres actions" }).click();
  await expect(page.getByRole("link", { name: "Flux Atom" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Mois par mois" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Maillots du jour/);
  await expectAccessible(page);
  await page.getByRole("navigation", { name: "Autres mois" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\?month=\d{4}-\d\d$/);
  // A whole month.
  await expect
    .poll(() => page.getByRole("main").getByRole("article").count())
    .toBeGreaterThanOrEqual(28);

  for (const lang of LANGUAGES) {
    expect((await page.request.get(href("today", {}, lang))).status()).toBe(200);
    const feed = await page.request.get(`/feed/${lang}.atom`);
    expect(feed.headers()["content-type"]).toContain("application/atom+xml");
    const text = await feed.text();
    expect(text.match(/<entry>/g)).toHaveLength(30);
    const broken = await page.evaluate(
      (xml) =>
        new DOMParser().parseFromString(xml, "application/xml").querySelector("parsererror")
          ?.textContent,
      text,
    );
    expect(broken).toBeUndefined();
    const [picture = ""] = /\/og\/daily\/[\d-]+\.\w\w\.jpg/.exec(text) ?? [];
    expect((await page.request.get(picture)).headers()["content-type"]).toBe("image/jpeg");
  }
  for (const nothing of [
    "/feed/de.atom",
    "/og/daily/2026-02-30.fr.jpg",
    "/og/daily/2001-01-01.fr.jpg",
  ]) {
    expect((await page.request.get(nothing)).status(), nothing).toBe(404);
  }
});

test(
  "a day goes on with what was drawn, and a reviewer swaps tomorrow’s shirt",
  { tag: "@long" },
  async ({ page, site }) => {
    await runSql(site, "select draw_days()");
    await runSql(
      site,
      `update jerseys set is_active = false
     where id = (select jersey_id from daily_shirts where kind = 'shown' and day = ${TODAY})`,
    );
    // An address that no cache has.
    await page.goto("/en/today?month=2001-03");
    await expect(page.getByText("This jersey is no longer in the catalogue.")).toBeVisible();
    // The cached one follows.
    await expect
      .poll(async () => (await page.request.get("/en/today")).text())
      .toContain("This jersey is no longer in the catalogue.");
    await expect(page.getByRole("main").locator("img").first()).toHaveAttribute(
      "src",
      /^\/shirt\.svg/,
    );
    // Merged into another one: its page and the archive lead there.
    const [survivor] = await runSql(
      site,
      `insert into jersey_redirects (from_id, into_id)
     select jersey_id, (
       select id from jerseys where status = 'approved' and is_active and id not in (select jersey_id from daily_shirts)
       order by id limit 1)
     from daily_shirts where kind = 'shown' and day = ${TODAY}
     returning into_id as id`,
    );
    await page.goto("/en/today?month=2001-02");
    await expect(page.getByText("has since been merged into another one")).toBeVisible();
    await expect(page.getByRole("link", { name: "See this jersey" })).toHaveAttribute(
      "href",
      new RegExp(survivor!.id!),
    );
    // The job stands still.
    await runSql(site, `update daily_shirts set day = day - 100 where day = ${TODAY}`);
    await runSql(
      site,
      "delete from daily_shirts where swaps = 0 and day > now() - interval '90 days' and day <= now()",
    );
    await page.goto("/en/today?month=2001-01");
    await expect(page.getByText(/^Today’s jersey hasn’t been picked yet\./)).toBeVisible();
    // The guess of the latest day is open.
    await expect(page.getByText(/^Today’s puzzle hasn’t been picked yet\./)).toBeVisible();
    await page.getByRole("button", { name: "Play" }).click();
    await expect(page.getByText("Try 1 of 6")).toBeVisible();

    await runSql(site, "select draw_days()");
    await signInAs(page, await createReviewer(site, "rachel", "en"));
    await page.goto("/en/admin");
    const rows = page
      .getByRole("region", { name: "Jerseys for the next seven days" })
      .getByRole("listitem");
    await expect(rows).toHaveCount(7);
    const title = rows.first().getByRole("heading");
    const before = await title.innerText();
    await rows
      .first()
      .getByRole("button", { name: /^Pick another at random, / })
      .click();
    await expect(title).not.toHaveText(before);

    await rows.first().locator("summary").click();
    const [fit] = await runSql(
      site,
      `select jersey.id from jerseys jersey join jersey_images image on image.jersey_id = jersey.id
     where jersey.status = 'approved' and jersey.is_active and jersey.team_id is not null
       and jersey.id not in (select jersey_id from daily_shirts) order by jersey.id desc limit 1`,
    );
    await rows
      .first()
      .getByRole("combobox", { name: "Choose a jersey" })
      .fill(
        `https://a-site-with-a-long-name.example/en/jersey/wolverhampton-wanderers/home/2019/${fit!.id!}`,
      );
    await rows.first().getByRole("option").click();
    await expect(title.getByRole("link")).toHaveAttribute("href", new RegExp(fit!.id!));
    await expectAccessible(page);
  },
);
