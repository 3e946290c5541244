import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  createRules,
  type Persona,
  PERSONAS,
  type Rules,
  type Scenario,
} from "../support/rules.ts";
import { addJerseys, createFixture, type Fixture } from "../support/fixture.ts";
import { passTime } from "../support/suggestions.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
  await rules.system("update auth.users set email_confirmed_at = now()");
});
afterAll(() => rules.close());

interface Filed {
  type?: string;
  target?: string;
  category?: string;
  reason?: string;
  name?: string | null;
  email?: string;
  origin?: string;
}

const FILE = "select file_visitor_report($1, $2, $3, $4, $5, $6, 'fr', $7)";
const values = ({
  type = "jersey",
  target = fixture.approved,
  category = "rights",
  reason = "Ma photo, sans mon accord.",
  name = "Ana Lima",
  email = "ana@example.org",
  origin = "a",
}: Filed = {}) => [type, target, category, reason, name, email, origin];
const file = ({ system }: Scenario, filed?: Filed) => system(FILE, values(filed));

const claim = async ({ system }: Scenario) =>
  (await system("select * from claim_visitor_report_mail()")).rows[0];
/** All mails that are due once a decision can't be undone any more. */
async function mails(scenario: Scenario) {
  await passTime(scenario);
  await scenario.system(
    "update visitor_report_mails set retry_at = retry_at - interval '13 seconds'",
  );
  const claimed = [];
  for (let mail = await claim(scenario); mail; mail = await claim(scenario)) {
    await scenario.system("select finish_visitor_report_mail($1)", [mail.id]);
    claimed.push(mail);
  }
  return claimed.sort((one, other) => other.party.localeCompare(one.party));
}
/** A confirmed report; returns the id of its case. */
async function confirmed(scenario: Scenario, filed?: Filed): Promise<string> {
  await file(scenario, filed);
  const [mail] = await mails(scenario);
  await scenario.system("select confirm_visitor_report($1)", [mail.token]);
  const { rows } = await scenario.system("select report_id from visitor_reports");
  return rows[0].report_id;
}
const decide = (
  { as }: Scenario,
  id: string,
  status: string,
  note: string | null = "Vu.",
  by: Persona = "admin",
) =>
  as(by, "update reports set status = $2, resolution_note = $3 where id = $1", [id, status, note]);
const appoint = ({ system }: Scenario) =>
  system("insert into user_roles (user_id, role) values ($1, 'reviewer')", [rules.ids.stranger]);
const problem = async (query: Promise<unknown>) => {
  try {
    await query;
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};
/** Like {@link problem}, for a statement that fails within a scenario. */
const refused = async ({ system }: Scenario, text: string, given: unknown[]) => {
  await system("savepoint attempt");
  const message = await problem(system(text, given));
  await system("rollback to savepoint attempt");
  return message;
};

describe("a report of a visitor", () => {
  it("counts once its mailbox has confirmed it", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await file(scenario);
      expect((await system("select from reports")).rowCount).toBe(0);
      expect((await as("admin", "select * from visitor_reports")).rowCount).toBe(0);
      const [mail] = await mails(scenario);
      expect(mail).toMatchObject({
        kind: "confirm",
        party: "notifier",
        email: "ana@example.org",
        title: "Maillot vert",
        reason: "Ma photo, sans mon accord.",
      });
      await system("select confirm_visitor_report($1)", [mail.token]);
      await system("select confirm_visitor_report($1)", [mail.token]);
      const { rows } = await as(
        "admin",
        "select r.reporter_id, r.category, r.status, v.name, v.email from reports r join visitor_reports v on v.report_id = r.id",
      );
      expect(rows).toEqual([
        {
          reporter_id: null,
          category: "rights",
          status: "open",
          name: "Ana Lima",
          email: "ana@example.org",
        },
      ]);
      expect((await system("select from reports")).rowCount).toBe(1);
    }));

  it("is read by administrators only, and its mails and tokens by nobody", () =>
    rules.scenario(async (scenario) => {
      await confirmed(scenario);
      for (const [table, admin] of [
        ["reports", 1],
        ["visitor_reports", 1],
        ["report_contests", 0],
        ["visitor_report_mails", "42501"],
        ["private.visitor_report_tokens", "42501"],
      ] as const) {
        const read = `select * from ${table}`;
        expect(await scenario.outcome("visitor", read), table).toBe("42501");
        expect(await scenario.outcome("admin", read), table).toBe(admin);
        for (const persona of ["owner", "stranger"] as const) {
          expect(await scenario.outcome(persona, read), table).toBe(
            admin === "42501" ? "42501" : 0,
          );
        }
      }
    }));

  it.each([
    "select file_visitor_report('jersey', $1, 'other', 'x', null, 'a@b.fr', 'fr', 'a')",
    "select offer_visitor_reports() where $1::text is not null",
    "select * from claim_visitor_report_mail() where id = $1",
    "select finish_visitor_report_mail($1)",
    "select sweep_visitor_reports() where $1::text is not null",
    "insert into visitor_reports (id) values ($1)",
    "update visitor_reports set email = 'a@b.fr' where id = $1",
    "delete from visitor_reports where id = $1",
    "insert into report_contests (report_id) values ($1)",
    "delete from report_contests where report_id = $1",
  ])("is for the site's server only: %s", async (text) => {
    expect(await rules.everyone(text, [fixture.approved])).toEqual(
      Object.fromEntries(PERSONAS.map((persona) => [persona, "42501"])),
    );
  });

  it("is about what visitors see", () =>
    rules.scenario(async (scenario) => {
      for (const target of [fixture.pending, fixture.rejected, fixture.inactive, randomUUID()]) {
        expect(await refused(scenario, FILE, values({ target }))).toBe("report_target_unknown");
      }
      const hidden = values({ type: "comment", target: fixture.hiddenComment });
      expect(await refused(scenario, FILE, hidden)).toBe("report_target_unknown");
      await file(scenario, { type: "comment", target: fixture.comment });
      expect(await mails(scenario)).toMatchObject([{ target_type: "comment" }]);
    }));

  it("is about a member who has a page", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const nobody = values({ type: "profile", target: randomUUID() });
      expect(await refused(scenario, FILE, nobody)).toBe("report_target_unknown");
      // Who proposed no jersey may still say something on their page.
      const silent = values({ type: "profile", target: rules.ids.stranger });
      expect(await refused(scenario, FILE, silent)).toBeUndefined();
      await system("delete from visitor_reports");
      const member = { type: "profile", target: rules.ids.owner, category: "name" };
      await confirmed(scenario, member);
      await as("admin", "select reset_names($1, 'Insulte.')", [rules.ids.owner]);
      const [notifier, author] = await mails(scenario);
      const { rows } = await system("select username from profiles where id = $1", [
        rules.ids.owner,
      ]);
      expect(notifier).toMatchObject({
        kind: "upheld",
        target_type: "profile",
        title: "owner",
        username: rows[0].username,
        jersey_id: null,
      });
      expect(author).toMatchObject({
        kind: "upheld",
        email: `${rules.ids.owner}@example.test`,
        title: "owner",
        note: "Insulte.",
        reason: null,
        token: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      const notices = await as(
        "owner",
        "select outcome, about, title from notices order by outcome",
      );
      expect(notices.rows).toEqual([
        { outcome: "renamed", about: "profile", title: "owner" },
        { outcome: "report_upheld", about: "profile", title: "owner" },
      ]);
      await system("select contest_report($1, 'C’est mon nom.')", [author.token]);
      expect((await as("admin", "select status from reports")).rows).toEqual([{ status: "open" }]);
      await system("delete from auth.users where id = $1", [rules.ids.owner]);
      expect(await mails(scenario)).toMatchObject([
        { kind: "removed", party: "notifier", title: "owner", username: null },
      ]);
    }));

  it("has a name in matters of rights, an address, and a reason", () =>
    rules.scenario(async (scenario) => {
      for (const wrong of [
        { name: null },
        { name: " " },
        { email: "ana" },
        { email: "ana@example.org, eve@example.org" },
        { reason: " " },
        { reason: "x".repeat(1001) },
        { category: "spam" },
        { type: "member" },
      ]) {
        expect(await refused(scenario, FILE, values(wrong)), JSON.stringify(wrong)).toMatch(
          /visitor_reports_|report_target_unknown/,
        );
      }
      await file(scenario, { category: "offensive", name: null });
    }));

  it("has limits: of an origin, of all, and silently of a mailbox", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      for (let n = 0; n < 5; n += 1) await file(scenario, { email: `n${n}@example.org` });
      expect(await refused(scenario, FILE, values())).toBe("visitor_reports_too_many");
      for (let n = 0; n < 8; n += 1) await file(scenario, { origin: `o${n}` });
      expect((await system("select from visitor_reports where email like 'ana%'")).rowCount).toBe(
        5,
      );
      // Another spelling of the same mailbox.
      await file(scenario, { origin: "p", email: "Ana+1@example.org" });
      expect((await system("select from visitor_reports where origin = 'p'")).rowCount).toBe(0);
      await system(
        "update private.write_limits set most = 10 where kind = 'visitor_reports' and span = '1 hour'",
      );
      const other = values({ origin: "z", email: "z@example.org" });
      expect(await refused(scenario, FILE, other)).toBe("visitor_reports_too_many");
      const room = "select private.has_room_for_report('visitor_reports', null, null) as is_open";
      expect((await system(room)).rows).toEqual([{ is_open: false }]);
      // What was confirmed leaves room for others.
      const [mail] = await mails(scenario);
      await system("select confirm_visitor_report($1)", [mail.token]);
      expect((await system(room)).rows).toEqual([{ is_open: true }]);
      await file(scenario, { origin: "z", email: "z@example.org" });
    }));

  it("stays possible after a day of a network and twenty addresses that do all they may", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      for (let origin = 0; origin < 21; origin += 1) {
        for (let n = 0; n < 5; n += 1) {
          await file(scenario, { origin: `o${origin}`, email: `${origin}-${n}@example.org` });
        }
        const sixth = values({ origin: `o${origin}`, email: "six@example.org" });
        expect(await refused(scenario, FILE, sixth)).toBe("visitor_reports_too_many");
      }
      // As many as they have left in the day.
      await system(
        `insert into visitor_reports (target_type, target_id, title, category, reason, name, email, lang, origin, created_at)
         select target_type, target_id, title, category, reason, name, n || email, lang, origin, now() - interval '2 hours'
         from visitor_reports, generate_series(1, 3) n`,
      );
      await file(scenario, { origin: "z", email: "z@example.org" });
      expect((await system("select from visitor_reports where origin = 'z'")).rowCount).toBe(1);
    }));
});

describe("a token", () => {
  it("is stored as a digest, serves its purpose only, and expires", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await file(scenario);
      const [{ token }] = await mails(scenario);
      const { rows } = await system(
        "select t::text as stored from private.visitor_report_tokens t union all select v::text from visitor_reports v",
      );
      expect(JSON.stringify(rows)).not.toContain(token);
      const contest = "select contest_report($1, 'x')";
      expect(await refused(scenario, contest, [token])).toBe("report_token_unknown");
      const confirm = "select confirm_visitor_report($1)";
      expect(await refused(scenario, confirm, ["x"])).toBe("report_token_unknown");
      expect(await refused(scenario, confirm, [null])).toBe("report_token_unknown");
      await system("update private.visitor_report_tokens set expires_at = now()");
      expect(await refused(scenario, confirm, [token])).toBe("report_token_unknown");
    }));
});

describe("the decision", () => {
  it("needs a reason", () =>
    rules.scenario(async (scenario) => {
      const id = await confirmed(scenario);
      expect(await problem(decide(scenario, id, "upheld", " "))).toBe("report_note_required");
    }));

  it("needs none where the mail says that the jersey was corrected", () =>
    rules.scenario(async (scenario) => {
      const id = await confirmed(scenario);
      await scenario.as(
        "admin",
        "select settle_reports(array[$1]::uuid[], done => 'corrected', changes => '{\"year\": 1998}')",
        [id],
      );
      expect(await mails(scenario)).toMatchObject([
        { kind: "upheld", party: "notifier", done: "corrected", note: null, is_again: false },
        { kind: "upheld", party: "author", done: "corrected", note: null },
      ]);
    }));

  it("is mailed to both, and may be contested by whom it goes against", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const id = await confirmed(scenario);
      await decide(scenario, id, "upheld", "La photo est la vôtre.");
      const [notifier, author] = await mails(scenario);
      expect(notifier).toMatchObject({ kind: "upheld", party: "notifier", token: null });
      expect(author).toMatchObject({
        kind: "upheld",
        party: "author",
        email: `${rules.ids.owner}@example.test`,
        note: "La photo est la vôtre.",
        reason: null,
        token: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      const notices = await as("owner", "select outcome, note, title from notices");
      expect(notices.rows).toEqual([
        { outcome: "report_upheld", note: "La photo est la vôtre.", title: "Maillot vert" },
      ]);

      const contest = "select contest_report($1, 'Je l’ai prise moi-même.')";
      await system(contest, [author.token]);
      const { rows } = await as("admin", "select status, resolution_note from reports");
      expect(rows).toEqual([{ status: "open", resolution_note: null }]);
      const said = "select party, body, outcome, note from report_contests";
      const contests = [
        {
          party: "author",
          body: "Je l’ai prise moi-même.",
          outcome: "upheld",
          note: "La photo est la vôtre.",
        },
      ];
      expect((await as("admin", said)).rows).toEqual(contests);
      expect((await as("owner", said)).rows).toEqual(contests);
      expect((await as("stranger", said)).rows).toEqual([]);

      await appoint(scenario);
      // Upheld again, by somebody else: the author had their turn.
      await decide(scenario, id, "dismissed");
      expect((await as("admin", "select status from reports")).rows).toEqual([{ status: "open" }]);
      await expect(as("admin", "select settle_reports($1)", [[id]])).rejects.toMatchObject({
        message: "report_own",
      });
      await decide(scenario, id, "upheld", "Vu.", "stranger");
      expect(await mails(scenario)).toMatchObject([
        { token: null, is_again: true },
        { token: null, is_again: true },
      ]);
      expect(await refused(scenario, contest, [author.token])).toBe("report_contested");
      const logged = await system(
        "select actor_id from audit_log where table_name = 'report_contests'",
      );
      expect(logged.rowCount).toBe(1);
    }));

  it("that dismisses may be contested by the notifier, once", () =>
    rules.scenario(async (scenario) => {
      const id = await confirmed(scenario);
      await decide(scenario, id, "dismissed");
      const [notifier, author] = await mails(scenario);
      expect(author).toMatchObject({ kind: "dismissed", party: "author", token: null });
      const contest = "select contest_report($1, 'Regardez encore.')";
      await scenario.system(contest, [notifier.token]);
      expect(await refused(scenario, contest, [notifier.token])).toBe("report_contested");
      await appoint(scenario);
      // Now it goes against the author, who may contest too.
      await decide(scenario, id, "upheld", "Vu.", "stranger");
      const [first, second] = await mails(scenario);
      expect([first, second]).toMatchObject([
        { party: "notifier", is_again: true },
        { party: "author", is_again: true },
      ]);
      await scenario.system(contest, [second.token]);
    }));

  it.each(["upheld", "dismissed"])("that is undone at once is told to nobody: %s", (status) =>
    rules.scenario(async (scenario) => {
      const id = await confirmed(scenario);
      await decide(scenario, id, status);
      await scenario.as("admin", "select undo_decision($1)", [id]);
      expect((await scenario.system("select from notices")).rowCount).toBe(0);
      expect(await mails(scenario)).toEqual([]);
    }),
  );

  it("that dismisses waits again later, too: a mail that is late is not sent", () =>
    rules.scenario(async (scenario) => {
      const id = await confirmed(scenario);
      await decide(scenario, id, "dismissed");
      await scenario.system(
        "update private.decisions set was = jsonb_set(was, '{at}', to_jsonb(now() - interval '1 day'))",
      );
      await scenario.as("admin", "select undo_decision($1)", [id]);
      expect(await mails(scenario)).toEqual([]);
      await decide(scenario, id, "upheld");
      expect(await mails(scenario)).toMatchObject([
        { kind: "upheld", party: "notifier" },
        { kind: "upheld", party: "author" },
      ]);
    }));

  it("is not mailed to authors who cannot read it, nor to those who decided", () =>
    rules.scenario(async (scenario) => {
      const id = await confirmed(scenario);
      await scenario.system("update jerseys set author_id = $1 where id = $2", [
        rules.ids.admin,
        fixture.approved,
      ]);
      await decide(scenario, id, "upheld");
      expect(await mails(scenario)).toMatchObject([{ party: "notifier" }]);
    }));

  it("is told to the author of what was merged, not of the jersey that stays", () =>
    rules.scenario(async (scenario) => {
      const id = await confirmed(scenario);
      const [stays] = await addJerseys(scenario, fixture, rules.ids.stranger, ["Le bon maillot"]);
      await scenario.as(
        "admin",
        "select settle_reports(array[$1]::uuid[], done => 'merged', note => 'duplicate', into_id => $2)",
        [id, stays],
      );
      expect(await mails(scenario)).toMatchObject([
        { party: "notifier" },
        { party: "author", email: `${rules.ids.owner}@example.test` },
      ]);
      const { rows } = await scenario.system(
        "select recipient_id from notices where outcome = 'report_upheld'",
      );
      expect(rows).toEqual([{ recipient_id: rules.ids.owner }]);
    }));

  it("about a comment leaves a notice in the account, whatever its author chose", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const id = await confirmed(scenario, { type: "comment", target: fixture.comment });
      await as("owner", "insert into notice_settings (topic, in_account) values ('jersey', false)");
      await as("admin", "select settle_reports(array[$1]::uuid[], 'hidden', 'offensive')", [id]);
      await passTime(scenario);
      const { rows } = await as("owner", "select id, outcome, note from notices");
      expect(rows).toMatchObject([{ outcome: "report_upheld", note: "offensive" }]);
      await scenario.system("update reports set resolved_at = resolved_at - interval '13 seconds'");
      expect(
        await scenario.outcome("owner", "select contest_notice($1, 'Non.')", [rows[0].id]),
      ).toBe(1);
    }));

  it("tells the author of a hidden comment once", () =>
    rules.scenario(async (scenario) => {
      const id = await confirmed(scenario, { type: "comment", target: fixture.comment });
      await scenario.as(
        "admin",
        "update comments set is_hidden = true, hidden_reason = 'Vu.' where id = $1",
        [fixture.comment],
      );
      await decide(scenario, id, "upheld");
      const { rows } = await scenario.system(
        "select outcome, note from notices where recipient_id = $1",
        [rules.ids.owner],
      );
      expect(rows).toEqual([{ outcome: "report_upheld", note: "Vu." }]);
    }));

  it("tells the author once of several reports that are decided together", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      for (const email of ["a@example.org", "b@example.org"]) {
        await file(scenario, { email });
        const [{ token }] = await mails(scenario);
        await scenario.system("select confirm_visitor_report($1)", [token]);
      }
      await as("admin", "update reports set status = 'upheld', resolution_note = 'Vu.'");
      const parties = (await mails(scenario)).map(({ party }) => party);
      expect(parties).toEqual(["notifier", "notifier", "author"]);
      expect((await as("owner", "select from notices")).rowCount).toBe(1);
    }));
});

describe("the author's contest of a decision on several reports", () => {
  const CONTEST = "select contest_report($1, 'Je l’ai prise moi-même.')";
  const states = async ({ as }: Scenario) =>
    (await as("admin", "select status from reports order by status")).rows.map(
      ({ status }) => status,
    );
  /** Three reports of one jersey, one of them a member's, upheld together; returns the author's mail. */
  async function upheldTogether(scenario: Scenario) {
    const { as, system } = scenario;
    for (const email of ["a@example.org", "b@example.org"]) {
      await file(scenario, { email });
      const [{ token }] = await mails(scenario);
      await system("select confirm_visitor_report($1)", [token]);
    }
    await as("stranger", "insert into reports (target_type, target_id) values ('jersey', $1)", [
      fixture.approved,
    ]);
    await as("admin", "update reports set status = 'upheld', resolution_note = 'Vu.'");
    return (await mails(scenario)).find(({ party }) => party === "author");
  }

  it("opens all of them again, and counts for all of them", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const author = await upheldTogether(scenario);
      await system(CONTEST, [author.token]);
      expect(await states(scenario)).toEqual(["open", "open", "open"]);
      const contests = await as(
        "admin",
        "select distinct party, outcome, note from report_contests",
      );
      expect(contests.rows).toEqual([{ party: "author", outcome: "upheld", note: "Vu." }]);
      // Whichever report the next mail is about, the author had their turn.
      await as("admin", "update reports set status = 'upheld', resolution_note = 'Revu.'");
      expect((await mails(scenario)).map(({ token }) => token)).toEqual([null, null, null]);
      expect(await refused(scenario, CONTEST, [author.token])).toBe("report_contested");
    }));

  it("leaves other decisions on the same jersey alone, and takes a further report into account", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const author = await upheldTogether(scenario);
      // Decided at another time.
      await system(
        "update reports set resolved_at = now() - interval '1 day' where reporter_id is not null",
      );
      await system(CONTEST, [author.token]);
      expect(await states(scenario)).toEqual(["open", "open", "upheld"]);
      await file(scenario, { email: "c@example.org" });
      const [{ token }] = await mails(scenario);
      await system("select confirm_visitor_report($1)", [token]);
      await as(
        "admin",
        "update reports set status = 'upheld', resolution_note = 'Revu.' where status = 'open'",
      );
      const again = (await mails(scenario)).find(({ party }) => party === "author");
      await system(CONTEST, [again.token]);
    }));

  it("skips a report whose member has reported again meanwhile", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const author = await upheldTogether(scenario);
      const again = "insert into reports (target_type, target_id) values ('jersey', $1)";
      await as("stranger", again, [fixture.approved]);
      await system(CONTEST, [author.token]);
      expect(await states(scenario)).toEqual(["open", "open", "open", "upheld"]);
    }));

  it("that was dismissed leaves the contest to each notifier", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await upheldTogether(scenario);
      await as("admin", "update reports set status = 'dismissed', resolution_note = 'Non.'");
      const tokens = (await mails(scenario)).flatMap(({ token }) => token ?? []);
      expect(tokens).toHaveLength(2);
      await system(CONTEST, [tokens[0]]);
      expect(await states(scenario)).toEqual(["dismissed", "dismissed", "open"]);
    }));
});

describe("what goes", () => {
  it("the notifier is told when the target is deleted", () =>
    rules.scenario(async (scenario) => {
      await confirmed(scenario);
      await scenario.system("delete from jerseys where id = $1", [fixture.approved]);
      expect(await mails(scenario)).toMatchObject([{ kind: "removed", title: "Maillot vert" }]);
    }));

  it("an author's account takes the contest with it, and no mail is sent", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const id = await confirmed(scenario);
      await decide(scenario, id, "upheld");
      const [, author] = await mails(scenario);
      await system("select contest_report($1, 'Non.')", [author.token]);
      await system("delete from auth.users where id = $1", [rules.ids.owner]);
      expect((await system("select from report_contests")).rowCount).toBe(0);
      await decide(scenario, id, "upheld");
      expect(await mails(scenario)).toMatchObject([{ party: "notifier" }]);
    }));

  it("what a notifier said of themselves goes 180 days after the decision", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const id = await confirmed(scenario);
      await file(scenario, { email: "nie@example.org" });
      const sweep = async () => (await system("select sweep_visitor_reports() as n")).rows[0].n;
      await system("update visitor_reports set created_at = now() - interval '1 year'");
      expect(await sweep()).toBe(1);
      await decide(scenario, id, "dismissed");
      expect(await sweep()).toBe(0);
      await system("update visitor_reports set closed_at = now() - interval '181 days'");
      expect(await sweep()).toBe(1);
      for (const table of ["visitor_report_mails", "private.visitor_report_tokens"]) {
        expect((await system(`select from ${table}`)).rowCount, table).toBe(0);
      }
      expect((await system("select status from reports")).rows).toEqual([{ status: "dismissed" }]);
    }));

  it("a mail that fails is claimed again, with another token", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await file(scenario);
      const first = await claim(scenario);
      expect(await claim(scenario)).toBeUndefined();
      await system("select finish_visitor_report_mail($1, 'busy')", [first.id]);
      await system("update visitor_report_mails set retry_at = now()");
      const second = await claim(scenario);
      expect(second.token).not.toBe(first.token);
      // Both may have arrived.
      await system("select confirm_visitor_report($1)", [first.token]);
      await system("select confirm_visitor_report($1)", [second.token]);
    }));
});

describe("with a hosted project", () => {
  const SEND = "select send_visitor_report($1, $2, $3, $4, $5, $6, 'fr')";
  const sent = (filed?: Filed) => values(filed).slice(0, -1);
  const open = ({ system }: Scenario) => system("select offer_visitor_reports()");
  const isOpen = async ({ as }: Scenario) =>
    (await as("visitor", "select takes_visitor_reports() as is_open")).rows[0].is_open;

  it("everybody may file one while the job that mails them runs, and only then", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      expect(await isOpen(scenario)).toBe(false);
      expect(await outcome("visitor", SEND, sent())).toBe("PT503");
      await open(scenario);
      expect(await isOpen(scenario)).toBe(true);
      for (const persona of ["visitor", "stranger"] as const) await as(persona, SEND, sent());
      await system("update private.visitor_report_intake set open_until = now()");
      expect(await isOpen(scenario)).toBe(false);
      expect(await outcome("visitor", SEND, sent())).toBe("PT503");
    }));

  it("the mail that asks to confirm quotes nothing; link, case and decision are the same", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      await open(scenario);
      await as("visitor", SEND, sent());
      const [mail] = await mails(scenario);
      expect(mail).toMatchObject({ kind: "confirm", title: "Maillot vert", reason: null });
      expect(await outcome("visitor", "select confirm_visitor_report('x')")).toBe("PT404");
      await as("visitor", "select confirm_visitor_report($1)", [mail.token]);
      const { rows } = await as("admin", "select id, reason from reports");
      expect(rows).toMatchObject([{ reason: "Ma photo, sans mon accord." }]);
      await decide(scenario, rows[0].id, "dismissed");
      const [notifier] = await mails(scenario);
      expect(notifier.reason).toBe("Ma photo, sans mon accord.");
      await as("visitor", "select contest_report($1, 'Regardez.')", [notifier.token]);
      expect((await as("admin", "select status from reports")).rows).toEqual([{ status: "open" }]);
    }));

  it("checks what the server's form checks", () =>
    rules.scenario(async (scenario) => {
      await open(scenario);
      for (const wrong of [
        { name: null },
        { email: "ana" },
        { reason: " " },
        { category: "spam" },
      ]) {
        expect(await refused(scenario, SEND, sent(wrong)), JSON.stringify(wrong)).toMatch(
          /visitor_reports_/,
        );
      }
      const hidden = sent({ target: fixture.pending });
      expect(await refused(scenario, SEND, hidden)).toBe("report_target_unknown");
    }));

  it("has fewer of them, beside those of the server's form", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      await open(scenario);
      await system(
        "update private.write_limits set most = 3 where kind = 'visitor_reports_of_anyone' and span = '1 hour'",
      );
      for (let n = 0; n < 3; n += 1)
        await as("visitor", SEND, sent({ email: `n${n}@example.org` }));
      expect(await isOpen(scenario)).toBe(false);
      expect(await outcome("visitor", SEND, sent())).toBe("PT429");
      await file(scenario);
      // A mailbox gets five a day, silently.
      await system(
        "update private.write_limits set most = 90 where kind like 'visitor_reports_of_anyone'",
      );
      for (let n = 0; n < 6; n += 1) await as("visitor", SEND, sent());
      const count = "select from visitor_reports where email = 'ana@example.org'";
      expect((await system(count)).rowCount).toBe(5);
    }));
});
