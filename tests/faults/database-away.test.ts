import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import {
  connect,
  createServer,
  type AddressInfo,
  type Server as NetServer,
  type Socket,
} from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { type EmbeddedDatabase, startEmbeddedDatabase } from "../../backend/database/embedded.ts";
import { silent } from "../../backend/log.ts";
import { type Server, startServer, until } from "./support/server.ts";

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

/** A way to the database that can be cut and mended, as a network can. */
class Line {
  readonly #target = decodeURIComponent(new URL(database.url).host);
  readonly #sockets = new Set<Socket>();
  #server: NetServer | undefined;
  #port = 0;

  async open(): Promise<void> {
    const server = createServer((socket) => this.#join(socket)).listen(this.#port, "127.0.0.1");
    await once(server, "listening");
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Connections under way are torn, new ones refused. */
  cut(): void {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  get url(): string {
    const { username, password, pathname } = new URL(database.url);
    return `postgres://${username}:${password}@127.0.0.1:${this.#port}${pathname}`;
  }

  #join(socket: Socket): void {
    const far = connect(join(this.#target, ".s.PGSQL.5432"));
    for (const end of [socket, far]) {
      this.#sockets.add(end);
      end.on("error", () => {});
      end.on("close", () => this.#sockets.delete(end));
    }
    socket.pipe(far).on("close", () => socket.destroy());
    far.pipe(socket).on("close", () => far.destroy());
  }
}

async function startOnLine(): Promise<{ line: Line; server: Server }> {
  const line = new Line();
  await line.open();
  onTestFinished(() => line.cut());
  const server = await startServer({ DATABASE_URL: line.url, LOG_LEVEL: "fatal" });
  await server.ready();
  return { line, server };
}

test("pages say so in their language, and come back by themselves", async () => {
  const { line, server } = await startOnLine();
  const read = (path: string) => fetch(server.url + path);
  const known = await (await read("/")).text();

  line.cut();
  for (const [path, lang] of Object.entries({ "/": "fr", "/en": "en", "/es": "es", "/pt": "pt" })) {
    const response = await read(`${path}?never-read-before`);
    expect(response.status, path).toBe(503);
    expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const page = await response.text();
    expect(page).toContain(`<html lang="${lang}">`);
    expect(page).not.toMatch(/<script|<link|src=/); // it needs nothing but itself
  }
  expect((await read("/readyz")).status).toBe(503);
  expect((await read("/healthz")).status).toBe(200);
  const cached = await read("/");
  expect(cached.status, "a page read before").toBe(200);
  expect(await cached.text()).toBe(known);

  await line.open();
  await until(async () => (await read("/en?never-read-before")).status === 200, "pages are back");
  expect((await read("/readyz")).status).toBe(200);
});

test("the services answer with errors of their own kind, and come back", async () => {
  const { line, server } = await startOnLine();
  const anonKey = /"backend-key" content="([^"]+)"/.exec(await (await fetch(server.url)).text());
  const headers = { apikey: anonKey?.[1] ?? "" };
  const read = () => fetch(`${server.url}/rest/v1/seasons?select=id`, { headers });
  expect((await read()).status).toBe(200);

  line.cut();
  const away = await read();
  expect(away.status).toBe(503);
  expect(await away.json()).toMatchObject({
    code: expect.any(String),
    message: expect.any(String),
  });

  await line.open();
  await until(async () => (await read()).status === 200, "the service is back");
});
