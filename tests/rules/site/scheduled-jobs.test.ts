import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

import { listMigrations, readMigration } from "../../../scripts/migration/step-file.ts";
import { JOBS } from "../../../server/operate/jobs/register.ts";
import { SUPABASE_DIR } from "../../support/database.ts";
import { createRules, type Rules } from "../support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

const byName = (one: { name: string }, other: { name: string }) =>
  one.name.localeCompare(other.name);

it("without pg_cron nothing is scheduled", () =>
  rules.scenario(async ({ system }) => {
    expect((await system("select private.schedule_jobs() as jobs")).rows).toEqual([{ jobs: [] }]);
  }));

it("with pg_cron the jobs of the table are scheduled, and can run", () =>
  rules.scenario(async ({ system }) => {
    await system("create schema cron");
    await system("create table cron.job (name text primary key, times text, command text)");
    // As the extension does: a job of the same name is replaced.
    await system(`create function cron.schedule(job_name text, schedule text, command text)
      returns bigint language sql as $$
        insert into cron.job values (job_name, schedule, command)
        on conflict (name) do update set times = excluded.times, command = excluded.command
        returning 1::bigint
      $$`);
    const wanted = JOBS.flatMap(({ cron }) => cron ?? []).toSorted(byName);
    const jobs = wanted.map(({ name }) => name);
    for (let time = 0; time < 2; time += 1) {
      const { rows } = await system("select private.schedule_jobs() as jobs");
      expect(rows[0].jobs.toSorted()).toEqual(jobs);
    }
    const { rows } = await system("select name, times, command from cron.job");
    expect(rows.toSorted(byName)).toEqual(
      wanted.map((job) => ({ ...job, name: `maillotheque_${job.name}` })),
    );
    for (const { command } of rows) await system(command);
  }));

it("a step that changes what is scheduled schedules it, at its end", () => {
  const folder = join(SUPABASE_DIR, "migrations");
  const change = /create (?:or replace )?function private\.schedule_jobs\(/;
  const missing = listMigrations(folder).filter((file) => {
    const [, ...after] = readMigration(folder, file).split(change);
    return after.length > 0 && !after.at(-1)!.includes("select private.schedule_jobs();");
  });
  expect(missing).toEqual([]);
});

it("a function that is called until it changes less than a batch has the batch as its limit", async () => {
  for (const { calls = [], batch } of JOBS.filter((job) => job.batch)) {
    for (const name of calls) {
      const { rows } = await rules.system(
        `select pg_get_functiondef(oid) ~ ('\\m' || $2 || '\\M') as "isLimited"
         from pg_proc where proname = $1 and pronamespace = 'public'::regnamespace`,
        [name, batch],
      );
      expect(rows, name).toEqual([{ isLimited: true }]);
    }
  }
});

it("every function that a job calls is the service key's", async () => {
  for (const name of JOBS.flatMap(({ calls = [] }) => calls)) {
    const { rows } = await rules.system(
      `select has_function_privilege('service_role', procedure.oid, 'execute') as "mayCall"
       from pg_proc procedure
       where proname = $1 and pronamespace = 'public'::regnamespace`,
      [name],
    );
    expect(rows, name).toEqual([{ mayCall: true }]);
  }
});

it("only the service key settles the catalogue, and only the database's owner schedules", async () => {
  const refused = { visitor: "42501", owner: "42501", stranger: "42501", admin: "42501" };
  expect(await rules.everyone("select derive()")).toEqual(refused);
  expect(await rules.everyone("select private.schedule_jobs()")).toEqual(refused);
});
