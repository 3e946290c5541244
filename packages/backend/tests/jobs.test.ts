import { afterAll, beforeAll, expect, test } from "vitest";

import { runWhenDue } from "../src/jobs/run-when-due.ts";
import { createPool, type Pool } from "../src/database/pool.ts";
import { silentLogger } from "../src/logger.ts";
import { createTestDatabase, type TestDatabase } from "./support/database.ts";

let database: TestDatabase;
let one: Pool;
let other: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  [one, other] = [1, 2].map(() => createPool({ url: database.url, log: silentLogger })) as [
    Pool,
    Pool,
  ];
});
afterAll(async () => {
  await Promise.all([one.end(), other.end()]);
  await database.drop();
});

test("exactly one of several servers runs a job", async () => {
  const { promise: release, resolve: finish } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let rounds = 0;
  const job = {
    name: "mails",
    seconds: 0,
    async work() {
      rounds += 1;
      begin();
      await release;
    },
  };
  const first = runWhenDue(one, job);
  await begun;
  expect(await Promise.all([runWhenDue(other, job), runWhenDue(one, job)])).toEqual([false, false]);
  finish();
  expect(await first).toBe(true);
  expect(rounds).toBe(1);
  expect(await runWhenDue(other, job), "when it is free again").toBe(true);
});

test("a job done by one server isn't due on another; a failed one is", async () => {
  const job = (work: () => Promise<void>) => ({ name: "digest", seconds: 600, work });
  const broken = job(() => Promise.reject(new Error("no mail server")));
  await expect(runWhenDue(one, broken)).rejects.toThrow("no mail server");
  expect(
    await runWhenDue(
      other,
      job(async () => {}),
    ),
  ).toBe(true);
  expect(
    await runWhenDue(
      one,
      job(async () => {}),
    ),
  ).toBe(false);
});

test("another server takes over the job of one that died", async () => {
  const never = new Promise<void>(() => {});
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const doomed = createPool({ url: database.url, log: silentLogger });
  doomed.on("error", () => {});
  const work = () => {
    begin();
    return never;
  };
  void runWhenDue(doomed, { name: "sweep", seconds: 0, work }).catch(() => {});
  await begun;
  const sweep = { name: "sweep", seconds: 0, work: async () => {} };
  expect(await runWhenDue(one, sweep)).toBe(false);
  await one.query(
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7220213",
  );
  await expect.poll(() => runWhenDue(one, sweep)).toBe(true);
});
