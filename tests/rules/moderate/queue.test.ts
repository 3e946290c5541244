import { beforeAll, describe, expect, it } from "vitest";

import type { Scenario } from "../support/rules.ts";
import { contest, decide, no, photoOf, queue, suggest, yes } from "../support/suggestions.ts";
import { addFiles, setUpRules } from "../support/fixture.ts";

const { rules, fixture } = setUpRules(["reviewer", "member"]);

beforeAll(async () => {
  await addFiles(rules, rules.ids.member, ["dos.webp"]);
});

const REPORT =
  "insert into reports (target_type, target_id, reason) values ($1, $2, 'Faux') returning id";

/** One of each kind; that of the first name waits longest, ten days, the next nine. */
async function fill(scenario: Scenario): Promise<Record<string, string>> {
  const { as, system } = scenario;
  await system("update jerseys set is_active = true where id = $1", [fixture.inactive]);
  const { rows } = await system(
    "insert into competitions (league, name) values ('NBA', 'NBA') returning id",
  );
  const approved = { target: fixture.approved };
  await as("owner", "update jerseys set title = 'Autre' where id = $1", [fixture.approved]);
  const own = await system("select id from suggestions");
  const ids: Record<string, string> = {
    new: fixture.pending,
    edit: (await suggest(scenario, { ...approved, changes: { year: 1976 } })).id,
    own: own.rows[0].id,
    photos: (
      await suggest(scenario, {
        target: fixture.inactive,
        photos: [photoOf(rules.ids.member, "dos")],
      })
    ).id,
    removal: (await suggest(scenario, { ...approved, as: "stranger", changes: { removal: null } }))
      .id,
    merge: (await suggest(scenario, { ...approved, changes: { merge_into: fixture.inactive } })).id,
    team: (
      await suggest(scenario, {
        as: "stranger",
        type: "team",
        target: fixture.team,
        changes: { city: "Lyon" },
      })
    ).id,
    competition: (
      await suggest(scenario, {
        as: "reviewer",
        type: "competition",
        target: rows[0].id,
        changes: { country: "US" },
      })
    ).id,
    report: (await as("stranger", REPORT, ["jersey", fixture.approved])).rows[0].id,
    comment: (await as("stranger", REPORT, ["comment", fixture.comment])).rows[0].id,
  };
  for (const [place, id] of Object.values(ids).entries()) {
    for (const table of ["jerseys", "suggestions", "reports"]) {
      await system(
        `update ${table} set created_at = now() - make_interval(days => $2, hours => 1) where id = $1`,
        [id, 10 - place],
      );
    }
  }
  return ids;
}

describe("the queue", () => {
  it("shows the oldest first, each with what helps to decide", () =>
    rules.scenario(async (scenario) => {
      const ids = await fill(scenario);
      await scenario.as("admin", "update jerseys set year = 1977 where id = $1", [
        fixture.approved,
      ]);
      const rows = await queue(scenario, {}, "admin");
      expect(rows.map(({ id }) => id)).toEqual(Object.values(ids));
      expect(rows.map(({ kind }) => kind)).toEqual([
        ...[
          "new",
          "edit",
          "edit",
          "photos",
          "removal",
          "merge",
          "edit",
          "edit",
          "report",
          "report",
        ],
      ]);
      expect(rows).toMatchObject([
        {
          target_type: "jersey",
          target_id: fixture.pending,
          title: "Maillot blanc",
          league: "SOCCER",
          username: "owner",
          accepted: 2,
          seen: { title: "Maillot blanc" },
          detail: {
            jersey: { team_slug: "as-saint-etienne" },
            images: [{ id: fixture.pendingImage, is_removal: false }],
            is_again: false,
          },
        },
        {
          title: "Maillot vert",
          username: "member",
          seen: expect.any(String),
          detail: {
            changes: { year: 1976 },
            current: { year: 1977 },
            current_words: { year: 1977 },
            conflicts: ["year"],
            pending: ["year"],
            team_slug: "as-saint-etienne",
            is_public: true,
            is_author: false,
          },
        },
        { detail: { is_author: true, conflicts: [], source: null } },
        { detail: { photos: [{ kind: "back", is_removal: false }] } },
        {
          detail: {
            pending: ["removal"],
            conflicts: [],
            words: { removal: { after: null } },
          },
        },
        {
          detail: {
            pending: ["merge_into"],
            conflicts: [],
            words: { merge_into: { after: "Maillot retiré" } },
          },
        },
        { title: "AS Saint-Étienne", target_type: "team", league: "SOCCER" },
        { title: "NBA", target_type: "competition", league: "NBA", is_mine: false },
        {
          title: "Maillot vert",
          detail: { reason: "Faux", jersey_id: fixture.approved, comment: null },
        },
        {
          title: "Maillot vert",
          target_type: "comment",
          detail: {
            jersey_id: fixture.approved,
            comment: "Le plus beau.",
            team_slug: "as-saint-etienne",
          },
        },
      ]);
      // Who decided before isn't told.
      expect(JSON.stringify(rows)).not.toContain("moderated_by");
    }));

  it.each<[object, string[]]>([
    [{ kind: "edit" }, ["edit", "own", "photos", "team", "competition"]],
    [{ kind: "merge" }, ["merge"]],
    [{ kind: "report" }, ["report", "comment"]],
    [{ league: "NBA" }, ["competition"]],
    [{ league: "SOCCER", kind: "new" }, ["new"]],
    [{ days: 9 }, ["new", "edit"]],
    [{ days: 10, kind: "edit" }, []],
    [{ to_check: true }, []],
  ])("is filtered: %j", (filter, expected) =>
    rules.scenario(async (scenario) => {
      const ids = await fill(scenario);
      const found = await queue(scenario, filter);
      expect(found.map((one) => Object.keys(ids).find((name) => ids[name] === one.id))).toEqual(
        expected,
      );
    }),
  );

  it("is read in pages, of things of one time too", () =>
    rules.scenario(async (scenario) => {
      await fill(scenario);
      for (const table of ["jerseys", "suggestions", "reports"]) {
        await scenario.system(`update ${table} set created_at = now()`);
      }
      const all = (await queue(scenario)).map(({ id }) => id);
      const read: string[] = [];
      let after: { since: string; id: string } | null = null;
      while (read.length < 20) {
        const page = await scenario.as(
          "reviewer",
          "select id, since::text from queue(after => $1, page_size => 3)",
          [after],
        );
        if (page.rowCount === 0) break;
        read.push(...page.rows.map(({ id }) => id));
        after = page.rows.at(-1);
      }
      expect(all).toHaveLength(10);
      expect(read).toEqual(all);
    }));

  it.each<[object, object | null]>([
    [{ status: "open" }, null],
    [{ kind: 7 }, null],
    [{ days: "drei" }, null],
    [{ to_check: "yes" }, null],
    [{}, { since: "gestern", id: "7" }],
    [{}, { since: "2026-01-01T00:00:00Z" }],
  ])("refuses the filter %j after %j", (filter, after) =>
    rules.scenario((scenario) =>
      expect(queue(scenario, filter, "reviewer", after)).rejects.toMatchObject({
        code: "PT400",
        message: "queue_filter",
      }),
    ),
  );
});

describe("its figures", () => {
  it.each(["reviewer", "admin"] as const)(
    "count what this %s can decide, as the header does",
    (by) =>
      rules.scenario(async (scenario) => {
        const { as, system } = scenario;
        await fill(scenario);
        // Of their own: a submission, a report of something that nobody else has reported, and what is contested.
        await system("update jerseys set author_id = $1 where id = $2", [
          rules.ids[by],
          fixture.pending,
        ]);
        await as(by, REPORT, ["jersey", fixture.inactive]);
        const city = { as: "member", type: "team", target: fixture.team } as const;
        const { id } = await suggest(scenario, { ...city, changes: { city: "Nice" } });
        await decide(scenario, id, { city: no }, { by });
        await contest(scenario, id);
        const rows = (await queue(scenario, {}, by)).filter(({ is_mine }) => !is_mine);
        const { by_kind, oldest } = (await as(by, "select * from queue_figures()")).rows[0];
        const amounts = Object.values<number>(by_kind).reduce((sum, amount) => sum + amount, 0);
        const { to_review } = (await as(by, "select to_review from member_state()")).rows[0];
        expect([amounts, to_review, oldest]).toEqual([rows.length, rows.length, rows[0].since]);
      }),
  );

  it("are for everybody, more of them for reviewers", () =>
    rules.scenario(async (scenario) => {
      const figures = async (persona: "visitor" | "owner" | "reviewer") =>
        (await scenario.as(persona, "select * from queue_figures()")).rows[0];
      // The pending jersey of the fixture.
      const nothing = { oldest: null, by_kind: null, to_check: null };
      expect(await figures("visitor")).toEqual({ waiting: 1, typical_hours: null, ...nothing });
      const ids = await fill(scenario);
      for (const persona of ["visitor", "owner"] as const) {
        expect(await figures(persona)).toEqual({ waiting: 8, typical_hours: null, ...nothing });
      }
      const [first] = await queue(scenario);
      expect(await figures("reviewer")).toEqual({
        waiting: 8,
        typical_hours: null,
        oldest: first.since,
        // Without the reviewer's own.
        by_kind: { new: 1, edit: 3, photos: 1, merge: 1, removal: 1, report: 2 },
        to_check: 0,
      });
      // Six days and an hour after it was suggested.
      await decide(scenario, ids.photos!, yes);
      expect(await figures("visitor")).toMatchObject({ waiting: 7, typical_hours: "169.0" });
    }));
});
