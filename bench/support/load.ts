import { execFile } from "node:child_process";
import { Agent, type IncomingHttpHeaders, request, type RequestOptions } from "node:http";
import { promisify } from "node:util";

/** An answer as it came: `fetch` would decompress it. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export function ask(url: string, options: RequestOptions = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options);
    outgoing.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
      response.on("end", () => {
        const { statusCode: status = 0, headers: found } = response;
        resolve({ status, headers: found, body: Buffer.concat(chunks) });
      });
    });
    outgoing.on("error", reject).end();
  });
}

/** Answers per second from one address, on 16 connections for two seconds. */
export async function rateByWrk(url: string, encoding: string): Promise<number> {
  const header = ["-H", `accept-encoding: ${encoding}`];
  const { stdout } = await promisify(execFile)("wrk", ["-t1", "-c16", "-d2s", ...header, url]);
  if (/Non-2xx/.test(stdout)) throw new Error(`${url} answers with errors:\n${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

/** The same for addresses that differ from request to request, on four connections. */
export async function rateOf(address: () => string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const began = performance.now();
  let answered = 0;
  const visitor = async () => {
    while (performance.now() < began + 2_000) {
      const { status } = await ask(address(), { agent });
      if (status !== 200) throw new Error(`${address()}: ${status}`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: 4 }, visitor));
  agent.destroy();
  return (answered * 1000) / (performance.now() - began);
}
