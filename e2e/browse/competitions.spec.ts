import { href } from "../../app/shared/address/paths.ts";
import { bySlug, read } from "../../tests/support/catalogue.ts";
import { expect, test } from "../support/test.ts";

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("competitions show their figures, one sport at a time, and are a folded line without a jersey", async ({
    page,
    site,
  }) => {
    await page.goto(href("competitions", {}, "fr"));
    await expect(page.getByRole("heading", { level: 2, name: "Basket" })).toBeVisible();
    const football = page.getByRole("navigation", { name: "Filtrer par sport" });
    await football.getByRole("link", { name: "Football", exact: true }).click();
    await expect(page).toHaveURL(/\/competitions\?league=SOCCER$/);
    await expect(page.getByRole("heading", { level: 2, name: "Basket" })).toHaveCount(0);

    const { id } = await bySlug(site, "competitions", "bundesliga");
    const [counted] = await read<{ jerseys: number }>(
      site,
      `jersey_counts?select=jerseys&kind=eq.competition&key=eq.${id}`,
    );
    const [size] = await read<{ teams: number }>(site, `rpc/line_up_sizes?competition_ids={${id}}`);
    const card = page.getByRole("article").filter({ hasText: "Bundesliga" });
    await expect(card.getByRole("link", { name: "Bundesliga" })).toHaveAttribute(
      "href",
      href("competition", { competitionId: id }, "fr"),
    );
    await expect(card.getByRole("definition")).toHaveText([
      String(counted!.jerseys),
      String(size!.teams),
    ]);
    // Every card has a picture; what has no jersey is a line with its teams.
    for (const one of await page
      .getByRole("article")
      .filter({ has: page.getByRole("definition") })
      .all()) {
      await expect(one.locator("img, svg").first()).toBeVisible();
    }
    const line = page.getByRole("link", { name: /^2\. Bundesliga/ });
    await expect(line).toBeHidden();
    await page.locator("summary", { hasText: /^Compétitions sans maillot/ }).click();
    await expect(line).toHaveText(/18\s*équipes$/);
    await expect(page.getByRole("article").filter({ has: line })).toHaveCount(0);
  });
});
