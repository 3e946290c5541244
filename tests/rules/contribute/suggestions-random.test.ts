import type pg from "pg";
import { beforeAll, expect, it } from "vitest";

import { randomFrom } from "../../support/fuzz/random.ts";
import { times } from "../../support/long.ts";
import { atOnce } from "../support/at-once.ts";
import type { Persona } from "../support/rules.ts";
import { addFiles, addJerseys, setUpRules, publicUrl } from "../support/fixture.ts";

// Suggestions, authors' edits, decisions, contests, corrections and undoings in random order and at once. The history then
// leads back: undoing everything, the newest first, restores the first state row by row.

const { rules, fixture } = setUpRules(["reviewer", "otherReviewer", "member"]);

beforeAll(async () => {
  // The limits of members are tested elsewhere.
  await rules.system("delete from private.write_limits");
  await rules.system("update auth.users set created_at = now() - interval '90 days'");
});

type Step = [persona: Persona, text: string, values?: unknown[]];

const { connect, run } = atOnce(() => rules);

/** Commits one statement of a persona; resolves to its error's message if a rule refuses it. */
const attempt = (client: pg.Client, ...[persona, text, values]: Step) =>
  run(persona, text, values, client).catch((error: pg.DatabaseError) => {
    // The file of an undone photo can't be added again; a jersey is full. Anything else is a fault: a deadlock, a broken
    // constraint, an error of ours.
    const isRefusal =
      error.code?.startsWith("PT4") ||
      /^jersey_images_(url_stored|five_per_jersey)$/.test(error.message);
    if (!isRefusal) throw error;
    return error.message;
  });

const STATE = `
  select jersey.id, title, edition, description, external_link, league, competition_id, season_id, team_id, team, year,
    brand_id, brand, kit_type, colors, price, (
      select jsonb_agg(
        jsonb_build_object('url', image.url, 'licence', image.licence, 'kind', image.kind) order by image.position, image.id)
      from jersey_images image where image.jersey_id = jersey.id and image.suggestion_id is null) as images
  from jerseys jersey where jersey.id = any ($1) order by jersey.id`;

/** What must hold whatever happened: nothing of these is found. */
const BROKEN = [
  "select from jersey_images image join suggestions s on s.id = suggestion_id where s.target_id <> image.jersey_id",
  "select from jersey_images image join suggestions s on s.id = suggestion_id where s.status in ('accepted', 'withdrawn', 'outdated')",
  "select from suggestions s where status = 'open' and private.pending_keys(s) = '{}'",
  // Outdated is also one of which nothing was left to decide.
  `select from suggestions s where status not in ('open', 'withdrawn') and verdicts = '{}'
   and (status <> 'outdated' or private.pending_keys(s) <> '{}')`,
  "select from jersey_images image join storage_deletions gone on gone.name = image.path",
  "select from storage.objects file join jersey_images image on image.path = file.name and suggestion_id is null where user_metadata ? 'withheld'",
];

const DECIDE = `
  select decide(waiting.id, (
    select jsonb_object_agg(key, case when $1 or random() < 0.5
      then jsonb_build_object('accepted', true, 'overwrite', $2::boolean)
      else '{"accepted": false, "reason": "wrong"}' end)
    from jsonb_array_elements_text(waiting.detail -> 'pending') key), waiting.seen)
  from (
    select * from queue() where not is_mine and kind in ('edit', 'photos') order by random() limit 1) waiting`;

it.each([1, 2, 3, 4, 5, 6].slice(0, times(2, 6)))(
  "restores the first state when all is undone, with seed %i",
  async (seed) => {
    const random = randomFrom(seed, 0);
    const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)]!;
    const ids: string[] = [];
    const shown: string[] = [];
    for (const title of ["Maillot un", "Maillot deux", "Maillot trois", "Maillot quatre"]) {
      const [id] = (await addJerseys(rules, fixture, rules.ids.owner, [title])) as [string];
      ids.push(id);
      const names = [0, 1, 2].map((n) => `${seed}-own-${id}-${n}.webp`);
      await addFiles(rules, rules.ids.owner, names);
      const { rows: images } = await rules.system(
        `insert into jersey_images (jersey_id, url, position)
       select $1, url, place from unnest($2::text[]) with ordinality given (url, place) returning id`,
        [id, names.map((name) => publicUrl(rules.ids.owner, name))],
      );
      shown.push(...images.map((image) => image.id as string));
    }
    const members = ["member", "stranger"] as const;
    const files: Record<string, string[]> = {};
    for (const member of [...members, "owner"] as const) {
      const names = ids.map((id, n) => `${seed}-${n}-${id}.webp`);
      await addFiles(rules, rules.ids[member], names);
      files[member] = names.map((name) => publicUrl(rules.ids[member], name));
    }
    const first = (await rules.system(STATE, [ids])).rows;

    const changes = (): object =>
      pick([
        () => ({ year: 1970 + random(20) }),
        () => ({ kit_type: pick(["home", "away", "third"]) }),
        () => ({ edition: pick(["Finale", "Coupe", "Tournée"]), price: random(90) }),
        () => ({ brand_id: fixture.brand }),
        () => ({ brand: pick(["Adidas", "Puma", "Nike"]) }),
        () => ({ team: pick(["Les Verts", "Un autre club"]) }),
        () => ({ team_id: fixture.team, title: pick(["Le maillot vert", "Le maillot blanc"]) }),
        () => ({ colors: pick([["green"], ["white", "green"], ["red"]]) }),
        // Those of other jerseys are left out.
        () => ({
          photos: shown
            .toSorted(() => random(2) - 0.5)
            .map((id) => ({ id, kind: pick(["front", "back", null]) })),
        }),
      ])();

    const step = (): Step => {
      const [target, member, reviewer] = [
        pick(ids),
        pick(members),
        pick(["reviewer", "otherReviewer", "admin"] as const),
      ];
      const file = (owner: string) => files[owner]![ids.indexOf(target)]!;
      const photos = (owner: string) =>
        random(5) === 0 ? [{ url: file(owner), kind: "front", rights_stated: true }] : [];
      return pick<() => Step>([
        ...Array(6).fill(() => [
          member,
          "select suggest('jersey', $1, $2, 'Vu sur la photo', $3)",
          [target, changes(), JSON.stringify(photos(member))],
        ]),
        ...Array(8).fill(() => [reviewer, DECIDE, [random(5) > 0, random(2) === 0]]),
        () => [
          "owner",
          "update jerseys set title = $2 where id = $1",
          [target, pick(["Un titre", "Un autre"])],
        ],
        () => ["owner", "delete from jersey_images where id = $1", [pick(shown)]],
        () => [
          "owner",
          "insert into jersey_images (jersey_id, url, position) select $1, $2, 9 where not exists (select from jersey_images where jersey_id = $1 and url = $2)",
          [target, file("owner")],
        ],
        () => [
          "owner",
          "update jerseys set edition = $2 where id = $1",
          [target, pick([null, "Coupe"])],
        ],
        () => [
          pick([member, "owner"]),
          `select contest_suggestion(id, 'Mais si') from suggestions
         where member_id = auth.uid() and status in ('refused', 'partly') and contest is null order by random() limit 1`,
        ],
        () => [
          pick([member, "owner"]),
          "select withdraw_suggestion(id) from suggestions where member_id = auth.uid() and status = 'open' order by random() limit 1",
        ],
        () => ["admin", "update jerseys set year = $2 where id = $1", [target, 1950 + random(10)]],
        ...Array(2).fill(() => [
          reviewer,
          `select undo(id, reason => 'Une erreur') from (
           select id from history('jersey', $1) where is_undoable order by random() limit 1) revision`,
          [target],
        ]),
        // Mostly within seconds of a decision, which then waits again.
        () => [
          reviewer,
          `select undo(batch_id => batch_id, reason => 'Une erreur') from (
           select batch_id from history('jersey', $1) where kind <> 'undo' order by id desc limit 1) revision`,
          [target],
        ],
      ])();
    };
    const steps = Array.from({ length: 200 }, step);
    // Four connections share the steps.
    const clients = await Promise.all([connect(), connect(), connect(), connect()]);
    const refused: string[] = [];
    await Promise.all(
      clients.map(async (client) => {
        for (let next = steps.shift(); next; next = steps.shift()) {
          const outcome = await attempt(client, ...next);
          if (typeof outcome === "string") refused.push(outcome);
        }
      }),
    );
    expect(refused.length).toBeLessThan(120);
    for (const text of BROKEN) {
      expect((await rules.system(text)).rowCount, text).toBe(0);
    }
    for (const persona of ["owner", ...members] as const) {
      await attempt(
        clients[0]!,
        persona,
        "select withdraw_suggestion(id) from suggestions where status = 'open' and member_id = auth.uid()",
      );
    }
    const { rows: revisions } = await rules.system(
      "select id from revisions where target_id = any ($1) order by id desc",
      [ids],
    );
    expect(revisions.length).toBeGreaterThan(20);
    expect((await rules.system(STATE, [ids])).rows).not.toEqual(first);

    for (const { id } of revisions) {
      const done = await attempt(
        clients[0]!,
        "admin",
        "select done -> 'undone' as undone, done -> 'revisions' -> 0 -> 'stays' as stays from undo($1, reason => 'Tout annuler') done",
        [id],
      );
      if (typeof done === "string") throw new Error(`${id}: ${done}`);
      const [{ undone, stays }] = done.rows;
      // A photo doesn't come back where its author added the same file twice; the other one goes by itself.
      const left = undone === 0 && ["file", "undone"].includes(stays.image) ? {} : stays;
      expect(left, String(id)).toEqual({});
    }
    expect((await rules.system(STATE, [ids])).rows).toEqual(first);
  },
);
