import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { Agent, get } from "node:http";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

import { resolveBenchPackage } from "./resolve-bench-package.ts";

const run = promisify(execFile);
const hasWrk = (process.env.PATH ?? "")
  .split(delimiter)
  .some((dir) => existsSync(join(dir, "wrk")));

export const LOAD_TOOL = hasWrk ? "wrk" : "autocannon";

interface Load {
  seconds: number;
  connections: number;
  headers?: Record<string, string>;
}

/**
 * Answers with status 200 per second from an address; measured with wrk if it is installed, else
 * with autocannon.
 */
export async function rate(url: string, { seconds, connections, headers = {} }: Load) {
  const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  if (hasWrk) {
    const load = ["-t1", `-c${connections}`, `-d${seconds}s`, ...given, url];
    const { stdout } = await run("wrk", load);
    if (/Non-2xx/.test(stdout)) throw new Error(`${url} answers with errors:\n${stdout}`);
    return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  }
  const load = ["-c", String(connections), "-d", String(seconds), "-j", "-n", ...given, url];
  const { stdout } = await run(process.execPath, [
    resolveBenchPackage("autocannon/autocannon.js"),
    ...load,
  ]);
  const result = JSON.parse(stdout) as { requests: { average: number }; non2xx: number };
  if (result.non2xx > 0) throw new Error(`${url} answers with errors`);
  return result.requests.average;
}

/** The same for addresses that must differ from request to request. */
export async function rateOf(
  address: () => string,
  { seconds, connections }: Omit<Load, "headers">,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + seconds * 1000;
  const began = performance.now();
  let answered = 0;
  const visitor = async () => {
    while (performance.now() < end) {
      await fetchOnce(address(), agent);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, visitor));
  agent.destroy();
  return (answered * 1000) / (performance.now() - began);
}

function fetchOnce(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.on("end", resolve).on("error", reject).resume();
    }).on("error", reject);
  });
}
