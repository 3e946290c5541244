import type { Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";

import en from "../../app/moderate/messages/en/review.json" with { type: "json" };
import { REASON_WORDS } from "../../app/shared/i18n/reasons.ts";
import enSuggestions from "../../app/contribute/messages/en/suggestions.json" with { type: "json" };
import frCommon from "../../app/shared/messages/fr/common.json" with { type: "json" };
import frFacts from "../../app/shared/messages/fr/facts.json" with { type: "json" };
import fr from "../../app/moderate/messages/fr/review.json" with { type: "json" };
import catalogue from "../../app/shared/messages/fr/catalogue.json" with { type: "json" };
import frSuggestions from "../../app/contribute/messages/fr/suggestions.json" with { type: "json" };
import frSubmit from "../../app/contribute/messages/fr/submit.json" with { type: "json" };
import type { Site } from "../../tests/support/site.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { createAdministrator, createReviewer } from "../support/administrators.ts";
import { openFact } from "../support/correction-form.ts";
import { clientOf, decide, submitJersey, suggest } from "../support/jerseys.ts";
import { browserOf, createMember, signInAs } from "../support/members.ts";
import { addPhoto, publicJersey, uploadPhoto } from "../support/public-jerseys.ts";
import { emptyQueue, opened } from "../support/queue.ts";
import { expect, test } from "../support/test.ts";

const LIKENESS = "10".repeat(64);

/** What a member stored about a jersey has become. */
async function suggestionOf(site: Site, member: Session, target_id: string) {
  const { data } = await clientOf(site, member)
    .from("suggestions")
    .select("id, status, verdicts")
    .eq("target_id", target_id)
    .single()
    .throwOnError();
  return data as { id: string; status: string; verdicts: Record<string, object> };
}

async function jerseyOf(site: Site, member: Session, id: string) {
  const { data } = await clientOf(site, member)
    .from("jerseys")
    .select("status, title, year, edition, moderation_note")
    .eq("id", id)
    .single()
    .throwOnError();
  return data;
}

const done = (text: string, title: string) => text.replace("{{title}}", `${title} – Red Star`);

test("sends visitors to sign-in and refuses members", async ({ page, site, browser }) => {
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/auth\?next=%2Fadmin$/);

  const reviewPage = await browserOf(browser, site, await createMember(site, "membre"));
  await reviewPage.goto("/admin");
  await expect(
    reviewPage.getByText("Accès non autorisé - Administrateur requis").first(),
  ).toBeVisible();
  await expect(reviewPage).toHaveURL(`${site.url}/`);
  await reviewPage.context().close();
});

test("decides by keyboard alone: refuses with a reason, accepts, undoes within seconds", async ({
  page,
  site,
}) => {
  const admin = await createAdministrator(site, "arbitre");
  const author = await createMember(site, "auteur");
  await emptyQueue(site, admin);
  const first = await submitJersey(site, author, { title: "Premier de la file" });
  const second = await submitJersey(site, author, { title: "Deuxième de la file" });

  await signInAs(page, admin);
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: /^2 demandes attendent/ })).toBeVisible();
  await expect(page.getByRole("tab", { name: /^File/ })).toHaveText("File de relecture2");
  await expect(opened(page, "Premier de la file")).toBeFocused();
  const { keyboard } = page;
  const dialog = page.getByRole("dialog");

  await test.step("the keys are explained", async () => {
    await keyboard.press("?");
    await expect(dialog).toContainText(fr.keys.title);
    await expectAccessible(page);
    // Whoever speaks to their computer switches them off.
    await dialog.getByLabel(fr.keys.on).uncheck();
    await keyboard.press("Escape");
    await keyboard.press("j");
    await expect(opened(page, "Premier de la file")).toBeVisible();
    await page.getByRole("button", { name: fr.keys.open }).click();
    await dialog.getByLabel(fr.keys.on).check();
    await keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });

  await test.step("a refusal needs a reason, and the next thing opens", async () => {
    await keyboard.press("j");
    await expect(opened(page, "Deuxième de la file")).toBeFocused();
    await keyboard.press("r");
    await expect(dialog).toContainText("Refuser « Deuxième de la file");
    await expectAccessible(page);
    await dialog.getByLabel(frSuggestions.reason.note).press("ControlOrMeta+Enter");
    await expect(dialog.getByText(frSuggestions.reason.missing)).toBeVisible();
    // The focus is on the first reason.
    for (let n = 0; n < 3; n++) await keyboard.press("ArrowDown");
    await expect(dialog.getByLabel(REASON_WORDS.fr.quality)).toBeChecked();
    await keyboard.press("Tab");
    await keyboard.type("La photo est floue.");
    await keyboard.press("ControlOrMeta+Enter");
    await expect(page.getByText(done(fr.done.refused, "Deuxième de la file"))).toBeVisible();
    await expect(opened(page, "Premier de la file")).toBeFocused();
    expect(await jerseyOf(site, author, second)).toMatchObject({
      status: "rejected",
      moderation_note: "quality: La photo est floue.",
    });
  });

  await test.step("a refusal is undone for ten seconds, and decided again with the mouse", async () => {
    await keyboard.press("u");
    await expect(opened(page, "Deuxième de la file")).toBeFocused();
    expect(await jerseyOf(site, author, second)).toMatchObject({ status: "pending" });
    await keyboard.press("u");
    await expect(page.getByText(fr.undo.none)).toBeVisible();
    await keyboard.press("r");
    await dialog.getByText(REASON_WORDS.fr.quality).click();
    await keyboard.press("Enter");
    await expect(opened(page, "Premier de la file")).toBeFocused();
  });

  await test.step("after the help and a filter the keys work on", async () => {
    await page.getByRole("button", { name: fr.keys.open }).click();
    await keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    // Folded while few wait.
    const kind = page.getByLabel(fr.filters.kind, { exact: true });
    await expect(kind).toHaveCount(0);
    await page.getByRole("button", { name: catalogue.jerseys.filter }).click();
    for (const value of ["check", "new", ""]) {
      await kind.selectOption(value);
      await expect(kind).toHaveValue(value);
    }
    await page.getByRole("heading", { name: /^1 demande attend/ }).click();
    await expect(opened(page, "Premier de la file")).toBeVisible();
  });

  await test.step("an acceptance is undone for ten seconds", async () => {
    await keyboard.press("a");
    await expect(page.getByText(fr.empty)).toBeVisible();
    await expect(page.getByText(done(fr.done.accepted, "Premier de la file"))).toBeVisible();
    expect(await jerseyOf(site, author, first)).toMatchObject({ status: "approved" });
    await keyboard.press("u");
    await expect(page.getByText(done(fr.undo.done, "Premier de la file"))).toBeVisible();
    // It is open again, for the next key; the message offers nothing that is done already.
    await expect(opened(page, "Premier de la file")).toBeFocused();
    await expect(page.getByRole("button", { name: "Annuler" })).toHaveCount(0);
    expect(await jerseyOf(site, author, first)).toMatchObject({ status: "pending" });

    await keyboard.press("a");
    await page.getByRole("button", { name: "Annuler" }).click();
    await expect(opened(page, "Premier de la file")).toBeVisible();
    await expect.poll(async () => (await jerseyOf(site, author, first)).status).toBe("pending");
  });

  await test.step("after a refusal a key undoes that one, not the decision before it", async () => {
    await submitJersey(site, author, { title: "Troisième de la file" });
    await page.reload();
    await expect(opened(page, "Premier de la file")).toBeFocused();
    await keyboard.press("a");
    await expect(opened(page, "Troisième de la file")).toBeFocused();
    await keyboard.press("r");
    await dialog.getByLabel(REASON_WORDS.fr.quality).check();
    await keyboard.press("Tab");
    await keyboard.press("ControlOrMeta+Enter");
    await expect(page.getByText(done(fr.done.refused, "Troisième de la file"))).toBeVisible();
    await keyboard.press("u");
    await expect(opened(page, "Troisième de la file")).toBeFocused();
    expect(await jerseyOf(site, author, first)).toMatchObject({ status: "approved" });
  });
});

test("what an administrator corrects is public at once, in their name", async ({ page, site }) => {
  const admin = await createAdministrator(site, "seule");
  const id = await publicJersey(site, { title: "Maillot corrigé par la seule" });
  await signInAs(page, admin);
  await page.goto(`/suggest/jersey/${id}`);
  await openFact(page, "Année");
  await page.getByLabel("Année", { exact: true }).fill("1999");
  await expect(page.getByText(frSuggestions.trust.administrator)).toBeVisible();
  await page.getByLabel(frSuggestions.source.label).fill("Programme du match, page 3.");
  await page.getByRole("button", { name: frSuggestions.send }).click();
  await expect(page.getByRole("main").getByText(frSuggestions.trust.live)).toBeVisible();
  expect(await jerseyOf(site, admin, id)).toMatchObject({ year: 1999 });
  await page.goto(`/historique/jersey/${id}`);
  const version = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: frSuggestions.history.kinds.correction })
    .first();
  await expect(version.getByRole("link", { name: /^Par / })).toBeVisible();
});

test("opens the oldest that the reviewer can decide on, and says who decides on their own", async ({
  page,
  site,
}) => {
  await emptyQueue(site, await createAdministrator(site, "arbitre"));
  const reviewer = await createReviewer(site, "relectrice");
  await submitJersey(site, reviewer, { title: "Le mien" });
  await submitJersey(site, await createMember(site, "auteur"), { title: "Celui d’un autre" });

  await signInAs(page, reviewer);
  await page.goto("/admin");
  const other = opened(page, "Celui d’un autre");
  await expect(other).toBeFocused();
  // As the header counts them, with a filter what it finds.
  await expect(page.getByRole("heading", { name: /^1 demande attend/ })).toBeVisible();
  // Of a newcomer nothing is public.
  const changes = await other.getByRole("link", { name: /^Par / }).getAttribute("href");
  await page.keyboard.press("k");
  await expect(opened(page, "Le mien")).toContainText(fr.mine);
  await page.goto("/admin?kind=edit");
  await expect(page.getByRole("heading", { name: fr.waiting_zero })).toBeVisible();
  await page.goto(changes ?? "");
  await expect(page.getByText(frSuggestions.history.emptyMember)).toBeVisible();
});

test("on a phone: accepts a correction in part over a conflict; another reviewer hears the objection", async ({
  page,
  site,
  browser,
}) => {
  const [admin, member, reviewer, other] = await Promise.all([
    createAdministrator(site, "admin"),
    createMember(site, "suggester"),
    createReviewer(site, "reviewer", "en"),
    createReviewer(site, "other", "en"),
  ]);
  const title = "Maillot à corriger";
  const id = await publicJersey(site, { title });
  const photo = {
    ...{ id: crypto.randomUUID(), url: await uploadPhoto(site, member, "gold") },
    ...{ alt: "Dos", kind: "back", licence: "CC-BY-SA-4.0", rights_stated: true },
  };
  await suggest(site, member, id, { year: 1999, edition: "Finale" }, [photo]);
  await clientOf(site, admin)
    .from("jerseys")
    .update({ edition: "Match" })
    .eq("id", id)
    .throwOnError();

  await page.setViewportSize({ width: 360, height: 780 });
  await signInAs(page, reviewer);
  await page.goto("/en/admin?kind=edit");
  await expect(page.getByRole("tab")).toHaveCount(0);
  const row = page.getByRole("button").filter({ hasText: title });
  await row.click();
  await expect(opened(page, title)).toBeFocused();
  await expect(opened(page, title)).toContainText("Programme du match, page 3.");
  await expect(opened(page, title)).toContainText(en.changes.conflict);
  await expect(opened(page, title)).toContainText(/empty.*Match.*Finale/s);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await test.step("asks before it replaces, and for a reason", async () => {
    await opened(page, title).getByRole("checkbox", { name: en.changes.add }).uncheck();
    await page.getByRole("button", { name: en.accept.some }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Edition");
    await dialog.getByRole("button", { name: en.overwrite.confirm }).click();
    await expect(dialog).toContainText("Accepted: Year, Edition. Rejected: Photo.");
    await expectNoSidewaysScroll(page);
    await dialog.getByLabel(REASON_WORDS.en.other).check();
    await dialog.getByRole("button", { name: en.accept.some }).click();
    await expect(dialog.getByText(enSuggestions.reason.noteMissing)).toBeVisible();
    await dialog.getByLabel(REASON_WORDS.en.rights).check();
    await dialog.getByRole("button", { name: en.accept.some }).click();
    await expect(page.getByText(done(en.done.partly, title))).toBeVisible();
    await expect(row).toHaveCount(0);
    expect(await jerseyOf(site, member, id)).toMatchObject({ year: 1999, edition: "Finale" });
    expect(await suggestionOf(site, member, id)).toMatchObject({
      status: "partly",
      verdicts: { [`photo:${photo.id}`]: { accepted: false, reason: "rights" } },
    });
  });

  await test.step("another reviewer decides after an objection", async () => {
    const suggestion = await suggestionOf(site, member, id);
    const words = "Je l’ai prise moi-même.";
    await clientOf(site, member)
      .rpc("contest_suggestion", { suggestion_id: suggestion.id, words })
      .throwOnError();
    await page.reload();
    await row.click();
    await expect(opened(page, title)).toContainText(en.second);
    await expect(page.getByRole("button", { name: en.accept.edit })).toHaveCount(0);

    const reviewPage = await browserOf(browser, site, other);
    await reviewPage.goto("/en/admin?kind=edit");
    await reviewPage.getByRole("button").filter({ hasText: title }).click();
    await expect(opened(reviewPage, title)).toContainText(words);
    await expect(opened(reviewPage, title)).toContainText(REASON_WORDS.en.rights);
    await expect(opened(reviewPage, title)).toContainText(
      en.alreadyAccepted.replace("{{parts}}", "Year, Edition"),
    );
    await reviewPage.keyboard.press("a");
    await expect(reviewPage.getByText(done(en.done.accepted, title))).toBeVisible();
    expect(await suggestionOf(site, member, id)).toMatchObject({ status: "accepted" });
    await reviewPage.context().close();
  });
});

test("accepts an edit and a photo of its author in part, which visitors see only then", async ({
  page,
  site,
}) => {
  const admin = await createAdministrator(site, "relecteur");
  const author = await createMember(site, "auteur");
  const id = await submitJersey(site, author, { title: "Titre décidé" });
  const face = await addPhoto(site, author, id, { position: 0 });
  await decide(site, admin, id);
  const own = clientOf(site, author);
  const changes = { title: "Titre retouché", description: "En laine." };
  await own.from("jerseys").update(changes).eq("id", id).throwOnError();
  await addPhoto(site, author, id, { position: 1 });
  await own.from("jersey_images").delete().eq("id", face).throwOnError();
  expect(await jerseyOf(site, admin, id)).toMatchObject({ title: "Titre décidé" });

  await signInAs(page, admin);
  await page.goto("/admin?kind=edit");
  await page.getByRole("button").filter({ hasText: "Titre décidé" }).click();
  const thing = opened(page, "Titre décidé");
  await expect(thing).toContainText(/qui a proposé ce maillot/);
  await expect(thing.getByRole("checkbox")).toHaveCount(4);
  await thing.getByRole("checkbox", { name: "Description" }).uncheck();
  await thing.getByRole("checkbox", { name: fr.changes.remove }).uncheck();
  await expectAccessible(page);

  await test.step("not a version that the screen doesn’t show, nor one that a dialog covers", async () => {
    await page.getByRole("button", { name: fr.accept.some }).click();
    await page.getByLabel(REASON_WORDS.fr.wrong).check();
    await own.from("jerseys").update({ edition: "Match" }).eq("id", id).throwOnError();
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await expect(page.getByRole("article", { includeHidden: true })).toContainText("Match");
    await page.getByRole("dialog").getByRole("button", { name: fr.accept.some }).click();
    await expect(page.getByText(frSuggestions.errors.suggestion_changed)).toBeVisible();
    await expect(thing).toContainText("Match");
  });

  await page.getByRole("button", { name: fr.accept.some }).click();
  await page.getByLabel(REASON_WORDS.fr.wrong).check();
  await page.getByRole("dialog").getByRole("button", { name: fr.accept.some }).click();
  await expect(page.getByText(done(fr.done.partly, "Titre décidé"))).toBeVisible();
  expect(await jerseyOf(site, admin, id)).toMatchObject({
    title: "Titre retouché",
    edition: "Match",
  });
  const { data: photos } = await clientOf(site, admin)
    .from("jersey_images")
    .select("id")
    .eq("jersey_id", id)
    .is("suggestion_id", null);
  expect(photos).toHaveLength(2);
});

test(
  "points out the same photo under another name, in view while its jersey is corrected; corrects a team",
  { tag: "@long" },
  async ({ page, site }) => {
    const admin = await createAdministrator(site, "physionomiste");
    const author = await createMember(site, "auteur");
    const known = await submitJersey(site, author, { title: "Maillot connu" });
    await addPhoto(site, author, known, { likeness: LIKENESS });
    await decide(site, admin, known);
    const renamed = await submitJersey(site, author, {
      title: "Le même, rebaptisé",
      team: "Autre",
    });
    await addPhoto(site, author, renamed, { likeness: LIKENESS });

    await signInAs(page, admin);
    await page.goto("/admin?kind=new");
    await page.getByRole("button").filter({ hasText: "Le même, rebaptisé" }).click();
    await expect(
      opened(page, "Le même, rebaptisé").getByRole("listitem").filter({ hasText: "Maillot connu" }),
    ).toContainText(fr.duplicates.samePicture);
    const dialog = page.getByRole("dialog");
    await page.keyboard.press("e");
    // What the reviewer reads from it is beside the fields.
    const photo = dialog.getByRole("link", { name: /^Ouvrir la photo 1/ }).locator("img");
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expect(dialog.getByLabel(/^Titre/)).toBeVisible();
    await expectAccessible(page);

    const client = clientOf(site, author);
    const { data: team } = await client
      .from("teams")
      .select("id, founded_year")
      .eq("name", "Paris Saint-Germain")
      .single()
      .throwOnError();
    await client
      .rpc("suggest", {
        ...{ target_type: "team", target_id: team.id, changes: { founded_year: 1971 } },
        ...{ source: "https://www.psg.fr/club", photos: [] },
      })
      .throwOnError();
    await page.goto("/admin?kind=edit");
    await page.getByRole("button").filter({ hasText: "Paris Saint-Germain" }).click();
    await page.keyboard.press("e");
    await dialog.getByLabel("Année de fondation").fill("1972");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: fr.correction.send }).click();
    await expect(
      page.getByText(fr.done.accepted.replace("{{title}}", "Paris Saint-Germain")),
    ).toBeVisible();
    const stored = client.from("teams").select("founded_year").eq("id", team.id).single();
    expect((await stored).data).toEqual({ founded_year: 1972 });
    // As the other tests have it.
    await clientOf(site, admin)
      .from("teams")
      .update({ founded_year: team.founded_year })
      .eq("id", team.id)
      .throwOnError();
  },
);

test(
  "of two reviewers the second is told who decided; what others decided leaves",
  { tag: "@long" },
  async ({ page, site, browser }) => {
    const [first, second] = [
      await createAdministrator(site, "premier"),
      await createReviewer(site, "second"),
    ];
    const author = await createMember(site, "auteur");
    await emptyQueue(site, first);
    for (const title of ["Maillot disputé", "Maillot convoité", "Maillot restant"]) {
      await submitJersey(site, author, { title });
    }
    await signInAs(page, first);
    const reviewPage = await browserOf(browser, site, second);
    for (const tab of [page, reviewPage]) {
      await tab.goto("/admin");
      await expect(opened(tab, "Maillot disputé")).toBeVisible();
    }
    const accept = (tab: Page) => tab.getByRole("button", { name: fr.accept.edit }).click();
    await accept(page);
    await expect(opened(page, "Maillot convoité")).toBeFocused();
    await accept(reviewPage);
    await expect(
      reviewPage.getByText(/^Trop tard\s: .+ a déjà décidé \(validé\)\.$/),
    ).toBeVisible();
    await expect(reviewPage.getByText(fr.left)).toBeVisible();
    await reviewPage.keyboard.press("j");
    await expect(opened(reviewPage, "Maillot convoité")).toBeFocused();

    await accept(page);
    await expect(opened(page, "Maillot restant")).toBeVisible();
    // As when its reader comes back to the tab.
    await reviewPage.evaluate(() => dispatchEvent(new Event("visibilitychange")));
    // What they were looking at stays, so that no key decides on another one.
    await expect(reviewPage.getByText(fr.left)).toBeVisible();
    await expect(opened(reviewPage, "Maillot convoité")).toBeVisible();
    await expect(reviewPage.getByRole("button", { name: fr.accept.edit })).toHaveCount(0);
    await reviewPage.keyboard.press("j");
    await expect(opened(reviewPage, "Maillot restant")).toBeFocused();

    await test.step("nobody decides on their own", async () => {
      await emptyQueue(site, first);
      await submitJersey(site, second, { title: "Le mien" });
      await reviewPage.goto("/admin");
      await expect(opened(reviewPage, "Le mien")).toContainText(fr.mine);
      await expect(reviewPage.getByRole("button", { name: fr.accept.edit })).toHaveCount(0);
    });
    await reviewPage.context().close();
  },
);

test("what a reviewer has typed stays in view when another one decides first", async ({
  page,
  site,
}) => {
  const [first, second] = [
    await createAdministrator(site, "premier"),
    await createReviewer(site, "second"),
  ];
  await emptyQueue(site, first);
  const jersey = await submitJersey(site, await createMember(site, "auteur"), { title: "Disputé" });
  await signInAs(page, second);
  await page.goto("/admin?kind=new");
  await expect(opened(page, "Disputé")).toBeFocused();
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Titre/).fill("Disputé, titre corrigé");
  await decide(site, first, jersey);
  await dialog.getByRole("button", { name: fr.correction.send }).click();
  await expect(dialog.getByRole("alert")).toContainText(/^Trop tard\s: .+ \(validé\)\.$/);
  await expect(dialog.getByLabel(/^Titre/)).toHaveValue("Disputé, titre corrigé");
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: frSubmit.leave.confirm }).click();
  await expect(page.getByText(fr.left)).toBeVisible();
});

/** A comment of a new member, reported by others with a reason each; returns its id. */
async function reportedComment(site: Site, body: string, reports: [by: Session, reason: string][]) {
  const author = await createMember(site, "ana");
  const client = clientOf(site, author);
  const { data: jersey } = await client
    .from("jerseys")
    .select("id")
    .limit(1)
    .single()
    .throwOnError();
  const { data: comment } = await client
    .from("comments")
    .insert({ jersey_id: jersey.id, author_id: author.user.id, body })
    .select("id")
    .single()
    .throwOnError();
  for (const [by, reason] of reports) {
    const about = { target_type: "comment", target_id: comment.id };
    await clientOf(site, by)
      .from("reports")
      .insert({ ...about, reporter_id: by.user.id, reason })
      .throwOnError();
  }
  return comment.id as string;
}

test(
  "a reviewer who reported a comment too settles the reports of others, not their own",
  { tag: "@long" },
  async ({ page, site }) => {
    const reviewer = await createReviewer(site, "temoin");
    const comment = await reportedComment(site, "Propos blessants", [
      [await createMember(site, "bob"), "Blessant"],
      [reviewer, "Je le pense aussi"],
    ]);
    await signInAs(page, reviewer);
    await page.goto("/admin?kind=report");
    await page.locator("[data-pane] button").last().click();
    const hide = async () => {
      const article = page.getByRole("article");
      await expect(article).toContainText("Je le pense aussi");
      // Undone, it opens by itself. Before that, only the reviewer's own report is open.
      await expect(article.getByRole("button", { name: frCommon.action.hide })).toBeVisible();
      await article.focus();
      await page.keyboard.press("a");
      await page.getByLabel(REASON_WORDS.fr.offensive).check();
      await page.getByRole("dialog").getByRole("button", { name: frCommon.action.hide }).click();
      await expect(page.getByText(/^Commentaire masqué sous/)).toBeVisible();
      // It has a button "Annuler", too.
      await expect(page.getByRole("dialog")).toHaveCount(0);
    };
    const isHidden = async () => {
      const { data } = await clientOf(site, reviewer)
        .from("comments")
        .select("is_hidden")
        .eq("id", comment)
        .single()
        .throwOnError();
      return data.is_hidden;
    };
    await hide();
    await page.getByRole("button", { name: "Annuler" }).click();
    await expect(page.getByText(/est de retour dans la file/)).toBeVisible();
    expect(await isHidden()).toBe(false);
    await hide();
    expect(await isHidden()).toBe(true);
    const { data } = await clientOf(site, reviewer)
      .from("reports")
      .select("status")
      .eq("target_id", comment)
      .eq("reporter_id", reviewer.user.id)
      .single()
      .throwOnError();
    expect(data.status).toBe("open");
    await emptyQueue(site, await createAdministrator(site, "suite"));
  },
);

test(
  "settles all reports of a comment together; the address keeps the filter",
  { tag: "@long" },
  async ({ page, site, browser }) => {
    const bob = await createMember(site, "bob");
    const [first, late] = [
      await createAdministrator(site, "rapide"),
      await createAdministrator(site, "lent"),
    ];
    const comment = await reportedComment(site, "Propos déplacés", [
      [bob, "Insultant"],
      [await createMember(site, "eve"), "Très insultant"],
    ]);
    await signInAs(page, first);
    const reviewPage = await browserOf(browser, site, late);
    // What could not be loaded is tried again.
    await page.route("**/rest/v1/reports?**", (route) => route.abort());
    await page.goto("/admin?tab=reports");
    await expect(page.getByText("Cette partie de la page n’a pas pu être chargée.")).toBeVisible();
    await page.unroute("**/rest/v1/reports?**");
    await page.getByRole("button", { name: frCommon.error.retry }).click();
    await expect(page.getByText("Très insultant")).toBeVisible();

    for (const tab of [page, reviewPage]) {
      await tab.goto("/admin?tab=reports");
      await expect(tab).toHaveURL(/\/admin\?kind=report$/);
      await tab.locator("[data-pane] button").last().click();
      await expect(tab.getByRole("article")).toContainText(
        /Signalements\s: 2.*Insultant.*Propos déplacés/s,
      );
    }
    await expectAccessible(page);

    for (const tab of [page, reviewPage]) {
      await tab.getByRole("article").focus();
      await tab.keyboard.press("a");
      await tab.getByLabel(REASON_WORDS.fr.other).check();
      await tab.getByLabel(frSuggestions.reason.note).fill("Masqué, merci.");
      await tab.getByRole("dialog").getByRole("button", { name: frCommon.action.hide }).click();
    }
    await expect(page.getByText(/^Commentaire masqué sous/)).toBeVisible();
    expect(
      (await clientOf(site, bob).from("comments").select("id").eq("id", comment)).data,
    ).toEqual([]);
    await expect(reviewPage.getByText(/^Trop tard/)).toBeVisible();
    // The reason that the second one gave stays in view.
    await expect(reviewPage.getByLabel(frSuggestions.reason.note)).toHaveValue("Masqué, merci.");
    await expect(page.getByText("Propos déplacés")).toHaveCount(0);
    const { data } = await clientOf(site, bob)
      .from("reports")
      .select("status, done, resolution_note");
    expect(data).toEqual([{ status: "upheld", done: "hidden", resolution_note: "Masqué, merci." }]);
    await reviewPage.context().close();

    await test.step("filters stand in the address", async () => {
      await page.getByLabel(frFacts.league).selectOption("ESPORT");
      await expect(page).toHaveURL(/kind=report&league=ESPORT$/);
      await page.getByLabel(fr.filters.kind, { exact: true }).selectOption("check");
      await expect(page).toHaveURL(/kind=check&league=ESPORT$/);
      await page.reload();
      await expect(page.getByLabel(frFacts.league)).toHaveValue("ESPORT");
      await expect(page.getByText(fr.emptyFiltered)).toBeVisible();
    });
  },
);
