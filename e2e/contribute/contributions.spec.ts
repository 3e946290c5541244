import enAccount from "../../app/account/messages/en/account.json" with { type: "json" };
import frAccount from "../../app/account/messages/fr/account.json" with { type: "json" };
import { REASON_WORDS } from "../../app/shared/i18n/reasons.ts";
import en from "../../app/contribute/messages/en/contributions.json" with { type: "json" };
import frCommon from "../../app/shared/messages/fr/common.json" with { type: "json" };
import frFacts from "../../app/shared/messages/fr/facts.json" with { type: "json" };
import fr from "../../app/contribute/messages/fr/contributions.json" with { type: "json" };
import form from "../../app/contribute/messages/fr/suggestions.json" with { type: "json" };
import enSuggestions from "../../app/contribute/messages/en/suggestions.json" with { type: "json" };
import submitTexts from "../../app/contribute/messages/fr/submit.json" with { type: "json" };
import catalogueTexts from "../../app/shared/messages/fr/catalogue.json" with { type: "json" };
import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { openFact } from "../support/correction-form.ts";
import { createAdministrator, createReviewer } from "../support/administrators.ts";
import { clickAlive } from "../support/alive.ts";
import { runSql } from "../support/database.ts";
import { clientOf, decide, decideOn, submitJersey, suggest } from "../support/jerseys.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { createMember, fillSignIn, signInAs } from "../support/members.ts";
import { publicJersey } from "../support/public-jerseys.ts";
import { plainPhoto, stateRights } from "../support/submit-form.ts";
import { expect, test } from "../support/test.ts";

const SCREENS = [
  {
    prefix: "",
    texts: fr,
    kinds: form.kinds,
    submissions: frAccount.submissions,
    reasons: REASON_WORDS.fr,
    size: { width: 1440, height: 900 },
  },
  {
    prefix: "/en",
    texts: en,
    kinds: enSuggestions.kinds,
    submissions: enAccount.submissions,
    reasons: REASON_WORDS.en,
    size: { width: 360, height: 780 },
  },
];

for (const { prefix, texts, kinds, submissions, reasons, size } of inEveryLanguage(SCREENS)) {
  test(
    `lists all that a member contributed with its state and reason, at ${prefix || "/"}, ${size.width} px`,
    { tag: "@long" },
    async ({ page, site }) => {
      const lang = prefix.slice(1) || "fr";
      const [member, admin, reviewer] = await Promise.all([
        createMember(site, "contributor", lang),
        createAdministrator(site, "admin"),
        createReviewer(site, "reviewer"),
      ]);
      const rejected = await submitJersey(site, member, { title: "Maillot flou" });
      await decide(site, admin, rejected, "rejected", "quality: Prenez-le de jour.");
      await submitJersey(site, member, { title: "Maillot en attente" });
      const [one, other] = [
        await publicJersey(site, { title: "Vert" }),
        await publicJersey(site, { title: "Vert bis" }),
      ];
      await suggest(site, member, one, { year: 1999, edition: "Finale" });
      await decideOn(site, reviewer, one, {
        edition: { reason: "no_source", note: "Le programme n’en dit rien." },
      });
      await suggest(site, member, other, { merge_into: one });
      await clientOf(site, member)
        .from("reports")
        .insert({ reporter_id: member.user.id, target_type: "jersey", target_id: other })
        .throwOnError();

      await page.setViewportSize(size);
      await signInAs(page, member);
      await page.goto(`${prefix}/account/contributions`);
      const list = page.getByRole("region", { name: texts.others });
      const item = (text: string) => list.getByRole("listitem").filter({ hasText: text });
      await expect(list.getByRole("listitem")).toHaveCount(3);
      await expect(
        page
          .getByRole("region", { name: submissions })
          .getByText(`${reasons.quality} – Prenez-le de jour.`)
          .filter({ visible: true }),
      ).toBeVisible();
      const correction = item(texts.suggestion.partly);
      await expect(correction).toContainText(/1998.*1999/);
      await expect(correction).toContainText(`${reasons.no_source} · Le programme n’en dit rien.`);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);

      // The refusal is contested, once.
      await correction.getByRole("button", { name: new RegExp(`^${texts.contest.open}`) }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: texts.contest.title }).click();
      await expect(dialog.getByLabel(texts.contest.words)).toBeFocused();
      await dialog.getByLabel(texts.contest.words).fill("La page 3 est au musée du club.");
      await dialog.getByRole("button", { name: texts.contest.title }).click();
      const contested = item("La page 3 est au musée du club.");
      await expect(contested).toContainText(texts.contested);
      await expect(contested.getByRole("button")).toHaveCount(1);

      // The merge is withdrawn.
      const merge = item(kinds.merge);
      await merge.getByRole("button", { name: new RegExp(`^${texts.withdraw.open}`) }).click();
      await dialog.getByRole("button", { name: texts.withdraw.confirm }).click();
      await expect(item(texts.suggestion.withdrawn)).toBeVisible();
      await expect(item(texts.suggestion.withdrawn).getByRole("button")).toHaveCount(0);
    },
  );
}

test(
  "says what one can contribute while there is nothing, and when the list can't be read",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "newcomer");
    await signInAs(page, member);
    await page.route(/\/rest\/v1\/suggestions/, (route) => route.fulfill({ status: 400 }));
    await page.goto("/account/contributions");
    await expect(page.getByText(frCommon.error.loadFailed)).toBeVisible();
    await page.unroute(/\/rest\/v1\/suggestions/);
    await page.getByRole("button", { name: frCommon.error.retry }).click();
    await expect(page.getByText(fr.empty)).toBeVisible();
    await expectAccessible(page);
  },
);

test("grows by twenty", async ({ page, site }) => {
  const member = await createMember(site, "prolific");
  await runSql(
    site,
    `insert into public.suggestions (target_type, target_id, title, member_id, changes, was, words, source, status, decided_at, created_at)
     select 'team', gen_random_uuid(), 'Équipe ' || n, $1, '{}', '{}', '{}', 'Vu sur la photo', 'accepted', now(), now() + n * interval '1 minute'
     from generate_series(1, 21) n`,
    [member.user.id],
  );
  await signInAs(page, member);
  await page.goto("/account/contributions");
  const items = page.getByRole("region", { name: fr.others }).getByRole("listitem");
  await expect(items).toHaveCount(20);
  await expect(items.first()).toContainText("Équipe 21");
  await page.getByRole("button", { name: "Afficher la suite" }).click();
  await expect(items).toHaveCount(21);
  await expect(items.last()).toContainText("Équipe 1");
  await expect(page.getByRole("button", { name: "Afficher la suite" })).toHaveCount(0);
});

test("keeps the public version while what its author corrects waits; without a source", async ({
  page,
  site,
}) => {
  const [author, reviewer] = await Promise.all([
    createMember(site, "author"),
    createReviewer(site, "reviewer"),
  ]);
  const id = await publicJersey(site, { title: "Maillot à retoucher" }, { author });
  await signInAs(page, author);
  await page.goto(`/jersey/${id}`);
  const panel = page.getByRole("region", { name: "Vos modifications" });
  await clickAlive(page.getByRole("link", { name: "Modifier ce maillot" }));
  await expect(page.getByText(form.own)).toBeVisible();
  await page.getByText(form.photos.title).click();
  const photos = page.getByRole("region", { name: form.photos.title });
  await stateRights(photos);
  await photos
    .getByLabel(submitTexts.images.choose)
    .setInputFiles([await plainPhoto("vert.jpg", "green")]);
  await expect(photos.getByRole("listitem")).toHaveCount(1);
  await openFact(page, "Édition");
  await page.getByLabel("Édition", { exact: true }).fill("Finale");
  await expect(page.getByLabel(form.source.label)).toHaveCount(0);
  await page.getByRole("button", { name: form.send }).click();
  await page.getByRole("link", { name: form.toPage }).click();
  await expect(panel).toContainText("Modifications en attente de validation");
  await expect(panel).toContainText("Finale");
  await expect(panel.getByRole("img")).toHaveCount(1);
  await expectAccessible(page);

  await decideOn(site, reviewer, id, { edition: { reason: "wrong" } });
  await page.goto("/account/contributions");
  const item = page.getByRole("listitem").filter({ hasText: form.kinds.own });
  await expect(item).toContainText(REASON_WORDS.fr.wrong);
  // The accepted photo is public, and still listed.
  await expect(item.getByRole("img", { name: "Maillot à retoucher" })).toBeVisible();

  // Now the photo goes, and comes back before it is sent.
  await page.goto(`/suggest/jersey/${id}`);
  const online = page.getByRole("region", { name: form.arrangement.title });
  await online.getByRole("button", { name: "Retirer la photo 1 du maillot" }).click();
  await expect(page.getByText("Photos à retirer : 1")).toBeVisible();
  await online.getByRole("button", { name: "Garder la photo 1" }).click();
  await expect(page.getByText("Photos à retirer : 1")).toHaveCount(0);
  await online.getByRole("button", { name: "Retirer la photo 1 du maillot" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: form.send }).click();
  await page.getByRole("link", { name: form.toPage }).click();
  await expect(panel).toContainText(fr.removedPhoto);
  await panel.getByRole("button", { name: new RegExp(`^${fr.withdraw.open}`) }).click();
  await page.getByRole("dialog").getByRole("button", { name: fr.withdraw.confirm }).click();
  await expect(panel).toHaveCount(0);
});

test("takes a photo in two steps, without a source, and thanks in view on a phone", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await publicJersey(site, { title: "Maillot en deux gestes" });
  await signInAs(page, await createMember(site, "two_steps"));
  await page.goto(`/suggest/jersey/${id}#photos`);
  const photos = page.getByRole("region", { name: form.photos.title });
  await photos
    .getByLabel(submitTexts.images.choose)
    .setInputFiles([await plainPhoto("dos.jpg", "red")]);
  await expect(page.getByLabel(form.source.label)).toHaveCount(0);
  await expect(page.getByLabel("Édition", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: form.photos.page })).toBeInViewport();
  // The photo is there, and what is missing is asked for at the end.
  await expect(photos.getByRole("img", { name: "Photo 1" })).toBeVisible();
  await expect(photos.getByText("1 / 5")).toBeVisible();
  const statement = photos.getByLabel(/^Ces photos sont les miennes/);
  await page.getByRole("button", { name: form.send }).click();
  await expect(statement).toBeFocused();
  await expect(statement).toHaveAttribute("aria-invalid", "true");
  await statement.check();
  await expect(photos.getByLabel("Ce que montre la photo 1")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: form.send }).click();
  const thanks = page.getByRole("status").filter({ hasText: form.sent });
  await expect(thanks).toBeFocused();
  await expect(thanks).toBeInViewport({ ratio: 1 });
});

test("a wrong photo is suggested to go, with a reason and without a better one", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await publicJersey(
    site,
    { title: "Maillot à la mauvaise photo" },
    { photos: ["red"] },
  );
  await signInAs(page, await createMember(site, "wrong_photo"));
  await page.goto(`/suggest/jersey/${id}#photos`);
  const online = page.getByRole("region", { name: form.arrangement.title });
  const source = page.getByLabel(form.source.label);
  await expect(source).toHaveCount(0);
  await online.getByRole("button", { name: "Retirer la photo 1 du maillot" }).click();
  await expect(page.getByText("Photos à retirer : 1")).toBeVisible();
  await page.getByRole("button", { name: form.send }).click();
  await expect(source).toBeFocused();
  await source.fill("On y voit le maillot de la saison suivante.");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: form.send }).click();
  await expect(page.getByRole("status").filter({ hasText: form.sent })).toBeFocused();
});

test("a photo of a label asks for the label's code, and stays meanwhile", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await publicJersey(site, { title: "Maillot à étiquette" });
  await signInAs(page, await createMember(site, "label_reader"));
  await page.goto(`/suggest/jersey/${id}#photos`);
  const photos = page.getByRole("region", { name: form.photos.title });
  await photos
    .getByLabel(submitTexts.images.choose)
    .setInputFiles([await plainPhoto("dedans.jpg", "white")]);
  const statement = photos.getByLabel(/^Ces photos sont les miennes/);
  await statement.check();
  await expect(photos.getByText(form.photos.code)).toHaveCount(0);
  await photos.getByLabel("Ce que montre la photo 1").selectOption("label");
  await expect(photos.getByText(form.photos.code)).toBeVisible();
  await expectAccessible(page);
  await photos.getByRole("link", { name: form.photos.toCode }).click();
  const codes = page.getByLabel("Codes de l’étiquette");
  await expect(codes).toBeFocused();
  await codes.fill("CD4185-422");
  await expect(page.getByRole("img", { name: "Photo 1" })).toBeVisible();
  await expect(page.getByLabel("Ce que montre la photo 1")).toHaveValue("label");
  await expectNoSidewaysScroll(page);
});

test("opens a correction with the fact that its link names, and sending in view on a phone", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await publicJersey(site, { title: "Maillot à préciser" });
  await signInAs(page, await createMember(site, "precise"));
  await page.goto(`/suggest/jersey/${id}#edition`);
  const edition = page.getByLabel("Édition", { exact: true });
  await expect(edition).toBeFocused();
  await edition.fill("Finale");
  // Nothing else, and what follows is in view; the other facts are one press away, each with its value.
  const fields = page.locator("form input:not([type=checkbox]), form select");
  await expect(fields).toHaveCount(1);
  await expect(page.getByText("entrent dans le domaine public, sous CC0.")).toBeVisible();
  const send = page.getByRole("button", { name: form.send });
  await expect(page.getByLabel(form.source.label)).toBeInViewport({ ratio: 1 });
  await expect(send).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/^Corrections\s: 1$/)).toBeVisible();
  await page.getByRole("button", { name: form.otherFacts }).click();
  await expect(page.getByRole("button", { name: /^Année\s*1998$/ })).toBeVisible();
  await expect(edition).toHaveValue("Finale");
  await expect(send).toBeInViewport({ ratio: 1 });
  // Another league empties what depends on it, in view.
  await openFact(page, "Sport");
  await page.getByLabel("Sport").selectOption("NBA");
  await expect(page.getByLabel("Compétition")).toBeVisible();
  await page.getByLabel(form.source.label).fill("Vu sur mon maillot.");
  await send.click();
  await expect(page.getByLabel("Compétition")).toHaveAttribute("aria-invalid", "true");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test(
  "leads visitors to sign in, and back to the photos that they wanted to add",
  { tag: "@long" },
  async ({ page, site }) => {
    const id = await publicJersey(site, { title: "Maillot à photographier" });
    const member = await createMember(site, "photographer");
    await page.goto(`/jersey/${id}`);
    await page.getByRole("button", { name: "Autres actions" }).click();
    await clickAlive(page.getByRole("link", { name: "Ajouter une photo" }));
    await expect(
      page.getByText("Créez un compte ou connectez-vous pour suggérer une correction."),
    ).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Se connecter", exact: true }).click();
    await fillSignIn(page, member.user.email!);
    await expect(page).toHaveURL(new RegExp(`/suggest/jersey/${id}#photos$`));

    const photos = page.getByRole("region", { name: form.photos.title });
    await photos
      .getByLabel(submitTexts.images.choose)
      .setInputFiles([await plainPhoto("dos.jpg", "red")]);
    // Files that were chosen before the statement wait for it.
    const statement = photos.getByLabel(/^Ces photos sont les miennes/);
    await statement.check();
    await photos.getByLabel("Ce que montre la photo 1").selectOption("back");
    await expectAccessible(page);
    await page.getByRole("button", { name: form.send }).click();
    await expect(page.getByRole("link", { name: submitTexts.seeMine })).toBeVisible();

    // What is added goes into the open suggestion.
    await page.goto(`/suggest/jersey/${id}`);
    await expect(page.getByText(form.open)).toBeVisible();
    await expect(photos.getByLabel("Ce que montre la photo 1")).toHaveValue("back");
    await openFact(page, "Édition");
    await page.getByLabel("Édition", { exact: true }).fill("Finale");
    await page.getByRole("button", { name: form.save }).click();
    // A photo is its own source, a fact needs one.
    const source = page.getByLabel(form.source.label);
    await expect(source).toBeFocused();
    await source.fill("Cousu sur le col.");
    await page.getByRole("button", { name: form.save }).click();
    await page.getByRole("link", { name: submitTexts.seeMine }).click();
    const item = page.getByRole("region", { name: fr.others }).getByRole("listitem");
    await expect(item).toContainText("Finale");
    await expect(item).toContainText(catalogueTexts.photo.back);
    await expect(item.getByRole("link", { name: /^Modifier/ })).toHaveAttribute(
      "href",
      `/suggest/jersey/${id}`,
    );
    await expect(item.getByRole("img", { name: "Maillot à photographier" })).toBeVisible();
  },
);

test(
  "keeps what was typed, and forgets why the version before was refused",
  { tag: "@long" },
  async ({ page, site }) => {
    const id = await publicJersey(site, { title: "Maillot bien décrit" });
    await signInAs(page, await createMember(site, "typist"));
    await page.goto(`/suggest/jersey/${id}`);
    await openFact(page, "Année");
    await expect(page.getByLabel("Année", { exact: true })).toBeFocused();
    await page.getByLabel("Année", { exact: true }).fill("1999");
    await expect(page.getByRole("region", { name: form.changes })).toContainText(/1998.*1999/);
    await page.getByRole("button", { name: form.send }).click();
    const source = page.getByLabel(form.source.label);
    await expect(source).toBeFocused();
    await source.fill("Vu sur mon maillot.");
    await page.reload();
    await expect(page.getByLabel("Année", { exact: true })).toHaveValue("1999");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByLabel("Année", { exact: true }).fill("1998");
    await page.getByRole("button", { name: form.send }).click();
    await expect(page.getByText(form.errors.suggestion_empty)).toBeVisible();
    await openFact(page, "Édition");
    await page.getByLabel("Édition", { exact: true }).fill("Finale");
    await expect(page.getByText(form.errors.suggestion_empty)).toHaveCount(0);
  },
);

test(
  "corrects a team, and facts of one's own jersey with a source",
  { tag: "@long" },
  async ({ page, site }) => {
    const author = await createMember(site, "author");
    const id = await publicJersey(site, { title: "Maillot à moi" }, { author });
    // What a client of the specification writes waits; what is corrected goes into it.
    await clientOf(site, author)
      .from("jerseys")
      .update({ edition: "Finale" })
      .eq("id", id)
      .throwOnError();
    await signInAs(page, author);
    await page.goto(`/suggest/jersey/${id}`);
    await expect(page.getByText(form.own)).toBeVisible();
    await expect(page.getByLabel("Édition", { exact: true })).toHaveValue("Finale");
    await openFact(page, "Année");
    await page.getByLabel("Année", { exact: true }).fill("1999");
    await page.getByLabel(form.source.label).fill("L’étiquette le dit.");
    await page.getByRole("button", { name: form.save }).click();
    await page.getByRole("link", { name: submitTexts.seeMine }).click();
    const item = page.getByRole("listitem").filter({ hasText: form.kinds.own });
    await expect(item).toContainText("Finale");
    await expect(item).toContainText(/1998.*1999/);

    const { data: team } = await clientOf(site, author)
      .from("teams")
      .select("id")
      .eq("slug", "paris-saint-germain")
      .single()
      .throwOnError();
    await page.goto(`/team/${team.id}`);
    await page.getByRole("button", { name: "Autres actions" }).click();
    await clickAlive(page.getByRole("link", { name: form.title, exact: true }));
    await openFact(page, frFacts.founded_year);
    await page.getByLabel(frFacts.founded_year).fill("1776x");
    await page.getByLabel(form.source.label).fill("https://www.psg.fr/club");
    await page.getByRole("button", { name: form.send }).click();
    await expect(page.getByText(form.problems.foundedYear)).toBeVisible();
    await page.getByLabel(frFacts.founded_year).fill("1971");
    await page.getByRole("button", { name: form.send }).click();
    await page.getByRole("link", { name: submitTexts.seeMine }).click();
    const correction = page.getByRole("listitem").filter({ hasText: frFacts.team });
    await correction.getByRole("button", { name: new RegExp(`^${fr.withdraw.open}`) }).click();
    await page.getByRole("dialog").getByRole("button", { name: fr.withdraw.confirm }).click();
    await expect(correction).toContainText(fr.suggestion.withdrawn);
  },
);

test("offers the photo of a copy to the catalogue", { tag: "@long" }, async ({ page, site }) => {
  const id = await publicJersey(site, { title: "Maillot de ma collection" });
  const [member, reviewer] = await Promise.all([
    createMember(site, "collector"),
    createReviewer(site, "reviewer"),
  ]);
  await signInAs(page, member);
  await page.goto(`/jersey/${id}`);
  await page
    .getByRole("group", { name: "Collection et wishlist" })
    .getByRole("button", { name: "Je l’ai" })
    .click();
  await page.getByRole("button", { name: "Ajouter des détails" }).click();
  const editor = page.getByRole("dialog").filter({ has: page.getByLabel("Taille") });
  await editor
    .getByLabel("Ajouter des photos")
    .setInputFiles([await plainPhoto("face.jpg", "green")]);
  await editor.getByRole("button", { name: "Proposer la photo 1 au catalogue" }).click();
  const offer = page.getByRole("dialog", { name: form.offer.title });
  await offer.getByRole("button", { name: form.offer.send }).click();
  await expect(offer.getByLabel(/^Ces photos sont les miennes/)).toBeFocused();
  await offer.getByLabel(/^Ces photos sont les miennes/).check();
  await offer.getByLabel("Licence des photos").selectOption("CC-BY-SA-4.0");
  await expectAccessible(page);
  await offer.getByRole("button", { name: form.offer.send }).click();
  await expect(page.getByText(form.offer.done)).toBeVisible();
  const { data } = await clientOf(site, member)
    .from("suggestions")
    .select("target_id, kind, status, photos:jersey_images(kind, licence)")
    .throwOnError();
  expect(data).toEqual([
    {
      ...{ target_id: id, kind: "photos", status: "open" },
      photos: [{ kind: "front", licence: "CC-BY-SA-4.0" }],
    },
  ]);

  await decideOn(site, reviewer, id);
  // A kept page is outdated a moment after somebody else's decision.
  await expect(async () => {
    await page.goto(`/jersey/${id}`);
    await expect(
      page
        .getByRole("region", { name: /^Images de « Maillot/ })
        .getByText(catalogueTexts.photo.front),
    ).toBeVisible({ timeout: 5000 });
  }).toPass();
  await page.goto("/account/contributions");
  await expect(
    page.getByRole("listitem").filter({ hasText: fr.suggestion.accepted }),
  ).toBeVisible();
});
