import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";

import { startBackendFixture, type BackendFixture } from "../support/backend-fixture.ts";
import { REBUILD } from "../support/rebuild.ts";

const MEMBERS = 200;
const ROUNDS = 8;
const JERSEYS = 4;

type Member = Awaited<ReturnType<BackendFixture["member"]>>;
type Vote = "up" | "down";

let fixture: BackendFixture;
let members: Member[];
let jerseys: string[];

beforeAll(async () => {
  fixture = await startBackendFixture();
  const ids = Array.from({ length: MEMBERS }, () => randomUUID());
  await fixture.sql(
    `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at, created_at)
     select id, id || '@example.test', jsonb_build_object('username', 'membre_' || place), now(),
       now() - interval '2 days'
     from unnest($1::uuid[]) with ordinality as given (id, place)`,
    [ids],
  );
  members = await Promise.all(ids.map((id) => fixture.member(id)));
  const { rows } = await fixture.sql(
    `with competition as (
       insert into competitions (league, name) values ('SOCCER', 'Ligue 1') returning id),
     season as (insert into seasons (code, name) values ('2024-25', '2024-2025') returning id)
     insert into jerseys (league, competition_id, season_id, team, title, status)
     select 'SOCCER', competition.id, season.id, 'Lens', 'Maillot ' || n, 'approved'
     from competition, season, generate_series(1, ${JERSEYS}) n returning id`,
  );
  jerseys = rows.map(({ id }) => id);
});
afterAll(() => fixture.close());

/** Pseudorandom numbers, the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed + 1; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state >> 8;
  }
}

/** A member's actions and their final state, one request after the other. */
async function toggle({ id, client }: Member, seed: number) {
  const random = numbers(seed);
  const votes = new Map<string, Vote>();
  const shelf = new Set<string>();
  // A busy machine may not open a connection within five seconds: the answer asks to repeat, as nothing was written.
  const check = async (request: () => PromiseLike<{ error: unknown; status: number }>) => {
    let answer = await request();
    while (answer.status === 503 || answer.status === 504) answer = await request();
    expect(answer.error).toBeNull();
  };
  const cast = (jersey_id: string, vote: Vote) => {
    votes.set(jersey_id, vote);
    const row = { jersey_id, voter_id: id, vote };
    const onConflict = "jersey_id,voter_id";
    return check(() => client.from("jersey_votes").upsert(row, { onConflict }));
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const choice = random.next().value;
    const jersey = jerseys[choice % JERSEYS]!;
    const vote = choice % 7 < 4 ? "up" : "down";
    switch ((choice >> 3) % 6) {
      case 0:
      case 1:
      case 2:
        await cast(jersey, vote);
        break;
      case 3:
        votes.delete(jersey);
        await check(() => client.from("jersey_votes").delete().eq("jersey_id", jersey));
        break;
      case 4:
        if (votes.has(jersey)) votes.set(jersey, vote);
        await check(() => client.from("jersey_votes").update({ vote }).eq("jersey_id", jersey));
        break;
      default: {
        const shelves = client.from("user_collections");
        if (shelf.delete(jersey)) await check(() => shelves.delete().eq("jersey_id", jersey));
        else {
          shelf.add(jersey);
          await check(() => shelves.insert({ user_id: id, jersey_id: jersey }));
        }
      }
    }
  }
  return { client, votes, shelf };
}

/** Accounts become new and old again meanwhile: their votes stop and start counting. */
async function settleMeanwhile(isDone: () => boolean) {
  for (let round = 0; !isDone(); round += 1) {
    await fixture.sql(
      "update auth.users set created_at = now() - $2 * interval '2 days' where id = $1",
      [members[(round * 7) % MEMBERS]!.id, (round >> 1) % 2],
    );
    await fixture.sql("select derive()");
  }
}

test(`every count is exact and no request was refused after ${MEMBERS} members toggle in parallel`, async () => {
  let done = false;
  const settled = settleMeanwhile(() => done);
  const left = await Promise.all(members.map((member, index) => toggle(member, index))).finally(
    () => (done = true),
  );
  await settled;

  // Requests that lose a deadlock are retried automatically, but none should need it.
  const { rows } = await fixture.sql(
    "select deadlocks from pg_stat_database where datname = current_database()",
  );
  expect(rows).toEqual([{ deadlocks: "0" }]);

  const { data } = await fixture.anon.from("jerseys").select("id, upvotes, downvotes, score");
  const expected = jerseys.map((id) => {
    const cast = left.flatMap(({ votes }) => votes.get(id) ?? []);
    const upvotes = cast.filter((vote) => vote === "up").length;
    return { id, upvotes, downvotes: cast.length - upvotes, score: 2 * upvotes - cast.length };
  });
  expect(data).toHaveLength(JERSEYS);
  expect(data).toEqual(expect.arrayContaining(expected));
  expect((await fixture.sql(REBUILD)).rows).toEqual([]);
  expect(expected.every(({ upvotes, downvotes }) => upvotes + downvotes > 20)).toBe(true);

  const counts = await Promise.all(
    left.map(async ({ client }) => {
      const { count } = await client
        .from("user_collections")
        .select("*", { count: "exact", head: true });
      return count;
    }),
  );
  expect(counts).toEqual(left.map(({ shelf }) => shelf.size));
});

test("votes for all jerseys at once, in the opposite order of another member's, are all cast", async () => {
  const [one, other] = members as [Member, Member];
  const castAll = async ({ id, client }: Member, ids: string[], vote: Vote) => {
    const rows = ids.map((jersey_id) => ({ jersey_id, voter_id: id, vote }));
    await client
      .from("jersey_votes")
      .upsert(rows, { onConflict: "jersey_id,voter_id" })
      .throwOnError();
  };
  for (const vote of ["up", "down", "up"] as const) {
    await Promise.all([castAll(one, jerseys, vote), castAll(other, jerseys.toReversed(), vote)]);
  }
  const { rows } = await fixture.sql(
    "select count(*)::integer as cast from jersey_votes where voter_id = any($1) and vote = 'up'",
    [[one.id, other.id]],
  );
  expect(rows).toEqual([{ cast: 2 * JERSEYS }]);
  expect((await fixture.sql(REBUILD)).rows).toEqual([]);
});
