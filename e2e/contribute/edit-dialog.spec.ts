import { submitJersey } from "../support/jerseys.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

const TEXTS = [
  {
    prefix: "",
    edit: "Modifier : Maillot tenu",
    title: "Titre",
    question: "Abandonner vos modifications ?",
    stay: "Continuer à modifier",
    discard: "Abandonner",
    hint: "le catalogue les affiche en carré",
  },
  {
    prefix: "/en",
    edit: "Edit: Maillot tenu",
    title: "Title",
    question: "Discard what you have typed?",
    stay: "Continue editing",
    discard: "Discard",
    hint: "the catalogue shows them as squares",
  },
];

for (const { prefix, edit, title, question, stay, discard, hint } of inEveryLanguage(TEXTS)) {
  test(`asks before the edit dialog discards what was typed, at ${prefix || "/"}`, async ({
    page,
    site,
  }) => {
    const member = await createMember(site, "author");
    await submitJersey(site, member, { title: "Maillot tenu" });
    await signInAs(page, member);
    await page.goto(`${prefix}/account`);
    const open = page.getByRole("button", { name: edit });
    const dialog = page.getByRole("dialog").filter({ has: page.getByLabel(title) });
    const confirmation = page.getByRole("dialog", { name: question });

    // Nothing typed: it closes at once.
    await open.click();
    await expect(dialog).toContainText(hint);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);

    await open.click();
    await dialog.getByLabel(title).fill("Maillot retenu");
    for (const leave of [
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(5, 5), // beside the dialog
      () => page.goBack(),
    ]) {
      await leave();
      await expect(confirmation).toBeVisible();
      // Of the two dialogs, Back closes the question only.
      await page.goBack();
      await expect(confirmation).toHaveCount(0);
      await expect(dialog.getByLabel(title)).toHaveValue("Maillot retenu");
      await leave();
      await expect(confirmation).toBeVisible();
      await confirmation.getByRole("button", { name: stay }).first().click();
      await expect(confirmation).toHaveCount(0);
      await expect(dialog.getByLabel(title)).toHaveValue("Maillot retenu");
    }
    // The draft opens again where jerseys are listed, and doesn't cover the other sections.
    await page.goto(`${prefix}/account/profile`);
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goto(`${prefix}/account`);
    await expect(dialog.getByLabel(title)).toHaveValue("Maillot retenu");
    await page.keyboard.press("Escape");
    await confirmation.getByRole("button", { name: discard, exact: true }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await open.click();
    await expect(dialog.getByLabel(title)).toHaveValue("Maillot tenu");
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(`${prefix}/account`);
    await page.goBack();
    await expect(page).toHaveURL(`${prefix}/account/profile`);
  });
}

test("another season takes title and year along, as far as they said the former one", async ({
  page,
  site,
}) => {
  const member = await createMember(site, "author");
  await submitJersey(site, member, { title: "Lens domicile" });
  await signInAs(page, member);
  await page.goto("/account");
  await page.getByRole("button", { name: "Modifier : Lens domicile" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Saison").selectOption({ label: "2025-2026" });
  await dialog.getByLabel("Titre").fill("Lens domicile 2025-2026");
  await dialog.getByLabel("Année").fill("2025");
  await dialog.getByLabel("Saison").selectOption({ label: "1998-1999" });
  await expect(dialog.getByLabel("Titre")).toHaveValue("Lens domicile 1998-1999");
  await expect(dialog.getByLabel("Année")).toHaveValue("1998");
  await dialog.getByLabel("Titre").fill("Le Lens sang et or");
  await dialog.getByLabel("Saison").selectOption({ label: "2001-2002" });
  await expect(dialog.getByLabel("Titre")).toHaveValue("Le Lens sang et or");
  await expect(dialog.getByLabel("Année")).toHaveValue("2001");
});
