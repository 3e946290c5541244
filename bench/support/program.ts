import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A program of the benches that listens; its first line says where, as JSON. */
export interface Program {
  url: string;
  anon?: string;
  pid: number;
  stop(): Promise<void>;
}

/** @param file below `bench/` */
export async function startProgram(file: string, ...args: string[]): Promise<Program> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "..", file), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  // Lite logs an error for every request that a round's end cuts off: said only if it doesn't start.
  let complaints = "";
  child.stderr.on("data", (chunk) => (complaints = `${complaints}${chunk}`.slice(-2000)));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", () => reject(new Error(`${file} ended before it listened: ${complaints}`)));
  });
  return {
    ...(JSON.parse(line) as { url: string; anon?: string }),
    pid: child.pid!,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** The path of a file in a package of `bench/package.json`; `scripts/bench.ts` installs these packages. */
export function resolveBenchPackage(file: string): string {
  return join(import.meta.dirname, "../node_modules", file);
}
