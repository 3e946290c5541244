import { beforeAll, describe, expect, it } from "vitest";

import { enrolFactor, inNewSession, inSession, openSession } from "../support/sessions.ts";
import type { Persona, Scenario } from "../support/rules.ts";
import { addFiles, setUpRules, publicUrl } from "../support/fixture.ts";

const { rules, fixture } = setUpRules([]);

beforeAll(async () => {
  await addFiles(rules, rules.ids.owner, ["dos.webp"]);
});

const SUSPENDED = "update auth.users set banned_until = now() + interval '1 day' where id = $1";
const ANONYMOUS = "update auth.users set is_anonymous = true where id = $1";
const LAPSED = "update auth.users set banned_until = now() - interval '1 second' where id = $1";

const BY_POLICY = expect.stringContaining("row-level security");

/** Every write of a member, as statements that succeed in good standing. */
const WRITES: [string, Persona, () => [string, unknown[]]][] = [
  [
    "vote",
    "stranger",
    () => ["insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [fixture.approved]],
  ],
  [
    "change a vote",
    "owner",
    () => ["update jersey_votes set vote = 'down' where jersey_id = $1", [fixture.approved]],
  ],
  [
    "withdraw a vote",
    "owner",
    () => ["delete from jersey_votes where jersey_id = $1", [fixture.approved]],
  ],
  [
    "collect",
    "stranger",
    () => ["insert into user_collections (jersey_id) values ($1)", [fixture.approved]],
  ],
  ["clear the collection", "owner", () => ["delete from user_collections", []]],
  ["clear the wishlist", "owner", () => ["delete from user_wishlists", []]],
  [
    "wish",
    "stranger",
    () => ["insert into user_wishlists (jersey_id) values ($1)", [fixture.approved]],
  ],
  [
    "comment",
    "stranger",
    () => ["insert into comments (jersey_id, body) values ($1, 'Beau')", [fixture.approved]],
  ],
  [
    "edit a comment",
    "owner",
    () => ["update comments set body = 'Laid' where id = $1", [fixture.comment]],
  ],
  ["delete a comment", "owner", () => ["delete from comments where id = $1", [fixture.comment]]],
  [
    "report",
    "stranger",
    () => [
      "insert into reports (target_type, target_id) values ('jersey', $1)",
      [fixture.approved],
    ],
  ],
  [
    "choose how to be told",
    "stranger",
    () => ["insert into notice_settings (topic, by_mail) values ('jersey', false)", []],
  ],
  [
    "change how to be told",
    "owner",
    () => ["update notice_settings set by_mail = false where topic = 'report'", []],
  ],
  ["mark a notice as read", "owner", () => ["update notices set read_at = now()", []]],
  [
    "submit",
    "stranger",
    () => [
      "insert into jerseys (league, competition_id, season_id, team, title) values ('SOCCER', $1, $2, 'Lens', 'Rayé')",
      [fixture.competition, fixture.season],
    ],
  ],
  [
    "edit a jersey",
    "owner",
    () => ["update jerseys set title = 'Autre' where id = $1", [fixture.approved]],
  ],
  ["delete a jersey", "owner", () => ["delete from jerseys where id = $1", [fixture.pending]]],
  [
    "add an image",
    "owner",
    () => [
      "insert into jersey_images (jersey_id, url) values ($1, $2)",
      [fixture.approved, publicUrl(rules.ids.owner, "dos.webp")],
    ],
  ],
  [
    "remove an image",
    "owner",
    () => ["delete from jersey_images where id = $1", [fixture.pendingImage]],
  ],
  [
    "order images",
    "owner",
    () => ["select order_images($1, $2)", [fixture.approved, [fixture.image]]],
  ],
  [
    "edit the profile",
    "owner",
    () => ["update profiles set display_name = 'Moi' where id = $1", [rules.ids.owner]],
  ],
  [
    "upload",
    "owner",
    () => [
      "insert into storage.objects (bucket_id, name) values ('jerseys', $1)",
      [`${rules.ids.owner}/neuf.webp`],
    ],
  ],
];

async function prepare({ system }: Scenario) {
  await system("insert into jersey_votes (jersey_id, voter_id, vote) values ($1, $2, 'up')", [
    fixture.approved,
    rules.ids.owner,
  ]);
  for (const shelf of ["user_collections", "user_wishlists"]) {
    await system(`insert into ${shelf} (jersey_id, user_id) values ($1, $2)`, [
      fixture.approved,
      rules.ids.owner,
    ]);
  }
  await system("insert into notice_settings (user_id, topic) values ($1, 'report')", [
    rules.ids.owner,
  ]);
  await system(
    `insert into notices (recipient_id, topic, outcome, about, title)
     values ($1, 'jersey', 'approved', 'jersey', 'Maillot vert')`,
    [rules.ids.owner],
  );
}

describe.each([
  ["suspended", SUSPENDED, "member_suspended"],
  ["anonymous", ANONYMOUS, "member_anonymous"],
])("an account that is %s", (_, make, message) => {
  it.each(WRITES)("can't %s", (name, persona, statement) =>
    rules.scenario(async (scenario) => {
      await prepare(scenario);
      await scenario.system(make, [rules.ids[persona as "owner"]]);
      await expect(scenario.as(persona, ...statement())).rejects.toMatchObject({
        code: "42501",
        message: name === "upload" ? BY_POLICY : message,
      });
    }),
  );

  it("reads as before", () =>
    rules.scenario(async ({ system, outcome }) => {
      await system(make, [rules.ids.owner]);
      expect(await outcome("owner", "select from jerseys")).toBe(4);
      expect(await outcome("owner", "select from profiles")).toBe(3);
    }));

  it("can't replace or delete files", () =>
    rules.scenario(async ({ system, outcome }) => {
      const name = `${rules.ids.owner}/libre.webp`;
      await system("insert into storage.objects (bucket_id, name) values ('jerseys', $1)", [name]);
      await system("set local storage.allow_delete_query = 'true'");
      await system(make, [rules.ids.owner]);
      const change = "update storage.objects set metadata = '{}' where name = $1";
      expect(await outcome("owner", change, [name])).toBe(0);
      expect(await outcome("owner", "delete from storage.objects where name = $1", [name])).toBe(0);
    }));

  it("can delete the account", () =>
    rules.scenario(async (scenario) => {
      const { owner } = rules.ids;
      await scenario.system(make, [owner]);
      const left = await inNewSession(scenario, owner, "select delete_account()");
      expect(left.rowCount).toBe(1);
    }));
});

describe("a suspension that has ended", () => {
  it.each(WRITES)("no longer prevents: %s", (_, persona, statement) =>
    rules.scenario(async (scenario) => {
      await prepare(scenario);
      await scenario.system(LAPSED, [rules.ids[persona as "owner"]]);
      expect(await scenario.outcome(persona, ...statement())).toBe(1);
    }),
  );
});

describe("a deleted account, whose token lasts a little longer", () => {
  // Its votes went with it, and files are refused by their policy.
  const tried = WRITES.filter(([write]) => !/vote$|^upload$/.test(write) || write === "vote");
  it.each(tried)("doesn't %s: its session has ended", (_, persona, statement) =>
    rules.scenario(async (scenario) => {
      await prepare(scenario);
      const [text, values] = statement();
      await scenario.system("delete from auth.users where id = $1", [
        rules.ids[persona as "owner"],
      ]);
      const written = await scenario.as(persona, text, values).catch((error: unknown) => error);
      expect(written).toMatchObject({ code: "PT401", message: "account_gone" });
    }),
  );
});

describe("a barred administrator", () => {
  it("has no administrator's rights", () =>
    rules.scenario(async ({ system, as, outcome }) => {
      await system(SUSPENDED, [rules.ids.admin]);
      const { rows } = await as("admin", "select is_admin($1)", [rules.ids.admin]);
      expect(rows).toEqual([{ is_admin: false }]);
      const decide = "select moderate_jersey($1, 'approved')";
      expect(await outcome("admin", decide, [fixture.pending])).toBe("42501");
      expect(await outcome("admin", "insert into brands (name) values ('X')")).toBe("42501");
    }));
});

describe("a session without the second factor of its account", () => {
  it.each(WRITES)("can't %s, and can once it has shown the factor", (_, persona, statement) =>
    rules.scenario(async (scenario) => {
      const member = rules.ids[persona as "owner"];
      await prepare(scenario);
      await enrolFactor(scenario.system, member);
      const session = await openSession(scenario.system, member, { aal: "aal2" });
      const [text, values] = statement();
      await expect(
        inSession(scenario, member, session, text, values, "aal1"),
      ).rejects.toMatchObject({ code: "42501", message: "second_factor_needed" });
      expect((await inSession(scenario, member, session, text, values, "aal2")).rowCount).toBe(1);
    }),
  );

  it.each(WRITES)("can %s while the factor is not verified", (_, persona, statement) =>
    rules.scenario(async (scenario) => {
      await prepare(scenario);
      await enrolFactor(scenario.system, rules.ids[persona as "owner"], "unverified");
      expect(await scenario.outcome(persona, ...statement())).toBe(1);
    }),
  );

  it("can't replace or delete files", () =>
    rules.scenario(async ({ system, outcome }) => {
      const name = `${rules.ids.owner}/libre.webp`;
      await system("insert into storage.objects (bucket_id, name) values ('jerseys', $1)", [name]);
      await system("set local storage.allow_delete_query = 'true'");
      await enrolFactor(system, rules.ids.owner);
      const change = "update storage.objects set metadata = '{}' where name = $1";
      expect(await outcome("owner", change, [name])).toBe(0);
      expect(await outcome("owner", "delete from storage.objects where name = $1", [name])).toBe(0);
    }));

  it("reads as before", () =>
    rules.scenario(async ({ system, outcome }) => {
      await enrolFactor(system, rules.ids.owner);
      expect(await outcome("owner", "select from jerseys")).toBe(4);
    }));
});

describe("functions that members may call", () => {
  /** Those that write to a table which doesn't ask for good standing, without asking themselves. */
  const CARELESS = String.raw`
    with recursive known as (
      select routine.oid, space.nspname || '.' || routine.proname as name, routine.prosrc as body
      from pg_proc routine join pg_namespace space on space.oid = routine.pronamespace
      where space.nspname in ('public', 'private')
    ), calls as (
      select known.oid as root, known.name, known.body from known join pg_proc routine using (oid)
      where known.name like 'public.%' and routine.provolatile = 'v' and routine.prosecdef
        and has_function_privilege('authenticated', known.oid, 'execute')
      union
      select calls.root, called.name, called.body
      from calls join known called on position(called.name || '(' in calls.body) > 0
    ), written as (
      select calls.root, found[1] as target
      from calls, regexp_matches(
        calls.body, '(?:insert into|update|delete from)\s+((?:public|private|auth)\.\w+)', 'g') found
    )
    select distinct root::regproc::text as name from written
    where not exists (
      select from calls where calls.root = written.root
        and calls.name in (
          'private.check_standing', 'private.require_factor', 'private.in_good_standing',
          -- Asked of whom they name, also for standing and factor.
          'public.is_admin', 'public.is_reviewer'))
      and not exists (
        select from pg_trigger standing
        where standing.tgrelid = written.target::regclass and standing.tgname like '%\_standing')
    order by 1`;

  const names = async (system: Scenario["system"]) =>
    (await system(CARELESS)).rows.map(({ name }) => String(name).replace("public.", ""));

  /** What a suspended account may do too: about its own access, or by a key that a mail brought. */
  const ALLOWED = [
    ...["cancel_email_change", "create_recovery_codes", "delete_account", "redeem_recovery_code"],
    ...["rename_factor", "revoke_session"],
    ...[
      "confirm_visitor_report",
      "contest_report",
      "send_visitor_report",
      "stop_letters",
      "stop_review_mails",
    ],
  ];

  it("write in good standing only", async () => {
    expect(await names(rules.system)).toEqual(ALLOWED.toSorted());
  });

  it("are found if they don't ask for it", () =>
    rules.scenario(async ({ system }) => {
      await system(`
        create function private.note() returns void language sql
          as 'delete from public.visits';
        create function public.look() returns void language sql security definer
          as 'select private.note()'`);
      expect(await names(system)).toEqual([...ALLOWED, "look"].toSorted());
    }));
});
