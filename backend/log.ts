/** The part of a structured logger the backend needs; a pino instance satisfies it. */
export interface Logger {
  debug(fields: object, message?: string): void;
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
}

/** A logger that says nothing; for tests and one-shot commands. */
export const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
