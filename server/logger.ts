import { pino, stdTimeFunctions } from "pino";

export type { Logger } from "pino";

/**
 * The parts of an error that say what went wrong. Drivers hang much more on theirs: connections
 * with their secrets, rows with personal data.
 */
function describeError(error: Error & { code?: unknown }) {
  const { name, message, code, stack, cause } = error;
  return {
    type: name,
    message,
    code,
    stack,
    ...(cause instanceof Error && { cause: cause.message }),
  };
}

/** JSON lines for machines; readable ones on a terminal. */
export async function createLogger(level: string) {
  const options = {
    level,
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  if (!process.stdout.isTTY) return pino(options);
  const { default: pretty } = await import("pino-pretty");
  // In this thread: a worker would lose the last lines of a process that ends.
  return pino(options, pretty({ ignore: "requestId", translateTime: "SYS:HH:MM:ss", sync: true }));
}
