import { pino, stdTimeFunctions } from "pino";

export type { Logger } from "pino";

/**
 * The safe parts of an error. Drivers attach more to theirs: connections with secrets, rows with
 * personal data.
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

/** Logs JSON lines; readable lines on a terminal. */
export async function createLogger(level: string) {
  const options = {
    level,
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  if (!process.stdout.isTTY) return pino(options);
  const { default: pretty } = await import("pino-pretty");
  // In this thread: a worker would lose the last lines of an ending process.
  return pino(options, pretty({ ignore: "requestId", translateTime: "SYS:HH:MM:ss", sync: true }));
}
