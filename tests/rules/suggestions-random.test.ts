import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";

import { randomFrom } from "../support/fuzz/random.ts";
import { atOnce } from "./support/at-once.ts";
import { createRules, type Persona, type Rules } from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

// Suggestions, decisions, corrections, edits and undoings in random order and at once. The history then leads back: undoing
// everything, the newest first, restores the first state row by row.

let rules: Rules;
let world: World;

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer", "otherReviewer", "member"]);
  world = await createWorld(rules);
  // The limits of members are tested elsewhere.
  await rules.system("delete from private.write_limits");
  await rules.system("update auth.users set created_at = now() - interval '90 days'");
});
afterAll(() => rules.close());

const { connect, run } = atOnce(() => rules);

/** Resolves to the error's message if a statement is refused. */
const attempt = (client: pg.Client, persona: Persona, text: string, values: unknown[]) =>
  run(persona, text, values, client).catch((error: pg.DatabaseError) => {
    // The file of an undone photo can't be suggested again. Anything else is a fault: a deadlock, an error of ours.
    const isRefused = error.message === "jersey_images_url_stored" || error.code?.startsWith("PT4");
    if (!isRefused) throw error;
    return error.message;
  });

const STATE = `
  select jersey.id, title, edition, description, external_link, league, competition_id, season_id, team_id, team, year,
    brand_id, brand, kit_type, colors, price, (
      select jsonb_agg(
        jsonb_build_object('url', image.url, 'licence', image.licence, 'kind', image.kind) order by image.position, image.id)
      from jersey_images image where image.jersey_id = jersey.id and image.edit_id is null) as images
  from jerseys jersey where jersey.id = any ($1) order by jersey.id`;

it.each([1, 2, 3])("restores the first state when all is undone, with seed %i", async (seed) => {
  const draw = randomFrom(seed, 0);
  const random = () => draw(1e6) / 1e6;
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const ids: string[] = [];
  for (const title of ["Maillot un", "Maillot deux", "Maillot trois", "Maillot quatre"]) {
    const { rows } = await rules.system(
      `insert into jerseys (title, author_id, league, competition_id, season_id, team_id, status, kit_type)
       values ($1, $2, 'SOCCER', $3, $4, $5, 'approved', 'home') returning id`,
      [title, rules.ids.owner, world.competition, world.season, world.team],
    );
    ids.push(rows[0].id);
  }
  const files = ["member", "stranger"].flatMap((member) =>
    ids.map((id, n) => [member as "member" | "stranger", `${seed}-${n}-${id}.webp`] as const),
  );
  for (const [member, name] of files) await addFiles(rules, rules.ids[member], [name]);
  const shown: string[] = [];
  for (const id of ids) {
    const names = [0, 1, 2].map((n) => `${seed}-own-${id}-${n}.webp`);
    await addFiles(rules, rules.ids.owner, names);
    const { rows } = await rules.system(
      `insert into jersey_images (jersey_id, url, position)
       select $1, url, place from unnest($2::text[]) with ordinality given (url, place) returning id`,
      [id, names.map((name) => publicUrl(rules.ids.owner, name))],
    );
    shown.push(...rows.map((row) => row.id as string));
  }
  const first = (await rules.system(STATE, [ids])).rows;

  const changes = (): object =>
    pick([
      () => ({ year: 1970 + Math.floor(random() * 20) }),
      () => ({ kit_type: pick(["home", "away", "third"]) }),
      () => ({ edition: pick(["Finale", "Coupe", "Tournée"]), price: Math.floor(random() * 90) }),
      () => ({ brand_id: world.brand }),
      () => ({ brand: pick(["Adidas", "Puma", "Nike"]) }),
      () => ({ team: pick(["Les Verts", "Un autre club"]) }),
      () => ({ team_id: world.team, title: pick(["Le maillot vert", "Le maillot blanc"]) }),
      () => ({ colors: pick([["green"], ["white", "green"], ["red"]]) }),
      // Those of other jerseys are left out.
      () => ({
        photos: shown
          .toSorted(() => random() - 0.5)
          .map((id) => ({ id, kind: pick(["front", "back", null]) })),
      }),
    ])();
  const members = ["member", "stranger"] as const;
  const reviewers = ["reviewer", "otherReviewer", "admin"] as const;

  const steps: ((client: pg.Client) => Promise<unknown>)[] = [];
  for (let step = 0; step < 150; step += 1) {
    const [target, member, reviewer, given, share] = [
      pick(ids),
      pick(members),
      pick(reviewers),
      changes(),
      random(),
    ];
    if (share < 0.35) {
      const photo = random() < 0.2 ? pick(files.filter(([owner]) => owner === member)) : undefined;
      const photos = photo
        ? [{ url: publicUrl(rules.ids[member], photo[1]), kind: "front", rights_stated: true }]
        : [];
      steps.push((client) =>
        attempt(client, member, "select suggest('jersey', $1, $2, 'Vu sur la photo', $3)", [
          target,
          JSON.stringify(given),
          JSON.stringify(photos),
        ]),
      );
    } else if (share < 0.75) {
      const overwrite = random() < 0.5;
      const accepts = random() < 0.8;
      steps.push((client) =>
        attempt(
          client,
          reviewer,
          `select decide_suggestion(waiting.id, (
             select jsonb_object_agg(key, case when $1 or random() < 0.5
               then jsonb_build_object('accepted', true, 'overwrite', $2::boolean)
               else '{"accepted": false, "reason": "wrong"}' end)
             from unnest(waiting.pending) key), waiting.edited_at)
           from (select * from suggestion_queue() where not is_mine order by random() limit 1) waiting`,
          [accepts, overwrite],
        ),
      );
    } else if (share < 0.85) {
      const year = 1950 + Math.floor(random() * 10);
      steps.push((client) =>
        attempt(client, "admin", "update jerseys set year = $2 where id = $1", [target, year]),
      );
    } else {
      steps.push((client) =>
        attempt(
          client,
          reviewer,
          `select undo(id, reason => 'Une erreur') from (
             select id from history('jersey', $1) where is_undoable order by random() limit 1) revision`,
          [target],
        ),
      );
    }
  }
  // Four connections share the steps.
  const clients = await Promise.all([connect(), connect(), connect(), connect()]);
  await Promise.all(
    clients.map(async (client) => {
      for (let step = steps.shift(); step; step = steps.shift()) await step(client);
    }),
  );
  const { rows: revisions } = await rules.system(
    "select id from revisions where target_id = any ($1) order by id desc",
    [ids],
  );
  expect(revisions.length).toBeGreaterThan(20);
  expect((await rules.system(STATE, [ids])).rows).not.toEqual(first);

  for (const { id } of revisions) {
    expect(
      await attempt(clients[0]!, "admin", "select undo($1, reason => 'Tout annuler')", [id]),
      String(id),
    ).not.toBeTypeOf("string");
  }
  expect((await rules.system(STATE, [ids])).rows).toEqual(first);
});
