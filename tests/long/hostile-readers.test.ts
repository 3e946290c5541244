import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";

import { databasePid, startServer } from "../support/server.ts";
import { figure } from "./support/figures.ts";

const READERS = 200;
const SECONDS = 60;
/** Half of the readers share one address; the others have one for every four. */
const SHARED = "192.0.2.1";
const MOST_MEGABYTES = 200;
const LONGEST_PAGE_MS = 1_000;

const many = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => of(index)).join();

const words = (n: number, count: number) =>
  encodeURIComponent(Array.from({ length: count }, (_, index) => `w${n + index}`).join("|"));

/** What a reader without the service key may try; `n` makes each request a different one. */
const ATTACKS: ((n: number) => { path: string; body?: string })[] = [
  () => ({
    path: "competitions?select=id,teams(*,team_seasons(*,competitions(*,teams(*))))",
  }),
  () => ({ path: "competitions?select=*,teams(*,team_seasons(*,seasons(*)))" }),
  () => ({ path: "seasons?select=*,team_seasons(*,teams(*),competitions(*))" }),
  () => ({ path: "seasons?select=*,a:team_seasons(*,teams(*)),b:team_seasons(*,teams(*))" }),
  (n) => ({ path: `teams?select=${many(190, (index) => `c${n}_${index}:search_text`)}` }),
  (n) => ({ path: `teams?select=${many(20, (index) => `c${n}_${index}:competitions(*)`)}` }),
  (n) => ({ path: `teams?select=${many(20, (index) => `c${n}_${index}:team_seasons(*)`)}` }),
  (n) => ({ path: `teams?name=imatch.${encodeURIComponent(`(a|b|${n}){1,100}x?`)}` }),
  () => ({ path: `teams?name=match.${encodeURIComponent("(x{1,200}){1,200}")}` }),
  (n) => ({ path: `teams?name=match.${encodeURIComponent(`(x{1,150})(?#${n}){1,150}`)}` }),
  (n) => ({ path: `teams?name=match.${encodeURIComponent(`(x{0,9})(\\1{0,9}){0,${n % 90}}`)}` }),
  (n) => ({ path: `team_seasons?select=*&order=id.desc&limit=1000&offset=${n % 5_000}` }),
  (n) => ({ path: `teams?select=id&or=(${many(100, (index) => `name.ilike.*${n + index}*`)})` }),
  (n) => ({ path: `teams?select=id&name=fts.${words(n, 2_000)}` }),
  (n) => ({ path: `teams?select=id&name=wfts.${words(n, 90)}` }),
  (n) => ({ path: `jerseys?select=id&description=fts.${words(n, 90)}` }),
  (n) => ({
    path: `jerseys?select=id&or=(${many(120, (index) => `description.fts.w${n + index}`)})`,
  }),
  (n) => ({ path: `teams?select=id&name=match(any).{${many(240, (index) => `a${n + index}`)}}` }),
  (n) => ({ path: `teams?select=id&name=match(any).{${many(16, (index) => `a${n + index}`)}}` }),
  (n) => ({ path: "rpc/search_teams", body: JSON.stringify({ query: `${n}`.repeat(200_000) }) }),
];

/** The resident memory of every process of PostgreSQL. */
function processSizes(postmaster: number): number[] {
  const listed = execFileSync("ps", ["-o", "pid=", "--ppid", String(postmaster)]).toString();
  return listed
    .trim()
    .split(/\s+/)
    .map((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
      } catch {
        return 0; // it has just ended
      }
    });
}

test("200 hostile readers take little memory and delay no page", async () => {
  const server = await startServer({
    TRUST_PROXY: "true",
    SEED: "catalogue",
    LOG_LEVEL: "error",
  });
  await server.ready();
  const apikey = (await readFile(join(server.dataDir, "anon-key"), "utf8")).trim();
  const agent = new Agent({ keepAlive: true });
  const postmaster = databasePid(server.dataDir);

  const statuses: Record<string, number> = {};
  const withoutRetry: number[] = [];
  const state = { over: false };
  const read = (path: string, address: string, body?: string) =>
    new Promise<void>((resolve) => {
      const sent = request(
        `${server.url}/rest/v1/${path}`,
        {
          agent,
          method: body === undefined ? "GET" : "POST",
          headers: {
            apikey,
            "x-forwarded-for": address,
            ...(body !== undefined && { "content-type": "application/json" }),
          },
        },
        (answer) => {
          const { statusCode = 0, headers } = answer;
          statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
          if (statusCode === 503 && !headers["retry-after"]) withoutRetry.push(statusCode);
          answer.resume().once("close", () => resolve());
        },
      );
      sent.once("error", () => {
        statuses.lost = (statuses.lost ?? 0) + 1;
        resolve();
      });
      sent.end(body);
    });
  let number = 0;
  const hostile = async (reader: number) => {
    const address = reader % 2 === 0 ? SHARED : `198.51.100.${reader >> 2}`;
    while (!state.over) {
      const attack = ATTACKS[(number += 1) % ATTACKS.length]!;
      const { path, body } = attack(number);
      await read(path, address, body);
      // A reader that was refused tries again a moment later, like a client.
      await sleep(50);
    }
  };

  expect((await fetch(server.url)).status).toBe(200);
  let visits = 0;
  /** The milliseconds of a page that was never asked for, so it is rendered with its queries. */
  const visit = async () => {
    const started = performance.now();
    const page = await fetch(`${server.url}/sports?visit=${(visits += 1)}`, {
      headers: { "x-forwarded-for": "203.0.113.1" },
    });
    await page.text();
    expect(page.status).toBe(200);
    return Math.round(performance.now() - started);
  };
  /** The milliseconds of a small read of REST from an address that does nothing else. */
  const readOnce = async () => {
    const started = performance.now();
    const answer = await fetch(`${server.url}/rest/v1/teams?select=id&limit=1`, {
      headers: { apikey, "x-forwarded-for": "203.0.113.2" },
    });
    await answer.text();
    served.push(answer.status);
    return Math.round(performance.now() - started);
  };
  const served: number[] = [];
  const before: number[] = [];
  while (before.length < 20) before.push(await visit());
  let largest = 0;
  const attack = Promise.all(Array.from({ length: READERS }, (_, reader) => hostile(reader)));
  const ended = sleep(SECONDS * 1_000).then(() => (state.over = true));
  const times: number[] = [];
  const reads: number[] = [];
  while (!state.over) {
    times.push(await visit());
    reads.push(await readOnce());
    largest = Math.max(largest, ...processSizes(postmaster));
    await sleep(100);
  }
  await Promise.all([attack, ended]);
  agent.destroy();

  const slowest = Math.max(...times);
  figure(
    `hostile readers: ${JSON.stringify(statuses)}; largest database process ${Math.round(largest)} MB; ` +
      `REST meanwhile: median ${median(reads)} ms, slowest ${Math.max(...reads)} ms; ` +
      `${times.length} pages meanwhile, median ${median(times)} ms, slowest ${slowest} ms; ` +
      `before: median ${median(before)} ms, slowest ${Math.max(...before)} ms`,
  );
  const failures = Object.keys(statuses).filter((status) => Number(status) >= 500);
  expect(failures.filter((status) => status !== "503")).toEqual([]);
  expect(statuses.lost).toBeUndefined();
  expect(new Set(served), "whoever reads little is always served").toEqual(new Set([200]));
  expect(withoutRetry).toEqual([]);
  expect(largest).toBeLessThan(MOST_MEGABYTES);
  // On a machine that is busy with other work, a page takes long before the attack too.
  expect(slowest).toBeLessThan(Math.max(LONGEST_PAGE_MS, 5 * Math.max(...before)));
});

function median(times: number[]): number {
  return times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;
}
