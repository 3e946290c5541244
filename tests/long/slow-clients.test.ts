import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
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
