import { afterAll, beforeAll, expect, test } from "vitest";

import { doJob } from "../src/jobs/run-when-due.ts";
import { createPool, type Pool } from "../src/database/pool.ts";
import { silent } from "../src/logger.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";

let database: TestDatabase;
let one: Pool;
let other: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  [one, other] = [1, 2].map(() => createPool({ url: database.url, log: silent })) as [Pool, Pool];
});
afterAll(async () => {
  await Promise.all([one.end(), other.end()]);
  await database.drop();
});

test("of servers that start a job at once, one does it", async () => {
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
  const first = doJob(one, job);
  await begun;
  expect(await Promise.all([doJob(other, job), doJob(one, job)])).toEqual([false, false]);
  finish();
  expect(await first).toBe(true);
  expect(rounds).toBe(1);
  expect(await doJob(other, job), "when it is free again").toBe(true);
});

test("a job done by one server isn't due on another, one that failed is", async () => {
  const job = (work: () => Promise<void>) => ({ name: "digest", seconds: 600, work });
  const broken = job(() => Promise.reject(new Error("no mail server")));
  await expect(doJob(one, broken)).rejects.toThrow("no mail server");
  expect(
    await doJob(
      other,
      job(async () => {}),
    ),
  ).toBe(true);
  expect(
    await doJob(
      one,
      job(async () => {}),
    ),
  ).toBe(false);
});

test("a server that dies during a job leaves it to another", async () => {
  const never = new Promise<void>(() => {});
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const doomed = createPool({ url: database.url, log: silent });
  doomed.on("error", () => {});
  const work = () => {
    begin();
    return never;
  };
  void doJob(doomed, { name: "sweep", seconds: 0, work }).catch(() => {});
  await begun;
  const sweep = { name: "sweep", seconds: 0, work: async () => {} };
  expect(await doJob(one, sweep)).toBe(false);
  await one.query(
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7220213",
  );
  await expect.poll(() => doJob(one, sweep)).toBe(true);
});
