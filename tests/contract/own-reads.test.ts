import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { pressedShirt } from "../../app/account/data/session/pressed-shirt.ts";
import { kitsOfTeam } from "../../app/collect/data/member-home.ts";
import { foundJersey } from "../../app/jersey/data/found-jerseys.ts";
import { jerseysByIds } from "../../app/shared/data/jerseys/by-ids.ts";
import { ownList, ownLists } from "../../app/show/data/own-lists.ts";
import { browserClient } from "../../app/shared/data/browser.ts";
import type { Client } from "../../app/shared/data/client.ts";
import { queryClient } from "../../app/shared/data/query-client.ts";
import { editedJersey } from "../../app/contribute/data/submissions/edit.ts";
import { loadAllMessages } from "../../app/shared/i18n/messages.ts";
import { readCatalogue } from "../../server/catalogue/seed/catalogue.ts";
import { storeCatalogue } from "../../server/catalogue/seed/insert-catalogue.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { actAsPage, capture, type Captured, member, VISITOR } from "../support/capture.ts";
import { type Case, CASES, type Subject } from "../support/reads.ts";

const { fetch, document } = globalThis as { fetch: typeof globalThis.fetch; document?: unknown };
let database: TestDatabase;
let captured: Captured;
let subject: Subject;
let client: Client;

beforeAll(async () => {
  await loadAllMessages();
  database = await createTestDatabase();
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await storeCatalogue(owner as never, await readCatalogue(join(process.cwd(), "supabase/seed")));
  subject = await submitted(owner);
  await owner.end();
  captured = await capture(database.url);
  actAsPage();
  client = await browserClient();
});
afterAll(async () => {
  Object.assign(globalThis, { fetch, document });
  queryClient.clear();
  await captured.pool.end();
  await database.drop();
});

/** A public jersey of a team that takes part in a season. */
async function submitted(owner: pg.Client): Promise<Subject> {
  const author = randomUUID();
  await owner.query("insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)", [
    author,
    "author@example.test",
    { username: "author" },
  ]);
  const { rows } = await owner.query<Subject>(
    `with entry as (
       select teams.id as team_id, season_id, teams.competition_id, competitions.league
       from team_seasons join teams on teams.id = team_id
       join competitions on competitions.id = teams.competition_id limit 1)
     insert into jerseys
       (author_id, league, competition_id, season_id, team_id, title, year, kit_type, status)
     select $1, league, competition_id, season_id, team_id, 'Maillot', 2020, 'home', 'approved'
     from entry
     returning *`,
    [author],
  );
  const jersey = rows[0]!;
  await owner.query("insert into jersey_images (jersey_id, url) values ($1, '/x.webp')", [
    jersey.id,
  ]);
  await owner.query("insert into user_roles (user_id, role) values ($1, 'admin')", [author]);
  return { ...jersey, ids: [jersey.id], member: author, username: "author" };
}

test.each(CASES.map((each) => [each.name, each] as const))(
  "is within the bounds: %s",
  async (_name, each: Case) => {
    queryClient.clear();
    const caller = each.as === "visitor" ? VISITOR : member(subject.member);
    const sent = await captured.sentBy(caller, () => each.read(client, subject));
    expect(sent.length).toBeGreaterThan(0);
    const isCounted = sent.flat().some(({ text }) => text.includes("rest.refuse_large_answer"));
    // No page of a visitor takes the time to count its bytes; it says how many rows it wants.
    expect(isCounted && each.as === "visitor").toBe(false);
  },
);

test("an address opens the edit dialog of one's own jersey only, also for administrators", async () => {
  const opened = async (userId: string) => {
    let jersey: unknown;
    await captured.sentBy(member(subject.member), async () => {
      jersey = await queryClient.fetchQuery(editedJersey(subject.id, userId));
    });
    return jersey;
  };
  expect(await opened(subject.member)).toMatchObject({ id: subject.id });
  expect(await opened(randomUUID())).toBeNull();
});

test("a photo that waits for a decision is nobody's cover, not its member's nor a reviewer's", async () => {
  const { member: me, team_id } = subject;
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const { rows } = await owner.query<{ id: string; list: string }>(
    `with jersey as (
       insert into jerseys (author_id, league, competition_id, season_id, team_id, title, year, kit_type, status)
       select author_id, league, competition_id, season_id, team_id, 'Sans photo', 2021, 'home', status
       from jerseys where id = $1 returning id),
     suggestion as (
       insert into suggestions (target_type, target_id, title, member_id, changes, was, words)
       select 'jersey', id, 'Sans photo', $2, '{}', '{}', '{}' from jersey returning id),
     image as (
       insert into jersey_images (jersey_id, suggestion_id, url)
       select jersey.id, suggestion.id, '/storage/v1/object/public/jerseys/' || $2 || '/waits.webp' from jersey, suggestion),
     list as (insert into lists (member_id, title) values ($2, 'Liste') returning id),
     item as (insert into list_items (list_id, jersey_id) select list.id, jersey.id from list, jersey)
     select jersey.id, list.id as list from jersey, list`,
    [subject.id, me],
  );
  await owner.end();
  const { id, list } = rows[0]!;
  queryClient.clear();
  const found: unknown[] = [];
  await captured.sentBy(member(me), async () => {
    found.push(
      [...(await jerseysByIds(client, [id], "fr"))],
      await queryClient.fetchQuery(ownLists(me)),
      await queryClient.fetchQuery(ownList(me, list)),
      await queryClient.fetchQuery(kitsOfTeam(me, team_id, "fr")),
      await queryClient.fetchQuery(foundJersey(id)),
      await queryClient.fetchQuery(pressedShirt(id)),
    );
  });
  for (const answer of found) {
    expect(JSON.stringify(answer)).toContain(id);
    expect(JSON.stringify(answer)).not.toContain("waits.webp");
  }
});
