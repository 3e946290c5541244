import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { clickAlive } from "../support/alive.ts";
import { runSql } from "../support/database.ts";
import { clientOf } from "../support/jerseys.ts";
import { createMember, fillSignIn } from "../support/members.ts";
import { publicJersey } from "../support/public-jerseys.ts";
import { expect, test } from "../support/test.ts";
import { mailTo } from "../../tests/support/outbox.ts";

test(
  "a visitor follows a team by signing in, sees what changed of it, has it mailed, and ends that by one press",
  { tag: "@long" },
  async ({ page, site, browser }) => {
    const member = await createMember(site, "suiveuse");
    const email = member.user.email!;
    const client = clientOf(site, member);
    const { data: team } = await client
      .from("teams")
      .select("id, name")
      .eq("name", "Olympique de Marseille")
      .single()
      .throwOnError();
    const address = `/team/${team.id}`;

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(address);
    const button = page.getByRole("button", { name: `Suivre ${team.name}` });
    await expectNoSidewaysScroll(page);
    await clickAlive(button);
    await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(address)}&mode=signup`);
    await page.getByRole("main").getByRole("link", { name: "Se connecter" }).click();
    await fillSignIn(page, email);
    await expect(page).toHaveURL(address);
    const following = page.getByRole("button", { name: `Suivie ${team.name}` });
    await expect(following).toBeVisible();
    // Its message offers the letter, in one press.
    await page
      .getByRole("button", { name: "Recevoir un e-mail le lundi, s’il y a du nouveau" })
      .click();
    await expect(page.getByText("Vous recevrez un e-mail le lundi")).toBeVisible();

    // Nothing happened: no block. The notices say what will come.
    await page.goto("/account/notices");
    await expect(
      page.getByText(/^Les décisions sur vos contributions apparaîtront ici/),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "Pages suivies" })).toBeVisible();
    await page.goto("/");
    await expect(page.getByRole("combobox", { name: "Une autre équipe" })).toBeVisible();
    const block = page.getByRole("region", { name: "Depuis votre dernière visite" });
    await expect(block).toHaveCount(0);

    const title = `Maillot suivi ${crypto.randomUUID().slice(0, 8)}`;
    await publicJersey(site, { title, team: team.name, team_id: team.id });
    await page.reload();
    await expect(block.getByText("1 nouveau maillot sur les pages que vous suivez")).toBeVisible();
    await expect(block.getByRole("article").filter({ hasText: title })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.goto("/account/notices");
    await expect(block.getByRole("article").filter({ hasText: title })).toBeVisible();
    await expect(page.getByText("Rien de neuf.")).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.goto("/account/settings");
    const letter = page.getByRole("group", { name: /L’e-mail du lundi/ }).getByRole("checkbox");
    await expect(letter).toBeChecked();
    // It shows what is stored, a moment after the press: `uncheck()` looks before that.
    await letter.click();
    await expect(letter).not.toBeChecked();
    await letter.click();
    await expect(letter).toBeChecked();
    await expect
      .poll(async () => (await client.from("letters").select("is_wanted").throwOnError()).data)
      .toEqual([{ is_wanted: true }]);
    // A week later.
    await runSql(
      site,
      "update letters set week = week - 7, covered_until = now() - interval '1 day' where member_id = $1",
      [member.user.id],
    );
    const mail = await mailTo(site, email, title);
    const stop = /https?:\/\/\S+(\/letters\/[0-9a-f-]{36}\/stop\?lang=\w\w)/.exec(mail)![1]!;
    const elsewhere = await browser.newPage({ baseURL: site.url });
    await elsewhere.goto(stop);
    await expectAccessible(elsewhere);
    await elsewhere.getByRole("button", { name: "Ne plus recevoir cet e-mail" }).click();
    await expect(elsewhere.getByText("C’est fait")).toBeVisible();
    await page.reload();
    await expect(letter).toBeEnabled();
    await expect(letter).not.toBeChecked();

    // The account lists what one follows, and ends it.
    const mine = page.getByRole("region", { name: "Pages suivies" });
    await expect(mine.getByRole("link", { name: team.name })).toHaveAttribute("href", address);
    await expectNoSidewaysScroll(page);
    await mine.getByRole("button", { name: `Ne plus suivre ${team.name}` }).click();
    await expect(page.getByText(`Vous ne suivez plus ${team.name}.`)).toBeVisible();
    await expect(mine.getByText("Vous ne suivez encore aucune page.")).toBeVisible();
    await page.getByRole("button", { name: "Suivre", exact: true }).click();
    await expect(mine.getByRole("link", { name: team.name })).toBeVisible();

    await page.goto(address);
    await following.click();
    await expect(button).toBeVisible();
  },
);
