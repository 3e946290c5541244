import type { Target, TargetType } from "../../shared/domain/suggestion.ts";
import type { LogEntry } from "../data/audit/audit-log.ts";

/** Tables whose entries are named by the page that they change. */
const PAGES: Partial<Record<string, TargetType>> = {
  jerseys: "jersey",
  gone_jerseys: "jersey",
  jersey_redirects: "jersey",
  teams: "team",
  competitions: "competition",
};

/** The page whose history has the entry, where it is undone. A jersey that isn't public and what was deleted have none. */
export function historyOf(
  entry: Pick<LogEntry, "table_name" | "row_id" | "action" | "after">,
): Target | undefined {
  const type = PAGES[entry.table_name];
  const { status } = (entry.after ?? {}) as { status?: unknown };
  if (!type || entry.action === "delete" || status === "pending" || status === "rejected")
    return undefined;
  return { type, id: entry.row_id };
}
