import { StaleRowError } from "../../data/catalogue/admin-rows.ts";

interface DatabaseError {
  code?: string;
  message?: string;
  details?: string;
}

/** How much depends on a row, as the database counts it. */
export type Dependents = Partial<Record<"jerseys" | "teams" | "entries", number>>;

/** Why a change was not made. */
export type SaveProblem =
  | { kind: "changed" | "expired" | "offline" | "failed" }
  | { kind: "constraint"; name: string }
  | { kind: "inUse"; dependents: Dependents };

export function saveProblem(error: unknown): SaveProblem {
  if (error instanceof StaleRowError) return { kind: "changed" };
  if (error instanceof TypeError) return { kind: "offline" }; // what `fetch` throws
  const { code, message, details } = error as DatabaseError;
  // PostgREST's errors about the token.
  if (code?.startsWith("PGRST3")) return { kind: "expired" };
  if (message === "in_use") return { kind: "inUse", dependents: dependents(details) };
  const name = /constraint "(\w+)"/.exec(`${message} ${details}`)?.[1];
  return name === undefined ? { kind: "failed" } : { kind: "constraint", name };
}

function dependents(details: string | undefined): Dependents {
  try {
    return JSON.parse(details ?? "{}") as Dependents;
  } catch {
    return {};
  }
}
