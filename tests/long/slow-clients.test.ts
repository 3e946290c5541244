import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";

import { serviceHeaders } from "../support/service-access.ts";
import { startServer } from "../support/server.ts";
import { figure } from "./support/figures.ts";

const EACH = 150;

/** Sends one byte a second; resolves to the milliseconds until the server cuts it off. */
async function trickle(port: number, start: string): Promise<number> {
  const socket: Socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {}).resume();
  await once(socket, "connect");
  const begun = Date.now();
  socket.write(start);
  const timer = setInterval(() => socket.write("a"), 1_000);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(timer);
  return Date.now() - begun;
}

test("slow senders are cut off and delay nobody meanwhile", async () => {
  const server = await startServer({ TRUST_PROXY: "true" });
  await server.ready();
  const service = await serviceHeaders(server.dataDir);
  const read = (path: string) => fetch(server.url + path, { headers: service });
  expect((await read("/")).status).toBe(200);
  const port = Number(new URL(server.url).port);
  const lines = Object.entries({ host: "site.test", ...service });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const starts = {
    headers: "GET / HTTP/1.1\r\nHost: site.test\r\nX-Long: ",
    "sized bodies": `POST /rest/v1/brands HTTP/1.1\r\n${head}X-Forwarded-For: 192.0.2.1\r\nContent-Length: 100000\r\n\r\n`,
    "chunked uploads": `POST /storage/v1/object/jerseys/x/y.png HTTP/1.1\r\n${head.replace("application/json", "image/png")}X-Forwarded-For: 192.0.2.2\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n`,
  };
  const kinds = Object.entries(starts).map(([kind, start]) => ({
    kind,
    ends: Promise.all(Array.from({ length: EACH }, () => trickle(port, start))),
  }));

  const meanwhile = { over: false };
  const times: number[] = [];
  const over = Promise.all(kinds.map(({ ends }) => ends)).then(() => (meanwhile.over = true));
  // They have all come at once; that is another matter.
  await server.ready();
  while (!meanwhile.over) {
    for (const path of ["/", "/en", "/healthz", "/rest/v1/brands?limit=1"]) {
      const begun = Date.now();
      expect((await read(path)).status, path).toBe(200);
      times.push(Date.now() - begun);
    }
    await Promise.race([over, sleep(500)]); // somebody who looks around meanwhile
  }
  for (const { kind, ends } of kinds) {
    figure(
      `slow clients: ${EACH} ${kind} cut off after ${Math.round(Math.max(...(await ends)) / 1000)} s`,
    );
  }
  const slowest = times.toSorted((a, b) => b - a)[0];
  figure(`slow clients: ${times.length} answers meanwhile, the slowest in ${slowest} ms`);
  expect(times.length).toBeGreaterThan(100);
});

test("slow readers have few answers open, and are cut off", async () => {
  const server = await startServer({ TRUST_PROXY: "true" });
  await server.ready();
  const service = await serviceHeaders(server.dataDir);
  const side = 1_700;
  // Larger than what the connections' buffers take.
  const photo = await sharp(randomBytes(side * side * 3), {
    raw: { width: side, height: side, channels: 3 },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const path = "/storage/v1/object/authenticated/jerseys/slow/photo.png";
  const stored = await fetch(server.url + path.replace("/authenticated", ""), {
    method: "POST",
    headers: { ...service, "content-type": "image/png" },
    body: new Uint8Array(photo),
  });
  expect(stored.status).toBe(200);
  const open = async () => (await readdir(`/proc/${server.pid}/fd`)).length;
  const before = await open();

  const lines = Object.entries({ host: "site.test", ...service, "x-forwarded-for": "192.0.2.1" });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const begun = Date.now();
  for (let n = 0; n < 2 * EACH; n += 1) {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => {}).pause();
    socket.write(`GET ${path} HTTP/1.1\r\n${head}\r\n`);
  }
  await sleep(20_000);
  // A file and a connection each; those past the limit of an address have only an answer.
  expect(await open()).toBeLessThan(before + 2 * 256 + EACH);
  const elsewhere = { ...service, "x-forwarded-for": "192.0.2.2" };
  expect((await fetch(`${server.url}/rest/v1/brands?limit=1`, { headers: elsewhere })).status).toBe(
    200,
  );
  await expect.poll(open, { timeout: 200_000, interval: 1_000 }).toBeLessThan(before + 10);
  figure(
    `slow clients: ${2 * EACH} slow readers gone after ${Math.round((Date.now() - begun) / 1_000)} s`,
  );
});
