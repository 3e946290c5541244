import { clickAlive, untilListening } from "../support/alive.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

test.beforeEach(({ page }) => page.setViewportSize({ width: 390, height: 844 }));

for (const { prefix, enlarge, enlarged, search, report, other, details } of inEveryLanguage([
  {
    prefix: "",
    enlarge: "Agrandir l’image",
    enlarged: /en grand$/,
    search: /^Rechercher/,
    report: /^Un problème\s\?\s«/,
    other: "Autre chose",
    details: "Détails",
  },
  {
    prefix: "/en",
    enlarge: "Enlarge the image",
    enlarged: /enlarged$/,
    search: /^Search/,
    report: /^Something wrong with “/,
    other: "Something else",
    details: "Details",
  },
])) {
  test(`Back closes the zoom and the search, at ${prefix || "/"}`, async ({ page, site }) => {
    const html = await (await fetch(`${site.url}${prefix}/`)).text();
    const jersey = /href="((?:\/\w\w)?\/jersey\/[^"]+)"/.exec(html)![1]!;
    await page.goto(`${prefix}/trends`);
    await page.goto(jersey);
    await untilListening(page);

    await clickAlive(page.getByRole("button", { name: enlarge }));
    const zoom = page.getByRole("dialog", { name: enlarged });
    const size = zoom.getByRole("status");
    await expect(size).toHaveText(/^100/);
    // The second tap of a double tap doesn't undo the first.
    await zoom.getByRole("region").dblclick();
    await expect(size).toHaveText(/^225/);
    await zoom.getByRole("region").dblclick({ delay: 10 });
    await expect(size).toHaveText(/^100/);
    await page.goBack();
    await expect(zoom).toBeHidden();
    await expect(page).toHaveURL(jersey);

    const find = page.getByRole("banner").getByRole("button", { name: search });
    await find.click();
    await expect(page.getByRole("combobox")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("combobox")).toBeHidden();
    await expect(page).toHaveURL(jersey);
    // Closed by Escape it leaves no entry behind: Back leaves the page.
    await find.click();
    await expect(page.getByRole("combobox")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("combobox")).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(`${prefix}/trends`);
    // Forward leads to the page, also past the entry of an overlay that Back has closed.
    await page.goForward();
    await expect(page).toHaveURL(jersey);
    await untilListening(page);
    await find.click();
    await page.getByRole("combobox").fill("om");
    await page.getByRole("option").first().click();
    await expect(page).not.toHaveURL(jersey);
    await page.goBack();
    await expect(page).toHaveURL(jersey);
    await page.goForward();
    await expect(page).not.toHaveURL(jersey);
  });

  test(
    `Ctrl+K opens no search over a dialog, and a report says something, at ${prefix || "/"}`,
    { tag: "@long" },
    async ({ page, site }) => {
      await signInAs(page, await createMember(site, "clavier"));
      const html = await (await fetch(`${site.url}${prefix}/`)).text();
      await page.goto(/href="((?:\/\w\w)?\/jersey\/[^"]+)"/.exec(html)![1]!);
      await untilListening(page);
      await page.getByRole("button", { name: report }).first().click();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      // The last answer leads to the report.
      const somethingElse = dialog.getByRole("button").filter({ hasText: other });
      await somethingElse.click();
      const send = dialog.locator('button[type="submit"]');
      await expect(send).toBeDisabled();
      await page.keyboard.press("Control+k");
      await dialog.getByRole("radio").first().check();
      await expect(send).toBeEnabled();
      await expect(page.getByRole("combobox")).toHaveCount(0);
      await expect(dialog).toHaveCount(1);
      // Back closes the dialog, also after a reload, and what was chosen is still there.
      const address = page.url();
      await page.goBack();
      await expect(dialog).toHaveCount(0);
      expect(page.url()).toBe(address);
      await page.getByRole("button", { name: report }).first().click();
      await somethingElse.click();
      await expect(dialog.getByRole("radio").first()).toBeChecked();
      await page.reload();
      await untilListening(page);
      await page.getByRole("button", { name: report }).first().click();
      await expect(dialog).toHaveCount(1);
      await page.goBack();
      await expect(dialog).toHaveCount(0);
      expect(page.url()).toBe(address);
    },
  );

  test(
    `a price may have a comma or a point, at ${prefix || "/"}`,
    { tag: "@long" },
    async ({ page, site }) => {
      await signInAs(page, await createMember(site, "acheteuse"));
      await page.goto(`${prefix}/submit`);
      await untilListening(page);
      // On a phone the details are folded.
      const price = page.locator('input[name="price"]');
      await page.locator("summary").filter({ hasText: details }).click();
      for (const typed of ["49,90", "49.90"]) {
        await price.fill("");
        await price.pressSequentially(typed);
        await price.blur();
        await expect(price).toHaveValue(typed);
        await expect(price).not.toHaveAttribute("aria-invalid", "true");
      }
      await price.fill("49,905");
      await price.blur();
      await expect(price).toHaveAttribute("aria-invalid", "true");
    },
  );
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  for (const [prefix, line] of inEveryLanguage([
    ["", "Sans JavaScript, vous pouvez parcourir tout le catalogue."],
    ["/pt", "Sem JavaScript, você pode ler e percorrer todo o catálogo."],
  ] as const)) {
    test(`says what needs scripts, and shows nothing dead, at ${prefix || "/"}`, async ({
      page,
    }) => {
      for (const path of ["/auth", "/submit", "/account"]) {
        await page.goto(prefix + path);
        const message = page.locator("noscript p");
        await expect(message).toContainText(line);
        await expect(message).toBeVisible();
        await expect(page.locator('main button[type="submit"]:visible')).toHaveCount(0);
        await expect(page.locator("main .needs-scripts")).toHaveCSS("display", "none");
      }
      await page.goto(`${prefix}/sport/nba`);
      await expect(page.locator("article").first()).toBeVisible();
    });
  }
});
