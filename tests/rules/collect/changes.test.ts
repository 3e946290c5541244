import { beforeAll, describe, expect, it } from "vitest";

import type { Scenario } from "../support/rules.ts";
import { publicUrl, setUpRules } from "../support/fixture.ts";
import { MERGE } from "../support/merge.ts";
import { enrolFactor, inSession, openSession } from "../support/sessions.ts";

const { rules, fixture } = setUpRules(["reviewer", "member"]);
// Those of the fixture.
beforeAll(async () => void (await rules.system("delete from private.arrivals")));

interface Change {
  kind: string;
  jersey_id: string | null;
  team_id: string | null;
  kit_type: string | null;
  amount: string;
}

/** What changed for the member, since an hour ago. */
async function changes({ as, system }: Scenario, since = "1 hour"): Promise<Change[]> {
  await system(
    `insert into visits (member_id, seen_at, since) values ($1, now(), now() - $2::interval)
     on conflict (member_id) do update set seen_at = excluded.seen_at, since = excluded.since`,
    [rules.ids.member, since],
  );
  return (await as("member", "select * from my_changes()")).rows;
}

/** How many of each kind. */
const amounts = async (scenario: Scenario) =>
  Object.fromEntries(
    (await changes(scenario))
      .filter(({ jersey_id }) => jersey_id === null)
      .map(({ kind, amount }) => [kind, Number(amount)]),
  );

const follow = ({ as }: Scenario, type: string, id: string) =>
  as("member", "insert into follows (target_type, target_id) values ($1, $2)", [type, id]);

/** Proposes jerseys of the fixture's team; returns their ids. */
async function propose(
  { system }: Scenario,
  titles: readonly string[],
  { author = rules.ids.owner, year = null as number | null, kit = "home" } = {},
): Promise<string[]> {
  const { rows } = await system(
    `insert into jerseys (title, author_id, league, competition_id, season_id, team_id, brand_id, kit_type, year)
     select title, $2, 'SOCCER', $3, $4, $5, $6, $7, $8 from unnest($1::text[]) title returning id`,
    [titles, author, fixture.competition, fixture.season, fixture.team, fixture.brand, kit, year],
  );
  return rows.map(({ id }) => id);
}

const approve = async ({ as }: Scenario, ids: readonly string[]) => {
  for (const id of ids) await as("reviewer", "select moderate_jersey($1, 'approved')", [id]);
};

/** A photo that somebody suggested and a reviewer accepts. */
async function addPhoto({ as, system }: Scenario, jersey: string, contributor = rules.ids.owner) {
  const name = `${crypto.randomUUID()}.webp`;
  await system("insert into storage.objects (bucket_id, name) values ('jerseys', $1)", [
    `${contributor}/${name}`,
  ]);
  await as("admin", "insert into jersey_images (jersey_id, url) values ($1, $2)", [
    jersey,
    publicUrl(contributor, name),
  ]);
}

describe("what changed", () => {
  it("is told to members only", () =>
    rules.scenario(async ({ outcome }) => {
      expect(await outcome("visitor", "select * from my_changes()")).toBe("42501");
      for (const persona of ["owner", "stranger", "admin"] as const) {
        expect(await outcome(persona, "select * from my_changes()")).toBe(0);
        expect(await outcome(persona, "select from private.arrivals")).toBe("42501");
      }
    }));

  it.each(["team", "competition", "brand"] as const)(
    "has new jerseys and photos of a %s that one follows",
    (type) =>
      rules.scenario(async (scenario) => {
        const [jersey, other] = await propose(scenario, ["Maillot neuf", "Maillot refusé"]);
        await follow(scenario, type, fixture[type]);
        expect(await changes(scenario)).toEqual([]);
        await approve(scenario, [jersey!]);
        await scenario.as("reviewer", "select moderate_jersey($1, 'rejected', 'Flou')", [other]);
        const expected = { team_id: null, kit_type: null, amount: "1" };
        expect(await changes(scenario)).toEqual([
          { since: expect.any(Date), kind: "jersey", jersey_id: null, ...expected },
          { since: expect.any(Date), kind: "jersey", jersey_id: jersey, ...expected },
        ]);
        // A photo of the same jersey is the same news.
        await addPhoto(scenario, jersey!);
        expect(await amounts(scenario)).toEqual({ jersey: 1 });
        // One of an older jersey is news of its own.
        await scenario.system("update private.arrivals set is_bulk = true where kind = 'jersey'");
        expect(await amounts(scenario)).toEqual({ photo: 1, bulk: 1 });
      }),
  );

  it("is told to a suspended account and without the second factor, but no visit is noted", () =>
    rules.scenario(async (scenario) => {
      await follow(scenario, "team", fixture.team);
      await approve(scenario, await propose(scenario, ["Maillot neuf"]));
      const { member } = rules.ids;
      const seen = async () =>
        (await scenario.system("select * from visits where member_id = $1", [member])).rows;
      const look = async (aal: "aal1" | "aal2") =>
        (await inSession(scenario, member, session, "select * from my_changes()", [], aal))
          .rowCount;
      await enrolFactor(scenario.system, member);
      const session = await openSession(scenario.system, member, { aal: "aal2" });
      expect(await look("aal1")).toBeGreaterThan(0);
      expect(await seen()).toEqual([]);
      expect(await look("aal2")).toBeGreaterThan(0);
      await scenario.system(
        "update visits set seen_at = now() - interval '1 day' where member_id = $1",
        [member],
      );
      const before = await seen();
      expect(before).toHaveLength(1);
      const suspend = "update auth.users set banned_until = now() + interval '1 day' where id = $1";
      await scenario.system(suspend, [member]);
      expect(await look("aal2")).toBeGreaterThan(0);
      expect(await seen()).toEqual(before);
    }));

  it("is nothing without a follow, a set or a wish", () =>
    rules.scenario(async (scenario) => {
      await approve(scenario, await propose(scenario, ["Maillot neuf"]));
      await addPhoto(scenario, fixture.approved);
      expect(await changes(scenario)).toEqual([]);
    }));

  it("leaves out what one added or has, what was before, what isn't public any more, and what went elsewhere", () =>
    rules.scenario(async (scenario) => {
      await follow(scenario, "team", fixture.team);
      const [had, hidden, moved] = await propose(scenario, ["Déjà là", "Retiré", "Ailleurs"]);
      const own = await propose(scenario, ["De moi"], { author: rules.ids.member });
      await approve(scenario, [had!, hidden!, moved!, ...own]);
      await addPhoto(scenario, fixture.approved, rules.ids.member);
      await scenario.system("delete from jersey_images where contributor_id <> $1", [
        rules.ids.member,
      ]);
      expect(await amounts(scenario)).toEqual({ jersey: 3 });
      await scenario.as("member", "insert into user_collections (jersey_id) values ($1)", [had]);
      await scenario.system("update jerseys set is_active = false where id = $1", [hidden]);
      await scenario.system("update jerseys set team_id = null, team = 'Lens' where id = $1", [
        moved,
      ]);
      expect(await changes(scenario)).toEqual([]);
      const [late] = await propose(scenario, ["Hier"]);
      await approve(scenario, [late!]);
      await scenario.system("update private.arrivals set at = now() - interval '1 day'");
      expect(await changes(scenario)).toEqual([]);
      expect(await changes(scenario, "2 days")).toHaveLength(2);
    }));

  it("tells of a missing shirt of a set, and of a set that became complete", () =>
    rules.scenario(async (scenario) => {
      const ids = await propose(scenario, ["Premier", "Deuxième", "Troisième"]);
      await approve(scenario, ids);
      const take = (id: string) =>
        scenario.as("member", "insert into user_collections (jersey_id) values ($1)", [id]);
      await take(ids[0]!);
      // One jersey is no set.
      expect(await changes(scenario)).toEqual([]);
      await take(ids[1]!);
      expect(await amounts(scenario)).toEqual({ gap: 1 });
      const [away] = await propose(scenario, ["Extérieur"], { kit: "away" });
      await approve(scenario, [away!]);
      expect(await amounts(scenario)).toEqual({ gap: 1 });
      await take(ids[2]!);
      expect(
        (await changes(scenario)).map(({ kind, team_id, kit_type, amount }) => ({
          kind,
          team_id,
          kit_type,
          amount,
        })),
      ).toEqual([{ kind: "set", team_id: fixture.team, kit_type: "home", amount: "3" }]);
    }));

  it("tells of a wish that got a photo, before anything else, once", () =>
    rules.scenario(async (scenario) => {
      await follow(scenario, "team", fixture.team);
      await approve(scenario, await propose(scenario, ["Neuf"]));
      await scenario.as("member", "insert into user_wishlists (jersey_id) values ($1)", [
        fixture.approved,
      ]);
      await addPhoto(scenario, fixture.approved);
      await addPhoto(scenario, fixture.approved);
      const found = await changes(scenario);
      expect(found.filter(({ jersey_id }) => jersey_id).map(({ kind }) => kind)).toEqual([
        "wish",
        "jersey",
      ]);
      expect(found.find(({ kind }) => kind === "wish")).toMatchObject({ amount: "1" });
    }));

  it("has what somebody added to a list that one follows, while everyone sees the list", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const { rows } = await system(
        "insert into lists (member_id, title, is_public) values ($1, 'Verts', true) returning id",
        [rules.ids.owner],
      );
      await follow(scenario, "list", rows[0].id);
      await scenario.as("owner", "insert into list_items (list_id, jersey_id) values ($1, $2)", [
        rows[0].id,
        fixture.approved,
      ]);
      expect(await amounts(scenario)).toEqual({ listed: 1 });
      await system("update lists set is_public = false");
      expect(await changes(scenario)).toEqual([]);
      await system("update lists set is_public = true");
      await system("delete from lists");
      expect((await scenario.as("member", "select from follows")).rowCount).toBe(0);
    }));

  it("shows twelve jerseys and how many there are", () =>
    rules.scenario(async (scenario) => {
      await follow(scenario, "team", fixture.team);
      await follow(scenario, "competition", fixture.competition);
      const titles = Array.from({ length: 15 }, (_, n) => `Maillot ${n}`);
      await approve(scenario, await propose(scenario, titles));
      const found = await changes(scenario);
      expect(found.filter(({ jersey_id }) => jersey_id)).toHaveLength(12);
      expect(found[0]).toMatchObject({ kind: "jersey", jersey_id: null, amount: "15" });
    }));

  it("says of imports, back-fills and merges only how many jerseys they added", () =>
    rules.scenario(async (scenario) => {
      await follow(scenario, "team", fixture.team);
      await follow(scenario, "competition", fixture.competition);
      // A command.
      await scenario.system(
        `insert into jerseys (title, league, competition_id, season_id, team_id, status)
         select 'Importé ' || n, 'SOCCER', $1, $2, $3, 'approved' from generate_series(1, 300) n`,
        [fixture.competition, fixture.season, fixture.team],
      );
      expect((await changes(scenario)).map(({ kind, amount }) => [kind, amount])).toEqual([
        ["bulk", "300"],
      ]);
      // Approved one by one, it was imported all the same.
      const [imported, ...pair] = await propose(scenario, ["Importé", "Double", "Double bis"]);
      await scenario.system(
        `with import as (
           insert into catalogue_imports (id, admin_id, file_name, file_key, line_count, status)
           values (gen_random_uuid(), $1, 'a.csv', 'a', 1, 'pending') returning id)
         insert into private.imported_jerseys (key, import_id, jersey_id) select 'a', id, $2 from import`,
        [rules.ids.admin, imported],
      );
      await approve(scenario, [imported!]);
      expect(await amounts(scenario)).toEqual({ bulk: 301 });
      await approve(scenario, pair);
      expect(await amounts(scenario)).toEqual({ bulk: 301, jersey: 2 });
      await addPhoto(scenario, pair[1]!);
      await scenario.system("delete from private.arrivals where kind = 'photo'");
      await scenario.as("admin", MERGE, [pair[1], pair[0]]);
      expect(await amounts(scenario)).toEqual({ bulk: 301, jersey: 1 });
    }));
});

describe("a visit", () => {
  const VISIT = "select since from visits";

  it("lasts until its member stays away for half an hour", () =>
    rules.scenario(async ({ as, system }) => {
      const since = async () => (await as("owner", VISIT)).rows[0].since as Date;
      await as("owner", "select * from my_changes()");
      const joined = await since();
      const later = (by: string) =>
        system("update visits set seen_at = seen_at - $1::interval", [by]);
      await later("20 minutes");
      await as("owner", "select * from my_changes()");
      expect(await since()).toEqual(joined);
      await later("40 minutes");
      const { rows } = await system("select seen_at from visits");
      await as("owner", "select * from my_changes()");
      expect(await since()).toEqual(rows[0].seen_at);
    }));
});

describe("an arrival", () => {
  it("is of what became public, once, and goes after ninety days", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await system("delete from private.arrivals");
      const [jersey] = await propose(scenario, ["Neuf"]);
      const count = async () => (await system("select from private.arrivals")).rowCount;
      expect(await count()).toBe(0);
      await approve(scenario, [jersey!]);
      expect(await count()).toBe(3);
      await system("update private.arrivals set at = now() - interval '91 days'");
      // Hidden and shown again: nothing new.
      await scenario.as("admin", "update jerseys set is_active = false where id = $1", [jersey]);
      await scenario.as("admin", "update jerseys set is_active = true where id = $1", [jersey]);
      expect((await system("select sweep_arrivals() as gone")).rows).toEqual([{ gone: "3" }]);
    }));
});
