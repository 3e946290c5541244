/** Codes of the operating system for a server that doesn't answer. */
const SYSTEM = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** SQLSTATE: connection exceptions, no room for another, shutting down or starting up. */
const SQLSTATE = /^(08...|53300|57P0[1-5])$/;

/** What pg says where it gives no code. */
const MESSAGE =
  /connection terminated|connection timeout|timeout exceeded when trying to connect|not queryable/i;

/** Whether a query failed because PostgreSQL is away, which passes, rather than for its own sake. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // A socket file that is gone; elsewhere ENOENT is about some other file.
  if (code === "ENOENT") return syscall === "connect";
  if (typeof code === "string" && (SYSTEM.test(code) || SQLSTATE.test(code))) return true;
  return MESSAGE.test(error.message);
}
