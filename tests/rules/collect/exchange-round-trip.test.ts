import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";

import {
  COLUMNS,
  copyRow,
  type ExchangedCopy,
  exchangedJersey,
  FORMAT,
  VERSION,
} from "#app/collect/domain/exchange/collection-file.ts";
import { checked, type Match, sentLines } from "#app/collect/domain/exchange/dry-run.ts";
import { guessColumns } from "#app/collect/domain/exchange/columns.ts";
import { checkedMark, type MarkCandidate, splitMarks } from "#app/collect/domain/exchange/marks.ts";
import { isReadable, questionOf, readLines } from "#app/collect/domain/exchange/read-line.ts";
import { readCollection } from "#app/collect/domain/exchange/collection-table.ts";
import type { CopyDetails } from "#app/collect/domain/copies/copy-details.ts";
import { csv } from "#app/shared/domain/write-csv.ts";
import { createRules, type Rules, type Scenario } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

const OPTIONS = { dates: "dmy", currency: "USD", league: "NBA" } as const;

const DETAILED = {
  size_scale: "women",
  size: "=M",
  version: "match_worn",
  condition: "very_good",
  printed_name: "'-ÉRIC",
  printed_number: "007",
  is_signed: true,
  signed_by: 'Zoé; "la", reine',
  certificate: "@1",
  price: "1000000.00",
  currency: "CHF",
  bought_on: "2020-02-29",
  bought_from: "+33",
  lent_to: "Léo",
  lent_since: "2021-05",
  storage_place: "\u00c0 côté",
  notes: 'deux\nlignes, "et"\ttab ; ⚽',
} satisfies Record<keyof CopyDetails, unknown>;

/** Copies with every detail, with none, with hostile texts, and one whose jersey was deleted. */
async function collect({ as, system }: Scenario): Promise<void> {
  const add = (columns: Record<string, unknown>) => {
    const names = Object.keys(columns);
    const places = names.map((_, n) => `$${n + 1}`);
    return as(
      "owner",
      `insert into copies (${names.join(", ")}) values (${places.join(", ")})`,
      Object.values(columns),
    );
  };
  const jersey_id = fixture.approved;
  await add({ jersey_id });
  await add({ jersey_id });
  await add({ jersey_id, ...DETAILED });
  await add({ jersey_id, is_signed: true, price: "0", currency: "EUR", bought_on: "1998" });
  await system(
    `insert into copies (owner_id, former_jersey, size, created_at)
     values ($1, '{"title": "Perdu", "team": "Red Star", "league": "SOCCER", "season": "1998-99", "year": 1998, "kit_type": "away", "brand": "Adidas", "competition": "Ligue 2"}', 'S', '2020-01-02T03:04:05.678901Z')`,
    [rules.ids.owner],
  );
}

/** A member's collection as an export has it. */
async function exported({ as }: Scenario, persona: "owner" | "stranger"): Promise<ExchangedCopy[]> {
  const { rows } = await as(
    persona,
    `select to_jsonb(copy) as copy, (select jsonb_build_object('id', jersey.id, 'title', jersey.title, 'team', jersey.team,
       'league', jersey.league, 'year', jersey.year, 'kit_type', jersey.kit_type, 'brand', jersey.brand,
       'season', jsonb_build_object('code', season.code), 'competition', jsonb_build_object('name', competition.name))
       from jerseys jersey join seasons season on season.id = jersey.season_id
       join competitions competition on competition.id = jersey.competition_id where jersey.id = copy.jersey_id) as jersey
     from copies copy order by created_at, notes, size, price, id`,
  );
  return rows.map(({ copy, jersey }) => {
    const { id, created_at, jersey_id, former_jersey, ...details } = copy;
    for (const name of ["owner_id", "updated_at", "removed_at", "import_key"]) delete details[name];
    return {
      ...details,
      id,
      added_at: created_at,
      photos: [],
      jersey: exchangedJersey(jersey_id, jersey, former_jersey),
    };
  });
}

it.each([
  ["CSV", (copies: ExchangedCopy[]) => csv(copies.map(copyRow), COLUMNS)],
  [
    "JSON",
    (copies: ExchangedCopy[]) => JSON.stringify({ format: FORMAT, version: VERSION, copies }),
  ],
])("an export as %s restores the collection exactly in an empty account", (_, write) =>
  rules.scenario(async (scenario) => {
    await collect(scenario);
    const before = await exported(scenario, "owner");
    const { header, rows } = readCollection(new TextEncoder().encode(write(before)));
    const lines = readLines(rows, guessColumns(header), OPTIONS);
    const requested = JSON.stringify(lines.filter(isReadable).map(questionOf));
    const ask = async () => {
      const answer = await scenario.as("stranger", "select match_copies($1) as matches", [
        requested,
      ]);
      return answer.rows[0].matches as Match[];
    };
    const matches = await ask();
    const dry = lines.map((line, n) => checked(line, matches[n]));
    expect(dry.map(({ verdict }) => verdict).toSorted()).toEqual([
      "new",
      "new",
      "new",
      "new",
      "unmatched",
    ]);
    const stored = dry.map((line) =>
      line.verdict === "unmatched" ? { ...line, choice: "keep" as const } : line,
    );
    const id = randomUUID();
    await scenario.as(
      "stranger",
      "insert into collection_imports (id, line_count) values ($1, 5)",
      [id],
    );
    await scenario.as("stranger", "select import_copies($1, $2, true)", [
      id,
      JSON.stringify(sentLines(stored).map(({ sent }) => sent)),
    ]);
    const withoutIds = (copies: ExchangedCopy[]) => copies.map(({ id: _id, ...copy }) => copy);
    expect(withoutIds(await exported(scenario, "stranger"))).toEqual(withoutIds(before));
    // Again: everything is there already.
    const again = await ask();
    expect(lines.map((line, n) => checked(line, again[n]).verdict)).toEqual(
      Array.from({ length: 5 }, () => "owned"),
    );
  }),
);

it("wishes and votes of an export are restored exactly in an empty account", () =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    const titles = ["Maillot bleu", "Maillot rouge"];
    const jerseys = [fixture.approved];
    for (const title of titles) {
      const { rows } = await system(
        `insert into jerseys (title, author_id, league, competition_id, season_id, team_id, status)
         select $1, author_id, league, competition_id, season_id, team_id, 'approved' from jerseys where id = $2 returning id`,
        [title, fixture.approved],
      );
      jerseys.push(rows[0].id);
    }
    for (const [n, id] of jerseys.entries()) {
      await as(
        "owner",
        "insert into user_wishlists (jersey_id, size_scale, size, highest_price, currency, note) values ($1, $2, $3, $4, $5, $6)",
        n === 0
          ? [id, "youth", "=M", "0.10", "EUR", 'deux\nlignes "']
          : [id, null, null, null, null, null],
      );
      await system("update user_wishlists set created_at = $2 where jersey_id = $1", [
        id,
        `2020-01-0${n + 1}T03:04:05.678901Z`,
      ]);
      if (n < 2) {
        await as("owner", "insert into jersey_votes (jersey_id, vote) values ($1, $2)", [
          id,
          n === 0 ? "up" : "down",
        ]);
      }
    }
    const listed = async (persona: "owner" | "stranger") => {
      const { rows } = await as(
        persona,
        `select (select jsonb_agg(to_jsonb(wish) - '{id,user_id,jersey_id,created_at}'::text[] || jsonb_build_object(
             'added_at', wish.created_at, 'jersey', jsonb_build_object('id', jersey_id)) order by created_at) from user_wishlists wish) as wishes,
           (select jsonb_agg(jsonb_build_object('vote', vote, 'jersey', jsonb_build_object('id', jersey_id)) order by vote) from jersey_votes) as votes`,
      );
      return rows[0] as { wishes: object[]; votes: object[] };
    };
    const before = await listed("owner");
    const file = { format: FORMAT, version: VERSION, copies: [], ...before };
    const { marks = [] } = readCollection(new TextEncoder().encode(JSON.stringify(file)));
    const check = async () => {
      const requested = marks.map(({ kind, key, jersey }) => ({ kind, key, jersey }));
      const { rows } = await as("stranger", "select match_copies($1) as matches", [
        JSON.stringify(requested),
      ]);
      const matches = rows[0].matches as { candidates: MarkCandidate[] }[];
      return marks.map((mark, n) => checkedMark(mark, { candidates: matches[n]!.candidates }));
    };
    const dry = await check();
    expect(dry.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 5 }, () => "new"));
    const id = randomUUID();
    await as("stranger", "insert into collection_imports (id, line_count) values ($1, 5)", [id]);
    await as("stranger", "select import_copies($1, $2, true)", [
      id,
      JSON.stringify(splitMarks(dry).sent.map(({ sent }) => sent)),
    ]);
    expect(await listed("stranger")).toEqual(before);
    // Again: everything is there already.
    const again = await check();
    expect(again.map(({ verdict }) => verdict)).toEqual(
      Array.from({ length: 5 }, () => "duplicate"),
    );
    expect(splitMarks(again).sent).toEqual([]);
  }));
