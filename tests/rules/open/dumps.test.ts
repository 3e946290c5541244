import { expect, it } from "vitest";

import { setUpRules } from "../support/fixture.ts";
import type { Scenario } from "../support/rules.ts";

const { rules } = setUpRules();

const finish = ({ system }: Scenario, day: string, n = 0) =>
  system("select finish_dump($1, $2, '{}')", [
    `${day}T00000000${n}Z`,
    // The hour in which days differ between Paris and UTC.
    `${day}T00:30:0${n}+01:00`,
  ]);

const kept = async ({ system }: Scenario): Promise<string[]> =>
  (await system("select id from dumps order by 1")).rows.map(({ id }) => id.slice(0, -11));

it("the last seven nights stay, each its last one, and the first of each month", () =>
  rules.scenario(async (scenario) => {
    for (let night = 0; night < 70; night += 1) {
      const day = new Date(Date.UTC(2026, 8, 20 + night)).toISOString().slice(0, 10);
      await finish(scenario, day);
    }
    await finish(scenario, "2026-11-28", 1);
    await finish(scenario, "2026-11-28", 2);
    expect(await kept(scenario)).toEqual([
      ...["2026-09-20", "2026-10-01", "2026-11-01", "2026-11-22", "2026-11-23", "2026-11-24"],
      ...["2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28"],
    ]);
    const { rows } = await scenario.system("select max(id) as id from dumps");
    expect(rows[0].id).toBe("2026-11-28T000000002Z");
  }));

it("the files of a dump that goes are deleted, and those of one that was never finished", () =>
  rules.scenario(async (scenario) => {
    const { system } = scenario;
    for (const folder of [
      "2026-11-10T000000000Z",
      "2026-11-11T000000000Z",
      "2026-11-12T000000000Z",
    ]) {
      await system("insert into storage.objects (bucket_id, name) values ('dumps', $1)", [
        `${folder}/jerseys.parquet`,
      ]);
    }
    const queued = async () =>
      (await system("select name from storage_deletions where bucket_id = 'dumps' order by 1"))
        .rows;
    await finish(scenario, "2026-11-10");
    await finish(scenario, "2026-11-11");
    await finish(scenario, "2026-11-19");
    expect(await queued()).toEqual([{ name: "2026-11-11T000000000Z/jerseys.parquet" }]);
    await system("select queue_unused_files('-1 second')");
    expect(await queued()).toEqual([
      { name: "2026-11-11T000000000Z/jerseys.parquet" },
      { name: "2026-11-12T000000000Z/jerseys.parquet" },
    ]);
  }));

it("a dump is due from 3 o'clock in Paris on, on a new site from its first night", () =>
  rules.scenario(async (scenario) => {
    const { system } = scenario;
    const due = async () => (await system("select private.is_dump_due() as due")).rows[0].due;
    expect(await due()).toBe(false);
    await system("update public_changes set at = now() - interval '1 day'");
    expect(await due()).toBe(true);
    const night = (hours: string) =>
      `(date_trunc('day', now() at time zone 'Europe/Paris' - interval '3 hours') + interval '${hours}') at time zone 'Europe/Paris'`;
    for (const [hours, expected] of [
      ["2 hours 59 minutes", true],
      ["3 hours 1 second", false],
    ] as const) {
      await system("delete from dumps");
      await system(
        `insert into dumps (id, taken_at, manifest) values ('2026-11-28T000000000Z', ${night(hours)}, '{}')`,
      );
      expect(await due(), hours).toBe(expected);
    }
  }));

it("everyone reads which dumps there are; only the service key finishes and checks them", async () => {
  const denied = { visitor: "42501", owner: "42501", stranger: "42501", admin: "42501" };
  for (const text of [
    "select finish_dump('2026-11-28T000000000Z', now(), '{}')",
    "select check_dump()",
    "select private.is_dump_due()",
    "delete from dumps",
    "insert into dumps values ('2026-11-28T000000000Z', now(), '{}')",
  ]) {
    expect(await rules.everyone(text), text).toEqual(denied);
  }
  const none = { visitor: 0, owner: 0, stranger: 0, admin: 0 };
  expect(await rules.everyone("select from dumps")).toEqual(none);
});
