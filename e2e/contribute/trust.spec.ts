import { REASON_WORDS } from "../../app/shared/i18n/reasons.ts";
import enMine from "../../app/contribute/messages/en/contributions.json" with { type: "json" };
import frMine from "../../app/contribute/messages/fr/contributions.json" with { type: "json" };
import enReview from "../../app/moderate/messages/en/review.json" with { type: "json" };
import en from "../../app/contribute/messages/en/suggestions.json" with { type: "json" };
import enUndo from "../../app/moderate/messages/en/undo.json" with { type: "json" };
import frReview from "../../app/moderate/messages/fr/review.json" with { type: "json" };
import fr from "../../app/contribute/messages/fr/suggestions.json" with { type: "json" };
import frUndo from "../../app/moderate/messages/fr/undo.json" with { type: "json" };
import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { openFact } from "../support/correction-form.ts";
import { createAdministrator, createReviewer } from "../support/administrators.ts";
import { runSql } from "../support/database.ts";
import { clientOf } from "../support/jerseys.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { browserOf, createMember, signInAs } from "../support/members.ts";
import { publicJersey } from "../support/public-jerseys.ts";
import { emptyQueue } from "../support/queue.ts";
import { expect, test } from "../support/test.ts";

const LANGUAGES = [
  {
    ...{
      prefix: "",
      history: "historique",
      texts: fr,
      mine: frMine,
      size: { width: 1440, height: 900 },
    },
    ...{ year: "Année", review: frReview, undo: frUndo },
  },
  {
    ...{
      prefix: "/en",
      history: "history",
      texts: en,
      mine: enMine,
      size: { width: 360, height: 780 },
    },
    ...{ year: "Year", review: enReview, undo: enUndo },
  },
];

for (const { prefix, history, texts, mine, size, year, review, undo } of inEveryLanguage(
  LANGUAGES,
)) {
  test(
    `a trusted correction is public at once, seen or undone, at ${prefix || "/"}, ${size.width} px`,
    { tag: "@long" },
    async ({ page, site, browser }) => {
      const lang = (prefix.slice(1) || "fr") as "fr" | "en";
      const title = `Maillot de confiance ${lang}`;
      const [id, member, reviewer] = await Promise.all([
        publicJersey(site, { title }),
        createMember(site, "trusted", lang),
        createReviewer(site, "reviewer", lang),
      ]);
      await runSql(
        site,
        "update auth.users set created_at = now() - interval '31 days', email_confirmed_at = now() where id = $1",
        [member.user.id],
      );
      await runSql(
        site,
        `insert into public.suggestions (target_type, target_id, title, member_id, changes, was, words, source, status, decided_at)
       select 'jersey', $2, 'Maillot', $1, '{}', '{}', '{}', 'Vu sur la photo', 'accepted', now() from generate_series(1, 40)`,
        [member.user.id, id],
      );
      await page.setViewportSize(size);
      await signInAs(page, member);

      // The form says it before, and the page shows it after.
      const suggest = async (value: string) => {
        await page.goto(`${prefix}/suggest/jersey/${id}`);
        await openFact(page, year);
        await page.getByLabel(year, { exact: true }).fill(value);
        await expect(page.getByText(texts.trust.atOnce)).toBeVisible();
        await page.getByLabel(texts.source.label).fill("Programme du match, page 3.");
        await page.getByRole("button", { name: texts.send }).click();
        await expect(page.locator("main").getByText(texts.trust.live)).toBeVisible();
      };
      await suggest("1999");
      await expectNoSidewaysScroll(page);
      await page.getByRole("link", { name: /^(Voir|See) m[ey]s? contributions$/ }).click();
      await expect(page.getByText(mine.trust.is)).toBeVisible();
      await expect(page.getByText(mine.suggestion.trusted).first()).toBeVisible();
      await expectAccessible(page);

      // Afterwards a reviewer has seen the one, and undoes the other.
      const reviewPage = await browserOf(browser, site, reviewer);
      await reviewPage.setViewportSize(size);
      const open = async () => {
        await reviewPage.goto(`${prefix}/admin?kind=check`);
        await reviewPage.getByRole("button").filter({ hasText: title }).click();
      };
      const card = reviewPage.getByRole("article", { name: title });
      // Nothing else waits: the empty queue leads to it.
      await emptyQueue(site, await createAdministrator(site, "admin"));
      await reviewPage.goto(`${prefix}/admin`);
      await reviewPage.getByRole("link", { name: review.filters.toCheck }).click();
      await expect(card).toContainText(/1998.*1999/s);
      await expectNoSidewaysScroll(reviewPage);
      await expectAccessible(reviewPage);
      await card.getByRole("button", { name: review.accept.check }).click();
      await expect(reviewPage.getByText(review.done.check)).toBeVisible();
      await expect(card).toHaveCount(0);
      await suggest("2000");
      await open();
      await card.getByRole("button", { name: review.refuse.check }).click();
      const why = reviewPage.getByRole("dialog");
      await why.getByLabel(REASON_WORDS[lang].wrong).check();
      await why.getByLabel(texts.reason.note).fill("Le programme est de 1999.");
      await why.getByRole("button", { name: review.refuse.check }).click();
      await expect(reviewPage.getByText(review.done.undone)).toBeVisible();

      // All of a member's changes go back in one step, after a look at them.
      const { data: profile } = await clientOf(site, member)
        .from("profiles")
        .select("username")
        .eq("id", member.user.id)
        .single()
        .throwOnError();
      await reviewPage.goto(`${prefix}/${history}/member/${profile.username}`);
      await reviewPage.getByRole("button", { name: undo.member.open }).click();
      const dialog = reviewPage.getByRole("dialog");
      await expect(dialog.getByRole("listitem").filter({ hasText: title })).toHaveCount(1);
      await expectNoSidewaysScroll(reviewPage);
      await expectAccessible(reviewPage);
      await dialog.getByLabel(REASON_WORDS[lang].off_topic).check();
      await dialog.getByRole("button", { name: undo.confirm }).click();
      await expect(reviewPage.getByText(undo.done.replace("{{count, number}}", "1"))).toBeVisible();
      const html = await (await fetch(`${site.url}${prefix}/${history}/jersey/${id}`)).text();
      expect(html).toContain(REASON_WORDS[lang].off_topic);
      await page.goto(`${prefix}/jersey/${id}`);
      await expect(page.locator("main")).toContainText("1998");
    },
  );
}
