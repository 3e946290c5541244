import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { guessCatalogueColumns } from "#app/curate/domain/import/catalogue-columns.ts";
import {
  CATALOGUE,
  CATALOGUE_LIMITS,
  catalogueCsv,
  catalogueJson,
} from "#app/curate/domain/import/catalogue-file.ts";
import { readCatalogueLines } from "#app/curate/domain/import/catalogue-line.ts";
import { readTable } from "#app/shared/domain/import/read-table.ts";
import { createRules, type Persona, type Rules, type Scenario } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";
import { REBUILD } from "../../support/rebuild.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
  await rules.system("update jerseys set kit_type = 'home', year = 2024 where id = $1", [
    fixture.approved,
  ]);
  await rules.system(
    `insert into storage.objects (bucket_id, name, metadata)
     values ('jerseys', $1, '{"size": 100}'), ('jerseys', $2, '{"size": 0}')`,
    [`${rules.ids.admin}/one.webp`, `${rules.ids.admin}/empty.webp`],
  );
});
afterAll(() => rules.close());

const BEGIN = "select * from begin_catalogue_import($1, 'maillots.csv', 'digest', 3, $2)";
const MATCH = "select match_jerseys($1) as result";
const IMPORT = "select import_jerseys($1, $2, $3, $4) as result";
const EXPORT = "select export_jerseys() as result";

interface Refusal {
  field: string;
  reason: string;
  candidates?: { id: string; name: string }[];
}

interface Judged {
  verdict: string;
  known: { id: string } | null;
  refusals: Refusal[];
  candidates: { id: string; has_same_picture: boolean }[];
  names?: { team: string; season: string } | null;
}

interface Batch {
  added: number;
  there: number;
  duplicate: number;
  refused: number;
  outcomes: { key: string; outcome: string; refusals?: Refusal[] }[];
}

const line = (key: string, fields: object = {}) => ({
  key,
  title: `Maillot ${key}`,
  team: "AS Saint-Étienne",
  competition: "Ligue 1",
  season: "2024-25",
  year: "2024",
  kit_type: "third",
  ...fields,
});

async function match({ as }: Scenario, ...lines: object[]): Promise<Judged[]> {
  return (await as("admin", MATCH, [JSON.stringify(lines)])).rows[0].result;
}

const reasonsOf = ({ refusals }: Judged) =>
  refusals.map(({ field, reason }) => `${field} ${reason}`);

async function begin({ as }: Scenario, status = "approved"): Promise<string> {
  const id = randomUUID();
  await as("admin", BEGIN, [id, status]);
  return id;
}

async function send(
  { as }: Scenario,
  id: string,
  batch: number,
  lines: object[],
  isLast = true,
): Promise<Batch> {
  return (await as("admin", IMPORT, [id, batch, JSON.stringify(lines), isLast])).rows[0].result;
}

async function named({ system }: Scenario, title: string): Promise<Record<string, unknown>[]> {
  return (await system("select * from jerseys where title = $1", [title])).rows;
}

describe("permissions", () => {
  it.each([
    ["match", MATCH, ["[]"]],
    ["export", EXPORT, []],
    ["begin", BEGIN, [randomUUID(), "approved"]],
  ])("let administrators alone %s", async (_, text, values) => {
    expect(await rules.everyone(text, values)).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: 1,
    });
  });

  it("let administrators alone import and read imports", () =>
    rules.scenario(async (scenario) => {
      const id = await begin(scenario);
      for (const persona of ["visitor", "owner", "stranger"] satisfies Persona[]) {
        expect(await scenario.outcome(persona, IMPORT, [id, 0, "[]", true])).toBe("42501");
      }
      const read = "select from catalogue_imports";
      expect(await scenario.outcome("visitor", read)).toBe("42501");
      expect(await scenario.outcome("owner", read)).toBe(0);
      expect(await scenario.outcome("admin", read)).toBe(1);
    }));

  it.each([
    "insert into catalogue_imports (id, file_name, file_key, line_count, status) values (gen_random_uuid(), 'a', 'b', 1, 'approved')",
    "update catalogue_imports set added = 1",
    "delete from catalogue_imports",
    "select from private.imported_jerseys",
    "select from private.catalogue_batches",
    "select private.jersey_lines(null, null, 1)",
  ])("give clients no %s", async (text) => {
    expect(await rules.everyone(text)).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: "42501",
    });
  });

  it("give a session without its second factor nothing", () =>
    rules.scenario(async ({ as, system }) => {
      await system(
        `insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
         values (gen_random_uuid(), $1, 'totp', 'verified', 'x', now(), now())`,
        [rules.ids.admin],
      );
      await expect(as("admin", MATCH, ["[]"])).rejects.toMatchObject({ code: "42501" });
    }));
});

describe("a dry run", () => {
  it("finds what names mean, and changes nothing", () =>
    rules.scenario(async (scenario) => {
      const before = await scenario.system("select count(*) from jerseys");
      const [judged, folded] = await match(
        scenario,
        line("a", { brand: "le coq sportif", colors: ["green", "white"], price: "89.90" }),
        line("b", { team: "as saint etienne", competition: "ligue-1", season: "2024-2025" }),
      );
      expect(judged).toMatchObject({ verdict: "new", refusals: [], known: null });
      expect(folded).toMatchObject({ verdict: "new" });
      expect((await scenario.system("select count(*) from jerseys")).rows).toEqual(before.rows);
    }));

  it("reads a list that a client leaves empty", () =>
    rules.scenario(async (scenario) => {
      const [judged] = await match(scenario, line("a", { colors: null, product_codes: null }));
      expect(judged).toMatchObject({ verdict: "new", refusals: [] });
    }));

  it("names the nearest rows for a name that nothing has", () =>
    rules.scenario(async (scenario) => {
      const [judged] = await match(
        scenario,
        line("a", {
          team: "Saint Etiene",
          competition: "Ligue Un",
          season: "2025-26",
          brand: "Le Coq",
        }),
      );
      expect(reasonsOf(judged!).toSorted()).toEqual([
        "brand unknown",
        "competition unknown",
        "season unknown",
        "team unknown",
      ]);
      const nearest = (field: string) =>
        judged!.refusals.find((refusal) => refusal.field === field)?.candidates?.[0]?.id;
      expect(nearest("team")).toBe(fixture.team);
      expect(nearest("competition")).toBe(fixture.competition);
      expect(nearest("season")).toBe(fixture.season);
      expect(nearest("brand")).toBe(fixture.brand);
      const [chosen] = await match(
        scenario,
        line("a", {
          team: "Saint Etiene",
          team_id: fixture.team,
          competition: "Ligue Un",
          competition_id: fixture.competition,
          season: "2025-26",
          season_id: fixture.season,
          brand: "Le Coq",
          brand_id: fixture.brand,
        }),
      );
      expect(chosen!.verdict).toBe("new");
    }));

  it("tells teams of one name apart by their competition, else asks", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const women = await system(
        "insert into competitions (league, name) values ('SOCCER', 'Arkema Première Ligue') returning id",
      );
      await system("insert into teams (name, competition_id) values ('AS Saint-Étienne', $1)", [
        women.rows[0].id,
      ]);
      const cup = await system(
        "insert into competitions (league, name) values ('SOCCER', 'Coupe') returning id",
      );
      const [men, cupTeam, named_] = await match(
        scenario,
        line("a"),
        line("b", { competition: "Coupe" }),
        line("c", { competition: "Coupe", team_competition: "arkema-premiere-ligue" }),
      );
      expect(cup.rowCount).toBe(1);
      expect(men!.verdict).toBe("new");
      expect(reasonsOf(cupTeam!)).toEqual(["team ambiguous"]);
      expect(cupTeam!.refusals[0]!.candidates).toHaveLength(2);
      expect(named_!.verdict).toBe("new");
    }));

  it("takes the competition of the team where a line names none", () =>
    rules.scenario(async (scenario) => {
      const [known, ambiguous, named_] = await match(
        scenario,
        line("a", { competition: "" }),
        line("b", { competition: "", team: "" }),
        line("c", { competition: "Ligue Un" }),
      );
      expect(known!.verdict).toBe("new");
      expect(reasonsOf(ambiguous!)).toEqual(["team missing", "competition missing"]);
      // A name that nobody knows isn't replaced by a guess.
      expect(reasonsOf(named_!)).toEqual(["competition unknown"]);
      const id = await begin(scenario);
      await send(scenario, id, 0, [line("a", { competition: "" })]);
      expect(await named(scenario, "Maillot a")).toMatchObject([
        { competition_id: fixture.competition, league: "SOCCER" },
      ]);
    }));

  it("names the team and the season of a line without a title, once both are known", () =>
    rules.scenario(async (scenario) => {
      const judged = await match(
        scenario,
        line("a", { title: "" }),
        line("b", { title: "", team: "Bellevue", as_written: ["team"] }),
        line("c", { title: "", season: "" }),
        line("d"),
      );
      expect(judged.map(({ names }) => names ?? null)).toEqual([
        { team: "AS Saint-Étienne", season: "2024-2025" },
        { team: "Bellevue", season: "2024-2025" },
        null,
        null,
      ]);
    }));

  it.each<[object, string]>([
    [{ title: "ab" }, "title too_short"],
    [{ title: "" }, "title missing"],
    [{ title: "a".repeat(161) }, "title too_long"],
    [{ title: "Maillot\u200b vert" }, "title hidden"],
    [{ team: "" }, "team missing"],
    [{ team: "A", as_written: ["team"] }, "team too_short"],
    [{ team: "", as_written: ["team"] }, "team missing"],
    [{ competition: "", team: "Forez", as_written: ["team"] }, "competition missing"],
    [{ season: "" }, "season missing"],
    [{ brand: "b".repeat(81), as_written: ["brand"] }, "brand too_long"],
    [{ edition: "e".repeat(121) }, "edition too_long"],
    [{ description: "d".repeat(5001) }, "description too_long"],
    [{ external_link: "javascript:alert(1)" }, "external_link link"],
    [{ external_link: `https://a.example/${"a".repeat(2048)}` }, "external_link too_long"],
    [{ year: "1849" }, "year year"],
    [{ year: "2024.5" }, "year year"],
    [{ kit_type: "fifth" }, "kit_type choice"],
    [{ pattern: "paisley" }, "pattern choice"],
    [{ sponsor: "x".repeat(81) }, "sponsor too_long"],
    [{ product_codes: ["A-1", "a1"] }, "product_codes rule"],
    [{ league: "CURLING", competition_id: "x" }, "competition unknown"],
    [{ price: "-1" }, "price price"],
    [{ price: "1000001" }, "price price"],
    [{ price: "49.999" }, "price too_precise"],
    [{ price: "cher" }, "price price"],
    [{ colors: ["mauve"] }, "colors choice"],
    [{ colors: ["red", "red"] }, "colors choice"],
    [{ colors: ["red", "blue", "green", "white"] }, "colors too_many"],
    [{ created_at: "2024-13-01" }, "created_at time"],
    [{ created_at: "-infinity" }, "created_at time"],
    [{ created_at: "0044-03-15 BC" }, "created_at time"],
    [{ images: Array.from({ length: 6 }, () => ({ name: "a" })) }, "images too_many"],
    [{ images: [{ path: "nobody/none.webp" }] }, "images no_file"],
    [{ images: [{ path: "https://evil.example/a.webp" }] }, "images no_file"],
    [{ images: [{ path: "../secret" }] }, "images no_file"],
    [{ images: [{ name: "a", licence: "GPL" }] }, "licence choice"],
    [{ images: [{ name: "a", alt: "a".repeat(301) }] }, "alt too_long"],
    [{ images: [{ name: "a", likeness: "01" }] }, "images likeness"],
  ])("refuses %j", (fields, reason) =>
    rules.scenario(async (scenario) => {
      const [judged] = await match(scenario, line("a", fields));
      expect(judged!.verdict).toBe("refused");
      expect(reasonsOf(judged!)).toContain(reason);
    }),
  );

  it("refuses an empty file", () =>
    rules.scenario(async (scenario) => {
      const [judged] = await match(
        scenario,
        line("a", { images: [{ path: `${rules.ids.admin}/empty.webp` }] }),
      );
      expect(reasonsOf(judged!)).toEqual(["images no_file"]);
    }));

  it.each([
    ["no list", '{"a": 1}'],
    ["no objects", "[1]"],
    ["too many", JSON.stringify(Array.from({ length: 201 }, () => ({})))],
  ])("refuses %s", (_, lines) =>
    rules.scenario(async ({ outcome }) => {
      expect(await outcome("admin", MATCH, [lines])).toBe("PT400");
    }),
  );

  it("knows the same jersey, and jerseys that may be the same", () =>
    rules.scenario(async (scenario) => {
      const [same, near, otherKit, byId] = await match(
        scenario,
        line("a", { title: "MAILLOT VERT", kit_type: "home" }),
        line("b", { title: "Autre titre", kit_type: "home" }),
        line("c"),
        line("d", { id: fixture.approved }),
      );
      expect(same).toMatchObject({ verdict: "there", known: { id: fixture.approved } });
      expect(near).toMatchObject({ verdict: "duplicate", candidates: [{ id: fixture.approved }] });
      expect(otherKit).toMatchObject({ verdict: "new", candidates: [] });
      expect(byId).toMatchObject({ verdict: "there", known: { id: fixture.approved } });
      const [allowed] = await match(
        scenario,
        line("b", { title: "Autre titre", kit_type: "home", may_repeat: true }),
      );
      expect(allowed!.verdict).toBe("new");
    }));

  it("finds a picture that looks alike", () =>
    rules.scenario(async (scenario) => {
      const likeness = "01".repeat(64);
      await scenario.system("update jersey_images set likeness = $1::bit(128) where id = $2", [
        likeness,
        fixture.image,
      ]);
      const [judged] = await match(scenario, line("a", { images: [{ name: "a.jpg", likeness }] }));
      expect(judged).toMatchObject({
        verdict: "duplicate",
        candidates: [{ has_same_picture: true }],
      });
    }));
});

describe("an import", () => {
  it("gives a jersey an id of its own where the file's is a suggestion's", () =>
    rules.scenario(async (scenario) => {
      const taken = randomUUID();
      await scenario.system(
        `insert into suggestions (id, target_type, target_id, title, member_id, changes, was, words, source)
         values ($1, 'jersey', $2, 'Maillot', $3, '{}', '{}', '{}', 'Vu sur la photo')`,
        [taken, fixture.approved, rules.ids.owner],
      );
      const id = await begin(scenario);
      expect(await send(scenario, id, 0, [line("a", { id: taken })])).toMatchObject({ added: 1 });
      const [jersey] = await named(scenario, "Maillot a");
      expect(jersey!.id).not.toBe(taken);
    }));

  it("adds jerseys with their images, credits them, and is on record", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const id = await begin(scenario);
      const path = `${rules.ids.admin}/one.webp`;
      const given = randomUUID();
      const result = await send(scenario, id, 0, [
        line("a", {
          id: given,
          brand: "Le Coq Sportif",
          colors: ["green", "white"],
          price: "89.90",
          edition: "Réplique",
          created_at: "2020-01-02T03:04:05Z",
          images: [{ path, licence: "CC-BY-SA-4.0" }],
        }),
      ]);
      expect(result).toMatchObject({ added: 1, there: 0, duplicate: 0, refused: 0 });
      const [jersey] = await named(scenario, "Maillot a");
      expect(jersey).toMatchObject({
        id: given,
        author_id: rules.ids.admin,
        status: "approved",
        team_id: fixture.team,
        brand_id: fixture.brand,
        colors: ["green", "white"],
        price: "89.90",
        year: 2024,
        created_at: new Date("2020-01-02T03:04:05Z"),
      });
      const images = await system("select * from jersey_images where jersey_id = $1", [given]);
      expect(images.rows).toMatchObject([
        { path, alt: "Maillot a", licence: "CC-BY-SA-4.0", contributor_id: rules.ids.admin },
      ]);
      await scenario.derived();
      const entries = await system(
        "select has_photo from private.catalogue_entries where jersey_id = $1",
        [given],
      );
      expect(entries.rows).toEqual([{ has_photo: true }]);
      const records = await system(
        "select action from audit_log where table_name = 'catalogue_imports' and row_id = $1 and actor_id = $2 order by id",
        [id, rules.ids.admin],
      );
      expect(records.rows.map(({ action }) => action)).toEqual(["insert", "update"]);
    }));

  it("into the queue makes pending jerseys", () =>
    rules.scenario(async (scenario) => {
      const id = await begin(scenario, "pending");
      await send(scenario, id, 0, [line("a")]);
      expect(await named(scenario, "Maillot a")).toMatchObject([
        { status: "pending", moderated_at: null },
      ]);
    }));

  it("adds nothing twice: not the batch, not the line, not the file", () =>
    rules.scenario(async (scenario) => {
      const id = await begin(scenario);
      const first = await send(scenario, id, 0, [line("a"), line("a"), line("b")], false);
      expect(first).toMatchObject({ added: 2, there: 1 });
      expect(await send(scenario, id, 0, [line("c")])).toEqual(first);
      expect(await send(scenario, id, 1, [line("a")])).toMatchObject({ added: 0, there: 1 });
      const again = await begin(scenario);
      expect(await send(scenario, again, 0, [line("a"), line("b")])).toMatchObject({
        added: 0,
        there: 2,
      });
      expect(await named(scenario, "Maillot a")).toHaveLength(1);
      const { rows } = await scenario.system("select * from catalogue_imports where id = $1", [id]);
      expect(rows).toMatchObject([{ batches: 2, added: 2, already_there: 2 }]);
    }));

  it("takes batches in their order only", () =>
    rules.scenario(async (scenario) => {
      const id = await begin(scenario);
      await expect(send(scenario, id, 1, [line("a")])).rejects.toMatchObject({ code: "PT409" });
    }));

  it("holds back likely duplicates of the catalogue, not lines of its own file", () =>
    rules.scenario(async (scenario) => {
      const id = await begin(scenario);
      const result = await send(scenario, id, 0, [
        line("a", { kit_type: "home" }),
        line("b", { kit_type: "home", may_repeat: true }),
        line("c"),
        line("d"),
      ]);
      expect(result.outcomes.map(({ outcome }) => outcome)).toEqual([
        "duplicate",
        "added",
        "added",
        "added",
      ]);
    }));

  it("refuses a line whose image is not stored, and adds the others", () =>
    rules.scenario(async (scenario) => {
      const id = await begin(scenario);
      const result = await send(scenario, id, 0, [
        line("a", { images: [{ name: "a.jpg" }] }),
        line("b", { title: "x" }),
        line("c"),
      ]);
      expect(result).toMatchObject({ added: 1, refused: 2 });
      expect(result.outcomes[0]!.refusals).toMatchObject([{ field: "images", reason: "no_file" }]);
      expect(await named(scenario, "Maillot a")).toEqual([]);
    }));

  it("keeps names that the catalogue doesn't have where the line says so", () =>
    rules.scenario(async (scenario) => {
      const id = await begin(scenario);
      await send(scenario, id, 0, [
        line("a", { team: "Club d'ailleurs", brand: "Maison", as_written: ["team", "brand"] }),
      ]);
      expect(await named(scenario, "Maillot a")).toMatchObject([
        { team: "Club d'ailleurs", team_id: null, brand: "Maison", brand_id: null },
      ]);
    }));

  it("is not stopped by the limits of members", () =>
    rules.scenario(async (scenario) => {
      const id = await begin(scenario);
      const many = Array.from({ length: 150 }, (_, n) => line(`n${n}`));
      expect(await send(scenario, id, 0, many)).toMatchObject({ added: 150 });
    }));

  it("keeps counters exact, and search finds what it added", () =>
    rules.scenario(async (scenario) => {
      const id = await begin(scenario);
      await send(scenario, id, 0, [line("zorglub"), line("b")]);
      await scenario.derived();
      const found = await scenario.as("visitor", "select * from search_jerseys('zorglub')");
      expect(found.rowCount).toBe(1);
      expect((await scenario.system(REBUILD)).rows).toEqual([]);
    }));
});

it("forgets the answers to batches a week after the end, not what was imported", () =>
  rules.scenario(async (scenario) => {
    const id = await begin(scenario);
    await send(scenario, id, 0, [line("a")], false);
    await send(scenario, id, 1, [line("b")]);
    await scenario.system("update catalogue_imports set created_at = now() - interval '8 days'");
    await scenario.system("select sweep_imports()");
    expect(await send(scenario, id, 1, [])).toMatchObject({ added: 1 });
    await scenario.system("update catalogue_imports set finished_at = created_at");
    await scenario.system("select sweep_imports()");
    const { rowCount } = await scenario.system("select from private.catalogue_batches");
    expect(rowCount).toBe(0);
    const again = await begin(scenario);
    expect(await send(scenario, again, 0, [line("a")])).toMatchObject({ there: 1 });
  }));

it("goes on after more than a week", () =>
  rules.scenario(async (scenario) => {
    const id = await begin(scenario);
    await send(scenario, id, 0, [line("a")], false);
    const left = async (time: string) => {
      await scenario.system("update catalogue_imports set created_at = now() - $1::interval", [
        time,
      ]);
      await scenario.system("select sweep_imports()");
      return (await scenario.system("select from private.catalogue_batches")).rowCount;
    };
    expect(await left("1 year")).toBe(1);
    // A resumed import asks for the answers to the batches that are done.
    expect(await send(scenario, id, 0, [])).toMatchObject({ added: 1 });
    expect(await send(scenario, id, 1, [line("b")])).toMatchObject({ added: 1 });
    await scenario.system("update catalogue_imports set finished_at = null");
    expect(await left("1 year 8 days")).toBe(0);
  }));

it.each([
  ["CSV", catalogueCsv],
  ["JSON", catalogueJson],
])("an export as %s restores the catalogue exactly where it is empty", (_, write) =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    const path = `${rules.ids.admin}/one.webp`;
    const id = await begin(scenario);
    const result = await send(scenario, id, 0, [
      line("=a|b", {
        description: 'deux\nlignes; "et" \',',
        price: "0",
        brand: "Le Coq Sportif",
        external_link: "https://example.org/a?b=1,2",
        images: [
          { path, licence: "CC-BY-SA-4.0", alt: "De face | de près" },
          { path: `/storage/v1/object/public/jerseys/${path}`, alt: "-1" },
        ],
      }),
      line("b", { team: 'Club "d\'ailleurs"', brand: "+33", as_written: ["team", "brand"] }),
      line("c", {
        kit_type: undefined,
        year: undefined,
        colors: ["pink"],
        edition: "@",
        may_repeat: true,
      }),
    ]);
    expect(result).toMatchObject({ added: 3 });
    const exported = async () => (await as("admin", EXPORT)).rows[0].result;
    const before = await exported();
    expect(before).toHaveLength(4);
    await system("delete from jerseys");
    await system("delete from audit_log where table_name = 'jerseys'");
    const table = readTable(new TextEncoder().encode(write(before)), CATALOGUE_LIMITS, CATALOGUE);
    const lines = readCatalogueLines(table.rows, guessCatalogueColumns(table.header));
    // The image of the fixture's jersey has no file.
    const sent = lines.map(({ line: { images, ...rest } }) => ({
      ...rest,
      images: images.filter((image) => image.path === path),
    }));
    const again = await begin(scenario);
    expect(await send(scenario, again, 0, sent)).toMatchObject({ added: 4 });
    const withStored = before.map((jersey: { images: { path: string }[] }) => ({
      ...jersey,
      images: jersey.images.filter((image) => image.path === path),
    }));
    expect(await exported()).toEqual(withStored);
  }),
);
