import { expectAccessible, expectNoSidewaysScroll } from "../support/accessible.ts";
import { createAdministrator } from "../support/administrators.ts";
import { clientOf, decide } from "../support/jerseys.ts";
import { browserOf, createMember, signInAs } from "../support/members.ts";
import { publicJersey } from "../support/public-jerseys.ts";
import { expect, test } from "../support/test.ts";
import { picture } from "@maillotheque/backend/testing";

const facts = async (client: ReturnType<typeof clientOf>, code: string) => {
  const [{ data: team }, { data: season }] = await Promise.all([
    client.from("teams").select("id, name").eq("name", "RC Lens").single().throwOnError(),
    client.from("seasons").select("id").eq("code", code).single().throwOnError(),
  ]);
  return { team_id: team.id, team: team.name, season_id: season.id };
};

test("ten shirts by hand, six of which the catalogue lacks, take a press each", async ({
  page,
  site,
}) => {
  const member = await createMember(site, "collectionneuse");
  const client = clientOf(site, member);
  const known = await facts(client, "1998-99");
  for (const kit_type of ["home", "away", "third", "goalkeeper"]) {
    await publicJersey(site, { ...known, kit_type, title: `Lens ${kit_type}` });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, member);
  await page.goto("/account/collection");
  const field = page.getByLabel("Ajouter un maillot");
  let presses = 0;
  const press = async (name: RegExp) => {
    await page.getByRole("button", { name }).first().click();
    presses++;
    await expect(field).toHaveValue("");
    await expect(field).toBeFocused();
  };
  await field.click();
  presses++;
  for (const kit of ["domicile", "extérieur", "troisième", "gardien"]) {
    await field.fill(`Lens ${kit} 1998-99 Vairelles 9`);
    await press(/^Je l’ai – Lens/);
  }
  await field.fill("France 98 domicile Zidane 10");
  const own = page.getByText("France · 1998 · Domicile · ZIDANE 10");
  await expect(own).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await press(/^Ajouter ce maillot/);
  for (const text of [
    "Brésil 70 Pelé 10",
    "us boulogne domicile 2009-10",
    "Sampdoria 1990-91 domicile Vialli 9",
    "Red Star 1985-86",
    "Nulle Part FC 2001-02 extérieur",
  ]) {
    await field.fill(text);
    await press(/^Ajouter ce maillot/);
  }
  expect(presses).toBeLessThanOrEqual(12);
  await expect(page.getByText("10 exemplaires", { exact: true })).toBeVisible();
  const { data } = await client
    .from("copies")
    .select("former_jersey, printed_name, printed_number, jersey_id")
    .throwOnError();
  expect(data.filter(({ jersey_id }) => jersey_id !== null)).toHaveLength(4);
  expect(data.filter(({ printed_name }) => printed_name === "Vairelles")).toHaveLength(4);
  const france = data.find(({ printed_name }) => printed_name === "Zidane");
  expect(france).toMatchObject({
    printed_number: "10",
    former_jersey: { team: "France", league: "SOCCER", year: 1998, kit_type: "home" },
  });
  const read = data.map(({ former_jersey, printed_name }) => {
    const { team, year } = (former_jersey ?? {}) as { team?: string; year?: number };
    return [team, year, printed_name].join(" ");
  });
  expect(read).toEqual(
    expect.arrayContaining([
      "Brésil 1970 Pelé",
      "US Boulogne 2009 ",
      "Sampdoria 1990 Vialli",
      "Nulle Part FC 2001 ",
    ]),
  );

  // One's own shirt is no second one unawares.
  await field.fill("Sampdoria 1990-91");
  await expect(
    page.getByRole("list", { name: "Dans votre collection" }).getByText("VIALLI 9"),
  ).toBeVisible();
  await field.press("Enter");
  await expect(page.getByRole("button", { name: "J’en ai un autre exemplaire" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Ajouter ce maillot" })).toHaveCount(0);
  await expectAccessible(page);
  await field.fill("");

  // The last one is taken back where it was added.
  await page.getByRole("button", { name: /^Annuler – Nulle Part FC/ }).click();
  await expect(page.getByText("9 exemplaires", { exact: true })).toBeVisible();
});

test(
  "a field reads what people type, and loses no word of it",
  { tag: "@long" },
  async ({ page, site, browser }) => {
    const member = await createMember(site, "bavarde");
    const client = clientOf(site, member);
    await signInAs(page, member);
    await page.goto("/account/collection");
    const field = page.getByLabel("Ajouter un maillot");
    for (const [typed, read] of [
      ["Juve 96", "Juventus · 1996"],
      ["Brest third", "Stade brestois 29 · Third"],
      ["maillot vert FC Nantes 2001", "FC Nantes · 2001"],
      ["Lens 98 manches longues", "RC Lens · 1998"],
    ] as const) {
      await field.fill(typed);
      await expect(page.getByText(read)).toBeVisible();
    }
    await expect(page.getByText("Gardé dans les remarques : manches longues")).toBeVisible();
    // Two presses at once add one shirt.
    await page.getByRole("button", { name: "Ajouter ce maillot" }).dblclick();
    await expect(field).toHaveValue("");
    const { data } = await client.from("copies").select("notes, former_jersey").throwOnError();
    expect(data).toMatchObject([{ notes: "manches longues", former_jersey: { team: "RC Lens" } }]);

    // A team of the catalogue brings its sport, also where it is written afterwards.
    const stored = () =>
      client.from("copies").select("former_jersey").not("printed_name", "is", null).single();
    await field.fill("Machin FC domicile 1996 Jordan 23");
    await page.getByRole("button", { name: "Modifier", exact: true }).click();
    await page.getByLabel("Équipe").fill("Bulls");
    await expect(page.getByText("Chicago Bulls · 1996 · Domicile · JORDAN 23")).toBeVisible();
    await page.getByLabel("Équipe").fill("Machin FC");
    await page.getByRole("button", { name: "Ajouter ce maillot" }).evaluate((button) => {
      (button as HTMLButtonElement).click();
      (button as HTMLButtonElement).click();
    });
    await expect(field).toHaveValue("");
    expect((await stored()).data).toMatchObject({ former_jersey: { league: "SOCCER" } });
    await page.getByRole("button", { name: /^Modifier l’exemplaire de « Machin FC/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Modifier l’équipe, la saison ou le type" }).click();
    await dialog.getByLabel("Équipe").fill("Chicago Bulls");
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await expect(dialog.getByLabel("Nom floqué")).toHaveValue("Jordan");
    expect((await stored()).data).toMatchObject({
      former_jersey: { team: "Chicago Bulls", league: "NBA", title: "Chicago Bulls 1996" },
    });
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);

    // The site's search finds it for its owner alone.
    const mine = page.getByRole("region", { name: "Dans votre collection" });
    await page.goto("/recherche?q=lens%2098");
    await expect(mine.getByRole("link", { name: "RC Lens · 1998" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("lens 98");
    const own = page.getByRole("group", { name: "Dans votre collection" });
    await own.getByRole("option", { name: "RC Lens · 1998" }).click();
    await expect(page).toHaveURL(/\/account\/collection\?q=lens\+1998$/);
    const visitor = await browserOf(browser, site);
    await visitor.goto("/recherche?q=lens%2098");
    await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(visitor.getByText("Dans votre collection")).toHaveCount(0);
    // What the catalogue lacks is no dead end, however it is written.
    await visitor.goto("/recherche?q=france%2098%20zidane");
    await expect(visitor.getByRole("heading", { name: "France", exact: true })).toBeVisible();
    await expect(visitor.getByRole("link", { name: /^J’ai le maillot recherché/ })).toHaveAttribute(
      "href",
      /add=france\+98\+zidane$/,
    );
    await visitor.keyboard.press("Control+k");
    await visitor.getByRole("dialog").getByRole("combobox").fill("france 98 zidane");
    await expect(visitor.getByRole("option", { name: /^J’ai le maillot recherché/ })).toBeVisible();
    await visitor.context().close();
  },
);

test("a shirt of one's own is changed, proposed, found in the catalogue, and taken back", async ({
  page,
  site,
}) => {
  const member = await createMember(site, "collectionneuse");
  const client = clientOf(site, member);
  await signInAs(page, member);
  await page.goto("/account/collection?add=lens%20ext%C3%A9rieur%2097-98%20ziani%2010");
  await expect(page.getByText("RC Lens · 1997-1998 · Extérieur · ZIANI 10")).toBeVisible();
  await page.getByRole("button", { name: "Ajouter ce maillot" }).click();
  const card = page.getByRole("button", { name: /^Modifier l’exemplaire de « RC Lens 1997-1998/ });
  await card.click();
  const dialog = page.getByRole("dialog");
  const propose = dialog.getByRole("link", { name: "Proposer ce maillot au catalogue" });
  await expect(propose).toHaveAttribute("href", /team=[\w-]+&season=1997-98&kit=away/);
  await dialog.getByRole("button", { name: "Modifier l’équipe, la saison ou le type" }).click();
  await dialog.getByLabel("Saison").fill("95/96");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(dialog.getByLabel("Nom floqué")).toHaveValue("Ziani");
  // What was saved a moment ago is no change from elsewhere.
  await dialog.getByLabel("Nom floqué").fill("ZIANI");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(dialog).toHaveCount(0);
  const changed = page.getByRole("button", { name: /^Modifier l’exemplaire de « RC Lens 1995/ });
  await changed.click();
  await propose.click();
  await expect(page).toHaveURL(/\/soumettre$/);
  await expect(dialog).toHaveCount(0);
  const chosen = (name: string) => page.getByRole("combobox", { name }).locator("option:checked");
  await expect(chosen("Saison")).toHaveText("1995-1996");
  await expect(chosen("Type de maillot")).toHaveText("Extérieur");
  await expect(page.getByLabel("Ajouter aussi ce maillot à ma collection")).toHaveCount(0);
  await page.goto("/account/collection");
  await changed.click();
  const amount = async () => {
    const { data } = await client.from("copies").select("id").is("removed_at", null).throwOnError();
    return data.length;
  };
  await dialog.getByRole("button", { name: "Ajouter un exemplaire identique" }).click();
  await expect.poll(amount).toBe(2);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page
    .getByRole("listitem")
    .filter({ hasText: "Un exemplaire identique a été ajouté" })
    .getByRole("button", { name: "Annuler" })
    .click();
  await expect.poll(amount).toBe(1);

  // Somebody else's equal one becomes public.
  const author = await createMember(site, "autrice");
  const { data: competition } = await client
    .from("competitions")
    .select("id, league")
    .eq("slug", "ligue-1")
    .single()
    .throwOnError();
  const { data: jersey } = await clientOf(site, author)
    .from("jerseys")
    .insert({
      ...{
        ...(await facts(client, "1995-96")),
        author_id: author.user.id,
        competition_id: competition.id,
      },
      ...{ league: competition.league, kit_type: "away", title: "Lens à l’extérieur" },
    })
    .select("id")
    .single()
    .throwOnError();
  await decide(site, await createAdministrator(site, "admin"), jersey.id);

  await page.goto("/account/notices");
  await expect(page.getByText("Votre maillot a maintenant sa page au catalogue")).toBeVisible();
  await page.goto("/account/collection");
  await page
    .getByRole("button", { name: /^Modifier l’exemplaire de « Lens à l’extérieur/ })
    .click();
  await dialog.getByRole("button", { name: "Détacher mon maillot de cette page" }).click();
  await expect(
    page.getByRole("button", { name: /^Modifier l’exemplaire de « RC Lens 1995-1996/ }),
  ).toBeVisible();

  // Who shows their shelf shows it, too, with the photo that they chose in the place of the drawing.
  const { data: copy } = await client
    .from("copies")
    .select("id")
    .is("jersey_id", null)
    .is("removed_at", null)
    .single()
    .throwOnError();
  const path = `${member.user.id}/${crypto.randomUUID()}.webp`;
  for (const name of [path, path.replace(".webp", ".small.webp")]) {
    await client.storage
      .from("copies")
      .upload(name, await picture("webp", 400, 402), { contentType: "image/webp" });
  }
  const { data: photo } = await client
    .from("copy_photos")
    .insert({ copy_id: copy.id, path, position: 1 })
    .select("id")
    .single()
    .throwOnError();
  const shirts = [{ copy_id: copy.id, photo_id: photo.id }];
  await client.rpc("save_showcase", { is_open: true, with_names: true, shirts }).throwOnError();
  const { data: profile } = await client
    .from("profiles")
    .select("username")
    .eq("id", member.user.id)
    .single()
    .throwOnError();
  await page.goto(`/member/${profile.username}`);
  await expect(page.getByText("Autres maillots de cette collection : 1")).toBeVisible();
  const onShelf = page.getByRole("article");
  await expect(onShelf.getByText("Ziani 10")).toBeVisible();
  await expect(onShelf.locator('img[src^="/shown/"]')).toHaveJSProperty("naturalHeight", 402);
  await expectAccessible(page);
});
