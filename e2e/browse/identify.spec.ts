import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { publicJersey } from "../support/public-jerseys.ts";
import { expect, test } from "../support/test.ts";

test("a jersey is found by what is seen of it, and says what agrees", async ({ page, site }) => {
  await publicJersey(site, { title: "Le rose à damier", colors: ["pink"], pattern: "checks" });
  await publicJersey(site, {
    title: "Le rose et vert à damier",
    colors: ["green", "pink"],
    pattern: "checks",
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/identifier");
  await page.getByText("Rose", { exact: true }).click();
  await expect(page).toHaveURL(/\/identifier\?color=pink$/);
  await page.getByText("Damier", { exact: true }).click();
  await expect(page).toHaveURL(/color=pink&pattern=checks$/);
  const card = page.getByRole("article").filter({ hasText: "Le rose à damier" });
  await expect(card).toContainText("En commun : couleur, motif");
  // Of several colours, a jersey that lacks one differs.
  const both = page.getByRole("article").filter({ hasText: "Le rose et vert à damier" });
  await page.getByText("Vert", { exact: true }).click();
  await expect(both).toContainText("En commun : couleur, motif");
  await expect(card).toContainText("Différences : couleur");
  await page.getByText("Vert", { exact: true }).click();
  await expect(both).toContainText("Différences : couleur");
  // One that agrees in everything comes first, then those that differ in one thing.
  await page.getByLabel("Sport", { exact: true }).selectOption({ label: "Hockey sur glace" });
  await expect(card).toContainText("Différences : sport");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "Tout effacer" }).click();
  await expect(page).toHaveURL(/\/identifier$/);
  await expect(page.getByLabel("Sport", { exact: true })).toHaveValue("");
});

test(
  "the code of a label leads to its jersey, or to those that share it",
  { tag: "@long" },
  async ({ page, site }) => {
    const codes = (...product_codes: string[]) => ({ product_codes });
    await publicJersey(site, { title: "Seule à ce code", ...codes("638918-013") });
    for (const n of [1, 2]) {
      await publicJersey(site, { title: `Partage ${n}`, ...codes("AB 1234") });
    }
    // Its words are derived a moment after the decision.
    await expect(async () => {
      await page.goto("/code/638918%20013");
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Seule à ce code", {
        timeout: 1000,
      });
    }).toPass();
    await page.goto("/code/ab1234");
    await expect(page).toHaveURL(/\/identifier\?label=ab1234$/);
    await expect(page.getByText("Maillots qui portent ce code")).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(2);
    await page.goto("/code/rien-de-tel");
    await expect(page.getByText("Aucun maillot du catalogue ne porte ce code.")).toBeVisible();
  },
);

test("without scripts the form is sent", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/en/identify`);
  await page.getByText("Red", { exact: true }).click();
  await page.getByRole("button", { name: "Find this jersey" }).click();
  await expect(page).toHaveURL(/color=red/);
  await expect(
    page.getByRole("heading", { name: /^(Everything matches|With differences) \(/ }),
  ).toBeVisible();
  await context.close();
});
