import { href } from "../../app/shared/address/paths.ts";
import { bySlug, exampleParams, read } from "../../tests/support/catalogue.ts";
import type { Site } from "../../tests/support/site.ts";
import { expectAccessible } from "../support/accessible.ts";
import { clickAlive } from "../support/alive.ts";
import { runSql } from "../support/database.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

const SHOWN = [
  {
    lang: "fr",
    width: 360,
    season: "Saison",
    next: "Saison suivante : 2021-2022",
    column: "Domicile",
    kit: "Paris Saint-Germain 2020-2021",
  },
  {
    lang: "en",
    width: 1440,
    season: "Season",
    next: "Next season: 2021–22",
    column: "Home",
    kit: "Paris Saint-Germain 2020–21",
  },
] as const;

test("opens a season from the competition, and shows each team's shirts in three columns", async ({
  page,
  site,
}) => {
  const { competition, season } = await exampleParams(site);
  for (const { lang, width, season: label, next, column, kit } of SHOWN) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(href("competition", competition, lang));
    await expect(page.getByLabel(label, { exact: true })).toHaveValue("");
    await expect(async () => {
      await page.getByLabel(label, { exact: true }).selectOption(season.season);
      await expect(page).toHaveURL(href("season", season, lang), { timeout: 2_000 });
    }).toPass();

    const wall = page.getByRole("table");
    const row = wall.getByRole("row").filter({
      has: page.getByRole("rowheader", { name: "Paris Saint-Germain" }),
    });
    await expect(row.getByRole("link", { name: kit })).toBeVisible();
    // Three shirts beside each other on any screen, under the heads of their columns.
    const cells = await row.getByRole("cell").all();
    expect(cells).toHaveLength(3);
    const boxes = await Promise.all(cells.map(async (cell) => (await cell.boundingBox())!));
    expect(new Set(boxes.map(({ y }) => Math.round(y))).size).toBe(1);
    expect(boxes.at(-1)!.x + boxes.at(-1)!.width).toBeLessThanOrEqual(width);
    const head = await wall.getByRole("columnheader", { name: column }).boundingBox();
    expect(head!.x).toBeCloseTo(boxes[0]!.x, 0);

    await expect(
      page.getByRole("link", {
        name:
          lang === "fr"
            ? "Proposer un maillot de cette saison"
            : "Submit a jersey from this season",
      }),
    ).toHaveAttribute("href", /season=.*year=2020|year=2020.*season=/);
    // The head stays in view, below the bar of the site.
    await page.mouse.wheel(0, 350);
    await expect(wall.getByRole("columnheader", { name: column })).toBeInViewport({ ratio: 1 });

    await clickAlive(page.getByRole("link", { name: next }));
    await expect(page).toHaveURL(href("season", { ...season, season: "2021-22" }, lang));
  }
});

test(
  "a competition leads to seasons with shirts, and a season without any to the nearest one",
  { tag: "@long" },
  async ({ page, site }) => {
    const { id: competitionId } = await bySlug(site, "competitions", "nba");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(href("competition", { competitionId }, "fr"));
    const covers = page.getByRole("region", { name: "Maillots par saison" }).getByRole("link");
    await expect(covers).toHaveCount(12);
    for (const cover of await covers.all()) await expect(cover.locator("img")).toHaveCount(1);
    const newest = await covers.first().innerText();
    await clickAlive(covers.first());
    await expect(page.getByRole("table").getByRole("img").first()).toBeVisible();

    // The newest line-up of the catalogue has no shirt yet.
    await page.goto(href("season", { competitionId, season: "2025-26" }, "fr"));
    await expect(page.getByText("Aucun maillot de cette saison pour l’instant")).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
    await expectAccessible(page);
    await clickAlive(
      page.getByRole("region", { name: "Maillots des saisons voisines" }).getByRole("link").first(),
    );
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      `NBA ${newest.replace(/^Saison /i, "")}`,
    );
    await expect(page.getByRole("table").getByRole("img").first()).toBeVisible();
  },
);

test(
  "prefills a submission from a gap, for any kind of competition",
  { tag: "@long" },
  async ({ page, site }) => {
    await signInAs(page, await createMember(site, "zoe"));
    for (const [slug, season, team, league] of [
      ["world-cup", "2022", "Argentine", "SOCCER"],
      ["nba", "2011-12", "Utah Jazz", "NBA"],
    ] as const) {
      const { id } = await bySlug(site, "competitions", slug);
      await page.goto(href("season", { competitionId: id, season }, "fr"));
      const gap = page.getByRole("link", { name: `Proposer un maillot : ${team}, Third, ` });
      // Teams without a shirt are folded, where any team has one.
      for (const folded of await page.getByText(/^Équipes sans maillot/).all())
        await folded.click();
      // By keyboard.
      await gap.focus();
      await page.keyboard.press("Enter");
      await expect(page.getByLabel(/^sport/i)).toHaveValue(league);
      const chosen = (label: RegExp) => page.getByLabel(label).locator("option:checked");
      await expect(page.getByLabel(/^compétition/i)).toHaveValue(id);
      await expect(chosen(/^saison/i)).toHaveText(new RegExp(`^${season.slice(0, 4)}`));
      await expect(chosen(/^équipe/i)).toHaveText(team);
      await expect(page.getByLabel(/^type/i)).toHaveValue("third");
      await expect(page.getByLabel(/^année/i)).toHaveValue(season.slice(0, 4));
    }
  },
);

/** The page as a visitor gets it, from the cache where it is fresh. */
async function html(site: Site, path: string): Promise<string> {
  return (await fetch(site.url + path)).text();
}

test(
  "says that a line-up isn't known, and shows new jerseys, photos and line-ups",
  { tag: "@long" },
  async ({ site }) => {
    const { competition } = await exampleParams(site);
    const { competitionId } = competition;
    const path = href("season", { competitionId, season: "1931-32" }, "en");
    const empty = await html(site, path);
    expect(empty).toContain("No jerseys from this season yet");
    expect(empty).toContain('<meta name="robots" content="noindex"');
    // A season that doesn't exist leads to its competition.
    const back = href("competition", { competitionId }, "en");
    expect(await html(site, `${back}/1066-67`)).toMatch(
      new RegExp(`<a [^>]*href="${back}"[^>]*>Back to the competition<`),
    );

    const id = crypto.randomUUID();
    const ids = [id, competitionId];
    await runSql(
      site,
      `insert into jerseys (id, league, competition_id, season_id, team, title, kit_type)
     select $1, 'SOCCER', $2, id, 'Olympique lillois', 'Le premier', 'home' from seasons where code = '1931-32'`,
      ids,
    );
    expect(await html(site, path)).not.toContain("Le premier");
    await runSql(site, "update jerseys set status = 'approved' where id = $1", [id]);
    await expect.poll(() => html(site, path)).toContain("Le premier");
    expect(await html(site, path)).toContain("The participants aren’t known yet");
    // The list of the competition's seasons too, and the sitemap.
    await expect
      .poll(() => html(site, href("competition", competition, "en")))
      .toContain('<option value="1931-32"');
    const [walls] = await read<{ id: string }>(site, `rpc/season_walls?select=id&code=eq.1931-32`);
    expect(walls?.id).toBe(`${competitionId}_1931-32`);
    expect(await html(site, "/sitemap/seasons-1-1.xml")).toContain(site.url + path);

    await runSql(
      site,
      `with stored as (
       insert into storage.objects (bucket_id, name) values ('jerseys', gen_random_uuid() || '/lillois.webp') returning name)
     insert into jersey_images (jersey_id, url)
     select $1, '/storage/v1/object/public/jerseys/' || name from stored`,
      [id],
    );
    await expect.poll(() => html(site, path)).toContain("lillois.webp");

    await runSql(
      site,
      `insert into team_seasons (team_id, competition_id, season_id)
     select teams.id, $1, seasons.id from teams, seasons
     where teams.slug = 'paris-saint-germain' and code = '1931-32' limit 1`,
      [competitionId],
    );
    await expect.poll(() => html(site, path)).toContain("Paris Saint-Germain, Home, 1931–32");
    expect(await html(site, path)).toContain("Not confirmed for this season");
    // Its photo has no file: other tests would meet a broken picture.
    await runSql(site, "delete from jerseys where id = $1", [id]);
  },
);
