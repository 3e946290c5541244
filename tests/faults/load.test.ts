import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";

import { LIMITS } from "../../server/http/load-shedding.ts";
import { brandNames, serviceHeaders } from "../support/service-access.ts";
import { type Server, startServer, until } from "../support/server.ts";

/** Sent at a time until a flood has its effect: on a busy machine some get lost. */
const MORE = 20;

const BODY = JSON.stringify([{ name: "Le Coq Sportif" }]);

/** Sends a request up to the middle of its body. */
async function halfRequest(
  { url }: Server,
  headers: Record<string, string>,
  path = "/rest/v1/brands",
): Promise<{ socket: Socket; finish(): Promise<string> }> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  let answer = "";
  socket.on("data", (chunk) => (answer += String(chunk)));
  await once(socket, "connect");
  const lines = Object.entries({
    ...headers,
    host: "site.test",
    connection: "close",
    "content-length": BODY.length,
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n${BODY.slice(0, 9)}`);
  return {
    socket,
    async finish() {
      // Left open: the server treats a half-closed connection as a visitor who left.
      socket.write(BODY.slice(9));
      await once(socket, "close");
      return answer;
    },
  };
}

test("a client that sends incomplete requests uses up its own share only", async () => {
  const server = await startServer({ TRUST_PROXY: "true" });
  await server.ready();
  const service = await serviceHeaders(server.dataDir);
  const read = (caller: string, path = "/rest/v1/brands") =>
    fetch(server.url + path, { headers: { ...service, "x-forwarded-for": caller } });
  expect((await read("192.0.2.9", "/")).status).toBe(200);

  const sent: Awaited<ReturnType<typeof halfRequest>>[] = [];
  const flood = async (caller: string, many: number, path?: string) => {
    const headers = { ...service, "x-forwarded-for": caller };
    const halves = Array.from({ length: many }, () => halfRequest(server, headers, path));
    sent.push(...(await Promise.all(halves)));
  };
  /** Sends until `caller` itself is answered with a status: some requests get lost. */
  const floodUntil = async (caller: string, many: number, status: number, path?: string) => {
    await flood(caller, many, path);
    let answer: Response | undefined;
    const isEnough = async () => {
      answer = await read(caller, path);
      if (answer.status !== status) await flood(caller, MORE, path);
      return answer.status === status;
    };
    await until(isEnough, `${caller} is answered with ${status}`);
    expect(answer?.headers.get("retry-after")).toBe("1");
  };
  const { total, caller: share } = LIMITS.service;
  await floodUntil("192.0.2.1", share, 503);
  expect((await read("192.0.2.2")).status, "another caller").toBe(200);
  await floodUntil("192.0.2.1", LIMITS.caller - share, 429, "/auth/v1/signup");

  const others = Array.from({ length: total / share - 1 }, (_, index) => `198.51.100.${index}`);
  for (const other of others) await floodUntil(other, share, 503);
  const isFull = async () => {
    const { status } = await read("192.0.2.3");
    if (status !== 503) for (const other of others) await floodUntil(other, 0, 503);
    return status === 503;
  };
  await until(isFull, "REST is full");
  for (const path of ["/", "/healthz", "/readyz", "/auth/v1/settings"]) {
    expect((await read("192.0.2.3", path)).status, path).toBe(200);
  }

  for (const { socket } of sent) socket.destroy();
  for (const caller of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) {
    await until(async () => (await read(caller)).status === 200, "everybody is served again");
  }
});

test("SIGTERM: running requests are finished and stored, new ones refused", async () => {
  const first = await startServer();
  await first.ready();
  const underWay = await halfRequest(first, await serviceHeaders(first.dataDir));
  first.kill("SIGTERM");
  await until(
    () =>
      fetch(`${first.url}/healthz`).then(
        () => false,
        () => true,
      ),
    "no longer listens",
  );
  expect(await underWay.finish()).toMatch(/^HTTP\/1\.1 201 /);
  expect(await first.ended).toMatchObject({ code: 0 });

  const second = await startServer({ DATA_DIR: first.dataDir });
  await second.ready();
  expect(await brandNames(first.dataDir)).toContain("Le Coq Sportif");
});

test("metrics require the token and contain nothing personal", async () => {
  const token = "a-token-for-the-watcher";
  const server = await startServer({ METRICS_TOKEN: token, AUTH_AUTOCONFIRM: "true" });
  await server.ready();
  const ask = (authorization?: string) =>
    fetch(`${server.url}/metrics`, { headers: authorization ? { authorization } : {} });
  expect((await ask()).status).toBe(404);
  expect((await ask("Bearer another")).status).toBe(404);

  for (let time = 0; time < 3; time += 1) await fetch(`${server.url}/en`);
  const { apikey } = await serviceHeaders(server.dataDir);
  const signUp = { email: "zinedine@example.org", password: "un-maillot-par-jour" };
  await fetch(`${server.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: apikey!, "content-type": "application/json" },
    body: JSON.stringify(signUp),
  });
  const answer = await ask(`Bearer ${token}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
  const text = await answer.text();
  expect(text).toMatch(/http_request_duration_seconds_count\{route="page",status="2xx"\} [3-9]/);
  expect(text).toMatch(/http_request_duration_seconds_count\{route="auth",status="2xx"\} 1/);
  expect(text).toMatch(/page_cache_answers_total\{answer="hit"\} [1-9]/);
  expect(text).toMatch(/database_connections\{pool="rest",state="busy"\} \d/);
  expect(text).toMatch(/process_resident_memory_bytes \d/);
  expect(text).not.toMatch(/zinedine|127\.0\.0\.1|[0-9a-f]{8}-[0-9a-f]{4}-/);
});
