import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it } from "vitest";

import { atOnce } from "../support/at-once.ts";
import { MERGE } from "../support/merge.ts";
import type { Persona } from "../support/rules.ts";
import { shown } from "../support/suggestions.ts";
import { addJerseys, setUpRules } from "../support/fixture.ts";

// What happens when several write at once: connections of their own, committed.

const { rules, fixture } = setUpRules(["reviewer", "otherReviewer", "member"]);

beforeAll(async () => {
  // Other limits of members are tested elsewhere.
  await rules.system("delete from private.write_limits where kind = 'suggestions'");
});
afterEach(() => rules.system("update suggestions set status = 'withdrawn' where status = 'open'"));

const { begun, connect, run, meanwhile } = atOnce(() => rules);

const SUGGEST = "select * from suggest('jersey', $1, $2, 'Vu sur la photo')";
const suggest = async (target: string, year = 1976): Promise<string> =>
  (await run("member", SUGGEST, [target, { year }])).rows[0].id;

const DECIDE = "select decide($1, $2, $3) as done";
const YES = { year: { accepted: true } };
const NO = { year: { accepted: false, reason: "wrong" } };
const screen = async (id: string) => JSON.stringify((await shown(rules, id)).seen);
const decide = async (id: string, persona: Persona, verdicts: object = YES, seen?: string) =>
  run(persona, DECIDE, [id, verdicts, seen ?? (await screen(id))]);

async function approved(title: string, status = "approved"): Promise<string> {
  return (await addJerseys(rules, fixture, rules.ids.owner, [title], status))[0]!;
}

const values = async (ids: string[]) =>
  (
    await rules.system("select id, year, is_active from jerseys where id = any ($1) order by id", [
      ids,
    ])
  ).rows;

describe("at once", () => {
  it.each([
    ["the same", YES],
    ["another one", NO],
  ])(
    "two decisions: the second reviewer is told who decided, and of %s nothing happens",
    async (_, late) => {
      const target = await approved("Deux");
      const id = await suggest(target);
      const first = await begun("reviewer", DECIDE, [id, YES, await screen(id)]);
      const error = await meanwhile(first, () => decide(id, "otherReviewer", late)).catch(
        (caught) => caught,
      );
      expect(error).toMatchObject({ code: "PT409", message: "suggestion_decided" });
      expect(JSON.parse(error.detail)).toMatchObject({ status: "accepted", username: "reviewer" });
      const { rows } = await rules.system("select kind from revisions where target_id = $1", [
        target,
      ]);
      expect(rows).toEqual([{ kind: "suggestion" }]);
    },
  );

  it("two decisions on a submission: one is taken", async () => {
    const id = await approved("Nouveau", "pending");
    const seen = await screen(id);
    const verdicts = [{ jersey: YES.year }, { jersey: NO.year }];
    const first = await begun("reviewer", DECIDE, [id, verdicts[0], seen]);
    await expect(
      meanwhile(first, () => decide(id, "otherReviewer", verdicts[1], seen)),
    ).rejects.toMatchObject({
      message: "jersey_already_decided",
    });
  });

  it("a decision and the author's update: facts are as approved", async () => {
    const id = await approved("Nouveau", "pending");
    const first = await begun("reviewer", DECIDE, [id, { jersey: YES.year }, await screen(id)]);
    await expect(
      meanwhile(first, () => run("owner", "update jerseys set year = 1976 where id = $1", [id])),
    ).rejects.toMatchObject({ code: "42501" });
  });

  it("a decision, then an addition to what it is about: a suggestion of its own", async () => {
    const target = await approved("Ajout");
    const id = await suggest(target);
    const first = await begun("reviewer", DECIDE, [id, YES, await screen(id)]);
    const { rows } = await meanwhile(first, () => run("member", SUGGEST, [target, { price: 80 }]));
    expect(rows[0]).toMatchObject({ status: "open", changes: { price: 80 } });
    expect(rows[0].id).not.toBe(id);
  });

  it("an addition, then a decision on what it adds to: it has changed", async () => {
    const target = await approved("Ajout");
    const id = await suggest(target);
    const seen = await screen(id);
    const first = await begun("member", SUGGEST, [target, { price: 80 }]);
    await expect(meanwhile(first, () => decide(id, "reviewer", YES, seen))).rejects.toMatchObject({
      message: "suggestion_changed",
    });
  });

  it("thirty suggestions of a member: one for each thing, and as many as there is room for", async () => {
    const targets = await Promise.all(Array.from({ length: 10 }, () => approved("Trente")));
    const outcomes = await Promise.all(
      targets.flatMap((target) =>
        [1950, 1951, 1952].map((year) =>
          suggest(target, year).catch((error: { message: string }) => error.message),
        ),
      ),
    );
    const made = new Set(outcomes.filter((outcome) => outcome !== "suggestion_too_many"));
    expect(made.size).toBe(5);
    const { rows } = await rules.system("select id from suggestions where status = 'open'");
    expect(new Set(rows.map(({ id }) => id))).toEqual(made);
  });

  it("a merge and a decision: the decision is about the jersey that stays", async () => {
    const [gone, remaining] = [await approved("Double"), await approved("Original")];
    const id = await suggest(gone);
    const seen = await screen(id);
    const merge = await begun("admin", MERGE, [gone, remaining]);
    // The suggestion on the screen was about another jersey.
    await expect(meanwhile(merge, () => decide(id, "reviewer", YES, seen))).rejects.toMatchObject({
      message: "suggestion_changed",
    });
    await decide(id, "reviewer");
    expect((await values([gone, remaining])).filter((row) => row.is_active)).toEqual([
      { id: remaining, year: 1976, is_active: true },
    ]);
  });

  it("a merge and a suggestion: it goes to the jersey that stays", async () => {
    const [gone, remaining] = [await approved("Double"), await approved("Original")];
    const merge = await begun("admin", MERGE, [gone, remaining]);
    const { rows } = await meanwhile(merge, () => run("member", SUGGEST, [gone, { year: 1980 }]));
    expect(rows[0].target_id).toBe(remaining);
  });

  it("two decisions on removals of one jersey: the second finds it held", async () => {
    const target = await approved("Retiré");
    const make = async (persona: Persona, removal: string | null) =>
      (await run(persona, SUGGEST, [target, { removal }])).rows[0].id;
    const ids = [await make("member", null), await make("stranger", "unlawful")];
    const verdicts = { removal: { accepted: true } };
    const seen = await screen(ids[1]);
    const first = await begun("reviewer", DECIDE, [ids[0], verdicts, await screen(ids[0])]);
    await expect(
      meanwhile(first, () => decide(ids[1], "otherReviewer", verdicts, seen)),
    ).rejects.toMatchObject({
      message: "suggestion_held",
    });
  });

  it("an undoing and a correction: what was changed stays", async () => {
    const target = await approved("Annulé");
    const id = await suggest(target);
    const { batch_id } = (await decide(id, "reviewer")).rows[0].done;
    const correction = await begun("admin", "update jerseys set year = 1977 where id = $1", [
      target,
    ]);
    const undoing = await meanwhile(correction, () =>
      run("reviewer", "select undo(batch_id => $1, reason => 'Une erreur') as done", [batch_id]),
    );
    expect(undoing.rows[0].done).toMatchObject({
      undone: 0,
      revisions: [{ stays: { year: "changed" } }],
    });
    expect(await values([target])).toMatchObject([{ year: 1977 }]);
  });

  it("the member's next suggestion and an undoing: nothing is lost", async () => {
    const target = await approved("Suite");
    const id = await suggest(target);
    const { batch_id } = (await decide(id, "reviewer")).rows[0].done;
    const next = await begun("member", SUGGEST, [target, { price: 80 }]);
    const refusal = await meanwhile(next, () =>
      run("reviewer", "select undo(batch_id => $1, reason => 'Une erreur')", [batch_id]),
    ).then(
      () => null,
      (error: Error) => error.message,
    );
    expect([null, "suggestion_changed"]).toContain(refusal);
    const { rows } = await rules.system(
      "select status from suggestions where target_id = $1 order by created_at",
      [target],
    );
    expect(rows).toEqual([{ status: "accepted" }, { status: "open" }]);
  });

  const RENAMING: [string, () => Promise<() => Promise<unknown>>][] = [
    [
      "a decision",
      async () => {
        const { rows } = await run(
          "member",
          "select id from suggest('team', $1, $2, 'Le nom du club')",
          [fixture.team, { name: "ASSE" }],
        );
        return () => decide(rows[0].id, "reviewer", { name: { accepted: true } });
      },
    ],
    [
      "an undoing",
      async () => {
        await run("admin", "update teams set name = 'Saint-Étienne' where id = $1", [fixture.team]);
        return () =>
          run(
            "reviewer",
            "select undo(max(id), reason => 'Une erreur') from revisions where target_id = $1",
            [fixture.team],
          );
      },
    ],
  ];
  it.each(RENAMING)(
    "%s that renames a team and an author don't wait in a circle",
    async (_, by) => {
      const rename = await by();
      const target = await approved("Du club");
      const author = await connect();
      // Like the first half of an update.
      await begun("owner", "select from jerseys where id = $1 for no key update", [target], author);
      const commit = async () => {
        await author.query("update jerseys set edition = 'Coupe' where id = $1", [target]);
        await author.query("commit");
      };
      await meanwhile({ commit }, rename);
      const { rows } = await rules.system(
        "select jersey.team = teams.name as same from jerseys jersey join teams on teams.id = team_id where jersey.id = $1",
        [target],
      );
      expect(rows).toEqual([{ same: true }]);
    },
  );

  it("decisions, edits, removals of photos and merges don't wait for each other in a circle", async () => {
    const targets = await Promise.all(
      ["un", "deux", "trois", "quatre"].map((name) => approved(`Maillot ${name}`)),
    );
    const ids = await Promise.all(targets.map((target) => suggest(target)));
    const image = await rules.system(
      `insert into jersey_images (jersey_id, url)
       select id, '/storage/v1/object/public/jerseys/' || $2 || '/' || id || '.webp'
       from unnest($1::uuid[]) id returning id`,
      [targets, rules.ids.owner],
    );
    const outcomes = await Promise.allSettled(
      targets.flatMap((target, index) => [
        decide(ids[index]!, "reviewer"),
        decide(ids[index]!, "otherReviewer"),
        run("owner", "delete from jersey_images where id = $1", [image.rows[index].id]),
        run("owner", "update jerseys set title = 'Autre titre' where id = $1", [target]),
        run("admin", "select moderate_jersey($1, 'approved')", [target]),
        run("member", "select withdraw_suggestion($1)", [ids[index]]),
        ...(index % 2 === 1 ? [run("admin", MERGE, [target, targets[index - 1]])] : []),
      ]),
    );
    const codes = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [outcome.reason.code] : [],
    );
    expect(codes.filter((code) => !code.startsWith("PT"))).toEqual([]);
  });

  describe("the deletion of an account and a decision on its suggestion", () => {
    async function suggested() {
      const target = await approved("Sien");
      const [id, suggestion] = [randomUUID(), randomUUID()];
      await rules.system(
        `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
         values ($1::uuid, $1::text || '@example.test', now(), jsonb_build_object('username', 'partante_' || left($1::text, 8)))`,
        [id],
      );
      await rules.system(
        `insert into suggestions (id, target_type, target_id, title, member_id, changes, was, words, source)
         values ($1, 'jersey', $2, 'Sien', $3, '{"year": 1976}', '{"year": null}', '{}', 'Vu sur la photo')`,
        [suggestion, target, id],
      );
      return {
        target,
        suggestion,
        seen: await screen(suggestion),
        leave: () => rules.system("delete from auth.users where id = $1", [id]),
        remaining: async () =>
          (await rules.system("select member_id from suggestions where id = $1", [suggestion]))
            .rows,
      };
    }

    it("the decision first: it stands, of nobody", async () => {
      const { target, suggestion, seen, leave, remaining } = await suggested();
      await meanwhile(await begun("reviewer", DECIDE, [suggestion, YES, seen]), leave);
      expect(await values([target])).toMatchObject([{ year: 1976 }]);
      expect(await remaining()).toEqual([{ member_id: null }]);
    });

    it("the deletion first: there is nothing to decide", async () => {
      const { suggestion, seen, leave, remaining } = await suggested();
      await leave();
      await expect(decide(suggestion, "reviewer", YES, seen)).rejects.toMatchObject({
        message: "jersey_not_found",
      });
      expect(await remaining()).toEqual([]);
    });
  });
});
