import { beforeAll, describe, expect, it } from "vitest";

import { MERGE, REMOVE, undo } from "../support/merge.ts";
import type { Persona, Rules, Scenario } from "../support/rules.ts";
import { inNewSession } from "../support/sessions.ts";
import {
  contest,
  decide,
  type Given,
  no,
  photoOf,
  photosOf,
  queue,
  readSuggestion,
  shown,
  SOURCE,
  suggest as suggestOf,
  noticesOf,
  valuesOf,
  yes,
} from "../support/suggestions.ts";
import { addFiles, addJerseys, setUpRules, type Fixture } from "../support/fixture.ts";

const { rules, fixture } = setUpRules(["reviewer", "otherReviewer", "member"]);

const NAMES = ["a", "b", "c", "d", "e", "f"];

beforeAll(async () => {
  for (const member of [rules.ids.member, rules.ids.stranger]) {
    await addFiles(
      rules,
      member,
      NAMES.map((name) => `${name}.webp`),
    );
  }
});

const WITHDRAW = "select withdraw_suggestion($1)";

const suggest = (scenario: Scenario, given: Partial<Given> = {}) =>
  suggestOf(scenario, { target: fixture.approved, ...given });
const photo = (name: string, member: keyof Rules["ids"] = "member", more: object = {}) =>
  photoOf(rules.ids[member], name, more);
const team = (changes: object) => ({ type: "team", target: fixture.team, changes });

/** Public jerseys besides those of the fixture. */
const jerseys = (scenario: Scenario, count: number) =>
  addJerseys(scenario, fixture, rules.ids.owner, Array(count).fill("Maillot"));

describe("suggesting", () => {
  it("is for members", async () => {
    const given = ["jersey", fixture.approved, '{"year": 1976}', SOURCE, "[]", undefined];
    const text = "select * from suggest($1, $2, $3, $4, $5, $6)";
    const one = { owner: 1, stranger: 1, member: 1, reviewer: 1, otherReviewer: 1, admin: 1 };
    expect(await rules.everyone(text, given)).toEqual({ visitor: "42501", ...one });
    given[2] = '{"removal": null}';
    expect(await rules.everyone(text, given)).toEqual({ visitor: "42501", ...one });
    await rules.scenario(async ({ as, system }) => {
      await system("update auth.users set banned_until = 'infinity' where id = $1", [
        rules.ids.stranger,
      ]);
      await expect(as("stranger", text, given)).rejects.toMatchObject({
        message: "member_suspended",
      });
    });
  });

  it("notes value and former value by column, and both in words", () =>
    rules.scenario(async (scenario) => {
      const changes = {
        year: "1976",
        brand_id: fixture.brand,
        title: " Maillot vert ",
        edition: "Finale",
      };
      expect(await suggest(scenario, { changes })).toMatchObject({
        kind: "edit",
        target_id: fixture.approved,
        title: "Maillot vert",
        member_id: rules.ids.member,
        status: "open",
        source: SOURCE,
        // The title is so already.
        changes: {
          year: 1976,
          brand_id: fixture.brand,
          brand: "Le Coq Sportif",
          edition: "Finale",
        },
        was: { year: null, brand_id: null, brand: null, edition: null },
        words: {
          year: { before: null, after: 1976 },
          brand_id: { before: null, after: "Le Coq Sportif" },
          edition: { before: null, after: "Finale" },
        },
        verdicts: {},
      });
      expect(await valuesOf(scenario, fixture.approved, "year, brand, edition")).toEqual({
        year: null,
        brand: null,
        edition: null,
      });
    }));

  it("leaves out a brand of the catalogue in place of the same name, typed", () =>
    rules.scenario(async (scenario) => {
      await scenario.system("update jerseys set brand = 'Le Coq Sportif' where id = $1", [
        fixture.approved,
      ]);
      const changes = { brand_id: fixture.brand };
      expect((await suggest(scenario, { changes: { ...changes, year: 1976 } })).words).toEqual({
        year: { before: null, after: 1976 },
      });
      await expect(suggest(scenario, { as: "stranger", changes })).rejects.toMatchObject({
        message: "suggestion_already_so",
      });
    }));

  it.each<[string, () => Partial<Given>, string]>([
    ["nothing", () => ({}), "suggestion_empty"],
    ["what is so", () => ({ changes: { title: "Maillot vert" } }), "suggestion_already_so"],
    ["an unknown field", () => ({ changes: { score: 9 } }), "suggestion_field_unknown"],
    ["a league alone", () => ({ changes: { league: "NBA" } }), "suggestion_field_unknown"],
    ["a list for a text", () => ({ changes: { title: ["a"] } }), "suggestion_field_unknown"],
    ["a field of another type", () => team({ title: "x" }), "suggestion_field_unknown"],
    ["that no photo goes", () => ({ changes: { removed: [] } }), "suggestion_already_so"],
    [
      "that a photo goes, without a reason",
      () => ({ changes: { removed: [fixture.image] }, source: "" }),
      "suggestion_source",
    ],
    [
      "an unknown type",
      () => ({ type: "season", changes: { year: 1976 } }),
      "suggestion_field_unknown",
    ],
    ["no source", () => ({ changes: { year: 1976 }, source: "  court    " }), "suggestion_source"],
    [
      "a long source",
      () => ({ changes: { year: 1976 }, source: "x".repeat(501) }),
      "suggestion_source",
    ],
    ...(["team", "pending", "inactive"] as const).map(
      (of): [string, () => Partial<Given>, string] => [
        `for what is no public jersey: ${of}`,
        () => ({ target: fixture[of], changes: { year: 1976 } }),
        "suggestion_target_gone",
      ],
    ),
    [
      "for a team that isn't shown",
      () => ({ ...team({ city: "Paris" }), target: fixture.retiredTeam }),
      "suggestion_target_gone",
    ],
    [
      "in place of an unknown one",
      () => ({ changes: { year: 1976 }, id: fixture.team }),
      "suggestion_not_found",
    ],
    [
      "facts of one's own jersey without a source",
      () => ({ as: "owner", changes: { title: "Autre", year: 1976 }, source: "" }),
      "suggestion_source",
    ],
    [
      "photos that go, in another form than a list of ids",
      () => ({ as: "owner", changes: { removed: [7] } }),
      "suggestion_field_unknown",
    ],
    [
      "photos to go that the jersey doesn't have",
      () => ({ as: "owner", changes: { removed: [fixture.pendingImage] } }),
      "suggestion_already_so",
    ],
    ["the removal of a team", () => team({ removal: null }), "suggestion_field_unknown"],
    [
      "a removal with a photo",
      () => ({ changes: { removal: null }, photos: [photo("a")] }),
      "suggestion_field_unknown",
    ],
    [
      "a photo of a team",
      () => ({ ...team({}), photos: [photo("a")] }),
      "suggestion_field_unknown",
    ],
    ["photos that are none", () => ({ photos: [7] }), "suggestion_field_unknown"],
    ...["{}", "5", '"a"'].map((photos): [string, () => Partial<Given>, string] => [
      `photos in no list: ${photos}`,
      () => ({ changes: { year: 1976 }, photos: JSON.parse(photos) }),
      "suggestion_field_unknown",
    ]),
    ["the same file twice", () => ({ photos: [photo("a"), photo("a")] }), "suggestion_duplicate"],
    [
      "a file twice, by another address",
      () => ({ photos: [photo("a"), photo("a", "member", { url: `${photo("a").url}?again` })] }),
      "suggestion_duplicate",
    ],
    [
      "more than five photos",
      () => ({ photos: NAMES.map((name) => photo(name)) }),
      "suggestion_photo_limit",
    ],
    [
      "somebody else's file",
      () => ({ photos: [photo("a", "stranger")] }),
      "suggestion_photo_denied",
    ],
    ["a missing file", () => ({ photos: [photo("z")] }), "jersey_images_url_stored"],
    [
      "another host",
      () => ({ photos: [photo("a", "member", { url: "https://ailleurs.example/a.webp" })] }),
      "jersey_images_url_file",
    ],
  ])("refuses %s", (_, given, message) =>
    rules.scenario((scenario) =>
      expect(suggest(scenario, given())).rejects.toMatchObject({ message }),
    ),
  );

  // What to merge into is named as in the fixture.
  it.each<[{ merge_into?: string | null; [field: string]: unknown }, string]>([
    [{ merge_into: "approved", title: "Vert" }, "suggestion_field_unknown"],
    [{ merge_into: "approved", removal: null }, "suggestion_field_unknown"],
    [{ merge_into: "Le vert" }, "suggestion_field_unknown"],
    [{ merge_into: null }, "suggestion_field_unknown"],
    [{ removal: "soon" }, "suggestion_field_unknown"],
    [{ merge_into: "approved" }, "merge_with_itself"],
    [{ merge_into: "pending" }, "suggestion_target_gone"],
    [{ merge_into: "inactive" }, "suggestion_target_gone"],
    [{ merge_into: "comment" }, "suggestion_target_gone"],
  ])("refuses the merge or removal %j: %s", (given, message) =>
    rules.scenario((scenario) => {
      const other = fixture[given.merge_into as keyof Fixture] ?? given.merge_into;
      const changes = "merge_into" in given ? { ...given, merge_into: other } : given;
      return expect(suggest(scenario, { changes })).rejects.toMatchObject({ message });
    }),
  );

  it.each<[string, () => object]>([
    ["jerseys_title_length", () => ({ title: "x" })],
    ["jerseys_year_range", () => ({ year: 1492 })],
    ["jerseys_price_cents", () => ({ price: 1.005 })],
    ["jerseys_external_link_format", () => ({ external_link: "javascript:alert(1)" })],
    ["jerseys_kit_type_known", () => ({ kit_type: "bath" })],
    ["jerseys_colors_known", () => ({ colors: ["green", "green"] })],
    ["jerseys_colors_named", () => ({ colors: ["vert"] })],
    ["jerseys_team_length", () => ({ team: "x" })],
    ["jerseys_title_visible", () => ({ title: "Maillot\u202e vert" })],
    ["jerseys_competition_id_fkey", () => ({ competition_id: fixture.retiredCompetition })],
    ["jerseys_team_id_fkey", () => ({ team_id: fixture.retiredTeam })],
    ["jerseys_season_id_fkey", () => ({ season_id: fixture.team })],
    ["jerseys_brand_id_fkey", () => ({ brand_id: fixture.team })],
    ["jersey_images_kind_known", () => photo("a", "member", { kind: "left" })],
    ["jersey_images_licence_stated", () => photo("a", "member", { rights_stated: false })],
  ])("refuses by %s", (constraint, given) =>
    rules.scenario(async (scenario) => {
      const what = constraint.startsWith("jersey_images")
        ? { photos: [given()] }
        : { changes: given() };
      await expect(suggest(scenario, what)).rejects.toMatchObject({ constraint });
    }),
  );

  it("takes what an open one of somebody else says: the answer doesn't tell", () =>
    rules.scenario(async (scenario) => {
      await suggest(scenario, { changes: { year: 1976 } });
      const answers = [];
      for (const year of [1976, 1977]) {
        const { id } = await suggest(scenario, { as: "stranger", changes: { year } });
        answers.push((await readSuggestion(scenario, id)).status);
        await scenario.as("stranger", "select withdraw_suggestion($1)", [id]);
      }
      expect(answers).toEqual(["open", "open"]);
    }));

  it("exactly the same of several is decided once, and waits again when that is undone", () =>
    rules.scenario(async (scenario) => {
      const first = await suggest(scenario, { changes: { year: 1976 } });
      const same = await suggest(scenario, { as: "stranger", changes: { year: 1976 } });
      const others = [
        await suggest(scenario, { as: "owner", changes: { year: 1976, price: 10 } }),
        await suggest(scenario, { as: "otherReviewer", changes: { year: 1977 } }),
      ];
      // Nobody decides on their own.
      const own = await suggest(scenario, { as: "reviewer", changes: { year: 1976 } });
      const states = async () =>
        Promise.all(
          [first, same, own, ...others].map(
            async ({ id }) => (await readSuggestion(scenario, id)).status,
          ),
        );
      const waiting = (await queue(scenario)).map(({ id }) => id);
      expect(waiting).toEqual(expect.arrayContaining([first.id, same.id]));
      const { batch_id } = await decide(scenario, first.id, yes);
      expect(await states()).toEqual(["accepted", "accepted", "open", "open", "open"]);
      for (const member of ["member", "stranger"] as const) {
        const notices = await scenario.system(
          "select outcome, changes from notices where recipient_id = $1",
          [rules.ids[member]],
        );
        expect(notices.rows).toMatchObject([
          { outcome: "suggestion_accepted", changes: [{ field: "year", accepted: true }] },
        ]);
      }
      await scenario.as("reviewer", "select undo(batch_id => $1, reason => 'Par erreur')", [
        batch_id,
      ]);
      expect(await states()).toEqual(["open", "open", "open", "open", "open"]);
      expect((await scenario.system("select from notices")).rowCount).toBe(0);
      // A refusal is of one source: the other may be better.
      await decide(scenario, first.id, no);
      expect(await states()).toEqual(["refused", "open", "open", "open", "open"]);
    }));

  it("has a limit of five open ones, thirty for members of a month with an accepted one", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const targets = await jerseys(scenario, 33);
      const next = () => suggest(scenario, { target: targets.shift()!, changes: { year: 1976 } });
      const denied = (detail: string) =>
        expect(
          suggest(scenario, { target: targets[0]!, changes: { year: 1976 } }),
        ).rejects.toMatchObject({
          code: "PT429",
          message: "suggestion_too_many",
          detail,
        });
      for (let count = 1; count < 5; count += 1) await next();
      const { target_id: known } = await next();
      await denied("5");
      // An author's own edit of texts is none; with facts it is one.
      await system("update jerseys set author_id = $2 where id = $1", [
        targets[0],
        rules.ids.member,
      ]);
      await scenario.as("member", "update jerseys set title = 'Vert' where id = $1", [targets[0]]);
      await denied("5");
      targets.shift();
      // About the same thing it is no further one.
      await suggest(scenario, { target: known, changes: { price: 90 } });
      await system("update auth.users set created_at = now() - interval '31 days' where id = $1", [
        rules.ids.member,
      ]);
      await denied("5");
      await system("update suggestions set status = 'accepted' where target_id = $1", [known]);
      for (let count = 5; count < 31; count += 1) await next();
      await denied("30");
    }));

  it("goes to the jersey that took a merged one's place", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("admin", MERGE, [fixture.pending, fixture.approved]);
      expect(
        await suggest(scenario, { target: fixture.pending, changes: { year: 1976 } }),
      ).toMatchObject({ target_id: fixture.approved });
    }));

  it("also is about teams and competitions", () =>
    rules.scenario(async (scenario) => {
      const city = await suggest(scenario, team({ city: "Saint-Étienne", founded_year: 1919 }));
      const name = await suggest(scenario, {
        type: "competition",
        target: fixture.competition,
        changes: { name: "Division 1", country: "FR" },
      });
      await decide(scenario, city.id, yes);
      await decide(scenario, name.id, { name: yes, country: no });
      const { rows } = await scenario.system(
        `select team.city, team.founded_year, competition.name, competition.country
         from teams team join competitions competition on competition.id = team.competition_id
         where team.id = $1`,
        [fixture.team],
      );
      expect(rows).toEqual([
        { city: "Saint-Étienne", founded_year: 1919, name: "Division 1", country: null },
      ]);
      const history = await scenario.as("visitor", "select * from history('team', $1)", [
        fixture.team,
      ]);
      expect(history.rows).toMatchObject([
        { kind: "suggestion", username: "member", reason: SOURCE },
      ]);
    }));
});

describe("open suggestions of a member about one thing are one:", () => {
  it("the later is added, with its photos, source and values", () =>
    rules.scenario(async (scenario) => {
      const first = await suggest(scenario, {
        changes: { year: 1976, edition: "Finale" },
        photos: [photo("a")],
      });
      const second = await suggest(scenario, {
        changes: { year: 1977, price: 90 },
        photos: [photo("b")],
        source: "Étiquette du maillot",
      });
      expect(second).toMatchObject({
        id: first.id,
        changes: { year: 1977, edition: "Finale", price: 90 },
        source: `${first.source}\nÉtiquette du maillot`,
      });
      expect(second.edited_at.getTime()).toBeGreaterThan(first.edited_at.getTime());
      const { pending } = await shown(scenario, first.id);
      expect(pending.filter((key) => key.startsWith("photo:"))).toHaveLength(2);
      await suggest(scenario, { photos: ["c", "d", "e"].map((name) => photo(name)) });
      await expect(suggest(scenario, { photos: [photo("f")] })).rejects.toMatchObject({
        message: "suggestion_photo_limit",
      });
    }));

  it("or replaced, photos and all, where it is named", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976 }, photos: [photo("a")] });
      expect(await suggest(scenario, { changes: { price: 80 }, id })).toMatchObject({
        id,
        changes: { price: 80 },
      });
      expect((await shown(scenario, id)).pending).toEqual(["price"]);
    }));

  it("what is named stays about the same, and a merge or removal one of its own", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976 } });
      const removal = await suggest(scenario, { changes: { removal: null } });
      expect(removal).toMatchObject({ kind: "removal", status: "open" });
      expect(removal.id).not.toBe(id);
      const refused: Partial<Given>[] = [
        { ...team({ name: "Les Verts" }), id },
        { as: "stranger", changes: { year: 1978 }, id },
        { changes: { removal: "unlawful" }, id },
        { changes: { year: 1977 }, id: removal.id },
      ];
      for (const given of refused) {
        await expect(suggest(scenario, given)).rejects.toMatchObject({
          message: "suggestion_not_found",
        });
      }
      expect(
        await suggest(scenario, { changes: { removal: "unlawful" }, id: removal.id }),
      ).toMatchObject({ changes: { removal: "unlawful" } });
    }));

  it("a withdrawn one goes with its photos, and stays closed", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976 }, photos: [photo("a")] });
      await scenario.as("member", WITHDRAW, [id]);
      expect(await readSuggestion(scenario, id)).toMatchObject({ status: "withdrawn" });
      expect(await photosOf(scenario, fixture.approved, "system")).toHaveLength(1);
      await expect(suggest(scenario, { changes: { year: 1978 }, id })).rejects.toMatchObject({
        message: "suggestion_decided",
      });
      expect(await suggest(scenario, { changes: { year: 1978 } })).not.toMatchObject({ id });
    }));

  it("one that is contested stays apart", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976 } });
      await decide(scenario, id, no);
      await contest(scenario, id);
      const other = await suggest(scenario, { changes: { price: 80 } });
      expect(other.id).not.toBe(id);
      expect(await queue(scenario)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ id }),
          expect.objectContaining({ id: other.id }),
        ]),
      );
      await scenario.as("member", WITHDRAW, [id]);
      // As it was decided.
      expect(await readSuggestion(scenario, id)).toMatchObject({ status: "refused" });
    }));
});

describe("suggestions", () => {
  it.each([
    "insert into suggestions (target_type, target_id, title, changes, was, words, member_id) values ('jersey', $1, 'x', '{}', '{}', '{}', auth.uid())",
    "update suggestions set status = 'accepted' where target_id = $1",
    "delete from suggestions where target_id = $1",
    "update jersey_images set suggestion_id = null where jersey_id = $1",
    "insert into jersey_images (jersey_id, url, suggestion_id) select target_id, '/x', id from suggestions where target_id = $1",
    "select from private.decisions where $1::uuid is not null",
  ])("are written by functions only: %s", (text) =>
    rules.scenario(async (scenario) => {
      await suggest(scenario, { changes: { year: 1976 }, photos: [photo("a")] });
      for (const persona of ["visitor", "owner", "member", "reviewer", "admin"] as const) {
        expect(await scenario.outcome(persona, text, [fixture.approved]), persona).toBe("42501");
      }
    }),
  );

  it("are on record, and their photos", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976 } });
      await decide(scenario, id, yes);
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

describe("suggested photos", () => {
  const keyOf = async (scenario: Scenario, id: string) => (await shown(scenario, id)).pending[0]!;

  it("are seen by their member and reviewers, and then by all, credited to the member", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { photos: [photo("a"), photo("b")] });
      const counts = async () => {
        const found: Partial<Record<Persona, number>> = {};
        for (const persona of [
          "visitor",
          "owner",
          "stranger",
          "member",
          "reviewer",
          "admin",
        ] as const) {
          found[persona] = (await photosOf(scenario, fixture.approved, persona)).length;
        }
        return found;
      };
      expect(await counts()).toEqual({
        visitor: 1,
        owner: 1,
        stranger: 1,
        member: 3,
        reviewer: 3,
        admin: 3,
      });
      const [first, second] = (await shown(scenario, id)).pending;
      await decide(scenario, id, { [first!]: yes, [second!]: { ...no, reason: "rights" } });
      expect(await counts()).toMatchObject({ visitor: 2, stranger: 2, member: 3, reviewer: 3 });
      expect(await photosOf(scenario, fixture.approved)).toMatchObject([
        { position: 0, username: "owner" },
        { position: 1, username: "member", kind: "back", licence: "CC-BY-SA-4.0" },
      ]);
      const [{ changes }] = await noticesOf(scenario, rules.ids.member);
      expect(changes).toMatchObject([
        { field: "image", kind: "back" },
        { field: "image", kind: "back" },
      ]);
      expect(changes).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ accepted: true }),
          expect.objectContaining({ accepted: false, reason: "rights" }),
        ]),
      );
    }));

  it("keep their files while they wait, and for thirty days after a refusal", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const name = `${rules.ids.member}/a.webp`;
      const state = async () => {
        await system("select queue_unused_files()");
        const { rows } = await as("member", "select private.is_image_in_use($1) as used", [name]);
        const due = await system(
          "select from storage_deletions where name = $1 and retry_at <= now()",
          [name],
        );
        return [rows[0].used, due.rowCount];
      };
      await system(
        "update storage.objects set created_at = now() - interval '2 days', updated_at = now() - interval '2 days'",
      );
      // Of an upload that was given up.
      await system("insert into storage_deletions (bucket_id, name) values ('jerseys', $1)", [
        name,
      ]);
      const { id } = await suggest(scenario, { photos: [photo("a")] });
      expect(await state()).toEqual([true, 0]);
      // Another one with the same file is deleted.
      await system("insert into jersey_images (jersey_id, url) values ($1, $2)", [
        fixture.pending,
        photo("a").url,
      ]);
      await system("delete from jerseys where id = $1", [fixture.pending]);
      expect(await state()).toEqual([true, 0]);
      await decide(scenario, id, no);
      expect(await state()).toEqual([true, 0]);
      await system("update suggestions set decided_at = now() - interval '31 days'");
      expect(await state()).toEqual([false, 1]);
    }));

  it("go for good after a second refusal, which says that it answers the contest", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { photos: [photo("a")] });
      await decide(scenario, id, no);
      await contest(scenario, id);
      await decide(scenario, id, no, { by: "otherReviewer" });
      const answers = (await noticesOf(scenario, rules.ids.member)).map(({ is_again }) => is_again);
      expect(answers.toSorted()).toEqual([false, true]);
      await scenario.system("update suggestions set decided_at = now() - interval '1 minute'");
      await scenario.system("select queue_unused_files()");
      expect(await photosOf(scenario, fixture.approved, "system")).toHaveLength(1);
    }));

  it("are refused with a likeness that the jersey has; reviewers see one that is near", () =>
    rules.scenario(async (scenario) => {
      const likeness = "01".repeat(64);
      await scenario.system("update jersey_images set likeness = $1::bit(128) where id = $2", [
        likeness,
        fixture.image,
      ]);
      const suggested = (bits: string) =>
        suggest(scenario, { photos: [photo("a", "member", { likeness: bits })] });
      await expect(suggested(likeness)).rejects.toMatchObject({ message: "suggestion_duplicate" });
      const { id } = await suggested(`10${likeness.slice(2)}`);
      const row = (await queue(scenario)).find((one) => one.id === id);
      expect(row).toMatchObject({
        kind: "photos",
        detail: { photos: [{ is_known: true, is_removal: false, kind: "back" }] },
      });
    }));

  it("are five of each member and twenty in all, and the author's five stay", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const fill = (member: string, count: number) =>
        system(
          `insert into jersey_images (jersey_id, url, position)
           select $1::uuid, '/storage/v1/object/public/jerseys/' || $2 || '/n' || n || '.webp', n
           from generate_series(1, $3::int) n`,
          [fixture.approved, member, count],
        );
      await fill(rules.ids.owner, 4);
      await fill(rules.ids.stranger, 5);
      await fill(rules.ids.reviewer, 5);
      const { id } = await suggest(scenario, {
        photos: NAMES.slice(0, 5).map((name) => photo(name)),
      });
      await decide(scenario, id, yes, { by: "otherReviewer" });
      expect(await photosOf(scenario, fixture.approved)).toHaveLength(20);
      for (const [member, message] of [
        ["owner", "jersey_images_five_per_jersey"],
        ["admin", "jersey_images_twenty_per_jersey"],
      ] as const) {
        await system("savepoint filled");
        await expect(fill(rules.ids[member], 1)).rejects.toMatchObject({ message });
        await system("rollback to savepoint filled");
      }
      expect(await keyOf(scenario, id)).toMatch(/^photo:/);
    }));
});

describe("a target that goes", () => {
  it("by a merge takes open suggestions with their photos along, and back", () =>
    rules.scenario(async (scenario) => {
      const [target] = await jerseys(scenario, 1);
      const { id } = await suggest(scenario, {
        target: target!,
        changes: { year: 1976 },
        photos: [photo("a")],
      });
      const { rows } = await scenario.as("admin", MERGE, [target, fixture.approved]);
      expect(await readSuggestion(scenario, id)).toMatchObject({
        target_id: fixture.approved,
        title: "Maillot vert",
        status: "open",
        held_at: null,
      });
      await scenario.system("savepoint merged");
      await decide(scenario, id, yes);
      expect(await valuesOf(scenario, fixture.approved, "year")).toEqual({ year: 1976 });
      expect(await photosOf(scenario, fixture.approved)).toHaveLength(2);
      await scenario.system("rollback to savepoint merged");
      expect(await undo(scenario, "admin", rows[0].batch)).toBe("back");
      expect(await readSuggestion(scenario, id)).toMatchObject({ target_id: target });
      await decide(scenario, id, yes);
      expect(await photosOf(scenario, target!)).toHaveLength(1);
    }));

  it("by a removal lets them wait, until it is undone or its jersey deleted", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976 }, photos: [photo("a")] });
      const { rows } = await scenario.as("admin", REMOVE, [fixture.approved]);
      const found = async () => (await queue(scenario)).some((one) => one.id === id);
      expect(await readSuggestion(scenario, id)).toMatchObject({ status: "open" });
      expect(await found()).toBe(false);
      await scenario.system("savepoint removed");
      await undo(scenario, "admin", rows[0].batch);
      expect(await found()).toBe(true);
      await scenario.system("rollback to savepoint removed");
      await scenario.system("update gone_jerseys set undo_until = now()");
      await scenario.system("select sweep_gone_jerseys()");
      expect(await readSuggestion(scenario, id)).toMatchObject({ status: "outdated" });
    }));

  it("by deletion makes them outdated, and tells", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { changes: { year: 1976 } });
      await scenario.as("owner", "delete from jerseys where id = $1", [fixture.approved]);
      expect(await readSuggestion(scenario, id)).toMatchObject({ status: "outdated" });
      expect(await noticesOf(scenario, rules.ids.member)).toMatchObject([
        { outcome: "suggestion_refused", title: "Maillot vert", jersey_id: null },
      ]);
      await expect(contest(scenario, id)).rejects.toMatchObject({
        message: "suggestion_contested",
      });
    }));

  it("leaves one that was refused to be contested for the jersey in its place", () =>
    rules.scenario(async (scenario) => {
      const [other] = await jerseys(scenario, 1);
      const { id } = await suggest(scenario, { photos: [photo("a")] });
      await decide(scenario, id, no);
      await scenario.as("admin", MERGE, [fixture.approved, other]);
      await contest(scenario, id);
      expect(await readSuggestion(scenario, id)).toMatchObject({
        target_id: other,
        status: "open",
        held_at: null,
      });
      await decide(scenario, id, yes, { by: "otherReviewer" });
      expect(await photosOf(scenario, other!)).toHaveLength(2);
    }));
});

describe("a member who leaves", () => {
  it.each(["the member's own call", "an administrator's command"])(
    "takes open suggestions and refused photos along, by %s, not what was decided",
    (way) =>
      rules.scenario(async (scenario) => {
        const { system } = scenario;
        const decided = await suggest(scenario, { changes: { year: 1976 }, photos: [photo("b")] });
        const [photoKey] = (await shown(scenario, decided.id)).pending.filter((key) =>
          key.startsWith("photo:"),
        );
        await decide(scenario, decided.id, { year: yes, [photoKey!]: no });
        await suggest(scenario, { photos: [photo("a")] });
        if (way.startsWith("the member")) {
          await inNewSession(scenario, rules.ids.member, "select delete_account()");
        } else await system("delete from auth.users where id = $1", [rules.ids.member]);
        const { rows } = await system("select id, member_id from suggestions");
        expect(rows).toEqual([{ id: decided.id, member_id: null }]);
        expect(await photosOf(scenario, fixture.approved, "system")).toHaveLength(1);
        const files = await system(
          "select name from storage_deletions where retry_at <= now() and name like $1 order by 1",
          [`${rules.ids.member}/%`],
        );
        expect(files.rows.map(({ name }) => name.split("/")[1])).toEqual(
          expect.arrayContaining(["a.webp", "b.webp"]),
        );
        const history = await scenario.as(
          "visitor",
          "select kind, username from history('jersey', $1)",
          [fixture.approved],
        );
        expect(history.rows[0]).toEqual({ kind: "suggestion", username: null });
      }),
  );
});
