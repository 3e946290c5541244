import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";

import { purgeCaches, type PurgeQueue, purgeTarget } from "./cache-purges.ts";
import { CACHE_PURGES, jobNamed, JOBS } from "./register.ts";
import { runJob } from "./run-job.ts";

const SITE = "https://maillots.example";

/** A service that purges; answers with these statuses, one after the other. */
async function startService(...statuses: number[]) {
  const requests: { authorization: string | undefined; files: string[] }[] = [];
  const server = createServer(async (request, response) => {
    const { files } = JSON.parse(await text(request)) as { files: string[] };
    requests.push({ authorization: request.headers.authorization, files });
    response.writeHead(statuses.shift() ?? 200).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`, requests };
}

/** A queue that gives out two files at a time, and again what wasn't finished. */
function queueOf(...names: string[]) {
  const waiting = [...names];
  const finished: string[] = [];
  const queue: PurgeQueue = {
    claim: async () => waiting.splice(0, 2),
    finish: async (done) => void finished.push(...done),
  };
  return { queue, finished };
}

test("posts every address of a photo, a few photos at a time", async () => {
  const { url, requests } = await startService();
  const { queue, finished } = queueOf("me/1.webp", "me/2.webp", "me/à 3.webp");
  const log = { warn: vi.fn<() => void>() };
  expect(await purgeCaches(queue, SITE, { url, token: "secret" }, log)).toBe(3);
  expect(finished).toEqual(["me/1.webp", "me/2.webp", "me/à 3.webp"]);
  expect(requests).toHaveLength(2);
  for (const { authorization, files } of requests) {
    expect(authorization).toBe("Bearer secret");
    expect(files.length).toBeLessThanOrEqual(30);
  }
  expect(requests[0]!.files).toContain(`${SITE}/storage/v1/object/public/jerseys/me/1.webp`);
  expect(requests[0]!.files).toContain(
    `${SITE}/storage/v1/render/image/public/jerseys/me/2.webp?width=1200&height=1200&resize=contain&quality=75`,
  );
  expect(requests[1]!.files[0]).toBe(`${SITE}/storage/v1/object/public/jerseys/me/%C3%A0%203.webp`);
  expect(log.warn).not.toHaveBeenCalled();
});

test("leaves for later what the service refuses, or can't be told", async () => {
  const { url, requests } = await startService(200, 500);
  const log = { warn: vi.fn<() => void>() };
  const { queue, finished } = queueOf("a/1.webp", "a/2.webp", "a/3.webp", "a/4.webp");
  expect(await purgeCaches(queue, SITE, { url }, log)).toBe(2);
  expect(finished).toEqual(["a/1.webp", "a/2.webp"]);
  expect(requests[0]!.authorization).toBeUndefined();
  const away = queueOf("a/5.webp");
  expect(await purgeCaches(away.queue, SITE, { url: "http://127.0.0.1:1/" }, log)).toBe(0);
  expect(away.finished).toEqual([]);
  expect(log.warn).toHaveBeenCalledTimes(2);
});

test("without the setting, nothing is posted, and nothing piles up", async () => {
  const { queue, finished } = queueOf("a/1.webp", "a/2.webp", "a/3.webp");
  const log = { warn: vi.fn<() => void>() };
  expect(purgeTarget({} as never)).toBeUndefined();
  expect(await purgeCaches(queue, SITE, undefined, log)).toBe(0);
  expect(finished).toHaveLength(3);
});

test("is a job of its own, with a database of our own and with a project", async () => {
  const job = JOBS.find(({ code }) => code === CACHE_PURGES)!;
  expect(job).toBe(jobNamed("purge of caches"));
  expect([job.embedded, job.hosted]).toEqual([5, 30]);
  const tools = {
    call: vi.fn<() => Promise<unknown>>(),
    sendMails: vi.fn<() => Promise<number>>(),
    deleteFiles: vi.fn<() => Promise<number>>(),
    purgeCaches: async () => 4,
  };
  expect(await runJob(job, tools)).toBe(4);
  expect(tools.deleteFiles).not.toHaveBeenCalled();
});
