import { beforeAll, describe, expect, it } from "vitest";

import { atOnce } from "../support/at-once.ts";
import { addFiles, addJerseys, publicUrl, setUpRules } from "../support/fixture.ts";
import { decide, photoOf, shown, suggest, yes } from "../support/suggestions.ts";

const { rules, fixture } = setUpRules(["reviewer"]);
const { begun, run, connect } = atOnce(() => rules);

beforeAll(() => addFiles(rules, rules.ids.owner, ["un.webp", "deux.webp"]));

const ADD = "insert into jersey_images (jersey_id, url) values ($1, $2) returning id";
const url = (name: string) => publicUrl(rules.ids.owner, name);

async function suggestionsOf(jersey: string) {
  const { rows } = await rules.system(
    `select status, changes, (select count(*)::int from jersey_images where suggestion_id = s.id) as photos
     from suggestions s where target_id = $1 order by created_at`,
    [jersey],
  );
  return rows;
}

describe("while the author's last waiting photo is being deleted", () => {
  it.each([
    ["a text", "update jerseys set edition = 'Neuve' where id = $1", { edition: "Neuve" }, 0],
    [
      "another photo",
      `insert into jersey_images (jersey_id, url) select $1, '/storage/v1/object/public/jerseys/' || auth.uid() || '/deux.webp'`,
      {},
      1,
    ],
  ])("%s that is added is kept", async (_, write, changes, photos) => {
    const [jersey] = await addJerseys(rules, fixture, rules.ids.owner, ["Maillot vert"]);
    const { rows } = await run("owner", ADD, [jersey, url("un.webp")]);
    const adding = await begun("owner", write, [jersey]);
    const deleting = await connect();
    const deleted = run("owner", "delete from jersey_images where id = $1", [rows[0].id], deleting);
    await adding.commit();
    expect((await deleted).rowCount).toBe(1);
    expect(await suggestionsOf(jersey!)).toEqual([{ status: "open", changes, photos }]);
  });
});

it("an author can't hinder that a removed jersey comes back", () =>
  rules.scenario(async ({ as, outcome }) => {
    await as("owner", "update jerseys set title = 'Un autre titre' where id = $1", [
      fixture.approved,
    ]);
    const { rows } = await as(
      "reviewer",
      "select remove_jersey($1, 'Ce n''est pas un maillot') as batch",
      [fixture.approved],
    );
    expect(
      await outcome("owner", "delete from jersey_images where id = $1", [fixture.image]),
    ).toMatch(/^PT4/);
    const undone = await as(
      "reviewer",
      "select undo(batch_id => $1, reason => 'Si, un maillot') -> 'revisions' as revisions",
      [rows[0].batch],
    );
    expect(undone.rows[0].revisions).toMatchObject([{ stays: {} }]);
  }));

it("a photo with the id of another leaves no suggestion, also where conflicts are ignored", () =>
  rules.scenario(async ({ outcome, system }) => {
    const again = `insert into jersey_images (id, jersey_id, url) values ($1, $2, $3)`;
    for (const text of [again, `${again} on conflict do nothing`]) {
      expect(
        await outcome("owner", text, [fixture.image, fixture.approved, url("un.webp")]),
        text,
      ).toBe("23505");
    }
    const left = await system("select from suggestions where target_id = $1", [fixture.approved]);
    expect(left.rowCount).toBe(0);
  }));

it("the id of a photo that is gone and was to be removed is taken by no other", () =>
  rules.scenario(async (scenario) => {
    const { as, outcome, system } = scenario;
    await as("owner", "delete from jersey_images where id = $1", [fixture.image]);
    await as("admin", "delete from jersey_images where id = $1", [fixture.image]);
    expect(
      await outcome("owner", "insert into jersey_images (id, jersey_id, url) values ($1, $2, $3)", [
        fixture.image,
        fixture.approved,
        url("un.webp"),
      ]),
    ).toBe("23505");
    const photo = photoOf(rules.ids.owner, "un", { id: fixture.image });
    const { id } = await suggest(scenario, {
      as: "owner",
      target: fixture.approved,
      photos: [photo],
    });
    const { pending } = await shown(scenario, id);
    expect(new Set(pending).size).toBe(2);
    await decide(scenario, id, yes);
    const { rows } = await system("select url from jersey_images where jersey_id = $1", [
      fixture.approved,
    ]);
    expect(rows).toEqual([{ url: photo.url }]);
  }));

it("a direct edit and a suggestion with photos don't wait in a circle", async () => {
  const [jersey] = await addJerseys(rules, fixture, rules.ids.owner, ["Maillot vert"]);
  const write = "update jerseys set edition = $2 where id = $1";
  await run("owner", write, [jersey, "Neuve"]);
  // Suggesting waits for the file when it has the suggestion already.
  const holding = await connect();
  await holding.query("begin");
  await holding.query("select from storage.objects where name like '%/un.webp' for update");
  const waiting = async (amount: number) => {
    const text =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await rules.system(text)).rowCount).toBe(amount);
  };
  const photos = JSON.stringify([photoOf(rules.ids.owner, "un")]);
  const suggesting = run("owner", "select suggest('jersey', $1, '{}', null, $2)", [jersey, photos]);
  await waiting(1);
  const editing = run("owner", write, [jersey, "Ancienne"]);
  await waiting(2);
  await holding.query("commit");
  await Promise.all([suggesting, editing]);
  expect(await suggestionsOf(jersey!)).toEqual([
    { status: "open", changes: { edition: "Ancienne" }, photos: 1 },
  ]);
});

it("a photo that waits under the id of one that is gone is not the shirt to guess", () =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    const [jersey] = await addJerseys(scenario, fixture, rules.ids.owner, ["Maillot vert"]);
    await system(
      `insert into daily_shirts (day, kind, jersey_id, facts)
       values (private.day_at(now()), 'guess', $1, jsonb_build_object('image_id', $2::uuid))
       on conflict (day, kind) do update set jersey_id = excluded.jersey_id, facts = excluded.facts`,
      [fixture.approved, fixture.image],
    );
    const { rows } = await system(
      `insert into private.guess_pictures (day, step) values (private.day_at(now()), 'whole')
       on conflict (day, step) do update set step = excluded.step returning token`,
    );
    const path = async () =>
      (await system("select guess_picture($1) ->> 'path' as path", [rows[0].token])).rows[0].path;
    expect(await path()).not.toBeNull();
    await as("admin", "delete from jersey_images where id = $1", [fixture.image]);
    const waiting = await as(
      "owner",
      "insert into jersey_images (id, jersey_id, url) values ($1, $2, $3) returning suggestion_id",
      [fixture.image, jersey, url("un.webp")],
    );
    expect(waiting.rows[0].suggestion_id).not.toBeNull();
    expect(await path()).toBeNull();
  }));
