import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

// Names change while jerseys that carry them arrive or change: connections of their own, committed.

let rules: Rules;
let fixture: Fixture;
let otherTeam: string;
const open: pg.Client[] = [];

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
  otherTeam = await added(
    "insert into teams (name, competition_id) values ('Autre club', $1) returning id",
    [fixture.competition],
  );
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.end()));
});
afterAll(() => rules.close());

async function added(text: string, values: unknown[]): Promise<string> {
  return (await rules.system(text, values)).rows[0].id;
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: rules.url });
  await client.connect();
  open.push(client);
  return client;
}

/** Executes a statement and leaves its transaction open. */
async function begun(text: string, values: unknown[]): Promise<() => Promise<unknown>> {
  const client = await connect();
  await client.query("begin");
  await client.query(text, values);
  return () => client.query("commit");
}

/** Executes `late`, and commits the other transaction when it waits or is done. */
async function meanwhile(commit: () => Promise<unknown>, text: string, values: unknown[]) {
  const client = await connect();
  const { pid } = (await client.query("select pg_backend_pid() as pid")).rows[0];
  const state = { isDone: false };
  const outcome = client.query(text, values).finally(() => (state.isDone = true));
  outcome.catch(() => undefined);
  const waits = "select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'";
  while (!state.isDone && (await rules.system(waits, [pid])).rowCount === 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await commit();
  return outcome;
}

const INSERT = `insert into jerseys
    (title, author_id, league, competition_id, season_id, team_id, brand_id, status)
  values ('Arrivant', $1, 'SOCCER', $2, $3, $4, $5, 'approved') returning id`;
const arriving = () => [
  rules.ids.owner,
  fixture.competition,
  fixture.season,
  fixture.team,
  fixture.brand,
];

/** Jerseys with a former name of their team or brand, and public rows with other words than theirs. */
async function outdated() {
  await rules.derived();
  const { rows } = await rules.system(
    `select jersey.id::text as what from jerseys jersey
       left join teams team on team.id = jersey.team_id left join brands brand on brand.id = jersey.brand_id
     where jersey.team <> team.name or jersey.brand <> brand.name
     union all
     select concat_ws(' ', shown.kind, shown.text) from private.searchable shown
       left join private.search_documents document using (kind, id)
     where document.words is distinct from array_to_tsvector(private.found_words(shown.text) || shown.marks)`,
  );
  return rows.map(({ what }) => what);
}

let count = 0;
type Named = "team" | "brand" | "competition" | "season";
/** Renames of what a jersey's words come from; `$1` is the row. */
const RENAMES: [Named, string][] = [
  ["team", "update teams set name = 'Club ' || $2 where id = $1"],
  ["team", "update teams set short_name = 'C' || $2 where id = $1"],
  ["brand", "update brands set name = 'Marque ' || $2 where id = $1"],
  ["competition", "update competitions set name = 'Ligue ' || $2 where id = $1"],
  ["season", "update seasons set name = 'Saison ' || $2 where id = $1"],
  ["team", "insert into team_aliases (team_id, alias) values ($1, 'Surnom ' || $2)"],
];
const renaming = (rename: [Named, string]): [string, string[]] => [
  rename[1],
  [fixture[rename[0]], String((count += 1))],
];

describe("a jersey that arrives", () => {
  it.each(RENAMES)("while its %s changes has the new words: %s", async (...rename) => {
    await meanwhile(await begun(...renaming(rename)), INSERT, arriving());
    expect(await outdated()).toEqual([]);
  });

  it.each(RENAMES)("before its %s changes gets the new words: %s", async (...rename) => {
    await meanwhile(await begun(INSERT, arriving()), ...renaming(rename));
    expect(await outdated()).toEqual([]);
  });

  it.each(["team_id", "competition_id", "brand_id", "season_id"] as const)(
    "by another %s has the new name",
    async (column) => {
      const kind = column.slice(0, -3) as Named;
      const rename = RENAMES.find(([known]) => known === kind)!;
      const { [kind]: wanted } = fixture;
      const id = await added(INSERT, [
        rules.ids.owner,
        fixture.retiredCompetition,
        await added("insert into seasons (code, name) values ($1, $1) returning id", [
          String(1960 + (count += 1)),
        ]),
        otherTeam,
        null,
      ]);
      const move = `update jerseys set ${column} = $2 where id = $1`;
      await meanwhile(await begun(...renaming(rename)), move, [id, wanted]);
      expect(await outdated()).toEqual([]);
    },
  );

  it("while its team is recoloured has the new default colours", async () => {
    const recolor = "update teams set colors = $2 where id = $1";
    await rules.system(recolor, [fixture.team, ["#12864a"]]);
    const late = await meanwhile(
      await begun(recolor, [fixture.team, ["#1c48a8"]]),
      INSERT,
      arriving(),
    );
    const early = await begun(INSERT, arriving());
    await meanwhile(early, recolor, [fixture.team, ["#64329b"]]);
    const { rows } = await rules.system("select colors[1] as main from jerseys where id = $1", [
      late.rows[0].id,
    ]);
    expect(rows).toEqual([{ main: "purple" }]);
  });

  it("waits alone: votes and edits of the team's jerseys go on", async () => {
    const commit = await begun(
      `select from teams, brands, competitions, seasons where teams.id = $1 and brands.id = $2 for update`,
      [fixture.team, fixture.brand],
    );
    const client = await connect();
    await client.query("set lock_timeout = '500ms'");
    for (const change of ["upvotes = upvotes + 1", "title = 'Vert'", "team_id = team_id"]) {
      await client.query(`update jerseys set ${change} where id = $1`, [fixture.approved]);
    }
    await expect(client.query(INSERT, arriving())).rejects.toMatchObject({ code: "55P03" });
    await commit();
  });
});

describe("two changes of names at once", () => {
  it.each(
    RENAMES.slice(1).flatMap((other) => [
      [RENAMES[0]!, other] as const,
      [other, RENAMES[0]!] as const,
    ]),
  )("%s, then %s, leave the words of both", async (first, second) => {
    await meanwhile(await begun(...renaming(first)), ...renaming(second));
    expect(await outdated()).toEqual([]);
  });

  it("and more, with jerseys that arrive and leave, neither deadlock nor leave former names", async () => {
    const ids = (await rules.system("select id from jerseys order by id")).rows;
    const clients = await Promise.all(Array.from({ length: 4 }, connect));
    await Promise.all(
      clients.map(async (client, number) => {
        for (let turn = 0; turn < 24; turn += 1) {
          const { id } = ids[(turn * 5 + number) % ids.length];
          const step = (turn * 3 + number) % (RENAMES.length + 4);
          if (step < RENAMES.length) await client.query(...renaming(RENAMES[step]!));
          else if (step === RENAMES.length) await client.query(INSERT, arriving());
          else if (step === RENAMES.length + 1) {
            await client.query("delete from team_aliases where team_id = $1", [fixture.team]);
          } else {
            await client.query(
              "update jerseys set team_id = $2, upvotes = upvotes + 1 where id = $1",
              [id, step % 2 ? fixture.team : otherTeam],
            );
          }
        }
      }),
    );
    expect(await outdated()).toEqual([]);
  });
});
