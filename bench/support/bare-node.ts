/**
 * A Node server that sends one answer for every address. As a program it takes a file with the
 * answer and prints its own address.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import type { Answer, Sender } from "./nginx.ts";

export async function startBareNode({ headers, body }: Answer): Promise<Sender> {
  const folder = await mkdtemp(join(tmpdir(), "maillotheque-bare-"));
  const file = join(folder, "answer.json");
  await writeFile(file, JSON.stringify({ headers, body: body.toString("base64") }));
  const child = spawn(process.execPath, [import.meta.filename, file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", () => reject(new Error("the bare server ended before it listened")));
  });
  return {
    url,
    pid: child.pid!,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function serve(file: string): Promise<void> {
  const answer = JSON.parse(await readFile(file, "utf8")) as {
    headers: Record<string, string>;
    body: string;
  };
  const body = Buffer.from(answer.body, "base64");
  const headers = [...Object.entries(answer.headers).flat(), "content-length", String(body.length)];
  // Same options as the site's own server.
  const server = createServer({ optimizeEmptyRequests: true }, (_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  });
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    console.log(`http://127.0.0.1:${port}`);
  });
}

if (import.meta.main) await serve(process.argv[2]!);
