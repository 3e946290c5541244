/** Why a change was refused: a message of ours under `edit`, or the database's own. */
export function refusal(
  error: unknown,
): { key: "offline" | "gone" | "unknown" } | { text: string } {
  if (error instanceof TypeError) return { key: "offline" }; // what `fetch` throws
  const { code, message } = error as { code?: string; message?: string };
  if (code === "PGRST116") return { key: "gone" };
  return message ? { text: message } : { key: "unknown" };
}
