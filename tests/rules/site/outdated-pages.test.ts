import { silentLogger } from "@maillotheque/backend";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";

import { followOutdatedPages } from "../../../server/pages/cache/outdated-pages.ts";
import { PageCache } from "../../../server/pages/cache/page-cache.ts";
import { createRules, type Rules } from "../support/rules.ts";
import { addFiles, createFixture, publicUrl, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;
let listener: pg.Client;
const heard: string[] = [];

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
  listener = new pg.Client({ connectionString: rules.url });
  await listener.connect();
  listener.on("notification", ({ payload = "" }) => heard.push(payload));
  await listener.query("listen outdated_pages");
});
afterAll(async () => {
  await listener.end();
  await rules.close();
});

/** The messages that a committed transaction sends to the servers. */
async function announced(text: string, values: unknown[] = []): Promise<string[]> {
  heard.length = 0;
  await rules.system(text, values);
  // Messages arrive in the order of commits, so all earlier ones come before this one.
  await rules.system("select pg_notify('outdated_pages', 'end')");
  await expect.poll(() => heard.at(-1)).toBe("end");
  return heard.slice(0, -1);
}

test("a change of one jersey's pages names the jersey", async () => {
  const { approved } = fixture;
  const set = (change: string) => `update jerseys set ${change} where id = $1`;
  expect(await announced(set("description = 'Une laine épaisse'"), [approved])).toEqual([approved]);
  expect(await announced(set("description = description"), [approved])).toEqual([]);
  expect(
    await announced(
      "insert into comments (jersey_id, author_id, body) values ($1, $2, 'Superbe')",
      [approved, rules.ids.stranger],
    ),
  ).toEqual([approved]);
  const url = publicUrl(rules.ids.owner, "more.webp");
  expect(
    await announced("insert into jersey_images (jersey_id, url) values ($1, $2)", [approved, url]),
  ).toEqual([approved]);
});

test("what an author wants of an approved jersey is not announced, its acceptance is", async () => {
  const { approved } = fixture;
  const by = (id: string, text: string) => `do $$ begin
    perform set_config('role', 'authenticated', true);
    perform set_config('request.jwt.claims', '{"sub": "${id}", "role": "authenticated"}', true);
    ${text};
  end $$`;
  const { owner, admin } = rules.ids;
  await addFiles(rules, owner, ["waiting.webp"]);
  const url = publicUrl(owner, "waiting.webp");
  for (const write of [
    `update jerseys set title = 'Vert et blanc', edition = 'Match' where id = '${approved}'`,
    `insert into jersey_images (jersey_id, url) values ('${approved}', '${url}')`,
    `delete from jersey_images where id = '${fixture.image}'`,
    `delete from jersey_images where url = '${url}'`,
    `perform withdraw_suggestion(id) from suggestions where target_id = '${approved}'`,
    `update jerseys set title = 'Vert et blanc' where id = '${approved}'`,
  ]) {
    expect(await announced(by(owner, write)), write).toEqual([]);
  }
  const decide = (decision: string) =>
    by(admin, `perform moderate_jersey('${approved}', '${decision}', 'Non')`);
  expect(await announced(decide("approved"))).toEqual([approved]);
  await rules.system("update jerseys set edition = null where id = $1", [approved]);
});

test("a member's new name is announced to the pages that show the member", async () => {
  const { owner } = rules.ids;
  expect(
    await announced("update profiles set display_name = 'Zoé' where id = $1", [owner]),
  ).toEqual([owner]);
});

test("a merge is announced to the pages of the old address", async () => {
  const from = randomUUID();
  const redirect = "insert into jersey_redirects (from_id, into_id) values ($1, $2)";
  expect(await announced(redirect, [from, fixture.approved])).toEqual([from]);
  expect(await announced("delete from jersey_redirects where from_id = $1", [from])).toEqual([
    from,
  ]);
});

test("a deleted member is announced to the pages that showed the member", async () => {
  const id = randomUUID();
  await rules.system("insert into auth.users (id, email) values ($1, $2)", [
    id,
    `${id}@example.test`,
  ]);
  expect(await announced("delete from auth.users where id = $1", [id])).toContain(id);
});

test("a change of the lists is announced to all pages, by the worker", async () => {
  const decide = "update jerseys set status = $2 where id = $1";
  const derive = "select derive(10000)";
  await announced(derive);
  expect(await announced(decide, [fixture.pending, "approved"])).toEqual([]);
  expect(await announced(derive)).toEqual(["*"]);
  // What shows it is outdated at once.
  expect(await announced(decide, [fixture.pending, "pending"])).toEqual([fixture.pending]);
  expect(await announced(derive)).toEqual(["*"]);
  const { approved } = fixture;
  for (const change of ["year = 1976", "kit_type = 'third'", "team_id = null, team = 'Bastia'"]) {
    expect(
      await announced(`update jerseys set ${change} where id = $1`, [approved]),
      change,
    ).toEqual([approved]);
    expect(await announced(derive), change).toEqual(["*"]);
  }
  expect(
    await announced("update teams set name = 'AS Saint-Etienne' where id = $1", [fixture.team]),
  ).toContain("*");
});

test("votes and invisible changes are not announced", async () => {
  const { approved, pending, competition, season } = fixture;
  await announced("select derive(10000)");
  expect(
    await announced("insert into jersey_votes (jersey_id, voter_id, vote) values ($1, $2, 'up')", [
      approved,
      rules.ids.stranger,
    ]),
  ).toEqual([]);
  expect(
    await announced("update jerseys set description = 'Neuf' where id = $1", [pending]),
  ).toEqual([]);
  expect(
    await announced(
      `insert into jerseys (title, team, league, competition_id, season_id)
       values ('Maillot bleu', 'Bastia', 'SOCCER', $1, $2)`,
      [competition, season],
    ),
  ).toEqual([]);
});

test("a transaction with many changed rows sends few messages", async () => {
  const { competition, season } = fixture;
  const many = await announced(
    `insert into jerseys (title, team, league, competition_id, season_id, status)
     select 'Maillot ' || n, 'Bastia', 'SOCCER', $1, $2, 'approved' from generate_series(1, 500) n`,
    [competition, season],
  );
  expect(many).toEqual([]);
  const renamed = await announced(
    "update jerseys set title = title || '.' where team = 'Bastia' and status = 'approved'",
  );
  expect(renamed).toHaveLength(101);
  expect(renamed.at(-1)).toBe("*");
});

test("votes are announced together, outside their transactions", async () => {
  const { approved } = fixture;
  const publish = "select derive(10000)";
  await announced(publish);
  expect(await announced("select private.move_counters($1, 1, 0)", [approved])).toEqual([]);
  expect(await announced("select private.move_counters($1, 0, 1)", [approved])).toEqual([]);
  expect(await announced(publish)).toEqual([approved]);
  expect(await announced(publish)).toEqual([]);
});

test("a message about many votes fits PostgreSQL's limit", async () => {
  await announced("select private.move_counters(id, 1, 0) from jerseys where team = 'Bastia'");
  const messages = await announced("select derive(10000)");
  expect(messages.length).toBeGreaterThan(1);
  expect(messages.join().split(",").length).toBeGreaterThanOrEqual(500);
});

test("a write invalidates the server's own cache before its answer", async () => {
  const { approved } = fixture;
  const cache = new PageCache();
  const touch = vi.spyOn(cache, "touch");
  const pool = new pg.Pool({ connectionString: rules.url });
  const changes = followOutdatedPages(
    rules.url,
    { pool, showToVisitors: async () => {} },
    cache,
    silentLogger,
  );
  onTestFinished(async () => {
    await changes.close();
    await pool.end();
  });
  await expect.poll(() => changes.isFollowing()).toBe(true);
  for (let time = 0; time < 50; time += 1) {
    touch.mockClear();
    await rules.system("update jerseys set description = $2 where id = $1", [approved, `${time}`]);
    await changes.afterWrite();
    expect(touch).toHaveBeenCalledWith([approved]);
  }
  await rules.system("select private.move_counters($1, 1, 0)", [approved]);
  touch.mockClear();
  await changes.afterWrite();
  await expect.poll(() => touch.mock.calls).toContainEqual([[approved]]);
});

test("while the primary doesn't tell its position, a change outdates pages at once and once more afterwards", async () => {
  const { approved } = fixture;
  const cache = new PageCache();
  const touch = vi.spyOn(cache, "touch");
  const pool = new pg.Pool({ connectionString: rules.url });
  let isAway = false;
  const changes = followOutdatedPages(
    rules.url,
    {
      pool,
      showToVisitors: () => (isAway ? Promise.reject(new Error("away")) : Promise.resolve()),
    },
    cache,
    silentLogger,
  );
  onTestFinished(async () => {
    await changes.close();
    await pool.end();
  });
  await expect.poll(() => changes.isFollowing()).toBe(true);
  isAway = true;
  await rules.system("update jerseys set description = 'away' where id = $1", [approved]);
  await expect.poll(() => touch.mock.calls.flat()).toEqual([[approved]]);
  isAway = false;
  await expect.poll(() => touch.mock.calls.flat()).toEqual([[approved], [approved]]);
});

test("what a member stops showing is announced: a server may read it from a replica that is behind", async () => {
  const { owner } = rules.ids;
  const as = (text: string) => `do $$ begin
    perform set_config('request.jwt.claims', '{"sub": "${owner}", "role": "authenticated"}', true);
    ${text}; end $$`;
  const save = (isOpen: boolean) => announced(as(`perform save_showcase(${isOpen})`));
  expect(await save(false)).toEqual([]);
  expect(await save(true), "opened").toEqual([]);
  expect(await save(true), "while it is open: something may have been taken out").toEqual([owner]);
  expect(await save(false), "closed").toEqual([owner]);
  expect(await announced(as("insert into year_links (year) values (2025)"))).toEqual([]);
  expect(await announced("delete from year_links"), "a link withdrawn").toEqual([owner]);
});

test("nothing that a visitor may call is announced", async () => {
  const { rows } = await rules.system(
    `select oid::regprocedure::text as call from pg_proc
     where pronamespace = 'public'::regnamespace and provolatile = 'v'
       and has_function_privilege('anon', oid, 'execute')
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
     order by 1`,
  );
  // The others only read: PostgreSQL refuses writes in them.
  expect(rows).toEqual([
    { call: "answer_duel(date,text,text)" },
    { call: "confirm_visitor_report(text)" },
    { call: "contest_report(text,text)" },
    { call: "guess_game(date,text)" },
    { call: "send_visitor_report(text,uuid,text,text,text,text,text)" },
    { call: "stop_letters(uuid)" },
    { call: "stop_notice_mails(uuid)" },
    { call: "stop_review_mails(uuid)" },
    { call: "try_guess(date,uuid,integer,text)" },
  ]);
  // Those of reports write these, with what belongs to them, and notices; those of the games their players, tries and answers.
  const { rows: telling } = await rules.system(
    `select tgrelid::regclass::text from pg_trigger
     where tgrelid = any ('{reports, report_contests, notices, visitor_reports, visitor_report_mails,
       daily_players, daily_guesses, daily_duel_answers, private.daily_arrivals,
       private.duel_tallies}'::regclass[])
       and tgfoid in ('private.invalidate_pages_of_row'::regproc, 'private.note_thing'::regproc)`,
  );
  expect(telling).toEqual([]);
  const id = randomUUID();
  await rules.system(
    `insert into notices (id, recipient_id, topic, outcome, about, title)
     values ($1, $2, 'jersey', 'approved', 'jersey', 'Maillot vert')`,
    [id, rules.ids.owner],
  );
  expect(await announced("select stop_notice_mails($1)", [id])).toEqual([]);
  expect(await announced("select stop_notice_mails($1)", [randomUUID()])).toEqual([]);
});

test("a draft of line-ups is not announced, its publication and its undoing are", async () => {
  const by = (text: string) => `do $$ begin
    perform set_config('request.jwt.claims', '{"sub": "${rules.ids.admin}", "role": "authenticated"}', true);
    perform ${text}; end $$`;
  const season = "(select id from seasons where code = '2025-26')";
  const rollOver = `(select id from roll_overs where season_id = ${season})`;
  const version = `(select updated_at from roll_overs where season_id = ${season})`;
  await announced(
    "insert into seasons (code, name, is_active) values ('2025-26', '2025-2026', false)",
  );
  expect(
    await announced(by(`start_roll_over('2025-26', null, array['${fixture.competition}'::uuid])`)),
  ).toEqual([]);
  expect(
    await announced(
      by(`replace_line_ups(jsonb_build_array(jsonb_build_object('season_id', ${season},
        'competition_id', '${fixture.competition}', 'teams', (select jsonb_agg(team_id) from roll_over_teams),
        'seen', (select jsonb_agg(team_id) from roll_over_teams))))`),
    ),
  ).toEqual([]);
  expect(await announced(by(`publish_roll_over(${rollOver}, ${version})`))).toEqual(["*"]);
  expect(await announced(by(`undo(batch_id => ${rollOver}, reason => 'Trop tôt')`))).toEqual(["*"]);
});
