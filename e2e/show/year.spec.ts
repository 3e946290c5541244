import sharp from "sharp";

import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { clientOf } from "../support/jerseys.ts";
import { createMember, signInAs } from "../support/members.ts";
import { runSql } from "../support/database.ts";
import { expect, test } from "../support/test.ts";

/** In everything that a copy says: no answer to anybody else may have it. */
const MARKER = "zzsecret";
const YEAR = new Date().getFullYear() - 1;

test(
  "a member reads their year in shirts, shows it by a link, and withdraws the link",
  { tag: "@long" },
  async ({ page, site, browser }) => {
    const member = await createMember(site, "annee");
    const { data: jerseys } = await clientOf(site, member)
      .from("jerseys")
      .select("id")
      .eq("team_slug", "paris-saint-germain")
      .limit(2)
      .throwOnError();
    await runSql(
      site,
      `insert into copies (owner_id, jersey_id, created_at, notes, bought_on)
     select $1, unnest($2::uuid[]), make_timestamptz($3, 6, 1, 0, 0, 0), $4, '2001-02-03'`,
      [member.user.id, jerseys.map(({ id }) => id), YEAR, MARKER],
    );
    await signInAs(page, member);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.clock.setFixedTime(new Date(`${YEAR + 1}-01-05T12:00:00Z`));
    await page.goto("/");
    await expect(page.getByRole("link", { name: `${YEAR} mon année en maillots` })).toBeVisible();
    await page.clock.setFixedTime(new Date());
    await page.goto("/account/numbers");
    await page.getByRole("link", { name: String(YEAR), exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      `Mon année ${YEAR} en maillots`,
    );
    await expect(page.getByText("maillots ajoutés")).toBeVisible();
    await expect(page.getByRole("region", { name: "L’équipe de l’année" })).toContainText(
      "2 maillots",
    );
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.getByRole("button", { name: "Créer un lien" }).click();
    await expect(page).toHaveURL(/\?key=/);
    await expect(page.getByRole("button", { name: "Retirer le lien" })).toBeVisible();
    const shared = page.url();
    const stranger = await browser.newPage();
    const seen = await stranger.goto(shared);
    expect(seen?.headers()["cache-control"]).toBe("private, no-store");
    await expect(stranger.getByText("maillots ajoutés")).toBeVisible();
    expect(await stranger.content()).not.toContain(MARKER);
    expect(await stranger.content()).not.toContain("2001");
    await expect(stranger.getByRole("button", { name: "Retirer le lien" })).toHaveCount(0);
    await stranger.getByRole("button", { name: "Partager" }).click();
    const tall = await stranger.getByRole("link", { name: "Image verticale" }).getAttribute("href");
    await expect(stranger.locator('meta[name="description"]')).toHaveAttribute(
      "content",
      /maillot/,
    );
    const wide = await stranger.locator('meta[property="og:image"]').getAttribute("content");
    const sizes: [string, number, number][] = [
      [new URL(wide!).pathname, 1200, 630],
      [tall!, 1080, 1920],
    ];
    for (const [path, width, height] of sizes) {
      const answer = await stranger.request.get(site.url + path);
      expect(answer.headers()["cache-control"], path).toBe("private, no-store");
      expect(await sharp(await answer.body()).metadata(), path).toMatchObject({ width, height });
    }

    await page.getByRole("button", { name: "Retirer le lien" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Retirer le lien" }).click();
    await expect(page.getByText("Cette page n’est visible que de vous.")).toBeVisible();
    for (const path of [shared, ...sizes.map(([path]) => site.url + path)]) {
      expect((await stranger.request.get(path)).status(), path).toBe(404);
    }
    await stranger.close();
  },
);
