import { clickAlive } from "../support/alive.ts";
import { href } from "../../app/shared/address/paths.ts";
import { expectAccessible } from "../support/accessible.ts";
import { exampleParams, read } from "../../tests/support/catalogue.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

test(
  "keeps years in one line and every column on the screen at every width",
  { tag: "@long" },
  async ({ page, site }) => {
    const { team } = await exampleParams(site);
    await page.goto(href("team", team, "en"));
    const table = page
      .getByRole("region", { name: "Jerseys through the seasons" })
      .getByRole("table");
    const year = table.getByRole("rowheader").first().locator(".numeral");
    for (const width of [320, 360, 640, 700, 768]) {
      await page.setViewportSize({ width, height: 800 });
      const { height, line } = await year.evaluate((element) => ({
        height: element.getBoundingClientRect().height,
        line: Number.parseFloat(getComputedStyle(element).lineHeight),
      }));
      expect(height, `${width} px`).toBeLessThan(1.5 * line);
      // The path above the heading is shortened, not cut.
      const last = (await page
        .getByRole("navigation", { name: "Breadcrumbs" })
        .locator("[aria-current]")
        .boundingBox())!;
      expect(last.x + last.width, `${width} px`).toBeLessThanOrEqual(width);
      for (const cell of await table.getByRole("columnheader").filter({ visible: true }).all()) {
        const box = (await cell.boundingBox())!;
        expect(box.x + box.width, `${width} px`).toBeLessThanOrEqual(width);
      }
    }
  },
);

test("shows all years with a jersey, and only the columns in use", async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const { team } = await exampleParams(site);
  await page.goto(href("team", team, "fr"));
  const timeline = page.getByRole("region", { name: "Maillots au fil des saisons" });
  const columns = timeline.getByRole("columnheader");
  await expect(columns.filter({ hasText: "Domicile" })).toBeVisible();
  await expect(columns.filter({ hasText: "Autre" })).toHaveCount(0);
  await expect(timeline.getByText("Années 2020")).toBeVisible();

  const all = timeline.getByRole("link", { name: /^Toutes les décennies, \d+ maillots/ });
  await all.click();
  await expect(page).toHaveURL(/decade=all/);
  await expect(all).toHaveAttribute("aria-current", "true");
  const rows = timeline.getByRole("row").filter({ has: page.getByRole("rowheader") });
  await expect(rows).not.toHaveCount(0);
  for (const row of await rows.all()) {
    await expect(row.getByRole("link", { name: /^(?!Ajouter)/ }).first()).toBeVisible();
  }
  // What has no row or no column can be added too.
  const empty = timeline.locator("summary", { hasText: /^Saisons sans maillot\s: \d+$/ });
  await empty.press("Enter");
  const year = timeline.getByRole("link", { name: /^Proposer un maillot\s: \d{4}$/ }).last();
  await expect(year).toHaveAttribute("href", /\/soumettre\?.*year=\d{4}/);
  await expect(timeline.getByRole("link", { name: "Proposer un maillot : Autre" })).toHaveAttribute(
    "href",
    /\/soumettre\?.*kit=other/,
  );
  await expectAccessible(page);
});

test("a member owns a shirt of the timeline by one press; the search marks it", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { team } = await exampleParams(site);
  const path = href("team", team, "fr");
  await page.goto(path);
  const timeline = page.getByRole("region", { name: "Maillots au fil des saisons" });
  const own = timeline.getByRole("button", { name: /^Je l’ai/ });
  await expect(timeline).toBeVisible();
  // Visitors have it, too: it leads to the sign-up.
  await clickAlive(own.first());
  await expect(page.getByRole("button", { name: "Créer mon compte" })).toBeVisible();

  await signInAs(page, await createMember(site, "timeline"));
  await page.goto(path);
  await expect(own).not.toHaveCount(0);
  await expect(own.first()).toBeVisible();
  const names = await own.evaluateAll((buttons) => buttons.map((one) => one.ariaLabel));
  expect(new Set(names).size).toBe(names.length);
  await own.first().click();
  await expect(own.first()).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("Maillot ajouté à votre collection !")).toBeVisible();
  const [, title = ""] = /«\s(.*)\s»/.exec((await own.first().getAttribute("aria-label"))!)!;
  await page.getByRole("button", { name: "Rechercher" }).first().click();
  const [, words = title] = /^(.*), [^,]*$/.exec(title) ?? [];
  await page.getByRole("combobox").fill(words);
  const found = page.getByRole("option", { name: words }).filter({ hasText: "Je l’ai" });
  await expect(found).toBeVisible();
  // It is taken back there, by a press or a key.
  await found.locator("[data-have]").click();
  await expect(found).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(own.first()).toHaveAttribute("aria-pressed", "false");
});

test("a team's head is its newest home shirt; few shirts are shown at once", async ({
  page,
  site,
}) => {
  type Shirt = { id: string; team_id: string | null; kit_type: string; year: number };
  const shirts = await read<Shirt>(
    site,
    "jerseys?select=id,team_id,kit_type,year&team_id=not.is.null&year=not.is.null&order=team_id,year.desc,score.desc,id.desc&limit=1000",
  );
  // The last team of the answer may be cut.
  const byTeam = [...Map.groupBy(shirts, ({ team_id }) => team_id!)].slice(0, -1);
  const [teamId, own] = byTeam.find(
    ([, team]) => team.length > 2 && team.length < 12 && team.some(isHome),
  )!;
  const home = own.find(isHome)!;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(href("team", { teamId }, "fr"));
  await expect(page.locator(`main header a[href*="${home.id}"] img`)).toBeInViewport();
  const timeline = page.getByRole("region", { name: "Maillots au fil des saisons" });
  await expect(timeline.locator("[aria-current=true]")).toHaveText(/Toutes/);
  await expect(timeline.getByRole("heading")).toBeInViewport();
});

const isHome = ({ kit_type }: { kit_type: string }) => kit_type === "home";
