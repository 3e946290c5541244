import { randomUUID } from "node:crypto";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { databaseCall, startTimers } from "../../server/operate/jobs/embedded-jobs.ts";
import { jobNamed } from "../../server/operate/jobs/register.ts";
import { startBackendFixture, type BackendFixture } from "../support/backend-fixture.ts";

let fixture: BackendFixture;
beforeAll(async () => void (fixture = await startBackendFixture()));
afterAll(() => fixture.close());

test("a running server lets votes count that nobody writes, and says that pages are outdated", async () => {
  const voters = Array.from({ length: 12 }, () => randomUUID());
  await fixture.sql(
    `insert into auth.users (id, email, email_confirmed_at, created_at)
     select id, id || '@example.test', now(), now() - interval '23 hours'
     from unnest($1::uuid[]) id`,
    [voters],
  );
  const { rows } = await fixture.sql(
    `with competition as (
       insert into competitions (league, name) values ('SOCCER', 'Ligue 1') returning id),
     season as (insert into seasons (code, name) values ('2024-25', '2024-2025') returning id)
     insert into jerseys (league, competition_id, season_id, team, title, status)
     select 'SOCCER', competition.id, season.id, 'Lens', 'Maillot', 'approved'
     from competition, season returning id`,
  );
  await fixture.sql(
    "insert into jersey_votes (jersey_id, voter_id, vote) select $1, unnest($2::uuid[]), 'up'",
    [rows[0].id, voters],
  );
  // What came before is announced now: what follows is of the votes.
  await fixture.sql("select derive()");
  const counted = async () =>
    (await fixture.sql("select votes from private.catalogue_entries")).rows.map(
      ({ votes }) => votes,
    );
  expect(await counted()).toEqual([0]);

  const listening = new pg.Client({ connectionString: fixture.databaseUrl });
  await listening.connect();
  const announced: (string | undefined)[] = [];
  listening.on("notification", ({ payload }) => announced.push(payload));
  await listening.query("listen outdated_pages");
  // The first day of the voters ends.
  await fixture.sql("update auth.users set created_at = created_at - interval '1 hour'");
  const pool = {
    query: (text: string) => fixture.sql(text),
  } as unknown as Parameters<typeof databaseCall>[0];
  const standings = startTimers(
    [jobNamed("worker"), jobNamed("sum of votes")],
    {
      call: databaseCall(pool),
      sendMails: async () => 0,
      purgeCaches: async () => 0,
    },
    pino({ level: "silent" }),
  );
  try {
    await vi.waitFor(
      async () => {
        expect(await counted()).toEqual([12]);
        expect((await fixture.anon.rpc("vote_totals").single()).data).toEqual({
          upvotes: 12,
          downvotes: 0,
        });
      },
      { timeout: 60_000 },
    );
    await vi.waitFor(() => expect(announced).toContain(rows[0].id));
  } finally {
    await standings.close();
    await listening.end();
  }
});
