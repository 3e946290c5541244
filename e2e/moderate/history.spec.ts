import { REASON_WORDS } from "../../app/shared/i18n/reasons.ts";
import enMine from "../../app/contribute/messages/en/contributions.json" with { type: "json" };
import en from "../../app/contribute/messages/en/suggestions.json" with { type: "json" };
import enCatalogue from "../../app/shared/messages/en/catalogue.json" with { type: "json" };
import enUndo from "../../app/moderate/messages/en/undo.json" with { type: "json" };
import frMine from "../../app/contribute/messages/fr/contributions.json" with { type: "json" };
import fr from "../../app/contribute/messages/fr/suggestions.json" with { type: "json" };
import frUndo from "../../app/moderate/messages/fr/undo.json" with { type: "json" };
import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { createReviewer } from "../support/administrators.ts";
import { clientOf, decideOn, suggest } from "../support/jerseys.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { browserOf, createMember, signInAs } from "../support/members.ts";
import { publicJersey, uploadPhoto } from "../support/public-jerseys.ts";
import { expect, test } from "../support/test.ts";

const LANGUAGES = [
  {
    ...{
      prefix: "",
      history: "historique",
      texts: fr,
      mine: frMine,
      undo: frUndo,
    },
    size: { width: 1440, height: 900 },
  },
  {
    ...{
      prefix: "/en",
      history: "history",
      texts: en,
      mine: enMine,
      undo: enUndo,
    },
    size: { width: 360, height: 780 },
  },
];

/** What is said after one change was undone. */
const oneDone = (undo: { done: string }) => undo.done.replace("{{count, number}}", "1");

for (const { prefix, history, texts, mine, undo, size } of inEveryLanguage(LANGUAGES)) {
  test(
    `shows what was accepted and undone, also without scripts, at ${prefix || "/"}, ${size.width} px`,
    { tag: "@long" },
    async ({ page, site, browser }) => {
      const lang = prefix.slice(1) || "fr";
      const id = await publicJersey(site, { title: `Maillot corrigé ${lang}` });
      const [member, reviewer] = await Promise.all([
        createMember(site, "suggester", lang),
        createReviewer(site, "reviewer", lang),
      ]);
      await suggest(site, member, id, { year: 1999 });
      await decideOn(site, reviewer, id);
      await suggest(site, member, id, { edition: "Finale" });
      await decideOn(site, reviewer, id);
      const address = `${prefix}/${history}/jersey/${id}`;
      const html = await (await fetch(site.url + address)).text();
      expect(html).toContain("1999");
      expect(html).toContain("noindex");
      // The shirt is its head; what waits elsewhere on the site is no part of it.
      await page.setViewportSize(size);
      await page.goto(address);
      const head = page.locator("main header");
      await expect(head.locator("img")).toBeInViewport();
      await expect(page.getByRole("link", { name: texts.history.back })).toBeInViewport();
      await expect(page.locator("main")).not.toContainText(/Sur tout le site|Across the site/);
      expect(html).toContain(member.user.user_metadata.username ?? texts.history.kinds.suggestion);

      // A reviewer puts a field back, with a reason.
      const reviewPage = await browserOf(browser, site, reviewer);
      await reviewPage.setViewportSize(size);
      await reviewPage.goto(address);
      const version = reviewPage
        .getByRole("listitem")
        .filter({ hasText: texts.history.kinds.suggestion })
        .filter({ hasText: "1999" });
      await version
        .getByRole("button", {
          name: prefix === "" ? /^Annuler la modification/ : /^Undo the change/,
        })
        .click();
      const undoing = reviewPage.getByRole("dialog");
      await undoing.getByRole("button", { name: undo.confirm }).click();
      await expect(undoing.getByText(texts.reason.missing)).toBeVisible();
      await undoing.getByRole("radio").first().check();
      await undoing.getByLabel(texts.reason.note).fill("Le programme est de 1998.");
      await expectAccessible(reviewPage);
      await undoing.getByRole("button", { name: undo.confirm }).click();
      await expect(reviewPage.getByText(oneDone(undo))).toBeVisible();
      await expect(
        reviewPage.getByRole("listitem").filter({ hasText: "Le programme est de 1998." }),
      ).toBeVisible();
      await expect(version.getByText(texts.history.undone)).toBeVisible();
      await expectNoSidewaysScroll(reviewPage);
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
        await reviewPage.goto(path);
        await expect(version.getByText(texts.history.undone, { exact: true }), path).toBeVisible();
      }
      await signInAs(page, member);
      await page.goto(`${prefix}/account/contributions`);
      await expect(page.getByText(mine.suggestion.undone)).toBeVisible();
      const { data: jersey } = await clientOf(site, member)
        .from("jerseys")
        .select("year, edition")
        .eq("id", id)
        .single()
        .throwOnError();
      expect(jersey).toEqual({ year: 1998, edition: "Finale" });
    },
  );
}

test(
  "puts another photo first: suggested on a phone, accepted, undone",
  { tag: "@long" },
  async ({ page, site, browser }) => {
    const [member, reviewer] = await Promise.all([
      createMember(site, "arranger"),
      createReviewer(site, "reviewer", "en"),
    ]);
    const title = "Maillot de dos d’abord";
    const id = await publicJersey(site, { title }, { photos: ["navy", "gold"] });
    await page.setViewportSize({ width: 360, height: 780 });
    await signInAs(page, member);
    await page.goto(`/suggest/jersey/${id}`);
    const photos = page.getByRole("region", { name: fr.arrangement.title });
    await photos.getByText(fr.arrangement.title).click();
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
    await page.getByRole("link", { name: "Voir mes contributions" }).click();
    await expect(page.getByRole("main").getByRole("img", { name: "Photo 2 – Dos" })).toBeVisible();
    await decideOn(site, reviewer, id);

    // The page and its history show it at once; who suggested it is told.
    const reviewPage = await browserOf(browser, site, reviewer);
    await reviewPage.goto(`/en/jersey/${id}`);
    const gallery = reviewPage.getByRole("region", { name: `Images of “${title}”` });
    await expect(gallery.getByRole("img").first()).toHaveAttribute("src", /gold-/);
    await expect(gallery.getByText(enCatalogue.photo.back)).toBeVisible();
    await reviewPage.goto(`/en/history/jersey/${id}`);
    await reviewPage
      .getByRole("button", { name: /^Undo the change/ })
      .first()
      .click();
    const undoing = reviewPage.getByRole("dialog");
    await undoing.getByLabel(REASON_WORDS.en.other).check();
    await undoing.getByLabel(en.reason.note).fill("The front comes first.");
    await undoing.getByRole("button", { name: enUndo.confirm }).click();
    await expect(reviewPage.getByText(oneDone(enUndo))).toBeVisible();
    await reviewPage.goto(`/en/jersey/${id}`);
    await expect(gallery.getByRole("img").first()).toHaveAttribute("src", /navy-/);
  },
);

test(
  "names a photo that was undone, without a broken picture",
  { tag: "@long" },
  async ({ page, site, browser }) => {
    const id = await publicJersey(site, { title: "Maillot à la photo volée" });
    const [member, reviewer] = await Promise.all([
      createMember(site, "photographer"),
      createReviewer(site, "reviewer"),
    ]);
    const url = await uploadPhoto(site, member, "green");
    await suggest(site, member, id, {}, [{ url, kind: "front", rights_stated: true }]);
    await decideOn(site, reviewer, id);
    await page.goto(`/historique/jersey/${id}`);
    await expect(page.getByText(fr.history.kinds.photo).first()).toBeVisible();
    await expect(page.getByRole("listitem").locator("img").first()).toBeVisible();
    const client = clientOf(site, reviewer);
    const { data: versions } = await client
      .rpc("history", { target_type: "jersey", target_id: id })
      .throwOnError();
    await client
      .rpc("undo", { revision_id: versions[0].id, reason: "La photo d'un autre" })
      .throwOnError();
    // Another browser: this one has stored the picture.
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(`${site.url}/historique/jersey/${id}`);
    const items = visitor.getByRole("main").getByRole("listitem");
    // In place of both pictures, and as the kind of a version.
    await expect(items.getByText(fr.fields.image, { exact: true })).toHaveCount(3);
    await expect(items.locator("img")).toHaveCount(0);
  },
);
