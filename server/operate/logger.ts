import { format } from "node:util";
import { type Logger, pino, stdTimeFunctions } from "pino";

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

/** What pages and libraries say to the console becomes a line of the log: a stack is no line of its own. */
export function logConsole(
  log: Pick<Logger, "error" | "warn">,
  console = globalThis.console,
): void {
  for (const level of ["error", "warn"] as const) {
    console[level] = (...said: unknown[]) => {
      const err = said.find((one) => one instanceof Error);
      const words = said.filter((one) => one !== err);
      log[level](
        { ...(err && { err }) },
        words.length > 0 ? format(...words) : (err?.message ?? ""),
      );
    };
  }
}
