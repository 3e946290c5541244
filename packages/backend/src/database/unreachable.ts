import { isCutOff } from "../http/cut-off.ts";

/** System error codes of a server that doesn't answer. */
const SYSTEM = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/**
 * SQLSTATEs: connection exceptions, too many connections, server shutting down or starting up, and
 * one that only reads: a standby that isn't the primary yet, or no longer.
 */
const SQLSTATE = /^(08...|53300|57P0[1-5]|25006)$/;

/** Messages of errors to which `pg` adds no code. */
const MESSAGE =
  /connection terminated|connection timeout|timeout exceeded when trying to connect|not queryable/i;

/** Returns true if a query failed only because PostgreSQL is temporarily unreachable. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error) || isCutOff(error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // The socket file is missing. From other system calls, ENOENT means another file.
  if (code === "ENOENT") return syscall === "connect";
  if (typeof code === "string" && (SYSTEM.test(code) || SQLSTATE.test(code))) return true;
  return MESSAGE.test(error.message);
}
