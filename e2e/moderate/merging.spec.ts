import account from "../../app/account/messages/fr/account.json" with { type: "json" };
import type { Page } from "@playwright/test";

import mine from "../../app/contribute/messages/fr/contributions.json" with { type: "json" };
import jersey from "../../app/jersey/messages/fr/jersey.json" with { type: "json" };
import jerseyField from "../../app/jersey/messages/fr/jerseyField.json" with { type: "json" };
import fr from "../../app/moderate/messages/fr/merging.json" with { type: "json" };
import common from "../../app/shared/messages/fr/common.json" with { type: "json" };
import reviews from "../../app/moderate/messages/fr/review.json" with { type: "json" };
import report from "../../app/contribute/messages/fr/report.json" with { type: "json" };
import suggestions from "../../app/contribute/messages/fr/suggestions.json" with { type: "json" };
import { REASON_WORDS } from "../../app/shared/i18n/reasons.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { createAdministrator, createReviewer } from "../support/administrators.ts";
import { clientOf, submitJersey } from "../support/jerseys.ts";
import { browserOf, createMember, signInAs } from "../support/members.ts";
import { addPhoto, publicJersey } from "../support/public-jerseys.ts";
import { emptyQueue, opened } from "../support/queue.ts";
import { expect, test } from "../support/test.ts";

const REASONS = REASON_WORDS.fr;
const PHONE = { width: 360, height: 780 };

/** Merging and removal are behind it. */
const otherActions = (page: Page) => page.getByRole("button", { name: common.more });

test(
  "a reviewer merges a jersey into one that is searched for, and undoes it from the message",
  { tag: "@long" },
  async ({ page, site, browser }) => {
    const [author, reviewer] = await Promise.all([
      createMember(site, "doublonneuse"),
      createReviewer(site, "fusionneuse"),
    ]);
    const [home, away] = [
      { title: "Le doublon étoilé", year: 1999, kit_type: "home" },
      { title: "L’original étoilé", year: 1999, kit_type: "away" },
    ];
    const gone = await publicJersey(site, home, { author });
    const remaining = await publicJersey(site, away, { author });
    const addressOf = (id: string) =>
      `/jersey/red-star/${id === gone ? "home" : "away"}/1999/${id}`;

    await page.setViewportSize(PHONE);
    await signInAs(page, reviewer);
    await page.goto(addressOf(gone));
    await otherActions(page).click();
    await page.getByRole("button", { name: jersey.merging.decide }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: fr.into }).fill("original étoilé");
    await dialog.getByRole("option", { name: /L’original étoilé.*Red Star/ }).click();
    await dialog.getByRole("button", { name: jerseyField.change }).click();
    // A pasted address finds the same.
    await dialog
      .getByRole("combobox", { name: fr.into })
      .fill(`${site.url}${addressOf(remaining)}`);
    await dialog.getByRole("option", { name: /L’original étoilé/ }).click();
    // It is chosen already.
    await expect(dialog.getByLabel(REASONS.duplicate)).toBeChecked();
    await dialog.getByLabel(suggestions.reason.note).fill("Vu de près.");
    // Both shirts beside each other, and in what they differ.
    const both = dialog.getByRole("table", { name: fr.compare.title });
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
    await expect(
      dialog.getByText(/^Identiques\s: équipe, compétition, saison, année/),
    ).toBeVisible();
    await expect(dialog.getByText(fr.effects.title)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await dialog.getByRole("button", { name: fr.merge.action, exact: true }).click();

    // Its page leads to the other one.
    await expect(page).toHaveURL(site.url + addressOf(remaining));
    await page.getByRole("button", { name: "Annuler", exact: true }).click();
    await expect(page.getByText(fr.back)).toBeVisible();
    await expect(page).toHaveURL(site.url + addressOf(gone));
    await expect(page.getByRole("heading", { name: "Le doublon étoilé", level: 1 })).toBeVisible();
    // What was undone at once, nobody is told.
    const { data } = await clientOf(site, author).from("notices").select("outcome");
    expect(data).toEqual([{ outcome: "approved" }, { outcome: "approved" }]);

    // Once more, for as long as it takes: also visitors are led there.
    await clientOf(site, reviewer)
      .rpc("merge_jerseys", { from_id: gone, into_id: remaining, reason: "duplicate" })
      .throwOnError();
    for (const prefix of [site.url, `${site.url}/en`]) {
      const led = async () => (await fetch(prefix + addressOf(gone))).url;
      await expect.poll(led).toBe(prefix + addressOf(remaining));
    }
    const authors = await browserOf(browser, site, author);
    await authors.goto("/account/contributions");
    const row = authors
      .getByRole("region", { name: account.submissions })
      .getByRole("row")
      .filter({ hasText: "Le doublon étoilé" });
    await expect(row).toContainText(mine.jersey.merged);
    await row.getByRole("link", { name: "Fusionné dans « L’original étoilé »" }).click();
    await expect(authors).toHaveURL(new RegExp(`${remaining}$`));
    // Its author, whose page was open, learns why nothing is written any more.
    const { error } = await clientOf(site, author)
      .from("comments")
      .insert({ jersey_id: gone, author_id: author.user.id, body: "Trop tard" });
    expect(error).toMatchObject({ message: "jersey_merged" });
  },
);

test(
  "by keyboard on a phone: removes, undoes, removes as unlawful; an administrator brings it back",
  { tag: "@long" },
  async ({ page, site, browser }) => {
    const title = "Affiche de concert";
    const [author, admin, reviewer] = await Promise.all([
      createMember(site, "affichiste"),
      createAdministrator(site, "chef"),
      createReviewer(site, "retireuse"),
    ]);
    const id = await publicJersey(site, { title }, { author });
    const address = `${site.url}/jersey/red-star/maillot/1998/${id}`;
    await page.setViewportSize(PHONE);
    await signInAs(page, reviewer);
    await page.goto(address);
    const open = page.getByRole("button", { name: jersey.merging.decide });
    const dialog = page.getByRole("dialog");

    /** Opens the dialog and goes down to a reason. */
    async function remove(reason: keyof typeof REASONS) {
      if (!(await open.isVisible())) await otherActions(page).press("Enter");
      await open.focus();
      await page.keyboard.press("Enter");
      const kind = dialog.getByLabel(fr.kind);
      await kind.focus();
      await page.keyboard.press("ArrowDown");
      await expect(kind).toHaveValue("removal");
      await page.keyboard.press("Tab");
      await expect(dialog.getByRole("radio").first()).toBeFocused();
      await page.keyboard.press("Space");
      while (!(await dialog.getByLabel(REASONS[reason]).isChecked())) {
        await page.keyboard.press("ArrowDown");
      }
    }

    await remove("other");
    await dialog.getByLabel(suggestions.reason.note).fill("Trop");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText(suggestions.reason.noteMissing)).toBeVisible();
    await expect(dialog.getByLabel(suggestions.reason.note)).toBeFocused();
    await page.keyboard.type(" publicitaire");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(dialog.getByRole("button", { name: fr.removal.action })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: jersey.removed.title })).toBeInViewport();
    await expect(page.getByText(/Motif\s: Trop publicitaire/)).toBeVisible();
    // The message's key, then the message, its button to close it and its own.
    await page.keyboard.press("Alt+T");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Annuler", exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();

    await remove("offensive");
    await expect(dialog).toContainText(fr.textUrgent);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await dialog.getByRole("button", { name: fr.removal.action }).press("Enter");
    await expect(dialog).toHaveCount(0);
    // For two seconds a browser may show again what it has just shown.
    await page.reload();
    await expect(page.getByRole("heading", { name: jersey.removed.title })).toBeVisible();
    await expect(page.getByText(REASONS.offensive)).toBeVisible();
    const gone = await fetch(address);
    expect(gone.status).toBe(410);
    const text = await gone.text();
    expect(text).toContain("noindex");
    expect(text).not.toContain(title);
    expect(text).toContain(REASONS.offensive);
    expect(await (await fetch(`${site.url}/en/history/jersey/${id}`)).text()).toContain(
      REASON_WORDS.en.offensive,
    );
    const bringBack = { name: jersey.removed.bringBack };

    // Its author's list says what became of it, and why.
    const authors = await browserOf(browser, site, author);
    await authors.goto("/account/contributions");
    const row = authors
      .getByRole("region", { name: account.submissions })
      .getByRole("row")
      .filter({ hasText: title });
    await expect(row).toContainText(mine.jersey.removed);
    await expect(row.getByText(REASONS.offensive)).toBeVisible();
    await expect(row.getByRole("button")).toHaveCount(0);

    const reviewPage = await browserOf(browser, site, admin);
    await reviewPage.setViewportSize(PHONE);
    await reviewPage.goto(address);
    await reviewPage.getByRole("button", bringBack).press("Enter");
    const undo = reviewPage.getByRole("dialog");
    await undo.getByRole("button", { name: common.action.confirm }).press("Enter");
    await expect(undo.getByText(suggestions.reason.missing)).toBeVisible();
    await expectAccessible(reviewPage);
    await undo.getByLabel(REASONS.wrong).check();
    await undo.getByRole("button", { name: common.action.confirm }).press("Enter");
    await expect(reviewPage.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(page.getByRole("button", bringBack)).toHaveCount(0);
  },
);

test(
  "a member suggests a merge and a removal, and a reviewer decides",
  { tag: "@long" },
  async ({ page, site, browser }) => {
    const [member, reviewer] = await Promise.all([
      createMember(site, "attentive"),
      createReviewer(site, "relectrice"),
    ]);
    const fields = { team: "Les Jumeaux", year: 1997 };
    const gone = await publicJersey(site, { ...fields, title: "Jumeau de gauche" });
    const remaining = await publicJersey(site, { ...fields, title: "Jumeau de droite" });
    await signInAs(page, member);
    await page.goto(`/jersey/${gone}`);
    const open = page.getByRole("button", { name: jersey.merging.suggest });
    const dialog = page.getByRole("dialog");
    const again = async () => {
      if (!(await open.isVisible())) await otherActions(page).click();
      await open.click();
    };
    await expect(open).toBeHidden();
    await again();
    await dialog.getByLabel(fr.kind).selectOption("removal");
    await dialog.getByLabel(REASONS.off_topic).check();
    await dialog.getByRole("button", { name: suggestions.send }).click();
    // Reviewers don't see what the member sees.
    await expect(dialog.getByText(suggestions.reason.noteMissing)).toBeVisible();
    await dialog.getByLabel(suggestions.reason.note).fill("C’est une écharpe.");
    await dialog.getByRole("button", { name: suggestions.send }).click();
    await expect(page.getByText(suggestions.sent)).toBeVisible();
    await expect(dialog).toHaveCount(0);

    await again();
    await dialog.getByRole("combobox", { name: fr.into }).fill("Jumeau de droite");
    await dialog.getByRole("option", { name: /Jumeau de droite/ }).click();
    await dialog.getByLabel(suggestions.reason.note).fill("Vu de près, le même.");
    await expect(dialog.getByText(fr.effects.title)).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: suggestions.send }).click();
    await expect(dialog).toHaveCount(0);
    // Once is enough.
    await again();
    await dialog.getByRole("combobox", { name: fr.into }).fill("Jumeau de droite");
    await dialog.getByRole("option", { name: /Jumeau de droite/ }).click();
    await dialog.getByLabel(suggestions.reason.note).fill("Vu de près, le même.");
    await dialog.getByRole("button", { name: suggestions.send }).click();
    await expect(dialog.getByText(suggestions.errors.suggestion_duplicate)).toBeVisible();

    const reviewPage = await browserOf(browser, site, reviewer);
    await reviewPage.goto("/admin?kind=removal");
    const card = opened(reviewPage, "Jumeau de gauche – Les Jumeaux");
    await expect(card).toContainText(REASONS.off_topic);
    await card.getByRole("button", { name: reviews.refuse.edit, exact: true }).click();
    const why = reviewPage.getByRole("dialog");
    await why.getByLabel(REASONS.wrong).check();
    await why.getByRole("button", { name: reviews.refuse.edit, exact: true }).click();
    await expect(reviewPage.getByText(reviews.emptyFiltered)).toBeVisible();
    await reviewPage.goto("/admin?kind=merge");
    await expect(card.getByRole("table", { name: fr.compare.title })).toContainText(
      "Jumeau de droite",
    );
    await expect(card.getByText(REASONS.duplicate)).toBeVisible();
    await expectAccessible(reviewPage);
    await card.getByRole("button", { name: reviews.accept.merge, exact: true }).click();
    // One key would do it otherwise.
    await reviewPage
      .getByRole("dialog")
      .getByRole("button", { name: reviews.accept.merge, exact: true })
      .click();
    await expect(card).toHaveCount(0);
    expect((await fetch(`${site.url}/jersey/les-jumeaux/maillot/1997/${gone}`)).url).toContain(
      remaining,
    );

    await page.goto("/account/contributions");
    const own = page.getByRole("main").getByRole("listitem");
    await expect(own.getByText(mine.suggestion.accepted, { exact: true })).toBeVisible();
    await expect(own.getByText(mine.suggestion.refused, { exact: true })).toBeVisible();
    await expect(own.getByRole("link", { name: /Jumeau de droite/ })).toBeVisible();
    await expectAccessible(page);
  },
);

test("the queue leads from a submission to the merge with its duplicate", async ({
  page,
  site,
}) => {
  const [author, reviewer] = await Promise.all([
    createMember(site, "jumelle"),
    createReviewer(site, "vigie"),
  ]);
  await emptyQueue(site, reviewer);
  const fields = { team: "Les Jumelles", year: 1997 };
  const remaining = await publicJersey(site, { ...fields, title: "Jumelle de droite" }, { author });
  const submitted = await submitJersey(site, author, { ...fields, title: "Jumelle de gauche" });
  await addPhoto(site, author, submitted, {});

  await signInAs(page, reviewer);
  // The former tab of merges and removals.
  await page.goto("/admin?tab=proposals&kind=new");
  await page.getByRole("button").filter({ hasText: "Jumelle de gauche" }).click();
  const card = opened(page, "Jumelle de gauche – Les Jumelles");
  await page.route("**/rest/v1/jerseys?*downvotes*", (route) => route.abort());
  await card.getByRole("button", { name: reviews.duplicates.merge }).click();
  const dialog = page.getByRole("dialog");
  const both = dialog.getByRole("table", { name: fr.compare.title });
  const retry = dialog.getByRole("button", { name: "Réessayer" });
  await expect(retry).toBeVisible();
  await page.unroute("**/rest/v1/jerseys?*downvotes*");
  await retry.click();
  await expect(
    both.getByRole("columnheader", { name: /^Disparaît.*Jumelle de gauche$/ }),
  ).toBeVisible();
  await expect(
    both.getByRole("columnheader", { name: /^Reste.*Jumelle de droite$/ }),
  ).toBeVisible();
  await expect(dialog.getByText(fr.compare.suggest)).toBeVisible();
  await expectAccessible(page);
  // On a short screen the buttons stay in view below the two jerseys.
  await page.setViewportSize({ width: 360, height: 640 });
  const merge = dialog.getByRole("button", { name: fr.merge.action, exact: true });
  await expect(merge).toBeInViewport({ ratio: 1 });
  await merge.click();
  await expect(page.getByText(/^Fusionné\s: /)).toBeVisible();
  await expect(card).toHaveCount(0);
  const { data } = await clientOf(site, reviewer).from("gone_jerseys").select("kind, into_id");
  expect(data).toContainEqual({ kind: "merge", into_id: remaining });
  // Its photo is decided on by itself.
  const suggested = await clientOf(site, author)
    .from("suggestions")
    .select("kind, status")
    .eq("target_id", remaining);
  expect(suggested.data).toEqual([{ kind: "photos", status: "open" }]);
  await page.getByRole("button", { name: "Annuler", exact: true }).click();
  await expect(page.getByText(/est de retour dans la file/)).toBeVisible();
  await expect(page.getByRole("button").filter({ hasText: "Jumelle de gauche" })).toBeVisible();
});

test("who says that a jersey is a duplicate is asked for the other one at once", async ({
  page,
  site,
}) => {
  const id = await publicJersey(site, { title: "Jumeau caché" });
  await signInAs(page, await createMember(site, "attentif"));
  await page.goto(`/jersey/${id}`);
  await page.getByRole("button", { name: report.door.open }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: report.door.duplicate }).click();
  await expect(dialog.getByRole("combobox", { name: fr.into })).toBeVisible();
  await expect(dialog.getByLabel(fr.kind)).toHaveCount(0);
});
