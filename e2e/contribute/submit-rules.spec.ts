import { createClient } from "@supabase/supabase-js";

import { jerseysOf, submitJersey } from "../support/jerseys.ts";
import { createMember, signInAs } from "../support/members.ts";
import { fillSubmitForm, openLists } from "../support/submit-form.ts";
import { expect, test } from "../support/test.ts";

test("on a phone folds what is optional, shows the shirt, and opens the fold for a problem", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, await createMember(site, "zoe"));
  await page.goto("/soumettre");
  const submit = page.getByRole("button", { name: "Proposer ce maillot" });
  await expect(submit).toHaveAccessibleDescription(
    "Champs à remplir : Saison, Club ou équipe nationale.",
  );
  await expect(page.getByRole("complementary", { name: "Aperçu" }).locator("img")).toBeInViewport();
  const price = page.getByLabel(/^prix/i);
  await expect(price).toBeHidden();
  await fillSubmitForm(page, "Maillot replié");
  await page.locator("summary", { hasText: "Détails" }).click();
  await price.fill("19.999");
  await page.locator("summary", { hasText: "Détails" }).click();
  await expect(price).toBeHidden();
  await submit.click();
  await expect(price).toBeFocused();
});

test("limits each choice by the earlier ones", async ({ page, site }) => {
  await signInAs(page, await createMember(site, "zoe"));
  await page.goto("/soumettre");
  const league = page.getByLabel(/^sport/i);
  const competition = page.getByLabel(/^compétition/i);
  const season = page.getByLabel(/^saison/i);
  const team = page.getByLabel(/^équipe/i);
  const submit = page.getByRole("button", { name: "Proposer ce maillot" });
  await openLists(page);
  await expect(competition).toBeDisabled();
  await expect(team).toBeDisabled();

  await league.selectOption("SOCCER");
  await competition.selectOption({ label: "Ligue 1" });
  await season.selectOption({ label: "2019-2020" });
  await team.selectOption({ label: "Autre équipe" });
  await page.getByLabel("Nom de l’équipe").fill("R");
  await page.getByLabel(/^titre/i).fill("ab ");
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveAccessibleDescription("Champs à remplir : Club ou équipe nationale.");
  await page.getByLabel("Nom de l’équipe").fill("Red Star");
  await expect(submit).toBeDisabled();
  await page.getByLabel(/^titre/i).fill("abc");
  await expect(submit).toBeEnabled();

  await league.selectOption("NBA");
  await expect(competition).toHaveValue("");
  await expect(team).toHaveValue("");
  await expect(page.getByLabel("Nom de l’équipe")).toBeHidden();
  await expect(submit).toBeDisabled();

  // Pressed all the same, it says what is missing, and leads to the first of it.
  await submit.click({ force: true });
  await expect(page.getByText("Complétez les champs signalés.")).toBeVisible();
  await expect(page.locator("form :focus")).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator("form :focus")).toBeInViewport();
});

test(
  "fills in the year of the season, and keeps a year that was typed",
  { tag: "@long" },
  async ({ page, site }) => {
    await signInAs(page, await createMember(site, "zoe"));
    await page.goto("/soumettre");
    const season = page.getByLabel(/^saison/i);
    const year = page.getByLabel(/^année/i);
    await season.selectOption({ label: "2019-2020" });
    await expect(year).toHaveValue("2019");
    await season.selectOption({ label: "1998-1999" });
    await expect(year).toHaveValue("1998");

    // The draft knows no more than the values, and the year still follows.
    await page.reload();
    await expect(year).toHaveValue("1998");
    await season.selectOption({ label: "2001-2002" });
    await expect(year).toHaveValue("2001");

    await year.fill("2002");
    await season.selectOption({ label: "2019-2020" });
    await expect(year).toHaveValue("2002");
    await page.reload();
    await season.selectOption({ label: "1998-1999" });
    await expect(year).toHaveValue("2002");
    // Typed, also where it is the season's own year.
    await year.fill("1998");
    await season.selectOption({ label: "2019-2020" });
    await expect(year).toHaveValue("1998");

    await year.fill("");
    await season.selectOption({ label: "2001-2002" });
    await expect(year).toHaveValue("2001");
  },
);

test("shows messages beside the invalid fields", async ({ page, site }) => {
  await signInAs(page, await createMember(site, "zoe"));
  await page.goto("/soumettre");
  await openLists(page);
  await page.getByLabel(/^sport/i).focus();
  await page.getByLabel(/^titre/i).focus();
  await expect(page.getByText("Veuillez sélectionner une ligue")).toBeVisible();
  await page.getByLabel(/^année/i).fill("1849");
  await expect(page.getByText("Veuillez saisir un titre")).toBeVisible();
  await page.getByLabel(/^prix/i).fill("19.999");
  await expect(page.getByText("Indiquez une année entre 1850 et 2100.")).toBeVisible();
  await page.getByLabel(/^lien externe/i).fill("exemple.fr");
  await expect(page.getByText("Deux décimales au plus.")).toBeVisible();
  await page.getByLabel(/^année/i).fill("1850");
  await expect(page.getByText("Indiquez une adresse complète", { exact: false })).toBeVisible();
  await expect(page.getByText("Indiquez une année entre 1850 et 2100.")).toBeHidden();
});

test(
  "offers countries for national teams, from a fixed list when none are known",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "zoe");
    await signInAs(page, member);
    await page.goto("/en/submit");
    await openLists(page);
    await page.getByLabel("Sport").selectOption("SOCCER");
    const { id } = await competition(site);
    await page.getByLabel("Competition").selectOption(id);
    await page.getByLabel("Season").selectOption({ index: 1 });
    const country = page.getByLabel("Country", { exact: false }).first();
    await expect(country.getByRole("option", { name: "Another country" })).toBeAttached();

    await page.route("**/rest/v1/team_seasons*", (route) => route.fulfill({ json: [] }));
    await page.route("**/rest/v1/teams*", (route) => route.fulfill({ json: [] }));
    await page.getByLabel("Season").selectOption({ index: 2 });
    await expect(country.getByRole("option", { name: "Bhutan" })).toBeAttached();
    await country.selectOption({ label: "Scotland" });
    await page.getByLabel("Title").fill("Hampden 1978");
    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(page.getByText("Jersey submitted!", { exact: false }).first()).toBeVisible();
    // The catalogue's name of the country, whatever the language of the submission.
    expect(await jerseysOf(site, member)).toMatchObject([
      { title: "Hampden 1978", team: "Écosse" },
    ]);
  },
);

async function competition(site: { url: string; anonKey: string }) {
  const { data } = await createClient(site.url, site.anonKey)
    .from("competitions")
    .select("id")
    .eq("slug", "international-teams")
    .single()
    .throwOnError();
  return data;
}

test(
  "says when to try again after twenty jerseys in an hour, and keeps the form",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "assidue");
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => submitJersey(site, member, { title: `Maillot ${n}` })),
    );
    await signInAs(page, member);
    await fillSubmitForm(page, "Le maillot de trop");
    await page.getByRole("button", { name: "Proposer ce maillot" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Trop de maillots" })).toHaveText(
      /rien n’est perdu, réessayez dans \d+ (minutes|heures)\.$/,
    );
    await expect(page.getByLabel(/^titre/i)).toHaveValue("Le maillot de trop");
    expect(await jerseysOf(site, member)).toHaveLength(20);
  },
);
