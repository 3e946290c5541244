import { beforeAll, describe, expect, it } from "vitest";

import type { Persona, Scenario } from "../support/rules.ts";
import {
  contest,
  decide,
  type Given,
  no,
  ownEdit,
  passTime,
  photoOf,
  photosOf,
  queue,
  readSuggestion,
  shown,
  SOURCE,
  suggest as suggestOf,
  noticesOf,
  undoRevision,
  valuesOf,
  yes,
} from "../support/suggestions.ts";
import { addFiles, setUpRules, publicUrl } from "../support/fixture.ts";

const { rules, fixture } = setUpRules(["reviewer", "otherReviewer", "member"]);

beforeAll(async () => {
  await addFiles(rules, rules.ids.owner, ["vert.webp", "blanc.webp", "flou.webp", "un.webp"]);
  await addFiles(rules, rules.ids.member, ["dos.webp", "col.webp"]);
});

const FACTS = "title, edition, year, status";

const suggest = (scenario: Scenario, given: Partial<Given> = {}) =>
  suggestOf(scenario, { target: fixture.approved, ...given });
const photo = (name: string) => photoOf(rules.ids.member, name);
const facts = (scenario: Scenario, jersey = fixture.approved) => valuesOf(scenario, jersey, FACTS);
const urls = async (scenario: Scenario) =>
  (await photosOf(scenario, fixture.approved)).map((one) => one.url);
const row = async (scenario: Scenario, id: string) =>
  (await queue(scenario)).find((one) => one.id === id);

async function undo({ as }: Scenario, batch: string | null, by: Persona = "reviewer") {
  const { rows } = await as(by, "select undo(batch_id => $1, reason => 'Trop vite') as done", [
    batch,
  ]);
  return rows[0].done;
}

/** Everything that a decision changes. */
async function state({ system }: Scenario) {
  const read = async (text: string) => (await system(text)).rows;
  return {
    jerseys: await read(
      "select to_jsonb(j) - 'updated_at' - 'colors' as row from jerseys j order by id",
    ),
    // A suggested photo's place is that among those of the suggestion.
    images: await read(
      "select to_jsonb(i) - 'position' as row from jersey_images i order by suggestion_id, i.position, id",
    ),
    suggestions: await read("select to_jsonb(s) as row from suggestions s order by id"),
    files: await read("select name, held_for, retry_at from storage_deletions order by name"),
    withheld: await read("select name from storage.objects where user_metadata ? 'withheld'"),
    notices: await read("select outcome from notices"),
    mails: await read("select from notice_mails"),
    decisions: await read(
      "select table_name, row_id, decided_by from private.decisions order by row_id",
    ),
    revisions: await read("select target_id, kind from revisions order by id"),
    gone: await read("select jersey_id from gone_jerseys"),
  };
}

/** The author changes two texts, adds a photo and removes one. */
async function edit(scenario: Scenario): Promise<string> {
  const { as } = scenario;
  await as(
    "owner",
    "update jerseys set title = 'Maillot émeraude', edition = 'Finale' where id = $1",
    [fixture.approved],
  );
  await as("owner", "delete from jersey_images where id = $1", [fixture.image]);
  await as("owner", "insert into jersey_images (jersey_id, url, position) values ($1, $2, 1)", [
    fixture.approved,
    publicUrl(rules.ids.owner, "un.webp"),
  ]);
  return (await ownEdit(scenario, fixture.approved)).id;
}

describe("a submission", () => {
  it.each([
    [{ reason: "quality", note: "Photo trop sombre" }, "quality: Photo trop sombre"],
    [{ reason: "duplicate" }, "duplicate"],
    [{ reason: "other", note: " Une copie " }, "Une copie"],
  ])("is refused with a reason of the table: %j", (reason, note) =>
    rules.scenario(async (scenario) => {
      expect(await decide(scenario, fixture.pending, { accepted: false, ...reason })).toEqual({
        status: "rejected",
        batch_id: null,
      });
      expect(await valuesOf(scenario, fixture.pending, "status, moderation_note")).toEqual({
        status: "rejected",
        moderation_note: note,
      });
    }),
  );

  it("that was refused and changed is decided again, with the refusal before", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("owner", "update jerseys set title = 'Maillot net' where id = $1", [
        fixture.rejected,
      ]);
      expect(await row(scenario, fixture.rejected)).toMatchObject({
        kind: "new",
        detail: {
          is_again: true,
          moderation_note: "Photo illisible",
          jersey: { title: "Maillot net" },
        },
      });
      const { seen } = await shown(scenario, fixture.rejected);
      await scenario.as("owner", "update jerseys set edition = 'Finale' where id = $1", [
        fixture.rejected,
      ]);
      await expect(decide(scenario, fixture.rejected, yes, { seen })).rejects.toMatchObject({
        message: "jersey_changed_meanwhile",
      });
      await decide(scenario, fixture.rejected, yes);
      expect(await row(scenario, fixture.rejected)).toBeUndefined();
    }));
});

describe("a suggestion", () => {
  it("is decided by field; its member is told, the history says who and why", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, {
        changes: { year: 1976, edition: "Finale", team: "Les Verts" },
      });
      const reason = { ...no, reason: "no_source", note: "Une photo ?" };
      const done = await decide(scenario, id, { year: yes, edition: reason, team_id: no });
      expect(done).toEqual({ status: "partly", batch_id: expect.any(String) });
      expect(await valuesOf(scenario, fixture.approved, "year, edition, team")).toEqual({
        year: 1976,
        edition: null,
        team: "AS Saint-Étienne",
      });
      const [notice, ...others] = await noticesOf(scenario, rules.ids.member);
      expect(others).toEqual([]);
      expect(notice).toMatchObject({ outcome: "suggestion_partly", jersey_id: fixture.approved });
      expect(notice.changes).toEqual(
        expect.arrayContaining([
          { field: "edition", before: null, after: "Finale", ...reason },
          expect.objectContaining({ field: "team", after: "Les Verts", accepted: false }),
          expect.objectContaining({ field: "year", accepted: true }),
        ]),
      );
      const history = await scenario.as("visitor", "select * from history('jersey', $1)", [
        fixture.approved,
      ]);
      expect(history.rows[0]).toMatchObject({
        kind: "suggestion",
        username: "member",
        reason: SOURCE,
        batch_id: done.batch_id,
        changes: { year: { before: null, after: 1976 } },
      });
    }));

  it("changes references with their names, and so does its undoing", () =>
    rules.scenario(async (scenario) => {
      const columns = "league, competition_id, brand, team, team_id";
      const before = await valuesOf(scenario, fixture.approved, columns);
      const { rows } = await scenario.system(
        "insert into competitions (league, name) values ('NBA', 'NBA') returning id",
      );
      const changes = { competition_id: rows[0].id, brand_id: fixture.brand, team: "Autre club" };
      const { id } = await suggest(scenario, { changes });
      const { batch_id } = await decide(scenario, id, yes);
      expect(await valuesOf(scenario, fixture.approved, columns)).toEqual({
        league: "NBA",
        competition_id: rows[0].id,
        brand: "Le Coq Sportif",
        team: "Autre club",
        team_id: null,
      });
      await passTime(scenario);
      expect(await undo(scenario, batch_id)).toMatchObject({ undone: 1 });
      expect(await valuesOf(scenario, fixture.approved, columns)).toEqual(before);
    }));

  it("is corrected while it is accepted, and its member told so", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976, edition: "Finale" } });
      await decide(scenario, id, { year: yes, edition: no }, { corrections: { year: 1977 } });
      expect(await facts(scenario)).toMatchObject({ year: 1977, edition: null });
      expect(await readSuggestion(scenario, id)).toMatchObject({
        changes: { year: 1976 },
        words: { year: { before: null, after: 1977 } },
        verdicts: { year: { accepted: true, corrected: true, suggested: 1976 } },
      });
      // Beside what it became.
      expect((await noticesOf(scenario, rules.ids.member)).at(-1)).toMatchObject({
        changes: [
          { field: "edition", accepted: false },
          { field: "year", before: null, after: "1977", suggested: "1976" },
        ],
      });
    }));

  it("isn't corrected into what the page says already: nothing would be accepted", () =>
    rules.scenario(async (scenario) => {
      await scenario.system("update jerseys set edition = 'Finale' where id = $1", [
        fixture.approved,
      ]);
      const { id } = await suggest(scenario, { changes: { year: 1976, edition: "Demi-finale" } });
      await expect(
        decide(scenario, id, { year: yes, edition: yes }, { corrections: { edition: "Finale" } }),
      ).rejects.toMatchObject({ message: "correction_changes_nothing" });
    }));

  it.each<[string, unknown]>([
    ["of a refused field", { edition: "Demi-finale" }],
    ["of another field", { price: 80 }],
    ["of photos", { photos: [] }],
    ["of a structure", { year: { a: 1 } }],
    ["that is none", [1976]],
  ])("isn't corrected by a value %s", (_, corrections) =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976, edition: "Finale" } });
      await expect(
        decide(scenario, id, { year: yes, edition: no }, { corrections }),
      ).rejects.toMatchObject({ code: "PT400" });
      expect(await readSuggestion(scenario, id)).toMatchObject({ status: "open" });
    }),
  );

  it.each<[object, string]>([
    [{ year: yes }, "suggestion_verdicts"],
    [{ year: yes, edition: yes, title: yes }, "suggestion_verdicts"],
    [{ year: yes, edition: true }, "suggestion_verdicts"],
    [{ year: yes, edition: [] }, "suggestion_verdicts"],
    [{ year: yes, edition: { accepted: "true" } }, "suggestion_verdicts"],
    [{ year: yes, edition: { ...no, note: { a: 1 } } }, "suggestion_verdicts"],
    [{ year: yes, edition: { ...no, note: "x".repeat(990) } }, "suggestion_verdicts"],
    [{ year: yes, edition: { accepted: false, reason: ["wrong"] } }, "suggestion_verdicts"],
    [{ year: yes, edition: { ...yes, overwrite: "true" } }, "suggestion_verdicts"],
    [{ year: yes, edition: { ...yes, more: "x" } }, "suggestion_verdicts"],
    [{ year: yes, edition: { accepted: false } }, "suggestion_verdict_reason"],
    [{ year: yes, edition: { accepted: false, reason: "gone" } }, "suggestion_verdict_reason"],
    [
      { year: yes, edition: { accepted: false, reason: "other", note: " " } },
      "suggestion_verdict_reason",
    ],
  ])("needs a verdict for each part, with a reason for refusals: %j", (verdicts, message) =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976, edition: "Finale" } });
      await expect(decide(scenario, id, verdicts)).rejects.toMatchObject({
        code: "PT400",
        message,
      });
      const nothing = { reason: null, note: null, overwrite: null };
      await decide(scenario, id, { year: { ...nothing, ...yes }, edition: { ...nothing, ...no } });
    }),
  );

  it("is about what was seen, and what there is", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976 } });
      for (const seen of ["2020-01-01T00:00:00+00:00", {}, "x"]) {
        await expect(decide(scenario, id, yes, { seen })).rejects.toMatchObject({
          code: "PT409",
          message: "suggestion_changed",
        });
      }
      await expect(decide(scenario, fixture.comment, { year: yes })).rejects.toMatchObject({
        code: "PT404",
        message: "jersey_not_found",
      });
    }));

  it("overwrites nothing that changed meanwhile, unless told to", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { edition: "Finale", year: 1976 } });
      await scenario.as("owner", "update jerseys set edition = 'Demi-finale' where id = $1", [
        fixture.approved,
      ]);
      await decide(scenario, (await ownEdit(scenario, fixture.approved)).id, yes);
      expect(await row(scenario, id)).toMatchObject({
        detail: {
          conflicts: ["edition"],
          current_words: { edition: "Demi-finale", year: null },
          pending: ["year", "edition"],
        },
      });
      const error = await decide(scenario, id, yes).catch((caught) => caught);
      expect(error).toMatchObject({ code: "PT409", message: "suggestion_conflict" });
      expect(JSON.parse(error.detail)).toEqual({
        edition: { was: null, current: "Demi-finale", wanted: "Finale" },
      });
      expect(await facts(scenario)).toMatchObject({ edition: "Demi-finale", year: null });
      await decide(scenario, id, { edition: { ...yes, overwrite: true }, year: yes });
      expect(await facts(scenario)).toMatchObject({ edition: "Finale", year: 1976 });
    }));

  it("accepts what somebody else has made so already, without a revision", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976 } });
      await scenario.as("admin", "update jerseys set year = 1976 where id = $1", [
        fixture.approved,
      ]);
      expect(await decide(scenario, id, yes)).toEqual({ status: "accepted", batch_id: null });
    }));

  it("is only refused when its jersey isn't shown any more", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976 } });
      await scenario.system("update jerseys set is_active = false where id = $1", [
        fixture.approved,
      ]);
      await expect(decide(scenario, id, yes)).rejects.toMatchObject({
        message: "suggestion_target_gone",
      });
      await decide(scenario, id, no);
    }));

  it("is contested once, by part, within thirty days, before another reviewer", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, {
        changes: { year: 1976, edition: "Finale" },
        photos: [photo("dos")],
      });
      const { pending } = await shown(scenario, id);
      await decide(
        scenario,
        id,
        Object.fromEntries(pending.map((key) => [key, key === "year" ? yes : no])),
      );
      await expect(contest(scenario, id, "member", "  ")).rejects.toMatchObject({
        message: "suggestion_contest_words",
      });
      await scenario.system("savepoint decided");
      await scenario.system("update suggestions set decided_at = now() - interval '31 days'");
      await expect(contest(scenario, id)).rejects.toMatchObject({
        message: "suggestion_contested",
      });
      await scenario.system("rollback to savepoint decided");
      await contest(scenario, id);
      const waiting = await row(scenario, id);
      expect(waiting).toMatchObject({
        detail: { contest: "La photo le montre.", verdicts: { year: yes } },
      });
      expect(waiting.detail.pending).toEqual(["edition", expect.stringMatching("photo:")]);
      await decide(scenario, id, yes, { by: "otherReviewer" });
      expect(await facts(scenario)).toMatchObject({ edition: "Finale" });
      expect(await urls(scenario)).toHaveLength(2);
      await expect(contest(scenario, id)).rejects.toMatchObject({
        message: "suggestion_contested",
      });
    }));
});

describe("a suggested", () => {
  const merge = async (scenario: Scenario, as: "member" | "stranger" = "member") => {
    await scenario.system("update jerseys set is_active = true where id = $1", [fixture.inactive]);
    return suggest(scenario, { as, changes: { merge_into: fixture.inactive } });
  };

  it("merge is done at once, with its source as the reason; others who suggested it hear of it", () =>
    rules.scenario(async (scenario) => {
      const { id } = await merge(scenario);
      await merge(scenario, "stranger");
      const before = await state(scenario);
      const { status, batch_id } = await decide(scenario, id, yes);
      expect(status).toBe("accepted");
      const { rows } = await scenario.as(
        "reviewer",
        "select into_id, reason, batch_id from gone_jerseys",
      );
      expect(rows).toEqual([{ into_id: fixture.inactive, reason: SOURCE, batch_id }]);
      const history = "select kind, reason, username from history('jersey', $1) where id > 0";
      expect((await scenario.as("visitor", history, [fixture.inactive])).rows).toEqual([
        { kind: "merge", reason: SOURCE, username: "member" },
      ]);
      for (const member of [rules.ids.member, rules.ids.stranger]) {
        expect(await noticesOf(scenario, member)).toMatchObject([
          { outcome: "suggestion_accepted" },
        ]);
      }
      expect(await noticesOf(scenario, rules.ids.owner)).toMatchObject([{ outcome: "merged" }]);
      // Within the time, it waits again, both of them, and nobody is told.
      expect(await undo(scenario, batch_id)).toMatchObject({ undone: 1 });
      const after = await state(scenario);
      const open = (rows_: { row: { status: string } }[]) => rows_.map((one) => one.row.status);
      expect(open(after.suggestions)).toEqual(open(before.suggestions));
      expect(after).toMatchObject({
        jerseys: before.jerseys,
        images: before.images,
        notices: [],
        mails: [],
      });
    }));

  it.each([null, "offensive", "unlawful"])("removal is done at once: %s", (urgency) =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { removal: urgency } });
      await decide(scenario, id, yes);
      const batch = "select batch_id from gone_jerseys";
      const { batch_id } = (await scenario.as("reviewer", batch)).rows[0];
      const { rows } = await scenario.as("visitor", "select title from removed_jersey($1)", [
        fixture.approved,
      ]);
      expect(rows).toEqual([{ title: urgency ? null : "Maillot vert" }]);
      await passTime(scenario);
      expect(await undo(scenario, batch_id)).toMatchObject({ undone: urgency ? 0 : 1 });
      expect(await undo(scenario, batch_id, "admin")).toMatchObject({ undone: urgency ? 1 : 0 });
      const back = { outcome: "brought_back", jersey_id: fixture.approved };
      expect((await noticesOf(scenario, rules.ids.member)).at(-1)).toMatchObject(back);
      // Their contributions say so.
      const undone = `select is_whole from undone_revisions(array(
        select revision.id from revisions revision where revision.suggestion_id = $1))`;
      expect((await scenario.as("member", undone, [id])).rows).toEqual([{ is_whole: true }]);
    }),
  );

  it("merge or removal counts as the reviewer's", () =>
    rules.scenario(async (scenario) => {
      await scenario.system("update private.write_limits set most = 0 where kind = 'merges'");
      const { id } = await merge(scenario);
      await expect(decide(scenario, id, yes)).rejects.toMatchObject({ code: "PT429" });
    }));
});

describe("within twelve seconds, undone,", () => {
  it.each<[string, (scenario: Scenario) => Promise<[string, object?]>]>([
    ["a submission", async () => [fixture.pending, { corrections: { year: 1998 } }]],
    ["one whose correction changes nothing", async () => [fixture.pending, { corrections: {} }]],
    [
      "a submission that was refused before",
      async ({ as }) => {
        await as("owner", "insert into jersey_images (jersey_id, url) values ($1, $2)", [
          fixture.rejected,
          publicUrl(rules.ids.owner, "flou.webp"),
        ]);
        // Its file is held until the decision.
        await as("owner", "delete from jersey_images where jersey_id = $1", [fixture.rejected]);
        return [fixture.rejected];
      },
    ],
    ["an author's edit", async (scenario) => [await edit(scenario)]],
    [
      "a suggestion with photos",
      async (scenario) => [
        (await suggest(scenario, { changes: { year: 1976 }, photos: [photo("dos"), photo("col")] }))
          .id,
      ],
    ],
    [
      "a contested one",
      async (scenario) => {
        const { id } = await suggest(scenario, { photos: [photo("dos")] });
        await decide(scenario, id, no, { by: "otherReviewer" });
        await scenario.system("delete from notices");
        await contest(scenario, id);
        return [id];
      },
    ],
    [
      "a removal",
      async (scenario) => [(await suggest(scenario, { changes: { removal: null } })).id],
    ],
  ])("%s waits as before, and nobody is told", (_, prepare) =>
    rules.scenario(async (scenario) => {
      const [id, how] = await prepare(scenario);
      const before = await state(scenario);
      const waiting = await row(scenario, id);
      expect(waiting).toBeDefined();
      const { batch_id } = await decide(scenario, id, yes, how);
      expect(await row(scenario, id)).toBeUndefined();
      expect((await scenario.system("select * from claim_notice_mail()")).rows).toEqual([]);
      expect(await scenario.outcome("member", "select from notices")).toBe(0);
      expect(await undo(scenario, batch_id)).toMatchObject({ undone: expect.any(Number) });
      expect(await state(scenario)).toEqual(before);
      expect(await row(scenario, id)).toEqual(waiting);
    }),
  );

  it("what was accepted in part waits as a whole", () =>
    rules.scenario(async (scenario) => {
      const id = await edit(scenario);
      const before = await state(scenario);
      const [first, ...others] = (await shown(scenario, id)).pending;
      const { batch_id } = await decide(scenario, id, {
        [first!]: no,
        ...Object.fromEntries(others.map((key) => [key, yes])),
      });
      await undo(scenario, batch_id);
      expect(await state(scenario)).toEqual(before);
    }));

  it.each<[string, (scenario: Scenario, batch: string) => Promise<unknown>, number | null]>([
    [
      "which its member follows up with another",
      async (scenario, batch) => {
        await suggest(scenario, { changes: { price: 90 } });
        await undo(scenario, batch);
      },
      null,
    ],
    [
      "of which one revision is named",
      async (scenario) => {
        const { rows } = await scenario.system("select id from revisions where changes ? 'image'");
        await undoRevision(scenario, "reviewer", rows[0].id);
      },
      1976,
    ],
  ])("a suggestion %s is undone like any other change", (_, takeBack, year) =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976 }, photos: [photo("dos")] });
      const { batch_id } = await decide(scenario, id, yes);
      await takeBack(scenario, batch_id!);
      expect(await facts(scenario)).toMatchObject({ year });
      expect(await urls(scenario)).toHaveLength(1);
      expect(await readSuggestion(scenario, id)).toMatchObject({ status: "accepted" });
      expect((await noticesOf(scenario, rules.ids.member)).map(({ outcome }) => outcome)).toEqual([
        "suggestion_accepted",
        "undone",
      ]);
    }),
  );

  it("an approval whose correction was stored as null waits again too", () =>
    rules.scenario(async (scenario) => {
      const { batch_id } = await decide(scenario, fixture.pending, yes);
      await scenario.system(`update revisions set stored = stored || '{"fields": null}'`);
      expect(await undo(scenario, batch_id)).toMatchObject({ undone: 1 });
      expect(await facts(scenario, fixture.pending)).toMatchObject({ status: "pending" });
    }));

  it("a decision by the specification's door, too", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("reviewer", "select moderate_jersey($1, 'approved')", [fixture.pending]);
      const { rows } = await scenario.system("select batch_id from revisions");
      await undo(scenario, rows[0].batch_id);
      expect(await facts(scenario, fixture.pending)).toMatchObject({ status: "pending" });
      expect(await noticesOf(scenario, rules.ids.owner)).toEqual([]);
    }));

  it("a mail about the decision before stays; a later one replaces it", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const mails = async () =>
        (
          await system(
            "select outcome from notices join notice_mails on notice_id = notices.id order by created_at",
          )
        ).rows.map(({ outcome }) => outcome);
      await as("reviewer", "select moderate_jersey($1, 'rejected', 'Flou.')", [fixture.pending]);
      await system("update notices set created_at = created_at - interval '1 hour'");
      await as("owner", "update jerseys set year = 1998 where id = $1", [fixture.pending]);
      const { batch_id } = await decide(scenario, fixture.pending, yes);
      expect(await mails()).toEqual(["rejected", "approved"]);
      await system("savepoint decided");
      await undo(scenario, batch_id);
      expect(await mails()).toEqual(["rejected"]);
      await system("rollback to savepoint decided");
      await system("update notice_mails set retry_at = now()");
      await system("update auth.users set email_confirmed_at = now()");
      const sent = await system("select outcome from claim_notice_mail()");
      const next = await system("select outcome from claim_notice_mail()");
      expect([...sent.rows, ...next.rows]).toEqual([{ outcome: "approved" }]);
    }));
});

describe("later, undone,", () => {
  it("an approval: the jersey waits again, unless members use it", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const { batch_id } = await decide(scenario, fixture.pending, yes);
      await passTime(scenario);
      await system("savepoint approved");
      await as("stranger", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [
        fixture.pending,
      ]);
      expect(await undo(scenario, batch_id)).toMatchObject({
        undone: 0,
        revisions: [{ stays: { jersey: "used" } }],
      });
      await system("rollback to savepoint approved");
      await as("owner", "update jerseys set title = 'Retouché' where id = $1", [fixture.pending]);
      expect(await undo(scenario, batch_id)).toMatchObject({ undone: 0 });
      await system("rollback to savepoint approved");
      await undo(scenario, batch_id);
      expect(await row(scenario, fixture.pending)).toMatchObject({ kind: "new" });
      expect((await noticesOf(scenario, rules.ids.owner)).map(({ outcome }) => outcome)).toEqual([
        "approved",
        "undone",
      ]);
    }));

  it("a removed photo comes back as it was: its file can't be replaced or deleted meanwhile", () =>
    rules.scenario(async (scenario) => {
      const { outcome, system } = scenario;
      await decide(scenario, await edit(scenario), yes);
      const file = [`${rules.ids.owner}/vert.webp`];
      // As the storage service does.
      await system("select set_config('storage.allow_delete_query', 'true', true)");
      for (const write of [
        "update storage.objects set version = 'other'",
        "delete from storage.objects",
      ]) {
        expect(await outcome("owner", `${write} where name = $1`, file)).toBe(0);
      }
    }));
});
