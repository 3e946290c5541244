import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { LETTER_QUEUE } from "../../server/mail/queues.ts";
import { databaseUrl } from "../support/service-access.ts";
import { startServer, until } from "../support/server.ts";

const READERS = 150;
/** Letters that have left when the server is killed. */
const BEFORE = 15;

/** Members who are due a letter about a new jersey of a team that they follow. */
const FILL = `
  with league as (insert into competitions (league, name) values ('SOCCER', 'Ligue 1') returning id),
    season as (insert into seasons (code, name) values ('2024-25', '2024-2025') returning id),
    team as (insert into teams (name, competition_id) select 'Red Star', id from league returning id, competition_id),
    jersey as (
      insert into jerseys (league, competition_id, season_id, team_id, team, title, status)
      select 'SOCCER', team.competition_id, season.id, team.id, 'Red Star', 'Maillot vert', 'approved' from team, season),
    accounts as (
      insert into auth.users (id, email, email_confirmed_at)
      select gen_random_uuid(), 'reader' || n || '@example.org', now() from generate_series(1, ${READERS}) n returning id),
    followed as (
      insert into follows (member_id, target_type, target_id) select accounts.id, 'team', team.id from accounts, team)
  insert into letters (member_id, is_wanted, week, covered_until)
  select id, true, private.letter_week() - 7, now() - interval '7 days' from accounts`;

/** How many letters each address has got. */
async function lettersByAddress(dataDir: string): Promise<Map<string, number>> {
  const outbox = join(dataDir, "outbox");
  const names = await readdir(outbox).catch(() => []);
  const sent = new Map<string, number>();
  for (const name of names.filter((file) => file.endsWith(".eml"))) {
    const to = /^to: .*?(reader\d+@example\.org)/im.exec(
      await readFile(join(outbox, name), "utf8"),
    );
    if (to) sent.set(to[1]!, (sent.get(to[1]!) ?? 0) + 1);
  }
  return sent;
}

async function connect(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await databaseUrl(dataDir) });
  await client.connect();
  return client;
}

test("kill -9 in the middle of a week's letters: the others get theirs, and nobody a second one", async () => {
  const first = await startServer();
  const { dataDir } = first;
  await first.ready();
  const client = await connect(dataDir);
  await client.query(FILL);
  await client.end();
  const outbox = join(dataDir, "outbox");
  const letters = () =>
    readdir(outbox).then(
      (names) => names.length,
      () => 0,
    );
  await until(async () => (await letters()) >= BEFORE, "letters are being sent");
  first.kill("SIGKILL");
  await first.ended;
  const atDeath = await lettersByAddress(dataDir);
  expect(atDeath.size).toBeLessThan(READERS);

  const second = await startServer({ DATA_DIR: dataDir });
  await second.ready();
  const again = await connect(dataDir);
  onTestFinished(() => again.end());
  const isDone = async () => {
    const { rows } = await again.query(
      `select from letters where week < private.letter_week()
         or claimed_at > now() - interval '2 seconds' and covered_until < claimed_at`,
    );
    return rows.length === 0;
  };
  await until(isDone, "all letters are sent");
  const sent = await lettersByAddress(dataDir);
  expect([...sent.values()].filter((count) => count > 1)).toEqual([]);
  // Those that were claimed when the server died come with the next letter.
  expect(sent.size).toBeGreaterThanOrEqual(READERS - LETTER_QUEUE.most!);
});
