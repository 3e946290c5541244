import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { MERGE } from "../support/merge.ts";
import {
  createRules,
  identity,
  type Persona,
  type Rules,
  type Scenario,
} from "../support/rules.ts";
import { addJerseys, createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
  await rules.system("update jerseys set kit_type = 'home', year = 2024 where id = $1", [
    fixture.approved,
  ]);
});
afterAll(() => rules.close());

const BEGIN =
  "insert into collection_imports (id, file_name, line_count) values ($1, 'liste.csv', 3)";
const IMPORT = "select import_copies($1, $2, true) as result";
const MATCH = "select match_copies($1) as result";
const UNDO = "select undo_import($1) as result";

interface Sent {
  key: string;
  [field: string]: unknown;
}

async function begun({ as }: Scenario, persona: Persona = "owner"): Promise<string> {
  const id = randomUUID();
  await as(persona, BEGIN, [id]);
  return id;
}

async function send({ as }: Scenario, id: string, lines: Sent[], persona: Persona = "owner") {
  const { rows } = await as(persona, IMPORT, [id, JSON.stringify(lines)]);
  return rows[0].result as { done: Record<string, string>; gone: string[] };
}

async function undo({ as }: Scenario, id: string) {
  return (await as("owner", UNDO, [id])).rows[0].result;
}

async function match({ as }: Scenario, jersey: object, persona: Persona = "owner") {
  const { rows } = await as(persona, MATCH, [JSON.stringify([{ key: "k", jersey }])]);
  return rows[0].result[0].candidates as {
    id: string;
    sure: boolean;
    fits: boolean;
    owned: number;
    copy: object | null;
  }[];
}

async function copies({ system }: Scenario): Promise<Record<string, unknown>[]> {
  return (await system("select * from copies where owner_id = $1 order by size", [rules.ids.owner]))
    .rows;
}

const line = (key: string, details: object = {}): Sent => ({
  key,
  jersey_id: fixture.approved,
  details: { is_signed: false, ...details },
});

describe("an import", () => {
  it.each([
    ["read", "select * from collection_imports"],
    ["counted", "select from collection_imports group by owner_id"],
  ])("is %s by its owner alone", (_, text) =>
    rules.scenario(async (scenario) => {
      await begun(scenario);
      expect(await scenario.outcome("visitor", text)).toBe("42501");
      expect(await scenario.outcome("stranger", text)).toBe(0);
      expect(await scenario.outcome("admin", text)).toBe(0);
      expect(await scenario.outcome("owner", text)).toBe(1);
    }),
  );

  it.each([
    "update collection_imports set added = 1",
    "delete from collection_imports",
    "select * from private.imported_lines",
    "select sweep_imports()",
  ])("gives clients no %s", async (text) => {
    expect(await rules.everyone(text)).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: "42501",
    });
  });

  it("takes batches and its undoing from its owner alone", () =>
    rules.scenario(async (scenario) => {
      const id = await begun(scenario);
      const batch = [id, JSON.stringify([line("a")])];
      for (const [persona, refusal] of [
        ["visitor", "42501"],
        ["stranger", "PT404"],
        ["admin", "PT404"],
      ] as const) {
        expect(await scenario.outcome(persona, IMPORT, batch)).toBe(refusal);
        expect(await scenario.outcome(persona, UNDO, [id])).toBe(refusal);
      }
      expect(await scenario.outcome("owner", IMPORT, batch)).toBe(1);
      expect(await scenario.outcome("visitor", MATCH, ["[]"])).toBe("42501");
    }));

  it("adds copies with their details, once: a line that was sent again adds nothing", () =>
    rules.scenario(async (scenario) => {
      const id = await begun(scenario);
      const lines = [
        {
          ...line("a", { size: "M", price: 49.9, currency: "EUR" }),
          added_at: "2020-01-02T03:04:05.678901Z",
        },
        line("b", { size: "L", is_signed: true, signed_by: "Platini" }),
      ];
      const first = await send(scenario, id, lines);
      expect(await send(scenario, id, lines)).toEqual(first);
      const other = await begun(scenario);
      expect((await send(scenario, other, lines)).done).toEqual({});
      const all = await copies(scenario);
      expect(all).toMatchObject([
        { size: "L", signed_by: "Platini" },
        { size: "M", price: "49.9", currency: "EUR" },
      ]);
      expect(all[1]!["created_at"]).toEqual(new Date("2020-01-02T03:04:05.678Z"));
      const { rows } = await scenario.as(
        "owner",
        "select added, changed, finished_at is not null as done from collection_imports where id = $1",
        [id],
      );
      expect(rows).toEqual([{ added: 2, changed: 0, done: true }]);
      const collected = await scenario.system("select from user_collections where user_id = $1", [
        rules.ids.owner,
      ]);
      expect(collected.rowCount).toBe(1);
    }));

  it.each(["owner", "admin"] as const)(
    "names lines about a jersey that was merged, also to its %s, and saves the others",
    (persona) =>
      rules.scenario(async (scenario) => {
        const { as, system } = scenario;
        const author = rules.ids[persona === "owner" ? "owner" : "stranger"];
        const { rows } = await system(
          `insert into jerseys (title, author_id, league, competition_id, season_id, team_id, status)
           select 'Le vert', $2, league, competition_id, season_id, team_id, 'approved'
           from jerseys where id = $1 returning id`,
          [fixture.approved, author],
        );
        const hidden = rows[0].id;
        await as("admin", MERGE, [hidden, fixture.approved]);
        const sent = [
          { ...line("a"), jersey_id: hidden },
          line("b"),
          { key: "wish#0", kind: "wish", jersey_id: hidden },
          { key: "wish#1", kind: "wish", jersey_id: fixture.approved },
          { key: "vote#0", kind: "vote", jersey_id: hidden, vote: "up" },
        ];
        const { gone, done } = await send(scenario, await begun(scenario, persona), sent, persona);
        expect(gone).toEqual(["a", "vote#0", "wish#0"]);
        expect(Object.keys(done)).toEqual(["b"]);
        expect((await as(persona, "select jersey_id from user_wishlists")).rows).toEqual([
          { jersey_id: fixture.approved },
        ]);
      }),
  );

  it("owns no jersey that its owner can't read, and keeps facts of unknown ones", () =>
    rules.scenario(async (scenario) => {
      const id = await begun(scenario, "stranger");
      const facts = {
        title: "Rare",
        team: "Red Star",
        league: "SOCCER",
        year: 1950,
        kit_type: "x",
        more: 1,
      };
      const sent = [
        { ...line("a"), jersey_id: fixture.pending },
        { key: "b", facts },
        { key: "c", facts: { title: "x" } },
      ];
      const { gone, done } = await send(scenario, id, sent, "stranger");
      expect(gone).toEqual(["a", "c"]);
      expect(Object.keys(done)).toEqual(["b"]);
      const { rows } = await scenario.as("stranger", "select jersey_id, former_jersey from copies");
      expect(rows).toEqual([
        {
          jersey_id: null,
          former_jersey: { title: "Rare", team: "Red Star", league: "SOCCER", year: 1950 },
        },
      ]);
    }));

  it("keeps the order of the list: its first line is the newest, over all batches", () =>
    rules.scenario(async (scenario) => {
      const id = randomUUID();
      await scenario.as(
        "owner",
        "insert into collection_imports (id, file_name, line_count) values ($1, 'liste.csv', 40)",
        [id],
      );
      const numbered = (from: number, over: object = {}) =>
        Array.from({ length: 10 }, (_, n) => ({
          ...line(`${from + n}`, { notes: `${from + n}` }),
          place: from + n,
          ...over,
        }));
      const sameDay = { added_at: "2020-01-02T00:00:00Z" };
      await send(scenario, id, [...numbered(20, sameDay), ...numbered(0)]);
      await send(scenario, id, [...numbered(10), ...numbered(30, sameDay)]);
      const { rows } = await scenario.as(
        "owner",
        "select notes, created_at::date::text as day from copies order by created_at desc, id desc",
      );
      expect(rows.map(({ notes }) => Number(notes))).toEqual(
        Array.from({ length: 40 }, (_, n) => n),
      );
      expect(rows.at(-1)!.day).toBe("2020-01-02");
      // A place that no list has moves nothing into the future.
      await send(scenario, id, [{ ...line("far", { notes: "far" }), place: -9e17 }]);
      const far =
        "select from copies where notes = 'far' and created_at < now() + interval '1 second'";
      expect((await scenario.as("owner", far)).rowCount).toBe(1);
    }));

  it("takes a batch whole or not at all", () =>
    rules.scenario(async (scenario) => {
      const id = await begun(scenario);
      const bad = [line("a"), line("b", { size: "x".repeat(21) })];
      await expect(send(scenario, id, bad)).rejects.toMatchObject({
        constraint: "copies_size_length",
      });
      expect(await copies(scenario)).toEqual([]);
    }));

  it.each([
    ["{}", "PT400"],
    ["null", "PT400"],
    ["[1]", "PT400"],
    [JSON.stringify(Array.from({ length: 201 }, () => ({}))), "PT400"],
    ['[{"key":"a","jersey_id":"x"}]', "PT400"],
    ['[{"key":"a","details":{"price":"abc"}}]', "PT400"],
    ['[{"key":"a","added_at":"hier"}]', "PT400"],
  ])("refuses the batch %.40s", (lines, refusal) =>
    rules.scenario(async (scenario) => {
      const id = await begun(scenario);
      expect(await scenario.outcome("owner", IMPORT, [id, lines])).toBe(refusal);
    }),
  );

  it("changes a copy only if it is as it was compared, and only one of its owner's", () =>
    rules.scenario(async (scenario) => {
      const first = await begun(scenario);
      const { done } = await send(scenario, first, [line("a", { size: "M" })]);
      const { rows } = await scenario.as("owner", "select updated_at::text as version from copies");
      const change = (version: string) => ({
        ...line("a", { size: "S" }),
        copy_id: done["a"],
        version,
      });
      const other = await begun(scenario, "stranger");
      await send(scenario, other, [change(rows[0].version)], "stranger");
      const second = await begun(scenario);
      const stale = await send(scenario, second, [change("2020-01-01")]);
      expect(stale, "it is named").toEqual({ done: {}, gone: ["a"] });
      expect(await copies(scenario)).toMatchObject([{ size: "M" }]);
      await send(scenario, await begun(scenario), [change(rows[0].version)]);
      expect(await copies(scenario)).toMatchObject([{ size: "S" }]);
    }));

  it("is not for suspended accounts, and limited", () =>
    rules.scenario(async (scenario) => {
      const id = await begun(scenario);
      await scenario.system(
        "update private.write_limits set most = 1 where kind = 'imported_lines'",
      );
      expect(
        await scenario.outcome("owner", IMPORT, [id, JSON.stringify([line("a"), line("b")])]),
      ).toBe("PT429");
      await scenario.system("update auth.users set banned_until = 'infinity' where id = $1", [
        rules.ids.owner,
      ]);
      expect(await scenario.outcome("owner", IMPORT, [id, "[]"])).toBe("42501");
      expect(await scenario.outcome("owner", UNDO, [id])).toBe("42501");
    }));

  it("counts also once it was undone: else there were no limit", () =>
    rules.scenario(async (scenario) => {
      await scenario.system("update private.write_limits set most = 1 where kind = 'imports'");
      const id = await begun(scenario);
      expect(await scenario.outcome("owner", BEGIN, [randomUUID()])).toBe("PT429");
      await undo(scenario, id);
      expect(await scenario.outcome("owner", BEGIN, [randomUUID()])).toBe("PT429");
    }));

  it("whose connection is killed in a batch leaves whole batches only", async () => {
    const id = randomUUID();
    const [victim, killer] = [
      new pg.Client({ connectionString: rules.url }),
      new pg.Client({ connectionString: rules.url }),
    ];
    victim.on("error", () => {});
    await Promise.all([victim.connect(), killer.connect()]);
    const [role, claims] = identity("owner", rules.ids);
    await victim.query(
      "select set_config('role', $1, false), set_config('request.jwt.claims', $2, false)",
      [role, claims],
    );
    await victim.query(BEGIN, [id]);
    await victim.query(IMPORT, [id, JSON.stringify([line("killed-1"), line("killed-2")])]);
    // The second batch has written its copies, and waits for the collection's row that the killer holds.
    await killer.query("begin");
    await killer.query("insert into user_collections (user_id, jersey_id) values ($1, $2)", [
      rules.ids.owner,
      fixture.pending,
    ]);
    const { rows } = await victim.query("select pg_backend_pid() as pid");
    const second = [line("killed-3"), line("killed-4")].map((one) => ({
      ...one,
      jersey_id: fixture.pending,
    }));
    const lost = victim.query(IMPORT, [id, JSON.stringify(second)]).catch(() => "lost");
    await expect
      .poll(
        async () =>
          (
            await killer.query("select wait_event_type from pg_stat_activity where pid = $1", [
              rows[0].pid,
            ])
          ).rows[0].wait_event_type,
      )
      .toBe("Lock");
    await killer.query("select pg_terminate_backend($1)", [rows[0].pid]);
    expect(await lost).toBe("lost");
    await killer.query("rollback");
    const { rows: left } = await killer.query(
      "select count(*)::int as copies, (select added from collection_imports where id = $1) as added from copies where import_key is not null",
      [id],
    );
    expect(left).toEqual([{ copies: 2, added: 2 }]);
    await killer.query("delete from copies where import_key is not null");
    await killer.query("delete from collection_imports where id = $1", [id]);
    await killer.end();
  });
});

describe("undoing an import", () => {
  it("takes back what it added and changed, and keeps and names what was changed since", () =>
    rules.scenario(async (scenario) => {
      const before = await begun(scenario);
      const { done } = await send(scenario, before, [line("old", { size: "XL" })]);
      const { rows } = await scenario.as("owner", "select updated_at::text as version from copies");
      const id = await begun(scenario);
      const added = await send(scenario, id, [
        line("a", { size: "A" }),
        line("b", { size: "B" }),
        line("c", { size: "C" }),
        { ...line("old", { size: "XS" }), copy_id: done["old"], version: rows[0].version },
      ]);
      await scenario.as("owner", "update copies set notes = 'à moi' where id = $1", [
        added.done["b"],
      ]);
      await scenario.system("insert into copy_photos (copy_id, path) values ($1, $2)", [
        added.done["c"],
        `${rules.ids.owner}/${randomUUID()}.webp`,
      ]);
      const result = await undo(scenario, id);
      expect(result).toMatchObject({ removed: 1, restored: 1 });
      expect(result.kept.map(({ id }: { id: string }) => id).toSorted()).toEqual(
        [added.done["b"], added.done["c"]].toSorted(),
      );
      expect(result.kept[0].title).toBe("Maillot vert");
      expect((await copies(scenario)).map(({ size }) => size)).toEqual(["B", "C", "XL"]);
      expect(await scenario.outcome("owner", UNDO, [id])).toBe("PT409");
      expect(await scenario.outcome("owner", IMPORT, [id, "[]"])).toBe("PT409");
      const again = await begun(scenario);
      expect(Object.keys((await send(scenario, again, [line("a"), line("b")])).done)).toEqual([
        "a",
      ]);
    }));

  it("tells before how many of its shirts others see, and goes on seeing what stays", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const id = await begun(scenario);
      const facts = { title: "Perdu", team: "Red Star", league: "SOCCER" };
      const own = ["a", "b", "c"].map((key) => ({ key, facts, details: { is_signed: false } }));
      const { done } = await send(scenario, id, [...own, line("d")]);
      const effects = async (persona: Persona = "owner") =>
        (await as(persona, "select undo_import_effects($1) as result", [id])).rows[0].result;
      expect(await effects()).toEqual({ listed: 0, shown: 0 });
      for (const isPublic of [true, true, false]) {
        const list = await as(
          "owner",
          "insert into lists (title, is_public) values ('Liste', $1) returning id",
          [isPublic],
        );
        for (const key of isPublic ? ["a", "b"] : ["c"]) {
          await as("owner", "insert into list_items (list_id, copy_id) values ($1, $2)", [
            list.rows[0].id,
            done[key],
          ]);
        }
      }
      await as("owner", "select save_showcase(true)");
      expect(await effects()).toEqual({ listed: 2, shown: 4 });
      expect(await effects("stranger")).toEqual({ listed: 0, shown: 0 });
      // What was changed since stays.
      await as("owner", "update copies set size = 'L' where id = $1", [done["b"]]);
      expect(await effects()).toEqual({ listed: 1, shown: 3 });
    }));

  it("is possible for seven days", () =>
    rules.scenario(async (scenario) => {
      const id = await begun(scenario);
      await send(scenario, id, [line("a")]);
      await scenario.system("update collection_imports set created_at = now() - interval '8 days'");
      expect(await scenario.outcome("owner", UNDO, [id])).toBe("PT409");
      expect((await scenario.system("select sweep_imports() as swept")).rows).toEqual([
        { swept: "1" },
      ]);
      expect(await copies(scenario)).toHaveLength(1);
    }));
});

describe("matching", () => {
  it("finds a jersey by its id, its team's names, its season, year and kit type", () =>
    rules.scenario(async (scenario) => {
      await scenario.system("insert into team_aliases (team_id, alias) values ($1, 'Les Verts')", [
        fixture.team,
      ]);
      await scenario.system("update teams set short_name = 'ASSE' where id = $1", [fixture.team]);
      const sure = async (jersey: object) =>
        (await match(scenario, jersey, "stranger")).filter((one) => one.sure).map(({ id }) => id);
      expect(await sure({ id: fixture.approved })).toEqual([fixture.approved]);
      for (const team of ["as saint-etienne", "les verts", "asse"]) {
        expect(await sure({ team, season: "2024-25", kit_type: "home" })).toEqual([
          fixture.approved,
        ]);
        expect(await sure({ team, year: 2024, kit_type: "home" })).toEqual([fixture.approved]);
        // Without a kit, or with a word that nobody knows, it may be one that the catalogue lacks.
        for (const kit_type of [null, "away", "Extérieur 2"]) {
          expect(await sure({ team, year: 2024, kit_type })).toEqual([]);
        }
        expect(await sure({ team, title: "maillot vert", kit_type: "Extérieur 2" })).toEqual([]);
        // A season over two years, as lists call it.
        expect(await sure({ team, season: "2024", kit_type: "home" })).toEqual([fixture.approved]);
        expect(await sure({ team, title: "maillot VERT" })).toEqual([fixture.approved]);
        expect(await sure({ team, year: 1976 })).toEqual([]);
        expect((await match(scenario, { team, year: 1976 }))[0]!.id).toBeDefined();
      }
      expect(await match(scenario, { team: "Inconnu" })).toEqual([]);
    }));

  it("finds a team by words of its name and of an alias, if no other team has them all", () =>
    rules.scenario(async (scenario) => {
      await scenario.system("insert into team_aliases (team_id, alias) values ($1, 'Forezienne')", [
        fixture.team,
      ]);
      const { rows } = await scenario.system("select name from teams where id = $1", [
        fixture.team,
      ]);
      const team = `${rows[0].name} Forézienne`;
      const named = { team, year: 2024, kit_type: "home" };
      const sure = (await match(scenario, named)).filter((one) => one.sure);
      expect(sure.map(({ id }) => id)).toEqual([fixture.approved]);
      await scenario.system(
        "insert into teams (name, competition_id) select $1 || ' Bis', competition_id from teams where id = $2",
        [team, fixture.team],
      );
      const [first] = await match(scenario, named);
      expect(first, "of two teams none is sure").toMatchObject({
        id: fixture.approved,
        sure: false,
      });
    }));

  it("offers what search finds where nothing is certain: teams by their words, else jerseys", () =>
    rules.scenario(async (scenario) => {
      await scenario.derived();
      const nearest = async (jersey: object) => {
        const [first] = await match(scenario, jersey, "stranger");
        return first && { id: first.id, sure: first.sure };
      };
      const found = { id: fixture.approved, sure: false };
      const misspelt = { team: "Saint-Etiene", year: 2024, kit_type: "home" };
      expect(await nearest(misspelt)).toEqual(found);
      expect(await nearest({ title: "le maillot vert" })).toEqual(found);
      expect(await nearest({ team: "vert", season: "2024-25", kit_type: "home" })).toEqual(found);
      expect(await nearest({ team: "vert", season: "1976-77" })).toBeUndefined();
    }));

  it("says which of them has the line's team, time, kit and sport", () =>
    rules.scenario(async (scenario) => {
      await scenario.system("update teams set short_name = 'ASSE' where id = $1", [fixture.team]);
      const fitting = async (jersey: object) =>
        (await match(scenario, jersey, "stranger")).some(({ fits }) => fits);
      const { rows } = await scenario.system("select league from jerseys where id = $1", [
        fixture.approved,
      ]);
      const { league } = rows[0];
      const other = league === "NBA" ? "NFL" : "NBA";
      for (const team of ["ASSE", "maillot rétro ASSE foot"]) {
        expect(await fitting({ team, year: 2024, kit_type: "home", league }), team).toBe(true);
        expect(await fitting({ team, year: 2024 }), "most shirts are home shirts").toBe(true);
        for (const another of [
          { year: 2023, kit_type: "home" },
          { kit_type: "home" },
          { year: 2024, kit_type: "away" },
          { year: 2024, kit_type: "GK 1" },
        ]) {
          expect(await fitting({ team, ...another }), JSON.stringify(another)).toBe(false);
        }
        expect(await match(scenario, { team, year: 2024, league: other }, "stranger")).toEqual([]);
      }
      const women = { team: "ASSE féminines", year: 2024, kit_type: "home" };
      expect(await fitting(women)).toBe(false);
      await scenario.system("update jerseys set kit_type = 'third' where id = $1", [
        fixture.approved,
      ]);
      expect(await fitting({ team: "ASSE", year: 2024 })).toBe(false);
      // A kit that neither says.
      await scenario.system("update jerseys set kit_type = null where id = $1", [fixture.approved]);
      const [first] = await match(scenario, { team: "ASSE", year: 2024 }, "stranger");
      expect(first).toMatchObject({ id: fixture.approved, sure: true });
      const [said] = await match(scenario, { team: "ASSE", year: 2024, kit_type: "home" });
      expect(said).toMatchObject({ sure: false });
      const more = { team: "ASSE", year: 2024, is_part: true };
      expect((await match(scenario, more, "stranger"))[0]).toMatchObject({ sure: false });
      await scenario.system(
        `insert into jerseys (league, competition_id, season_id, team_id, author_id, title, year, kit_type, status)
         select league, competition_id, season_id, team_id, author_id, 'Domicile', year, 'home', 'approved' from jerseys where id = $1`,
        [fixture.approved],
      );
      const both = await match(scenario, { team: "ASSE", year: 2024 }, "stranger");
      expect(both.map(({ sure }) => sure)).toEqual([false, false]);
    }));

  it("offers nothing below a likeness", () =>
    rules.scenario(async (scenario) => {
      for (const jersey of [
        { team: "Vertigo" },
        { team: "Maillots" },
        { team: "Person 2" },
        { title: "Sant Esteve" },
      ]) {
        expect(await match(scenario, jersey, "stranger"), JSON.stringify(jersey)).toEqual([]);
      }
    }));

  it("tells the sport of the team that a line names", () =>
    rules.scenario(async (scenario) => {
      const league = async (team: string) => {
        const asked = JSON.stringify([{ key: "k", jersey: { team, year: 1976 } }]);
        return (await scenario.as("stranger", MATCH, [asked])).rows[0].result[0].league;
      };
      const { rows } = await scenario.system(
        "select league from competitions join teams on competition_id = competitions.id where teams.id = $1",
        [fixture.team],
      );
      expect(await league("AS Saint-Étienne")).toBe(rows[0].league);
      expect(await league("Inconnu")).toBeNull();
    }));

  it("names the club as the site's fields do, and recognises its shirts by that name", () =>
    rules.scenario(async (scenario) => {
      await scenario.derived();
      const ask = async (team: string, more: object = {}, key = "k") => {
        const asked = [{ key, jersey: { team, season: "1998-99", ...more } }];
        return (await scenario.as("owner", MATCH, [JSON.stringify(asked)])).rows[0].result[0];
      };
      const { rows } = await scenario.system(
        "select teams.name, league from teams join competitions on competition_id = competitions.id where teams.id = $1",
        [fixture.team],
      );
      const { name, league } = rows[0];
      expect((await ask(name)).teams).toEqual({ [league]: name });
      // Found, but a shirt isn't called by what a word may mean.
      for (const team of ["St-Etien", "etienne"]) expect((await ask(team)).teams, team).toEqual({});
      const home = { season: "2024-25", kit_type: "home" };
      const { candidates } = await ask("St-Etien", home, "z");
      expect(candidates[0]).toMatchObject({ id: fixture.approved, sure: true });
      const facts = { title: name, team: name, league, season: "1998-99" };
      const { done } = await send(scenario, await begun(scenario), [{ key: "k", facts }]);
      expect((await ask(name)).known).toMatchObject({ id: done["k"] });
      expect((await ask(name, {}, "z")).kept).toMatchObject({ owned: 1 });
      expect((await ask("Celtic", {}, "z")).kept).toBeNull();
      // As it was typed in the field: words beside the name, and a year for a season.
      for (const season of ["1998-99", "1998"]) {
        expect((await ask(`Rétro ${name}`, { season }, "z")).kept).toMatchObject({ owned: 1 });
      }
      for (const season of ["1997", "1999-00"]) {
        expect((await ask(name, { season }, "z")).kept).toBeNull();
      }
      // The end of a name does where nicknames end them: "Lakers", not "United".
      await scenario.system(
        `with nba as (
           insert into competitions (league, sport, name, slug) values ('NBA', 'NBA', 'NBA', 'nba')
           on conflict (slug) do update set name = excluded.name returning id)
         insert into teams (name, competition_id)
         select 'Los Piratas', id from nba union all select 'Riva Bulls', id from nba
         union all
         select called, competition_id from teams, unnest(array['Riva United', 'Fosse Red Bulls']) called
         where teams.id = $1`,
        [fixture.team],
      );
      await scenario.derived();
      expect((await ask("piratas")).teams).toEqual({ NBA: "Los Piratas" });
      expect((await ask("United")).teams).toEqual({});
      // Another club's name has the word, too.
      expect((await ask("bulls")).teams).toEqual({ NBA: "Riva Bulls" });
      // Nor a franchise's former name, as soon as line-ups tell it from the present one.
      await scenario.system(
        `insert into teams (name, competition_id) select 'Oldtown Bulls', competition_id from teams where name = 'Riva Bulls'`,
      );
      await scenario.derived();
      expect((await ask("bulls")).teams).toEqual({});
      await scenario.system(
        `insert into team_seasons (team_id, competition_id, season_id)
         select teams.id, competition_id, seasons.id from teams, seasons
         where teams.name = 'Riva Bulls' and seasons.code = '2024-25'`,
      );
      expect((await ask("bulls")).teams).toEqual({ NBA: "Riva Bulls" });
      expect((await ask("Oldtown Bulls")).teams).toEqual({ NBA: "Oldtown Bulls" });
      // A season of which only some line-ups are there says nothing of the others.
      await scenario.system(
        `insert into team_seasons (team_id, competition_id, season_id)
         select teams.id, competition_id, seasons.id from teams, seasons
         where (teams.name, seasons.code) in (
           ('Los Piratas', '2024-25'), ('Oldtown Bulls', '2023-24'), ('Los Piratas', '2025-26'))`,
      );
      expect((await ask("bulls")).teams).toEqual({ NBA: "Riva Bulls" });
      // A city stands for its only club of the sport.
      await scenario.system("update teams set city = 'Etienneville' where id = $1", [fixture.team]);
      await scenario.system(
        "insert into team_aliases (team_id, alias) values ($1, 'Les Verts d''Etienneville')",
        [fixture.team],
      );
      // Its women's team is no other club.
      await scenario.system(
        "insert into teams (name, city, competition_id) select name || ' féminines', city, competition_id from teams where id = $1",
        [fixture.team],
      );
      await scenario.derived();
      expect((await ask("Etienneville", {}, "z")).teams).toEqual({ [league]: name });
      await scenario.system(
        "insert into teams (name, city, competition_id) select 'Autre club', city, competition_id from teams where id = $1",
        [fixture.team],
      );
      await scenario.derived();
      expect((await ask("Etienneville", {}, "z")).teams).toEqual({});
    }));

  it("recognises shirts that the caller keeps without a page by what they are called", () =>
    rules.scenario(async (scenario) => {
      const facts = {
        title: "Red Star 1998-99",
        team: "Red Star",
        league: "SOCCER",
        season: "1998-99",
        kit_type: "home",
      };
      const { done } = await send(scenario, await begun(scenario), [
        { key: "a", facts, details: { size: "L", is_signed: false } },
      ]);
      const kept = async (jersey: object, persona: Persona = "owner") => {
        const asked = JSON.stringify([{ key: "z", jersey }]);
        return (await scenario.as(persona, MATCH, [asked])).rows[0].result[0].kept;
      };
      const said = { team: "red star", season: "1998-99", kit_type: "home" };
      expect(await kept(said)).toMatchObject({
        owned: 1,
        copy: { id: done["a"], size: "L", jersey: { title: "Red Star 1998-99" } },
      });
      expect(await kept({ ...said, kit_type: null })).toMatchObject({ owned: 1 });
      expect(await kept({ ...said, title: "Finale" })).toMatchObject({ owned: 1 });
      for (const other of [{ kit_type: "away" }, { season: "1999-00" }, { team: "Le Mans" }]) {
        expect(await kept({ ...said, ...other })).toBeNull();
      }
      expect(await kept(said, "stranger")).toBeNull();
      await send(scenario, await begun(scenario), [{ key: "b", facts }]);
      expect(await kept(said)).toEqual({ owned: 2, copy: null });
    }));

  it("knows a copy by the key of its line, and by an id together with its shirt only", () =>
    rules.scenario(async (scenario) => {
      const { done } = await send(scenario, await begun(scenario), [line("a")]);
      const id = done["a"];
      const matched = async (asked: object) => {
        const { rows } = await scenario.as("owner", MATCH, [JSON.stringify([asked])]);
        const { known, kept } = rows[0].result[0];
        return { known: known?.id ?? null, kept: kept?.copy.id ?? null };
      };
      for (const jersey of [{}, { team: "saint etienne" }, { team: "AS Saint-Étienne" }]) {
        expect(await matched({ key: "z", id, jersey })).toEqual({ known: id, kept: null });
      }
      for (const jersey of [{ team: "Celtic" }, { season: "1901-02" }, { kit_type: "away" }]) {
        // The same line again, though its owner has corrected what the shirt is.
        expect(await matched({ key: "a", jersey })).toEqual({ known: id, kept: null });
        const other = { key: "a", id: randomUUID() };
        for (const by of [{ key: "a", id }, { key: "z", id }, other]) {
          expect(await matched({ ...by, jersey })).toEqual({ known: null, kept: id });
          // Of its jersey, "another one" is another copy.
          const named = { ...by, jersey: { ...jersey, id: fixture.approved } };
          expect(await matched(named)).toEqual({ known: null, kept: null });
          const copied = { ...by, jersey, is_copied: true };
          expect(await matched(copied)).toEqual({ known: null, kept: null });
        }
      }
    }));

  it("searches for fifty lines of a list", () =>
    rules.scenario(async ({ as }) => {
      const lines = Array.from({ length: 51 }, (_, n) => ({
        key: `k${n}`,
        jersey: { title: "le maillot vert" },
      }));
      const { rows } = await as("stranger", MATCH, [JSON.stringify(lines)]);
      const found = (rows[0].result as { candidates: object[] }[]).map(
        ({ candidates }) => candidates.length > 0,
      );
      expect(found).toEqual([...Array.from({ length: 50 }, () => true), false]);
    }));

  it("says how many copies the caller has of a jersey", () =>
    rules.scenario(async (scenario) => {
      const owned = async (jersey: object, persona: Persona = "owner") =>
        (await match(scenario, jersey, persona)).find(({ id }) => id === fixture.approved)?.owned;
      expect(await owned({ id: fixture.approved })).toBe(0);
      const { done } = await send(scenario, await begun(scenario), [
        line("a"),
        line("b", { size: "M" }),
      ]);
      expect(await owned({ id: fixture.approved })).toBe(2);
      expect(await owned({ team: "AS Saint-Étienne", year: 2024 })).toBe(2);
      expect(await owned({ title: "Maillot vert" })).toBe(2);
      await scenario.as("owner", "update copies set removed_at = now() where id = $1", [done["b"]]);
      expect(await owned({ id: fixture.approved })).toBe(1);
      expect(await owned({ id: fixture.approved }, "stranger")).toBe(0);
    }));

  it("tells the caller's only copy of a jersey that a line may mean", () =>
    rules.scenario(async (scenario) => {
      const copy = async (jersey: object, persona: Persona = "owner") =>
        (await match(scenario, jersey, persona)).find(({ id }) => id === fixture.approved)?.copy;
      expect(await copy({ id: fixture.approved })).toBeNull();
      const begin = await begun(scenario);
      const { done } = await send(scenario, begin, [line("a", { size: "M" })]);
      const own = await copy({ id: fixture.approved });
      expect(own).toMatchObject({ id: done["a"], size: "M" });
      expect(own).not.toHaveProperty("owner_id");
      expect(await copy({ title: "le maillot vert" })).toMatchObject({ id: done["a"] });
      expect(await copy({ id: fixture.approved }, "stranger")).toBeNull();
      await send(scenario, begin, [line("b")]);
      expect(await copy({ id: fixture.approved })).toBeNull();
    }));

  it("offers only jerseys that the caller may read", () =>
    rules.scenario(async (scenario) => {
      const ids = async (persona: Persona) =>
        (await match(scenario, { team: "AS Saint-Étienne" }, persona)).map(({ id }) => id);
      expect(await ids("stranger")).toEqual([fixture.approved]);
      expect(await ids("owner")).toHaveLength(4);
      expect(await match(scenario, { id: fixture.pending }, "stranger")).toEqual([]);
    }));

  it("knows the caller's copies by key and id, nobody else's", () =>
    rules.scenario(async (scenario) => {
      const { done } = await send(scenario, await begun(scenario), [line("a", { size: "M" })]);
      const ask = async (persona: Persona, request: object) =>
        (await scenario.as(persona, MATCH, [JSON.stringify([request])])).rows[0].result[0].known;
      expect(await ask("owner", { key: "a" })).toMatchObject({
        id: done["a"],
        size: "M",
        jersey: { title: "Maillot vert" },
      });
      expect(await ask("owner", { key: "z", id: done["a"] })).toMatchObject({ id: done["a"] });
      expect(await ask("stranger", { key: "a", id: done["a"] })).toBeNull();
    }));

  it("is bounded", () =>
    rules.scenario(async (scenario) => {
      const many = JSON.stringify(Array.from({ length: 201 }, () => ({ key: "a" })));
      expect(await scenario.outcome("owner", MATCH, [many])).toBe("PT400");
      await scenario.system(
        "update private.write_limits set most = 1 where kind = 'matched_lines'",
      );
      expect(await scenario.outcome("owner", MATCH, ['[{"key":"a"},{"key":"b"}]'])).toBe("PT429");
    }));
});

describe("undoing after a merge", () => {
  it("takes back copies whose jersey was merged: that is no change of their owner's", () =>
    rules.scenario(async (scenario) => {
      const [yellow] = await addJerseys(scenario, fixture, rules.ids.owner, ["Maillot jaune"]);
      const id = await begun(scenario);
      await send(scenario, id, [{ ...line("a"), jersey_id: yellow! }]);
      await scenario.as("admin", MERGE, [yellow!, fixture.approved]);
      expect(await undo(scenario, id)).toMatchObject({ removed: 1, kept: [] });
    }));
});
