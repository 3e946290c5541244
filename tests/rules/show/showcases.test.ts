import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { addJerseys, createFixture, type Fixture } from "../support/fixture.ts";
import {
  createRules,
  PERSONAS,
  type Persona,
  type Rules,
  type Scenario,
} from "../support/rules.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer"]);
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

const EVERYONE = [...PERSONAS, "reviewer"] as const;

/** Words in everything that is never shown; none of them may be in an answer. */
const MARKER = "zzsecret";

interface Shown {
  copy: string;
  photo: string;
  hidden: string;
}

const pathOf = (owner: string) => `${owner}/${crypto.randomUUID()}.webp`;

/** A copy of the approved jersey with everything filled in, one photo to show and one not to. */
async function addCopy({ system }: Scenario): Promise<Shown> {
  const { rows } = await system(
    `insert into copies (owner_id, jersey_id, price, currency, bought_on, bought_from, lent_to, storage_place, notes,
       printed_name, printed_number)
     values ($1, $2, 4321.99, 'EUR', '2001-02-03', $3, $3, $3, $3, 'ZIDANE', '10') returning id`,
    [rules.ids.owner, fixture.approved, MARKER],
  );
  const copy = rows[0].id;
  const [photo, hidden] = [pathOf(rules.ids.owner), pathOf(rules.ids.owner)];
  for (const path of [photo, hidden]) {
    for (const name of [path, path.replace(".webp", ".small.webp")]) {
      await system("insert into storage.objects (bucket_id, name) values ('copies', $1)", [name]);
    }
    await system("insert into copy_photos (copy_id, path) values ($1, $2)", [copy, path]);
  }
  await system(
    `insert into user_wishlists (user_id, jersey_id, note, highest_price, currency)
     values ($1, $2, $3, 4321.99, 'EUR')`,
    [rules.ids.owner, fixture.approved, MARKER],
  );
  return { copy, photo, hidden };
}

async function save(
  { as }: Scenario,
  { copy, photo }: Shown,
  { isOpen = true, withWishes = false, withNames = false } = {},
): Promise<void> {
  await as(
    "owner",
    `select save_showcase($1, $2, ' Depuis 1998 ', $3, jsonb_build_array(jsonb_build_object(
       'copy_id', $4::uuid, 'line', 'Le premier',
       'photo_id', (select id from copy_photos where path = $5))), $6)`,
    [isOpen, withWishes, [fixture.team], copy, photo, withNames],
  );
}

const READS = [
  "showcase",
  "showcase_collection",
  "showcase_wishes",
  "showcase_shirts",
  "showcase_sets",
];

/** Everything that a persona is told of the owner, by interface. */
async function answersTo({ as, system }: Scenario, persona: Persona) {
  const answers: Record<string, unknown[]> = {};
  for (const name of READS) {
    answers[name] = (await as(persona, `select * from ${name}('owner')`)).rows;
  }
  const files = "select name from storage.objects where bucket_id = 'copies' order by name";
  // Owners see all of theirs, shown or not.
  const others = persona === "owner" ? "stranger" : persona;
  expect((await as(others, files)).rows, others).toEqual([]);
  // As the storage service says while it sends a file; signing and listing say otherwise.
  await system("set local storage.operation = 'storage.object.get_authenticated'");
  answers.files = (await as(persona, files)).rows.map(({ name }) => name);
  await system("set local storage.operation = ''");
  return answers;
}

describe("a showcase", () => {
  it("is closed until its owner opens it, and after they close it", () =>
    rules.scenario(async (scenario) => {
      const shown = await addCopy(scenario);
      const nothing = { ...Object.fromEntries(READS.map((name) => [name, []])), files: [] };
      const isNothing = async () => {
        for (const persona of EVERYONE.filter((each) => each !== "owner")) {
          expect(await answersTo(scenario, persona), persona).toEqual(nothing);
        }
      };
      await isNothing();
      await save(scenario, shown, { isOpen: false, withWishes: true });
      await isNothing();
      await save(scenario, shown, { withWishes: true });
      expect((await answersTo(scenario, "visitor")).showcase).toHaveLength(1);
      await save(scenario, shown, { isOpen: false, withWishes: true });
      await isNothing();
    }));

  it("shows everyone the same, and nothing that a copy says", () =>
    rules.scenario(async (scenario) => {
      const shown = await addCopy(scenario);
      await save(scenario, shown, { withWishes: true });
      for (const persona of EVERYONE) {
        const answers = await answersTo(scenario, persona);
        expect(answers.showcase, persona).toEqual([
          {
            about: "Depuis 1998",
            teams: [fixture.team],
            with_wishes: true,
            copies: "1",
            copy_teams: "1",
            jerseys: "1",
            pageless: "0",
          },
        ]);
        expect(answers.showcase_shirts).toEqual([
          { place: 1, jersey_id: fixture.approved, line: "Le premier", photo: shown.photo },
        ]);
        for (const name of ["showcase_collection", "showcase_wishes"]) {
          expect(answers[name]!.map((row) => (row as { id: string }).id)).toEqual([
            fixture.approved,
          ]);
        }
        const shownFiles = [shown.photo.replace(".webp", ".small.webp"), shown.photo].toSorted();
        const ownFiles = [shown.hidden, shown.hidden.replace(".webp", ".small.webp")];
        const seen = persona === "owner" ? [...shownFiles, ...ownFiles].toSorted() : shownFiles;
        expect(answers.files).toEqual(seen);
        const text = JSON.stringify(answers);
        for (const secret of [MARKER, "4321.99", "2001-02-03", "ZIDANE"])
          expect(text).not.toContain(secret);
      }
    }));

  it("shows names and numbers only if they are ticked, to everyone alike, and nothing of others' copies", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const shown = await addCopy(scenario);
      const names = async (persona: Persona) =>
        (
          await as(persona, "select * from showcase_names('owner', array[$1, gen_random_uuid()])", [
            fixture.approved,
          ])
        ).rows;
      const nothing = async (why: string) => {
        for (const persona of EVERYONE)
          expect(await names(persona), `${why} ${persona}`).toEqual([]);
      };
      await nothing("never saved");
      await save(scenario, shown);
      await nothing("not ticked");
      await save(scenario, shown, { isOpen: false, withNames: true });
      await nothing("closed");
      await save(scenario, shown, { withNames: true });
      await system(
        `insert into copies (owner_id, jersey_id, printed_name, printed_number, removed_at) values
           ($1, $2, null, '7', null), ($1, $2, null, null, null), ($1, $2, 'PIRES', '7', now()),
           ($1, $2, E'A\u202eB', '8', null), ($3, $2, 'HENRY', '12', null)`,
        [rules.ids.owner, fixture.approved, rules.ids.stranger],
      );
      for (const persona of EVERYONE) {
        expect(await names(persona), persona).toEqual([
          { jersey_id: fixture.approved, place: 1, printed: "ZIDANE 10" },
          { jersey_id: fixture.approved, place: null, printed: "7" },
        ]);
      }
      await as("admin", "select suspend_member($1, reason => 'off_topic')", [rules.ids.owner]);
      await nothing("suspended");
      await as("admin", "select suspend_member($1, false)", [rules.ids.owner]);
      await system("update jerseys set is_active = false where id = $1", [fixture.approved]);
      await nothing("not public");
    }));

  it("shows wishes only if they are ticked", () =>
    rules.scenario(async (scenario) => {
      await save(scenario, await addCopy(scenario));
      expect((await answersTo(scenario, "stranger")).showcase_wishes).toEqual([]);
    }));

  it("is not read as a table, nor are the tables behind it, by anybody else", () =>
    rules.scenario(async (scenario) => {
      await save(scenario, await addCopy(scenario), { withWishes: true });
      const tables = [
        "showcases",
        "showcase_shirts",
        "user_collections",
        "user_wishlists",
        "copies",
        "copy_photos",
      ];
      for (const table of tables) {
        expect(await scenario.outcome("owner", `select from ${table}`), table).toBeGreaterThan(0);
        expect(await scenario.outcome("visitor", `select from ${table}`), table).toBe("42501");
        for (const persona of ["stranger", "reviewer", "admin"] as const) {
          expect(
            await scenario.outcome(persona, `select from ${table}`),
            `${table} ${persona}`,
          ).toBe(0);
        }
      }
      for (const persona of EVERYONE) {
        for (const table of ["showcases", "showcase_shirts"]) {
          expect(await scenario.outcome(persona, `update ${table} set member_id = member_id`)).toBe(
            "42501",
          );
          expect(await scenario.outcome(persona, `delete from ${table}`)).toBe("42501");
        }
      }
    }));

  it("is saved by members, of their own copies and photos", () =>
    rules.scenario(async (scenario) => {
      const shown = await addCopy(scenario);
      expect(await scenario.outcome("visitor", "select save_showcase(true)")).toBe("42501");
      await scenario.as(
        "stranger",
        `select save_showcase(true, false, null, '{}', jsonb_build_array(jsonb_build_object('copy_id', $1::uuid)))`,
        [shown.copy],
      );
      expect(
        (await scenario.as("stranger", "select * from showcase_shirts('stranger')")).rows,
      ).toEqual([]);
      const bad = [
        `'{}'`,
        `'[{"copy_id": "x"}]'`,
        `'[{}]'`,
        `jsonb_build_array('1', '2', '3', '4', '5', '6')`,
      ];
      for (const shirts of bad) {
        expect(
          await scenario.outcome(
            "owner",
            `select save_showcase(true, false, null, '{}', ${shirts}::jsonb)`,
          ),
          shirts,
        ).toBe("PT400");
      }
      expect(
        await scenario.outcome("owner", "select save_showcase(true, false, repeat('a', 161))"),
      ).toBe("23514");
      expect(
        await scenario.outcome(
          "owner",
          "select save_showcase(true, false, null, array(select gen_random_uuid() from generate_series(1, 4)))",
        ),
      ).toBe("23514");
    }));

  it("keeps a flat list of clubs, whatever is sent, so that one can be taken from it", () =>
    rules.scenario(async ({ as, outcome }) => {
      const nested =
        "select save_showcase(true, false, null, array[[$1::uuid], [$1::uuid], [null::uuid]])";
      await as("owner", nested, [fixture.team]);
      expect((await as("owner", "select teams from showcases")).rows).toEqual([
        { teams: [fixture.team] },
      ]);
      expect(
        await outcome("owner", "delete from follows where target_id = $1", [fixture.team]),
      ).toBe(1);
      expect((await as("owner", "select teams from showcases")).rows).toEqual([{ teams: [] }]);
    }));

  it("follows no club that isn't public: the answer tells nothing of one", () =>
    rules.scenario(async ({ as, system }) => {
      await system("update teams set is_active = false where id = $1", [fixture.team]);
      await as("owner", "select save_showcase(true, false, null, $1)", [[fixture.team]]);
      expect((await as("owner", "select from follows")).rowCount).toBe(0);
      expect((await as("visitor", "select teams from showcase('owner')")).rows).toEqual([
        { teams: [] },
      ]);
    }));

  it("tells how many copies of how many teams its member has, with those that have no page", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await save(scenario, await addCopy(scenario));
      const size = async () =>
        (await as("visitor", "select copies, copy_teams, jerseys, pageless from showcase('owner')"))
          .rows[0];
      expect(await size()).toEqual({ copies: "1", copy_teams: "1", jerseys: "1", pageless: "0" });
      await system(
        `insert into copies (owner_id, jersey_id, former_jersey, removed_at) values
           ($1, $2, null, null), ($1, $2, null, now()),
           ($1, null, '{"title":"A","team":"FC Nulle Part","league":"SOCCER"}', null),
           ($1, null, '{"title":"B","team":"fc nulle-part","league":"SOCCER"}', null),
           ($1, null, '{"title":"C","team":"FC Nulle Part","league":"NBA"}', null)`,
        [rules.ids.owner, fixture.approved],
      );
      expect(await size()).toEqual({ copies: "5", copy_teams: "3", jerseys: "1", pageless: "3" });
    }));

  it("loses a shirt whose copy is taken out, whose jersey isn't public, or whose photo is deleted", () =>
    rules.scenario(async (scenario) => {
      const shown = await addCopy(scenario);
      await save(scenario, shown);
      const shirts = async () => (await answersTo(scenario, "visitor")).showcase_shirts;
      await scenario.as("owner", "delete from copy_photos where path = $1", [shown.photo]);
      expect(await shirts()).toMatchObject([{ photo: null }]);
      await scenario.system("update jerseys set is_active = false where id = $1", [
        fixture.approved,
      ]);
      expect(await shirts()).toEqual([]);
      await scenario.system("update jerseys set is_active = true where id = $1", [
        fixture.approved,
      ]);
      await scenario.as("owner", "update copies set removed_at = now() where id = $1", [
        shown.copy,
      ]);
      expect(await shirts()).toEqual([]);
      expect((await answersTo(scenario, "visitor")).showcase_collection).toEqual([]);
    }));

  it("shows nothing of a suspended account, and nothing that a member wrote after their names were reset", () =>
    rules.scenario(async (scenario) => {
      await save(scenario, await addCopy(scenario));
      await scenario.as("admin", "select suspend_member($1, reason => 'off_topic')", [
        rules.ids.owner,
      ]);
      expect((await answersTo(scenario, "visitor")).showcase).toEqual([]);
      await scenario.as("admin", "select suspend_member($1, false)", [rules.ids.owner]);
      expect((await answersTo(scenario, "visitor")).showcase).toHaveLength(1);
      await scenario.as("admin", "select reset_names($1, 'Publicité')", [rules.ids.owner]);
      const { rows } = await scenario.system(
        "select is_open, about, line from showcases join showcase_shirts using (member_id)",
      );
      expect(rows).toEqual([{ is_open: false, about: null, line: null }]);
    }));

  it("has its words on record while it is open: what is reported may be gone when somebody looks", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const shown = await addCopy(scenario);
      await save(scenario, shown, { isOpen: false });
      await as("owner", "select save_showcase(false, false, $1)", [MARKER]);
      await save(scenario, shown);
      await save(scenario, shown);
      await as("owner", "select save_showcase(true, false, 'Insulte')");
      await as("owner", "select save_showcase(false, false, $1)", [MARKER]);
      await as("owner", "select save_showcase(true, false, 'Encore')");
      await as("admin", "select reset_names($1, 'Insulte')", [rules.ids.owner]);
      const { rows } = await system(
        "select actor_id, row_id, before, after from audit_log where table_name = 'showcases' order by id",
      );
      const { owner, admin } = rules.ids;
      const words = { about: "Depuis 1998", lines: ["Le premier"] };
      expect(rows).toEqual([
        { actor_id: owner, row_id: owner, before: null, after: words },
        { actor_id: owner, row_id: owner, before: words, after: { about: "Insulte", lines: [] } },
        { actor_id: owner, row_id: owner, before: { about: "Insulte", lines: [] }, after: null },
        { actor_id: owner, row_id: owner, before: null, after: { about: "Encore", lines: [] } },
        { actor_id: admin, row_id: owner, before: { about: "Encore", lines: [] }, after: null },
      ]);
    }));

  it("counts the sets of which a member has two jerseys or more", () =>
    rules.scenario(async (scenario) => {
      await save(scenario, await addCopy(scenario));
      expect((await answersTo(scenario, "visitor")).showcase_sets).toEqual([]);
      const titles = ["Premier", "Deuxième", "Troisième"];
      const jerseys = await addJerseys(scenario, fixture, rules.ids.owner, titles);
      await scenario.system("update jerseys set kit_type = 'home' where id = any ($1)", [jerseys]);
      await scenario.system(
        "insert into user_collections (user_id, jersey_id) select $1, unnest($2::uuid[])",
        [rules.ids.owner, jerseys.slice(0, 2)],
      );
      expect((await answersTo(scenario, "visitor")).showcase_sets).toMatchObject([
        { team_id: fixture.team, kit_type: "home", held: "2", jerseys: "3" },
      ]);
    }));
});
