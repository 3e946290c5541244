import { beforeAll, describe, expect, it } from "vitest";

import { atOnce } from "../support/at-once.ts";
import { addFiles, addJerseys, publicUrl, setUpRules } from "../support/fixture.ts";

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
