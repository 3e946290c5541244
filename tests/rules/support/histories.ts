import { expect } from "vitest";

import { randomFrom } from "../../support/fuzz/random.ts";
import { addJerseys, publicUrl, type Fixture } from "./fixture.ts";
import type { Persona, Rules, Scenario } from "./rules.ts";
import { REBUILD } from "../../support/rebuild.ts";

// Random histories: suggestions, authors' edits, decisions, contests, corrections, photos, merges, removals, renames, votes, undoings.

/** Everything public that revisions tell of. */
const STATE = `
  select jersey.title, is_active, edition, description, external_link, competition_id, season_id, team_id, team, year, brand_id,
    brand, kit_type, colors, price, (
      select jsonb_agg(jsonb_build_array(image.id, image.path, image.kind) order by image.position, image.id)
      from jersey_images image where image.jersey_id = jersey.id and image.suggestion_id is null) as images, (
      select jsonb_agg(jsonb_build_array(team.name, team.city)) from teams team where team.id = $2) as teams
  from jerseys jersey where jersey.id = any ($1) order by jersey.id`;

/** What must never be found, whatever happened before. */
const FAULTS = `
  select 'a value that is not that of the last revision' as fault,
    concat_ws(' ', last.target_type, field, last.changes -> field -> 'after', row_ -> field) as found
  from (
    select distinct on (target_id, field, part) revision.*, field
    from revisions revision, jsonb_object_keys(changes) field,
      concat(case field when 'image' then stored -> 'image' ->> 'path' when 'merged' then stored ->> 'gone' end) part
    order by target_id, field, part, id desc) last
  cross join private.target_row(last.target_type, last.target_id) row_
  where case field
    when 'image' then (last.changes -> 'image' -> 'after' <> 'null') <> exists (
      select from jersey_images shown where shown.path = last.stored -> 'image' ->> 'path' and shown.suggestion_id is null)
    when 'photos' then private.differs('photos', row_, jsonb_build_object('photos', last.stored -> 'photos' -> 'after'))
    when 'merged' then (last.changes -> 'merged' -> 'after' = 'null') <> exists (
      select from gone_jerseys gone where gone.jersey_id = (last.stored ->> 'gone')::uuid and gone.into_id = last.target_id)
    when 'jersey' then (last.changes -> 'jersey' -> 'after' = 'null') <> exists (
      select from gone_jerseys gone where gone.jersey_id = last.target_id and gone.kind = 'removal')
    else case when last.stored ? (field || '_id')
      then nullif(last.stored -> (field || '_id') -> 'after', 'null') is distinct from nullif(row_ -> (field || '_id'), 'null')
      else last.changes -> field -> 'after' <> coalesce(row_ -> field, 'null') end
    end
  union all
  select 'a counter that is not that of the votes', title from jerseys, lateral (
    select count(*) filter (where vote = 'up') as up, count(*) filter (where vote = 'down') as down
    from jersey_votes where jersey_id = jerseys.id) cast_votes
  where upvotes <> up or downvotes <> down
  union all
  select 'a photo without a jersey', path
  from jersey_images left join jerseys on jerseys.id = jersey_id where jerseys.id is null
  union all
  select 'a public photo whose file is withheld or to be deleted', path
  from jersey_images join jerseys jersey on jersey.id = jersey_id
  where status = 'approved' and is_active and suggestion_id is null and (
    exists (select from storage_deletions where name = path)
    or exists (select from storage.objects where name = path and user_metadata ->> 'withheld' = 'true'))
  union all
  select 'a hidden jersey that nothing tells of', title from jerseys
  where not is_active and id <> $1 and not exists (select from gone_jerseys gone where gone.jersey_id = jerseys.id)
  union all
  select 'a suggested photo of another jersey or of what is over', concat_ws(' ', status, path)
  from jersey_images image join suggestions suggestion on suggestion.id = suggestion_id
  where target_id <> image.jersey_id or status in ('accepted', 'withdrawn', 'outdated')
  union all
  select 'an open suggestion of nothing', source from suggestions
  where status = 'open' and private.pending_keys(suggestions) = '{}'
  union all
  select 'a decision without verdicts', concat_ws(' ', status, source, changes) from suggestions
  -- Outdated is also one of which nothing was left to decide.
  where status not in ('open', 'withdrawn') and verdicts = '{}'
    and (status <> 'outdated' or private.pending_keys(suggestions) <> '{}')`;

type Step = [by: Persona, text: string, values: unknown[]];
type System = Pick<Rules, "system">;

export const HISTORY_GUESTS = ["reviewer", "otherReviewer", "member"] as const;

/** The limits of members are tested elsewhere. */
export async function liftLimits({ system }: System): Promise<void> {
  await system("delete from private.write_limits");
  await system("update auth.users set created_at = now() - interval '90 days'");
}

/** Public jerseys of two members, and the random steps of a history about them. */
export async function beginHistory(
  { system }: System,
  { ids: members }: Pick<Rules, "ids">,
  fixture: Fixture,
  { seed, jerseys, mayMerge }: { seed: number; jerseys: number; mayMerge: boolean },
) {
  const random = randomFrom(seed, 0);
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)]!;
  const isIn = (percent: number) => random(100) < percent;
  const member = () => pick(["member", "stranger", "owner"] as const);
  const reviewer = () => pick(["reviewer", "otherReviewer", "admin"] as const);
  let files = 0;
  let said = 0;
  async function file(owner: keyof Rules["ids"]): Promise<string> {
    const name = `${seed}-${(files += 1)}.webp`;
    // Older than any change of the photo, also after passUndoTime().
    await system(
      `insert into storage.objects (bucket_id, name, owner, owner_id, created_at, updated_at)
       values ('jerseys', $1::text || '/' || $2, $1::uuid, $1, now() - interval '1 hour', now() - interval '1 hour')`,
      [members[owner], name],
    );
    return publicUrl(members[owner], name);
  }
  /** One that no other photo has: two in the same position have no order that could come back. */
  const position = () => 15 * files;
  const ids: string[] = [];
  for (let count = 0; count < jerseys; count += 1) {
    const author = count % 3 === 1 ? "stranger" : "owner";
    const [id] = await addJerseys({ system }, fixture, members[author], [`Maillot ${count}`]);
    ids.push(id!);
    for (const position of [0, 1]) {
      await system("insert into jersey_images (jersey_id, url, position) values ($1, $2, $3)", [
        id,
        await file(author),
        position,
      ]);
    }
  }
  /** A value of the rows' first column, whose order is that of the history. */
  const pickRow = async (text: string, values: unknown[] = []) => {
    const { rows } = await system(text, values);
    return rows.length > 0 ? Object.values<string>(pick(rows))[0]! : null;
  };
  const pickPhoto = (condition = "true") =>
    // None that a merge moved: it would come back to the jersey from which it was removed.
    pickRow(
      `select image.id from jersey_images image join jerseys on jerseys.id = image.jersey_id
       where image.jersey_id = any ($1) and is_active and suggestion_id is null and ${condition} and not exists (
         select from private.moved_rows moved where moved.row_id = image.id) order by path collate "C"`,
      [ids],
    );
  const photosOf = async (jersey: string) =>
    (
      await system(
        `select id from jersey_images where jersey_id = $1 and suggestion_id is null order by md5(split_part(path, '/', 2) || $2)`,
        [jersey, String(random(1000))],
      )
    ).rows.map(({ id }) => ({ id, kind: pick(["front", "back", null]) }));

  type Change = [type: string, target: string, changes: object];
  const departures: (() => Change)[] = [
    () => ["jersey", pick(ids), { merge_into: pick(ids) }],
    () => ["jersey", pick(ids), { removal: pick([null, "offensive"]) }],
  ];
  const change = (): Change | Promise<Change> =>
    pick<() => Change | Promise<Change>>([
      () => ["jersey", pick(ids), { year: 1970 + random(9) }],
      () => ["jersey", pick(ids), { kit_type: pick(["home", "away"]), price: 80 }],
      () => ["jersey", pick(ids), { title: pick(["Le vert", "Le blanc"]), edition: "Finale" }],
      () => ["jersey", pick(ids), pick([{ team: "Les Verts" }, { team_id: fixture.team }])],
      () => ["jersey", pick(ids), pick([{ brand: "Puma" }, { brand_id: fixture.brand }])],
      () => ["jersey", pick(ids), { colors: pick([["green"], ["white", "green"]]) }],
      ...(mayMerge ? departures : []),
      () => ["team", fixture.team, { city: pick(["Lyon", "Saint-Étienne"]) }],
      async () => {
        const jersey = pick(ids);
        return ["jersey", jersey, { photos: await photosOf(jersey) }];
      },
    ])();
  const steps: Record<string, () => Promise<Step>> = {
    "a suggestion": async () => {
      const by = member();
      const [type, target, wanted] = await change();
      const isPhoto = isIn(30);
      const photos = isPhoto ? [{ url: await file(by), kind: "back", rights_stated: true }] : [];
      return [
        by,
        `select suggest($1, $2, $3, 'Vu sur la photo ${String((said += 1)).padStart(3, "0")}', $4)`,
        isPhoto ? ["jersey", pick(ids), {}, JSON.stringify(photos)] : [type, target, wanted, "[]"],
      ];
    },
    "an edit": async () => [
      pick(["owner", "stranger"]),
      `update jerseys set description = '${pick(["Rare", "Porté"])}', edition = ${pick(["null", "'Coupe'"])} where id = $1`,
      [pick(ids)],
    ],
    "an author's photo": async () => [
      "owner",
      "insert into jersey_images (jersey_id, url, position) values ($1, $2, $3)",
      [pick([ids[0], ids[2]]), await file("owner"), position()],
    ],
    "a photo that its author removes": async () => [
      "owner",
      "delete from jersey_images where id = $1",
      [await pickPhoto(`jerseys.author_id = '${members.owner}'`)],
    ],
    "a decision": async () => [
      reviewer(),
      `select decide(id, (
         select jsonb_object_agg(key, case when abs(hashtext(key || $2)) % 10 < $3
           then '{"accepted": true, "overwrite": true}'::jsonb else '{"accepted": false, "reason": "wrong"}' end)
         from jsonb_array_elements_text(detail -> 'pending') key), seen)
       from queue(page_size => 100) where id = $1`,
      [
        await pickRow(
          "select id from suggestions where status = 'open' order by source, words::text",
        ),
        String(random(1000)),
        pick([9, 9, 5]),
      ],
    ],
    "a contest": async () => [
      member(),
      `select contest_suggestion(id, 'Mais si') from suggestions
       where member_id = auth.uid() and status in ('refused', 'partly') and contest is null order by source limit 1`,
      [],
    ],
    "a withdrawal": async () => [
      member(),
      `select withdraw_suggestion(id) from suggestions where member_id = auth.uid() and status = 'open' order by source limit 1`,
      [],
    ],
    "a correction": async () => [
      "admin",
      pick([
        `update jerseys set year = ${pick([1950, 1951, 1952])} where id = $1`,
        "update jerseys set brand_id = null, brand = 'Nike', kit_type = 'third' where id = $1",
        `update jerseys set season_id = (select id from seasons where code = '${pick(["1995-96", "2024-25"])}') where id = $1`,
      ]),
      [pick(ids)],
    ],
    "a renamed team": async () => [
      "admin",
      "update teams set name = $2 where id = $1",
      [fixture.team, pick(["ASSE", "Saint-Étienne", "Les Stéphanois"])],
    ],
    "an added photo": async () => [
      "admin",
      "insert into jersey_images (jersey_id, url, position) values ($1, $2, $3)",
      [pick(ids), await file("admin"), position()],
    ],
    "a removed photo": async () => [
      "admin",
      "delete from jersey_images where id = $1",
      [await pickPhoto()],
    ],
    "another order": async () => {
      const jersey = pick(ids);
      const photos = (await photosOf(jersey)).map(({ id }) => id);
      return ["admin", "select order_images($1, $2)", [jersey, photos]];
    },
    "a merge": async () => [
      reviewer(),
      "select merge_jerseys($1, $2, 'Deux fois le même')",
      [pick(ids), pick(ids)],
    ],
    "a removal": async () => [
      reviewer(),
      "select remove_jersey($1, 'Ce n''est pas un maillot', $2)",
      [pick(ids), pick([null, "unlawful"])],
    ],
    "an undone revision": async () => [
      reviewer(),
      "select undo($1, reason => 'Une erreur')",
      [await pickRow("select id from revisions where kind <> 'approved' order by id")],
    ],
    "an undone batch": async () => [
      reviewer(),
      "select undo(batch_id => $1, reason => 'Une erreur')",
      [await pickRow("select batch_id from revisions where kind <> 'approved' order by id")],
    ],
    "an undone member": async () => [
      reviewer(),
      "select undo(member => $1, reason => 'Une erreur')",
      [members[member()]],
    ],
    "a vote": async () => [
      pick(["member", "stranger", "owner", "reviewer"]),
      pick([
        "insert into jersey_votes (jersey_id, vote) values ($1, 'up') on conflict (jersey_id, voter_id) do update set vote = 'up'",
        "insert into jersey_votes (jersey_id, vote) values ($1, 'down') on conflict (jersey_id, voter_id) do update set vote = 'down'",
        "delete from jersey_votes where jersey_id = $1",
      ]),
      [pick(ids)],
    ],
    "a collected jersey": async () => [
      member(),
      pick([
        "insert into user_collections (jersey_id) values ($1) on conflict do nothing",
        "insert into copies (jersey_id, notes) values ($1, 'La mienne')",
        "delete from user_collections where jersey_id = $1",
      ]),
      [pick(ids)],
    ],
  };
  const OFTEN = [
    "a suggestion",
    "a decision",
    "a decision",
    "a merge",
    "an undone batch",
    "a vote",
  ];
  const names = [...Object.keys(steps), ...OFTEN].filter(
    (name) => mayMerge || !["a merge", "a removal"].includes(name),
  );
  return {
    ids,
    next: async () => {
      const name = pick(names);
      return { name, step: await steps[name]!(), isLate: isIn(20) };
    },
    state: async () => (await system(STATE, [ids, fixture.team])).rows,
    faults: async () => (await system(FAULTS, [fixture.inactive])).rows,
  };
}

/** Decisions up to now are announced: they can't be undone any more as if they had not been. */
export const passUndoTime = ({ system }: System) =>
  system("update revisions set at = at - interval '13 seconds' where stored ? 'undoable'");

/** Undoes every batch, undoings too, the newest first; nothing may stay. */
export async function undoEverything(
  { as, system }: Pick<Scenario, "as" | "system">,
  check: () => Promise<unknown> = async () => undefined,
): Promise<number> {
  const { rows: batches } = await system(
    "select batch_id from revisions where kind <> 'approved' group by 1 order by max(id) desc",
  );
  for (const { batch_id } of batches) {
    for (let after: object | null = null; ;) {
      const { rows } = await as(
        "admin",
        "select undo(batch_id => $1, reason => 'Tout annuler', after => $2) as done",
        [batch_id, after && JSON.stringify(after)],
      );
      for (const { kind, changes, stays } of rows[0].done.revisions) {
        expect(stays, `${kind} ${JSON.stringify(changes)}`).toEqual({});
      }
      after = rows[0].done.next;
      if (!after) break;
    }
    await check();
  }
  expect((await system(REBUILD)).rows).toEqual([]);
  return batches.length;
}
