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

/** The page whose history has the entry, where it is undone. */
export function historyOf({ table_name: table, row_id: id }: LogEntry): Target | undefined {
  const type = PAGES[table];
  return type && { type, id };
}
