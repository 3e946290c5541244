import { expect, test } from "vitest";

import { brandNames, serviceHeaders, wronglyDerived } from "../support/service-access.ts";
import { databasePid, isRunning, type Server, startServer, until } from "../support/server.ts";

const WRITERS = 8;
const BEFORE = 200;
const AFTER = 100;

/** Clients that insert row after row and remember the acknowledged ones. */
interface Writers {
  acknowledged: string[];
  /** The number of failed requests. */
  failures: number;
  stopped: boolean;
  stop(): Promise<void>;
}

async function startWriting({ url, dataDir }: Server): Promise<Writers> {
  const headers = await serviceHeaders(dataDir);
  const writers: Writers = {
    acknowledged: [],
    failures: 0,
    stopped: false,
    async stop() {
      writers.stopped = true;
      await running;
    },
  };
  let next = 0;
  const write = async () => {
    while (!writers.stopped) {
      const name = `brand ${(next += 1)}`;
      const body = JSON.stringify({ name });
      const status = await fetch(`${url}/rest/v1/brands`, { method: "POST", headers, body }).then(
        (response) => response.status,
        () => 0,
      );
      if (status === 201) writers.acknowledged.push(name);
      else writers.failures += 1;
    }
  };
  const running = Promise.all(Array.from({ length: WRITERS }, write));
  return writers;
}

function missing(writers: Writers, stored: Set<string>): string[] {
  return writers.acknowledged.filter((name) => !stored.has(name));
}

test.each(["server", "server and database"])(
  "kill -9 of the %s loses no acknowledged write, and nothing that is derived from it",
  async (victim) => {
    const first = await startServer();
    const { dataDir } = first;
    await first.ready();
    const writers = await startWriting(first);
    await until(() => writers.acknowledged.length >= BEFORE, "writes are under way");
    const database = databasePid(dataDir);
    first.kill("SIGKILL");
    if (victim !== "server") process.kill(database, "SIGKILL");
    await first.ended;
    await writers.stop();

    const second = await startServer({ DATA_DIR: dataDir });
    await second.ready();
    expect(isRunning(database), "the database left behind").toBe(false);
    expect(missing(writers, await brandNames(dataDir))).toEqual([]);
    expect(await wronglyDerived(dataDir)).toEqual([]);
  },
);

test("the site recovers from kill -9 of the database and loses no acknowledged write, and nothing that is derived from it", async () => {
  const server = await startServer();
  await server.ready();
  const writers = await startWriting(server);
  await until(() => writers.acknowledged.length >= BEFORE, "writes are under way");
  const database = databasePid(server.dataDir);
  process.kill(database, "SIGKILL");
  const before = writers.acknowledged.length;
  await until(() => writers.acknowledged.length >= before + AFTER, "writes go on");
  await writers.stop();

  expect(writers.failures).toBeGreaterThan(0);
  expect(databasePid(server.dataDir)).not.toBe(database);
  expect(missing(writers, await brandNames(server.dataDir))).toEqual([]);
  expect(await wronglyDerived(server.dataDir)).toEqual([]);
  expect((await fetch(`${server.url}/`)).status).toBe(200);
});

test("the database restarts every time when it is killed again and again", async () => {
  const server = await startServer();
  await server.ready();
  const killed = new Set<number>();
  for (let time = 0; time < 5; time += 1) {
    const database = databasePid(server.dataDir);
    killed.add(database);
    process.kill(database, "SIGKILL");
    // What the killed server left running may still answer for a moment.
    await until(() => isReplaced(server.dataDir, database), "the next database runs");
    await server.ready();
  }
  expect(killed.size).toBe(5);
});

/** True if a PostgreSQL other than `database` runs on the data folder. */
function isReplaced(dataDir: string, database: number): boolean {
  try {
    const next = databasePid(dataDir);
    return next !== database && isRunning(next);
  } catch {
    return false; // between two servers there is no file with a process id
  }
}
