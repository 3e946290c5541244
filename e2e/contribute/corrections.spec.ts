import type { Page } from "@playwright/test";

import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { createAdministrator } from "../support/administrators.ts";
import { clientOf, submitJersey } from "../support/jerseys.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { browserOf, createMember, signInAs } from "../support/members.ts";
import { mailTo } from "../../tests/support/outbox.ts";
import { expect, test } from "../support/test.ts";

const TEXTS = [
  {
    lang: "fr",
    path: "",
    edit: "Modifier ce maillot",
    save: "Enregistrer",
    year: "Année",
    kit: "Type de maillot",
    correct: "Corriger et accepter",
    mine: "Vos corrections",
    said: /est en ligne\. Les relecteurs ont corrigé/,
    mail: "Les relecteurs ont corrigé",
    away: "Extérieur",
    pink: "Rose",
    colors: "Couleurs",
  },
  {
    lang: "en",
    path: "/en",
    edit: "Edit this jersey",
    save: "Save",
    year: "Year",
    kit: "Kit type",
    correct: "Correct and accept",
    mine: "Your corrections",
    said: /is now in the catalogue\. The reviewers corrected/,
    mail: "The reviewers corrected",
    away: "Away",
    pink: "Pink",
    colors: "Colours",
  },
] as const;

for (const texts of inEveryLanguage(TEXTS)) {
  test(`corrects facts by author and administrator (${texts.lang})`, async ({
    page,
    browser,
    site,
  }) => {
    const author = await createMember(site, "soigneuse", texts.lang);
    const title = `Maillot ${texts.lang} à corriger`;
    const { data: team } = await clientOf(site, author)
      .from("teams")
      .select("team_id:id, team:name")
      .eq("name", "AJ Auxerre")
      .single()
      .throwOnError();
    const shirt = { ...team, title, year: 1996, kit_type: "home" };
    const id = await submitJersey(site, author, shirt);
    const stored = async () => {
      const { data } = await clientOf(site, author)
        .from("jerseys")
        .select("status, year, kit_type, colors, title")
        .eq("id", id)
        .single()
        .throwOnError();
      return data;
    };

    await signInAs(page, author);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${texts.path}/account/submissions`);
    await page.getByRole("link", { name: title }).click();
    await page.getByRole("button", { name: texts.edit }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(texts.year).fill("1997");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await dialog.getByRole("button", { name: texts.save, exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await stored()).year).toBe(1997);

    const admin = await createAdministrator(site, "correctrice");
    const reviewPage: Page = await browserOf(browser, site, admin);
    await reviewPage.goto(`${texts.path}/admin?kind=new`);
    const review = reviewPage.getByRole("article", { name: title });
    const row = reviewPage.getByRole("button").filter({ hasText: title });
    await row.click();
    await expect(review).toBeFocused();
    await reviewPage.keyboard.press("e");
    const form = reviewPage.getByRole("dialog");
    await form.getByLabel(texts.kit).selectOption("away");
    // They follow the kit type, until they are chosen.
    await expect(form.locator("section", { hasText: texts.mine })).toContainText(texts.colors);
    const ticked = form.getByRole("checkbox", { checked: true });
    for (let left = await ticked.count(); left > 0; left--) await ticked.first().click();
    await form.getByRole("checkbox", { name: texts.pink }).check();
    await expect(form.locator("section", { hasText: texts.mine })).toContainText(texts.pink);
    await expect(form.locator("section", { hasText: texts.mine })).toContainText(texts.away);
    // What the author changes meanwhile is shown, and what was typed here stays.
    await clientOf(site, author).from("jerseys").update({ year: 1998 }).eq("id", id).throwOnError();
    await form.getByRole("button", { name: texts.correct }).click();
    await expect(form.getByLabel(texts.year)).toHaveValue("1998");
    await expect(form.getByLabel(texts.kit)).toHaveValue("away");
    await expectAccessible(reviewPage);
    await form.getByRole("button", { name: texts.correct }).click();
    await expect(form).toBeHidden();
    expect(await stored()).toMatchObject({
      status: "approved",
      year: 1998,
      kit_type: "away",
      colors: ["pink"],
    });
    await reviewPage.context().close();

    const mail = await mailTo(site, author.user.email!, texts.mail);
    expect(mail).toContain(texts.away);
    expect(mail).toContain(texts.pink);
    await page.goto(`${texts.path}/account/notices`);
    await expect(page.getByText(texts.said)).toBeVisible();
    await expect(page.locator("ins", { hasText: texts.away })).toBeVisible();
  });
}
