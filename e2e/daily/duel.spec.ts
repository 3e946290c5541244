import type { Page } from "@playwright/test";

import { expectAccessible } from "../support/accessible.ts";
import { untilListening } from "../support/alive.ts";
import { runSql } from "../support/database.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

const TODAY = "(now() at time zone 'Europe/Paris')::date";

const duelOf = (page: Page) => page.getByRole("region", { name: "Duel du jour" });
const pressed = (page: Page) => duelOf(page).locator('button[aria-pressed="true"]');

test(
  "two shirts, an answer that may change, carried over at sign-in, and the result of the day before",
  { tag: "@long" },
  async ({ page, site, browser }) => {
    await runSql(site, "select draw_days(), draw_duels()");
    // A duel of yesterday, whose answers are counted.
    await runSql(
      site,
      `insert into daily_duels (day, kind, first_id, second_id, first_facts, second_facts, counted_at, firsts, seconds, neithers)
     select day - 8, kind, first_id, second_id, first_facts, second_facts, now(), 6, 3, 1
     from daily_duels where day = ${TODAY} + 7
     -- The site may have begun on that day.
     on conflict (day) do update set counted_at = excluded.counted_at,
       firsts = excluded.firsts, seconds = excluded.seconds, neithers = excluded.neithers`,
    );
    // Two readers at the same instant, with half a day between their clocks.
    const shirts = await Promise.all(
      ["Asia/Tokyo", "America/Sao_Paulo"].map(async (timezoneId) => {
        const reader = await browser.newPage({ baseURL: site.url, timezoneId });
        await reader.goto("/aujourdhui");
        const titles = await duelOf(reader).getByRole("listitem").getByRole("link").allInnerTexts();
        await reader.close();
        return titles.toSorted();
      }),
    );
    expect(shirts[0]).toEqual(shirts[1]);

    await page.goto("/aujourdhui");
    const duel = duelOf(page);
    await expect(duel.getByText("60 %")).toBeVisible();
    await expect(duel.getByText("Réponses : 10 (sans préférence : 10 %).")).toBeVisible();
    await expectAccessible(page);

    // By the keyboard.
    const sides = duel.getByRole("button", { name: /Je préfère ce maillot/ });
    await sides.first().focus();
    await page.keyboard.press("Enter");
    await expect(duel.getByRole("status")).toContainText("Réponses : 1 (sans préférence : 0 %).");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await expect(sides.nth(1)).toHaveAttribute("aria-pressed", "true");
    await expect(duel.getByRole("status")).toContainText("Vous pouvez changer d’avis");
    const chosen = (await pressed(page).textContent()) ?? "";
    await expectAccessible(page);
    await page.reload();
    await expect(pressed(page)).toHaveText(chosen);

    // Without a network the choice waits, also through a change.
    const reader = await browser.newPage({ baseURL: site.url });
    await reader.goto("/aujourdhui");
    // Each player's sides are in place by then.
    await untilListening(reader);
    await duelOf(reader)
      .getByRole("button", { name: /Je préfère ce maillot/ })
      .first()
      .click();
    await expect(duelOf(reader).getByRole("status")).toContainText("Vous pouvez changer d’avis");
    await reader.context().setOffline(true);
    await duelOf(reader).getByRole("button", { name: "Je n’ai pas de préférence" }).click();
    await expect(duelOf(reader).getByRole("alert")).toContainText("Le serveur ne répond pas.");
    await expect(pressed(reader)).toHaveText("Je n’ai pas de préférence");
    await reader.context().setOffline(false);
    await expect(duelOf(reader).getByRole("alert")).toHaveCount(0);
    await expect(duelOf(reader).getByRole("status")).toContainText("Vous pouvez changer d’avis");
    await reader.reload();
    await expect(pressed(reader)).toHaveText("Je n’ai pas de préférence");
    await reader.close();

    // Others have answered.
    await runSql(
      site,
      `update private.duel_tallies set firsts = 3, seconds = 1, neithers = 0 where day = ${TODAY}`,
    );
    const member = await createMember(site, "jeanne");
    await runSql(
      site,
      "update auth.users set created_at = now() - interval '2 days', email_confirmed_at = now() where id = $1",
      [member.user.id],
    );
    await signInAs(page, member);
    await page.goto("/aujourdhui");
    await expect(pressed(page)).toHaveCount(1);
    await expect(duel.getByText("Réponses : 4 (sans préférence : 0 %).")).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("maillotheque.player")))
      .toBeNull();

    // The job stands still: the day is over, and nobody has drawn or counted.
    await runSql(site, `delete from daily_duels where day > ${TODAY}`);
    await runSql(site, `delete from daily_duels where day = ${TODAY}`);
    await page.goto("/aujourdhui?x=1");
    await expect(
      duel.getByText("Le duel d’aujourd’hui n’a pas encore été tiré au sort."),
    ).toBeVisible();
    await expect(duel.getByText("60 %")).toBeVisible();

    await page.goto(`/aujourdhui?month=${await monthOfYesterday(page)}`);
    await expect(
      page.getByRole("region", { name: "Duels du mois" }).getByText("60 %"),
    ).toBeVisible();
    await expectAccessible(page);
  },
);

/** By the clock of Paris. */
function monthOfYesterday(page: Page): Promise<string> {
  return page.evaluate(() =>
    new Intl.DateTimeFormat("en-CA", {
      timeZone: "Europe/Paris",
      year: "numeric",
      month: "2-digit",
    })
      .format(new Date(Date.now() - 86_400_000))
      .slice(0, 7),
  );
}
