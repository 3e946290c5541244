/** The part of a structured logger the backend needs; a pino instance satisfies it. */
export interface Logger {
  debug(fields: object, message?: string): void;
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
}

/** A logger that says nothing; for tests and one-shot commands. */
export const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Says at most once a second what many requests would say at once; the first of them is heard. */
export function sparingly(say: (fields: object) => void): (fields: object) => void {
  let silentUntil = 0;
  return (fields) => {
    const now = performance.now();
    if (now < silentUntil) return;
    silentUntil = now + 1_000;
    say(fields);
  };
}
