import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { serviceHeaders } from "../support/service-access.ts";
import { startServer, until } from "../support/server.ts";
import { figure } from "./support/figures.ts";

const WRITERS = 16;
const CUTS = 100;
/** Pause between two cuts, so that the next one finds work in progress. */
const WRITES_BETWEEN = 20;

/** Every connection except the one that cuts them. */
const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`;

test("connections cut repeatedly under load lose no write and duplicate none", async () => {
  const server = await startServer({ LOG_LEVEL: "fatal" });
  await server.ready();
  const url = (await readFile(join(server.dataDir, "database-url"), "utf8")).trim();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const headers = {
    ...(await serviceHeaders(server.dataDir)),
    prefer: "resolution=ignore-duplicates, return=minimal",
  };
  expect((await fetch(server.url)).status).toBe(200);

  const statuses: Record<string, number> = {};
  const acknowledged: string[] = [];
  const begun: string[] = [];
  const writers = { stopped: false };
  const send = async (name: string) => {
    const status = await fetch(`${server.url}/rest/v1/brands?on_conflict=name`, {
      method: "POST",
      headers,
      body: JSON.stringify({ name }),
    }).then(
      async (answer) => (await answer.text(), answer.status),
      () => 0,
    );
    statuses[status] = (statuses[status] ?? 0) + 1;
    return status;
  };
  // Each client resends a row until it is accepted, like a browser whose member retries.
  const write = async () => {
    while (!writers.stopped) {
      const name = `brand ${begun.length}`;
      begun.push(name);
      while (![200, 201].includes(await send(name)));
      acknowledged.push(name);
    }
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, write));
  let ended = 0;
  for (let cut = 0; cut < CUTS; cut += 1) {
    const before = acknowledged.length;
    await until(() => acknowledged.length >= before + WRITES_BETWEEN, "writes go on");
    ended += (await client.query(CUT)).rowCount ?? 0;
    expect((await fetch(server.url)).status, "a kept page").toBe(200);
  }
  writers.stopped = true;
  await writing;

  figure(`cut pool: ${CUTS} cuts, ${ended} connections ended, answers ${JSON.stringify(statuses)}`);
  expect(ended).toBeGreaterThanOrEqual(CUTS);
  const { rows } = await client.query<{ name: string }>(
    "select name from public.brands where name like 'brand %'",
  );
  const stored = rows.map(({ name }) => name);
  expect(stored.toSorted()).toEqual(begun.toSorted());
  expect(acknowledged.toSorted()).toEqual(begun.toSorted());
  // Some are refused for a moment, but none fail.
  const allowed = ["200", "201", "503", "504"];
  expect(Object.keys(statuses).filter((status) => !allowed.includes(status))).toEqual([]);
  await server.ready();
});
