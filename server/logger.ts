import { pino, stdTimeFunctions } from "pino";

export type { Logger } from "pino";

/** JSON lines for machines; readable ones on a terminal. */
export async function createLogger(level: string) {
  const options = { level, base: undefined, timestamp: stdTimeFunctions.isoTime };
  if (!process.stdout.isTTY) return pino(options);
  const { default: pretty } = await import("pino-pretty");
  // In this thread: a worker would lose the last lines of a process that ends.
  return pino(options, pretty({ ignore: "requestId", translateTime: "SYS:HH:MM:ss", sync: true }));
}
