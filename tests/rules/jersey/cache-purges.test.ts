import { afterAll, beforeAll, expect, test } from "vitest";

import { createFixture, type Fixture } from "../support/fixture.ts";
import { createRules, type Rules, type Scenario } from "../support/rules.ts";

let rules: Rules;
let fixture: Fixture;
beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

const claim = async ({ system }: Scenario) =>
  (await system("select name from public.claim_cache_purges() name order by 1")).rows.map(
    ({ name }) => name as string,
  );

/** A file of the approved jersey, shown on it. */
async function shownFile({ system }: Scenario, file: string): Promise<string> {
  const name = `${rules.ids.owner}/${file}.webp`;
  await system("insert into storage.objects (bucket_id, name) values ('jerseys', $1)", [name]);
  await system(
    `insert into jersey_images (jersey_id, url, position, contributor_id)
     values ($1, '/storage/v1/object/public/jerseys/' || $2, 7, $3)`,
    [fixture.approved, name, rules.ids.owner],
  );
  return name;
}

test("a photo of a jersey that is removed is purged, one that comes back is not", () =>
  rules.scenario(async (scenario) => {
    const name = await shownFile(scenario, "shown");
    expect(await claim(scenario)).toEqual([]);
    await scenario.as("admin", "select remove_jersey($1, 'Contenu illicite', 'unlawful')", [
      fixture.approved,
    ]);
    expect(await claim(scenario)).toContain(name);
    await scenario.system("delete from cache_purges");
    await scenario.system("select private.withhold_files(array[$1], false)", [name]);
    expect(await claim(scenario)).toEqual([]);
  }));

test("a photo that a jersey loses is purged", () =>
  rules.scenario(async (scenario) => {
    const name = await shownFile(scenario, "lost");
    await scenario.system("delete from jersey_images where path = $1", [name]);
    expect(await claim(scenario)).toEqual([name]);
  }));

test("a deleted file is purged when it is gone, not before; one of a copy never", () =>
  rules.scenario(async (scenario) => {
    const { system } = scenario;
    await system(
      `insert into storage_deletions (bucket_id, name)
       values ('jerseys', 'a/1.webp'), ('copies', 'a/2.webp')`,
    );
    expect(await claim(scenario)).toEqual([]);
    await system("delete from storage_deletions");
    expect(await claim(scenario)).toEqual(["a/1.webp"]);
  }));

test("what isn't finished is due again later, for a day", () =>
  rules.scenario(async (scenario) => {
    const { system } = scenario;
    await system("select private.queue_cache_purges(array['a/1.webp', 'a/2.webp', 'a/3.webp'])");
    const first = await claim(scenario);
    expect(first).toHaveLength(2);
    expect(await claim(scenario)).toHaveLength(1);
    expect(await claim(scenario)).toEqual([]);
    await system("select public.finish_cache_purges($1)", [first.slice(0, 1)]);
    await system("update cache_purges set retry_at = now()");
    expect(await claim(scenario)).toHaveLength(2);
    // Again out of public view while it is being purged: due at once, and not finished with the rest.
    await system("select private.queue_cache_purges($1)", [first.slice(1)]);
    await system("select public.finish_cache_purges($1)", [first.slice(1)]);
    expect(await claim(scenario)).toEqual(first.slice(1));
    await system(
      "update cache_purges set retry_at = now(), requested_at = now() - interval '25 hours'",
    );
    expect(await claim(scenario)).toEqual([]);
    expect((await system("select from cache_purges")).rowCount).toBe(0);
  }));

test.each(["visitor", "owner", "stranger", "admin"] as const)(
  "%s neither reads nor writes what is to be purged",
  (persona) =>
    rules.scenario(async ({ as }) => {
      for (const sql of [
        "select name from cache_purges",
        "insert into cache_purges (name) values ('a')",
        "delete from cache_purges",
        "select public.claim_cache_purges()",
        "select public.finish_cache_purges('{a}')",
        "select private.queue_cache_purges('{a}')",
      ]) {
        await expect(as(persona, sql), sql).rejects.toMatchObject({ code: "42501" });
      }
    }),
);
