import { differentTables, type TableSum, tableSums } from "@maillotheque/backend/testing";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

import { DATABASE_PORT } from "./balancer.ts";
import { primaryOf, sick, until } from "./health.ts";
import { type Machine, PASSWORD, POSTGRES, startMachines } from "./machine.ts";
import { HOME } from "./network.ts";
import { asAccount, makeFolder } from "./process.ts";
import { DATABASE_NAME } from "./site.ts";

/** A copy of the primary's files while it is written to; with the archive, any later time can be had. */
export async function takeBase(home: string): Promise<string> {
  const base = makeFolder(join(home, "base"));
  const [program, ...args] = asAccount(
    join(POSTGRES, "pg_basebackup"),
    `--host=${HOME}`,
    `--port=${DATABASE_PORT}`,
    "--username=replicator",
    "--checkpoint=fast",
    `--pgdata=${base}`,
  );
  await promisify(execFile)(program!, args, { env: { PGPASSWORD: PASSWORD } });
  return base;
}

/**
 * Deletes all votes, gives the machines up, and starts other ones with the state of the moment before.
 * @returns a line for the table, and the tables that are not as they were
 */
export async function recover(
  machines: Machine[],
  base: string,
  home: string,
): Promise<{ line: string; different: string[] }> {
  console.log("all votes deleted, and the moment before restored on other machines");
  const before = await primaryOf(machines).then(connect);
  await sleep(1_000);
  const { rows } = await before.query<{ now: string }>("select clock_timestamp()::text as now");
  const moment = rows[0]!.now;
  const saved = await sums(before);
  await sleep(1_000);
  await before.query("delete from jersey_votes");
  await archived(before);
  await before.end();
  for (const machine of machines) machine.die();

  const began = Date.now();
  const others = startMachines([4, 5, 6], home, { base, until: moment });
  await wholeAgain(others);
  const seconds = Math.round((Date.now() - began) / 1_000);
  const after = await primaryOf(others).then(connect);
  const found = await sums(after);
  await after.end();
  const different = differentTables(saved, found);
  const all = Object.keys(saved).length;
  const line = `All votes deleted by mistake, and all machines lost: three others have the moment before within ${seconds} s, ${all - different.length} of ${all} tables to the letter.`;
  return { line, different };
}

function wholeAgain(machines: Machine[]): Promise<void> {
  return until(async () => (await sick(machines)).length === 0, "the other cluster is whole");
}

async function connect({ place }: Machine): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:${PASSWORD}@${place.address}/${DATABASE_NAME}`,
  });
  await client.connect();
  return client;
}

async function sums(client: pg.Client): Promise<Record<string, TableSum>> {
  await client.query("begin isolation level repeatable read");
  const found = await tableSums(client);
  await client.query("rollback");
  return found;
}

/** Resolves when all that was written so far is in the archive. */
async function archived(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ segment: string }>(
    "select pg_walfile_name(pg_switch_wal()) as segment",
  );
  await until(async () => {
    const archiver = await client.query<{ last: string | null }>(
      "select last_archived_wal as last from pg_stat_archiver",
    );
    return (archiver.rows[0]?.last ?? "") >= rows[0]!.segment;
  }, "the log is in the archive");
}
