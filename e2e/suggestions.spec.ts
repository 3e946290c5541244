import type { Page } from "@playwright/test";
import sharp from "sharp";

import en from "../app/messages/en/suggestions.json" with { type: "json" };
import enUndo from "../app/messages/en/undo.json" with { type: "json" };
import fr from "../app/messages/fr/suggestions.json" with { type: "json" };
import frUndo from "../app/messages/fr/undo.json" with { type: "json" };
import type { Site } from "../tests/support/site.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { createAdministrator, createReviewer } from "./support/administrators.ts";
import { clickAlive } from "./support/alive.ts";
import { clientOf, decide, submitJersey } from "./support/jerseys.ts";
import { browserOf, createMember, fillSignIn, signInAs } from "./support/members.ts";
import { expect, test } from "./support/test.ts";

const LANGUAGES = [
  {
    ...{ prefix: "", history: "historique", texts: fr, size: { width: 1440, height: 900 } },
    ...{ year: "Année", edition: "Édition", submissions: "Proposer un maillot" },
    undo: frUndo,
  },
  {
    ...{ prefix: "/en", history: "history", texts: en, size: { width: 360, height: 780 } },
    ...{ year: "Year", edition: "Edition", submissions: "Submit a jersey" },
    undo: enUndo,
  },
];

/** An approved jersey of 1998; returns its id. */
async function publicJersey(site: Site, title: string): Promise<string> {
  const [author, admin] = await Promise.all([
    createMember(site, "author"),
    createAdministrator(site, "admin"),
  ]);
  const id = await submitJersey(site, author, { title, year: 1998 });
  await decide(site, admin, id);
  return id;
}

/** What is said after one change was undone. */
const oneDone = (undo: typeof frUndo) => undo.done_one.replace("{{count, number}}", "1");

const review = (page: Page, title: string) => page.getByRole("article", { name: title });

for (const { prefix, history, texts, size, year, edition, undo } of LANGUAGES) {
  test(`suggests, accepts in part, contests and undoes, at ${prefix || "/"}, ${size.width} px`, async ({
    page,
    site,
    browser,
  }) => {
    const lang = prefix.slice(1) || "fr";
    const title = `Maillot à corriger ${lang}`;
    const id = await publicJersey(site, title);
    const [member, reviewer, other] = await Promise.all([
      createMember(site, "suggester", lang),
      createReviewer(site, "reviewer", lang),
      createReviewer(site, "other", lang),
    ]);
    await page.setViewportSize(size);
    await signInAs(page, member);
    await page.goto(`${prefix}/jersey/${id}`);
    await clickAlive(page.getByRole("link", { name: texts.title, exact: true }));
    await expect(page.getByRole("heading", { name: texts.title, level: 1 })).toBeVisible();

    // Nothing is sent without a source, and what was typed survives a reload.
    await page.getByLabel(year, { exact: true }).fill("1999");
    await page.getByLabel(edition, { exact: true }).fill("Finale");
    const changes = page.getByRole("region", { name: texts.changes });
    await expect(changes).toContainText(/1998.*1999/);
    await page.getByRole("button", { name: texts.send }).click();
    const source = page.getByLabel(texts.source.label);
    await expect(source).toBeFocused();
    await source.fill("Programme du match, page 3.");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByLabel(year, { exact: true })).toHaveValue("1999");
    await expect(changes).toContainText("Finale");
    await page.getByRole("button", { name: texts.send }).click();
    await expect(page.getByRole("link", { name: texts.toMine })).toBeVisible();

    // Reviewers see what is theirs, and decide part by part.
    const desk = await browserOf(browser, site, reviewer);
    await desk.setViewportSize(size);
    await desk.goto(`${prefix}/admin?tab=suggestions`);
    await expect(desk.getByRole("tab")).toHaveCount(3);
    const card = review(desk, title);
    await expect(card).toContainText("Programme du match, page 3.");
    await card.getByRole("button", { name: texts.queue.decide }).click();
    await expect(card.getByText(texts.queue.undecided).first()).toBeVisible();
    const part = (name: string) =>
      card.getByRole("group", { name: texts.queue.part.replace("{{part}}", name) });
    // One reason is enough for all that is refused.
    await part(year).getByLabel(texts.queue.refuse).check();
    await expect(card.getByText(texts.queue.claimedByYou)).toBeVisible();
    await part(edition).getByLabel(texts.queue.refuse).check();
    await card.getByRole("button", { name: texts.queue.decide }).click();
    await expect(card.getByText(texts.queue.reasonRequired)).toHaveCount(2);
    await part(edition).getByLabel(texts.queue.reason).selectOption("no_source");
    await expect(part(year).getByLabel(texts.queue.reason)).toHaveValue("no_source");
    await part(year).getByLabel(texts.queue.accept).check();
    await expectNoSidewaysScroll(desk);
    await expectAccessible(desk);
    await card.getByRole("button", { name: texts.queue.decide }).click();
    await expect(desk.getByText(texts.queue.decided)).toBeVisible();
    await expect(card).toHaveCount(0);

    // The member reads both, and contests once.
    await page.getByRole("link", { name: texts.toMine }).click();
    const item = page.getByRole("listitem").filter({ hasText: texts.status.partly });
    await expect(item.first()).toContainText(texts.reasons.no_source);
    await expectAccessible(page);
    await page.getByRole("button", { name: new RegExp(`^${texts.contest.open}`) }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(texts.contest.words).fill("La page 3 est au musée du club.");
    await dialog.getByRole("button", { name: texts.contest.send }).click();
    await expect(page.getByText(texts.mine.contested)).toBeVisible();
    await expect(
      page.getByRole("button", { name: new RegExp(`^${texts.contest.open}`) }),
    ).toHaveCount(0);

    // Another reviewer decides by keyboard; only what was refused waits.
    const second = await browserOf(browser, site, other);
    await second.goto(`${prefix}/admin?tab=suggestions`);
    const contested = review(second, title);
    await expect(contested).toContainText("La page 3 est au musée du club.");
    await expect(contested).not.toContainText("1999");
    await expect(contested).toContainText(texts.queue.alreadyAccepted.replace("{{parts}}", year));
    await expect(contested).toContainText(texts.reasons.no_source);
    await expect(contested).toBeFocused();
    await second.keyboard.press("a");
    await second.keyboard.press("s");
    await expect(second.getByText(texts.queue.decided)).toBeVisible();

    // The history is public and needs no scripts.
    const address = `${prefix}/${history}/jersey/${id}`;
    const html = await (await fetch(site.url + address)).text();
    expect(html).toContain("1999");
    expect(html).toContain("noindex");
    expect(html).toContain(member.user.user_metadata.username ?? texts.history.kinds.suggestion);

    // A reviewer puts a field back, with a reason.
    await second.goto(address);
    const version = second
      .getByRole("listitem")
      .filter({ hasText: texts.history.kinds.suggestion })
      .filter({ hasText: "1999" });
    await version.getByRole("button", { name: undo.version.open }).click();
    const undoing = second.getByRole("dialog");
    await undoing.getByRole("button", { name: undo.confirm }).click();
    await expect(undoing.getByText(undo.reason.missing)).toBeVisible();
    await undoing.getByLabel(undo.reason.words).fill("Le programme est de 1998.");
    await expectAccessible(second);
    await undoing.getByRole("button", { name: undo.confirm }).click();
    await expect(second.getByText(oneDone(undo))).toBeVisible();
    await expect(
      second.getByRole("listitem").filter({ hasText: "Le programme est de 1998." }),
    ).toBeVisible();
    await expect(version.getByText(texts.history.undone)).toBeVisible();
    await expectNoSidewaysScroll(second);
    // It says so too where the undoing is not: on an earlier page, and in the lists of its member.
    const { data: revision } = await clientOf(site, member)
      .from("revisions")
      .select("id")
      .eq("target_id", id)
      .eq("kind", "undo")
      .single()
      .throwOnError();
    const { data: profile } = await clientOf(site, member)
      .from("profiles")
      .select("username")
      .eq("id", member.user.id)
      .single()
      .throwOnError();
    for (const path of [
      `${address}?before=${revision.id}`,
      `${prefix}/${history}/member/${profile.username}`,
    ]) {
      await second.goto(path);
      await expect(version.getByText(texts.history.undone, { exact: true }), path).toBeVisible();
    }
    await page.goto(`${prefix}/account/suggestions`);
    await expect(page.getByText(texts.status.undonePartly)).toBeVisible();
    const { data: jersey } = await clientOf(site, member)
      .from("jerseys")
      .select("year, edition")
      .eq("id", id)
      .single()
      .throwOnError();
    expect(jersey).toEqual({ year: 1998, edition: "Finale" });
  });
}

test("leads visitors to sign in, and back to the photos that they wanted to add", async ({
  page,
  site,
}) => {
  const id = await publicJersey(site, "Maillot à photographier");
  const member = await createMember(site, "photographer");
  await page.goto(`/jersey/${id}`);
  await clickAlive(page.getByRole("link", { name: "Ajouter une photo" }));
  await expect(page.getByText("Connectez-vous pour suggérer une correction.")).toBeVisible();
  await fillSignIn(page, member.user.email!);
  await expect(page).toHaveURL(new RegExp(`/suggest/jersey/${id}#photos$`));

  const photos = page.getByRole("region", { name: fr.photos.title });
  const create = { width: 1500, height: 1200, channels: 3, background: "red" } as const;
  const buffer = await sharp({ create }).jpeg().toBuffer();
  await photos
    .getByLabel(fr.photos.add)
    .setInputFiles([{ name: "dos.jpg", mimeType: "image/jpeg", buffer }]);
  // Files that were chosen before the statement wait for it.
  const statement = photos.getByLabel(/^Ces photos sont les miennes/);
  await expect(statement).toBeFocused();
  await statement.check();
  await photos.getByLabel("Ce que montre la photo 1").selectOption("back");
  await page.getByLabel(fr.source.label).fill("Photo de mon maillot.");
  await expectAccessible(page);
  await page.getByRole("button", { name: fr.send }).click();
  await expect(page.getByRole("link", { name: fr.toMine })).toBeVisible();

  // One's own open suggestion is changed or withdrawn where it was made.
  await page.goto(`/suggest/jersey/${id}`);
  await expect(page.getByText(fr.open)).toBeVisible();
  await expect(photos.getByLabel("Ce que montre la photo 1")).toHaveValue("back");
  await page.getByRole("button", { name: fr.withdraw.open, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: fr.withdraw.confirm }).click();
  await expect(page.getByText(fr.withdraw.done)).toBeVisible();
  await expect(page.getByText(fr.open)).toHaveCount(0);
});

test("changes each of two suggestions about one page; an outdated refusal is forgotten", async ({
  page,
  site,
}) => {
  const id = await publicJersey(site, "Maillot deux fois suggéré");
  const member = await createMember(site, "twofold");
  const client = clientOf(site, member);
  for (const edition of ["Première", "Seconde"]) {
    await client
      .rpc("suggest", {
        ...{ target_type: "jersey", target_id: id, changes: { edition } },
        ...{ source: "Vu sur mon maillot.", photos: [] },
      })
      .throwOnError();
  }
  await signInAs(page, member);
  await page.goto("/account/suggestions");
  for (const edition of ["Première", "Seconde"]) {
    const item = page.getByRole("listitem").filter({ hasText: edition });
    await item.getByRole("link", { name: new RegExp(`^${fr.mine.edit}`) }).click();
    await expect(page.getByLabel("Édition", { exact: true })).toHaveValue(edition);
    await page.goBack();
  }

  const other = await publicJersey(site, "Maillot bien décrit");
  await page.goto(`/suggest/jersey/${other}`);
  await page.getByLabel(fr.source.label).fill("Vu sur mon maillot.");
  await page.getByRole("button", { name: fr.send }).click();
  await expect(page.getByText(fr.errors.suggestion_empty)).toBeVisible();
  await page.getByLabel("Édition", { exact: true }).fill("Finale");
  await expect(page.getByText(fr.errors.suggestion_empty)).toHaveCount(0);
});

test("puts another photo first: suggested on a phone, reviewed on a desk, undone", async ({
  page,
  site,
  browser,
}) => {
  const [author, admin, member, reviewer] = await Promise.all([
    createMember(site, "author"),
    createAdministrator(site, "admin"),
    createMember(site, "arranger"),
    createReviewer(site, "reviewer", "en"),
  ]);
  const title = "Maillot de dos d’abord";
  const id = await submitJersey(site, author, { title, year: 1998 });
  const client = clientOf(site, author);
  for (const [position, background] of ["navy", "gold"].entries()) {
    const create = { width: 900, height: 900, channels: 3, background } as const;
    const path = `${author.user.id}/${background}-${id}.webp`;
    const file = await sharp({ create }).webp().toBuffer();
    const { error } = await client.storage
      .from("jerseys")
      .upload(path, file, { contentType: "image/webp" });
    expect(error).toBeNull();
    const url = `/storage/v1/object/public/jerseys/${path}`;
    await client.from("jersey_images").insert({ jersey_id: id, url, position }).throwOnError();
  }
  await decide(site, admin, id);

  await page.setViewportSize({ width: 360, height: 780 });
  await signInAs(page, member);
  await page.goto(`/suggest/jersey/${id}`);
  const photos = page.getByRole("region", { name: fr.arrangement.title });
  await photos.getByRole("button", { name: "Mettre la photo 2 en couverture" }).click();
  await photos.getByLabel("Ce que montre la photo 1").selectOption("back");
  const changes = page.getByRole("region", { name: fr.changes });
  await expect(changes.getByRole("listitem")).toHaveCount(4);
  await page.reload();
  await expect(photos.getByLabel("Ce que montre la photo 1")).toHaveValue("back");
  await expect(changes).toContainText(fr.fields.photos);
  await page.getByLabel(fr.source.label).fill("Le dos est bien plus beau.");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: fr.send }).click();
  await expect(page.getByRole("link", { name: fr.toMine })).toBeVisible();

  const desk = await browserOf(browser, site, reviewer);
  await desk.goto("/en/admin?tab=suggestions");
  const card = review(desk, title);
  await expect(card.getByRole("listitem").getByRole("img")).toHaveCount(4);
  await expectAccessible(desk);
  await card.getByLabel(en.queue.accept).check();
  await card.getByRole("button", { name: en.queue.decide }).click();
  await expect(desk.getByText(en.queue.decided)).toBeVisible();

  // The page and its history show it at once; who suggested it is told.
  await desk.goto(`/en/jersey/${id}`);
  const gallery = desk.getByRole("region", { name: `Photos of “${title}”` });
  await expect(gallery.getByRole("img").first()).toHaveAttribute("src", /gold-/);
  await expect(gallery.getByText(en.photos.kinds.back)).toBeVisible();
  await page.goto("/account/notices");
  await expect(page.getByText(fr.fields.photos)).toBeVisible();

  await desk.goto(`/en/history/jersey/${id}`);
  await desk.getByRole("button", { name: enUndo.version.open }).first().click();
  const undoing = desk.getByRole("dialog");
  await undoing.getByLabel(enUndo.reason.words).fill("The front comes first.");
  await undoing.getByRole("button", { name: enUndo.confirm }).click();
  await expect(desk.getByText(oneDone(enUndo))).toBeVisible();
  await desk.goto(`/en/jersey/${id}`);
  await expect(gallery.getByRole("img").first()).toHaveAttribute("src", /navy-/);
});

test("corrects a team, and leaves texts of one's own jersey to its page", async ({
  page,
  site,
}) => {
  const [author, admin] = await Promise.all([
    createMember(site, "author"),
    createAdministrator(site, "admin"),
  ]);
  const id = await submitJersey(site, author, { title: "Maillot à moi", year: 1998 });
  await decide(site, admin, id);
  await signInAs(page, author);
  await page.goto(`/suggest/jersey/${id}`);
  await expect(page.getByText(fr.own)).toBeVisible();
  await expect(page.getByLabel("Titre")).toHaveCount(0);
  await expect(page.getByRole("region", { name: fr.photos.title })).toHaveCount(0);

  const { data: team } = await clientOf(site, author)
    .from("teams")
    .select("id, founded_year")
    .eq("slug", "paris-saint-germain")
    .single()
    .throwOnError();
  await page.goto(`/team/${team.id}`);
  await clickAlive(page.getByRole("link", { name: fr.title, exact: true }));
  await page.getByLabel(fr.fields.founded_year).fill("1776x");
  await page.getByLabel(fr.source.label).fill("https://www.psg.fr/club");
  await page.getByRole("button", { name: fr.send }).click();
  await expect(page.getByText(fr.problems.foundedYear)).toBeVisible();
  await page.getByLabel(fr.fields.founded_year).fill("1971");
  await page.getByRole("button", { name: fr.send }).click();
  await expect(page.getByRole("link", { name: fr.toMine })).toBeVisible();

  // An administrator's conflict: the page has changed meanwhile.
  await clientOf(site, admin)
    .from("teams")
    .update({ founded_year: 1969 })
    .eq("id", team.id)
    .throwOnError();
  const desk = await browserOf(page.context().browser()!, site, admin);
  await desk.goto("/admin?tab=suggestions");
  await desk.getByLabel(fr.queue.kind).selectOption("team");
  const card = desk.getByRole("article", { name: "Paris Saint-Germain" });
  await expect(card).toContainText(fr.queue.conflict.replace("{{value}}", "1969"));
  await card.getByLabel(fr.queue.accept).check();
  await card.getByRole("button", { name: fr.queue.decide }).click();
  await expect(card.getByText(fr.queue.overwriteRequired)).toBeVisible();
  await card.getByLabel(fr.queue.overwrite).check();
  await card.getByRole("button", { name: fr.queue.decide }).click();
  await expect(desk.getByText(fr.queue.decided)).toBeVisible();
  // As the other tests have it.
  await clientOf(site, admin)
    .from("teams")
    .update({ founded_year: team.founded_year })
    .eq("id", team.id)
    .throwOnError();
});

test("offers the photo of a copy to the catalogue", async ({ page, site }) => {
  const id = await publicJersey(site, "Maillot de ma collection");
  const member = await createMember(site, "collector");
  await signInAs(page, member);
  await page.goto(`/jersey/${id}`);
  await page
    .getByRole("group", { name: "Collection et wishlist" })
    .getByRole("button", { name: "Collection" })
    .click();
  await page.getByRole("button", { name: "Ajouter des détails" }).click();
  const editor = page.getByRole("dialog").filter({ has: page.getByLabel("Taille") });
  const create = { width: 1500, height: 1200, channels: 3, background: "green" } as const;
  const buffer = await sharp({ create }).jpeg().toBuffer();
  await editor
    .getByLabel("Ajouter des photos")
    .setInputFiles([{ name: "face.jpg", mimeType: "image/jpeg", buffer }]);
  await editor.getByRole("button", { name: "Proposer au catalogue la photo 1" }).click();
  const offer = page.getByRole("dialog", { name: fr.offer.title });
  await offer.getByRole("button", { name: fr.offer.send }).click();
  await expect(offer.getByLabel(/^Ces photos sont les miennes/)).toBeFocused();
  await offer.getByLabel(/^Ces photos sont les miennes/).check();
  await offer.getByLabel("Licence").selectOption("CC-BY-SA-4.0");
  await expectAccessible(page);
  await offer.getByRole("button", { name: fr.offer.send }).click();
  await expect(page.getByText(fr.offer.done)).toBeVisible();
  const { data } = await clientOf(site, member)
    .from("suggestions")
    .select("target_id, status, photos:suggestion_photos(kind, licence)")
    .throwOnError();
  expect(data).toEqual([
    {
      ...{ target_id: id, status: "open" },
      photos: [{ kind: "front", licence: "CC-BY-SA-4.0" }],
    },
  ]);

  // Once accepted it is on the page, with what it shows, and in the history.
  const reviewer = clientOf(site, await createReviewer(site, "reviewer"));
  const { data: queue } = await reviewer.rpc("suggestion_queue").throwOnError();
  type Waiting = { id: string; target_id: string; edited_at: string; pending: string[] };
  const waiting = (queue as Waiting[]).find(({ target_id }) => target_id === id)!;
  await reviewer
    .rpc("decide_suggestion", {
      suggestion_id: waiting.id,
      verdicts: { [waiting.pending[0]!]: { accepted: true } },
      seen: waiting.edited_at,
    })
    .throwOnError();
  // A kept page is outdated a moment after somebody else's decision.
  await expect(async () => {
    await page.goto(`/jersey/${id}`);
    await expect(
      page.getByRole("region", { name: /^Photos de « Maillot/ }).getByText(fr.photos.kinds.front),
    ).toBeVisible({ timeout: 5000 });
  }).toPass();
  await page.goto(`/historique/jersey/${id}`);
  await expect(page.getByText(fr.history.kinds.photo).first()).toBeVisible();
  await expect(page.getByRole("listitem").locator("img").first()).toBeVisible();

  // Undone, its file is withheld: the history names it, without a broken picture.
  const { data: versions } = await reviewer
    .rpc("history", { target_type: "jersey", target_id: id })
    .throwOnError();
  await reviewer
    .rpc("undo", { revision_id: versions[0].id, reason: "La photo d'un autre" })
    .throwOnError();
  // Another browser: this one has stored the picture.
  const visitor = await (await page.context().browser()!.newContext()).newPage();
  await visitor.goto(`${site.url}/historique/jersey/${id}`);
  const items = visitor.getByRole("main").getByRole("listitem");
  // In place of both pictures, and as the kind of a version.
  await expect(items.getByText(fr.fields.image, { exact: true })).toHaveCount(3);
  await expect(items.locator("img")).toHaveCount(0);
});
