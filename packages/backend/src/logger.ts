/** The part of a structured logger the backend needs; a pino instance satisfies it. */
export interface Logger {
  debug(fields: object, message?: string): void;
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
}

/** A logger without output, for tests and one-shot commands. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** The default logger: warnings and errors on the console. */
export const warningsOnly: Logger = {
  ...silentLogger,
  warn: (fields, message) => console.warn(message ?? "", fields),
  error: (fields, message) => console.error(message ?? "", fields),
};

/** Limits `say` to one call per second: the first message is passed on, later ones are dropped. */
export function throttled(say: (fields: object) => void): (fields: object) => void {
  let silentUntil = 0;
  return (fields) => {
    const now = performance.now();
    if (now < silentUntil) return;
    silentUntil = now + 1_000;
    say(fields);
  };
}
