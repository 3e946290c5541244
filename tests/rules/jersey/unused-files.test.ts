import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules, type Scenario } from "../support/rules.ts";
import { createFixture } from "../support/fixture.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
  await createFixture(rules);
});
afterAll(() => rules.close());

const QUEUE = "select queue_unused_files() as queued";

const file = ({ system }: Scenario, name: string, age: string, bucket = "jerseys") =>
  system(
    `insert into storage.objects (bucket_id, name, created_at, updated_at)
     values ($1, $2, now() - $3::interval, now() - $3::interval)`,
    [bucket, `${rules.ids.owner}/${name}`, age],
  );

describe("queue_unused_files", () => {
  it("is not for members", async () => {
    expect(await rules.everyone(QUEUE)).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: "42501",
    });
  });

  it("queues files older than a day that no image shows", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await system("insert into storage.buckets (id, name) values ('autre', 'autre')");
      await file(scenario, "oublie.webp", "25 hours");
      await file(scenario, "en-cours.webp", "23 hours");
      await file(scenario, "vert.webp", "9 days");
      await file(scenario, "ailleurs.webp", "9 days", "autre");
      await file(scenario, "remplace.webp", "9 days");
      await system("update storage.objects set metadata = '{}' where name like '%remplace.webp'");
      expect((await system(QUEUE)).rows).toEqual([{ queued: "1" }]);
      const { rows } = await system("select name, retry_at <= now() as due from storage_deletions");
      expect(rows).toEqual([{ name: `${rules.ids.owner}/oublie.webp`, due: true }]);
      expect((await system(QUEUE)).rows).toEqual([{ queued: "0" }]);
    }));

  it("skips files held for a decision", () =>
    rules.scenario(async (scenario) => {
      await file(scenario, "vert.webp", "9 days");
      await scenario.as("owner", "delete from jersey_images where url like '%vert.webp'");
      expect((await scenario.system(QUEUE)).rows).toEqual([{ queued: "0" }]);
    }));
});
