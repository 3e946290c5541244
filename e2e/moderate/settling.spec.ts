import type { Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";

import frNotices from "../../app/account/messages/fr/notices.json" with { type: "json" };
import frContributions from "../../app/contribute/messages/fr/contributions.json" with { type: "json" };
import frCommon from "../../app/shared/messages/fr/common.json" with { type: "json" };
import fr from "../../app/moderate/messages/fr/review.json" with { type: "json" };
import frReport from "../../app/contribute/messages/fr/report.json" with { type: "json" };
import frSubmit from "../../app/contribute/messages/fr/submit.json" with { type: "json" };
import frSuggestions from "../../app/contribute/messages/fr/suggestions.json" with { type: "json" };
import { REASON_WORDS } from "../../app/shared/i18n/reasons.ts";
import { mailTo } from "../../tests/support/outbox.ts";
import type { Site } from "../../tests/support/site.ts";
import { expectAccessible } from "../support/accessible.ts";
import { createAdministrator, createReviewer } from "../support/administrators.ts";
import { runSql } from "../support/database.ts";
import { clientOf } from "../support/jerseys.ts";
import { browserOf, createMember, newAddress, signInAs } from "../support/members.ts";
import { publicJersey } from "../support/public-jerseys.ts";
import { emptyQueue, opened } from "../support/queue.ts";
import { expect, test } from "../support/test.ts";

async function report(site: Site, by: Session, about: Record<string, string>): Promise<string> {
  const { data } = await clientOf(site, by)
    .from("reports")
    .insert({ ...about, reporter_id: by.user.id })
    .select("id")
    .single()
    .throwOnError();
  return data.id as string;
}

/** A visitor's report about a jersey, confirmed by mail. */
async function reportByMail(page: Page, site: Site, jerseyId: string): Promise<string> {
  const email = newAddress("ana");
  const form = { category: "wrong_information", reason: "Rouge, pas bleu.", name: "", email };
  await page.request.post(`${site.url}/signaler`, {
    form: { address: `${site.url}/jersey/${jerseyId}`, ...form },
  });
  const link = /https?:\/\/\S+\?confirm=[0-9a-f]{64}/;
  await page.goto(link.exec(await mailTo(site, email, link))![0]);
  await page.getByRole("button", { name: "Confirmer" }).click();
  await expect(page.getByText("Signalement confirmé")).toBeVisible();
  return email;
}

test("corrects a reported jersey with its photos in view, and everybody learns it", async ({
  page,
  site,
}) => {
  const reviewer = await createReviewer(site, "relectrice");
  await emptyQueue(site, await createAdministrator(site, "suite"));
  const title = "Maillot à rectifier";
  const id = await publicJersey(site, { title }, { photos: ["navy"] });
  const bob = await createMember(site, "bob");
  await report(site, bob, { target_type: "jersey", target_id: id, category: "wrong_information" });
  const visitor = await reportByMail(page, site, id);
  await signInAs(page, reviewer);
  await page.goto("/admin");
  await expect(opened(page, title)).toBeVisible();
  await page.getByRole("button", { name: fr.correction.open }).click();
  const dialog = page.getByRole("dialog");
  const photo = dialog.getByRole("group", { name: fr.correction.photos }).getByRole("img");
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await dialog.getByLabel(/^Titre/).fill("Maillot rectifié");
  await expect(dialog.getByRole("heading", { name: frSuggestions.changes })).toBeVisible();
  // Nothing typed is lost by a key.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: frSubmit.leave.cancel }).click();
  await expect(dialog.getByLabel(/^Titre/)).toHaveValue("Maillot rectifié");
  await dialog.getByRole("button", { name: fr.correction.open }).click();
  // By the name that it has now.
  await expect(page.getByText(/^Corrigé\s: «\sMaillot rectifié – Red Star\s»/)).toBeVisible();
  await mailTo(site, visitor, "La page du maillot a été corrigée.");
});

test("an offensive comment: the reason is the reviewer's, the dialog says who reads it, and what was closed waits again", async ({
  page,
  site,
}) => {
  const reviewer = await createReviewer(site, "relectrice");
  await emptyQueue(site, await createAdministrator(site, "suite"));
  const id = await publicJersey(site, { title: "Maillot commenté" });
  const author = await createMember(site, "ana");
  const { data: comment } = await clientOf(site, author)
    .from("comments")
    .insert({ jersey_id: id, author_id: author.user.id, body: "Quel maillot !" })
    .select("id")
    .single()
    .throwOnError();
  const bob = await createMember(site, "bob");
  const about = { target_type: "comment", target_id: comment.id as string };
  const reported = await report(site, bob, { ...about, category: "offensive" });
  await signInAs(page, reviewer);
  await page.goto("/admin");
  const thing = opened(page, "Maillot commenté");
  const dialog = page.getByRole("dialog");
  await thing.getByRole("button", { name: frCommon.action.hide }).click();
  await expect(dialog).toContainText(fr.reports.noteForComment);
  await expect(dialog.getByLabel(REASON_WORDS.fr.offensive)).toBeChecked();
  await page.keyboard.press("Escape");
  await thing.getByRole("button", { name: fr.reports.nothing }).click();
  await dialog.getByLabel(frSuggestions.reason.note).fill("Rien d’insultant.");
  await dialog.getByRole("button", { name: fr.reports.nothing }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^Classé sans suite/)).toBeVisible();
  const { data } = await clientOf(site, bob)
    .from("reports")
    .select("status, resolution_note")
    .eq("id", reported)
    .single()
    .throwOnError();
  expect(data).toEqual({ status: "dismissed", resolution_note: "Rien d’insultant." });
  // The reviewer changes their mind.
  await page.getByText(fr.decisions.title).click();
  const row = page.getByRole("listitem").filter({ hasText: fr.decisions.nothing });
  await expect(row).toContainText("Maillot commenté");
  await row.getByRole("button", { name: fr.decisions.putBack }).click();
  await expect(page.getByText(fr.decisions.empty)).toBeVisible();
  // Who hears the page is told, and goes on from there.
  await expect(
    page.locator("[aria-live=polite]").getByText(/de retour dans la file/),
  ).toBeVisible();
  await expect(page.locator("summary", { hasText: fr.decisions.title })).toBeFocused();
  await expect(opened(page, "Maillot commenté")).toBeVisible();

  await test.step("what was hidden goes back in one press, too", async () => {
    await thing.getByRole("button", { name: frCommon.action.hide }).click();
    await dialog.getByRole("button", { name: frCommon.action.hide }).click();
    await expect(dialog).toHaveCount(0);
    const hidden = page.getByRole("listitem").filter({ hasText: "Quel maillot !" });
    await expect(hidden).toContainText(fr.decisions.hidden);
    await hidden.getByRole("button", { name: fr.reports.show }).click();
    await expect(page.getByText(fr.decisions.empty)).toBeVisible();
    const visible = clientOf(site, bob).from("comments").select("body").eq("id", comment.id);
    expect((await visible).data).toEqual([{ body: "Quel maillot !" }]);
  });

  await test.step("what is hidden with an open report is shown or kept hidden", async () => {
    const again = {
      target_type: "comment",
      target_id: comment.id as string,
      category: "offensive",
    };
    await report(site, await createMember(site, "eve"), again);
    await clientOf(site, reviewer)
      .from("comments")
      .update({ is_hidden: true, hidden_reason: "off_topic" })
      .eq("id", comment.id as string)
      .throwOnError();
    await page.reload();
    await expect(thing.getByRole("button", { name: fr.reports.keepHidden })).toBeVisible();
    await thing.getByRole("button", { name: fr.reports.show }).click();
    await dialog.getByRole("button", { name: fr.reports.show }).click();
    await expect(page.getByText(/^De nouveau visible/)).toBeVisible();
    const shown = clientOf(site, bob).from("comments").select("body").eq("id", comment.id);
    expect((await shown).data).toEqual([{ body: "Quel maillot !" }]);
  });
});

test(
  "of several reports, the decision is about those that are ticked",
  { tag: "@long" },
  async ({ page, site }) => {
    const reviewer = await createReviewer(site, "relectrice");
    await emptyQueue(site, await createAdministrator(site, "suite"));
    const title = "Maillot à deux problèmes";
    const id = await publicJersey(site, { title });
    const about = { target_type: "jersey", target_id: id };
    const [bob, eve] = [await createMember(site, "bob"), await createMember(site, "eve")];
    const fact = await report(site, bob, { ...about, category: "wrong_information" });
    const photo = await report(site, eve, { ...about, category: "rights", reason: "Ma photo." });
    await signInAs(page, reviewer);
    await page.goto("/admin");
    const thing = opened(page, title);
    await thing.getByRole("checkbox", { name: frReport.categories.rights }).uncheck();
    // One of them is decided on.
    await expect(
      thing.getByRole("checkbox", { name: frReport.categories.wrong_information }),
    ).toBeDisabled();
    await page.getByRole("button", { name: fr.correction.open }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Titre/).fill("Maillot à un problème");
    await dialog.getByRole("button", { name: fr.correction.open }).click();
    await expect(page.getByText(/^Corrigé/)).toBeVisible();
    await expect(opened(page, "Maillot à un problème")).toContainText("Ma photo.");
    const { data } = await clientOf(site, reviewer)
      .from("reports")
      .select("id, status")
      .in("id", [fact, photo])
      .throwOnError();
    expect(new Map(data.map(({ id: one, status }) => [one, status]))).toEqual(
      new Map([
        [fact, "upheld"],
        [photo, "open"],
      ]),
    );
    await emptyQueue(site, await createAdministrator(site, "suite"));
  },
);

test("a comment hidden without a report is contested by its notice, and somebody else shows it again", async ({
  browser,
  page,
  site,
}) => {
  await emptyQueue(site, await createAdministrator(site, "suite"));
  const title = "Maillot commenté";
  const id = await publicJersey(site, { title });
  const author = await createMember(site, "autrice");
  const hider = await createReviewer(site, "premier");
  const other = await createReviewer(site, "second");
  const { data: comment } = await clientOf(site, author)
    .from("comments")
    .insert({ jersey_id: id, author_id: author.user.id, body: "Trop large aux épaules." })
    .select("id")
    .single()
    .throwOnError();
  await clientOf(site, hider)
    .from("comments")
    .update({ is_hidden: true, hidden_reason: "off_topic" })
    .eq("id", comment.id as string)
    .throwOnError();
  // It is told once it can't be undone any more.
  await runSql(site, "update notices set due_at = now() where outcome = 'comment_hidden'");

  await signInAs(page, author);
  await page.goto("/account/notices");
  await page.getByRole("button", { name: new RegExp(`^${frContributions.contest.open}`) }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(frContributions.contest.words).fill("C’est un avis sur la coupe.");
  await dialog.getByRole("button", { name: frContributions.contest.title }).click();
  await expect(page.getByText(frNotices.contested)).toBeVisible();
  await expectAccessible(page);

  const first = await browserOf(browser, site, hider);
  await first.goto("/admin");
  await expect(opened(first, title)).toContainText(fr.second);
  await expect(first.getByRole("listitem").getByText(fr.contested)).toBeVisible();
  await first.context().close();

  const second = await browserOf(browser, site, other);
  await second.goto("/admin");
  await expect(opened(second, title)).toContainText("C’est un avis sur la coupe.");
  await expect(opened(second, title)).toContainText(fr.reports.unreported);
  await second.getByRole("button", { name: fr.reports.show }).click();
  await second.getByRole("dialog").getByRole("button", { name: fr.reports.show }).click();
  await expect(second.getByText(/^De nouveau visible/)).toBeVisible();
  await second.context().close();
});
