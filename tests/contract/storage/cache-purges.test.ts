import { picture } from "@maillotheque/backend/testing";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { databasePurges, purgeCaches } from "../../../server/operate/jobs/cache-purges.ts";
import { type StorageFixture, startStorageFixture } from "./personas.ts";

let fixture: StorageFixture;
beforeAll(async () => void (fixture = await startStorageFixture()));
afterAll(() => fixture.close());

test("a withheld photo's addresses are posted, and by then none of them answers", async () => {
  const { site, owner } = fixture;
  const { pool } = site.backend;
  const name = fixture.name();
  const image = await picture("webp", 500, 500);
  expect((await owner.jerseys.upload(name, image, { contentType: "image/webp" })).error).toBeNull();
  const statuses = new Map<string, number>();
  let answer = 503;
  const service = createServer(async (request, response) => {
    const { files } = JSON.parse(await text(request)) as { files: string[] };
    for (const file of files) statuses.set(file, (await fetch(file)).status);
    response.writeHead(answer).end();
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const target = { url: `http://127.0.0.1:${(service.address() as AddressInfo).port}/` };
  const log = { warn: vi.fn<() => void>() };
  const purge = () => purgeCaches(databasePurges(pool), site.url, target, log);

  expect((await fetch(owner.jerseys.getPublicUrl(name).data.publicUrl)).status).toBe(200);
  expect(await purge()).toBe(0);
  await pool.query("select private.withhold_files(array[$1], true)", [name]);
  expect(await purge()).toBe(0);
  expect(log.warn).toHaveBeenCalledTimes(1);
  // Not before its time.
  answer = 200;
  expect(await purge()).toBe(0);
  await pool.query("update public.cache_purges set retry_at = now()");
  expect(await purge()).toBe(1);
  expect(await purge()).toBe(0);
  expect(statuses.size).toBe(13);
  expect(statuses.has(owner.jerseys.getPublicUrl(name).data.publicUrl)).toBe(true);
  expect(new Set(statuses.values())).toEqual(new Set([400]));
  service.close();
});
