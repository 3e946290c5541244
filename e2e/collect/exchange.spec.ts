import { writeXlsx } from "hucre/xlsx";
import { zipSync } from "fflate";
import { readFile } from "node:fs/promises";
import sharp from "sharp";

import { FORMAT } from "../../app/collect/domain/exchange/collection-file.ts";
import { expectAccessible } from "../support/accessible.ts";
import { clientOf } from "../support/jerseys.ts";
import { inEveryLanguage } from "../support/languages.ts";
import { createMember, signInAs } from "../support/members.ts";
import { expect, test } from "../support/test.ts";

const WALKS = [
  {
    path: "/account/exchange",
    json: "Télécharger le JSON",
    exported: "Exemplaires exportés : 2",
    choose: "Choisir un fichier",
    check: "Vérifier les lignes (3)",
    unmatched: "Sans correspondance (1)",
    emptied:
      "Les champs dont la cellule ne peut pas être lue resteront vides. Numéros de ligne : 4.",
    size: "Prix",
    again: "Vérifier de nouveau",
    kept: "Maillots sans correspondance sûre au catalogue, qui seront gardés sans page : 1",
    keptDone: "Maillots gardés sans page au catalogue : 1",
    owned: "Lignes de maillots que vous avez déjà : 2.",
    already: "Déjà dans votre collection (1).",
    more: "Oui, plusieurs",
    import: "Importer les lignes (3)",
    imported: "Lignes importées : 3",
    close: "Terminer",
    there: "Maillots que vous avez déjà",
    nothing: "Rien à importer",
    cancel: "Annuler",
    undo: "Annuler l’import : liste.csv",
    undone: "Import annulé. Exemplaires supprimés : 3",
  },
  {
    path: "/en/account/exchange",
    json: "Download JSON",
    exported: "Jerseys exported: 2",
    choose: "Choose a file",
    check: "Check the rows (3)",
    unmatched: "Not matched (1)",
    emptied: "Fields whose cells can’t be read are left empty. Row numbers: 4.",
    size: "Price",
    again: "Check again",
    kept: "Jerseys without a definite match, to be added without a catalogue page: 1",
    keptDone: "Added without a catalogue page: 1",
    owned: "Rows with jerseys that you already have: 2.",
    already: "Already in your collection (1).",
    more: "Yes, more than one",
    import: "Import the rows (3)",
    imported: "Rows imported: 3",
    close: "Finish",
    there: "Jerseys you already have",
    nothing: "Nothing to import",
    cancel: "Cancel",
    undo: "Undo the import: liste.csv",
    undone: "Import undone. Jerseys removed: 3",
  },
] as const;

/** Two public jerseys of the demo. */
async function anyJerseys(client: ReturnType<typeof clientOf>) {
  const { data } = await client
    .from("jerseys")
    .select("id, title, team")
    .order("created_at")
    .limit(2)
    .throwOnError();
  return data;
}

for (const walk of inEveryLanguage(WALKS)) {
  test(`exports a collection, imports a list and takes it back: ${walk.path}`, async ({
    page,
    site,
  }) => {
    const member = await createMember(site, "exchanger");
    const client = clientOf(site, member);
    const jerseys = await anyJerseys(client);
    await client
      .from("copies")
      .insert(jerseys.map(({ id }) => ({ jersey_id: id, size: "M", notes: "=1+1" })))
      .throwOnError();
    await signInAs(page, member);
    await page.goto(walk.path);

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: walk.json }).click();
    const exported = JSON.parse(await readFile(await (await download).path(), "utf8"));
    await expect(page.getByText(walk.exported)).toBeVisible();
    expect(exported).toMatchObject({ format: "maillotheque-collection", version: 1 });
    expect(
      exported.copies.map(({ jersey }: { jersey: { id: string } }) => jersey.id).toSorted(),
    ).toEqual(jerseys.map(({ id }) => id).toSorted());

    // A spreadsheet's list: one jersey that is known, one that is not, one whose price is none.
    const [known] = jerseys;
    const list = [
      "jersey_id;Club;Titre;Taille;Prix",
      `${known!.id};${known!.team};${known!.title};L;49,90 EUR`,
      ";Club inconnu;Maillot de 1950;S;",
      `${known!.id};;;XL;cher`,
    ].join("\r\n");
    const choose = () =>
      page.getByLabel(walk.choose).setInputFiles({
        name: "liste.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(list, "latin1"),
      });
    await choose();
    await page.getByRole("button", { name: walk.check }).click();
    await expect(page.getByText(walk.emptied)).toBeVisible();
    await page.getByRole("button", { name: `${walk.there} (2)` }).click();
    await page.getByLabel(walk.size).fill("12,50");
    await page.getByRole("button", { name: walk.again }).click();
    await expect(page.getByText(walk.emptied)).toHaveCount(0);
    await expect(page.getByText(walk.already)).toHaveCount(2);
    await expect(page.getByRole("button", { name: walk.unmatched })).toBeVisible();
    await expect(page.getByText(walk.kept)).toBeVisible();
    await page.getByRole("button", { name: `${walk.there} (2)` }).click();
    await expect(page.getByText(walk.owned)).toBeVisible();
    await page.getByRole("button", { name: walk.more }).click();
    const { count } = await client.from("copies").select("id", { count: "exact", head: true });
    expect(count, "nothing is saved before it is confirmed").toBe(2);
    await page.getByRole("button", { name: walk.import }).click();
    await expect(page.getByText(walk.imported)).toBeVisible();
    await expect(page.getByText(walk.keptDone)).toBeVisible();
    const { data: copies } = await client
      .from("copies")
      .select("size, price, currency, jersey_id, former_jersey")
      .not("import_key", "is", null)
      .order("size")
      .throwOnError();
    expect(copies).toMatchObject([
      { size: "L", price: 49.9, currency: "EUR", jersey_id: known!.id },
      {
        size: "S",
        jersey_id: null,
        former_jersey: { team: "Club inconnu", title: "Maillot de 1950" },
      },
      { size: "XL", price: 12.5, jersey_id: known!.id },
    ]);
    await page.getByRole("button", { name: walk.close }).click();

    // The same file again: all lines are known, and what can't be read changes nothing.
    await choose();
    await page.getByRole("button", { name: walk.check }).click();
    await expect(page.getByRole("button", { name: `${walk.there} (3)` })).toBeVisible();
    await expect(page.getByRole("button", { name: walk.nothing })).toBeDisabled();
    await page.getByRole("button", { name: walk.cancel, exact: true }).click();

    await page.getByRole("button", { name: walk.undo }).click();
    await page.getByRole("dialog").getByRole("button").nth(1).click();
    await expect(page.getByText(walk.undone)).toBeVisible();
    const { count: left } = await client
      .from("copies")
      .select("id", { count: "exact", head: true });
    expect(left).toBe(2);
  });
}

test(
  "chooses a jersey by a search and a version from a list; a reload keeps both",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "chercheuse");
    const client = clientOf(site, member);
    const [jersey] = await anyJerseys(client);
    const list = "Club;Titre;Version\nClub inconnu;Maillot;\nClub inconnu;Autre;de gala\n";
    await signInAs(page, member);
    await page.goto("/account/exchange");
    const check = async () => {
      await page.getByLabel("Choisir un fichier").setInputFiles({
        name: "liste.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(list),
      });
      await page.getByRole("button", { name: "Vérifier les lignes (2)" }).click();
    };
    await check();
    await expect(page.getByRole("button", { name: "Sans correspondance (2)" })).toBeVisible();
    await expect(page.getByRole("button", { name: /\(0\)/ })).toHaveCount(0);
    await expect(
      page.getByText("« de gala » n’est pas connu : ce champ restera vide"),
    ).toBeVisible();
    await page.getByRole("combobox", { name: "Version" }).selectOption("Version supporter");
    await page.getByRole("button", { name: "Vérifier de nouveau" }).click();
    await expect(page.getByText("« de gala »")).toHaveCount(0);
    const first = page.getByRole("listitem").filter({ hasText: "Ligne 2" });
    await first.getByRole("button", { name: "Rechercher dans le catalogue" }).click();
    await first.getByRole("searchbox").fill(jersey!.title);
    await first.getByRole("button", { name: jersey!.title }).first().click();
    const choice = first.getByLabel("Maillot du catalogue");
    const chosen = await choice.inputValue();
    expect(chosen).toMatch(/^[0-9a-f-]{36}$/);

    await page.reload();
    await expect(page.getByText("Vos choix pour « liste.csv » sont conservés.")).toBeVisible();
    await check();
    await expect(page.getByText("« de gala »")).toHaveCount(0);
    await expect(choice).toHaveValue(chosen);
    await expect(
      page.getByRole("listitem").filter({ hasText: "Ligne 3" }).getByLabel("Maillot du catalogue"),
    ).toHaveValue("keep");
    await page.getByRole("button", { name: "Importer les lignes (2)" }).click();
    await expect(page.getByText("Lignes importées : 2")).toBeVisible();
    const { data: copies } = await client
      .from("copies")
      .select("jersey_id, version, former_jersey")
      .order("version")
      .throwOnError();
    expect(copies).toMatchObject([
      { jersey_id: null, version: "replica", former_jersey: { title: "Autre" } },
      { jersey_id: chosen, version: null },
    ]);
  },
);

test("asks for the order of dates and about identical lines, and shows what it will store", async ({
  page,
  site,
}) => {
  const member = await createMember(site, "marchande");
  const client = clientOf(site, member);
  const line = (id: string, date: string, condition: string) =>
    ["FC Barcelone", "Maillot inconnu", id, date, "49,90", condition].join("\t");
  const cells = [
    "Club\tTitre\tTaille\tDate d'achat\tPrix\tÉtat",
    line("S", "12/03/2013", "Neuf avec étiquette"),
    line("M", "32/13/2016", ""),
    line("L", "04/05/2014", "splendide"),
    line("L", "04/05/2014", "splendide"),
    line("XL", "12/25/2013", ""),
  ].join("\n");
  await signInAs(page, member);
  await page.goto("/account/exchange");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Télécharger un modèle (CSV)" }).click();
  const template = await readFile(await (await download).path(), "utf8");
  expect(template).toContain("Équipe;Saison;Type de maillot;Taille");
  const sheet = page.waitForEvent("download");
  await page.getByRole("button", { name: "Télécharger le tableau" }).click();
  expect((await sheet).suggestedFilename()).toMatch(/^maillotheque-\d{4}-\d{2}-\d{2}-fr\.csv$/);
  const own = await readFile(await (await sheet).path(), "utf8");
  expect(own).toContain(";Identifiant de l’exemplaire;");

  await page.getByRole("button", { name: "Coller depuis un tableur" }).click();
  await page.getByLabel("Cellules copiées").fill(cells);
  await page.getByRole("button", { name: "Lire ces cellules" }).click();
  await expect(page.getByText("Vous n’avez encore rien importé.")).toHaveCount(0);
  // How the list was read is said, and can be chosen by keyboard.
  const form = page.getByText("Lecture du fichier : tabulation, UTF-8, titres de colonnes");
  await form.press("Enter");
  const headings = page.getByLabel("Titres de colonnes", { exact: true });
  await headings.selectOption("0");
  await expect(form).toContainText("aucun");
  await expect(page.getByRole("rowheader", { name: "Colonne 1" })).toBeVisible();
  await headings.selectOption("1");
  await expect(form).toContainText("ligne 1");
  await expect(page.getByLabel("Ce que contient « Club »")).toHaveValue("team");
  // One cell that can only be American decides for the others, an impossible one for none; it can be chosen.
  const order = page.getByLabel("Dates");
  await expect(order).toHaveValue("mdy");
  await expect(page.getByText("12/03/2013 → 3 décembre 2013")).toBeVisible();
  await order.selectOption("dmy");
  await expect(page.getByText("12/03/2013 → 12 mars 2013")).toBeVisible();
  await page.getByRole("button", { name: "Vérifier les lignes (5)" }).click();

  // A cell that can't be read refuses no line. One check for all that was typed; what can't be read again stays as it was typed.
  await expect(page.getByRole("button", { name: "Sans correspondance (5)" })).toBeVisible();
  await expect(page.getByText("resteront vides. Numéros de ligne : 3, 4, 5, 6.")).toBeVisible();
  const unread = page.getByLabel("Date d’achat");
  await unread.first().fill("01/02/99");
  await unread.last().fill("Noël 2013");
  await expect(
    page.getByRole("button", { name: "Vérifier les lignes corrigées (2)" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Vérifier de nouveau" }).first().click();
  await expect(page.getByText("resteront vides. Numéros de ligne : 4, 5, 6.")).toBeVisible();
  await expect(unread).toHaveValue("Noël 2013");
  await expect(page.getByText("1er février 1999")).toBeVisible();

  const first = page.getByRole("listitem").filter({ hasText: "Ligne 2" });
  await expect(first).toContainText("12 mars 2013");
  await expect(first).toContainText("49,90 €");
  await expect(first).toContainText("Neuf avec étiquettes");
  await expect(first.getByLabel("Maillot du catalogue")).toContainText("FC Barcelona");
  await expect(page.getByText("« splendide » n’est pas connu : ce champ restera vide")).toHaveCount(
    2,
  );
  await expect(page.getByText("Identique à la ligne 4.")).toBeVisible();
  await page.getByRole("button", { name: "N’importer aucune de ces lignes" }).click();
  await expect(page.getByRole("button", { name: "Rien à importer" })).toBeDisabled();
  await page.getByRole("button", { name: "Tout garder sans page au catalogue" }).click();
  await page
    .getByRole("listitem")
    .filter({ hasText: "Ligne 6" })
    .getByLabel("Maillot du catalogue")
    .selectOption("leave");
  await expect(page.getByRole("button", { name: "Importer les lignes (3)" })).toBeVisible();
  await page.getByRole("button", { name: "Oui, plusieurs" }).click();
  await page.getByRole("button", { name: "Importer les lignes (4)" }).click();
  await expect(page.getByText("Lignes importées : 4")).toBeVisible();
  await expect(page.getByRole("region", { name: "Cellules collées" })).toBeFocused();
  await expect(page.getByText("Lignes laissées de côté : 1")).toBeVisible();
  const left = page.waitForEvent("download");
  await page.getByRole("button", { name: "Télécharger les lignes laissées de côté (CSV)" }).click();
  const leftLines = (await readFile(await (await left).path(), "utf8")).trimEnd().split("\r\n");
  expect(leftLines).toEqual([
    expect.stringMatching(/,line,reason$/),
    expect.stringMatching(/,XL,12\/25\/2013,.*,6,La ligne a été laissée de côté/),
  ]);
  const { data } = await client
    .from("copies")
    .select("size, bought_on, price, condition")
    .order("size")
    .throwOnError();
  const twin = { size: "L", bought_on: "2014-05-04", price: 49.9, condition: null };
  expect(data).toEqual([
    twin,
    twin,
    { size: "M", bought_on: "1999-02-01", price: 49.9, condition: null },
    { size: "S", bought_on: "2013-03-12", price: 49.9, condition: "new_with_tags" },
  ]);
});

test("chooses the jersey of a wish by a search", { tag: "@long" }, async ({ page, site }) => {
  const member = await createMember(site, "reveuse");
  const client = clientOf(site, member);
  const [jersey] = await anyJerseys(client);
  const wishes = [{ jersey: { title: "Maillot", team: "Club inconnu" }, note: "En taille M" }];
  const file = { format: FORMAT, version: 1, copies: [], wishes, votes: [] };
  await signInAs(page, member);
  await page.goto("/account/exchange");
  await page.getByLabel("Choisir un fichier").setInputFiles({
    name: "collection.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(file)),
  });
  await page.getByRole("button", { name: "Vérifier les lignes (1)" }).click();
  await page.getByRole("button", { name: "Rechercher dans le catalogue" }).click();
  await page.getByRole("searchbox").last().fill(jersey!.title);
  await page
    .getByRole("list", { name: "Maillots trouvés" })
    .getByRole("button", { name: jersey!.title })
    .first()
    .click();
  await page.getByRole("button", { name: "Importer les lignes (1)" }).click();
  await expect(page.getByText("Lignes importées : 1")).toBeVisible();
  const { data } = await client.from("user_wishlists").select("note").throwOnError();
  expect(data).toEqual([{ note: "En taille M" }]);
});

test("reads ten pasted lines in words, without headings, and leads to the collection", async ({
  page,
  site,
}) => {
  const member = await createMember(site, "plain-lines");
  const client = clientOf(site, member);
  const { data } = await client
    .from("jerseys")
    .select("team, kit_type, season:seasons(code)")
    .in("kit_type", ["home", "away", "third"])
    .not("season_id", "is", null)
    .order("created_at")
    .order("id")
    .limit(200)
    .throwOnError();
  const jerseys = data as unknown as { team: string; kit_type: string; season: { code: string } }[];
  const byTeam = new Map(jerseys.map((jersey) => [jersey.team, jersey]));
  const known = [...byTeam.values()].slice(0, 9);
  const words = { home: "domicile", away: "visitante", third: "third" } as Record<string, string>;
  const lines = known.map(
    ({ team, kit_type, season }) => `${team} ${words[kit_type]} ${season.code.replace("-", "/")} L`,
  );
  await signInAs(page, member);
  await page.goto("/en/account/exchange");
  await page.getByRole("button", { name: "Paste from a spreadsheet" }).click();
  await page.getByLabel("Copied cells").fill([...lines, "Club Nobody third 1950 M"].join("\n"));
  await page.getByRole("button", { name: "Read these cells" }).click();
  // One column leaves nothing to choose.
  await expect(page.getByRole("button", { name: "New (9)" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Not matched (1)" })).toBeVisible();
  const first = page.getByRole("listitem").filter({ hasText: known[0]!.team }).first();
  await expect(first).toContainText("Size L");
  // Its photo, or its drawing.
  await expect(first.getByRole("presentation")).toBeVisible();
  await page.getByRole("button", { name: "Import the rows (10)" }).click();
  await expect(page.getByText("Rows imported: 10")).toBeVisible();
  await page.getByRole("link", { name: "See my collection" }).click();
  await expect(page).toHaveURL(/\/en\/account\/collection$/);
  const { count } = await client.from("copies").select("id", { count: "exact", head: true });
  expect(count).toBe(10);
});

test(
  "offers what search finds for short names, of every sport",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "short-names");
    await signInAs(page, member);
    await page.goto("/en/account/exchange");
    await page.getByRole("button", { name: "Paste from a spreadsheet" }).click();
    const lines = [
      ...["Barcelona away 2024", "OM 2010", "Olympique de Marseille 2010", "Man Utd home"],
      // Neither says a kit, and the team has no other jersey of then.
      ...["Lakers 2019", "Los Angeles Lakers 2019"],
      // A year of two digits, which the catalogue's jerseys aren't of.
      "OM 93 domicile, acheté 120 euros",
    ];
    await page.getByLabel("Copied cells").fill(lines.join("\n"));
    await page.getByRole("button", { name: "Read these cells" }).click();
    const choiceOf = (text: string) =>
      page
        .getByRole("listitem")
        .filter({ hasText: new RegExp(`^Row \\d+${text}`) })
        .getByLabel("Jersey in the catalogue");
    await expect(page.getByRole("button", { name: "New (2)" })).toBeVisible();
    await page.getByRole("button", { name: "Not matched (5)" }).click();
    await expect(
      page.getByText(/^Row 7 ?Olympique de Marseille · .* · 1993 · Home$/),
    ).toBeVisible();
    // None is sure: two have no kit, one no season, and a word may mean several teams.
    await expect(page.getByRole("button", { name: "Not matched (5)" })).toBeVisible();
    await expect(choiceOf("Barcelona").getByRole("option").nth(1)).toHaveText(
      "FC Barcelona 2024–25 · Away",
    );
    await expect(choiceOf("Manchester United")).toContainText("Manchester United 2012–13 · Home");
    await page
      .getByRole("button", { name: "Choose the closest match: FC Barcelona 2024–25 · Away" })
      .click();
    await expect(choiceOf("Barcelona").getByRole("option", { selected: true })).toHaveText(
      "FC Barcelona 2024–25 · Away",
    );
    // What isn't sure is kept as it is, unless a jersey is chosen.
    await expect(page.getByRole("button", { name: "Import the rows (7)" })).toBeVisible();
    await page
      .getByRole("button", {
        name: "For each of these rows, choose the closest match with the same team, season and kit type (2)",
      })
      .click();
    for (const team of ["OM ·", "Olympique de Marseille · Olympique"]) {
      const chosen = choiceOf(team).getByRole("option", { selected: true });
      await expect(chosen).toHaveText("Olympique de Marseille 2010–11 · Home");
    }
    await expect(page.getByRole("button", { name: "Import the rows (7)" })).toBeVisible();
    await expect(page.getByText("Already in your collection")).toHaveCount(0);
  },
);

test("completes the copy that the member has, unless it is another one", async ({ page, site }) => {
  const member = await createMember(site, "completes");
  const client = clientOf(site, member);
  const { data } = await client
    .from("jerseys")
    .select("id")
    .eq("team", "FC Barcelona")
    .eq("year", 2024)
    .eq("kit_type", "away")
    .order("created_at")
    .limit(1)
    .throwOnError();
  const jersey_id = data[0]!.id;
  await client.from("copies").insert({ jersey_id, notes: "du stade" }).throwOnError();
  await signInAs(page, member);
  await page.goto("/en/account/exchange");
  const check = async (line: string) => {
    await page.getByRole("button", { name: "Paste from a spreadsheet" }).click();
    await page.getByLabel("Copied cells").fill(line);
    await page.getByRole("button", { name: "Read these cells" }).click();
  };
  const sizes = async () => {
    const copies = client.from("copies").select("size, notes").order("created_at");
    return (await copies.throwOnError()).data;
  };
  await check("FC Barcelona away 2024 L");
  await expect(page.getByRole("button", { name: "Changed (1)" })).toBeVisible();
  await expect(page.getByText("Size: — → L")).toBeVisible();
  await expect(page.getByText(/^Your jersey: FC Barcelona .* Away$/)).toBeVisible();
  await page.getByRole("button", { name: "Import the rows (1)" }).click();
  await expect(page.getByText("Rows imported: 1")).toBeVisible();
  expect(await sizes()).toEqual([{ size: "L", notes: "du stade" }]);
  await page.getByRole("button", { name: "Finish" }).click();

  await check("FC Barcelona away 2024 M");
  await expect(page.getByText("Already in your collection (1).")).toBeVisible();
  await page.getByRole("button", { name: "Yes, more than one" }).click();
  await page.getByRole("button", { name: "Import the rows (1)" }).click();
  await expect(page.getByText("Rows imported: 1")).toBeVisible();
  expect(await sizes()).toEqual([
    { size: "L", notes: "du stade" },
    { size: "M", notes: null },
  ]);
});

test("imports the sheet of a workbook that is a list", { tag: "@long" }, async ({ page, site }) => {
  const member = await createMember(site, "tableur");
  const client = clientOf(site, member);
  const workbook = await writeXlsx({
    sheets: [
      { name: "Choix", rows: [["Tailles"], ["S"], ["M"], ["L"], ["XL"]] },
      {
        name: "Maillots",
        rows: [
          ["Ma collection de maillots"],
          [null],
          ["Club", "Saison", "Type", "Taille", "Acheté le", "Numéro"],
          [
            "Sampdoria",
            new Date(Date.UTC(2011, 11, 1)),
            "Domicile",
            "L",
            new Date(Date.UTC(2019, 6, 31)),
            "07",
          ],
          ["Nulle Part FC", "1998-99", "Extérieur", "M", null, "10"],
        ],
      },
    ],
  });
  await signInAs(page, member);
  await page.goto("/account/exchange");
  await page.getByLabel("Choisir un fichier").setInputFiles({
    name: "maillots.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: Buffer.from(workbook),
  });
  await expect(page.getByLabel("Feuille")).toHaveValue("1");
  await expectAccessible(page);
  await page.getByLabel("Feuille").selectOption("Choix");
  await expect(page.getByLabel("Feuille")).toHaveValue("0");
  await page.getByLabel("Feuille").selectOption("Maillots");
  await page.getByRole("button", { name: /^Vérifier/ }).click();
  await page.getByRole("button", { name: /^Importer les lignes \(2\)/ }).click();
  await expect(page.getByText("Lignes importées : 2")).toBeVisible();
  const { data } = await client
    .from("copies")
    .select("former_jersey, size, bought_on, printed_number")
    .order("size")
    .throwOnError();
  expect(data).toMatchObject([
    {
      ...{ size: "L", bought_on: "2019-07-31", printed_number: "07" },
      former_jersey: { team: "Sampdoria", season: "2011-12", kit_type: "home" },
    },
    { size: "M", former_jersey: { team: "Nulle Part FC", season: "1998-99" } },
  ]);
});

test(
  "imports the workbook of a ZIP with its photos, names those that lack, and wishes for what is wanted",
  { tag: "@long" },
  async ({ page, site }) => {
    const member = await createMember(site, "zippeur");
    const client = clientOf(site, member);
    const { data: jerseys } = await client
      .from("jerseys")
      .select("id, team, kit_type, season:seasons(code)")
      .eq("team", "FC Barcelona")
      .eq("year", 2024)
      .eq("kit_type", "away")
      .limit(1)
      .throwOnError();
    const [jersey] = jerseys as unknown as { id: string; season: { code: string } }[];
    const rows = [
      ["Club", "Saison", "Modèle", "Photo", "Recherché"],
      ["Brest", "1998-99", "domicile", "un.jpg, abimee.jpg", ""],
      ["Nulle Part FC", "1997-98", "third", "rien.jpg", ""],
      ["Nulle Part FC", "1996-97", "extérieur", "deux.jpg", ""],
      ["FC Barcelona", jersey!.season.code, "extérieur", "", "x"],
      ["Nulle Part FC", "1990-91", "home", "", "x"],
    ];
    const workbook = await writeXlsx({ sheets: [{ name: "Maillots", rows }] });
    const picture = await sharp({
      create: { width: 400, height: 400, channels: 3, background: "#aa2222" },
    })
      .jpeg()
      .toBuffer();
    const zipped = zipSync({
      "liste.xlsx": workbook,
      "photos/un.jpg": picture,
      "photos/abimee.jpg": new TextEncoder().encode("pas une photo"),
      "a/deux.jpg": picture,
      "b/deux.jpg": picture,
    });
    await signInAs(page, member);
    await page.goto("/account/exchange");
    await page.getByLabel("Choisir un fichier").setInputFiles({
      name: "maillots.zip",
      mimeType: "application/zip",
      buffer: Buffer.from(zipped),
    });
    await expect(page.getByLabel("Ce que contient « Modèle »")).toHaveValue("kit_type");
    await expect(page.getByLabel("Ce que contient « Photo »").locator("option:checked")).toHaveText(
      "Photos du ZIP",
    );
    await expect(page.getByText("Colonnes qui ne seront pas importées")).toHaveCount(0);
    await page.getByRole("button", { name: "Vérifier les lignes (5)" }).click();
    await expect(
      page.getByText(
        "Maillots sans correspondance sûre au catalogue, qui seront gardés sans page : 3",
      ),
    ).toBeVisible();
    await expect(page.getByText("Stade brestois 29 · 1998-1999 · Domicile")).toBeVisible();
    const missing = page.getByText("Photos absentes du ZIP (1) : rien.jpg (ligne 3).");
    const shared = page.getByText(
      "plusieurs photos du ZIP portent le même nom (1) : deux.jpg (ligne 4).",
    );
    await expect(missing).toBeVisible();
    await expect(shared).toBeVisible();
    await page.getByRole("button", { name: "Wishlist (2)" }).click();
    await page.getByRole("button", { name: "Sans correspondance (1)" }).click();
    // A wish for a shirt that the catalogue lacks is kept as the list says it.
    await expect(page.getByLabel("Maillot du catalogue")).toHaveValue("keep");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Importer les lignes (5)" }).click();
    for (const said of [
      "Lignes importées : 5",
      "Maillots gardés sans page au catalogue : 3",
      "Maillots ajoutés à la wishlist : 2",
      "Photos importées : 1",
      "Photos non importées (1)",
    ]) {
      await expect(page.getByText(said)).toBeVisible();
    }
    await expect(missing).toBeVisible();
    await expect(shared).toBeVisible();
    const { data: copies } = await client
      .from("copies")
      .select("id, created_at, former_jersey, photos:copy_photos(id)")
      .order("created_at", { ascending: false })
      .throwOnError();
    expect(copies).toMatchObject([
      { former_jersey: { team: "Stade brestois 29", kit_type: "home" }, photos: [{}] },
      { former_jersey: { team: "Nulle Part FC", kit_type: "third" }, photos: [] },
      { former_jersey: { team: "Nulle Part FC", kit_type: "away" }, photos: [] },
    ]);
    const { data: wishes } = await client
      .from("user_wishlists")
      .select("jersey_id, former_jersey")
      .order("jersey_id")
      .throwOnError();
    expect(wishes).toMatchObject([
      { jersey_id: jersey!.id },
      { jersey_id: null, former_jersey: expect.objectContaining({}) },
    ]);
    await page.getByRole("button", { name: "Terminer" }).click();
    const { data: list } = await client
      .from("lists")
      .insert({ title: "À voir", is_public: true })
      .select("id")
      .single()
      .throwOnError();
    await client
      .from("list_items")
      .insert({ list_id: list.id, copy_id: copies[0]!.id })
      .throwOnError();
    await page.getByRole("button", { name: "Annuler l’import : maillots.zip" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("disparaîtront de vos listes publiques : 1.")).toBeVisible();
    await expect(dialog.getByText("Tout le monde peut voir votre collection.")).toBeHidden();
    await dialog.getByRole("button", { name: "Annuler l’import" }).click();
    await expect(page.getByText("Import annulé. Exemplaires supprimés : 3")).toBeVisible();
  },
);
