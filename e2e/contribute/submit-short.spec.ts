import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";

import { href } from "../../app/shared/address/paths.ts";
import { bestJersey, exampleParams, read } from "../../tests/support/catalogue.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { clientOf, jerseysOf, submitJersey } from "../support/jerseys.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

const LANGUAGES = [
  {
    lang: "fr",
    add: /^Proposer un maillot : Extérieur, (\d+)/,
    title: /^Maillot extérieur Paris Saint-Germain \d{4}-\d{4}$/,
    statement: /^Ces photos sont les miennes/,
    submit: "Proposer ce maillot",
    success: "Maillot soumis ! Il sera visible après validation.",
    see: "Voir ce maillot",
    another: "Proposer un autre maillot de l’équipe",
    club: /^Club ou équipe nationale/,
    titleLabel: /^Titre/,
    kit: /^Type de maillot/,
  },
  {
    lang: "en",
    add: /^Submit a jersey: Away, (\d+)/,
    title: /^Paris Saint-Germain away jersey \d{4}-\d{4}$/,
    statement: /^These photos are mine/,
    submit: "Submit",
    success: "Jersey submitted! It will be visible once approved.",
    see: "See it",
    another: "Submit another jersey from this team",
    club: /^Club or national team/,
    titleLabel: /^Title/,
    kit: /^Kit type/,
  },
] as const;

/** Presses and typed fields from a "+" cell until the jersey is submitted, before the form was shortened. */
const BEFORE = { withoutPhoto: 3 + 1, withPhoto: 5 + 1 };

/** A hand that counts what it does. */
function countingHand(page: Page) {
  let presses = 0;
  return {
    count: () => presses,
    async press(target: Locator): Promise<void> {
      presses += 1;
      await target.click();
    },
    /** Presses the button, and picks a file outside the page. */
    async choosePhoto(): Promise<void> {
      presses += 1;
      const create = { width: 900, height: 900, channels: 3, background: "#7a0019" } as const;
      const buffer = await sharp({ create }).png().toBuffer();
      const file = { name: "maillot.png", mimeType: "image/png", buffer };
      await page.locator('input[type="file"]').setInputFiles([file]);
    },
  };
}

for (const texts of inEveryLanguage(LANGUAGES)) {
  test(
    `half the presses from a "+" to a submission, on a phone: ${texts.lang}`,
    { tag: "@long" },
    async ({ page, site }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      const member = await createMember(site, "rapide");
      await signInAs(page, member);
      const { team } = await exampleParams(site);
      const title = page.getByLabel(texts.titleLabel);
      const submit = page.getByRole("button", { name: texts.submit, exact: true });
      const done = page.getByRole("heading", { name: texts.success.replace(" !", " !") });
      for (const withPhoto of [true, false]) {
        const hand = countingHand(page);
        await page.goto(`${href("team", team, texts.lang)}?decade=2000`);
        await hand.press(page.getByRole("link", { name: texts.add }).first());
        await expect(title).toHaveValue(texts.title);
        if (withPhoto) {
          await hand.choosePhoto();
          await hand.press(page.getByLabel(texts.statement));
          await expect(submit).toBeEnabled();
          await expectAccessible(page);
        }
        await hand.press(submit);
        await expect(done).toBeFocused();
        if (withPhoto) expect(hand.count()).toBe(BEFORE.withPhoto - 2);
        else expect(hand.count()).toBe(BEFORE.withoutPhoto / 2);
      }
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      const [first] = await jerseysOf(site, member);
      expect(first).toMatchObject({ team: "Paris Saint-Germain", images: [{ position: 0 }] });
      expect(first!.title).toMatch(texts.title);

      // A reload, and another jersey of the same team, which needs the kit type only.
      await page.reload();
      await expect(done).toBeVisible();
      await page.getByRole("link", { name: texts.another }).click();
      await expect(page.getByLabel(texts.club)).toHaveValue("Paris Saint-Germain");
      await page.getByLabel(texts.kit).selectOption("third");
      await expect(title).toHaveValue(/third/);
      await submit.click();
      await expect(done).toBeFocused();
      await page.getByRole("link", { name: texts.see }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/third/);
      expect((await jerseysOf(site, member)).map(({ team: name }) => name)).toEqual(
        Array(3).fill("Paris Saint-Germain"),
      );
    },
  );
}

test(
  "the competition is the team's of the season, until the member chooses one",
  { tag: "@long" },
  async ({ page, site }) => {
    await signInAs(page, await createMember(site, "saisons"));
    await page.goto("/soumettre");
    const club = page.getByRole("combobox", { name: /^club/i });
    const season = page.getByLabel(/^saison/i);
    const summary = page.locator("form details > summary").first();
    const choose = async (name: string) => {
      await club.fill(name);
      await page.getByRole("listbox").getByRole("option", { name }).first().click();
    };
    await choose("Troyes");
    await expect(summary).toHaveText("Rempli automatiquement : Ligue 2 · Football – modifier");
    await season.selectOption({ label: "2015-2016" });
    await expect(summary).toHaveText("Rempli automatiquement : Ligue 1 · Football – modifier");
    await season.selectOption({ label: "2016-2017" });
    await expect(summary).toHaveText("Rempli automatiquement : Ligue 2 · Football – modifier");
    await expect(club).toHaveValue(/Troyes/);
    // The season was there before the team.
    await choose("Lorient");
    await expect(summary).toHaveText("Rempli automatiquement : Ligue 1 · Football – modifier");
    // A link to the form, too.
    const season2015 = await season
      .getByRole("option", { name: "2015-2016" })
      .getAttribute("value");
    const [troyes] = await read<{ id: string }>(site, "teams?select=id&slug=eq.estac-troyes");
    await page.goto(`/soumettre?team=${troyes!.id}&season=${season2015}`);
    await expect(club).toHaveValue(/Troyes/);
    await expect(summary).toHaveText("Rempli automatiquement : Ligue 1 · Football – modifier");

    // One that was chosen stays.
    await summary.click();
    await page.getByLabel(/^compétition/i).selectOption({ label: "Ligue 2" });
    await season.selectOption({ label: "2017-2018" });
    await choose("Lorient");
    await season.selectOption({ label: "2016-2017" });
    await expect(summary).toHaveText("Rempli automatiquement : Ligue 2 · Football – modifier");
  },
);

test(
  "a club is found, changed and submitted by keyboard alone",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "clavier");
    await signInAs(page, member);
    await page.goto("/soumettre");
    const club = page.getByRole("combobox", { name: /^club/i });
    const title = page.getByLabel(/^titre/i);
    await club.focus();
    await page.keyboard.type("psg");
    await expect(page.getByRole("option", { name: /^Paris Saint-Germain/ }).first()).toBeVisible();
    await expect(club).toHaveAttribute("aria-expanded", "true");
    await expect(page.getByRole("status").filter({ hasText: /Équipes trouvées/ })).toHaveCount(1);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(club).toHaveAttribute("aria-expanded", "false");
    await expect(club).toHaveValue("psg");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(club).toHaveValue("Paris Saint-Germain");
    await expect(club).toBeFocused();
    const summary = page.locator("form details > summary").first();
    await expect(summary).toHaveText("Rempli automatiquement : Ligue 1 · Football – modifier");
    await page.keyboard.press("Tab");
    await expect(summary).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel(/^sport/i)).toHaveValue("SOCCER");
    await page.keyboard.press("Enter");

    const season = page.getByLabel(/^saison/i);
    await season.focus();
    await page.keyboard.type("2019-2020");
    await expect(title).toHaveValue("Maillot Paris Saint-Germain 2019-2020");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Dom");
    await expect(title).toHaveValue("Maillot domicile Paris Saint-Germain 2019-2020");
    // The draft knows that the title is a suggestion: it follows the language too.
    await page.goto("/en/submit");
    const english = "Paris Saint-Germain home jersey 2019-2020";
    await expect(page.getByLabel(/^title/i)).toHaveValue(english);
    await page.goto("/soumettre");
    await expect(title).toHaveValue("Maillot domicile Paris Saint-Germain 2019-2020");
    // A title of one's own stays, also after a reload.
    await title.fill("Le maillot des cinquante ans");
    await page.reload();
    await season.selectOption({ label: "2018-2019" });
    await expect(title).toHaveValue("Le maillot des cinquante ans");
    await title.press("Enter");
    await expect(page.getByRole("heading", { name: /^Maillot soumis/ })).toBeFocused();
    expect(await jerseysOf(site, member)).toMatchObject([
      { title: "Le maillot des cinquante ans", team: "Paris Saint-Germain" },
    ]);
  },
);

test(
  "colours are proposed from the team, then the photo; those chosen by hand stay",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "teinte");
    await signInAs(page, member);
    await page.goto("/soumettre");
    const colors = page.getByRole("group", { name: "Couleurs" });
    const ticked = async (...names: string[]) => {
      await expect(colors.getByRole("checkbox", { checked: true })).toHaveCount(names.length);
      for (const name of names) await expect(colors.getByRole("checkbox", { name })).toBeChecked();
    };
    await ticked();
    await page.getByRole("combobox", { name: /^club/i }).fill("psg");
    await page
      .getByRole("option", { name: /^Paris Saint-Germain/ })
      .first()
      .click();
    await expect(colors.getByRole("radio", { name: "Bleu" })).toBeChecked();
    await page.getByLabel(/^Type de maillot/).selectOption("away");
    await expect(colors.getByRole("radio", { name: "Blanc" })).toBeChecked();
    await countingHand(page).choosePhoto();
    await ticked("Bordeaux");

    const green = colors.getByRole("checkbox", { name: "Vert" });
    await green.focus();
    await page.keyboard.press("Space");
    await ticked("Bordeaux", "Vert");
    await colors.getByRole("radio", { name: "Bordeaux" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(colors.getByRole("radio", { name: "Vert" })).toBeChecked();
    await colors.getByRole("checkbox", { name: "Noir" }).check();
    await expect(colors.getByRole("checkbox", { name: "Blanc" })).toBeDisabled();
    // From the top: a field half beneath the bar counts as too small.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page);

    // The draft has them, in every language, and neither team nor photo replaces them.
    await page.goto("/en/submit");
    const english = page.getByRole("group", { name: "Colours" });
    await expect(english.getByRole("radio", { name: "Green" })).toBeChecked();
    await page.getByRole("button", { name: "Remove: maillot.png" }).click();
    await page.getByLabel(/^Kit type/).selectOption("home");
    await page.getByLabel(/^Season/).selectOption({ label: "2019–20" });
    await expect(english.getByRole("checkbox", { checked: true })).toHaveCount(3);
    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(page.getByRole("heading", { name: /^Jersey submitted/ })).toBeFocused();
    const { data } = await clientOf(site, member).from("jerseys").select("colors").throwOnError();
    expect(data).toContainEqual({ colors: ["green", "burgundy", "black"] });
  },
);

test(
  "a team outside the catalogue keeps its name, and asks for league and competition",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "amatrice");
    await signInAs(page, member);
    await page.goto("/soumettre");
    const club = page.getByRole("combobox", { name: /^club/i });
    await club.fill("paris");
    await expect(page.getByRole("option").first()).toBeVisible();
    await page.getByLabel(/^titre/i).focus();
    await expect(
      page.getByText("Choisissez une équipe de la liste", { exact: false }),
    ).toBeVisible();
    await club.fill("Zqx Xylophone");
    await page.getByRole("option", { name: /n’est pas dans la liste/ }).click();
    await expect(club).toHaveValue("Zqx Xylophone");
    await page.getByLabel(/^sport/i).selectOption("SOCCER");
    await page.getByLabel(/^compétition/i).selectOption({ label: "Ligue 1" });
    await page.getByLabel(/^saison/i).selectOption({ label: "2019-2020" });
    await expect(page.getByLabel(/^titre/i)).toHaveValue("Maillot Zqx Xylophone 2019-2020");
    await page.reload();
    await expect(club).toHaveValue("Zqx Xylophone");
    await page.getByRole("button", { name: "Proposer ce maillot" }).click();
    await expect(page.getByRole("heading", { name: /^Maillot soumis/ })).toBeVisible();
    expect(await jerseysOf(site, member)).toMatchObject([{ team: "Zqx Xylophone" }]);
    await page.getByRole("link", { name: "Proposer un autre maillot de l’équipe" }).click();
    await expect(club).toHaveValue("Zqx Xylophone");
    await expect(page.getByLabel(/^compétition/i).locator("option:checked")).toHaveText("Ligue 1");
  },
);

for (const { prefix, found, collect, held, mine, another, title } of inEveryLanguage([
  {
    prefix: "/soumettre",
    found: /^Il y a déjà des maillots semblables/,
    collect: /^C’est ce maillot : l’ajouter à ma collection/,
    held: /^Dans ma collection/,
    mine: /^C’est ce maillot : ajouter mes photos/,
    another: "Non, c’est un autre maillot",
    title: /^titre/i,
  },
  {
    prefix: "/en/submit",
    found: /^There are already similar jerseys/,
    collect: /^That’s the one: add it to my collection/,
    held: /^In my collection/,
    mine: /^That’s the one: add my photos/,
    another: "No, it’s a different one",
    title: /^title/i,
  },
])) {
  test(`shows the jerseys that are already there, at ${prefix}`, async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const member = await createMember(site, "doublon");
    const best = await bestJersey(site, "paris-saint-germain");
    const [known] = await read<Record<"team_id" | "season_id" | "kit_type", string>>(
      site,
      `jerseys?select=team_id,season_id,kit_type&id=eq.${best.id}`,
    );
    const { team_id, season_id, kit_type } = known!;
    const own = await submitJersey(site, member, {
      title: "Le mien, déjà proposé",
      team: "Paris Saint-Germain",
      team_id,
      season_id,
      kit_type,
    });
    // Nobody else sees it.
    const stranger = await createMember(site, "autre");
    await signInAs(page, member);
    await page.goto(`${prefix}?team=${team_id}&season=${season_id}`);
    const field = page.getByLabel(title);
    await expect(field).not.toHaveValue("");
    await expect(page.locator('input[name="year"]')).toHaveValue(/^\d{4}$/);
    await expect(page.getByRole("status").filter({ hasText: found })).toHaveCount(0);
    await page.locator('select[name="kit_type"]').selectOption(kit_type);
    await field.focus();
    const top = (await field.boundingBox())!.y + (await page.evaluate(() => scrollY));
    await expect(page.getByRole("status").filter({ hasText: found })).toBeVisible();
    await expect(field).toBeFocused();
    expect((await field.boundingBox())!.y + (await page.evaluate(() => scrollY))).toBe(top);
    await expectAccessible(page);

    const item = page.getByRole("listitem").filter({ has: page.locator(`a[href*="${best.id}"]`) });
    await item.getByRole("button", { name: collect }).click();
    await expect(item.getByRole("button", { name: held })).toBeVisible();
    await page.getByRole("button", { name: another }).click();
    await expect(page.getByRole("status").filter({ hasText: found })).toHaveCount(0);
    await expect(item).toHaveCount(0);

    await page.reload();
    await page.getByRole("link", { name: mine }).click();
    await expect(page).toHaveURL(new RegExp(`/account/contributions\\?edit=${own}$`));
    const dialog = page.getByRole("dialog");
    await expect(dialog.locator('input[name="title"]')).toHaveValue("Le mien, déjà proposé");
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/account\/contributions$/);

    await page.evaluate(() => localStorage.clear());
    const tab = await page.context().newPage();
    await signInAs(tab, stranger);
    await tab.goto(`${prefix}?team=${team_id}&season=${season_id}&kit=${kit_type}`);
    await expect(tab.getByRole("status").filter({ hasText: found })).toBeVisible();
    await expect(tab.getByText("Le mien, déjà proposé")).toHaveCount(0);
    await tab.close();
  });
}
