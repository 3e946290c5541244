import account from "../app/messages/fr/account.json" with { type: "json" };
import admins from "../app/messages/fr/admin.json" with { type: "json" };
import { PRESET_REASONS } from "../app/i18n/preset-reasons.ts";
import fr from "../app/messages/fr/proposals.json" with { type: "json" };
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { createAdministrator, createReviewer } from "./support/administrators.ts";
import { runSql } from "./support/database.ts";
import { clientOf, decide, submitJersey } from "./support/jerseys.ts";
import { browserOf, createMember, signInAs } from "./support/members.ts";
import { expect, test } from "./support/test.ts";

const REASONS = PRESET_REASONS.fr;

test("two people remove a jersey, its address says so, and it comes back", async ({
  page,
  site,
  browser,
}) => {
  const title = "Affiche de concert";
  const [author, admin, reviewer, other] = await Promise.all([
    createMember(site, "affichiste"),
    createAdministrator(site, "chef"),
    createReviewer(site, "proposante"),
    createReviewer(site, "seconde"),
  ]);
  const id = await submitJersey(site, author, { title, team: "Red Star", year: 1998 });
  await decide(site, admin, id);

  await page.setViewportSize({ width: 360, height: 780 });
  await signInAs(page, reviewer);
  await page.goto(`/historique/jersey/${id}`);
  await page.getByRole("button", { name: fr.open }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(fr.kind).selectOption("removal");
  await dialog.getByRole("button", { name: fr.send }).click();
  await expect(dialog.getByText(fr.errors.proposal_reason)).toBeVisible();
  // The preset gives the words and the urgency.
  await dialog.getByLabel(fr.preset).selectOption("unlawful");
  await expect(dialog.getByLabel(fr.words)).toHaveValue(REASONS.unlawful);
  await expect(dialog.getByLabel(fr.urgency)).toHaveValue("unlawful");
  await expect(dialog.getByText(fr.effects.title)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: fr.send }).click();
  await expect(page.getByText(fr.proposed)).toBeVisible();
  await page.goto("/admin?tab=proposals");
  const own = page.getByRole("article", { name: title });
  await expect(own.getByRole("button", { name: fr.steps.withdraw.action })).toBeVisible();
  await expect(own.getByRole("button", { name: fr.steps.agree.action })).toHaveCount(0);
  await expectNoSidewaysScroll(page);

  const second = await browserOf(browser, site, other);
  await second.goto("/admin?tab=proposals");
  const item = second.getByRole("article", { name: title });
  await item.getByRole("button", { name: fr.steps.agree.action }).click();
  await expectAccessible(second);
  await second.getByRole("dialog").getByRole("button", { name: fr.steps.agree.action }).click();
  await expect(second.getByText(fr.steps.agree.done).first()).toBeVisible();
  await expect(second.getByRole("heading", { name: fr.groups.done })).toBeVisible();

  const address = `${site.url}/jersey/red-star/maillot/1998/${id}`;
  await expect.poll(async () => (await fetch(address)).status).toBe(410);
  const gone = await (await fetch(address)).text();
  expect(gone).toContain("noindex");
  expect(gone).not.toContain(title);
  expect(gone).toContain(REASONS.unlawful);
  expect(await (await fetch(`${site.url}/en/history/jersey/${id}`)).text()).toContain(
    PRESET_REASONS.en.unlawful,
  );
  expect((await fetch(`${site.url}/historique/jersey/${id}`)).status).toBe(410);

  // Its author's list says what became of it, and why.
  const authors = await browserOf(browser, site, author);
  await authors.goto("/account/submissions");
  const row = authors.getByRole("row", { name: title });
  await expect(row).toContainText(account.status.removed);
  await expect(row.getByText(REASONS.unlawful)).toBeVisible();
  await expect(row.getByRole("button")).toHaveCount(0);

  await item.getByRole("button", { name: fr.steps.undo.action }).click();
  const undo = second.getByRole("dialog");
  await undo.getByLabel(fr.reason).fill("C’en est un");
  await undo.getByRole("button", { name: fr.steps.undo.action }).click();
  await expect(second.getByText(fr.steps.undo.done).first()).toBeVisible();
  await expect.poll(async () => (await fetch(address)).status).toBe(200);
  const { data } = await clientOf(site, author).from("notices").select("outcome");
  expect(data?.map(({ outcome }) => outcome)).toEqual(
    expect.arrayContaining(["taken_down", "brought_back"]),
  );
});

test("two people merge a jersey into one that is searched for, after 48 hours", async ({
  page,
  site,
  browser,
}) => {
  const [author, admin, reviewer, other] = await Promise.all([
    createMember(site, "doublonneuse"),
    createAdministrator(site, "cheffe"),
    createReviewer(site, "fusionneuse"),
    createReviewer(site, "approbatrice"),
  ]);
  const [gone, kept] = await Promise.all(
    ["Le doublon étoilé", "L’original étoilé"].map(async (title, n) => {
      const kit_type = n === 0 ? "home" : "away";
      const fields = { title, team: "Red Star", year: 1999, kit_type };
      const id = await submitJersey(site, author, fields);
      await decide(site, admin, id);
      return id;
    }),
  );
  const addressOf = (id: string | undefined) =>
    `/jersey/red-star/${id === gone ? "home" : "away"}/1999/${id}`;

  await signInAs(page, reviewer);
  await page.goto(addressOf(gone));
  await page.getByRole("button", { name: fr.open }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: fr.into }).fill("original étoilé");
  await dialog.getByRole("option", { name: /L’original étoilé.*Red Star/ }).click();
  await dialog.getByRole("button", { name: fr.change }).click();
  // A pasted address finds the same.
  await dialog.getByRole("combobox", { name: fr.into }).fill(`${site.url}${addressOf(kept)}`);
  await dialog.getByRole("option", { name: /L’original étoilé/ }).click();
  await dialog.getByLabel(fr.preset).selectOption("samePhotos");
  await dialog.getByLabel(fr.words).fill(`${REASONS.samePhotos} Vu de près.`);
  await dialog.getByLabel(fr.preset).selectOption("sameShirt");
  await expect(dialog.getByLabel(fr.words)).toHaveValue(`${REASONS.sameShirt} Vu de près.`);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: fr.send }).click();
  await expect(page.getByText(fr.proposed)).toBeVisible();

  const second = await browserOf(browser, site, other);
  await second.goto("/admin?tab=proposals");
  const item = second.getByRole("article", { name: "Le doublon étoilé" });
  // Both shirts beside each other, and in what they differ.
  await second.setViewportSize({ width: 360, height: 780 });
  const both = item.getByRole("table", { name: fr.compare.title });
  const boxes = await Promise.all(
    ["Le doublon étoilé", "L’original étoilé"].map(async (title) => {
      const picture = both.getByRole("img", { name: `Page de « ${title} »` });
      await expect(picture).toHaveJSProperty("complete", true);
      return (await picture.boundingBox())!;
    }),
  );
  expect(boxes[0]!.y).toBe(boxes[1]!.y);
  expect(boxes[1]!.x).toBeGreaterThan(boxes[0]!.x + boxes[0]!.width);
  await expect(both.getByRole("row", { name: "Domicile Extérieur" })).toBeVisible();
  await expect(item.getByText(/^Identiques\s: équipe, compétition, saison, année/)).toBeVisible();
  await expectAccessible(second);
  await expectNoSidewaysScroll(second);
  await item.getByRole("button", { name: fr.steps.agree.action }).click();
  await second.getByRole("dialog").getByRole("button", { name: fr.steps.agree.action }).click();
  await expect(second.getByRole("heading", { name: fr.groups.agreed })).toBeVisible();
  expect((await fetch(`${site.url}${addressOf(gone)}`)).status).toBe(200);

  await runSql(site, "update proposals set due_at = now() where jersey_id = $1", [gone]);
  await runSql(site, "select carry_out_proposals()");
  await expect
    .poll(async () => (await fetch(`${site.url}${addressOf(gone)}`)).url)
    .toBe(`${site.url}${addressOf(kept)}`);
  const authors = await browserOf(browser, site, author);
  await authors.goto("/account/submissions");
  const row = authors.getByRole("row", { name: "Le doublon étoilé" });
  await expect(row).toContainText(account.status.merged);
  await expect(row.getByText(account.status.approved, { exact: true })).toHaveCount(0);
  await row.getByRole("link", { name: "Fusionné dans « L’original étoilé »" }).click();
  await expect(authors).toHaveURL(new RegExp(`${kept}$`));

  // Its author, whose page was open, learns why nothing is written any more.
  const { error } = await clientOf(site, author)
    .from("comments")
    .insert({ jersey_id: gone, author_id: author.user.id, body: "Trop tard" });
  expect(error).toMatchObject({ message: "jersey_merged" });
});

test("the queue leads from an edit to the merge with its duplicate", async ({ page, site }) => {
  const [author, admin, reviewer] = await Promise.all([
    createMember(site, "jumelle"),
    createAdministrator(site, "directrice"),
    createReviewer(site, "relectrice"),
  ]);
  const [gone, kept] = await Promise.all(
    ["Jumeau de gauche", "Jumeau de droite"].map(async (title) => {
      const id = await submitJersey(site, author, { title, team: "Les Jumeaux", year: 1997 });
      await decide(site, admin, id);
      return id;
    }),
  );
  await clientOf(site, author)
    .from("jerseys")
    .update({ edition: "Finale" })
    .eq("id", gone!)
    .throwOnError();

  await signInAs(page, reviewer);
  await page.goto("/admin");
  await page
    .getByRole("article", { name: "Jumeau de gauche" })
    .getByRole("button", { name: `${admins.duplicates.propose} : Jumeau de droite` })
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("table", { name: fr.compare.title })).toContainText(
    "Jumeau de droite",
  );
  await dialog.getByLabel(fr.preset).selectOption("sameShirt");
  await dialog.getByRole("button", { name: fr.send }).click();
  await expect(page.getByText(fr.proposed)).toBeVisible();
  const { data } = await clientOf(site, reviewer)
    .from("proposals")
    .select("kind, jersey_id, into_id, status")
    .eq("jersey_id", gone!);
  expect(data).toEqual([{ kind: "merge", jersey_id: gone, into_id: kept, status: "open" }]);
});
