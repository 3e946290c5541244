import type { Page } from "@playwright/test";

import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { untilListening } from "../support/alive.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { expect, test } from "../support/test.ts";

const PHONE = { width: 390, height: 844 };

/** The texts of the dialog by language. */
const TEXTS = [
  {
    home: "/",
    dialog: /^rechercher/i,
    add: /^Proposer un maillot : 1993/,
    nearest: /Aucun maillot trouvé pour 1993/,
    none: "Aucun résultat",
    instead: "Proposer un maillot",
    similar: "Vous cherchez peut-être",
    recent: "Recherches récentes",
    remove: "Retirer : om 1993",
    popular: "Équipes populaires",
  },
  {
    home: "/es",
    dialog: /^buscar/i,
    add: /^Añadir una camiseta: 1993/,
    nearest: /no hay camisetas de 1993/,
    none: "Sin resultados",
    instead: "Añadir una camiseta",
    similar: "Quizá buscaba",
    recent: "Búsquedas recientes",
    remove: "Quitar: om 1993",
    popular: "Equipos populares",
  },
] as const;

const heroField = (page: Page) => page.getByRole("main").getByRole("searchbox");

for (const text of inEveryLanguage(TEXTS)) {
  test(
    `leads on from a club and a year, on a phone: ${text.home}`,
    { tag: "@long" },
    async ({ page }) => {
      await page.setViewportSize(PHONE);
      await page.goto(text.home);
      await untilListening(page);
      const dialog = page.getByRole("dialog", { name: text.dialog });
      const field = dialog.getByRole("combobox");

      await test.step("the hero's field opens the dialog, which offers popular clubs", async () => {
        await heroField(page).click();
        await expect(field).toBeFocused();
        const popular = dialog.getByRole("region", { name: text.popular });
        await expect(popular.getByRole("link")).toHaveCount(6);
        await expect(dialog.getByRole("region", { name: text.recent })).toBeHidden();
        await expectAccessible(page);
      });

      await test.step("a nickname finds every club that has it", async () => {
        await field.fill("spurs");
        await expect(
          dialog.getByRole("option", { name: /^Tottenham Hotspur/ }).first(),
        ).toBeVisible();
        await expect(
          dialog.getByRole("option", { name: /^San Antonio Spurs/ }).first(),
        ).toBeVisible();
      });

      await test.step("a club and a year show the nearest kits and the way to add one", async () => {
        await field.fill("om 1993");
        await expect(dialog.getByText(text.nearest)).toBeVisible();
        await expect(dialog.getByRole("group", { name: /^Olympique de Marseille/ })).toBeVisible();
        await expect(dialog.getByRole("option", { name: text.add })).toContainText("1993-1994");
        await expectAccessible(page);
        await dialog.getByRole("option", { name: text.add }).click();
        await expect(page).toHaveURL(/\/auth/);
        await expect(dialog).toBeHidden();
      });

      await test.step("the search is remembered here, and can be removed", async () => {
        await page.goto(text.home);
        await untilListening(page);
        await heroField(page).click();
        const recent = dialog.getByRole("region", { name: text.recent });
        await expect(recent.getByRole("listitem")).toHaveText(["om 1993"]);
        await expectAccessible(page);
        await recent.getByRole("button", { name: "om 1993", exact: true }).click();
        await expect(field).toHaveValue("om 1993");
        await expect(dialog.getByRole("option", { name: text.add })).toBeVisible();
        await field.fill("");
        await recent.getByRole("button", { name: text.remove }).click();
        await expect(recent).toBeHidden();
        expect(await page.evaluate(() => localStorage.getItem("maillotheque.searches"))).toBeNull();
      });

      await test.step("nothing found is no wall", async () => {
        await field.fill("marseillle brazil");
        await expect(dialog.getByRole("status")).toHaveText(text.none);
        await expect(dialog.getByRole("group", { name: text.similar })).toContainText("Marseille");
        await field.fill("zzzzzz");
        await expect(dialog.getByRole("group", { name: text.popular })).toBeVisible();
        await expect(dialog.getByRole("option", { name: text.instead })).toBeVisible();
        await expectAccessible(page);
        // Enter opens none of them before one was chosen: it leads to the page that says so.
        await expect(dialog.getByRole("option", { selected: true })).toHaveCount(0);
        await page.keyboard.press("Enter");
        await expect(page).toHaveURL(/[?]q=zzzzzz$/);
        await expect(page.getByRole("status").filter({ hasText: text.none })).toBeVisible();
      });
    },
  );
}

test("the hero's field opens by keyboard with the first letter, and loses none", async ({
  page,
}) => {
  await page.goto("/en");
  await untilListening(page);
  const dialog = page.getByRole("dialog", { name: /^search/i });
  await heroField(page).focus();
  await expect(dialog).toBeHidden();
  await page.keyboard.press("Tab");
  await expect(heroField(page)).not.toBeFocused();
  await heroField(page).focus();
  await page.keyboard.type("barça 2015");
  await expect(dialog.getByRole("combobox")).toHaveValue("barça 2015");
  // None of 2015 is known: no jersey of another year is chosen for Enter.
  await expect(dialog.getByRole("option").first()).toBeVisible();
  await expect(dialog.getByRole("option", { selected: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(heroField(page)).toBeFocused();
  await expect(heroField(page)).toHaveValue("barça 2015");
  // A field that holds text stays a plain one.
  await page.keyboard.type("-16");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/en/search?q=bar%C3%A7a+2015-16");
  // None of 2015 is known: the nearest ones stand under the name alone.
  await expect(page.getByRole("heading", { level: 2, name: "FC Barcelona" })).toBeVisible();
});

test(
  "Enter on a year without a jersey leads to the page that says so",
  { tag: "@long" },
  async ({ page }) => {
    await page.goto("/");
    await untilListening(page);
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: /^rechercher/i });
    await dialog.getByRole("combobox").fill("arsenal 1931");
    await expect(dialog.getByText("Aucun maillot trouvé pour 1931")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/recherche?q=arsenal+1931");
    await expect(page.getByRole("region", { name: "Arsenal" })).toContainText(
      "Aucun maillot trouvé pour 1931",
    );
    // A chosen one opens.
    await page.keyboard.press("Control+k");
    await dialog.getByRole("combobox").fill("arsenal 1931");
    await expect(dialog.getByText("Aucun maillot trouvé pour 1931")).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/[/]jersey[/]/);
  },
);

test("a colour and a year lead to shirts of that colour, and to none of a team", async ({
  page,
}) => {
  await page.goto("/en");
  await untilListening(page);
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: /^search/i });
  await dialog.getByRole("combobox").fill("green shirt 1871");
  const group = dialog.getByRole("group", { name: "Green · 1871" });
  await expect(group).toContainText("No matching jerseys from 1871 yet: here are the closest.");
  await expect(dialog.getByRole("group")).toHaveCount(1);
  expect(await group.getByRole("option").count()).toBeGreaterThan(3);
  await group.getByRole("option", { name: "In the catalogue" }).click();
  await expect(page).toHaveURL("/en/catalogue?color=green");
});

test("words that nothing is called by are left out, and named", async ({ page }) => {
  await page.goto("/en");
  await untilListening(page);
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: /^search/i });
  await dialog.getByRole("combobox").fill("juventus pirlo");
  const instead = "Nothing matches “pirlo”: here are the results for “juventus”.";
  await expect(dialog.getByText(instead)).toBeVisible();
  await expect(dialog.getByRole("option", { name: /^Juventus 2/ }).first()).toBeVisible();
  // It isn't what was typed: Enter opens none of them.
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/en/search?q=juventus+pirlo");
  await expect(page.getByText(instead)).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Jerseys" }).getByRole("article").first(),
  ).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the results page of a team leads to its jerseys, all and by decade", async ({ page }) => {
    await page.goto("/en/search?q=juventus");
    const all = page.getByRole("link", { name: /^All jerseys: Juventus [(]\d+[)]$/ });
    const count = Number(/\d+/.exec((await all.textContent()) ?? "")?.[0]);
    await all.click();
    await expect(page).toHaveURL("/en/catalogue?team=juventus");
    await expect(page.getByRole("status").filter({ hasText: `${count} jerseys` })).toBeVisible();
    await page.goBack();
    await page.getByRole("link", { name: /^2020s [(]\d+[)]$/ }).click();
    await expect(page).toHaveURL("/en/catalogue?team=juventus&from=2020&to=2029");
  });

  test(
    "the results page leads on from a year without jerseys, and from nothing",
    { tag: "@long" },
    async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto("/en/search?q=om+1993");
      const kits = page.getByRole("region", { name: "Olympique de Marseille" });
      await expect(kits).toContainText(
        "No matching jerseys from 1993–94 yet: here are the closest.",
      );
      expect(await kits.getByRole("article").count()).toBeGreaterThan(3);
      await expect(kits.getByRole("link", { name: "Submit a jersey: 1993" })).toHaveAttribute(
        "href",
        /^\/en\/submit\?team=[0-9a-f-]{36}&year=1993&season=[0-9a-f-]{36}$/,
      );
      await expectNoSidewaysScroll(page);
      await page.goto("/es/buscar?q=camiseta+verde+1871");
      const green = page.getByRole("region", { name: "Verde · 1871" });
      await expect(green).toContainText(
        "Todavía no hay camisetas de 1871 que coincidan con su búsqueda: estas son las más cercanas.",
      );
      expect(await green.getByRole("article").count()).toBeGreaterThan(3);
      await expect(page.getByRole("link", { name: "Ver el catálogo: Verde" })).toHaveAttribute(
        "href",
        "/es/catalogo?color=green",
      );
      await expect(green.getByRole("link", { name: "Añadir una camiseta: 1871" })).toHaveAttribute(
        "href",
        "/es/enviar?year=1871",
      );
      await page.goto("/pt/busca?q=zzzzzz");
      await expect(page.getByRole("region", { name: "Times populares" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Adicionar uma camisa" }).first()).toBeVisible();
    },
  );
});
