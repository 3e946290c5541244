import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules, type Scenario } from "../support/rules.ts";
import { addFiles, createFixture, publicUrl, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

const COMMENT = "insert into comments (jersey_id, body) values ($1, 'Superbe')";

type Kind = "jerseys" | "images" | "edits" | "comments" | "reports" | "uploads" | "upload_bytes";

/** Notes that a member has written this much at `ago` before now. */
const earlier = (
  { system }: Scenario,
  kind: Kind,
  amount: number,
  ago: string,
  member = rules.ids.stranger,
) =>
  system(
    `insert into private.writes (member_id, kind, amount, at)
     values ($1, $2, $3, clock_timestamp() - $4::interval)`,
    [member, kind, amount, ago],
  );

/** Makes the members join so long ago that the limits of new ones don't hold. */
const settle = ({ system }: Scenario) =>
  system("update auth.users set created_at = now() - interval '8 days'");

const SUBMIT = `insert into jerseys (league, competition_id, season_id, team, title)
  select 'SOCCER', $1, $2, 'Lens', 'Maillot ' || n from generate_series(1, $3::integer) n`;
const submission = (count: number) => [fixture.competition, fixture.season, count];

const tooMany = (kind: Kind) => ({ code: "PT429", message: `${kind}_too_many` });
const WAIT = expect.stringMatching(/^Retry after [1-9]\d* seconds\.$/);

describe("comments", () => {
  it("are limited to ten in five minutes; then PT429 with a stable word", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      await earlier(scenario, "comments", 9, "4 minutes");
      expect(await outcome("stranger", COMMENT, [fixture.approved])).toBe(1);
      await expect(as("stranger", COMMENT, [fixture.approved])).rejects.toMatchObject({
        code: "PT429",
        message: "comments_too_many",
        hint: WAIT,
      });
      // Other members are not affected.
      expect(await outcome("owner", COMMENT, [fixture.approved])).toBe(1);
    }));

  it("don't count when they are older", () =>
    rules.scenario(async (scenario) => {
      await earlier(scenario, "comments", 50, "6 minutes");
      expect(await scenario.outcome("stranger", COMMENT, [fixture.approved])).toBe(1);
    }));

  it("are limited within one large insert too", () =>
    rules.scenario(async ({ outcome }) => {
      const many = `insert into comments (jersey_id, body)
        select $1, 'Superbe' from generate_series(1, 11)`;
      expect(await outcome("stranger", many, [fixture.approved])).toBe("PT429");
    }));

  it("count although they were deleted", () =>
    rules.scenario(async ({ as, outcome }) => {
      for (let time = 0; time < 10; time += 1) await as("stranger", COMMENT, [fixture.approved]);
      await as("stranger", "delete from comments where author_id = auth.uid()");
      expect(await outcome("stranger", COMMENT, [fixture.approved])).toBe("PT429");
    }));

  it("of commands are not limited", () =>
    rules.scenario(async (scenario) => {
      const { rowCount } = await scenario.system(
        `insert into comments (jersey_id, author_id, body)
         select $1, $2, 'Avant' from generate_series(1, 50)`,
        [fixture.approved, rules.ids.stranger],
      );
      expect(rowCount).toBe(50);
    }));
});

describe("reports", () => {
  it("are limited to thirty an hour, settled or not", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      await earlier(scenario, "reports", 29, "50 minutes");
      const report = "insert into reports (target_type, target_id) values ($1, $2)";
      expect(await outcome("stranger", report, ["jersey", fixture.approved])).toBe(1);
      await expect(as("stranger", report, ["comment", fixture.comment])).rejects.toMatchObject({
        code: "PT429",
        message: "reports_too_many",
      });
    }));
});

describe("jerseys", () => {
  it("are limited to twenty an hour, in one insert or several, for members", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      await settle(scenario);
      await expect(as("stranger", SUBMIT, submission(400))).rejects.toMatchObject({
        ...tooMany("jerseys"),
        hint: "Send fewer at once.",
      });
      expect(await outcome("stranger", SUBMIT, submission(20))).toBe(20);
      await expect(as("stranger", SUBMIT, submission(1))).rejects.toMatchObject({
        ...tooMany("jerseys"),
        detail: "At most 20 in 01:00:00.",
        hint: WAIT,
      });
      expect(await outcome("owner", SUBMIT, submission(20))).toBe(20);
    }));

  it("count although they were deleted", () =>
    rules.scenario(async ({ as, outcome }) => {
      await as("stranger", SUBMIT, submission(20));
      expect(await outcome("stranger", "delete from jerseys where author_id = auth.uid()")).toBe(
        20,
      );
      expect(await outcome("stranger", SUBMIT, submission(1))).toBe("PT429");
    }));

  it("that are sent again and found in place don't count", () =>
    rules.scenario(async ({ outcome }) => {
      const again = SUBMIT.replace("(league", "(id, league").replace(
        "select",
        "select md5(n::text)::uuid,",
      );
      const upsert = `${again} on conflict (id) do nothing`;
      expect(await outcome("stranger", upsert, submission(20))).toBe(20);
      expect(await outcome("stranger", upsert, submission(20))).toBe(0);
    }));

  it("are limited to twenty a day for new members, to a hundred for others", () =>
    rules.scenario(async (scenario) => {
      const { outcome } = scenario;
      await earlier(scenario, "jerseys", 20, "23 hours");
      expect(await outcome("stranger", SUBMIT, submission(1))).toBe("PT429");
      await settle(scenario);
      expect(await outcome("stranger", SUBMIT, submission(1))).toBe(1);
      await earlier(scenario, "jerseys", 79, "2 hours");
      expect(await outcome("stranger", SUBMIT, submission(1))).toBe("PT429");
    }));

  it("are not limited for administrators", () =>
    rules.scenario(async ({ outcome, system }) => {
      expect(await outcome("admin", SUBMIT, submission(120))).toBe(120);
      expect((await system("select from private.writes")).rowCount).toBe(0);
    }));
});

describe("images", () => {
  it("are limited to a hundred an hour", () =>
    rules.scenario(async (scenario) => {
      await addFiles(scenario, rules.ids.owner, ["dos.webp"]);
      const add = () =>
        scenario.as("owner", "insert into jersey_images (jersey_id, url) values ($1, $2)", [
          fixture.pending,
          publicUrl(rules.ids.owner, "dos.webp"),
        ]);
      await earlier(scenario, "images", 99, "50 minutes", rules.ids.owner);
      expect((await add()).rowCount).toBe(1);
      await expect(add()).rejects.toMatchObject({ ...tooMany("images"), hint: WAIT });
    }));
});

describe("edits", () => {
  const EDITS: [string, () => [string, unknown[]]][] = [
    ["a title", () => ["update jerseys set title = 'Autre' where id = $1", [fixture.pending]]],
    ["a comment", () => ["update comments set body = 'Autre' where id = $1", [fixture.comment]]],
    [
      "a profile",
      () => ["update profiles set display_name = 'Autre' where id = $1", [rules.ids.owner]],
    ],
    ["removed images", () => ["delete from jersey_images where id = $1", [fixture.pendingImage]]],
    ["ordered images", () => ["select order_images($1, $2)", [fixture.approved, [fixture.image]]]],
  ];

  it.each(EDITS)("of %s are limited to a hundred an hour, all together", (_, edit) =>
    rules.scenario(async (scenario) => {
      await earlier(scenario, "edits", 99, "50 minutes", rules.ids.owner);
      await scenario.system("savepoint before");
      expect(await scenario.outcome("owner", ...edit())).toBe(1);
      await scenario.system("rollback to savepoint before");
      await earlier(scenario, "edits", 1, "1 minute", rules.ids.owner);
      await expect(scenario.as("owner", ...edit())).rejects.toMatchObject({
        ...tooMany("edits"),
        hint: WAIT,
      });
    }),
  );

  it("count by row", () =>
    rules.scenario(async (scenario) => {
      await earlier(scenario, "edits", 98, "50 minutes", rules.ids.owner);
      const all = "update jerseys set title = title || '.' where author_id = auth.uid()";
      expect(await scenario.outcome("owner", all)).toBe("PT429");
    }));

  it("don't count what goes with a deleted jersey", () =>
    rules.scenario(async (scenario) => {
      await earlier(scenario, "edits", 100, "50 minutes", rules.ids.owner);
      const gone = "delete from jerseys where id = $1";
      expect(await scenario.outcome("owner", gone, [fixture.approved])).toBe(1);
    }));
});

describe("uploads", () => {
  const COPIES_FULL = { code: "PT413", message: "copy_photos_full" };
  const uploadOfCopy = ({ as }: Scenario, persona: "owner" | "stranger" | "admin", size?: number) =>
    as(
      persona,
      "insert into storage.objects (bucket_id, name, metadata) values ('copies', $1, $2)",
      [`${rules.ids[persona]}/${Math.random()}.webp`, size === undefined ? {} : { size }],
    );
  const addCopyFiles = (
    { system }: Scenario,
    count: number,
    metadata: object,
    member = rules.ids.stranger,
  ) =>
    system(
      `insert into storage.objects (bucket_id, name, metadata)
       select 'copies', $1 || '/' || n || '.webp', $2::jsonb from generate_series(1, $3::integer) n`,
      [member, metadata, count],
    );
  const upload = ({ as }: Scenario, persona: "owner" | "stranger" | "admin", size?: number) =>
    as(
      persona,
      "insert into storage.objects (bucket_id, name, metadata) values ('jerseys', $1, $2)",
      [`${rules.ids[persona]}/${Math.random()}.webp`, size === undefined ? {} : { size }],
    );

  it("are limited to two hundred an hour", () =>
    rules.scenario(async (scenario) => {
      await settle(scenario);
      await earlier(scenario, "uploads", 199, "50 minutes");
      expect((await upload(scenario, "stranger", 10)).rowCount).toBe(1);
      await expect(upload(scenario, "stranger", 10)).rejects.toMatchObject({
        ...tooMany("uploads"),
        hint: WAIT,
      });
      expect((await upload(scenario, "owner", 10)).rowCount).toBe(1);
    }));

  it("are limited to 300 MB an hour, also on trial, before their size is known", () =>
    rules.scenario(async (scenario) => {
      await settle(scenario);
      await earlier(scenario, "upload_bytes", 314_000_000, "50 minutes");
      await expect(upload(scenario, "stranger", 600_000)).rejects.toMatchObject({
        ...tooMany("upload_bytes"),
        hint: WAIT,
      });
      expect((await upload(scenario, "stranger", 500_000)).rowCount).toBe(1);
      await earlier(scenario, "upload_bytes", 72_800, "1 minute");
      await expect(upload(scenario, "stranger")).rejects.toMatchObject(tooMany("upload_bytes"));
    }));

  it("are limited to 200 a day for new members", () =>
    rules.scenario(async (scenario) => {
      await earlier(scenario, "uploads", 200, "20 hours");
      await expect(upload(scenario, "stranger", 10)).rejects.toMatchObject(tooMany("uploads"));
      await settle(scenario);
      expect((await upload(scenario, "stranger", 10)).rowCount).toBe(1);
    }));

  it("fill a quota of 1 GB in the member's folder", () =>
    rules.scenario(async (scenario) => {
      const stored = `insert into storage.objects (bucket_id, name, metadata)
        values ('jerseys', $1 || '/big.webp', $2)`;
      await scenario.system(stored, [rules.ids.stranger, { size: 2 ** 30 - 10 }]);
      expect((await upload(scenario, "stranger", 9)).rowCount).toBe(1);
      await expect(upload(scenario, "stranger", 9)).rejects.toMatchObject({
        code: "PT413",
        message: "uploads_full",
      });
      expect((await upload(scenario, "owner", 10)).rowCount).toBe(1);
    }));

  it("of copies' photos fill a quota of 5 GB in the member's folder", () =>
    rules.scenario(async (scenario) => {
      await addCopyFiles(scenario, 1, { size: 5 * 2 ** 30 - 10 });
      expect((await uploadOfCopy(scenario, "stranger", 9)).rowCount).toBe(1);
      await expect(uploadOfCopy(scenario, "stranger", 9)).rejects.toMatchObject(COPIES_FULL);
      // Neither another member's folder nor the member's photos of jerseys.
      expect((await uploadOfCopy(scenario, "owner", 10)).rowCount).toBe(1);
      expect((await upload(scenario, "stranger", 10)).rowCount).toBe(1);
    }));

  it("of copies' photos are at most 40,000 files, also on trial, before their size is known", () =>
    rules.scenario(async (scenario) => {
      await addCopyFiles(scenario, 39_999, { size: 1 });
      expect((await uploadOfCopy(scenario, "stranger")).rowCount).toBe(1);
      await expect(uploadOfCopy(scenario, "stranger")).rejects.toMatchObject(COPIES_FULL);
      await scenario.system("select set_config('storage.allow_delete_query', 'true', true)");
      await scenario.system(
        `delete from storage.objects where name in (
          select name from storage.objects where bucket_id = 'copies' and name like $1 || '/%' limit 2)`,
        [rules.ids.stranger],
      );
      expect((await uploadOfCopy(scenario, "stranger", 10)).rowCount).toBe(1);
    }));

  it("of administrators are not limited", () =>
    rules.scenario(async (scenario) => {
      const { admin } = rules.ids;
      await earlier(scenario, "uploads", 5000, "1 minute", admin);
      expect((await upload(scenario, "admin", 2 ** 31)).rowCount).toBe(1);
      await addCopyFiles(scenario, 1, { size: 6 * 2 ** 30 }, admin);
      expect((await uploadOfCopy(scenario, "admin", 2 ** 31)).rowCount).toBe(1);
    }));
});

describe("notes of writes", () => {
  it("can't be read or changed by members", async () => {
    for (const text of [
      "select * from private.writes",
      "delete from private.writes",
      "update private.write_limits set most = 1000000",
      "select private.count_write('jerseys', -100)",
    ]) {
      expect(await rules.everyone(text), text).toEqual({
        visitor: "42501",
        owner: "42501",
        stranger: "42501",
        admin: "42501",
      });
    }
  });

  it("go after a day, and with the account", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await earlier(scenario, "edits", 1, "25 hours");
      await earlier(scenario, "edits", 1, "23 hours");
      await system("select sweep_audit_log()");
      expect((await system("select from private.writes")).rowCount).toBe(1);
      await system("delete from auth.users where id = $1", [rules.ids.stranger]);
      expect((await system("select from private.writes")).rowCount).toBe(0);
    }));
});
