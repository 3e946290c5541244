import type { Page } from "@playwright/test";

import { clickAlive, untilFound, untilListening } from "../support/alive.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { expect, test } from "../support/test.ts";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: /^rechercher/i });
const fieldOf = (page: Page) => dialogOf(page).getByRole("combobox");
const optionsOf = (page: Page) => dialogOf(page).getByRole("option");

async function openDialog(page: Page): Promise<void> {
  await clickAlive(page.getByRole("banner").getByRole("button", { name: "Rechercher" }));
  await expect(fieldOf(page)).toBeFocused();
}

test.describe("the dialog", () => {
  test("finds jerseys, teams and competitions with their pictures by mouse", async ({ page }) => {
    await page.goto("/competitions");
    await openDialog(page);
    await fieldOf(page).fill("nba");
    const group = dialogOf(page).getByRole("group", { name: "Maillots" });
    await expect(group.getByRole("option")).toHaveCount(5);
    await expect(group.locator("img").first()).toHaveJSProperty("complete", true);
    await expect(dialogOf(page).getByRole("group", { name: "Compétitions" })).toContainText("NBA");

    await fieldOf(page).fill("united");
    const teams = dialogOf(page).getByRole("group", { name: "Équipes" });
    await expect(teams.getByRole("option", { name: /united/i })).toHaveCount(3);

    await fieldOf(page).fill("arsenal");
    await teams.getByRole("option", { name: /^Arsenal(?! Women)/ }).click();
    await expect(page).toHaveURL(/\/team\/[0-9a-f-]{36}$/);
    await expect(dialogOf(page)).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Arsenal");
  });

  test("opens, selects and closes by keyboard alone", async ({ page }) => {
    await page.goto("/en");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await untilListening(page);
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: /^search/i });
    await expect(dialog.getByRole("combobox")).toBeFocused();
    await page.keyboard.type("lakers");
    await untilFound(dialog);
    const options = dialog.getByRole("option");
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    // The words name a team: it comes before its jerseys.
    await expect(page).toHaveURL(/\/en\/team\//);
    await expect(dialog).toBeHidden();

    await page.keyboard.press("Control+k");
    await expect(dialog.getByRole("combobox")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  test("has what is typed before it is there", async ({ page }) => {
    await page.goto("/");
    await untilListening(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("real madrid");
    await expect(dialogOf(page).getByRole("combobox")).toHaveValue("real madrid");
  });

  test("returns the focus to the button that opened it", async ({ page }) => {
    await page.goto("/trends");
    const opener = page.getByRole("banner").getByRole("button", { name: "Rechercher" });
    await openDialog(page);
    await dialogOf(page).getByRole("button", { name: "Fermer" }).click();
    await expect(opener).toBeFocused();
  });

  test("debounces from two characters on, shows its state, and clears with the text", async ({
    page,
  }) => {
    await page.goto("/sports");
    const requested: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith("/rpc/search_jerseys")) requested.push(searchParams.get("query") ?? "");
    });
    await openDialog(page);
    const status = dialogOf(page).getByRole("status");
    await expect(status).toHaveText("Tapez au moins deux caractères.");
    await page.keyboard.type("p");
    await expect(status).toHaveText("Tapez au moins deux caractères.");
    // All letters within one task of the page: on a busy machine keys come further apart than it waits.
    await page.evaluate(() => {
      for (const letter of "aris") document.execCommand("insertText", false, letter);
    });
    await expect(status).toHaveText("Recherche en cours…");
    await expect(optionsOf(page).first()).toBeVisible();
    await expect(status).toHaveText(/^\d+ résultats$/);
    expect(requested).toEqual(["paris"]);
    await fieldOf(page).fill("zzzzzz");
    await expect(status).toHaveText("Aucun résultat");
    await expect(optionsOf(page).getByText("Tous les résultats")).toHaveCount(0);
    await expect(optionsOf(page).last()).toHaveText("Proposer un maillot");
    await fieldOf(page).fill("");
    await expect(status).toHaveText("Tapez au moins deux caractères.");
    expect(requested).toEqual(["paris", "zzzzzz"]);
  });

  for (const [query, expected] of [
    ["atletico", "Atlético de Madrid"],
    ["arsnal", "Arsenal"],
  ] as const) {
    test(`${query} finds ${expected}`, async ({ page }) => {
      await page.goto("/sports");
      await openDialog(page);
      await fieldOf(page).fill(query);
      const teams = dialogOf(page).getByRole("group", { name: "Équipes" });
      await expect(teams.getByRole("option").first()).toContainText(expected);
    });
  }

  test("leads to all results", async ({ page }) => {
    await page.goto("/sports");
    await openDialog(page);
    await fieldOf(page).fill("madrid");
    await optionsOf(page).getByText("Tous les résultats").click();
    await expect(page).toHaveURL("/recherche?q=madrid");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Résultats pour « madrid »");
  });

  test("shows nothing for a failed search, and the next one works", async ({ context, site }) => {
    // A page outside the fixtures: the logged error is expected.
    const page = await context.newPage();
    await page.goto(`${site.url}/sports`);
    await openDialog(page);
    await context.route("**/rest/v1/rpc/search_*", (route) =>
      route.fulfill({ status: 404, json: {} }),
    );
    const logged = page.waitForEvent("console", (message) => /search failed/.test(message.text()));
    await fieldOf(page).fill("paris");
    await expect(dialogOf(page).getByRole("status")).toHaveText("Aucun résultat");
    await logged;
    await context.unroute("**/rest/v1/rpc/search_*");
    await fieldOf(page).fill("pari");
    await expect(optionsOf(page).first()).toBeVisible();
  });

  for (const [width, colorScheme] of [
    [360, "dark"],
    [1440, "light"],
  ] as const) {
    test(`is accessible at ${width} px, ${colorScheme}`, { tag: "@long" }, async ({ page }) => {
      await page.setViewportSize({ width, height: 740 });
      await page.emulateMedia({ colorScheme });
      await page.goto("/competitions");
      await openDialog(page);
      await expectAccessible(page);
      await fieldOf(page).fill("pari");
      await expect(optionsOf(page).first()).toBeVisible();
      await expectAccessible(page);
      await fieldOf(page).fill("zzzzzz");
      await expect(dialogOf(page).getByRole("status")).toHaveText("Aucun résultat");
      await expectAccessible(page);
    });
  }
});

test.describe("the results page without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("answers the form on the home page", async ({ page }) => {
    await page.goto("/es");
    await page.getByRole("searchbox").fill("madrid real camiseta");
    await page.getByRole("search").getByRole("button", { name: "Buscar", exact: true }).click();
    await expect(page).toHaveURL("/es/buscar?q=madrid+real+camiseta");
    await expect(page).toHaveTitle("madrid real camiseta: búsqueda | Maillothèque");
    await expect(page.getByRole("heading", { level: 2, name: "Equipos" })).toBeVisible();
    await expect(page.getByRole("link", { name: /^Real Madrid Madrid$/ })).toBeVisible();
    await expect(page.getByRole("searchbox")).toHaveValue("madrid real camiseta");
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  });

  test("shows more jerseys on request", async ({ page }) => {
    await page.goto("/en/search?q=nba");
    const cards = page.locator("article");
    await expect(cards).toHaveCount(24);
    await page.getByRole("link", { name: "Show more" }).click();
    await expect(page).toHaveURL("/en/search?q=nba&show=48");
    await expect.poll(() => cards.count()).toBeGreaterThan(24);
  });

  test("reports no results and too short a text", async ({ page }) => {
    for (const query of ["zzzzzz", "z", "%F0%9F%91%95", "%25", "'"]) {
      const response = await page.goto(`/recherche?q=${query}`);
      expect(response?.status()).toBe(200);
      await expect(page.getByRole("status")).toHaveText("Aucun résultat");
    }
    // Without a query, home has the field.
    await page.goto("/recherche?q=%20%20");
    await expect(page).toHaveURL("/");
  });

  test("leads on from the address that results had before", { tag: "@long" }, async ({ page }) => {
    await page.goto("/pt?q=z%C3%A9&show=48");
    await expect(page).toHaveURL("/pt/busca?q=z%C3%A9");
  });

  test("shows hostile text as text", async ({ page }) => {
    const hostile = `"><img src=x onerror=alert(1)>${"x".repeat(5_000)}`;
    await page.goto(`/recherche?q=${encodeURIComponent(hostile)}&q=other&show=-1`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText('"><img src=x onerror');
    await expect(page.locator('img[src="x"]')).toHaveCount(0);
  });
});

test(
  "shows a readable results page on a phone and in the dark",
  { tag: "@long" },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto("/recherche?q=madrid");
    await expect(page.getByRole("heading", { level: 2, name: "Équipes" })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.goto("/recherche?q=zzzzzz");
    await expectNoSidewaysScroll(page);
  },
);
