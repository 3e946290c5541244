import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { createRules, identity } from "../support/rules.ts";
import { createFixture } from "../support/fixture.ts";

test("a decision that waits for a jersey gives up after the time limit for locks", async () => {
  const rules = await createRules();
  onTestFinished(() => rules.close());
  const { pending } = await createFixture(rules);
  const [holder, reviewer] = [0, 1].map(() => new pg.Client({ connectionString: rules.url }));
  for (const client of [holder!, reviewer!]) {
    await client.connect();
    onTestFinished(() => client.end());
  }
  await holder!.query("begin");
  await holder!.query("select from jerseys where id = $1 for update", [pending]);
  await reviewer!.query(
    "select set_config('role', $1, false), set_config('request.jwt.claims', $2, false), set_config('lock_timeout', '200ms', false)",
    identity("admin", rules.ids),
  );
  await expect(
    reviewer!.query("select moderate_jersey($1, 'rejected', 'Flou')", [pending]),
  ).rejects.toMatchObject({ code: "55P03" });
  await holder!.query("rollback");
  await reviewer!.query("select moderate_jersey($1, 'rejected', 'Flou')", [pending]);
});
