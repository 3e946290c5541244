import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from "../../packages/backend/src/database/embedded/start.ts";
import { silent } from "../../packages/backend/src/logger.ts";
import { createWire, type Wire } from "../support/wire.ts";
import { type Server, startServer, until } from "../support/server.ts";

let folder: string;
let database: EmbeddedDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "maillotheque-away-"));
  database = await startEmbeddedDatabase({ directory: folder, log: silent });
});

afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

async function startOnWire(): Promise<{ wire: Wire; server: Server }> {
  const wire = await createWire(database.url);
  onTestFinished(() => {
    wire.cut();
    return wire.close();
  });
  const server = await startServer({ DATABASE_URL: wire.url, LOG_LEVEL: "fatal" });
  await server.ready();
  return { wire, server };
}

test("pages say so in their language, and come back by themselves", async () => {
  const { wire, server } = await startOnWire();
  const read = (path: string) => fetch(server.url + path);
  const known = await (await read("/")).text();

  wire.cut();
  await until(async () => (await read("/readyz")).status === 503, "the server knows");
  for (const [path, lang] of Object.entries({ "/": "fr", "/en": "en", "/es": "es", "/pt": "pt" })) {
    const response = await read(`${path}?never-read-before`);
    expect(response.status, path).toBe(503);
    expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const page = await response.text();
    expect(page).toContain(`<html lang="${lang}">`);
    expect(page).not.toMatch(/<script|<link|src=/); // it needs nothing but itself
    expect(page, "and reloads by itself").toMatch(/<meta http-equiv="refresh" content="\d+">/);
  }
  expect((await read("/healthz")).status).toBe(200);
  const cached = await read("/");
  expect(cached.status, "a page read before").toBe(200);
  expect(await cached.text()).toBe(known);

  wire.mend();
  await until(async () => (await read("/en?never-read-before")).status === 200, "pages are back");
  expect((await read("/readyz")).status).toBe(200);
});

test("the services answer with errors of their own kind, and come back", async () => {
  const { wire, server } = await startOnWire();
  const anonKey = /"backend-key" content="([^"]+)"/.exec(await (await fetch(server.url)).text());
  const headers = { apikey: anonKey?.[1] ?? "" };
  const read = () => fetch(`${server.url}/rest/v1/seasons?select=id`, { headers });
  expect((await read()).status).toBe(200);

  wire.cut();
  const away = await read();
  expect(away.status).toBe(503);
  expect(away.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await away.json()).toMatchObject({
    code: expect.any(String),
    message: expect.any(String),
  });

  wire.mend();
  await until(async () => (await read()).status === 200, "the service is back");
});
