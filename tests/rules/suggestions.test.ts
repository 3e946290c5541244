import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { MERGE } from "./support/merge.ts";
import { createRules, type Persona, type Rules, type Scenario } from "./support/rules.ts";
import { inNewSession } from "./support/sessions.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

let rules: Rules;
let world: World;

const NAMES = ["a", "b", "c", "d", "e", "f"].map((name) => `${name}.webp`);

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer", "otherReviewer", "member"]);
  world = await createWorld(rules);
  await addFiles(rules, rules.ids.member, NAMES);
  await addFiles(rules, rules.ids.stranger, NAMES);
});
afterAll(() => rules.close());

const SOURCE = "https://exemple.fr/maillots/1976";
const SUGGEST = "select * from suggest($1, $2, $3, $4, $5, $6)";

interface Given {
  as?: Persona;
  type?: string;
  target?: string;
  changes?: object;
  source?: string;
  photos?: object[];
  id?: string;
}

async function suggest(
  { as }: Scenario,
  {
    as: persona = "member",
    type = "jersey",
    target = world.approved,
    changes = {},
    source = SOURCE,
    photos = [],
    id,
  }: Given = {},
) {
  const { rows } = await as(persona, SUGGEST, [
    type,
    target,
    JSON.stringify(changes),
    source,
    JSON.stringify(photos),
    id,
  ]);
  return rows[0];
}

const photo = (name: string, member: keyof Rules["ids"] = "member", more: object = {}) => ({
  url: publicUrl(rules.ids[member], `${name}.webp`),
  alt: "Le dos",
  kind: "back",
  licence: "CC-BY-SA-4.0",
  rights_stated: true,
  ...more,
});
const yes = { accepted: true };
const no = (reason = "wrong") => ({ accepted: false, reason });

async function decide(
  { as, system }: Scenario,
  id: string,
  verdicts: object,
  persona: Persona = "reviewer",
) {
  const { rows } = await system("select edited_at::text as seen from suggestions where id = $1", [
    id,
  ]);
  return (
    await as(persona, "select * from decide_suggestion($1, $2, $3)", [
      id,
      JSON.stringify(verdicts),
      rows[0].seen,
    ])
  ).rows[0];
}

const jersey = async ({ system }: Scenario, columns: string) =>
  (await system(`select ${columns} from jerseys where id = $1`, [world.approved])).rows[0];

describe("suggesting", () => {
  it("is for members", () =>
    rules.scenario(async (scenario) => {
      const given = ["jersey", world.approved, '{"year": 1976}', SOURCE, "[]", undefined] as const;
      const outcomes: Partial<Record<Persona, unknown>> = {};
      for (const persona of ["visitor", "stranger", "owner", "reviewer", "admin"] as const) {
        await scenario.system("savepoint one");
        outcomes[persona] = await scenario.outcome(persona, SUGGEST, given);
        await scenario.system("rollback to savepoint one");
      }
      expect(outcomes).toEqual({ visitor: "42501", stranger: 1, owner: 1, reviewer: 1, admin: 1 });
      await scenario.system("update auth.users set banned_until = 'infinity' where id = $1", [
        rules.ids.stranger,
      ]);
      await expect(scenario.as("stranger", SUGGEST, given)).rejects.toMatchObject({
        message: "member_suspended",
      });
    }));

  it("notes value and former value by column, and both in words", () =>
    rules.scenario(async (scenario) => {
      const row = await suggest(scenario, {
        changes: {
          year: "1976",
          brand_id: world.brand,
          title: " Maillot vert ",
          edition: "Finale",
        },
      });
      expect(row).toMatchObject({
        target_type: "jersey",
        target_id: world.approved,
        title: "Maillot vert",
        member_id: rules.ids.member,
        status: "open",
        source: SOURCE,
        // The title is so already.
        changes: { year: 1976, brand_id: world.brand, brand: "Le Coq Sportif", edition: "Finale" },
        was: { year: null, brand_id: null, brand: null, edition: null },
        words: {
          year: { before: null, after: 1976 },
          brand_id: { before: null, after: "Le Coq Sportif" },
          edition: { before: null, after: "Finale" },
        },
        verdicts: {},
      });
      expect(await jersey(scenario, "year, brand, edition")).toEqual({
        year: null,
        brand: null,
        edition: null,
      });
    }));

  it("also corrects teams and competitions", () =>
    rules.scenario(async (scenario) => {
      const team = await suggest(scenario, {
        type: "team",
        target: world.team,
        changes: { city: "Saint-Étienne", founded_year: 1919 },
      });
      const competition = await suggest(scenario, {
        type: "competition",
        target: world.competition,
        changes: { name: "Division 1", country: "FR" },
      });
      await decide(scenario, team.id, { city: yes, founded_year: yes });
      await decide(scenario, competition.id, { name: yes, country: no() });
      const { rows } = await scenario.system(
        `select team.city, team.founded_year, competition.name, competition.country
         from teams team join competitions competition on competition.id = team.competition_id
         where team.id = $1`,
        [world.team],
      );
      expect(rows).toEqual([
        { city: "Saint-Étienne", founded_year: 1919, name: "Division 1", country: null },
      ]);
      expect(
        (
          await scenario.as("visitor", "select kind, username, reason from history('team', $1)", [
            world.team,
          ])
        ).rows,
      ).toEqual([{ kind: "suggestion", username: "member", reason: SOURCE }]);
    }));

  it.each<[string, () => Given, string, string]>([
    ["nothing", () => ({}), "PT400", "suggestion_empty"],
    [
      "what is so",
      () => ({ changes: { title: "Maillot vert" } }),
      "PT400",
      "suggestion_already_so",
    ],
    ["an unknown field", () => ({ changes: { score: 9 } }), "PT400", "suggestion_field_unknown"],
    ["a league alone", () => ({ changes: { league: "NBA" } }), "PT400", "suggestion_field_unknown"],
    [
      "a list for a text",
      () => ({ changes: { title: ["a"] } }),
      "PT400",
      "suggestion_field_unknown",
    ],
    [
      "a field of another type",
      () => ({ type: "team", target: world.team, changes: { title: "x" } }),
      "PT400",
      "suggestion_field_unknown",
    ],
    [
      "an unknown type",
      () => ({ type: "season", changes: { year: 1976 } }),
      "PT400",
      "suggestion_field_unknown",
    ],
    [
      "no source",
      () => ({ changes: { year: 1976 }, source: "  court    " }),
      "PT400",
      "suggestion_source",
    ],
    [
      "a long source",
      () => ({ changes: { year: 1976 }, source: "x".repeat(501) }),
      "PT400",
      "suggestion_source",
    ],
    [
      "for an unknown jersey",
      () => ({ target: world.team, changes: { year: 1976 } }),
      "PT404",
      "suggestion_target_gone",
    ],
    [
      "for a pending jersey",
      () => ({ target: world.pending, changes: { year: 1976 } }),
      "PT404",
      "suggestion_target_gone",
    ],
    [
      "for a jersey that isn't shown",
      () => ({ target: world.inactive, changes: { year: 1976 } }),
      "PT404",
      "suggestion_target_gone",
    ],
    [
      "for a team that isn't shown",
      () => ({ type: "team", target: world.retiredTeam, changes: { city: "Paris" } }),
      "PT404",
      "suggestion_target_gone",
    ],
    [
      "in place of an unknown one",
      () => ({ changes: { year: 1976 }, id: world.team }),
      "PT404",
      "suggestion_not_found",
    ],
  ])("refuses %s", (_, given, code, message) =>
    rules.scenario(async (scenario) => {
      await expect(suggest(scenario, given())).rejects.toMatchObject({ code, message });
    }),
  );

  it.each<[string, () => object, string]>([
    ["jerseys_title_length", () => ({ title: "x" }), "23514"],
    ["jerseys_year_range", () => ({ year: 1492 }), "23514"],
    ["jerseys_price_cents", () => ({ price: 1.005 }), "23514"],
    ["jerseys_external_link_format", () => ({ external_link: "javascript:alert(1)" }), "23514"],
    ["jerseys_kit_type_known", () => ({ kit_type: "bath" }), "23514"],
    ["jerseys_colors_known", () => ({ colors: ["green", "green"] }), "23514"],
    ["jerseys_colors_named", () => ({ colors: ["vert"] }), "23514"],
    ["jerseys_team_length", () => ({ team: "x" }), "23514"],
    ["jerseys_title_visible", () => ({ title: "Maillot\u202e vert" }), "23514"],
    ["jerseys_competition_id_fkey", () => ({ competition_id: world.retiredCompetition }), "23503"],
    ["jerseys_team_id_fkey", () => ({ team_id: world.retiredTeam }), "23503"],
    ["jerseys_season_id_fkey", () => ({ season_id: world.team }), "23503"],
    ["jerseys_brand_id_fkey", () => ({ brand_id: world.team }), "23503"],
  ])("refuses by %s", (constraint, changes, code) =>
    rules.scenario(async (scenario) => {
      await expect(suggest(scenario, { changes: changes() })).rejects.toMatchObject({
        code,
        constraint,
      });
    }),
  );

  it("is no second way for authors to change texts and photos", () =>
    rules.scenario(async (scenario) => {
      await expect(
        suggest(scenario, { as: "owner", changes: { title: "Autre", year: 1976 } }),
      ).rejects.toMatchObject({ code: "PT403", message: "suggestion_own_jersey" });
      expect(await suggest(scenario, { as: "owner", changes: { year: 1976 } })).toMatchObject({
        changes: { year: 1976 },
      });
    }));

  it("refuses what an open one says", () =>
    rules.scenario(async (scenario) => {
      const first = await suggest(scenario, { changes: { year: 1976, edition: "Finale" } });
      const same = { as: "stranger", changes: { year: 1976 } } as const;
      await expect(suggest(scenario, same)).rejects.toMatchObject({
        code: "PT409",
        message: "suggestion_duplicate",
      });
      await suggest(scenario, { as: "stranger", changes: { year: 1977 } });
      await decide(scenario, first.id, { year: no(), edition: no() });
      await suggest(scenario, { as: "admin", changes: { year: 1976 } });
    }));

  it("has a limit, of fewer for new members", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const next = (year: number) => suggest(scenario, { changes: { year } });
      for (let year = 1970; year < 1975; year += 1) await next(year);
      await expect(next(1975)).rejects.toMatchObject({
        code: "PT429",
        message: "suggestion_too_many",
        detail: "5",
      });
      await system("update auth.users set created_at = now() - interval '31 days' where id = $1", [
        rules.ids.member,
      ]);
      await expect(next(1975)).rejects.toMatchObject({ detail: "5" });
      await system(
        "update suggestions set status = 'accepted' where id = (select id from suggestions order by id limit 1)",
      );
      for (let year = 1975; year < 2001; year += 1) await next(year);
      await expect(next(2002)).rejects.toMatchObject({ detail: "30" });
    }));

  it("can be replaced and withdrawn by its member while it is open", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      const first = await suggest(scenario, { changes: { year: 1976 } });
      const second = await suggest(scenario, { changes: { year: 1977 }, id: first.id });
      expect(second).toMatchObject({ id: first.id, changes: { year: 1977 } });
      expect(second.edited_at.getTime()).toBeGreaterThan(first.edited_at.getTime());
      await expect(
        suggest(scenario, { as: "stranger", changes: { year: 1978 }, id: first.id }),
      ).rejects.toMatchObject({ message: "suggestion_not_found" });
      const withdraw = "select withdraw_suggestion($1)";
      expect(await outcome("stranger", withdraw, [first.id])).toBe("PT404");
      expect(await outcome("visitor", withdraw, [first.id])).toBe("42501");
      await as("member", withdraw, [first.id]);
      expect(await outcome("member", withdraw, [first.id])).toBe("PT409");
      await expect(
        suggest(scenario, { changes: { year: 1978 }, id: first.id }),
      ).rejects.toMatchObject({ message: "suggestion_decided" });
    }));

  it("goes to the jersey that took a merged one's place", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("admin", MERGE, [world.pending, world.approved]);
      expect(
        await suggest(scenario, { target: world.pending, changes: { year: 1976 } }),
      ).toMatchObject({ target_id: world.approved });
    }));
});

describe("suggestions", () => {
  it("are read by their member and reviewers, and written by functions only", () =>
    rules.scenario(async (scenario) => {
      const { outcome } = scenario;
      await suggest(scenario, { changes: { year: 1976 }, photos: [photo("a")] });
      for (const table of ["suggestions", "suggestion_photos"]) {
        const read = `select * from ${table}`;
        expect(await outcome("visitor", read)).toBe("42501");
        for (const persona of ["stranger", "owner"] as const) {
          expect(await outcome(persona, read)).toBe(0);
        }
        for (const persona of ["member", "reviewer", "admin"] as const) {
          expect(await outcome(persona, read)).toBe(1);
          expect(await outcome(persona, `delete from ${table}`)).toBe("42501");
        }
        expect(await outcome("member", `update ${table} set id = gen_random_uuid()`)).toBe("42501");
      }
      expect(await outcome("member", "select * from suggestion_queue()")).toBe("42501");
      expect(await outcome("visitor", "select * from suggestion_queue()")).toBe("42501");
    }));

  it("are on record", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976 } });
      await decide(scenario, id, { year: yes });
      const { rows } = await scenario.as(
        "admin",
        "select action, actor_id from audit_log where table_name = 'suggestions' and row_id = $1 order by id",
        [id],
      );
      expect(rows).toEqual([
        { action: "insert", actor_id: rules.ids.member },
        { action: "update", actor_id: rules.ids.reviewer },
      ]);
    }));
});

describe("a decision", () => {
  it("is for reviewers, not on one's own suggestion", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { as: "reviewer", changes: { year: 1976 } });
      for (const persona of ["stranger", "owner", "visitor"] as const) {
        await expect(decide(scenario, id, { year: yes }, persona)).rejects.toMatchObject({
          code: "42501",
        });
      }
      await expect(decide(scenario, id, { year: yes })).rejects.toMatchObject({
        code: "PT403",
        message: "suggestion_own",
      });
      const mine = await suggest(scenario, { as: "admin", changes: { year: 1977 } });
      await expect(decide(scenario, mine.id, { year: yes }, "admin")).rejects.toMatchObject({
        message: "suggestion_own",
      });
      expect(await decide(scenario, id, { year: yes }, "otherReviewer")).toMatchObject({
        status: "accepted",
      });
    }));

  it("is not for reviewers about their own jersey, nor for suspended ones", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976 } });
      await scenario.system("update jerseys set author_id = $2 where id = $1", [
        world.approved,
        rules.ids.reviewer,
      ]);
      await expect(decide(scenario, id, { year: yes })).rejects.toMatchObject({
        code: "PT403",
        message: "moderation_own",
      });
      await scenario.system("update auth.users set banned_until = 'infinity' where id = $1", [
        rules.ids.otherReviewer,
      ]);
      await expect(decide(scenario, id, { year: yes }, "otherReviewer")).rejects.toMatchObject({
        code: "42501",
      });
    }));

  it("takes each field by itself, and tells the member", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, {
        changes: { year: 1976, edition: "Finale", team: "Les Verts" },
      });
      const row = await decide(scenario, id, {
        year: yes,
        edition: { ...no("no_source"), note: "Une photo ?" },
        team_id: no("wrong"),
      });
      expect(row).toMatchObject({ status: "partly", decided_at: expect.any(Date) });
      expect(await jersey(scenario, "year, edition, team")).toEqual({
        year: 1976,
        edition: null,
        team: "AS Saint-Étienne",
      });
      const { rows } = await scenario.as("member", "select * from notices");
      expect(rows).toMatchObject([
        {
          topic: "suggestion",
          outcome: "suggestion_partly",
          about: "jersey",
          jersey_id: world.approved,
          title: "Maillot vert",
        },
      ]);
      expect(rows[0].changes).toContainEqual({
        field: "edition",
        before: null,
        after: "Finale",
        accepted: false,
        reason: "no_source",
        note: "Une photo ?",
      });
      expect(rows[0].changes).toContainEqual(
        expect.objectContaining({ field: "team", after: "Les Verts", accepted: false }),
      );
      const history = await scenario.as("visitor", "select * from history('jersey', $1)", [
        world.approved,
      ]);
      expect(history.rows[0]).toMatchObject({
        kind: "suggestion",
        username: "member",
        reason: SOURCE,
        changes: { year: { before: null, after: 1976 } },
      });
    }));

  it("changes references with their names", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const { rows } = await system(
        "insert into competitions (league, name) values ('NBA', 'NBA') returning id",
      );
      const { id } = await suggest(scenario, {
        changes: { competition_id: rows[0].id, brand_id: world.brand, team: "Autre club" },
      });
      await decide(scenario, id, { competition_id: yes, brand_id: yes, team_id: yes });
      expect(await jersey(scenario, "league, competition_id, brand, team, team_id")).toEqual({
        league: "NBA",
        competition_id: rows[0].id,
        brand: "Le Coq Sportif",
        team: "Autre club",
        team_id: null,
      });
      const undo = await scenario.as(
        "otherReviewer",
        "select undo((select max(id) from revisions), reason => 'Une erreur') ->> 'undone' as undone",
      );
      expect(undo.rows).toEqual([{ undone: "1" }]);
      expect(await jersey(scenario, "league, competition_id, brand, team, team_id")).toEqual({
        league: "SOCCER",
        competition_id: world.competition,
        brand: null,
        team: "AS Saint-Étienne",
        team_id: world.team,
      });
    }));

  it("is about all fields, what was seen, and with a reason for refusals", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976, edition: "Finale" } });
      for (const [verdicts, message] of [
        [{ year: yes }, "suggestion_verdicts"],
        [{ year: yes, edition: yes, title: yes }, "suggestion_verdicts"],
        [{ year: yes, edition: true }, "suggestion_verdicts"],
        [{ year: yes, edition: { accepted: "true" } }, "suggestion_verdicts"],
        [{ year: yes, edition: { ...no(), note: { a: 1 } } }, "suggestion_verdicts"],
        [{ year: yes, edition: { ...no(), note: 1 } }, "suggestion_verdicts"],
        [{ year: yes, edition: { accepted: false, reason: ["wrong"] } }, "suggestion_verdicts"],
        [{ year: yes, edition: { ...yes, overwrite: "true" } }, "suggestion_verdicts"],
        [{ year: yes, edition: { ...yes, more: "x" } }, "suggestion_verdicts"],
        [{ year: yes, edition: [] }, "suggestion_verdicts"],
        [{ year: yes, edition: { ...yes, reason: "x" } }, "suggestion_verdict_reason"],
        [{ year: yes, edition: { accepted: false } }, "suggestion_verdict_reason"],
        [{ year: yes, edition: no("gone") }, "suggestion_verdict_reason"],
      ] as const) {
        await expect(decide(scenario, id, verdicts)).rejects.toMatchObject({
          code: "PT400",
          message,
        });
      }
      await expect(
        scenario.as("reviewer", "select decide_suggestion($1, '{}', now() - interval '1 day')", [
          id,
        ]),
      ).rejects.toMatchObject({ code: "PT409", message: "suggestion_changed" });
      const nothing = { reason: null, note: null, overwrite: null };
      expect(
        await decide(scenario, id, {
          year: { ...nothing, ...yes, overwrite: true },
          edition: { ...nothing, ...no(), note: "Non" },
        }),
      ).toMatchObject({ status: "partly" });
    }));

  it("tells the second of two who decided", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976 } });
      await decide(scenario, id, { year: no("unsure") });
      const late = decide(scenario, id, { year: yes }, "otherReviewer");
      const error = await late.catch((caught) => caught);
      expect(error).toMatchObject({ code: "PT409", message: "suggestion_decided" });
      expect(JSON.parse(error.detail)).toMatchObject({ status: "refused", username: "reviewer" });
    }));

  it("never overwrites what changed meanwhile without saying so", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { edition: "Finale", year: 1976 } });
      // The author's own edit is accepted first.
      await scenario.as("owner", "update jerseys set edition = 'Demi-finale' where id = $1", [
        world.approved,
      ]);
      await scenario.as("admin", "select moderate_jersey($1, 'approved')", [world.approved]);
      const error = await decide(scenario, id, { edition: yes, year: yes }).catch(
        (caught) => caught,
      );
      expect(error).toMatchObject({ code: "PT409", message: "suggestion_conflict" });
      expect(JSON.parse(error.detail)).toEqual({
        edition: { was: null, current: "Demi-finale", wanted: "Finale" },
      });
      expect(await jersey(scenario, "edition, year")).toEqual({
        edition: "Demi-finale",
        year: null,
      });
      await decide(scenario, id, { edition: { ...yes, overwrite: true }, year: yes });
      expect(await jersey(scenario, "edition, year")).toEqual({ edition: "Finale", year: 1976 });
    }));

  it("accepts what somebody else has made so already", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976 } });
      await scenario.as("admin", "update jerseys set year = 1976 where id = $1", [world.approved]);
      await decide(scenario, id, { year: yes });
      expect(
        (await scenario.system("select from revisions where kind = 'suggestion'")).rowCount,
      ).toBe(0);
    }));

  it("leaves the author's waiting edit waiting", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("owner", "update jerseys set title = 'Titre' where id = $1", [
        world.approved,
      ]);
      const { id } = await suggest(scenario, { changes: { year: 1976 } });
      await decide(scenario, id, { year: yes });
      const { rows } = await scenario.system("select status, changes from jersey_edits");
      expect(rows).toEqual([{ status: "open", changes: { title: "Titre" } }]);
      expect(await jersey(scenario, "title, year, edited_at is not null as waits")).toEqual({
        title: "Maillot vert",
        year: 1976,
        waits: true,
      });
    }));

  it("accepts nothing for a jersey that isn't shown any more", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976 } });
      await scenario.system("update jerseys set is_active = false where id = $1", [world.approved]);
      await expect(decide(scenario, id, { year: yes })).rejects.toMatchObject({
        message: "suggestion_target_gone",
      });
      await decide(scenario, id, { year: no("other") });
    }));

  it("can be contested once, before another reviewer", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const contest = "select contest_suggestion($1, $2)";
      const { id } = await suggest(scenario, { changes: { year: 1976, edition: "Finale" } });
      expect(await scenario.outcome("member", contest, [id, "Si !"])).toBe("PT409");
      await decide(scenario, id, { year: yes, edition: no() });
      expect(await scenario.outcome("stranger", contest, [id, "Si !"])).toBe("PT404");
      expect(await scenario.outcome("member", contest, [id, "  "])).toBe("PT400");
      await as("member", contest, [id, "La photo le montre."]);
      await expect(decide(scenario, id, { edition: yes })).rejects.toMatchObject({
        code: "PT403",
        message: "suggestion_another_reviewer",
      });
      const { rows } = await as(
        "otherReviewer",
        "select pending, contest, verdicts from suggestion_queue()",
      );
      expect(rows).toMatchObject([
        { pending: ["edition"], contest: "La photo le montre.", verdicts: { year: yes } },
      ]);
      expect(await decide(scenario, id, { edition: no() }, "otherReviewer")).toMatchObject({
        status: "partly",
      });
      expect(await scenario.outcome("member", contest, [id, "Si !"])).toBe("PT409");
    }));
});

describe("photos", () => {
  const images = async ({ as }: Scenario, persona: Persona = "visitor") =>
    (
      await as(
        persona,
        `select image.url, image.licence, image.position, profile.username
         from jersey_images image left join profiles profile on profile.id = image.contributor_id
         where jersey_id = $1 order by position`,
        [world.approved],
      )
    ).rows;

  it("join the jersey's, credited to their member", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { photos: [photo("a"), photo("b")] });
      const { rows } = await scenario.system("select id, url from suggestion_photos order by url");
      expect(await images(scenario)).toHaveLength(1);
      await decide(scenario, id, {
        [`photo:${rows[0].id}`]: yes,
        [`photo:${rows[1].id}`]: no("rights"),
      });
      expect(await images(scenario)).toEqual([
        expect.objectContaining({ position: 0, username: "owner" }),
        { url: photo("a").url, licence: "CC-BY-SA-4.0", position: 1, username: "member" },
      ]);
      const { rows: notices } = await scenario.as("member", "select changes from notices");
      const ofPhoto = (name: string) => ({ field: "image", after: photo(name).url, kind: "back" });
      expect(notices[0].changes).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ ...ofPhoto("a"), accepted: true }),
          expect.objectContaining({ ...ofPhoto("b"), accepted: false, reason: "rights" }),
        ]),
      );
      // So does the notice when it is taken out.
      const { rows: newest } = await scenario.system("select max(id) as id from revisions");
      await scenario.as("otherReviewer", "select undo($1, reason => 'Une erreur')", [newest[0].id]);
      const undone = await scenario.as(
        "member",
        "select changes from notices where outcome = 'undone'",
      );
      expect(undone.rows[0].changes).toMatchObject([
        { field: "image", before: photo("a").url, after: null, kind: "back" },
      ]);
      await scenario.as("reviewer", "select undo($1, reason => 'Une erreur')", [
        (await scenario.system("select max(id) as id from revisions")).rows[0].id,
      ]);
      const history = await scenario.as("visitor", "select * from history('jersey', $1)", [
        world.approved,
      ]);
      expect(history.rows.at(-2)).toMatchObject({
        kind: "photo",
        username: "member",
        reason: SOURCE,
      });
    }));

  it("are files in use while they wait, and while a refusal can be contested", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const isInUse = async () =>
        (await as("member", "select private.is_image_in_use($1) as it", [name])).rows[0].it;
      const name = `${rules.ids.member}/a.webp`;
      const { id } = await suggest(scenario, { photos: [photo("a")] });
      expect(await isInUse()).toBe(true);
      await system(
        "update storage.objects set created_at = now() - interval '2 days', updated_at = now() - interval '2 days'",
      );
      await system("select queue_unused_files()");
      const queued = "select name from storage_deletions where name = $1";
      expect((await system(queued, [name])).rows).toEqual([]);
      const { rows } = await system("select id from suggestion_photos");
      await decide(scenario, id, { [`photo:${rows[0].id}`]: no() });
      expect(await isInUse()).toBe(true);
      await system("update suggestions set decided_at = now() - interval '31 days'");
      expect(await isInUse()).toBe(false);
    }));

  it.each<[string, () => object[], string]>([
    ["somebody else's file", () => [photo("a", "stranger")], "42501"],
    ["a missing file", () => [photo("z")], "23514"],
    ["another host", () => [{ ...photo("a"), url: "https://ailleurs.example/a.webp" }], "42501"],
    ["an unknown kind", () => [{ ...photo("a"), kind: "left" }], "23514"],
    ["a licence without a statement", () => [{ ...photo("a"), rights_stated: false }], "23514"],
    ["the same file twice", () => [photo("a"), photo("a")], "PT409"],
    ["more than five", () => ["a", "b", "c", "d", "e", "f"].map((name) => photo(name)), "PT409"],
    ["no photo", () => [7 as unknown as object], "PT400"],
  ])("are refused: %s", (_, photos, code) =>
    rules.scenario(async (scenario) => {
      await expect(suggest(scenario, { photos: photos() })).rejects.toMatchObject({ code });
    }),
  );

  it("are only of jerseys", () =>
    rules.scenario(async (scenario) => {
      await expect(
        suggest(scenario, { type: "team", target: world.team, photos: [photo("a")] }),
      ).rejects.toMatchObject({ message: "suggestion_field_unknown" });
    }));

  it("are refused with a likeness that the jersey has", () =>
    rules.scenario(async (scenario) => {
      const likeness = "01".repeat(64);
      await scenario.system("update jersey_images set likeness = $1::bit(128) where id = $2", [
        likeness,
        world.image,
      ]);
      await expect(
        suggest(scenario, { photos: [photo("a", "member", { likeness })] }),
      ).rejects.toMatchObject({ message: "suggestion_duplicate" });
      const near = `10${likeness.slice(2)}`;
      await suggest(scenario, { photos: [photo("a", "member", { likeness: near })] });
      const { rows } = await scenario.as("reviewer", "select photos from suggestion_queue()");
      expect(rows[0].photos).toMatchObject([{ is_known: true, kind: "back" }]);
    }));

  it("are five of each contributor, twenty in all, and the author's five stay", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const fill = (member: string, count: number) =>
        system(
          `insert into jersey_images (jersey_id, url, position)
           select $1::uuid, '/storage/v1/object/public/jerseys/' || $2 || '/n' || n || '.webp', n
           from generate_series(1, $3::int) n`,
          [world.approved, member, count],
        );
      await fill(rules.ids.owner, 4);
      await fill(rules.ids.stranger, 5);
      await fill(rules.ids.reviewer, 5);
      const { id } = await suggest(scenario, {
        photos: ["a", "b", "c", "d", "e"].map((name) => photo(name)),
      });
      await expect(suggest(scenario, { photos: [photo("f")] })).rejects.toMatchObject({
        message: "suggestion_photo_limit",
      });
      const { rows } = await system("select id from suggestion_photos");
      await decide(
        scenario,
        id,
        Object.fromEntries(rows.map((row) => [`photo:${row.id}`, yes])),
        "otherReviewer",
      );
      expect(await images(scenario)).toHaveLength(20);
      for (const [member, message] of [
        ["owner", "jersey_images_five_per_jersey"],
        ["admin", "jersey_images_twenty_per_jersey"],
      ] as const) {
        await system("savepoint filled");
        await expect(fill(rules.ids[member], 1)).rejects.toMatchObject({ message });
        await system("rollback to savepoint filled");
      }
    }));
});

describe("the queue", () => {
  it("shows the oldest first, with what is public now, filtered and in pages", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const first = await suggest(scenario, { changes: { year: 1976 } });
      const second = await suggest(scenario, {
        as: "stranger",
        type: "team",
        target: world.team,
        changes: { city: "Saint-Étienne" },
      });
      await system(
        "update suggestions set created_at = created_at + interval '1 second' where id = $1",
        [second.id],
      );
      await as("admin", "update jerseys set year = 1977 where id = $1", [world.approved]);
      const queue = async (filter: object = {}, after?: object, size = 20) =>
        (
          await as("reviewer", "select * from suggestion_queue($1, $2, $3)", [
            JSON.stringify(filter),
            after && JSON.stringify(after),
            size,
          ])
        ).rows;
      const rows = await queue();
      expect(rows).toMatchObject([
        {
          id: first.id,
          title: "Maillot vert",
          league: "SOCCER",
          team_slug: "as-saint-etienne",
          is_public: true,
          current: { year: 1977 },
          current_words: { year: 1977 },
          conflicts: ["year"],
          pending: ["year"],
          username: "member",
          accepted: 0,
          claimed_by: null,
          is_mine: false,
        },
        { id: second.id, title: "AS Saint-Étienne", target_type: "team", conflicts: [] },
      ]);
      const ids = async (...args: Parameters<typeof queue>) =>
        (await queue(...args)).map(({ id }) => id);
      expect(await ids({}, undefined, 1)).toEqual([first.id]);
      const { created_at: createdAt, id } = (
        await system("select created_at::text, id from suggestions where id = $1", [first.id])
      ).rows[0];
      expect(await ids({}, { created_at: createdAt, id }, 1)).toEqual([second.id]);
      expect(await ids({ target_type: "team" })).toEqual([second.id]);
      expect(await ids({ league: "NBA" })).toEqual([]);
      expect(await ids({ league: "SOCCER" })).toHaveLength(2);
      expect(await ids({ competition_id: world.competition })).toHaveLength(2);
      expect(await ids({ new_members: true })).toHaveLength(2);
      expect(await ids({ new_members: false })).toEqual([]);
    }));

  it("tells who is looking at one, for ten minutes", () =>
    rules.scenario(async (scenario) => {
      const { as, system, outcome } = scenario;
      const claim = "select id from claim_suggestion($1)";
      const { id } = await suggest(scenario, { changes: { year: 1976 } });
      expect(await outcome("stranger", claim, [id])).toBe("42501");
      await as("reviewer", claim, [id]);
      await as("reviewer", claim, [id]);
      const error = await as("otherReviewer", claim, [id]).catch((caught) => caught);
      expect(error).toMatchObject({ code: "PT409", message: "suggestion_claimed" });
      expect(JSON.parse(error.detail)).toMatchObject({ username: "reviewer" });
      const { rows } = await as("admin", "select claimed_by from suggestion_queue()");
      expect(rows).toEqual([{ claimed_by: "reviewer" }]);
      await system("update private.suggestion_claims set until = now()");
      expect(await outcome("otherReviewer", claim, [id])).toBe(1);
      const own = await suggest(scenario, { as: "reviewer", changes: { year: 1977 } });
      expect(await outcome("reviewer", claim, [own.id])).toBe("PT403");
      // The answer about a decided one says who decided.
      await decide(scenario, own.id, { year: no() }, "otherReviewer");
      await expect(as("reviewer", claim, [own.id])).rejects.toMatchObject({
        code: "PT403",
        message: "suggestion_own",
      });
      await system("update jerseys set author_id = $2 where id = $1", [
        world.approved,
        rules.ids.reviewer,
      ]);
      await decide(scenario, id, { year: no() }, "otherReviewer");
      await expect(as("reviewer", claim, [id])).rejects.toMatchObject({
        code: "PT403",
        message: "moderation_own",
      });
    }));

  it("has figures for everybody", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const figures = async () => (await as("visitor", "select * from queue_figures()")).rows[0];
      // The pending jersey of the world.
      expect(await figures()).toEqual({ waiting: 1, typical_hours: null });
      const { id } = await suggest(scenario, { changes: { year: 1976 } });
      await system("update suggestions set created_at = now() - interval '9 hours'");
      expect(await figures()).toEqual({ waiting: 2, typical_hours: null });
      await decide(scenario, id, { year: yes });
      expect(await figures()).toEqual({ waiting: 1, typical_hours: "9.0" });
    }));
});

describe("a target that goes", () => {
  it("by a merge takes open suggestions along", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await system("update jerseys set status = 'approved' where id = $1", [world.pending]);
      const { id } = await suggest(scenario, { target: world.pending, changes: { year: 1976 } });
      await as("admin", MERGE, [world.pending, world.approved]);
      const { rows } = await system(
        "select target_id, title, status from suggestions where id = $1",
        [id],
      );
      expect(rows).toEqual([{ target_id: world.approved, title: "Maillot vert", status: "open" }]);
      await decide(scenario, id, { year: yes });
      expect(await jersey(scenario, "year")).toEqual({ year: 1976 });
    }));

  it("by deletion ends them, and tells", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const { id } = await suggest(scenario, { changes: { year: 1976 } });
      await as("owner", "delete from jerseys where id = $1", [world.approved]);
      const { rows } = await system("select status, verdicts from suggestions where id = $1", [id]);
      expect(rows).toEqual([
        { status: "refused", verdicts: { year: { accepted: false, reason: "gone" } } },
      ]);
      const notices = await as("member", "select outcome, title, jersey_id from notices");
      expect(notices.rows).toEqual([
        { outcome: "suggestion_refused", title: "Maillot vert", jersey_id: null },
      ]);
      expect(await scenario.outcome("member", "select contest_suggestion($1, 'Si')", [id])).toBe(
        "PT409",
      );
    }));

  it("stays about what it was about", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976 } });
      const other = { type: "team", target: world.team, changes: { name: "Les Verts" }, id };
      await expect(suggest(scenario, other)).rejects.toMatchObject({
        message: "suggestion_not_found",
      });
    }));

  it("that was refused is contested for the jersey that took its jersey's place", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const { id } = await suggest(scenario, { changes: { year: 1976 } });
      await decide(scenario, id, { year: no() });
      await system("update jerseys set is_active = true where id = $1", [world.inactive]);
      await as("admin", MERGE, [world.approved, world.inactive]);
      await as("member", "select contest_suggestion($1, 'Si')", [id]);
      const { rows } = await system("select target_id, status from suggestions where id = $1", [
        id,
      ]);
      expect(rows).toEqual([{ target_id: world.inactive, status: "open" }]);
    }));

  it("has a list of photos, each file once", () =>
    rules.scenario(async (scenario) => {
      for (const photos of ["{}", "5", '"a"', "null"]) {
        const given = ["jersey", world.approved, '{"year": 1976}', SOURCE, photos, undefined];
        await expect(scenario.as("member", SUGGEST, given)).rejects.toMatchObject({
          message: "suggestion_field_unknown",
        });
      }
      const { url } = photo("a");
      const again = photo("a", "member", { url: `${url}?again` });
      await expect(suggest(scenario, { photos: [photo("a"), again] })).rejects.toMatchObject({
        message: "suggestion_duplicate",
      });
    }));

  it("keeps the files of its photos from a deletion that was due, and from another jersey's end", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const file = [`${rules.ids.member}/a.webp`];
      const due = async () =>
        (await system("select from storage_deletions where name = $1", file)).rowCount;
      await system("insert into storage_deletions (bucket_id, name) values ('jerseys', $1)", file);
      await suggest(scenario, { photos: [photo("a")] });
      expect(await due()).toBe(0);
      await system("insert into jersey_images (jersey_id, url) values ($1, $2)", [
        world.pending,
        photo("a").url,
      ]);
      await system("delete from jerseys where id = $1", [world.pending]);
      expect(await due()).toBe(0);
    }));
});

describe("a member who leaves", () => {
  it("leaves no refused photos, whoever ends the account", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const { id } = await suggest(scenario, { photos: [photo("a")] });
      const { rows } = await system("select 'photo:' || id as key from suggestion_photos");
      await decide(scenario, id, { [rows[0].key]: no("rights") });
      await system("delete from auth.users where id = $1", [rules.ids.member]);
      expect((await system("select from suggestions")).rowCount).toBe(1);
      expect((await system("select from suggestion_photos")).rowCount).toBe(0);
      const inUse = await system("select private.is_image_in_use($1) as answer", [
        `${rules.ids.member}/a.webp`,
      ]);
      expect(inUse.rows).toEqual([{ answer: false }]);
    }));

  it("takes open suggestions and their photos along, not the decided ones", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const decided = await suggest(scenario, { changes: { year: 1976 } });
      await decide(scenario, decided.id, { year: yes });
      await suggest(scenario, { photos: [photo("a")] });
      await inNewSession(scenario, rules.ids.member, "select delete_account()");
      const { rows } = await system("select id, member_id from suggestions");
      expect(rows).toEqual([{ id: decided.id, member_id: null }]);
      expect(
        (
          await system("select from storage_deletions where name = $1", [
            `${rules.ids.member}/a.webp`,
          ])
        ).rowCount,
      ).toBe(1);
      const history = await scenario.as(
        "visitor",
        "select kind, username from history('jersey', $1)",
        [world.approved],
      );
      expect(history.rows[0]).toEqual({ kind: "suggestion", username: null });
    }));
});
