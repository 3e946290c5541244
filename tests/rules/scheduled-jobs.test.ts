import { afterAll, beforeAll, expect, it } from "vitest";

import { createRules, type Rules } from "./support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

it("without pg_cron nothing is scheduled", () =>
  rules.scenario(async ({ system }) => {
    expect((await system("select private.schedule_jobs() as jobs")).rows).toEqual([{ jobs: [] }]);
  }));

it("with pg_cron every job is scheduled by a name of its own, and can run", () =>
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
    const jobs = ["recheck_due_voters", "refresh_leaderboards", "carry_out_proposals", "sweep"];
    for (let time = 0; time < 2; time += 1) {
      expect((await system("select private.schedule_jobs() as jobs")).rows).toEqual([{ jobs }]);
    }
    const { rows } = await system("select name, command from cron.job");
    expect(rows.map(({ name }) => name)).toEqual(jobs.map((name) => `maillotheque_${name}`));
    for (const { command } of rows) await system(command);
  }));

it("only the service key settles the catalogue, and only the database's owner schedules", async () => {
  const refused = { visitor: "42501", owner: "42501", stranger: "42501", admin: "42501" };
  expect(await rules.everyone("select apply_pending_standings()")).toEqual(refused);
  expect(await rules.everyone("select private.schedule_jobs()")).toEqual(refused);
});
