import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { MERGE } from "../support/merge.ts";
import { createRules, type Rules, type Scenario } from "../support/rules.ts";
import { inNewSession } from "../support/sessions.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

const OWN =
  "insert into copies (jersey_id, size, price, currency) values ($1, 'M', 49.9, 'EUR') returning id";
const ADD = "insert into copies (jersey_id) values ($1)";
const COLLECT = "insert into user_collections (user_id, jersey_id) values (auth.uid(), $1)";
const UNCOLLECT = "delete from user_collections where jersey_id = $1";

async function owned(scenario: Scenario, jersey = fixture.approved): Promise<string> {
  const { rows } = await scenario.as("owner", OWN, [jersey]);
  return rows[0].id;
}

/** The owner's rows about a jersey: in the collection, copies there, copies removed. */
async function holding({ system }: Scenario, jersey = fixture.approved): Promise<number[]> {
  const { rows } = await system(
    `select (select count(*)::int from user_collections where user_id = $1 and jersey_id = $2) as collected,
       (select count(*)::int from copies where owner_id = $1 and jersey_id = $2 and removed_at is null) as copies,
       (select count(*)::int from copies where owner_id = $1 and jersey_id = $2 and removed_at is not null) as removed`,
    [rules.ids.owner, jersey],
  );
  return Object.values(rows[0]);
}

describe("copies", () => {
  it("are added by members, of jerseys that they can read", async () => {
    expect(await rules.everyone(ADD, [fixture.approved])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: 1,
      admin: 1,
    });
    expect(await rules.everyone(ADD, [fixture.pending])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: "42501",
      admin: 1,
    });
  });

  it.each([
    ["owner_id", "insert into copies (jersey_id, owner_id) values ($1, auth.uid())"],
    ["created_at", "insert into copies (jersey_id, created_at) values ($1, now())"],
    ["removed_at", "insert into copies (jersey_id, removed_at) values ($1, now())"],
  ])("take no %s from a client", async (_, text) => {
    expect(await rules.everyone(text, [fixture.approved])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: "42501",
    });
  });

  it.each([
    ["read", "select * from copies"],
    ["counted", "select from copies group by owner_id"],
    ["changed", "update copies set notes = 'à moi'"],
    ["deleted", "delete from copies"],
  ])("are %s by their owner alone", (_, text) =>
    rules.scenario(async (scenario) => {
      await owned(scenario);
      expect(await scenario.outcome("visitor", text)).toBe("42501");
      expect(await scenario.outcome("stranger", text)).toBe(0);
      expect(await scenario.outcome("admin", text)).toBe(0);
      expect(await scenario.outcome("owner", text)).toBe(1);
    }),
  );

  it("move to another jersey that their owner can read", () =>
    rules.scenario(async (scenario) => {
      const id = await owned(scenario);
      const { rows } = await scenario.system(
        `insert into jerseys (title, author_id, league, competition_id, season_id, team_id)
         select 'Maillot caché', $1, league, competition_id, season_id, team_id
         from jerseys where id = $2 returning id`,
        [rules.ids.stranger, fixture.approved],
      );
      const move = "update copies set jersey_id = $2 where id = $1";
      expect(await scenario.outcome("owner", move, [id, rows[0].id])).toBe("42501");
      expect(await scenario.outcome("owner", move, [id, null])).toBe("23514");
      expect(await scenario.outcome("owner", move, [id, fixture.pending])).toBe(1);
      expect(await holding(scenario)).toEqual([0, 0, 0]);
      expect(await holding(scenario, fixture.pending)).toEqual([1, 1, 0]);
    }));

  it.each([
    ["copies_size_scale_known", "size_scale", "giant"],
    ["copies_size_length", "size", "M".repeat(21)],
    ["copies_version_known", "version", "fake"],
    ["copies_condition_known", "condition", "mint"],
    ["copies_printed_name_length", "printed_name", "x".repeat(41)],
    ["copies_printed_number_format", "printed_number", "1000"],
    ["copies_printed_number_format", "printed_number", "-1"],
    ["copies_certificate_signed", "signed_by", "Platini"],
    ["copies_price_currency", "price", "10"],
    ["copies_price_currency", "currency", "EUR"],
    ["copies_currency_known", "currency", "EURO"],
    ["copies_currency_known", "currency", "eur"],
    ["copies_bought_on_format", "bought_on", "2019-13"],
    ["copies_bought_on_format", "bought_on", "2019-02-29"],
    ["copies_bought_on_format", "bought_on", "2019-00-10"],
    ["copies_bought_on_format", "bought_on", "1849"],
    ["copies_bought_on_format", "bought_on", "hier"],
    ["copies_bought_on_past", "bought_on", "9998"],
    ["copies_lent_since_lent", "lent_since", "2020"],
    ["copies_notes_length", "notes", "x".repeat(2001)],
  ])("refuse with %s: %s %s", (constraint, column, value) =>
    rules.scenario(async ({ as }) => {
      const text = `insert into copies (jersey_id, ${column}) values ($1, $2)`;
      await expect(as("owner", text, [fixture.approved, value])).rejects.toMatchObject({
        constraint,
      });
    }),
  );

  it.each(["-0.01", "1000000.01", "NaN", "Infinity", "1.999", "1.000"])(
    "refuse the price %s",
    (price) =>
      rules.scenario(async ({ outcome }) => {
        const text = "insert into copies (jersey_id, price, currency) values ($1, $2, 'EUR')";
        expect(await outcome("owner", text, [fixture.approved, price])).toBe("23514");
      }),
  );

  it.each(["2020", "2020-02", "2020-02-29", "1850"])("were bought on %s", (day) =>
    rules.scenario(async ({ outcome }) => {
      const text =
        "insert into copies (jersey_id, bought_on, lent_to, lent_since) values ($1, $2, 'Zoé', $2)";
      expect(await outcome("owner", text, [fixture.approved, day])).toBe(1);
    }),
  );

  it("can have been bought on today's date of any place, not later", () =>
    rules.scenario(async ({ outcome, system }) => {
      const text = "insert into copies (jersey_id, bought_on) values ($1, $2)";
      const { rows } = await system(
        `select to_char(now() at time zone 'Pacific/Kiritimati' + day, 'YYYY-MM-DD') as day
         from unnest(array['0 days', '1 day']::interval[]) day`,
      );
      expect(await outcome("owner", text, [fixture.approved, rows[0].day])).toBe(1);
      expect(await outcome("owner", text, [fixture.approved, rows[1].day])).toBe("23514");
    }));

  it("tell who saves that another tab has saved meanwhile", () =>
    rules.scenario(async (scenario) => {
      const id = await owned(scenario);
      const { rows } = await scenario.as("owner", "select updated_at::text as version from copies");
      const save = "update copies set notes = $3 where id = $1 and updated_at = $2::timestamptz";
      expect(await scenario.outcome("owner", save, [id, rows[0].version, "un"])).toBe(1);
      expect(await scenario.outcome("owner", save, [id, rows[0].version, "deux"])).toBe(0);
    }));

  it("are trimmed, and empty texts are none", () =>
    rules.scenario(async ({ as }) => {
      const { rows } = await as(
        "owner",
        "insert into copies (jersey_id, size, notes) values ($1, ' L ', '  ') returning size, notes",
        [fixture.approved],
      );
      expect(rows).toEqual([{ size: "L", notes: null }]);
    }));

  it("are limited to 20,000", () =>
    rules.scenario(async ({ outcome, system }) => {
      await system(
        "insert into copies (owner_id, jersey_id) select $1, $2 from generate_series(1, 19999)",
        [rules.ids.owner, fixture.approved],
      );
      expect(await outcome("owner", ADD, [fixture.approved])).toBe(1);
      expect(await outcome("owner", ADD, [fixture.approved])).toBe("23514");
    }));

  it("change, leave and come back by thousands, in a time that grows with their number alone", () =>
    rules.scenario(async ({ as, system }) => {
      const text = `insert into copies (owner_id, jersey_id, size)
        select $1, $2, 'S' from generate_series(1, $3)`;
      const steps = [
        "update copies set size = 'M'",
        "update copies set removed_at = now()",
        "update copies set removed_at = null",
        "delete from user_collections",
        "update copies set removed_at = null",
        "delete from copies",
      ];
      const bound = `set statement_timeout = '4s'`;
      // The plans that the first, short statements leave serve the long ones.
      for (const copies of [1, 5000]) {
        await system(text, [rules.ids.owner, fixture.approved, copies]);
        for (const step of steps) {
          await system(bound);
          expect((await as("owner", step)).rowCount).toBe(
            step.includes("user_collections") ? 1 : copies,
          );
          await system("reset statement_timeout");
        }
      }
    }));

  it("are written by no suspended account", () =>
    rules.scenario(async (scenario) => {
      await owned(scenario);
      await scenario.system("update auth.users set banned_until = 'infinity' where id = $1", [
        rules.ids.owner,
      ]);
      expect(await scenario.outcome("owner", ADD, [fixture.approved])).toBe("42501");
      expect(await scenario.outcome("owner", "update copies set size = 'S'")).toBe("42501");
      expect(await scenario.outcome("owner", "select * from copies")).toBe(1);
    }));

  it("go with their owner's account, and so do their files", () =>
    rules.scenario(async (scenario) => {
      const copy = await owned(scenario);
      await photo(scenario, copy);
      await scenario.system("delete from auth.users where id = $1", [rules.ids.owner]);
      const { rows } = await scenario.system(
        "select (select count(*)::int from copies) as copies, (select count(*)::int from storage_deletions) as files",
      );
      expect(rows).toEqual([{ copies: 0, files: 2 }]);
    }));
});

describe("a jersey is in the collection while its owner has a copy", () => {
  it("collecting owns a copy without details, taking out deletes it", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("owner", COLLECT, [fixture.approved]);
      expect(await holding(scenario)).toEqual([1, 1, 0]);
      await expect(scenario.as("owner", COLLECT, [fixture.approved])).rejects.toMatchObject({
        code: "23505",
        constraint: "user_collections_user_id_jersey_id_key",
      });
      await scenario.as("owner", UNCOLLECT, [fixture.approved]);
      expect(await holding(scenario)).toEqual([0, 0, 0]);
    }));

  it("the first copy collects, the last one that goes takes the jersey out", () =>
    rules.scenario(async (scenario) => {
      const [first, second] = [await owned(scenario), await owned(scenario)];
      expect(await holding(scenario)).toEqual([1, 2, 0]);
      await scenario.as("owner", "delete from copies where id = $1", [first]);
      expect(await holding(scenario)).toEqual([1, 1, 0]);
      await scenario.as("owner", "update copies set removed_at = now() where id = $1", [second]);
      expect(await holding(scenario)).toEqual([0, 0, 1]);
      await scenario.as("owner", "update copies set removed_at = null where id = $1", [second]);
      expect(await holding(scenario)).toEqual([1, 1, 0]);
    }));

  it("taking out keeps copies with details for thirty days", () =>
    rules.scenario(async (scenario) => {
      await owned(scenario);
      await scenario.as("owner", ADD, [fixture.approved]);
      await scenario.as("owner", UNCOLLECT, [fixture.approved]);
      expect(await holding(scenario)).toEqual([0, 0, 1]);
      const sweep = () => scenario.system("select sweep_removed_copies() as swept");
      expect((await sweep()).rows).toEqual([{ swept: "0" }]);
      await scenario.system("alter table copies disable trigger copies_tidy");
      await scenario.system("update copies set removed_at = now() - interval '31 days'");
      expect((await sweep()).rows).toEqual([{ swept: "1" }]);
    }));

  it("another copy that is removed or edited leaves the jersey in the collection as it was", () =>
    rules.scenario(async (scenario) => {
      await owned(scenario);
      const [first] = [await owned(scenario), await owned(scenario)];
      const { rows } = await scenario.system("select ctid, xmin, id from user_collections");
      await scenario.as("owner", "update copies set removed_at = now() where id = $1", [first]);
      await scenario.as("owner", "update copies set size = 'S'");
      await scenario.as("owner", "update copies set removed_at = null");
      expect((await scenario.system("select ctid, xmin, id from user_collections")).rows).toEqual(
        rows,
      );
      expect(await holding(scenario)).toEqual([1, 3, 0]);
    }));

  it("no one but the service sweeps", async () => {
    expect(await rules.everyone("select sweep_removed_copies('0 days')")).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: "42501",
    });
  });

  it("counts the time of removal by the database's clock", () =>
    rules.scenario(async (scenario) => {
      await owned(scenario);
      await scenario.as("owner", "update copies set removed_at = '2001-01-01'");
      const { rows } = await scenario.system("select removed_at = now() as now from copies");
      expect(rows).toEqual([{ now: true }]);
    }));

  it("a merged jersey takes all of its copies along", () =>
    rules.scenario(async (scenario) => {
      await owned(scenario, fixture.pending);
      await owned(scenario, fixture.pending);
      await owned(scenario);
      await scenario.as("admin", MERGE, [fixture.pending, fixture.approved]);
      expect(await holding(scenario)).toEqual([1, 3, 0]);
      const { rows } = await scenario.system("select count(*)::int from user_collections");
      expect(rows).toEqual([{ count: 1 }]);
    }));

  it("a deleted jersey leaves its facts with the copies, which stay editable", () =>
    rules.scenario(async (scenario) => {
      const id = await owned(scenario);
      await scenario.system("delete from jerseys where id = $1", [fixture.approved]);
      const { rows } = await scenario.as(
        "owner",
        "select jersey_id, former_jersey, size from copies",
      );
      expect(rows).toEqual([
        {
          jersey_id: null,
          size: "M",
          former_jersey: expect.objectContaining({
            team: "AS Saint-Étienne",
            league: "SOCCER",
            competition: "Ligue 1",
            season: "2024-25",
          }),
        },
      ]);
      expect(await scenario.outcome("owner", "update copies set size = 'S'")).toBe(1);
      const relink = "update copies set jersey_id = $2 where id = $1";
      expect(await scenario.outcome("owner", relink, [id, fixture.pending])).toBe(1);
      expect(await holding(scenario, fixture.pending)).toEqual([1, 1, 0]);
    }));

  it("collections from before have a copy each", async () => {
    const { rows } = await rules.system(
      `select count(*)::int from user_collections collected where not exists (
         select from copies where owner_id = collected.user_id and jersey_id = collected.jersey_id)`,
    );
    expect(rows).toEqual([{ count: 0 }]);
  });
});

const SHOW = "insert into copy_photos (copy_id, path) values ($1, $2)";
const UPLOAD = "insert into storage.objects (bucket_id, name) values ('copies', $1)";

/** Uploads a file in two sizes and shows it; returns its name. */
async function photo({ as }: Scenario, copy: string): Promise<string> {
  const path = `${rules.ids.owner}/${randomUUID()}.webp`;
  await as("owner", UPLOAD, [path]);
  await as("owner", UPLOAD, [path.replace(".webp", ".small.webp")]);
  await as("owner", SHOW, [copy, path]);
  return path;
}

describe("photos of copies", () => {
  it.each([
    ["read", "select * from copy_photos"],
    ["ordered", "update copy_photos set position = 1"],
    ["deleted", "delete from copy_photos"],
  ])("are %s by their owner alone", (_, text) =>
    rules.scenario(async (scenario) => {
      await photo(scenario, await owned(scenario));
      expect(await scenario.outcome("visitor", text)).toBe("42501");
      expect(await scenario.outcome("stranger", text)).toBe(0);
      expect(await scenario.outcome("admin", text)).toBe(0);
      expect(await scenario.outcome("owner", text)).toBe(1);
    }),
  );

  it("their files are too", () =>
    rules.scenario(async (scenario) => {
      const path = await photo(scenario, await owned(scenario));
      const read = "select name from storage.objects where bucket_id = 'copies'";
      expect(await scenario.outcome("visitor", read)).toBe(0);
      expect(await scenario.outcome("stranger", read)).toBe(0);
      expect(await scenario.outcome("admin", read)).toBe(0);
      expect(await scenario.outcome("owner", read)).toBe(2);
      // In use: the photo is deleted first.
      const remove = "delete from storage.objects where bucket_id = 'copies'";
      const replace = "update storage.objects set metadata = '{}' where bucket_id = 'copies'";
      await scenario.system("select set_config('storage.allow_delete_query', 'true', true)");
      expect(await scenario.outcome("owner", remove)).toBe(0);
      expect(await scenario.outcome("owner", replace)).toBe(0);
      expect(await scenario.outcome("stranger", UPLOAD, [`${path}x`])).toBe("42501");
      await scenario.as("owner", "delete from copy_photos");
      const { rows } = await scenario.system(
        "select bucket_id, name from storage_deletions order by name",
      );
      expect(rows).toEqual([
        { bucket_id: "copies", name: path.replace(".webp", ".small.webp") },
        { bucket_id: "copies", name: path },
      ]);
    }));

  it("show own files that exist, at own copies", () =>
    rules.scenario(async (scenario) => {
      const copy = await owned(scenario);
      const path = await photo(scenario, copy);
      const { rows } = await scenario.as("stranger", `${ADD} returning id`, [fixture.approved]);
      expect(await scenario.outcome("stranger", SHOW, [rows[0].id, path])).toBe("42501");
      const missing = `${rules.ids.owner}/${randomUUID()}.webp`;
      expect(await scenario.outcome("owner", SHOW, [copy, missing])).toBe("42501");
      await scenario.as("owner", UPLOAD, [missing]);
      expect(await scenario.outcome("owner", SHOW, [rows[0].id, missing])).toBe("42501");
      expect(await scenario.outcome("owner", SHOW, [copy, "../x.webp"])).not.toBe(1);
      expect(await scenario.outcome("owner", SHOW, [copy, path])).toBe("23505");
    }));

  it("keep their file if they are shown again before the job deletes it", () =>
    rules.scenario(async (scenario) => {
      const copy = await owned(scenario);
      const path = await photo(scenario, copy);
      await scenario.as("owner", "delete from copy_photos");
      await scenario.as("owner", SHOW, [copy, path]);
      expect((await scenario.system("select from storage_deletions")).rowCount).toBe(0);
    }));

  it("go with the account, as do uploads that no copy shows yet", () =>
    rules.scenario(async (scenario) => {
      const shown = await photo(scenario, await owned(scenario));
      const forgotten = `${rules.ids.owner}/${randomUUID()}.webp`;
      await scenario.as("owner", UPLOAD, [forgotten]);
      await inNewSession(scenario, rules.ids.owner, "select delete_account()");
      const { rows } = await scenario.system(
        "select name from storage_deletions where bucket_id = 'copies'",
      );
      expect(rows.map((row) => row.name).toSorted()).toEqual(
        [shown, shown.replace(".webp", ".small.webp"), forgotten].toSorted(),
      );
    }));

  it("are at most six per copy", () =>
    rules.scenario(async (scenario) => {
      const copy = await owned(scenario);
      for (let n = 0; n < 6; n++) await photo(scenario, copy);
      await expect(photo(scenario, copy)).rejects.toMatchObject({
        message: "copy_photos_six_per_copy",
      });
    }));

  it("are no unused files; those that no copy shows are", () =>
    rules.scenario(async (scenario) => {
      const shown = `${rules.ids.owner}/${randomUUID()}.webp`;
      await scenario.system(
        `insert into storage.objects (bucket_id, name, created_at, updated_at)
         select 'copies', name, now() - interval '2 days', now() - interval '2 days' from unnest($1::text[]) name`,
        [[shown, shown.replace(".webp", ".small.webp"), `${rules.ids.owner}/oublie.webp`]],
      );
      await scenario.as("owner", SHOW, [await owned(scenario), shown]);
      expect((await scenario.system("select queue_unused_files() as queued")).rows).toEqual([
        { queued: "1" },
      ]);
    }));
});

describe("wishes", () => {
  it("say size, highest price and a note, to their owner alone", () =>
    rules.scenario(async ({ as, outcome }) => {
      await as("owner", "insert into user_wishlists (user_id, jersey_id) values (auth.uid(), $1)", [
        fixture.approved,
      ]);
      const say =
        "update user_wishlists set size = 'L', highest_price = 80, currency = 'EUR', note = 'Dédicacé'";
      expect(await outcome("visitor", say)).toBe("42501");
      expect(await outcome("stranger", say)).toBe(0);
      expect(await outcome("admin", say)).toBe(0);
      expect(await outcome("owner", say)).toBe(1);
      expect(await outcome("owner", "update user_wishlists set currency = null")).toBe("23514");
      expect(await outcome("owner", "update user_wishlists set jersey_id = jersey_id")).toBe(
        "42501",
      );
    }));
});

describe("the version of a copy", () => {
  const version = async ({ system }: Scenario) =>
    (await system("select updated_at from copies where owner_id = $1", [rules.ids.owner])).rows[0]
      .updated_at as Date;
  const ARRANGE = "select arrange_copy_photos($1, $2, $3) as version";

  /** A copy of the owner's with two photos. */
  async function withPhotos({ as, system }: Scenario) {
    const { rows } = await as(
      "owner",
      "insert into copies (jersey_id) values ($1) returning id, updated_at::text as version",
      [fixture.approved],
    );
    const paths: string[] = [];
    for (const position of [0, 1, 2]) {
      const path = `${rules.ids.owner}/${randomUUID()}.webp`;
      await system("insert into storage.objects (bucket_id, name) values ('copies', $1)", [path]);
      paths.push(path);
      if (position > 1) continue;
      await as("owner", "insert into copy_photos (copy_id, path, position) values ($1, $2, $3)", [
        rows[0].id,
        path,
        position,
      ]);
    }
    return { id: rows[0].id as string, paths };
  }
  const now = async ({ system }: Scenario, id: string) =>
    (await system("select updated_at::text as version from copies where id = $1", [id])).rows[0]
      .version as string;
  const listed = async ({ as }: Scenario) =>
    (await as("owner", "select path, is_shown from copy_photos order by position")).rows;

  it.each([
    "update copy_photos set position = 5",
    "update copy_photos set is_shown = true",
    "delete from copy_photos",
  ])("grows with %s", (text) =>
    rules.scenario(async (scenario) => {
      await withPhotos(scenario);
      const before = await version(scenario);
      await scenario.as("owner", text);
      expect((await version(scenario)).getTime()).toBeGreaterThan(before.getTime());
    }),
  );

  it("stays when its jersey is merged, or deleted", () =>
    rules.scenario(async (scenario) => {
      const { rows } = await scenario.system(
        `insert into jerseys (title, author_id, league, competition_id, season_id, team_id, status)
         values ('Maillot jaune', $1, 'SOCCER', $2, $3, $4, 'approved') returning id`,
        [rules.ids.owner, fixture.competition, fixture.season, fixture.team],
      );
      await scenario.as("owner", "insert into copies (jersey_id) values ($1)", [rows[0].id]);
      const before = await version(scenario);
      await scenario.as("admin", MERGE, [rows[0].id, fixture.approved]);
      expect(await version(scenario)).toEqual(before);
      await scenario.system("delete from jerseys where id = $1", [fixture.approved]);
      expect(await version(scenario)).toEqual(before);
    }));

  it("is compared before photos are arranged, all of them or none", () =>
    rules.scenario(async (scenario) => {
      const { id, paths } = await withPhotos(scenario);
      const [first, second, third] = paths as [string, string, string];
      const wanted = [{ path: third }, { path: first, is_shown: true }];
      const stale = await now(scenario, id);
      const { rows } = await scenario.as("owner", ARRANGE, [id, stale, JSON.stringify(wanted)]);
      expect(await listed(scenario)).toEqual([
        { path: third, is_shown: false },
        { path: first, is_shown: true },
      ]);
      expect(rows[0].version).toEqual(await version(scenario));
      const again = [id, stale, JSON.stringify([{ path: second }])];
      expect((await scenario.as("owner", ARRANGE, again)).rows).toEqual([{ version: null }]);
      const foreign = [
        id,
        await now(scenario, id),
        JSON.stringify([{ path: first }, { path: `${rules.ids.stranger}/${randomUUID()}.webp` }]),
      ];
      expect(await scenario.outcome("owner", ARRANGE, foreign)).toBe("42501");
      expect(await listed(scenario)).toHaveLength(2);
    }));

  it("and photos are arranged by the owner alone", () =>
    rules.scenario(async (scenario) => {
      const { id } = await withPhotos(scenario);
      const call = [id, await now(scenario, id), "[]"];
      expect(await scenario.outcome("visitor", ARRANGE, call)).toBe("42501");
      for (const persona of ["stranger", "admin"] as const) {
        expect((await scenario.as(persona, ARRANGE, call)).rows).toEqual([{ version: null }]);
      }
      expect(await listed(scenario)).toHaveLength(2);
      expect(await scenario.outcome("owner", ARRANGE, [id, call[1], "{}"])).toBe("PT400");
    }));
});
