/**
 * Returns true for the error of a body that doesn't arrive whole: the client left, or sent a malformed
 * chunk. Node gives it the code of a lost connection, like that of a lost database.
 */
export function isCutOff(error: unknown): boolean {
  if (!(error instanceof Error) || error.message !== "aborted") return false;
  return (error as { code?: unknown }).code === "ECONNRESET";
}
